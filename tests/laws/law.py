"""Broken laws."""

from __future__ import annotations


class BrokenLaw(AssertionError):
    """A race broke a law; the message names the law and the facts."""


def law(holds: object, words: str, *facts: object) -> None:
    """Raise BrokenLaw with the words of the law and the facts of the case, unless the law holds."""
    if not holds:
        raise BrokenLaw(": ".join((words, *(repr(fact) for fact in facts))))
