"""The form in which a change of the source is recorded."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """One change to a file under src/heat_tui: `old`, which occurs there once, becomes `new`."""

    rule: str
    file: str
    old: str
    new: str
