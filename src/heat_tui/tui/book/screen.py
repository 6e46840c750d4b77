"""The screens of the drivers' book: tables in tabs, the screens opened from their rows, and the merging of names."""

from __future__ import annotations

from asyncio import Lock, to_thread
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, Literal, NamedTuple

from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import DataTable, Static, Tabs

from heat_tui.drawing.charts import FINE, bar, level_chart, sampled
from heat_tui.drivers.kinds import PERSON
from heat_tui.game.book import entries, pages
from heat_tui.game.book.report import (
    COLUMNS,
    Driver,
    Duel,
    Month,
    RaceKey,
    Report,
    Row,
    SeasonKey,
    Table,
    TrackKey,
    half_up,
)
from heat_tui.game.figures.statistics import EVERY_FIGURE, HEAT_FIGURES
from heat_tui.language import N_, _, ngettext, row, translated
from heat_tui.store.book import Book, DamagedBook, Select, aliases
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import SaveStore, Signature, signature
from heat_tui.store.schema import Refused
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, Lines, Note
from heat_tui.tui.look import keys_of, look_of, styles
from heat_tui.tui.pages import Rows, TabbedScreen, cut_cells, page_tabs
from heat_tui.tui.screen import T
from heat_tui.typesetting import aligned
from heat_tui.words.formatter import fill

LOW: Final = ("average_place", "place", "other_place", "pace", "rounds", "losses", "behind", "grid", "spins")
"""The numeric columns that are sorted lowest first."""

NOTHING: Final = Table("", (), ())
"""The empty table of a page that has not been made yet, or that shows facts instead."""

_GAPS: Final = 2
_LEAST: Final = 4


class BookTable(Rows, inherit_bindings=False):
    """A table of the book, no wider than the screen; `about` is the subject of the highlighted row.

    The screen handles Left and Right, which turn to another page.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("menu-down", "menu-up", "list-down", "list-up"),
        *bound("list-select", action="select_cursor"),
        *bound("part-next", shown=False, action="page_down"),
        *bound("part-previous", action="page_up"),
        *bound("to-start", action="scroll_top"),
        *bound("to-end", action="scroll_bottom"),
    ]

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, classes="page", cursor_type="row", zebra_stripes=True)
        self.table = NOTHING
        self._cells: list[list[str]] = []
        self._order: list[int] = []
        self._sorted: str | None = None
        self._upwards = False
        self._width = 0

    @property
    def about(self) -> object:
        """The subject of the highlighted row, such as a driver or a race; None if the row leads nowhere."""
        row = self._row
        return self.table.about(self.table.rows[row]) if row is not None and self.table.about else None

    @property
    def cut_cells(self) -> str:
        """The cells of the highlighted row that are cut off, in full and with their headings; "" if all of them fit."""
        row = self._row
        return "" if row is None else cut_cells(zip(self.table.headings, self._cells[row], self._widths(), strict=True))

    def show(self, table: Table) -> None:
        """Show new contents, sorted as before; the cursor keeps its row number, or moves to the last row."""
        self.table = table
        self._cells = [*map(table.cells, table.rows)]
        self._arrange()

    def sort_next(self, way: int) -> None:
        """Sort by the next column; after the last column, restore the original order.

        If `way` is negative, reverse the order of the sorted column instead.
        """
        columns = [None, *self.table.columns]
        self.sort_by(columns[(columns.index(self._sorted) + 1) % len(columns)] if way > 0 else self._sorted)

    def sort_by(self, column: str | None) -> None:
        """Sort by a column, figures best first and words alphabetically; None restores the original order.

        If the table is sorted by that column already, reverse its order.
        """
        numbers = column is not None and self.table.columns.index(column) in self.table.numbers
        self._upwards = not self._upwards if column == self._sorted else not numbers or column in LOW
        self._sorted = column
        self._arrange()

    def on_resize(self, event: Resize) -> None:
        if self._width != event.size.width:
            self._width = event.size.width
            self._fill()

    def on_data_table_header_selected(self, event: DataTable.HeaderSelected) -> None:
        """Sort by the clicked column; a second click reverses the order."""
        self.sort_by(self.table.columns[event.column_index])

    @property
    def _row(self) -> int | None:
        row = self.cursor_row
        return self._order[row] if self.row_count and 0 <= row < len(self._order) else None

    def _arrange(self) -> None:
        """Show the rows in order; those without a value in the sorted column are last."""
        rows, column = self.table.rows, self._sorted
        self._order = [*range(len(rows))]
        if column is not None:
            known = [index for index in self._order if rows[index][column] is not None]
            known.sort(key=lambda index: _key(rows[index], column), reverse=not self._upwards)
            self._order = [*known, *(index for index in self._order if rows[index][column] is None)]
        self._fill()

    def _fill(self) -> None:
        if not self._width or not self.table.columns:
            return
        row, look, numbers = self.cursor_row, look_of(self), self.table.numbers
        widths = self._widths()
        sides: list[JustifyMethod] = ["right" if at in numbers else "left" for at in range(len(widths))]
        self.clear(columns=True)
        for at, (heading, width) in enumerate(zip(self._headings, widths, strict=True)):
            words = look.to_right(heading, width) if at in numbers else heading
            self.add_column(Text(look.cut(words, width)), width=width)
        for index in self._order:
            cells = zip(self._cells[index], widths, sides, strict=True)
            self.add_row(*(Text(look.cut(cell, width), justify=side) for cell, width, side in cells))
        self.move_cursor(row=min(row, max(self.row_count - 1, 0)))

    @property
    def _headings(self) -> list[str]:
        """The headings, with an arrow on the sorted column."""
        mark = "▲" if self._upwards else "▼"
        columns = zip(self.table.columns, self.table.headings, strict=True)
        return [heading + mark if column == self._sorted else heading for column, heading in columns]

    def _widths(self) -> list[int]:
        """Return the width of each column; if they do not fit, the widest columns shrink."""
        lines = [self._headings, *self._cells]
        widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
        room = self._width - self.scrollbar_size_vertical - _GAPS * len(widths)
        while sum(widths) > room and max(widths) > _LEAST:
            widths[widths.index(max(widths))] -= 1
        return widths


def _key(row: Row, column: str) -> tuple[float, str]:
    value = row[column]
    return (value, "") if isinstance(value, int | float) else (0, COLUMNS[column].words(value).casefold())


class Page(NamedTuple):
    """The name of a page, a function that makes its table, and the sentence for an empty table.

    A page with `facts` shows them and no table.
    """

    words: str
    table: Callable[[Select], Table] = lambda _select: NOTHING
    empty: str = ""
    facts: Widget | None = None


_ENTER: Final[Mapping[type, str]] = {
    Driver: N_("Press Enter to see everything about {name}."),
    RaceKey: N_("Press Enter to replay the race."),
    Duel: N_("Press Enter to see all races of {name} and {other}."),
    SeasonKey: N_("Press Enter to see the standings and the races."),
    TrackKey: N_("Press Enter to see the records of the track."),
    Month: N_("Places of the first tries; - is a try without a result, . a day without a try."),
}
"""The effect of Enter on a row, or an explanation of the row, by the type of the row's subject."""


class BookPages(TabbedScreen):
    """Pages of the book in tabs, above a hint about Enter; each table is made when its page is first opened."""

    help_topic = "book"
    CSS_PATH = styles("pages", "book/book")
    BINDINGS: ClassVar[list[BindingType]] = (
        bound("page-next", "page-previous", "sort", "sort-back") + bound("read-on", shown=True) + bound("read-back")
    )

    def __init__(self, book: Book | None, heading: str, above: Iterable[Widget] = (), **pages: Page) -> None:
        """Show pages of a book, given by id from left to right, with widgets above them."""
        super().__init__()
        self.book, self.heading, self.pages = book, heading, pages
        self.set_class(len(pages) == 1, "-single")
        self._above = above
        self._made: set[str] = set()

    async def read(self, what: Callable[[Select], T]) -> T:
        """Return the result of a query, which runs in a thread because it may be slow.

        Raises Refused if the book cannot be read, ValueError if it is not open yet, and any error from the query.
        """
        if self.book is None:
            raise ValueError("the book is not open yet")
        return await to_thread(self.book.read, what)

    def compose(self) -> ComposeResult:
        yield Heading(self.heading)
        tabs = page_tabs({page: translated(each.words) for page, each in self.pages.items()})
        tabs.can_focus = False
        yield tabs
        yield from self._above
        with Container(id="book-pages"):
            for page, each in self.pages.items():
                yield each.facts or BookTable(id=page)
            yield Static(id="empty", markup=False)
        yield Note(id="note")
        yield KeyFooter()

    @property
    def table(self) -> BookTable | None:
        """The table of the open page; None if that page is not a table."""
        page = self.query_one(f"#{self.page}") if self.query(Tabs) and self.page else None
        return page if isinstance(page, BookTable) else None

    @property
    def about(self) -> object:
        """The subject of the highlighted row; None if the row leads nowhere or the open page has not been made yet."""
        return self.table.about if self.table is not None and self.page in self._made else None

    @on(Tabs.TabActivated)
    @work(exclusive=True, group="page")
    async def turn_page(self) -> None:
        await self.make_page()

    async def make_page(self) -> None:
        """Show the open page; the first time, read its table in a thread."""
        page, table = self.page, self.table
        if table is not None and page not in self._made:
            try:
                made = await self.read(self.pages[page].table)
            except Refused as reason:
                self.say(str(reason))
                return
            if not self.is_attached or page != self.page:
                return
            self._made.add(page)
            table.show(made)
        self.show()

    def show(self) -> None:
        """Show and focus the open page, or say that it is empty, and describe its highlighted row."""
        empty = self.table is not None and not self.table.table.rows
        self.say(translated(self.pages[self.page].empty) if empty else "")
        if not empty:
            self.query_one(f"#{self.page}").focus(scroll_visible=False)
        self.describe()

    def say(self, sentence: str) -> None:
        """Show a sentence in place of the page; "" shows the page."""
        self.set_class(bool(sentence), "-empty")
        self.query_one("#empty", Static).update(sentence)
        self.refresh_bindings()

    @on(DataTable.RowHighlighted)
    def describe(self) -> None:
        """Show the cut cells of the highlighted row and the effect of Enter."""
        self.refresh_bindings()
        cells = self.table.cut_cells if self.table is not None else ""
        self.query_one(Note).say("\n".join(filter(None, (cells, self.hint()))))

    def hint(self) -> str:
        """Return the effect of Enter on the highlighted row, or an explanation of the row; "" if it has neither."""
        about = self.about
        words = _ENTER.get(type(about), "")
        one, other = about if isinstance(about, Duel) else (about, "")
        return fill(words, name=one, other=other) if words else ""

    @on(DataTable.RowSelected)
    @work(exclusive=True, group="open")
    async def open_row(self) -> None:
        """Open the subject of the highlighted row. Raises Refused."""
        await self.open(self.about)

    async def open(self, about: object) -> None:
        """Open the page of a driver, two drivers, a season or a track, or the replay of a race. Raises Refused."""
        store, screen = self.heat.store, None
        match about:
            case Driver():
                report = await self.read(lambda select: pages.driver_report(select, about))
                places = await self.read(lambda select: pages.places_of(select, about, _LAST))
                screen = driver_screen(self.book, about, report, places)
            case Duel():
                screen = duel_screen(self.book, about, await self.read(lambda select: pages.duel(select, *about)))
            case SeasonKey():
                rows = await self.read(lambda select: pages.standings(select, "game = ?", *about))
                screen = season_screen(self.book, about, pages.standings_table(rows))
            case TrackKey():
                screen = track_screen(self.book, about)
            case RaceKey() if store is not None:
                shown, replay = await to_thread(entries.replay_of, store, about)  # slow: replays the race
                if self.is_current:
                    self.heat.show_replay(shown, replay)
        if screen is not None and self.is_current:
            self.app.push_screen(screen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the page keys if there is only one page, and grey out sorting unless a table shows two rows or more."""
        if action in ("next_tab", "previous_tab"):
            return len(self.pages) > 1
        if action == "sort":
            return True if self.table is not None and self.table.row_count > 1 else None
        return super().check_action(action, parameters)

    def action_next_tab(self) -> None:
        self.query_one(Tabs).action_next_tab()

    def action_previous_tab(self) -> None:
        self.query_one(Tabs).action_previous_tab()

    def action_sort(self, way: int) -> None:
        if self.table is not None:
            self.table.sort_next(way)


GEARS: Final = ("gear_1", "gear_2", "gear_3", "gear_4")

_CHART_ROWS: Final = 7
_MOST_COLUMNS: Final = 4
"""The maximum number of columns for one race in the chart."""

_RATING: Final = 6
"""The width of a rating beside the chart, in columns."""

_LAST: Final = 20
"""The number of most recent races whose places are shown."""

_LONGEST_NAME: Final = 24
_BAR_FIGURE, _FIGURE = 6, 7
_LEAST_BAR, _MOST_BAR = 4, 40


class Facts(Lines):
    """Lines about one or two drivers, made by the function `told` from the widget, the width and the values `about`."""

    def __init__(self, told: Callable[..., Iterator[Text]], *about: object) -> None:
        super().__init__()
        self._told, self._about = told, about

    def lines(self, width: int) -> Iterator[Text]:
        return self._told(self, width, *self._about)

    def aligned(self, table: Table, columns: Sequence[int], width: int) -> Iterator[Text]:
        """Yield some columns of a table as lines, in parts if they do not fit; nothing for an empty table."""
        if not table.rows:
            return
        cells = [[each[column] for column in columns] for each in (table.headings, *map(table.cells, table.rows))]
        right = [at for at, column in enumerate(columns) if column in table.numbers]
        heading, *lines = aligned(cells, right=right)
        if max(map(cell_len, (heading, *lines))) > width and len(columns) > 1:
            half = (len(columns) + 1) // 2
            yield from self.aligned(table, columns[:half], width)
            yield from self.aligned(table, columns[half:], width)
            return
        yield Text(heading, "dim")
        yield from map(Text, lines)

    def bars(self, rows: Mapping[str, float], width: int) -> Iterator[Text]:
        """Yield a line for each figure: its words, the figure, and a bar.

        The longest bar fills the room, up to `_MOST_BAR` columns. Integers are shown without decimal places.
        """
        name = max(min(max(map(cell_len, rows)), width - _BAR_FIGURE - _LEAST_BAR - 3), _LEAST_BAR)
        room, most = min(max(width - name - _BAR_FIGURE - 3, _LEAST_BAR), _MOST_BAR), max(rows.values())
        for words, value in rows.items():
            figure = str(value if isinstance(value, int) else half_up(value))
            line = Text(look_of(self).to_left(words, name) + figure.rjust(_BAR_FIGURE) + " ")
            line.append("█" * bar([round(100 * value)], max(round(100 * most), 1), room)[0], "bold")
            yield line


def _career(facts: Facts, width: int, report: Report, places: Sequence[str]) -> Iterator[Text]:
    """Yield a driver's other names, totals, streaks, ratings over time, and `places` in the latest races."""
    own, (totals, _tracks, streaks, *_rest) = (report.parts or {})["driver"], report.tables()
    if own["also"]:
        yield from facts.wrapped(_("Also known as {names}.").format(names=row(own["also"])), width)
    yield from facts.aligned(totals, range(1, len(totals.columns)), width)
    yield Text()
    yield from facts.aligned(streaks, range(len(streaks.columns)), width)
    yield Text()
    yield from facts.wrapped(_("Rating after each race"), width, "dim")
    ratings = sampled(own["ratings"], max(width - _RATING - 1, 1))
    each = max(min((width - _RATING - 1) // len(ratings), _MOST_COLUMNS), 1)
    labels = {0: str(half_up(max(ratings))), _CHART_ROWS - 1: str(half_up(min(ratings)))}
    for index, line in enumerate(level_chart([rating for rating in ratings for _column in range(each)], _CHART_ROWS)):
        drawn = line if look_of(facts).ascii else line.translate(FINE)
        yield Text.assemble((f"{labels.get(index, ''):>{_RATING}} ", "dim"), drawn)
    yield Text()
    yield from facts.wrapped(_("Place and number of cars in the latest races, newest first"), width, "dim")
    yield from facts.wrapped(" ".join(places), width)


def _averages(facts: Facts, width: int, counted: Mapping[str, float]) -> Iterator[Text]:
    """Yield bars for Heat, by what it paid for, and for rounds, by gear; then a list of all other figures."""
    for heading, names in (
        (_("Heat per race, by what it paid for"), HEAT_FIGURES),
        (_("Rounds per race, by gear"), GEARS),
    ):
        figures = {translated(EVERY_FIGURE[name].words): float(counted[name]) for name in names if name in counted}
        if figures:
            yield from facts.wrapped(heading, width, "dim")
            yield from facts.bars(figures, width)
            yield Text()
    yield from facts.wrapped(_("Other figures: the average race, and the highest speed"), width, "dim")
    rest = [name for name in EVERY_FIGURE if name in counted and name not in (*HEAT_FIGURES, *GEARS)]
    words = [translated(EVERY_FIGURE[name].words) for name in rest]
    room = min(max(map(cell_len, words), default=0), width - _FIGURE)
    for name, each in zip(words, rest, strict=True):
        figure = str(half_up(counted[each], 0 if each in pages.HIGHEST else 1))
        yield Text(look_of(facts).to_left(name, room) + figure.rjust(_FIGURE))


def _sums(facts: Facts, width: int, sums: Row) -> Iterator[Text]:
    """Yield the number of races that two drivers share, and bars for how often each was ahead and won."""
    count = sums["races"]
    yield Text(ngettext("{count} race together", "{count} races together", count).format(count=count), "dim")
    names = [look_of(facts).cut(sums[name], _LONGEST_NAME) for name in ("driver", "against")]
    rows = (N_("{name} ahead"), ("ahead", "behind")), (N_("{name} wins"), ("wins", "losses"))
    told = {fill(words, name=name): sums[each] for words, both in rows for name, each in zip(names, both, strict=True)}
    yield from facts.bars(told, width)


class FactsPage(VerticalScroll, inherit_bindings=False):
    """A driver's first page, in one or two columns; the keys that turn pages, or scroll by a page, are the screen's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("list-up", "menu-up", action="scroll_up"),
        *bound("list-down", "menu-down", action="scroll_down"),
    ]


def driver_screen(book: Book | None, driver: Driver, report: Report, places: Sequence[str]) -> BookPages:
    """Return the screen of a driver: totals, figures, tracks, duels, seasons, races, ladder and races of the day."""
    _totals, tracks, _streaks, duels, seasons, _means, _highest, days, ladder = report.tables()
    facts = Facts(_career, report, places), Facts(_averages, report.figures)

    def page(words: str, table: Table, empty: str = "") -> Page:
        return Page(words, lambda _select: table, empty)

    return BookPages(
        book,
        driver,
        driver=Page(N_("Driver"), facts=FactsPage(*facts, id="driver", classes="page")),
        tracks=page(N_("Tracks"), tracks),
        duels=page(N_("Head to head"), duels, N_("This driver has not raced against anyone yet.")),
        seasons=page(N_("Seasons"), seasons, N_("This driver has not raced in a season yet.")),
        races=Page(N_("Races"), lambda select: pages.starts_of(select, driver)),
        ladder=page(N_("Ladder"), ladder),
        days=page(N_("Days"), days, N_("This driver has not tried a race of the day yet.")),
    )


def duel_screen(book: Book | None, duel: Duel, sums: Row) -> BookPages:
    """Return the screen of two drivers against each other: the totals, and every race that both were in."""
    none = N_("These two have never been in a race together.")
    races = Page(N_("Races"), lambda select: pages.meetings(select, *duel), none)
    heading = _("{name} against {other}").format(name=duel.one, other=duel.other)
    return BookPages(book, heading, [Facts(_sums, sums)] if sums["races"] else [], meetings=races)


def season_screen(book: Book | None, season: SeasonKey, standings: Table) -> BookPages:
    """Return the screen of a season: its standings, and its races in calendar order."""
    return BookPages(
        book,
        standings.title,
        standings=Page(N_("Standings"), lambda _select: standings),
        races=Page(N_("Races"), lambda select: pages.races(select, "game = ?", *season, order="number")),
    )


def track_screen(book: Book | None, track: TrackKey) -> BookPages:
    """Return the screen of a track: its records and the races on it, latest first."""
    none = N_("Nobody has finished a race on this track as it is now.")
    return BookPages(
        book,
        track.track_name,
        records=Page(N_("Records"), lambda select: pages.records(select, track.track), none),
        automated_records=Page(
            N_("Auto records"), lambda select: pages.records(select, track.track, automated=True), none
        ),
        races=Page(N_("Races"), lambda select: pages.races(select, "track = ?", track.track)),
    )


Purpose = Literal["duel", "merge"]
"""The purposes of picking a second driver: comparing the two, or merging their names."""

_PICK: Final[Mapping[Purpose, str]] = {
    "duel": N_("{name} against: highlight another driver and press Enter, or {back} to cancel."),
    "merge": N_("Merge {name} with: highlight another person and press Enter, or {back} to cancel."),
}


class BookScreen(BookPages):
    """The drivers, records, tracks, titles, seasons and races, updated from the saves whenever the screen is shown."""

    BINDINGS = bound("duel", "merge-names", "unmerge-names", "rebuild")

    def __init__(self) -> None:
        none = N_("No season has been raced yet; Championship in the menu starts one.")
        super().__init__(
            None,
            _("Drivers' book"),
            people=Page(N_("People"), _drivers(people=True), N_("No person has finished a race against others yet.")),
            automated=Page(
                N_("Automated"), _drivers(people=False), N_("No automated driver and no Legend has been in a race yet.")
            ),
            records=Page(N_("Records"), pages.records, N_("No record has been set yet.")),
            tracks=Page(N_("Tracks"), pages.tracks),
            titles=Page(N_("Titles"), pages.titles, none),
            seasons=Page(N_("Seasons"), pages.seasons, none),
            races=Page(N_("Races"), pages.races),
        )
        self._stamp: Signature = None
        self._aliases: Mapping[str, str] = {}
        self._read = False
        self._picking: tuple[Purpose, Driver] | None = None
        self._busy = Lock()

    def on_screen_resume(self) -> None:
        """Read the book after the next frame: a race may have been finished in the meantime."""
        self.call_after_refresh(self.read_book)

    async def make_page(self) -> None:
        """Show the open page if the book has been read."""
        if self._read:
            await super().make_page()

    @work(group="book")
    async def read_book(self) -> None:
        """Catch up with the saves and read the book, in a thread, or say why it cannot be read."""
        if (store := self._store) is None:
            self.say(_("Races are not being saved now, so nothing is entered in the book."))
        else:
            await self._follow(store, entries.catching_up(store))

    @work(group="book")
    async def rebuild(self) -> None:
        """Rebuild the book from all saves, and report the result or why the book cannot be read."""
        if (store := self._store) is None:
            return
        done: entries.Rebuilt | None = await self._follow(store, entries.rebuilding(store))
        if done is not None:
            self.tell("\n".join(entries.rebuilt_lines(done)))

    async def _follow(self, store: SaveStore, steps: Generator[entries.Progress, None, T]) -> T | None:
        """Run the steps, one per save, show the book and return their result; None if a file cannot be read.

        Closing the screen ends the steps early.
        """

        def step() -> entries.Progress | tuple[T]:
            try:
                return next(steps)
            except StopIteration as end:
                return (end.value,)

        try:
            async with self._busy:
                while True:
                    match await to_thread(step):
                        case (number, count):
                            words = ngettext("{number} of {count} save read", "{number} of {count} saves read", count)
                            self.say(words.format(number=number, count=count))
                        case (result,):
                            await self._open(store)
                            return result
        except BadFile as reason:
            self._read = False
            self.say(str(reason))
            if isinstance(reason, DamagedBook):
                self.query_one(Note).say(_("Press {rebuild} to do that here.").format(**keys_of(self)))
            return None

    async def _open(self, store: SaveStore) -> None:
        """Show the book; if it has changed, each page is read again when it is next shown. Raises BadFile."""
        if store.book is None:
            return
        self.book = Book(store.book)
        empty = not await self.read(lambda select: select("SELECT at FROM ends LIMIT 1"))
        self._aliases = await self.read(aliases)
        stamp = signature(store.book)
        if not self.is_attached:
            return
        if not self._read or stamp != self._stamp:
            self._made.clear()
        self._read, self._stamp = True, stamp
        if empty:
            self.say(_("The book is empty. Every race that you finish is entered here: start one with New race."))
        else:
            await self.make_page()

    def hint(self) -> str:
        """Return a sentence on the driver to pick, or else on the effect of Enter."""
        if self._picking is None:
            return super().hint()
        purpose, driver = self._picking
        return translated(_PICK[purpose]).format(name=driver, **keys_of(self))

    async def open(self, about: object) -> None:
        """Open the subject of a row, or take its driver as the second one picked. Raises Refused."""
        if self._picking is None:
            await super().open(about)
            return
        purpose, one = self._picking
        if not isinstance(about, Driver) or about == one or (purpose == "merge" and about.kind != PERSON):
            return
        self._stop_picking()
        if purpose == "duel":
            await super().open(Duel(one, about))
            return
        await self.read(lambda select: entries.check_merge(select, one, about))
        question = _("Count all races of {name} for {other} from now on? Press {unmerge} to separate them again.")
        words = question.format(name=one, other=about, unmerge=keys_of(self)["unmerge_names"])
        self.ask(words, _("Keep apart"), _("Merge"), lambda: self.write_names(one.name, about.name))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "pick":
            about = self.about
            return isinstance(about, Driver) and (parameters == ("duel",) or about.kind == PERSON)
        if action == "unmerge":
            return bool(self._merged)
        if action == "rebuild":
            return self._store is not None
        return super().check_action(action, parameters)

    def action_pick(self, purpose: Purpose) -> None:
        """Take the highlighted driver as the first one, and ask for the second."""
        about = self.about
        if isinstance(about, Driver):
            self._picking = purpose, about
            self.describe()

    def action_back(self) -> None:
        """Cancel picking a driver, or else leave the book."""
        if self._picking is None:
            super().action_back()
        else:
            self._stop_picking()

    def action_unmerge(self) -> None:
        """Ask which of the driver's merged names to separate again."""
        names = self._merged

        def answered(answer: int) -> None:
            if answer:
                self.write_names(names[answer - 1], None)

        question = _("Which name should no longer count for {name}?").format(name=self.about)
        self.heat.ask(question, (_("Keep merged"), *names), answered)

    def action_rebuild(self) -> None:
        question = _("Rebuild the book from all saved races? Races whose saves are gone stay in it.")
        self.ask(question, _("Keep"), _("Rebuild"), self.rebuild)

    @work(group="book")
    async def write_names(self, name: str, person: str | None) -> None:
        """Merge a name with a person's name, or separate it again if `person` is None. Raises Refused."""
        if (store := self._store) is None or store.book is None:
            return
        async with self._busy:
            if person is None:
                words = await to_thread(entries.unmerge, store.book, name)
            else:
                words = await to_thread(entries.merge, store.book, name, person)
            await self._open(store)
        self.notify(words, markup=False)

    def _stop_picking(self) -> None:
        self._picking = None
        self.describe()

    @property
    def _merged(self) -> list[str]:
        about = self.about
        return pages.names_of(about, self._aliases) if isinstance(about, Driver) else []

    @property
    def _store(self) -> SaveStore | None:
        """The store of the saves; None if races are not saved or the store has no book."""
        store = self.heat.store
        return store if store is not None and store.book is not None else None


def _drivers(*, people: bool) -> Callable[[Select], Table]:
    """Return a function that makes the table of all people, or of all other drivers."""
    return lambda select: pages.drivers_table(
        [each for each in pages.drivers(select) if (each["kind"] == PERSON) == people]
    )
