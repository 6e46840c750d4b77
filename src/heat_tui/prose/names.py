"""What cars and their colours are called, and how several things are listed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _

LEGEND = "legend"
"""The kind of a Legend's entry."""

LONGEST_SHOWN = 40
"""More characters of something typed are not repeated in a sentence."""


def car_name(sheet: RaceSheet, car: int) -> str:
    """The driver's name, or the Legend's: "Legend Black"."""
    entry = sheet.entries[car]
    if entry.kind == LEGEND:
        return _("Legend {colour}").format(colour=colour_name(entry.colour))
    return entry.name


def car_list(sheet: RaceSheet, cars: Iterable[int]) -> str:
    """Several cars by name: "Ada, Bo and Legend Black"."""
    return listing([car_name(sheet, car) for car in cars])


def colour_name(colour: str) -> str:
    """A car colour as a name; a colour that is none of the game's is quoted as it is."""
    names = {
        "red": _("Red"),
        "blue": _("Blue"),
        "green": _("Green"),
        "yellow": _("Yellow"),
        "black": _("Black"),
        "gray": _("Gray"),
        "orange": _("Orange"),
        "purple": _("Purple"),
    }
    return names.get(colour) or quoted(colour)


def listing(items: Sequence[str]) -> str:
    """Things one after the other, the last joined with "and"."""
    if len(items) < 2:
        return "".join(items)
    return _("{items} and {last}").format(items=row(items[:-1]), last=items[-1])


def choice(items: Sequence[str]) -> str:
    """Things of which one is meant, the last joined with "or"."""
    if len(items) < 2:
        return "".join(items)
    return _("{items} or {last}").format(items=row(items[:-1]), last=items[-1])


def row(items: Sequence[str]) -> str:
    """Things one after the other with commas only."""
    text = items[0]
    for item in items[1:]:
        text = _("{items}, {item}").format(items=text, item=item)
    return text


def quoted(text: str) -> str:
    """Something that was typed, short enough and with nothing that can act on a terminal."""
    shown = "".join(each if each.isprintable() else "?" for each in text[: LONGEST_SHOWN + 1])
    return _('"{text}"').format(text=shown if len(shown) <= LONGEST_SHOWN else shown[: LONGEST_SHOWN - 3] + "...")
