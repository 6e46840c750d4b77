"""The figures of races as tables: every car, every corner line crossed, every round."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from heat_tui.engine.car import FINISHED
from heat_tui.engine.setup import RaceSheet
from heat_tui.game.figures.statistics import EVERY_FIGURE, Figure, Tally, figures_of, tally
from heat_tui.game.table.history import RaceRecord
from heat_tui.game.table.match import Raced
from heat_tui.language import N_, _, row, translated
from heat_tui.typesetting import aligned
from heat_tui.words.formatter import fill
from heat_tui.words.names import LEGEND, car_name, short_name, track_name

Cell = int | float | str | None


class FigureRow(NamedTuple):
    """The words for a figure, and its value for each car; None if the car does not have it, or the value is unknown."""

    words: str
    values: tuple[int | float | None, ...]


def figure_rows(race: Raced, counted: Tally, names: Sequence[str] = ()) -> list[FigureRow]:
    """Return all figures of a race, or only those in `names`; rare ones only if a car has more than 0."""
    rows = [
        (each, tuple(_value(race.sheet, counted, car, name, each) for car in range(len(counted.cars))))
        for name, each in figures_of(race.sheet).items()
        if not names or name in names
    ]
    return [FigureRow(translated(each.words), values) for each, values in rows if not each.rare or any(values)]


def _value(sheet: RaceSheet, counted: Tally, car: int, name: str, figure: Figure) -> int | float | None:
    """Return a figure of a car; None if the car does not have it, or it is unknown."""
    if (car >= sheet.drivers and not figure.legends) or (name == "rounds" and car in counted.gone):
        return None
    value: int | float | None = getattr(counted.cars[car], name)
    return value


# The tables as data, with the same column names in every language


class RaceTable(NamedTuple):
    """A table: its column names, and the functions that return its rows and its lines in the player's language."""

    columns: tuple[str, ...]
    rows: Callable[[RaceRecord, Tally], Iterable[tuple[Cell, ...]]]
    lines: Callable[[RaceRecord, Tally], list[str]]

    def named_rows(self, race: RaceRecord, counted: Tally) -> list[dict[str, Cell]]:
        """Return the rows, with their cells by column."""
        return [dict(zip(self.columns, cells, strict=True)) for cells in self.rows(race, counted)]


def _car_rows(race: RaceRecord, counted: Tally) -> Iterator[tuple[Cell, ...]]:
    sheet, cars = race.sheet, race.view(None).cars
    for car in race.standings:
        driver = race.controllers[car] if car < sheet.drivers else LEGEND
        figures = (_value(sheet, counted, car, name, each) for name, each in EVERY_FIGURE.items())
        yield car + 1, car_name(sheet, car), driver, cars[car].status == FINISHED, *figures


def _corner_rows(race: RaceRecord, counted: Tally) -> Iterator[tuple[Cell, ...]]:
    for each in counted.crossings:
        name = car_name(race.sheet, each.car)
        crossed = each.lap, each.corner, each.speed, each.limit, each.over, each.heat, each.spun
        yield each.round, each.car + 1, name, *crossed


_TURN: Final = (
    "gear",
    "speed",
    "heat_paid",
    "cooled",
    "boosted",
    "adrenaline",
    "slipstream",
    "over",
    "spun",
    "cluttered",
)
"""The columns of a round that are taken from the driver's turn."""


def _round_rows(race: RaceRecord, counted: Tally) -> list[tuple[Cell, ...]]:
    """Return rows by round: one per car before its first counted round (0 is the grid) and after each completed one."""
    cars = range(len(counted.cars))
    return sorted((each for car in cars for each in _rounds_of(race.sheet, counted, car)), key=itemgetter(0, 1))


def _rounds_of(sheet: RaceSheet, counted: Tally, car: int) -> Iterator[tuple[Cell, ...]]:
    figures, gaps, driven = counted.cars[car], counted.gaps(car), car < sheet.drivers
    first = figures.turns[0].round if figures.turns else 1
    for index, heat in enumerate(counted.engines(car)):
        turn = figures.turns[index - 1] if index and driven else None
        place = figures.places[index] if index < len(figures.places) else None
        gap = gaps[index] if index < len(gaps) else None
        known = (getattr(turn, name, None) for name in _TURN)
        yield first - 1 + index, car + 1, car_name(sheet, car), place, gap, heat if driven else None, *known


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a header of column names and the rows as CSV, one per line; None is an empty cell."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def as_csv(races: Mapping[int, RaceRecord], tables: Sequence[str]) -> str:
    """Return the first of the `tables`, and no other, for all `races` as CSV."""
    table = TABLES[tables[0]]
    rows = (
        (number, race.sheet.track.id, *(int(cell) if isinstance(cell, bool) else cell for cell in cells))
        for number, race in races.items()
        for cells in table.rows(race, tally(race))
    )
    return csv_text(["race", "track", *table.columns], rows)


def as_json(races: Mapping[int, RaceRecord], tables: Sequence[str]) -> str:
    """Return the races with these tables, as JSON."""
    data = []
    for number, race in races.items():
        counted, sheet = tally(race), race.sheet
        facts = {"race": number, "track": sheet.track.id, "laps": sheet.laps, "round": counted.rounds}
        rows = {name: TABLES[name].named_rows(race, counted) for name in tables}
        data.append({**facts, "over": race.race_over, **rows})
    return json.dumps({"races": data}, indent=2, ensure_ascii=False) + "\n"


def as_text(races: Mapping[int, RaceRecord], tables: Sequence[str]) -> str:
    """Return the races with these tables, for a terminal."""
    return "\n".join(line for number, race in races.items() for line in _race_lines(number, race, tables))


FORMATS: Final[Mapping[str, Callable[[Mapping[int, RaceRecord], Sequence[str]], str]]] = {
    "text": as_text,
    "csv": as_csv,
    "json": as_json,
}


# The same tables as text, in the player's language


def _race_lines(number: int, race: RaceRecord, tables: Sequence[str]) -> Iterator[str]:
    counted = tally(race)
    running = N_("Race {number}, {track}: the figures so far, in round {round}")
    heading = N_("Race {number}, {track}: the figures") if race.race_over else running
    yield fill(heading, number=number, track=track_name(race.sheet.track), round=counted.rounds)
    for name in tables:
        yield from ("", *TABLES[name].lines(race, counted))
    yield ""


def _car_lines(race: RaceRecord, counted: Tally) -> list[str]:
    """Return a line for each figure, below the cars' names in the order of the result."""
    names = [short_name(race.sheet, car) for car in race.standings]
    rows = [[each.words, *(shown(each.values[car]) for car in race.standings)] for each in figure_rows(race, counted)]
    return _table([["", *names], *rows], left=(0,))


def _corner_lines(race: RaceRecord, counted: Tally) -> list[str]:
    head = [_("Round"), _("Name"), _("Lap"), _("Corner"), _("Speed"), _("Limit"), _("Over"), _("Heat"), ""]
    rows = []
    for each in counted.crossings:
        figures = map(str, (each.lap, each.corner, each.speed, each.limit, each.over, each.heat))
        spun = _("spin out") if each.spun else ""
        rows.append([str(each.round), short_name(race.sheet, each.car), *figures, spun])
    return _table([head, *rows], left=(1, 8))


CURVES: Final[Mapping[str, str]] = {
    "place": N_("Places after each round; round 0 is the grid"),
    "engine": N_("Heat in the engine after each round"),
    "gap": N_("Spaces behind the leader, until the first car finishes"),
}
"""The headings of the values that are shown round by round, by column."""


def _round_lines(race: RaceRecord, counted: Tally) -> list[str]:
    """Return a table for each curve, with a line for each round and a column for each car that has the value."""
    lines: list[str] = []
    rounds = {(each["round"], each["car"]): each for each in TABLES["rounds"].named_rows(race, counted)}
    for column, title in CURVES.items():
        cars = [car for car in race.standings if column != "engine" or car < race.sheet.drivers]
        rows = []
        for number in dict.fromkeys(number for number, _car in rounds):
            values = [rounds.get((number, car + 1), {}).get(column) for car in cars]
            if any(value is not None for value in values):
                rows.append([shown(number), *map(shown, values)])
        names = [short_name(race.sheet, car) for car in cars]
        lines += ["", translated(title), *_table([[_("Round"), *names], *rows])]
    return lines[1:]


TABLES: Final[Mapping[str, RaceTable]] = {
    "cars": RaceTable(("car", "name", "driver", "finished", *EVERY_FIGURE), _car_rows, _car_lines),
    "corners": RaceTable(
        ("round", "car", "name", "lap", "corner", "speed", "limit", "over", "heat", "spun"), _corner_rows, _corner_lines
    ),
    "rounds": RaceTable(("round", "car", "name", "place", "gap", "engine", *_TURN), _round_rows, _round_lines),
}
"""The tables of a race, by name."""


def _table(rows: list[list[str]], left: Sequence[int] = ()) -> list[str]:
    return aligned(rows, right=[column for column in range(len(rows[0])) if column not in left])


def shown(value: Cell, decimals: int = 2) -> str:
    """Return the text of a value, a float with this number of `decimals`; a hyphen for None."""
    return "-" if value is None else f"{value:.{decimals}f}" if isinstance(value, float) else str(value)


def figure_lines(race: Raced) -> list[str]:
    """Return a line for each figure that any car has: the cars that have it, by place, with their values."""
    lines = []
    for each in figure_rows(race, tally(race)):
        message = _("{name} {figure}")
        having = [car for car in race.standings if each.values[car] is not None]
        values = [message.format(name=car_name(race.sheet, car), figure=shown(each.values[car])) for car in having]
        if values:
            lines.append(fill(N_("{figure}: {values}."), figure=each.words, values=row(values)))
    return lines
