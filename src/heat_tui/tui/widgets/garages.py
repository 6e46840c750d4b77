"""What every driver of a season owns: upgrades, and how many Sponsorships."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose.championship import championship_of, sponsorships_words
from heat_tui.prose.garage import card_with_signs, garage_of
from heat_tui.prose.names import car_name, row
from heat_tui.tui.appearance import look_of

_INDENT, _LEAST = 5, 20
_HELD: Final = "\xa0"
"""Stands for a blank within a card, where no line ends."""


class Garages(Widget):
    """A driver a paragraph; all of it lies open (K1)."""

    DEFAULT_CSS = """
    Garages { width: 1fr; height: auto; }
    """

    def __init__(self, view: SeatView, *, id: str | None = None) -> None:
        """Of a season's race, as everybody sees it."""
        super().__init__(id=id)
        self.view = view

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """As many lines as it takes."""
        return len(list(self._lines(width)))

    def render(self) -> Text:
        """The lines."""
        return Text("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> Iterator[Text]:
        garage, shown = garage_of(self.view), championship_of(self.view)
        if garage is None or shown is None:
            return
        title = _("Upgrades and Sponsorships; which Sponsorships they are only their driver knows.")
        yield from (Text(line, "dim") for line in wrap(title, max(width, _LEAST)))
        for seat, owned in enumerate(garage.owned):
            style = look_of(self).car_style(self.view.sheet.entries[seat].colour)
            head = Text.assemble((f" {seat + 1} ", style), "  ", (car_name(self.view.sheet, seat), "bold"))
            if shown.held[seat]:
                head.append("  " + sponsorships_words(shown.held[seat]), Style(bold=True))
            yield head
            whole = [card_with_signs(card).replace(" ", _HELD) for card in owned]
            cards = row(whole) if owned else _("no upgrades yet")
            for line in wrap(cards, max(width - _INDENT, _LEAST)):
                yield Text(" " * _INDENT + line.replace(_HELD, " "))
