"""A race that is saved and loaded at any decision is the same race and continues identically."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from heat_tui.engine import actions
from heat_tui.engine.actions import Action
from heat_tui.engine.module import Data
from heat_tui.game.table.match import Match
from heat_tui.modules import OPTIONAL, SWITCHES, module_kind, packages
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.weather import Weather
from heat_tui.store.save_reading import ModuleTable, RecordEntry, module_from, read_save_file
from heat_tui.store.saved_race import RULES_VERSION, Chosen, HandOver, entry_data, fingerprint, setup_data
from heat_tui.store.saves import SaveStore
from heat_tui.store.track_format import track_data
from heat_tui.store.track_reading import track_from
from heat_tui.store.tracks import load_track, track_ids
from tests.kinds import kinds_of
from tests.saves.races import MIXES, new_match, played, state, step

ENTRIES: TypeAdapter[Any] = TypeAdapter(RecordEntry)

EVERY = {"usa, a person and 3 Legends": 1, "japan, a draft and every module": 5}
"""The number of decisions from one load to the next, by match; 7 for matches not listed."""


def test_a_save_with_as_many_entries_as_the_longest_season_can_be_read(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_match("usa, a person and 3 Legends", store, name="long")
    record = (HandOver(0, "steady"), HandOver(0, "person")) * 50_000  # quicker to read than choices
    store.write(replace(match.saved(), record=record))
    assert store.read("long").record == record


@pytest.mark.sampled
@pytest.mark.parametrize("mix", MIXES)
def test_a_race_saved_and_loaded_at_many_decisions_is_the_same(mix: str, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_match(mix, store)
    seats = range(len(match.setup.seats))
    for done in played(match, Random(7)):
        if done % EVERY.get(mix, 7) and not match.over:
            continue
        saved = store.read(match.name)
        loaded = Match.resume(saved, store=None)
        assert saved.note is None
        assert saved.setup == match.setup
        assert state(loaded) == state(match)
        assert loaded.decision == match.decision
        assert [loaded.view(seat) for seat in (None, *seats)] == [match.view(seat) for seat in (None, *seats)]
        assert loaded.log == match.log
        assert loaded.opening_events == match.opening_events
        assert (loaded.controllers, loaded.over, loaded.standings) == (match.controllers, match.over, match.standings)
    assert match.over
    assert store.read(match.name).finished


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("at", [17, *(pytest.param(at, marks=pytest.mark.long) for at in (0, 3, 40))])
def test_a_loaded_race_continues_as_the_original_would_have(mix: str, at: int, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_match(mix)
    random = Random(at)
    for _ in range(at):
        step(match, random)
    match.name = "race"
    store.write(match.saved())
    loaded = Match.resume(store.read("race"), store=None)
    seed = random.getrandbits(32)
    for _ in zip(played(match, Random(seed)), played(loaded, Random(seed)), strict=True):
        assert loaded.log[-1:] == match.log[-1:]
    assert state(loaded) == state(match)


@pytest.mark.parametrize("track_id", track_ids())
def test_the_whole_track_is_in_the_save(track_id: str) -> None:
    track = load_track(track_id)
    data = json.loads(json.dumps(track_data(track)))
    assert track_from(data) == (track, [])


def test_loading_needs_no_track_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SaveStore(tmp_path)
    match = new_match("usa, a person and 3 Legends", store)

    def missing(*_: object) -> None:
        raise AssertionError("a track file was asked for")

    monkeypatch.setattr("heat_tui.store.tracks.load_track", missing)
    monkeypatch.setattr("heat_tui.store.tracks._built_in", missing)
    assert store.read(match.name).setup == match.setup


def test_every_action_can_be_saved() -> None:
    kinds = set(kinds_of(Action))
    places = (actions, *packages())
    assert kinds <= {kind for place in places for kind in vars(place).values() if isinstance(kind, type)}
    samples: list[Action] = [
        Mulligan(take=True),
        actions.Plan(2, ("1", "stress")),
        actions.Retire(),
        actions.Pick("brakes-1234"),
        actions.PutAway("drive-0a"),
        actions.Exchange("drive-0a", "heat"),
        actions.KEEP_ALL,
        actions.KeepUpgrade("heat"),
        actions.NextRace(),
        actions.ChooseValues((("brakes-1234", 3), ("drive-0a", 0))),
        actions.Replace(("radiator-6",)),
        actions.React("boost", "boost", 1),
        actions.React("salvage", "fuel-5", 2, ("4", "heat")),
        actions.Slipstream(2),
        actions.Discard(("5",)),
        actions.Refresh(("turbo-6", "wings-5")),
    ]
    assert {type(sample) for sample in samples} == kinds
    for sample in samples:
        entry = json.loads(json.dumps(entry_data(Chosen(1, sample))))
        assert ENTRIES.validate_python(entry) == Chosen(1, sample)


def test_a_reaction_lists_cards_only_if_it_takes_some() -> None:
    plain = entry_data(Chosen(0, actions.React("boost", "boost", 1)))
    assert plain == {"do": "react", "seat": 0, "symbol": "boost", "source": "boost", "amount": 1}
    assert entry_data(Chosen(0, actions.React("salvage", "fuel-5", 1, ("4",))))["cards"] == ("4",)


def test_a_module_is_saved_and_found_by_its_name() -> None:
    assert module_kind("legends") is Legends
    assert all(module_kind(name).name == name for name in OPTIONAL)
    setup, _ = MIXES["mexico, everything at once"]
    assert setup_data(setup)["modules"] == [{"name": "legends", "options": {"count": 2, "pro": 4}}]


def test_the_options_of_a_module_are_saved_as_they_are_unless_they_are_none_or_false() -> None:
    modules = (
        Legends(2, pro=0),
        Legends(2, aggressive=True),
        Weather(),
        Weather(late=True),
        Garage(),
        Garage(owned=((), ("4",))),
    )
    assert [json.dumps(module.options()) for module in modules] == [
        '{"count": 2, "pro": 0}',
        '{"count": 2, "pro": 0, "aggressive": true}',
        "{}",
        '{"late": true}',
        '{"level": "both", "draft": "normal", "sets": ["base"]}',
        '{"level": "both", "draft": "normal", "sets": ["base"], "owned": [[], ["4"]]}',
    ]


@pytest.mark.parametrize("mix", MIXES)
def test_a_module_is_rebuilt_from_its_options(mix: str) -> None:
    setup, _ = MIXES[mix]
    written = json.loads(json.dumps(setup_data(setup)["modules"]))
    others = [module for module in setup.modules if module.name not in SWITCHES]
    assert [module_from(ModuleTable(**table)) for table in written] == others


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("legends", {"count": 2, "pro": 0, "aggressive": 1}),
        ("legends", {"count": 2, "pro": 0, "angry": True}),
        ("weather", {"token": "rain"}),
        ("garage", {"level": "best"}),
        ("garage", {"sets": "base"}),
        ("spaces", {"flooded": []}),
        ("tournament", {"on": True}),
    ],
)
def test_unknown_options_of_a_module_are_refused(name: str, options: dict[str, Data]) -> None:
    with pytest.raises(ValidationError):
        module_from(ModuleTable(name=name, options=options))


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.none(), max_size=5))
def test_the_fingerprint_does_not_depend_on_the_order_of_keys(data: dict[str, Data]) -> None:
    turned = dict(reversed(data.items()))
    assert fingerprint(data) == fingerprint(turned)
    assert fingerprint({**data, "more": 1}) != fingerprint({**data, "more": 2})


def test_the_file_is_plain_json_with_one_line_for_every_choice(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_match("usa, a person and 3 Legends", store)
    random = Random(3)
    for _ in range(10):
        step(match, random)
    text = store.path(match.name).read_text(encoding="ascii")
    table = json.loads(text)
    assert text.count('\n  {"do": ') == len(match.log) == len(table["record"])
    assert table["fingerprint"] == fingerprint(table["snapshot"])
    assert (table["kind"], table["format"], table["rules"]) == ("heat-tui race", 1, RULES_VERSION)


def test_a_copy_elsewhere_can_be_read_by_its_path(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "saves")
    match = new_match("spain, practice", store)
    copy = tmp_path / "A Copy.json"
    copy.write_bytes(b"\xef\xbb\xbf" + store.path(match.name).read_bytes())
    saved = read_save_file(copy)
    assert saved.name == "A Copy"
    assert state(Match.resume(saved, store=None)) == state(match)


@pytest.mark.parametrize("lessons", [True, False])
def test_the_save_records_whether_lessons_are_given(lessons: bool, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    setup, controllers = MIXES["usa, a person and 3 Legends"]
    match = Match.start(setup, controllers, store=store, lessons=lessons)
    assert store.read(match.name).lessons is lessons
    assert Match.resume(store.read(match.name), store=store).lessons is lessons
    assert ('"lessons": true' in store.path(match.name).read_text(encoding="utf-8")) is lessons
