"""Words for the upgrades of the garage: their names, what they do and what they are good for."""

from __future__ import annotations

from heat_tui.engine.cards import Card
from heat_tui.language import _
from heat_tui.modules.garage.cards import Upgrade
from heat_tui.prose.names import choice
from heat_tui.prose.symbols import symbol_words
from heat_tui.prose.telling import sentences


def upgrade_name(key: str) -> str:
    """The name of an upgrade: its family and its value or values, "Brakes-1234"."""
    family, _dash, values = key.partition("-")
    number, letter = (values[:-1], _letter(values[-1])) if values[-1].isalpha() else (values, "")
    return _("{family}-{value}").format(family=family_name(family), value=number + letter)


def upgrade_words(upgrade: Upgrade) -> str:
    """What an upgrade does and what it is good for, a sentence each."""
    card = upgrade.card
    symbols = [symbol_words(symbol, number) for symbol, number in card.symbols]
    return sentences(_speed(card), *symbols, family_words(upgrade.family))


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


def _speed(card: Card) -> str:
    if card.choices:
        return _("Upgrade with speed {values}, chosen when every + is resolved.").format(
            values=choice([str(value) for value in card.choices])
        )
    return _("Upgrade with speed {speed}.").format(speed=card.speed)
