"""The drivers' book as tables: one for the command line's formats and for screens alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

from heat_tui.drivers.kinds import PERSON
from heat_tui.game.book.chronicle import (
    AUTOMATED,
    HIGHEST,
    LEGEND,
    RECORDS,
    STREAKS,
    Chronicle,
    DriverPage,
    DriverRow,
    Duel,
    Record,
    SeasonTable,
    Start,
    rule_words,
)
from heat_tui.game.figures.csv_text import csv_text
from heat_tui.game.figures.statistics import EVERY_FIGURE
from heat_tui.language import N_, NC_, _, row, translated
from heat_tui.modules.championship.words import season_title
from heat_tui.store.book import BookRace
from heat_tui.typesetting import aligned
from heat_tui.words.formatter import fill
from heat_tui.words.names import name_of_track

Value = str | int | float | bool | None
Row = Mapping[str, Value]


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

    `about` is what each row is about, in tables that lead on: a driver, race, duel or season, or the id of a track.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Row]
    about: Sequence[object] = ()

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
    """An answer of the book: `tables` to read, `rows` for a spreadsheet, and `parts` for JSON.

    Without parts, the JSON is the list of rows.
    """

    tables: tuple[Table, ...]
    rows: Sequence[Row]
    parts: Mapping[str, object] | None = None


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
    columns = list(dict.fromkeys(name for each in report.rows for name in each))
    return csv_text(columns, ([each.get(name) for name in columns] for each in report.rows))


def as_json(report: Report) -> str:
    """Return the parts, or else the rows."""
    data = report.rows if report.parts is None else report.parts
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


FORMATS: Final[Mapping[str, Callable[[Report], str]]] = {"text": as_text, "csv": as_csv, "json": as_json}


_DRIVER: Final = ("driver", "races", "wins", "podiums", "titles", "average_place", "beaten", "pace", "rating")


def drivers_report(chronicle: Chronicle) -> Report:
    """Return all drivers, a table for each kind."""
    rows = chronicle.drivers()
    titles = {PERSON: _("People"), AUTOMATED: _("Automated drivers"), LEGEND: _("Legends")}
    tables = (
        drivers_table([each for each in rows if each.driver.kind == kind], title) for kind, title in titles.items()
    )
    return Report(tuple(tables), [{**_driver_row(each), **each.figures} for each in rows])


def drivers_table(rows: Sequence[DriverRow], title: str = "") -> Table:
    """Return some drivers, a line each."""
    return Table(title, _DRIVER, [_driver_row(each) for each in rows], [each.driver for each in rows])


def driver_report(page: DriverPage) -> Report:
    """Return everything about a driver; for a spreadsheet it is a line for each race, with all figures."""
    own, counted = _driver_row(page.row), page.figures
    tracks: list[Row] = [
        {"track": each.track, "track_name": each.name, **_fields(each, "races", "wins", "average_place", "beaten")}
        for each in page.tracks
    ]
    streaks: list[Row] = [
        {"kind": each.kind, "streak": translated(STREAKS[each.kind][0]), "now": each.now, "longest": each.longest}
        for each in page.streaks
    ]
    duels = [_duel_row(each) for each in page.duels]
    seasons = [each for table in page.seasons for each in _standings(table) if each["driver"] == own["driver"]]
    races: list[Row] = [{**_start_row(start), **start.car.figures} for start in page.races]
    figures = {name: translated(figure.words) for name, figure in EVERY_FIGURE.items() if name in counted}
    averages: list[Row] = [
        {"figure": words, "value": float(counted[name])} for name, words in figures.items() if name not in HIGHEST
    ]
    highest: list[Row] = [
        {"figure": words, "value": counted[name]} for name, words in figures.items() if name in HIGHEST
    ]
    title = (
        own["driver"] if not page.also else _("{name}, also {others}").format(name=own["driver"], others=row(page.also))
    )
    tables = (
        Table(str(title), _DRIVER, [own]),
        Table(
            _("Tracks, best first"),
            ("track_name", "races", "wins", "average_place", "beaten"),
            tracks,
            [each.track for each in page.tracks],
        ),
        Table(_("Streaks"), ("streak", "now", "longest"), streaks),
        Table(_("Head to head"), ("against", "races", "ahead", "behind", "wins", "losses"), duels, page.duels),
        Table(_("Seasons"), ("ended", "season", "raced", "races", "place", "points", "wins"), seasons, page.seasons),
        Table(_("In a race, on average"), ("figure", "value"), averages),
        Table(_("Highest in a race"), ("figure", "value"), highest),
    )
    parts = {
        "driver": {**own, "also": [*page.also], "ratings": [*page.ratings], "figures": {**page.row.figures}},
        "tracks": tracks,
        "streaks": streaks,
        "head_to_head": duels,
        "seasons": seasons,
        "races": races,
    }
    return Report(tables, races, parts)


def records_report(chronicle: Chronicle, track: str = "") -> Report:
    """Return the records of a track, or of all."""
    records = [each for each in chronicle.records() if each.race.track == track or not track]
    rows = [_record_row(each) for each in records]
    columns = ("track_name", "laps", "rules", "record", "value", "holder", "ended")
    return Report((Table("", columns, rows, [each.race for each in records]),), rows)


def duel_report(duel: Duel) -> Report:
    """Return how two drivers have done against each other, and every race that both were in, the last one first."""
    rows = [{**_race_row(race), "place": place, "other_place": other} for race, place, other in reversed(duel.meetings)]
    own = {"driver": duel.one.words, **_duel_row(duel)}
    tables = (
        Table("", ("driver", "against", "races", "ahead", "behind", "wins", "losses"), [own]),
        Table(
            "",
            ("ended", "track_name", "laps", "rules", "cars", "place", "other_place"),
            rows,
            [race for race, _place, _other in reversed(duel.meetings)],
        ),
    )
    return Report(tables if rows else (), rows, {**own, "meetings": rows})


def tracks_report(chronicle: Chronicle) -> Report:
    """Return all tracks."""
    tracks = chronicle.tracks()
    rows = [
        {
            "track": each.track,
            "track_name": each.name,
            **_fields(each, "races", "rounds", "spins"),
            "best": None if each.best is None else each.best.words,
            "wins": each.wins,
        }
        for each in tracks
    ]
    columns = ("track_name", "races", "rounds", "spins", "best", "wins")
    return Report((Table("", columns, rows, [each.track for each in tracks]),), rows)


def seasons_report(chronicle: Chronicle) -> Report:
    """Return the titles, and the standings of all seasons; for a spreadsheet it is a line for each driver of each."""
    seasons = chronicle.seasons()
    rows = [each for table in seasons for each in _standings(table)]
    titles = titles_table(chronicle)
    return Report((titles, *map(standings_table, seasons)), rows, {"titles": titles.rows, "seasons": rows})


def titles_table(chronicle: Chronicle) -> Table:
    """Return what every driver has made of all seasons."""
    rows = chronicle.titles()
    titles = [{"driver": each.driver.words, **_fields(each, "titles", "seasons", "points", "wins")} for each in rows]
    columns = ("driver", "titles", "seasons", "points", "wins")
    return Table(_("Titles"), columns, titles, [each.driver for each in rows])


def seasons_table(chronicle: Chronicle) -> Table:
    """Return all seasons, a line each."""
    seasons = chronicle.seasons()
    rows = [
        {
            **_fields(each, "ended", "raced", "races"),
            "season": each.title,
            "champion": None if each.champion is None else each.champion.words,
        }
        for each in seasons
    ]
    return Table("", ("ended", "season", "raced", "races", "champion"), rows, seasons)


def standings_table(season: SeasonTable) -> Table:
    """Return the standings of a season."""
    columns = ("place", "driver", "points", "wins")
    return Table(season_heading(season), columns, _standings(season), [each.driver for each in season.standings])


def races_report(chronicle: Chronicle, most: int | None = None) -> Report:
    """Return the last races, the very last one first; for a spreadsheet it is a line for each car."""
    races = chronicle.recent(most)
    starts = (start for race in races for start in chronicle.starts(race))
    cars = [{**_start_row(start), **start.car.figures} for start in starts]
    return Report((races_table(chronicle, races),), cars)


def races_table(chronicle: Chronicle, races: Sequence[BookRace]) -> Table:
    """Return some races, a line each."""
    rows = []
    for race in races:
        first = chronicle.starts(race)[0]
        winner = first.driver.words if first.won else None
        rows.append({**_race_row(race), "rounds": first.rounds_home, "winner": winner})
    return Table("", ("ended", "track_name", "laps", "rules", "cars", "rounds", "winner"), rows, races)


def starts_table(starts: Sequence[Start]) -> Table:
    """Return some races of a driver, a line each."""
    columns = ("ended", "track_name", "laps", "rules", "cars", "grid", "place")
    return Table("", columns, [_start_row(each) for each in starts], [each.race for each in starts])


def _fields(record: object, *names: str) -> dict[str, Value]:
    return {name: getattr(record, name) for name in names}


def _driver_row(each: DriverRow) -> dict[str, Value]:
    own = _fields(each, "races", "wins", "podiums", "titles", "average_place", "beaten", "pace", "rating")
    return {"kind": each.driver.kind, "driver": each.driver.words, **own}


def _race_row(race: BookRace) -> dict[str, Value]:
    """Return what all tables say of a race.

    The seed of a season stays secret until its last race, so only that race has it.
    """
    return {
        **_fields(race, "ended", "game", "number", "season", "track"),
        "track_name": name_of_track(race.track, race.track_name),
        "laps": race.laps,
        "rules": row(rule_words(race)),
        "seed": race.seed if race.number == race.races else None,
        "cars": len(race.cars),
    }


def _start_row(start: Start) -> dict[str, Value]:
    car = _fields(start.car, "grid", "place", "finished", "points", "shared")
    return {**_race_row(start.race), "kind": start.driver.kind, "driver": start.driver.words, **car}


def _duel_row(duel: Duel) -> dict[str, Value]:
    return {
        "against": duel.other.words,
        "races": len(duel.meetings),
        **_fields(duel, "ahead", "behind", "wins", "losses"),
    }


def _record_row(record: Record) -> dict[str, Value]:
    holders = [record.driver.words, *([record.other.words] if record.other is not None else [])]
    return {
        **_race_row(record.race),
        "kind": record.kind,
        "record": translated(RECORDS[record.kind].heading),
        "value": record.value,
        "holder": row(holders),
    }


def _standings(table: SeasonTable) -> list[dict[str, Value]]:
    own = _fields(table, "game", "ended", "raced", "races")
    return [
        {**own, "season": table.title, "driver": each.driver.words, **_fields(each, "place", "points", "wins")}
        for each in table.standings
    ]


def season_heading(table: SeasonTable) -> str:
    """Name a season with its day, and say who has won it or how far it is."""
    words = N_("{season}, {day}: after race {number} of {races}")
    if table.champion is not None:
        words = N_("{season}, {day}: won by {name}")
    return fill(
        words,
        season=season_title(table.title),
        day=_day(table.ended),
        number=table.raced,
        races=table.races,
        name="" if table.champion is None else table.champion.words,
    )
