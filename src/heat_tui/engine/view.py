"""The facts that a seat may know (K1, K2). A view shows no deck order and no other driver's hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from heat_tui.engine.car import RACING
from heat_tui.engine.cards import BASIC_DECK
from heat_tui.engine.corners import (
    corner_cost,
    driver_limit,
    printed_stress,
    slipstreams_from,
    spin_stress,
    table_limit,
)
from heat_tui.engine.decisions import Use
from heat_tui.engine.movement import FREE
from heat_tui.engine.planning import shift_cost
from heat_tui.engine.program import TURNS
from heat_tui.engine.react import GEAR_CHARGES, gains_adrenaline, last_of_round
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.symbols import adjusted, boost_cost_at, cooldown_at, may_discard
from heat_tui.engine.track import SPOTS_PER_SPACE

if TYPE_CHECKING:
    from collections.abc import Callable

    from heat_tui.engine.car import Car
    from heat_tui.engine.decisions import Random
    from heat_tui.engine.race import Choose, Race
    from heat_tui.engine.ruleset import SpecialSpaces
    from heat_tui.engine.worlds import Sealed

P = TypeVar("P")
T = TypeVar("T")


PRINTED_STRESS = tuple([printed_stress(gear) for gear in GEAR_CHARGES])


@record
class CarView:
    """The public side of one car.

    `at` is the absolute place, `spot` 0 on the race line, 1 off it; `engine` is its Heat; `hand`, `deck` and `discard`
    are sizes, and `discard_top` is the only visible card of the discard pile. `play` are the revealed cards of the play
    area, `face_down` is the number of hidden ones; `planned` says whether the driver has planned and the cards planned
    are still in the hand.
    """

    index: int
    status: str
    at: int
    spot: int
    gear: int
    engine: int
    hand: int
    deck: int
    discard: int
    discard_top: str | None
    play: tuple[str, ...]
    face_down: int
    planned: bool


@record
class SeatView:
    """The race as one seat sees it; `seat` None is a spectator, who has no cards.

    `order` is the round's order of turns and `turns` the number taken so far; `acting` is the car whose turn it is,
    `began` its place at the start of the turn, `speed` its speed so far. `last` are the last cars of the round (4.1),
    without those that a module keeps from gaining Adrenaline. `limits` are the corners' limits for the table,
    `own_limits` for this driver this turn, `surcharges` the extra Heat for a car over a limit. `finished`, `retired`
    and `out` are the cars with that status, in the order in which they left the track. `shown` is the public part of
    every module's state, by module name. Only the seat sees its `hand`, sorted, and its confirmed `plan`, and only the
    seat knows `unseen`, the cards of its draw deck, and `spent`, those of its discard pile. Both are sorted, and are
    what a driver who remembers every card knows; without the memory aid, `unseen` holds both piles and `spent` is ().
    `charges`, `marks` and `pluses` are as in the acting car's `Turn`. `cooling` has the Cooldown that each corner's
    sector gives in a turn (W6), None if the sector bars Cooldown; `cooled_in` are the corners whose sectors have given
    their Cooldown this turn; `boosts` has the Heat of a Boost in each sector (W4). `cooling` is () if no rule of the
    race affects Cooldown, `boosts` if none affects the cost of a Boost. `tolls` are the extra Heat for shifting down on
    each space (H1), `tunnels` says for each space whether nothing may be discarded there (N1); each is () if it applies
    to no space. `spin_stress` are the numbers of Stress cards that a spin out brings this driver in gears 1 to 4.
    `slipstreams` is for forecasts only (`with_slipstreams`), `sealed` for drivers that draw worlds
    (`worlds.with_worlds`).
    """

    seat: int | None
    sheet: RaceSheet
    round: int
    step: str
    order: tuple[int, ...]
    turns: int
    acting: int | None
    began: int
    speed: int
    last: tuple[int, ...]
    limits: tuple[int, ...]
    own_limits: tuple[int, ...]
    surcharges: tuple[int, ...]
    cars: tuple[CarView, ...]
    finished: tuple[int, ...]
    retired: tuple[int, ...]
    out: tuple[int, ...]
    shown: tuple[tuple[str, object], ...]
    hand: tuple[str, ...]
    plan: tuple[int, tuple[str, ...]] | None
    unseen: tuple[str, ...]
    spent: tuple[str, ...]
    charges: tuple[Use, ...] = ()
    marks: tuple[Use, ...] = ()
    pluses: int = 0
    cooling: tuple[int | None, ...] = ()
    cooled_in: tuple[int, ...] = ()
    spin_stress: tuple[int, ...] = PRINTED_STRESS
    boosts: tuple[int, ...] = ()
    tolls: tuple[int, ...] = ()
    tunnels: tuple[bool, ...] = ()
    slipstreams: tuple[tuple[int, tuple[int, ...]], ...] = ()
    sealed: Sealed | None = None

    def part(self, kind: type[P]) -> P | None:
        """Return the public part of a module's state that is of type `kind`; None if the race has none (yet)."""
        return next((state for _, state in self.shown if isinstance(state, kind)), None)

    @property
    def own(self) -> CarView:
        """The seat's own car. Raises ValueError for a spectator, who has none."""
        if self.seat is None:
            raise ValueError("a spectator has no car")
        return self.cars[self.seat]

    @property
    def turn_began(self) -> int:
        """The absolute place where the seat's own turn began, or will begin."""
        return self.began if self.acting == self.seat else self.own.at

    def world(self, random: Random, choose: Choose | None = None) -> Race:
        """Return a random race that fits this view, as `Sealed.world` does.

        Raises ValueError if the view was made without worlds, and IllegalAction if a plan from `choose` is refused.
        """
        if self.sealed is None:
            raise ValueError("this view was made without worlds")
        return self.sealed.world(random, choose)

    def limit(self, corner: int, car: int) -> int:
        """Return the limit of a corner for a car, never below 0; during its turn, with the Adjust of its cards (G9)."""
        return max(self.limits[corner] + (adjusted(self.marks) if car == self.acting else 0), 0)

    def spots(self) -> list[int]:
        """Return the cars on the track by spot, without the seat's own, in the form of `Race.spots`."""
        spaces = self.sheet.track.spaces
        spots = [FREE] * (SPOTS_PER_SPACE * spaces)
        for car in self.cars:
            if car.status == RACING and car.index != self.seat:
                spots[(car.at - 1) % spaces * SPOTS_PER_SPACE + car.spot] = car.index
        return spots

    def space(self, car: CarView) -> int:
        """Return the space, from 1, that a car is on."""
        return self.sheet.track.space_of(car.at)

    def lap(self, car: CarView) -> int:
        """Return the lap that a car is on: 0 before it first crosses the line (V)."""
        return self.sheet.track.lap_of(car.at)

    @property
    def positions(self) -> tuple[int, ...]:
        """The indices of the cars still on the track, from first to last."""
        racing = [car for car in self.cars if car.status == RACING]
        return tuple(car.index for car in sorted(racing, key=lambda car: car.at * 2 - car.spot, reverse=True))

    @property
    def standings(self) -> tuple[int, ...]:
        """The indices of the cars from first to last, as in `positions.standings`."""
        return (*self.finished, *self.positions, *reversed(self.retired), *reversed(self.out))


def view(race: Race, seat: int | None) -> SeatView:
    """Return the facts that `seat` may know about the race now; for None, the public ones."""
    rules = race.rules
    if rules.hears:
        race.seen = [None] * len(race.cars)
    seen = race.seen
    cars = race.cars
    acting = race.order[race.turns] if race.stage == TURNS else None
    if acting is not None:
        seen[acting] = None
    views = tuple([known or car_view(car, acting) for car, known in zip(cars, seen, strict=True)])
    race.seen = [*views]
    hand: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    plan = None
    if seat is not None:
        own = cars[seat]
        hand = tuple(own.hand)
        plan = own.plan
        if race.setup.memory_aid:
            unseen, spent = tuple(sorted(own.deck)), tuple(sorted(own.discard))
        else:
            unseen = tuple(sorted(own.deck + own.discard))
    limits = own_limits = rules.printed_limits
    surcharges = rules.no_surcharges
    if rules.corner_limit or rules.driver_limit or rules.corner_cost:
        corners = range(len(limits))
        limits = own_limits = tuple([table_limit(race, corner) for corner in corners])
        if seat is not None:
            own_limits = tuple([driver_limit(race, cars[seat], corner) for corner in corners])
        surcharges = tuple([corner_cost(race, corner, 1) - 1 for corner in corners])
    last = last_of_round(race)
    if rules.adrenaline:
        last = tuple([index for index in last if gains_adrenaline(race, cars[index])])
    stress = PRINTED_STRESS
    if rules.spin_stress and seat is not None:
        stress = tuple([spin_stress(race, cars[seat], gear) for gear in GEAR_CHARGES])
    turn = race.turn
    # Arguments are positional here and in `car_view`, because keywords make building a view slower.
    return SeatView(
        seat,
        rules.sheet,
        race.round,
        race.step_name,
        tuple(race.order),
        race.turns,
        acting,
        turn.began,
        turn.speed,
        last,
        limits,
        own_limits,
        surcharges,
        views,
        tuple(race.finished),
        tuple(race.retired),
        tuple(race.out),
        tuple([(name, state.shown()) for name, state in race.states.items()]) if race.states else (),
        hand,
        plan,
        unseen,
        spent,
        tuple(turn.charges),
        turn.marks,
        turn.pluses,
        _by_sector(race, cooldown_at) if rules.may_cool or rules.sector_cooldown else (),
        tuple([sector % len(limits) for sector in turn.cooled_in]),
        stress,
        _by_sector(race, boost_cost_at) if rules.boost_cost else (),
        *(_special_spaces(race) if rules.gear_cost or rules.may_discard else ((), ())),
    )


def _by_sector(race: Race, answer: Callable[[Race, Car, int], T]) -> tuple[T, ...]:
    """Return the answer for each corner's sector, as for a car on the first space beyond the line (W4, W5)."""
    car = race.cars[0].clone()  # another thread may be looking at this race
    return tuple([answer(race, car, corner.line_after + 1) for corner in race.rules.track.corners])


def _special_spaces(race: Race) -> SpecialSpaces:
    """Return the tolls and the tunnels (`SeatView`), cached in the rules because no rule changes them during a race."""
    rules = race.rules
    if rules.special_spaces is None:
        car = race.cars[0].clone()
        car.gear = 2
        tolls, tunnels = [], []
        for space in range(1, rules.spaces + 1):
            car.at = space
            tolls.append(shift_cost(race, car, 1))
            tunnels.append(not may_discard(race, car, BASIC_DECK[0]))
        rules.special_spaces = (tuple(tolls) if any(tolls) else (), tuple(tunnels) if any(tunnels) else ())
    return rules.special_spaces


FAR = 20
"""A distance, in spaces, that no single reaction exceeds."""


def with_slipstreams(race: Race, view: SeatView) -> SeatView:
    """Return the view of a driver who reacts, with the distances of a Slipstream from each sector within reach (W5).

    Each sector's last absolute place is paired with its distances. A view at another step, or in a race whose rules do
    not change Slipstreams, is returned unchanged. Automated drivers' views omit the distances, which are slow to find.
    """
    rules, acting = race.rules, race.acting
    if view.step != "react" or acting is None or not (rules.may_slipstream or rules.slipstream_reach):
        return view
    car, ways = acting.clone(), []
    while car.at <= acting.at + FAR:
        last = car.at + rules.way_to_line[(car.at - 1) % rules.spaces]
        ways.append((last, slipstreams_from(race, car)))
        car.at = last + 1
    return replace(view, slipstreams=tuple(ways))


def car_view(car: Car, acting: int | None) -> CarView:
    """Return the public side of a car; only the acting car's play area is face up."""
    discard = car.discard
    revealed = car.index == acting
    return CarView(
        car.index,
        car.status,
        car.at,
        car.spot,
        car.gear,
        car.engine,
        len(car.hand),
        len(car.deck),
        len(discard),
        discard[-1] if discard else None,
        tuple(car.play) if revealed else (),
        0 if revealed else len(car.play),
        car.plan is not None,
    )
