"""The signs of a card in the few cells that it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

from heat_tui.engine.cards import HEAT, Card
from heat_tui.prose.card_faces import face
from heat_tui.prose.cards import card_name
from heat_tui.tui.columns import to_left, to_right

_TOLD: Final = 3
"""So many letters tell a family."""

_NAME: Final = 13
_VALUE: Final = 7
"""Columns of a card's name and of its value in a list; a choice of four values is the longest."""


def signs_of(card: Card) -> tuple[str, ...]:
    """A short sign for every symbol, without the value."""
    return face(card)[1:]


def value_of(card: Card, width: int) -> str:
    """The value, or the values to choose from; where they are too long the lowest and the highest."""
    values = face(card)[0]
    if cell_len(values) > width and card.choices:
        return f"{card.choices[0]}-{card.choices[-1]}"
    return values


def joined_signs(card: Card, width: int, *, more: str) -> str:
    """The signs in one row of so many cells, without blanks where those do not fit."""
    signs = signs_of(card)
    for text in (" ".join(signs), "".join(signs)):
        if cell_len(text) <= width:
            return text
    return set_cell_size("".join(signs), max(width - cell_len(more), 0)) + more


def packed(signs: Sequence[str], width: int, rows: int, *, more: str) -> list[str]:
    """Signs in so many rows of so many cells, without blanks where there is no room for those; where they do not all
    fit, `more` stands at the end."""
    spaced = _packed(signs, width, rows, " ", more)
    return _packed(signs, width, rows, "", more) if spaced[-1].endswith(more) else spaced


def short_name(card: str, width: int) -> str:
    """The name of an upgrade in so few cells, with its end, which tells it from the others of its family; "" where
    that does not fit. Of a Sponsorship it is the beginning that matters, for its signs tell what it does."""
    name = card_name(card)
    if cell_len(name) <= width:
        return name
    family, _dash, number = name.rpartition("-")
    kept = width - cell_len(number) - 2
    if family and not number[:1].isdigit() and kept < _TOLD:
        return family if cell_len(family) <= width else set_cell_size(family, max(width - 1, 0)) + "."
    return f"{set_cell_size(family, kept)}.-{number}" if family and kept > 0 else ""


def _packed(signs: Sequence[str], width: int, rows: int, between: str, more: str) -> list[str]:
    lines = [""]
    for number, sign in enumerate(signs, start=1):
        joined = f"{lines[-1]}{between}{sign}" if lines[-1] else sign
        last = len(lines) == rows
        if cell_len(joined) <= (width - cell_len(more) if last and number < len(signs) else width):
            lines[-1] = joined
        elif not last and lines[-1]:
            lines.append(sign)
        else:
            lines[-1] = set_cell_size(joined, min(cell_len(joined), width - cell_len(more))).rstrip() + more
            break
    return lines


def card_row(card: Card, *, ascii_only: bool) -> str:
    """A card in a row of a list: its name, its value and its signs, in columns."""
    name = to_left(card_name(card.key), _NAME, ascii_only=ascii_only)
    if card.key == HEAT:
        return name.rstrip()
    value = to_right(value_of(card, _VALUE), _VALUE, ascii_only=ascii_only)
    return f"{name} {value}  {' '.join(signs_of(card))}".rstrip()
