"""Optional rules: the questions that the core asks and the facts that it reports.

The core names no module: it folds the answers of all modules (by `Module.rank`, then name), and then those of the
symbols on cards, into one value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, dataclass_transform

from heat_tui.engine.codec import plain
from heat_tui.engine.record import record

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.cards import Card
    from heat_tui.engine.planning import Planning
    from heat_tui.engine.program import Step, TableStep
    from heat_tui.engine.race import Race
    from heat_tui.engine.setup import Entry, RaceSetup
    from heat_tui.engine.symbols import Symbol

T = TypeVar("T", bound="Module")

Data = None | int | str | list["Data"] | dict[str, "Data"]
"""The plain data of snapshots and of options, a subset of JSON."""


class ModuleState(Protocol):
    """The state that a module keeps in the race, such as its decks or tokens."""

    def clone(self) -> ModuleState:
        """Return an independent copy."""
        ...

    def snapshot(self) -> Data:
        """Return the state as plain data."""
        ...

    def shown(self) -> object:
        """Return the part of the state that everyone may know (K1), as a record; None if nothing is public."""
        ...


class Hooks:
    """The hooks that modules and symbols may override: the questions that the core asks, and the facts that it reports.

    The last argument of a question is the answer so far. Answering changes nothing in the race; handling a fact may. A
    hook that is not overridden costs nothing. In a module or symbol, a public method that overrides nothing raises
    TypeError when the class is created, unless `own` names it.
    """

    __slots__ = ()
    own: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if Hooks in cls.__bases__:
            return
        known = {name for base in cls.__mro__[1:] for name in vars(base)}
        for name, value in vars(cls).items():
            if callable(value) and not name.startswith("_") and name not in known and name not in cls.own:
                raise TypeError(f"{cls.__name__}.{name} overrides nothing")

    def hand_size(self, race: Race, car: Car, size: int) -> int:
        """Return the number of cards that a hand is refilled to (S5, 9.2)."""
        return size

    def gear_cost(self, race: Race, car: Car, gear: int, heat: int) -> int:
        """Return the Heat for a shift to `gear` (1.2)."""
        return heat

    def corner_limit(self, race: Race, corner: int, limit: int) -> int:
        """Return the limit of a corner for the whole table (W3)."""
        return limit

    def driver_limit(self, race: Race, car: Car, corner: int, limit: int) -> int:
        """Return the limit of a corner for one driver this turn (G9)."""
        return limit

    def corner_cost(self, race: Race, corner: int, heat: int) -> int:
        """Return the Heat that a corner costs a car over its limit, extra Heat included (W3)."""
        return heat

    def boost_cost(self, race: Race, car: Car, heat: int) -> int:
        """Return the Heat for a Boost (5.3)."""
        return heat

    def sector_cooldown(self, race: Race, car: Car, heat: int) -> int:
        """Return the Cooldown of the car's sector, usable once a turn in each sector (W6)."""
        return heat

    def may_cool(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        """Return whether a Cooldown may be used at the car's place (5.2)."""
        return allowed

    def adrenaline(self, race: Race, car: Car, gained: bool) -> bool:  # noqa: FBT001
        """Return whether the car gains Adrenaline this turn (4.1)."""
        return gained

    def may_slipstream(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        """Return whether the car may start a Slipstream (6.1, W5)."""
        return allowed

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        """Return the distances that a Slipstream may cover, in ascending order (6.1)."""
        return distances

    def may_discard(self, race: Race, car: Car, card: str, allowed: bool) -> bool:  # noqa: FBT001
        """Return whether a card in hand may go to the discard pile, in step 8 (8.1) or by a symbol (G7)."""
        return allowed

    def most_discards(self, race: Race, car: Car, most: int) -> int:
        """Return the maximum number of cards that may be discarded in step 8 (8.1)."""
        return most

    def spin_stress(self, race: Race, car: Car, stress: int) -> int:
        """Return the number of Stress cards that a spin out brings (7.3)."""
        return stress

    def points(self, race: Race, place: int, points: int) -> int:
        """Return the points for a place (E6)."""
        return points

    # Facts.

    def round_began(self, race: Race) -> None:
        """Handle the start of a round: its order is fixed and nobody has planned yet."""

    def corner_taken(self, race: Race, car: Car, corner: int) -> None:
        """Handle a corner line that was crossed without a spin out, after any payment (7.1)."""

    def spun_out(self, race: Race, car: Car, corner: int) -> None:
        """Handle a spin out, after all its effects on the car (7.3)."""

    def lap_completed(self, race: Race, car: Car, lap: int) -> None:
        """Handle the end of a turn in which lap `lap` was completed."""

    def turn_ended(self, race: Race, car: Car) -> None:
        """Handle the end of a car's turn, which `race.turn` still describes."""

    def race_finished(self, race: Race) -> None:
        """Handle the end of the race, when no car is racing any more (F3, T3)."""


class Module(Hooks):
    """One optional rule, or several related ones: a record of its options, made by the decorator `module`.

    It contributes components and, besides the questions that `Hooks` declares, answers some at the start of a race.
    """

    __slots__ = ()
    name: ClassVar[str] = ""
    rank: ClassVar[int] = 0

    def options(self) -> dict[str, Data]:
        """Return, as plain data, the fields that are neither None nor False: enough to create the module again."""
        module: Any = self
        values = {each.name: getattr(self, each.name) for each in fields(module)}
        given = {name: value for name, value in values.items() if value is not None and value is not False}
        return {name: value if value is True else plain(value) for name, value in given.items()}

    # The components that the module contributes.

    def paid_for(self) -> str:
        """Return the name of the reason for which drivers may pay Heat (`events.Payment.paid_for`); "" if none."""
        return ""

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Return the starting list; an entry without a name is named after its colour. May raise IllegalSetup."""
        return entries

    def programs(self) -> Mapping[str, tuple[Step, ...]]:
        """Return the turn programs of cars without a driver, by `Entry.kind`."""
        return {}

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return the steps of a driver's turn."""
        return steps

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        """Return the steps that the table takes before round 1."""
        return steps

    def planning(self, step: Planning) -> Planning:
        """Return the step that begins every round."""
        return step

    def deals_later(self) -> bool:
        """Return whether the opening hands wait for a step before round 1 that deals them with `deal.deal_hands`."""
        return False

    def cards(self) -> tuple[Card, ...]:
        """Return the cards that the module adds to the catalogue."""
        return ()

    def symbols(self) -> tuple[Symbol, ...]:
        """Return the rules of the symbols that the module adds to the engine's."""
        return ()

    def state(self, race: Race) -> ModuleState | None:
        """Return the initial state, made once the cars are on the grid; None if a step sets it or none is kept."""
        return None

    def restore(self, race: Race, data: Data) -> ModuleState:
        """Return the state for this race from a snapshot's data. Raises ValueError or KeyError for any other data."""
        raise ValueError(f"{self.name} keeps no state")

    # The facts that the module hides (K2), for worlds that are drawn from a view.

    def public(self) -> Module:
        """Return the module without its options' hidden facts; those that still matter are in the race's state."""
        return self

    def seal(self, race: Race, seat: int) -> None:
        """Set the facts that the module hides from a seat to fixed values, in a race kept only to draw worlds from.

        When this is called, the hidden cards of every other driver, wherever they were, are all in that driver's draw
        deck, sorted.
        """

    def unseal(self, race: Race, seat: int, luck: int) -> None:
        """Draw the facts that `seal` hid, with the random stream `luck`, in a world where all cars have their cards."""

    # Questions at the start.

    def laps(self, setup: RaceSetup, laps: int) -> int:
        """Return the number of laps of the race (S2, O1)."""
        return laps

    def grid(self, grid: tuple[int, ...]) -> tuple[int, ...]:
        """Return the cars in the order of the grid, the first on pole; `grid` was drawn at random (S4, E3)."""
        return grid

    def heat(self, race: Race, seat: int, heat: int) -> int:
        """Return the Heat in a driver's engine (S2, S6); a negative result counts as 0."""
        return heat

    def stress(self, race: Race, seat: int, stress: int) -> int:
        """Return the number of Stress cards in a driver's deck (S2); a negative result counts as 0."""
        return stress

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return a driver's draw deck without its Stress cards, for the deal (S3)."""
        return cards

    def prepare(self, race: Race, car: Car) -> None:
        """Move cards once the engine and the draw deck are filled, before the deck is shuffled and the hand drawn."""


@dataclass_transform(frozen_default=True)
def module(name: str, *, rank: int) -> Callable[[type[T]], type[T]]:
    """Return a decorator that makes a class a record and a module of this name and rank."""

    def made(cls: type[T]) -> type[T]:
        cls = record(cls)
        cls.name = name
        cls.rank = rank
        return cls

    return made
