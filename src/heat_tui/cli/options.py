"""The options of the commands and their help, mostly made from the tables of races, seasons and settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click
from click.core import augment_usage_errors

from heat_tui import language
from heat_tui.game.setup.options import CALENDAR, RACE, RULES, SEASON, SETS, Laps
from heat_tui.language import N_, _, translated
from heat_tui.store.schema import Option, Refused, named
from heat_tui.store.settings import SETTINGS
from heat_tui.typesetting import listed

Given = Mapping[str, object]
"""The arguments of a command by name, as passed by click; the names of settings begin with `SETTING`."""

SETTING: Final = "setting_"
FORMATS: Final = ("text", "csv", "json", "markdown")
"""The formats of standings, as in `game.telling.export`."""
TABLES: Final = ("cars", "corners", "rounds")
"""The tables of figures, as in `game.figures.race_tables`."""
TABLE_FORMATS: Final = FORMATS[:3]
"""The formats of figures and the drivers' book, as in `game.figures.race_tables` and `game.book.report`."""


class TranslatedHelp:
    """A mixin that translates the help of a command or an option into the player's language when click reads it."""

    _english: str | None = None

    @property
    def help(self) -> str | None:
        return translated(self._english) if self._english else self._english

    @help.setter
    def help(self, english: str | None) -> None:
        self._english = english


class Flag(TranslatedHelp, click.Option):
    """An option with translated help."""


class Command(TranslatedHelp, click.Command):
    """A command with translated help, whose errors know which command they belong to."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises UsageError with a context, which click leaves out if a value is missing."""
        with augment_usage_errors(ctx):
            return super().parse_args(ctx, args)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the help option, if any, translated again because another option may have changed the language."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _("Show this message and exit.")
        return option

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help; click ends it only at a blank, which not all languages have."""
        return re.split(r"(?<=[.])\s|(?<=。)", self.help or "")[0]


def does(where: str) -> Callable[..., None]:
    """Return a callback that imports and calls a function, such as "saves:show", when it runs.

    It raises Refused for settings typed before a command that does not take them.
    """
    module, name = where.split(":")

    def run(**arguments: object) -> None:
        context = click.get_current_context()
        if SETTING_FLAGS[0] not in context.command.params:
            refuse_settings(context.find_root().params, context.command_path)
        getattr(import_module(f"heat_tui.cli.{module}"), name)(**arguments)

    return run


class Group(Command, click.Group):
    """A group of commands."""

    def add(self, name: str, where: str, help: str, *params: click.Parameter) -> None:
        """Add a command that calls the function at `where`, such as "saves:show"."""
        self.add_command(Command(name, callback=does(where), params=[*params], help=help))


SPEEDS: Final = ("slow", "normal", "fast")
"""The playback speeds of a replay."""
SIZE: Final = (120, 40)
"""The default size of a recording or a picture, in columns and rows."""
_SMALLEST, _LARGEST = (80, 24), (400, 120)


def read_size(typed: str) -> tuple[int, int]:
    """Return the columns and rows in a typed size. Raises BadParameter."""
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", typed, re.ASCII)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if all(least <= extent <= most for least, extent, most in zip(_SMALLEST, size, _LARGEST, strict=True)):
        return size
    least, most = ("{}x{}".format(*each) for each in (_SMALLEST, _LARGEST))
    words = N_("{text} is not a size from {least} to {most}; give columns and rows, such as 120x40.")
    raise _refusal(words, typed, least=least, most=most)


def _read_laps(typed: str) -> Laps:
    """Return the typed number of laps, a tuple if several were typed. Raises BadParameter."""
    try:
        laps = tuple(map(int, listed(typed)))
    except ValueError as error:
        words = N_("{text} is not a number of laps; give one, or several separated by commas.")
        raise _refusal(words, typed) from error
    return laps[0] if len(laps) == 1 else laps


def _refusal(message: str, typed: str, **facts: str) -> click.BadParameter:
    from heat_tui.words.names import quoted

    return click.BadParameter(translated(message).format(text=quoted(typed), **facts))


def _completing(names: Callable[[], Sequence[str]]) -> Callable[..., list[str]]:
    """Return a completer for the last name of a comma-separated list."""

    def completed(context: click.Context, option: click.Parameter, typed: str) -> list[str]:
        before, comma, begun = typed.rpartition(",")
        named = before.split(",")
        return [before + comma + name for name in names() if name.startswith(begun) and name not in named]

    return completed


def _known_tracks() -> Sequence[str]:
    from heat_tui.store.tracks import track_ids

    return track_ids()


def _use_language(typed: str) -> str:
    """Use the typed language from now on, and return its code. Raises BadParameter."""
    code = language.matching(typed)
    if code is None:
        words = N_("no language is called {text}; choose one of {known}.")
        raise _refusal(words, typed, known=language.row(language.languages()))
    language.use(code)
    return code


_KNOWN_LANGUAGES: Final = language.languages()
_SPECIAL: Final[Mapping[str, dict[str, Any]]] = {
    "laps": {"type": _read_laps},
    "track": {"shell_complete": _completing(_known_tracks)},
    "tracks": {"shell_complete": _completing(_known_tracks)},
    "sets": {"shell_complete": _completing(lambda: SETS)},
    "pro": {"default": 0},
    "language": {
        "metavar": "|".join(_KNOWN_LANGUAGES),
        "is_eager": True,
        "type": _use_language,
        "hidden": len(_KNOWN_LANGUAGES) == 1,
    },
}
"""The arguments for click that replace or extend those made from the row of an option, by option."""


def _type(row: Option) -> click.ParamType[Any]:
    """Return the type of an option's values: whole numbers, in the range of the choices if there are any, or text."""
    numbers = [choice for choice in row.choices if isinstance(choice, int)]
    if row.metavar == "N" and numbers:
        return click.IntRange(min(numbers), max(numbers))
    return click.INT if row.metavar == "N" else click.STRING


def _flag(row: Option, prefix: str = "", **more: object) -> Flag:
    arguments: dict[str, Any] = {"metavar": row.metavar, "type": _type(row)}
    if row.is_switch:
        arguments = {"is_flag": True, "default": None if "/" in row.flag else False}
    elif "/" in row.flag:
        on, off = (each.removeprefix("--") for each in row.flag.split("/"))
        arguments = {"is_flag": True, "default": None, "callback": lambda *typed: {True: on, False: off}.get(typed[-1])}
    elif not row.metavar:
        arguments = {"type": NamedChoice({str(choice): words for choice, words in row.choices.items()})}
    arguments |= _SPECIAL.get(row.name, {})
    return Flag([row.flag, prefix + row.name], multiple=row.repeated, **{"help": row.help, **arguments, **more})


class NamedChoice(click.Choice[str]):
    """A choice of one value, entered as its key or as the name shown on screens."""

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__([*names])
        self._names = names

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the chosen value. Raises BadParameter."""
        return super().convert(named(value, self._names) or value, param, ctx)


def _flags(names: Iterable[str]) -> list[click.Parameter]:
    return [_flag(RACE[name]) for name in names]


SETTING_FLAGS: Final[list[click.Parameter]] = [_flag(row, SETTING) for row in SETTINGS.values() if row.flag]
_RACE: Final[list[click.Parameter]] = [
    *(_flag(row) for row in RACE.values() if row.flag and row.part != "calendar"),
    Flag(["--tutorial"], is_flag=True, help=N_("Learn the game: one lap of the USA with two Legends.")),
    Flag(["--code"], metavar="CODE", help=N_("Race the challenge in a code; --drivers names the people in it.")),
    Flag(["--daily"], is_flag=True, help=N_("Race the race of the day: the same for everybody on that date.")),
    Flag(["--date"], metavar="DATE", help=N_("With --daily: another day, such as 2026-11-22. Default: today.")),
    Flag(
        ["--ghost"], metavar="NAME", help=N_("Race against the ghost of a saved race, on its track and over its laps.")
    ),
]
BRIEF: Final = Flag(
    ["--brief"], is_flag=True, help=N_("Say what happens in a short line for each turn, without the reasons.")
)
LINE_FLAGS: Final = [
    *_RACE,
    Flag(
        ["--resume"],
        is_flag=False,
        flag_value="",
        metavar="[NAME]",
        help=N_("Resume a saved race: the latest, or the one named."),
    ),
    BRIEF,
    *_flags(CALENDAR),
]
APP_FLAGS: Final = [
    *_RACE,
    Flag(
        ["--watch"],
        is_flag=True,
        help=N_("Watch automated drivers race; you can pause and take single steps. Default drivers: @steady."),
    ),
    *SETTING_FLAGS,
]
TABLE_FLAGS: Final = [*(_flag(row) for row in RACE.values() if row.flag)]
_PORT: Final = click.IntRange(1, 65535)
HOST_FLAGS: Final = [
    Flag(["--ssh"], type=_PORT, default=2222, show_default=True, metavar="PORT", help=N_("The port for ssh.")),
    Flag(["--web"], type=_PORT, default=8080, show_default=True, metavar="PORT", help=N_("The port of the page.")),
    Flag(["--no-web"], is_flag=True, help=N_("Do not serve browsers.")),
    Flag(["--lan"], is_flag=True, help=N_("Let the local network in. Default: this machine only.")),
    Flag(["--bind"], metavar="ADDRESS", help=N_("Let others in at this address of the machine.")),
    Flag(["--url"], metavar="URL", help=N_("The address of the page behind a proxy on this machine.")),
    Flag(["--headless"], is_flag=True, help=N_("Only serve: guests choose among all open tables.")),
    Flag(["--open-only"], is_flag=True, help=N_("Only open the table, for a server that runs already.")),
]
SEASON_FLAGS: Final = [
    *(_flag(replace(row, flag="--year") if row.name == "season" else row) for row in SEASON.values() if row.flag),
    *SETTING_FLAGS,
]
SIM_FLAGS: Final = [
    *_flags(["track"]),
    _flag(RACE["cars"], help=N_("The number of cars, Legends included. Default: 4.")),
    *_flags(["laps"]),
    _flag(
        RACE["seats"],
        metavar="KINDS",
        default="@steady",
        show_default=True,
        help=N_(
            "The kinds of automated driver (heat-tui drivers lists them), separated by commas. They repeat in order "
            "until every car has a driver."
        ),
    ),
    _flag(RACE["legends"], help=N_("How many of the cars are Legends.")),
    *_flags([*RULES, "memory_aid", "handicap"]),
    Flag(
        ["--races"], type=int, metavar="N", default=100, show_default=True, help=N_("The number of races or seasons.")
    ),
    _flag(
        RACE["seed"],
        default=0,
        show_default=True,
        help=N_("The seed of the first race or season; each later one adds 1."),
    ),
    Flag(["--json", "as_json"], is_flag=True, help=N_("Print the figures as JSON instead of a table.")),
    Flag(
        ["--out"],
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=N_("Write a line for each car of each race to a new file, FILE.csv or FILE.jsonl."),
    ),
    Flag(
        ["--jobs"],
        type=int,
        metavar="N",
        help=N_(
            "The number of processes that race at the same time. Default: one for each core, and 1 for fewer "
            "than 20 races."
        ),
    ),
    Flag(
        ["--scheduler"],
        metavar="ADDRESS",
        help=N_("Race on a Dask cluster, such as tcp://127.0.0.1:8786, instead of this machine."),
    ),
    *_flags(CALENDAR),
]


def refuse_settings(given: Given, command: str) -> None:
    """Raise Refused for settings other than the language among the arguments: the command does not use them."""
    if settings_in(given).keys() - {"language"}:
        only = N_("These settings apply only to the full-screen game; leave them out of {command}.")
        raise Refused(only, command=command)


def settings_in(given: Given) -> dict[str, object]:
    """Return the settings among the arguments, by name."""
    return {
        name.removeprefix(SETTING): value
        for name, value in given.items()
        if name.startswith(SETTING) and value is not None
    }
