"""Optional rules: the questions that the core asks and the facts that it reports.

The core never names a module. It asks named questions, whose answers fold a value in a fixed
order (`Module.rank`, then name), and reports named facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar, dataclass_transform

from heat_tui.engine.record import record

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.cards import Card
    from heat_tui.engine.program import Step, TableStep
    from heat_tui.engine.race import Race
    from heat_tui.engine.setup import Entry, RaceSetup
    from heat_tui.engine.symbols import Symbol

T = TypeVar("T", bound="Module")

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
        """Return what everyone may know of it (K1), as a record; None if nothing."""
        ...


class Hooks:
    """What modules and symbols may override: the questions that the core asks in a race and the facts that it reports.

    A question changes nothing in the race, a fact may. What nobody overrides costs nothing. A public method that
    overrides nothing is a mistake (TypeError), unless `own` names it.
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
        """Return the number of cards that a hand is filled up to (S5, 9.2)."""
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
        """Extra Heat for a car over the limit of a corner."""
        return heat

    def boost_cost(self, race: Race, car: Car, heat: int) -> int:
        """The Heat for a Boost (5.3)."""
        return heat

    def sector_cooldown(self, race: Race, car: Car, heat: int) -> int:
        """The Cooldown of the sector where the car is, usable once a turn in each sector (W6)."""
        return heat

    def may_cool(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        """Return whether a Cooldown may be used where the car is (5.2)."""
        return allowed

    def adrenaline(self, race: Race, car: Car, gained: bool) -> bool:  # noqa: FBT001
        """Return whether the car gains Adrenaline in this turn (4.1)."""
        return gained

    def may_slipstream(self, race: Race, car: Car, allowed: bool) -> bool:  # noqa: FBT001
        """Return whether the car may start a Slipstream (6.1, 6.4)."""
        return allowed

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        """The distances that a Slipstream may go, in rising order (6.1)."""
        return distances

    def may_discard(self, race: Race, car: Car, card: str, allowed: bool) -> bool:  # noqa: FBT001
        """Return whether a card of the hand may go to the discard pile, in step 8 (8.1) or by a symbol (G7)."""
        return allowed

    def most_discards(self, race: Race, car: Car, most: int) -> int:
        """Return how many cards step 8 may discard at most (8.1)."""
        return most

    def spin_stress(self, race: Race, car: Car, stress: int) -> int:
        """The Stress cards that a spin out brings (7.3)."""
        return stress

    def points(self, race: Race, place: int, points: int) -> int:
        """Return the points for a place (E6)."""
        return points

    # Facts.

    def round_began(self, race: Race) -> None:
        """The order of a round is fixed and nobody has planned yet."""

    def corner_taken(self, race: Race, car: Car, corner: int) -> None:
        """A corner line was crossed and what it cost is paid."""

    def spun_out(self, race: Race, car: Car, corner: int) -> None:
        """A car spun out and is where it fell back to."""

    def lap_completed(self, race: Race, car: Car, lap: int) -> None:
        """A turn ended with lap `lap` done."""

    def turn_ended(self, race: Race, car: Car) -> None:
        """A car's turn is over; `race.turn` still describes it."""

    def race_finished(self, race: Race) -> None:
        """Hear that all cars have finished or are out."""


class Module(Hooks):
    """One optional rule, or several that belong together, made by `module`: a record of its options.

    It brings things along, and answers questions at the start and those of `Hooks`.
    """

    __slots__ = ()
    name: ClassVar[str] = ""
    rank: ClassVar[int] = 0

    def options(self) -> dict[str, Data]:
        """The module's options as plain data, enough to make it again."""
        return {}

    # What the module brings along.

    def paid_for(self) -> str:
        """Return what drivers may pay Heat for by this rule (`events.Payment`); "" if nothing."""
        return ""

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
        """Return the steps that the table takes before round 1."""
        return steps

    def planning(self, step: TableStep) -> TableStep:
        """The step with which every round begins."""
        return step

    def deals_later(self) -> bool:
        """Return whether a step of its own before round 1 deals the opening hands, with `deal.deal_hands`."""
        return False

    def cards(self) -> tuple[Card, ...]:
        """Cards for the catalogue."""
        return ()

    def symbols(self) -> tuple[Symbol, ...]:
        """Rules of symbols that its cards bear."""
        return ()

    def state(self, race: Race) -> ModuleState | None:
        """The opening state, made when the cars are on the grid and before cards are drawn."""
        return None

    def restore(self, race: Race, data: Data) -> ModuleState:
        """A state of this race from its snapshot; raises ValueError or KeyError if the data is not one."""
        raise ValueError(f"{self.name} keeps no state")

    # What the module hides (K2), for worlds that are drawn from a view.

    def public(self) -> Module:
        """Return the rule without what its options hide; what of that is still to come is in its state."""
        return self

    def seal(self, race: Race, seat: int) -> None:
        """Make what the rule hides from a seat the same whatever it is, in a race only kept to draw worlds from.

        The hidden cards of every other driver, wherever they were, are all in that driver's draw deck by then, sorted.
        """

    def unseal(self, race: Race, seat: int, luck: int) -> None:
        """Draw what `seal` hid from that stream of chance, in a world whose cars have their cards."""

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


@dataclass_transform(frozen_default=True)
def module(name: str, *, rank: int) -> Callable[[type[T]], type[T]]:
    """Make a class a record that is a module of this name and rank."""

    def made(cls: type[T]) -> type[T]:
        cls = record(cls)
        cls.name = name
        cls.rank = rank
        return cls

    return made
