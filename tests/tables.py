"""Races in any state that a test wants to look at: small tracks, stacked decks, cars where they are needed.

Everything goes through the public way: a race is started, its snapshot is edited, and `Race.restore`
settles it to the next decision. Cards are written as words, "4 1 stress"; piles are
written in the order in which they are drawn, so the first word of `deck` is its top, and so for `discard`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from heat_tui.engine.actions import DONE, Action, Discard, Mulligan, Plan, React, Slipstream
from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    MulliganDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.events import Event
from heat_tui.engine.race import Race
from heat_tui.engine.ruleset import Data, Module
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Corner, Track
from heat_tui.modules.legends import Legends

E = TypeVar("E", bound=Event)
D = TypeVar("D", bound=Decision)

NAMES = ("Ada", "Bo", "Cem", "Dina", "Eli", "Fay", "Gus", "Hana")

RACE_LINE, OFF = 0, 1
"""The two spots of a space."""

STUCK = " ".join([HEAT] * 7)
"""A hand that lets its car stay where it is: seven Heat, hopelessly cluttered."""

FULL = "1 1 2 2 3 3 4"
"""A hand of seven: step 9 draws nothing, so that the piles stay as the turn has left them."""

BOOST = React("boost", "boost", 1)
ADRENALINE_MOVE = React("adrenaline", "adrenaline", 1)
NO_SLIPSTREAM = Slipstream(0)
SLIPSTREAM = Slipstream(2)
KEEP_ALL = Discard()


def cool(amount: int, source: str = "gear") -> React:
    """The action that cools down so many Heat."""
    return React("cooldown", source, amount)


def cards(words: str) -> tuple[str, ...]:
    """Cards from words."""
    return tuple(words.split())


def loop(
    spaces: int = 60,
    *corners: tuple[int, int] | tuple[int, int, int],
    laps: int = 2,
    heat: int = 6,
    stress: int = 3,
) -> Track:
    """A track with corners (line after, limit) or (line after, limit, legends line after).

    A legends line that is not given lies five spaces before its corner's. Without corners
    there is one that nobody meets: limit 99 before the last space but ten.
    """
    wanted = corners or ((spaces - 10, 99),)
    return Track(
        id="loop",
        name="Loop",
        set="test",
        laps=laps,
        heat=heat,
        stress=stress,
        spaces=spaces,
        direction="clockwise",
        corners=tuple(
            Corner(corner[0], corner[1], corner[2] if len(corner) == 3 else (corner[0] - 6) % spaces + 1)
            for corner in wanted
        ),
        race_line=((1, "left"),),
        flooded=(),
        tunnel=(),
        outline=tuple((0, 0) for _ in range(spaces)),
    )


@dataclass(frozen=True, kw_only=True)
class Place:
    """One car as it is put on the track; `at` is absolute: lap * spaces + space."""

    at: int
    spot: int = RACE_LINE
    gear: int = 1
    engine: int = 6
    hand: str = FULL
    deck: str = ""
    discard: str = ""
    play: str = ""
    status: str = "racing"
    colour: str = ""
    legend: bool = False


def driver(
    at: int,
    spot: int = RACE_LINE,
    *,
    gear: int = 1,
    engine: int = 6,
    hand: str = FULL,
    deck: str = "",
    discard: str = "",
    play: str = "",
    status: str = "racing",
    colour: str = "",
) -> Place:
    """A driver's car."""
    return Place(
        at=at,
        spot=spot,
        gear=gear,
        engine=engine,
        hand=hand,
        deck=deck,
        discard=discard,
        play=play,
        status=status,
        colour=colour,
    )


def legend(at: int, spot: int = RACE_LINE, *, colour: str = "", status: str = "racing") -> Place:
    """A Legend's car; Legends stand behind the drivers in the list of places."""
    return Place(at=at, spot=spot, gear=0, engine=0, hand="", colour=colour, status=status, legend=True)


def abreast(at: int) -> tuple[Place, Place]:
    """Two drivers side by side who will not move: a full space."""
    return driver(at, RACE_LINE, engine=0, hand=STUCK), driver(at, OFF, engine=0, hand=STUCK)


class Table:
    """A race and everything that has been told of it since it was put up."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.events: list[Event] = list(race.events)

    def play(self, *actions: Action) -> Table:
        """Play the actions one after the other."""
        for action in actions:
            self.events += self.race.play(action)
        return self

    def car(self, index: int = 0) -> Car:
        """A car by its index."""
        return self.race.cars[index]

    def asked(self, kind: type[D]) -> D:
        """The decision, which must be of this kind."""
        decision = self.race.decision
        assert isinstance(decision, kind), decision
        return decision

    def uses(self) -> tuple[Use, ...]:
        """The symbols on offer; none when step 5 asks nothing."""
        decision = self.race.decision
        return decision.uses if isinstance(decision, ReactDecision) else ()

    def told(self, kind: type[E], car: int | None = None) -> list[E]:
        """The events of a kind so far, of one car if it is named."""
        return [
            event
            for event in self.events
            if isinstance(event, kind) and (car is None or getattr(event, "car", None) == car)
        ]

    def pass_on(self, until: Callable[[Decision], bool] | None = None) -> Table:
        """Leave everything optional until the next planning, the end, or a decision that `until` asks for."""
        while (decision := self.race.decision) is not None and not isinstance(decision, PlanDecision):
            if until is not None and until(decision):
                break
            self.play(least(decision))
        return self

    def to(self, kind: type[Decision], seat: int | None = None) -> Table:
        """Leave everything optional up to a decision of this kind (of this seat), which must come this round."""
        self.pass_on(lambda decision: isinstance(decision, kind) and seat in (None, decision.seat))
        assert isinstance(self.race.decision, kind), self.race.decision
        return self

    def round(self, **plans: Plan) -> Table:
        """Let everybody plan, `seat0=...` as given and the others the least; stop before the first turn's choice."""
        while isinstance(decision := self.race.decision, PlanDecision):
            if self.car(decision.seat).plan is not None:
                break
            self.play(plans.get(f"seat{decision.seat}") or least(decision))
            if decision.seat == self._last_planner():
                break
        return self

    def _last_planner(self) -> int:
        drivers = self.race.cars[: len(self.race.setup.seats)]
        return max(car.index for car in drivers if car.status == "racing")


def least(decision: Decision) -> Action:
    """The action that does least: lowest gear and cards, nothing optional."""
    if isinstance(decision, ReactDecision):
        return DONE
    if isinstance(decision, SlipstreamDecision):
        return NO_SLIPSTREAM
    if isinstance(decision, DiscardDecision):
        return KEEP_ALL
    if isinstance(decision, MulliganDecision):
        return Mulligan(take=False)
    return next(decision.options())


def planning(
    track: Track,
    *places: Place,
    laps: int | None = None,
    retire: bool = False,
    pro: int = 0,
    legend_cards: tuple[int, ...] = (),
    seed: int = 1,
) -> Table:
    """A round about to be planned, everybody where `places` says.

    `legend_cards` are the next Legend cards to be turned over, by their place in the table of cards.
    """
    race = Race.start(_setup(track, places, laps=laps, retire=retire, pro=pro, seed=seed))
    data = race.snapshot()
    _stand(data, places)
    data["order"] = [*_order(places)]
    _stack_legends(data, legend_cards)
    return Table(Race.restore(race.setup, data))


def turn(
    track: Track,
    *places: Place,
    seat: int = 0,
    then: tuple[int, ...] = (),
    last: tuple[int, ...] = (),
    laps: int | None = None,
    pro: int = 0,
    legend_cards: tuple[int, ...] = (),
    seed: int = 1,
) -> Table:
    """The turn of car `seat` begins: the gears are open and its cards `play` lie face down.

    All other cars have had their turn, but those of `then`, who follow. The cars of
    `last` have Adrenaline this round.
    """
    race = Race.start(_setup(track, places, laps=laps, retire=False, pro=pro, seed=seed))
    data = race.snapshot()
    _stand(data, places)
    before = [index for index in _order(places) if index not in (seat, *then)]
    data["order"] = [*before, seat, *then]
    data["turns"] = len(before)
    data["stage"] = -1
    data["last"] = [*last]
    data["turn"] = {**_table(data["turn"]), "began": places[seat].at}
    _stack_legends(data, legend_cards)
    return Table(Race.restore(race.setup, data))


def fresh(setup: RaceSetup) -> Table:
    """A race just started."""
    return Table(Race.start(setup))


def rearranged(table: Table, **cars: Place) -> Table:
    """The same race with the cars `car0=...` put somewhere else or given other cards."""
    data = table.race.snapshot()
    places = [_as_it_is(car) for car in table.race.cars]
    for name, place in cars.items():
        places[int(name.removeprefix("car"))] = place
    _stand(data, tuple(places))
    return Table(Race.restore(table.race.setup, data))


def altered(
    car: Car,
    *,
    at: int | None = None,
    engine: int | None = None,
    hand: str | None = None,
    deck: str | None = None,
    discard: str | None = None,
) -> Place:
    """The car as it stands with some things exchanged."""
    place = _as_it_is(car)
    return replace(
        place,
        at=place.at if at is None else at,
        engine=place.engine if engine is None else engine,
        hand=place.hand if hand is None else hand,
        deck=place.deck if deck is None else deck,
        discard=place.discard if discard is None else discard,
    )


def _as_it_is(car: Car) -> Place:
    return Place(
        at=car.at,
        spot=car.spot,
        gear=car.gear,
        engine=car.engine,
        hand=" ".join(car.hand),
        deck=" ".join(reversed(car.deck)),
        discard=" ".join(reversed(car.discard)),
        play=" ".join(car.play),
        status=car.status,
        legend=car.entry.kind == "legend",
    )


def _setup(
    track: Track, places: tuple[Place, ...], *, laps: int | None, retire: bool, pro: int, seed: int
) -> RaceSetup:
    seats = [place for place in places if not place.legend]
    legends = places[len(seats) :]
    assert all(place.legend for place in legends), "Legends stand behind the drivers"
    modules: tuple[Module, ...] = (Legends(len(legends), pro),) if legends else ()
    return RaceSetup(
        track,
        NAMES[: len(seats)],
        seed=seed,
        laps=laps,
        colours=_colours(places),
        retire=retire,
        modules=modules,
    )


def _colours(places: tuple[Place, ...]) -> tuple[str, ...]:
    named = [place.colour for place in places]
    if not any(named):
        return ()
    spare = iter(
        colour
        for colour in ("red", "blue", "green", "yellow", "black", "gray", "orange", "purple")
        if colour not in named
    )
    return tuple(colour or next(spare) for colour in named)


def _order(places: tuple[Place, ...]) -> list[int]:
    racing = [index for index, place in enumerate(places) if place.status == "racing"]
    return sorted(racing, key=lambda index: (-places[index].at, places[index].spot))


def _stand(data: dict[str, Data], places: tuple[Place, ...]) -> None:
    cars = data["cars"]
    assert isinstance(cars, list)
    data["cars"] = [_edited(_table(car), place) for car, place in zip(cars, places, strict=True)]
    for name in ("finished", "retired", "out"):
        data[name] = [index for index, place in enumerate(places) if place.status == name]


def _edited(car: dict[str, Data], place: Place) -> dict[str, Data]:
    """A car of a snapshot as the place says; hands are sorted and piles end with their top there."""
    return {
        **car,
        "at": place.at,
        "spot": place.spot,
        "gear": place.gear,
        "engine": place.engine,
        "hand": [*sorted(cards(place.hand))],
        "deck": [*reversed(cards(place.deck))],
        "discard": [*reversed(cards(place.discard))],
        "play": [*cards(place.play)],
        "status": place.status,
    }


def _stack_legends(data: dict[str, Data], top: tuple[int, ...]) -> None:
    if top:
        deck = _table(_table(data["modules"])["legends"])
        rest = [card for card in range(10) if card not in top]
        deck["deck"] = [*rest, *reversed(top)]
        deck["used"] = []


def _table(data: Data) -> dict[str, Data]:
    assert isinstance(data, dict)
    return data
