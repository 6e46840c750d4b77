"""What the weather says."""

from __future__ import annotations

from heat_tui.language import N_
from heat_tui.modules.weather import Weather
from heat_tui.words.module import ModuleWords

WORDS = ModuleWords(
    titles={Weather.name: N_("weather")},
    refusals={
        "too-few-conditions": N_(
            "This track has {corners} corners, but there are only {tokens} road conditions; race it dry."
        ),
    },
)
