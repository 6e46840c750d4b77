"""The names of saved races: readable, and safe on every file system."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MOST_LETTERS = 64

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?")
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def is_name(text: str) -> bool:
    """Whether a text can name a save: 1 to 64 of a-z, 0-9, _ and -, and none of the words that Windows keeps."""
    return _NAME.fullmatch(text) is not None and text not in _RESERVED


def name_from(parts: Iterable[str]) -> str:
    """A name made of words such as a track and the players; what cannot be written in a-z and 0-9 is left out."""
    plain = (unicodedata.normalize("NFKD", part).casefold() for part in parts)
    words = (re.sub(r"[^a-z0-9_]+", "-", part.encode("ascii", "ignore").decode("ascii")) for part in plain)
    joined = "-".join(word for word in (each.strip("-_") for each in words) if word)
    name = joined[:MOST_LETTERS].strip("-_")
    return name if is_name(name) else ("race-" + name).rstrip("-_")[:MOST_LETTERS].rstrip("-_")


def numbered(name: str, number: int) -> str:
    """The name for the `number`th save of that name, within the length that a name may have."""
    end = f"-{number}"
    return name[: MOST_LETTERS - len(end)].rstrip("-_") + end
