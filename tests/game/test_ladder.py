"""The ladder: the kinds of drivers from Novice to Champion, each beaten by finishing ahead of it on a track."""

from __future__ import annotations

from pathlib import Path

import pytest

from heat_tui.drivers.kinds import KINDS, RUNGS
from heat_tui.game.book.pages import climbed, driver_report, find, ladder, rung_words
from heat_tui.game.book.report import Driver, as_text
from heat_tui.language import languages, translated, use
from heat_tui.store.book import Book, BookCar
from heat_tui.store.tracks import BOARDS
from heat_tui.typesetting import wrapped
from tests.books import book_race, car

pytestmark = pytest.mark.point("R2")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path / "book.sqlite")


def rival(index: int, place: int, kind: str, *, finished: bool = True) -> BookCar:
    return car(index, place, kind="automated", name=kind, finished=finished)


def rungs(book: Book, name: str = "Ada") -> dict[str, list[str]]:
    """Return the rungs that a person has climbed, by track."""
    with book.reading() as select:
        rows = ladder(select, Driver("person", name))
    assert [row["track"] for row in rows] == [*BOARDS]
    return {row["track"]: beaten for row in rows if (beaten := [kind for kind in RUNGS if row[kind]])}


def test_the_rungs_are_the_plain_kinds_from_the_weakest_to_the_strongest() -> None:
    assert (RUNGS[0], RUNGS[-1]) == ("novice", "champion")
    assert "steady" in RUNGS
    assert not {*RUNGS} & {"gambler", "miser", "shadow", "cautious", "chance"}
    assert {*RUNGS} < {*KINDS}


def test_the_ladder_from_nothing_to_the_top(book: Book) -> None:
    assert rungs(book) == {}
    climbing: list[str] = []
    for number, kind in enumerate(RUNGS):
        book.enter_race(book_race(2 * number, rival(1, 1, kind), car(0, 2), track="italy"))
        assert rungs(book).get("italy", []) == climbing, "behind is not ahead"
        book.enter_race(book_race(2 * number + 1, car(0, 1), rival(1, 2, kind), track="italy"))
        climbing.append(kind)
        assert rungs(book) == {"italy": climbing}
    for number, track in enumerate(BOARDS, start=50):
        cars = (car(0, 1), *(rival(at, at + 1, kind) for at, kind in enumerate(RUNGS, start=1)))
        book.enter_race(book_race(number, *cars, track=track))
    assert rungs(book) == {key: [*RUNGS] for key in BOARDS}


def test_only_a_person_who_finished_ahead_has_climbed(book: Book) -> None:
    gave_up = (car(0, 1, finished=False), rival(1, 2, "novice", finished=False))
    book.enter_race(book_race(1, *gave_up, track="usa"))
    book.enter_race(book_race(2, car(1, 1), rival(0, 2, "steady"), track="usa"))
    assert rungs(book) == {}
    assert rungs(book, "Bo") == {"usa": ["steady"]}
    with book.reading() as select:
        assert ladder(select, Driver("automated", "steady")) == []


def test_a_merged_name_climbs_for_its_person(book: Book) -> None:
    book.enter_race(book_race(1, car(0, 1, name="Adah"), rival(1, 2, "novice")))
    book.set_alias("Adah", "Ada")
    assert rungs(book) == {"usa": ["novice"]}
    with book.reading() as select:
        assert rung_words(climbed(select), "Adah", "usa") == rung_words(climbed(select), "Ada", "usa")


def test_the_ladder_is_in_the_report_and_in_the_setup(book: Book) -> None:
    book.enter_race(book_race(1, car(0, 1), rival(1, 2, "novice"), track="italy"))
    with book.reading() as select:
        report, beaten = driver_report(select, find(select, "Ada")), climbed(select)
    lines = [line.split() for line in as_text(report).splitlines()]
    assert ["Italy", "✓", *["-"] * (len(RUNGS) - 1)] in lines
    assert rung_words(beaten, "Ada", "italy").startswith("Ladder: Novice ✓  ")
    assert "✓" not in rung_words(beaten, "Ada", "usa")
    assert rung_words(beaten, "Ada", "my_oval") == ""


@pytest.mark.parametrize("code", languages()[1:])
def test_no_line_is_broken_within_a_rung(code: str) -> None:
    use(code)
    try:
        words = rung_words(set(), "Ada", "usa")
        rungs = [f"{translated(KINDS[kind].name)} -" for kind in RUNGS]
        for width in range(16, 40):
            text = "\n".join(wrapped(words, width))
            assert all(rung in text for rung in rungs), text
    finally:
        use("en")
