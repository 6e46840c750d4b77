"""Hosted tables, which add to a record the code that lets guests in, who has arrived, and who is ready."""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from heat_tui.engine.record import record
from heat_tui.language import N_
from heat_tui.store.paths import data_folder
from heat_tui.store.saved_race import HandOver
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import DATABASE_VARIABLE, SharedTables, TableInfo

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code, five bits each; none is easily mistaken for another."""

LENGTH: Final = 10
"""The characters of a code, which is 50 bits."""

LOBBY: Final = 0
"""The number that stands for all open tables: its code lets guests choose one."""

GUEST_VARIABLE: Final = "HEAT_TUI_GUEST"
"""The environment variable with what the server knows of a guest, as JSON.

"code" and "name" if they are known, "back" if the guest had a seat, and "tell", the number of a file to write to.
"""

_MISREAD: Final = str.maketrans("OIL", "011")


@record
class Arrival:
    """A person who sits down at a hosted table: `host` if at the host's own screen, not as a guest."""

    ready: bool
    host: bool


@record
class Hosted:
    """A hosted table: its code, "" for one that is not hosted, whether its race has begun, and the arrivals by seat."""

    code: str
    started: bool
    arrivals: Mapping[int, Arrival]


class HostedTables(SharedTables):
    """The tables of a database, with those that are hosted. Every method is one transaction and raises BadFile."""

    SCHEMA: ClassVar[Sequence[str]] = (
        *SharedTables.SCHEMA,
        "hosted (table_id INTEGER PRIMARY KEY, code VARCHAR(16) NOT NULL, started INTEGER NOT NULL)",
        """arrivals (
            table_id INTEGER, seat INTEGER, ready INTEGER NOT NULL, host INTEGER NOT NULL, PRIMARY KEY (table_id, seat)
        )""",
    )

    def host(self, table: int) -> str:
        """Let guests come to a table, or to the lobby; return the code, which stays the same."""
        with self.begin() as run:
            known = run("SELECT code FROM hosted WHERE table_id = ?", table).fetchone()
            if known is not None:
                return str(known[0])
            code = new_code()
            run("INSERT INTO hosted (table_id, code, started) VALUES (?, ?, 0)", table, code)
            return code

    def admitted(self, typed: str) -> list[TableInfo]:
        """Return the open tables that a code lets in to, the newest first: [] if none.

        All codes are compared, each in constant time, so the time taken tells nothing.
        """
        code = plain(typed).encode()
        with self.begin(reads=True) as run:
            codes = dict(run("SELECT table_id, code FROM hosted").fetchall())
        fitting = {table for table, each in codes.items() if hmac.compare_digest(each.encode(), code)}
        allowed = codes if LOBBY in fitting else fitting
        return [each for each in self.list() if not each.closed and each.id in allowed]

    def hosted(self, info: TableInfo) -> Hosted:
        """Return what is known of a hosted table; one that is not hosted has begun."""
        with self.begin(reads=True) as run:
            row = run("SELECT code, started FROM hosted WHERE table_id = ?", info.id).fetchone()
            came = run("SELECT seat, ready, host FROM arrivals WHERE table_id = ?", info.id).fetchall()
        code, started = row or ("", True)
        return Hosted(code, bool(started), {seat: Arrival(bool(ready), bool(host)) for seat, ready, host in came})

    def arrive(self, info: TableInfo, seat: int, *, host: bool = False) -> None:
        """Take a free seat for somebody. Raises Refused if somebody else has just taken it."""
        try:
            with self.begin() as run:
                arrival = info.id, seat, int(host)
                run("INSERT INTO arrivals (table_id, seat, ready, host) VALUES (?, ?, 0, ?)", *arrival)
        except self.conflict as error:
            raise Refused(N_("Somebody has just taken this seat; choose another one.")) from error

    def be_ready(self, info: TableInfo, seat: int, *, ready: bool) -> None:
        """Note whether somebody is ready to begin."""
        with self.begin() as run:
            run("UPDATE arrivals SET ready = ? WHERE table_id = ? AND seat = ?", int(ready), info.id, seat)

    def start(self, info: TableInfo) -> None:
        """Begin the race, once for all."""
        with self.begin() as run:
            run("UPDATE hosted SET started = 1 WHERE table_id = ?", info.id)

    def send_away(self, info: TableInfo, seat: int) -> str:
        """Free the seat of a guest, and return the table's new code: the old one lets nobody in any more."""
        code = new_code()
        with self.begin() as run:
            run("DELETE FROM arrivals WHERE table_id = ? AND seat = ?", info.id, seat)
            run("UPDATE hosted SET code = ? WHERE table_id = ?", code, info.id)
        return code

    def let_drive(self, info: TableInfo, hand_over: HandOver) -> None:
        """Let an automated driver drive for a seat that nobody has."""
        while not self.append(info, [hand_over]):
            info = self.find(info.name)[0]


def new_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _each in range(LENGTH))


def plain(typed: str) -> str:
    """Return a code as typed without its hyphen, in capitals, and with misread letters corrected."""
    return "".join(each for each in typed.upper().translate(_MISREAD) if each in LETTERS)


def shown_code(code: str) -> str:
    """Return a code with a hyphen in the middle, which is easier to read."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def database_url(typed: str) -> str:
    """Return the URL of the requested database, or else of the usual one, that names it from every folder."""
    url = typed or os.environ.get(DATABASE_VARIABLE, "")
    if not url:
        return f"sqlite:///{data_folder().absolute() / 'tables.sqlite'}"
    kind, slashes, file = url.partition(":///")
    return f"{kind}{slashes}{os.path.abspath(file)}" if kind.startswith("sqlite") and file else url
