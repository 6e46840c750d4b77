"""A season that is saved and loaded at any point is the same season; an invalid season is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heat_tui.game.table.match import Match
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.store import saved_race
from heat_tui.store.reading import BadFile
from heat_tui.store.save_list import Glance, SaveInfo, SeasonStand, stand_of
from heat_tui.store.saved_race import RULES_VERSION, save_text
from heat_tui.store.saves import SaveStore
from tests.saves.races import new_match, state
from tests.saves.seasons import SEASONS, new_season, season_played, step_on, to_the_pause

Edit = Callable[[dict[str, Any]], object]


WHOLE = "a custom season with everything"
"""The season that is saved and loaded in the gate, after every tenth decision and at every pause."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "every"),
    [(WHOLE, 10), *((kind, 2 if kind == WHOLE else 7) for kind in SEASONS)],
)
def test_a_season_saved_and_loaded_anywhere_is_the_same(kind: str, every: int, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_season(kind, store)
    seats = (None, *range(len(match.setup.seats)))
    for number, _ in enumerate(season_played(match, Random(7))):
        if number % every and not match.rests:
            continue
        saved = store.read(match.name)
        loaded = Match.resume(saved, store=None)
        assert saved.note is None
        assert saved.setup == SEASONS[kind][0]
        assert state(loaded) == state(match)
        assert loaded.decision == match.decision
        assert [loaded.view(seat) for seat in seats] == [match.view(seat) for seat in seats]
        assert (loaded.log, loaded.opening_events, loaded.past) == (match.log, match.opening_events, match.past)
        assert (loaded.setup, loaded.rests, loaded.over) == (match.setup, match.rests, match.over)
        assert loaded.undo_stop == match.undo_stop
    assert match.over
    assert store.read(match.name).finished
    assert len(match.past) == 2


@pytest.mark.long
@pytest.mark.parametrize("kind", SEASONS)
@pytest.mark.parametrize("at", [60, 0, 2, 30, 90])
def test_a_loaded_season_continues_as_the_original_would_have(kind: str, at: int, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_season(kind)
    random = Random(at)
    for _ in range(at):
        step_on(match, random)
    match.name = "season"
    store.write(match.saved())
    loaded = Match.resume(store.read("season"), store=None)
    seed = random.getrandbits(32)
    for _ in zip(season_played(match, Random(seed)), season_played(loaded, Random(seed)), strict=True):
        assert loaded.log[-1:] == match.log[-1:]
    assert state(loaded) == state(match)


def test_every_track_is_saved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SaveStore(tmp_path)
    match = new_season("a custom season with everything", store)
    setup = json.loads(store.path(match.name).read_text(encoding="ascii"))["setup"]
    assert [track["id"] for track in setup["tracks"]] == ["japan", "spain"]
    assert [race["track"] for race in setup["calendar"]] == [0, 1, 0]

    def missing(*_: object) -> None:
        raise AssertionError("a track file was asked for")

    monkeypatch.setattr("heat_tui.store.tracks.load_track", missing)
    monkeypatch.setattr("heat_tui.store.tracks._built_in", missing)
    assert store.read(match.name).setup == SEASONS["a custom season with everything"][0]


def test_the_file_says_that_it_is_a_season(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = to_the_pause(new_season("a short career", store), Random(1))
    match.next_race()
    table = json.loads(store.path(match.name).read_text(encoding="ascii"))
    assert (table["kind"], table["format"], table["setup"]["parts"]) == ("heat-tui season", 1, [2, 1])
    assert "lessons" not in table
    assert {"do": "next race", "seat": 0} in table["record"]
    assert match.name.startswith("season-career-")
    assert match.name.endswith("-ada")


@pytest.mark.long
def test_lists_and_the_title_show_the_progress_of_a_season(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_season("1961, two people and 2 Legends", store, name="season")
    random, stands = Random(1), []
    for number, _ in enumerate(season_played(match, random)):
        if number % 5 and not (match.rests or match.over):
            continue
        (info,) = store.list()
        assert isinstance(info, SaveInfo)
        assert (info.track_id, info.track) == (match.setup.track.id, match.setup.track.name)
        assert (info.seats, info.cars, info.round) == (("Ada", "Bo"), 4, match.view(None).round)
        assert info.finished == match.over
        glance = store.glance()
        if match.over:
            assert glance is None
            break
        assert glance is not None
        assert (glance.name, glance.seats, glance.round) == ("season", ("Ada", "Bo"), info.round)
        assert glance.track == match.setup.track.name
        assert glance.season == info.season
        assert info.winner is None
        stands.append(info.season)
    assert (
        list(dict.fromkeys(stands))
        == [SeasonStand("1961", number, 3, between) for number in (1, 2, 3) for between in (False, True)][:-1]
    )
    (info,) = store.list()
    assert isinstance(info, SaveInfo)
    assert match.season is not None
    assert info.winner == match.sheet.entries[match.season.standings[0]].name
    assert info.season == SeasonStand("1961", 3, 3, between=True)


def test_races_and_seasons_are_listed_together(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    new_season("a short career", store, name="one")
    new_season("a short career", store, name="one")
    new_match("spain, practice", store, name="one")
    names = {each.name: each for each in store.list()}
    assert set(names) == {"one", "one-2", "one-3"}
    assert [isinstance(each, SaveInfo) and each.season is not None for _, each in sorted(names.items())] == [
        True,
        True,
        False,
    ]
    glance = store.glance()
    assert isinstance(glance, Glance)


def season_table(match: Match) -> dict[str, Any]:
    """Return the save of a season as data."""
    table: dict[str, Any] = json.loads(save_text(match.saved()))
    return table


def put(tmp_path: Path, table: dict[str, Any]) -> SaveStore:
    """Return a store whose only file contains that table."""
    (tmp_path / "season.json").write_text(json.dumps(table), encoding="utf-8")
    return SaveStore(tmp_path)


def without_last_choice(table: dict[str, Any]) -> None:
    """Delete the last entry of the record."""
    del table["record"][-1]


CUT = "season.json: "
DAMAGED: dict[str, tuple[Edit, str]] = {
    "a race of no track": (
        lambda table: table["setup"]["calendar"][1].update(track=7),
        "it describes a race that cannot happen",
    ),
    "an event that there is not": (
        lambda table: table["setup"]["calendar"][1].update(event=99),
        "it describes a race that cannot happen",
    ),
    "no title of a season": (
        lambda table: table["setup"].update(title="1966"),
        "setup / title is 1966, which this version of the game does not know;",
    ),
    "no calendar": (lambda table: table["setup"].update(calendar=[]), "setup / calendar cannot be []"),
    "a calendar without end": (
        lambda table: table["setup"].update(calendar=table["setup"]["calendar"] * 9),
        "setup / calendar cannot be",
    ),
    "no laps": (lambda table: table["setup"]["calendar"][0].pop("laps"), "setup / calendar / 1 / laps is missing"),
    "a broken track": (
        lambda table: table["setup"]["tracks"][0].update(spaces=3),
        "its track has an error",
    ),
    "a module that every season has already": (
        lambda table: table["setup"]["modules"].append({"name": "weather", "options": {}}),
        "its choices do not lead to",
    ),
    "an unknown module": (
        lambda table: table["setup"]["modules"].append({"name": "championship", "options": {}}),
        "the race uses championship, which this version of the game does not have",
    ),
    "parts that do not fit": (
        lambda table: table["setup"].update(parts=[1, 1]),
        "its choices do not lead to",
    ),
    "a race's key": (lambda table: table.update(lessons=True), "lessons is not part of a saved race"),
    "a race's track": (lambda table: table["setup"].update(track={}), "setup / track is not part of a saved race"),
    "a choice less": (without_last_choice, "its choices do not lead to"),
    "another result": (
        lambda table: table["snapshot"].update(index=1),
        "its choices do not lead to",
    ),
    "a race as a kind": (lambda table: table.update(kind="heat-tui race"), "setup / track is missing"),
    "finished too early": (lambda table: table.update(finished=True), "its choices do not lead to"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_season_gets_one_sentence(damage: str, tmp_path: Path) -> None:
    match = to_the_pause(new_season("1961, two people and 2 Legends"), Random(2))
    table = season_table(match)
    edit, sentence = DAMAGED[damage]
    edit(table)
    with pytest.raises(BadFile) as refused:
        put(tmp_path, table).read("season")
    assert CUT + sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_season_with_an_impossible_index_is_at_its_start() -> None:
    assert stand_of("1961", 3, {"index": -1, "results": []}) == SeasonStand("1961", 1, 3, between=False)


def test_a_list_survives_any_content_of_a_season(tmp_path: Path) -> None:
    """An entry of the list needs no valid snapshot."""
    table = season_table(to_the_pause(new_season("1961, two people and 2 Legends"), Random(2)))
    for snapshot in ({}, {"index": 99}, {"index": -1, "race": []}, {"results": 3}, {"index": 0, "results": [[]]}):
        for finished in (True, False):
            store = put(tmp_path, {**table, "snapshot": snapshot, "finished": finished})
            (info,) = store.list()
            assert isinstance(info, SaveInfo)
            assert info.season is not None
            assert info.winner is None
            assert store.glance() is None


@pytest.mark.long
@pytest.mark.parametrize("races", [1, 0, 2])
def test_a_season_under_other_rules_continues_from_its_snapshot(
    races: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(races)
    match = new_season("a short career")
    for _ in range(races):
        to_the_pause(match, random)
    for _ in range(9):
        step_on(match, random)
    saved = replace(match.saved(), record=match.saved().record[:-1])
    table = json.loads(save_text(saved))
    monkeypatch.setattr(saved_race, "RULES_VERSION", RULES_VERSION + 1)
    store = put(tmp_path, table)
    loaded = Match.resume(store.read("season"), store=store)
    assert loaded.note is not None
    assert state(loaded) == state(match)
    assert loaded.undo_stop == "other-rules"
    for _ in season_played(loaded, random):
        assert state(store_again(loaded)) == state(loaded)
    assert loaded.season is not None
    assert len(loaded.season.results) == 3


def store_again(match: Match) -> Match:
    """Return a match resumed from its save."""
    saved = match.saved()
    assert isinstance(saved.setup, SeasonSetup)
    return Match.resume(saved, store=None)
