"""The settings that can be given as options; they hold for this run alone and are not written to the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypedDict, TypeVar

import click

from heat_tui.language import _

F = TypeVar("F", bound=Callable[..., object])


class SettingArguments(TypedDict):
    """The options as click hands them over; None where one was not given."""

    theme: str | None
    car_palette: str | None
    animation: str | None
    ascii: bool | None
    confirm: bool | None
    bell: bool | None
    title: bool | None


_OPTIONS: Final = (
    click.option("--theme", metavar="NAME", help=_("Colours: dark, light, or one of Textual's themes.")),
    click.option(
        "--car-palette",
        type=click.Choice(("game", "okabe-ito")),
        help=_("The cars' colours: the game's, or some that everybody can tell apart."),
    ),
    click.option(
        "--animation", type=click.Choice(("off", "fast", "normal")), help=_("How fast cars move on the screen.")
    ),
    click.option("--ascii/--unicode", "ascii", default=None, help=_("Draw with ASCII characters alone, or not.")),
    click.option(
        "--confirm/--no-confirm", default=None, help=_("Ask again before what can cost Heat or end in a spin out.")
    ),
    click.option("--bell/--no-bell", default=None, help=_("Ring when a person's turn comes.")),
    click.option("--title/--no-title", default=None, help=_("Name whose turn it is in the terminal's title.")),
)


def setting_options(command: F) -> F:
    """Give a command the options of the settings."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def flags(*given: SettingArguments) -> dict[str, str | bool]:
    """What was given, by the names of the settings' fields; a later one counts more. Other arguments are left alone."""
    found: dict[str, str | bool] = {}
    for arguments in given:
        ascii_alone, palette = arguments["ascii"], arguments["car_palette"]
        if ascii_alone is not None:
            found["glyphs"] = "ascii" if ascii_alone else "unicode"
        if palette is not None:
            found["cars"] = palette
        for name in ("theme", "animation", "confirm", "bell", "title"):
            value = arguments[name]
            if value is not None:
                found[name] = value
    return found
