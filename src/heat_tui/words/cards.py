"""Words for cards, which the engine knows by their keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from heat_tui.engine.cards import CATALOGUE, HEAT, STRESS, Card
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import SPONSORSHIPS
from heat_tui.modules.garage.cards import UPGRADES, Upgrade
from heat_tui.words.formatter import sentences
from heat_tui.words.names import choice, listing, quoted


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


def upgrade_name(key: str) -> str:
    """The name of an upgrade: its family and its value or values, "Brakes-1234"."""
    family, _dash, values = key.partition("-")
    number, letter = (values[:-1], _letter(values[-1])) if values[-1].isalpha() else (values, "")
    return _("{family}-{value}").format(family=family_name(family), value=number + letter)


def upgrade_words(upgrade: Upgrade) -> str:
    """What an upgrade does and what it is good for, a sentence each."""
    card = upgrade.card
    symbols = [symbol_words(symbol, number) for symbol, number in card.symbols]
    return sentences(_upgrades_speed(card), *symbols, family_words(upgrade.family))


def family_name(family: str) -> str:
    """What a family of upgrades is called on its cards."""
    names = {
        "drive": _("Drive"),
        "body": _("Body"),
        "brakes": _("Brakes"),
        "radiator": _("Radiator"),
        "revs": _("Revs"),
        "fuel": _("Fuel"),
        "throttle": _("Throttle"),
        "suspension": _("Suspension"),
        "tyres": _("Tyres"),
        "turbo": _("Turbo"),
        "wings": _("Wings"),
        "intake": _("Intake"),
        "frontwing": _("Frontwing"),
    }
    return names[family]


def family_words(family: str) -> str:
    """What a family of upgrades is good for."""
    words = {
        "drive": _("Four-wheel drive: speed out of the deck, never quite foreseen."),
        "body": _("Bodywork: keeps Stress away."),
        "brakes": _("Brakes: you decide last, exactly up to the limit."),
        "radiator": _("Radiator: the engine cools in any gear."),
        "revs": _("Revs: for the crowd, where cars are close ahead."),
        "fuel": _("Fuel: your deck gets its best cards back."),
        "throttle": _("Throttle: faster than your gear, just when it is needed."),
        "suspension": _("Suspension: comes back turn after turn."),
        "tyres": _("Tyres: change what the corners allow you."),
        "turbo": _("Turbo: nothing is faster, nothing asks for more."),
        "wings": _("Wings: Heat paid once, and every limit is higher."),
        "intake": _("Air intake: fetches Heat that is already spent."),
        "frontwing": _("Front wing: close up to whoever is ahead."),
    }
    return words[family]


def _letter(letter: str) -> str:
    """What tells upgrades apart that share family and value."""
    letters = {"a": _("a"), "b": _("b"), "c": _("c")}
    return letters[letter]


def _upgrades_speed(card: Card) -> str:
    if card.choices:
        return _("Upgrade with speed {values}, chosen when every + is resolved.").format(
            values=choice([str(value) for value in card.choices])
        )
    return _("Upgrade with speed {speed}.").format(speed=card.speed)


def sponsorship_name(key: str) -> str:
    """The name of a Sponsorship: "Sponsor-turbo"."""
    names = {
        "sponsor-brakes": _("Sponsor-brakes"),
        "sponsor-radiator": _("Sponsor-radiator"),
        "sponsor-revs": _("Sponsor-revs"),
        "sponsor-turbo": _("Sponsor-turbo"),
        "sponsor-wings": _("Sponsor-wings"),
        "sponsor-intake": _("Sponsor-intake"),
        "sponsor-frontwing": _("Sponsor-frontwing"),
    }
    return names[key]


def sponsorship_words(card: Card) -> str:
    """What a Sponsorship does, a sentence each."""
    symbols = [symbol_words(symbol, number) for symbol, number in card.symbols]
    return sentences(
        _sponsorships_speed(card), *symbols, _("Once played it leaves the race; unused it stays yours in the season.")
    )


def _sponsorships_speed(card: Card) -> str:
    if card.choices:
        return _("Sponsorship with speed {values}, chosen when every + is resolved.").format(
            values=choice([str(value) for value in card.choices])
        )
    return _("Sponsorship with speed {speed}.").format(speed=card.speed)


def symbol_name(symbol: str) -> str:
    """What a symbol is called."""
    names = {
        "plus": _("+"),
        "heat": _("Heat"),
        "scrap": _("Scrap"),
        "adjust": _("Adjust"),
        "cooldown": _("Cooldown"),
        "slipstream_boost": _("Slipstream boost"),
        "reduce_stress": _("Reduce stress"),
        "refresh": _("Refresh"),
        "salvage": _("Salvage"),
        "direct_play": _("Direct play"),
        "accelerate": _("Accelerate"),
        "super_cool": _("Super cool"),
        "draft": _("Draft"),
        "boost": _("Boost"),
        "adrenaline": _("Adrenaline"),
    }
    return names[symbol]


def symbol_words(symbol: str, number: int) -> str:
    """What a symbol of a card does, in a short sentence; `number` is the one printed beside it."""
    match symbol:
        case "plus":
            return ngettext(
                "+: a Basic card is turned over and added.",
                "+ {number} times: so many Basic cards are turned over and added.",
                number,
            ).format(number=number)
        case "heat" | "scrap" | "adjust":
            return _mandatory(symbol, number)
        case "direct_play":
            return _("Direct play: may be played from the hand in step 5.")
        case "refresh":
            return _("Refresh: may go back on top of your draw deck after the turn.")
        case "accelerate":
            return _("Accelerate: 1 extra speed for every + of the turn.")
        case _:
            return _optional(symbol, number)


def _mandatory(symbol: str, number: int) -> str:
    match symbol:
        case "heat":
            return _("Heat {number}: must be paid in step 5.").format(number=number)
        case "scrap":
            return ngettext(
                "Scrap {number}: the top card of your draw deck must be discarded.",
                "Scrap {number}: the top {number} cards of your draw deck must be discarded.",
                number,
            ).format(number=number)
        case _:
            if number < 0:
                return _("Adjust {number}: all limits are {by} lower for you.").format(
                    number=f"{number:+d}", by=-number
                )
            return _("Adjust {number}: all limits are {by} higher for you.").format(number=f"{number:+d}", by=number)


def _optional(symbol: str, number: int) -> str:
    match symbol:
        case "cooldown":
            return _("Cooldown {number}: so much Heat from the hand into the engine.").format(number=number)
        case "slipstream_boost":
            return _("Slipstream boost {number}: a Slipstream may go {number} further.").format(number=number)
        case "reduce_stress":
            return _("Reduce stress {number}: so much Stress may leave your hand.").format(number=number)
        case "salvage":
            return ngettext(
                "Salvage {number}: a card of your discard pile goes back into the draw deck.",
                "Salvage {number}: up to {number} cards of your discard pile go back into the draw deck.",
                number,
            ).format(number=number)
        case "super_cool":
            return _("Super cool {number}: so much Heat from the discard pile into the engine.").format(number=number)
        case "draft":
            return _("Draft {number}: up behind the next car, if it is so near.").format(number=number)
        case _:
            raise AssertionError(f"no words for the symbol {symbol}")


def values_words(values: tuple[tuple[str, int], ...]) -> str:
    """Cards with the values chosen for them: "3 for Brakes-1234 and 1 for Brakes-13"."""
    return listing([_("{value} for {card}").format(card=card_name(card), value=value) for card, value in values])
