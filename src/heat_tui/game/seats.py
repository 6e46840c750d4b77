"""Drivers as they are typed, `Ada,Bo,@steady`, and what is wrong with a list of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from heat_tui.game.options import MOST_CARS, Controller, Seat
from heat_tui.language import _
from heat_tui.words.names import quoted

LONGEST_NAME: Final = 40

AUTOMATED: Final[tuple[Controller, ...]] = ("steady", "chance")
"""The kinds of automated drivers, typed with an @ before them."""

CONTROLLERS: Final[tuple[Controller, ...]] = ("person", *AUTOMATED)
"""Who can choose for a seat."""


class BadSeats(Exception):
    """The list of drivers cannot be used; str() is one sentence."""


def whole_number(text: str) -> int | None:
    """Return a number typed in plain digits, None for anything else and for more than six digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None


def read_seats(text: str) -> tuple[Seat, ...]:
    """Return the drivers of a list with commas. Raises BadSeats."""
    words = [word.strip() for word in text.split(",")]
    if len(words) > MOST_CARS:
        raise BadSeats(
            _("{count} drivers are more than the {most} colours of cars.").format(count=len(words), most=MOST_CARS)
        )
    people = [word for word in words if not word.startswith("@")]
    for name in people:
        check_name(name)
        if [other.casefold() for other in people].count(name.casefold()) > 1:
            raise BadSeats(_("Two drivers are called {name}; every name may be there once.").format(name=quoted(name)))
    return _named(words, {name.casefold() for name in people})


def check_name(name: str) -> None:
    """Raise BadSeats if a person cannot be called that."""
    if not name:
        raise BadSeats(
            _("A driver's name is empty; write names with commas between them, such as {example}.").format(
                example="Ada,Bo,@steady"
            )
        )
    if not name.isprintable():
        raise BadSeats(_("A driver's name has characters in it that cannot be shown; use letters and digits."))
    if len(name) > LONGEST_NAME:
        raise BadSeats(
            _("The name {name} is longer than {most} characters.").format(name=quoted(name), most=LONGEST_NAME)
        )


def read_kind(word: str) -> Controller:
    """Return the kind of an automated driver from "@steady". Raises BadSeats."""
    for kind in AUTOMATED:
        if word.removeprefix("@").lower() == kind:
            return kind
    raise BadSeats(
        _("There is no automated driver {word}; there are {known}.").format(
            word=quoted(word), known=" ".join(f"@{each}" for each in AUTOMATED)
        )
    )


def _named(words: Sequence[str], taken: set[str]) -> tuple[Seat, ...]:
    """Return the seats in order; automated drivers are called after their kind, numbered from the second on."""
    seats = []
    for word in words:
        if not word.startswith("@"):
            seats.append(Seat(word))
            continue
        kind = read_kind(word)
        number = 1
        while (name := kind.capitalize() if number == 1 else f"{kind.capitalize()} {number}").casefold() in taken:
            number += 1
        taken.add(name.casefold())
        seats.append(Seat(name, controller=kind))
    return tuple(seats)
