"""At any moment either the old or the new save is complete, even if the program is killed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from tests.saves.races import files, new_match, step

KILLED_WHILE_SAVING = """
import os, signal, sys
from pathlib import Path
from random import Random
from heat_tui.store.saves import SaveStore
from heat_tui.game.table.match import Match

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def half_written(handle):
    os.ftruncate(handle, os.fstat(handle).st_size // 2)
    die()

folder, moment = Path(sys.argv[1]), sys.argv[2]
store = SaveStore(folder)
match = Match.resume(store.read("race"), store=store)
replace = os.replace
if moment == "half written":
    os.fsync = half_written
elif moment == "before the new name":
    os.replace = die
else:
    def replace_and_die(old, new):
        replace(old, new)
        die()
    os.replace = replace_and_die
match.play(match.decision.sample(Random(1).random))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("moment", "done"), [("half written", 8), ("before the new name", 8), ("after the new name", 9)]
)
def test_a_program_killed_while_saving_leaves_a_complete_save(moment: str, done: int, tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = new_match("usa, a person and 3 Legends", store, name="race")
    random = Random(2)
    for _ in range(8):
        step(match, random)
    match.leave()
    command = [sys.executable, "-c", KILLED_WHILE_SAVING, str(tmp_path), moment]
    assert subprocess.run(command, timeout=60).returncode == -9
    assert len(store.read("race").standing) == done
    assert [save.name for save in store.list()] == ["race"]
    step(match, random)
    assert len(store.read("race").standing) == 9


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_a_full_disk_leaves_the_old_save(fault: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SaveStore(tmp_path)
    match = new_match("spain, practice", store, name="race")
    before = store.path("race").read_bytes()

    def full(*_: object) -> None:
        raise OSError(fault, os.strerror(fault))

    for call in ("replace", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, call, full)
            with pytest.raises(Refused) as caught:
                store.write(match.saved())
        reason = os.strerror(fault)
        assert str(caught.value) == (
            f"{tmp_path / 'race.json'} cannot be written ({reason}); "
            "free some disk space or check the permissions of the folder."
        )
        assert store.path("race").read_bytes() == before
        assert files(tmp_path) == ["race.json"]


def test_a_file_system_that_cannot_sync_a_folder_causes_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced: list[int] = []

    def only_files(handle: int) -> None:
        forced.append(handle)
        if len(forced) == 2:
            raise OSError(errno.EINVAL, "not a file")

    monkeypatch.setattr(os, "fsync", only_files)
    store = SaveStore(tmp_path)
    store.write(new_match("spain, practice", name="race").saved())
    assert len(forced) == 2
    assert store.read("race").name == "race"
