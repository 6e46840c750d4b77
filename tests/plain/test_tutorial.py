"""The first race in the line-based game: explained once, with suggestions, and resumed at the same point."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.first_race import SUGGESTED_LINE, all_lessons, first_race_setup
from heat_tui.game.table.match import Match
from heat_tui.store.saves import SaveStore
from tests.plain.typist import END, Keyboard, Screen, match, table


class Pupil:
    """A driver who follows the suggestions from choice number `at` on."""

    name = "pupil"

    def __init__(self, at: int = 0) -> None:
        self._line = iter(SUGGESTED_LINE[at:])

    def choose(self, _view: SeatView, _decision: Decision) -> Action:
        return next(self._line).action


def first_race(store: SaveStore | None = None) -> Match:
    return Match.start(first_race_setup("Ada"), ("person",), store=store, lessons=True)


def told(topic: str) -> str:
    """Return a lesson as the line-based game shows it."""
    lesson = all_lessons()[topic]
    return f"{lesson.title}. {lesson.text} {lesson.typed}".rstrip()


def test_each_step_is_explained_once_and_before_it_is_asked() -> None:
    screen, race = Screen(), first_race()
    table(screen, Keyboard(screen, mind=Pupil()), race).race()
    story = screen.getvalue()
    assert race.over
    assert {topic for topic in all_lessons() if story.count(told(topic)) != 1} == {"spin-out", "clutter", "cooldown"}
    for topic, prompt in (
        ("plan", "Ada, plan:"),
        ("speed", "Ada, react"),
        ("react", "Ada, react"),
        ("slipstream", "Ada, slipstream"),
        ("discard", "Ada, discard"),
    ):
        assert 0 < story.index(told(topic)) < story.index(prompt)
    assert story.index("Legend card is turned over") < story.index(told("legends"))


def test_every_choice_comes_with_a_suggestion() -> None:
    screen = Screen()
    table(screen, Keyboard(screen, mind=Pupil()), first_race()).race()
    assert screen.getvalue().count("\nSuggestion: ") == len(SUGGESTED_LINE)
    assert "\nSuggestion: gear 2 with 5 and 3. " in screen.getvalue()


@pytest.mark.point("E5")
def test_the_end_gives_a_summary_and_the_next_steps() -> None:
    screen = Screen()
    table(screen, Keyboard(screen, mind=Pupil()), first_race()).race()
    result, _mark, rest = screen.getvalue().partition("How it went. First place after 9 rounds")
    assert "Result:" in result
    assert "What next?" in rest
    assert "race three Legends: heat-tui plain --track usa --drivers Ada --legends 3\n" in rest


def test_a_resumed_race_continues_its_explanations(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    left = Screen()

    def before(keyboard: Keyboard) -> str | None:
        return END if len(keyboard.match.log) == 11 else None  # a decision without an explanation

    table(left, Keyboard(left, before=before, mind=Pupil()), first_race(store)).race()
    saved = store.glance()
    assert saved is not None
    again = Screen()
    race = Match.resume(store.read(saved.name), store=store)
    table(again, Keyboard(again, mind=Pupil(11)), race).race()
    assert race.over
    for topic in set(all_lessons()) - {"spin-out", "clutter", "cooldown"}:
        assert left.getvalue().count(told(topic)) + again.getvalue().count(told(topic)) == 1, topic
    assert told("welcome") in left.getvalue()
    assert told("slipstream") in left.getvalue()
    assert told("last-straight") in again.getvalue()
    assert "Suggestion: " in again.getvalue()


def test_a_mistake_is_explained() -> None:
    screen = Screen()
    lines = iter(["1 1", "yes"])
    keyboard = Keyboard(screen, before=lambda _keyboard: next(lines, END))
    table(screen, keyboard, first_race()).race()
    assert "You could have been faster. Better: gear 2 with 5 and 3." in screen.getvalue()


def test_without_lessons_nothing_is_explained() -> None:
    screen = Screen()
    table(screen, Keyboard(screen), match("Ada", seed=5)).race()
    assert "Suggestion: " not in screen.getvalue()
    assert not any(told(topic) in screen.getvalue() for topic in all_lessons())


@pytest.mark.point("L4")
def test_no_lesson_explains_a_sign_that_is_not_printed() -> None:
    """The app's signs are explained with its keys; those in a lesson's text are on the strip or in the forecast."""
    screen, race = Screen(), first_race()
    lines = iter(["strip", "2 3 5"])
    table(screen, Keyboard(screen, before=lambda _keyboard: next(lines, END)), race).race()
    printed = screen.getvalue().replace(told("welcome"), "").replace(told("plan"), "")
    sign = re.compile(r"<\d>|\bL\b|S/F|[^\x00-\x7f]|(?<!\S)\+(?!\d)")
    signs = {each for topic in all_lessons() for each in sign.findall(told(topic))}
    reasons = [proposal.why for proposal in SUGGESTED_LINE]
    signs |= {each for because in reasons for each in sign.findall(because)}
    assert {"L", "S/F"} <= signs
    assert [each for each in signs if each not in printed] == []
