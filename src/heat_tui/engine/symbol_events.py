"""What came of the symbols of upgrades and Sponsorships, as events; open facts only (K1)."""

from __future__ import annotations

from heat_tui.engine.events import Event
from heat_tui.engine.record import record


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
