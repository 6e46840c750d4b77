"""Scroll bars for terminals that know ASCII only: their thumbs begin and end at whole rows."""

from __future__ import annotations

from typing import ClassVar

from textual.scrollbar import ScrollBar, ScrollBarRender


class AsciiBars(ScrollBarRender):
    """A thumb of blanks on another ground, without blocks at its ends."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


def use_scrollbars(*, ascii_only: bool) -> None:
    """Draw all scroll bars of the program that way from now on."""
    ScrollBar.renderer = AsciiBars if ascii_only else ScrollBarRender
