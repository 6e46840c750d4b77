"""Words for Sponsorship cards: their names, and what they do."""

from __future__ import annotations

from heat_tui.engine.cards import Card
from heat_tui.language import _
from heat_tui.prose.names import choice
from heat_tui.prose.symbols import symbol_words
from heat_tui.prose.telling import sentences


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
    return sentences(_speed(card), *symbols, _("Once played it leaves the race; unused it stays yours in the season."))


def _speed(card: Card) -> str:
    if card.choices:
        return _("Sponsorship with speed {values}, chosen when every + is resolved.").format(
            values=choice([str(value) for value in card.choices])
        )
    return _("Sponsorship with speed {speed}.").format(speed=card.speed)
