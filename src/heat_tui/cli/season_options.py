"""The options of a season, the same for every command that starts one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypedDict, TypeVar

import click

from heat_tui.language import _
from heat_tui.table.presets import LEVELS, NO_GARAGE, SETS, Level

F = TypeVar("F", bound=Callable[..., object])

Laps = int | tuple[int, ...]
"""Laps of a race; of a season, of all races or of one after the other."""

SEASONS: Final = ("1961", "1962", "1963", "1964", "1965", "custom", "career")
"""The seasons by name; `modules.championship` has them too, and is not loaded for this."""


FORMATS: Final = ("text", "csv", "json", "markdown")
"""How standings can be printed; `table.season_export` has the same."""


class CalendarArguments(TypedDict):
    """The options that say which season is raced, as click hands them over; None where one was not given."""

    season: str | None
    length: int | None
    tracks: str | None
    events: str | None


class SeasonRuleArguments(CalendarArguments):
    """The options that say by which rules, and with how many Legends."""

    legends: int | None
    laps: Laps | None
    garage: Level | None
    sets: str | None
    tournament: bool | None
    aggressive: bool | None
    pro: int
    mulligan: bool
    retire: bool
    memory_aid: bool | None
    handicap: tuple[str, ...]


class SeasonArguments(SeasonRuleArguments):
    """All options of a season in the app."""

    drivers: str | None
    open_table: bool
    seed: int | None


def read_laps(context: click.Context, option: click.Parameter, typed: str | None) -> Laps | None:
    """A number of laps, or several with commas. Raises BadParameter."""
    if typed is None:
        return None
    try:
        laps = tuple(int(each) for each in typed.split(","))
    except ValueError as error:
        from heat_tui.prose.names import quoted

        raise click.BadParameter(
            _("{text} is no number, and no numbers with commas.").format(text=quoted(typed))
        ) from error
    return laps[0] if len(laps) == 1 else laps


def with_options(options: Sequence[Callable[[F], F]], command: F) -> F:
    """Give a command options, the first of them on top of its help."""
    for option in reversed(options):
        command = option(command)
    return command


def complete_tracks(context: click.Context, option: click.Parameter, typed: str) -> list[str]:
    """The tracks that a shell may complete, behind those that are typed already."""
    from heat_tui.files.tracks import track_ids

    return _completed(track_ids(), typed)


def complete_sets(context: click.Context, option: click.Parameter, typed: str) -> list[str]:
    """The sets that a shell may complete, behind those that are typed already."""
    return _completed(SETS, typed)


def season_option(name: str) -> Callable[[F], F]:
    """The option that names a season."""
    return click.option(
        name,
        "season",
        type=click.Choice(SEASONS),
        help=_("A championship: a year, a season of your own, or the three seasons of a career."),
    )


CALENDAR: Final = (
    click.option(
        "--length",
        type=int,
        metavar="N",
        help=_("The races of a custom season, 1 to 10; 4 if nothing says otherwise."),
    ),
    click.option(
        "--tracks",
        metavar="NAMES",
        shell_complete=complete_tracks,
        help=_("The tracks of a custom season, with commas; what is not named is drawn by lot."),
    ),
    click.option(
        "--events",
        metavar="NUMBERS",
        help=_("The events of a custom season, 1 to 18 with commas; what is not named is drawn by lot."),
    ),
)
"""The options of a custom season."""

SEASON_RULES: Final = (
    click.option(
        "--garage",
        type=click.Choice([level for level in LEVELS if level != NO_GARAGE]),
        help=_("Which upgrades are drafted: the basic ones, the advanced ones, or both."),
    ),
    click.option(
        "--sets",
        metavar="NAMES",
        shell_complete=complete_sets,
        help=_(
            "Whose upgrades and Sponsorships are in play, with commas: base,heavy_rain,tunnel_vision. The base game "
            "always is, and so is the set of the year."
        ),
    ),
)
"""What is said of the cards of a season."""


def _completed(names: Sequence[str], typed: str) -> list[str]:
    before, comma, begun = typed.rpartition(",")
    named = before.split(",")
    return [before + comma + name for name in names if name.startswith(begun) and name not in named]
