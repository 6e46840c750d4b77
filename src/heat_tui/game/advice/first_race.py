"""The first race: one lap of the USA with two Legends, and a way to drive it on which everything happens once.

The cards lie as the seed has them. It was found by `python -m tests.table.find_first_race`, and the tests hold it and
the line below to what they promise: in nine rounds Adrenaline, a Stress card, a Slipstream taken and one better left,
a shift of two gears, Heat in the hand and its Cooldown, corners at the limit and above it, a blocked car, a deck
shuffled anew, a Boost, and the win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, ReactDecision, SlipstreamDecision
from heat_tui.engine.forecast import Forecast, forecast
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.view import SeatView
from heat_tui.game.setup.options import Seat
from heat_tui.game.setup.race_options import FIRST_RACE_SEED, race_setup, tutorial_options
from heat_tui.store.texts import passages


@record
class Proposal:
    """An action; `topic` is the key of what speaks for it in the text `first_race.md`, where that has anything."""

    action: Action
    topic: str = ""

    @property
    def why(self) -> str:
        """Return the reason for it; "" where the forecast says enough."""
        reasons = passages("first_race.md") if self.topic else {}
        return reasons[self.topic].paragraphs[0] if self.topic in reasons else ""


_KEEP = Discard()
_SLIP = Slipstream(2)

_ROUNDS: Final[tuple[tuple[Action, ...], ...]] = (
    # towards corner 1
    (Plan(2, ("3", "5")), DONE, _KEEP),
    # over corner 1 with a card of luck, from the last place
    (Plan(3, ("1", "3", STRESS)), React("cooldown", "adrenaline", 1), DONE, Discard(("1",))),
    # down the long straight and past both Legends
    (Plan(4, ("2", "3", "4", "4")), React("adrenaline", "adrenaline", 1), DONE, _SLIP, _KEEP),
    # braking late
    (Plan(2, ("1", "2")), React("cooldown", "gear", 1), DONE, _KEEP),
    # behind a Legend again
    (Plan(3, ("4", "4", STRESS)), DONE, _SLIP, _KEEP),
    # corner 3 at its limit
    (Plan(2, ("1", "2")), DONE, _KEEP),
    # up to the line, and no further
    (Plan(2, ("3", "4")), DONE, STAY, _KEEP),
    # over the limit, where no corner follows
    (Plan(3, ("0", "1", "3")), DONE, _SLIP, _KEEP),
    # over the line
    (Plan(4, ("3", "4", "5", STRESS)), React("boost", "boost", 1)),
)

SUGGESTED_LINE: Final = tuple(
    Proposal(action, f"{number}-{place}")
    for number, actions in enumerate(_ROUNDS, start=1)
    for place, action in enumerate(actions, start=1)
)
"""What is suggested to a driver in the moments of this race."""


def first_race_setup(name: str, seed: int | None = None) -> RaceSetup:
    """Return the first race of a driver; another seed than the usual one deals other cards. Raises Refused."""
    return race_setup(tutorial_options((Seat(name),), seed))


def line_for(setup: RaceSetup) -> Sequence[Proposal]:
    """Return the suggested line if this is the first race with its usual cards; otherwise there is none."""
    if setup.seed != FIRST_RACE_SEED or len(setup.seats) != 1:
        return ()
    return SUGGESTED_LINE if setup == first_race_setup(setup.seats[0]) else ()


@record
class Moment:
    """What a driver meets at a decision: the decision, their gear, engine, speed and hand, and where all cars are."""

    decision: Decision
    gear: int
    engine: int
    speed: int
    hand: tuple[str, ...]
    places: tuple[int, ...]

    def is_near(self, other: Moment) -> bool:
        """Return whether it is the same choice from the same cards, gear and engine.

        What is offered in the turn goes with the own place too; a plan or a discard does not.
        """
        seat = self.decision.seat
        moved = isinstance(self.decision, REACTING) and self.places[seat] != other.places[seat]
        return not moved and replace(other, places=self.places) == self


REACTING: Final = (ReactDecision, SlipstreamDecision)
"""The decisions at which a space more or less makes another choice."""


def moment_of(view: SeatView, decision: Decision) -> Moment:
    """Return what the driver of a view meets at a decision."""
    own, places = view.own, tuple(car.at for car in view.cars)
    return Moment(decision, own.gear, own.engine, view.speed, tuple(sorted(view.hand)), places)


class Script:
    """The suggested line with the moment of each of its actions, by which it is found again."""

    def __init__(self, setup: RaceSetup) -> None:
        """Drive the line of a setup; any other than the first race with its usual cards has none."""
        self._scenes: list[tuple[Moment, Forecast, Proposal]] = []
        race = Race.start(setup)
        for proposal in line_for(setup):
            decision = race.decision
            assert decision is not None
            view = race.view(decision.seat)
            told = forecast(view, decision, proposal.action)
            self._scenes.append((moment_of(view, decision), told, proposal))
            race.play(proposal.action)

    def proposal(self, view: SeatView, decision: Decision) -> Proposal | None:
        """Return what the line has for this moment, or for one like it; None where it has nothing.

        In a moment that is only alike, the action must come to the same, and what is written of it may not hold.
        """
        now = moment_of(view, decision)
        for moment, _told, proposal in self._scenes:
            if moment == now:
                return proposal
        for moment, told, proposal in self._scenes:
            if moment.is_near(now) and _comes_to_the_same(forecast(view, decision, proposal.action), told):
                return Proposal(proposal.action)
        return None


def _comes_to_the_same(told: Forecast, other: Forecast) -> bool:
    """Return whether two forecasts have the same corners, with no more Heat for them, and neither may spin out."""

    def lines(each: Forecast) -> set[tuple[int, ...]]:
        return {tuple(cost.corner for cost in way.corners) for way in each.outcomes}

    return lines(told) == lines(other) and told.most_heat <= other.most_heat and not told.spin_chance


def with_sorted_cards(action: Action) -> Action:
    """Return an action with its cards in order, for their order means nothing."""
    return replace(action, cards=tuple(sorted(action.cards))) if isinstance(action, (Plan, Discard)) else action
