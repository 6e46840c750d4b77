"""The drivers' book: one SQLite file of all races that have ended, whatever becomes of their saves."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from heat_tui.language import N_
from heat_tui.store.reading import BadFile, put_aside, refusing, shown_path

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
)
"""The SQL that upgrades a book from each version to the next; `PRAGMA user_version` counts the versions."""

PATIENCE: Final = 5.0
"""The seconds to wait for another program that writes the book."""

HASTE: Final = 1.0
"""The same at the end of a race, which is not to be held up; the book catches up later."""

Stamp = tuple[int, int]
"""When a save was written, in nanoseconds, and its size."""


@dataclass(frozen=True, slots=True)
class BookCar:
    """One car in one race.

    `kind` is "person", "automated" or "legend"; `name` is that of the person, the kind of the automated driver, or the
    Legend's colour. `shared` says that the seat changed hands. `grid` and `place` are from 1, and `figures` are those
    of `game.statistics` by id.
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

    `game` identifies the race, or the season of `races` races of which it is the one of that `number`, from 1; that of
    an earlier game is smaller. `season` is the season's title, "" for a single race. `save` is the save that it was
    read from, as that was when last `changed`. Both times are UTC in the form of a save. `course` tells tracks of the
    same id apart. `rules` are the words of `game.chronicle`, separated by blanks. `line` is the same for races of the
    same seed and choices. `margin` is by how many spaces the winner was ahead, None where nobody else finished in the
    same round.
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
        """Return what identifies the race."""
        return self.game, self.number

    @property
    def when(self) -> tuple[str, str, int]:
        """Return what sorts races by their ends."""
        return self.ended, self.game, self.number


@dataclass(frozen=True, slots=True)
class BookSave:
    """The content of a save: the finished races of one `game`, and the number of the race that is `running`, or 0.

    A save without a `stamp` is read again the next time.
    """

    name: str
    stamp: Stamp | None
    game: str = ""
    changed: str = ""
    races: tuple[BookRace, ...] = ()
    running: int = 0


class DamagedBook(BadFile):
    """The book is no book any more; `heat-tui book rebuild` makes another."""


class Book:
    """A book in a file, which is made when something is entered. Everything may raise BadFile.

    Every method is one transaction, so any number of programs may use the book at the same time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def races(self, track: str = "") -> list[BookRace]:
        """Return all races, or those on one track, with their cars in the order in which they ended."""
        if not self._is_there:
            return []
        with self._opened() as db:
            every = "WHERE (game, number) IN (SELECT game, number FROM races WHERE track = ?)"
            return _races(db, every, (track,)) if track else _races(db)

    def aliases(self) -> dict[str, str]:
        """Return the persons whose races count for another name."""
        if not self._is_there:
            return {}
        with self._opened() as db:
            return dict(db.execute("SELECT name, person FROM aliases ORDER BY name"))

    def stamps(self) -> dict[str, Stamp]:
        """Return what was known of each save when it was entered."""
        if not self._is_there:
            return {}
        with self._opened() as db:
            return {name: (time, size) for name, time, size in db.execute("SELECT name, time, size FROM saves")}

    def enter_race(self, race: BookRace) -> None:
        """Enter a race that has just ended, in place of an earlier end of it."""
        with self._writing(HASTE) as db:
            _put(db, race)

    def enter(self, saves: Iterable[BookSave], *, gone: Iterable[str] = ()) -> None:
        """Enter what saves hold, and forget having seen those that are gone; their races stay."""
        with self._writing(PATIENCE) as db:
            db.executemany("DELETE FROM saves WHERE name = ?", ((name,) for name in gone))
            for save in saves:
                _enter(db, save)

    def set_alias(self, name: str, person: str | None) -> None:
        """Count the races of a person for another, or for themselves again."""
        with self._writing(PATIENCE) as db:
            db.execute("DELETE FROM aliases WHERE name = ?", (name,))
            if person is not None:
                db.execute("INSERT INTO aliases VALUES (?, ?)", (name, person))

    def check(self) -> None:
        """Raise DamagedBook if anything in the file is not as it was written."""
        if self._is_there:
            with self._opened() as db:
                if db.execute("PRAGMA quick_check").fetchone() != ("ok",):
                    raise self._refusal(_DAMAGED)

    def put_aside(self) -> Path:
        """Rename the file, so that another can be made; returns its new name."""
        with refusing(_UNWRITABLE, self.path):
            aside = put_aside(self.path)
            for end in ("-journal", "-wal", "-shm"):
                self.path.with_name(self.path.name + end).unlink(missing_ok=True)
        return aside

    @property
    def _is_there(self) -> bool:
        return os.path.lexists(self.path)

    @contextmanager
    def _opened(self, patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
        """Open the book, brought up to this program's version. Raises BadFile for whatever SQLite refuses."""
        try:
            with closing(sqlite3.connect(self.path, timeout=patience, isolation_level=None)) as db:
                db.execute("PRAGMA foreign_keys = ON")
                self._migrate(db)
                yield db
        except (sqlite3.Error, json.JSONDecodeError) as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            raise self._refusal(_REFUSALS.get(code, _UNWRITABLE), reason=str(error)) from error

    @contextmanager
    def _writing(self, patience: float) -> Iterator[sqlite3.Connection]:
        """Open the book for changes that are all made or none."""
        with refusing(_UNWRITABLE, self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._opened(patience) as db, _transaction(db):
            yield db

    def _migrate(self, db: sqlite3.Connection) -> None:
        version = _version(db)
        if version == len(MIGRATIONS):
            return
        if version > len(MIGRATIONS):
            raise self._refusal(_NEWER)
        with _transaction(db):
            for step in MIGRATIONS[_version(db) :]:  # another program may have made them meanwhile
                for statement in step.split(";"):
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _refusal(self, message: str, **facts: object) -> BadFile:
        kind = DamagedBook if message == _DAMAGED else BadFile
        return kind(message, file=shown_path(self.path), **facts)


_UNWRITABLE: Final = N_(
    "{file}: the drivers' book cannot be used ({reason}); free some disk space or check the permissions of the folder."
)
_BUSY: Final = N_("{file}: another program is writing the drivers' book; try again in a moment.")
_DAMAGED: Final = N_(
    "{file}: the drivers' book is damaged; heat-tui book rebuild keeps a copy of it and makes another from your saves."
)
_NEWER: Final = N_("{file}: a newer version of the game wrote the drivers' book; update the game.")
_REFUSALS: Final[Mapping[int, str]] = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_ERROR: _DAMAGED,  # a table that is not there
}


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _version(db: sqlite3.Connection) -> int:
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


_RACE: Final = ", ".join(each.name for each in fields(BookRace) if each.name != "cars")
_CAR: Final = ", ".join(each.name for each in fields(BookCar))


def _races(db: sqlite3.Connection, where: str = "", values: Sequence[object] = ()) -> list[BookRace]:
    cars: dict[tuple[str, int], list[BookCar]] = {}
    for game, number, *row in db.execute(f"SELECT game, number, {_CAR} FROM cars {where}", values):
        cars.setdefault((game, number), []).append(_car(*row))
    races = [BookRace(*row) for row in db.execute(f"SELECT {_RACE} FROM races {where}", values)]
    return sorted((replace(race, cars=tuple(cars.get(race.key, ()))) for race in races), key=lambda race: race.when)


def _car(car: int, kind: str, name: str, shared: int, grid: int, place: int, *rest: Any) -> BookCar:
    finished, points, figures = rest
    return BookCar(car, kind, name, bool(shared), grid, place, bool(finished), points, json.loads(figures))


def _enter(db: sqlite3.Connection, save: BookSave) -> None:
    """Enter what a save holds; that the race which it holds is running means that its end was taken back."""
    if save.stamp is not None:
        _insert(db, "saves", [save.name, *save.stamp])
    if save.running:
        db.execute(
            "DELETE FROM races WHERE game = ? AND number = ? AND save = ? AND changed <= ?",
            (save.game, save.running, save.name, save.changed),
        )
    for race in save.races:
        _put(db, race)


def _put(db: sqlite3.Connection, race: BookRace) -> None:
    """Enter a race, unless a later version of it is there. Of games that began with the same choices the first counts.

    The moment at which the same race ended stays as it is.
    """
    (later,) = db.execute(
        "SELECT count(*) FROM races WHERE (game = ? AND number = ? AND (changed, save) > (?, ?)) "
        "OR (line = ? AND game < ?)",
        (*race.key, race.changed, race.save, race.line, race.game),
    ).fetchone()
    if later:
        return
    (ended,) = db.execute(
        "SELECT coalesce(max(ended), ?) FROM races WHERE game = ? AND number = ? AND line = ?",
        (race.ended, *race.key, race.line),
    ).fetchone()
    race = replace(race, ended=ended)
    db.execute("DELETE FROM races WHERE line = ? AND game > ?", (race.line, race.game))
    _insert(db, "races", [getattr(race, each.name) for each in fields(race) if each.name != "cars"])
    for car in race.cars:
        *row, figures = astuple(car)
        _insert(db, "cars", [*race.key, *row, json.dumps(figures, sort_keys=True)])


def _insert(db: sqlite3.Connection, table: str, row: Sequence[object]) -> None:
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def stamp_of(save: Path) -> Stamp | None:
    """Return what tells a version of a save from another; None where there is none."""
    try:
        status = save.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
