"""The first race explains each thing once, when it first matters."""

from __future__ import annotations

import pytest

from heat_tui.drivers import Chance, Driver
from heat_tui.engine.events import HandCluttered
from heat_tui.table.lessons import TOPICS, Tutor
from tests.plain.typist import Keyboard, Screen, match, table


def told(seed: int, mind: Driver | None = None, *, legends: int = 2, laps: int = 1) -> str:
    screen = Screen()
    race = match("Ada", seed=seed, legends=legends, laps=laps)
    table(screen, Keyboard(screen, mind=mind), race, tutor=Tutor()).race()
    assert race.over
    return screen.getvalue()


def test_each_step_is_explained_once_and_before_it_is_asked() -> None:
    story = told(5)
    for topic in (
        "planning",
        "gears",
        "cards",
        "stress",
        "gears-open",
        "reveal",
        "legends",
        "react",
        "corners",
        "finish",
    ):
        assert story.count(TOPICS[topic]()) == 1, topic
    for topic, prompt in (
        ("planning", "Ada, plan:"),
        ("react", "Ada, react"),
        ("slipstream", "Ada, slipstream"),
        ("discard", "Ada, discard"),
    ):
        assert 0 < story.index(TOPICS[topic]()) < story.index(prompt)
    assert story.index("Legend card is turned over") < story.index(TOPICS["legends"]())
    assert story.index("leaves the track") < story.index(TOPICS["finish"]())


def test_over_some_races_every_topic_comes_up() -> None:
    stories = "".join(told(seed, Chance(seed), legends=5, laps=3) for seed in range(4))
    assert {topic for topic, words in TOPICS.items() if words() not in stories} <= {"clutter"}


def test_a_cluttered_hand_is_explained() -> None:
    cluttered, tutor = HandCluttered(0, ("1", "heat", "heat")), Tutor()
    assert list(tutor.among([cluttered])) == [([cluttered], [TOPICS["clutter"]()])]
    assert list(tutor.among([cluttered])) == [([cluttered], [])]


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_each_explanation_is_short(topic: str) -> None:
    assert 60 < len(TOPICS[topic]()) < 400
