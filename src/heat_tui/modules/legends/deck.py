"""The Legend deck in a race (L2)."""

from __future__ import annotations

from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.rng import shuffle
from heat_tui.modules.legends.cards import LEGEND_CARDS
from heat_tui.modules.legends.events import LegendCardTurned

NAME = "legends"


@record
class LegendCardShown:
    """What everybody may know of the deck: the card last turned over, None before the first, and the pile sizes."""

    card: int | None
    deck: int
    used: int


class LegendDeck:
    """The Legend deck in a race: `deck` with its top last, `used` likewise, and the round's card."""

    __slots__ = ("deck", "luck", "shown_in", "used")

    def __init__(self, deck: list[int], used: list[int], shown_in: int, luck: int) -> None:
        self.deck = deck
        self.used = used
        self.shown_in = shown_in
        self.luck = luck

    def clone(self) -> LegendDeck:
        """An independent copy."""
        return LegendDeck(self.deck[:], self.used[:], self.shown_in, self.luck)

    def snapshot(self) -> Data:
        """The deck as plain data."""
        deck: list[Data] = [*self.deck]
        used: list[Data] = [*self.used]
        return {"deck": deck, "used": used, "shown_in": self.shown_in, "luck": self.luck}

    def shown(self) -> LegendCardShown:
        """The open part."""
        return LegendCardShown(self.used[-1] if self.used else None, len(self.deck), len(self.used))

    def card(self, race: Race) -> int:
        """The card of this round, turned over if this is the first Legend to move (L2)."""
        if self.shown_in != race.round:
            used_up = not self.deck
            if used_up:
                self.deck, self.used = self.used, []
                self.luck = shuffle(self.deck, self.luck)
            self.used.append(self.deck.pop())
            self.shown_in = race.round
            race.events.append(LegendCardTurned(self.used[-1], used_up))
        return self.used[-1]


def new_deck(race: Race) -> LegendDeck:
    """The ten cards, shuffled by the table's stream of chance (L1)."""
    deck = list(range(len(LEGEND_CARDS)))
    race.luck = shuffle(deck, race.luck)
    return LegendDeck(deck, [], 0, race.luck)


def restored_deck(data: Data) -> LegendDeck:
    """A deck from its snapshot; ValueError if the data is not one."""
    if not isinstance(data, dict):
        raise ValueError("a Legend deck is a table")
    shown_in, luck = data.get("shown_in"), data.get("luck")
    if not isinstance(shown_in, int) or not isinstance(luck, int):
        raise ValueError("not the figures of a Legend deck")
    deck, used = _cards(data.get("deck")), _cards(data.get("used"))
    if sorted(deck + used) != list(range(len(LEGEND_CARDS))):
        raise ValueError("not the ten Legend cards")
    return LegendDeck(deck, used, shown_in, luck)


def _cards(data: Data) -> list[int]:
    if not isinstance(data, list):
        raise ValueError("not a pile of Legend cards")
    return [card for card in data if isinstance(card, int)]
