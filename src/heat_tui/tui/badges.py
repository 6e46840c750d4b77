"""The two letters by which a road condition is known on a sign, on the map and in the strips."""

from __future__ import annotations

from typing import Final

from heat_tui.engine.view import SeatView
from heat_tui.prose.championship import championship_of
from heat_tui.prose.tokens import weather_of

SURCHARGE: Final = "H+"
"""Whoever pays Heat at this corner pays one more."""

SECTORS: Final = {
    "slipstream_boost": "S+",
    "no_slipstream": "S-",
    "cooldown": "C+",
    "no_cooldown": "C-",
    "free_boost": "B0",
}
"""The badge of each effect that holds in the sector beyond the sign."""

NO_BADGE: Final = ""


def press_of(view: SeatView) -> tuple[int, ...]:
    """The corners, by index, where the press stands; none outside of a championship."""
    shown = championship_of(view)
    return () if shown is None else shown.press


def badges_of(view: SeatView) -> tuple[str, ...]:
    """The badge of each corner line, "" for one without; () in a race without road conditions.

    A changed limit needs none: the sign itself tells of it.
    """
    weather = weather_of(view)
    if weather is None:
        return ()
    badges: list[str] = []
    for effect, surcharge in zip(weather.sectors, view.surcharges, strict=True):
        sector = NO_BADGE if effect is None else SECTORS[effect.kind]
        badges.append(sector or (SURCHARGE if surcharge else NO_BADGE))
    return tuple(badges)
