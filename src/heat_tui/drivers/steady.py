"""A sound, human-like driver."""

from __future__ import annotations

from random import Random
from typing import ClassVar, Protocol

from heat_tui.drivers.planning import choose_discard, choose_hand, choose_plan
from heat_tui.drivers.reacting import choose_reaction, choose_slipstream
from heat_tui.drivers.upgrades import (
    choose_exchange,
    choose_kept,
    choose_pick,
    choose_put_away,
    choose_refresh,
    choose_replacement,
    choose_values,
)
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    DiscardDecision,
    ExchangeDecision,
    KeepDecision,
    NewHandDecision,
    NextRaceDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
    SlipstreamDecision,
)
from heat_tui.engine.view import SeatView


class Steady:
    """Counts in turns to the flag, and does what leaves the fewest.

    It remembers nothing: a choice follows from the seed, the view and the decision, so a race that was
    saved or taken back goes on as it would have gone.
    """

    __slots__ = ("_seed",)

    name: ClassVar[str] = "steady"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """A legal action. Raises TypeError for a kind of decision that it does not know."""
        match decision:
            case PlanDecision():
                return choose_plan(view, decision, self._seed)
            case ReactDecision():
                return choose_reaction(view, decision, self._seed)
            case SlipstreamDecision():
                return choose_slipstream(view, decision, self._seed)
            case DiscardDecision():
                return choose_discard(view, decision, self._seed)
            case NewHandDecision():
                return choose_hand(view, decision, self._seed)
            case ChooseValuesDecision():
                return choose_values(view, decision, self._seed)
            case ReplaceDecision():
                return choose_replacement(view, decision)
            case RefreshDecision():
                return choose_refresh(view, decision)
            case PickDecision():
                return choose_pick(view, decision)
            case PutAwayDecision():
                return choose_put_away(view, decision)
            case ExchangeDecision():
                return choose_exchange(view, decision)
            case KeepDecision():
                return choose_kept(view, decision)
            case NextRaceDecision():
                return NextRace()
            case _:
                raise TypeError(f"Steady has no answer to a {type(decision).__name__}")


class Driver(Protocol):
    """A driver that chooses for a seat."""

    @property
    def name(self) -> str:
        """Return the name of this kind of driver on the command line, without the @."""
        ...

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """A legal action for `decision`, which is that of the view's seat."""
        ...


class Chance:
    """Any legal action, as fair as `Decision.sample` is; the same seed makes the same choices."""

    __slots__ = ("_random",)

    name: ClassVar[str] = "chance"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed).random

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """One of the legal actions; the view plays no part."""
        return decision.sample(self._random)
