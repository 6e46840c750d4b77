"""Who hands over what to whom, as it is typed."""

from __future__ import annotations

from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _
from heat_tui.plain.commands import Unclear
from heat_tui.prose.names import choice, quoted
from heat_tui.session import Controller
from heat_tui.table.seats import BadSeats, read_kind, whole_number

PERSON = "person"


def read_seat(text: str, sheet: RaceSheet) -> int:
    """A driver's seat by name or by number from 1. Raises Unclear."""
    names = [entry.name for entry in sheet.entries[: sheet.drivers]]
    wanted = " ".join(text.split()).casefold()
    for seat, name in enumerate(names):
        if " ".join(name.replace(",", " ").split()).casefold() == wanted:
            return seat
    number = whole_number(text)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    raise Unclear(_("There is no driver {name}; there is {known}.").format(name=quoted(text), known=choice(names)))


def read_controller(word: str) -> Controller:
    """Who is to choose from now on: "person", "@steady" or "@chance". Raises Unclear."""
    if word == PERSON:
        return "person"
    try:
        return read_kind(word)
    except BadSeats as reason:
        raise Unclear(str(reason)) from reason
