"""The running log: what happened, and why."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input

from heat_tui.engine.setup import RaceSheet
from heat_tui.game.story import Story
from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter
from heat_tui.tui.look import look_of, styles
from heat_tui.tui.pages import SearchLine
from heat_tui.tui.screen import HeatScreen
from heat_tui.words.events import Line

if TYPE_CHECKING:
    from heat_tui.game.match import Match
    from heat_tui.tui.app import HeatApp


_GUTTER: Final = 4
"""Columns for the number of the car."""


class LogText(ScrollView):
    """Lines with the number of their car before them; what is searched for stands out."""

    BINDINGS: ClassVar[list[BindingType]] = bound("previous-round", "next-round")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--round", "log--hit", "log--current"}

    def __init__(self, lines: Sequence[Line], sheet: RaceSheet) -> None:
        super().__init__()
        self.lines = tuple(lines)
        self._rounds = [*accumulate((line.starts_round for line in lines), max)]
        self.sheet = sheet
        self.hits: tuple[int, ...] = ()
        self.current: int | None = None
        self._words = ""
        self._rows: list[Text] = []
        self._starts: list[int] = []
        """The first row of every line."""
        self._wrapped_at = 0
        self._follows = False

    def search(self, words: str) -> None:
        """Mark the lines with these words and go to the first at or below what is to be seen; "" marks none."""
        self._words = words.strip()
        needle = self._words.casefold()
        self.hits = tuple(index for index, line in enumerate(self.lines) if needle and needle in line.text.casefold())
        below = [hit for hit in self.hits if hit >= self._top]
        self._go_to(next(iter([*below, *self.hits]), None))

    def go_to_hit(self, step: int) -> None:
        """Go to the next or previous hit, round the ends."""
        if not self.hits:
            return
        at = self.hits.index(self.current) if self.current in self.hits else 0
        self._go_to(self.hits[(at + step) % len(self.hits)])

    def action_round(self, step: int) -> None:
        """Put the beginning of the next or previous round on top."""
        top = self.scroll_offset.y
        begins = [row for index, row in enumerate(self._starts) if self._begins_round(index)]
        others = [row for row in begins[::step] if (row - top) * step > 0]
        if others:
            self.scroll_to(y=others[0], animate=False)

    @property
    def round(self) -> int:
        """The round of the line on top."""
        return self._rounds[self._top] if self.lines else 0

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the lines again, and stay at the end, or else keep the line on top where it is."""
        follows = self._follows
        if self.scrollable_content_region.width != self._wrapped_at:
            top = self._top
            self._wrap()
            self.scroll_to(y=self._starts[top] if self._starts else 0, animate=False)
        if follows:
            self.scroll_end(animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Know whether the end is to be seen."""
        super().watch_scroll_y(old_value, new_value)
        self._follows = self.max_scroll_y > 0 and new_value >= self.max_scroll_y

    def on_mount(self) -> None:
        """Wrap the lines again when the look changes."""
        cast("HeatApp", self.app).look_changed.subscribe(self, lambda _look: self._wrap())

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        width, base = self.size.width, self.rich_style
        index = self.scroll_offset.y + y
        if index >= len(self._rows):
            return Strip.blank(width, base)
        segments = self._rows[index].render(self.app.console, end="")
        return Strip(Segment.apply_style(segments, base)).adjust_cell_length(width, base)

    def _begins_round(self, index: int) -> bool:
        return index == 0 or self._rounds[index - 1] != self._rounds[index]

    @property
    def _top(self) -> int:
        """The line on top."""
        return max(bisect_right(self._starts, self.scroll_offset.y) - 1, 0)

    def _wrap(self) -> None:
        """Cut all lines to the width."""
        width = self.scrollable_content_region.width
        if width <= _GUTTER:
            return
        self._wrapped_at = width
        self._rows, self._starts = [], []
        for index, line in enumerate(self.lines):
            if index and self._begins_round(index):
                self._rows.append(Text())
            self._starts.append(len(self._rows))
            gutter = self._badge(line.car)
            for part in self._styled(index, line).wrap(self.app.console, width - _GUTTER):
                self._rows.append(Text.assemble(gutter, part))
                gutter = self._badge(None)
        self.virtual_size = Size(width, len(self._rows))
        self.refresh()

    def _styled(self, index: int, line: Line) -> Text:
        text = Text(line.text)
        if self._rounds[index] and self._begins_round(index):
            text.stylize(self.get_component_rich_style("log--round", partial=True))
        if index in self.hits:
            name = "log--current" if index == self.current else "log--hit"
            style = self.get_component_rich_style(name, partial=True)
            text.highlight_words([self._words], style, case_sensitive=False)
        return text

    def _badge(self, car: int | None) -> Text:
        return Text(" " * _GUTTER) if car is None else Text.assemble(look_of(self).badge(self.sheet, car), " ")

    def _go_to(self, hit: int | None) -> None:
        """Mark the hits, this one above all, and bring it into sight, a little below the top."""
        self.current = hit
        self._wrap()
        if hit is not None:
            row, height = self._starts[hit], self.scrollable_content_region.height
            if not self.scroll_offset.y <= row < self.scroll_offset.y + height - 1:
                self.scroll_to(y=max(row - height // 3, 0), animate=False)


class LogScreen(HeatScreen[None]):
    """All that has happened, with open facts only; it can be searched and saved as text."""

    help_topic = "log"
    CSS_PATH = styles("pages", "race/results")
    ALLOW_SELECT = True
    BINDINGS: ClassVar[list[BindingType]] = bound("search", "next-hit", "previous-hit", "export")

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        yield Heading()
        yield LogText(Story(self.match).told(), self.match.sheet)
        yield SearchLine()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begin at the end of a race that goes on, and at the start of one that is over."""
        log = self.query_one(LogText)
        log.focus()
        self.watch(log, "scroll_y", self._say_round)
        if not self.match.over:
            self.call_after_refresh(log.scroll_end, animate=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while it is typed."""
        self.query_one(LogText).search(event.value)
        self._count()

    def on_input_submitted(self) -> None:
        """Go back to the text, where the hits can be walked through."""
        self.query_one(LogText).focus()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hits can be walked through where there are some."""
        return bool(self.query(LogText) and self.query_one(LogText).hits) if action == "hit" else True

    def action_search(self) -> None:
        """Ask for what is searched for."""
        self.query_one(SearchLine).open()

    def action_hit(self, step: int) -> None:
        """Go to the next or previous hit."""
        self.query_one(LogText).go_to_hit(step)
        self._count()

    def action_export(self) -> None:
        """Save the log as text."""
        from heat_tui.tui.dialogs import ask_for_log

        ask_for_log(self.heat, self.match)

    def action_back(self) -> None:
        """End the search first, then leave."""
        line = self.query_one(SearchLine)
        if not line.is_open:
            self.dismiss()
            return
        line.close()
        self.query_one(LogText).focus()

    def _say_round(self) -> None:
        number = self.query_one(LogText).round
        track = self.match.sheet.track.name
        self.query_one(Heading).update(
            _("{track}: what has happened; round {round}").format(track=track, round=number)
            if number
            else _("{track}: what has happened").format(track=track)
        )

    def _count(self) -> None:
        log = self.query_one(LogText)
        words = ""
        if log.current is not None:
            words = _("{number} of {hits}").format(number=log.hits.index(log.current) + 1, hits=len(log.hits))
        elif self.query_one(SearchLine).words.strip():
            words = _("not found")
        self.query_one(SearchLine).count(words)
        self.refresh_bindings()
