"""Cards on the table edge: the hand of whoever sits there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from heat_tui.engine.cards import HEAT, STRESS, Card
from heat_tui.language import _
from heat_tui.tui.appearance import look_of

_LEAST, _MOST = 4, 9
_FRAMES: Final = {
    (False, False): ("╭", "─", "╮", "│", "╰", "╯"),
    (False, True): ("┏", "━", "┓", "┃", "┗", "┛"),
    (True, False): ("+", "-", "+", "|", "+", "+"),
    (True, True): ("#", "=", "#", "#", "#", "#"),
}


class Hand(Widget):
    """Boxes side by side, numbered from 1; the chosen ones are raised, the barred ones dim. Private."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "hand--card",
        "hand--chosen",
        "hand--barred",
        "hand--cursor",
        "hand--heat",
        "hand--stress",
    }
    DEFAULT_CSS = """
    Hand { width: 1fr; height: 3; }
    Hand .hand--card { color: $foreground; }
    Hand .hand--chosen { color: $accent; text-style: bold; }
    Hand .hand--barred { color: $foreground 45%; }
    Hand .hand--heat { color: $error; }
    Hand .hand--stress { color: $secondary; }
    Hand .hand--cursor { text-style: reverse; }
    """

    class Pressed(Message):
        """A card was clicked; `index` counts from 0."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(
        self, cards: Sequence[str], catalogue: Mapping[str, Card], barred: frozenset[str] = frozenset()
    ) -> None:
        super().__init__()
        self.cards = tuple(cards)
        self.catalogue = catalogue
        self.barred = barred
        self.chosen: frozenset[int] = frozenset()
        self.cursor: int | None = None

    def mark(self, chosen: frozenset[int], cursor: int | None) -> None:
        """Raise the chosen cards and point at one."""
        self.chosen, self.cursor = chosen, cursor
        self.refresh()

    @property
    def card_width(self) -> int:
        """The columns that a card takes."""
        room = self.size.width // max(len(self.cards), 1)
        return max(_LEAST, min(room, _MOST))

    def on_click(self, event: events.Click) -> None:
        """Say which card was clicked."""
        index = event.x // self.card_width
        if 0 <= index < len(self.cards):
            event.stop()
            self.post_message(self.Pressed(index))

    def render(self) -> Text:
        """All cards, line by line."""
        height = max(self.size.height, 3)
        columns = [self._box(index, height) for index in range(len(self.cards))]
        return Text("\n").join(Text.assemble(*(column[row] for column in columns)) for row in range(height))

    def _box(self, index: int, height: int) -> list[Text]:
        look, key = look_of(self), self.cards[index]
        chosen = index in self.chosen
        left, line, right, side, foot_left, foot_right = _FRAMES[look.ascii, chosen]
        inner = self.card_width - 2
        style = self._frame_style(index)
        number = str(index + 1)
        top = Text(left, style=style)
        top.append(number, self._number_style(index, style))
        top.append(line * (inner - len(number)) + right)
        rows = [top]
        for text in self._face(key, inner, height - 2):
            row = Text(side, style=style)
            row.append(text.center(inner)[:inner], self._face_style(key, style))
            row.append(side, style)
            rows.append(row)
        rows.append(Text(foot_left + line * inner + foot_right, style=style))
        return rows

    def _face(self, key: str, inner: int, rows: int) -> list[str]:
        sign = "+" if key == STRESS else _("Heat")[:inner] if key == HEAT else key
        lines = [""] * rows
        middle = (rows - 1) // 2
        lines[middle] = sign
        kind = _kind(self.catalogue[key])
        if rows > middle + 1 and kind and len(kind) <= inner:
            lines[middle + 1] = kind
        return lines

    def _frame_style(self, index: int) -> Style:
        if index in self.chosen:
            if not look_of(self).colour:
                return self.get_component_rich_style("hand--card", partial=True) + Style(bold=True)
            return self.get_component_rich_style("hand--chosen", partial=True)
        if self.cards[index] in self.barred:
            return self.get_component_rich_style("hand--barred", partial=True)
        return self.get_component_rich_style("hand--card", partial=True)

    def _number_style(self, index: int, style: Style) -> Style:
        if index == self.cursor and self.has_class("-live"):
            return style + Style(reverse=True)
        return style

    def _face_style(self, key: str, style: Style) -> Style:
        if key == HEAT:
            return style + self.get_component_rich_style("hand--heat", partial=True)
        if key == STRESS:
            return style + self.get_component_rich_style("hand--stress", partial=True)
        return style + Style(bold=True)


def _kind(card: Card) -> str:
    """What is written below a card's sign where there is room."""
    names = {"basic": _("speed"), "starting": _("upgrade"), "upgrade": _("upgrade"), "stress": _("stress")}
    return names.get(card.kind, "")
