"""The running log: what happened, and why."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, cast

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, Static

from heat_tui.engine.setup import RaceSheet
from heat_tui.game.story import Story, ToldLine
from heat_tui.language import _
from heat_tui.tui.footer import KeyFooter
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading
from heat_tui.tui.look import look_of, plain
from heat_tui.tui.pages import SearchLine
from heat_tui.tui.race.motion import Told
from heat_tui.tui.screen import HeatScreen

if TYPE_CHECKING:
    from heat_tui.game.match import Match
    from heat_tui.tui.app import HeatApp


KEPT: Final = 60
"""So many lines stay here; the whole race is on the log's own screen."""


class LogView(VerticalScroll):
    """The last lines; it follows the newest."""

    can_focus = False
    DEFAULT_CSS = """
    LogView { width: 1fr; height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    LogView > Static { width: 1fr; height: auto; }
    """

    def __init__(self, sheet: RaceSheet, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.sheet = sheet
        self._lines: list[Told] = []

    def compose(self) -> ComposeResult:
        yield Static("", markup=False)

    def on_resize(self) -> None:
        """Stay at the end."""
        self.call_after_refresh(self.scroll_end, animate=False)

    def show(self, lines: Iterable[Told]) -> None:
        """Show these lines instead of all that is there."""
        self._lines = list(lines)[-KEPT:]
        self.repaint()

    def add(self, line: Told) -> None:
        """Add a line below."""
        self._lines = [*self._lines, line][-KEPT:]
        self.repaint()

    def repaint(self) -> None:
        """Write all lines anew."""
        self.query_one(Static).update(Text("\n").join(self._worded(line) for line in self._lines))
        self.call_after_refresh(self.scroll_end, animate=False)

    def _worded(self, line: Told) -> Text:
        look = look_of(self)
        text = plain(line.text, ascii_only=look.ascii)
        if line.starts_round:
            return Text(text, style="bold")
        if line.car is None:
            return Text(text)
        badge = Text(str(line.car + 1), style=look.car_style(self.sheet.entries[line.car].colour))
        return Text.assemble(badge, " ", text)


_GUTTER: Final = 4
"""Columns for the number of the car."""


class _Row(NamedTuple):
    """A row on the screen: the line it belongs to, and what is written."""

    line: int
    text: Text


class LogText(ScrollView):
    """Lines with the number of their car before them; what is searched for stands out."""

    BINDINGS: ClassVar[list[BindingType]] = bound("previous-round", "next-round")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--round", "log--hit", "log--current"}
    DEFAULT_CSS = """
    LogText { width: 1fr; height: 1fr; background: $background; scrollbar-size-vertical: 1;
        overflow-x: hidden; overflow-y: scroll; }
    LogText .log--round { color: $accent; text-style: bold; }
    LogText .log--hit { text-style: bold underline; color: $accent; }
    LogText .log--current { text-style: reverse bold; }
    """

    def __init__(self, lines: Sequence[ToldLine], sheet: RaceSheet) -> None:
        super().__init__()
        self.lines = tuple(lines)
        self.sheet = sheet
        self.hits: tuple[int, ...] = ()
        self.current: int | None = None
        self._words = ""
        self._rows: list[_Row] = []
        self._starts: list[int] = []
        self._wrapped_at = 0
        self._follows = False

    def search(self, words: str) -> None:
        """Mark the lines with these words and go to the first at or below what is to be seen; "" marks none."""
        self._words = words.strip()
        needle = self._words.casefold()
        self.hits = tuple(index for index, line in enumerate(self.lines) if needle and needle in line.text.casefold())
        top = self._line_at(self.scroll_offset.y)
        self.current = next((hit for hit in self.hits if hit >= top), self.hits[0] if self.hits else None)
        self._wrap()
        self._show_current()

    def go_to_hit(self, step: int) -> None:
        """Go to the next or previous hit, round the ends."""
        if not self.hits:
            return
        at = self.hits.index(self.current) if self.current in self.hits else 0
        self.current = self.hits[(at + step) % len(self.hits)]
        self._wrap()
        self._show_current()

    def action_round(self, step: int) -> None:
        """Put the beginning of the next or previous round on top."""
        top = self.scroll_offset.y
        begins = [self._starts[index] for index, line in enumerate(self.lines) if self._begins_round(index, line)]
        if step > 0:
            begins = [row for row in begins if row > top]
        else:
            begins = [row for row in reversed(begins) if row < top]
        if begins:
            self.scroll_to(y=begins[0], animate=False)

    @property
    def round(self) -> int:
        """The round of the line on top."""
        return self.lines[self._line_at(self.scroll_offset.y)].round if self.lines else 0

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew, and stay at the end, or else keep the line on top where it is."""
        follows = self._follows
        if self.scrollable_content_region.width != self._wrapped_at:
            top = self._line_at(self.scroll_offset.y)
            self._wrap()
            self.scroll_to(y=self._starts[top] if self._starts else 0, animate=False)
        if follows:
            self.scroll_end(animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Know whether the end is to be seen."""
        super().watch_scroll_y(old_value, new_value)
        self._follows = self.max_scroll_y > 0 and new_value >= self.max_scroll_y

    def on_mount(self) -> None:
        """Write anew when the look changes."""
        cast("HeatApp", self.app).look_changed.subscribe(self, lambda _look: self._wrap())

    def render_line(self, y: int) -> Strip:
        """One row."""
        width, base = self.size.width, self.rich_style
        index = self.scroll_offset.y + y
        if index >= len(self._rows):
            return Strip.blank(width, base)
        segments = self._rows[index].text.render(self.app.console, end="")
        return Strip(Segment.apply_style(segments, base)).adjust_cell_length(width, base)

    def _begins_round(self, index: int, line: ToldLine) -> bool:
        return index == 0 or self.lines[index - 1].round != line.round

    def _line_at(self, row: int) -> int:
        return max(bisect_right(self._starts, row) - 1, 0)

    def _wrap(self) -> None:
        """Cut all lines to the width."""
        width = self.scrollable_content_region.width
        if width <= _GUTTER:
            return
        self._wrapped_at = width
        self._rows, self._starts = [], []
        for index, line in enumerate(self.lines):
            if index and self._begins_round(index, line):
                self._rows.append(_Row(index, Text()))
            self._starts.append(len(self._rows))
            text = self._styled(index, line)
            for number, part in enumerate(text.wrap(self.app.console, width - _GUTTER)):
                gutter = self._badge(line.car) if number == 0 else Text(" " * _GUTTER)
                self._rows.append(_Row(index, Text.assemble(gutter, part)))
        self.virtual_size = Size(width, len(self._rows))
        self.refresh()

    def _styled(self, index: int, line: ToldLine) -> Text:
        text = Text(plain(line.text, ascii_only=look_of(self).ascii))
        if line.round and self._begins_round(index, line):
            text.stylize(self.get_component_rich_style("log--round", partial=True))
        if index in self.hits:
            name = "log--current" if index == self.current else "log--hit"
            style = self.get_component_rich_style(name, partial=True)
            needle, folded, at = self._words.casefold(), text.plain.casefold(), 0
            while len(folded) == len(text.plain) and (at := folded.find(needle, at)) >= 0:
                text.stylize(style, at, at + len(needle))
                at += len(needle)
        return text

    def _badge(self, car: int | None) -> Text:
        if car is None:
            return Text(" " * _GUTTER)
        style: Style = look_of(self).car_style(self.sheet.entries[car].colour)
        return Text.assemble((f" {car + 1} ", style), " ")

    def _show_current(self) -> None:
        """Bring the hit into sight, a little below the top."""
        if self.current is None:
            return
        row, height = self._starts[self.current], self.scrollable_content_region.height
        if not self.scroll_offset.y <= row < self.scroll_offset.y + height - 1:
            self.scroll_to(y=max(row - height // 3, 0), animate=False)


class LogScreen(HeatScreen[None]):
    """All that has happened, with open facts only; it can be searched and saved as text."""

    help_topic = "log"
    ALLOW_SELECT = True
    BINDINGS: ClassVar[list[BindingType]] = bound("search", "next-hit", "previous-hit", "export")
    DEFAULT_CSS = """
    LogScreen LogText { margin: 1 1 0 2; }
    """

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
        """Back to the text, where the hits can be walked through."""
        self.query_one(LogText).focus()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hits can be walked through where there are some."""
        return bool(self.query(LogText) and self.query_one(LogText).hits) if action == "hit" else True

    def action_search(self) -> None:
        """Ask for what is searched for."""
        self.query_one(SearchLine).open()

    def action_hit(self, step: int) -> None:
        """The next or previous hit."""
        self.query_one(LogText).go_to_hit(step)
        self._count()

    def action_export(self) -> None:
        """Save the log as text."""
        from heat_tui.tui.dialogs import ask_for_log

        ask_for_log(self.heat, self.match)

    def action_log(self) -> None:
        """The key that opened it closes it."""
        self.dismiss()

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
