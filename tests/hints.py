"""The hint that a person gets."""

from __future__ import annotations

from heat_tui.drivers.kinds import COACH
from heat_tui.game.advice.coach import Coach
from heat_tui.game.advice.hint import Hint, hinting
from heat_tui.game.table.curtain import Curtain


def hint_for(curtain: Curtain, coach: Coach | None = None) -> Hint | None:
    """Return the thorough hint for the person who must choose; None if there is none."""
    hint = hinting(curtain, coach)
    return None if hint is None else hint(COACH)
