"""One file for each thing that a driver is asked at the table; each is loaded when it is first asked."""

from __future__ import annotations

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
    PickDecision,
    PutAwayDecision,
    RefreshDecision,
    ReplaceDecision,
)
from heat_tui.tui.prompts.prompt import Choice, Prompt

__all__ = ["Choice", "Prompt", "prompt_for"]


def prompt_for(choice: Choice) -> Prompt:
    """The prompt of a decision."""
    decision: Decision = choice.decision
    match decision:
        case MulliganDecision():
            from heat_tui.tui.prompts.mulligan import MulliganPrompt

            return MulliganPrompt(choice, decision)
        case PlanDecision():
            from heat_tui.tui.prompts.plan import PlanPrompt

            return PlanPrompt(choice, decision)
        case ReactDecision():
            from heat_tui.tui.prompts.react import ReactPrompt

            return ReactPrompt(choice, decision)
        case SlipstreamDecision():
            from heat_tui.tui.prompts.slipstream import SlipstreamPrompt

            return SlipstreamPrompt(choice, decision)
        case DiscardDecision():
            from heat_tui.tui.prompts.discard import DiscardPrompt

            return DiscardPrompt(choice, decision)
        case PickDecision() | PutAwayDecision() | KeepDecision():
            from heat_tui.tui.prompts.pick import PickPrompt

            return PickPrompt(choice, decision)
        case ExchangeDecision():
            from heat_tui.tui.prompts.exchange import ExchangePrompt

            return ExchangePrompt(choice, decision)
        case ChooseValuesDecision():
            from heat_tui.tui.prompts.values import ValuesPrompt

            return ValuesPrompt(choice, decision)
        case ReplaceDecision():
            from heat_tui.tui.prompts.values import ReplacePrompt

            return ReplacePrompt(choice, decision)
        case RefreshDecision():
            from heat_tui.tui.prompts.values import RefreshPrompt

            return RefreshPrompt(choice, decision)
        case _:
            raise AssertionError(f"no prompt for {type(decision).__name__}")
