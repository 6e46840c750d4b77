"""The file of the drivers' book: round trips, older versions, bad files, and several programs at the same time."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from heat_tui.store import book as book_module
from heat_tui.store.book import MIGRATIONS, Book, BookSave, DamagedBook, aliases
from heat_tui.store.reading import BadFile
from tests.books import book_race, car, order
from tests.cli.program import environment
from tests.store.kills import kill

OLD = Path(__file__).with_name("book-v1.sql")
"""A book of version 1, as a file of SQL, which every later version must open."""


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path / "home" / "book.sqlite")


def dump(book: Book) -> list[str]:
    """Return everything in a book, as SQL."""
    with closing(sqlite3.connect(book.path)) as db:
        return [*db.iterdump()]


def test_races_are_listed_in_the_order_of_their_ends(book: Book) -> None:
    later, earlier = order(2, 1, 0), order(1, 0, 1, 2)
    for race in (later, earlier):
        book.enter_race(race)
    assert book.races() == [earlier, later]


def test_a_missing_book_is_empty_and_not_created_by_reading(book: Book) -> None:
    assert (book.races(), book.read(aliases), book.stamps()) == ([], {}, {})
    book.check()
    assert not book.path.parent.exists()


@pytest.mark.parametrize("read", [Book.races, Book.check])
def test_a_race_that_ends_meanwhile_does_not_count_as_damage(
    book: Book, monkeypatch: pytest.MonkeyPatch, read: Callable[[Book], object]
) -> None:
    by_race = book_module._by_race
    book.enter_race(order(1, 0, 1))
    expected = read(book)

    def ending_meanwhile(rows: Iterable[Sequence[object]]) -> dict[book_module.Key, list[Sequence[object]]]:
        cars = by_race(rows)
        monkeypatch.setattr(book_module, "_by_race", by_race)
        with suppress(BadFile):  # while the book is being read, no race can be entered
            Book(book.path).enter_race(order(2, 1, 0))
        return cars

    monkeypatch.setattr(book_module, "HASTE", 0)
    monkeypatch.setattr(book_module, "_by_race", ending_meanwhile)
    assert read(book) == expected


def test_a_race_that_is_entered_before_the_reading_begins_is_counted(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    transaction = book_module._transaction
    saves = [BookSave(f"save-{number}", None, (race := order(number, 0, 1)).game, "9", (race,)) for number in (2, 1)]
    book.enter([saves.pop()])

    @contextmanager
    def entering_afterwards(db: sqlite3.Connection) -> Iterator[None]:
        with transaction(db):
            yield
        if saves:
            Book(book.path).enter([saves.pop()])

    monkeypatch.setattr(book_module, "_transaction", entering_afterwards)
    with book.reading() as select:
        assert select("SELECT count(*) AS races FROM ends") == [{"races": 2}]


def test_a_race_is_one_row_however_often_it_is_entered(book: Book) -> None:
    race = order(1, 0, 1)
    book.enter_race(race)
    before = dump(book)
    book.enter_race(race)
    assert dump(book) == before
    other_end = replace(order(1, 1, 0), line="other", changed=race.changed + "1", ended="2026-09-01T00:00:00.000Z")
    book.enter_race(other_end)
    assert book.races() == [other_end]
    book.enter_race(race)
    assert book.races() == [other_end], "an older copy of the save changes nothing"


def test_the_moment_at_which_a_race_ended_stays(book: Book) -> None:
    race = order(1, 0, 1)
    book.enter_race(race)
    book.enter([BookSave("race-1", (1, 2), race.game, "9", (replace(race, changed="9", ended="9", save="moved"),))])
    assert book.races() == [replace(race, changed="9", save="moved")]


def test_a_race_names_the_save_with_it_that_was_entered_last(book: Book) -> None:
    race = order(1, 0, 1)
    for save in ("race", "alpha", "omega", "beta"):
        book.enter([BookSave(save, (1, 2), race.game, "9", (replace(race, save=save),))])
        assert [each.save for each in book.races()] == [save]


def test_an_end_that_was_taken_back_goes(book: Book) -> None:
    race = order(1, 0, 1)
    book.enter_race(race)
    copy = BookSave("copy", (1, 2), race.game, "2027", running=1)
    book.enter([copy])
    assert book.races() == [race], "the race of another save of the same game stays"
    book.enter([replace(copy, name=race.save, changed="2025")])
    assert book.races() == [race], "an older copy takes nothing back"
    book.enter([replace(copy, name=race.save)])
    assert book.races() == []


def test_races_with_the_same_choices_count_once(book: Book) -> None:
    race = order(1, 0, 1)
    branch = replace(race, game="later", save="branch", ended="2027-01-01T00:00:00.000Z")
    save = BookSave("branch", (1, 2), "later", "2027", (branch, replace(branch, number=2, line="new")))
    book.enter([save])
    book.enter_race(race)
    assert [each.key for each in book.races()] == [race.key, ("later", 2)]
    book.enter([save])
    assert [each.key for each in book.races()] == [race.key, ("later", 2)]


def test_seen_saves_are_remembered_and_forgotten(book: Book) -> None:
    book.enter([BookSave("one", (1, 2)), BookSave("two", (3, 4)), BookSave("", None)])
    book.enter([BookSave("two", (5, 6))], gone=["one"])
    assert book.stamps() == {"two": (5, 6)}


def test_an_alias_can_be_set_changed_and_removed(book: Book) -> None:
    book.set_alias("Adah", "Ada")
    book.set_alias("Adah", "Bo")
    assert book.read(aliases) == {"Adah": "Bo"}
    book.set_alias("Adah", None)
    assert book.read(aliases) == {}


def test_figures_are_read_as_they_were_written(book: Book) -> None:
    race = book_race(1, car(0, 1, time=9.75, gear_1=3), car(1, 2, kind="legend", name="red"), margin=None)
    book.enter_race(race)
    assert book.races() == [race]


def test_a_book_of_the_first_version_opens(book: Book) -> None:
    book.path.parent.mkdir()
    with closing(sqlite3.connect(book.path)) as db:
        db.executescript(OLD.read_text(encoding="utf-8"))
    assert [race.key for race in book.races()] == [("game-1", 1), ("game-2", 1)]
    assert book.read(aliases) == {"Adah": "Ada"}
    assert book.stamps() == {"race-1": (1_700_000_000_000_000_000, 12_345)}
    assert book.races()[0] == order(1, 0, 1)


def test_an_older_book_is_migrated_with_its_contents(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    book.enter_race(order(1, 0, 1))
    steps = (*MIGRATIONS, "CREATE TABLE more (name TEXT PRIMARY KEY); INSERT INTO more VALUES ('new')")
    monkeypatch.setattr(book_module, "MIGRATIONS", steps)
    assert book.races() == [order(1, 0, 1)]
    with closing(sqlite3.connect(book.path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(steps),)
        assert db.execute("SELECT name FROM more").fetchall() == [("new",)]


def test_a_migration_is_made_whole_or_not_at_all(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    book.enter_race(order(1, 0, 1))
    before = dump(book)
    broken = (*MIGRATIONS, "CREATE TABLE more (name TEXT); CREATE TABLE races (name TEXT)")
    with monkeypatch.context() as patch:
        patch.setattr(book_module, "MIGRATIONS", broken)
        with pytest.raises(BadFile):
            book.races()
    assert dump(book) == before
    assert book.races() == [order(1, 0, 1)]


def test_a_book_of_a_newer_version_is_left_alone(book: Book) -> None:
    book.enter_race(order(1, 0, 1))
    with closing(sqlite3.connect(book.path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = book.path.read_bytes()
    for use in (book.races, book.check, lambda: book.enter_race(order(2, 0, 1))):
        with pytest.raises(BadFile, match=r"a newer version of the game wrote the drivers' book; update the game\.$"):
            use()
    assert book.path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a book at all", b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_file_that_is_not_a_book_gets_one_sentence(content: bytes, book: Book) -> None:
    book.path.parent.mkdir()
    book.path.write_bytes(content)
    for use in (book.races, book.check, lambda: book.enter_race(order(1, 0, 1))):
        with pytest.raises(
            DamagedBook, match=r"is damaged; heat-tui book rebuild keeps a copy of it and makes another"
        ):
            use()
    assert book.path.read_bytes() == content
    assert book.replaced().aside == book.path.with_name("book.sqlite.damaged")
    book.enter_race(order(1, 0, 1))
    assert book.races() == [order(1, 0, 1)]


def test_a_damaged_page_or_text_in_a_book_is_detected(book: Book) -> None:
    book.enter([BookSave("", None, races=tuple(order(number, 0, 1, 2) for number in range(200)))])
    whole = book.path.read_bytes()
    book.path.write_bytes(whole[:8192] + bytes(16384) + whole[24576:])
    with pytest.raises(DamagedBook):
        book.check()
    book.path.write_bytes(whole.replace(b'{"rounds"', b'["rounds"'))
    with pytest.raises(DamagedBook):
        book.races()


def test_a_folder_or_a_missing_table_in_its_place_is_reported(book: Book) -> None:
    book.path.mkdir(parents=True)
    with pytest.raises(
        BadFile, match=r"cannot be used \(unable to open database file\); free some disk space or check"
    ):
        book.races()
    book.path.rmdir()
    with closing(sqlite3.connect(book.path)) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    with pytest.raises(DamagedBook):
        book.races()


def test_a_home_that_is_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(BadFile, match=r"cannot be used \(.*\); free some disk space or check"):
        Book(tmp_path / "home" / "book.sqlite").enter_race(order(1, 0, 1))


def test_a_read_only_book_can_be_read_and_refuses_races(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    book.enter_race(order(1, 0, 1))
    connect = sqlite3.connect

    def read_only(path: Path, **options: object) -> sqlite3.Connection:
        return connect(f"file:{path}?mode=ro", uri=True, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", read_only)
    assert book.races() == [order(1, 0, 1)]
    with pytest.raises(BadFile, match=r"cannot be used \(attempt to write a readonly database\)"):
        book.enter_race(order(2, 0, 1))


def test_a_full_disk_leaves_the_book_as_it_was(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    book.enter_race(order(0, 0, 1))
    connect = sqlite3.connect

    def full(*arguments: object, **options: object) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*arguments, **options)  # type: ignore[call-overload]
        db.execute("PRAGMA max_page_count = 1")  # no more pages than the book already has
        return db

    many = BookSave("many", (1, 2), races=tuple(order(number, 0, 1, 2, 3) for number in range(1, 100)))
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", full)
        with pytest.raises(BadFile, match=r"cannot be used \(database or disk is full\); free some disk space"):
            book.enter([many])
    assert book.races() == [order(0, 0, 1)]
    assert book.stamps() == {}
    book.enter([many])
    assert len(book.races()) == 100


def test_a_book_that_another_program_writes_is_waited_for_and_then_left_alone(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_module, "HASTE", 0.01)
    monkeypatch.setattr(book_module, "PATIENCE", 0.01)
    book.enter_race(order(1, 0, 1))
    with closing(sqlite3.connect(book.path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        assert book.races() == [order(1, 0, 1)], "it can be read meanwhile"
        uses: list[Callable[[], None]] = [
            lambda: book.enter_race(order(2, 0, 1)),
            lambda: book.enter([]),
            lambda: book.set_alias("a", "b"),
        ]
        for use in uses:
            with pytest.raises(BadFile, match="another program is writing the drivers' book; try again in a moment"):
                use()
        db.execute("ROLLBACK")
    book.enter_race(order(2, 0, 1))
    assert len(book.races()) == 2


WRITING = """
import sys
from pathlib import Path
from random import Random
from heat_tui.store.book import Book, BookSave
from heat_tui.store.reading import BadFile
from tests.books import order
book, first = Book(Path(sys.argv[1])), int(sys.argv[2])
for number in range(first, first + 100):
    race = order(number, 0, 1, 2)
    if number % 2 == 0:
        try:
            book.enter_race(race)
            continue
        except BadFile:  # the book was locked for too long: the save brings the race
            pass
    book.enter([BookSave(race.save, (number, 1), race.game, race.changed, (race,))])
"""


@pytest.mark.long
def test_two_programs_write_a_hundred_races_each(book: Book, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITING, str(book.path)]
    with_tests = environment(tmp_path, PYTHONPATH=f"{Path(__file__).parents[2] / 'src'}:{Path(__file__).parents[2]}")
    writers = [subprocess.Popen([*command, str(first)], env=with_tests) for first in (0, 100)]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    assert book.races() == [order(number, 0, 1, 2) for number in range(200)]
    assert len(book.stamps()) >= 100
    book.check()


@pytest.mark.long
def test_fifteen_programs_are_killed_while_they_write(tmp_path: Path) -> None:
    assert kill(tmp_path, 15, Random(1)) > 0
