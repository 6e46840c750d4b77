"""Words for the weather, for the tokens at the corners and for what holds in a sector."""

from __future__ import annotations

from heat_tui.language import _
from heat_tui.modules.weather import CONDITIONS, WEATHER, Effect


def weather_name(token: str) -> str:
    """What a weather token is called."""
    names = {
        "cloud": _("clouds"),
        "fog": _("fog"),
        "storm": _("storm"),
        "snow": _("snow"),
        "rain": _("rain"),
        "sun": _("sun"),
    }
    return names[token]


def start_words(token: str) -> str:
    """What the weather changes before the start, a sentence (W2)."""
    words = {
        "cloud": _("Nobody feels watched: everybody starts with 1 Stress fewer."),
        "fog": _("Engines stay cool: everybody starts with 1 Heat more."),
        "storm": _("It shakes the nerves: everybody starts with 1 Stress more."),
        "snow": _("The engines are cold: everybody starts with 1 Heat fewer."),
        "rain": _("Everything is wet: up to 3 Heat of every engine start in the draw deck."),
        "sun": _("The engines boil: up to 3 Heat of every engine start on the discard pile."),
    }
    return words[token]


def condition_name(condition: str) -> str:
    """What a road condition is called."""
    names = {
        "limit_up": _("grippy"),
        "limit_down": _("slippery"),
        "overheat": _("overheating"),
        "slipstream_boost": _("Slipstream boost"),
        "heat_control": _("heat control"),
        "weather": _("weather"),
    }
    return names[condition]


def condition_words(condition: str, token: str) -> str:
    """What a road condition does in the weather `token`, a sentence (W3-W5)."""
    kind = CONDITIONS[condition]
    if kind.limit > 0:
        return _("Grippy: the limit is {by} higher.").format(by=kind.limit)
    if kind.limit < 0:
        return _("Slippery: the limit is {by} lower.").format(by=-kind.limit)
    if kind.surcharge:
        return _("Overheating: whoever pays Heat here pays {heat} more.").format(heat=kind.surcharge)
    effect = kind.sector or WEATHER[token].sector
    if kind.sector is None:
        return _("Weather ({weather}): {effect}").format(weather=weather_name(token), effect=effect_words(effect))
    return effect_words(effect)


def effect_words(effect: Effect) -> str:
    """What holds in a sector, a sentence."""
    match effect.kind:
        case "slipstream_boost":
            return _("A Slipstream that starts in this sector may go {number} further.").format(number=effect.number)
        case "no_slipstream":
            return _("No Slipstream may start in this sector.")
        case "cooldown":
            return _("There is {number} Cooldown more in this sector.").format(number=effect.number)
        case "no_cooldown":
            return _("Nothing can be cooled down in this sector.")
        case "free_boost":
            return _("A Boost costs no Heat in this sector.")
