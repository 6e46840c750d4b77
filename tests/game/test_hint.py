"""The hint shows what the coach would do and what other choices cost, using only what its driver may know."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from heat_tui.drivers.outlook import course_for
from heat_tui.engine.actions import DONE, Pick, Plan, React
from heat_tui.engine.decisions import ChooseValuesDecision, PickDecision, PlanDecision, ReactDecision
from heat_tui.game.advice.coach import Coach
from heat_tui.game.advice.first_race import first_race_setup
from heat_tui.game.advice.hint import Hint
from heat_tui.game.advice.reasons import way_of
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.match import Match
from heat_tui.game.table.prompts import Choice
from heat_tui.store.saved_race import SavedRace, save_text, setup_data
from heat_tui.store.saves import SaveStore
from tests.hints import hint_for
from tests.tui.marked import known_cards, marked_match

EVERYTHING = Options(
    track="japan", garage="both", draft="snake", weather=True, tournament=True, mulligan=True, legends=2, laps=1
)
PLAIN = Options(track="usa", legends=3, laps=1)


def race(*seats: str, options: Options = PLAIN, seed: int = 5, store: SaveStore | None = None) -> Match:
    setup = race_setup(replace(options, seats=tuple(map(Seat, seats)), seed=seed))
    return Match.start(setup, ["person"] * len(seats), store=store)


def hint_of(match: Match) -> Hint:
    """Return the hint that the driver to move gets with their cards open."""
    curtain = Curtain(match)
    assert match.to_move is not None
    curtain.open(match.to_move)
    found = hint_for(curtain)
    assert found is not None
    return found


def driven(match: Match, kind: type[object]) -> Match:
    """Follow the hints until a decision of this kind is due, and return the match."""
    while not isinstance(match.decision, kind):
        match.play(hint_of(match).action)
    return match


def same_moment(match: Match) -> str:
    """Return the text of the save, regardless of when it was last written."""
    saved = match.saved()
    return save_text(replace(saved, changed=saved.created))


@pytest.mark.parametrize("options", [PLAIN, EVERYTHING])
def test_every_choice_of_a_race_has_a_hint_and_the_best_comes_first(options: Options) -> None:
    match = race("Ada", options=options)
    while not match.over:
        decision, hint = match.decision, hint_of(match)
        assert decision is not None
        every = (hint.action, *hint.others)
        assert len(set(every)) == len(every) <= 3
        assert all(decision.objection(action) is None for action in every)
        assert list(hint.costs) == sorted(hint.costs)
        assert min(hint.costs, default=0.0) >= 0
        lines = hint.lines("Enter")
        assert lines[0].startswith("Press Enter: ")
        assert len(lines) == len(every)
        assert len(hint.landings) == len(every)
        match.play(hint.action)


def test_a_hint_for_values_is_taken_from_the_listed_answers() -> None:
    match = race("Ada", options=replace(EVERYTHING, garage="basic", draft="normal", legends=0))

    def has_values(card: str) -> bool:
        return bool(match.sheet.cards[card].choices)

    while not isinstance(match.decision, ChooseValuesDecision):
        decision, action = match.decision, hint_of(match).action
        if isinstance(decision, PickDecision):
            action = Pick(max(decision.market, key=has_values))
        elif isinstance(decision, PlanDecision):
            plans = [plan for plan in decision.options() if isinstance(plan, Plan) and any(map(has_values, plan.cards))]
            action = plans[0] if plans else action
        match.play(action)
    hint, listed = hint_of(match), Choice("Ada", match.view(0), match.decision, match.forecast).answers
    assert len(hint.others) == min(len(listed) - 1, 2)
    assert {hint.action, *hint.others} <= set(listed)


def test_rounds_convert_to_spaces_at_the_mean_speed_of_the_track() -> None:
    match = race("Ada")
    pace, track = course_for(match.view(0)).pace, match.setup.track
    assert track.spaces / 10 < pace < track.spaces / 6
    decision = match.decision
    assert isinstance(decision, PlanDecision)
    plans = [Plan(1, ("1",)), Plan(1, ("2",)), Plan(1, ("3",)), Plan(1, ("4",))]
    hint = Hint(decision, plans[0], "So.", tuple(plans[1:]), (0.04, 0.1, 0.5), 8.0, (None,) * 4)
    assert hint.lines() == [
        "Suggestion: gear 1 with 1. So.",
        "Gear 1 with 2: about as good.",
        "Gear 1 with 3: 0.1 rounds slower, about 1 space.",
        "Gear 1 with 4: 0.5 rounds slower, about 4 spaces.",
    ]


def test_a_moment_has_the_same_hint_after_an_undo_and_in_a_resumed_race(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = driven(race("Ada", store=store), ReactDecision)
    hint = hint_of(match)
    match.play(DONE)
    match.undo()
    assert hint_of(match) == hint
    match.leave()
    assert hint_of(Match.open(store, match.name)) == hint
    planning = driven(match, PlanDecision)
    assert hint_of(planning) == hint_of(Match.resume(planning.saved(), store=None)) == hint_of(planning)


@pytest.mark.long
def test_asking_changes_neither_the_race_nor_its_save() -> None:
    asked = race("Ada", "Bo")
    silent = Match.resume(asked.saved(), store=None)
    for _choice in range(12):
        action = hint_of(asked).action
        assert hint_of(asked).action == action
        assert asked.play(action) == silent.play(action)
    assert same_moment(asked) == same_moment(silent)


def test_the_likeliest_landing_is_marked_or_the_middle_one_of_several() -> None:
    """With a covered hand, a Boost brings 1 to 4 spaces, all equally likely."""
    match = driven(race("Ada", "Bo"), ReactDecision)
    curtain = Curtain(match)
    hint = hint_for(curtain)
    assert hint is not None
    marked = dict(zip((hint.action, *hint.others), hint.landings, strict=True))
    boost = React("boost", "boost", 1)
    outcomes = curtain.forecast(boost).outcomes
    assert [way.speed - outcomes[0].speed for way in outcomes] == [0, 1, 2, 3]
    assert marked[boost] == outcomes[2]


def test_no_hint_is_given_before_the_curtain_is_opened() -> None:
    match = race("Ada", "Bo")
    curtain = Curtain(match)
    assert hint_for(curtain) is None
    curtain.open(1)
    assert hint_for(curtain) is None
    curtain.open(0)
    assert hint_for(curtain) is not None


@pytest.mark.parametrize("places", [(32, 20), (30, 29), (12, 11)])
def test_the_hint_for_a_covered_hand_does_not_depend_on_the_hand(places: tuple[int, int]) -> None:
    """With the hand open, the hint differs, because it takes the cards into account."""
    covered, opened = [], []
    with known_cards():
        for swapped in (False, True):
            match = marked_match("Ada", "Bo", swapped=swapped, places=places)
            for seat in (0, 1):
                match.play(Plan(1, (min(set(match.view(seat).hand) - {"1", "2", "3", "4", "stress"}),)))
            assert isinstance(match.decision, ReactDecision)
            assert match.to_move == 0
            covered.append(hint_for(Curtain(match)))
            opened.append(hint_of(match))
    assert covered[0] is not None
    assert covered[0] == covered[1]
    assert opened[0] != opened[1]


def test_the_hint_for_a_covered_hand_counts_the_heat_that_can_be_cooled() -> None:
    """The offered Cooldown shows this Heat to everybody, and is suggested just as it is for an open hand."""
    match, found = race("Ada", "Bo", options=replace(PLAIN, laps=2)), False
    while not match.over and not found:
        decision = match.decision
        if isinstance(decision, ReactDecision) and any(use.symbol == "cooldown" for use in decision.uses):
            hint = hint_for(Curtain(match))
            assert hint is not None
            assert isinstance(hint.action, React)
            assert hint.action.symbol == "cooldown"
            assert hint.action == hint_of(match).action
            found = True
        match.play(hint_of(match).action)
    assert found


def test_the_hint_of_a_first_race_is_the_coachs_suggestion() -> None:
    match = Match.start(first_race_setup("Ada", None), ("person",), lessons=True)
    coach, curtain = Coach(match), Curtain(match)
    for _choice in range(20):
        hint = hint_for(curtain, coach)
        assert hint is not None
        assert hint.action == coach.suggested
        assert hint.lines("x")[0] == coach.suggestion("x")
        assert hint.action not in hint.others
        match.play(hint.action)


def test_hints_can_be_switched_off_at_setup_and_the_save_records_it() -> None:
    match = race("Ada", options=replace(PLAIN, coach=False))
    assert not match.setup.coach
    assert setup_data(match.setup)["coach"] is False
    assert "coach" not in setup_data(race("Ada").setup)
    saved: SavedRace = match.saved()
    assert not Match.resume(saved, store=None).setup.coach


def test_a_finish_that_needs_luck_is_not_shown_as_a_distance_to_the_line() -> None:
    match = race("Ada", seed=1)
    view = match.view(0)
    decision = match.decision
    assert isinstance(decision, PlanDecision)
    far = match.forecast(Plan(1, ("stress",)) if "stress" in view.hand else hint_of(match).action)
    first, last = replace(far.outcomes[0], corners=()), replace(far.outcomes[0], corners=(), speed=9, finishes=True)
    words = way_of(view, replace(far, outcomes=(first, last)))
    assert words == f"Speed {first.speed} to 9: the finish line is within reach."
