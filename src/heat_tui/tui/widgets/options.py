"""Lists to choose from."""

from __future__ import annotations

from typing import Literal

from textual.widgets import OptionList


class Options(OptionList):
    """Textual's list, but at peace with a key that pages before the list has been laid out.

    What cannot be chosen is mostly a heading, and has to be read.
    """

    DEFAULT_CSS = "Options > .option-list--option-disabled { color: $foreground 75%; }"

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        if self._lines:
            super()._move_page(direction)
