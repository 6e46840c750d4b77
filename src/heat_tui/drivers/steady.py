"""A sound, human-like driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Protocol

from heat_tui.drivers import planning, reacting, upgrades
from heat_tui.engine import decisions
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.decisions import Decision
from heat_tui.engine.view import SeatView

CHOICES: Mapping[type[Decision], Callable[[SeatView, Any, int], Action]] = {
    decisions.ReactDecision: reacting.choose_reaction,
    decisions.PlanDecision: planning.choose_plan,
    decisions.SlipstreamDecision: reacting.choose_slipstream,
    decisions.DiscardDecision: planning.choose_discard,
    decisions.NewHandDecision: planning.choose_hand,
    decisions.ChooseValuesDecision: upgrades.choose_values,
    decisions.ReplaceDecision: upgrades.choose_replacement,
    decisions.RefreshDecision: upgrades.choose_refresh,
    decisions.PickDecision: upgrades.choose_pick,
    decisions.PutAwayDecision: upgrades.choose_put_away,
    decisions.ExchangeDecision: upgrades.choose_exchange,
    decisions.KeepDecision: upgrades.choose_kept,
    decisions.NextRaceDecision: lambda _view, _decision, _seed: NextRace(),
}
"""How every kind of decision is taken, from what is seen, the decision and the driver's seed."""


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
        for kind, choose in CHOICES.items():
            if isinstance(decision, kind):
                return choose(view, decision, self._seed)
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
