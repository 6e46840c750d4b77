"""The strength of Legends; `make drivers ARGS=--legends` writes this file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

AS_STRONG: Final[Mapping[tuple[str, bool], tuple[str, ...]]] = {
    ("france", False): ("novice", "club", "club", "club", "club", "club", "club"),
    ("great_britain", False): ("club", "steady", "steady", "steady", "", "", ""),
    ("great_britain", True): ("steady", "steady", "steady", "", "", "", ""),
    ("italy", False): ("club", "club", "club", "steady", "steady", "steady", "steady"),
    ("japan", False): ("club", "club", "club", "club", "club", "steady", "steady"),
    ("japan", True): ("club", "club", "steady", "steady", "steady", "steady", ""),
    ("mexico", False): ("novice", "novice", "novice", "novice", "novice", "novice", "novice"),
    ("mexico", True): ("club", "steady", "steady", "", "", "", ""),
    ("netherlands", False): ("novice", "novice", "club", "club", "club", "club", "club"),
    ("netherlands", True): ("steady", "steady", "steady", "", "", "", ""),
    ("spain", False): ("novice", "novice", "novice", "novice", "novice", "novice", "novice"),
    ("spain", True): ("novice", "club", "club", "club", "club", "steady", "steady"),
    ("usa", False): ("novice", "club", "club", "club", "club", "club", "steady"),
}
"""The kinds that are about as strong as Legends, by track and whether the Legends are aggressive, indexed by `pro`.

Each is the kind up to Steady whose mean place in 24 races against five Legends is nearest to the middle, or "" if
even Steady comes more than half a place behind the middle.
"""
