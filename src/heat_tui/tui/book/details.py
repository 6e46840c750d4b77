"""The detail pages that rows of the drivers' book lead to: a driver, two drivers, a season and a track."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text
from textual.containers import VerticalScroll
from textual.widget import Widget

from heat_tui.drawing.charts import FINE, bar, level_chart, sampled
from heat_tui.game.book.chronicle import HIGHEST, Driver, Duel, Row, Season, Track, places_of
from heat_tui.game.book.pages import (
    Report,
    Table,
    driver_report,
    half_up,
    meetings_table,
    races_table,
    records_report,
    starts_table,
)
from heat_tui.game.figures.statistics import EVERY_FIGURE, HEAT_FIGURES
from heat_tui.language import N_, _, ngettext, row, translated
from heat_tui.store.book import Book, Select
from heat_tui.tui.book.tables import BookPages, Page
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Lines
from heat_tui.tui.look import look_of
from heat_tui.typesetting import aligned
from heat_tui.words.formatter import fill

GEARS: Final = ("gear_1", "gear_2", "gear_3", "gear_4")

_CHART_ROWS: Final = 7
_MOST_COLUMNS: Final = 4
"""The most columns of a race in the chart."""

_RATING: Final = 6
"""The columns of a rating beside the chart."""

_LAST: Final = 20
"""The races of which the places are shown."""

_LONGEST_NAME: Final = 24
_BAR_FIGURE, _FIGURE = 6, 7
_LEAST_BAR, _MOST_BAR = 4, 40


class Facts(Lines):
    """Lines about a driver, or about two."""

    def wrapped(self, words: str, width: int, style: str = "") -> Iterator[Text]:
        """Return words in as many lines as they need."""
        yield from Text(words, style).wrap(self.app.console, max(width, 1))

    def aligned(self, table: Table, columns: Sequence[int], width: int) -> Iterator[Text]:
        """Return some columns of a small table; where there is not enough room the second half is below the first."""
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
        """Return a line for each figure, whole ones without a decimal: words, figure, and a bar in proportion."""
        name = max(min(max(map(cell_len, rows)), width - _BAR_FIGURE - _LEAST_BAR - 3), _LEAST_BAR)
        room, most = min(max(width - name - _BAR_FIGURE - 3, _LEAST_BAR), _MOST_BAR), max(rows.values())
        for words, value in rows.items():
            figure = str(value if isinstance(value, int) else half_up(value))
            line = Text(look_of(self).to_left(words, name) + figure.rjust(_BAR_FIGURE) + " ")
            line.append("█" * bar([round(100 * value)], max(round(100 * most), 1), room)[0], "bold")
            yield line


class Career(Facts):
    """The sums, the streaks, the rating over time and the last places."""

    def __init__(self, report: Report, places: Sequence[str]) -> None:
        super().__init__()
        self._report = report
        self._places = places

    def lines(self, width: int) -> Iterator[Text]:
        own, tables = (self._report.parts or {})["driver"], self._report.tables
        if own["also"]:
            yield from self.wrapped(_("Also known as {names}.").format(names=row(own["also"])), width)
        yield from self.aligned(tables[0], range(1, len(tables[0].columns)), width)
        yield Text()
        yield from self.aligned(tables[2], range(len(tables[2].columns)), width)
        yield Text()
        yield from self.wrapped(_("Rating after each race"), width, "dim")
        ratings = sampled(own["ratings"], max(width - _RATING - 1, 1))
        each = max(min((width - _RATING - 1) // len(ratings), _MOST_COLUMNS), 1)
        labels = {0: str(half_up(max(ratings))), _CHART_ROWS - 1: str(half_up(min(ratings)))}
        for index, line in enumerate(
            level_chart([rating for rating in ratings for _column in range(each)], _CHART_ROWS)
        ):
            drawn = line if look_of(self).ascii else "".join(FINE.get(each, each) for each in line)
            yield Text.assemble((f"{labels.get(index, ''):>{_RATING}} ", "dim"), drawn)
        yield Text()
        yield from self.wrapped(_("Place and number of cars in the latest races, newest first"), width, "dim")
        yield from self.wrapped(" ".join(self._places), width)


class Averages(Facts):
    """Bars for the causes of paid Heat and the rounds in each gear, and all other figures."""

    def __init__(self, figures: Mapping[str, float]) -> None:
        super().__init__()
        self._figures = figures

    def lines(self, width: int) -> Iterator[Text]:
        counted = self._figures
        for heading, names in (
            (_("Heat per race, by what it paid for"), HEAT_FIGURES),
            (_("Rounds per race, by gear"), GEARS),
        ):
            figures = {translated(EVERY_FIGURE[name].words): float(counted[name]) for name in names if name in counted}
            if figures:
                yield from self.wrapped(heading, width, "dim")
                yield from self.bars(figures, width)
                yield Text()
        yield from self.wrapped(_("Other figures: the average race, and the highest speed"), width, "dim")
        rest = [name for name in EVERY_FIGURE if name in counted and name not in (*HEAT_FIGURES, *GEARS)]
        words = [translated(EVERY_FIGURE[name].words) for name in rest]
        room = min(max(map(cell_len, words), default=0), width - _FIGURE)
        for name, each in zip(words, rest, strict=True):
            figure = str(half_up(counted[each], 0 if each in HIGHEST else 1))
            yield Text(look_of(self).to_left(name, room) + figure.rjust(_FIGURE))


class Overview(VerticalScroll, inherit_bindings=False):
    """The first page, in one column or in two; the keys that turn and scroll pages are the screen's."""

    BINDINGS = bound("list-up", "menu-up", action="scroll_up") + bound("list-down", "menu-down", action="scroll_down")


class DriverScreen(BookPages):
    """One driver: totals and figures, and the tracks, duels, seasons and races behind them."""

    BINDINGS = bound("read-on", shown=True) + bound("read-back")
    report: Report
    places: Sequence[str]

    def __init__(self, book: Book | None, driver: Driver) -> None:
        self._driver = driver
        super().__init__(
            book,
            driver,
            driver=Page(N_("Driver"), self._table(0)),
            tracks=Page(N_("Tracks"), self._table(1)),
            duels=Page(N_("Head to head"), self._table(3), N_("This driver has not raced against anyone yet.")),
            seasons=Page(N_("Seasons"), self._table(4), N_("This driver has not raced in a season yet.")),
            races=Page(N_("Races"), lambda select: starts_table(select, driver)),
        )

    def _table(self, index: int) -> Callable[[Select], Table]:
        """Return what makes a table of the report, which is read once."""

        def table(select: Select) -> Table:
            if not hasattr(self, "report"):
                self.report, self.places = driver_report(select, self._driver), places_of(select, self._driver, _LAST)
            return self.report.tables[index]

        return table

    def compose_page(self, page: str) -> Widget:
        return Overview(id=page, classes="page") if page == "driver" else super().compose_page(page)

    def show_page(self, page: str, table: Table) -> None:
        if page == "driver":
            self.query_one(Overview).mount(Career(self.report, self.places), Averages(self.report.figures))
            self.offer_to_scroll()
        else:
            super().show_page(page, table)


class DuelLines(Facts):
    """Who came in ahead, and who won, as bars."""

    def __init__(self, sums: Row) -> None:
        super().__init__()
        self._sums = sums

    def lines(self, width: int) -> Iterator[Text]:
        sums, count = self._sums, self._sums["races"]
        yield Text(ngettext("{count} race together", "{count} races together", count).format(count=count), "dim")
        names = [look_of(self).cut(sums[name], _LONGEST_NAME) for name in ("driver", "against")]
        rows = (N_("{name} ahead"), ("ahead", "behind")), (N_("{name} wins"), ("wins", "losses"))
        figures = {
            fill(words, name=name): sums[each] for words, both in rows for name, each in zip(names, both, strict=True)
        }
        yield from self.bars(figures, width)


def duel_screen(book: Book | None, duel: Duel, sums: Row) -> BookPages:
    """Return two drivers against each other: the sums, and every race that both were in."""
    none = N_("These two have never been in a race together.")
    races = Page(N_("Races"), lambda select: meetings_table(select, *duel), none)
    heading = _("{name} against {other}").format(name=duel.one, other=duel.other)
    return BookPages(book, heading, [DuelLines(sums)] if sums["races"] else [], meetings=races)


def season_screen(book: Book | None, season: Season, standings: Table) -> BookPages:
    """Return a season: its standings and its races in their order."""
    return BookPages(
        book,
        standings.title,
        standings=Page(N_("Standings"), lambda _select: standings),
        races=Page(N_("Races"), lambda select: races_table(select, "game = ?", *season, order="number")),
    )


def track_screen(book: Book | None, track: Track) -> BookPages:
    """Return the records of a track and the races on it, the last one first."""
    none = N_("Nobody has finished a race on this track as it is now.")
    return BookPages(
        book,
        track.track_name,
        records=Page(N_("Records"), lambda select: records_report(select, track.track).tables[0], none),
        races=Page(N_("Races"), lambda select: races_table(select, "track = ?", track.track)),
    )
