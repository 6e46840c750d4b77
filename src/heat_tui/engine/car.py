"""A car, the cards of its driver, and the progress of its turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from heat_tui.engine.decisions import Use
from heat_tui.engine.setup import Entry

RACING, FINISHED, RETIRED, OUT = "racing", "finished", "retired", "out"


@dataclass(eq=False, slots=True)
class Car:
    """The state of one car in a race.

    `at` is the absolute place: lap * spaces + space (V). `spot` is 0 on the race line, 1 off it. `engine` counts the
    Heat ready to be paid. The last card of `deck` and of `discard` is the top one. `hand` is kept sorted. `play` is the
    play area, face down until the car's own turn. `plan` is a confirmed plan (gear, cards) until its cards are in the
    play area. `luck` is the state of the car's own random stream. A Legend has no cards and stays in gear 0.

    `covered` are the indices in `discard` of the cards that were discarded unseen (8.1), None if that is unknown.
    `covered` models what the table remembers, only for drawing worlds: no rule depends on it and no snapshot keeps it.
    """

    index: int
    entry: Entry
    luck: int
    at: int = 0
    spot: int = 0
    gear: int = 0
    engine: int = 0
    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    play: list[str] = field(default_factory=list)
    plan: tuple[int, tuple[str, ...]] | None = None
    status: str = RACING
    covered: tuple[int, ...] | None = ()

    def clone(self) -> Car:
        """Return an independent copy, made field by field because races are copied often."""
        return Car(
            self.index,
            self.entry,
            self.luck,
            self.at,
            self.spot,
            self.gear,
            self.engine,
            self.hand[:],
            self.deck[:],
            self.discard[:],
            self.play[:],
            self.plan,
            self.status,
            self.covered,
        )


@dataclass(eq=False, slots=True)
class Turn:
    """The progress of the current turn.

    `began` is the absolute place where the car started the turn; `speed` is the speed so far (V); `charges` are the
    unused symbols of step 5, each with its full number, and the Cooldown of sectors, which stays after use; `slipped`
    is the distance chosen in step 6, 0 to stay, None if none was chosen; `discarded` and `spun` say that step 8 has
    been answered and that the car has spun out. `chosen` are the values chosen for cards with a choice, as pairs
    of card and value; `marks` are the symbols that hold for the turn or are used after step 5 (G10); `pluses` counts
    the + resolved, if a card needs the count (G7); `cooled_in` are the sectors, as in `symbols.sector_of`, whose
    Cooldown has been used (W6). `reacted` says that the driver has ended step 5, in a race with Direct play cards;
    `refreshed` says that Refresh has been answered.
    """

    began: int
    speed: int = 0
    charges: list[Use] = field(default_factory=list)
    slipped: int | None = None
    discarded: bool = False
    spun: bool = False
    chosen: tuple[tuple[str, int], ...] = ()
    marks: tuple[Use, ...] = ()
    pluses: int = 0
    cooled_in: tuple[int, ...] = ()
    reacted: bool = False
    refreshed: bool = False

    def clone(self) -> Turn:
        """Return an independent copy."""
        return Turn(
            self.began,
            self.speed,
            self.charges[:],
            self.slipped,
            self.discarded,
            self.spun,
            self.chosen,
            self.marks,
            self.pluses,
            self.cooled_in,
            self.reacted,
            self.refreshed,
        )
