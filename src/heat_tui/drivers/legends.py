"""How strong Legends are; `make drivers ARGS=--legends` writes this file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

AS_STRONG: Final[Mapping[tuple[str, bool], tuple[str, ...]]] = {}
