"""The saves in this folder always load and still contain the same race."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from heat_tui.engine.actions import Pick, PutAway, Refresh
from heat_tui.engine.decisions import DiscardDecision, ReactDecision
from heat_tui.game.advice.coach import Coach
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.match import Match
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saves import SaveStore
from tests.saves.examples import EXAMPLES, FOLDER
from tests.saves.races import played

STORE = SaveStore(FOLDER)
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def test_every_example_has_a_save_and_every_save_can_be_listed() -> None:
    assert set(EXAMPLES) <= set(NAMES)
    assert all(isinstance(each, SaveInfo) for each in STORE.list())


@pytest.mark.parametrize("name", NAMES)
def test_it_loads_without_a_note_and_can_be_raced_to_the_end(name: str, tmp_path: Path) -> None:
    saved = STORE.read(name)
    assert saved.note is None
    match = Match.resume(saved, store=None)
    assert match.saved().snapshot == saved.snapshot
    assert match.over == saved.finished
    for seat in range(len(match.controllers)):
        match.hand_over(seat, "chance")
    for _ in played(match, Random(1)):
        pass
    assert sorted(match.standings) == list(range(len(match.sheet.entries)))


def test_the_person_in_the_middle_of_a_turn_is_asked_the_same() -> None:
    match = Match.resume(STORE.read("v1-usa-mid-turn"), store=None)
    assert (match.to_move, match.waits_for_person, match.is_behind_curtain) == (0, True, False)
    assert match.decision == DiscardDecision(0, ("3", "4", "4"))


def test_marks_in_the_record_are_kept() -> None:
    saved = STORE.read("v1-italy-with-marks")
    match = Match.resume(saved, store=None)
    assert match.take_backs[0] == 3
    assert match.controllers == ("person", "person")
    assert {entry.controller for entry in match.log} == {"person", "chance"}
    assert len(match.log) == len(saved.standing) < len(saved.record) - len(match.take_backs)


def test_the_finished_race_has_its_result_and_its_figures() -> None:
    match = Match.resume(STORE.read("v1-mexico-finished"), store=None)
    assert match.over
    figures = tally(match)
    assert len(figures.cars) == 5
    assert sum(car.heat_paid for car in figures.cars) > 0


def test_every_module_is_restored() -> None:
    match = Match.resume(STORE.read("v1-japan-every-module"), store=None)
    assert [module.name for module in match.setup.modules] == ["garage", "legends", "spaces", "tournament", "weather"]
    assert isinstance(match.decision, ReactDecision)
    words = {type(entry.action) for entry in match.log}
    assert {Pick, PutAway, Refresh} <= words


def test_the_seasons_are_where_they_were_left() -> None:
    second = Match.resume(STORE.read("v1-season-second-race"), store=None)
    assert (len(second.past), len(second.log), second.setup.track.id) == (1, 40, "usa")
    career = Match.resume(STORE.read("v1-season-kept-upgrade"), store=None)
    assert career.rests
    assert career.season is not None
    assert [len(cards) for cards in career.season.kept] == [1]


def test_the_first_race_continues_with_its_lessons() -> None:
    match = Match.resume(STORE.read("v1-usa-first-race"), store=None)
    assert match.lessons
    assert Coach(match).suggestion() == (
        "Suggestion: slipstream 2 spaces. Past both Legends for free, and the corner's line is still ahead of you."
    )


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"v1-usa-first-race"}))
def test_a_save_without_the_key_explains_nothing(name: str) -> None:
    assert not STORE.read(name).lessons
    assert '"lessons"' not in (FOLDER / f"{name}.json").read_text(encoding="utf-8")
