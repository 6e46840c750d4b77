"""The counts of the drivers' book: the same however they came about, and equal to a plain count in Python."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heat_tui.game.book.pages import drivers, duels, records, streaks
from heat_tui.game.book.report import Driver
from heat_tui.store.book import Book, BookRace, BookSave, DamagedBook, aliases, person_of
from tests.books import book_race, car

COUNTS = ("ends", "starts", "counted")


@st.composite
def races(draw: st.DrawFn) -> BookRace:
    """Draw a race of one to four drivers on one of two tracks; later races may end before earlier ones."""
    indices = draw(st.permutations(range(4)))[: draw(st.integers(1, 4))]
    home = draw(st.integers(0, len(indices)))
    cars = [
        car(at, place, kind="person" if at < 3 else "automated", finished=place <= home, spins=draw(st.integers(0, 1)))
        for place, at in enumerate(indices, start=1)
    ]
    number, track = draw(st.integers(0, 12)), draw(st.sampled_from(("usa", "italy")))
    return book_race(
        number, *cars, track=track, line=f"{number} {indices} {home}", changed=draw(st.sampled_from("123"))
    )


CHANGES = st.one_of(
    races(),
    st.tuples(st.integers(0, 12), st.sampled_from("123")),
    st.sampled_from((("Bo", "Ada"), ("Cy", "Bo"), ("Bo", None), ("Cy", None))),
)
"""A race that is entered, the number and moment of a race whose end is taken back, or a name merged or unmerged."""


def counts(book: Book) -> list[object]:
    with book.reading(), closing(sqlite3.connect(book.path)) as db:
        return [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in COUNTS]


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(changes=st.lists(CHANGES, max_size=25))
def test_the_counts_are_those_of_a_book_that_is_counted_at_once(changes: Sequence[object]) -> None:
    with tempfile.TemporaryDirectory() as home:
        book = Book(Path(home, "book.sqlite"))
        book.enter([])
        for number, change in enumerate(changes):
            match change:
                case BookRace():
                    book.enter_race(change)
                case (int(race), str(changed)):
                    book.enter([BookSave(f"race-{race}", None, f"game-{race}", changed, running=1)])
                case (str(name), str(person)):
                    book.set_alias(name, person)
                case (str(name), None):
                    book.set_alias(name, None)
            if number % 3 == 0:
                counts(book)
        before = counts(book)
        book.count_again()
        assert counts(book) == before
        check(book)


def check(book: Book) -> None:
    """Compare what the book says with a plain count of its races."""
    everything = [race for race in book.races() if len(race.cars) > 1]
    with book.reading() as select:
        merged = aliases(select)
        rows = drivers(select)
        held = {automated: records(select, automated=automated).rows for automated in (False, True)}

        def driver(kind: str, name: str) -> tuple[str, str]:
            return kind, person_of(name, merged) if kind == "person" else name

        for row in rows:
            who: Driver = row["driver"]
            own = [
                (race, each)
                for race in everything
                for each in sorted(race.cars, key=lambda each: each.place)
                if driver(each.kind, each.name) == (who.kind, who.name)
            ]
            won = [each.finished and each.place == 1 for _race, each in own]
            assert (row["races"], row["wins"]) == (len(own), sum(won))
            assert row["average_place"] == pytest.approx(sum(each.place for _race, each in own) / len(own))
            best = {race.key: (each.finished and each.place == 1) for race, each in reversed(own)}
            runs = [len([*run]) for wins, run in groupby(reversed(best.values())) if wins]
            assert streaks(select, who)[0]["longest"] == max(runs, default=0)
            for duel in duels(select, who):
                other = duel["against"]
                places = [
                    [
                        min((e.place for e in race.cars if driver(e.kind, e.name) == (d.kind, d.name)), default=0)
                        for d in (who, other)
                    ]
                    for race in everything
                ]
                met = [(one, two) for one, two in places if one and two]
                assert (duel["races"], duel["ahead"]) == (len(met), sum(one < two for one, two in met))
    for automated, theirs in held.items():
        for track, value in {row["track"]: row["value"] for row in theirs if row["kind"] == "rounds"}.items():
            home = [e for race in book.races() if race.track == track for e in race.cars if e.finished]
            assert value == min(e.figures["rounds"] for e in home if (e.kind != "person") == automated)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    book = Book(tmp_path / "book.sqlite")
    for number in range(4):
        book.enter_race(book_race(number, car(0, 1), car(1, 2)))
    return book


def test_changes_by_another_program_are_counted_again(book: Book) -> None:
    before = counts(book)
    for change in (
        "UPDATE cars SET place = 3 - place WHERE game = 'game-1'",
        "UPDATE races SET ended = '2020-01-01T00:00:00.000Z' WHERE game = 'game-2'",
        "INSERT INTO aliases VALUES ('Bo', 'Bob')",
        "DELETE FROM ends WHERE at = 2",
        "DELETE FROM starts; DELETE FROM ends",
    ):
        with closing(sqlite3.connect(book.path)) as db, db:
            db.executescript(change)
        after = counts(book)
        assert (after == before) == (" FROM " in change), change
        book.count_again()
        before = counts(book)
        assert before == after


def test_a_book_without_a_trigger_is_damaged(book: Book) -> None:
    book.check()
    with closing(sqlite3.connect(book.path)) as db, db:
        db.execute("DROP TRIGGER races_INSERT")
    with pytest.raises(DamagedBook):
        book.check()


def test_a_count_that_makes_no_sense_is_damage(book: Book) -> None:
    for change in ("UPDATE starts SET kind = 'x'", "UPDATE starts SET rating = 'x'", "UPDATE cars SET figures = '{}'"):
        with closing(sqlite3.connect(book.path)) as db, db:
            db.execute(change)
        with pytest.raises(DamagedBook), book.reading() as select:
            drivers(select)
        replaced = book_race(0, car(0, 1), car(1, 2), changed="9")
        if "starts" in change:
            book.enter_race(replace(replaced))
