"""The drivers' book in the app: what its pages show and lead to, merging, rebuilding, books that cannot be read."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from functools import partialmethod
from pathlib import Path

import pytest
from textual.widgets import Static

from heat_tui.game.book import pages as book_pages
from heat_tui.game.book.pages import driver_report, drivers, duel, find, meetings
from heat_tui.store.book import Book, BookSave, aliases
from heat_tui.store.saves import SaveStore
from heat_tui.tui.book.screen import BookPages, BookScreen, BookTable
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.lists import KeyFooter
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.replay.screen import ReplayScreen
from tests.books import book_of, order, raced, some_races, store_in, unseen
from tests.tui.menus import LARGE, Menus, menus_at

BOOK = ["people", "automated", "records", "tracks", "titles", "seasons", "races"]
DRIVER = ["driver", "tracks", "duels", "seasons", "races", "ladder", "days"]
"""The pages of a driver; `BOOK` are those of the book."""

LONG = "Christabel Yorkley"
"""A name that is cut at 80 columns."""


@pytest.fixture
def store(home: Path) -> SaveStore:
    """Return a store without saves, whose book has a few races."""
    store = store_in(home)
    book_of(store).enter([BookSave("", None, races=tuple(some_races()))])
    return store


def table(menus: Menus) -> BookTable:
    page = menus.app.screen.query_one(".page.-shown")
    assert isinstance(page, BookTable), menus.text
    return page


def column(menus: Menus, index: int = 0) -> list[str]:
    """Return the shown cells of a column, with the cut name in full."""
    shown = table(menus)
    return [re.sub("^Christa.*", LONG, str(shown.get_row_at(row)[index]).strip()) for row in range(shown.row_count)]


def pages_of(menus: Menus) -> list[str]:
    """Return the pages of the screen."""
    screen = menus.app.screen
    assert isinstance(screen, BookPages), menus.text
    return [*screen.pages]


def note(menus: Menus) -> str:
    return str(menus.find("#note", Static).content)


def instead(menus: Menus) -> str:
    """Return the text shown in place of a page, "" if a page is shown."""
    return str(menus.find("#empty", Static).content) if menus.app.screen.has_class("-empty") else ""


async def press(menus: Menus, *keys: str) -> None:
    for key in keys:
        await menus.press(key)
        await menus.rest()
        await menus.rest()  # what was read may open a screen, which reads its first page


@pytest.mark.long
async def test_people_and_automated_drivers_are_apart(store: SaveStore) -> None:
    async with menus_at(store=store, screen=BookScreen) as menus:
        assert sorted(column(menus)) == ["Ada", "Adah", "Bo", LONG, "Cy"]
        await press(menus, "right")
        assert sorted(column(menus)) == ["@steady", "Legend Green"]


@pytest.mark.long
async def test_every_page_has_its_rows_and_leads_on(store: SaveStore) -> None:
    with book_of(store).reading() as select:
        own, theirs = (book_pages.records(select, automated=each) for each in (False, True))
        tables = own, theirs, book_pages.titles(select), book_pages.races(select)
        records, _automated, titles, races = (len(each.rows) for each in tables)

    async with menus_at(store=store, screen=BookScreen) as menus:
        for rows, pages in (
            (5, DRIVER),
            (2, DRIVER),
            (records, BOOK),
            (3, ["records", "automated_records", "races"]),
            (titles, DRIVER),
            (1, ["standings", "races"]),
            (races, BOOK),
        ):
            assert table(menus).row_count == rows
            await press(menus, "enter")
            assert pages_of(menus) == pages
            if pages is BOOK:
                assert "No saved race is called" in menus.said[-1]
            else:
                await press(menus, "escape")
            await press(menus, "right")


@pytest.mark.long
async def test_a_table_is_sorted_by_one_column_after_another(store: SaveStore) -> None:
    with book_of(store).reading() as select:
        rows = {row["driver"]: row for row in drivers(select) if row["kind"] == "person"}

    async with menus_at(store=store, screen=BookScreen) as menus:
        usual = column(menus)
        await press(menus, "s")
        assert column(menus) == sorted(rows)
        await press(menus, "S")
        assert column(menus) == sorted(rows, reverse=True)
        await press(menus, "s", "s")
        assert column(menus) == sorted(usual, key=lambda name: -rows[name]["wins"])
        assert "Wins▼" in menus.text
        await press(menus, "s", "s", "s")
        assert column(menus) == sorted(usual, key=lambda name: rows[name]["average_place"])
        await press(menus, "s", "s", "s", "s")
        assert column(menus) == usual
        await menus.click("#people", at=(3, 0))
        assert column(menus) == sorted(rows)
        await menus.click("#people", at=(3, 0))
        assert column(menus) == sorted(rows, reverse=True)


async def test_the_note_has_a_cut_cell_in_full_and_its_heading_without_the_arrow(store: SaveStore) -> None:
    async with menus_at(store=store, screen=BookScreen) as menus:
        await press(menus, "s", *["down"] * 3)
        assert "Driver▲" in menus.text
        assert note(menus).startswith(f"Driver: {LONG}.")


async def test_a_driver_has_figures_charts_and_tables(store: SaveStore) -> None:
    with book_of(store).reading() as select:
        ada = find(select, "Ada")
        report, met = driver_report(select, ada), {}
        for each in report.tables()[3].rows:
            met[each["against"]] = meetings(select, ada, each["against"]).rows
        races = [*report.rows()]

    async with menus_at(store=store, screen=BookScreen, size=LARGE) as menus:
        await press(menus, "s", "enter")
        text = menus.text
        for words in ("Wins in a row", "Rating after each race", "Heat for Boosts", "Rounds in gear 4", "Top speed"):
            assert words in text
        assert f"{max((report.parts or {})['driver']['ratings']):.1f} " in text
        assert " ".join(f"{each['place']}/{each['cars']}" for each in races) in text
        for rows in (report.tables()[1].rows, report.tables()[3].rows, report.tables()[4].rows, races):
            await press(menus, "right")
            assert table(menus).row_count == len(rows)
        await press(menus, "left", "left", "enter")
        assert pages_of(menus) == ["meetings"]
        assert table(menus).row_count == len(next(iter(met.values())))


async def test_two_drivers_are_picked_for_a_duel(store: SaveStore) -> None:
    with book_of(store).reading() as select:
        sums = duel(select, find(select, "Ada"), find(select, "@steady"))

    async with menus_at(store=store, screen=BookScreen) as menus:
        await press(menus, "s", "v")
        assert note(menus) == "Ada against: highlight another driver and press Enter, or Esc to cancel."
        await press(menus, "escape")
        assert isinstance(menus.app.screen, BookScreen)
        await press(menus, "v", "enter")
        assert isinstance(menus.app.screen, BookScreen)
        await press(menus, "right", "home")
        while "@steady" not in str(table(menus).get_row_at(table(menus).cursor_row)[0]):
            await press(menus, "down")
        await press(menus, "enter")
        assert "Ada against @steady" in menus.text
        assert table(menus).row_count == sums["races"] > 0
        assert re.search(rf"Ada ahead +{sums['ahead']} █", menus.text)


@pytest.mark.long
async def test_keys_for_drivers_are_in_the_footer_only_where_a_driver_is_highlighted(store: SaveStore) -> None:
    async with menus_at(store=store, screen=BookScreen) as menus:
        assert {"v", "m"} <= {key.key for line in menus.find("KeyFooter", KeyFooter).shown for key in line}
        for page, keys in (("automated", {"v"}), ("records", set())):
            await press(menus, "right")
            assert menus.app.screen.has_class(f"-{page}")
            shown = {key.key for line in menus.find("KeyFooter", KeyFooter).shown for key in line}
            assert shown & {"v", "m", "u", "R"} == keys
        await press(menus, "v")
        assert "Highlight a person" in "".join(menus.said)


@pytest.mark.long
async def test_two_who_never_met_say_so(store: SaveStore) -> None:
    async with menus_at(store=store, screen=BookScreen) as menus:
        await press(menus, "s", "v", "down", "enter")
        assert "Ada against Adah" in menus.text
        assert instead(menus) == "These two have never been in a race together."


async def test_names_are_merged_after_a_question_and_separated_again(store: SaveStore) -> None:
    async with menus_at(store=store, screen=BookScreen) as menus:
        await press(menus, "s", "down", "m", "up", "enter")
        assert isinstance(menus.app.screen, AskScreen)
        assert "Count all races of Adah for Ada from now on?" in " ".join(menus.text.split())
        await press(menus, "enter")
        assert len(column(menus)) == 5
        await press(menus, "down", "m", "up", "enter", "right", "enter")
        assert column(menus) == ["Ada", "Bo", LONG, "Cy"]
        assert book_of(store).read(aliases) == {"Adah": "Ada"}
        await press(menus, "enter")
        assert "Also known as Adah." in menus.text
        await press(menus, "escape", "u")
        assert "Which name should no longer count for Ada?" in menus.text
        await press(menus, "right", "enter")
        assert book_of(store).read(aliases) == {}
        assert len(column(menus)) == 5


async def test_people_who_met_are_not_merged(store: SaveStore) -> None:
    async with menus_at(store=store, screen=BookScreen) as menus:
        await press(menus, "s", "m", "down", "down", "enter")
        assert isinstance(menus.app.screen, BookScreen)
        assert menus.said == ["Ada and Bo have raced against each other, so they are not one person."]
        assert len(column(menus)) == 5


async def test_the_book_catches_up_with_saves_and_replays_a_race(home: Path) -> None:
    store = store_in(home)
    unseen(store, range(2))

    async with menus_at(store=store, screen=BookScreen) as menus:
        assert column(menus) == ["Ada"]
        await press(menus, "left")
        assert len(column(menus)) == 2
        await press(menus, "enter")
        assert isinstance(menus.app.screen, ReplayScreen)
        await press(menus, "escape")
        raced(SaveStore(store.folder), 7)
        await press(menus, "question_mark", "escape")
        assert len(column(menus)) == 3


@pytest.mark.long
async def test_a_save_that_is_another_race_by_now_is_not_replayed(home: Path) -> None:
    store = store_in(home)
    raced(store, 1, name="one")
    store.delete("one")
    raced(store, 2, name="one")

    async with menus_at(store=store, screen=BookScreen) as menus:
        await press(menus, "left", "end", "enter")
        assert menus.said == ["one is now another race; the save of this one is gone."]


async def test_an_empty_book_says_what_fills_it(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=BookScreen) as menus:
        assert instead(menus) == (
            "The book is empty. Every race that you finish is entered here: start one with New race."
        )
        await press(menus, "right", "enter", "s", "v", "m", "escape")
        assert isinstance(menus.app.screen, TitleScreen)


async def test_races_that_are_not_saved_have_no_book() -> None:
    async with menus_at(screen=BookScreen) as menus:
        assert instead(menus) == "Races are not being saved now, so nothing is entered in the book."


async def test_a_damaged_book_is_rebuilt_after_a_question(home: Path) -> None:
    store = store_in(home)
    raced(store, 1)
    book_of(store).path.write_text("no book")

    async with menus_at(store=store, screen=BookScreen) as menus:
        assert "the drivers' book is damaged" in instead(menus)
        assert note(menus) == "Press R to do that here."
        await press(menus, "right", "R", "enter")
        assert "the drivers' book is damaged" in instead(menus)
        await press(menus, "R", "right", "enter")
        assert isinstance(menus.app.screen, AskScreen)
        assert "1 race from your saves is in the book." in menus.text
        assert "The damaged book is kept as" in menus.text
        await press(menus, "enter")
        assert column(menus) == ["@chance", "Legend Green"]


@pytest.mark.long
async def test_a_newer_book_says_so(store: SaveStore) -> None:
    with sqlite3.connect(book_of(store).path) as db:
        db.execute("PRAGMA user_version = 99")

    async with menus_at(store=store, screen=BookScreen) as menus:
        assert "a newer version of the game wrote the drivers' book; update the game." in instead(menus)


@pytest.mark.long
async def test_a_locked_book_says_so_and_can_be_read_later(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Book, "_opened", partialmethod(Book._opened, 0.01))
    other = sqlite3.connect(book_of(store).path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    async with menus_at(store=store, screen=BookScreen) as menus:
        assert "another program is writing the drivers' book; try again in a moment." in instead(menus)
        other.execute("ROLLBACK")
        await press(menus, "question_mark", "escape")
        assert len(column(menus)) == 5
    other.close()


@pytest.mark.long
async def test_a_driver_who_has_only_practised_says_so(home: Path) -> None:
    store = store_in(home)
    alone = replace(order(1, 0), season="1961", races=1)
    book_of(store).enter([BookSave("", None, races=(alone,))])

    async with menus_at(store=store, screen=BookScreen) as menus:
        assert instead(menus) == "No person has finished a race against others yet."
        await press(menus, *["right"] * 4, "enter")
        assert menus.said == ["Ada has only practised so far, in single-car races."]


async def test_the_progress_of_reading_the_saves_is_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_in(home)
    unseen(store, range(2))
    said: list[str] = []
    monkeypatch.setattr(BookScreen, "say", lambda _screen, sentence: said.append(sentence))

    async with menus_at(store=store, screen=BookScreen):
        assert said[:2] == ["0 of 2 saves read", "1 of 2 saves read"]
        assert len(book_of(store).races()) == 2
