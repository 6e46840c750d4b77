"""A season: races in sequence, their points (E3, E6, E8, E12), and what is carried from each race to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from heat_tui.engine.actions import Action, KeepUpgrade
from heat_tui.engine.codec import Kinds, read, table_of
from heat_tui.engine.decisions import Decision, KeepDecision, NextRaceDecision
from heat_tui.engine.events import ChoiceForced, Event
from heat_tui.engine.forecast import Forecast, forecast
from heat_tui.engine.module import Data, Module
from heat_tui.engine.race import Race, points
from heat_tui.engine.record import IllegalAction, IllegalSetup, copied, record, refuse
from heat_tui.engine.rng import stream
from heat_tui.engine.ruleset import Ruleset
from heat_tui.engine.setup import RaceSetup, TableRules, table_rules
from heat_tui.engine.view import SeatView
from heat_tui.modules.championship.calendar import MOST_RACES, YEARS, SeasonRace
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.events import PointsScored, SeasonEnded, SeasonRaceBegan, UpgradeKept
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.state import KEYS, pool_of
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.market import market_of
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.weather import Weather


@record
class RaceResult:
    """The result of a race: the cars in order, the points of each by index, and how many have `finished`."""

    order: tuple[int, ...]
    points: tuple[int, ...]
    finished: int


def result_of(race: Race) -> RaceResult:
    """Return the result of a race that is over (E6)."""
    scored = points(race)
    return RaceResult(race.standings, tuple(scored[index] for index in range(len(race.cars))), len(race.finished))


def totals(results: Sequence[RaceResult], cars: int) -> tuple[int, ...]:
    """Return the total points of every car, by index."""
    return tuple(sum(result.points[car] for result in results) for car in range(cars))


def points_order(results: Sequence[RaceResult], cars: int) -> tuple[int, ...]:
    """Return the cars, by index, from the leader to the last (E8).

    A tie goes to the better place in the last race; without results, the order is that of the indices.
    """
    if not results:
        return tuple(range(cars))
    total, last = totals(results, cars), results[-1].order
    return tuple(sorted(range(cars), key=lambda car: (-total[car], last.index(car))))


def wins(results: Sequence[RaceResult], cars: int) -> tuple[int, ...]:
    """Return the number of races that each car has won; a race that nobody finished has no winner."""
    return tuple(sum(result.finished > 0 and result.order[0] == car for result in results) for car in range(cars))


RESULT: Kinds = {"order": tuple[int, ...], "points": tuple[int, ...], "finished": int}
PARTS: Kinds = {
    "index": int,
    **dict.fromkeys(("kept", "upgrades", "sponsorships"), tuple[tuple[str, ...], ...]),
    "race": object,
}
"""The fields that a snapshot keeps: `RESULT` for a race's result, `PARTS` for a season except its results."""


@dataclass(eq=False, slots=True)
class Season:
    """A season; begin one with `Season.start`.

    `race` is the current or latest race; `index` is its place in the calendar, from 0, and `carried` the cards carried
    into it. `results` are those of the races that are over. `kept` are the upgrades that seats keep for the next season
    of a career, in seat order, without the seats that still have to choose. `events` are those of the start.
    """

    setup: SeasonSetup
    race: Race
    index: int
    carried: Carried
    results: tuple[RaceResult, ...] = ()
    kept: tuple[tuple[str, ...], ...] = ()
    events: list[Event] = field(default_factory=list)

    @classmethod
    def start(cls, setup: SeasonSetup) -> Season:
        """Return a season at the start of its first race. Raises IllegalSetup if it or any race cannot be started."""
        check_season(setup)
        carried = nothing_carried(setup)
        for index in range(1, len(setup.calendar)):
            Ruleset(race_setup(setup, index, carried))
        season = cls(setup, Race.start(race_setup(setup, 0, carried)), 0, carried)
        season.events = [season._began(), *season.race.events]
        return season

    @property
    def decision(self) -> Decision | None:
        """The decision that is due now, in the race or between two races; None if the season is over."""
        if not self.race.over:
            return self.race.decision
        if self.index + 1 == len(self.setup.calendar):
            return None
        if self._keeps() and len(self.kept) < len(self.setup.seats):
            seat = len(self.kept)
            return KeepDecision(seat, tuple(market_of(self.race).owned[seat]))
        return NextRaceDecision(0)

    @property
    def over(self) -> bool:
        """True if all races are over."""
        return self.race.over and self.index + 1 == len(self.setup.calendar)

    @property
    def between_races(self) -> bool:
        """True if a race is over and the season has another."""
        return self.race.over and not self.over

    @property
    def cars(self) -> int:
        """The number of cars in the race, Legends included."""
        return len(self.race.cars)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of every car so far, by index (E6)."""
        return totals(self.results, self.cars)

    @property
    def standings(self) -> tuple[int, ...]:
        """The indices of the cars from the leader to the last, by points (E3, E8)."""
        return points_order(self.results, self.cars)

    def play(self, action: Action) -> list[Event]:
        """Carry out an action and all its effects, up to the next decision; return the events.

        The last action of a race also scores the race; `NextRace` begins the next one. Raises IllegalAction, with the
        season unchanged, if the action is refused or the season is over.
        """
        if self.race.over:
            return self._play_between(action)
        events = self.race.play(action)
        if not self.race.over:
            return events
        result = result_of(self.race)
        self.results += (result,)
        events.append(PointsScored(result.points))
        if self.over:
            events.append(SeasonEnded(self.standings))
        return [*events, *self._keep_by_force()]

    def _play_between(self, action: Action) -> list[Event]:
        decision = self.decision
        if decision is None:
            raise IllegalAction(refuse("season-over"))
        decision.check(action)
        if isinstance(action, KeepUpgrade):
            self.kept += ((action.card,),)
            return [UpgradeKept(decision.seat, action.card), *self._keep_by_force()]
        return self._next_race()

    def asking(self, seat: int) -> Season | None:
        """Return a copy that asks a seat now, as `Race.asking` does; None if the seat cannot be asked."""
        new, decision = self.clone(), self.decision
        if isinstance(decision, KeepDecision):
            new.kept += ((),) * (seat - len(self.kept))
            asked = new.decision if seat >= decision.seat else None
            return new if isinstance(asked, KeepDecision) and asked.sole() is None else None
        race = self.race.asking(seat)
        if race is None:
            return None
        new.race = race
        return new

    def clone(self) -> Season:
        """Return an independent copy without the `events`; it shares the setup and the race's rules."""
        new = copied(self)
        new.race = self.race.clone()
        new.events = []
        return new

    def view(self, seat: int | None) -> SeatView:
        """Return the facts that a seat may know about the race; for None, the public ones."""
        return self.race.view(seat)

    def forecast(self, seat: int, action: Action, seen: Callable[[SeatView], SeatView] | None = None) -> Forecast:
        """Return the effects of an action, from what a seat can know. Raises IllegalAction as `Race.forecast` does.

        During a race, `seen` is as in `Race.forecast`; between races, it has no effect.
        """
        if not self.race.over:
            return self.race.forecast(seat, action, seen)
        decision = self.decision
        if decision is None:
            raise IllegalAction(refuse("season-over"))
        if decision.seat != seat:
            raise IllegalAction(refuse("not-your-turn", seat=seat))
        return forecast(self.view(seat), decision, action)

    def rename(self, seat: int, name: str) -> None:
        """Change the name of a seat's driver, in the setup and in the race."""
        seats = self.setup.seats
        self.setup = replace(self.setup, seats=(*seats[:seat], name, *seats[seat + 1 :]))
        self.race.rules.rename(seat, name)

    def snapshot(self) -> dict[str, Data]:
        """Return the state as plain data: everything that `restore` needs besides the setup."""
        results: list[Data] = [table_of(result, RESULT) for result in self.results]
        return {
            "index": self.index,
            "results": results,
            **table_of(self, ("kept",)),
            **table_of(self.carried, ("upgrades", "sponsorships")),
            "race": self.race.snapshot(),
        }

    @classmethod
    def restore(cls, setup: SeasonSetup, data: Data) -> Season:
        """Return a season from its setup and a snapshot of it.

        Raises IllegalSetup if the season, or the race in progress, cannot be started; ValueError, LookupError or
        AssertionError if the data is not a snapshot of the season.
        """
        check_season(setup)
        parts, seats = read(data, PARTS), len(setup.seats)
        index, upgrades, sponsorships = parts["index"], parts["upgrades"], parts["sponsorships"]
        if index not in range(len(setup.calendar)) or not len(upgrades) == len(sponsorships) == seats:
            raise ValueError("the race or the number of seats does not match the setup")
        results, carried = results_of(data), Carried(upgrades, sponsorships)
        now = race_setup(setup, index, carried, results[:index])
        check_carried(now, carried)
        race = restored_race(now, parts["race"])
        season = cls(setup, race, index, carried, results, parts["kept"])
        if len(results) != index + race.over or any(len(each.order) != season.cars for each in results):
            raise ValueError("the results do not match the races")
        if race.over and not (results[index].order == race.standings and results[index] == result_of(race)):
            raise ValueError("the results do not match the races")
        check_kept(season.kept, market_of(race).owned if season.between_races and season._keeps() else ())
        return season

    def _began(self) -> Event:
        race = self.setup.calendar[self.index]
        return SeasonRaceBegan(self.index + 1, race.track.id, race.event)

    def _keeps(self) -> bool:
        """Return whether a season of a career ends with this race and another season follows (E12)."""
        return self.index + 1 in _openings(self.setup)

    def _keep_by_force(self) -> list[Event]:
        """If upgrades are kept now (`_keeps`), make the forced choices up to the next real one; return the events."""
        told: list[Event] = []
        if not self._keeps():
            return told
        for seat in range(len(self.kept), len(self.setup.seats)):
            owned = market_of(self.race).owned[seat]
            if len(set(owned)) > 1:
                break
            if len(owned) > 1:
                told.append(ChoiceForced(seat))
            told.append(UpgradeKept(seat, owned[0] if owned else None))
            self.kept += (tuple(owned[:1]),)
        return told

    def _next_race(self) -> list[Event]:
        """Begin the next race with the items that its drivers carry over; return the events (E5, E7, E12)."""
        race, seats = self.race, range(len(self.setup.seats))
        if self._keeps():
            upgrades, sponsorships = self.kept, nothing_carried(self.setup).sponsorships
        else:
            upgrades = tuple(tuple(market_of(race).owned[seat]) for seat in seats)
            sponsorships = tuple(_unused(race, seat) for seat in seats)
        self.index += 1
        self.kept = ()
        self.carried = Carried(upgrades, sponsorships)
        self.race = Race.start(race_setup(self.setup, self.index, self.carried, self.results))
        return [self._began(), *self.race.events]


def _openings(setup: SeasonSetup) -> frozenset[int]:
    """Return the indices in the calendar at which the later seasons of a career begin."""
    return frozenset(sum(setup.parts[:count]) for count in range(1, len(setup.parts)))


def _unused(race: Race, seat: int) -> tuple[str, ...]:
    """Return the Sponsorships that a driver has not used, sorted (E7)."""
    car = race.cars[seat]
    return tuple(sorted(card for card in (*car.hand, *car.deck, *car.discard) if card in KEYS))


def restored_race(setup: RaceSetup, data: Data) -> Race:
    """Return a race of a season from its snapshot. Raises ValueError or AssertionError for any other data."""
    try:
        race = Race.restore(setup, data)
    except (LookupError, TypeError) as wrong:
        raise ValueError("not a race of this season") from wrong
    if (race.step_name == "draft") == ("weather" in race.states):
        raise ValueError("weather drawn before the end of the draft, or missing after it")
    return race


def results_of(data: Data) -> tuple[RaceResult, ...]:
    """Return the results of a season's races that are over, from its snapshot. Raises ValueError for other data."""
    return tuple(_result(each) for each in read(data, {"results": list[object]})["results"])


def check_carried(race: RaceSetup, carried: Carried) -> None:
    """Raise ValueError unless a race has all the upgrades and Sponsorships that are carried into it."""
    for module in race.modules:
        if isinstance(module, Garage):
            _check_part(carried.upgrades, module.pool())
        elif isinstance(module, Championship):
            _check_part(carried.sponsorships, pool_of(module.sets))


def check_kept(kept: tuple[tuple[str, ...], ...], owned: Sequence[Sequence[str]]) -> None:
    """Raise ValueError unless each seat in `kept` keeps one of the cards that it `owned`, or none if it had none.

    The next seat, if any is left, has to have a choice of two or more kinds of card.
    """
    for cards, choice in zip(kept, owned, strict=False):
        if len(cards) != min(len(choice), 1) or not set(cards) <= set(choice):
            raise ValueError("a kept upgrade was not the seat's to keep")
    if len(kept) > len(owned) or any(len(set(choice)) < 2 for choice in owned[len(kept) : len(kept) + 1]):
        raise ValueError("a kept upgrade was not the seat's to keep")


def _check_part(cards: tuple[tuple[str, ...], ...], pool: Sequence[str]) -> None:
    if Counter(card for each in cards for card in each) - Counter(pool):
        raise ValueError("carried cards that are not in play")


def _result(data: Data) -> RaceResult:
    result = RaceResult(**read(data, RESULT))
    if sorted(result.order) != list(range(len(result.points))) or result.finished not in range(len(result.order) + 1):
        raise ValueError("not the result of a race")
    return result


TITLES = (*YEARS, "custom", "career")
"""The kinds of season: that of a year, a custom one, or the three of a career (E1, E12)."""

SEED_STREAM = 700
"""The first of the random streams that give the races of a season their seeds."""


@record
class SeasonSetup(TableRules):
    """A season before its start.

    `calendar` has its 1 to 10 races; `parts` the number of races in each season of a career, empty for a single season.
    `title` is "1961" to "1965", "custom" or "career". `modules` are the optional rules, such as Legends and tournament
    mode, besides those that a championship always has. The other fields are as in `RaceSetup` and `Garage`, but `sets`
    also selects the Sponsorships.
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
    modules: tuple[Module, ...] = ()
    chosen_seed: bool = field(default=False, compare=False)


@record
class Carried:
    """The cards of each seat that are carried into a race from earlier races."""

    upgrades: tuple[tuple[str, ...], ...]
    sponsorships: tuple[tuple[str, ...], ...]


def nothing_carried(setup: SeasonSetup) -> Carried:
    """Return the `Carried` of a season's first race: no upgrades and no Sponsorships."""
    none: tuple[tuple[str, ...], ...] = ((),) * len(setup.seats)
    return Carried(none, none)


def check_season(setup: SeasonSetup) -> None:
    """Raise IllegalSetup unless the number of races, the seed and the events are in range and any `parts` add up."""
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


def race_setup(setup: SeasonSetup, index: int, carried: Carried, results: tuple[RaceResult, ...] = ()) -> RaceSetup:
    """Return the setup of race `index`, from 0, of a season, after the results of the races before it.

    A season's first grid is drawn at random; later ones follow the points of that season alone (E3, E12).
    """
    race, cars = setup.calendar[index], len(results[0].order) if results else 0
    season = results[max((opening for opening in _openings(setup) if opening <= index), default=0) :]
    order, scores = points_order(season, cars) if season else (), totals(results, cars)
    own: tuple[Module, ...] = (
        Garage(setup.level, "normal", setup.sets, carried.upgrades),
        Weather(late=True),
        Championship(race.event, index + 1, len(setup.calendar), order, carried.sponsorships, scores, setup.sets),
        EVENTS[race.event].rule,
    )
    special: tuple[Module, ...] = (Spaces(),) if race.track.flooded or race.track.tunnel else ()
    return RaceSetup(
        race.track,
        setup.seats,
        stream(setup.seed, SEED_STREAM + index) >> 1,
        race.laps,
        setup.colours,
        setup.handicap,
        (*setup.modules, *own, *special),
        **table_rules(setup),
    )
