"""The commands and their parameters. The module that implements a command is imported when the command runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click

from heat_tui import __version__
from heat_tui.cli import options
from heat_tui.language import N_, translated

PROGRAM: Final = "heat-tui"
COMPLETION_VARIABLE: Final = "_HEAT_TUI_COMPLETE"
SHELLS: Final = ("bash", "zsh", "fish")

_CONTEXT: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _alone(where: str) -> Callable[..., None]:
    """Return a callback for a group: typed without a command, it calls the function named by `where`."""

    @click.pass_context
    def run(context: click.Context, /, **_settings: object) -> None:
        if context.invoked_subcommand is None:
            options.does(where)()

    return run


def _below(name: str, where: str, help: str) -> options.Group:
    """Add a group to `heat-tui` and return it; typed on its own, the group calls the function named by `where`."""
    group = options.Group(name, callback=_alone(where), invoke_without_command=True, help=help)
    heat_tui.add_command(group)
    return group


heat_tui: Final = options.Group(
    PROGRAM,
    callback=_alone("playing:play_from_title"),
    invoke_without_command=True,
    context_settings=_CONTEXT,
    help=N_(
        "Heat: Pedal to the Metal in your terminal (an unofficial fan project).\n\nWithout a command, the "
        "game opens at its title screen. The options change settings for this run only; to keep a "
        "change, make it on the game's settings screen."
    ),
)


_version = click.version_option(
    __version__,
    "-V",
    "--version",
    cls=options.Flag,
    message="%(prog)s %(version)s",
    help=N_("Show the version and exit."),
)
_version(heat_tui)
heat_tui.params += options.SETTING_FLAGS


def complete(shell: str) -> None:
    """Print the completion script for a shell."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(heat_tui, {}, PROGRAM, COMPLETION_VARIABLE).source())


def list_drivers() -> None:
    """Print the kinds of automated drivers, as they are typed, with a sentence on each."""
    from heat_tui.drivers.kinds import KINDS
    from heat_tui.typesetting import aligned

    click.echo("\n".join(aligned([[f"@{name}", translated(kind.description)] for name, kind in KINDS.items()])))


def _name(name: str = "name") -> click.Argument:
    return click.Argument([name])


def _file() -> click.Argument:
    return click.Argument(["file"], type=click.Path(path_type=Path))


def _race(help: str) -> options.Flag:
    return options.Flag(["--race", "number"], type=int, metavar="N", help=help)


def _with_default(
    names: Sequence[str], kind: click.ParamType[Any], default: object, help: str, metavar: str | None = None
) -> options.Flag:
    return options.Flag(names, type=kind, default=default, show_default=True, help=help, metavar=metavar)


def _format(formats: Sequence[str]) -> options.Flag:
    return _with_default(["--format", "form"], click.Choice(formats), formats[0], N_("The output format."))


heat_tui.add(
    "race",
    "playing:play_race",
    N_("Race in the full-screen game. It asks for whatever the options leave open."),
    *options.APP_FLAGS,
)
heat_tui.add(
    "season",
    "playing:play_season",
    N_("Race a championship in the full-screen game: one year, a custom season or a career."),
    *options.SEASON_FLAGS,
)
heat_tui.add(
    "resume",
    "playing:play_saved",
    N_("Resume a saved race in the full-screen game: the latest unfinished one, or the one named."),
    click.Argument(["name"], default=""),
    *options.SETTING_FLAGS,
)
heat_tui.add(
    "replay",
    "playing:replay_saved",
    N_(
        "Replay a saved race in the full-screen game: the last finished one, or the one you name. A race that is not "
        "over is shown as everybody has seen it."
    ),
    click.Argument(["name"], default=""),
    _race(N_("Replay this race of a season, from 1; the last finished one if you leave it out.")),
    options.Flag(["--from", "first"], type=int, metavar="ROUND", help=N_("The round to start from.")),
    options.Flag(["--to", "last"], type=int, metavar="ROUND", help=N_("The last round to record.")),
    _with_default(["--speed"], click.Choice(options.SPEEDS), options.SPEEDS[1], N_("The playback speed.")),
    options.Flag(
        ["--export", "file"],
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=N_(
            "Save the replay to a new file instead of showing it: FILE.cast is a recording for asciinema and other "
            "players, FILE.svg a picture of the moment at which it starts."
        ),
    ),
    options.Flag(
        ["--size"],
        type=options.read_size,
        metavar="COLUMNSxROWS",
        help=N_("The size of the recording or picture. Default: 120x40."),
    ),
    *options.SETTING_FLAGS,
)
heat_tui.add(
    "plain",
    "lines:race_in_lines",
    N_("Race in lines of text, for any terminal, a screen reader or a pipe. Plays seasons too."),
    *options.LINE_FLAGS,
)
_database = options.Flag(
    ["--database"], metavar="URL", help=N_("The database of the tables. Default: a file among your saves.")
)
_SITTING = (
    options.Flag(["--plain"], is_flag=True, help=N_("Play in lines of text instead of the full-screen game.")),
    _database,
    options.BRIEF,
    *options.SETTING_FLAGS,
)
_who = options.Flag(
    ["--as", "who"], default="", metavar="NAMES", help=N_("The people at this screen, separated by commas.")
)
_NAMED = (
    options.Flag(["--name"], default="", metavar="NAME", help=N_("The name of the table. Default: its track.")),
    _who,
)
heat_tui.add(
    "table",
    "sitting:open_table",
    N_("Open a table that several screens share, and sit down at it. The others sit down with heat-tui sit."),
    *options.TABLE_FLAGS,
    *_NAMED,
    *_SITTING,
)
heat_tui.add(
    "sit",
    "sitting:sit",
    N_("Sit down at a shared table, or come back to it."),
    _name(),
    _who,
    options.Flag(["--take-over"], is_flag=True, help=N_("Take the seat even if another screen has it.")),
    *_SITTING,
)
heat_tui.add(
    "watch",
    "sitting:watch",
    N_("Watch a race of automated drivers, or a shared table without a seat."),
    click.Argument(["name"], default=""),
    *_SITTING,
)
heat_tui.add(
    "tables",
    "sitting:list_tables",
    N_("List the shared tables and whose turn it is, or close one."),
    options.Flag(["--close"], default="", metavar="NAME", help=N_("Close this table for everybody.")),
    _database,
)
heat_tui.add(
    "host",
    "hosting:host",
    N_("Open a table that friends reach by ssh or with a browser, and sit down at it."),
    *options.TABLE_FLAGS,
    *_NAMED,
    *options.HOST_FLAGS,
    _database,
)
heat_tui.add_command(options.Command("door", callback=options.does("hosting:door"), hidden=True))
heat_tui.add(
    "sim",
    "sim:simulate",
    N_("Simulate races or seasons of automated drivers, and count wins, places, rounds, spin outs and Heat."),
    *options.SIM_FLAGS,
)
heat_tui.add(
    "standings",
    "saves:print_standings",
    N_("Print the standings of a saved season, as a table or for other programs."),
    _name(),
    _format(options.FORMATS),
)
heat_tui.add("drivers", "commands:list_drivers", N_("List the automated drivers."))
heat_tui.add("paths", "tracks:show_paths", N_("Show where saves, tracks, settings and reports are."))
heat_tui.add(
    "completion",
    "commands:complete",
    N_("Print a completion script for a shell, to load from its start-up file."),
    click.Argument(["shell"], type=click.Choice(SHELLS)),
)

_tracks = _below("tracks", "tracks:list_all", N_("List, show, check, import or edit tracks."))
_tracks.add("list", "tracks:list_all", N_("List all tracks."))
_tracks.add(
    "show",
    "tracks:show",
    N_("Draw a track as text, with its corners, limits and lines."),
    _name("track"),
    _with_default(["--width"], click.IntRange(40, 400), 78, N_("The width of the drawing, in columns."), "COLUMNS"),
    _with_default(["--height"], click.IntRange(16, 200), 22, N_("The height of the drawing, in lines."), "LINES"),
)
_tracks.add(
    "check",
    "tracks:check",
    N_("Report every error in a track file and where it is."),
    click.Argument(["files"], nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."),
)
_tracks.add(
    "import",
    "tracks:import_file",
    N_(
        "Import a track.\n\nFILE is a circuit from the editor of the official online adaptation (.heat or .json), the "
        "track file of a friend, or a saved race on a track that you do not have."
    ),
    _file(),
    options.Flag(["--as", "track_id"], default="", metavar="ID", help=N_("The id of the new track.")),
    options.Flag(["--force"], is_flag=True, help=N_("Replace a track of yours that has the same id.")),
)
_tracks.add(
    "edit",
    "playing:edit_track",
    N_("Draw a track in the full-screen game: a new one, your own of that name, or a copy of one of the game's."),
    click.Argument(["name"], default=""),
    *options.SETTING_FLAGS,
)
_tracks.add("schema", "tracks:print_schema", N_("Print the JSON Schema of track files."))

_saves = _below("saves", "saves:list_all", N_("List, show, export, import, rename or delete saved races."))
_saves.add("list", "saves:list_all", N_("List all saved races, the most recent first."))
_saves.add(
    "show",
    "saves:show",
    N_("Show the state of a saved race."),
    _name(),
    options.Flag(["--log"], is_flag=True, help=N_("Print the whole race, or all races of a season.")),
    options.BRIEF,
    _race(N_("Show only this race of a season, from 1.")),
)
_saves.add(
    "figures",
    "saves:figures",
    N_("Print all figures of a saved race, or of the races of a season: by car, by corner line crossed and by round."),
    _name(),
    _format(options.TABLE_FORMATS),
    options.Flag(
        ["--table"],
        type=click.Choice(options.TABLES),
        help=N_("Print only this table; CSV prints one at a time, by default the cars."),
    ),
    _race(N_("Print only this race of a season, from 1.")),
)
_saves.add("code", "saves:print_code", N_("Print the code of a finished race, with its result to beat."), _name())
_saves.add("export", "saves:export", N_("Export a saved race to a file or a folder."), _name(), _file())
_saves.add("import", "saves:import_file", N_("Import a save file."), _file())
_saves.add("rename", "saves:rename", N_("Rename a saved race."), _name(), _name("new"))
_saves.add("delete", "saves:delete", N_("Delete a saved race permanently."), _name())

_book = _below(
    "book", "book:list_drivers", N_("Show the drivers' book: the results of all races, by driver and track.")
)
_AUTOMATED = options.Flag(
    ["--automated"], is_flag=True, help=N_("Count automated drivers and Legends instead of people.")
)
for _word, _where, _help, _arguments in (
    ("drivers", "list_drivers", N_("List all drivers, with their wins, places and ratings."), ()),
    ("driver", "show_driver", N_("Show everything about a driver."), (_name(),)),
    ("h2h", "show_duel", N_("Compare two drivers in the races that they were both in."), (_name(), _name("other"))),
    ("records", "list_records", N_("List people's records on every track, by laps and rules."), (_AUTOMATED,)),
    ("tracks", "list_tracks", N_("List the tracks that have been raced on."), (_AUTOMATED,)),
    ("seasons", "list_seasons", N_("List the titles, and the standings of all seasons."), ()),
):
    _book.add(_word, f"book:{_where}", _help, *_arguments, _format(options.TABLE_FORMATS))
_book.add(
    "races",
    "book:list_races",
    N_("List the latest races."),
    options.Flag(
        ["--last", "most"], type=click.IntRange(1), metavar="N", help=N_("The number of races. Default: all.")
    ),
    _format(options.TABLE_FORMATS),
)
_book.add("rebuild", "book:rebuild", N_("Rebuild the book from your saved races."))
_book.add("merge", "book:merge_names", N_("Count the races under one name for another person."), _name(), _name("into"))
_book.add("unmerge", "book:unmerge_name", N_("Count the races of a merged name separately again."), _name())
