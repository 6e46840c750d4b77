"""A screen that is filled in: arrow keys go from line to line."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import BindingType
from textual.widget import Widget

from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatScreen

T = TypeVar("T")


class FormScreen(HeatScreen[T]):
    """Tab goes through everything in order; up and down go to what stands nearest in the next line."""

    BINDINGS: ClassVar[list[BindingType]] = bound("focus-down", "focus-up")

    def action_focus_row(self, step: int) -> None:
        """Give the focus to the nearest thing below (1) or above (-1)."""
        here = self.focused
        if here is None:
            self.focus_next()
            return
        column, row = here.region.x, here.region.y
        beyond = [each for each in self.focus_chain if (each.region.y - row) * step > 0]
        if beyond:
            nearest = min(abs(each.region.y - row) for each in beyond)
            line = [each for each in beyond if abs(each.region.y - row) == nearest]
            min(line, key=lambda each: _distance(each, column)).focus()


def _distance(widget: Widget, column: int) -> int:
    """How many columns lie between a widget and a column, 0 where it stands above or below it."""
    region = widget.region
    return max(region.x - column, column - region.right + 1, 0)
