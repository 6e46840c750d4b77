"""Words for the symbols on cards: what they are called and what they do."""

from __future__ import annotations

from heat_tui.language import _, ngettext


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
