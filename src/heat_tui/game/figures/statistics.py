"""Figures of a race, counted from its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate, chain
from typing import Any, Final, NamedTuple

from heat_tui.engine import events
from heat_tui.engine.car import RACING
from heat_tui.engine.cards import STRESS
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.track import grid_place
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up
from heat_tui.game.table.match import Raced
from heat_tui.language import N_
from heat_tui.modules.championship.events import Eliminated, HeatLost


@dataclass(slots=True)
class TurnTally:
    """One round of one car, from the absolute place `start` to `end`, which is its current place during the round.

    `gear` is the gear revealed (1.1), 0 before that and for a Legend; `speed` is the speed at the end of the turn.
    `slipstream` is the number of spaces slipstreamed, and `blocked` of those lost to cars in the way (3.4); `over` is
    the sum of the excesses over corner limits.
    """

    round: int
    start: int
    end: int
    gear: int = 0
    speed: int = 0
    heat_paid: int = 0
    cooled: int = 0
    heat_lost: int = 0
    boosted: bool = False
    adrenaline: bool = False
    slipstream: int = 0
    blocked: int = 0
    over: int = 0
    spun: bool = False
    cluttered: bool = False


class Crossing(NamedTuple):
    """A corner line that a car crossed and was checked at (7.1), or spun out at (7.3).

    `lap` is the lap of the line, from 1, and `line` its index. `corner` is the number of the corner, from 1, which the
    two lines of a chicane share. `limit` is the driver's limit this turn (G6, W3); `heat` is the Heat paid, which is
    all that the engine had if the car `spun`.
    """

    round: int
    car: int
    lap: int
    line: int
    corner: int
    speed: int
    limit: int
    heat: int
    spun: bool

    @property
    def over(self) -> int:
        """The excess of the speed over the limit, 0 within it."""
        return max(self.speed - self.limit, 0)


class Figure(NamedTuple):
    """A figure of a car in words: Legends have it too if `legends`, and it is 0 in most races if `rare`.

    If `cause`, it is the Heat paid for one cause, whose name is that of its field without "heat_".
    """

    words: str
    legends: bool = False
    rare: bool = False
    cause: bool = False


def _figure(words: str, *, at_first: int | None = 0, **more: bool) -> Any:  # noqa: ANN401
    return field(default=at_first, metadata={_FIGURE: Figure(words, **more)})


_FIGURE: Final = "figure"


@dataclass(slots=True)
class CarTally:
    """One car's figures. Some, such as Heat, do not apply to Legends (`Figure.legends`)."""

    start_place: int = _figure(N_("Place on the grid"), legends=True)
    place: int = _figure(N_("Place"), legends=True)
    """The place, from 1, in the result or at present; cars that did not finish come behind those that did (F1, F4)."""
    time: float | None = _figure(N_("Rounds to the finish line"), legends=True, at_first=None)
    """The rounds up to the finish line; the last one counts only as the fraction of its spaces before the line.

    None unless the car has finished in a round counted from its beginning. The time does not decide the places: the car
    farther past the line at the end of the round is ahead (F1).
    """
    rounds: int = _figure(N_("Rounds"), legends=True)
    """The rounds begun (T1), including those before counting began, but not the round in which the car retired.

    0 if they are unknown, because the car was no longer racing when counting began (`Tally.gone`).
    """
    rounds_first: int = _figure(N_("Rounds begun in the lead"), legends=True)
    """The rounds begun in first place, on the grid or after the previous round (T1)."""
    gear_1: int = _figure(N_("Rounds in gear 1"))
    """The rounds for which gear 1 was revealed (1.1, M2); falling to gear 1 later in the round does not count."""
    gear_2: int = _figure(N_("Rounds in gear 2"))
    gear_3: int = _figure(N_("Rounds in gear 3"))
    gear_4: int = _figure(N_("Rounds in gear 4"))
    top_speed: int = _figure(N_("Top speed"))
    """The highest speed of a turn (V)."""
    adrenaline_rounds: int = _figure(N_("Rounds with Adrenaline"))
    """The rounds with Adrenaline (4.1), used or not."""
    adrenaline_spaces: int = _figure(N_("Spaces from Adrenaline"))
    """The spaces moved with the +1 speed of Adrenaline (4.2); a blocked move adds none."""
    slipstream_spaces: int = _figure(N_("Spaces slipstreamed"))
    boosts: int = _figure(N_("Boosts"))
    boost_spaces: int = _figure(N_("Spaces from Boosts"))
    blocked_spaces: int = _figure(N_("Spaces lost to cars in the way"))
    """The spaces by which moves fell short because other cars were in the way (3.4)."""
    corners: int = _figure(N_("Corner lines crossed"))
    """The corner lines checked (7.1), including the lines of spin outs."""
    corners_over: int = _figure(N_("Corner lines over the limit"))
    """The corner lines crossed above their limit (7.1), spin outs included."""
    spins: int = _figure(N_("Spin outs"))
    spin_spaces: int = _figure(N_("Spaces lost in spin outs"))
    """The spaces that the car went back in spin outs, except in one that eliminated the driver (event 10)."""
    heat_start: int = _figure(N_("Heat at the start"))
    """The Heat in the engine after dealing (S3, S6, W2), before a mulligan (O2), or when the counting began."""
    heat_paid: int = _figure(N_("Heat paid"))
    heat_shift: int = _figure(N_("Heat for shifts"), cause=True)
    heat_boost: int = _figure(N_("Heat for Boosts"), cause=True)
    heat_corner: int = _figure(N_("Heat for corners over the limit"), cause=True)
    """The Heat paid for corners that were paid for in full."""
    heat_spin: int = _figure(N_("Heat for spin outs"), cause=True)
    """The Heat paid for corners that were not paid for in full."""
    heat_card: int = _figure(N_("Heat for cards"), cause=True)
    """The Heat paid for Heat symbols."""
    heat_hand: int = _figure(N_("Heat for new hands"), cause=True)
    shift_up_heat: int = _figure(N_("Heat for shifting up two gears"))
    shift_down_heat: int = _figure(N_("Heat for shifting down two gears"))
    """The Heat paid for shifting down by two gears (1.2), without the extra Heat of a flooded space."""
    flooded_heat: int = _figure(N_("Heat for flooded spaces"), rare=True)
    """The extra Heat paid for shifting down on flooded spaces (H1)."""
    cooled: int = _figure(N_("Heat cooled"))
    """The Heat returned to the engine, by Cooldown (5.2) or Super cool (H3)."""
    heat_lost: int = _figure(N_("Heat lost to the event"), rare=True)
    """The Heat that event 18 removed from the engine."""
    heat_left: int = _figure(N_("Heat left in the engine"))
    """The Heat in the engine at the end, or at present."""
    stress_played: int = _figure(N_("Stress cards played"))
    """The Stress cards revealed in step 3 (2.1), including those in a cluttered hand."""
    spin_stress: int = _figure(N_("Stress cards from spin outs"))
    discarded: int = _figure(N_("Cards discarded"))
    """The cards discarded by choice in step 8 (8.1)."""
    cluttered: int = _figure(N_("Cluttered hands"))
    """The rounds lost to a cluttered hand (2.2)."""
    places: list[int] = field(default_factory=list)
    """The car's places, from 1: the first, normally that on the grid, then one after each further round driven."""
    turns: list[TurnTally] = field(default_factory=list)
    """The rounds counted from their beginning, the current one included."""

    def pay(self, cause: str, heat: int) -> None:
        """Count a payment for a cause: one of `HEAT_FIGURES` without "heat_", or another that a module names.

        A cause without a figure of its own counts only in the total.
        """
        name = f"heat_{cause}"
        if name in HEAT_FIGURES:
            setattr(self, name, getattr(self, name) + heat)
        self.heat_paid += heat
        if self.turns:
            self.turns[-1].heat_paid += heat

    def shift(self, shift: events.GearShifted) -> None:
        gears = shift.gear - shift.before
        self.pay("shift", shift.heat)
        self.flooded_heat += shift.surcharge
        self.shift_up_heat += shift.heat if gears > 0 else 0
        self.shift_down_heat += shift.heat - shift.surcharge if gears < 0 else 0
        name = f"gear_{shift.gear}"
        setattr(self, name, getattr(self, name) + 1)
        if self.turns:
            self.turns[-1].gear = shift.gear


class Tally:
    """The figures of all cars in a race; `cars` has them by car, and `rounds` is the number of rounds begun.

    `crossings` are the corner lines that cars have crossed, in order. `gone` are the cars that were no longer racing
    when the counting began: their rounds are unknown.
    """

    def __init__(self, sheet: RaceSheet, happened: Iterable[events.Event] = (), begun: SeatView | None = None) -> None:
        """Count events, but not the Heat left in the engines; `begun` is the view before them, None at the start."""
        self.rounds = 0 if begun is None else begun.round
        before = () if begun is None else begun.cars
        self.gone = frozenset(car.index for car in before if car.status != RACING)
        self.cars = tuple(CarTally(rounds=0 if car in self.gone else self.rounds) for car in range(len(sheet.entries)))
        self.crossings: list[Crossing] = []
        self._sheet = sheet
        self._at = [0] * len(self.cars) if begun is None else [car.at for car in begun.cars]
        self._racing: set[int] = set()
        self._finished: list[int] = [] if begun is None else [*begun.finished]
        self._out: set[int] = set()
        self._over = False
        for event in happened:
            self.add(event)

    def add(self, event: events.Event) -> None:
        """Count one event. Events have to be added in the order in which they happened."""
        match event:
            case events.RaceStarted(grid=grid):
                for place, index in enumerate(grid, start=1):
                    self.cars[index].start_place = place
                    self._at[index], _ = grid_place(self._sheet.track, place)
            case events.RoundBegan(number=number, order=order):
                self._place([*self._finished, *order])
                self.rounds = number
                self._racing = set(order)
                for index in order:
                    car = self.cars[index]
                    car.rounds = number
                    car.rounds_first += car.place == 1
                    car.turns.append(TurnTally(number, self._at[index], self._at[index]))
            case events.CarFinished(car=index):
                self._finished.append(index)
                for turn in self.cars[index].turns[-1:]:
                    late = (turn.end - self._sheet.finish) / (turn.end - turn.start)
                    self.cars[index].time = round(self.rounds - late, 2)
            case events.RaceEnded(standings=standings):
                self._place(standings)
                self._over = True
            case events.CarMoved() | events.SpunOut():
                self._at[event.car] = event.end
                for turn in self.cars[event.car].turns[-1:]:
                    turn.end, turn.speed = event.end, event.speed
        if isinstance(event, events.CarEvent):
            self._count(self.cars[event.car], event)

    def _count(self, car: CarTally, event: events.CarEvent) -> None:
        """Count an event in its car's totals and, if the beginning of the round was counted, in the car's turn."""
        turn = car.turns[-1] if car.turns else TurnTally(0, 0, 0)
        match event:
            case events.Retired():
                self._racing.discard(event.car)
                car.rounds = self.rounds - 1
                car.rounds_first -= bool(car.turns) and car.place == 1
                del car.turns[-1:]
            case Eliminated():
                self._out.add(event.car)
            case events.Payment(paid_for=cause, paid=heat):
                car.pay(cause, heat)
            case events.GearShifted():
                car.shift(event)
            case events.CardsRevealed(cards=cards):
                car.stress_played += cards.count(STRESS)
            case events.HandCluttered(cards=cards):
                car.stress_played += cards.count(STRESS)
                car.cluttered += 1
                turn.cluttered = True
            case events.AdrenalineGained():
                car.adrenaline_rounds += 1
                turn.adrenaline = True
            case events.HeatCooled(heat=heat) | events.SuperCooled(heat=heat):
                car.cooled += heat
                turn.cooled += heat
            case HeatLost(source="engine"):
                car.heat_lost += 1
                turn.heat_lost += 1
            case events.HeatPaid(heat=heat):
                car.pay("card", heat)
            case events.Boosted(heat=heat):
                car.boosts += 1
                car.pay("boost", heat)
                turn.boosted = True
            case events.CarMoved(cause=cause):
                way = event.end - event.start
                car.top_speed = max(car.top_speed, event.speed)
                car.blocked_spaces += event.distance - way
                turn.blocked += event.distance - way
                car.adrenaline_spaces += way if cause == "adrenaline" else 0
                car.boost_spaces += way if cause == "boost" else 0
                if cause == "slipstream":
                    car.slipstream_spaces += way
                    turn.slipstream += way
            case events.CornerTaken(heat=heat):
                self._cross(car, turn, event, heat)
                car.pay("corner", heat)
            case events.SpunOut(paid=paid):
                self._cross(car, turn, event, paid)
                car.spins += 1
                car.spin_stress += event.stress
                car.spin_spaces += event.start - event.end if event.stress else 0
                car.pay("spin", paid)
                turn.spun = True
            case events.CardsDiscarded(cards=cards):
                car.discarded += cards

    def _cross(self, car: CarTally, turn: TurnTally, event: events.CornerTaken | events.SpunOut, heat: int) -> None:
        track, line = self._sheet.track, event.corner
        spun = isinstance(event, events.SpunOut)
        end = event.start if isinstance(event, events.SpunOut) else self._at[event.car]
        before = end - 1 - (end - 1 - track.corners[line].line_after) % track.spaces
        lap, corner = (before - 1) // track.spaces, track.corner_number(line)
        crossing = Crossing(self.rounds, event.car, lap, line, corner, event.speed, event.limit, heat, spun)
        self.crossings.append(crossing)
        car.corners += 1
        car.corners_over += crossing.over > 0
        turn.over += crossing.over

    def _place(self, ranking: Sequence[int]) -> None:
        """Record the places; `places` grows when a car is first placed, then after each round that the car raced in."""
        for place, index in enumerate(ranking, start=1):
            car = self.cars[index]
            car.place = place
            if not car.places or index in self._racing:
                car.places.append(place)

    def close(self, view: SeatView, standings: Sequence[int]) -> None:
        """Add the current places, the Heat left in the engines, and the initial Heat worked out from that."""
        for place, index in enumerate(standings, start=1):
            car = self.cars[index]
            car.place, car.heat_left = place, view.cars[index].engine
            car.heat_start = car.heat_left + car.heat_paid + car.heat_lost - car.cooled

    @property
    def margin(self) -> int | None:
        """The winner's lead over the second car, in spaces; None unless both finished in the same round.

        The lead is None too if the beginning of that round was not counted.
        """
        match [turn for car in self._finished[:2] for turn in self.cars[car].turns[-1:]]:
            case [first, second] if first.round == second.round:
                return first.end - second.end
        return None

    def engines(self, car: int) -> list[int]:
        """Return a car's engine Heat before its first counted round and after completed ones; call `close` first."""
        counted = self.cars[car]
        turns = [turn.cooled - turn.heat_paid - turn.heat_lost for turn in counted.turns]
        return [*accumulate(turns[: self._rounds_over(counted)], initial=counted.heat_left - add_up(turns))]

    def gaps(self, car: int) -> list[int]:
        """Return a car's gaps to the leader, in spaces: before its first counted round, then after each completed one.

        No gaps follow the round in which the first car finishes, because nobody leads on the track after it. An
        eliminated car (event 10) has no gap for its last round. If the beginning of the round in which the first car
        finishes was not counted, there are no gaps.
        """
        home = self.rounds
        for winner in self._finished[:1]:
            home = max((turn.round for turn in self.cars[winner].turns), default=0)
        foremost: dict[int, int] = {}
        for number, at in chain.from_iterable(map(self._ends, range(len(self.cars)))):
            foremost[number] = max(at, foremost.get(number, at))
        return [foremost[number] - at for number, at in self._ends(car) if number <= home]

    def _ends(self, car: int) -> list[tuple[int, int]]:
        """Return pairs (round, absolute place after it) for the round before a car's `turns` and each completed one.

        The round in which the car was eliminated is left out.
        """
        counted = self.cars[car]
        turns = counted.turns[: min(self._rounds_over(counted), len(counted.turns) - (car in self._out))]
        start = [(turn.round - 1, turn.start) for turn in counted.turns[:1]]
        return [*start, *((turn.round, turn.end) for turn in turns)]

    def _rounds_over(self, car: CarTally) -> int:
        """Return the number of completed rounds among a car's `turns`."""
        running = not self._over and any(turn.round == self.rounds for turn in car.turns[-1:])
        return len(car.turns) - running


EVERY_FIGURE: Final[Mapping[str, Figure]] = {
    each.name: each.metadata[_FIGURE] for each in fields(CarTally) if _FIGURE in each.metadata
}
"""The figures by field of `CarTally`, in the order shown."""

HEAT_FIGURES: Final = tuple(name for name, each in EVERY_FIGURE.items() if each.cause)
"""The names of the figures that each count the Heat paid for one cause."""


def figures_of(sheet: RaceSheet) -> dict[str, Figure]:
    """Return the figures of a race, without the Heat for causes that it cannot have."""
    symbols = {symbol for card in sheet.cards.values() for symbol, _number in card.symbols}
    causes = ("shift", "boost", "corner", "spin", *(["card"] if "heat" in symbols else []), *sheet.costs)
    never = {*HEAT_FIGURES} - {f"heat_{cause}" for cause in causes}
    return {name: each for name, each in EVERY_FIGURE.items() if name not in never}


def tally(race: Raced) -> Tally:
    """Return the figures of a race so far; choices that were taken back do not count."""
    counted = Tally(race.sheet, race.events, race.log[0].before.view(None) if race.log else race.view(None))
    counted.close(race.view(None), race.standings)
    return counted
