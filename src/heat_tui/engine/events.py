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
class Payment(Event):
    """Any event of a module with which a driver may have paid Heat for `paid_for` (`Module.paid_for`)."""

    paid_for: ClassVar[str]

    car: int

    @property
    def paid(self) -> int:
        """Return the Heat paid."""
        raise NotImplementedError


@record
class RaceStarted(Event):
    """The cars stand on the grid; `grid` lists them from pole (S4)."""

    grid: tuple[int, ...]


@record
class RoundBegan(Event):
    """A round began; `order` is the position order in which the cars will drive (T1)."""

    number: int
    order: tuple[int, ...]


@record
class ChoiceForced(Event):
    """The rules left a driver one choice only, which is made without asking; what it is, stays as secret as any."""

    car: int


@record
class PlanMade(Event):
    """A driver has planned; what, is secret."""

    car: int


@record
class Retired(Event):
    """A driver left the race (F4)."""

    car: int


@record
class GearShifted(Event):
    """Gears are open: `gear` was `before`, and the shift cost `heat` (1.2).

    `surcharge` is the part of it for a flooded space (H1).
    """

    car: int
    before: int
    gear: int
    heat: int
    surcharge: int = 0


@record
class CardsRevealed(Event):
    """Step 3: the cards played, turned up."""

    car: int
    cards: tuple[str, ...]


@record
class HandCluttered(Event):
    """The revealed cards hold Heat or fall short of the gear: no move, gear 1 (2.2)."""

    car: int
    cards: tuple[str, ...]


@record
class CardsTurnedOver(Event):
    """The draw deck ran out in the midst of a + (P3): `cards` were turned over and discarded, and no Basic among them.

    The shuffle and the rest, `CardFlipped`, follow. `source` is the same there.
    """

    reveals = "card-flipped"

    car: int
    source: str
    cards: tuple[str, ...]


@record
class CardFlipped(Event):
    """A + was resolved (P1): `discarded` were turned over first, then `card`, None if no Basic card was left (P4).

    `source` is the card with the + or "boost".
    """

    reveals = "card-flipped"

    car: int
    source: str
    discarded: tuple[str, ...]
    card: str | None


@record
class DeckShuffled(Event):
    """The discard pile of `cards` cards was shuffled into a new draw deck (P3)."""

    car: int
    cards: int


@record
class CarMoved(Event):
    """A car moved from `start` to `end`, wanting `distance` spaces.

    `cause` is "reveal", "boost", "adrenaline", "direct_play", "accelerate", "draft", "slipstream" or
    "legend"; `spot` is 0 on the race line, 1 off it. `blockers` are the two cars on the space aimed at when the move
    fell short (3.4).
    """

    car: int
    cause: str
    distance: int
    start: int
    end: int
    spot: int
    speed: int
    blockers: tuple[int, ...]


@record
class AdrenalineGained(Event):
    """Step 4: the car is one of the last `last` (1 or 2) of the cars still racing (4.1)."""

    car: int
    last: int


@record
class HeatCooled(Event):
    """Step 5: `heat` Heat cards went from the hand into the engine (5.2); `source` as in `Use`."""

    car: int
    source: str
    heat: int


@record
class Boosted(Event):
    """Step 5: a Boost was made for `heat` Heat (5.3); the flip and the move follow."""

    car: int
    heat: int


@record
class CornerTaken(Event):
    """Step 7: a corner line was crossed at `speed` under `limit`; `heat` was paid for it (7.1).

    `corner` is the index of the corner; `surcharge` the part of `heat` for a road that overheats (W3); `engine` what is
    left there.
    """

    car: int
    corner: int
    speed: int
    limit: int
    heat: int
    engine: int
    surcharge: int = 0


@record
class SpunOut(Event):
    """The Heat `owed` at a corner was more than the `paid` that was there (7.3).

    The car went back from `start` to `end`, the driver took `stress` Stress cards, and the gear went from `gear` to 1.
    `surcharge` is the part of `owed` for a road that overheats (W3). The car stopped `short` spaces before the last one
    ahead of the line, because the spots there are taken.
    """

    car: int
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
class CardsDiscarded(Event):
    """Step 8: so many cards went from the hand to the discard pile."""

    car: int
    cards: int


@record
class HandFilled(Event):
    """Step 9, or the opening hand after a draft: `drawn` cards were drawn; the hand now has `hand` (9.2, S5)."""

    car: int
    drawn: int
    hand: int


@record
class LapCompleted(Event):
    """A turn ended beyond the start/finish line: `lap` laps are done."""

    car: int
    lap: int


@record
class CarFinished(Event):
    """A car left the track at the end of a round and took `place`, 1 for the winner (F1)."""

    car: int
    place: int


@record
class RaceEnded(Event):
    """All cars have finished or are out; `standings` lists them from the winner."""

    standings: tuple[int, ...]


@record
class ValuesChosen(Event):
    """Step 3: the driver chose these values, as pairs of card and value (3.1)."""

    car: int
    values: tuple[tuple[str, int], ...]


@record
class CardsReplaced(Event):
    """Step 3: `cards` ask for Heat that cannot be paid and are discarded; a flip for each follows (G8)."""

    car: int
    cards: tuple[str, ...]


@record
class LimitsAdjusted(Event):
    """For this driver and turn all limits are `by` higher, or lower if it is below 0 (G6)."""

    car: int
    by: int


@record
class HeatPaid(Event):
    """Step 5: a Heat symbol was paid (G6); `source` as in `Use`."""

    car: int
    source: str
    heat: int


@record
class CardsScrapped(Event):
    """Step 5: `cards` went from the top of the draw deck to the discard pile (G6), one by one, the last is its top.

    None if both piles were empty (P4). When the deck runs out, a shuffle and the rest follow (P3).
    """

    car: int
    source: str
    cards: tuple[str, ...]


@record
class StressReduced(Event):
    """Step 5: `cards` Stress cards went from the hand to the discard pile (G7)."""

    car: int
    source: str
    cards: int


@record
class CardsSalvaged(Event):
    """Step 5: `cards` cards of the discard pile were shuffled into the draw deck (G7)."""

    car: int
    source: str
    cards: int


@record
class SuperCooled(Event):
    """Step 5: `heat` Heat cards went from the discard pile into the engine (H3)."""

    car: int
    source: str
    heat: int


@record
class PlayedDirectly(Event):
    """Step 5: `card` was played from the hand beyond the gear (G7); its flips and its move follow."""

    car: int
    card: str


@record
class Accelerated(Event):
    """Step 5: the speed grew by `by`, 1 for every + resolved in this turn (G7); the move follows."""

    car: int
    source: str
    by: int


@record
class Drafted(Event):
    """Step 5: the Draft symbols of `sources` took the car behind the next one ahead (N2); the move follows."""

    car: int
    sources: tuple[str, ...]
    spaces: int


@record
class CardsRefreshed(Event):
    """Step 9: `cards` went from the play area on the draw deck, the first of them on top (G7)."""

    car: int
    cards: tuple[str, ...]
