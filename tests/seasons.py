"""Seasons in any state that a test needs; everything goes through the public API, as in `tests.tables`."""

from __future__ import annotations

from random import Random
from typing import TypeVar, cast

from heat_tui.drivers import Chance
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.car import FINISHED, OUT, RACING, RETIRED
from heat_tui.engine.decisions import Decision, NextRaceDecision, PlanDecision
from heat_tui.engine.events import Event, RaceStarted
from heat_tui.engine.module import Data, Module
from heat_tui.modules.championship.calendar import (
    CAREER,
    YEARS,
    SeasonRace,
    career_calendar,
    custom_calendar,
    events_of,
    year_calendar,
)
from heat_tui.modules.championship.season import Season, SeasonSetup, result_of
from heat_tui.modules.championship.state import NAME, ChampionshipShown
from heat_tui.modules.garage.market import GarageShown
from heat_tui.modules.legends import Legends
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from tests.paddock import ALL_SETS, CALM
from tests.places import NAMES
from tests.tables import least, loop

TRACKS = {name: load_track(name) for name in BUILT_IN_IDS}

OVAL = loop(60, (20, 4), (40, 3), laps=1)

PARTS = tuple(len(YEARS[year]) for year in CAREER)
"""The number of races in each season of a career."""


def short(*events: int, drivers: int = 3, legends: int = 0, seed: int = 1, **options: object) -> SeasonSetup:
    """Return the setup of a season of one-lap races on an oval, each with one of these events."""
    calendar = tuple(SeasonRace(OVAL, event, 1) for event in events)
    return setup_of("custom", calendar, drivers, legends, seed, **options)


def of_year(title: str, *, drivers: int = 2, legends: int = 1, seed: int = 1, races: int = 4) -> SeasonSetup:
    """Return the setup of a year's season, of a career, or of a custom season of `races` races, with one lap a race."""
    parts: tuple[int, ...] = ()
    if title == "career":
        calendar, parts = career_calendar(TRACKS), PARTS
    elif title == "custom":
        numbers = [event.number for event in events_of(ALL_SETS)]
        calendar = custom_calendar(list(TRACKS.values()), numbers, races, seed)
    else:
        calendar = year_calendar(title, TRACKS)
    brief = tuple(SeasonRace(race.track, race.event, 1) for race in calendar)
    sets = ALL_SETS if title in ("1964", "1965", "custom") else ("base",)
    return setup_of(title, brief, drivers, legends, seed, parts=parts, sets=sets)


def setup_of(
    title: str, calendar: tuple[SeasonRace, ...], drivers: int, legends: int, seed: int, **options: object
) -> SeasonSetup:
    """Return the setup of a season with these races."""
    modules: tuple[Module, ...] = (Legends(legends),) if legends else ()
    return SeasonSetup(calendar, NAMES[:drivers], seed, title, modules=modules, **options)  # type: ignore[arg-type]


E = TypeVar("E", bound=Event)


class Told:
    """A season and all its events since it was set up."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.events: list[Event] = list(season.events)

    def play(self, *actions: Action) -> Told:
        """Play the actions in order."""
        for action in actions:
            self.events += self.season.play(action)
        return self

    def to(self, kind: type[Decision]) -> Told:
        """Use nothing optional up to a decision of this kind, which must come before the season ends."""
        while not isinstance(decision := self.season.decision, kind):
            assert decision is not None, "the season ended before"
            self.play(least(decision))
        return self

    def ended(self, *order: int, retired: tuple[int, ...] = (), out: tuple[int, ...] = ()) -> Told:
        """End the race: the cars in `order`, which ends with a driver, finish; `retired` and `out` left earlier."""
        self.to(PlanDecision)
        season = self.season
        data = season.snapshot()
        race = cast("dict[str, Data]", data["race"])
        _finish(race, order, retired, out, season.race.rules.finish)
        self.season = Season.restore(season.setup, data)
        index = self.season.index
        while self.season.index == index and not self.season.race.over:
            decision = self.season.decision
            assert decision is not None
            self.play(decision.sample(Random(1).random))
        assert self.season.results[-1] == result_of(self.season.race)
        return self

    def next(self) -> Told:
        """Play to the next pause between two races, using nothing optional, and start the next race."""
        return self.to(NextRaceDecision).play(NextRace())

    def raced(self, seed: int = 0) -> Told:
        """Choose at random until the next pause or the end of the season."""
        driver = Chance(seed)
        while (decision := self.season.decision) is not None and not isinstance(decision, NextRaceDecision):
            self.play(driver.choose(self.season.view(decision.seat), decision))
        return self

    def told(self, kind: type[E]) -> list[E]:
        """Return the events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def garage(self) -> GarageShown:
        """Return the open information of the garage."""
        shown = dict(self.season.view(None).shown)["garage"]
        assert isinstance(shown, GarageShown)
        return shown

    def championship(self) -> ChampionshipShown:
        """Return the open information of the championship."""
        shown = dict(self.season.view(None).shown)[NAME]
        assert isinstance(shown, ChampionshipShown)
        return shown

    def grid(self) -> tuple[int, ...]:
        """Return the grid of the latest race, from pole position."""
        return self.told(RaceStarted)[-1].grid

    def sponsorships(self, seat: int) -> list[str]:
        """Return a driver's Sponsorships, wherever they are except in the play area."""
        car = self.season.race.cars[seat]
        return sorted(card for card in car.hand + car.deck + car.discard if card.startswith("sponsor"))


def started(setup: SeasonSetup) -> Told:
    """Return a season just started."""
    return Told(Season.start(setup))


def career(**options: object) -> Told:
    """Return a career of six races, two a season, on the oval."""
    return started(short(*[CALM] * 6, parts=(2, 2, 2), **options))  # type: ignore[arg-type]


def _finish(
    race: dict[str, Data], order: tuple[int, ...], retired: tuple[int, ...], out: tuple[int, ...], finish: int
) -> None:
    """Leave only the last of `order` racing, on the last space before the finish line."""
    *ahead, last = order
    cars = race["cars"]
    assert isinstance(cars, list)
    statuses = {**dict.fromkeys(ahead, FINISHED), **dict.fromkeys(retired, RETIRED), **dict.fromkeys(out, OUT)}
    assert {*statuses, last} == {*range(len(cars))}, "every car is somewhere"
    for index, car in enumerate(cars):
        assert isinstance(car, dict)
        car.update(status=statuses.get(index, RACING), at=finish, spot=0)
    race.update(
        finished=[*ahead], retired=[*retired], out=[*out], order=[last], last=[last], asked=0, turns=0, stop=None
    )
