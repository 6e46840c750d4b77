"""Shared tables: records of races that several screens follow, in SQLite or PostgreSQL."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Column, Connection, Integer, Text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from heat_tui.engine.record import record
from heat_tui.language import N_
from heat_tui.store.locks import Holder, is_elsewhere, runs, this_program
from heat_tui.store.paths import data_folder
from heat_tui.store.reading import BadFile, shown, suggestion
from heat_tui.store.save_model import Entry
from heat_tui.store.save_reading import unplayed
from heat_tui.store.save_writing import entry_data, save_text, time_text
from heat_tui.store.saved_race import Chosen, Record, SavedRace, TakeBack, now, numbered
from heat_tui.store.schema import Refused

FORMAT: Final = 1

DATABASE_VARIABLE: Final = "HEAT_TUI_DATABASE"
"""The environment variable with the URL of the database of the tables."""


@record
class Undo:
    """Somebody took back the last `actions` (at least 1) of the actions still in force, as if they were never made."""

    actions: int


@record
class Rename:
    """A driver has another name from this point of the record on."""

    seat: int
    name: str


Step = Record | Undo | Rename
"""An entry in the record of a shared table."""


@record
class Sealed:
    """What a seat has handed in, to be opened once everybody has: a plan, or consent to a take-back.

    It is for one `moment` of the race, and void at any other.
    """

    seat: int
    moment: str
    text: str


@record
class Words:
    """A line that a person said at the table; `number` counts them from 1."""

    number: int
    name: str
    text: str


@record
class TableInfo:
    """A shared table: `home` is where it was opened, `kept` the name of the save of its finished race, "" if none.

    `length` counts the entries of the record, and `version` counts every change.
    """

    id: int
    name: str
    home: str
    opened: str
    length: int
    version: int
    closed: bool
    kept: str


@record
class News:
    """The changes of a table since the last look: new entries of the record, sealed plans and messages."""

    info: TableInfo
    steps: tuple[Step, ...]
    sealed: tuple[Sealed, ...]
    words: tuple[Words, ...]


_METADATA = sql.MetaData()


def _table(name: str, *columns: Column[Any], **kinds: type[Integer | Text]) -> sql.Table:
    """Return a table with these columns, and one that is never empty for each of `kinds`."""
    more = (Column(each, kind, nullable=False, default=0 if kind is Integer else "") for each, kind in kinds.items())
    return sql.Table(name, _METADATA, *columns, *more)


def _key(name: str, kind: type[Integer | Text] = Integer) -> Column[Any]:
    return Column(name, kind, primary_key=True)


_FORMAT = _table("heat_tui", _key("format"))
_TABLES = _table(
    "tables",
    _key("id"),
    Column("name", Text, nullable=False, unique=True),
    **dict.fromkeys(("home", "opened", "kept", "opening"), Text),
    **dict.fromkeys(("length", "version", "closed"), Integer),
)
_CHOICES = _table("choices", _key("table_id"), _key("number"), entry=Text)
_SEALED = _table("sealed", _key("table_id"), _key("seat"), _key("moment", Text), entry=Text)
_SEATS = _table("seats", _key("table_id"), _key("seat"), screen=Text, beat=Integer)
_WORDS = _table("words", _key("table_id"), _key("number"), who=Text, words=Text)
_INFO = [_TABLES.c[name] for name in ("id", "name", "home", "opened", "length", "version", "closed", "kept")]

_NO_TABLE: Final = N_("No table is called {name}; nobody has opened one yet.")
_OTHER_TABLE: Final = N_("No table is called {name}{hint}; the tables are {known}.")
_TAKEN: Final = N_("Somebody sits there for {name} already; leave that screen first, or add {option}.")
_UNUSABLE: Final = N_("{database}: the tables cannot be used ({reason}); nothing that was chosen before is lost.")
_DAMAGED: Final = N_("{database}: the tables are damaged ({reason}); restore a copy of the file, or move it away.")
_NEWER: Final = N_("{database}: a newer version of the game made these tables; update the game.")
_TORN: Final = N_("{name}: entry {number} of the table's record is damaged, so the table cannot be continued.")


def seconds() -> float:
    """Return the seconds of a clock that is never set back."""
    return time.monotonic()


def home() -> str:
    """Return the name of this machine's saves: a table's race becomes a save of the home that opened it."""
    return f"{this_program().host}:{data_folder().absolute()}"


class SharedTables:
    """The tables of one database. Every method is one transaction and raises BadFile if the database refuses it."""

    def __init__(self, url: str = "") -> None:
        """Open the database with this URL, by default the one of HEAT_TUI_DATABASE or a file among the player's."""
        url = url or os.environ.get(DATABASE_VARIABLE, "") or f"sqlite:///{data_folder() / 'tables.sqlite'}"
        self.url, self._ready = shown(url), False
        self._peek: Any = None
        try:
            where = make_url(url)
            self.url = where.render_as_string(hide_password=True)
            self._is_file = is_file = where.get_backend_name() == "sqlite"
            if is_file and where.database:
                self.url = where.database
                Path(where.database).parent.mkdir(parents=True, exist_ok=True)
            elif where.drivername == "postgresql":
                where = where.set(drivername="postgresql+psycopg")
            waits = {"timeout": 10} if is_file else {"connect_timeout": 10}
            self._engine = sql.create_engine(where, connect_args=waits, pool_pre_ping=not is_file)
        except (ArgumentError, ImportError, OSError, SQLAlchemyError) as error:
            raise BadFile(_UNUSABLE, database=self.url, reason=_reason(error)) from error
        if is_file:
            sql.event.listen(self._engine, "connect", _prepare)

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                if not self._ready:
                    self._check(connection)
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            reason = _reason(error)
            torn = any(word in reason for word in ("malformed", "not a database", "no such column"))
            raise BadFile(_DAMAGED if torn else _UNUSABLE, database=self.url, reason=reason) from error
        self._ready = True

    def _check(self, connection: Connection) -> None:
        """Make the tables that are missing, and refuse those of a newer version."""
        _METADATA.create_all(connection)
        known = connection.scalar(sql.select(sql.func.max(_FORMAT.c.format)))
        if known is None:
            connection.execute(sql.insert(_FORMAT).values(format=FORMAT))
        elif known > FORMAT:
            raise BadFile(_NEWER, database=self.url)

    def open(self, saved: SavedRace) -> str:
        """Open a table for a game that has not begun, named after it; returns the name, which is free."""
        name, number = saved.name, 1
        while True:
            free = name if number == 1 else numbered(name, number)
            row = {"name": free, "home": home(), "opened": time_text(now()), "opening": save_text(saved)}
            try:
                with self._begin() as connection:
                    connection.execute(sql.insert(_TABLES).values(row))
                return free
            except IntegrityError:
                number += 1

    def list(self) -> list[TableInfo]:
        """Return all tables, the newest first."""
        with self._begin() as connection:
            return [_info(row) for row in connection.execute(sql.select(*_INFO).order_by(_TABLES.c.id.desc()))]

    def find(self, name: str) -> tuple[TableInfo, SavedRace]:
        """Return a table and its game before the first choice. Raises BadFile if there is none of that name."""
        with self._begin() as connection:
            row = connection.execute(sql.select(*_INFO, _TABLES.c.opening).where(_TABLES.c.name == name)).first()
        if row is None:
            known = [each.name for each in self.list() if not each.closed]
            facts = {"name": shown(name), "hint": suggestion(name, known), "known": ", ".join(known[:10])}
            raise BadFile(_OTHER_TABLE if known else _NO_TABLE, **facts)
        return _info(row), unplayed(row.opening, name, name)[0]

    def pull(self, info: TableInfo, words: int) -> News | None:
        """Return what has happened at a table since `info`, and what was said since; None if nothing has."""
        by, now_at = _TABLES.c.id == info.id, info
        if self._ready and self._version(info.id) == info.version:
            return None
        with self._begin() as connection:
            while True:  # a database that shows changes between two statements is asked again
                row = connection.execute(sql.select(*_INFO).where(by)).first()
                if row is None:
                    raise BadFile(_NO_TABLE, name=info.name)
                now_at = _info(row)
                read = [
                    connection.execute(
                        sql.select(table).where(table.c.table_id == info.id, after).order_by(order)
                    ).all()
                    for table, after, order in (
                        (_CHOICES, _CHOICES.c.number >= info.length, _CHOICES.c.number),
                        (_SEALED, _SEALED.c.seat >= 0, _SEALED.c.seat),
                        (_WORDS, _WORDS.c.number > words, _WORDS.c.number),
                    )
                ]
                if connection.scalar(sql.select(_TABLES.c.version).where(by)) == now_at.version:
                    break
        choices, sealed, said = read
        numbers = {each.number for each in choices}
        lost = next((number for number in range(info.length, now_at.length) if number not in numbers), None)
        if lost is not None:
            raise BadFile(_TORN, name=info.name, number=lost + 1)
        return News(
            now_at,
            tuple(self._step(info.name, each.number, each.entry) for each in choices),
            tuple(Sealed(each.seat, each.moment, each.entry) for each in sealed),
            tuple(Words(each.number, each.who, each.words) for each in said),
        )

    def _version(self, id: int) -> int | None:
        """Return the version of a table, None if it cannot be read; asked often, and so without SQLAlchemy's layers."""
        try:
            if self._peek is None:
                self._peek = self._engine.raw_connection()
                self._peek.detach()
                if not self._is_file:
                    self._peek.dbapi_connection.autocommit = True
            row = self._peek.dbapi_connection.execute(f"SELECT version FROM tables WHERE id = {id:d}").fetchone()
        except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error):  # the full look that follows reports it
            self._peek = None
            return None
        return None if row is None else int(row[0])

    def action(self, info: TableInfo, sealed: Sealed) -> Chosen:
        """Return a sealed choice. Raises BadFile if it is damaged."""
        step = self._step(info.name, info.length, sealed.text)
        if not isinstance(step, Chosen) or step.seat != sealed.seat:
            raise BadFile(_TORN, name=info.name, number=info.length + 1)
        return step

    def _step(self, name: str, number: int, text: str) -> Step:
        try:
            data = json.loads(text)
            kind = _OWN.get(data.get("do"))
            if kind is None:
                step: Step = _ENTRY.validate_python(data)
                return step
            return kind(**{key: value for key, value in data.items() if key != "do"})
        except (ValidationError, ValueError, TypeError, AttributeError, LookupError) as error:
            raise BadFile(_TORN, name=name, number=number + 1) from error

    def append(self, info: TableInfo, steps: Sequence[Step], *, opens: bool = False) -> bool:
        """Add entries to the record if it is still as long as in `info`; return whether it was.

        With `opens`, they come from what is sealed, which must still be as in `info`.
        """
        with self._begin() as connection:
            if not _claimed(connection, info, len(steps), exactly=opens):
                return False
            rows = [
                {"table_id": info.id, "number": info.length + place, "entry": step_text(step)}
                for place, step in enumerate(steps)
            ]
            connection.execute(sql.insert(_CHOICES), rows)
            if opens or any(isinstance(step, TakeBack | Undo) for step in steps):
                connection.execute(sql.delete(_SEALED).where(_SEALED.c.table_id == info.id))
            return True

    def seal(self, info: TableInfo, sealed: Sealed) -> bool:
        """Replace what a seat has sealed for a moment, nothing if its text is empty; False if the record has grown."""
        with self._begin() as connection:
            if not _claimed(connection, info, 0):
                return False
            row = {"table_id": info.id, "seat": sealed.seat, "moment": sealed.moment}
            connection.execute(sql.delete(_SEALED).where(*(_SEALED.c[key] == value for key, value in row.items())))
            if sealed.text:
                connection.execute(sql.insert(_SEALED).values(**row, entry=sealed.text))
            return True

    def say(self, info: TableInfo, name: str, text: str) -> None:
        """Add a line that somebody says."""
        with self._begin() as connection:
            connection.execute(sql.update(_TABLES).where(_TABLES.c.id == info.id).values(version=_TABLES.c.version + 1))
            last = sql.select(sql.func.coalesce(sql.func.max(_WORDS.c.number), 0)).where(_WORDS.c.table_id == info.id)
            number = (connection.scalar(last) or 0) + 1
            connection.execute(sql.insert(_WORDS).values(table_id=info.id, number=number, who=name, words=text))

    def sit(self, info: TableInfo, seats: Mapping[int, str], screen: str, *, take_over: bool = False) -> None:
        """Let a screen sit at seats, by their drivers' names. Raises Refused if another screen that runs has one."""
        with self._begin() as connection:
            connection.execute(sql.update(_TABLES).where(_TABLES.c.id == info.id).values(version=_TABLES.c.version + 1))
            for seat, name in seats.items():
                at = (_SEATS.c.table_id == info.id, _SEATS.c.seat == seat)
                held = connection.scalar(sql.select(_SEATS.c.screen).where(*at))
                if held not in (None, screen) and not take_over and is_running(str(held)):
                    raise Refused(_TAKEN, name=name, option="--take-over")
                connection.execute(sql.delete(_SEATS).where(*at))
                connection.execute(sql.insert(_SEATS).values(table_id=info.id, seat=seat, screen=screen, beat=0))

    def beat(self, info: TableInfo, screen: str) -> dict[int, tuple[str, int]]:
        """Show that a screen is there; return the screen of every seat, with a number that grows while it is there."""
        of_table = _SEATS.c.table_id == info.id
        with self._begin() as connection:
            connection.execute(
                sql.update(_SEATS).where(of_table, _SEATS.c.screen == screen).values(beat=_SEATS.c.beat + 1)
            )
            return {row.seat: (row.screen, row.beat) for row in connection.execute(sql.select(_SEATS).where(of_table))}

    def leave(self, info: TableInfo, screen: str) -> None:
        """Leave the seats of a screen, which stay free for their persons."""
        with self._begin() as connection:
            connection.execute(sql.delete(_SEATS).where(_SEATS.c.table_id == info.id, _SEATS.c.screen == screen))

    def close(self, info: TableInfo) -> None:
        """Close a table for good; its record stays."""
        with self._begin() as connection:
            changed = {"closed": 1, "version": _TABLES.c.version + 1}
            connection.execute(sql.update(_TABLES).where(_TABLES.c.id == info.id).values(changed))

    @contextmanager
    def keeping(self, info: TableInfo, name: str) -> Iterator[bool]:
        """Note the save of a finished table if there is none yet, once the block has written it; yield whether."""
        with self._begin() as connection:
            free = (_TABLES.c.id == info.id, _TABLES.c.kept == "")
            yield bool(connection.execute(sql.update(_TABLES).where(*free).values(kept=name)).rowcount)


def step_text(step: Step) -> str:
    """Return an entry of the record as JSON."""
    if isinstance(step, Undo):
        return json.dumps({"do": "undo", "actions": step.actions})
    if isinstance(step, Rename):
        return json.dumps({"do": "rename", "seat": step.seat, "name": step.name})
    return json.dumps(entry_data(step))


_ENTRY: Final[TypeAdapter[Any]] = TypeAdapter(Entry)
_OWN: Final[dict[object, type[Undo] | type[Rename]]] = {"undo": Undo, "rename": Rename}


def _claimed(connection: Connection, info: TableInfo, more: int, *, exactly: bool = False) -> bool:
    """Lock a table for this transaction if its record has the known length, and count the change."""
    same = [_TABLES.c.id == info.id, _TABLES.c.length == info.length]
    same += [_TABLES.c.version == info.version] if exactly else []
    grown = {"length": info.length + more, "version": _TABLES.c.version + 1}
    return connection.execute(sql.update(_TABLES).where(*same).values(grown)).rowcount == 1


def _info(row: Any) -> TableInfo:
    return TableInfo(row.id, row.name, row.home, row.opened, row.length, row.version, bool(row.closed), row.kept)


def is_running(screen: str) -> bool:
    """Return whether the program of a screen still runs; one on another machine does, as far as can be seen here."""
    try:
        holder = Holder(**json.loads(screen))
    except (ValueError, TypeError):
        return False
    return is_elsewhere(holder) or runs(holder)


def _prepare(connection: Any, _record: object) -> None:
    """Make SQLite write every choice to the disk before anybody sees it."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def _reason(error: Exception) -> str:
    """Return the first line of what a database says."""
    said = getattr(error, "orig", None) or error
    lines = str(said).strip().splitlines()
    return lines[0] if lines else type(said).__name__
