"""The drivers' book: an SQLite file that keeps the races that have ended, even if their saves are deleted."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple, dataclass, field, fields, replace
from datetime import datetime
from math import fsum
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic_core import from_json, to_json

from heat_tui.language import N_
from heat_tui.store.reading import BadFile, put_aside, refusing, shown_path

T = TypeVar("T")


def _triggers() -> str:
    """Return the SQL of the triggers that delete counts when the rows behind them change.

    Inserting or deleting a race or a car deletes the counts of its race and all later races; other changes delete all.
    """
    moments = {
        "races": "({0}.ended, {0}.game, {0}.number)",
        "cars": "(SELECT ended, game, number FROM ends WHERE game = {0}.game AND number = {0}.number)",
        "aliases": "",
    }
    triggers = ""
    for table, moment in moments.items():
        for change, row in (("INSERT", "NEW"), ("DELETE", "OLD"), ("UPDATE", "")):
            where = f" WHERE (ended, game, number) >= {moment.format(row)}" if moment and row else ""
            triggers += (
                f"CREATE TRIGGER {table}_{change} AFTER {change} ON {table} BEGIN DELETE FROM ends{where}; END;\n"
            )
    return triggers


MIGRATIONS: Final = (
    """
    CREATE TABLE races (
        game TEXT NOT NULL, number INTEGER NOT NULL, save TEXT NOT NULL, changed TEXT NOT NULL, ended TEXT NOT NULL,
        season TEXT NOT NULL, races INTEGER NOT NULL, track TEXT NOT NULL, track_name TEXT NOT NULL,
        course TEXT NOT NULL, laps INTEGER NOT NULL, rules TEXT NOT NULL, seed INTEGER NOT NULL,
        line TEXT NOT NULL, rounds INTEGER NOT NULL, margin INTEGER,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE INDEX lines ON races (line);
    CREATE TABLE cars (
        game TEXT NOT NULL, number INTEGER NOT NULL, car INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
        shared INTEGER NOT NULL, grid INTEGER NOT NULL, place INTEGER NOT NULL, finished INTEGER NOT NULL,
        points INTEGER NOT NULL, figures TEXT NOT NULL,
        PRIMARY KEY (game, number, car),
        FOREIGN KEY (game, number) REFERENCES races ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE TABLE saves (name TEXT PRIMARY KEY, time INTEGER NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE aliases (name TEXT PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;
    """,
    f"""
    CREATE INDEX moments ON races (ended, game, number);
    CREATE TABLE ends (at INTEGER PRIMARY KEY, ended TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL);
    CREATE UNIQUE INDEX end_moments ON ends (ended, game, number);
    CREATE UNIQUE INDEX end_races ON ends (game, number);
    CREATE TABLE starts (
        at INTEGER NOT NULL, place INTEGER NOT NULL, car INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
        cars INTEGER NOT NULL, grid INTEGER NOT NULL, points INTEGER NOT NULL, rounds, top_speed, spins, pace REAL,
        mu REAL, sigma REAL, rating REAL,
        won AS (place = 1 AND cars > 1 AND rounds IS NOT NULL),
        podium AS (place <= 3 AND place < cars AND rounds IS NOT NULL),
        beaten AS ((cars - place) / (cars - 1.0)),
        PRIMARY KEY (at, place)
    ) WITHOUT ROWID;
    CREATE INDEX careers ON starts (kind, name, at);
    CREATE TABLE counted (figure TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TRIGGER uncounted AFTER DELETE ON ends BEGIN
        DELETE FROM starts WHERE at = OLD.at;
        DELETE FROM counted WHERE at = OLD.at;
    END;
    {_triggers()}
    """,
    """
    CREATE TABLE days (
        game TEXT PRIMARY KEY, day TEXT NOT NULL, name TEXT NOT NULL, line TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
)
"""The SQL that upgrades a book from each version to the next; `PRAGMA user_version` holds the version.

`_count` alone derives `ends`, `starts` and `counted` from the other tables: the races in the order in which they
ended, their cars with the credited driver and that driver's rating afterwards, and the first race in which each figure
was not 0. `days` has the tries at races of the day that were begun here on their day, with the local time of the first
choice (older rows have only its date) and the line of the choices made here: the result of a try counts only if its
race has that line.
"""

PATIENCE: Final = 5.0
"""The maximum number of seconds to wait for another program that is writing the book."""

HASTE: Final = 1.0
"""The shorter `PATIENCE` during a race and at its end, in seconds; a race not entered in time is entered later."""

DECIMALS: Final = 8
"""The number of decimals of averages and ratings; ratings use `exp`, whose last bits differ between systems."""

MOST_VERSIONS: Final = 1000
"""The lowest number that is too high for a version: a book with this number or a higher one is damaged."""

Key = tuple[object, object]
"""The game and number of a race, of any types, because a damaged book may hold anything."""

Driver = tuple[str, str]
"""The kind of a driver, and the name that the driver's races are credited to."""

Rating = tuple[float, float, float] | tuple[None, None, None]
"""The mean and deviation of a driver's skill after a race, and the ordinal to show; all None after a one-car race."""

Select = Callable[..., list[dict[str, Any]]]
"""A function that returns the rows selected by a query, given the query and its values."""

Stamp = tuple[int, int]
"""The time at which a save was written, in nanoseconds, and its size in bytes."""


@dataclass(frozen=True, slots=True)
class BookCar:
    """One car in one race.

    `car` is its index. `kind` is "person", "automated" or "legend"; `name` is the person's name, the kind of the
    automated driver, or the Legend's colour. `shared` says that the seat changed hands. `grid` and `place` count from
    1. `points` are those for this race of a season, 0 in a single race. `figures` are by name, as in `EVERY_FIGURE`
    of `game.figures.statistics`. For a person who gave up, `finished` is False and `figures` is empty.
    """

    car: int
    kind: str
    name: str
    shared: bool
    grid: int
    place: int
    finished: bool
    points: int
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class BookRace:
    """A race that has ended.

    `game` is the id of the game, a single race or a season of `races` races; earlier games have smaller ids. `number`
    is the race's number in the game, from 1. `season` is the season's title, "" for a single race. `save` is the name
    of the save that the race was read from, and `changed` the time when that save was last changed; times are UTC, as
    in a save. `course` tells tracks with the same id apart. `rules` are keys of `game.book.pages.RULES`, separated
    by blanks. `line` is the same for races with the same track, seed and choices. `margin` is the winner's lead in
    spaces; None if unknown, if nobody else finished in the same round, or if one of the first two drivers gave up.
    """

    game: str
    number: int
    save: str
    changed: str
    ended: str
    season: str
    races: int
    track: str
    track_name: str
    course: str
    laps: int
    rules: str
    seed: int
    line: str
    rounds: int
    margin: int | None
    cars: tuple[BookCar, ...] = field(default=(), repr=False)

    @property
    def key(self) -> tuple[str, int]:
        """The game and the number, which identify the race."""
        return self.game, self.number


@dataclass(frozen=True, slots=True)
class BookSave:
    """The content of a save: its `game`, the finished `races` that count, and the number of the `running` race.

    `running` is 0 if no race is in progress. A save without a `stamp` is read again next time.
    """

    name: str
    stamp: Stamp | None
    game: str = ""
    changed: str = ""
    races: tuple[BookRace, ...] = ()
    running: int = 0


@dataclass(frozen=True, slots=True)
class Salvage:
    """The readable part of a damaged book: races, merged names and tries at races of the day.

    `unread` has the keys of races that can be read only in part. The salvage is `whole` if all rows of races, cars and
    merged names could be read. `aside` is the new path of the damaged file, None until the file is renamed.
    """

    races: tuple[BookRace, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    tries: tuple[Sequence[Any], ...] = ()
    unread: frozenset[Key] = frozenset()
    whole: bool = False
    aside: Path | None = None


class DamagedBook(BadFile):
    """The refusal of a file that is no longer a readable book; `heat-tui book rebuild` makes a new book."""


class Book:
    """A book in a file, which the first change creates. Every method may raise BadFile.

    Every change is made in a transaction, so any number of programs may use the book at the same time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def races(self) -> list[BookRace]:
        """Return all races, with their cars, in the order in which the races ended."""
        with self._reading() as db:
            return _races(db)

    def stamps(self) -> dict[str, Stamp]:
        """Return the stamps that the saves had when they were last entered, by name."""
        with self._opened() as db:
            return {name: (time, size) for name, time, size in db.execute("SELECT name, time, size FROM saves")}

    @contextmanager
    def reading(self) -> Iterator[Select]:
        """Yield a function that selects rows, all from the same state of the book, in which every race is counted."""
        with self._reading() as db:
            while not _is_counted(db):
                db.execute("COMMIT")
                with _transaction(db):
                    _count(db)
                db.execute("BEGIN")
            db.create_function("exact", 1, lambda value: value and round(value, DECIMALS), deterministic=True)

            def select(query: str, *values: object) -> list[dict[str, Any]]:
                rows = db.execute(query, values)
                return _checked([name for name, *_rest in rows.description], rows.fetchall(), _SELECTED)

            yield select

    def read(self, what: Callable[[Select], T]) -> T:
        """Call `what` with a function that selects rows, all from the same state of the book, and return the result."""
        with self.reading() as select:
            return what(select)

    def enter_race(self, race: BookRace) -> None:
        """Enter and count a race that has just ended; an entry for an earlier end that was taken back is replaced."""
        with self._writing(HASTE) as db:
            _put(db, race)
            _count(db)

    def enter(self, saves: Iterable[BookSave], *, gone: Iterable[str] = (), patience: float = PATIENCE) -> None:
        """Enter the races and stamps of saves; delete the stamps, but not the races, of the saves named in `gone`.

        The races are counted when the book is next read. If the running race of a save was entered from that save
        earlier, its end was taken back, and the entry is deleted.
        """
        with self._writing(patience) as db:
            db.executemany("DELETE FROM saves WHERE name = ?", ((name,) for name in gone))
            for save in saves:
                if save.stamp is not None:
                    _insert(db, "saves", [save.name, *save.stamp])
                if save.running:
                    db.execute(
                        "DELETE FROM races WHERE game = ? AND number = ? AND save = ? AND changed <= ?",
                        (save.game, save.running, save.name, save.changed),
                    )
                for race in save.races:
                    _put(db, race)

    def set_alias(self, name: str, person: str | None) -> None:
        """Credit the races of the person `name` to another `person`, or to `name` again if `person` is None."""
        with self._writing(PATIENCE) as db:
            db.execute("DELETE FROM aliases WHERE name = ?", (name,))
            if person is not None:
                db.execute("INSERT INTO aliases VALUES (?, ?)", (name, person))

    def is_try(self, game: str) -> bool:
        """Return whether a game is a try at a race of the day."""
        with self._opened() as db:
            return db.execute("SELECT 1 FROM days WHERE game = ?", (game,)).fetchone() is not None

    def enter_try(self, game: str, before: str, line: str, day: str = "", name: str = "") -> None:
        """Change the line of a game's try from `before` to `line`; if `day` is not "", first enter the try as `name`'s.

        `day` is the local time of the first choice. A try whose line is not `before`, because its save was changed,
        and a try that is not in the book are left alone.
        """
        with self._writing(HASTE) as db:
            if day:
                db.execute("INSERT OR IGNORE INTO days VALUES (?, ?, ?, ?)", (game, day, name, before))
            db.execute("UPDATE days SET line = ? WHERE game = ? AND line = ?", (line, game, before))

    def check(self) -> None:
        """Raise DamagedBook if the file, or a race, merged name or try in it, cannot have been written by the game."""
        if not os.path.lexists(self.path):
            return
        if not (self.path.is_file() and self._may_be_written):
            raise self._refusal(_DAMAGED)
        with self._reading() as db, closing(sqlite3.connect(":memory:")) as new:
            new.executescript("".join(MIGRATIONS))
            parts = """
                SELECT m.type, m.name, tbl_name, group_concat(i.name)
                FROM sqlite_master m LEFT JOIN pragma_table_xinfo(m.name) i GROUP BY m.type, m.name
            """
            missing = {*new.execute(parts)} - {*db.execute(parts)}
            if missing or db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise Senseless
            _races(db)
            _all_aliases(db)
            _checked(_TRY, db.execute(f"SELECT {', '.join(_TRY)} FROM days").fetchall(), _SELECTED)

    def count_again(self) -> None:
        """Delete all counts, so that the races are counted again when the book is next read."""
        with self._writing(PATIENCE) as db:
            for table in ("ends", "starts", "counted"):
                db.execute(f"DELETE FROM {table}")

    def replaced(self) -> Salvage:
        """Rename a damaged book, make a new one from the rows that can be read, and return the salvage."""
        salvage = self._salvaged()
        with refusing(_UNWRITABLE, self.path):
            for end in ("-journal", "-wal", "-shm"):  # before another program can make a book that these would damage
                self.path.with_name(self.path.name + end).unlink(missing_ok=True)
            aside = put_aside(self.path)
        with self._writing(PATIENCE) as db:
            for table, rows in (("aliases", salvage.aliases.items()), ("days", salvage.tries)):
                for row in rows:
                    _insert(db, table, row)
            for race in salvage.races:
                _put(db, race)
        return replace(salvage, aside=aside)

    def _salvaged(self) -> Salvage:
        """Return the readable rows of a damaged book, if any. Raises BadFile if another program is writing to it."""
        if not self.path.is_file():
            return Salvage()
        try:
            with closing(sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)) as db:
                db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")  # no text in a book has surrogates
                db.execute("PRAGMA writable_schema = ON")  # a damaged schema entry then hides no other table
                db.execute("BEGIN")
                db.execute("SELECT count(*) FROM sqlite_master")  # from here on, no other program can change the file
                return _salvaged(db)
        except _FAULTS as error:
            if _message(error) == _BUSY:
                raise self._refusal(_BUSY) from error
            return Salvage()

    @property
    def _may_be_written(self) -> bool:
        """True if bytes 18 and 19 of the header, if any, allow writing; if they forbid it, no file permission helps."""
        with refusing(_UNWRITABLE, self.path), self.path.open("rb") as stream:
            return stream.read(20)[18:] in (b"\1\1", b"\2\2", b"")

    @contextmanager
    def _opened(self, patience: float = PATIENCE, *, make: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the book and upgrade it to this program's version.

        A missing book is created if `make`; otherwise an empty one in memory takes its place. Raises BadFile for a
        book of a newer version, for any SQLite error, and for any sign of damage (`Senseless`).
        """
        file = self.path if make or os.path.lexists(self.path) else ":memory:"
        try:
            with closing(sqlite3.connect(file, timeout=patience, isolation_level=None)) as db:
                db.execute("PRAGMA foreign_keys = ON")
                self._migrate(db)
                yield db
        except Senseless as error:
            raise self._refusal(_DAMAGED) from error
        except _FAULTS as error:
            raise self._refusal(_message(error), reason=str(error)) from error

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Open the book for queries that all see the same state."""
        with self._opened() as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def _writing(self, patience: float) -> Iterator[sqlite3.Connection]:
        """Open the book, creating it if necessary: either all changes in the block are made, or none."""
        with refusing(_UNWRITABLE, self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._opened(patience, make=True) as db, _transaction(db):
            yield db

    def _migrate(self, db: sqlite3.Connection) -> None:
        version = _version(db)
        if version == len(MIGRATIONS):
            return
        if not 0 <= version < len(MIGRATIONS):
            raise self._refusal(_NEWER if 0 < version < MOST_VERSIONS else _DAMAGED)
        with _transaction(db):
            for step in MIGRATIONS[_version(db) :]:  # another program may have upgraded the book meanwhile
                statement = ""
                for part in step.split(";"):
                    statement += part + ";"
                    if sqlite3.complete_statement(statement):  # not within a trigger
                        db.execute(statement)
                        statement = ""
            db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _refusal(self, message: str, **facts: object) -> BadFile:
        kind = DamagedBook if message == _DAMAGED else BadFile
        return kind(message, file=shown_path(self.path), **facts)


_FAULTS: Final = (sqlite3.Error, UnicodeError)
"""The errors that a bad file may cause; UnicodeError if a value, or the text of an error, is not Unicode."""

_UNWRITABLE: Final = N_(
    "{file}: the drivers' book cannot be used ({reason}); free some disk space or check the permissions of the folder."
)
_BUSY: Final = N_("{file}: another program is writing the drivers' book; try again in a moment.")
_DAMAGED: Final = N_(
    "{file}: the drivers' book is damaged; heat-tui book rebuild keeps a copy of it and makes another from your saves."
)
_NEWER: Final = N_("{file}: a newer version of the game wrote the drivers' book; update the game.")
_REFUSALS: Final = {
    **dict.fromkeys(("BUSY", "LOCKED"), _BUSY),
    **dict.fromkeys(
        ("PERM", "NOMEM", "READONLY", "IOERR", "FULL", "CANTOPEN", "PROTOCOL", "NOLFS", "AUTH"), _UNWRITABLE
    ),
}
"""The messages for SQLite's errors that are not the fault of the file; every other error means damage."""


def _message(error: Exception) -> str:
    return _REFUSALS.get(getattr(error, "sqlite_errorname", "SQLITE_CORRUPT").split("_")[1], _DAMAGED)


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    with db:  # commits, or rolls back after an exception
        yield


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


_ONE: Final = "WHERE (game, number) = (?, ?)"
_AFTER: Final = "WHERE (game, number) IN (SELECT game, number FROM races WHERE (ended, game, number) > (?, ?, ?))"
_RACE: Final = tuple(each.name for each in fields(BookRace) if each.name != "cars")
_CAR: Final = ("game", "number", *(each.name for each in fields(BookCar)))
_TRY: Final = ("game", "day", "name", "line")
_KINDS: Final = ("person", "automated", "legend")
_MOST_FIGURE: Final = 1e9
_YEARS: Final = range(1969, 9000)
"""The years of a time; a clock that was never set starts in 1970, which is 1969 west of Greenwich."""


class Senseless(Exception):
    """A sign of damage to a book: a row that the game cannot have written, or a failed check of its structure."""


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).year in _YEARS
    except ValueError:
        return False


_FITS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "str": lambda value: isinstance(value, str) and value.isprintable(),
    "int": lambda value: type(value) is int and value >= 0,
    "float": lambda value: isinstance(value, int | float),
    "bool": lambda value: type(value) is int and value in (0, 1),
    "kind": lambda value: value in _KINDS,
    "time": lambda value: isinstance(value, str) and _is_time(value),
    "driver": lambda value: isinstance(value, str) and value.isprintable() and value.split(" ")[0] in _KINDS,
}
"""The tests that the values of a column have to pass, by the column's type."""

DRIVERS: Final = ("driver", "against", "winner", "best", "other")
"""The columns of query results that hold a driver as "KIND NAME"; the last three may be NULL."""

_STORED: Final = {
    **{each.name: str(each.type) for each in (*fields(BookCar), *fields(BookRace)) if each.name != "cars"},
    "kind": "kind",
    "ended": "time",
    "person": "str",
}
_SELECTED: Final = {
    **_STORED,
    **dict.fromkeys(DRIVERS, "driver"),
    **dict.fromkeys(("winner", "best", "other"), "driver | None"),
    **dict.fromkeys(("pace", "rounds", "seed", "spins", "wins", "try_place", "heat"), "float | None"),
    "day": "time",
}
"""The types of stored columns, and of the columns of query results; all other columns are numbers."""


def _checked(
    names: Sequence[str], rows: Sequence[Sequence[Any]], types: Mapping[str, str] = _STORED
) -> list[dict[str, Any]]:
    """Return rows as dicts by column, with `figures` parsed. Raises Senseless if a value does not suit its column."""
    checked = [dict(zip(names, row, strict=True)) for row in rows]
    for name, values in zip(names, zip(*rows, strict=True), strict=False):
        kind, _bar, missing = types.get(name, "float").partition(" | ")
        if name == "figures":
            for each, figures in zip(checked, _parsed(values), strict=True):
                each[name] = figures
        elif not all(map(_FITS[kind], {*values} - ({None} if missing else set()))):
            raise Senseless
    return checked


def _parsed(figures: Sequence[str]) -> tuple[dict[str, Any], ...]:
    """Return the figures of each car; parsing all of them as one text is much faster. Raises Senseless."""
    try:
        parsed = tuple(from_json(f"[{','.join(figures)}]"))
    except (TypeError, ValueError) as error:
        raise Senseless from error
    if {*map(type, parsed)} != {dict} or len(parsed) != len(figures):
        raise Senseless
    return parsed


def _races(db: sqlite3.Connection, where: str = "", values: Sequence[object] = ()) -> list[BookRace]:
    """Return races in the order in which they ended. Raises Senseless."""
    cars = _by_race(db.execute(f"SELECT {', '.join(_CAR)} FROM cars {where}", values))
    rows = [*db.execute(f"SELECT {', '.join(_RACE)} FROM races {where}", values)]
    races = [_race(row, cars.pop((row[0], row[1]), ())) for row in rows]
    if cars:
        raise Senseless
    return sorted(races, key=lambda race: (race.ended, *race.key))


def _by_race(rows: Iterable[Sequence[object]]) -> dict[Key, list[Sequence[object]]]:
    cars: defaultdict[Key, list[Sequence[object]]] = defaultdict(list)
    for row in rows:
        cars[row[0], row[1]].append(row)
    return cars


def _race(row: Sequence[object], rows: Sequence[Sequence[object]]) -> BookRace:
    """Return a race with its cars. Raises Senseless if the values cannot be those of a race."""
    (values,) = _checked(_RACE, [row])
    own = [{name: car[name] for name in _CAR[2:]} for car in _checked(_CAR, rows)]
    cars = [BookCar(**{**car, "shared": bool(car["shared"]), "finished": bool(car["finished"])}) for car in own]
    race = BookRace(**values, cars=tuple(sorted(cars, key=lambda car: car.car)))
    places = range(1, len(cars) + 1)
    sound = (
        race.number > 0
        and cars
        and len({car.car for car in cars}) == len(cars)
        and sorted(car.place for car in cars) == [*places]
        and all(car.grid in places and _is_sound(car) for car in cars)
        and (race.margin is None or len(cars) > 1)
    )
    if not sound:
        raise Senseless
    return race


def _is_sound(car: BookCar) -> bool:
    """Return whether the figures of a car are possible: printable names, numbers in range, rounds if it finished."""
    return (
        all(map(str.isprintable, car.figures))
        and all(type(each) in (int, float) and abs(each) < _MOST_FIGURE for each in car.figures.values())
        and ("rounds" in car.figures or not car.finished)
    )


def _all_aliases(db: sqlite3.Connection) -> dict[str, str]:
    """Return the person that each merged name belongs to. Raises Senseless for a bad row or a cycle."""
    rows = [*db.execute("SELECT name, person FROM aliases ORDER BY name")]
    aliases = _aliases(rows)
    if len(aliases) < len(rows):
        raise Senseless
    return aliases


def _aliases(rows: Iterable[Sequence[object]]) -> dict[str, str]:
    """Return the person that each name was merged into; leave out bad rows, and rows that would form a cycle."""
    aliases: dict[str, str] = {}
    for name, person in rows:
        if _FITS["str"](name) and _FITS["str"](person) and person_of(str(person), aliases) != name:
            aliases[str(name)] = str(person)
    return aliases


def _salvaged(db: sqlite3.Connection) -> Salvage:
    """Return the readable part of a damaged book. A race is left out unless all its cars can be read."""
    rows, found_all = _legible(db, "races", _RACE)
    car_rows, found_cars = _legible(db, "cars", _CAR)
    alias_rows, found_aliases = _legible(db, "aliases", ("name", "person"))
    unread = {(row[0], row[1]) for row in (*rows, *car_rows)}
    try_rows, _found_tries = _legible(db, "days", _TRY)  # a table that older books lack
    tries = []
    for row in try_rows:
        with suppress(Senseless):
            _checked(_TRY, [row], _SELECTED)
            tries.append(row)
    cars, races = _by_race(car_rows), []
    for row in rows:
        key = row[0], row[1]
        try:
            race = _race(row, cars.get(key, ()))
            if not found_cars:  # a race whose last car cannot be read would look like a smaller one
                db.execute("SELECT * FROM cars WHERE game = ? AND number = ?", race.key).fetchall()
        except (Senseless, *_FAULTS):
            continue
        races.append(race)
        unread.discard(key)
    aliases = _aliases(alias_rows)
    whole = found_all and found_cars and found_aliases and len(aliases) == len(alias_rows)
    return Salvage(tuple(races), aliases, tuple(tries), frozenset(unread), whole)


def _legible(db: sqlite3.Connection, table: str, columns: Sequence[str]) -> tuple[Sequence[Sequence[object]], bool]:
    """Return the readable rows of a table, and whether those are all of its rows.

    A table that breaks off is read from its other end too. The columns are identified by their positions, because their
    names may be damaged.
    """
    rows: dict[Sequence[object], None] = {}
    for order in ("", "ORDER BY 1 DESC, 2 DESC"):
        with suppress(*_FAULTS):
            cursor = db.execute(f"SELECT * FROM {table} {order}")
            if len(cursor.description) < len(columns):
                return (), False
            rows.update((row[: len(columns)], None) for row in cursor)
            return [*rows], not order
    return [*rows], False


def _put(db: sqlite3.Connection, race: BookRace) -> None:
    """Enter a race, unless the book has a later version of it, or a race of an earlier game with the same `line`.

    Races of later games with the same `line` are deleted. If this race is already in the book with the same `line`, it
    keeps its end time, but gets the name of the save entered last, because an earlier save may have been renamed.
    """
    (later,) = db.execute(
        "SELECT count(*) FROM races WHERE (game = ? AND number = ? AND (changed, line) > (?, ?)) "
        "OR (line = ? AND game < ?)",
        (*race.key, race.changed, race.line, race.line, race.game),
    ).fetchone()
    if later:
        return
    (ended,) = db.execute(
        "SELECT coalesce(max(ended), ?) FROM races WHERE game = ? AND number = ? AND line = ?",
        (race.ended, *race.key, race.line),
    ).fetchone()
    race = replace(race, ended=ended)
    if _races(db, _ONE, race.key) == [race]:
        return
    db.execute(
        "DELETE FROM races WHERE (line = ? AND game > ?) OR (game, number) = (?, ?)", (race.line, race.game, *race.key)
    )
    _insert(db, "races", [getattr(race, name) for name in _RACE])
    for car in race.cars:
        *row, figures = astuple(car)
        _insert(db, "cars", [*race.key, *row, json.dumps(figures, sort_keys=True)])


def _is_counted(db: sqlite3.Connection) -> bool:
    counted, last, races = db.execute(
        "SELECT count(*), coalesce(max(at), 0), (SELECT count(*) FROM races) FROM ends"
    ).fetchone()
    return bool(counted == last == races)


def _count(db: sqlite3.Connection) -> None:
    """Count the races after the last one counted, or all races again if that leaves any uncounted. Raises Senseless."""
    _count_on(db)
    if not _is_counted(db):  # another program may have changed the counts
        db.execute("DELETE FROM ends")
        _count_on(db)


def _count_on(db: sqlite3.Connection) -> None:
    last = db.execute("SELECT at, ended, game, number FROM ends ORDER BY at DESC LIMIT 1").fetchone()
    at, *moment = last or (0, "", "", 0)
    aliases, rate = _all_aliases(db), _rater(db)
    figures: set[str] = set()
    for race in _races(db, _AFTER, moment):
        at += 1
        db.execute("INSERT INTO ends VALUES (?, ?, ?, ?)", (at, race.ended, *race.key))
        cars = sorted(race.cars, key=lambda car: car.place)
        names = [person_of(car.name, aliases) if car.kind == "person" else car.name for car in cars]
        rated = rate([(car.kind, name) for car, name in zip(cars, names, strict=True)])
        for car, name, rating in zip(cars, names, rated, strict=True):
            rounds = car.figures["rounds"] if car.finished else None
            own = car.place, car.car, car.kind, name, len(cars), car.grid, car.points
            counts = rounds, car.figures.get("top_speed"), car.figures.get("spins"), _pace(car, cars)
            _insert(db, "starts", [at, *own, *counts, *rating])
        new = {name for car in cars for name, value in car.figures.items() if value} - figures
        db.executemany("INSERT OR IGNORE INTO counted VALUES (?, ?)", ((name, at) for name in new))
        figures |= new


def aliases(select: Select) -> dict[str, str]:
    """Return the person that each merged name was merged into, who may have been merged too (see `person_of`)."""
    return {each["name"]: each["person"] for each in select("SELECT name, person FROM aliases ORDER BY name")}


def person_of(name: str, aliases: Mapping[str, str]) -> str:
    """Return the person credited with the races under a name: the name itself unless it is merged."""
    while name in aliases:
        name = aliases[name]
    return name


def _pace(car: BookCar, cars: Iterable[BookCar]) -> float | None:
    """Return a car's rounds minus the average of the others that finished; None if it or all others did not."""
    others = [other.figures["rounds"] for other in cars if other.finished and other is not car]
    return car.figures["rounds"] - fsum(others) / len(others) if others and car.finished else None


def _rater(db: sqlite3.Connection) -> Callable[[Sequence[Driver]], list[Rating]]:
    """Return a function that rates the drivers of a race, given in the order of their places.

    The function has to be called for the races in the order in which they ended. The model is Plackett-Luce. Every car
    is rated separately, from its driver's rating; a driver with several cars gets the average of their new ratings. A
    race of one car changes no rating.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[Driver, tuple[float, float]] = {}

    def rating(driver: Driver) -> tuple[float, float]:
        if driver not in known:
            query = "SELECT mu, sigma FROM starts WHERE kind = ? AND name = ? AND cars > 1 ORDER BY at DESC LIMIT 1"
            known[driver] = db.execute(query, driver).fetchone() or (model.mu, model.sigma)
        return known[driver]

    def rate(drivers: Sequence[Driver]) -> list[Rating]:
        if len(drivers) == 1:
            return [(None, None, None)]
        teams = [[model.create_rating([*rating(driver)])] for driver in drivers]
        changed: defaultdict[Driver, list[tuple[float, float]]] = defaultdict(list)
        for driver, (each,) in zip(drivers, model.rate(teams, ranks=[*range(len(teams))]), strict=True):
            changed[driver].append((each.mu, each.sigma))
        for driver, values in changed.items():
            mu, sigma = (mean(each) for each in zip(*values, strict=True))
            known[driver] = mu, sigma
        return [(mu, sigma, round(mu - 3 * sigma, DECIMALS)) for mu, sigma in map(rating, drivers)]

    return rate


def mean(values: Sequence[float]) -> float:
    """Return the average of one or more numbers, rounded to `DECIMALS`."""
    return round(fsum(values) / len(values), DECIMALS)


def json_text(value: object) -> str:
    """Return a value as indented JSON with a final newline."""
    return to_json(value, indent=2).decode() + "\n"


def _insert(db: sqlite3.Connection, table: str, row: Sequence[object]) -> None:
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
