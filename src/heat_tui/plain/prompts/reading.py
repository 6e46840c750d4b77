"""Cards and numbers as they are typed."""

from __future__ import annotations

from collections.abc import Iterable

from heat_tui.language import _
from heat_tui.plain.commands import Unclear, match
from heat_tui.prose.names import choice, quoted
from heat_tui.table.seats import whole_number


def read_card(word: str, cards: Iterable[str], known: Iterable[str]) -> str:
    """The key of a card that was typed, by its number or by the start of its name.

    Of names that begin alike those among `cards` come first; `known` are all cards of the race. Raises Unclear.
    """
    named = [key for key in set(cards) if not key.isdigit()]
    key = match(word, named) or match(word, known)
    if key is None:
        raise Unclear(
            _("{word} is no card: type the numbers of your cards, or {stress}.").format(
                word=quoted(word), stress="stress"
            )
        )
    return key


def read_one(word: str, cards: Iterable[str]) -> str:
    """One of several cards, by its number in their list from 1, or by the start of its name. Raises Unclear."""
    listed = list(cards)
    number = whole_number(word)
    if number is not None and 1 <= number <= len(listed):
        return listed[number - 1]
    key = match(word, listed) if number is None else None
    if key is None:
        raise Unclear(
            _("{word} is none of these: type a number from 1 to {last}, or a name: {names}.").format(
                word=quoted(word), last=len(listed), names=choice(listed)
            )
        )
    return key
