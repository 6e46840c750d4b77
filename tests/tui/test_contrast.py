"""Text is legible on the main screens: it contrasts with its background in both themes and both palettes of cars."""

from __future__ import annotations

import pytest
from rich.color_triplet import ColorTriplet
from rich.style import Style

from heat_tui.engine.setup import COLOURS
from heat_tui.store.settings import CarPalette
from heat_tui.tui.look import Look
from tests.tui.painted import pictures

READABLE = 3.0
"""The minimum contrast of text: that of large text in the Web Content Accessibility Guidelines, 1.4.3."""

MENUS = (
    "title-saves",
    "setup-track",
    "tracks",
    "saves-damaged",
    "settings",
    "help",
    "help-found",
    "log-search",
    "log-export",
    "leave-race",
    "take-back",
    "seats",
    "deck",
    "inspect-car",
    "season-setup-custom",
    "season-setup-rules",
)
RACES = ("plan-stress", "plan-danger", "react", "slipstream", "not-saved", "standings", "results", "results-figures")
SEASONS = ("season-pause", "season-calendar", "season-garages", "season-champion", "season-plan", "season-map")

IN_THE_GATE = ("settings", "plan-stress", "log-search", "help-found")
"""The shots that the gate checks; the long tests check all."""

DISABLED = {"x", "Reset all keys", "Enter: done", "e", "f", "p"}
"""The text of disabled controls, which 1.4.3 allows to be pale."""


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "look"),
    [
        pytest.param(name, look, marks=() if name in IN_THE_GATE else pytest.mark.long)
        for name in (*MENUS, *RACES, *SEASONS)
        for look in ("", "light")
    ],
)
def test_text_is_legible(name: str, look: str) -> None:
    assert pale(name, look) == {}


@pytest.mark.long
@pytest.mark.parametrize(("name", "look"), [("plan-stress", "okabe-ito"), ("results", "light-okabe-ito")])
def test_text_is_legible_with_the_other_car_colours(name: str, look: str) -> None:
    assert pale(name, look) == {}


@pytest.mark.parametrize("palette", ["game", "okabe-ito"])
@pytest.mark.parametrize("colour", COLOURS)
def test_the_number_on_a_car_is_legible(palette: CarPalette, colour: str) -> None:
    assert contrast_of(Look(cars=palette).car_style(colour)) >= READABLE


def pale(name: str, look: str) -> dict[str, str]:
    """Return the text that is too pale on a screen, by its contrast and style."""
    found: dict[str, str] = {}
    for painted in pictures(name, look).values():
        assert painted.inks
        for style, text in painted.inks.items():
            words = " ".join(text.split())
            if any(each.isalnum() for each in words) and words not in DISABLED and contrast_of(style) < READABLE:
                found[f"{contrast_of(style):.1f}: {style}"] = words[:60]
    return found


def contrast_of(style: Style) -> float:
    """Return the contrast of a style, from 1 (none) to 21 (black and white)."""
    assert style.color is not None
    assert style.bgcolor is not None
    darker, lighter = sorted(_luminance(each.get_truecolor()) for each in (style.color, style.bgcolor))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: ColorTriplet) -> float:
    parts = [each / 255 for each in colour]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
