"""The rules of one race: what its setup and its modules come to, compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.engine.cards import CATALOGUE
from heat_tui.engine.corners import CheckCorners, SlipstreamStep
from heat_tui.engine.decisions import Use
from heat_tui.engine.module import QUESTIONS, TRIGGERS, Module
from heat_tui.engine.planning import MulliganStep, Planning
from heat_tui.engine.program import Step, compiled
from heat_tui.engine.react import GainAdrenaline, ReactStep
from heat_tui.engine.replenish import DiscardStep, RefreshStep, Replenish
from heat_tui.engine.reveal import Move, Reveal, ValuesStep
from heat_tui.engine.setup import RaceSetup, RaceSheet, starting_list
from heat_tui.engine.symbols import SYMBOLS, Symbol

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.program import TableStep
    from heat_tui.engine.race import Race


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


DRIVER_TURN: tuple[Step, ...] = (
    Reveal(),
    Move(),
    GainAdrenaline(),
    ReactStep(),
    SlipstreamStep(),
    CheckCorners(),
    DiscardStep(),
    Replenish(),
)
"""Steps 3 to 9 of a driver's turn (T1)."""


def driver_turn(*, values: bool, refresh: bool) -> tuple[Step, ...]:
    """The turn, with what only some cards bring: values to choose and Heat to pay (3.1, G8), cards to refresh (G7)."""
    steps: list[Step] = []
    for step in DRIVER_TURN:
        if values and isinstance(step, Move):
            steps.append(ValuesStep())
        if refresh and isinstance(step, Replenish):
            steps.append(RefreshStep())
        steps.append(step)
    return tuple(steps)
