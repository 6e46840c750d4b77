"""How races enter the drivers' book: at their end, by catching up with the saves, after undo, and in a rebuild."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from heat_tui.game.book import entries as book_module
from heat_tui.game.book.entries import Rebuilt, catching_up, merge, rebuilt_lines, replay_of, unmerge
from heat_tui.game.book.pages import drivers, find, names_of, standings, standings_table, streaks
from heat_tui.game.book.report import Driver, RaceKey
from heat_tui.game.figures.statistics import EVERY_FIGURE, figures_of, tally
from heat_tui.game.table.match import Match
from heat_tui.game.telling.story import result_lines
from heat_tui.store import saved_race
from heat_tui.store.book import Book, BookRace, BookSave, DamagedBook, Stamp, aliases
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from tests.books import (
    book_of,
    book_race,
    car,
    catch_up,
    kept,
    order,
    play_on,
    race_setup,
    raced,
    rebuild,
    store_in,
    unseen,
)
from tests.saves.races import new_match
from tests.saves.seasons import SHORT_1961, new_season, season_played, step_on


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return store_in(tmp_path)


def written(book: Book) -> list[str]:
    """Return everything in a book, as SQL, except the saves that were seen."""
    with closing(sqlite3.connect(book.path)) as db:
        return [line for line in db.iterdump() if not line.startswith('INSERT INTO "saves"')]


def test_a_race_is_entered_when_it_ends(store: SaveStore) -> None:
    match = play_on(kept(Match.start(race_setup(1), ("person", "chance"), store=store, name="one")), Random(1))
    (race,) = book_of(store).races()
    assert (race.save, race.number, race.races, race.season) == ("one", 1, 1, "")
    assert (race.track, race.laps, race.seed, race.rules) == ("usa", 1, 1, "")
    assert [(car.kind, car.name) for car in race.cars] == [
        ("person", "Ada"),
        ("automated", "chance"),
        ("legend", "green"),
    ]
    assert tuple(sorted(range(3), key=lambda index: race.cars[index].place)) == match.standings
    counted = tally(match)
    assert race.rounds == counted.rounds
    for each, figures in zip(race.cars[:2], counted.cars, strict=False):
        assert all(each.figures[name] == getattr(figures, name) for name in figures_of(match.sheet))
        assert sum(each.figures[f"heat_{cause}"] for cause in ("shift", "boost", "corner", "spin")) == figures.heat_paid
    assert set(race.cars[2].figures) <= {name for name, figure in EVERY_FIGURE.items() if figure.legends}
    assert set().union(*(car.figures for car in race.cars)) <= set(EVERY_FIGURE)


def test_a_race_ends_on_a_computer_whose_clock_was_never_set(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_race, "now", lambda: datetime(1970, 1, 1, tzinfo=UTC))
    match = play_on(kept(Match.start(race_setup(1), ("person", "chance"), store=store)), Random(1))
    assert match.not_in_book == ()
    assert [each.ended for each in book_of(store).races()] == ["1970-01-01T00:00:00.000Z"]


def test_a_match_without_a_book_leaves_none(tmp_path: Path) -> None:
    match = raced(SaveStore(tmp_path / "saves"), 1)
    assert match.records == ()
    assert [path.name for path in tmp_path.iterdir()] == ["saves"]


@pytest.mark.parametrize("mix", ["mexico, everything at once", "japan, a draft and every module", "spain, practice"])
def test_catching_up_enters_the_same_as_the_end_of_the_race(mix: str, tmp_path: Path) -> None:
    live, later = store_in(tmp_path / "live"), store_in(tmp_path / "later")
    play_on(kept(new_match(mix, live, name="race")), Random(2))
    (later.folder).mkdir(parents=True)
    (later.folder / "race.json").write_bytes((live.folder / "race.json").read_bytes())
    catch_up(later)
    assert book_of(later).races() == book_of(live).races() != []


@pytest.mark.long
def test_each_race_of_a_season_is_entered_and_found_again(tmp_path: Path) -> None:
    live, later = store_in(tmp_path / "live"), store_in(tmp_path / "later")
    for kind in ("1961, two people and 2 Legends", "a short career"):
        match = kept(new_season(kind, live, name=kind[0] + "season"))
        for _ in season_played(match, Random(3)):
            if match.between_races:
                assert book_of(live).races()[-1].number == len(match.past) + 1
    races = book_of(live).races()
    assert [race.number for race in races] == [1, 2, 3] * 2
    assert {race.races for race in races} == {3}
    for race, result in zip(races[3:], match.season.results if match.season else (), strict=True):
        assert tuple(car.points for car in race.cars) == result.points
    assert {race.rules for race in races} == {"championship both"}
    later.folder.mkdir(parents=True)
    for path in live.folder.glob("*.json"):
        (later.folder / path.name).write_bytes(path.read_bytes())
    catch_up(later)
    again = {race.key: race for race in book_of(later).races()}
    for race in races:
        same = replace(again[race.key], ended=race.ended, changed=race.changed)
        assert same == race
        assert again[race.key].ended <= again[race.key].changed


def test_each_save_is_read_once(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    unseen(store, (1, 2, 3))
    assert len(catch_up(store)) == 3
    read: list[str] = []
    whole = book_module._read

    def noted(path: Path, stamp: Stamp) -> object:
        read.append(path.stem)
        return whole(path, stamp)

    monkeypatch.setattr(book_module, "_read", noted)
    assert catch_up(store) == []
    os.utime(store.path("race-2"), ns=(1, 1))
    catch_up(store)
    store.delete("race-3")
    unseen(store, [4])
    catch_up(store)
    assert read == ["race-2", "race-4"]
    assert book_of(store).stamps().keys() == {"race-1", "race-2", "race-4"}
    store.delete("race-1")
    assert catch_up(store) == []
    assert book_of(store).stamps().keys() == {"race-2", "race-4"}
    assert len(book_of(store).races()) == 4, "the race of a deleted save stays"


def test_a_save_whose_file_is_from_the_far_future_is_read_once(store: SaveStore) -> None:
    unseen(store, [1])
    os.utime(store.path("race-1"), (2**34, 2**34))
    assert [each.name for each in catch_up(store)] == ["race-1"]
    assert catch_up(store) == []


def test_bad_saves_are_skipped(store: SaveStore) -> None:
    unseen(store, [1])
    (store.folder / "bad.json").write_text("{", encoding="utf-8")
    (store.folder / "gone.json").symlink_to("nowhere")
    catch_up(store)
    assert len(book_of(store).races()) == 1
    assert rebuild(store) == Rebuilt(1, 0, ("bad",))


def before_the_end(store: SaveStore) -> Match:
    """Return a finished race of one person, whose last choices can be taken back and made again."""
    match = kept(Match.start(race_setup(7, ("Ada",), legends=0), ["person"], store=store, name="race"))
    return play_on(match, Random(7))


@pytest.mark.parametrize("catches_up", [False, True])
def test_an_end_that_is_taken_back_is_replaced(catches_up: bool, store: SaveStore) -> None:
    match = before_the_end(store)
    (first,) = book_of(store).races()
    match.take_back(4)
    assert not match.race_over
    if catches_up:
        catch_up(store)
        assert book_of(store).races() == []
    play_on(match, Random(99))
    (second,) = book_of(store).races()
    assert second.key == first.key
    assert second.line != first.line
    catch_up(store)
    assert book_of(store).races() == [second]


def test_an_end_that_is_taken_back_does_not_count_even_if_the_save_is_renamed(store: SaveStore) -> None:
    match = before_the_end(store)
    match.take_back(4)
    match.leave()
    store.rename("race", "later")
    catch_up(store)
    assert book_of(store).races() == []
    again = kept(Match.open(store, "later"))
    play_on(again, Random(99))
    assert [race.save for race in book_of(store).races()] == ["later"]


def test_a_race_that_was_raced_on_from_a_choice_does_not_count(store: SaveStore) -> None:
    match = raced(store, 1, controllers=("chance", "chance"))
    books = written(book_of(store))
    branch = match.branch(match.log[5], ("steady", "steady"), store=store)
    while not branch.over:
        branch.play_driver()
    assert (branch.records, branch.not_in_book) == ((), ())
    catch_up(store)
    assert written(book_of(store)) == books
    again = kept(Match.open(store, branch.name))
    assert again.saved().raced_on == 1
    again.rename(0, "Ida")
    assert again.branch(again.log[2], ("chance", "chance"), store=None).saved().raced_on == 1
    rebuild(store)
    assert written(book_of(store)) == books


@pytest.mark.long
def test_the_earlier_races_of_a_season_that_was_raced_on_count(store: SaveStore) -> None:
    match, random = kept(Match.start(SHORT_1961, ("chance", "chance"), name="season")), Random(5)
    while len(match.past) < 2 or len(match.log) < 10:
        step_on(match, random)
    match = Match.resume(match.saved(), store=store)
    match.save_now()
    branch = match.branch(match.log[5], ("chance", "steady"), store=store)
    for game in (branch, match):
        while not game.over:
            step_on(game, random)
    catch_up(store)
    races = book_of(store).races()
    (first,) = {race.game for race in races}
    assert [race.key for race in races] == [(first, 1), (first, 2), (first, 3)]
    with book_of(store).reading() as select:
        assert {row["game"] for row in standings(select)} == {first}
    alone = SaveStore(store.folder.parent / "alone", book=store.folder.parent / "alone.sqlite")
    alone.folder.mkdir()
    alone.path(branch.name).write_bytes(store.path(branch.name).read_bytes())
    catch_up(alone)
    assert [(race.number, race.line) for race in book_of(alone).races()] == [
        (race.number, race.line) for race in races[:2]
    ]
    early = branch.branch(branch.past[1].log[4], branch.controllers, store=None)
    late = early.saved().raced_on, match.branch(match.log[5], match.controllers, store=None).saved().raced_on
    assert late == (2, 3)


def test_copies_of_a_save_count_once(store: SaveStore, tmp_path: Path) -> None:
    raced(store, 1, "one")
    store.export("one", tmp_path / "copy.json")
    store.import_(tmp_path / "copy.json")
    store.rename("one", "other")
    before = book_of(store).races()
    catch_up(store)
    assert [race.key for race in book_of(store).races()] == [race.key for race in before]


@pytest.mark.parametrize("new", ["alpha", "zulu"])
def test_a_race_is_replayed_after_its_save_was_renamed(new: str, store: SaveStore) -> None:
    match = before_the_end(store)
    match.leave()
    store.rename("race", new)
    catch_up(store)
    (race,) = book_of(store).races()
    assert race.save == new
    replayed, _replay = replay_of(store, RaceKey(*race.key))
    assert replayed.name == new
    later = kept(Match.open(store, new))
    later.take_back(4)
    catch_up(store)
    assert book_of(store).races() == [], "the end of the renamed save was taken back"


def test_a_race_is_replayed_from_a_copy_of_its_save(store: SaveStore, tmp_path: Path) -> None:
    match = before_the_end(store)
    match.leave()
    for copy in ("copy", "another"):
        store.export("race", tmp_path / f"{copy}.json")
        store.import_(tmp_path / f"{copy}.json")
    catch_up(store)
    (race,) = book_of(store).races()
    store.delete(race.save)
    other, last = sorted({"race", "copy", "another"} - {race.save})
    changed = Match.open(store, other)
    changed.take_back(4)
    changed.leave()
    catch_up(store)
    replayed, replay = replay_of(store, RaceKey(*race.key))
    assert (replayed.name, replay.whole) == (last, True)
    store.delete(last)
    with pytest.raises(Refused, match=f"No saved race is called {race.save}"):
        replay_of(store, RaceKey(*race.key))


def test_a_race_or_season_no_longer_in_the_book_is_refused(store: SaveStore) -> None:
    with pytest.raises(Refused, match=r"^This race is no longer in the book\.$"):
        replay_of(store, RaceKey("gone", 1))
    with book_of(store).reading() as select, pytest.raises(Refused, match=r"^This season is no longer in the book\.$"):
        standings_table(standings(select, "game = ?", "gone"))


def test_renaming_a_driver_after_the_race_renames_them_in_the_book(store: SaveStore) -> None:
    match = raced(store, 1)
    match.rename(0, "Ida")
    (race,) = book_of(store).races()
    assert race.cars[0].name == "Ida"


def handed_over(store: SaveStore, names: tuple[str, ...], hands: Mapping[int, Controller]) -> tuple[Match, BookRace]:
    """Play a race in which seat 0 is handed over as `hands` says, by number of choices; return it and its entry."""
    controllers: list[Controller] = ["person", *["chance"] * (len(names) - 1)]
    match = kept(Match.start(race_setup(3, names, legends=0), controllers, store=store))
    random = Random(3)
    while not match.over:
        decision = match.decision
        assert decision is not None
        if len(match.log) in hands:
            match.hand_over(0, hands[len(match.log)])
        if match.waits_for_person:
            match.play(decision.sample(random.random))
        else:
            match.play_driver()
    (race,) = book_of(store).races()
    return match, race


@pytest.mark.parametrize(("hands", "driver"), [({0: "steady", 9: "person", 12: "steady"}, "steady"), ({}, "Ada")])
def test_a_seat_that_changes_hands_counts_for_the_driver_who_chose_most(
    hands: Mapping[int, Controller], driver: str, store: SaveStore
) -> None:
    match, race = handed_over(store, ("Ada",), hands)
    (car,) = race.cars
    told = "Several drivers had the seat of Ada; in the drivers' book, this race counts for Steady."
    assert (match.records[-1:] == (told,)) == car.shared
    assert (car.name, car.shared, car.finished) == (driver, driver == "steady", True)


@pytest.mark.sampled
@pytest.mark.point("N15")
@pytest.mark.parametrize("after", [6, 24])
def test_a_race_given_up_is_a_race_not_won(after: int, store: SaveStore) -> None:
    """The driver who takes over from Ada wins, but for Ada the race counts as not won."""
    match, race = handed_over(store, ("Ada", "Bo"), {after: "champion"})
    assert match.standings == (0, 1)
    told = "In the drivers' book, Ada gave up this race and is placed behind all who finished."
    assert match.records[-1] == told
    ada, bo = race.cars
    assert (ada.kind, ada.name, ada.shared) == ("person", "Ada", True)
    assert (ada.place, ada.finished, ada.figures, race.margin) == (2, False, {}, None)
    assert (bo.place, bo.finished) == (1, True)
    with book_of(store).reading() as select:
        rows = {row["driver"]: row for row in drivers(select)}
        assert (rows["Ada"]["races"], rows["Ada"]["wins"], rows["Ada"]["average_place"]) == (1, 0, 2)
        assert rows["Ada"]["rating"] < rows["@chance"]["rating"]
        assert [streak["now"] for streak in streaks(select, Driver("person", "Ada"))] == [0, 0, 0]
    read = catch_up(store, again=True)
    assert [entered for save in read for entered in save.races] == [race]


def test_a_season_counts_as_won_if_the_driver_who_took_over_wins_it(store: SaveStore) -> None:
    """Ada and Bo have 15 points each, and Bo's car was first in the last race, after Bo had given up."""
    one = book_race(1, car(0, 1, points=9), car(1, 2, points=6))
    other = book_race(2, car(0, 1, points=6), car(1, 2, points=9, finished=False))
    races = enumerate((one, other), start=1)
    season = [replace(race, game="season", number=at, season="1961", races=2) for at, race in races]
    book_of(store).enter([BookSave("", None, races=tuple(season))])
    with book_of(store).reading() as select:
        assert [row["driver"] for row in standings(select)] == ["Bo", "Ada"]


def locked(book: Path) -> Callable[[], None]:
    """Lock a book as another program does; return a function that unlocks it."""
    db = sqlite3.connect(book, isolation_level=None)
    db.execute("BEGIN EXCLUSIVE")
    return db.close


def test_a_race_ends_whatever_the_book_is_like(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heat_tui.store.book.HASTE", 0.01)
    assert store.book is not None
    raced(store, 1)
    unlock = locked(store.book)
    match = raced(store, 2)
    unlock()
    assert match.over
    assert match.not_saved is None
    why, promise = match.not_in_book
    assert why.endswith("another program is writing the drivers' book; try again in a moment.")
    assert promise == "The race is added to the book when it is next opened."
    told = result_lines(match)
    assert told[told.index(why) + 1] == promise
    catch_up(store)
    assert len(book_of(store).races()) == 2
    whole = store.book.read_bytes()
    store.book.write_bytes(b"damaged")
    (line,) = raced(store, 3).not_in_book
    assert "is damaged; heat-tui book rebuild" in line
    store.book.unlink()
    store.book.mkdir()
    line = raced(store, 4).not_in_book[0]
    assert "cannot be used (unable to open database file)" in line
    store.book.rmdir()
    store.book.write_bytes(whole)
    catch_up(store)
    assert [race.seed for race in book_of(store).races()] == [1, 2, 3, 4]


def test_rebuilding_twice_gives_the_same(store: SaveStore) -> None:
    for seed in (1, 2):
        raced(store, seed)
    unseen(store, (3, 4))
    gone = raced(store, 5, "gone")
    store.delete(gone.name)
    book_of(store).set_alias("Adah", "Ada")
    assert rebuild(store) == Rebuilt(4, 1, ())
    before = written(book_of(store))
    assert rebuild(store) == Rebuilt(4, 1, ())
    assert written(book_of(store)) == before
    assert len(book_of(store).races()) == 5


def test_a_damaged_book_is_set_aside_and_rebuilt(store: SaveStore) -> None:
    for seed in (1, 2):
        raced(store, seed)
    before = [race.key for race in book_of(store).races()]
    assert store.book is not None
    store.book.write_bytes(b"damaged")
    with pytest.raises(Refused, match="heat-tui book rebuild"):
        catch_up(store)
    done = rebuild(store)
    assert done.aside == store.book.with_name("book.sqlite.damaged")
    assert (done.races, done.kept, done.unread) == (2, 0, ())
    assert done.aside.read_bytes() == b"damaged"
    assert [race.key for race in book_of(store).races()] == before


def test_the_readable_part_of_a_damaged_book_is_kept(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    raced(store, 1, "gone")
    store.delete("gone")
    book = book_of(store)
    book.set_alias("Adah", "Ada")
    before = book.races()

    def check(_book: Book) -> None:
        raise DamagedBook("damaged")

    monkeypatch.setattr(Book, "check", check)
    done = rebuild(store)
    assert (done.races, done.kept) == (0, 1)
    assert book.races() == before
    assert book.read(aliases) == {"Adah": "Ada"}


CUT: list[tuple[str, int, int]] = [
    ("DELETE FROM cars WHERE number = 1 AND car = 0 AND game IN (SELECT game FROM races WHERE seed = 5)", 3, 1),
    ("UPDATE cars SET place = 'x' WHERE game IN (SELECT game FROM races WHERE seed IN (4, 5))", 2, 2),
    ("DROP TABLE races", 0, 4),
    ("ALTER TABLE races RENAME COLUMN laps TO rounds_", 4, 0),
    ("ALTER TABLE cars ADD COLUMN more", 4, 0),
    ("ALTER TABLE races DROP COLUMN margin", 0, 4),
    ("DROP TABLE saves", 4, 0),
    ("UPDATE aliases SET person = name", 4, 0),
]
"""Changes to the tables of a book of four races without saves, and the numbers of races then kept and left out."""


@pytest.mark.point("N4", "N5")
@pytest.mark.parametrize(("change", "kept", "left_out"), CUT)
def test_a_damaged_table_stops_neither_the_end_of_a_race_nor_rebuilding(
    change: str, kept: int, left_out: int, store: SaveStore
) -> None:
    assert store.book is not None
    for seed in (2, 3, 4, 5):
        store.delete(raced(store, seed).name)
    book_of(store).set_alias("Adah", "Ada")
    with closing(sqlite3.connect(store.book)) as db, db:
        db.execute(change)
    match = raced(store, 1)
    assert match.over
    assert match.not_saved is None
    done = rebuild(store)
    assert done.aside is not None
    assert (done.races, done.kept, done.left_out) == (1, kept, left_out)
    lines = rebuilt_lines(done)
    assert any(line.startswith(f"Left out: {left_out} race") for line in lines) == (left_out > 0)
    assert ("Part of the damaged book cannot be read, so races whose saves are gone may be missing." in lines) == (
        done.torn
    )
    assert rebuild(store) == Rebuilt(1, kept, ())


@pytest.mark.point("N5")
@pytest.mark.parametrize(("off", "torn"), [(1000, False), (9000, True), (12000, True)])
def test_the_rest_of_a_book_that_was_cut_off_is_kept(off: int, torn: bool, store: SaveStore) -> None:
    """The counts are at the end of this book: if only they are cut off, every race is kept."""
    assert store.book is not None
    raced(store, 1)
    (race,) = book_of(store).races()
    for number in range(20):
        book_of(store).enter_race(replace(race, game=f"0-{number:02}", line=str(number), save="gone"))
    store.book.write_bytes(store.book.read_bytes()[:-off])
    done = rebuild(store)
    assert (done.races, done.torn, done.left_out > 0) == (1, torn, torn)
    assert done.kept + done.left_out == 20
    assert done.kept > 0


@pytest.mark.point("N9")
def test_a_race_that_is_not_saved_is_not_promised_to_the_book(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way", encoding="utf-8")
    match = play_on(
        kept(Match.start(race_setup(1), ("person", "chance"), store=store_in(tmp_path / "home"))), Random(1)
    )
    assert match.not_saved is not None
    _why, promise = match.not_in_book
    assert promise == "The race is not saved, so it cannot be added to the book later."


def test_a_save_whose_name_is_not_text_is_read_like_any_other(store: SaveStore) -> None:
    unseen(store, [1])
    store.path("race-1").rename(os.fsdecode(os.fsencode(store.folder) + b"/\xff.json"))
    catch_up(store)
    assert len(book_of(store).races()) == 1
    assert catch_up(store) == []


def test_a_save_of_other_rules_keeps_what_the_book_has(store: SaveStore) -> None:
    match = raced(store, 1, "race")
    (race,) = book_of(store).races()
    saved = match.saved()
    store.write(replace(saved, base=saved.snapshot, record=()))
    catch_up(store)
    assert book_of(store).races() == [race]


def test_names_are_merged_and_separated_again(store: SaveStore) -> None:
    assert store.book is not None
    book = book_of(store)
    for number, names in enumerate((("Ada", "Bo"), ("Adah", "Cy"), ("Addie", "Cy")), start=1):
        race = order(number, 0, 1)
        cars = tuple(replace(car, name=name) for car, name in zip(race.cars, names, strict=True))
        book.enter_race(replace(race, cars=cars))
    assert merge(store.book, "adah", "Ada") == "The races of Adah count for Ada from now on."
    assert merge(store.book, "Addie", "Adah") == "The races of Addie count for Ada from now on."
    with book.reading() as select:
        ada = find(select, "Addie")
        assert (ada.kind, ada.name) == ("person", "Ada")
        (row,) = drivers(select, ada)
        assert (row["races"], row["wins"], names_of(ada, aliases(select))) == (3, 3, ["Adah", "Addie"])
    for name, into, fault in (
        ("Ada", "Bo", "have raced against each other"),
        ("Adah", "Addie", "already count as one person"),
        ("Nobody", "Ada", "No driver in the book"),
    ):
        with pytest.raises(Refused, match=fault):
            merge(store.book, name, into)
    assert unmerge(store.book, "Adah") == "The races of Adah no longer count for Ada."
    with book.reading() as select:
        assert drivers(select, ada)[0]["races"] == 2
    with pytest.raises(Refused, match='"Adah" is not merged'):
        unmerge(store.book, "Adah")


def test_merged_names_are_found_in_any_case(store: SaveStore) -> None:
    assert store.book is not None
    for number, name in enumerate(("Ada", "Bo", "Cy", "BO"), start=1):
        book_of(store).enter_race(book_race(number, car(0, 1, name=name), car(1, 2, kind="automated", name="steady")))
    merge(store.book, "Ada", "Bo")
    merge(store.book, "Bo", "Cy")
    with book_of(store).reading() as select:
        found = {name: find(select, name) for name in ("ada", "ADA", "Bo", "BO", "cy")}
    assert found == {"ada": "Cy", "ADA": "Cy", "Bo": "Cy", "BO": "BO", "cy": "Cy"}
    assert unmerge(store.book, "ada") == "The races of Ada no longer count for Cy."
    assert book_of(store).read(aliases) == {"Bo": "Cy"}


def test_only_people_are_merged(store: SaveStore) -> None:
    assert store.book is not None
    raced(store, 1)
    with pytest.raises(Refused, match="@chance is not a person"):
        merge(store.book, "Ada", "@chance")


def test_a_broken_record_is_part_of_the_result(store: SaveStore) -> None:
    slow = raced(store, 1, controllers=("person", "chance"))
    assert slow.records == ()
    fast = raced(store, 1, "fast", ("steady", "steady"))
    (line, *_rest) = fast.records
    assert line.startswith("A record for USA (1 lap): @steady finishes in ")
    assert line in result_lines(fast)
    again = kept(Match.open(store, "fast"))
    assert again.records == fast.records


def test_saves_that_were_left_unread_are_read_next_time(store: SaveStore) -> None:
    unseen(store, range(3))
    steps = catching_up(store)
    assert [next(steps), next(steps)] == [(0, 3), (1, 3)]
    steps.close()
    assert [*catching_up(store)] == [(0, 3), (1, 3), (2, 3)]
    assert [*catching_up(store)] == []
    assert len(book_of(store).races()) == 3
