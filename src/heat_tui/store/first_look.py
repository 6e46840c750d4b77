"""A quick look at the folder of saved races for the first frame of the title, without loading the reader of saves."""

from __future__ import annotations

from heapq import nlargest
from pathlib import Path
from typing import Final

_UNFINISHED: Final = b'\n"finished": false,'
_HEAD: Final = 400
"""The number of bytes to read from the start of a save, enough to include the line `_UNFINISHED` if it is there."""

_LOOKED_AT: Final = 20
"""The maximum number of saves to look at, latest first; after this many finished races, an unfinished one is rare."""


def unfinished(folder: Path) -> bool | None:
    """Return whether one of the latest saves seems unfinished; False if a file cannot be read, None without saves."""
    try:
        saves = [(path.stat().st_mtime, path) for path in folder.glob("*.json") if path.is_file()]
        heads = []
        for _changed, path in nlargest(_LOOKED_AT, saves):
            with path.open("rb") as file:
                heads.append(file.read(_HEAD))
    except OSError:
        return False
    return any(_UNFINISHED in head for head in heads) if heads else None
