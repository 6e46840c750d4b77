"""A race: playing an action takes it to the next decision that is due, or to its end and the points for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from heat_tui.engine.actions import Action
from heat_tui.engine.car import FINISHED, RACING, RETIRED, Car, Turn
from heat_tui.engine.codec import read
from heat_tui.engine.deal import deal
from heat_tui.engine.decisions import AT_ONCE, Decision, PlanDecision
from heat_tui.engine.events import CarFinished, ChoiceForced, Event, LapCompleted, RaceCalledOff, RaceEnded
from heat_tui.engine.forecast import Forecast, forecast
from heat_tui.engine.module import Data, ModuleState
from heat_tui.engine.movement import leave_track, position_order
from heat_tui.engine.program import OVER, TURN_OVER, TURNS
from heat_tui.engine.record import IllegalAction, refuse
from heat_tui.engine.ruleset import Ruleset
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.snapshot import LAST, RACE, restore, snapshot
from heat_tui.engine.view import CarView, SeatView, view, with_slipstreams

if TYPE_CHECKING:
    from heat_tui.engine.program import Stop, TableStep


MOST_STANDSTILL = 100
"""The number by which the rounds have to exceed the spaces covered by all cars for a race to be called off (T3).

The cars can cover only the length of the race, so a race that no car can finish is called off sooner or later.
"""


Choose = Callable[["Race", Decision], Action]
"""A function that chooses another seat's action, from a race (one played ahead, or a world) and the decision due."""

NOBODY = -1
"""The value of `Race.awaits` if the race waits for no car."""


@dataclass(eq=False, slots=True)
class Race:
    """A race of 1 to 8 cars. Start one with `Race.start`.

    Either a `decision` of some seat is due, or the race is over. Everything that changes is in the fields: `stage` is
    the index of a table step (`Ruleset.table`), TURNS while cars take their turns, or OVER; `asked` is the lowest seat
    not asked yet by a table step that asks in seat order; `order` is the round's order of turns (T1), `turns` the
    number of its cars that have had their turn, and `stop` is where the current turn waits for its driver, None outside
    turns. `last` are the last one or two cars of the round (4.1). `spots` has, for every spot, its car's index or FREE,
    two for each space from 1; `seen` are the public sides of the cars as last shown, None if they may have
    changed. `finished`, `retired` and `out` are the cars with that status, in the order in which they left the track.
    `luck` is the state of the table's random stream; `states` has the modules' states by name. `events` are those of
    the last action, or of the start. `awaits` is the car that plans only when its turn begins (`run_until`), else
    NOBODY. `decision` is due now, None if the race is over; it is stored only to save computing it from the state.
    """

    setup: RaceSetup
    rules: Ruleset
    cars: list[Car] = field(default_factory=list)
    spots: list[int] = field(default_factory=list)
    round: int = 0
    stage: int = 0
    asked: int = 0
    order: list[int] = field(default_factory=list)
    turns: int = 0
    stop: Stop | None = None
    turn: Turn = field(default_factory=lambda: Turn(0))
    luck: int = 0
    last: tuple[int, ...] = ()
    finished: list[int] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    states: dict[str, ModuleState] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    seen: list[CarView | None] = field(default_factory=list)
    awaits: int = NOBODY
    decision: Decision | None = None

    @classmethod
    def start(cls, setup: RaceSetup) -> Race:
        """Set up the race and bring it to its first decision (S1-S6).

        The events of the start are in `events`. Raises IllegalSetup if a race cannot be started from the setup.
        """
        rules = Ruleset(setup)
        race = cls(setup, rules)
        deal(race)
        rules.table[0].enter(race)
        race._settle()
        return race

    @property
    def over(self) -> bool:
        """True if no car is racing any more, all having finished or left the race (F3)."""
        return self.stage == OVER

    @property
    def acting(self) -> Car | None:
        """The car whose turn it is, None during a table step and after the end."""
        return self.cars[self.order[self.turns]] if self.stage == TURNS else None

    @property
    def step_name(self) -> str:
        """The name of the step at which the race waits, "over" after the end."""
        if self.stop is not None:
            return self.stop.name
        return "over" if self.stage == OVER else self.rules.table[self.stage].name

    @property
    def standings(self) -> tuple[int, ...]:
        """The indices of the cars from first to last, as of now (F1, F4, E6).

        Finished cars come first, then those racing, retired and eliminated. Among the retired cars, and among the
        eliminated ones, the last to leave is ahead.
        """
        racing = position_order([car for car in self.cars if car.status == RACING])
        return (*self.finished, *(car.index for car in racing), *reversed(self.retired), *reversed(self.out))

    def play(self, action: Action) -> list[Event]:
        """Carry out an action and all that follows from it, up to the next decision; return the events in order.

        Raises IllegalAction, with the race unchanged, if the action is refused or the race is over.
        """
        decision = self.decision
        if decision is None:
            raise IllegalAction(refuse("race-over"))
        decision.check(action)
        events: list[Event] = []
        self.events = events
        seat = decision.seat
        stop = self.stop
        if stop is not None:
            car = self.cars[seat]
            stop.resolve(self, car, action)
            if self._run_turn(car, stop, entered=True):
                return events
        else:
            self.seen[seat] = None
            self.rules.table[self.stage].resolve(self, seat, action)
        self._settle()
        return events

    def run_until(self, seat: int, choose: Choose) -> None:
        """Put off the plan of `seat`, which is due now, and play on until its turn; `choose` plays the others.

        Several plans can then be tried in copies, without moving the cars ahead again; no snapshot keeps `awaits`.
        Raises ValueError unless a plan of `seat` is due, before any turn; IllegalAction if `choose` breaks a rule.
        """
        decision = self.decision
        if self.stage == TURNS or not isinstance(decision, PlanDecision) or decision.seat != seat:
            raise ValueError(f"no plan of seat {seat} is due")
        self.awaits = seat
        self.asked = seat + 1
        self._settle()
        while self.decision is not None and self.decision.seat != seat:
            self.play(choose(self, self.decision))

    def asking(self, seat: int) -> Race | None:
        """Return a copy that asks a seat now, even if others come first; None if the seat cannot be asked.

        The decision due has to be one of `AT_ONCE`; the seat must not have answered yet, and must have a choice. The
        choices that other seats still have to make are unknown in the copy, so the copy is only for the view, forecasts
        and worlds of `seat`.
        """
        decision = self.decision
        if self.stage < 0 or not isinstance(decision, AT_ONCE) or seat < decision.seat:
            return None
        race, step = self.clone(), self.rules.table[self.stage]
        step.skip_to(race, seat)
        race.decision = asked = step.offer(race)
        return race if asked is not None and asked.seat == seat and asked.sole() is None else None

    def clone(self) -> Race:
        """Return an independent copy without the `events`; it shares the setup and the rules."""
        return Race(
            self.setup,
            self.rules,
            [car.clone() for car in self.cars],
            self.spots[:],
            self.round,
            self.stage,
            self.asked,
            self.order[:],
            self.turns,
            self.stop,
            self.turn.clone(),
            self.luck,
            self.last,
            self.finished[:],
            self.retired[:],
            self.out[:],
            {name: state.clone() for name, state in self.states.items()},
            [],
            self.seen[:],
            self.awaits,
            self.decision,
        )

    def snapshot(self) -> dict[str, Data]:
        """Return the state as plain data: with the setup, everything that `restore` needs."""
        return snapshot(self)

    @classmethod
    def restore(cls, setup: RaceSetup, data: Data) -> Race:
        """Return a race from its setup and a snapshot of it.

        Raises IllegalSetup if no race can be started from the setup; ValueError, LookupError, TypeError or
        AssertionError if the data is not a snapshot of such a race.
        """
        race = cls(setup, Ruleset(setup), **read(data, RACE), **read(data, LAST))
        restore(race, data)
        race.seen = [None] * len(race.cars)
        stop, car = race.stop, race.acting
        if stop is None or car is None or not race._run_turn(car, stop, entered=True):
            race._settle()
        return race

    def view(self, seat: int | None) -> SeatView:
        """Return the facts that a seat may know now (K1, K2); for None, the public ones."""
        return view(self, seat)

    def forecast(self, seat: int, action: Action, seen: Callable[[SeatView], SeatView] | None = None) -> Forecast:
        """Return the effects of an action from what the seat can know; `seen` removes facts that must not be shown now.

        Raises IllegalAction if the race is over, the decision due is not that seat's, or the action is refused.
        """
        decision = self.decision
        if decision is None:
            raise IllegalAction(refuse("race-over"))
        if decision.seat != seat:
            raise IllegalAction(refuse("not-your-turn", seat=seat))
        known = with_slipstreams(self, self.view(seat))
        return forecast(known if seen is None else seen(known), decision, action)

    def _settle(self) -> None:
        """Continue until a decision is due or the race is over."""
        while True:
            if self.stage == TURNS:
                if self._run_turns():
                    return
                self._end_round()
            elif self.stage == OVER:
                self.decision = None
                return
            elif self._ask_table():
                return

    def _ask_table(self) -> bool:
        """Ask the next seat of a table step; return True if a decision is due, False if the race has moved on."""
        step = self.rules.table[self.stage]
        decision = step.offer(self)
        if decision is None:
            self._leave(step)
            return False
        sole = decision.sole()
        if sole is None:
            self.decision = decision
            return True
        self.seen[decision.seat] = None
        self.events.append(ChoiceForced(decision.seat))
        step.resolve(self, decision.seat, sole)
        return False

    def _leave(self, step: TableStep) -> None:
        step.leave(self)
        self.asked = 0
        self.seen = [None] * len(self.cars)
        self.stage += 1
        if self.stage < len(self.rules.table):
            self.rules.table[self.stage].enter(self)
        else:
            self.stage = TURNS

    def _run_turns(self) -> bool:
        """Let the remaining cars take their turns; return True if a decision is due, False if all have had theirs."""
        cars, order, turns = self.cars, self.order, self.rules.turns
        while self.turns < len(order):
            car = cars[order[self.turns]]
            self.turn = Turn(car.at)
            if car.index == self.awaits and self._asks_plan(car):
                return True
            if self._run_turn(car, turns[car.index][0], entered=False):
                return True
        return False

    def _asks_plan(self, car: Car) -> bool:
        """Ask the awaited car for its plan and return True; once the plan is made, carry it out and return False."""
        planning = self.rules.planning
        if car.plan is None:
            self.decision = replace(planning.ask(self, car), may_retire=False)
            return True
        planning.open(self)
        self.awaits = NOBODY
        self.asked = 0
        return False

    def _run_turn(self, car: Car, stop: Stop, *, entered: bool) -> bool:
        """Run a turn from a stop, without its automatic effects if `entered`; return True if a decision is due."""
        at: Stop | None = stop
        while at is not None:
            if entered:
                entered = False
            else:
                name = None
                for enter in at.enters:
                    if name := enter(self, car):
                        break
                if name:
                    at = None if name == TURN_OVER else at.skip_to(name)
                    continue
            offer = at.offer
            if offer is not None:
                decision = offer(self, car)
                if decision is not None:
                    sole = decision.sole()
                    if sole is None:
                        self.stop = at
                        self.decision = decision
                        return True
                    self.events.append(ChoiceForced(car.index))
                    at.resolve(self, car, sole)
                    entered = True
                    continue
            at = at.following
        self._end_turn(car)
        return False

    def _end_turn(self, car: Car) -> None:
        spaces = self.rules.spaces
        laps = (car.at - 1) // spaces
        if laps > 1 and laps > (self.turn.began - 1) // spaces and car.status == RACING:
            self.events.append(LapCompleted(car.index, laps - 1))
            for handle_lap in self.rules.lap_completed:
                handle_lap(self, car, laps - 1)
        for handle in self.rules.turn_ended:
            handle(self, car)
        self.seen[car.index] = None
        self.stop = None
        self.turns += 1

    def _end_round(self) -> None:
        """Take the finished cars off the track (F1) and begin the next round, or end the race (F3, T3)."""
        finish = self.rules.finish
        racing = [car for car in self.cars if car.status == RACING]
        for car in position_order([car for car in racing if car.at > finish]):
            leave_track(self, car, FINISHED, self.finished)
            self.events.append(CarFinished(car.index, len(self.finished)))
        self.order = []
        self.turns = 0
        self.last = ()
        self.turn = Turn(0)
        self.seen = [None] * len(self.cars)
        left = [car for car in racing if car.status == RACING]
        if left and not self._goes_nowhere():
            self.stage = len(self.rules.table) - 1
            self.rules.table[self.stage].enter(self)
            return
        if left:
            self._call_off(position_order(left))
        self.stage = OVER
        for handle in self.rules.race_finished:
            handle(self)
        self.events.append(RaceEnded(self.standings))

    def _goes_nowhere(self) -> bool:
        """Return whether the race has had too many rounds for the spaces covered since the start line (T3)."""
        if self.round < MOST_STANDSTILL:
            return False
        covered = sum([car.at for car in self.cars]) - len(self.cars) * self.rules.spaces
        return self.round >= MOST_STANDSTILL + covered

    def _call_off(self, left: list[Car]) -> None:
        """Retire the cars on the track, the last car first, so that they rank in position order (T3, F4)."""
        self.events.append(RaceCalledOff(self.round, tuple([car.index for car in left])))
        for car in reversed(left):
            leave_track(self, car, RETIRED, self.retired)


POINTS = (9, 6, 4, 3, 2, 1)
"""The points for 1st to 6th place; lower places get none (E6)."""


def points(race: Race) -> dict[int, int]:
    """Return every car's points for its place, by index, after changes by modules; an eliminated car gets 0 (E6)."""
    scored: dict[int, int] = {}
    for place, index in enumerate(race.standings, start=1):
        worth = POINTS[place - 1] if place <= len(POINTS) else 0
        for answer in race.rules.points:
            worth = answer(race, place, worth)
        scored[index] = 0 if index in race.out else worth
    return scored
