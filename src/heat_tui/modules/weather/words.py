"""What the weather says."""

from __future__ import annotations

from heat_tui.language import N_
from heat_tui.modules.weather import ConditionsPlaced, HeatSpread, Weather, WeatherDrawn
from heat_tui.words.formatter import sentences
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import corners_by_token, row
from heat_tui.words.telling import SayEvent
from heat_tui.words.weather import condition_name, start_words, weather_name


def _drawn(event: WeatherDrawn, say: SayEvent) -> str:
    drawn = say(N_("The weather of this race: {weather}."), weather=weather_name(event.token))
    return sentences(drawn, start_words(event.token))


def _conditions_placed(event: ConditionsPlaced, say: SayEvent) -> str:
    placed = [
        say(N_("{corner} {condition}"), corner=corner, condition=condition_name(event.conditions[index]))
        for index, corner in corners_by_token(say.sheet.track)
    ]
    return say(N_("The road: {conditions}."), conditions=row(placed))


def _heat_spread(event: HeatSpread, say: SayEvent) -> str:
    if event.to == "deck":
        return say(N_("{name} shuffles {heat} Heat from the engine into the draw deck."))
    return say(N_("{name} puts {heat} Heat from the engine on the discard pile."))


WORDS = ModuleWords(
    titles={Weather.name: N_("weather")},
    refusals={
        "too-few-conditions": N_(
            "This track has {corners} corners, but there are only {tokens} road conditions; race it dry."
        ),
    },
    events={
        WeatherDrawn: _drawn,
        ConditionsPlaced: _conditions_placed,
        HeatSpread: _heat_spread,
    },
)
