"""One file for each thing that a driver is asked at the table."""

from __future__ import annotations

from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    MulliganDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
)
from heat_tui.tui.prompts.discard import DiscardPrompt
from heat_tui.tui.prompts.mulligan import MulliganPrompt
from heat_tui.tui.prompts.plan import PlanPrompt
from heat_tui.tui.prompts.prompt import Choice, Prompt
from heat_tui.tui.prompts.react import ReactPrompt
from heat_tui.tui.prompts.slipstream import SlipstreamPrompt

__all__ = ["Choice", "Prompt", "prompt_for"]


def prompt_for(choice: Choice) -> Prompt:
    """The prompt of a decision."""
    decision: Decision = choice.decision
    match decision:
        case MulliganDecision():
            return MulliganPrompt(choice, decision)
        case PlanDecision():
            return PlanPrompt(choice, decision)
        case ReactDecision():
            return ReactPrompt(choice, decision)
        case SlipstreamDecision():
            return SlipstreamPrompt(choice, decision)
        case DiscardDecision():
            return DiscardPrompt(choice, decision)
        case _:
            raise AssertionError(f"no prompt for {type(decision).__name__}")
