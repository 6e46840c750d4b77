"""The sensible end of a turn: take what is free and helps, and leave what costs something to the driver.

A race is on the screen before its first turn ends, so the evaluation is imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.drivers.kinds import COACH
from heat_tui.engine.actions import DONE, STAY, Action, Slipstream
from heat_tui.engine.decisions import NEEDS_HAND, Decision, ReactDecision, SlipstreamDecision
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.view import SeatView
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.prompts import Choice, all_of, is_free, is_must

if TYPE_CHECKING:
    from heat_tui.game.advice.coach import Coach

End = ReactDecision | SlipstreamDecision
"""The decisions at the end of a turn, where many answers are free."""

SEED = 0
"""The seed with which the evaluation draws future cards, fixed so that it always gives the same answer."""


def choice_for(curtain: Curtain, name: str, coach: Coach | None = None) -> Choice[Decision]:
    """Return the current decision as a choice for its driver, with the suggestion of the coach or the evaluation."""
    match = curtain.match
    decision = match.decision
    assert decision is not None
    seat = decision.seat
    choice = Choice(name, match.view(seat), decision, curtain.forecast)
    if not choice.ends_turn or (isinstance(decision, NEEDS_HAND) and not curtain.is_open_to(seat)):
        return choice
    view, advice = curtain.open_view(seat), None if coach is None else coach.suggested
    wanted = evaluated(view, decision) if advice is None else advice
    suggested = None
    if isinstance(decision, End):
        suggested = sensible(view, decision, curtain.forecast, wanted) if advice is None else advice
    return replace(choice, suggested=suggested, wanted=wanted)


def prepare(view: SeatView) -> None:
    """Work out in advance the distances on a track that the evaluation needs; this takes a fifth of a second."""
    from heat_tui.drivers.outlook import course_for

    course_for(view)


def sensible(view: SeatView, decision: End, forecast: Callable[[Action], Forecast], wanted: Action) -> Action:
    """Return an answer that must be given, or is free and gains something by the evaluation; else the end of the step.

    It reveals no cards that `view` does not show. `wanted` is the best answer by the evaluation, whatever it costs.
    """
    if _asks_nothing(view, decision, wanted, forecast):
        return wanted
    if isinstance(decision, SlipstreamDecision):
        ways = tuple(way for way in decision.distances if is_free(view, decision, Slipstream(way), forecast))
        return evaluated(view, replace(decision, distances=ways))
    uses = tuple(use for use in decision.uses if _asks_nothing(view, decision, all_of(use), forecast))
    return evaluated(view, replace(decision, uses=uses))


def evaluated(view: SeatView, decision: Decision) -> Action:
    """Return the best answer by the evaluation, whatever it costs: the answer that a hint calls the best."""
    from heat_tui.drivers.evaluation import choose

    return choose(view, decision, COACH, SEED)


def _asks_nothing(view: SeatView, decision: End, action: Action, forecast: Callable[[Action], Forecast]) -> bool:
    """Return whether an answer must be given, or costs nothing."""
    return action in (DONE, STAY) or is_must(action) or is_free(view, decision, action, forecast)
