"""Words for cards, which the engine knows by their keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.language import _, ngettext
from heat_tui.prose.catalogue import CARDS, SPONSORSHIP_CARDS, UPGRADE_CARDS, card_of, top_speed
from heat_tui.prose.names import listing, quoted
from heat_tui.prose.sponsorships import sponsorship_name, sponsorship_words
from heat_tui.prose.upgrades import upgrade_name, upgrade_words


def card_name(key: str) -> str:
    """What a card is called: the number on a speed card, "Brakes-1234" for an upgrade, else its name.

    A key that is no card's is quoted, since it may be something that a person typed.
    """
    if key == HEAT:
        return _("Heat")
    if key == STRESS:
        return _("Stress")
    if key in UPGRADE_CARDS:
        return upgrade_name(key)
    if key in SPONSORSHIP_CARDS:
        return sponsorship_name(key)
    return key if key in CARDS else quoted(key)


def card_list(keys: Iterable[str]) -> str:
    """Cards in words, the fastest first, then Stress, then Heat: "4, 2, 2, Stress and Heat twice"."""
    counts = Counter(keys)
    if not counts:
        return _("no cards")
    items: list[str] = []
    for key in sorted(counts, key=_rank):
        items += _several(key, counts[key])
    return listing(items)


def card_words(key: str) -> str:
    """What a card does, in a sentence or two."""
    if key == HEAT:
        return _(
            "Heat cannot be played or discarded: it fills up your hand until a Cooldown puts it back into the engine."
        )
    if key == STRESS:
        return _(
            "Stress is a card you play blind: turn over cards from your draw deck until a Basic card appears, "
            "which adds its 1 to 4 to your speed. Stress cannot be discarded; playing it gets rid of it."
        )
    if key in UPGRADE_CARDS:
        return upgrade_words(UPGRADE_CARDS[key])
    if key in SPONSORSHIP_CARDS:
        return sponsorship_words(SPONSORSHIP_CARDS[key])
    card = CARDS[key]
    if card.kind == "basic":
        return ngettext(
            "A Basic card with speed {speed}: it moves the car {speed} space.",
            "A Basic card with speed {speed}: it moves the car {speed} spaces.",
            card.speed,
        ).format(speed=card.speed)
    return _(
        "A starting upgrade with speed {speed}. It is not a Basic card: turned over for a +, it is discarded."
    ).format(speed=card.speed)


def _several(key: str, count: int) -> list[str]:
    name = card_name(key)
    if card_of(key).kind not in ("stress", "heat"):
        return [name] * count
    if count == 1:
        return [name]
    if count == 2:
        return [_("{card} twice").format(card=name)]
    return [_("{card} {count} times").format(card=name, count=count)]


def _rank(key: str) -> tuple[int, int, str]:
    card = card_of(key)
    last = {"stress": 1, "heat": 2}.get(card.kind, 0)
    return last, -top_speed(card), key
