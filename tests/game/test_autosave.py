"""The race is saved after every change; if it cannot be saved, it continues, and the reason is kept."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from heat_tui.game.table.history import UndoStopped
from heat_tui.game.table.match import Match
from heat_tui.game.telling.story import resuming
from heat_tui.store.saves import SaveStore
from tests.saves.races import files, new_match, played, state, step


def test_every_change_is_on_the_disk_immediately(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "new" / "saves")
    match = new_match("italy, two people, mulligan and handicap", store, name="Our race")
    random = Random(1)

    def agrees() -> bool:
        saved = store.read("our-race")
        loaded = Match.resume(saved, store=None)
        return loaded.log == match.log and saved.record == match.saved().record and state(loaded) == state(match)

    assert agrees()
    for _ in range(10):
        step(match, random)
        assert agrees()
    match.take_back(1)
    assert agrees()
    match.hand_over(0, "chance")
    assert agrees()
    match.hand_over(0, "person")
    undone = 0
    while not match.over and undone < 3:
        step(match, random)
        try:
            match.undo(whole_turn=not undone % 2)
        except UndoStopped:
            continue
        undone += 1
        assert agrees()
    assert undone == 3
    assert files(store.folder) == ["our-race.json"]
    assert match.not_saved is None


def test_a_named_race_without_a_store_is_not_said_to_be_saved() -> None:
    match = new_match("spain, practice", name="our-race")
    assert not match.is_saved
    assert not match.can_be_resumed


def test_a_finished_race_is_kept_for_its_replay(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_match("spain, practice", store, name="race")
    for _ in played(match, Random(1)):
        pass
    saved = store.read("race")
    assert saved.finished
    assert store.glance() is None
    again = Match.resume(saved, store=store)
    assert again.over
    assert again.events == match.events


def test_a_resumed_race_is_saved_under_its_name(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    first = new_match("spain, practice", store, name="race")
    loaded = Match.resume(store.read("race"), store=store)
    step(loaded, Random(1))
    assert files(tmp_path) == ["race.json"]
    saved = store.read("race")
    assert len(saved.record) == 1
    assert saved.created == first.saved().created
    assert saved.changed >= saved.created


def test_a_folder_that_cannot_be_written_does_not_stop_the_race(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    store = SaveStore(tmp_path / "file" / "saves")
    match = new_match("usa, a person and 3 Legends", store, name="race")
    reason = os.strerror(errno.ENOTDIR)
    assert match.not_saved == (
        f"{store.folder / 'race.json'} cannot be written ({reason}); "
        "free some disk space or check the permissions of the folder."
    )
    for _ in played(match, Random(1)):
        assert match.not_saved
    assert match.over
    assert files(tmp_path) == ["file"]


def test_saving_resumes_when_the_disk_has_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SaveStore(tmp_path)
    match = new_match("usa, a person and 3 Legends", store, name="race")
    random = Random(1)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        step(match, random)
        assert match.not_saved is not None
        assert os.strerror(errno.ENOSPC) in match.not_saved
        assert not match.save_now()
    assert store.read("race").record == ()
    step(match, random)
    assert match.not_saved is None
    assert match.save_now()
    assert len(store.read("race").record) == 2
    assert files(tmp_path) == ["race.json"]


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow until the block ends; new files can be created, but stay empty."""
    usual, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (usual, most))


@pytest.mark.point("N7")
def test_a_saved_race_is_resumed_unsaved_on_a_full_disk(tmp_path: Path) -> None:
    store, random = SaveStore(tmp_path), Random(1)
    first = new_match("usa, a person and 3 Legends", store, name="race")
    step(first, random)
    first.leave()
    with full_disk():
        match = Match.open(store, "race")
        assert state(match) == state(first)
        assert match.not_saved is not None
        assert "cannot be written" in match.not_saved
        step(match, random)
        assert match.not_saved is not None
        told = resuming(match, "heat-tui resume")
        assert told == "Your last choices are not saved. To resume from the last save: heat-tui resume race"
        assert [path.name for path in tmp_path.iterdir()] == ["race.json"]
    step(match, random)
    assert match.not_saved is None
    assert len(store.read("race").record) == 3


@pytest.mark.point("N7")
def test_a_full_disk_leaves_no_empty_lock(tmp_path: Path) -> None:
    with full_disk():
        match = new_match("spain, practice", SaveStore(tmp_path), name="race")
        assert match.not_saved is not None
        assert resuming(match, "heat-tui resume") == "This race is not saved and cannot be resumed."
    assert [*tmp_path.iterdir()] == []


@pytest.mark.point("N7")
@pytest.mark.parametrize("fault", [errno.EROFS, errno.EACCES])
def test_a_saved_race_in_a_read_only_folder_is_resumed(
    fault: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SaveStore(tmp_path)
    new_match("usa, a person and 3 Legends", store, name="race").leave()

    def read_only(*_: object) -> int:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr("heat_tui.store.locks.os.open", read_only)
    match = Match.open(store, "race")
    assert match.not_saved is not None
    assert os.strerror(fault) in match.not_saved


def test_a_race_is_never_saved_over_another(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    first = new_match("spain, practice", store, name="Race")
    second = new_match("spain, practice", store, name="race!")
    assert (first.name, second.name) == ("race", "race-2")


def test_the_command_that_resumes_a_race_has_its_name_in_quotation_marks_if_needed(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    new_match("usa, a person and 3 Legends", store, name="race").leave()
    (tmp_path / "race.json").rename(tmp_path / "my race.json")
    told = resuming(Match.open(store, "my race"), "heat-tui resume")
    assert told == "The race is saved as my race. To resume it: heat-tui resume 'my race'"
