"""The choice of an automated driver's answer to any kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from heat_tui.drivers import upgrades
from heat_tui.drivers.novice import first_thought
from heat_tui.drivers.playouts import weigh
from heat_tui.drivers.style import STEADY, Style
from heat_tui.engine import decisions
from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.decisions import Decision
from heat_tui.engine.view import SeatView

CHOSEN: Mapping[type[Decision], Callable[[SeatView, Any], Action]] = {
    decisions.ReplaceDecision: upgrades.choose_replacement,
    decisions.RefreshDecision: upgrades.choose_refresh,
    **dict.fromkeys(
        get_args(upgrades.UpgradeChoice), lambda view, decision: upgrades.weigh_upgrades(view, decision)[0][1]
    ),
    decisions.NextRaceDecision: lambda _view, _decision: NextRace(),
}
"""The functions that answer the decisions that are not weighed in turns to the flag."""


def choose(view: SeatView, decision: Decision, style: Style = STEADY, seed: int = 0) -> Action:
    """Return the answer of a driver of this style. Raises TypeError for a decision of an unknown kind."""
    action = None if style.plans else first_thought(view, decision)
    if action is not None:
        return action
    weighed = weigh(view, decision, style, seed)
    if weighed:
        return weighed[0].action
    for kind, chosen in CHOSEN.items():
        if isinstance(decision, kind):
            return chosen(view, decision)
    raise TypeError(f"no driver answers a {type(decision).__name__}")
