"""What cannot be unseen: why taking back stops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from heat_tui.engine.events import (
    CardFlipped,
    CardsRevealed,
    CardsTurnedOver,
    DeckShuffled,
    Event,
    GearShifted,
    HandCluttered,
    HandFilled,
)
from heat_tui.engine.symbol_events import CardsSalvaged, CardsScrapped
from heat_tui.modules.championship import OpeningSponsorships, SeasonRaceBegan, SponsorshipGained
from heat_tui.modules.garage import MarketDealt
from heat_tui.modules.legends import LegendCardTurned
from heat_tui.modules.tournament import CardLost

UndoStop = Literal[
    "nothing-yet",
    "race-began",
    "other-rules",
    "curtain",
    "gears-opened",
    "cards-revealed",
    "card-flipped",
    "cards-drawn",
    "deck-shuffled",
    "legend-card",
    "market-dealt",
    "cards-scrapped",
    "card-lost",
]
"""Why taking back goes no further.

"nothing-yet": no person has chosen anything yet. "race-began": nor in this race of the season, and those before are
settled. "other-rules": what came before was played under other rules (the save
went on from its snapshot). "curtain": the choice before is another person's, behind his curtain.
The others name what was shown: the gears of another driver, the cards of another driver, a card turned over for a +,
cards or Sponsorships drawn, a pile shuffled, the Legend card of the round, a new market of upgrades, cards scrapped
from a draw deck, the card that chance took for a shift.
"""

UNDO_STOPS: Final[tuple[UndoStop, ...]] = get_args(UndoStop)


class UndoStopped(Exception):
    """Nothing was taken back, because something hidden was shown since, or nothing is there to take back."""

    def __init__(self, stop: UndoStop) -> None:
        super().__init__(stop)
        self.stop: UndoStop = stop


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back: so many actions, drivers' ones included; `choices` of them were made by persons.

    `seat` is whose decision it is again. `stopped` tells what kept `undo_turn` from the start of the turn.
    """

    actions: int
    choices: int
    seat: int
    stopped: UndoStop | None = None


def shown_to(seat: int, events: Iterable[Event]) -> UndoStop | None:
    """The first thing among the events that whoever chose for `seat` could not know before; None if nothing.

    The shuffle that goes before a draw or a flip counts only where neither follows.
    """
    shuffled: UndoStop | None = None
    for event in events:
        match event:
            case GearShifted(car=car) if car != seat:
                return "gears-opened"
            case CardsRevealed(car=car) | HandCluttered(car=car) if car != seat:
                return "cards-revealed"
            case CardsTurnedOver() | CardFlipped():
                return "card-flipped"
            case SeasonRaceBegan():
                return "race-began"
            case HandFilled(drawn=drawn) if drawn:
                return "cards-drawn"
            case OpeningSponsorships() | SponsorshipGained():
                return "cards-drawn"
            case LegendCardTurned():
                return "legend-card"
            case MarketDealt():
                return "market-dealt"
            case CardsScrapped(cards=cards) if cards:
                return "cards-scrapped"
            case CardLost():
                return "card-lost"
            case DeckShuffled() | CardsSalvaged():
                shuffled = "deck-shuffled"
    return shuffled
