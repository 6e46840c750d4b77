"""Laws of decisions and actions: legal actions work, others are refused, and a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from random import Random

from heat_tui.engine import IllegalAction, Race
from heat_tui.engine.actions import DONE, Action, Discard, Plan, React, Refresh, Replace, Retire, Slipstream
from heat_tui.modules.mulligan.answer import Mulligan
from tests.laws.law import law

SAMPLES = 3
TRIED = 12
ODD_VALUES: tuple[object, ...] = (None, True, False, -1, 0, 1, 2, 5, 1.0, 2.0, "", "1", "4", "no", (), ("1",), ["1"])
"""Values that a malicious or faulty caller may put in a field of an action."""

STRANGERS: tuple[object, ...] = (None, 0, "plan", (), object(), Plan, Action())
"""Values that are not actions, and an action of no known kind."""


def options_are_the_legal_actions(race: Race, random: Random) -> None:
    """Check that options are distinct, in a fixed order and not refused, and that samples are among them."""
    decision = race.decision
    assert decision is not None
    options = list(decision.options())
    law(options == list(decision.options()), "options come in a fixed order", decision)
    law(len(set(options)) == len(options) >= 2, "options are distinct", decision, options)
    law(len({meaning(option) for option in options}) == len(options), "equal cards are one option", decision, options)
    for option in options:
        law(decision.objection(option) is None, "an option is not refused", option, decision.objection(option))
    for _ in range(SAMPLES):
        law(decision.sample(random.random) in options, "a sample is an option", decision)


def illegal_actions_are_refused(race: Race, random: Random) -> None:
    """Check that illegal actions, and all actions after the end, are refused with a reason and change nothing."""
    decision = race.decision
    before = race.snapshot()
    if decision is None:
        for action in (DONE, Discard(), Slipstream(0), Retire(), Plan(1, ("1",)), Mulligan(take=False)):
            _refused(race, action)
        law(race.snapshot() == before, "a refusal changes nothing")
        return
    options = list(decision.options())
    legal = {meaning(option) for option in options}
    mutants = list(_mutants(race, random.choice(options), random))
    tried: list[object] = [mutant for mutant in mutants if meaning(mutant) not in legal]
    for wrong in (*random.sample(tried, min(len(tried), TRIED)), *STRANGERS):
        objection = decision.objection(wrong)  # type: ignore[arg-type]
        law(objection is not None and objection.code, "what is no option is refused", decision, wrong)
        _refused(race, wrong)
        law(race.decision == decision, "a refusal changes nothing", wrong)
    law(race.snapshot() == before, "a refusal changes nothing", tried)


def order_of_cards_means_nothing(race: Race, random: Random) -> None:
    """Check on a random option that naming the same cards in another order is the same action.

    The exception is Refresh, whose order counts (G7).
    """
    decision = race.decision
    assert decision is not None
    option = random.choice(list(islice(decision.options(), 60)))
    if not isinstance(option, Plan | Discard | Replace | React) or len(set(option.cards)) < 2:
        return
    turned = replace(option, cards=tuple(reversed(option.cards)))
    one, other = race.clone(), race.clone()
    law(one.play(option) == other.play(turned), "the order of the cards means nothing", option)
    law(one.snapshot() == other.snapshot(), "the order of the cards means nothing", option)


def meaning(action: object) -> str:
    """Return the meaning of an action, including types, with its cards sorted unless their order matters (Refresh).

    1, 1.0 and True differ.
    """
    if not isinstance(action, Action) or type(action) is Action:
        return f"{type(action)} {action!r}"
    said = []
    for field in fields(action):
        value = getattr(action, field.name)
        cards = isinstance(value, tuple) and all(isinstance(card, str) for card in value)
        if cards and not isinstance(action, Refresh):
            value = tuple(sorted(value))
        said.append(repr(value))
    return f"{type(action).__name__}({', '.join(said)})"


def _refused(race: Race, action: object) -> None:
    try:
        race.play(action)  # type: ignore[arg-type]
    except IllegalAction as illegal:
        law(illegal.refusal.code, "a refusal has a reason", action)
    else:
        law(False, "an illegal action is not played", race.decision, action)
    for seat in range(len(race.setup.seats)):
        try:
            race.forecast(seat, action)  # type: ignore[arg-type]
        except IllegalAction as illegal:
            law(illegal.refusal.code, "a refusal has a reason", action)
        else:
            law(False, "an illegal action has no forecast", race.decision, action)


def _mutants(race: Race, option: Action, random: Random) -> Iterator[Action]:
    """Yield actions for several kinds of decisions, and variations on a legal action; some of them are legal."""
    yield from (Mulligan(take=True), Retire(), DONE, Slipstream(0), Slipstream(2), Discard(), Discard(("1",)))
    yield from (Plan(gear, ("1", "2", "3", "4")[:gear]) for gear in range(1, 5))
    decision = race.decision
    assert decision is not None
    hand = tuple(race.cars[decision.seat].hand)
    names = [field.name for field in fields(option)]
    for name in names:
        for value in ODD_VALUES:
            yield replace(option, **{name: value})
    if isinstance(option, Plan | Discard | Refresh | Replace):
        cards = option.cards
        for changed in (cards[1:], (*cards, *hand[:1]), (*cards[1:], "heat"), (*cards[1:], "9"), cards * 2, hand):
            yield replace(option, cards=changed)
        yield replace(option, cards=list(cards))  # type: ignore[arg-type]
        yield replace(option, cards="".join(cards))  # type: ignore[arg-type]
        yield replace(option, cards=tuple(random.choices((*hand, "stress", "5"), k=len(cards))))
    if isinstance(option, Plan):
        yield from (replace(option, gear=option.gear + step) for step in (-3, -2, -1, 1, 2, 3))
        yield replace(option, gear=float(option.gear))  # type: ignore[arg-type]
