"""The help: pages on screens and topics, all keys, and the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Self

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Horizontal, VerticalScroll
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.record import record
from heat_tui.language import _, ngettext, translated
from heat_tui.store.texts import Chapter, chapter_of, passages, rules, without_marks
from heat_tui.tui.keymap import KEYS, bound, key_names, shown_keys
from heat_tui.tui.lists import Heading, KeyFooter, ShortList
from heat_tui.tui.look import look_of, styles
from heat_tui.tui.pages import SearchLine
from heat_tui.tui.screen import HeatScreen
from heat_tui.typesetting import folded, narrow

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": (),
    "title": (),
    "new-race": ("S", "O", "L"),
    "new-season": ("E", "O"),
    "challenges": (),
    "tracks": ("V",),
    "track-editor": ("V",),
    "saved-races": (),
    "tables": (),
    "book": (),
    "settings": (),
    "race": ("T", "V", "K"),
    "curtain": ("T", "K"),
    "mulligan": ("O",),
    "plan": ("1", "2", "P"),
    "react": ("4", "5", "P"),
    "slipstream": ("6", "7"),
    "discard": ("8", "9"),
    "seats": (),
    "take-back": (),
    "draft": ("G", "O"),
    "exchange": ("E",),
    "garage": ("G", "K"),
    "values": ("3", "G"),
    "replace": ("G",),
    "refresh": ("G", "9"),
    "salvage": ("G", "K"),
    "weather": ("W", "H", "N"),
    "tournament": ("M",),
    "championship": ("E",),
    "map": ("V", "7"),
    "inspect": ("V", "K"),
    "standings": ("V", "K"),
    "deck": ("P", "K"),
    "log": (),
    "season": ("E",),
    "results": ("F",),
    "mistakes": (),
    "replay": ("K",),
    "figures": (),
}
"""The topics of the pages, in the order of the help, each with the chapters of the rules for further reading.

The text of a page is a file in the folder `help`. Texts name keys by the id of their binding with "_" for "-", such as
`{undo_turn}`.
"""

START: Final = "start"
"""The topic for screens that have none of their own."""

KEYS_PAGE: Final = "keys"
_CHAPTER: Final = "chapter-"


@record
class KeyRow:
    """The names of some keys, and the words for their common purpose."""

    keys: tuple[str, ...]
    words: str


@record
class Block:
    """A part of a page: paragraphs, keys, or chapters of the rules to read. `anchor` is the id of its rule, or ""."""

    heading: str = ""
    paragraphs: tuple[str, ...] = ()
    keys: tuple[KeyRow, ...] = ()
    anchor: str = ""
    chapters: tuple[str, ...] = ()


@record
class HelpContext:
    """The data that the pages need: the keys by id, all keys by place, and the calling screen's topic and keys."""

    shown_keys: Mapping[str, str]
    all_keys: Mapping[str, Sequence[KeyRow]]
    topic: str
    here: tuple[KeyRow, ...]


@record
class Found:
    """A part of a page that, together with the page's title, contains all the words of a search."""

    page: str
    title: str
    block: Block


def chapter_page(key: str) -> str:
    return _CHAPTER + key


def page_titles() -> dict[str, str]:
    """Return the titles of all pages by id, in order: topics, keys, chapters of the rules."""
    titles = {topic: passages(f"help/{topic}.md")[""].title for topic in TOPICS} | {KEYS_PAGE: _("All keys")}
    return titles | {chapter_page(each.key): chapter_title(each) for each in rules()}


def chapter_title(chapter: Chapter) -> str:
    """Return the title of a chapter with its key: "7 Check corners"."""
    return _("{key} {title}").format(key=chapter.key, title=chapter.title)


def blocks(page: str, context: HelpContext) -> list[Block]:
    """Return the blocks of a page, with the player's keys."""
    if page == KEYS_PAGE:
        return [Block(place, keys=tuple(rows)) for place, rows in context.all_keys.items()]
    if page.startswith(_CHAPTER):
        chapter = next(each for each in rules() if chapter_page(each.key) == page)
        return [Block(paragraphs=rule.paragraphs, anchor=rule.id) for rule in chapter.rules]
    text = passages(f"help/{page}.md")[""].paragraphs
    listed = [Block(paragraphs=(paragraph.format_map(context.shown_keys),)) for paragraph in text]
    if page == context.topic and context.here:
        listed.append(Block(_("Keys here"), keys=context.here))
    if TOPICS[page]:
        listed.append(Block(_("In the rules"), chapters=TOPICS[page]))
    return listed


def find(words: str, context: HelpContext) -> list[Found]:
    """Return every part of the help that, with the title of its page, contains all the words; [] without words.

    A rule whose id is the first word comes first, then the parts of pages whose titles contain all the words.
    """
    wanted = folded(words).split()
    if not wanted:
        return []
    found = [
        Found(page, title, block)
        for page, title in page_titles().items()
        for block in _parts(page, context)
        if all(word in folded(f"{title} {block.anchor} {plain_words(block)}") for word in wanted)
    ]

    def rank(each: Found) -> tuple[bool, bool]:
        return each.block.anchor.casefold() != wanted[0], any(word not in folded(each.title) for word in wanted)

    return sorted(found, key=rank)


def plain_words(block: Block) -> str:
    texts = [block.heading, *(without_marks(each.removeprefix("- ")) for each in block.paragraphs)]
    texts += [_("{keys}: {words}").format(keys=" ".join(row.keys), words=row.words) for row in block.keys]
    return " ".join(text for text in texts if text)


def holds(block: Block, part: Block) -> bool:
    """Return whether `part`, a search hit, is this block or a part of it."""
    return block == part or bool(part.keys and part.keys[0] in block.keys)


def _parts(page: str, context: HelpContext) -> Iterator[Block]:
    """Yield a page, without its links to the rules, in pieces small enough to be separate search hits."""
    for block in blocks(page, context):
        if block.keys:
            yield from (Block(keys=(each,)) for each in block.keys)
        elif not block.chapters:
            yield block


def keys_here(active: Mapping[str, ActiveBinding], *, ascii: bool) -> tuple[KeyRow, ...]:
    """Return the game's enabled keys among the active bindings of a screen, each purpose once."""
    purposes: dict[str, list[str]] = {}
    for key, (_node, binding, enabled, _tooltip) in active.items():
        if binding.id in KEYS and enabled:
            purposes.setdefault(binding.description, []).append(key)
    return tuple(_rows(purposes, ascii=ascii))


def all_keys(chosen: Mapping[str, str], *, ascii: bool) -> dict[str, list[KeyRow]]:
    """Return every key of the game by the place where it applies; `chosen` are the player's own keys, by binding."""
    places: dict[str, dict[str, list[str]]] = {}
    for key in KEYS.values():
        purposes = places.setdefault(translated(key.place), {})
        purposes.setdefault(translated(key.words), []).extend(chosen.get(key.id, key.keys).split(","))
    return {place: _rows(purposes, ascii=ascii) for place, purposes in places.items()}


def _rows(purposes: Mapping[str, list[str]], *, ascii: bool) -> list[KeyRow]:
    return [KeyRow(key_names(",".join(keys), ascii=ascii), words) for words, keys in purposes.items()]


class HelpScreen(HeatScreen[None]):
    """A list of pages on the left, the open one on the right, and a search through all of them."""

    help_topic = START
    CSS_PATH = styles("pages", "help")
    ALLOW_SELECT = True
    BINDINGS = bound("search") + bound("read-on", shown=True) + bound("read-back")

    def __init__(
        self, topic: str = START, *, here: Sequence[KeyRow] = (), rule: str | None = None, words: str = ""
    ) -> None:
        """Open at a topic whose page lists the keys `here`, at a rule by its id, or with a search for words."""
        super().__init__()
        self.topic = topic if topic in TOPICS or topic == KEYS_PAGE else START
        self.here = tuple(here)
        self.rule = rule
        self._wanted = words
        self._found: list[Found] = []

    @classmethod
    def about(cls, screen: Screen[object], page: str | None = None) -> Self:
        """Return the help, open at the page for a screen or at `page`, with the keys currently active on the screen."""
        return cls(page or topic_for(screen), here=keys_here(screen.active_bindings, ascii=look_of(screen).ascii))

    def compose(self) -> ComposeResult:
        yield Heading(_("Help"))
        with Horizontal(id="body"):
            yield ShortList(markup=False)
            yield HelpPage()
        yield SearchLine()
        yield KeyFooter()

    def on_mount(self) -> None:
        self.watch(self.query_one(HelpPage), "show_vertical_scrollbar", self.refresh_bindings)
        self._list_pages(self.topic if self.rule is None else chapter_page(chapter_of(self.rule).key))
        if self._wanted:
            self.query_one(SearchLine).open(self._wanted)

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        page = self.query_one(HelpPage)
        if event.option_id is None:  # only pages have ids
            found = self._found[event.option_index]
            shown = blocks(found.page, self._known())
            await page.show(found.title, shown, words=self._words, at=found.block)
            return
        shown = blocks(event.option_id, self._known())
        rule = next((each for each in shown if each.anchor and each.anchor == self.rule), None)
        self.rule = None
        await page.show(page_titles()[event.option_id], shown, at=rule)

    def on_option_list_option_selected(self) -> None:
        self.query_one(HelpPage).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._found = find(event.value, self._known())
        if self._found:
            self._list_found()
        else:
            self._list_pages(self.topic)
        count = len(self._found)
        found = ngettext("{count} hit", "{count} hits", count).format(count=count) if count else _("not found")
        self.query_one(SearchLine).count(found if self._words.strip() else "")

    def on_input_submitted(self) -> None:
        self.query_one(OptionList).focus()

    def action_search(self) -> None:
        self.query_one(SearchLine).open()

    def action_open_chapter(self, key: str) -> None:
        self._end_search(chapter_page(key))

    def action_help(self) -> None:
        """Show the page on getting around, which also explains the help."""
        self._end_search(START)

    def action_back(self) -> None:
        """End the search if one is open, else leave the help."""
        if self.query_one(SearchLine).is_open:
            self._end_search(self.topic)
        else:
            self.dismiss()

    @property
    def _words(self) -> str:
        return self.query_one(SearchLine).words

    def _end_search(self, page: str) -> None:
        self._found = []
        with self.prevent(Input.Changed):
            self.query_one(SearchLine).close()
        self.query_one(OptionList).focus()
        self._list_pages(page)

    def _known(self) -> HelpContext:
        chosen, ascii = self.heat.settings.keys, look_of(self).ascii
        return HelpContext(shown_keys(chosen, ascii=ascii), all_keys(chosen, ascii=ascii), self.topic, self.here)

    def _list_pages(self, chosen: str) -> None:
        """List all pages (topics, keys, and the rules under a heading), and highlight the page `chosen`."""
        listed = self.query_one(OptionList)
        listed.clear_options()
        for page, title in page_titles().items():
            listed.add_option(Option(title, id=page))
            if page == KEYS_PAGE:
                listed.add_options([Option("", disabled=True), Option(Text(_("THE RULES"), "bold"), disabled=True)])
        listed.highlighted = listed.get_option_index(chosen)

    def _list_found(self) -> None:
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options(
            Option(Text.assemble((f"{each.block.anchor or each.title} ", "bold"), plain_words(each.block)[:60]))
            for each in self._found
        )
        listed.highlighted = 0


def topic_for(screen: Screen[object]) -> str:
    """Return the topic of the focused widget or its nearest ancestor with one, else of a shown widget or the screen."""
    focused = screen.focused
    nodes: list[DOMNode] = [] if focused is None else [*focused.ancestors_with_self]
    nodes += [each for each in screen.walk_children() if each.display]
    topics = [getattr(node, "help_topic", None) for node in nodes if node is not screen]
    return next(filter(None, topics), getattr(screen, "help_topic", START))


_MARKED: Final = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*")
_ID_WIDTH, _KEYS_WIDTH = 4, 16


class HelpPage(VerticalScroll):
    """The open page of the help."""

    COMPONENT_CLASSES = {"help--accent", "help--found"}  # noqa: RUF012 - Textual's own way

    async def show(self, title: str, parts: Sequence[Block], *, words: str = "", at: Block | None = None) -> None:
        """Show a page with the search words marked, scrolled to the part `at`, or to the top if that is None."""
        with self.app.batch_update():
            await self.remove_children()
            widgets: list[Static] = [Static(self._written(title, words), classes="heading", markup=False)]
            begin: Static | None = None
            listing = False
            for block in parts:
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
        table = Table.grid(padding=(0, 1), expand=True)
        if block.keys:
            table.add_column(width=_KEYS_WIDTH, justify="right")
        elif block.anchor:
            table.add_column(width=_ID_WIDTH)
        table.add_column(ratio=1)
        for row in block.keys:
            names = Text("  ").join(Text(name, style=self._accent) for name in row.keys)
            table.add_row(names, self._written(row.words, words))
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
        return table

    def _paragraph(self, paragraph: str, words: str) -> Table | Text:
        """Return a paragraph; a list item is indented after its bullet."""
        if not paragraph.startswith("- "):
            return self._written(paragraph, words)
        item = Table.grid(padding=(0, 1))
        item.add_column(width=1)
        item.add_column(ratio=1)
        item.add_row("•", self._written(paragraph.removeprefix("- "), words))
        return item

    def _written(self, marked: str, words: str) -> Text:
        """Return text with its marks turned into styles, and search words highlighted."""
        text, at = Text(), 0
        for mark in _MARKED.finditer(marked):
            text.append(marked[at : mark.start()])
            text.append(mark["bold"] or mark["italic"], mark.lastgroup)
            at = mark.end()
        text.append(marked[at:])
        if sought := [*words.split(), *narrow(words).split()]:
            found = self.get_component_rich_style("help--found", partial=True)
            text.highlight_words(sought, found, case_sensitive=False)
        return text

    @property
    def _accent(self) -> Style:
        return self.get_component_rich_style("help--accent", partial=True)
