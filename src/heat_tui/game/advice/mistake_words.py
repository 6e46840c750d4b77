"""Every driver's mistakes and luck after a race, in words."""

from __future__ import annotations

from heat_tui.drivers.evaluation import WEIGHED
from heat_tui.engine.decisions import ExchangeDecision, KeepDecision, PickDecision, PutAwayDecision
from heat_tui.game.advice.analysis import Account, Analysis, Judged
from heat_tui.game.advice.first_race import with_sorted_cards
from heat_tui.game.table.history import LogEntry
from heat_tui.language import N_, NN_, Message
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.names import car_name
from heat_tui.words.questions import describe_action

LEAST = 0.05
"""The rounds below which a gain or loss counts as none."""

_MISTAKES: Message = NN_(
    "Mistakes cost about {rounds} rounds ({spaces} space).",
    "Mistakes cost about {rounds} rounds ({spaces} spaces).",
    "spaces",
)
_GOOD_LUCK: Message = NN_(
    "Luck saved about {rounds} rounds ({spaces} space).",
    "Luck saved about {rounds} rounds ({spaces} spaces).",
    "spaces",
)
_BAD_LUCK: Message = NN_(
    "Luck cost about {rounds} rounds ({spaces} space).",
    "Luck cost about {rounds} rounds ({spaces} spaces).",
    "spaces",
)
_COST: Message = NN_(
    "That cost about {rounds} rounds ({spaces} space).",
    "That cost about {rounds} rounds ({spaces} spaces).",
    "spaces",
)


def mistakes_words(account: Account) -> str:
    """Return the cost of a driver's mistakes in words."""
    mistakes = account.mistakes
    return amount(_MISTAKES, mistakes, account.pace) if mistakes >= LEAST else fill(N_("No mistakes worth mentioning."))


def luck_words(account: Account) -> str:
    """Return a driver's gain or loss by luck in words."""
    luck = account.luck
    if abs(luck) < LEAST:
        return fill(N_("Luck neither helped nor hurt."))
    return amount(_GOOD_LUCK if luck > 0 else _BAD_LUCK, abs(luck), account.pace)


def choice_words(entry: LogEntry) -> str:
    """Return a choice and its round in words."""
    decision = entry.before.decision
    assert decision is not None
    when = N_("Round {round}: {action}.") if entry.round else N_("Before the start: {action}.")
    return fill(when, round=entry.round, action=describe_action(decision, with_sorted_cards(entry.action)))


def driver_choice_words(entry: LogEntry, name: str) -> str:
    """Return a choice, its round and its driver in words."""
    decision = entry.before.decision
    assert decision is not None
    who = N_("{name}, round {round}: {action}.") if entry.round else N_("{name}, before the start: {action}.")
    action = describe_action(decision, with_sorted_cards(entry.action))
    return fill(who, name=name, round=entry.round, action=action)


def cost_words(choice: Judged) -> str:
    """Return the cost of one choice in words."""
    return amount(_COST, choice.mistake, choice.pace)


def better_words(choice: Judged) -> str:
    """Return the better choice, and the reason for it."""
    better, reasons = N_("Better: {action}. {reason}"), choice.reasons
    action = describe_action(reasons.decision, choice.best)
    return fill(better, action=action, reason=reasons.instead(choice.best, choice.chosen)).strip()


def costly_words(choice: Judged) -> str:
    """Return everything worth saying about a choice that cost something."""
    return sentences(choice_words(choice.entry), cost_words(choice), better_words(choice))


def verdict_words(entry: LogEntry, choice: Judged | None) -> list[str]:
    """Return the coach's verdict on a choice, in paragraphs; `choice` is None if there was nothing to weigh."""
    if choice is None:
        return [fill(_unjudged(entry))]
    if choice.is_mistake:
        return [cost_words(choice), better_words(choice)]
    if choice.chosen != choice.best:
        best = describe_action(choice.reasons.decision, choice.best)
        return [fill(N_("As good as the coach's choice: {action}."), action=best)]
    why = choice.reasons.why(choice.best)
    return [fill(N_("The coach would have chosen the same."))] + ([why] if why else [])


def _unjudged(entry: LogEntry) -> str:
    """Return the reason why a choice has no verdict."""
    decision = entry.before.decision
    if isinstance(decision, PickDecision | PutAwayDecision | ExchangeDecision | KeepDecision):
        return N_("Choices of upgrades are not judged.")
    if not isinstance(decision, tuple(WEIGHED)):
        return N_("Choices of this kind are not judged.")
    return N_("The coach has nothing to compare here.")


def analysis_lines(analysis: Analysis) -> list[str]:
    """Return every driver's mistakes and luck, and their costliest choices; [] without drivers."""
    sheet, lines = analysis.race.sheet, []
    for account in analysis.accounts():
        told = N_("{name}: {mistakes} {luck}")
        name = car_name(sheet, account.seat)
        lines.append(fill(told, name=name, mistakes=mistakes_words(account), luck=luck_words(account)))
        lines += ["  " + costly_words(choice) for choice in account.costliest()]
    return [fill(N_("Mistakes and luck:")), *lines] if lines else []


def amount(message: Message, rounds: float, pace: float, **facts: str) -> str:
    """Return a message filled with rounds, and with the spaces that they cover at a pace."""
    return fill(message, rounds=figure(rounds), spaces=max(round(rounds * pace), 1), **facts)


def figure(rounds: float) -> str:
    """Return rounds with one decimal, and never as "-0.0"."""
    return f"{round(rounds, 1) + 0.0:.1f}"
