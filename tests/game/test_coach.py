"""The coach suggests what is sensible, explains mistakes, and continues in a resumed race."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from heat_tui.drivers import Chance, Steady
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.events import CornerTaken, Event, HandCluttered, SpunOut
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.advice.analysis import Analysis
from heat_tui.game.advice.coach import MISTAKE, Coach, Review
from heat_tui.game.advice.first_race import SUGGESTED_LINE, Lesson, all_lessons, first_race_setup
from heat_tui.game.table.history import LogEntry
from heat_tui.game.table.match import Match
from heat_tui.modules.legends import Legends
from heat_tui.store.saved_race import Chosen
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track
from tests.tables import driver, loop, planning
from tests.words.pseudo import untranslated

LINE = [proposal.action for proposal in SUGGESTED_LINE]
REMARKS = {
    "Why the car spun out",
    "An expensive corner",
    "You could have been faster",
    "Why the hand was cluttered",
}


def first_race(seed: int | None = None, store: SaveStore | None = None) -> Match:
    return Match.start(first_race_setup("Ada", seed), ("person",), store=store, lessons=True)


def played(coach: Coach, action: Action) -> list[Lesson]:
    """Ask the coach, play an action, and return the lessons that follow it."""
    coach.before()
    return told(coach, coach.match.play(action))


def told(coach: Coach, events: list[Event]) -> list[Lesson]:
    return [lesson for _part, lessons in coach.after(events) for lesson in lessons]


def remarks(lessons: list[Lesson]) -> list[str]:
    return [lesson.text for lesson in lessons if lesson.topic == MISTAKE]


def test_following_the_suggestions_follows_the_line() -> None:
    match = first_race()
    coach = Coach(match)
    said = []
    while not match.over:
        action, words = coach.suggested, coach.suggestion()
        assert action is not None
        assert words is not None
        assert len(words) <= 150
        said.append((action, words))
        assert remarks(played(coach, action)) == []
    assert [action for action, _words in said] == LINE
    assert said[0][1].startswith("Suggestion: gear 2 with 5 and 3. ")
    assert said[20][1] == "Suggestion: gear 2 with 2 and 1. Speed 3 passes corner 3 (limit 3) without paying."
    assert all(not words.endswith(". ") for _action, words in said)
    assert coach.suggested is None
    assert coach.suggestion() is None
    assert coach.before() == []


def test_a_driver_who_leaves_the_line_gets_the_advice_of_a_steady_driver() -> None:
    match = first_race()
    coach = Coach(match)
    played(coach, Plan(1, ("5",)))
    while not match.over:
        decision = match.decision
        assert decision is not None
        assert coach.suggested == Steady().choose(match.view(0), decision)
        assert coach.suggestion()
        played(coach, decision.sample(lambda: 0.0))


def test_undo_returns_to_the_line() -> None:
    match = first_race()
    coach = Coach(match)
    for action in LINE[:9]:
        played(coach, action)
    played(coach, React("boost", "boost", 1))
    match.take_back(1)
    assert coach.suggested == LINE[9]
    played(coach, LINE[9])
    assert coach.suggested == LINE[10]


def test_nothing_is_suggested_at_a_table_with_hidden_hands() -> None:
    setup = RaceSetup(load_track("usa"), ("Ada", "Bo"), seed=5, laps=1, modules=(Legends(2),))
    hidden = Coach(Match.start(setup, ("person", "person"), lessons=True))
    assert hidden.suggestion() is None
    assert hidden.suggested is None
    assert [lesson.topic for lesson in hidden.before()] == ["plan"]
    shown = Coach(Match.start(setup, ("person", "person"), open_table=True, lessons=True))
    assert shown.suggestion() is not None


def test_an_automated_driver_gets_no_suggestion() -> None:
    match = Match.start(first_race_setup("Ada"), ("steady",), lessons=True)
    coach = Coach(match)
    assert coach.suggestion() is None
    assert coach.before() == []
    while not match.over:
        told(coach, match.play_driver())
    assert coach.farewell() == []


def test_a_spin_out_is_explained_with_the_better_choice() -> None:
    match = first_race()
    coach = Coach(match)
    for action in LINE[:12]:
        played(coach, action)
    events = [*told_events(coach, Plan(4, ("2", "2", "4", "stress")))]
    while not any(isinstance(event, SpunOut) for event, _said in events):
        events += told_events(coach, DONE)
    said = next(text for event, text in events if isinstance(event, SpunOut))
    assert "9 Heat to pay, and only 6 in the engine" in said
    assert "Better: gear 2 with 2 and 1. Speed 3 passes corner 2 (limit 3) without paying." in said
    assert "Two gears down for 1 Heat: brake for corner 2, limit 3." in said


def told_events(coach: Coach, action: Action) -> list[tuple[Event, str]]:
    """Return the events of an action, each with the remarks made right after it, "" for none."""
    coach.before()
    return [
        (event, " ".join(remarks(lessons)) if event is part[-1] else "")
        for part, lessons in coach.after(coach.match.play(action))
        for event in part
    ]


def test_an_unwise_boost_is_explained() -> None:
    match = first_race()
    coach = Coach(match)
    for action in LINE[:12]:
        played(coach, action)
    said: list[str] = []
    for action in (Plan(3, ("2", "2", "4")), React("boost", "boost", 1)):
        said += remarks(played(coach, action))
    assert said == [
        "Speed 12 at corner 2, limit 3: 9 Heat to pay, and only 5 in the engine. Round 4: Boost for 1 Heat. "
        "Better: end this step. Going faster would end in a spin out."
    ]


def test_a_costly_corner_is_explained() -> None:
    match = first_race()
    coach = Coach(match)
    for action in LINE[:12]:
        played(coach, action)
    said: list[str] = []
    for action in (Plan(3, ("2", "2", "4")), DONE):
        said += remarks(played(coach, action))
    assert said == [
        "5 Heat for corner 2 <3> is a lot: you will miss it at the next corner. Round 4: gear 3 with 4, 2 and 2. "
        "Better: gear 2 with 2 and 1. Speed 3 passes corner 2 (limit 3) without paying. Two gears down for 1 Heat: "
        "brake for corner 2, limit 3. Gear 2 then cools 1 Heat."
    ]


def test_a_driver_who_crawls_along_is_told_once() -> None:
    match = first_race()
    coach = Coach(match)
    said = remarks(played(coach, Plan(1, ("1",))))
    assert said == ["Better: gear 2 with 5 and 3. Speed 8: 4 spaces before the line of corner 1, limit 7."]
    said = []
    while not match.over and match.view(0).round < 4:
        decision = match.decision
        assert decision is not None
        crawling = Plan(1, ("1",)) if isinstance(decision, PlanDecision) and "1" in decision.playable else None
        said += remarks(played(coach, crawling or decision.sample(lambda: 0.0)))
    assert said == []


def test_a_cluttered_hand_is_explained() -> None:
    """Only the Heat in the hand when the turn was planned counts."""
    match = first_race()
    coach = Coach(match)
    for action in LINE[:12]:
        played(coach, action)
    held = match.view(0).hand.count("heat")
    played(coach, LINE[12])
    said = told(coach, [HandCluttered(0, ("1",))])
    assert [lesson.topic for lesson in said] == ["clutter", MISTAKE]
    assert f"{held} Heat card in your hand left too few cards to play." in said[1].text


@pytest.mark.sampled
@pytest.mark.parametrize("at", range(0, len(LINE) + 1, 2))
def test_a_resumed_race_continues_with_what_has_not_been_explained(at: int, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = first_race(store=store)
    coach = Coach(match)
    before = {lesson.topic for lesson in [*coach.welcome(), *told(coach, list(match.opening_events))]}
    for action in LINE[:at]:
        before |= {lesson.topic for lesson in coach.before()}
        before |= {lesson.topic for lesson in told(coach, match.play(action))}
    again = Match.resume(store.read(match.name), store=store)
    assert again.lessons
    resumed = Coach(again)
    after: list[str] = [lesson.topic for lesson in resumed.welcome()]
    if not at:
        after += [lesson.topic for lesson in told(resumed, list(again.opening_events))]
        before = set()
    assert resumed.suggested == coach.suggested
    assert resumed.suggestion() == coach.suggestion()
    for action in LINE[at:]:
        after += [lesson.topic for lesson in resumed.before()]
        after += [lesson.topic for lesson in told(resumed, again.play(action))]
    assert len(after) == len(set(after))
    assert before.isdisjoint(after)
    assert before | set(after) == set(all_lessons()) - {"spin-out", "clutter", "cooldown"}


def test_the_lessons_of_a_pending_choice_are_repeated() -> None:
    match = first_race()
    coach = Coach(match)
    for action in LINE[:3]:
        played(coach, action)
    first = [lesson.topic for lesson in coach.before()]
    resumed = Coach(Match.resume(match.saved(), store=None))
    assert [lesson.topic for lesson in resumed.before()] == first != []


def test_a_mistake_begun_before_the_break_is_explained_after_it() -> None:
    match = first_race()
    coach = Coach(match)
    for action in (*LINE[:12], Plan(3, ("2", "2", "4"))):
        played(coach, action)
    resumed = Coach(Match.resume(match.saved(), store=None))
    assert remarks(played(resumed, DONE)) == remarks(played(coach, DONE)) != []


def test_a_race_from_other_rules_continues_without_its_beginning() -> None:
    match = first_race()
    for action in LINE[:12]:
        match.play(action)
    saved = match.saved()
    cut = replace(saved, base=saved.snapshot, record=())
    coach = Coach(Match.resume(cut, store=None))
    assert coach.suggestion() is not None
    assert [lesson.topic for lesson in coach.before()] == ["plan"]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(25))
def test_any_other_style_of_play_reaches_the_end(seed: int) -> None:
    """A driver who chooses blindly gets only whole sentences, and no lesson twice."""
    match = first_race(None if seed % 2 else seed)
    coach, driver = Coach(match), Chance(seed)
    lessons = [*coach.welcome(), *told(coach, list(match.opening_events))]
    while (decision := match.decision) is not None:
        lessons += coach.before()
        words = coach.suggestion()
        assert words is not None
        assert len(words) <= 280
        lessons += told(coach, match.play(driver.choose(match.view(0), decision)))
    lessons += coach.farewell()
    topics = [lesson.topic for lesson in lessons if lesson.topic != MISTAKE]
    assert len(topics) == len(set(topics))
    assert {lesson.title for lesson in lessons if lesson.topic == MISTAKE} <= REMARKS
    for lesson in lessons:
        assert lesson.text.endswith(".")
        assert "  " not in lesson.text
        assert len(lesson.text) <= 600


def test_the_farewell_after_the_suggested_race_is_right() -> None:
    match = first_race()
    for action in LINE:
        match.play(action)
    [lesson] = Coach(match).farewell()
    assert lesson.topic == "well"
    assert lesson.text == (
        "First place after 9 rounds, with a top speed of 18. You took every suggestion. "
        "You paid 5 Heat in all and cooled 2. Slipstreams gave you 6 spaces for free."
    )


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_farewell_after_a_poor_race_says_what_would_have_helped(seed: int) -> None:
    match, driver = first_race(seed), Chance(seed)
    while (decision := match.decision) is not None:
        match.play(driver.choose(match.view(0), decision))
    [lesson] = Coach(match).farewell()
    assert "Better: " in lesson.text


@pytest.mark.long
@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("seed", [None, 3, 11])
def test_every_sentence_went_through_the_translation(seed: int | None) -> None:
    match = Match.start(first_race_setup("Ä", seed), ("person",), lessons=True)
    coach, driver = Coach(match), Chance(1)
    lessons = [*coach.welcome(), *told(coach, list(match.opening_events))]
    said = []
    while (decision := match.decision) is not None:
        lessons += coach.before()
        words, action = coach.suggestion(), coach.suggested
        assert words is not None
        assert action is not None
        said.append(words)
        lessons += told(coach, match.play(action if seed is None else driver.choose(match.view(0), decision)))
    lessons += coach.farewell()
    texts = [*said, *(lesson.title for lesson in lessons), *(lesson.text for lesson in lessons)]
    assert [text for text in texts if untranslated(text)] == []


def test_the_line_contains_actions_of_every_kind() -> None:
    assert {type(action) for action in LINE} == {Plan, React, Slipstream, Discard}
    assert STAY in LINE


def driven(match: Match, deviations: dict[int, Action]) -> list[str]:
    """Return the remarks to a driver who deviates at some choices (from 0), until four choices after the last one."""
    coach, said = Coach(match), []
    while not match.over and len(match.log) <= max(deviations) + 4:
        action = deviations.get(len(match.log), coach.suggested)
        assert action is not None
        said += remarks(played(coach, action))
    return said


@pytest.mark.parametrize(
    ("deviations", "said"),
    [
        pytest.param(
            {3: Plan(4, ("2", "3", "stress", "stress")), 4: React("adrenaline", "adrenaline", 1)},
            "Round 2: 1 extra speed from Adrenaline. Better: cool 1 Heat with Adrenaline. Going faster could cost "
            "up to 7 Heat at the corners.",
            id="Adrenaline was too much",
        ),
        pytest.param(
            {3: Plan(4, ("2", "3", "stress", "stress")), 4: DONE},
            "Round 2: end this step. Better: cool 1 Heat with Adrenaline. It is free, and it prevents a spin out.",
            id="a Cooldown was left",
        ),
        pytest.param(
            {12: Plan(3, ("2", "2", "4")), 13: React("boost", "boost", 1)},
            "Round 4: Boost for 1 Heat. Better: end this step. Going faster would end in a spin out.",
            id="the Boost was too much",
        ),
        pytest.param(
            {12: Plan(4, ("2", "2", "4", "stress"))},
            "Round 4: gear 4 with 4, 2, 2 and Stress. Better: gear 2 with 2 and 1. Speed 3 passes corner 2 (limit 3) "
            "without paying. Two gears down for 1 Heat: brake for corner 2, limit 3. Gear 2 then cools 1 Heat.",
            id="the plan was too fast",
        ),
    ],
)
def test_a_spin_out_is_blamed_on_the_costliest_choice_of_the_turn(deviations: dict[int, Action], said: str) -> None:
    [text] = driven(first_race(), deviations)
    assert text.startswith("Speed ")
    assert text.endswith(f" in the engine. {said}")


def test_a_slipstream_into_a_spin_out_is_named() -> None:
    match = first_race(47)
    coach, careless, random = Coach(match), Chance(47), Random(47)
    said: list[str] = []
    while not match.over and not any("slipstream" in text for text in said):
        decision, suggested = match.decision, coach.suggested
        assert decision is not None
        assert suggested is not None
        other = careless.choose(match.view(0), decision)
        said += remarks(played(coach, other if random.random() < 0.1 else suggested))
    assert said[-1].endswith(
        "Round 6: slipstream 2 spaces. Better: stay here, no Slipstream. It would take you over a line too fast, into "
        "a spin out."
    )


@pytest.mark.parametrize(
    ("hand", "engine", "ahead", "plan", "said"),
    [
        pytest.param(
            "4 2 1 1 1 1 1",
            0,
            21,
            Plan(2, ("2", "4")),
            "The cars that would have stopped you short of the line had moved on.",
            id="the plan was safe as things stood",
        ),
        pytest.param(
            "stress 4 4 4 4 4 4",
            1,
            30,
            Plan(1, ("stress",)),
            "Bad luck: the card you turned over was too high.",
            id="with nothing better suggested only the card was to blame",
        ),
        pytest.param(
            "4 4 4 4 4 4 4", 0, 30, Plan(2, ("4", "4")), "There was nothing better in your hand.", id="no way out"
        ),
    ],
)
def test_the_advice_is_never_blamed(hand: str, engine: int, ahead: int, plan: Plan, said: str) -> None:
    """The car is on space 15 or 20, before a corner line with limit 2 after space 20; two cars are ahead."""
    at = 15 if ahead == 21 else 20
    here = driver(at, gear=2, engine=engine, hand=hand, deck="1 4")
    table = planning(loop(60, (20, 2)), here, driver(ahead), driver(ahead, spot=1))
    race = table.race.clone()
    entry = LogEntry.of(race, Chosen(0, plan), "person", ())
    match = cast("Match", SimpleNamespace(log=[entry], sheet=table.race.view(0).sheet))
    review = Review(0, Analysis(match, lambda _view, _decision: plan))
    [lesson] = review.after(SpunOut(0, 0, 6, 2, 4, engine, 1, 2, 21, 20, 0))
    assert lesson.text.endswith(f" in the engine. {said}")


def test_a_rivals_action_is_not_the_players_mistake() -> None:
    review = Review(0, Analysis(first_race()))
    assert review.after(SpunOut(1, 1, 12, 3, 9, 5, 2, 4, 104, 102, 0)) == []
    assert review.after(HandCluttered(1, ("heat",))) == []


@pytest.mark.parametrize(("advised", "remarked"), [(LINE[12], 1), (Plan(3, ("2", "2", "4")), 0)])
def test_a_costly_corner_is_a_mistake_only_against_the_coachs_advice(advised: Action, remarked: int) -> None:
    match = first_race()
    for action in (*LINE[:12], Plan(3, ("2", "2", "4"))):
        match.play(action)
    review = Review(0, Analysis(match, lambda _view, _decision: advised))
    assert len(review.after(CornerTaken(0, 1, 8, 3, 5, 1))) == remarked
