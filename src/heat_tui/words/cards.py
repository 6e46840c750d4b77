"""Words for cards, which the engine knows by their keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from heat_tui.engine.cards import CATALOGUE, HEAT, STRESS, Card
from heat_tui.language import N_, NN_, Message, _, choice, clause_listing, listing, translated
from heat_tui.typesetting import kept_whole
from heat_tui.words.formatter import fill
from heat_tui.words.module import ModuleWords, with_modules
from heat_tui.words.names import quoted
from heat_tui.words.symbols import SYMBOLS, sign, symbol_words

NAMES = {HEAT: N_("Heat"), STRESS: N_("Stress")}
"""The names of cards that are called by a word, not by a number."""

WORDS: Mapping[str, Message] = {
    HEAT: N_(
        "Heat cannot be played, nor discarded unless an event allows it: it takes up room in your hand until a "
        "Cooldown puts it back into the engine."
    ),
    STRESS: N_(
        "Stress is played blind: turn over cards from your draw deck until a Basic card appears, and "
        "add its 1 to 4 to your speed. Stress cannot be discarded unless a card or an event allows it; play it to get "
        "rid of it."
    ),
    "basic": NN_(
        "A Basic card with speed {speed}: it moves your car {speed} space.",
        "A Basic card with speed {speed}: it moves your car {speed} spaces.",
        "speed",
    ),
    "starting": N_(
        "A starting upgrade with speed {speed}. It is not a Basic card: when a + turns it over, it is discarded."
    ),
}
"""The effects of cards, by kind."""


all_cards: Final = with_modules(CATALOGUE, lambda words: words.cards)
"""A function that returns every card that has words, by its key."""

_brought: Final = with_modules(dict[str, ModuleWords](), lambda words: dict.fromkeys(words.cards, words))
"""A function that returns the words of the module that adds a card, by the key of the card."""


def card_of(key: str) -> Card:
    """Return a card by its key; an unknown key gives a card without symbols."""
    return all_cards().get(key) or Card(key, "upgrade", 0)


def is_upgrade(key: str) -> bool:
    """Return whether a key is that of a Sponsorship, or of an upgrade that is not a starting upgrade."""
    return key in _brought()


def card_name(key: str) -> str:
    """Return the name of a card, such as "4", "Stress" or "Brakes-1234".

    A key that names no card is quoted, because a person may have typed it.
    """
    if key in NAMES:
        return translated(NAMES[key])
    if key in _brought():
        return kept_whole(_brought()[key].card_name(key))
    return key if key in all_cards() else quoted(key)


def short_card_name(key: str) -> str:
    """Return the name of a card for narrow places, shorter only for upgrades and Sponsorships."""
    return _brought()[key].short_card_name(key) if key in _brought() else card_name(key)


def card_words(key: str) -> str:
    """Return the effects of a card, in a few sentences. Raises KeyError for an unknown key."""
    if key in _brought():
        return _brought()[key].card_words(key)
    card = all_cards()[key]
    return fill(WORDS.get(card.kind, WORDS["starting"]), speed=card.speed)


def card_list(keys: Iterable[str]) -> str:
    """Return cards in words, in listing order: "4, 2, 2, Stress and two Heat cards"; "no cards" for none."""
    counts = Counter(keys)
    if not counts:
        return _("no cards")
    return listing([item for key in ranked(counts) for item in _several(key, counts[key])])


def ranked(keys: Iterable[str]) -> list[str]:
    """Return cards in listing order: the fastest first, then Stress, then Heat."""
    return sorted(keys, key=_rank)


def card_row(keys: Iterable[str]) -> str:
    """Return cards in words, in the given order: "2, 4 and 2"."""
    return listing([card_name(key) for key in keys])


def card_choice(keys: Iterable[str]) -> str:
    """Return cards as alternatives, naming equal cards only once: "4, 2 or Stress"."""
    return choice([card_name(key) for key in dict.fromkeys(keys)])


def values_words(values: tuple[tuple[str, int], ...]) -> str:
    """Return cards with their chosen values in words: "3 for Brakes-1234 and 1 for Brakes-13"."""
    return clause_listing([_("{value} for {card}").format(card=card_name(card), value=value) for card, value in values])


SOURCES = {
    "gear": N_("the gear"),
    "adrenaline": N_("Adrenaline"),
    "sector": N_("this sector"),
    "boost": N_("the Boost"),
}
"""The sources of Cooldown and of flips other than cards."""


def source_name(source: str) -> str:
    """Return the source of a Cooldown or a flip in words; for a card, its name."""
    return translated(SOURCES[source]) if source in SOURCES else card_name(source)


def source_words(source: str) -> str:
    """Return the source of a Cooldown in words: "the gear", "the card Drive-0b"."""
    return source_name(source) if source in SOURCES else _("the card {card}").format(card=card_name(source))


def _several(key: str, count: int) -> list[str]:
    name = card_name(key)
    if count == 1 or card_of(key).kind not in ("stress", "heat"):
        return [name] * count
    several = translated(_SEVERAL[count]) if count in _SEVERAL else _("{count} {card} cards")
    return [several.format(card=name, count=count)]


_SEVERAL: Final = {
    2: N_("two {card} cards"),
    3: N_("three {card} cards"),
    4: N_("four {card} cards"),
    5: N_("five {card} cards"),
    6: N_("six {card} cards"),
    7: N_("seven {card} cards"),
}
"""Messages for 2 to 7 Stress or Heat cards, with the number as a word: a digit would look like a speed card."""


def _rank(key: str) -> tuple[int, int, str]:
    card = card_of(key)
    last = {"stress": 1, "heat": 2}.get(card.kind, 0)
    return last, -max(card.choices, default=card.speed), key


def face(card: Card) -> tuple[str, ...]:
    """Return the speed and signs of a card: ("6", "H1", "C1"), or ("1/2/3/4", "H1"); ("+",) for Stress, () for Heat."""
    if card.key == HEAT:
        return ()
    signs = tuple(sign(symbol, number) for symbol, number in card.symbols)
    speed = "/".join(map(str, card.choices)) if card.choices else str(card.speed)
    return signs if card.key == STRESS else (speed, *signs)


def legend_of_signs(cards: Iterable[Card]) -> list[tuple[str, str]]:
    """Return the signs on some cards, each with its meaning, in the order of `SYMBOLS`."""
    borne = {symbol for card in cards for symbol, _number in card.symbols}
    return [(translated(row.letter), translated(row.meaning)) for symbol, row in SYMBOLS.items() if symbol in borne]


def card_with_signs(key: str) -> str:
    """Return a card and the signs on it: "Radiator-6 (6 H1 C1)"; only the name unless `is_upgrade`."""
    name = card_name(key)
    return _("{card} ({signs})").format(card=name, signs=" ".join(face(card_of(key)))) if is_upgrade(key) else name


def what_symbols_do(card: Card) -> list[str]:
    """Return the effects of the symbols of a card, one sentence each."""
    return [symbol_words(symbol, number) for symbol, number in card.symbols]


def speed_words(card: Card, fixed: str, chosen: str) -> str:
    """Return the speed of a card in the message `fixed`, or in `chosen` if the driver chooses the speed."""
    if card.choices:
        return fill(chosen, values=choice([str(value) for value in card.choices]))
    return fill(fixed, speed=card.speed)
