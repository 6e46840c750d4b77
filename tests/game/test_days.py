"""The race of the day: only a person's first try counts.

A try with choices taken back by agreement, with an edited save or with a save from another computer does not count.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from shutil import copy2

import pytest

from heat_tui.game.book import keep_book
from heat_tui.game.book.days import RULER, Try, month_lines, months, streak, tries
from heat_tui.game.book.pages import driver_report, find
from heat_tui.game.setup.challenge import race_of_day
from heat_tui.game.setup.options import Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.match import Match
from heat_tui.store import saved_race
from heat_tui.store.saved_race import game_id, line_of
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track
from tests.books import book_of, catch_up, play_on, rebuild, store_in

pytestmark = pytest.mark.point("R1")

Clock = Callable[[datetime, str], None]
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Yield a function that sets the time and the time zone, which are `NOON` and UTC at first."""

    def set_to(moment: datetime, zone: str = "UTC") -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        monkeypatch.setattr(saved_race, "now", lambda: moment)

    set_to(NOON)
    yield set_to
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> SaveStore:
    return store_in(tmp_path)


def begun(store: SaveStore, day: date, name: str = "Ada") -> Match:
    """Return the race of a day, begun by a person and recorded in the book."""
    race = race_of_day(day)
    race = race.driven_by([Seat(name)])
    match = Match.start(race_setup(race.options), race.options.controllers, store=store, name=race.name)
    keep_book(match)
    return match


def tried(store: SaveStore, day: date, name: str = "Ada", seed: int = 1) -> Match:
    """Play the race of a day to its end with random choices, leave it, and return it."""
    match = play_on(begun(store, day, name), Random(seed))
    match.leave()
    return match


def of(store: SaveStore, person: str | None = None) -> list[tuple[str, bool, bool]]:
    """Return the day of every try, whether it is the first, and whether it has a result."""
    with book_of(store).reading() as select:
        return [(str(each.day), each.first, each.place is not None) for each in tries(select, person)]


def resumed(store: SaveStore, name: str) -> Match:
    match = Match.resume(store.read(name), store=store)
    keep_book(match)
    return match


def test_the_first_try_counts_and_later_ones_are_practice(store: SaveStore, clock: Clock) -> None:
    first = tried(store, NOON.date())
    place = first.standings.index(0) + 1
    assert first.records[0] == "Your first try at the race of the day counts. Days in a row: 1."
    clock(NOON + timedelta(hours=1), "UTC")
    again = tried(store, NOON.date(), seed=2)
    assert again.records[0] == "This was practice: only your first try at the race of the day counts."
    clock(NOON + timedelta(hours=2), "UTC")
    other = tried(store, NOON.date(), name="Bo", seed=3)
    assert other.records[0].startswith("Your first try"), "everybody has a first try"
    assert of(store, "Ada") == [("2026-11-30", True, True), ("2026-11-30", False, True)]
    with book_of(store).reading() as select:
        assert next(each.place for each in tries(select, "Ada")) == place


@pytest.mark.long
def test_the_race_of_another_day_is_not_a_try(store: SaveStore) -> None:
    match = tried(store, date(2026, 11, 29))
    assert of(store) == []
    assert match.lines_to_share == ()


@pytest.mark.long
def test_a_first_try_left_unfinished_stays_the_first_and_may_be_finished_later(store: SaveStore, clock: Clock) -> None:
    left = begun(store, NOON.date())
    random = Random(1)
    for _choice in range(12):
        assert left.decision is not None
        left.play(left.decision.sample(random.random))
    left.leave()
    clock(NOON + timedelta(hours=1), "UTC")
    practice = tried(store, NOON.date(), seed=2)
    assert practice.records[0].startswith("This was practice")
    clock(NOON + timedelta(days=1), "UTC")
    late = play_on(resumed(store, left.name), random)
    assert late.records[0] == "Your first try at the race of the day counts. Days in a row: 1."
    assert of(store) == [("2026-11-30", True, True), ("2026-11-30", False, True)]


def to_the_person(match: Match) -> Match:
    """Play until the person must choose, and return the match."""
    while not match.waits_for_person:
        match.play_driver()
    return match


def choose(match: Match, choices: int = 1) -> Match:
    """Make some of the person's choices at random, and return the match."""
    random = Random(3)
    for _choice in range(choices):
        decision = to_the_person(match).decision
        assert decision is not None
        match.play(decision.sample(random.random))
    return match


def test_a_try_begins_with_the_first_choice_of_the_person(store: SaveStore, clock: Clock) -> None:
    """On this day, an automated driver picks the first upgrade, so a race that is only opened has choices."""
    day = datetime(2026, 11, 27, 12, tzinfo=UTC)
    clock(day, "UTC")
    opened = to_the_person(begun(store, day.date()))
    assert opened.log
    opened.leave()
    for hours, name in enumerate(("Ada", "Bo"), start=1):
        clock(day + timedelta(hours=hours), "UTC")
        choose(begun(store, day.date(), name)).leave()
    clock(day + timedelta(hours=3), "UTC")
    later = choose(resumed(store, opened.name))
    with book_of(store).reading() as select:
        first, bo, practice = tries(select)
        assert (first.person, first.first, bo.first) == ("Ada", True, True)
        assert (practice.game, practice.first) == (game_id(later.saved()), False)
        assert month_lines(tries(select))[0].startswith("Ada: "), "the last to begin, not the last to open the race"


def test_tries_in_the_hour_that_comes_twice_are_in_order(store: SaveStore, clock: Clock) -> None:
    games = []
    for moment in (datetime(2026, 10, 25, 0, 50, tzinfo=UTC), datetime(2026, 10, 25, 1, 10, tzinfo=UTC)):
        clock(moment, "Europe/Berlin")
        games.append(game_id(choose(begun(store, date(2026, 10, 25))).saved()))
    with book_of(store).reading() as select:
        assert [each.game for each in tries(select)] == games


def test_a_race_that_is_begun_after_its_day_is_not_a_try(store: SaveStore, clock: Clock) -> None:
    clock(datetime(2026, 11, 30, 23, 59, tzinfo=UTC), "UTC")
    match = begun(store, NOON.date())
    clock(datetime(2026, 12, 1, 0, 1, tzinfo=UTC), "UTC")
    choose(match, 2)
    assert of(store) == []


def test_a_try_continues_after_its_first_choice_was_undone(store: SaveStore, clock: Clock) -> None:
    day = datetime(2026, 11, 16, 12, tzinfo=UTC)  # without rivals, whose plans would end the undoing
    clock(day, "UTC")
    match = choose(begun(store, day.date()))
    match.undo()
    match.leave()
    clock(day + timedelta(days=1), "UTC")
    later = choose(resumed(store, match.name), 3)
    assert of(store) == [("2026-11-16", True, False)]
    with book_of(store).reading() as select:
        (entered,) = select("SELECT line FROM days")
    assert entered["line"] == line_of(later.setup, [each.chosen for each in later.log])


@pytest.mark.long
def test_a_restored_copy_of_a_save_does_not_count(store: SaveStore, tmp_path: Path) -> None:
    match, random = begun(store, NOON.date()), Random(1)
    save = store.folder / f"{match.name}.json"
    for choice in range(20):
        if choice == 10:
            copy2(save, tmp_path / "before.json")
        assert match.decision is not None
        match.play(match.decision.sample(random.random))
    match.leave()
    copy2(tmp_path / "before.json", save)
    ended = play_on(resumed(store, match.name), Random(9))
    assert ended.records[0] == "This try at the race of the day has no result that counts."
    assert of(store) == [("2026-11-30", True, False)]


@pytest.mark.long
def test_an_edited_save_does_not_count(store: SaveStore) -> None:
    match = tried(store, NOON.date())
    other = begun(SaveStore(store.folder), NOON.date())
    play_on(other, Random(7))
    other.leave()
    save = store.folder / f"{match.name}.json"
    mine, theirs = json.loads(save.read_text()), json.loads((store.folder / f"{other.name}.json").read_text())
    assert mine["record"] != theirs["record"]
    edited = {**theirs, "created": mine["created"], "changed": "2026-11-30T13:00:00.000Z"}
    save.write_text(json.dumps(edited))
    catch_up(store)
    assert of(store) == [("2026-11-30", True, False)]


@pytest.mark.long
def test_the_save_of_another_program_does_not_count(store: SaveStore, tmp_path: Path) -> None:
    elsewhere = store_in(tmp_path / "elsewhere")
    match = tried(elsewhere, NOON.date(), name="Ada")
    store.import_(elsewhere.folder / f"{match.name}.json")
    assert catch_up(store)[0].races
    assert of(store) == []
    assert of(elsewhere) == [("2026-11-30", True, True)]


def test_a_race_with_choices_taken_back_does_not_count(store: SaveStore) -> None:
    match, random = begun(store, NOON.date()), Random(1)
    for _choice in range(20):
        assert match.decision is not None
        match.play(match.decision.sample(random.random))
    match.take_back(1)
    play_on(match, random)
    assert of(store) == [("2026-11-30", True, False)]


@pytest.mark.long
def test_streaks_continue_across_months_and_time_zones(store: SaveStore, clock: Clock) -> None:
    for moment, zone, day in (
        (datetime(2026, 11, 29, 23, tzinfo=UTC), "UTC", date(2026, 11, 29)),
        (datetime(2026, 12, 1, 4, tzinfo=UTC), "America/New_York", date(2026, 11, 30)),
        (datetime(2026, 12, 1, 5, tzinfo=UTC), "Asia/Tokyo", date(2026, 12, 1)),
        (datetime(2026, 12, 1, 16, tzinfo=UTC), "Asia/Tokyo", date(2026, 12, 2)),
    ):
        clock(moment, zone)
        match = tried(store, day)
    assert match.records[0].endswith("Days in a row: 4.")
    clock(datetime(2026, 12, 1, 17, tzinfo=UTC), "America/New_York")
    with book_of(store).reading() as select:
        assert streak(tries(select), date(2026, 12, 1)) == (4, 4), "the last try was tomorrow"
        streak_line, ruler, month = month_lines(tries(select))
    assert streak_line == "Ada: 4 in a row, longest 4"
    assert ruler.strip() == RULER
    assert month.startswith("2026-12 ")
    assert len(month) == len("2026-12 ") + 2
    assert all(mark.isdigit() for mark in month[8:])


def a_try(day: date, place: int | None = 1, *, first: bool = True) -> Try:
    return Try(day, "Ada", f"{day}", "usa", first, place, 12, 0, 3)


def test_months_and_streaks_of_tries_are_right() -> None:
    days = [date(2026, 10, 29) + timedelta(number) for number in range(32)]
    found = [a_try(day, None if day.day == 7 else 1 + day.day % 4) for day in days if day.day != 12]
    found.append(a_try(days[-1], 1, first=False))
    november, october = months(found)
    assert november[0] == "2026-11"
    assert [november[1][day - 1] for day in (1, 6, 7, 11, 12, 29)] == ["2", "3", "-", "4", ".", "2"]
    assert october == ("2026-10", "." * 28 + "234")
    assert streak(found, date(2026, 11, 29)) == (17, 17)
    assert streak(found, date(2026, 11, 30)) == (17, 17), "there is still time to race today"
    assert streak(found, date(2026, 12, 1)) == (0, 17)
    assert streak([], date(2026, 12, 1)) == (0, 0)


@pytest.mark.long
def test_the_lines_to_share_have_the_result_and_no_card(store: SaveStore) -> None:
    match = tried(store, NOON.date())
    what, result, legend, blocks = match.lines_to_share
    assert what == "Heat TUI, race of the day 2026-11-30, first try"
    assert result.startswith(f"{load_track(race_of_day(NOON.date()).options.track or '').name}: ")
    assert " rounds, " in result
    assert result.endswith(" Heat paid")
    assert len(blocks) > 5
    assert {*blocks} <= {*"▁▂▃▄▅▆▇█"}
    assert legend == "Places by round, the best on top:"


@pytest.mark.long
def test_names_that_are_merged_have_one_first_try(store: SaveStore, clock: Clock) -> None:
    tried(store, NOON.date())
    clock(NOON + timedelta(hours=1), "UTC")
    tried(store, NOON.date(), name="Adah", seed=2)
    book_of(store).set_alias("Adah", "Ada")
    assert of(store, "Ada") == [("2026-11-30", True, True), ("2026-11-30", False, True)]


@pytest.mark.long
def test_a_driver_has_the_months_and_the_streak(store: SaveStore) -> None:
    match = tried(store, NOON.date())
    with book_of(store).reading() as select:
        report = driver_report(select, find(select, "Ada"))
    assert report.parts is not None
    assert report.parts["streaks"][-1] == {
        "kind": "days",
        "streak": "Races of the day in a row",
        "now": 1,
        "longest": 1,
    }
    place = match.standings.index(0) + 1
    assert report.tables()[7].rows == [{"month": "2026-11", "days": "." * 29 + str(place)}]


def test_the_tries_survive_a_damaged_book(store: SaveStore) -> None:
    tried(store, NOON.date())
    before = of(store)
    with closing(sqlite3.connect(book_of(store).path)) as db:
        db.execute("UPDATE cars SET figures = '[]'")
        db.commit()
    assert rebuild(store).aside is not None
    assert of(store) == before
