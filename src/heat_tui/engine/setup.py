"""The data that a race is started from, and its public part. A setup and the actions reproduce every event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, field, fields
from typing import TYPE_CHECKING

from heat_tui.engine.cards import Card
from heat_tui.engine.record import IllegalSetup, record, refuse
from heat_tui.engine.track import SPOTS_PER_SPACE, Track

if TYPE_CHECKING:
    from heat_tui.engine.module import Module
    from heat_tui.engine.symbols import Symbol


BASE_COLOURS = ("red", "blue", "green", "yellow", "black", "gray")
EXPANSION_COLOURS = ("orange", "purple")
COLOURS = BASE_COLOURS + EXPANSION_COLOURS
"""The car colours: six of the base game, one of each expansion (S1, H4, N3)."""

MOST_CARS = len(COLOURS)
MOST_LAPS = 20
MOST_HANDICAP = 2


@record
class Entry:
    """One car on the starting list; `kind` names its turn program."""

    name: str
    colour: str
    kind: str = "driver"


@record
class TableRules:
    """The table's on/off options, for a race or a season.

    `retire` lets drivers retire (F4); without `memory_aid`, views and forecasts do not distinguish a driver's draw deck
    from the discard pile, unless a symbol lets the driver look (K2); `coach` turns on the coach.
    """

    _: KW_ONLY
    retire: bool = False
    memory_aid: bool = True
    coach: bool = True


def table_rules(source: object) -> dict[str, bool]:
    """Return the table's options by name, from a setup or any other object that has them."""
    return {each.name: getattr(source, each.name) for each in fields(TableRules)}


@record
class RaceSetup(TableRules):
    """A race before its start.

    `seats` are the names of the drivers in seat order, at least one; modules may add more cars after them (Legends).
    `seed` is any integer 0 <= seed < 2**63; `chosen_seed` says that somebody chose it, so it need not stay secret
    during the race. `laps`, 1 to 20, replaces the printed number unless it is None (O1). `colours` are given to the
    cars in order; colours not named follow in the game's order. `handicap` has the Heat, 0 to 2, that each seat's
    engine starts without, in seat order; later seats may be left out (S6). `modules` are the optional rules in play.
    """

    track: Track
    seats: tuple[str, ...]
    seed: int = 0
    laps: int | None = None
    colours: tuple[str, ...] = ()
    handicap: tuple[int, ...] = ()
    modules: tuple[Module, ...] = ()
    chosen_seed: bool = field(default=False, compare=False)


def starting_list(setup: RaceSetup) -> tuple[Entry, ...]:
    """Return the cars of the race, drivers first in seat order.

    Raises IllegalSetup if the setup has no driver (S1), more cars than colours or spots, more handicaps than seats, a
    module twice, a colour that is repeated or unknown, or a number out of range, or if a module refuses it.
    """
    _check(setup)
    entries = tuple(Entry(name, "") for name in setup.seats)
    for module in sorted(setup.modules, key=lambda module: (module.rank, module.name)):
        entries = module.cars(setup, entries)
    room = min(MOST_CARS, setup.track.spaces * SPOTS_PER_SPACE)
    if len(entries) > room:
        raise IllegalSetup(refuse("too-many-cars", cars=len(entries), most=room))
    colours = _colours(setup, len(entries))
    return tuple(
        Entry(entry.name or colour.capitalize(), colour, entry.kind)
        for entry, colour in zip(entries, colours, strict=True)
    )


def _colours(setup: RaceSetup, cars: int) -> tuple[str, ...]:
    chosen = setup.colours
    for colour in chosen:
        if colour not in COLOURS:
            raise IllegalSetup(refuse("no-such-colour", colour=colour, colours=COLOURS))
        if chosen.count(colour) > 1:
            raise IllegalSetup(refuse("colour-twice", colour=colour))
    return (chosen + tuple(colour for colour in COLOURS if colour not in chosen))[:cars]


def _check(setup: RaceSetup) -> None:
    if not setup.seats:
        raise IllegalSetup(refuse("no-driver"))
    if setup.laps is not None and not 1 <= setup.laps <= MOST_LAPS:
        raise IllegalSetup(refuse("laps-out-of-range", laps=setup.laps, most=MOST_LAPS))
    if not 0 <= setup.seed < 1 << 63:
        raise IllegalSetup(refuse("seed-out-of-range", seed=str(setup.seed)))
    if len(setup.handicap) > len(setup.seats):
        raise IllegalSetup(refuse("handicap-without-seat", seat=len(setup.handicap), seats=len(setup.seats)))
    for seat, heat in enumerate(setup.handicap):
        if not 0 <= heat <= MOST_HANDICAP:
            raise IllegalSetup(refuse("handicap-out-of-range", seat=seat + 1, heat=heat, most=MOST_HANDICAP))
    names = [module.name for module in setup.modules]
    for name in names:
        if names.count(name) > 1:
            raise IllegalSetup(refuse("module-twice", module=name))


@record
class RaceSheet(TableRules):
    """The facts agreed before the race, public and immutable. The seed is not among them.

    `drivers` is the number of `entries` that are drivers, `costs` has the reasons that modules add for paying Heat
    (`Module.paid_for`); `cards` is the catalogue of all cards by key, `symbols` has the rules of all symbols by name.
    `next_corner` and `way_to_line` hold, for every space from 1, the index of the next corner and the number of spaces
    between the space and that corner's line; `finish` is the last absolute place before the finish line of the last
    lap. `agreed_laps` is the number of laps before modules changed it (O1).
    """

    track: Track
    laps: int
    agreed_laps: int
    entries: tuple[Entry, ...]
    drivers: int
    cards: Mapping[str, Card]
    symbols: Mapping[str, Symbol]
    next_corner: tuple[int, ...]
    way_to_line: tuple[int, ...]
    finish: int
    costs: tuple[str, ...] = ()
