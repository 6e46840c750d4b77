"""Everything that happens in a race, and everything that is asked, in sentences."""

from __future__ import annotations

from heat_tui.words.advice import explain
from heat_tui.words.cards import card_list, card_name, card_words
from heat_tui.words.forecasts import preview
from heat_tui.words.names import colour_name, corner_name, gear_words, odds_in_words, place_words
from heat_tui.words.narrator import Narrator
from heat_tui.words.questions import ask, describe_action
from heat_tui.words.refusals import refusal
from heat_tui.words.situation import situation, standings, track_lines

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
    "gear_words",
    "odds_in_words",
    "place_words",
    "preview",
    "refusal",
    "situation",
    "standings",
    "track_lines",
]
