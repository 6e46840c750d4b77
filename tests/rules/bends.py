"""A track with two corners, a hand of Heat, and the tokens on the table, for the rules of weather."""

from __future__ import annotations

from heat_tui.engine.race import Race
from heat_tui.modules.weather import WeatherShown
from tests.tables import loop

BENDS = loop(60, (20, 4), (40, 3))
"""A track whose sector 0 is spaces 21 to 40, and whose sector 1, the last corner's, is 41 to 60 and 1 to 20."""

NOTHING = "overheat"
"""A road condition without an effect on a sector."""

HOT_HAND = "heat heat heat heat heat heat heat"


def shown(race: Race) -> WeatherShown:
    """Return the tokens in the public view."""
    tokens = dict(race.view(None).shown)["weather"]
    assert isinstance(tokens, WeatherShown)
    return tokens
