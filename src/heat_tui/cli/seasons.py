"""What the options of a season wish for, whichever front end races."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from heat_tui.cli.failures import BadInput
from heat_tui.cli.race_options import LineArguments, SimArguments
from heat_tui.cli.race_wishes import handicaps, read_sets
from heat_tui.cli.season_options import CalendarArguments, SeasonArguments, SeasonRuleArguments
from heat_tui.language import _
from heat_tui.prose.names import quoted
from heat_tui.table.presets import NO_GARAGE
from heat_tui.table.season_wishes import FIRST_SEASON, SeasonLevel, SeasonWishes
from heat_tui.table.seats import read_seats, whole_number

OF_RACES: Final = ("track", "preset", "draft", "weather", "cars", "tutorial", "resume")
"""The options that say something of a single race only."""

OF_SIMULATED_RACES: Final = ("track", "preset", "draft", "weather")
"""Those of races that nobody watches, where cars are counted instead of named."""

_USUAL: Final = (None, False)
"""How an option stands that was not given."""


def season_wishes(arguments: SeasonArguments, *, memory_aid: bool) -> SeasonWishes:
    """The season that is wished for, without drivers where none are named; `memory_aid` is the setting.

    Raises BadInput and BadSeats.
    """
    drivers = () if arguments["drivers"] is None else read_seats(arguments["drivers"])
    return replace(season_rules(arguments, memory_aid=memory_aid), drivers=drivers, seed=arguments["seed"])


def season_rules(arguments: SeasonRuleArguments, *, memory_aid: bool) -> SeasonWishes:
    """The season that is wished for, all but its drivers and its seed. Raises BadInput."""
    tracks, events = arguments["tracks"], arguments["events"]
    return SeasonWishes(
        title=arguments["season"] or FIRST_SEASON,
        legends=arguments["legends"] or 0,
        pro=arguments["pro"],
        aggressive=bool(arguments["aggressive"]),
        tournament=bool(arguments["tournament"]),
        level=_level(arguments),
        sets=None if arguments["sets"] is None else read_sets(arguments["sets"]),
        laps=arguments["laps"],
        races=arguments["length"],
        tracks=None if tracks is None else tuple(each.strip() for each in tracks.split(",")),
        events=None if events is None else tuple(_event(each.strip()) for each in events.split(",")),
        mulligan=arguments["mulligan"],
        retire=arguments["retire"],
        memory_aid=memory_aid if arguments["memory_aid"] is None else arguments["memory_aid"],
        handicap=handicaps(arguments["handicap"]),
    )


def refuse_race_options(arguments: LineArguments | SimArguments, names: Collection[str]) -> None:
    """Refuse beside a season what would be ignored. Raises BadInput."""
    given = [f"--{name}" for name, value in arguments.items() if name in names and value not in _USUAL]
    if given:
        raise BadInput(
            _("A season settles its tracks and its rules; leave out {given}.").format(given=", ".join(given))
        )


def refuse_season_options(arguments: CalendarArguments) -> None:
    """Refuse without a season what would be ignored. Raises BadInput."""
    given = {"--length": arguments["length"], "--tracks": arguments["tracks"], "--events": arguments["events"]}
    for option, value in given.items():
        if value is not None:
            raise BadInput(
                _("{option} is for a custom season; ask for it with {season}.").format(
                    option=option, season="--season custom"
                )
            )


def _level(arguments: SeasonRuleArguments) -> SeasonLevel:
    level = arguments["garage"] or "both"
    if level == NO_GARAGE:
        raise BadInput(_("A season is always raced with the garage; take its basic upgrades, the advanced, or both."))
    return level


def _event(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise BadInput(
            _("{text} is no event; give their numbers with commas, such as {example}.").format(
                text=quoted(text), example="--events 2,8,11"
            )
        )
    return number
