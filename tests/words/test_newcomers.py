"""The sentences that newcomers found hard say plainly what happens, what is needed, or what a term means."""

from __future__ import annotations

import re

import pytest

from heat_tui import language
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.decisions import Decision
from heat_tui.game.advice.first_race import all_lessons
from heat_tui.game.advice.reasons import Reasons
from heat_tui.game.setup.options import Options
from heat_tui.game.setup.race_options import barred_in
from heat_tui.game.sketch import sketch_of
from heat_tui.store.tracks import load_track
from heat_tui.tui.track.editor import _space_words
from heat_tui.words.forecasts import outline
from heat_tui.words.names import step_words
from tests.tables import Table, driver, loop, planning

ROAD = loop(60, (20, 4), (30, 3), laps=2)


def headed(table: Table, action: Action) -> str:
    """Return the heading of the outcomes of an action."""
    decision = table.asked(Decision)
    return outline(table.race.view(decision.seat), table.race.forecast(decision.seat, action)).heading


@pytest.mark.point("S")
@pytest.mark.parametrize(
    ("topic", "sentence"),
    [
        ("legends", "past L, it moves the corner's limit plus its diamond number"),
        ("stress", "Turn cards over until a 1 to 4 (0 and 5 are upgrades): that is its value."),
        ("stress", "So you seldom know exactly where you stop."),
        ("adrenaline", "+1 speed (1 space further) and 1 Cooldown"),
        ("spots", "the second stands beside it, shown as (off)"),
        ("spots", "corners still count your full speed"),
        ("react", "skips steps with nothing to gain"),
    ],
)
def test_a_lesson_says_it_plainly(topic: str, sentence: str) -> None:
    assert sentence in f"{all_lessons()[topic].text} {all_lessons()[topic].keys}"


@pytest.mark.point("I5")
@pytest.mark.parametrize("code", ["en", "ja", "zh_Hant"])
@pytest.mark.parametrize(
    ("topic", "step"),
    [
        ("react", "react"),
        ("adrenaline", "react"),
        ("slipstream", "slipstream"),
        ("corners", "check_corners"),
        ("discard", "discard"),
        ("discard", "replenish"),
        ("speed", "reveal"),
    ],
)
def test_a_lesson_names_the_step_that_the_top_line_names(code: str, topic: str, step: str) -> None:
    language.use(code)
    try:
        (number,) = re.findall(r"\d", step_words(step))
        assert number in re.findall(r"\d", all_lessons()[topic].title)
    finally:
        language.use("en")


@pytest.mark.point("S")
def test_a_forecast_says_what_you_will_cool_and_that_you_cannot_spin_out() -> None:
    hand, deck = "stress 3 1 heat", "1 2 3 4"
    last = planning(ROAD, driver(15, gear=2, hand=hand, deck=deck, engine=9), driver(40))
    assert headed(last, Plan(2, ("3", "stress"))) == "You will cool 1 Heat and cannot spin out."
    far = planning(ROAD, driver(1, gear=2, hand=hand, deck=deck, engine=9), driver(40))
    assert headed(far, Plan(2, ("3", "stress"))) == "You will cool 1 Heat.", "no corner asks for Heat"
    cold = planning(ROAD, driver(15, gear=2, hand="stress 3 1", deck=deck, engine=9), driver(40))
    assert headed(cold, Plan(2, ("3", "stress"))) == "You cannot spin out."


@pytest.mark.point("S")
def test_a_reason_says_that_a_corner_is_passed_without_paying() -> None:
    table = planning(ROAD, driver(18, gear=1, engine=6, hand="1 2 3", deck="1 2 3 4"), driver(2))
    decision = table.asked(Decision)
    known = Reasons(table.race.view(decision.seat), decision)
    assert "Speed 3 passes corner 1 (limit 4) without paying." in known.why(Plan(1, ("3",)))
    assert "Speed 5 is 1 over the limit (4) of corner 1: 1 Heat." in known.why(Plan(2, ("2", "3")))


@pytest.mark.point("S")
def test_the_setup_says_what_an_option_needs() -> None:
    reasons = barred_in(Options(legends=1), load_track("usa"))
    assert (reasons["draft"], reasons["sets"]) == ("Needs the garage.", "Needs the garage.")


@pytest.mark.point("S")
def test_the_track_editor_says_what_a_press_corner_is() -> None:
    track = load_track("usa")
    sketch = sketch_of(track)
    at = next(index for index, corner in enumerate(sketch.drawn.corners) if corner.press is not None)
    words = list(_space_words(sketch, sketch.corners[at].line_after))
    assert "The press watches this corner." in words


@pytest.mark.point("S")
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("ja", ("ガレージが必要です。", "その後、{cools}ヒートを戻し、スピンしない。", "自分で選んでください。")),
        ("zh_Hant", ("需要車庫。", "之後會冷卻{cools}點熱力，不會失控。", "由你選擇。")),
    ],
)
def test_the_translations_are_as_plain(code: str, words: tuple[str, str, str]) -> None:
    english = ("Needs the garage.", "You will cool {cools} Heat and cannot spin out.", "Your choice.")
    language.use(code)
    try:
        assert tuple(map(language.translated, english)) == words
    finally:
        language.use("en")
