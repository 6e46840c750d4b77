"""Locks of saves and drafts: a file beside each names the program that has it open; stale locks are ignored."""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from heat_tui.engine.record import record
from heat_tui.language import N_, _
from heat_tui.store.reading import BadFile, read_text, shown
from heat_tui.store.writing import write_whole

LOCK: Final = ".lock"

OLD: Final = timedelta(hours=12)
"""The age at which a lock is stale if its program cannot be checked, since the last write to the lock or its save."""

_TRIES, _PAUSE = 10, 0.02
"""The maximum number of attempts to read a lock that is being written, and the seconds between attempts."""

_MOST: Final = 2**32
"""A number above any process id and any time in a lock."""


@record
class Holder:
    """A program that has a save or draft open, or that is a screen at a shared table.

    `started` is when its process began, in the system's own units, "" if unknown; `since` is the POSIX time at which it
    took the lock. The random `token` lets a program recognise its own lock.
    """

    token: str
    host: str
    pid: int
    started: str
    since: float

    @property
    def words(self) -> str:
        """The host, the process id and the time of the lock, in words."""
        since = datetime.fromtimestamp(self.since, UTC).astimezone()
        return _("{host}, process {pid}, since {time}").format(
            host=shown(self.host), pid=self.pid, time=since.strftime("%Y-%m-%d %H:%M")
        )


class Elsewhere(BadFile):
    """The refusal to use a save that another program has open, or has changed since it was read."""


class Held(Elsewhere):
    """The refusal to use a save or draft that another program has open."""

    def __init__(self, name: str, holder: Holder) -> None:
        super().__init__(N_("{name} is open elsewhere ({holder})."), name=shown(name), holder=holder.words)
        self.name = name
        self.holder = holder


def lock_of(save: Path) -> Path:
    return save.with_name(f".{save.name}{LOCK}")


def holder_of(save: Path) -> Holder | None:
    """Return the other program that has a save open; None if there is none, or its lock is stale."""
    holder, own = _read(lock_of(save)), (_host(), os.getpid(), _started(os.getpid()))
    is_other = holder is not None and (holder.host, holder.pid, holder.started) != own and _is_alive(holder, save)
    return holder if is_other else None


def owns(save: Path, token: str) -> bool:
    """Return whether the save's lock has this token."""
    holder = _read(lock_of(save))
    return holder is not None and holder.token == token


def claim(save: Path, *, take_over: bool = False, called: str = "") -> str:
    """Lock a save and return the token. Raises OSError, and Held if another program has it open, unless `take_over`.

    `called` is the name of the save in the refusal, by default that of its file. If two programs find the same stale
    lock, the later one gets the save, and `SaveStore.write` refuses the other.
    """
    try:
        return claim_new(save)
    except FileExistsError:
        other = None if take_over else holder_of(save)
        if other is not None:
            raise Held(called or save.stem, other) from None
        own = this_program()
        write_whole(lock_of(save), json.dumps(asdict(own)))
        return own.token


def claim_new(save: Path) -> str:
    """Lock a save that has no lock, not even a stale one, and return the token; only one of several programs succeeds.

    Raises FileExistsError if there is a lock, and another OSError if none can be written.
    """
    own, lock = this_program(), lock_of(save)
    try:
        save.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error
    handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            json.dump(asdict(own), stream)
    except BaseException:
        with suppress(OSError):  # the error to report is the one above
            lock.unlink()
        raise
    return own.token


def release(save: Path, token: str) -> None:
    """Unlock a save, unless another program has taken it over."""
    if owns(save, token):
        with suppress(OSError):  # the lock is stale once this program has ended
            lock_of(save).unlink()


def this_program() -> Holder:
    """Return this program as a holder, with a new token and the current time."""
    return Holder(os.urandom(8).hex(), _host(), os.getpid(), _started(os.getpid()), time.time())


def _read(lock: Path) -> Holder | None:
    """Return the holder of a lock; None if there is no lock, or it cannot be read or was never completed."""
    for _try in range(_TRIES):
        if not os.path.exists(lock):
            return None
        try:
            said = json.loads(read_text(lock))
            pid, since = int(said["pid"]), float(said["since"])
            if 0 < pid < _MOST and 0 < since < _MOST:
                return Holder(str(said["token"]), str(said["host"]), pid, str(said["started"]), since)
        except (BadFile, ValueError, TypeError, LookupError, OverflowError, RecursionError):
            pass  # it is being written, or is not a lock
        time.sleep(_PAUSE)
    return None


def _is_alive(holder: Holder, save: Path) -> bool:
    """Return whether a program is still running, or, if this machine cannot tell, was active less than `OLD` ago."""
    if is_elsewhere(holder):
        shown_last = [holder.since]
        with suppress(OSError):
            shown_last.append(save.stat().st_mtime)
        return time.time() - max(shown_last) < OLD.total_seconds()
    return runs_here(holder)


def is_elsewhere(holder: Holder) -> bool:
    """Return whether this machine cannot tell if a program is still running."""
    return holder.host != _host() or sys.platform == "win32"


def runs_here(holder: Holder) -> bool:
    """Return whether a program on this machine is still running."""
    try:
        os.kill(holder.pid, 0)
    except (ProcessLookupError, OverflowError):  # the latter for a number that no process can have
        return False
    except PermissionError:  # another user's process, but it exists
        return True
    return not holder.started or _started(holder.pid) == holder.started


def _host() -> str:
    return os.uname().nodename if sys.platform != "win32" else os.environ.get("COMPUTERNAME", "")


def _started(pid: int) -> str:
    """Return the start time of a process, "ended" for a zombie, "" if unknown.

    The time tells the process from a later one with the same id. On Linux, the time is the 22nd field of
    /proc/PID/stat; the second field is the program's name in brackets, which may contain spaces.
    """
    try:
        line = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        state, *fields = line.rpartition(")")[2].split()
    except (OSError, ValueError):
        return ""
    return "ended" if state in "ZX" else fields[18]
