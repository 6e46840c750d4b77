"""The rules of one race, compiled from its setup and its modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from heat_tui.engine.cards import CATALOGUE
from heat_tui.engine.corners import CheckCorners, SlipstreamStep
from heat_tui.engine.decisions import Use
from heat_tui.engine.module import Hooks
from heat_tui.engine.planning import Planning
from heat_tui.engine.program import Step, compiled
from heat_tui.engine.react import GainAdrenaline, ReactStep
from heat_tui.engine.replenish import DiscardStep, RefreshStep, Replenish
from heat_tui.engine.reveal import Move, Reveal, ValuesStep
from heat_tui.engine.setup import RaceSetup, RaceSheet, starting_list, table_rules
from heat_tui.engine.symbols import SYMBOLS, Where

if TYPE_CHECKING:
    from heat_tui.engine.program import TableStep


SpecialSpaces = tuple[tuple[int, ...], tuple[bool, ...]]

P = ParamSpec("P")
R = TypeVar("R")


class Ruleset:
    """The rules of one race, compiled from its setup and shared by all copies of the race; only `rename` changes them.

    `finish`, `next_corner` and `way_to_line` are as in `RaceSheet`. `speeds` has the speed of every card. For the cards
    that have any, `choices` has the values to choose from, and `at_reveal`, `charges` and `marks` the symbols that,
    respectively, are resolved at the reveal, wait for step 5, or hold for the turn or a later step; `symbolic` are the
    cards with any of these symbols, `direct` the cards that may be played from the hand. `borne` are the names of all
    symbols that cards bear, and `counts_pluses` says that one of them needs the number of + resolved. `hears` says that
    a module or symbol handles a fact, `deals_later` that a table step deals the hands. `planning` is the last step of
    the table. `known` are the rules for worlds and `special_spaces` the tolls and the tunnels of a `SeatView`, None
    until requested.
    """

    def __init__(self, setup: RaceSetup) -> None:
        self.setup = setup
        self.entries = starting_list(setup)
        self.modules = tuple(sorted(setup.modules, key=lambda module: (module.rank, module.name)))
        self._compile_cards()
        self._compile_hooks()
        self.deals_later = any(module.deals_later() for module in self.modules)
        self._compile_turns()
        self.track = track = setup.track
        agreed = laps = track.laps if setup.laps is None else setup.laps
        for module in self.modules:
            laps = module.laps(setup, laps)
        self.laps = max(laps, 1)
        self.spaces = track.spaces
        self.next_corner = tuple(track.next_corner(space) for space in range(1, track.spaces + 1))
        self.way_to_line = tuple(
            track.spaces_to_line(space, corner) for space, corner in enumerate(self.next_corner, start=1)
        )
        self.finish = (self.laps + 1) * track.spaces
        self.sheet = RaceSheet(
            track=track,
            laps=self.laps,
            agreed_laps=agreed,
            entries=self.entries,
            drivers=len(setup.seats),
            cards=self.cards,
            symbols=self.symbols,
            next_corner=self.next_corner,
            way_to_line=self.way_to_line,
            finish=self.finish,
            costs=tuple(filter(None, [module.paid_for() for module in self.modules])),
            **table_rules(setup),
        )
        self.printed_limits = tuple(corner.limit for corner in track.corners)
        self.no_surcharges = (0,) * len(track.corners)
        self.known: Ruleset | None = None
        self.special_spaces: SpecialSpaces | None = None

    def rename(self, seat: int, name: str) -> None:
        """Change the name of a seat's driver in every race that shares these rules."""
        entries = self.entries
        self.entries = (*entries[:seat], replace(entries[seat], name=name), *entries[seat + 1 :])
        self.sheet = replace(self.sheet, entries=self.entries)
        self.known = None

    def for_worlds(self) -> Ruleset:
        """Return these rules without the hidden facts in the setup, such as the seed; compiled when first needed."""
        if self.known is None:
            modules = tuple(module.public() for module in self.setup.modules)
            self.known = known = Ruleset(replace(self.setup, seed=0, modules=modules))
            known.known, known.entries, known.sheet = known, self.entries, self.sheet
        return self.known

    def _compile_hooks(self) -> None:
        """Gather the hooks of the modules in their order, then those of the symbols that cards bear."""
        hooks: tuple[Hooks, ...] = (*self.modules, *(self.symbols[name] for name in sorted(self.borne)))
        self.hand_size = _overridden(hooks, Hooks.hand_size)
        self.gear_cost = _overridden(hooks, Hooks.gear_cost)
        self.corner_limit = _overridden(hooks, Hooks.corner_limit)
        self.driver_limit = _overridden(hooks, Hooks.driver_limit)
        self.corner_cost = _overridden(hooks, Hooks.corner_cost)
        self.boost_cost = _overridden(hooks, Hooks.boost_cost)
        self.sector_cooldown = _overridden(hooks, Hooks.sector_cooldown)
        self.may_cool = _overridden(hooks, Hooks.may_cool)
        self.adrenaline = _overridden(hooks, Hooks.adrenaline)
        self.may_slipstream = _overridden(hooks, Hooks.may_slipstream)
        self.slipstream_reach = _overridden(hooks, Hooks.slipstream_reach)
        self.may_discard = _overridden(hooks, Hooks.may_discard)
        self.most_discards = _overridden(hooks, Hooks.most_discards)
        self.spin_stress = _overridden(hooks, Hooks.spin_stress)
        self.points = _overridden(hooks, Hooks.points)
        self.round_began = _overridden(hooks, Hooks.round_began)
        self.corner_taken = _overridden(hooks, Hooks.corner_taken)
        self.spun_out = _overridden(hooks, Hooks.spun_out)
        self.lap_completed = _overridden(hooks, Hooks.lap_completed)
        self.turn_ended = _overridden(hooks, Hooks.turn_ended)
        self.race_finished = _overridden(hooks, Hooks.race_finished)
        facts = (self.round_began, self.corner_taken, self.spun_out, self.lap_completed, self.turn_ended)
        self.hears = any((*facts, self.race_finished))

    def _compile_cards(self) -> None:
        self.symbols = {symbol.name: symbol for symbol in SYMBOLS}
        self.cards = dict(CATALOGUE)
        for module in self.modules:
            self.symbols.update({symbol.name: symbol for symbol in module.symbols()})
            self.cards.update({card.key: card for card in module.cards()})
        self.offers = {name: symbol.offer for name, symbol in self.symbols.items()}
        self.speeds = {key: card.speed for key, card in self.cards.items()}
        self.at_reveal = {
            key: tuple((self.symbols[use.symbol], use.most) for use in uses)
            for key, uses in self._by_card("reveal").items()
        }
        self.charges, self.marks = self._by_card("react"), self._by_card("mark")
        self.direct = frozenset(self._by_card("hand"))
        self.symbolic = self.at_reveal.keys() | self.charges.keys() | self.marks.keys()
        self.choices = {key: card.choices for key, card in self.cards.items() if card.choices}
        self.borne = frozenset(name for card in self.cards.values() for name, _ in card.symbols)
        self.counts_pluses = "accelerate" in self.borne

    def _by_card(self, where: Where) -> dict[str, tuple[Use, ...]]:
        """Return the symbols with this `where`, as in `Symbol`, for each card that has any."""
        found: dict[str, tuple[Use, ...]] = {}
        for key, card in self.cards.items():
            for name, number in card.symbols:
                if self.symbols[name].where == where:
                    found[key] = (*found.get(key, ()), Use(name, key, number))
        return found

    def _compile_turns(self) -> None:
        turn = driver_turn(values=bool(self.choices) or "heat" in self.borne, refresh="refresh" in self.borne)
        self.planning = Planning()
        table: tuple[TableStep, ...] = ()
        programs: dict[str, tuple[Step, ...]] = {}
        for module in self.modules:
            turn = module.turn(turn)
            table = module.before_race(table)
            self.planning = module.planning(self.planning)
            programs.update(module.programs())
        programs = {"driver": turn, **programs}
        self.table = (*table, self.planning)
        self.turns = tuple(compiled(programs[entry.kind]) for entry in self.entries)


def _overridden(hooks: Iterable[Hooks], hook: Callable[Concatenate[Hooks, P], R]) -> tuple[Callable[P, R], ...]:
    """Return the bound methods of the objects that override `hook`, in their order."""
    name = hook.__name__
    return tuple([getattr(each, name) for each in hooks if getattr(type(each), name) is not hook])


DRIVER_TURN: tuple[Step, ...] = (
    Reveal(),
    ValuesStep(),
    Move(),
    GainAdrenaline(),
    ReactStep(),
    SlipstreamStep(),
    CheckCorners(),
    DiscardStep(),
    RefreshStep(),
    Replenish(),
)
"""Steps 3 to 9 of a driver's turn (T1), before modules change them."""


def driver_turn(*, values: bool, refresh: bool) -> tuple[Step, ...]:
    """Return the steps of a turn, without `ValuesStep` (3.1, G8) and `RefreshStep` (G7) unless they are asked for."""
    needed = {ValuesStep: values, RefreshStep: refresh}
    return tuple([step for step in DRIVER_TURN if needed.get(type(step), True)])
