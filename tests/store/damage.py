"""`python -m tests.store.damage`: drivers' books are damaged in many ways, then a race ends and the book is rebuilt.

Whatever is wrong with the book, the race shows its result, `book rebuild` exits with 0, and every page of the book can
be read afterwards, with the races of all saves.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Final

from heat_tui.store.book import BookSave
from tests.books import book_of, raced, store_in
from tests.cli.program import heat_tui

GONE: Final = 60
"""The number of races in the book whose saves are gone."""

RACE: Final = ("plain", "--drivers", "@chance,@chance", "--cars", "2", "--laps", "1", "--track", "usa", "--seed", "9")
PAGES: Final = (
    ("book",),
    ("book", "driver", "Ada"),
    ("book", "h2h", "Ada", "@chance"),
    ("book", "records"),
    ("book", "tracks"),
    ("book", "seasons"),
    ("book", "races"),
)

TABLES: Final = ("races", "cars", "saves", "aliases", "days", "ends", "starts", "counted")

VALUES: Final = (
    *("0", "-1", "2", "999999", "1e300", "9223372036854775807", "'x'", "''", "x'ff00'", "CAST(x'c3' AS TEXT)"),
    *("'[]'", "'{}'", "'{\"rounds\": NaN}'", '\'{"rounds": "9"}\'', "'0001-01-01T00:00:00.000Z'", "char(27)"),
)
"""The values, in SQL, that may be put into a row."""


class Broken(Exception):
    """A promise was not kept; str() says which."""


def made(home: Path) -> None:
    """Make a home with three saved races and a book that has more."""
    store = store_in(home)
    for seed in (1, 2, 3):
        raced(store, seed)
    book = book_of(store)
    one, *_others = book.races()
    gone = [replace(one, game=f"0-{number:03}", line=f"line-{number}", save="gone") for number in range(GONE)]
    book.enter([BookSave("", None, races=tuple(gone))])
    book.set_alias("Adah", "Ada")


def bits(book: Path, random: Random) -> None:
    """Flip some bits."""
    content = bytearray(book.read_bytes())
    for _flip in range(random.choice((1, 3, 20, 200))):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    book.write_bytes(content)


def header(book: Path, random: Random) -> None:
    """Flip a bit in the header that SQLite reads first, except the version number: a newer version is not damage."""
    content = bytearray(book.read_bytes())
    content[random.choice([at for at in range(140) if at not in range(60, 64)])] ^= 1 << random.randrange(8)
    book.write_bytes(content)


def cut(book: Path, random: Random) -> None:
    """Cut off the end."""
    content = book.read_bytes()
    book.write_bytes(content[: random.choice((-1000, -3000, random.randrange(len(content)), 100, 20, 0))])


def blank(book: Path, random: Random) -> None:
    """Overwrite a stretch with zeros or noise."""
    content = book.read_bytes()
    begin, length = random.randrange(len(content)), random.choice((16, 512, 4096, 20_000))
    stretch = random.choice((bytes(length), random.randbytes(length)))
    book.write_bytes(content[:begin] + stretch[: len(content) - begin] + content[begin + length :])


def foreign(book: Path, random: Random) -> None:
    """Replace the book with something else, such as a folder."""
    book.unlink()
    kind = random.randrange(5)
    if kind == 0:
        book.mkdir()
    elif kind == 1:
        book.symlink_to("nowhere")
    else:
        book.write_bytes(
            (b"not a book", random.randbytes(9000), b"SQLite format 3\0" + random.randbytes(9000))[kind - 2]
        )


def values(book: Path, random: Random) -> None:
    """Write odd values into some rows."""
    with closing(sqlite3.connect(book, isolation_level=None)) as db:
        for _value in range(random.choice((1, 1, 5))):
            table = random.choice(TABLES)
            column = random.choice([row[1] for row in db.execute(f"PRAGMA table_info({table})")])
            row = f"(SELECT * FROM (SELECT {column} FROM {table} ORDER BY random() LIMIT 1))"
            db.execute(f"UPDATE OR IGNORE {table} SET {column} = {random.choice(VALUES)} WHERE {column} IN {row}")


def rows(book: Path, random: Random) -> None:
    """Delete some rows of a table."""
    with closing(sqlite3.connect(book, isolation_level=None)) as db:
        db.execute(f"DELETE FROM {random.choice(TABLES)} WHERE random() % {random.choice((2, 10, 50))} = 0")


SCHEMA: Final = (
    "DROP TABLE {table}",
    "ALTER TABLE {table} RENAME TO another",
    "ALTER TABLE {table} RENAME COLUMN {column} TO another",
    "ALTER TABLE {table} ADD COLUMN another",
    "ALTER TABLE {table} DROP COLUMN {last}",
    "CREATE TABLE another AS SELECT * FROM {table}; DROP TABLE {table}; ALTER TABLE another RENAME TO {table}",
    "CREATE TRIGGER no BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END",
    "DROP INDEX lines",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = -1",
    "PRAGMA user_version = 16777217",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE no' WHERE name = 'lines'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 3 WHERE name = '{table}'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 9999 WHERE name = '{table}'",
    "INSERT OR REPLACE INTO aliases VALUES ('Ada', 'Bo'), ('Bo', 'Ada')",
)
"""The SQL statements that damage the schema or the consistency of a book."""


def schema(book: Path, random: Random) -> None:
    """Run a statement of `SCHEMA` on a random table; if it fails, drop the table."""
    with closing(sqlite3.connect(book, isolation_level=None)) as db:
        table = random.choice(TABLES)
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        change = random.choice(SCHEMA).format(table=table, column=random.choice(columns), last=columns[-1])
        try:
            db.executescript(change)
        except sqlite3.OperationalError:  # the last column may be part of the key, or a trigger names the table
            db.executescript(f"DROP TABLE IF EXISTS {table}")


def journal(book: Path, random: Random) -> None:
    """Flip some bits of a book, and leave another program's unfinished journal beside it."""
    bits(book, random)
    book.with_name(book.name + random.choice(("-journal", "-wal"))).write_bytes(random.randbytes(5000))


DAMAGES: Final[Mapping[str, Callable[[Path, Random], None]]] = {
    each.__name__: each for each in (bits, header, cut, blank, foreign, values, rows, schema, journal)
}


class Writing:
    """A thread that writes to the book again and again, briefly, as another program would."""

    def __init__(self, book: Path) -> None:
        self._book = book
        self._over = Event()
        self._thread = Thread(target=self._write)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _write(self) -> None:
        while not self._over.wait(0.02):
            try:
                with closing(sqlite3.connect(f"file:{self._book}?mode=rw", uri=True, isolation_level=None)) as db:
                    db.execute("BEGIN IMMEDIATE")
                    db.execute("DELETE FROM saves WHERE name = 'nobody'")
                    self._over.wait(0.02)
                    db.execute("COMMIT")
            except (sqlite3.Error, UnicodeDecodeError):  # the book is damaged, or briefly missing
                continue


def kept(home: Path, kind: str, seed: int) -> str:
    """Damage the book of a home, end a race, rebuild the book, and show its pages; return the output of `book rebuild`.

    Sometimes, a thread writes to the book meanwhile. Raises Broken.
    """
    random, book = Random(seed), home / "book.sqlite"
    DAMAGES[kind](book, random)
    if random.random() < 0.3 and book.is_file():
        with Writing(book):
            return _kept(home)
    return _kept(home)


def _kept(home: Path) -> str:
    race = heat_tui(*RACE, home=home)
    if race.returncode or "Result:" not in race.stdout or race.stderr:
        raise Broken(f"the race ended with {race.returncode} and {race.stdout[-500:]!r}, {race.stderr!r}")
    rebuilt = heat_tui("book", "rebuild", home=home)
    if rebuilt.returncode or rebuilt.stderr:
        raise Broken(f"rebuilding ended with {rebuilt.returncode}: {rebuilt.stderr}")
    for page in PAGES:
        shown = heat_tui(*page, home=home)
        if shown.returncode or shown.stderr:
            raise Broken(f"{' '.join(page)} ended with {shown.returncode}: {shown.stderr}")
    saves = {race.save for race in book_of(store_in(home)).races()}
    if len(saves - {"gone"}) < 4:
        raise Broken(f"of the four saves the book has {saves}")
    again = heat_tui("book", "rebuild", home=home)
    if "damaged" in again.stdout or again.returncode:
        raise Broken(f"the rebuilt book is damaged: {again.stdout}{again.stderr}")
    return rebuilt.stdout


def main() -> None:
    """Damage books and print the counts; the exit code is 1 if a promise was not kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.store.damage", description=__doc__)
    parser.add_argument("--books", type=int, default=200, help="how many books (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first (default 1)")
    given = parser.parse_args()
    counts, aside, broken = Counter[str](), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        made(whole := Path(folder) / "whole")
        for seed in range(given.seed, given.seed + given.books):
            kind = [*DAMAGES][seed % len(DAMAGES)]
            home = Path(shutil.copytree(whole, Path(folder) / str(seed)))
            try:
                aside += "is kept as" in kept(home, kind, seed)
            except Broken as reason:
                broken += 1
                print(f"seed {seed}, {kind}: {reason}")
            counts[kind] += 1
            shutil.rmtree(home)
    print(f"{given.books} books: {', '.join(f'{kind} {count}' for kind, count in counts.items())}")
    print(f"{aside} were put aside and made again; {broken} races or books failed")
    raise SystemExit(broken > 0)


if __name__ == "__main__":
    main()
