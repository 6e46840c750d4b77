"""Every lesson is short and given once, when it first matters; those of the steps are numbered as in the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from string import Formatter

import pytest
from rich.console import Console
from rich.text import Text

from heat_tui.drivers import Chance, Driver
from heat_tui.engine.decisions import ReactDecision
from heat_tui.engine.events import CardFlipped, CardsRevealed, CarMoved, Event, HandCluttered, RoundBegan, SpunOut
from heat_tui.game.advice.coach import MISTAKE, Coach
from heat_tui.game.advice.first_race import SUGGESTED_LINE, Lesson, Tutor, all_lessons, first_race_setup, in_parts
from heat_tui.game.table.match import Match
from heat_tui.tui.keymap import shown_keys
from heat_tui.words.events import log_lines
from tests.game.reckless import Reckless

NARROW = 78
"""The width, in columns, of the text in the coach's box on a terminal of 80 columns."""
ROWS = 4
"""The rows for a lesson: the box has six, and a suggestion takes two."""

STEPS = {
    "plan": (1, 2),
    "speed": (3,),
    "adrenaline": (4, 5),
    "react": (5,),
    "slipstream": (6,),
    "corners": (7,),
    "discard": (8, 9),
}


def given(match: Match, driver: Driver | None = None) -> Iterator[Lesson]:
    """Race to the end, as suggested or with another driver, and yield each explanation."""
    coach = Coach(match)
    yield from coach.welcome()
    yield from told(coach, match.opening_events)
    while (decision := match.decision) is not None:
        yield from coach.before()
        action = coach.suggested if driver is None else driver.choose(match.view(decision.seat), decision)
        assert action is not None
        yield from told(coach, match.play(action))


def told(coach: Coach, events: tuple[Event, ...] | list[Event]) -> list[Lesson]:
    return list(chain.from_iterable(lessons for _part, lessons in coach.after(events)))


def first_race(seed: int | None = None) -> Match:
    return Match.start(first_race_setup("Ada", seed), ("person",), lessons=True)


def test_the_nine_steps_are_numbered_as_in_the_rules() -> None:
    for topic, steps in STEPS.items():
        heading = f"Step {steps[0]}: " if len(steps) == 1 else f"Steps {steps[0]} and {steps[1]}: "
        assert all_lessons()[topic].title.startswith(heading)
    titles = [lesson.title for lesson in all_lessons().values()]
    assert sum(title.startswith("Step") for title in titles) == len(STEPS)


@pytest.mark.parametrize("topic", sorted(all_lessons()))
def test_each_lesson_fits_the_smallest_box_on_one_page(topic: str) -> None:
    lesson = all_lessons()[topic]
    assert len(lesson.title) <= 32
    named = lesson.keys.format_map(shown_keys({}, ascii=True))
    rows = Text(f"{lesson.text} {named}").wrap(Console(width=NARROW), NARROW)
    assert 2 <= len(rows) <= ROWS
    assert lesson.text.endswith(".")


@pytest.mark.point("E1")
@pytest.mark.parametrize("topic", sorted(all_lessons()))
def test_each_lesson_names_a_key_of_the_keymap_and_the_word_to_type(topic: str) -> None:
    lesson = all_lessons()[topic]
    keys = [name for _text, name, _spec, _conversion in Formatter().parse(lesson.keys) if name]
    assert set(keys) <= set(shown_keys({}, ascii=False))
    assert keys or topic in ("welcome", "legends")
    assert lesson.keys.endswith(".")
    assert lesson.typed.endswith(".")
    assert "{" not in lesson.typed + lesson.text


@pytest.mark.point("E1")
@pytest.mark.parametrize(
    ("sign", "topic"),
    [
        ("S/F", "last-straight"),
        ("dashed line L", "legends"),
        ("past L", "legends"),
        ("(off)", "spots"),
        ("letters a to d", "stress"),
        ("a marks where you would land", "plan"),
        ("+ card", "stress"),
        ("<7> in 12 means limit 7, 12 spaces ahead", "plan"),
        ("thick line is a corner", "speed"),
        ("helmet ∩ and diamond ◆", "legends"),
        ("»", "legends"),
    ],
)
def test_every_sign_of_the_table_is_explained(sign: str, topic: str) -> None:
    assert sign in f"{all_lessons()[topic].text} {all_lessons()[topic].keys}"


@pytest.mark.point("E1")
def test_heat_and_speed_are_explained_before_a_boost_is_offered() -> None:
    match = first_race()
    coach = Coach(match)
    topics = [lesson.topic for lesson in coach.welcome()]
    while not isinstance(match.decision, ReactDecision):
        topics += [lesson.topic for lesson in coach.before()]
        action = coach.suggested
        assert action is not None
        topics += [lesson.topic for lesson in told(coach, match.play(action))]
    assert topics == ["welcome", "plan", "legends", "speed"]
    assert "boost" in {use.symbol for use in match.decision.uses}


@pytest.mark.point("E2")
@pytest.mark.point("L1")
def test_the_first_page_says_what_heat_is_and_that_it_comes_back() -> None:
    welcome = all_lessons()["welcome"].text
    assert "Heat is the fuel in your engine, and you start with 6." in welcome
    assert "comes back as cards that clog your hand" in welcome


def test_every_lesson_except_the_welcome_highlights_something() -> None:
    assert {topic for topic, lesson in all_lessons().items() if not lesson.parts} == {"welcome"}


@pytest.mark.point("L1")
def test_the_whole_first_race_has_at_most_14_boxes_and_a_reason_for_each_suggestion() -> None:
    match = first_race()
    coach = Coach(match)
    boxes = [*coach.welcome(), *told(coach, match.opening_events)]
    while match.decision is not None:
        boxes += coach.before()
        advice = coach.advice
        assert advice is not None
        action, because = advice
        assert because.endswith(".")
        boxes += told(coach, match.play(action))
    assert 10 <= len([*boxes, *coach.farewell()]) <= 14


@pytest.mark.point("L2")
@pytest.mark.parametrize("seed", [None, 3, 26])
def test_no_remark_is_made_on_what_was_suggested(seed: int | None) -> None:
    """Whatever the suggestions lead to, the coach never calls them a mistake."""
    assert not [each for each in given(first_race(seed)) if each.topic == MISTAKE]


def test_the_suggested_line_explains_everything_except_what_goes_wrong() -> None:
    topics = [lesson.topic for lesson in given(first_race())]
    assert len(topics) == len(set(topics))
    assert set(topics) == set(all_lessons()) - {"spin-out", "clutter", "cooldown"}
    steps = [topic for topic in topics if topic in STEPS]
    assert steps[:2] == ["plan", "speed"]
    assert set(steps) == set(STEPS)


@pytest.mark.point("E1")
def test_one_topic_is_explained_at_a_time() -> None:
    match = first_race()
    coach = Coach(match)
    counts = [len(coach.welcome()) + len(told(coach, match.opening_events))]
    for proposal in SUGGESTED_LINE:
        counts.append(len(coach.before()))
        counts += [len(lessons) for _part, lessons in coach.after(match.play(proposal.action))]
    assert max(counts) == 1
    assert counts[:2] == [1, 1]  # one at the start, and one before the first choice


@pytest.mark.long
def test_every_topic_occurs_in_some_race() -> None:
    drivers: list[tuple[int | None, Driver | None]] = [(None, None), (26, Reckless()), (2, Chance(2))]
    seen: set[str] = set()
    for seed, driver in drivers:
        topics = [lesson.topic for lesson in given(first_race(seed), driver) if lesson.topic in all_lessons()]
        assert len(topics) == len(set(topics))
        seen |= set(topics)
    assert seen == set(all_lessons())


def test_the_last_straight_is_explained_if_no_corner_is_left() -> None:
    match = first_race()
    coach = Coach(match)
    spaces = {}
    for proposal in SUGGESTED_LINE:
        for lesson in coach.before():
            spaces[lesson.topic] = match.view(0).space(match.view(0).own)
        match.play(proposal.action)
    assert spaces["last-straight"] > match.setup.track.corners[-1].line_after


def test_a_lesson_comes_after_the_event_that_it_explains() -> None:
    tutor = Tutor()
    cluttered, began = HandCluttered(0, ("1", "heat", "heat")), RoundBegan(2, (0,))
    parts = list(in_parts([cluttered, began], tutor.after))
    assert [(part, [lesson.topic for lesson in lessons]) for part, lessons in parts] == [
        ([cluttered], ["clutter"]),
        ([began], []),
    ]
    assert list(in_parts([cluttered], tutor.after)) == [([cluttered], [])]


def test_a_spin_out_is_explained_on_its_own() -> None:
    spin = SpunOut(0, 1, 9, 3, 6, 2, 2, 4, 30, 33, 0)
    assert [lesson.topic for lesson in Tutor().after(spin)] == ["spin-out"]


def test_events_told_in_one_line_are_not_separated() -> None:
    """The flip of a Stress card and the following move are two sentences in one line."""
    match, lesson = first_race(), all_lessons()["speed"]
    torn = 0
    for proposal in SUGGESTED_LINE:
        events = match.play(proposal.action)
        parts = [part for part, _lessons in in_parts(events, lambda _event: [lesson])]
        assert [event for part in parts for event in part] == events
        assert [line for part in parts for line in log_lines(match.sheet, part)] == log_lines(match.sheet, events)
        torn += len(parts) > 1
    assert torn > 5


def test_a_flipped_card_is_explained_after_the_move() -> None:
    events: list[Event] = [
        CardsRevealed(0, ("1", "stress")),
        CardFlipped(0, "stress", (), "4"),
        CarMoved(0, "reveal", 5, 3, 8, 0, 5, ()),
    ]
    assert [(len(part), [lesson.topic for lesson in lessons]) for part, lessons in in_parts(events, Tutor().after)] == [
        (3, ["speed"])
    ]
