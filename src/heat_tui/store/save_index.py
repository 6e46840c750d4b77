"""An index of the saved races, in one file beside them, so that a long list need not be read again.

Nothing depends on the file: if it is missing, damaged, outdated or cannot be written, the saves are read.
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
"""The seconds after which another write to a save changes its time on every file system."""

MANY: Final = 200
"""The number of saves from which an index pays off."""

_MOST_BYTES: Final = 50_000_000

Stamp = tuple[int, int, int, int]
"""The version of a file: its inode number, its size, and the times of its last change and status change."""

Entries = Mapping[str, tuple[Stamp, list[Any]]]
"""The stamps and the contents of files, by name."""


def stamp_of(path: Path) -> Stamp | None:
    """Return the stamp of a file; None if it is missing, or so new that its next version could have the same stamp."""
    try:
        status = path.stat()
    except OSError:
        return None
    if max(status.st_mtime, status.st_ctime) > time.time() - RIPE:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def read_index(folder: Path) -> Entries:
    """Return the index of a folder; {} unless this version of the program wrote it completely."""
    try:
        check, _line, text = read_text(folder / INDEX, _MOST_BYTES).partition("\n")
        if check != _check(text):
            return {}
        return {name: (tuple(stamp), entry) for name, (stamp, entry) in json.loads(text).items()}
    except (BadFile, ValueError):
        return {}


def write_index(folder: Path, entries: Entries) -> None:
    """Write the index of a folder if it has many entries; errors are ignored."""
    if len(entries) < MANY:
        return
    from heat_tui.store.save_writing import write_whole  # loads the engine, which reading the index does not need

    text = json.dumps(entries)
    with suppress(OSError):  # the saves are read again next time
        write_whole(folder / INDEX, f"{_check(text)}\n{text}")


def _check(text: str) -> str:
    """Return the check line of an index: the program's version and the checksum of the text."""
    return f"{__version__} {zlib.crc32(text.encode()):08x}"
