"""Shared tables: records of races that several screens follow, in SQLite or PostgreSQL."""

from __future__ import annotations

import hmac
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, ClassVar, Final

from pydantic import TypeAdapter

from heat_tui.engine.record import record
from heat_tui.language import N_
from heat_tui.store import saved_race
from heat_tui.store.codes import new_code, plain
from heat_tui.store.database import Database, Run, masked
from heat_tui.store.locks import Holder, is_elsewhere, runs_here, this_program
from heat_tui.store.paths import data_folder
from heat_tui.store.reading import BadFile, shown, suggestion
from heat_tui.store.save_reading import RecordEntry, unplayed
from heat_tui.store.saved_race import Chosen, Rename, SavedRace, Step, TakeBack, Undo, numbered, save_text, time_text

FORMAT: Final = 3

DATABASE_VARIABLE: Final = "HEAT_TUI_DATABASE"
"""The environment variable with the URL of the database that holds the shared tables."""

SEAT_VARIABLE: Final = "HEAT_TUI_SEAT_DATABASE"
"""The environment variable with the URL of the server's database, for the host's own screen.

The screen is not given `--database`, because the URL may hold a password, and any user of the machine can read a
command line.
"""


@record
class TableInfo:
    """A shared table: `home` is where it was opened, `kept` the name of the save of its finished race, "" if none.

    Once a closed table has nothing left to save, `home` may be "". `length` counts the entries of the record, and
    `version` counts all changes except heartbeats and `kept`. A hosted table has a `code` that lets guests in, and
    `began` is False until its race begins. Any other table has the code "", and `began` is True. `closed` is 0 at an
    open table, the id of the table where the same people race again, minus that id once the last such table is closed,
    or 1 at any other closed table.
    """

    id: int
    name: str
    home: str
    length: int
    version: int
    closed: int
    kept: str
    code: str
    began: bool

    @property
    def is_followed(self) -> bool:
        """True if the same people race again at another table."""
        return self.closed > 1


@record
class Seat:
    """A taken seat: `screen`, "" once the screen has left, and `beat`, which grows while it is there.

    `screen` is a `Holder` as JSON. At a hosted table, `ready` says that the person is ready to begin, and `guest` that
    the person is not the host. `sealed`, if not None, is a choice for one `moment` of the race, such as a plan, to be
    opened once everybody's is in; at any other moment it is void. `back` is the take-back that the person agrees to,
    "" for none: the length of the record and the number of choices.
    """

    screen: str
    beat: int
    ready: bool
    guest: bool
    moment: str
    sealed: Chosen | None
    back: str

    @property
    def is_running(self) -> bool:
        """True if the screen's program is still running, or if this machine cannot tell."""
        try:
            holder = Holder(**json.loads(self.screen))
        except (ValueError, TypeError):
            return False
        return is_elsewhere(holder) or runs_here(holder)


@record
class News:
    """A table, with the new entries of its record, the new `words`, and its taken `seats`.

    `words` are the lines that people said, as pairs of speakers and text. The speakers are the names of the people at
    one screen, separated by newlines, or "" for a watcher; an empty text refuses a take-back. `seats` are by index.
    Entries and words are new if they were added since the last look.
    """

    info: TableInfo
    steps: tuple[Step, ...]
    words: tuple[tuple[str, str], ...]
    seats: Mapping[int, Seat]


_INFO: Final = ", ".join(each.name for each in fields(TableInfo))

_CLAIM: Final = "UPDATE tables SET length = length + ?, version = version + 1 WHERE id = ? AND version = ?"

_CLOSE_EARLIER: Final = """
    WITH RECURSIVE earlier (id) AS (
        SELECT id FROM tables WHERE closed = ? AND closed > 1
        UNION SELECT tables.id FROM tables, earlier WHERE closed = earlier.id AND closed > 1
    )
    UPDATE tables SET closed = -closed, version = version + 1 WHERE id IN (SELECT id FROM earlier)
"""

_NO_TABLE: Final = N_("No table is called {name}; nobody has opened one yet.")
_OTHER_TABLE: Final = N_("No table is called {name}{hint}; the tables are {known}.")
_OTHER_VERSION: Final = N_(
    "{database}: another version of the game made these tables; use that version, or another database with {option}."
)
_TORN: Final = N_("{name}: entry {number} of the table's record is damaged, so the table cannot be continued.")

clock: Final = time.monotonic
"""The monotonic clock for tables, in seconds; it is here because `game` is not allowed to import `time`."""


def home() -> str:
    """Return the host and the path of the data folder, which only this player's programs share.

    A table's race becomes a save in the home where it was opened.
    """
    return f"{this_program().host}:{data_folder().absolute()}"


class SharedTables(Database):
    """The tables of one database. Methods raise BadFile if the database refuses.

    `option` has the words that name this database to a command, without the password; () if a command needs none.

    Every change is one transaction. Methods that return a bool make their change, and return True, only if the table is
    still as in `info`; otherwise the caller looks at what is new, and may try again.
    """

    SCHEMA: ClassVar[Sequence[str]] = (
        "heat_tui (format INTEGER PRIMARY KEY, lobby TEXT NOT NULL)",
        """tables (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, home TEXT NOT NULL, opened TEXT NOT NULL,
            kept TEXT NOT NULL, opening TEXT NOT NULL, length INTEGER NOT NULL, version INTEGER NOT NULL,
            closed INTEGER NOT NULL, code TEXT NOT NULL, began INTEGER NOT NULL
        )""",
        "choices (table_id INTEGER, number INTEGER, entry TEXT NOT NULL, PRIMARY KEY (table_id, number))",
        """seats (
            table_id INTEGER, seat INTEGER, screen TEXT NOT NULL, beat INTEGER NOT NULL, ready INTEGER NOT NULL,
            guest INTEGER NOT NULL, sealed TEXT NOT NULL, back TEXT NOT NULL, PRIMARY KEY (table_id, seat)
        )""",
        """words (
            table_id INTEGER, number INTEGER, who TEXT NOT NULL, words TEXT NOT NULL, PRIMARY KEY (table_id, number)
        )""",
    )

    def __init__(self, url: str = "") -> None:
        """Choose the database with this URL, by default the URL in `SEAT_VARIABLE`, else in `DATABASE_VARIABLE`.

        If neither is set, the database is a file in the data folder. Raises BadFile and Refused as `Database` does.
        """
        url = url or os.environ.get(SEAT_VARIABLE, "")
        default = os.environ.get(DATABASE_VARIABLE, "") or f"sqlite:///{data_folder() / 'tables.sqlite'}"
        super().__init__(url or default)
        self.option = () if url in ("", default) else ("--database", masked(self.where))

    def check(self, run: Run) -> None:
        """Note the format of a new database. Raises BadFile for tables of another version."""
        (known,) = run("SELECT max(format) FROM heat_tui").fetchone()
        if known is None:
            run("INSERT INTO heat_tui (format, lobby) VALUES (?, '')", FORMAT)
        elif known != FORMAT:
            raise BadFile(_OTHER_VERSION, database=self.url, option="--database")

    def open(self, saved: SavedRace, *, hosted: bool = False, after: TableInfo | None = None) -> str:
        """Open a table for a game that has not begun; return its name: the game's, numbered if that is taken.

        The table `after` which it follows is closed; its home, code and people, with the screens where they are, are
        also those of the new table. If that table is no longer as in `after`, do nothing, and return "".
        """
        owner, code = (home(), new_code() if hosted else "") if after is None else (after.home, after.code)
        while True:
            with self.begin() as run:
                if after is not None and not run(_CLAIM, 0, after.id, after.version).rowcount:
                    return ""
                taken = {name for (name,) in run("SELECT name FROM tables")}
                free = next(name for name in numbered(saved.name) if name not in taken)
                opened = run(
                    """INSERT INTO tables
                    (id, name, home, opened, kept, opening, length, version, closed, code, began)
                    SELECT coalesce(max(id), 0) + 1, ?, ?, ?, '', ?, 0, 0, 0, ?, ? FROM tables WHERE true
                    ON CONFLICT DO NOTHING""",
                    free,
                    owner,
                    time_text(saved_race.now()),
                    save_text(saved),
                    code,
                    int(not code),
                )
                if opened.rowcount and after is not None:
                    run(
                        "UPDATE tables SET closed = (SELECT id FROM tables WHERE name = ?) WHERE id = ?", free, after.id
                    )
                    run(
                        """INSERT INTO seats (table_id, seat, screen, beat, ready, guest, sealed, back)
                        SELECT closed, seat, screen, 0, 0, guest, '', '' FROM seats, tables
                        WHERE id = ? AND table_id = id AND screen <> ''""",
                        after.id,
                    )
            if opened.rowcount:  # 0 if another program opened a table at the same moment, as a database server allows
                return free

    def lobby(self) -> str:
        """Return the code that lets guests choose among all hosted tables; it stays the same until `send_away`."""
        with self.begin() as run:
            run("UPDATE heat_tui SET lobby = ? WHERE lobby = ''", new_code())
            return str(run("SELECT lobby FROM heat_tui").fetchone()[0])

    def admitted(self, typed: str) -> Sequence[TableInfo] | None:
        """Return the open hosted tables that a code lets a guest into, the newest first; None for a wrong code.

        The code of a closed table is not wrong. All codes are compared, each in constant time, so the time taken
        reveals nothing.
        """
        code = plain(typed).encode()
        with self.begin(reads=True) as run:
            (lobby,) = run("SELECT lobby FROM heat_tui").fetchone()
        fits_all = lobby != "" and hmac.compare_digest(lobby.encode(), code)
        hosted = [each for each in self.list() if each.code]
        fitting = [each for each in hosted if hmac.compare_digest(each.code.encode(), code) or fits_all]
        return [each for each in fitting if not each.closed] if fitting or fits_all else None

    def list(self) -> list[TableInfo]:
        """Return all tables, the newest first."""
        with self.begin(reads=True) as run:
            return [_info(row) for row in run(f"SELECT {_INFO} FROM tables ORDER BY id DESC")]

    def latest(self, info: TableInfo) -> TableInfo:
        """Return the last table at which the same people raced again after this one, or this one if none followed."""
        following = abs(info.closed)
        return self.latest(next(each for each in self.list() if each.id == following)) if following > 1 else info

    def find(self, name: str) -> tuple[TableInfo, SavedRace]:
        """Return a table and its game before the first choice. Raises BadFile, including for an unknown name."""
        with self.begin(reads=True) as run:
            text = name.encode(errors="replace").decode()  # no table has a name that is not UTF-8
            row = run(f"SELECT opening, {_INFO} FROM tables WHERE name = ?", text).fetchone()
        if row is None:
            known = [each.name for each in self.list() if not each.closed]
            facts = {"name": shown(name), "hint": suggestion(name, known), "known": ", ".join(known[:10])}
            raise BadFile(_OTHER_TABLE if known else _NO_TABLE, **facts)
        opening, *info = row
        return _info(info), unplayed(opening, name, name)[0]

    def pull(self, info: TableInfo, words: int, screen: str = "") -> News | None:
        """Return the news of a table since `info` and the first `words` lines that were said; None without any news.

        With a `screen`, first note its heartbeat, in a separate transaction, and never return None. Raises BadFile,
        including when the table is gone or its record is damaged.
        """
        if screen:
            with self.begin() as run:
                run("UPDATE seats SET beat = beat + 1 WHERE table_id = ? AND screen = ?", info.id, screen)
        with self.begin(reads=True) as run:

            def rows(statement: str, *values: object) -> Any:
                return run(f"SELECT {statement}", info.id, *values).fetchall()

            tables = rows(f"{_INFO} FROM tables WHERE id = ?")
            if not screen and tables and _info(tables[0]).version == info.version:
                return None
            entries = dict(rows("number, entry FROM choices WHERE table_id = ? AND number >= ?", info.length))
            said = rows("who, words FROM words WHERE table_id = ? AND number > ? ORDER BY number", words)
            seats = rows("seat, screen, beat, ready, guest, sealed, back FROM seats WHERE table_id = ? ORDER BY seat")
        if not tables:
            raise BadFile(_NO_TABLE, name=info.name)
        found = _info(tables[0])
        steps = (self._step(found, number, entries.get(number, "")) for number in range(info.length, found.length))
        return News(found, tuple(steps), tuple(said), {seat: self._seat(found, seat, *facts) for seat, *facts in seats})

    def _seat(
        self, info: TableInfo, seat: int, screen: str, beat: int, ready: int, guest: int, sealed: str, back: str
    ) -> Seat:
        moment, _, entry = sealed.partition(" ")
        choice = self._step(info, info.length, entry) if sealed else None
        if not (choice is None or (isinstance(choice, Chosen) and choice.seat == seat)):
            raise BadFile(_TORN, name=info.name, number=info.length + 1)
        return Seat(screen, beat, bool(ready), bool(guest), moment, choice, back)

    def _step(self, info: TableInfo, number: int, text: str) -> Step:
        try:
            data = json.loads(text)
            step: Step = _OWN.get(data.get("do"), _ENTRY).validate_python(data)
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            raise BadFile(_TORN, name=info.name, number=number + 1) from error
        return step

    def _change(self, info: TableInfo, *statements: tuple[str, *tuple[object, ...]], more: int = 0) -> bool:
        """Run statements, each with its values, if the table is still as in `info`; return whether it was.

        `more` is the number of entries that the statements add to the record.
        """
        with self.begin() as run:
            if not run(_CLAIM, more, info.id, info.version).rowcount:
                return False
            for statement, *values in statements:
                run(statement, *values)
            return True

    def append(self, info: TableInfo, steps: Sequence[Step]) -> bool:
        """Add entries to the record.

        A choice voids its seat's seal; an undo or take-back voids every seal and consent.
        """
        adds = "INSERT INTO choices (table_id, number, entry) VALUES (?, ?, ?)"
        back = any(isinstance(step, TakeBack | Undo) for step in steps)
        opened = [step.seat for step in steps if isinstance(step, Chosen)]
        return self._change(
            info,
            *((adds, info.id, number, step_text(step)) for number, step in enumerate(steps, start=info.length)),
            *(("UPDATE seats SET sealed = '' WHERE table_id = ? AND seat = ?", info.id, seat) for seat in opened),
            *([("UPDATE seats SET sealed = '', back = '' WHERE table_id = ?", info.id)] if back else ()),
            more=len(steps),
        )

    def seal(self, info: TableInfo, seats: Iterable[int], fact: str, text: str) -> bool:
        """Set a `fact` of seats, "sealed" (a moment and an entry of the record) or "back", to `text`; "" clears it."""
        seals = f"UPDATE seats SET {fact} = ? WHERE table_id = ? AND seat = ?"
        return self._change(info, *((seals, text, info.id, seat) for seat in seats))

    def say(self, info: TableInfo, who: str, text: str) -> bool:
        """Add a line that somebody says; an empty one refuses a take-back, and drops everybody's consent."""
        adds = """INSERT INTO words (table_id, number, who, words)
            SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM words WHERE table_id = ?"""
        drops = [] if text else [("UPDATE seats SET back = '' WHERE table_id = ?", info.id)]
        return self._change(info, (adds, info.id, who, text, info.id), *drops)

    def sit(self, info: TableInfo, seats: Iterable[int], screen: str, *, guest: bool) -> bool:
        """Let a screen sit at `seats`, even if other screens have them; a guest's seat stays one at any screen."""
        sits = """INSERT INTO seats (table_id, seat, screen, guest, beat, ready, sealed, back)
            VALUES (?, ?, ?, ?, 0, 0, '', '')
            ON CONFLICT (table_id, seat) DO UPDATE SET screen = excluded.screen"""
        return self._change(info, *((sits, info.id, seat, screen, int(guest)) for seat in seats))

    def send_away(self, info: TableInfo, seat: int) -> bool:
        """Free the seat of a guest (-1 for none), and replace the table's code, and the lobby's if it has one.

        The old codes no longer let anybody in.
        """
        frees = "DELETE FROM seats WHERE table_id = ? AND seat = ?", info.id, seat
        closes = "UPDATE heat_tui SET lobby = ? WHERE lobby <> ''", new_code()
        return self._change(info, frees, closes, ("UPDATE tables SET code = ? WHERE id = ?", new_code(), info.id))

    def note(self, info: TableInfo, fact: str, value: str | int = 1, *, screen: str | None = None) -> None:
        """Change a fact of a table, such as "closed", or of the seats of a `screen`, even if `info` is out of date.

        Once a table is closed, no other leads to it any more. One that is closed already still leads to the next.
        """
        once = " AND closed = 0" if fact == "closed" else ""
        with self.begin() as run:
            run("UPDATE tables SET version = version + 1 WHERE id = ?", info.id)
            if screen is not None:
                run(f"UPDATE seats SET {fact} = ? WHERE table_id = ? AND screen = ?", value, info.id, screen)
            elif run(f"UPDATE tables SET {fact} = ? WHERE id = ?{once}", value, info.id).rowcount and once:
                run(_CLOSE_EARLIER, info.id)

    @contextmanager
    def keeping(self, info: TableInfo, name: str) -> Iterator[bool]:
        """Note `name` as the save of a finished table, for the block to write; yield False if a save is noted already.

        If the block raises, nothing is noted.
        """
        with self.begin() as run:
            yield run("UPDATE tables SET kept = ? WHERE id = ? AND kept = ''", name, info.id).rowcount == 1


def step_text(step: Step) -> str:
    """Return an entry of the record as JSON."""
    return json.dumps(saved_race.entry_data(step))


_ENTRY: Final[TypeAdapter[Any]] = TypeAdapter(RecordEntry)
_OWN: Final[Mapping[str, TypeAdapter[Any]]] = {"undo": TypeAdapter(Undo), "rename": TypeAdapter(Rename)}


def _info(row: Sequence[Any]) -> TableInfo:
    info = TableInfo(*row)
    return replace(info, began=bool(info.began))
