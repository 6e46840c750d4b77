"""A car's colour as ink: for lines and pictures that stand on the background without a plate of their own."""

from __future__ import annotations

import functools
from typing import Final

from textual.color import Color

from heat_tui.tui.appearance import THEMES, Look

_LEAST_DIFFERENCE: Final = 0.22
"""Of the brightness, 0 to 1."""

_STEP: Final = 0.1


def car_ink(look: Look, colour: str) -> str:
    """The colour of a car, as #rrggbb, drawn towards the text's colour as far as it takes to be seen."""
    return _ink(look.car_colour(colour), look.dark)


@functools.cache
def _ink(colour: str, dark: bool) -> str:  # noqa: FBT001 - the key of a cache
    theme = next(each for each in THEMES if each.dark == dark)
    ground, text = Color.parse(theme.background or ""), Color.parse(theme.foreground or "")
    ink, share = Color.parse(colour), 0.0
    while abs(ink.brightness - ground.brightness) < _LEAST_DIFFERENCE and share < 1:
        share += _STEP
        ink = Color.parse(colour).blend(text, share)
    return ink.hex6
