"""A page of the help: headings, paragraphs, rules and keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from heat_tui.files.rules_text import rules
from heat_tui.tui.appearance import look_of
from heat_tui.tui.glyphs import plain
from heat_tui.tui.help.key_table import KeyRow
from heat_tui.tui.help.pages import Block, chapter_title, holds

_MARKED: Final = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<emphasis>.+?)\*")
_ID_WIDTH, _KEYS_WIDTH = 4, 16


class HelpPage(VerticalScroll):
    """The page that is open."""

    COMPONENT_CLASSES = {"help--accent", "help--found"}  # noqa: RUF012 - Textual's own way
    DEFAULT_CSS = """
    HelpPage { width: 1fr; height: 1fr; padding-left: 2; scrollbar-size-vertical: 1; }
    HelpPage Static { width: 1fr; max-width: 96; height: auto; margin: 1 2 0 0; }
    HelpPage Static:first-child, HelpPage .-close { margin-top: 0; }
    HelpPage .heading { color: $accent; text-style: bold; }
    HelpPage .help--accent { color: $accent; text-style: bold; }
    HelpPage .help--found { text-style: reverse; }
    """

    async def show(self, title: str, blocks: Sequence[Block], *, words: str = "", at: Block | None = None) -> None:
        """Show a page with the words marked, and begin at a part of it."""
        with self.app.batch_update():
            await self.remove_children()
            widgets: list[Static] = [Static(self._written(title, words), classes="heading", markup=False)]
            begin: Static | None = None
            listing = False
            for block in blocks:
                if block.heading:
                    widgets.append(Static(block.heading, classes="heading", markup=False))
                item = bool(block.paragraphs) and not block.anchor and block.paragraphs[0].startswith("- ")
                close = bool(block.heading) or (item and listing)
                widgets.append(Static(self._body(block, words), classes="-close" if close else "", markup=False))
                listing = item
                if at is not None and begin is None and holds(block, at):
                    begin = widgets[-1]
            await self.mount(*widgets)
        self.scroll_home(animate=False)
        if begin is not None:
            self.call_after_refresh(self.scroll_to_widget, begin, animate=False, top=True)

    def _body(self, block: Block, words: str) -> Table:
        table = Table.grid(padding=(0, 1))
        if block.keys:
            table.add_column(width=_KEYS_WIDTH, justify="right")
        elif block.anchor:
            table.add_column(width=_ID_WIDTH)
        table.add_column(ratio=1)
        for row in block.keys:
            table.add_row(self._keys(row), self._written(row.words, words))
        for key in block.chapters:
            chapter = next(each for each in rules() if each.key == key)
            link = Style(underline=True, meta={"@click": f"screen.open_chapter('{key}')"})
            table.add_row(Text.assemble((chapter_title(chapter), link)))
        for index, paragraph in enumerate(block.paragraphs):
            text = self._paragraph(paragraph, words)
            if block.anchor:
                table.add_row(Text(block.anchor if index == 0 else "", style=self._accent), text)
            else:
                table.add_row(text)
        table.expand = True
        return table

    def _paragraph(self, paragraph: str, words: str) -> Table | Text:
        """A paragraph, or an item of a list, which hangs beside its dot."""
        if not paragraph.startswith("- "):
            return self._written(paragraph, words)
        item = Table.grid(padding=(0, 1))
        item.add_column(width=1)
        item.add_column(ratio=1)
        item.add_row(plain("•", ascii_only=look_of(self).ascii), self._written(paragraph.removeprefix("- "), words))
        return item

    def _written(self, marked: str, words: str) -> Text:
        """Words with their marks turned into styles, and what was searched for made to stand out."""
        text, at = Text(), 0
        for mark in _MARKED.finditer(marked):
            text.append(marked[at : mark.start()])
            if mark["bold"] is not None:
                text.append(mark["bold"], "bold")
            else:
                text.append(mark["emphasis"], "italic")
            at = mark.end()
        text.append(marked[at:])
        found = self.get_component_rich_style("help--found", partial=True)
        text.highlight_words(words.split(), found, case_sensitive=False)
        return text

    def _keys(self, row: KeyRow) -> Text:
        return Text("  ").join(Text(name, style=self._accent) for name in row.keys)

    @property
    def _accent(self) -> Style:
        return self.get_component_rich_style("help--accent", partial=True)
