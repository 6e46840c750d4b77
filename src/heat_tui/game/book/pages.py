"""The drivers' book as tables: one for the command line's formats and for screens alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from heat_tui.drivers.kinds import PERSON
from heat_tui.game.book import chronicle
from heat_tui.game.book.chronicle import AUTOMATED, HIGHEST, LEGEND, Driver, Duel, Race, Row, Season, Track
from heat_tui.game.figures.csv_text import csv_text
from heat_tui.game.figures.statistics import EVERY_FIGURE
from heat_tui.language import N_, NC_, _, row, translated
from heat_tui.modules.championship.words import season_title
from heat_tui.store.book import Select
from heat_tui.store.schema import Refused
from heat_tui.typesetting import aligned
from heat_tui.words.formatter import fill

Value = str | int | float | bool | None


class Column(NamedTuple):
    """A column: its heading, and how a value of it is shown; numbers are on the right."""

    heading: str
    words: Callable[[Value], str] = lambda value: _cell(value)


def half_up(value: float, decimals: int = 1) -> Decimal:
    """Round a number half away from zero; the result is never minus zero."""
    return Decimal(str(round(value, 9))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) + 0


def _cell(value: Value) -> str:
    if value is None:
        return "-"
    return str(half_up(value) if isinstance(value, float) else value)


def _share(value: Value) -> str:
    return _("{percent} %").format(percent=half_up(100 * value, 0)) if isinstance(value, float | int) else "-"


def _signed(value: Value) -> str:
    return f"{half_up(value):+}" if isinstance(value, float) else "-"


def _day(value: Value) -> str:
    return datetime.fromisoformat(str(value)).astimezone().strftime("%Y-%m-%d")


COLUMNS: Final[Mapping[str, Column]] = {
    "ended": Column(N_("Date"), _day),
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
    "champion": Column(N_("Champion")),
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
    "average_place": Column(N_("Place")),
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
}
"""The columns that a table may have, by the names of the values in its rows."""


@dataclass(frozen=True, slots=True)
class Table:
    """Some columns of some rows under a title; what else the rows hold is for other programs alone.

    `about` returns what a row is about, in tables that lead on: a driver, race, duel, season or track.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Row]
    about: Callable[[Row], object] | None = None

    @property
    def headings(self) -> list[str]:
        """Return the headings of the columns."""
        return [translated(COLUMNS[name].heading) if COLUMNS[name].heading else "" for name in self.columns]

    def cells(self, row: Row) -> list[str]:
        """Return a row as it is shown."""
        return [COLUMNS[name].words(row[name]) for name in self.columns]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the columns that are aligned right."""
        first = self.rows[0] if self.rows else {}
        return tuple(at for at, name in enumerate(self.columns) if isinstance(first.get(name), int | float | None))


@dataclass(frozen=True, slots=True)
class Report:
    """An answer of the book: `tables` to read, `rows` for a spreadsheet, and `parts` for JSON, besides the rows.

    Without parts, the JSON is the list of rows; else they are the part of the name `rows_are`. `figures` are those of a
    driver without what is 0 for all cars in the book.
    """

    tables: tuple[Table, ...]
    rows: Callable[[], Sequence[Row]]
    parts: Mapping[str, Any] | None = None
    rows_are: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)


def as_text(report: Report) -> str:
    """Return the tables one below the other, those without rows left out."""
    blocks = []
    for table in report.tables:
        if table.rows:
            headings = [table.headings] if any(table.headings) else []
            lines = aligned([*headings, *map(table.cells, table.rows)], right=table.numbers)
            blocks.append("\n".join([table.title, *lines] if table.title else lines) + "\n")
    return "\n".join(blocks) or _("The book has nothing to show here yet.") + "\n"


def as_csv(report: Report) -> str:
    """Return a line for each row; the columns have the same names in every language."""
    rows = report.rows()
    columns = list(dict.fromkeys(name for names in dict.fromkeys(map(tuple, rows)) for name in names))
    return csv_text(columns, ([*map(each.get, columns)] for each in rows))


def as_json(report: Report) -> str:
    """Return the parts, or else the rows, indented; every row is encoded at once, which is ten times as fast."""
    head, gap, end = "", "\n", "\n"
    if report.parts is not None:
        head, gap, end = (
            json.dumps({**report.parts, report.rows_are: 0}, indent=2, ensure_ascii=False)[:-3],
            "\n  ",
            "\n}\n",
        )
    encode = json.JSONEncoder(ensure_ascii=False, separators=(f",{gap}    ", ": ")).encode
    rows = ",".join(f"{gap}  {{{gap}    {encode(each)[1:-1]}{gap}  }}" for each in report.rows())
    return f"{head}[{rows}{gap if rows else ''}]{end}"


FORMATS: Final[Mapping[str, Callable[[Report], str]]] = {"text": as_text, "csv": as_csv, "json": as_json}


_DRIVER: Final = ("driver", "races", "wins", "podiums", "titles", "average_place", "beaten", "pace", "rating")
_DUEL: Final = ("against", "races", "ahead", "behind", "wins", "losses")
_RACES: Final = ("ended", "track_name", "laps", "rules", "cars", "rounds", "winner")


def _about(kind: type[Race | Season | Track]) -> Callable[[Row], object]:
    """Return a function for what a row is about, whose fields are columns."""
    return lambda each: kind._make(each[name] for name in kind._fields)


_driver: Final = itemgetter("driver")
_race, _season, _track = map(_about, (Race, Season, Track))


def drivers_report(select: Select) -> Report:
    """Return all drivers, a table for each kind."""
    titles = {PERSON: _("People"), AUTOMATED: _("Automated drivers"), LEGEND: _("Legends")}
    rows = chronicle.drivers(select)
    tables = (drivers_table([each for each in rows if each["kind"] == kind], title) for kind, title in titles.items())

    def figured() -> list[Row]:
        figures = chronicle.figures(select)
        return [{**each, **figures[each["kind"], each["driver"].name]} for each in rows]

    return Report(tuple(tables), figured)


def drivers_table(rows: Sequence[Row], title: str = "") -> Table:
    """Return some drivers, a line each."""
    return Table(title, _DRIVER, rows, _driver)


def driver_report(select: Select, driver: Driver) -> Report:
    """Return everything about a driver; for a spreadsheet it is a line for each race, with all figures.

    Raises Refused for one who was in no race against others.
    """
    found = chronicle.drivers(select, driver)
    if not found:
        raise Refused(N_("{name} has only practised so far, in single-car races."), name=driver)
    (own,), (figures,) = found, chronicle.figures(select, driver).values()
    also, counted = [*chronicle.aliases(select, driver)], chronicle.counted(select)
    words = {
        name: translated(figure.words) for name, figure in EVERY_FIGURE.items() if name in figures and name in counted
    }
    averages, highest = (
        [{"figure": said, "value": of(figures[name])} for name, said in words.items() if (name in HIGHEST) == high]
        for high, of in ((False, float), (True, lambda value: value))
    )
    title = driver if not also else _("{name}, also {others}").format(name=driver, others=row(also))
    parts: dict[str, Any] = {
        "driver": {**own, "also": also, "ratings": chronicle.ratings(select, driver), "figures": figures},
        "tracks": chronicle.tracks_of(select, driver),
        "streaks": chronicle.streaks(select, driver),
        "head_to_head": chronicle.duels(select, driver),
        "seasons": chronicle.standings(select, "kind = ? AND name = ?", *driver.key),
    }
    tables = (
        Table(title, _DRIVER, [own]),
        Table(
            _("Tracks, best first"),
            ("track_name", "races", "wins", "average_place", "beaten"),
            parts["tracks"],
            _track,
        ),
        Table(_("Streaks"), ("streak", "now", "longest"), parts["streaks"]),
        Table(_("Head to head"), _DUEL, parts["head_to_head"], lambda each: Duel(driver, each["against"])),
        Table(
            _("Seasons"), ("ended", "season", "raced", "races", "place", "points", "wins"), parts["seasons"], _season
        ),
        Table(_("In a race, on average"), ("figure", "value"), averages),
        Table(_("Highest in a race"), ("figure", "value"), highest),
    )
    shown = {name: figures[name] for name in figures if name in counted}
    return Report(tables, lambda: _figured(chronicle.starts_of(select, driver)), parts, "races", shown)


def records_report(select: Select, track: str = "") -> Report:
    """Return the records of a track, or of all."""
    rows = chronicle.records(select, track)
    columns = ("track_name", "laps", "rules", "record", "value", "holder", "ended")
    return Report((Table("", columns, rows, _race),), lambda: rows)


def duel_report(select: Select, one: Driver, other: Driver) -> Report:
    """Return how two drivers have done against each other, and every race that both were in, the last one first."""
    own, met = chronicle.duel(select, one, other), meetings_table(select, one, other)
    return Report((Table("", ("driver", *_DUEL), [own]), met) if met.rows else (), lambda: met.rows, own, "meetings")


def meetings_table(select: Select, one: Driver, other: Driver) -> Table:
    """Return the races that two drivers were in, a line each."""
    columns = ("ended", "track_name", "laps", "rules", "cars", "place", "other_place")
    return Table("", columns, chronicle.meetings(select, one, other), _race)


def tracks_report(select: Select) -> Report:
    """Return all tracks."""
    rows = chronicle.tracks(select)
    columns = ("track_name", "races", "rounds", "spins", "best", "wins")
    return Report((Table("", columns, rows, _track),), lambda: rows)


def seasons_report(select: Select) -> Report:
    """Return the titles, and the standings of all seasons; for a spreadsheet it is a line for each driver of each."""
    rows, titles = chronicle.standings(select), titles_table(select)
    seasons = [standings_table([*group]) for _game, group in groupby(rows, itemgetter("game"))]
    return Report((titles, *seasons), lambda: rows, {"titles": titles.rows}, "seasons")


def titles_table(select: Select) -> Table:
    """Return what every driver has made of all seasons."""
    return Table(_("Titles"), ("driver", "titles", "seasons", "points", "wins"), chronicle.titles(select), _driver)


def season_table(select: Select, season: Season) -> Table:
    """Return the standings of one season."""
    return standings_table(chronicle.standings(select, "game = ?", *season))


def seasons_table(select: Select) -> Table:
    """Return all seasons, a line each."""
    seasons = [[*group] for _game, group in groupby(chronicle.standings(select), itemgetter("game"))]
    rows = [{**season[0], "champion": _champion(season)} for season in seasons]
    return Table("", ("ended", "season", "raced", "races", "champion"), rows, _season)


def standings_table(season: Sequence[Row]) -> Table:
    """Return the standings of a season, titled with its day and who has won it or how far it is."""
    words, champion = N_("{season}, {day}: after race {number} of {races}"), _champion(season)
    if champion is not None:
        words = N_("{season}, {day}: won by {name}")
    title = fill(
        words,
        season=season_title(season[0]["season"]),
        day=_day(season[0]["ended"]),
        number=season[0]["raced"],
        races=season[0]["races"],
        name=champion or "",
    )
    return Table(title, ("place", "driver", "points", "wins"), season, _driver)


def _champion(season: Sequence[Row]) -> Driver | None:
    """Return who has won a season; None before its end, and for a driver on their own, who practises."""
    first = season[0]
    return first["driver"] if first["raced"] == first["races"] and len(season) > 1 else None


def races_report(select: Select, most: int | None = None) -> Report:
    """Return the last races, the very last one first; for a spreadsheet it is a line for each car."""
    return Report((races_table(select, most=most),), lambda: _figured(chronicle.starts(select, most=most)))


def races_table(
    select: Select, where: str = "1", *values: object, order: str = "at DESC", most: int | None = None
) -> Table:
    """Return some races, a line each."""
    return Table("", _RACES, chronicle.races(select, where, *values, order=order, most=most), _race)


def _figured(starts: Sequence[Row]) -> list[Row]:
    """Return starts with their figures among the other values; those are what they were before others gave up."""
    return [each | each.pop("figures") for each in starts]


def starts_table(select: Select, driver: Driver) -> Table:
    """Return the races of a driver, a line each."""
    columns = ("ended", "track_name", "laps", "rules", "cars", "grid", "place")
    return Table("", columns, chronicle.starts_of(select, driver), _race)
