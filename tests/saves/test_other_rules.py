"""A save of a version whose rules have since changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from heat_tui.game.figures.race_tables import FORMATS, TABLES, figure_rows
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.history import UndoStopped
from heat_tui.game.table.match import Match
from heat_tui.game.telling.story import result_lines
from heat_tui.store.reading import BadFile
from heat_tui.store.saved_race import fingerprint
from heat_tui.store.saves import SaveStore
from tests.saves.races import new_match, played, state, step

OTHER = 2


def saved_under_other_rules(store: SaveStore, *, differs: bool) -> Match:
    """Save a match as if written under other rules, and return it; if `differs`, its choices lead elsewhere."""
    match = new_match("italy, two people, mulligan and handicap", store, name="old race")
    random = Random(11)
    for _ in range(20):
        step(match, random)
    match.hand_over(1, "steady")
    path = store.path("old-race")
    table = json.loads(path.read_text(encoding="utf-8"))
    table["rules"] = OTHER
    if differs:
        table["snapshot"]["cars"][0]["engine"] += 1
        table["fingerprint"] = fingerprint(table["snapshot"])
    path.write_text(json.dumps(table), encoding="utf-8")
    return match


def test_nothing_is_said_if_its_choices_still_lead_to_its_end(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = saved_under_other_rules(store, differs=False)
    saved = store.read("old-race")
    assert saved.note is None
    assert Match.resume(saved, store=None).log == match.log


def test_otherwise_it_continues_from_its_snapshot_and_says_so(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = saved_under_other_rules(store, differs=True)
    loaded = Match.resume(store.read("old-race"), store=store)
    assert loaded.note == (
        "old-race was saved under another version of the rules (2): the race continues from the "
        "saved position, and earlier choices cannot be undone."
    )
    assert loaded.controllers == ("person", "steady")
    assert loaded.to_move == match.to_move
    car = state(loaded)["cars"]
    assert isinstance(car, list)
    assert car[0]["engine"] == match.view(0).own.engine + 1
    with pytest.raises(UndoStopped) as caught:
        loaded.undo()
    assert caught.value.stop == "other-rules"


def test_from_then_on_it_is_a_save_of_these_rules(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    saved_under_other_rules(store, differs=True)
    match = Match.resume(store.read("old-race"), store=store)
    for done in played(match, Random(1)):
        if done % 5 == 1 or match.over:
            saved = store.read("old-race")
            assert saved.note is None
            assert saved.rules != OTHER
            loaded = Match.resume(saved, store=None)
            assert state(loaded) == state(match)
            assert loaded.log == match.log
    assert store.read("old-race").finished


@pytest.mark.parametrize("home", [0, 1, 2])
def test_its_result_is_told(home: int) -> None:
    """The race continues from a snapshot of its start, or of a round in which cars have crossed the finish line."""
    match, random = new_match("italy, two people, mulligan and handicap"), Random(11)
    while sum(car.at > match.sheet.finish for car in match.view(None).cars) < home:
        step(match, random)
    saved = match.saved()
    loaded = Match.resume(replace(saved, base=saved.snapshot, record=()), store=None)
    for _ in played(loaded, Random(1)):
        pass
    assert result_lines(loaded)[0] == "Result:"
    assert "How it went:" not in result_lines(loaded), "its beginning is unknown"
    for tables in FORMATS.values():
        assert tables(loaded.numbered, tuple(TABLES))


def test_the_rounds_of_a_car_that_had_finished_are_unknown() -> None:
    match, random = new_match("italy, two people, mulligan and handicap"), Random(11)
    while not match.view(None).finished:
        step(match, random)
    [first] = match.view(None).finished
    saved = match.saved()
    loaded = Match.resume(replace(saved, base=saved.snapshot, record=()), store=None)
    for _ in played(loaded, Random(1)):
        pass
    counted = tally(loaded)
    [rounds] = figure_rows(loaded, counted, ["rounds"])
    assert rounds.values == tuple(None if car == first else each.rounds for car, each in enumerate(counted.cars))
    assert f"1. {loaded.setup.seats[first]}: rounds -" in result_lines(loaded)[1]


@pytest.mark.parametrize("part", ["cars", "stage", "turn", "round"])
def test_an_invalid_snapshot_is_refused(part: str, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    saved_under_other_rules(store, differs=True)
    path = store.path("old-race")
    table = json.loads(path.read_text(encoding="utf-8"))
    del table["snapshot"][part]
    table["fingerprint"] = fingerprint(table["snapshot"])
    path.write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(BadFile, match="it describes a race that cannot happen"):
        store.read("old-race")


def test_a_snapshot_with_another_fingerprint_is_refused(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    saved_under_other_rules(store, differs=True)
    path = store.path("old-race")
    table = json.loads(path.read_text(encoding="utf-8"))
    table["snapshot"]["cars"][0]["engine"] = 15
    path.write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(BadFile, match="so it was changed or damaged"):
        store.read("old-race")


def test_an_unfinished_snapshot_marked_as_finished_is_refused(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    saved_under_other_rules(store, differs=True)
    path = store.path("old-race")
    table = json.loads(path.read_text(encoding="utf-8"))
    table["finished"] = True
    path.write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(BadFile, match="so it was changed or damaged"):
        store.read("old-race")
