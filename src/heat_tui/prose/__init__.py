"""Everything that happens in a race, and everything that is asked, in sentences."""

from __future__ import annotations

from heat_tui.prose.advice import explain
from heat_tui.prose.cards import card_list, card_name, card_words
from heat_tui.prose.choices import describe_action
from heat_tui.prose.forecasts import foretell
from heat_tui.prose.garage import garage_lines, market_words
from heat_tui.prose.names import colour_name
from heat_tui.prose.narrator import Narrator
from heat_tui.prose.odds import odds_in_words
from heat_tui.prose.places import corner_name, gear_words, place_words
from heat_tui.prose.questions import ask
from heat_tui.prose.refusals import refusal
from heat_tui.prose.situation import situation, standings, track_lines
from heat_tui.prose.tokens import weather_lines

__all__ = [
    "Narrator",
    "ask",
    "card_list",
    "card_name",
    "card_words",
    "colour_name",
    "corner_name",
    "describe_action",
    "explain",
    "foretell",
    "garage_lines",
    "gear_words",
    "market_words",
    "odds_in_words",
    "place_words",
    "refusal",
    "situation",
    "standings",
    "track_lines",
    "weather_lines",
]
