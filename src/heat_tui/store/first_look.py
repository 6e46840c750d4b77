"""A first look at the folder of saved races, for the first frame of the title: nothing else is loaded for it."""

from __future__ import annotations

from heapq import nlargest
from pathlib import Path
from typing import Final

_UNFINISHED: Final = b'\n"finished": false,'
_HEAD: Final = 400
"""The bytes of a save in which this line is."""

_LOOKED_AT: Final = 20
"""The saves that are looked at, the last changed first: few players have finished that many since."""


def unfinished(folder: Path) -> bool | None:
    """Return whether one of the saves that were changed last seems to be unfinished; None where no saves are."""
    try:
        saves = [(path.stat().st_mtime, path) for path in folder.glob("*.json")]
        heads = [_head(path) for _changed, path in nlargest(_LOOKED_AT, saves)]
    except OSError:
        return False
    return any(_UNFINISHED in head for head in heads) if heads else None


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEAD)
