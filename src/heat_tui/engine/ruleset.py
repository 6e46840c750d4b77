"""Optional rules: the questions that the core asks, the facts it tells, and their compiled form.

The core never names a module. It asks named questions, whose answers fold a value in a fixed
order (`Module.rank`, then name), and tells named facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Protocol

from heat_tui.engine.cards import CATALOGUE, Card
from heat_tui.engine.decisions import Use
from heat_tui.engine.program import compiled
from heat_tui.engine.setup import Entry, RaceSetup, starting_list
from heat_tui.engine.sheet import RaceSheet
from heat_tui.engine.steps import MulliganStep, Planning, driver_turn
from heat_tui.engine.symbols import SYMBOLS, Symbol

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.program import Step, TableStep
    from heat_tui.engine.race import Race

Data = None | int | str | list["Data"] | dict[str, "Data"]
"""What a snapshot is made of: plain JSON."""


class ModuleState(Protocol):
    """What a module keeps in the race: its decks, tokens, marks."""

    def clone(self) -> ModuleState:
        """An independent copy."""
        ...

    def snapshot(self) -> Data:
        """The state as plain data."""
        ...

    def shown(self) -> object:
        """What everyone may know of it (K1), as a record; None if nothing."""
        ...


class Module:
    """One optional rule, or several that belong together. A module is a record of its options.

    Override a question to change its value and a trigger to hear of a fact; what is not
    overridden costs nothing. Questions change nothing in the race; triggers may.
    """

    __slots__ = ()
    name: ClassVar[str] = ""
    rank: ClassVar[int] = 0

    def options(self) -> dict[str, Data]:
        """The module's options as plain data, enough to make it again."""
        return {}

    # What the module brings along.

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """The starting list; an entry without a name is named after its colour."""
        return entries

    def programs(self) -> Mapping[str, tuple[Step, ...]]:
        """Turn programs for other kinds of cars."""
        return {}

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The driver's turn."""
        return steps

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        """What the table does before round 1."""
        return steps

    def planning(self, step: TableStep) -> TableStep:
        """The step with which every round begins."""
        return step

    def deals_later(self) -> bool:
        """Whether one of its steps before round 1 deals the opening hands, with `deal.deal_hands`, not the start."""
        return False

    def cards(self) -> tuple[Card, ...]:
        """Cards for the catalogue."""
        return ()

    def symbols(self) -> tuple[Symbol, ...]:
        """Rules of symbols that its cards bear."""
        return ()

    def state(self, race: Race) -> ModuleState | None:
        """The opening state, made when the cars stand on the grid and before cards are drawn."""
        return None

    def restore(self, race: Race, data: Data) -> ModuleState:
        """A state of this race from its snapshot; raises ValueError or KeyError if the data is not one."""
        raise ValueError(f"{self.name} keeps no state")

    # Questions at the start.

    def laps(self, setup: RaceSetup, laps: int) -> int:
        """The laps of the race (S2, O1)."""
        return laps

    def grid(self, grid: tuple[int, ...]) -> tuple[int, ...]:
        """The cars in the order of the grid, the first on pole; `grid` was drawn by chance (S4, E3)."""
        return grid

    def heat(self, race: Race, seat: int, heat: int) -> int:
        """The Heat in a driver's engine (S2, S6); a sum below 0 counts as 0."""
        return heat

    def stress(self, race: Race, seat: int, stress: int) -> int:
        """The Stress cards in a driver's deck (S2)."""
        return stress

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """A driver's draw deck without its Stress cards, when it is dealt (S3)."""
        return cards

    def prepare(self, race: Race, car: Car) -> None:
        """Engine and draw deck are put together, not yet shuffled, and no hand is drawn: move what the module moves."""

    # Questions in the race.

    def hand_size(self, race: Race, car: Car, size: int) -> int:
        """How many cards a hand is filled up to (S5, 9.2)."""
        return size

    def gear_cost(self, race: Race, car: Car, gear: int, heat: int) -> int:
        """The Heat for a shift to `gear` (1.2)."""
        return heat

    def corner_limit(self, race: Race, corner: int, limit: int) -> int:
        """The limit of a corner for the whole table."""
        return limit

    def driver_limit(self, race: Race, car: Car, corner: int, limit: int) -> int:
        """The limit of a corner for one driver in this turn."""
        return limit

    def corner_surcharge(self, race: Race, corner: int, heat: int) -> int:
        """Heat on top for whoever is over the limit of a corner."""
        return heat

    def boost_cost(self, race: Race, car: Car, heat: int) -> int:
        """The Heat for a Boost (5.3)."""
        return heat

    def sector_cooldown(self, race: Race, car: Car, heat: int) -> int:
        """The Cooldown of the sector where the car stands, usable once a turn (5.1)."""
        return heat

    def may_cool(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        """Whether a Cooldown may be used where the car stands (5.2)."""
        return allowed

    def adrenaline(self, race: Race, car: Car, gained: bool) -> bool:  # noqa: FBT001
        """Whether the car gains Adrenaline in this turn (4.1)."""
        return gained

    def may_slipstream(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        """Whether the car may start a Slipstream (6.1, 6.4)."""
        return allowed

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        """The distances that a Slipstream may go, in rising order (6.1)."""
        return distances

    def may_discard(self, race: Race, car: Car, card: str, allowed: bool) -> bool:  # noqa: FBT001
        """Whether a card of the hand may go to the discard pile, in step 8 (8.1) or by a symbol (G7)."""
        return allowed

    def most_discards(self, race: Race, car: Car, most: int) -> int:
        """How many cards step 8 may discard at most (8.1)."""
        return most

    def spin_stress(self, race: Race, car: Car, stress: int) -> int:
        """The Stress cards that a spin out brings (7.3)."""
        return stress

    def points(self, race: Race, place: int, points: int) -> int:
        """What a place is worth (E6)."""
        return points

    # Facts.

    def round_began(self, race: Race) -> None:
        """The order of a round is fixed and nobody has planned yet."""

    def corner_taken(self, race: Race, car: Car, corner: int) -> None:
        """A corner line was crossed and what it cost is paid."""

    def spun_out(self, race: Race, car: Car, corner: int) -> None:
        """A car spun out and stands where it fell back to."""

    def lap_completed(self, race: Race, car: Car, lap: int) -> None:
        """A turn ended with lap `lap` done."""

    def turn_ended(self, race: Race, car: Car) -> None:
        """A car's turn is over; `race.turn` still tells of it."""

    def race_finished(self, race: Race) -> None:
        """All cars have finished or are out."""


QUESTIONS = (
    "hand_size",
    "gear_cost",
    "corner_limit",
    "driver_limit",
    "corner_surcharge",
    "boost_cost",
    "sector_cooldown",
    "may_cool",
    "adrenaline",
    "may_slipstream",
    "slipstream_reach",
    "may_discard",
    "most_discards",
    "spin_stress",
    "points",
)
TRIGGERS = ("round_began", "corner_taken", "spun_out", "lap_completed", "turn_ended", "race_finished")

IntAnswer = Callable[["Race", "Car", int], int]
BoolAnswer = Callable[["Race", "Car", bool], bool]


class Ruleset:
    """The rules of one race, compiled from its setup; shared by all its copies and never changed.

    `finish` is the last place before the finish line of the last lap, absolute; `next_corner` and
    `way_to_line` tell for every space, from 1, which line is the next and how many spaces lie before it;
    `speeds`, `choices`, `at_reveal`, `charges` and `marks` say what a card is worth, which of its symbols are
    resolved at the reveal, which wait for step 5 and which hold for the turn, `symbolic` which cards have any of these;
    `direct` are the cards that may be played from the hand. `borne` names the symbols on any card, and `counts_pluses`
    tells that one of them asks for the + resolved. `hears` tells that some module acts on a fact, `deals_later` that a
    step of the table deals the hands.
    """

    hand_size: tuple[IntAnswer, ...]
    gear_cost: tuple[Callable[[Race, Car, int, int], int], ...]
    corner_limit: tuple[Callable[[Race, int, int], int], ...]
    driver_limit: tuple[Callable[[Race, Car, int, int], int], ...]
    corner_surcharge: tuple[Callable[[Race, int, int], int], ...]
    boost_cost: tuple[IntAnswer, ...]
    sector_cooldown: tuple[IntAnswer, ...]
    may_cool: tuple[BoolAnswer, ...]
    adrenaline: tuple[BoolAnswer, ...]
    may_slipstream: tuple[BoolAnswer, ...]
    slipstream_reach: tuple[Callable[[Race, Car, tuple[int, ...]], tuple[int, ...]], ...]
    may_discard: tuple[Callable[[Race, Car, str, bool], bool], ...]
    most_discards: tuple[IntAnswer, ...]
    spin_stress: tuple[IntAnswer, ...]
    points: tuple[Callable[[Race, int, int], int], ...]
    round_began: tuple[Callable[[Race], None], ...]
    corner_taken: tuple[Callable[[Race, Car, int], None], ...]
    spun_out: tuple[Callable[[Race, Car, int], None], ...]
    lap_completed: tuple[Callable[[Race, Car, int], None], ...]
    turn_ended: tuple[Callable[[Race, Car], None], ...]
    race_finished: tuple[Callable[[Race], None], ...]

    def __init__(self, setup: RaceSetup) -> None:
        self.setup = setup
        self.entries = starting_list(setup)
        self.modules = tuple(sorted(setup.modules, key=lambda module: (module.rank, module.name)))
        self._compile_cards()
        for name in QUESTIONS + TRIGGERS:
            setattr(self, name, self._answers(name))
        self.hears = any(getattr(self, name) for name in TRIGGERS)
        self.deals_later = any(module.deals_later() for module in self.modules)
        self._compile_turns()
        track = setup.track
        laps = track.laps if setup.laps is None else setup.laps
        for module in self.modules:
            laps = module.laps(setup, laps)
        self.laps = max(laps, 1)
        self.track = track
        self.spaces = track.spaces
        self.sheet = RaceSheet(
            track,
            self.laps,
            self.entries,
            len(setup.seats),
            self.cards,
            setup.mulligan,
            setup.retire,
            setup.memory_aid,
        )
        self.finish = self.sheet.finish
        self.next_corner = tuple(track.next_corner(space) for space in range(1, track.spaces + 1))
        self.way_to_line = tuple(
            track.spaces_to_line(space, track.next_corner(space)) for space in range(1, track.spaces + 1)
        )
        self.printed_limits = tuple(corner.limit for corner in track.corners)
        self.no_surcharges = (0,) * len(track.corners)

    def rename(self, seat: int, name: str) -> None:
        """Call a driver something else from now on, in every race that shares these rules."""
        entries = self.entries
        self.entries = (*entries[:seat], replace(entries[seat], name=name), *entries[seat + 1 :])
        self.sheet = replace(self.sheet, entries=self.entries)

    def _answers(self, name: str) -> tuple[Callable[..., object], ...]:
        """The modules' answers to a question in their order, then those of the symbols on any card."""
        silent = getattr(Module, name)
        answers = tuple(getattr(module, name) for module in self.modules if getattr(type(module), name) is not silent)
        bearing = (self.symbols[symbol] for symbol in sorted(self.borne))
        return answers + tuple(getattr(symbol, name) for symbol in bearing if hasattr(symbol, name))

    def _compile_cards(self) -> None:
        self.symbols = {symbol.name: symbol for symbol in SYMBOLS}
        self.cards = dict(CATALOGUE)
        for module in self.modules:
            self.symbols.update({symbol.name: symbol for symbol in module.symbols()})
            self.cards.update({card.key: card for card in module.cards()})
        self.offers = {name: symbol.offer for name, symbol in self.symbols.items()}
        self.speeds = {key: card.speed for key, card in self.cards.items()}
        self.at_reveal: dict[str, tuple[tuple[Symbol, int], ...]] = {}
        self.charges: dict[str, tuple[Use, ...]] = {}
        self.marks: dict[str, tuple[Use, ...]] = {}
        for key, card in self.cards.items():
            rules = tuple((self.symbols[name], number) for name, number in card.symbols)
            at_reveal = tuple((symbol, number) for symbol, number in rules if symbol.where == "reveal")
            charges = tuple(Use(symbol.name, key, number) for symbol, number in rules if symbol.where == "react")
            marks = tuple(Use(symbol.name, key, number) for symbol, number in rules if symbol.where == "mark")
            if at_reveal:
                self.at_reveal[key] = at_reveal
            if charges:
                self.charges[key] = charges
            if marks:
                self.marks[key] = marks
        self.symbolic = self.at_reveal.keys() | self.charges.keys() | self.marks.keys()
        self.choices = {key: card.choices for key, card in self.cards.items() if card.choices}
        self.borne = frozenset(name for card in self.cards.values() for name, _ in card.symbols)
        self.counts_pluses = "accelerate" in self.borne
        from_hand = {symbol.name for symbol in self.symbols.values() if symbol.where == "hand"}
        self.direct = frozenset(
            key for key, card in self.cards.items() if any(name in from_hand for name, _ in card.symbols)
        )

    def _compile_turns(self) -> None:
        turn = driver_turn(values=bool(self.choices) or "heat" in self.borne, refresh="refresh" in self.borne)
        planning: TableStep = Planning()
        table: tuple[TableStep, ...] = (MulliganStep(),) if self.setup.mulligan else ()
        programs: dict[str, tuple[Step, ...]] = {}
        for module in self.modules:
            turn = module.turn(turn)
            table = module.before_race(table)
            planning = module.planning(planning)
            programs.update(module.programs())
        self.programs = {"driver": turn, **programs}
        self.table = (*table, planning)
        self.turns = tuple(compiled(self.programs[entry.kind]) for entry in self.entries)
