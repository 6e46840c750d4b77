"""The Sponsorship cards: one-use upgrades (E10, H4, N3)."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.engine.cards import Card
from heat_tui.engine.record import record

COPIES = 7
"""So many copies of every kind there are."""


@record
class Sponsorship:
    """One kind of Sponsorship: its card and the set that it comes from."""

    card: Card
    set: str = "base"


SPONSORSHIPS: tuple[Sponsorship, ...] = (
    Sponsorship(Card("sponsor-brakes", "sponsorship", 0, (), (1, 2, 3, 4))),
    Sponsorship(Card("sponsor-radiator", "sponsorship", 4, (("cooldown", 2),))),
    Sponsorship(Card("sponsor-revs", "sponsorship", 1, (("slipstream_boost", 2),))),
    Sponsorship(Card("sponsor-turbo", "sponsorship", 6)),
    Sponsorship(Card("sponsor-wings", "sponsorship", 3, (("adjust", 1),))),
    Sponsorship(Card("sponsor-intake", "sponsorship", 0, (("super_cool", 2),)), "heavy_rain"),
    Sponsorship(Card("sponsor-frontwing", "sponsorship", 5, (("draft", 2),)), "tunnel_vision"),
)
"""All kinds of Sponsorships. Source: the Sponsorship cards of the base game and of the expansions."""

KEYS = frozenset(each.card.key for each in SPONSORSHIPS)


def cards_of(sets: Sequence[str]) -> tuple[Card, ...]:
    """The kinds of these sets."""
    return tuple(each.card for each in SPONSORSHIPS if each.set in sets)


def pool_of(sets: Sequence[str]) -> list[str]:
    """All Sponsorship cards of these sets, by key."""
    return [card.key for card in cards_of(sets) for _ in range(COPIES)]
