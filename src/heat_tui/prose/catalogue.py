"""All the cards there are, by key: those of the base game, of the garage and of the sponsors."""

from __future__ import annotations

from collections.abc import Mapping

from heat_tui.engine.cards import CATALOGUE, Card
from heat_tui.modules.championship import SPONSORSHIPS
from heat_tui.modules.garage.cards import UPGRADES, Upgrade

UPGRADE_CARDS: Mapping[str, Upgrade] = {each.card.key: each for each in UPGRADES if each.card.kind == "upgrade"}
"""The upgrades with a card of their own; an upgrade Heat card is a Heat like any other (5.2)."""

SPONSORSHIP_CARDS: Mapping[str, Card] = {each.card.key: each.card for each in SPONSORSHIPS}
"""The Sponsorships."""

CARDS: Mapping[str, Card] = {
    **CATALOGUE,
    **{key: each.card for key, each in UPGRADE_CARDS.items()},
    **SPONSORSHIP_CARDS,
}
"""Every card that words can be found for."""


def card_of(key: str) -> Card:
    """A card by its key; one without symbols where the key is no card's."""
    return CARDS.get(key) or Card(key, "upgrade", 0)


def is_upgrade(key: str) -> bool:
    """Whether a key is that of an upgrade with a card of its own, or of a Sponsorship."""
    return key in UPGRADE_CARDS or key in SPONSORSHIP_CARDS


def top_speed(card: Card) -> int:
    """The printed speed of a card, the highest where there is a choice."""
    return max(card.choices, default=card.speed)
