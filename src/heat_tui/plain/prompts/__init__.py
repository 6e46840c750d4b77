"""One prompt for every kind of decision: what it asks, what it understands, and what an answer means."""

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
    NextRaceDecision,
    PickDecision,
    PutAwayDecision,
    RefreshDecision,
    ReplaceDecision,
)
from heat_tui.plain.prompts.discard import DiscardPrompt
from heat_tui.plain.prompts.draft import PickPrompt, PutAwayPrompt
from heat_tui.plain.prompts.mulligan import MulliganPrompt
from heat_tui.plain.prompts.plan import PlanPrompt
from heat_tui.plain.prompts.prompt import ActionPrompt, Choice, Prompt
from heat_tui.plain.prompts.react import ReactPrompt
from heat_tui.plain.prompts.refresh import RefreshPrompt
from heat_tui.plain.prompts.season import ExchangePrompt, KeepPrompt, NextRacePrompt
from heat_tui.plain.prompts.slipstream import SlipstreamPrompt
from heat_tui.plain.prompts.values import ReplacePrompt, ValuesPrompt


def prompt_for(choice: Choice[Decision]) -> ActionPrompt:
    """The prompt for a decision."""
    name, view, decision, forecast = choice.name, choice.view, choice.decision, choice.forecast
    match decision:
        case PlanDecision():
            return PlanPrompt(Choice(name, view, decision, forecast))
        case ReactDecision():
            return ReactPrompt(Choice(name, view, decision, forecast))
        case SlipstreamDecision():
            return SlipstreamPrompt(Choice(name, view, decision, forecast))
        case DiscardDecision():
            return DiscardPrompt(Choice(name, view, decision, forecast))
        case MulliganDecision():
            return MulliganPrompt(Choice(name, view, decision, forecast))
        case _:
            return _upgrade_prompt(choice)


def _upgrade_prompt(choice: Choice[Decision]) -> ActionPrompt:
    """The prompt for a decision that upgrades bring."""
    name, view, decision, forecast = choice.name, choice.view, choice.decision, choice.forecast
    match decision:
        case PickDecision():
            return PickPrompt(Choice(name, view, decision, forecast))
        case PutAwayDecision():
            return PutAwayPrompt(Choice(name, view, decision, forecast))
        case ChooseValuesDecision():
            return ValuesPrompt(Choice(name, view, decision, forecast))
        case ReplaceDecision():
            return ReplacePrompt(Choice(name, view, decision, forecast))
        case RefreshDecision():
            return RefreshPrompt(Choice(name, view, decision, forecast))
        case _:
            return _season_prompt(choice)


def _season_prompt(choice: Choice[Decision]) -> ActionPrompt:
    """The prompt for a decision that a championship brings."""
    name, view, decision, forecast = choice.name, choice.view, choice.decision, choice.forecast
    match decision:
        case ExchangeDecision():
            return ExchangePrompt(Choice(name, view, decision, forecast))
        case KeepDecision():
            return KeepPrompt(Choice(name, view, decision, forecast))
        case NextRaceDecision():
            return NextRacePrompt(Choice(name, view, decision, forecast))
        case _:
            raise AssertionError(f"no prompt for {type(decision).__name__}")


__all__ = ["ActionPrompt", "Choice", "Prompt", "prompt_for"]
