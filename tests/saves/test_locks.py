"""One race, two programs: which of them has a save open, and that neither overwrites the other's changes."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from heat_tui.game.table.match import Match
from heat_tui.plain.asking import ask_about
from heat_tui.plain.console import Console
from heat_tui.store.locks import OLD, Held, Holder, claim, holder_of, lock_of, owns, release
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import SaveStore
from tests.cli.program import COMMAND, environment
from tests.saves.races import new_match, step

pytestmark = pytest.mark.point("X2")

OTHER = Holder("token", "elsewhere", 4711, "", time.time())


def locked(save: Path, holder: Holder) -> None:
    """Write the lock of another program."""
    lock_of(save).write_text(json.dumps(asdict(holder)), encoding="ascii")


def own_lock(save: Path) -> Holder:
    """Return the contents of a save's lock."""
    return Holder(**json.loads(lock_of(save).read_text(encoding="ascii")))


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path)


@pytest.fixture
def played(store: SaveStore) -> Match:
    """Return a race after a few choices, saved as "race"."""
    match = new_match("usa, a person and 3 Legends", store, name="race")
    random = Random(2)
    for _ in range(4):
        step(match, random)
    return match


@contextmanager
def another_program(home: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield a separate process that has the save "race" open in the line-based game, and is waiting for an answer."""
    pipe = subprocess.PIPE
    command = [*COMMAND, "plain", "--resume", "race"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment(home)) as process:
        try:
            assert process.stdout is not None
            while not process.stdout.readline().startswith("Your hand: "):
                assert process.poll() is None
            yield process
        finally:
            process.kill()


def test_a_lock_says_who_has_the_save(tmp_path: Path) -> None:
    save = tmp_path / "race.json"
    token = claim(save)
    holder = own_lock(save)
    assert (holder.token, holder.pid, holder.host) == (token, os.getpid(), os.uname().nodename)
    assert time.time() - holder.since < 60
    assert owns(save, token)
    assert holder_of(save) is None, "this very process is not another one"
    release(save, "somebody else's token")
    assert owns(save, token)
    release(save, token)
    assert not lock_of(save).exists()


def test_the_second_program_is_told_host_process_and_start_time(tmp_path: Path) -> None:
    save = tmp_path / "race.json"
    locked(save, OTHER)
    with pytest.raises(Held) as held:
        claim(save)
    assert held.value.name == "race"
    assert "race is open elsewhere (elsewhere, process 4711, since 20" in str(held.value)
    token = claim(save, take_over=True)
    assert owns(save, token)


def _ended() -> int:
    """Return the id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.parametrize(
    ("holder", "alive"),
    [
        (replace(OTHER, host=os.uname().nodename, pid=1), True),
        (replace(OTHER, host=os.uname().nodename, pid=1, started="1 of another boot"), False),
        (replace(OTHER, host=os.uname().nodename, pid=_ended()), False),
        (replace(OTHER, host=os.uname().nodename, pid=2**31), False),
        (OTHER, True),
        (replace(OTHER, since=time.time() - OLD.total_seconds() - 60), False),
    ],
)
def test_a_lock_whose_program_is_gone_is_stale(holder: Holder, alive: bool, tmp_path: Path) -> None:
    save = tmp_path / "race.json"
    locked(save, holder)
    assert (holder_of(save) is not None) == alive
    if not alive:
        assert owns(save, claim(save))


def test_a_zombie_counts_as_ended(tmp_path: Path) -> None:
    save = tmp_path / "race.json"
    process = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    started = Path(f"/proc/{process.pid}/stat")
    if started.exists():
        locked(save, replace(OTHER, host=os.uname().nodename, pid=process.pid, started="7"))
        assert holder_of(save) is None
    process.wait()


def test_another_machine_that_saves_occasionally_keeps_the_race(tmp_path: Path) -> None:
    save = tmp_path / "race.json"
    save.write_text("{}", encoding="ascii")
    locked(save, replace(OTHER, since=time.time() - 2 * OLD.total_seconds()))
    assert holder_of(save) is not None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": "x"}', '{"pid": 1e999, "since": NaN}', "\x00" * 40])
def test_an_incomplete_lock_is_stale(text: str, tmp_path: Path) -> None:
    save = tmp_path / "race.json"
    lock_of(save).write_text(text, encoding="ascii")
    assert holder_of(save) is None
    assert owns(save, claim(save))


def test_a_race_that_was_taken_over_is_saved_under_another_name(store: SaveStore, played: Match) -> None:
    save = store.path("race")
    before = save.read_bytes()
    locked(save, OTHER)
    step(played, Random(3))
    assert played.save_taken
    assert played.not_saved is not None
    assert played.not_saved.startswith("race is open elsewhere (elsewhere, process 4711")
    assert save.read_bytes() == before
    assert played.keep_under_another_name()
    assert played.name == "race-2"
    assert store.read("race-2").standing == played.saved().standing
    assert save.read_bytes() == before


def test_a_newer_file_is_never_overwritten(store: SaveStore, played: Match) -> None:
    second = SaveStore(store.folder)
    other = Match.resume(second.read("race"), store=second)
    played.leave()
    step(other, Random(3))
    newer = store.path("race").read_bytes()
    other.leave()
    step(played, Random(4))
    assert played.save_taken
    assert played.not_saved == "race has been changed by another program; your race was not saved over it."
    assert store.path("race").read_bytes() == newer
    assert store.holder("race") is None


def test_a_save_open_in_another_program_is_neither_renamed_nor_deleted(store: SaveStore, played: Match) -> None:
    played.leave()
    locked(store.path("race"), OTHER)
    with pytest.raises(Held):
        store.rename("race", "mine")
    with pytest.raises(Held):
        store.delete("race")
    assert store.path("race").exists()


def test_watching_a_race_shows_nothing_private_and_plays_nothing(store: SaveStore, played: Match) -> None:
    looked_at = Match.look_on(store, "race")
    assert looked_at.people == ()
    assert not looked_at.waits_for_person
    assert not looked_at.may_look(0)
    assert looked_at.may_give_up is None
    assert not looked_at.save_now()
    assert looked_at.decision == played.decision


@pytest.mark.long
def test_two_processes_share_one_race(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "saves")
    match = new_match("usa, a person and 3 Legends", store, name="race")
    match.leave()
    with another_program(tmp_path) as process:
        with pytest.raises(Held, match=f"process {process.pid}, since"):
            Match.open(store, "race")
        mine = Match.open(store, "race", take_over=True)
        hand = mine.view(0).hand
        step(mine, Random(1))
        saved = store.path("race").read_bytes()
        card = next(each for each in hand if each.isdigit())
        told, _errors = process.communicate(f"1 {card}\nyes\nyes\n", timeout=60)
        assert "race is open elsewhere" in told
        assert "Your race is now saved as race-2." in told
        assert store.path("race").read_bytes() == saved
        assert len(SaveStore(store.folder).read("race-2").standing) >= 1
    assert mine.save_now()


def test_a_killed_program_leaves_a_stale_lock(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "saves")
    new_match("usa, a person and 3 Legends", store, name="race").leave()
    with another_program(tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert lock_of(store.path("race")).exists()
        assert store.holder("race") is None
        assert Match.open(store, "race").save_now()


@pytest.mark.long
def test_the_second_program_in_lines_watches_and_takes_over(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "saves")
    new_match("usa, a person and 3 Legends", store, name="race").leave()
    with another_program(tmp_path):
        command = [*COMMAND, "plain", "--resume", "race"]
        second = subprocess.run(
            command, input="what\nlook\ntake\n", capture_output=True, text=True, env=environment(tmp_path), timeout=60
        )
        assert "race is open elsewhere" in second.stdout
        assert second.stdout.count("Type watch, wait, take over or quit:") == 3
        assert second.stdout.count("take takes it over now, quit stops.") == 2, "neither word is known"
        assert "Round 1" in second.stdout
        assert "heat-tui plain --resume race" in second.stdout
        third = subprocess.run(command, input="", capture_output=True, text=True, env=environment(tmp_path), timeout=60)
        assert "race is open elsewhere" not in third.stdout, "the second has left it again"
    with pytest.raises(BadFile):
        Match.open(store, "no such race")


def test_the_input_ends_at_the_question_about_a_race_open_elsewhere(tmp_path: Path) -> None:
    with pytest.raises(Held, match="race is open elsewhere"):  # instead of a sentence that nothing was saved
        ask_about(Held("race", OTHER), SaveStore(tmp_path), Console(StringIO(), StringIO()))


STARTING = """
import sys
from pathlib import Path
from heat_tui.store.saves import SaveStore
from tests.saves.races import new_match
store = SaveStore(Path(sys.argv[1]))
sys.stdin.read()
matches = [new_match("spain, practice", store, name="race") for _number in range(12)]
print(sum(match.not_saved is None for match in matches))
"""


@pytest.mark.long
@pytest.mark.point("N8")
def test_races_that_begin_at_the_same_moment_are_all_saved(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    with_tests = environment(tmp_path, PYTHONPATH=f"{root / 'src'}:{root}")
    command, pipe = [sys.executable, "-c", STARTING, str(tmp_path / "saves")], subprocess.PIPE
    programs = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=with_tests) for _ in range(4)]
    for program in programs:
        assert program.stdin is not None
        program.stdin.close()
        program.stdin = None
    assert [program.communicate(timeout=120)[0] for program in programs] == ["12\n"] * 4
    assert len(SaveStore(tmp_path / "saves").files()) == 48


@pytest.mark.point("N8")
def test_a_free_name_is_locked_until_it_is_used_or_released(store: SaveStore) -> None:
    other = SaveStore(store.folder)
    assert [store.claim_free("race"), other.claim_free("race")] == ["race", "race-2"]
    store.release("race")
    assert other.claim_free("race") == "race"


@pytest.mark.point("N6")
def test_an_unreadable_folder_is_reported_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SaveStore(tmp_path / "saves")
    new_match("spain, practice", store, name="race").leave()
    for name in ("stat", "lstat", "open", "listdir", "scandir", "mkdir"):
        _forbid(monkeypatch, name, store.folder)
    match = new_match("spain, practice", store, name="race")
    assert match.not_saved is not None
    assert "cannot be written (Permission denied); free some disk space or check" in match.not_saved
    for use in (store.list, store.glance, lambda: Match.open(store, "race"), lambda: store.delete("race")):
        with pytest.raises(BadFile, match="the folder of saved races cannot be read"):
            use()


def _forbid(monkeypatch: pytest.MonkeyPatch, name: str, folder: Path) -> None:
    """Make a system function refuse everything in a folder, as an unreadable folder does for anyone except root."""
    allowed = getattr(os, name)

    def function(path: str | Path | int, *arguments: object, **options: object) -> object:
        if not isinstance(path, int) and str(path).startswith(str(folder)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return allowed(path, *arguments, **options)

    monkeypatch.setattr(os, name, function)


@pytest.mark.long
def test_leaving_at_the_question_changes_nothing(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "saves")
    new_match("usa, a person and 3 Legends", store, name="race").leave()
    with another_program(tmp_path) as process:
        command = [*COMMAND, "plain", "--resume"]
        left = subprocess.run(
            [*command, "race"], input="quit\n", capture_output=True, text=True, env=environment(tmp_path), timeout=60
        )
        assert left.returncode == 2
        assert "race is open elsewhere" in left.stderr
        assert f'"pid": {process.pid},' in lock_of(store.path("race")).read_text(encoding="ascii")
