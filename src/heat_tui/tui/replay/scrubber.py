"""The scrubber of a replay: a line from the start of a race to its end, with marks for moments worth a look."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from heat_tui.game.telling.replay import MarkKind, Replay
from heat_tui.language import N_, translated
from heat_tui.tui.look import look_of

SIGNS: Final[dict[MarkKind, tuple[str, str]]] = {
    "spin": ("×", N_("spin out")),
    "lead": ("►", N_("new leader")),
    "overtake": ("▲", N_("overtake")),
}
"""The sign of each kind of mark and its name; if several share a column, the first one is shown."""

_CURSOR, _PLAYED, _TO_COME, _ROUND = "●", "━", "─", "│"
_LEAST_ROUND: Final = 4
"""The columns per round from which each round has a tick."""


class Scrubber(Widget):
    """Three rows: the key to the marks, the marks, and the line with the rounds and the position, which a click moves.

    On low screens the key shares a row with the place in the race, `where`, which otherwise has its own.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "scrubber--cursor",
        "scrubber--played",
        *(f"scrubber--{kind}" for kind in SIGNS),
    }

    class Sought(Message):
        """A position was clicked."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, replay: Replay) -> None:
        super().__init__(id="scrubber")
        self._replay = replay
        self._position = 0
        self._where = ""

    def show(self, replay: Replay, position: int, where: str) -> None:
        """Show a position of a replay, and its place in the race in words."""
        self._replay, self._position, self._where = replay, position, where
        self.refresh()

    def render(self) -> Text:
        width = self.content_size.width
        return Text("\n", no_wrap=True).join([self._words(width), self._marks(width), self._line(width)])

    def on_click(self, event: events.Click) -> None:
        last, width = self._replay.last, self.content_size.width
        at = event.x - (self.region.width - width) // 2
        self.post_message(self.Sought(min(max(round(at * last / max(width - 1, 1)), 0), last)))

    def _column(self, position: int, width: int) -> int:
        return round(position * (width - 1) / self._replay.last)

    def _words(self, width: int) -> Text:
        """Return the place in the race, followed by the key to the signs if there is room."""
        text, signs = Text(self._where, Style(bold=True), no_wrap=True, overflow="ellipsis"), Text()
        for kind, (sign, words) in SIGNS.items():
            signs.append("  ").append(sign, self._style(kind)).append(f" {translated(words)}")
        room = width - text.cell_len - signs.cell_len
        return text if room < 0 else Text.assemble(text, " " * room, signs, no_wrap=True)

    def _marks(self, width: int) -> Text:
        order, row = [*SIGNS], dict[int, MarkKind]()
        for mark in sorted(self._replay.marks, key=lambda mark: -order.index(mark.kind)):
            row[self._column(mark.position, width)] = mark.kind
        text = Text(no_wrap=True)
        for column in range(width):
            kind = row.get(column)
            text.append(*(" ", "") if kind is None else (SIGNS[kind][0], self._style(kind)))
        return text

    def _line(self, width: int) -> Text:
        here, rounds = self._column(self._position, width), self._replay.round_starts
        ticks = {self._column(start, width) for start in rounds} if width >= _LEAST_ROUND * len(rounds) else set[int]()
        text = Text(no_wrap=True)
        for column in range(width):
            if column == here:
                text.append(_CURSOR, self._style("cursor"))
                continue
            played = column < here
            sign = _ROUND if column in ticks else _PLAYED if played else _TO_COME
            text.append(sign, self._style("played") if played else Style(dim=True))
        return text

    def _style(self, part: str) -> Style:
        if look_of(self).colour:
            return self.get_component_rich_style(f"scrubber--{part}", partial=True)
        return Style(bold=part != "played")
