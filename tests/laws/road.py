"""The effects of tokens and special spaces on the road, computed a second time from open information."""

from __future__ import annotations

from heat_tui.engine import Race
from heat_tui.engine.track import Corner
from heat_tui.modules.legends import Legends
from heat_tui.modules.weather import WeatherShown

LIMITS = {"limit_up": 1, "limit_down": -1}
OF_THE_WEATHER = {
    "cloud": "no cooling",
    "fog": "no slipstream",
    "storm": "boost 2",
    "snow": "cool 1",
    "rain": "cool 1",
    "sun": "boost 2",
}
OF_A_SECTOR = {"slipstream_boost": "boost 1", "heat_control": "free boost"}

START_HEAT = {"fog": 1, "snow": -1}
START_STRESS = {"cloud": -1, "storm": 1}
"""The changes that weather makes to the number of Stress cards at the start (W2)."""


class Road:
    """The track of a race with its tokens, and which of its special spaces are in use."""

    def __init__(self, race: Race) -> None:
        view = race.view(None)
        track = view.sheet.track
        self.track = track
        self.spaces = track.spaces
        self.finish = view.sheet.finish
        names = {module.name for module in race.setup.modules}
        self.number_first = "tournament" in names
        self.flooded = track.flooded if "spaces" in names else ()
        self.tunnel = track.tunnel if "spaces" in names else ()
        self.aggressive = any(isinstance(module, Legends) and module.aggressive for module in race.setup.modules)
        self.tokens: WeatherShown | None = None
        for name, shown in view.shown:
            if name == "weather":
                assert isinstance(shown, WeatherShown)
                self.tokens = shown

    def limit(self, corner: int, adjust: int = 0) -> int:
        """Return the limit of a corner line with its road condition and the driver's `adjust` (W3, G9)."""
        limit = self.track.corners[corner].limit
        if self.tokens is not None:
            limit = max(limit + LIMITS.get(self.tokens.conditions[corner], 0), 0)
        return max(limit + adjust, 0)

    def owed(self, corner: int, speed: int, adjust: int = 0) -> int:
        """Return the Heat for crossing a corner line at a speed (7.1, W3, G9)."""
        over = max(speed - self.limit(corner, adjust), 0)
        return over + 1 if over and self.tokens and self.tokens.conditions[corner] == "overheat" else over

    def effect(self, at: int) -> str:
        """Return the effect of the sector that contains the place `at`, "" for none (W4-W6, H2)."""
        if self.tokens is None:
            return ""
        begins, corners = self.sector(at), self.track.corners
        if any(corner.chicane_with == begins for corner in corners):
            return ""
        token = self.tokens.conditions[begins]
        return OF_THE_WEATHER[self.tokens.token] if token == "weather" else OF_A_SECTOR.get(token, "")

    def sector(self, at: int) -> int:
        """Return the index of the corner line at which the sector of a place begins."""
        space, corners = self.space(at), self.track.corners
        behind = [index for index, corner in enumerate(corners) if corner.line_after < space]
        return max(behind, default=len(corners) - 1)

    def space(self, at: int) -> int:
        """Return the space, from 1, of an absolute place."""
        return (at - 1) % self.spaces + 1

    def shift(self, at: int, before: int, gear: int) -> int:
        """Return the Heat for a shift by a car at place `at` (1.2, H1)."""
        return (abs(gear - before) == 2) + (gear < before and self.space(at) in self.flooded)

    def pressing(self, at: int) -> int:
        """Return how many additional corner lines an aggressive Legend may cross from `at` (L8)."""
        way, corner = self._ahead(at)
        if not self.aggressive or at + way >= self.finish:
            return 0
        return (way < corner.aggressive) + (way < corner.double_aggressive)

    def _ahead(self, at: int) -> tuple[int, Corner]:
        """Return the number of spaces from a place to the line of the next corner, and that corner."""
        ways = ((corner.line_after - at) % self.spaces for corner in self.track.corners)
        return min(zip(ways, self.track.corners, strict=True), key=lambda pair: pair[0])
