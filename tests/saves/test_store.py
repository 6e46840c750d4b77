"""The folder of saved races: names, lists, copies."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heat_tui.game.table.match import Match
from heat_tui.store.locks import lock_of
from heat_tui.store.reading import BadFile
from heat_tui.store.save_list import BadSave, SaveInfo
from heat_tui.store.save_reading import played
from heat_tui.store.saved_race import MOST_LETTERS, HandOver, SavedRace, is_name, name_from, numbered
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from tests.saves.races import MIXES, files, new_match

MOMENT = datetime(2026, 11, 21, 8, 30, 1, 250_000, tzinfo=UTC)


def race(name: str, *, minutes: int = 0, mix: str = "spain, practice") -> SavedRace:
    """Return the save of a race just started, last changed the given number of minutes after a fixed moment."""
    return replace(new_match(mix).saved(), name=name, created=MOMENT, changed=MOMENT + timedelta(minutes=minutes))


@given(st.lists(st.text(max_size=30), max_size=5), st.integers(2, 5000))
def test_any_words_make_a_safe_name(parts: list[str], number: int) -> None:
    name = name_from(parts)
    assert is_name(name)
    one, other = islice(numbered(name), number - 1, number + 1)
    assert is_name(one)
    assert one != other
    assert name_from([name]) == name


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("usa", "2026-11-21", "Ada", "Bo"), "usa-2026-11-21-ada-bo"),
        (("Great_Britain", "Çem Ünlü"), "great_britain-cem-unlu"),
        (("../../etc/passwd",), "etc-passwd"),
        (("日本",), "race"),
        (("CON",), "race-con"),
        ((), "race"),
        (("x" * 100,), "x" * MOST_LETTERS),
    ],
)
def test_names_are_readable(parts: tuple[str, ...], name: str) -> None:
    assert name_from(parts) == name


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "a\\b", "nul", "com1", "Ada", "a.json", "-a", "a\n", "a b"]
)
def test_an_invalid_name_reaches_no_file(name: str, tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "saves")
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    uses: list[Callable[[], object]] = [
        lambda: store.path(name),
        lambda: store.read(name),
        lambda: store.delete(name),
        lambda: store.rename(name, "b"),
        lambda: store.export(name, tmp_path),
        lambda: store.write(race(name)),
    ]
    for use in uses:
        with pytest.raises(BadFile, match="No saved race is called"):
            use()
    assert files(tmp_path) == ["x.json"]


def test_a_taken_name_gets_a_number(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    assert store.claim_free("Ada", "Bo") == "ada-bo"
    store.write(race("ada-bo"))
    assert store.claim_free("Ada", "Bo") == "ada-bo-2"
    store.write(race("ada-bo-2"))
    assert store.claim_free("Ada", "Bo") == "ada-bo-3"


def test_matches_of_one_day_have_different_names(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    setup, controllers = MIXES["mexico, everything at once"]
    first, second = (Match.start(setup, controllers, store=store) for _ in range(2))
    day = datetime.now().astimezone().date().isoformat()
    assert first.name == f"mexico-{day}-cem" or first.name == f"mexico-{day}-ada"
    assert second.name == first.name + "-2"
    assert files(tmp_path) == [f"{first.name}-2.json", f"{first.name}.json"]


def test_the_list_has_the_last_changed_first_and_damaged_files_last(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.write(race("old", minutes=1))
    store.write(race("new", minutes=3))
    store.write(race("middle", minutes=2, mix="usa, a person and 3 Legends"))
    (tmp_path / "broken.json").write_text('{"kind": "heat-tui race"', encoding="utf-8")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    new, middle, old, broken = store.list()
    assert [new.name, middle.name, old.name, broken.name] == ["new", "middle", "old", "broken"]
    assert isinstance(middle, SaveInfo)
    assert (middle.track_id, middle.controllers, middle.round, middle.finished) == ("usa", ("person",), 1, False)
    assert (middle.changed, middle.winner) == (MOMENT + timedelta(minutes=2), None)
    assert isinstance(broken, BadSave)
    assert broken.problem.startswith(f"{tmp_path / 'broken.json'}: it breaks off in line 1")


def test_the_latest_race_is_an_unfinished_one(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    assert store.glance() is None
    store.write(race("first", minutes=1))
    store.write(race("second", minutes=2))
    finished = new_match("spain, practice")
    while not finished.over:
        decision = finished.decision
        assert decision is not None
        finished.play(next(decision.options()))
    store.write(replace(finished.saved(), name="third", changed=MOMENT + timedelta(minutes=3)))
    (tmp_path / "zzz.json").write_text("{", encoding="utf-8")
    latest = store.glance()
    assert latest is not None
    assert latest.name == "second"
    third = store.list()[0]
    assert isinstance(third, SaveInfo)
    assert (third.name, third.finished, third.winner) == ("third", True, "Ada")


def test_a_missing_folder_holds_no_saves(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "a" / "b")
    assert store.list() == []
    with pytest.raises(BadFile, match="No saved race is called ada; no races are saved yet"):
        store.read("ada")
    store.write(race("ada"))
    assert store.read("ada").name == "ada"


def test_a_folder_that_is_a_file_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("", encoding="utf-8")
    store = SaveStore(tmp_path / "saves")
    with pytest.raises(BadFile, match="the folder of saved races cannot be read"):
        store.list()
    with pytest.raises(Refused, match=r"cannot be written \(.*\); free some disk space or check"):
        store.write(race("ada"))


def test_an_unknown_name_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.write(race("usa-ada"))
    store.write(race("italy-bo"))
    with pytest.raises(BadFile) as caught:
        store.read("usa-adda")
    assert str(caught.value) == (
        "No saved race is called usa-adda (did you mean usa-ada?); the saved races are italy-bo, usa-ada."
    )
    for number in range(9):
        (tmp_path / f"x{number}.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadFile, match="; the saved races include italy-bo, usa-ada, x0, x1, x2, x3, x4, x5, x6, x7\\."):
        store.read("other")


def test_a_file_with_an_unusual_name_can_be_read_and_deleted(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.write(race("ada"))
    (tmp_path / "ada.json").rename(tmp_path / "Our Race.json")
    match = Match.resume(store.read("Our Race"), store=store)
    match.hand_over(0, "chance")
    assert match.not_saved is None
    assert files(tmp_path) == ["Our Race.json"]
    assert store.read("Our Race").controllers_now == ("chance",)
    assert store.rename("Our Race", "Our Race") == "our-race"
    assert files(tmp_path) == ["our-race.json"]


@pytest.mark.parametrize("name", ["a\tb", "a\x1b[2Jb", "**", "日 本"])
def test_a_listed_file_of_any_name_can_be_renamed_and_deleted(name: str, tmp_path: Path) -> None:
    store, file = SaveStore(tmp_path), tmp_path / f"{name}.json"
    file.write_text("{}", encoding="utf-8")
    (bad,) = store.list()
    assert store.rename(bad.name, "bad") == "bad"
    (tmp_path / "bad.json").rename(file)
    store.delete(bad.name)
    assert files(tmp_path) == []


def test_a_save_can_be_deleted(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.write(race("ada"))
    store.write(race("ada-2"))
    (tmp_path / ".ada.json.4711.draft").write_text("half", encoding="utf-8")
    store.delete("ada")
    assert files(tmp_path) == ["ada-2.json"]
    with pytest.raises(BadFile):
        store.delete("ada")
    (tmp_path / "bad.json").write_text("?", encoding="utf-8")
    store.delete("bad")
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(Refused, match="it cannot be deleted"):
        store.delete("folder")


def test_renaming_never_overwrites_another_save(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.write(race("ada"))
    store.write(race("bo"))
    assert store.rename("ada", "ada") == "ada"
    assert lock_of(store.path("ada")).exists(), "a save that keeps its name stays locked"
    assert store.rename("ada", "Bo!") == "bo-2"
    assert files(tmp_path) == ["bo-2.json", "bo.json"]
    assert store.read("bo-2").name == "bo-2"


def test_a_save_can_be_exported_and_imported(tmp_path: Path) -> None:
    store, other = SaveStore(tmp_path / "one"), SaveStore(tmp_path / "two")
    store.write(race("ada"))
    copy = store.export("ada", tmp_path)
    assert copy == tmp_path / "ada.json"
    assert copy.read_bytes() == store.path("ada").read_bytes()
    with pytest.raises(Refused, match="already exists"):
        store.export("ada", copy)
    named = store.export("ada", tmp_path / "My Race.json")
    assert other.import_(named).name == "my-race"
    assert other.import_(named).name == "my-race-2"
    assert other.read("my-race").snapshot == store.read("ada").snapshot
    copy.write_text(copy.read_text(encoding="utf-8").replace('"seed": 4', '"seed": 5'), encoding="utf-8")
    with pytest.raises(BadFile, match="so it was changed or damaged"):
        other.import_(copy)
    assert files(tmp_path / "two") == ["my-race-2.json", "my-race.json"]


def test_a_save_is_not_exported_under_a_name_that_the_system_refuses(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "saves")
    store.write(race("ada"))
    with pytest.raises(BadFile, match="cannot be written \\(File name too long\\)"):
        store.export("ada", tmp_path / ("a" * 300))


def test_the_text_that_was_checked_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file vanishes while the race in it is checked."""
    store, file = SaveStore(tmp_path / "saves"), tmp_path / "ada.json"
    store.write(race("ada"))
    text = store.path("ada").read_text("utf-8")
    changes: list[Callable[[], object]] = [store.path("ada").unlink, file.unlink, lambda: None]

    def checked(saved: SavedRace, mark: str, name: str) -> SavedRace:
        changes.pop(0)()
        return played(saved, mark, name)

    monkeypatch.setattr("heat_tui.store.save_reading.played", checked)
    assert store.export("ada", file).read_text("utf-8") == text
    assert store.path(store.import_(file).name).read_text("utf-8") == text


def test_a_damaged_save_is_not_exported(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadFile):
        store.export("bad", tmp_path / "copy.json")
    assert files(tmp_path) == ["bad.json"]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("A" * 101, "because a name is longer than 100 characters: AAAAAAA"),
        ("A\x1b[2J", r"because a name contains characters that cannot be shown: A\x1b[2J"),
        ("A\udc80", r"because a name contains characters that cannot be shown: A\udc80"),
    ],
)
def test_an_unreadable_name_is_not_saved(name: str, fault: str, tmp_path: Path) -> None:
    saved = race("ada")
    with pytest.raises(Refused) as caught:
        SaveStore(tmp_path).write(replace(saved, setup=replace(saved.setup, seats=(name,))))
    assert fault in str(caught.value)
    assert files(tmp_path) == []


def test_times_are_kept_to_the_millisecond(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.write(race("ada", minutes=5))
    saved = store.read("ada")
    assert (saved.created, saved.changed) == (MOMENT, MOMENT + timedelta(minutes=5))
    assert json.loads(store.path("ada").read_text(encoding="utf-8"))["created"] == "2026-11-21T08:30:01.250Z"


def test_a_glance_shows_the_latest_unfinished_race(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    assert store.glance() is None
    for minutes, name in enumerate(("first", "second", "third")):
        store.write(race(name, minutes=minutes))
    store.write(replace(race("over", minutes=9), finished=True))
    glance, latest = store.glance(), store.list()[1]
    assert glance is not None
    assert isinstance(latest, SaveInfo)
    assert (glance.name, glance.track, glance.seats) == ("third", latest.track, latest.seats)
    assert (latest.name, glance.round) == ("third", latest.round)


def test_a_glance_prefers_a_race_with_a_person(tmp_path: Path) -> None:
    store, steady, person = SaveStore(tmp_path), HandOver(0, "steady"), HandOver(0, "person")
    saves = [
        replace(race("watched", minutes=8), controllers=("steady",)),
        replace(race("given-up", minutes=9), record=(steady,)),
        race("own", minutes=1),
        replace(race("taken-back", minutes=2), record=(steady, person)),
    ]
    found = []
    for saved in saves:
        store.write(saved)
        glance = store.glance()
        assert glance is not None
        found.append(glance.name)
    assert found == ["watched", "given-up", "own", "taken-back"]


@pytest.mark.parametrize(
    "text",
    ["", "[1, 2]", "{", '{"kind": "heat-tui race"}', "[" * 100_000, "\0", '{"kind": "heat-tui race", "format": 2}'],
)
def test_a_glance_skips_invalid_saves(tmp_path: Path, text: str) -> None:
    store = SaveStore(tmp_path)
    store.write(race("sound"))
    (tmp_path / "unsound.json").write_text(text)
    (tmp_path / "folder.json").mkdir()
    glance = store.glance()
    assert glance is not None
    assert glance.name == "sound"
