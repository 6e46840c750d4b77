"""What happens when a law does not hold."""

from __future__ import annotations


class BrokenLaw(AssertionError):
    """A race did what no race may do; the message says what and gives the facts."""


def law(holds: object, words: str, *facts: object) -> None:
    """Raise BrokenLaw with the words of the law and the facts of the case, unless it holds."""
    if not holds:
        raise BrokenLaw(": ".join((words, *(repr(fact) for fact in facts))))
