"""What happened, in the past tense, with the reasons. Events hold open facts only (K1).

`car` is the index of the car in the race, drivers first in seat order. Places on the track
are absolute: lap * spaces + space, so that the difference of two is the way between them."""

from __future__ import annotations

from typing import ClassVar

from heat_tui.engine.record import record


@record
class Event:
    """Any event; `reveals` names what hidden thing comes to light with it, so that nothing before is taken back."""

    reveals: ClassVar[str | None] = None


@record
class CarEvent(Event):
    """Any event of one car."""

    car: int


@record
class SourcedEvent(CarEvent):
    """Any event that a card or another source of a symbol brings about; `source` as in `Use`."""

    source: str


@record
class Payment(CarEvent):
    """Any event of a module with which a driver may have paid Heat for `paid_for` (`Module.paid_for`)."""

    paid_for: ClassVar[str]

    @property
    def paid(self) -> int:
        """Return the Heat paid."""
        raise NotImplementedError


@record
class RaceStarted(Event):
    """The cars are on the grid; `grid` lists them from pole (S4)."""

    grid: tuple[int, ...]


@record
class RoundBegan(Event):
    """A round began; `order` is the position order in which the cars will drive (T1)."""

    number: int
    order: tuple[int, ...]


@record
class ChoiceForced(CarEvent):
    """The rules left a driver one choice only, which is made without asking; what it is, stays as secret as any."""


@record
class PlanMade(CarEvent):
    """A driver has planned; what, is secret."""


@record
class Retired(CarEvent):
    """A driver left the race (F4)."""


@record
class GearShifted(CarEvent):
    """Gears are open: `gear` was `before`, and the shift cost `heat` (1.2).

    `surcharge` is the part of it for a flooded space (H1).
    """

    before: int
    gear: int
    heat: int
    surcharge: int = 0


@record
class CardsRevealed(CarEvent):
    """Step 3: the cards played, turned up."""

    cards: tuple[str, ...]


@record
class HandCluttered(CarEvent):
    """The revealed cards hold Heat or fall short of the gear: no move, gear 1 (2.2)."""

    cards: tuple[str, ...]


@record
class CardsTurnedOver(SourcedEvent):
    """The draw deck ran out in the midst of a + (P3): `cards` were turned over and discarded, and no Basic among them.

    The shuffle and the rest, `CardFlipped`, follow. `source` is the same there.
    """

    reveals = "card-flipped"

    cards: tuple[str, ...]


@record
class CardFlipped(SourcedEvent):
    """A + was resolved (P1): `discarded` were turned over first, then `card`, None if no Basic card was left (P4).

    `source` is the card with the + or "boost".
    """

    reveals = "card-flipped"

    discarded: tuple[str, ...]
    card: str | None


@record
class DeckShuffled(CarEvent):
    """The discard pile of `cards` cards was shuffled into a new draw deck (P3)."""

    cards: int


@record
class CarMoved(CarEvent):
    """A car moved from `start` to `end`, wanting `distance` spaces.

    `cause` is "reveal", "boost", "adrenaline", "direct_play", "accelerate", "draft", "slipstream" or
    "legend"; `spot` is 0 on the race line, 1 off it. `blockers` are the two cars on the space aimed at when the move
    fell short (3.4).
    """

    cause: str
    distance: int
    start: int
    end: int
    spot: int
    speed: int
    blockers: tuple[int, ...]


@record
class AdrenalineGained(CarEvent):
    """Step 4: the car is one of the last `last` (1 or 2) of the cars still racing (4.1)."""

    last: int


@record
class HeatCooled(SourcedEvent):
    """Step 5: `heat` Heat cards went from the hand into the engine (5.2); `source` as in `Use`."""

    heat: int


@record
class Boosted(CarEvent):
    """Step 5: a Boost was made for `heat` Heat (5.3); the flip and the move follow."""

    heat: int


@record
class CornerTaken(CarEvent):
    """Step 7: a corner line was crossed at `speed` under `limit`; `heat` was paid for it (7.1).

    `corner` is the index of the corner; `surcharge` the part of `heat` for a road that overheats (W3); `engine` what is
    left there.
    """

    corner: int
    speed: int
    limit: int
    heat: int
    engine: int
    surcharge: int = 0


@record
class SpunOut(CarEvent):
    """The Heat `owed` at a corner was more than the `paid` that was there (7.3).

    The car went back from `start` to `end`, the driver took `stress` Stress cards, and the gear went from `gear` to 1.
    `surcharge` is the part of `owed` for a road that overheats (W3). The car stopped `short` spaces before the last one
    ahead of the line, because the spots there are taken.
    """

    corner: int
    speed: int
    limit: int
    owed: int
    paid: int
    stress: int
    gear: int
    start: int
    end: int
    spot: int
    surcharge: int = 0
    short: int = 0


@record
class CardsDiscarded(CarEvent):
    """Step 8: this many cards went from the hand to the discard pile."""

    cards: int


@record
class HandFilled(CarEvent):
    """Step 9, or the opening hand after a draft: `drawn` cards were drawn; the hand now has `hand` (9.2, S5)."""

    drawn: int
    hand: int


@record
class LapCompleted(CarEvent):
    """A turn ended beyond the start/finish line: `lap` laps are done."""

    lap: int


@record
class CarFinished(CarEvent):
    """A car left the track at the end of a round and took `place`, 1 for the winner (F1)."""

    place: int


@record
class RaceCalledOff(Event):
    """After `rounds` rounds the race gets nowhere, so all `cars` on the track, from first to last, retire (T3)."""

    rounds: int
    cars: tuple[int, ...]


@record
class RaceEnded(Event):
    """All cars have finished or are out; `standings` lists them from the winner."""

    standings: tuple[int, ...]


@record
class ValuesChosen(CarEvent):
    """Step 3: the driver chose these values, as pairs of card and value (3.1)."""

    values: tuple[tuple[str, int], ...]


@record
class CardsReplaced(CarEvent):
    """Step 3: `cards` ask for Heat that cannot be paid and are discarded; a flip for each follows (G8)."""

    cards: tuple[str, ...]


@record
class LimitsAdjusted(CarEvent):
    """For this driver and turn all limits are `by` higher, or lower if it is below 0 (G6)."""

    by: int


@record
class HeatPaid(SourcedEvent):
    """Step 5: a Heat symbol was paid (G6); `source` as in `Use`."""

    heat: int


@record
class CardsScrapped(SourcedEvent):
    """Step 5: `cards` went from the top of the draw deck to the discard pile (G6), one by one, the last is its top.

    None if both piles were empty (P4). When the deck runs out, a shuffle and the rest follow (P3).
    """

    cards: tuple[str, ...]


@record
class StressReduced(SourcedEvent):
    """Step 5: `cards` Stress cards went from the hand to the discard pile (G7)."""

    cards: int


@record
class CardsSalvaged(SourcedEvent):
    """Step 5: `cards` cards of the discard pile were shuffled into the draw deck (G7)."""

    cards: int


@record
class SuperCooled(SourcedEvent):
    """Step 5: `heat` Heat cards went from the discard pile into the engine (H3).

    `uncovered` is the card that is the top of the pile since, None if the top is what it was or the pile is empty.
    """

    heat: int
    uncovered: str | None = None


@record
class PlayedDirectly(CarEvent):
    """Step 5: `card` was played from the hand beyond the gear (G7); its flips and its move follow."""

    card: str


@record
class Accelerated(SourcedEvent):
    """Step 5: the speed grew by `by`, 1 for every + resolved in this turn (G7); the move follows."""

    by: int


@record
class Drafted(CarEvent):
    """Step 5: the Draft symbols of `sources` took the car behind the next one ahead (N2); the move follows."""

    sources: tuple[str, ...]
    spaces: int


@record
class CardsRefreshed(CarEvent):
    """Step 9: `cards` went from the play area on the draw deck, the first of them on top (G7)."""

    cards: tuple[str, ...]
