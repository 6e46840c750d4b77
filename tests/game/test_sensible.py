"""Where the cursor starts, what finishing the turn chooses, and which choices would waste a free benefit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from heat_tui.drivers.style import Weighed
from heat_tui.engine.actions import DONE, STAY, Action, Discard, React, Slipstream
from heat_tui.engine.decisions import ChooseValuesDecision, Decision, DiscardDecision, ReactDecision, SlipstreamDecision
from heat_tui.game.advice.analysis import WORTH_TELLING
from heat_tui.game.advice.coach import Coach
from heat_tui.game.advice.finish_turn import (
    Finishing,
    choice_for,
    evaluated,
    finished_words,
    finishing_answer,
    sensible,
    skipped,
    why_asked,
    worthwhile,
)
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.prompts import Choice
from tests.tables import BOOST, Table, driver, loop, turn
from tests.tui.moments import first_race
from tests.upgrades import drive

TRACK = loop(60, (20, 2), (40, 5))
COOL = React("cooldown", "gear", 1)
HOT = "heat 1 2 3 4 4"


def asked(table: Table) -> Choice[Decision]:
    """Return the pending decision as it is put to its driver."""
    race, decision = table.race, table.race.decision
    assert isinstance(decision, ReactDecision | SlipstreamDecision)
    choice = Choice("Ada", race.view(decision.seat), decision, partial(race.forecast, decision.seat))
    return replace(choice, suggested=sensible(choice, choice.view, evaluated(choice.view, decision)))


def reacting(hand: str, at: int = 63, play: str = "1 2", engine: int = 4) -> Choice[Decision]:
    """Return the choice in step 5 of a car in gear 2."""
    place = driver(at, gear=2, engine=engine, hand=hand, deck="1 2 3 4", play=play)
    return asked(turn(TRACK, place, driver(70)).to(ReactDecision))


@pytest.mark.point("A1")
def test_the_cursor_starts_on_a_free_cooldown_and_the_list_keeps_its_order() -> None:
    choice = reacting(HOT)
    assert choice.answers == [DONE, COOL, BOOST]
    assert choice.default == (1, COOL)
    assert choice.needs_care(DONE)
    assert choice.forgone(DONE) == "Still free: cool 1 Heat with the gear."
    assert not choice.forgone(BOOST)
    assert not choice.needs_care(COOL)


@pytest.mark.point("P5")
@pytest.mark.parametrize(("hand", "asks"), [("1 2 3 4 4", False), (HOT, True)])
def test_a_certain_spin_out_is_asked_about_only_if_something_free_is_left(hand: str, *, asks: bool) -> None:
    choice = reacting(hand, at=78, play="4 5", engine=1)
    assert {choice.forecast(each).spin_chance for each in choice.decision.options()} == {1}
    assert choice.needs_care(DONE) == asks


@pytest.mark.point("A1")
def test_with_only_a_boost_left_the_cursor_is_on_ending_the_step() -> None:
    choice = reacting("1 2 3 4 4")
    assert choice.answers == [DONE, BOOST]
    assert choice.default == (0, DONE)
    assert not choice.needs_care(DONE)


@pytest.mark.point("A3")
@pytest.mark.parametrize(
    ("hand", "suggested", "proposed"), [("1 2 3 4 4", BOOST, DONE), (HOT, BOOST, DONE), (HOT, COOL, COOL)]
)
def test_enter_alone_takes_nothing_that_costs_something_when_finishing_the_turn_stops(
    hand: str, suggested: Action, proposed: Action
) -> None:
    """Whatever a coach suggests, Heat is paid and cards are flipped only for an answer that the cursor was moved to."""
    assert replace(reacting(hand), suggested=suggested, wanted=suggested).proposal == proposed


@pytest.mark.point("A3")
def test_enter_alone_takes_no_slipstream_that_costs_heat_when_finishing_the_turn_stops() -> None:
    place = driver(71, gear=2, engine=0, hand="1 2 3 4 4", deck="1 2 3 4", play="4 4")
    choice = asked(turn(TRACK, place, driver(80)).to(SlipstreamDecision))
    assert replace(choice, suggested=Slipstream(2)).proposal == STAY


@pytest.mark.point("A3")
def test_mandatory_symbols_are_proposed_and_discards_follow_the_evaluation() -> None:
    paying = asked(drive(driver(63, gear=2, engine=3, play="turbo-7 1", hand="1 1 1 1"), track=TRACK))
    assert paying.proposal == React("heat", "turbo-7", 2)
    away = Discard(("1",))
    assert replace(paying, suggested=None, wanted=away).proposal == away


@pytest.mark.point("A1")
@pytest.mark.parametrize(("engine", "default"), [(4, Slipstream(2)), (0, STAY)])
def test_a_slipstream_is_the_default_if_it_costs_nothing(engine: int, default: Action) -> None:
    """A Slipstream over a corner line that is crossed too fast costs Heat or ends in a spin out."""
    speed = "1 1" if engine else "4 4"
    start = 63 if engine else 71
    place = driver(start, gear=2, engine=engine, hand="1 2 3 4 4", deck="1 2 3 4", play=speed)
    table = turn(TRACK, place, driver(start + sum(map(int, speed.split())) + 1)).to(SlipstreamDecision)
    choice = asked(table)
    assert choice.default[1] == default
    assert bool(choice.forgone(STAY)) == (default != STAY)


@pytest.mark.point("A1")
def test_cooling_comes_before_a_mandatory_payment() -> None:
    """A Heat symbol is mandatory, and a Cooldown before it fills the engine that pays."""
    hot = driver(63, gear=2, engine=3, play="turbo-7 1", hand="heat 1 1 1")
    cold = driver(63, gear=2, engine=3, play="turbo-7 1", hand="1 1 1 1")
    assert asked(drive(hot, track=TRACK).to(ReactDecision)).default[1] == COOL
    assert asked(drive(cold, track=TRACK).to(ReactDecision)).default[1] == React("heat", "turbo-7", 2)


@pytest.mark.point("A1")
def test_a_coach_takes_precedence_over_the_evaluation() -> None:
    match = first_race(0)
    choices = 0
    while not match.over:
        if not match.waits_for_person:
            match.play_driver()
            continue
        coach = Coach(match)
        choice = choice_for(Curtain(match), "Ada", coach)
        if isinstance(choice.decision, ReactDecision | SlipstreamDecision):
            choices += 1
            assert choice.default[1] == coach.suggested
            assert not choice.forgone(choice.default[1])
        assert coach.suggested is not None
        match.play(coach.suggested)
    assert choices > 8


@pytest.mark.point("P4")
@pytest.mark.parametrize(
    ("at", "ahead", "answer"),
    [(43, 55, DONE), (43, 48, None), (36, 10, None)],
    ids=("nothing in reach", "a car in reach", "a corner in reach"),
)
def test_without_the_coach_finishing_the_turn_leaves_a_boost_that_counts_to_the_driver(
    at: int, ahead: int, answer: Action | None
) -> None:
    place = driver(at, gear=2, engine=4, hand="1 2 3 4 4", deck="1 2 3 4", play="1 2")
    choice = asked(turn(TRACK, place, driver(ahead)).to(ReactDecision))
    assert BOOST in choice.answers
    assert finishing_answer(choice, advised=False) == answer
    assert skipped(choice, DONE) == "Boost"


@pytest.mark.point("P4")
def test_the_extra_speed_of_adrenaline_is_named_among_what_is_skipped() -> None:
    place = driver(36, gear=2, engine=4, hand="1 2 3 4 4", deck="1 2 3 4", play="1 2")
    choice = asked(turn(TRACK, place, driver(55), last=(0,)).to(ReactDecision))
    assert skipped(choice, DONE) == "1 extra speed from Adrenaline, Boost"


@pytest.mark.point("P4", "P7")
@pytest.mark.parametrize(("aloud", "words"), [(False, "Boost, play Throttle-1b directly"), (True, "Boost")])
def test_all_that_is_skipped_is_named_but_nothing_that_tells_others_about_the_hand(*, aloud: bool, words: str) -> None:
    place = driver(36, gear=2, engine=4, hand="throttle-1b 2 3 4", deck="1 2 3 4", play="1 2")
    choice = asked(drive(place, driver(55), track=TRACK).to(ReactDecision))
    assert skipped(choice, DONE, aloud=aloud) == words


@pytest.mark.point("P4")
def test_without_the_coach_finishing_the_turn_keeps_all_cards_and_follows_no_advice() -> None:
    place = driver(43, gear=2, engine=4, hand="1 2 3 4 4", deck="1 2 3 4", play="1 2")
    race = turn(TRACK, place, driver(55)).to(DiscardDecision).race
    decision = race.decision
    assert decision is not None
    choice = Choice("Ada", race.view(0), decision, partial(race.forecast, 0), wanted=Discard(("4",)))
    assert finishing_answer(choice, advised=False) == Discard()
    assert finishing_answer(choice, advised=True) is None
    assert finished_words("Ada", ["Boost"], kept=True) == "Ada skipped: Boost. Ada keeps all cards."
    assert finished_words("", ["Boost"], kept=True) == "You skipped: Boost. You keep all cards."


@pytest.mark.point("P4")
@pytest.mark.parametrize(("at", "why"), [(43, "Your choice."), (73, "You may spin out. Your choice.")])
def test_values_are_left_to_the_driver_with_a_warning_only_if_one_of_them_may_lead_to_a_spin_out(
    at: int, why: str
) -> None:
    place = driver(at, gear=2, engine=0, hand="1 2 3 4", deck="1 2 3 4", play="brakes-15 4")
    race = drive(place, driver(30), track=TRACK).to(ChooseValuesDecision).race
    decision = race.decision
    assert decision is not None
    choice = Choice("Ada", race.view(0), decision, partial(race.forecast, 0))
    assert why_asked(choice, advised=True) == why


@pytest.mark.point("P4")
@pytest.mark.parametrize(("hand", "skips"), [("2 3 4", "; Enter alone skips it"), ("heat 2 3", "")])
def test_enter_alone_is_said_to_skip_a_boost_only_if_it_uses_nothing_else(hand: str, skips: str) -> None:
    choice = replace(reacting(hand), wanted=BOOST)
    assert why_asked(choice, advised=True) == f"Boost for 1 Heat may be worth it{skips}. Your choice."


@pytest.mark.point("P5")
@pytest.mark.parametrize(("most", "discard"), [(None, Discard(("1", "4"))), (1, None)])
def test_an_announced_discard_that_is_not_allowed_after_all_is_not_carried_out(
    most: int | None, discard: Discard | None
) -> None:
    finishing = Finishing(first_race(0))
    finishing.begin((0, 1), ("1", "4"))
    assert finishing.announced((0, 1), DiscardDecision(0, ("1", "2", "4"), most)) == discard


@pytest.mark.point("P5")
@pytest.mark.parametrize(("cost", "discards"), [(WORTH_TELLING * 0.9, False), (WORTH_TELLING, True)])
def test_a_discard_is_suggested_only_if_a_hint_would_not_call_keeping_all_cards_about_as_good(
    monkeypatch: pytest.MonkeyPatch, cost: float, *, discards: bool
) -> None:
    race = turn(TRACK, driver(43, gear=2, engine=4, hand="1 2 3 4 4", deck="1 2 3 4", play="1 2"), driver(55))
    view, decision = race.race.view(0), race.to(DiscardDecision).race.decision
    assert isinstance(decision, DiscardDecision)
    weighed = [Weighed(0.0, Discard(("4",))), Weighed(cost / 2, Discard(("1",))), Weighed(cost, Discard())]
    monkeypatch.setattr("heat_tui.drivers.evaluation.weigh", lambda *_args, **_options: weighed)
    assert worthwhile(view, decision) == Discard(("4",) if discards else ())
