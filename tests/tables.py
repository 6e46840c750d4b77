"""Races in any state that a test needs.

Everything goes through the public API: a race is started, its snapshot is edited, and `Race.restore` settles it to the
next decision. Cards and cars are written as in `tests.places`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from heat_tui.engine.actions import DONE, Action, Plan, React
from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    ExchangeDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
    SlipstreamDecision,
    Use,
)
from heat_tui.engine.events import Event
from heat_tui.engine.module import Data, Module
from heat_tui.engine.race import Race
from heat_tui.engine.setup import COLOURS, RaceSetup
from heat_tui.engine.symbols import MANDATORY
from heat_tui.engine.track import Track
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from tests.paddock import lay_sponsorships
from tests.places import (
    ADRENALINE_MOVE,
    BOOST,
    FULL,
    KEEP_ALL,
    NAMES,
    NO_SLIPSTREAM,
    OFF,
    RACE_LINE,
    SLIPSTREAM,
    STUCK,
    Place,
    abreast,
    cards,
    cool,
    driver,
    legend,
    loop,
)

__all__ = [
    "ADRENALINE_MOVE",
    "BOOST",
    "DONE",
    "FULL",
    "KEEP_ALL",
    "NAMES",
    "NO_SLIPSTREAM",
    "OFF",
    "RACE_LINE",
    "SLIPSTREAM",
    "STUCK",
    "Place",
    "Table",
    "abreast",
    "altered",
    "cards",
    "cool",
    "driver",
    "fresh",
    "least",
    "legend",
    "loop",
    "planning",
    "rearranged",
    "turn",
]

E = TypeVar("E", bound=Event)
D = TypeVar("D", bound=Decision)


class Table:
    """A race and all its events since it was set up."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.events: list[Event] = list(race.events)

    def play(self, *actions: Action) -> Table:
        """Play the actions in order."""
        for action in actions:
            self.events += self.race.play(action)
        return self

    def car(self, index: int = 0) -> Car:
        """Return a car by its index."""
        return self.race.cars[index]

    def asked(self, kind: type[D]) -> D:
        """Return the decision, which must be of this kind."""
        decision = self.race.decision
        assert isinstance(decision, kind), decision
        return decision

    def uses(self) -> tuple[Use, ...]:
        """Return the symbols on offer; none outside a choice in step 5."""
        decision = self.race.decision
        return decision.uses if isinstance(decision, ReactDecision) else ()

    def told(self, kind: type[E], car: int | None = None) -> list[E]:
        """Return the events of a kind so far, of one car if it is given."""
        return [
            event
            for event in self.events
            if isinstance(event, kind) and (car is None or getattr(event, "car", None) == car)
        ]

    def pass_on(self, until: Callable[[Decision], bool] | None = None) -> Table:
        """Use nothing optional until the next planning, the end, or a decision that `until` accepts."""
        while (decision := self.race.decision) is not None and not isinstance(decision, PlanDecision):
            if until is not None and until(decision):
                break
            self.play(least(decision))
        return self

    def to(self, kind: type[Decision], seat: int | None = None) -> Table:
        """Use nothing optional up to a decision of this kind (and seat, if given), which must come before a plan."""
        self.pass_on(lambda decision: isinstance(decision, kind) and seat in (None, decision.seat))
        assert isinstance(self.race.decision, kind), self.race.decision
        return self

    def round(self, **plans: Plan) -> Table:
        """Let everybody plan, as `plans` says (`seat0=...`) or else by `least`, and stop at the next choice."""
        number = self.race.round
        while isinstance(decision := self.race.decision, PlanDecision) and self.race.round == number:
            self.play(plans.get(f"seat{decision.seat}") or least(decision))
        return self


def least(decision: Decision) -> Action:
    """Return the action that does the least: lowest gear and cards, nothing optional."""
    if isinstance(decision, ReactDecision):
        return DONE if decision.may_end else _mandatory(decision)
    if isinstance(decision, SlipstreamDecision):
        return NO_SLIPSTREAM
    if isinstance(decision, DiscardDecision):
        return KEEP_ALL
    if isinstance(decision, MulliganDecision):
        return Mulligan(take=False)
    return next(decision.options())


def _mandatory(decision: ReactDecision) -> Action:
    """Return a mandatory use, or the cooling that must come before it."""
    use = next((use for use in decision.uses if use.symbol in MANDATORY), decision.uses[0])
    return React(use.symbol, use.source, use.least)


def planning(
    track: Track,
    *places: Place,
    laps: int | None = None,
    retire: bool = False,
    legend_cards: tuple[int, ...] = (),
    weather: tuple[str, ...] = (),
    modules: tuple[Module, ...] = (),
    sponsors: str = "",
    used: str = "",
    seed: int = 1,
) -> Table:
    """Return a round about to be planned, with every car at its place in `places`.

    `legend_cards` are the next Legend cards to be revealed, by their index in the table of cards. `weather` is the
    weather token and then the road condition of every corner line; `modules` are further optional rules. In a
    championship, `sponsors` are the next Sponsorships to be drawn and `used` those used since the race began.
    """
    legends = Legends(sum(place.legend for place in places))
    race = _started(_setup(track, places, (legends, *modules), weather, laps=laps, retire=retire, seed=seed))
    data = race.snapshot()
    _stand(data, places)
    order = _order(places)
    data["order"] = [*order]
    data["last"] = [*order[-_last_places(places) :]]
    _stack_legends(data, legend_cards)
    _lay_tokens(data, weather)
    lay_sponsorships(race, data, sponsors, used)
    return Table(Race.restore(race.setup, data))


def turn(
    track: Track,
    *places: Place,
    seat: int = 0,
    then: tuple[int, ...] = (),
    last: tuple[int, ...] = (),
    laps: int | None = None,
    pro: int = 0,
    aggressive: bool = False,
    legend_cards: tuple[int, ...] = (),
    weather: tuple[str, ...] = (),
    modules: tuple[Module, ...] = (),
    sponsors: str = "",
    used: str = "",
    seed: int = 1,
) -> Table:
    """Return the turn of car `seat`, after all have planned; it plays the cards of its `play` without a shift.

    In tournament mode, the number of these cards is its new gear; the other arguments are as in `planning`. The
    turns of the cars in `then` follow. The other drivers have cluttered hands and stay where they are. If `last`
    names the cars with Adrenaline, these end the order and the other drivers come first; otherwise, the other drivers
    come last. The other Legends move only if the order has too few other drivers for its last places. If no other car
    is racing and `last` is empty, a driver half a lap away joins them.
    """
    if not last:
        places = _with_company(track, places, seat, then)
    legends = Legends(sum(place.legend for place in places), pro, aggressive)
    race = _started(_setup(track, places, (legends, *modules), weather, laps=laps, retire=False, seed=seed))
    data = race.snapshot()
    acting = (seat, *then)
    _stand(data, tuple(_planned(place, acts=index in acting) for index, place in enumerate(places)))
    _plan(data, places, acting, number_first=any(isinstance(module, Tournament) for module in modules))
    data["asked"] = len(race.setup.seats)
    order = _turns(places, acting, last)
    assert order[len(order) - len(last) :] == [*last], "only the last cars have Adrenaline"
    data["order"] = [*order]
    _stack_legends(data, legend_cards)
    _lay_tokens(data, weather)
    lay_sponsorships(race, data, sponsors, used)
    return Table(Race.restore(race.setup, data))


def fresh(setup: RaceSetup) -> Table:
    """Return a race just started."""
    return Table(Race.start(setup))


def rearranged(table: Table, **cars: Place) -> Table:
    """Return a copy of the race with some cars replaced: `car0=...` gives car 0 another place and other cards."""
    data = table.race.snapshot()
    places = [_as_it_is(car) for car in table.race.cars]
    for name, place in cars.items():
        places[int(name.removeprefix("car"))] = place
    _stand(data, tuple(places))
    return Table(Race.restore(table.race.setup, data))


def altered(
    car: Car,
    *,
    engine: int | None = None,
    hand: str | None = None,
    deck: str | None = None,
) -> Place:
    """Return a car as a `Place`, with a different engine, hand or deck if given."""
    place = _as_it_is(car)
    return replace(
        place,
        engine=place.engine if engine is None else engine,
        hand=place.hand if hand is None else hand,
        deck=place.deck if deck is None else deck,
    )


def _started(setup: RaceSetup) -> Race:
    """Return a race after its draft, if any."""
    race = Race.start(setup)
    while isinstance(race.decision, PickDecision | PutAwayDecision | ExchangeDecision):
        race.play(next(race.decision.options()))
    return race


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
    track: Track,
    places: tuple[Place, ...],
    modules: tuple[Module, ...],
    weather: tuple[str, ...],
    *,
    laps: int | None,
    retire: bool,
    seed: int,
) -> RaceSetup:
    seats = [place for place in places if not place.legend]
    legends = places[len(seats) :]
    assert all(place.legend for place in legends), "Legends stand behind the drivers"
    if not legends:
        modules = modules[1:]
    if weather:
        modules = (*modules, Weather())
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
    spare = iter(colour for colour in COLOURS if colour not in named)
    return tuple(colour or next(spare) for colour in named)


def _order(places: tuple[Place, ...]) -> list[int]:
    racing = [index for index, place in enumerate(places) if place.status == "racing"]
    return sorted(racing, key=lambda index: (-places[index].at, places[index].spot))


def _with_company(track: Track, places: tuple[Place, ...], seat: int, then: tuple[int, ...]) -> tuple[Place, ...]:
    """Return the places and, if no car but `seat` and those in `then` is racing, one more driver out of reach."""
    others = [place for index, place in enumerate(places) if index not in (seat, *then) and place.status == "racing"]
    if others:
        return places
    assert not any(place.legend for place in places), "a Legend needs a driver beside it"
    away = (places[seat].at - 1 + track.spaces // 2) % track.spaces + 1
    return (*places, driver(away, engine=0, hand=STUCK))


def _turns(places: tuple[Place, ...], acting: tuple[int, ...], last: tuple[int, ...]) -> list[int]:
    """Return an order of the round in which the acting cars drive together and `last` is at the end."""
    others = [index for index in _order(places) if index not in acting]
    drivers = [index for index in others if not places[index].legend]
    if last:
        return [*drivers, *acting]
    legends = [index for index in others if places[index].legend]
    return [*acting, *legends[: max(_last_places(places) - len(drivers), 0)], *drivers]


def _last_places(places: tuple[Place, ...]) -> int:
    """Return the number of cars with Adrenaline (4.1)."""
    return 2 if len(places) >= 5 else 1


def _planned(place: Place, *, acts: bool) -> Place:
    """Return a car before its reveal: its hand also has the cards of its `play` if it acts, or else one Heat."""
    if place.legend or place.status != "racing":
        return place
    return replace(place, hand=f"{place.hand} {place.play if acts else HEAT}", play="")


def _plan(data: dict[str, Data], places: tuple[Place, ...], acting: tuple[int, ...], *, number_first: bool) -> None:
    cars = data["cars"]
    assert isinstance(cars, list)
    for index, place in enumerate(places):
        if not place.legend and place.status == "racing":
            played = cards(place.play) if index in acting else (HEAT,)
            _table(cars[index])["plan"] = [len(played) if number_first else place.gear, [*played]]


def _stand(data: dict[str, Data], places: tuple[Place, ...]) -> None:
    cars = data["cars"]
    assert isinstance(cars, list)
    data["cars"] = [_edited(_table(car), place) for car, place in zip(cars, places, strict=True)]
    for name in ("finished", "retired", "out"):
        data[name] = [index for index, place in enumerate(places) if place.status == name]


def _edited(car: dict[str, Data], place: Place) -> dict[str, Data]:
    """Return a car of a snapshot as the place describes it; hands are sorted and piles end with their top card."""
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


def _lay_tokens(data: dict[str, Data], weather: tuple[str, ...]) -> None:
    if weather:
        token, *conditions = weather
        _table(data["modules"])["weather"] = {"token": token, "conditions": [*conditions]}


def _table(data: Data) -> dict[str, Data]:
    assert isinstance(data, dict)
    return data
