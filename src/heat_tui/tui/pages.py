"""Screens with pages, and widgets that several screens share: tabs, a table and the search line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial, reduce
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import DataTable, Input, Static, Tab, Tabs

from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.look import keys_of
from heat_tui.tui.screen import HeatScreen
from heat_tui.typesetting import joined

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match
    from heat_tui.game.table.shared import SharedMatch

ALL_AT_ONCE: Final = (120, 38)
"""The minimum columns and rows for showing all pages together, without tabs."""


class TabbedScreen(HeatScreen[None]):
    """Tabs, one for each widget of the class "page"; the screen has the class "-" plus the open page's id."""

    @property
    def page(self) -> str:
        return self.query_one(Tabs).active.removeprefix("tab-")

    @on(events.Mount)
    def offer_to_scroll(self) -> None:
        """Show the scrolling keys while a page does not fit, which only its layout shows."""
        self.screen_layout_refresh_signal.subscribe(self, Screen.refresh_bindings)

    @on(Tabs.TabActivated)
    def turn(self, event: Tabs.TabActivated) -> None:
        page = (event.tab.id or "").removeprefix("tab-")
        for each in self.query(".page"):
            each.set_class(each.id == page, "-shown", update=False)
            self.set_class(each.id == page, f"-{each.id}", update=False)
        self.update_node_styles()


class PagedScreen(TabbedScreen):
    """Pages about a match, in tabs; on a screen of at least `at_once`, together, with `focused_at_once` focused."""

    at_once: ClassVar[tuple[int, int]] = ALL_AT_ONCE
    focused_at_once: ClassVar[str]
    goes_on: ClassVar[str]
    """The name, as in `keys_of`, of the key to press once others at a shared table have begun the next race."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def _look_again(self, match: SharedMatch) -> None:
        """Read and report what others at a shared table did, and ask whether the people here agree to any take-back.

        If the race is no longer over, because its last choice has been taken back, show it again.
        """
        from heat_tui.tui.race.seats import ask_for_consent

        if match.poll():
            self.refresh_bindings()
        ask_for_consent(self, match, partial(self._look_again, match))
        if match.race_over:
            self.tell_of(match)
        else:
            self.heat.games.open(match)

    def tell_of(self, table: SharedMatch) -> None:
        """Show a shared table's new messages and, in the line #ahead, whether others have begun another race.

        Under another screen, also say so with a notification.
        """
        for words in table.new_words():
            self.notify(words, timeout=15, markup=False)
        line, ahead = self.query_one_optional("#ahead", Static), table.behind > 0 or table.info.is_followed
        if line is not None and line.display != ahead:
            line.display = ahead
            news = _("The others have begun the next race.")
            words = _("The others have begun the next race; press {key} to continue.")
            if table.info.is_followed:
                news, words = _("The others race again."), _("The others race again; press {key} to join them.")
            line.update(words.format(key=keys_of(self)["again" if table.info.is_followed else self.goes_on]))
            if ahead and self.app.screen is not self:
                self.notify(news, timeout=15)

    def words_of(self, binding: Binding) -> str:
        return self.heat.way_back if binding.id == "title" else super().words_of(binding)

    def action_log(self) -> None:
        self.heat.show_log(self.match)

    def action_again(self) -> None:
        self.heat.games.again()

    def action_to_title(self) -> None:
        self.heat.to_title()

    def on_resize(self, event: events.Resize) -> None:
        width, height = self.at_once
        self.set_class(event.size.width >= width and event.size.height >= height, "-all")
        self._focus_pages()

    async def reword(self) -> None:
        """Rewrite the pages in a newly chosen language, and show the page that was opened first."""
        await super().reword()
        self._focus_pages()

    def _focus_pages(self) -> None:
        self.query_one(self.focused_at_once if self.has_class("-all") else "Tabs").focus(scroll_visible=False)


class PageTabs(Tabs):
    """Tabs with keys from the table of keys, so that the footer shows them."""

    BINDINGS = bound("page-next", "page-previous")


def page_tabs(names: Mapping[str, str], page: str | None = None) -> Tabs:
    """Return tabs for pages, given as names by id; the tab of `page`, by default the first, is open."""
    tabs = (Tab(Content(words), id=f"tab-{each}") for each, words in names.items())
    return PageTabs(*tabs, active=f"tab-{page}" if page else None)


class Rows(DataTable[Text]):
    """A table that ignores clicks on headings that are gone."""

    def on_click(self, event: events.Click) -> None:
        """Leave a click to Textual, unless the heading clicked is gone because the table has been refilled."""
        at = event.style.meta
        if at.get("row") == -1 and at.get("column", 0) >= len(self.ordered_columns):
            event.prevent_default()


def cut_cells(row: Iterable[tuple[str, str, int]]) -> str:
    """Return the cells of a row that are cut off, in full and with their headings; "" if all of them fit.

    Each cell has its heading, its words and the width of its column.
    """
    long = (
        _("{heading}: {cell}.").format(heading=head, cell=cell) for head, cell, width in row if cell_len(cell) > width
    )
    return reduce(joined, long, "")


class SearchLine(Horizontal):
    """The line with the search words and the number of hits."""

    def __init__(self) -> None:
        super().__init__(id="searching")

    def compose(self) -> ComposeResult:
        yield Static(_("Search:"), markup=False)
        yield Input()
        yield Static(id="count", markup=False)

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    @property
    def words(self) -> str:
        return self.query_one(Input).value

    def open(self, words: str | None = None) -> None:
        """Ask for search words, or search for `words`."""
        self.add_class("-open")
        self.query_one(Input).focus()
        if words is not None:
            self.query_one(Input).value = words

    def close(self) -> None:
        self.query_one(Input).value = ""
        self.remove_class("-open")

    def count(self, words: str) -> None:
        self.query_one("#count", Static).update(words)
