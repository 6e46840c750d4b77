"""The colours of the road and the green around it, for the map and the strips, in a dark and a light look."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

from rich.color import Color
from rich.style import Style
from textual.color import Color as Shade

from heat_tui.drawing.road import Material
from heat_tui.engine.record import record
from heat_tui.engine.track import Track
from heat_tui.tui.look import Look

Colour = tuple[int, int, int]
Tint = tuple[Colour, float]
"""A colour and the fraction of it to mix in, 0 to 1."""

Badges = tuple[str, ...]
"""The badge of each corner, as in a scene; () without road conditions."""


@record
class Palette:
    """The colours of the road in one look; `materials` are by `Material`, `sectors` by a road condition's badge."""

    materials: tuple[Colour, ...]
    flooded: Tint
    tunnel: Tint
    reach: Tint
    focus: Tint
    dot: Colour
    faint_dot: Colour
    water: Colour
    landing: Colour
    spin: Colour
    cursor: Colour
    near: Colour
    far: Colour
    sectors: Mapping[str, Tint]

    @property
    def road(self) -> Colour:
        """The darker asphalt."""
        return self.materials[Material.ASPHALT]


def rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _colours(hexes: str) -> tuple[Colour, ...]:
    return tuple(rgb(f"#{each}") for each in hexes.split())


DARK: Final = Palette(
    materials=_colours("16241b 19291e 384036 cd342e dedbd2 444650 565862 ff3e34 f0c454 101010 f0f0f0"),
    flooded=((28, 92, 168), 0.6),
    tunnel=((34, 24, 16), 0.6),
    reach=((128, 138, 232), 0.5),
    focus=((235, 235, 240), 0.42),
    dot=(226, 226, 232),
    faint_dot=(158, 160, 170),
    water=(150, 205, 255),
    landing=(242, 182, 50),
    spin=(235, 60, 50),
    cursor=(255, 255, 255),
    near=(255, 130, 115),
    far=(150, 152, 160),
    sectors={
        **dict.fromkeys(("S1", "S2"), ((20, 190, 170), 0.24)),
        "S-": ((150, 120, 95), 0.34),
        "C+": ((165, 205, 240), 0.24),
        "C-": ((225, 120, 40), 0.26),
        "B0": ((225, 190, 60), 0.26),
    },
)

LIGHT: Final = Palette(
    materials=_colours("cedebc c6d7b3 b0b69c d6342c ffffff 70727a 82848c ec1e18 ffd65c 101010 fafafa"),
    flooded=((40, 120, 205), 0.6),
    tunnel=((58, 44, 30), 0.6),
    reach=((90, 104, 220), 0.5),
    focus=((255, 255, 255), 0.5),
    dot=(255, 255, 255),
    faint_dot=(212, 213, 218),
    water=(222, 241, 255),
    landing=(255, 196, 40),
    spin=(214, 30, 24),
    cursor=(0, 0, 0),
    near=(176, 28, 20),
    far=(96, 98, 104),
    sectors={
        **dict.fromkeys(("S1", "S2"), ((0, 150, 135), 0.32)),
        "S-": ((120, 88, 62), 0.38),
        "C+": ((150, 205, 250), 0.36),
        "C-": ((215, 105, 20), 0.32),
        "B0": ((220, 180, 30), 0.36),
    },
)


def palette_of(look: Look) -> Palette:
    return DARK if look.dark else LIGHT


def mixed(colour: Colour, tint: Tint) -> Colour:
    (red, green, blue), share = tint
    return (
        round(colour[0] + (red - colour[0]) * share),
        round(colour[1] + (green - colour[1]) * share),
        round(colour[2] + (blue - colour[2]) * share),
    )


def asphalt(
    palette: Palette,
    track: Track,
    space: int,
    material: int | None = None,
    *,
    badges: Badges = (),
    reach: bool = False,
    focus: bool = False,
) -> Colour:
    """Return the colour of a space with its condition and marks, shaded by `material` or, if None, its parity."""
    if material is None:
        material = Material.ASPHALT_LIGHT if space % 2 else Material.ASPHALT
    colour = palette.materials[material]
    condition = palette.sectors.get(badges[track.sector(space)]) if badges else None
    if condition is not None:
        colour = mixed(colour, condition)
    if space in track.flooded:
        colour = mixed(colour, palette.flooded)
    if space in track.tunnel:
        colour = mixed(colour, palette.tunnel)
    if reach:
        colour = mixed(colour, palette.reach)
    return mixed(colour, palette.focus) if focus else colour


@functools.lru_cache(maxsize=4096)
def ink(front: Colour | None, back: Colour | None, *, bold: bool = False) -> Style:
    return Style(
        color=None if front is None else Color.from_rgb(*front),
        bgcolor=None if back is None else Color.from_rgb(*back),
        bold=bold or None,
    )


_GREY: Final = 40
"""The maximum difference between the red, green and blue of a colour that counts as grey."""

_TOO_SIMILAR: Final = 0.31
"""The difference in brightness, 0 to 1, below which a grey car needs an edge."""


def needs_edge(car: Colour, road: Colour) -> bool:
    """Return whether a car is grey, black or white, or nearly so, and too similar to the road in brightness."""
    return max(car) - min(car) <= _GREY and abs(Shade(*car).brightness - Shade(*road).brightness) < _TOO_SIMILAR
