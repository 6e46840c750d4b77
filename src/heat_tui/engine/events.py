"""The events of a race, in the past tense, with their reasons. Events hold public facts only (K1).

`car` is a car's index, drivers first in seat order. Places are absolute: lap * spaces + space.
"""

from __future__ import annotations

from typing import ClassVar

from heat_tui.engine.record import record


@record
class Event:
    """Any event.

    `reveals` names the hidden fact that every event of this kind reveals, so that no earlier choice can be undone; None
    if it reveals nothing, or if that depends on the event and the viewer (`game.table.history.shown_to`).
    """

    reveals: ClassVar[str | None] = None


@record
class CarEvent(Event):
    """Any event of one car."""

    car: int


@record
class SourcedEvent(CarEvent):
    """Any event of one car that has a cause; `source` is as in `Use` unless the event says otherwise."""

    source: str


@record
class Payment(CarEvent):
    """Any module's event in which a driver may have paid Heat; `paid_for` names the cause (`Module.paid_for`)."""

    paid_for: ClassVar[str]

    @property
    def paid(self) -> int:
        """The Heat paid, 0 if the driver paid none."""
        raise NotImplementedError


@record
class RaceStarted(Event):
    """The cars are on the grid; `grid` lists them from pole (S4)."""

    grid: tuple[int, ...]


@record
class RoundBegan(Event):
    """A round began; `order` is the order in which the cars will drive, by position (T1)."""

    number: int
    order: tuple[int, ...]


@record
class ChoiceForced(CarEvent):
    """The rules left a driver only one choice, which was made without asking; it stays as secret as any other."""


@record
class PlanMade(CarEvent):
    """A driver has planned; the plan stays secret."""


@record
class Retired(CarEvent):
    """A driver left the race (F4)."""


@record
class GearShifted(CarEvent):
    """A car's gear was revealed: from `before` to `gear` for `heat` Heat, `surcharge` of it for flooding (1.2, H1)."""

    before: int
    gear: int
    heat: int
    surcharge: int = 0


@record
class CardsRevealed(CarEvent):
    """Step 3: the cards played were revealed."""

    cards: tuple[str, ...]


@record
class HandCluttered(CarEvent):
    """Step 3: the revealed cards include Heat or are fewer than the gear; the car stays, and its gear is 1 (2.2)."""

    cards: tuple[str, ...]


@record
class CardsTurnedOver(SourcedEvent):
    """The draw deck ran out in the middle of a flip (P3): `cards`, none of them Basic, were turned over and discarded.

    `DeckShuffled` and `CardFlipped` follow, the latter with the same `source`.
    """

    reveals = "card-flipped"

    cards: tuple[str, ...]


@record
class CardFlipped(SourcedEvent):
    """A card was flipped, as for a + (P1): `discarded` were turned over first, then the Basic card `card`.

    If no Basic card was left, `card` is None and nothing was turned over (P4). Cards turned over before a reshuffle are
    in `CardsTurnedOver`. `source` is the card with the +, the card that is replaced (G8), "boost", or "shift" for an
    unpaid shift (M2).
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
    """A car moved from `start` to `end`; the move is `distance` spaces long unless it is blocked.

    `cause` is "reveal", "boost", "adrenaline", "direct_play", "accelerate", "draft", "slipstream" or "legend"; `spot`
    is 0 on the race line, 1 off it; `speed` is the turn's speed so far. `blockers` are the two cars on the target space
    if the move fell short (3.4), otherwise ().
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
    """Step 4: the car gained Adrenaline, as one of the `last` (1 or 2) cars at the back of the order (4.1)."""

    last: int


@record
class HeatCooled(SourcedEvent):
    """Step 5: `heat` Heat cards went from the hand into the engine (5.2)."""

    heat: int


@record
class Boosted(CarEvent):
    """Step 5: the driver boosted for `heat` Heat (5.3); the flip and, if it has a value, the move follow."""

    heat: int


@record
class CornerTaken(CarEvent):
    """Step 7: a corner line was crossed at `speed` with the limit `limit`; `heat` was paid for it (7.1).

    `corner` is an index, `surcharge` the part of `heat` for an overheating road (W3), `engine` the Heat left.
    """

    corner: int
    speed: int
    limit: int
    heat: int
    engine: int
    surcharge: int = 0


@record
class SpunOut(CarEvent):
    """The Heat `owed` at a corner was more than the `paid` Heat available (7.3).

    The car went back from `start` to `end`, `short` spaces behind the last space before the line if nearer spots were
    taken; the driver took `stress` Stress, none if the spin out eliminated them (E11), and the gear fell from `gear` to
    1. `surcharge` is the part of `owed` for an overheating road (W3).
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
    """Step 8: `cards` cards went from the hand to the discard pile."""

    cards: int


@record
class HandFilled(CarEvent):
    """Step 9, or an opening hand: `drawn` cards were drawn, and the hand now has `hand` cards (9.2, S5, O2).

    An opening hand has this event only if a table step deals it, or draws it again for a mulligan.
    """

    drawn: int
    hand: int


@record
class LapCompleted(CarEvent):
    """A car completed lap `lap` in the turn that has just ended."""

    lap: int


@record
class CarFinished(CarEvent):
    """A car left the track at the end of a round and took `place`, 1 for the winner (F1)."""

    place: int


@record
class RaceCalledOff(Event):
    """The race got nowhere and was called off after `rounds` rounds: `cars`, from first to last, retired (T3)."""

    rounds: int
    cars: tuple[int, ...]


@record
class RaceEnded(Event):
    """The race is over; `standings` lists the cars from first to last."""

    standings: tuple[int, ...]


@record
class ValuesChosen(CarEvent):
    """Step 3: the driver chose these values, as pairs of card and value (3.1)."""

    values: tuple[tuple[str, int], ...]


@record
class CardsReplaced(CarEvent):
    """Step 3: `cards`, which ask for Heat that cannot be paid, were discarded; a flip for each follows (G8)."""

    cards: tuple[str, ...]


@record
class LimitsAdjusted(CarEvent):
    """For this driver and turn, all limits are `by` higher: lower if `by` is negative, normal again if it is 0 (G6)."""

    by: int


@record
class HeatPaid(SourcedEvent):
    """Step 5: the `heat` of a Heat symbol was paid (G6)."""

    heat: int


@record
class CardsScrapped(SourcedEvent):
    """Step 5: `cards` went from the top of the draw deck to the discard pile, one by one, the last on top (G6).

    `cards` is () if both piles were empty (P4). If the deck runs out before the last card, `DeckShuffled` follows, then
    another such event with the rest (P3).
    """

    cards: tuple[str, ...]


@record
class StressReduced(SourcedEvent):
    """Step 5: `cards` Stress cards went from the hand to the discard pile (G7)."""

    cards: int


@record
class CardsSalvaged(SourcedEvent):
    """Step 5: `cards` cards from the discard pile were shuffled into the draw deck (G7)."""

    cards: int


@record
class SuperCooled(SourcedEvent):
    """Step 5: `heat` Heat cards went from the discard pile into the engine (H3).

    `uncovered` is the new top card of the pile, None if the top did not change or the pile is empty.
    """

    heat: int
    uncovered: str | None = None


@record
class PlayedDirectly(CarEvent):
    """Step 5: `card` was played in addition to the cards for the gear (G7); any flips and any move follow."""

    card: str


@record
class Accelerated(SourcedEvent):
    """Step 5: the speed grew by `by`, 1 for every + resolved this turn (G7); the move follows."""

    by: int


@record
class Drafted(CarEvent):
    """Step 5: Draft symbols on `sources` were used for `spaces` spaces, up to the next car (N2); the move follows."""

    sources: tuple[str, ...]
    spaces: int


@record
class CardsRefreshed(CarEvent):
    """Step 9: `cards` went from the play area to the top of the draw deck, the first of them on top (G7)."""

    cards: tuple[str, ...]
