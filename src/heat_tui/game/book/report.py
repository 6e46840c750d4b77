"""The parts of a page of the drivers' book, its subjects, columns and tables, and the formats of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain
from typing import Any, Final, NamedTuple

from heat_tui.drivers.kinds import KINDS, RUNGS
from heat_tui.game.book.days import RULER
from heat_tui.game.figures.race_tables import csv_text
from heat_tui.language import N_, NC_, _, translated
from heat_tui.modules.championship.words import season_title
from heat_tui.store.book import json_text
from heat_tui.store.reading import only_growing
from heat_tui.typesetting import aligned
from heat_tui.words.names import colour_name

Row = dict[str, Any]
Value = str | int | float | bool | None

AUTOMATED: Final = "automated"
LEGEND: Final = "legend"


class Driver(str):
    """A person by name, all automated drivers of a kind, or the Legend of a colour: "Ada", "@steady", "Legend Red"."""

    kind: str
    name: str
    key: tuple[str, str]

    def __new__(cls, kind: str, name: str) -> Driver:
        words = f"@{name}" if kind == AUTOMATED else name
        if kind == LEGEND:
            words = _("Legend {colour}").format(colour=colour_name(name))
        driver = super().__new__(cls, words)
        driver.kind, driver.name = driver.key = kind, name
        return driver


class RaceKey(NamedTuple):
    """The key of a race: its game, and its number in the game, from 1."""

    game: str
    number: int


class Duel(NamedTuple):
    """A pair of drivers to compare."""

    one: Driver
    other: Driver


class SeasonKey(NamedTuple):
    """The key of a season: its game."""

    game: str


class TrackKey(NamedTuple):
    """The id and the name of a track."""

    track: str
    track_name: str


class Month(NamedTuple):
    """A month of races of the day."""

    month: str


class Column(NamedTuple):
    """A column: its heading, and the function that puts one of its values into words."""

    heading: str
    words: Callable[[Value], str] = lambda value: _cell(value)


def half_up(value: float, decimals: int = 1) -> Decimal:
    """Round a number to `decimals` places, halves away from zero; the result is never minus zero."""
    return Decimal(str(round(value, 9))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) + 0


def _cell(value: Value) -> str:
    if value is None:
        return "-"
    return str(half_up(value) if isinstance(value, float) else value)


def _share(value: Value) -> str:
    return _("{percent} %").format(percent=half_up(100 * value, 0)) if isinstance(value, float | int) else "-"


def tick(value: Value) -> str:
    """Return the mark for a rung of the ladder: a tick if the rung has been climbed, else a hyphen."""
    return "✓" if value else "-"


def _signed(value: Value) -> str:
    return f"{half_up(value):+}" if isinstance(value, float) else "-"


def day_words(value: Value) -> str:
    """Return the local date of a stored moment: "2026-11-29"."""
    return datetime.fromisoformat(str(value)).astimezone().strftime("%Y-%m-%d")


COLUMNS: Final[Mapping[str, Column]] = {
    "ended": Column(N_("Date"), day_words),
    "season": Column(N_("Season"), lambda value: season_title(str(value)) if value else ""),
    "driver": Column(N_("Driver")),
    "against": Column(N_("Against")),
    "track_name": Column(N_("Track")),
    "laps": Column(N_("Laps")),
    "rules": Column(N_("Rules")),
    "record": Column(N_("Record")),
    "streak": Column(N_("Streak")),
    "figure": Column(""),
    "value": Column(""),
    "holder": Column(N_("By")),
    "cars": Column(N_("Cars")),
    "winner": Column(N_("Winner")),
    "won_by": Column(N_("Champion")),
    "races": Column(NC_("how many", "Races")),
    "raced": Column(N_("Raced")),
    "wins": Column(N_("Wins")),
    "podiums": Column(N_("Podiums")),
    "titles": Column(N_("Titles")),
    "seasons": Column(N_("Seasons")),
    "points": Column(N_("Points")),
    "grid": Column(N_("Grid")),
    "place": Column(N_("Place")),
    "other_place": Column(N_("Other")),
    "average_place": Column(N_("Average")),
    "beaten": Column(N_("Beaten"), _share),
    "pace": Column(N_("Rounds"), _signed),
    "rating": Column(N_("Rating")),
    "rounds": Column(N_("Rounds to win")),
    "spins": Column(N_("Spins")),
    "ahead": Column(N_("Ahead")),
    "behind": Column(N_("Behind")),
    "losses": Column(N_("Losses")),
    "now": Column(N_("Now")),
    "longest": Column(N_("Longest")),
    "best": Column(N_("Most wins")),
    "month": Column(N_("Month")),
    "days": Column(RULER),
    **{kind: Column(KINDS[kind].name, tick) for kind in RUNGS},
}
"""The columns that a table may have, by the names of the values in its rows."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a title. Only `columns` are shown; the other values of the rows are for CSV and JSON.

    `about` returns a row's subject: a driver, race, duel, season, track or month; it is None if rows have no subject.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Row]
    about: Callable[[Row], object] | None = None

    @property
    def headings(self) -> list[str]:
        return [translated(COLUMNS[name].heading) if COLUMNS[name].heading else "" for name in self.columns]

    def cells(self, row: Row) -> list[str]:
        """Return the texts of a row, in the order of the columns."""
        return [COLUMNS[name].words(row[name]) for name in self.columns]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The indices of the columns to align right: those with a number, bool or None in the first row."""
        first = self.rows[0] if self.rows else {}
        return tuple(at for at, name in enumerate(self.columns) if isinstance(first.get(name), int | float | None))


@dataclass(frozen=True, slots=True)
class Report:
    """An answer from the book: `tables` to read, `rows` for a spreadsheet, and the other `parts` of the JSON.

    Without parts, the JSON is the list of rows; otherwise `rows_are` names the part that holds the rows. `figures` are
    the figures of a driver, except those that are 0 for all cars in the book.
    """

    tables: Callable[[], Sequence[Table]]
    rows: Callable[[], Iterable[Row]]
    parts: Mapping[str, Any] | None = None
    rows_are: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)


def as_text(report: Report) -> str:
    """Return, as text, the tables that have rows, one below the other, or a sentence if none has any."""
    blocks = []
    for table in report.tables():
        if table.rows:
            headings = [table.headings] if any(table.headings) else []
            lines = aligned([*headings, *map(table.cells, table.rows)], right=table.numbers)
            blocks.append("\n".join([table.title, *lines] if table.title else lines) + "\n")
    return "\n".join(blocks) or _("The book has nothing to show here yet.") + "\n"


@only_growing()
def as_csv(report: Report) -> str:
    """Return the rows as CSV below a header of column names, the same in every language; "" without rows."""
    rows = [*report.rows()]
    names = [*map(tuple, rows)]
    columns = (*dict.fromkeys(chain.from_iterable(dict.fromkeys(names))),)
    cells = (each.values() if own == columns else map(each.get, columns) for each, own in zip(rows, names, strict=True))
    return csv_text(columns, cells) if rows else ""


@only_growing()
def as_json(report: Report) -> str:
    """Return the parts with the rows, or the rows alone, as indented JSON."""
    rows = map(_flagged, report.rows())
    return json_text(rows if report.parts is None else {**report.parts, report.rows_are: rows})


def _flagged(row: Row) -> Row:
    """Turn a car's flags into booleans and its driver into a `str`, which JSON encodes faster; return the row."""
    if "finished" in row:
        row["driver"] = str(row["driver"])
        row["finished"], row["shared"] = bool(row["finished"]), bool(row["shared"])
    return row


FORMATS: Final[Mapping[str, Callable[[Report], str]]] = {"text": as_text, "csv": as_csv, "json": as_json}
