"""A sound, human-like driver."""

from __future__ import annotations

from typing import ClassVar

from heat_tui.drivers.discarding import choose_discard, choose_mulligan
from heat_tui.drivers.planning import choose_plan
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
    Decision,
    DiscardDecision,
    MulliganDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
)
from heat_tui.engine.upgrade_decisions import (
    ChooseValuesDecision,
    ExchangeDecision,
    KeepDecision,
    NextRaceDecision,
    PickDecision,
    PutAwayDecision,
    RefreshDecision,
    ReplaceDecision,
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
            case MulliganDecision():
                return choose_mulligan(view, self._seed)
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
