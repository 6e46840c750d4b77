"""The index of saved races never differs from the files themselves."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from random import Random

import pytest

from heat_tui.store import save_list, save_reading
from heat_tui.store.first_look import unfinished
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saves import SaveStore
from tests.saves.races import MIXES, new_match, step
from tests.saves.seasons import new_season

pytestmark = pytest.mark.point("N16")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SaveStore:
    """Return a store with a few saves that count as old, and a damaged one."""
    monkeypatch.setattr(save_list, "RIPE", -60.0)
    monkeypatch.setattr(save_list, "MANY", 1)
    store = SaveStore(tmp_path)
    for number, mix in enumerate(MIXES):
        match = new_match(mix, store, name=f"race-{number}")
        step(match, Random(number))
        match.leave()
    new_season("a short career", store, name="season").leave()
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    return store


@pytest.fixture
def read(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by the name of each save that is read."""
    names: list[str] = []
    whole = save_reading.info_of

    def noted(path: Path) -> SaveInfo:
        names.append(path.stem)
        return whole(path)

    monkeypatch.setattr(save_reading, "info_of", noted)
    return names


def test_a_save_is_read_once_and_listed_unchanged(store: SaveStore, read: list[str]) -> None:
    listed, names = store.list(), [path.stem for path in store.files()]
    assert sorted(read) == names
    read.clear()
    assert store.list() == listed
    assert read == ["bad"]
    assert store.glance() == next(info for info in listed if isinstance(info, SaveInfo) and not info.finished)


def test_another_file_of_the_same_name_is_read_again(store: SaveStore, read: list[str]) -> None:
    store.list()
    path = store.path("race-1")
    times, text = path.stat(), path.read_text(encoding="utf-8")
    path.write_text(text.replace('"finished": false', '"finished": true '), encoding="utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    store.delete("race-2")
    store.rename("race-3", "other")
    read.clear()
    (changed,) = (info for info in store.list() if info.name == "race-1")
    assert isinstance(changed, SaveInfo)
    assert changed.finished
    assert sorted(read) == ["bad", "other", "race-1"]
    assert {info.name for info in store.list()} == {path.stem for path in store.files()}


def test_an_index_of_too_few_saves_is_removed(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    listed, index = store.list(), store.folder / save_list.INDEX
    assert index.exists()
    monkeypatch.setattr(save_list, "MANY", len(listed) - 1)
    store.delete("race-2")
    assert len(store.list()) == len(listed) - 1
    assert not index.exists()


def test_a_newly_written_save_is_not_indexed(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save_list, "RIPE", 60.0)
    store.list()
    assert not (store.folder / save_list.INDEX).exists()


DAMAGE: list[Callable[[bytes], bytes]] = [
    lambda _text: b"",
    lambda text: text[:-100],
    lambda text: text.replace(b'"usa"', b'"usb"', 1),
    lambda text: b"0" + text,
    lambda _text: b"\xff\0",
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_index_is_rebuilt(damage: Callable[[bytes], bytes], store: SaveStore, read: list[str]) -> None:
    listed, index = store.list(), store.folder / save_list.INDEX
    whole = index.read_bytes()
    index.write_bytes(damage(whole))
    read.clear()
    assert store.list() == listed
    assert len(read) == len(listed)
    assert index.read_bytes() == whole


@pytest.mark.parametrize(("name", "other"), [("__version__", "another"), ("astuple", lambda info: astuple(info)[:-1])])
def test_the_index_of_another_version_is_rebuilt(
    name: str, other: object, store: SaveStore, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(save_list, name, other)
        listed = store.list()
    read.clear()
    assert store.list() == listed
    assert len(read) == len(listed)


def test_a_folder_where_no_index_can_be_written_is_still_listed(store: SaveStore, read: list[str]) -> None:
    (store.folder / save_list.INDEX).mkdir()
    assert store.list() == store.list()
    assert len(read) == 2 * len(store.files())


def test_the_first_look_passes_over_what_is_no_file(store: SaveStore) -> None:
    (store.folder / "folder.json").mkdir()
    (store.folder / "link.json").symlink_to("nowhere")
    os.mkfifo(store.folder / "pipe.json")
    assert unfinished(store.folder) is True
