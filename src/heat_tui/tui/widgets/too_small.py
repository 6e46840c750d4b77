"""What is said on a terminal that is too small for the game."""

from __future__ import annotations

from typing import Final

from textual.geometry import Size
from textual.widgets import Static

from heat_tui.language import _

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24


class TooSmall(Static):
    """Covers the screen below 80 x 24; whatever is below it stays as it is."""

    DEFAULT_CSS = """
    TooSmall { layer: above; dock: top; width: 100%; height: 100%; background: $background; color: $warning;
        }
    """

    def __init__(self, size: Size) -> None:
        super().__init__("", markup=False)
        self.measure(size)

    def measure(self, size: Size) -> None:
        """Show or hide, by the terminal's size."""
        width, height = size
        self.display = is_too_small(width, height)
        if self.display:
            self.update(
                _("Too small: {width}x{height}. The game needs {least_width}x{least_height}; it waits for you.").format(
                    width=width, height=height, least_width=LEAST_WIDTH, least_height=LEAST_HEIGHT
                )
            )


def is_too_small(width: int, height: int) -> bool:
    """Whether the game cannot be shown in so many columns and rows."""
    return width < LEAST_WIDTH or height < LEAST_HEIGHT
