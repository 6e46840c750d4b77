"""The steps of a round, by name."""

from __future__ import annotations

from heat_tui.engine.decisions import Decision
from heat_tui.engine.upgrade_decisions import ReplaceDecision
from heat_tui.language import _


def step_words(step: str, decision: Decision | None = None) -> str:
    """A step of the rulebook with its number, from a view's `step`, and from what is decided there."""
    if isinstance(decision, ReplaceDecision):
        return _("Step 3: unpayable Heat")
    names = {
        "draft": _("Before the start: the garage"),
        "mulligan": _("Before the start: mulligan"),
        "planning": _("Steps 1-2: shift gears, play cards"),
        "reveal": _("Step 3: reveal and move"),
        "number": _("Steps 1-2: show the number, shift gears"),
        "values": _("Step 3: choose values"),
        "move": _("Step 3: reveal and move"),
        "adrenaline": _("Step 4: adrenaline"),
        "react": _("Step 5: react"),
        "slipstream": _("Step 6: slipstream"),
        "check_corners": _("Step 7: check corners"),
        "discard": _("Step 8: discard"),
        "refresh": _("Step 9: refresh"),
        "replenish": _("Step 9: replenish the hand"),
        "legend": _("A Legend moves"),
        "over": _("The race is over"),
    }
    return names[step]
