"""Two drivers, a season and a track in the drivers' book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from heat_tui.drawing.charts import bar
from heat_tui.game.book.chronicle import Duel, Row, Season, Track
from heat_tui.game.book.pages import Table, half_up, meetings_table, races_table, records_report
from heat_tui.language import N_, _, ngettext
from heat_tui.store.book import Book
from heat_tui.tui.book.tables import BookPages, Page
from heat_tui.tui.lists import Lines
from heat_tui.tui.look import cut, look_of
from heat_tui.words.formatter import fill

_LONGEST_NAME: Final = 24
_FIGURE: Final = 6
_LEAST_BAR, _MOST_BAR = 4, 40


def bars(rows: Mapping[str, float], width: int, *, ascii_only: bool) -> Iterator[Text]:
    """Return a line for each figure: its words, the figure, and a bar, of which the longest has the rest of the width.

    Whole figures are without a decimal.
    """
    name = max(min(max(map(cell_len, rows)), width - _FIGURE - _LEAST_BAR - 3), _LEAST_BAR)
    room, most = min(max(width - name - _FIGURE - 3, _LEAST_BAR), _MOST_BAR), max(rows.values())
    for words, value in rows.items():
        text = cut(words, name, ascii_only=ascii_only)
        figure = str(value if isinstance(value, int) else half_up(value))
        line = Text(text + " " * (name - cell_len(text)) + figure.rjust(_FIGURE) + " ")
        line.append("█" * bar([round(100 * value)], max(round(100 * most), 1), room)[0], "bold")
        yield line


class DuelLines(Lines):
    """Who came in ahead, and who won, as bars."""

    def __init__(self, sums: Row) -> None:
        super().__init__()
        self._sums = sums

    def lines(self, width: int) -> Iterable[Text]:
        """Return the lines."""
        sums, ascii_only = self._sums, look_of(self).ascii
        count = sums["races"]
        yield Text(ngettext("{count} race together", "{count} races together", count).format(count=count), "dim")
        names = [cut(sums[name], _LONGEST_NAME, ascii_only=ascii_only) for name in ("driver", "against")]
        rows = (N_("{name} ahead"), ("ahead", "behind")), (N_("{name} wins"), ("wins", "losses"))
        figures = {
            fill(words, name=name): sums[each] for words, both in rows for name, each in zip(names, both, strict=True)
        }
        yield from bars(figures, width, ascii_only=ascii_only)


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
        track.name,
        records=Page(N_("Records"), lambda select: records_report(select, track.track).tables[0], none),
        races=Page(N_("Races"), lambda select: races_table(select, "track = ?", track.track)),
    )
