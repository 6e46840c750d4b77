"""Lists of drivers as typed, such as `Ada,Bo,@steady`, with their errors, and the names of drivers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from heat_tui.drivers.kinds import KINDS, PERSON
from heat_tui.game.setup.options import MOST_CARS, Controller, Seat
from heat_tui.language import N_, _, listing, translated
from heat_tui.store.schema import Refused, named
from heat_tui.typesetting import folded, kept_whole, listed, narrow
from heat_tui.words.names import quoted

LONGEST_NAME: Final = 40


def whole_number(text: str) -> int | None:
    """Return a number typed as one to six digits; None for anything else."""
    text = narrow(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None


def read_seats(text: str) -> tuple[Seat, ...]:
    """Return the seats for a comma-separated list of drivers. Raises Refused."""
    words = [narrow(word) if word.startswith("＠") else word for word in listed(text)]
    if len(words) > MOST_CARS:
        too_many = N_("{count} drivers are too many; a race has at most {most} cars.")
        raise Refused(too_many, count=len(words), most=MOST_CARS)
    people = [word for word in words if not word.startswith("@")]
    for place, name in enumerate(people, start=1):
        if not name:
            empty = N_("A driver's name is empty; type the names separated by commas, such as {example}.")
            raise Refused(empty, example="Ada,Bo")
        check_name(name, people[place:])
    return seats_for([read_kind(word) if word.startswith("@") else PERSON for word in words], persons=people)


def read_person(text: str) -> tuple[Seat, ...]:
    """Return the seat of one person, whose name may contain commas and begin with @. Raises Refused."""
    name = text.strip()
    check_name(name)
    return seats_for([PERSON], persons=[name])


def check_name(name: str, others: Sequence[str] = ()) -> None:
    """Raise Refused if a person cannot have this name, or if one of the others has it, compared as `folded`."""
    if not name:
        raise Refused(_("This driver has no name; type one."))
    if not name.isprintable():
        raise Refused(_("A driver's name contains characters that cannot be shown; use letters and digits."))
    if len(name) > LONGEST_NAME:
        too_long = N_("The name {name} is too long; use at most {most} characters.")
        raise Refused(too_long, name=quoted(name), most=LONGEST_NAME)
    if folded(name) in map(folded, others):
        raise Refused(N_("Two drivers are called {name}; give each a name of their own."), name=quoted(name))


def kind_named(word: str) -> Controller | None:
    """Return the kind of an automated driver named as "@steady" or as on the screen; None for any other word."""
    return named(narrow(word).removeprefix("@"), {kind: each.name for kind, each in KINDS.items()})


def read_kind(word: str) -> Controller:
    """Return the kind of an automated driver as `kind_named` does. Raises Refused for any other word."""
    kind = kind_named(word)
    if kind is not None:
        return kind
    unknown = N_("No automated driver is called {word}; the kinds are {known}.")
    raise Refused(unknown, word=quoted(word), known=listing([f"@{each}" for each in KINDS]))


def seats_for(
    controllers: Sequence[Controller], handicap: Sequence[int] = (), persons: Sequence[str] = ()
) -> tuple[Seat, ...]:
    """Return the seats of these controllers, in order.

    `handicap` is the missing Heat of each seat, 0 for seats beyond its end. `persons` are the people's names, in order;
    other people and the automated drivers have the first free name of their kind.
    """
    taken, waiting, seats = [*persons], iter(persons), list[Seat]()
    for index, controller in enumerate(controllers):
        name = next(waiting, "") if controller == PERSON else ""
        if not name:
            name = driver_name(controller, taken)
            taken.append(name)
        heat = handicap[index] if index < len(handicap) else 0
        seats.append(Seat(name, controller=controller, handicap=heat))
    return tuple(seats)


def driver_name(kind: Controller, taken: Sequence[str]) -> str:
    """Return a free name for another driver of a kind, such as "Player 1", "Steady" or "Steady 2"."""
    known = {folded(name.strip()) for name in taken}
    form = _("Player {number}") if kind == "person" else _("{name} {number}")
    own = controller_name(kind)
    name, number = form.format(number=1) if kind == "person" else own, 1
    while folded(name) in known:
        number += 1
        name = form.format(name=own, number=number)
    return name


def controller_name(kind: Controller) -> str:
    """Return the name of a controller in the player's language."""
    return _("Person") if kind == PERSON else kept_whole(translated(KINDS[kind].name))


def controller_words(kind: Controller) -> str:
    """Return a sentence that describes a controller."""
    return _("A person at this table.") if kind == PERSON else translated(KINDS[kind].description)
