"""Laws of the sensible default: Enter alone forgoes nothing free, pays nothing and reveals nothing of a hidden hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from heat_tui.engine import Race
from heat_tui.engine.actions import DONE, STAY, Action, React, Slipstream
from heat_tui.engine.cards import BASIC_DECK
from heat_tui.engine.decisions import ReactDecision, SlipstreamDecision
from heat_tui.engine.forecast import forecast
from heat_tui.engine.symbols import MANDATORY
from heat_tui.game.advice.finish_turn import evaluated, sensible
from heat_tui.game.table.curtain import covered
from heat_tui.game.table.prompts import Choice
from tests.laws.checks import sampled
from tests.laws.law import law
from tests.laws.leaks import scrambled
from tests.laws.mixes import drawn_mix

RACES = 8
MOST = 400
TRACKS = ("usa", "italy")
COSTLESS = ("cooldown", "super_cool", "reduce_stress")
"""The symbols that cost nothing, so the default never leaves them unused."""

Due = ReactDecision | SlipstreamDecision


def default(race: Race, decision: Due) -> Action:
    """Return the action that Enter alone chooses for the driver, who sees their own hand."""
    view = race.view(decision.seat)
    choice = Choice("", view, decision, partial(race.forecast, decision.seat))
    return sensible(choice, view, evaluated(view, decision))


def covered_default(race: Race, decision: Due) -> Action:
    """Return the action that Enter alone chooses while the hand is covered."""
    view = race.view(decision.seat)
    seen, hidden = replace(view, unseen=BASIC_DECK, spent=()), covered(view)
    choice = Choice("", hidden, decision, partial(forecast, seen, decision))
    return sensible(choice, hidden, evaluated(hidden, decision))


def nothing_free_is_left(race: Race, decision: Due, action: Action) -> None:
    """Check that a default is allowed and, if it ends the step, that the evaluation wants nothing more that is free."""
    law(decision.objection(action) is None, "a default is allowed", decision, action)
    if action not in (DONE, STAY):
        return
    uses = decision.uses if isinstance(decision, ReactDecision) else ()
    law(not any(use.symbol in COSTLESS for use in uses), "no free Cooldown is left", uses)
    wanted = evaluated(race.view(decision.seat), decision)
    if wanted == action:
        return
    now, then = (race.forecast(decision.seat, each) for each in (action, wanted))
    paid = isinstance(wanted, React) and any(
        use.symbol in ("boost", "direct_play") and (use.symbol, use.source) == (wanted.symbol, wanted.source)
        for use in uses
    )
    dearer = then.most_heat > now.most_heat or then.spin_chance > now.spin_chance
    law(paid or dearer, "nothing free that the evaluation would use is left", wanted, uses)


def nothing_is_paid(race: Race, decision: Due, action: Action) -> None:
    """Check that a default use, if not mandatory, costs no Heat and makes no corner dearer and no spin out likelier."""
    if isinstance(action, React) and (action.symbol in MANDATORY or action.symbol is None):
        return
    engine, seat = race.cars[decision.seat].engine, decision.seat
    after = race.clone()
    after.play(action)
    if isinstance(after.decision, ReactDecision) and after.decision.seat == seat:
        law(after.cars[seat].engine >= engine, "a default costs no Heat", action)
    end = DONE if isinstance(decision, ReactDecision) else STAY
    if decision.objection(end) is None:
        now, then = race.forecast(seat, end), race.forecast(seat, action)
        law(then.most_heat <= now.most_heat, "a default makes no corner dearer", action, now, then)
        law(then.spin_chance <= now.spin_chance, "a default makes no spin out likelier", action, now, then)


def nothing_is_told(race: Race, decision: Due, random: Random) -> bool:
    """Check that the default for a covered hand does not depend on hidden information.

    Return whether this could be checked; it cannot if the decision itself depends on it or shows a discard pile.
    """
    other = Race.restore(race.setup, scrambled(race, None, random).snapshot())
    if other.decision != decision or (isinstance(decision, ReactDecision) and decision.pile):
        return False
    told = covered_default(race, decision)
    law(covered_default(other, decision) == told, "a default reveals nothing about a covered hand (K2)", decision, told)
    return True


@pytest.mark.long
@pytest.mark.point("A1")
@pytest.mark.parametrize("first", [0, RACES])
def test_enter_alone_loses_nothing_free_pays_nothing_and_reveals_nothing(first: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(first, first + RACES):
        random = Random(f"free {number}")
        race = Race.start(replace(drawn_mix(random, track=TRACKS[number % 2]), marked=False).setup())
        for _ in range(MOST):
            decision = race.decision
            if decision is None:
                break
            action = sampled(race, random)
            if isinstance(decision, Due):
                action = default(race, decision)
                nothing_free_is_left(race, decision, action)
                nothing_is_paid(race, decision, action)
                seen["told"] += nothing_is_told(race, decision, random)
                seen[_name(action)] += 1
            race.play(action)
    assert {"cooldown", "adrenaline", "done", "slipstream", "stay", "told"} <= set(seen), seen


def test_an_evaluation_of_a_hidden_hand_is_the_same_for_every_hand() -> None:
    """Two full hands of a driver look the same to anyone who may see neither."""
    race = Race.start(drawn_mix(Random(3), track="usa", cars=4).setup())
    view = race.view(0)
    other = replace(view, hand=view.unseen[: len(view.hand)], unseen=view.hand + view.unseen[len(view.hand) :])
    assert covered(view) == covered(other)


def _name(action: Action) -> str:
    match action:
        case React(symbol=symbol):
            return symbol or "done"
        case Slipstream(distance=distance):
            return "slipstream" if distance else "stay"
    raise AssertionError(action)
