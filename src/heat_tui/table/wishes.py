"""What somebody wants to race, and the race that it makes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Final

from heat_tui.engine.setup import MOST_CARS, MOST_HANDICAP, RaceSetup, starting_list
from heat_tui.engine.track import Track
from heat_tui.files import BadFile, load_track
from heat_tui.language import _
from heat_tui.modules.legends import MOST_PRO, Legends
from heat_tui.prose.names import quoted
from heat_tui.table.seats import Seat, whole_number

FIRST_TRACK: Final = "usa"
USUAL_LEGENDS: Final = {1: 3, 2: 2, 3: 2}
"""Legends proposed to so many drivers (L1)."""

TUTORIAL_LEGENDS: Final = 2
FIRST_RACE_SEED: Final = 1627
"""With these cards everything that the first race explains happens on the way that it suggests."""


class BadWishes(Exception):
    """No race can be made of what is wished; str() is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """A race as it is wished for; None leaves a question open.

    `cars` counts drivers and Legends together and, without `legends`, says how many Legends there are.
    `handicap` pairs a driver, by name or by seat from 1, with the Heat that is missing (S6). `colours` go to the
    drivers in order; who is left without takes what is free, in the game's order.
    """

    track: str | None = None
    drivers: tuple[Seat, ...] | None = None
    cars: int | None = None
    legends: int | None = None
    laps: int | None = None
    pro: int = 0
    mulligan: bool = False
    retire: bool = False
    memory_aid: bool = True
    handicap: tuple[tuple[str, int], ...] = ()
    colours: tuple[str, ...] = ()
    seed: int | None = None

    @property
    def complete(self) -> bool:
        """Whether no question is left open."""
        return None not in (self.track, self.drivers, self.laps) and not (self.cars is None and self.legends is None)


def tutorial_wishes(drivers: tuple[Seat, ...] | None, seed: int | None) -> Wishes:
    """The first race of S7: one lap of the USA with two Legends, with the usual cards if `seed` is None."""
    seed = FIRST_RACE_SEED if seed is None else seed
    return Wishes(track=FIRST_TRACK, drivers=drivers, legends=TUTORIAL_LEGENDS, laps=1, seed=seed)


def check(wishes: Wishes) -> None:
    """Make the race with the usual answers, as a trial. Raises BadWishes or IllegalSetup."""
    open_seats = wishes.drivers is None
    trial = replace(
        wishes,
        track=wishes.track if wishes.track is not None else FIRST_TRACK,
        drivers=(Seat("?"),) if open_seats else wishes.drivers,
        handicap=() if open_seats else wishes.handicap,
    )
    starting_list(made(trial))


def made(wishes: Wishes) -> RaceSetup:
    """The setup of complete wishes; a seed that was left open is drawn by lot. Raises BadWishes.

    What the engine itself refuses is left to it.
    """
    assert wishes.track is not None
    assert wishes.drivers is not None
    seats = tuple(seat.name for seat in wishes.drivers)
    legends = legends_of(wishes)
    if not 0 <= wishes.pro <= MOST_PRO:
        raise BadWishes(_("Legends can be from 0 to {most} faster than printed.").format(most=MOST_PRO))
    return RaceSetup(
        loaded(wishes.track),
        seats,
        seed=secrets.randbelow(10**9) if wishes.seed is None else wishes.seed,
        laps=wishes.laps,
        colours=wishes.colours,
        handicap=_handicaps(wishes.handicap, seats),
        mulligan=wishes.mulligan,
        retire=wishes.retire,
        memory_aid=wishes.memory_aid,
        modules=(Legends(legends, wishes.pro),) if legends else (),
    )


def legends_of(wishes: Wishes) -> int:
    """How many Legends race. Raises BadWishes where the figures do not agree or are out of range."""
    drivers = len(wishes.drivers or ())
    if wishes.legends is not None and not 0 <= wishes.legends < MOST_CARS:
        raise BadWishes(
            _("There can be no {count} Legends: a race has from 0 to {most}.").format(
                count=wishes.legends, most=MOST_CARS - 1
            )
        )
    if wishes.cars is not None and not 1 <= wishes.cars <= MOST_CARS:
        raise BadWishes(
            _("There can be no {count} cars: a race has from 1 to {most}.").format(count=wishes.cars, most=MOST_CARS)
        )
    if wishes.cars is None:
        return wishes.legends or 0
    if wishes.cars < drivers:
        raise BadWishes(
            _("There are {drivers} drivers but only {cars} cars; ask for more cars.").format(
                drivers=drivers, cars=wishes.cars
            )
        )
    if wishes.legends is not None and wishes.legends != wishes.cars - drivers:
        raise BadWishes(
            _("{drivers} drivers and {legends} Legends do not make {cars} cars; leave one of the figures out.").format(
                drivers=drivers, legends=wishes.legends, cars=wishes.cars
            )
        )
    return wishes.cars - drivers


def loaded(track: str) -> Track:
    """The track of that id or file. Raises BadWishes."""
    try:
        return load_track(track)
    except BadFile as refusal:
        raise BadWishes(str(refusal)) from refusal


def _handicaps(wanted: tuple[tuple[str, int], ...], seats: tuple[str, ...]) -> tuple[int, ...]:
    handicaps = [0] * len(seats)
    for who, heat in wanted:
        seat = _seat(who, seats)
        if not 0 <= heat <= MOST_HANDICAP:
            raise BadWishes(
                _("A handicap is 0 to {most} Heat, not {heat} as for {who}.").format(
                    most=MOST_HANDICAP, heat=heat, who=seats[seat]
                )
            )
        handicaps[seat] = heat
    return tuple(handicaps) if any(handicaps) else ()


def _seat(who: str, seats: tuple[str, ...]) -> int:
    names = [name.casefold() for name in seats]
    if who.casefold() in names:
        return names.index(who.casefold())
    number = whole_number(who)
    if number is None or not 1 <= number <= len(seats):
        raise BadWishes(
            _("There is no driver {who} for a handicap; name a driver, or a seat from 1 to {seats}.").format(
                who=quoted(who), seats=len(seats)
            )
        )
    return number - 1
