"""The words of the weather: the tokens of the race and of the corners, and the effects in a sector."""

from __future__ import annotations

from collections.abc import Mapping

from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NC_, NN_, Message, _, row, translated
from heat_tui.modules.weather import (
    CONDITIONS,
    WEATHER,
    ConditionsPlaced,
    Effect,
    HeatSpread,
    Weather,
    WeatherDrawn,
    WeatherShown,
)
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import corners_by_token
from heat_tui.words.telling import SayEvent, by

TOKENS = {
    "cloud": (N_("clouds"), N_("Calm nerves: everybody starts with 1 fewer Stress card.")),
    "fog": (N_("fog"), N_("Engines stay cool: everybody starts with 1 extra Heat.")),
    "storm": (N_("storm"), N_("Nerves are on edge: everybody starts with 1 extra Stress.")),
    "snow": (N_("snow"), N_("Engines start cold: everybody starts with 1 Heat less.")),
    "rain": (N_("rain"), N_("Everything is wet: everybody starts with up to 3 of their Heat in the draw deck.")),
    "sun": (N_("sun"), N_("Engines boil: everybody starts with up to 3 of their Heat in the discard pile.")),
}
"""The name of every weather token, and the changes that it makes before the start (W2)."""

CONDITION_NAMES = {
    "limit_up": N_("grippy"),
    "limit_down": N_("slippery"),
    "overheat": N_("overheating"),
    "slipstream_boost": N_("Slipstream boost"),
    "heat_control": N_("heat control"),
    "weather": NC_("road condition", "weather"),
}

EFFECTS: Mapping[str, Message] = {
    "slipstream_boost": NN_(
        "A Slipstream that starts in this sector may go {number} space further.",
        "A Slipstream that starts in this sector may go {number} spaces further.",
        "number",
    ),
    "no_slipstream": N_("No Slipstream may start in this sector."),
    "cooldown": N_("In this sector you have {number} extra Cooldown."),
    "no_cooldown": N_("In this sector you have no Cooldown."),
    "free_boost": N_("A Boost costs no Heat in this sector."),
}
"""The messages about the effects in a sector, by kind of effect."""


def weather_name(token: str) -> str:
    return translated(TOKENS[token][0])


def start_words(token: str) -> str:
    """Return a sentence on the changes that the weather makes before the start (W2)."""
    return translated(TOKENS[token][1])


def condition_name(condition: str) -> str:
    return translated(CONDITION_NAMES[condition])


def condition_words(condition: str, token: str) -> str:
    """Return a sentence on the effect of a road condition in the weather `token` (W3-W5)."""
    kind = CONDITIONS[condition]
    if kind.limit > 0:
        return _("Grippy: the limit is {by} higher.").format(by=kind.limit)
    if kind.limit < 0:
        return _("Slippery: the limit is {by} lower.").format(by=-kind.limit)
    if kind.surcharge:
        return _("Overheating: a driver who pays Heat here pays {heat} more.").format(heat=kind.surcharge)
    if kind.sector is not None:
        return effect_words(kind.sector)
    effect = effect_words(WEATHER[token].sector)
    return _("Weather ({weather}): {effect}").format(weather=weather_name(token), effect=effect)


def effect_words(effect: Effect) -> str:
    return fill(EFFECTS[effect.kind], number=effect.number)


def weather_lines(view: SeatView) -> list[str]:
    """Return lines on the weather and on the road, corner by corner; without weather, one line that says so."""
    weather = view.part(WeatherShown)
    if weather is None:
        return [_("This race has no weather: the limits are those printed on the track.")]
    return [
        sentences(
            _("This race's weather: {weather}.").format(weather=weather_name(weather.token)), start_words(weather.token)
        ),
        *(
            _("{corner}: {words}").format(
                corner=corner[:1].upper() + corner[1:], words=condition_words(weather.conditions[index], weather.token)
            )
            for index, corner in corners_by_token(view.sheet.track)
        ),
    ]


def space_lines(view: SeatView, space: int) -> list[str]:
    """Return a line on the effect of a token in the sector that a space is in; [] if no token acts there."""
    weather = view.part(WeatherShown)
    effect = weather.sectors[view.sheet.track.sector(space)] if weather is not None else None
    return [effect_words(effect)] if effect is not None else []


def corner_lines(view: SeatView, index: int) -> list[str]:
    """Return sentences on the effect of the token at a corner line; [] without weather."""
    weather = view.part(WeatherShown)
    if weather is None:
        return []
    condition = weather.conditions[index]
    lines = [_("Its road condition: {words}").format(words=condition_words(condition, weather.token))]
    kind = CONDITIONS[condition]
    if weather.sectors[index] is None and not (kind.limit or kind.surcharge):
        lines.append(_("It takes effect only past the second line of the chicane."))
    return lines


def _conditions(event: ConditionsPlaced, say: SayEvent) -> str:
    placed = [
        say(N_("{corner} {condition}"), corner=corner, condition=condition_name(event.conditions[index]))
        for index, corner in corners_by_token(say.sheet.track)
    ]
    return row(placed)


WORDS = ModuleWords(
    titles={Weather.name: N_("weather")},
    refusals={
        "too-few-conditions": N_(
            "This track has {corners} corners, but the game has only {tokens} road conditions; race without weather."
        )
    },
    events={
        WeatherDrawn: lambda event, say: sentences(
            say(N_("The weather for this race: {weather}."), weather=weather_name(event.token)),
            start_words(event.token),
        ),
        ConditionsPlaced: lambda event, say: say(N_("The road: {conditions}."), conditions=_conditions(event, say)),
        HeatSpread: by(
            "to",
            {"deck": N_("{name} shuffles {heat} Heat from the engine into the draw deck.")},
            N_("{name} puts {heat} Heat from the engine on the discard pile."),
        ),
    },
    clauses={
        WeatherDrawn: lambda event, say: say(N_("Weather: {weather}"), weather=weather_name(event.token)),
        ConditionsPlaced: lambda event, say: say(N_("Road: {conditions}"), conditions=_conditions(event, say)),
        HeatSpread: by("to", {"deck": N_("{heat} Heat into the draw deck")}, N_("{heat} Heat to the discard pile")),
    },
    corner=corner_lines,
    space=space_lines,
)
