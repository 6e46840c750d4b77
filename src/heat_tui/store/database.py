"""A database of shared tables: an SQLite file or a PostgreSQL server, with the same statements for both."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, ClassVar, Final

from heat_tui.language import N_
from heat_tui.store.reading import BadFile, reason_of, shown
from heat_tui.store.schema import Refused

Run = Callable[..., Any]
"""A function that executes a statement, with values for its `?` marks, and returns the cursor."""

TIMEOUT: Final = 10
"""The maximum number of seconds to wait for another program that is writing the file, or to connect to a server."""

LOCK_TIMEOUT: Final = 5
"""The maximum number of seconds to wait for another thread's transaction to end."""

HASTE: Final = 1.0
"""The maximum of either wait, in seconds, if an event loop waits for a file, because the screen freezes meanwhile."""

DEAD_AFTER: Final = {"tcp_user_timeout": 10_000, "keepalives_idle": 4, "keepalives_interval": 3, "keepalives_count": 2}
"""The options that end a connection to a server after 10 seconds without a sign of life."""

SCHEMA_LOCK: Final = 0x48656174
"""The key of the PostgreSQL advisory lock, which lets only one program at a time create the tables."""

_UNUSABLE: Final = N_("{database}: the tables cannot be used ({reason}); nothing that was chosen before is lost.")
_OTHER_KIND: Final = N_("{database}: the address of a database begins with {file} or {server}; correct it.")
_DAMAGED: Final = N_("{database}: the tables are damaged ({reason}); restore a copy of the file, or move it away.")
_SILENT: Final = N_("{database}: the database does not answer; nothing that was chosen before is lost.")
_NO_DRIVER: Final = N_("Shared tables need {name}; install it with {command}.")


def masked(url: str) -> str:
    """Return the URL of a database, or a text that may hold one, with *** in place of the password."""
    return re.sub(r"(?<=password=)[^&\s]*", "***", re.sub(r"(//[^:@/]*:).*@", r"\1***@", url))


class Database:
    """The database at a URL, `sqlite:///` with a file or `postgresql://` with a server; threads may share it.

    `where` is the URL to give to other programs, valid in any folder. `url` is for messages: the path, or the URL
    without the password, or another name instead, to hide the place. A connection that fails is closed, and reopened
    when it is next needed.
    """

    SCHEMA: ClassVar[Sequence[str]] = ()
    """The tables to create if they are missing, each as written after CREATE TABLE in SQL."""

    def __init__(self, url: str) -> None:
        """Parse the URL, without connecting. Raises BadFile for another kind of URL, Refused without psycopg."""
        self._ready, self._lock = False, RLock()
        self._connection: Any = None
        file = url.removeprefix("sqlite:///") if url.startswith("sqlite:///") else ""
        self._file = os.path.abspath(file) if file else ""
        self.where = f"sqlite:///{self._file}" if self._file else url
        secret = re.search(r"//[^:@/]*:(.*)@", url)
        self._secrets = [part for part in secret[1].split("@") if part] if secret else []
        self.url = self._file or shown(masked(url))
        self._driver: ModuleType = sqlite3
        if url.startswith(("postgresql://", "postgres://")):
            try:
                import psycopg
            except ImportError as error:
                raise Refused(_NO_DRIVER, name="psycopg", command="pip install '.[host]'") from error
            self._driver = psycopg
        elif not self._file:
            raise BadFile(_OTHER_KIND, database=self.url, file="sqlite:///", server="postgresql://")

    def __del__(self) -> None:
        self._drop()

    @contextmanager
    def begin(self, *, reads: bool = False) -> Iterator[Run]:
        """Yield a function that runs SQL in one transaction. Raises BadFile.

        If the block only `reads`, all its queries see the same state. An exception in the block undoes the transaction.
        """
        if not self._lock.acquire(timeout=min(self._patience, LOCK_TIMEOUT)):
            raise BadFile(_SILENT, database=self.url)
        try:
            if not self._ready:
                self._prepare(self._begun(reads=False))
            yield self._begun(reads=reads)
            self._connection.commit()
        except BaseException as error:
            self._drop()
            if isinstance(error, self._driver.Error | OSError):
                raise self._refusal(error) from error
            raise
        finally:
            self._lock.release()

    def check(self, run: Run) -> None:
        """Check the database once, before it is used; subclasses may override this. Raises BadFile."""

    def _prepare(self, run: Run) -> None:
        if not self._file:
            run("SELECT pg_advisory_xact_lock(?)", SCHEMA_LOCK)
        for statement in self.SCHEMA:
            run(f"CREATE TABLE IF NOT EXISTS {statement}")
        self.check(run)
        self._connection.commit()
        self._ready = True

    @property
    def _patience(self) -> float:
        """The maximum number of seconds to wait now: `HASTE` for a file in the thread of an event loop."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return TIMEOUT
        return HASTE if self._file else TIMEOUT

    def _begun(self, *, reads: bool) -> Run:
        """Begin a transaction, connecting first if there is no connection or the server closed it; return `_run`."""
        begins = ("BEGIN IMMEDIATE", "BEGIN") if self._file else ("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ")
        if self._connection is not None and not self._file:
            with suppress(self._driver.OperationalError):
                self._run(begins[reads])
                return self._run
            self._drop()
        if self._connection is None:
            self._connection = self._connected()
        if self._file:
            self._run(f"PRAGMA busy_timeout = {1000 * self._patience:.0f}")
        self._run(begins[reads])
        return self._run

    def _run(self, statement: str, *values: object) -> Any:
        return self._connection.execute(statement if self._file else statement.replace("?", "%s"), values)

    def _connected(self) -> Any:
        if not self._file:
            return self._driver.connect(self.where, autocommit=True, connect_timeout=TIMEOUT, **DEAD_AFTER)
        file = Path(self._file)
        file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            file.touch(0o600, exist_ok=False)  # it has all hands and codes; SQLite gives its other files the same mode
        connection = sqlite3.connect(self._file, timeout=self._patience, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")  # a choice is on the disk before anybody sees it
        except BaseException:
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        """Close the connection, which undoes the transaction."""
        connection, self._connection = getattr(self, "_connection", None), None
        if connection is not None:
            with suppress(self._driver.Error):  # the connection is given up anyway
                connection.close()

    def _refusal(self, error: Exception) -> BadFile:
        if not self._file and self.url != shown(masked(self.where)):  # a server's reason would name what `url` hides
            return BadFile(_SILENT, database=self.url)
        words = reason_of(error) if isinstance(error, OSError) else str(error).strip()
        reason = (words or type(error).__name__).splitlines()[0]
        for part in self._secrets:  # a part of a password after @ may be taken for a host and reported alone
            reason = reason.replace(part, "***")
        reason = masked(reason)
        torn = any(word in reason for word in ("malformed", "not a database", "no such column"))
        return BadFile(_DAMAGED if torn else _UNUSABLE, database=self.url, reason=reason)
