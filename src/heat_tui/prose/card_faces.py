"""What stands on a card, in signs: short enough for a hand of cards side by side."""

from __future__ import annotations

from collections.abc import Iterable

from heat_tui.engine.cards import HEAT, STRESS, Card
from heat_tui.language import _

_CHOICE = "/"
_PLUS = "+"


def face(card: Card) -> tuple[str, ...]:
    """The signs of a card, its speed first: ("6", "H1", "C1"); ("1/2/3/4", "H1") where the speed can be chosen.

    A Heat has none, and of a Stress only its +.
    """
    if card.key == HEAT:
        return ()
    signs = tuple(_sign(symbol, number) for symbol, number in card.symbols)
    return signs if card.key == STRESS else (_speed(card), *signs)


def legend_of_signs(cards: Iterable[Card]) -> list[tuple[str, str]]:
    """The signs that stand on some cards, each with what it means, in a fixed order."""
    there = {symbol for card in cards for symbol, _number in card.symbols}
    return [(sign, words) for symbol, sign, words in _meanings() if symbol in there]


def _speed(card: Card) -> str:
    return _CHOICE.join(map(str, card.choices)) if card.choices else str(card.speed)


def _sign(symbol: str, number: int) -> str:
    """The sign of a symbol; those without a number of their own are the sign alone."""
    match symbol:
        case "plus":
            return _PLUS * number
        case "heat":
            return _("H{number}").format(number=number)
        case "scrap":
            return _("X{number}").format(number=number)
        case "adjust":
            return _("L{number}").format(number=f"{number:+d}")
        case "cooldown":
            return _("C{number}").format(number=number)
        case "slipstream_boost":
            return _("S{number}").format(number=number)
        case "reduce_stress":
            return _("R{number}").format(number=number)
        case "refresh":
            return _("F")
        case "salvage":
            return _("V{number}").format(number=number)
        case "direct_play":
            return _("D")
        case "accelerate":
            return _("A")
        case "super_cool":
            return _("SC{number}").format(number=number)
        case "draft":
            return _("DR{number}").format(number=number)
        case _:
            raise AssertionError(f"no sign for the symbol {symbol}")


def _meanings() -> tuple[tuple[str, str, str], ...]:
    """Every symbol with its sign and what it means."""
    return (
        ("plus", _PLUS, _("turn over a Basic card and add it")),
        ("heat", _("H"), _("you must pay so much Heat")),
        ("scrap", _("X"), _("so many cards of your deck are discarded")),
        ("adjust", _("L"), _("your limits are so much higher or lower")),
        ("cooldown", _("C"), _("so much Heat from the hand into the engine")),
        ("slipstream_boost", _("S"), _("a Slipstream may go so much further")),
        ("reduce_stress", _("R"), _("so much Stress may leave your hand")),
        ("refresh", _("F"), _("the card may go back on your draw deck")),
        ("salvage", _("V"), _("so many discarded cards back into the deck")),
        ("direct_play", _("D"), _("may be played from the hand in step 5")),
        ("accelerate", _("A"), _("1 speed for every + of the turn")),
        ("super_cool", _("SC"), _("so much discarded Heat into the engine")),
        ("draft", _("DR"), _("up behind the next car if it is so near")),
    )
