"""What a reader of files says when it refuses one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from heat_tui.language import _

_LONGEST_SHOWN = 40


class BadFile(Exception):
    """A file that cannot be used; str() is one sentence that names the file, the place, the fault and the cure.

    `problems` holds all the sentences that were found, of which str() is the first.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__(problems[0])
        self.problems = problems


class UnknownTrack(BadFile):
    """No track has the id that was asked for."""


def shown(value: object) -> str:
    """A value as it may stand in a sentence: at most 40 characters, none of which can act on a terminal."""
    text = value if isinstance(value, str) else repr(value)
    clean = "".join(each if each.isprintable() else _escaped(each) for each in text[: _LONGEST_SHOWN + 1])
    return clean if len(clean) <= _LONGEST_SHOWN else clean[: _LONGEST_SHOWN - 3] + "..."


def shown_path(path: object) -> str:
    """A path as it may stand in a sentence: whole, but with nothing that can act on a terminal."""
    return "".join(each if each.isprintable() else _escaped(each) for each in str(path))


def suggestion(wrong: str, known: Iterable[str]) -> str:
    """The closest known word as the start of a hint, " (did you mean ...?)", or "" when none is close."""
    close = difflib.get_close_matches(wrong.lower(), sorted(known), n=1, cutoff=0.5)
    return _(" (did you mean {word}?)").format(word=close[0]) if close else ""


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
