"""An index of the saved races, in one file beside them, so that a long list need not be read again.

Nothing depends on the file: without it, or where it is damaged, old or cannot be written, the saves are read.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from heat_tui import __version__
from heat_tui.store.reading import BadFile, read_text

INDEX: Final = ".index"

RIPE: Final = 2.0
"""The seconds after which a save that is written again has another time, on every file system."""

MANY: Final = 200
"""Fewer saves than this are read as fast as they are asked for."""

_MOST_BYTES: Final = 50_000_000

Stamp = tuple[int, int, int, int]
"""The version of a file: its number, its size, and when it and its entry were written."""

Entries = Mapping[str, tuple[Stamp, list[Any]]]
"""The content read from the files, by their names."""


def stamp_of(path: Path) -> Stamp | None:
    """Return the stamp of a file; None where there is none, or it is so new that the next version could have it too."""
    try:
        status = path.stat()
    except OSError:
        return None
    if max(status.st_mtime, status.st_ctime) > time.time() - RIPE:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def read_index(folder: Path) -> Entries:
    """Return what is remembered of the files of a folder; nothing where this program did not write it to its end."""
    try:
        check, _line, text = read_text(folder / INDEX, _MOST_BYTES).partition("\n")
        if check != _check(text):
            return {}
        return {name: (tuple(stamp), entry) for name, (stamp, entry) in json.loads(text).items()}
    except (BadFile, ValueError):
        return {}


def write_index(folder: Path, entries: Entries) -> None:
    """Remember what was read of the files of a folder, if they are many and that can be written."""
    if len(entries) < MANY:
        return
    from heat_tui.store.save_writing import write_whole  # with the engine, which reading the index does not need

    text = json.dumps(entries)
    with suppress(OSError):  # the saves are read again the next time
        write_whole(folder / INDEX, f"{_check(text)}\n{text}")


def _check(text: str) -> str:
    """Return what a text of this program's version begins with."""
    return f"{__version__} {zlib.crc32(text.encode()):08x}"
