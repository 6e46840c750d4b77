"""The commands and what they are called with; what they do is imported when they run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Unpack

import click

from heat_tui import __version__
from heat_tui.cli.failures import BadInput
from heat_tui.cli.race_options import (
    FORMATS,
    AppArguments,
    LineArguments,
    SeasonArguments,
    SettingArguments,
    SimArguments,
    app_race_options,
    flags,
    line_race_options,
    season_options,
    setting_options,
    sim_options,
)
from heat_tui.game.interruptions import Interruptions
from heat_tui.language import _

PROGRAM: Final = "heat-tui"
COMPLETION_VARIABLE: Final = "_HEAT_TUI_COMPLETE"
SHELLS: Final = ("bash", "zsh", "fish")

_FILE: Final = click.Path(path_type=Path)
_GROUP_HELP: Final = _(
    "Heat: Pedal to the Metal in your terminal (an unofficial fan project).\n\n"
    "Without a command, the game opens at its title. The options are settings for this run; the game's own settings "
    "screen keeps them for good."
)
_CONTEXT: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
_ON_THE_SCREEN: Final = ("race", "season", "resume")
"""The commands to which the settings mean something."""


class AppRaceArguments(AppArguments, SettingArguments):
    """A race in the app, and the settings for it."""


class AppSeasonArguments(SeasonArguments, SettingArguments):
    """A season in the app, and the settings for it."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a command is given besides its own arguments; `settings` stood before the command."""

    interruptions: Interruptions
    settings: SettingArguments


@click.group(PROGRAM, help=_GROUP_HELP, invoke_without_command=True, context_settings=_CONTEXT)
@click.version_option(__version__, "-V", "--version", prog_name=PROGRAM, message="%(prog)s %(version)s")
@setting_options
@click.pass_context
def heat_tui(context: click.Context, /, **settings: Unpack[SettingArguments]) -> None:
    """Everything; without a command, the title."""
    command = context.invoked_subcommand
    if command is None:
        from heat_tui.cli.playing import play_from_title

        play_from_title(settings)
        return
    if command not in _ON_THE_SCREEN and flags(settings).keys() - {"language"}:
        raise BadInput(
            _("The settings are for the game on the screen; leave them out of {command}.").format(
                command=f"{PROGRAM} {command}"
            )
        )
    context.obj = Run(context.obj, settings)


@heat_tui.command(help=_("Race on the screen. What the options leave open is asked there."))
@app_race_options
@setting_options
@click.pass_obj
def race(run: Run, /, **arguments: Unpack[AppRaceArguments]) -> None:
    """Race on the screen. What the options leave open is asked there."""
    from heat_tui.cli.playing import play_race

    play_race(arguments, run.settings, arguments)


@heat_tui.command(help=_("Race a championship on the screen: a year, a season of your own, or a career."))
@season_options
@setting_options
@click.pass_obj
def season(run: Run, /, **arguments: Unpack[AppSeasonArguments]) -> None:
    """Race a championship on the screen: a year, a season of your own, or a career."""
    from heat_tui.cli.playing import play_season

    play_season(arguments, run.settings, arguments)


@heat_tui.command(help=_("Go on with a saved race on the screen: the latest that is not finished, or the one named."))
@click.argument("name", default="")
@setting_options
@click.pass_obj
def resume(run: Run, /, name: str, **settings: Unpack[SettingArguments]) -> None:
    """Go on with a saved race on the screen: the latest that is not finished, or the one named."""
    from heat_tui.cli.playing import play_saved

    play_saved(name, run.settings, settings)


@heat_tui.command(help=_("Race in lines of text, a season too: for any terminal, a screen reader, or a pipe."))
@line_race_options
@click.pass_obj
def plain(run: Run, /, **arguments: Unpack[LineArguments]) -> None:
    """Race in lines of text, a season too: for any terminal, a screen reader, or a pipe."""
    from heat_tui.cli.lines import race_in_lines

    race_in_lines(arguments, run.interruptions)


@heat_tui.command(help=_("Run races or seasons of automated drivers and count: wins, places, rounds, spins, Heat."))
@sim_options
def sim(**arguments: Unpack[SimArguments]) -> None:
    """Run races or seasons of automated drivers and count: wins, places, rounds, spins, Heat."""
    from heat_tui.cli.sim import simulate

    simulate(arguments)


@heat_tui.group(invoke_without_command=True, help=_("List the tracks, show one, or check a track file of your own."))
@click.pass_context
def tracks(context: click.Context) -> None:
    """List the tracks, show one, or check a track file of your own."""
    if context.invoked_subcommand is None:
        from heat_tui.cli.tracks import list_all

        list_all()


@tracks.command("list", help=_("List all tracks."))
def tracks_list() -> None:
    """List all tracks."""
    from heat_tui.cli.tracks import list_all

    list_all()


@tracks.command("show", help=_("Draw a track as text, with its corners, limits and lines."))
@click.argument("track")
@click.option("--width", type=click.IntRange(40, 400), default=78, show_default=True, help=_("Columns."))
@click.option("--height", type=click.IntRange(16, 200), default=22, show_default=True, help=_("Lines of the drawing."))
def tracks_show(track: str, width: int, height: int) -> None:
    """Draw a track as text, with its corners, limits and lines."""
    from heat_tui.cli.tracks import show

    show(track, width, height)


@tracks.command("check", help=_("Say what is wrong with a track file, and where."))
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE...")
def tracks_check(files: tuple[Path, ...]) -> None:
    """Say what is wrong with a track file, and where."""
    from heat_tui.cli.tracks import check

    check(files)


@tracks.command("schema", help=_("Print the JSON Schema of track files."))
def tracks_schema() -> None:
    """Print the JSON Schema of track files."""
    from heat_tui.cli.tracks import print_schema

    print_schema()


@heat_tui.group(invoke_without_command=True, help=_("List, show, copy, rename or delete saved races."))
@click.pass_context
def saves(context: click.Context) -> None:
    """List, show, copy, rename or delete saved races."""
    if context.invoked_subcommand is None:
        from heat_tui.cli.saves import list_all

        list_all()


@saves.command("list", help=_("List all saved races, the last played first."))
def saves_list() -> None:
    """List all saved races, the last played first."""
    from heat_tui.cli.saves import list_all

    list_all()


@saves.command("show", help=_("Show how a saved race stands."))
@click.argument("name")
@click.option("--log", is_flag=True, help=_("Tell the whole race."))
def saves_show(name: str, *, log: bool) -> None:
    """Show how a saved race stands."""
    from heat_tui.cli.saves import show

    show(name, log=log)


@saves.command("export", help=_("Copy a saved race to a file, or into a folder."))
@click.argument("name")
@click.argument("file", type=_FILE)
def saves_export(name: str, file: Path) -> None:
    """Copy a saved race to a file, or into a folder."""
    from heat_tui.cli.saves import export

    export(name, file)


@saves.command("import", help=_("Take a save file from elsewhere."))
@click.argument("file", type=_FILE)
def saves_import(file: Path) -> None:
    """Take a save file from elsewhere."""
    from heat_tui.cli.saves import take

    take(file)


@saves.command("rename", help=_("Give a saved race another name."))
@click.argument("name")
@click.argument("new")
def saves_rename(name: str, new: str) -> None:
    """Give a saved race another name."""
    from heat_tui.cli.saves import rename

    rename(name, new)


@saves.command("delete", help=_("Delete a saved race, for good."))
@click.argument("name")
def saves_delete(name: str) -> None:
    """Delete a saved race, for good."""
    from heat_tui.cli.saves import delete

    delete(name)


@heat_tui.command(help=_("Print the standings of a saved season: as a table, or for other programs."))
@click.argument("name")
@click.option("--format", "form", type=click.Choice(FORMATS), default=FORMATS[0], show_default=True, help=_("How."))
def standings(name: str, form: str) -> None:
    """Print the standings of a saved season: as a table, or for other programs."""
    from heat_tui.cli.saves import print_standings

    print_standings(name, form)


@heat_tui.command(help=_("Say where saves, tracks, settings and reports are."))
def paths() -> None:
    """Say where saves, tracks, settings and reports are."""
    from heat_tui.cli.tracks import show_paths

    show_paths()


@heat_tui.command(help=_("Print the completion script of a shell, to be read by its start-up file."))
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the completion script of a shell, to be read by its start-up file."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(heat_tui, {}, PROGRAM, COMPLETION_VARIABLE).source())
