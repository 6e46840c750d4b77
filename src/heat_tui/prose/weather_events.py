"""Sentences for the weather and the road before the start."""

from __future__ import annotations

from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _
from heat_tui.modules.weather import ConditionsPlaced, HeatSpread, WeatherDrawn
from heat_tui.prose.names import car_name, row
from heat_tui.prose.places import corners_by_token
from heat_tui.prose.telling import sentences, told
from heat_tui.prose.weather import condition_name, start_words, weather_name


@told.register
def weather_drawn(event: WeatherDrawn, sheet: RaceSheet) -> str:
    """The weather, and what it changes at the start (W2)."""
    return sentences(
        _("The weather of this race: {weather}.").format(weather=weather_name(event.token)), start_words(event.token)
    )


@told.register
def conditions_placed(event: ConditionsPlaced, sheet: RaceSheet) -> str:
    """The road, corner by corner (W1)."""
    placed = [
        _("{corner} {condition}").format(corner=corner, condition=condition_name(event.conditions[index]))
        for index, corner in corners_by_token(sheet.track)
    ]
    return _("The road: {conditions}.").format(conditions=row(placed))


@told.register
def heat_spread(event: HeatSpread, sheet: RaceSheet) -> str:
    """Heat that does not start in the engine (W2)."""
    name = car_name(sheet, event.car)
    if event.to == "deck":
        return _("{name} shuffles {heat} Heat from the engine into the draw deck.").format(name=name, heat=event.heat)
    return _("{name} puts {heat} Heat from the engine on the discard pile.").format(name=name, heat=event.heat)
