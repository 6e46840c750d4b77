"""A season before its start (E1, E2, E12)."""

from __future__ import annotations

from typing import Literal

from heat_tui.engine.module import Module
from heat_tui.engine.record import record
from heat_tui.engine.refusal import IllegalSetup, refuse
from heat_tui.engine.rng import stream
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.championship.calendar import EVENTS, MOST_RACES, YEARS, SeasonRace
from heat_tui.modules.championship.event_rules import EVENT_RULES
from heat_tui.modules.championship.rules import Championship
from heat_tui.modules.garage import Garage
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.weather import Weather

TITLES = (*YEARS, "custom", "career")
"""What a season can be: one of the years, one of one's own, or the three of a career (E1, E12)."""

SEED_STREAM = 700
"""The streams of chance from which the races of a season get their seeds begin here."""


@record
class SeasonSetup:
    """A season before its start.

    `calendar` are its races, 1-10; `parts` the numbers of races of the seasons of a career, empty for one season.
    `title` is "1961" to "1965", "custom" or "career". `modules` are the optional rules beside those that a championship
    always has: Legends and the tournament mode. The rest is as in `RaceSetup` and `Garage`.
    """

    calendar: tuple[SeasonRace, ...]
    seats: tuple[str, ...]
    seed: int = 0
    title: str = "custom"
    parts: tuple[int, ...] = ()
    level: Literal["basic", "advanced", "both"] = "both"
    sets: tuple[str, ...] = ("base",)
    colours: tuple[str, ...] = ()
    handicap: tuple[int, ...] = ()
    mulligan: bool = False
    retire: bool = False
    memory_aid: bool = True
    modules: tuple[Module, ...] = ()


@record
class Carried:
    """What comes into a race from those before it.

    `order` is the grid, empty where chance draws it; `upgrades` and `sponsorships` are every seat's, `scores` the
    points of every car, empty before the first race.
    """

    order: tuple[int, ...]
    upgrades: tuple[tuple[str, ...], ...]
    sponsorships: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]


def nothing_carried(setup: SeasonSetup) -> Carried:
    """What comes into the first race."""
    none: tuple[tuple[str, ...], ...] = ((),) * len(setup.seats)
    return Carried((), none, none, ())


def check_season(setup: SeasonSetup) -> None:
    """Raises IllegalSetup where the season cannot be raced; that of each race is checked when it is set up."""
    races = len(setup.calendar)
    if not 1 <= races <= MOST_RACES:
        raise IllegalSetup(refuse("calendar-length", races=races, most=MOST_RACES))
    if setup.parts and (sum(setup.parts) != races or min(setup.parts) < 1):
        raise IllegalSetup(refuse("parts-of-calendar", races=races))
    if not 0 <= setup.seed < 1 << 63:
        raise IllegalSetup(refuse("seed-out-of-range", seed=str(setup.seed)))
    for race in setup.calendar:
        if race.event not in EVENTS:
            raise IllegalSetup(refuse("no-such-event", event=race.event, most=max(EVENTS)))


def race_setup(setup: SeasonSetup, index: int, carried: Carried) -> RaceSetup:
    """The race `index`, from 0, of a season."""
    race = setup.calendar[index]
    own: tuple[Module, ...] = (
        Garage(setup.level, "normal", setup.sets, carried.upgrades),
        Weather(late=True),
        Championship(
            race.event,
            index + 1,
            len(setup.calendar),
            carried.order,
            carried.sponsorships,
            carried.scores,
            setup.sets,
        ),
        EVENT_RULES[race.event],
    )
    special: tuple[Module, ...] = (Spaces(),) if race.track.flooded or race.track.tunnel else ()
    return RaceSetup(
        race.track,
        setup.seats,
        stream(setup.seed, SEED_STREAM + index) >> 1,
        race.laps,
        setup.colours,
        setup.handicap,
        setup.mulligan,
        setup.retire,
        setup.memory_aid,
        (*setup.modules, *own, *special),
    )
