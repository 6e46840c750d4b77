"""The screen of the whole log: events and their reasons."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar, Final

from rich.segment import Segment
from rich.style import StyleType
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input

from heat_tui.engine.events import Event, RaceEnded
from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter
from heat_tui.tui.look import LookChanged, look_of, styles
from heat_tui.tui.pages import SearchLine
from heat_tui.tui.screen import HeatScreen
from heat_tui.typesetting import folded, narrow
from heat_tui.words.brief import brief_lines
from heat_tui.words.events import Line, log_lines
from heat_tui.words.names import track_name

if TYPE_CHECKING:
    from heat_tui.engine.setup import RaceSheet
    from heat_tui.game.table.match import Match


_GUTTER: Final = 4
"""The number of columns to the left of a line, for the badge of its car and the arrow."""


class LogText(ScrollView):
    """Lines with their cars and search hits; in the brief form, an arrow points at a line, which can show reasons."""

    BINDINGS = bound("reasons", "previous-round", "next-round")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--round", "log--hit", "log--current", "log--reasons"}

    def __init__(self, sheet: RaceSheet, story: Sequence[Event]) -> None:
        super().__init__()
        self.sheet = sheet
        self._story = story
        self.over = any(isinstance(event, RaceEnded) for event in story)
        self.lines: tuple[Line, ...] = ()
        self.brief = False
        self.pointed_at = 0
        self._rounds: list[int] = []
        self._opened: set[int] = set()
        self.hits: tuple[int, ...] = ()
        self.current: int | None = None
        self._words = ""
        self._rows: list[Text] = []
        self._starts: list[int] = []
        """The index of the first row of every line."""
        self._follows = not self.over

    def search(self, words: str) -> None:
        """Mark the lines that contain `words`, or whose reasons do; "" marks none.

        Go to the first marked line in view or below, or else to the first in the log.
        """
        self._words = words.strip()
        needle = folded(self._words)
        texts = (" ".join([line.text, *self._reasons(index)]) for index, line in enumerate(self.lines))
        self.hits = tuple(index for index, text in enumerate(texts) if needle in folded(text)) if needle else ()
        below = [hit for hit in self.hits if hit >= self._top]
        self._go_to(next(iter([*below, *self.hits]), None))

    def go_to_hit(self, step: int) -> None:
        """Go to the next hit (1) or the previous one (-1), wrapping around; call it only while there are hits."""
        at = self.hits.index(self.current) if self.current in self.hits else 0
        self._go_to(self.hits[(at + step) % len(self.hits)])

    def action_round(self, step: int) -> None:
        """Scroll the next start of a round (1) or the previous one (-1), if any, to the top, and point at it."""
        top = self.scroll_offset.y
        begins = [row for index, row in enumerate(self._starts) if self._begins_round(index)]
        others = [row for row in begins[::step] if (row - top) * step > 0]
        if others:
            self.scroll_to(y=others[0], animate=False)
            self._point_at(bisect_right(self._starts, others[0]) - 1)

    def action_scroll_up(self) -> None:
        """Point at the line above in the brief form, otherwise scroll up."""
        self._go(-1)

    def action_scroll_down(self) -> None:
        """Point at the line below in the brief form, otherwise scroll down."""
        self._go(1)

    def action_reasons(self) -> None:
        self._point_at(self._seen())
        self._opened ^= {self.pointed_at}
        self._wrap()
        self._bring()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to open reasons in the brief form only, since full sentences include them."""
        return self.brief if action == "reasons" else True

    def on_click(self, event: events.Click) -> None:
        row = self.scroll_offset.y + event.y
        if self.brief and row < len(self._rows) and not self.screen.get_selected_text():
            self._point_at(max(bisect_right(self._starts, row) - 1, 0))
            self.action_reasons()

    @property
    def round(self) -> int:
        """The round of the top line, or of the one below if the top row is empty; 0 before round 1 or without lines."""
        blank = self._rows[self.scroll_offset.y :][:1] == [Text()]
        return self._rounds[self._top + blank] if self.lines else 0

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the lines for a new width; stay at the end, or else keep the top line in place."""
        follows = self._follows
        if self.scrollable_content_region.width != self.virtual_size.width:
            top = self._top
            self._wrap()
            self.scroll_to(y=self._starts[top] if self._starts else 0, animate=False)
        if follows:
            self.scroll_end(animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._follows = self.max_scroll_y > 0 and new_value >= self.max_scroll_y

    def on_mount(self) -> None:
        self._tell()
        self.pointed_at = 0 if self.over else len(self.lines) - 1

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.rich_style
        index = self.scroll_offset.y + y
        if index >= len(self._rows):
            return Strip.blank(width, base)
        text = self._rows[index]
        if self.brief and index == self._starts[self.pointed_at]:
            text = Text.assemble(text[: _GUTTER - 1], "►", text[_GUTTER:])
        segments = text.render(self.app.console, end="")
        return Strip(Segment.apply_style(segments, base)).adjust_cell_length(width, base)

    @on(LookChanged)
    def _tell(self) -> None:
        """Write the lines in the form that the look asks for.

        If the form or the number of lines changes, drop hits and reasons, and point at the first line.
        """
        look = look_of(self)
        if look.brief:
            lines = brief_lines(self.sheet, self._story, ascii_only=look.ascii)
        else:
            lines = log_lines(self.sheet, self._story)
        if look.brief != self.brief or len(lines) != len(self.lines):
            self.hits, self.current, self.pointed_at = (), None, 0
            self._opened.clear()
        self.brief, self.lines = look.brief, tuple(lines)
        self._rounds = [*accumulate((line.round_begun for line in lines), max)]
        self._wrap()
        self.refresh_bindings()

    def _reasons(self, index: int) -> list[str]:
        return [line.text for line in log_lines(self.sheet, self.lines[index].events)] if self.brief else []

    def _begins_round(self, index: int) -> bool:
        return index == 0 or self._rounds[index - 1] != self._rounds[index]

    @property
    def _top(self) -> int:
        """The index of the line at the top of the view."""
        return max(bisect_right(self._starts, self.scroll_offset.y) - 1, 0)

    def _seen(self) -> int:
        """Return the index of the line pointed at if it is in view, else of the first line in view; 0 without lines."""
        if not self.lines:
            return 0
        row, top = self._starts[self.pointed_at], self.scroll_offset.y
        if top <= row < top + self.scrollable_content_region.height:
            return self.pointed_at
        return min(bisect_left(self._starts, top), len(self.lines) - 1)

    def _go(self, step: int) -> None:
        """Move the arrow by a step, or to the first line in view if the arrow is out of view.

        A log in full sentences has no arrow, and scrolls.
        """
        if not self.brief:
            self.scroll_relative(y=step, animate=False)
            return
        seen = self._seen()
        self._point_at(min(max(seen + step, 0), len(self.lines) - 1) if seen == self.pointed_at else seen)
        self._bring()

    def _point_at(self, index: int) -> None:
        self.pointed_at = index
        self._follows = index == len(self.lines) - 1
        self.refresh()

    def _bring(self) -> None:
        """Scroll all of the line that is pointed at into view."""
        if not self._starts:
            return
        top, height = self.scroll_offset.y, self.scrollable_content_region.height
        first, after = [*self._starts, len(self._rows)][self.pointed_at : self.pointed_at + 2]
        self.scroll_to(y=min(max(top, after - height), first), animate=False)

    def _wrap(self) -> None:
        width = self.scrollable_content_region.width
        if width <= _GUTTER:
            return
        self._rows, self._starts = [], []
        for index, line in enumerate(self.lines):
            if index and self._begins_round(index):
                self._rows.append(Text())
            self._starts.append(len(self._rows))
            badge = (" " * (_GUTTER - 1), "") if line.car is None else look_of(self).badge(self.sheet, line.car)
            gutter = Text.assemble(badge, " ")
            parts = [self._styled(index, line.text)]
            if index in self._opened:
                reasons = self.get_component_rich_style("log--reasons", partial=True)
                parts += [self._styled(index, words, reasons) for words in self._reasons(index)]
            for part in parts:
                for row in part.wrap(self.app.console, width - _GUTTER):
                    self._rows.append(Text.assemble(gutter, row))
                    gutter = Text(" " * _GUTTER)
        self.virtual_size = Size(width, len(self._rows))
        self.refresh()

    def _styled(self, index: int, words: str, style: StyleType = "") -> Text:
        text = Text(words, style)
        if self._rounds[index] and self._begins_round(index) and not style:
            text.stylize(self.get_component_rich_style("log--round", partial=True))
        if index in self.hits:
            name = "log--current" if index == self.current else "log--hit"
            found = self.get_component_rich_style(name, partial=True)
            text.highlight_words([self._words, narrow(self._words)], found, case_sensitive=False)
        return text

    def _go_to(self, hit: int | None) -> None:
        """Highlight, point at and scroll to a hit, and show its reasons if only they match; None highlights no line."""
        self.current = hit
        if hit is not None:
            self.pointed_at = hit
            if folded(self._words) not in folded(self.lines[hit].text):
                self._opened.add(hit)
        self._wrap()
        if hit is not None:
            row, height = self._starts[hit], self.scrollable_content_region.height
            if not self.scroll_offset.y <= row < self.scroll_offset.y + height - 1:
                self.scroll_to(y=max(row - height // 3, 0), animate=False)


class LogScreen(HeatScreen[None]):
    """The whole log, with public facts only; it can be searched and saved as text.

    In a race whose last events are still being shown, and in a replay, `story` holds the events shown so far; `sheet`
    is that of the replayed race, which may be an earlier one of a season. The defaults are those of `match`.
    """

    help_topic = "log"
    CSS_PATH = styles("pages", "race/results")
    ALLOW_SELECT = True
    BINDINGS = bound("search", "next-hit", "previous-hit", "export")

    def __init__(self, match: Match, story: Sequence[Event] | None = None, sheet: RaceSheet | None = None) -> None:
        super().__init__()
        self.match = match
        self.sheet = match.sheet if sheet is None else sheet
        self._story = match.events if story is None else story

    def compose(self) -> ComposeResult:
        yield Heading()
        yield LogText(self.sheet, self._story)
        yield SearchLine()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begin at the start if the log includes the end of the race, otherwise at the end."""
        log = self.query_one(LogText)
        self.watch(log, "scroll_y", self._say_round)
        if not log.over:
            self.call_after_refresh(log.scroll_end, animate=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.query_one(LogText).search(event.value)
        self._count()

    def on_input_submitted(self) -> None:
        """Return to the text, where keys move from hit to hit."""
        self.query_one(LogText).focus()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self.query(LogText) and self.query_one(LogText).hits) if action == "hit" else True

    def action_search(self) -> None:
        self.query_one(SearchLine).open()

    def action_hit(self, step: int) -> None:
        self.query_one(LogText).go_to_hit(step)
        self._count()

    def action_export(self) -> None:
        from heat_tui.tui.dialogs import ask_for_log

        ask_for_log(self.app, self.match)

    def action_back(self) -> None:
        """End the search and return to the text; if no search is open, leave the screen."""
        line = self.query_one(SearchLine)
        if not line.is_open:
            self.dismiss()
            return
        line.close()
        self.query_one(LogText).focus()

    def _say_round(self) -> None:
        number = self.query_one(LogText).round
        words = _("{track}: what has happened, from round {round} on") if number else _("{track}: what has happened")
        self.query_one(Heading).update(words.format(track=track_name(self.sheet.track), round=number))

    def _count(self) -> None:
        log = self.query_one(LogText)
        words = ""
        if log.current is not None:
            words = _("{number} of {hits}").format(number=log.hits.index(log.current) + 1, hits=len(log.hits))
        elif self.query_one(SearchLine).words.strip():
            words = _("not found")
        self.query_one(SearchLine).count(words)
        self.refresh_bindings()
