"""The options of a race, the same for every command that starts one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypedDict, TypeVar

import click

from heat_tui.language import _

F = TypeVar("F", bound=Callable[..., object])


class RaceArguments(TypedDict):
    """The options as click hands them over; None where an option was not given."""

    track: str | None
    drivers: str | None
    cars: int | None
    legends: int | None
    laps: int | None
    pro: int
    mulligan: bool
    handicap: tuple[str, ...]
    retire: bool
    memory_aid: bool | None
    open_table: bool
    seed: int | None
    tutorial: bool


class LineArguments(RaceArguments):
    """Those of a race in lines, which can go on with a saved one."""

    resume: str | None


class AppArguments(RaceArguments):
    """Those of a race in the app, which can be one to watch."""

    watch: bool


_OPTIONS: Final = (
    click.option("--track", metavar="TRACK", help=_("A track by name (see: heat-tui tracks) or a track file.")),
    click.option(
        "--drivers",
        metavar="NAMES",
        help=_("Who drives, with commas: Ada,Bo,@steady. Names are people; @steady and @chance are automated."),
    ),
    click.option("--cars", type=int, metavar="N", help=_("So many cars in all; Legends fill up.")),
    click.option("--legends", type=int, metavar="N", help=_("So many Legends.")),
    click.option("--laps", type=int, metavar="N", help=_("Laps; otherwise as printed on the track.")),
    click.option(
        "--pro", type=int, metavar="N", default=0, help=_("Legends drive 1 to 6 spaces further than printed.")
    ),
    click.option("--mulligan", is_flag=True, help=_("Everybody may swap the first hand for 1 Heat.")),
    click.option(
        "--handicap",
        multiple=True,
        metavar="SEAT=N",
        help=_("A driver, by name or seat, starts with 1 or 2 Heat fewer (may be repeated)."),
    ),
    click.option("--retire", is_flag=True, help=_("Once a car has finished, drivers may retire.")),
    click.option(
        "--memory-aid/--no-memory-aid",
        default=None,
        help=_("Whether odds know which of your cards are left in the draw deck (they do)."),
    ),
    click.option("--open-table", is_flag=True, help=_("No curtains: everybody may see all cards.")),
    click.option("--seed", type=int, metavar="N", help=_("The same seed and choices give the same race.")),
    click.option("--tutorial", is_flag=True, help=_("Learn the game: one lap of the USA with two Legends.")),
)
_RESUME: Final = click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[NAME]",
    help=_("Go on with a saved race: the latest, or the one of that name."),
)
_WATCH: Final = click.option(
    "--watch", is_flag=True, help=_("Watch automated drivers race, with pause and single steps; @steady if none said.")
)


def line_race_options(command: F) -> F:
    """Give a command all options of a race in lines."""
    return _with((*_OPTIONS, _RESUME), command)


def app_race_options(command: F) -> F:
    """Give a command all options of a race in the app."""
    return _with((*_OPTIONS, _WATCH), command)


def _with(options: Sequence[Callable[[F], F]], command: F) -> F:
    for option in reversed(options):
        command = option(command)
    return command
