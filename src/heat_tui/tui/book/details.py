"""Two drivers, a season and a track in the drivers' book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text

from heat_tui.drawing.charts import bar
from heat_tui.game.book.chronicle import Chronicle, Duel, SeasonTable
from heat_tui.game.book.pages import (
    Table,
    duel_report,
    half_up,
    races_table,
    records_report,
    season_heading,
    standings_table,
)
from heat_tui.language import N_, _, ngettext
from heat_tui.tui.book.tables import BookPages, Page
from heat_tui.tui.lists import Lines
from heat_tui.tui.look import cut, look_of
from heat_tui.words.formatter import fill
from heat_tui.words.names import name_of_track

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

    def __init__(self, duel: Duel) -> None:
        super().__init__()
        self.duel = duel

    def lines(self, width: int) -> Iterable[Text]:
        """Return the lines."""
        duel, count = self.duel, len(self.duel.meetings)
        yield Text(ngettext("{count} race together", "{count} races together", count).format(count=count), "dim")
        names = [cut(each.words, _LONGEST_NAME, ascii_only=look_of(self).ascii) for each in (duel.one, duel.other)]
        rows = [(N_("{name} ahead"), (duel.ahead, duel.behind)), (N_("{name} wins"), (duel.wins, duel.losses))]
        figures = {fill(words, name=name): each for words, both in rows for name, each in zip(names, both, strict=True)}
        yield from bars(figures, width, ascii_only=look_of(self).ascii)


class DuelScreen(BookPages):
    """Two drivers against each other: the sums, and every race that both were in."""

    PAGES: ClassVar[Mapping[str, Page]] = {
        "meetings": Page(N_("Races"), N_("These two have never been in a race together."))
    }

    def __init__(self, chronicle: Chronicle, duel: Duel) -> None:
        super().__init__(chronicle)
        self._duel = duel

    @property
    def heading(self) -> str:
        return _("{name} against {other}").format(name=self._duel.one.words, other=self._duel.other.words)

    def compose_above(self) -> Iterable[DuelLines]:
        """Return the sums."""
        if self._duel.meetings:
            yield DuelLines(self._duel)

    def table(self, page: str) -> Table:
        """Return the races."""
        return duel_report(self._duel).tables[-1] if self._duel.meetings else Table("", (), ())


class StandingsScreen(BookPages):
    """A season: its standings and its races."""

    PAGES: ClassVar[Mapping[str, Page]] = {
        "standings": Page(N_("Standings"), ""),
        "races": Page(N_("Races"), ""),
    }

    def __init__(self, chronicle: Chronicle, season: SeasonTable) -> None:
        super().__init__(chronicle)
        self._season = season

    @property
    def heading(self) -> str:
        return season_heading(self._season)

    def table(self, page: str) -> Table:
        """Return the standings, or the races in their order."""
        if page == "standings":
            return standings_table(self._season)
        races = [race for race in self.chronicle.races if race.game == self._season.game]
        return races_table(self.chronicle, sorted(races, key=lambda race: race.number))


class TrackRecordsScreen(BookPages):
    """The records of a track and the races on it."""

    PAGES: ClassVar[Mapping[str, Page]] = {
        "records": Page(N_("Records"), N_("Nobody has finished a race on this track as it is now.")),
        "races": Page(N_("Races"), ""),
    }

    def __init__(self, chronicle: Chronicle, track: str) -> None:
        super().__init__(chronicle)
        self._races = [race for race in chronicle.recent() if race.track == track]
        self._track = track

    @property
    def heading(self) -> str:
        return name_of_track(self._track, self._races[0].track_name)

    def table(self, page: str) -> Table:
        """Return the records, or the races, the last one first."""
        if page == "races":
            return races_table(self.chronicle, self._races)
        return records_report(self.chronicle, self._track).tables[0]
