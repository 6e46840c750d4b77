"""The contents of the drivers' book, counted by hand on made-up races."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from heat_tui.cli import options
from heat_tui.game.book.pages import (
    RECORDS,
    broken_lines,
    driver_report,
    drivers,
    drivers_report,
    duel,
    duel_report,
    figures,
    find,
    meetings,
    names_of,
    races_report,
    ratings,
    records,
    records_report,
    seasons,
    seasons_report,
    standings,
    streaks,
    titles,
    tracks,
    tracks_of,
    tracks_report,
)
from heat_tui.game.book.report import FORMATS, Driver, Report, Row, as_csv, as_json, as_text, half_up
from heat_tui.store.book import Book, BookRace, BookSave, Select, aliases
from heat_tui.store.schema import Refused
from tests.books import book_race, car, order
from tests.words.pseudo import PseudoTranslations, spoken

ADA, BO, CY = (Driver("person", name) for name in ("Ada", "Bo", "Cy"))
STEADY, RED = Driver("automated", "steady"), Driver("legend", "red")


Chronicle = Callable[..., Select]


@pytest.fixture
def chronicle(tmp_path: Path) -> Iterator[Chronicle]:
    """Yield a function that makes a book of races and merged names, and opens it for reading."""
    with ExitStack() as stack:

        def made(*races: BookRace, **merged: str) -> Select:
            book = Book(Path(stack.enter_context(tempfile.TemporaryDirectory(dir=tmp_path)), "book.sqlite"))
            book.enter([BookSave("", None, races=races)])
            for name, person in merged.items():
                book.set_alias(name, person)
            return stack.enter_context(book.reading())

        yield made


def fields(rows: Sequence[Row], *names: str) -> list[tuple[object, ...]]:
    """Return the named fields of each row."""
    return [tuple(row[name] for name in names) for row in rows]


def season(number: int, *points: tuple[int, int], races: int = 2) -> list[BookRace]:
    """Return the races of one season between Ada and Bo, who get these points; more points mean the better place."""
    return [
        replace(
            book_race(number + each, *(car(at, 1 + (own < max(of)), points=own) for at, own in enumerate(of))),
            game=f"season-{number}",
            number=each,
            season="1961",
            races=races,
        )
        for each, of in enumerate(points, start=1)
    ]


def test_a_driver_is_summed_up_in_one_line(chronicle: Chronicle) -> None:
    book = chronicle(order(1, 0, 1, 2, 3), order(2, 1, 0), order(3, 2, 1, 0))
    rows = drivers(book)
    assert {row["driver"] for row in rows} == {"Ada", "Bo", "Cy", "Di"}
    assert all(one["rating"] >= other["rating"] for one, other in pairwise(rows))
    (ada,) = drivers(book, ADA)
    assert ada in rows
    assert fields([ada], "races", "wins", "podiums", "titles", "average_place") == [(3, 1, 1, 0, 2)]
    assert ada["beaten"] == pytest.approx((1 + 0 + 0) / 3)
    assert ada["pace"] == pytest.approx(((11 - 13) + (12 - 11) + (13 - 11.5)) / 3)
    assert figures(book, ADA) == {("person", "Ada"): {"rounds": 12, "spins": 0, "top_speed": 10}}


def test_the_last_car_gets_no_podium_and_an_unfinished_car_no_win(chronicle: Chronicle) -> None:
    race = book_race(1, car(0, 1, finished=False), car(1, 2, finished=False))
    assert fields(drivers(chronicle(race)), "wins", "podiums", "pace") == [(0, 0, None)] * 2


def test_practice_counts_only_for_records(chronicle: Chronicle) -> None:
    book = chronicle(order(1, 0), order(2, 1, 2))
    assert {row["driver"] for row in drivers(book)} == {BO, CY}
    with pytest.raises(Refused, match="Ada has only practised so far, in single-car races"):
        driver_report(book, ADA)
    assert fields(records(book).rows, "kind", "value", "holder") == [
        ("rounds", 11, "Ada"),
        ("top_speed", 10, "Ada"),
        ("margin", 3, "Bo, Cy"),
    ]


def test_people_come_before_automated_drivers_and_legends(chronicle: Chronicle) -> None:
    race = book_race(1, car(0, 3), car(1, 1, kind="legend", name="red"), car(2, 2, kind="automated", name="steady"))
    book = chronicle(race)
    assert [row["driver"] for row in drivers(book)] == [ADA, STEADY, RED] == ["Ada", "@steady", "Legend Red"]
    assert [find(book, text) for text in ("ada", "@Steady", "legend red")] == [ADA, STEADY, RED]
    with pytest.raises(Refused, match=r'No driver in the book is called "Adda" \(did you mean Ada\?\); heat-tui book'):
        find(book, "Adda")


def test_cars_of_one_kind_are_starts_of_one_driver(chronicle: Chronicle) -> None:
    race = book_race(1, car(0, 2), *(car(at, place, kind="automated", name="steady") for at, place in ((1, 1), (2, 3))))
    book = chronicle(race)
    assert fields(drivers(book, STEADY), "races", "wins", "average_place") == [(2, 1, 2)]
    assert fields(meetings(book, ADA, STEADY).rows, "game", "place", "other_place") == [(race.game, 2, 1)]
    assert fields(streaks(book, STEADY)[:1], "kind", "now", "longest") == [("wins", 1, 1)]


def test_a_merged_name_counts_for_the_person(chronicle: Chronicle) -> None:
    races = order(1, 0, 1), book_race(2, car(0, 1, name="Adah"), car(1, 2))
    book = chronicle(*races, Adah="Addie", Addie="Ada")
    assert find(book, "Adah") == ADA
    assert drivers(book, ADA)[0]["wins"] == 2
    assert names_of(ADA, aliases(book)) == ["Adah", "Addie"]


def test_streaks_are_counted(chronicle: Chronicle) -> None:
    winners = (0, 0, 1, 0, 0, 0, 1)
    races = [order(number, winner, 1 - winner) for number, winner in enumerate(winners)]
    spun = replace(races[3], cars=(replace(races[3].cars[0], figures={"rounds": 9, "spins": 1}), races[3].cars[1]))
    book = chronicle(*races[:3], spun, *races[4:])
    held = [("wins", 0, 3), ("podiums", 0, 3), ("clean", 3, 3)]
    assert fields(streaks(book, ADA), "kind", "now", "longest") == held
    assert [start["game"] for start in driver_report(book, ADA).rows()] == [race.game for race in reversed(races)]


def test_the_tracks_of_a_driver_go_from_best_to_worst(chronicle: Chronicle) -> None:
    italy = {"track": "italy", "track_name": "Italy"}
    rows = tracks_of(chronicle(order(1, 1, 0), order(2, 0, 1, **italy), order(3, 1, 0, **italy)), ADA)
    assert fields(rows, "track_name", "races", "wins", "average_place", "beaten") == [
        ("Italy", 2, 1, 1.5, 0.5),
        ("USA", 1, 0, 2.0, 0.0),
    ]


def test_head_to_head_results_are_counted(chronicle: Chronicle) -> None:
    races = order(1, 0, 1, 2), order(2, 2, 1, 0), order(3, 1, 0), order(4, 0, 2)
    book = chronicle(*races)
    assert fields(meetings(book, ADA, BO).rows, "place", "other_place") == [(2, 1), (3, 2), (1, 2)]
    assert fields([duel(book, ADA, BO)], "races", "ahead", "behind", "wins", "losses") == [(3, 1, 2, 1, 1)]
    assert duel(book, BO, ADA)["ahead"] == 2


def test_the_rating_equals_that_of_the_library(chronicle: Chronicle) -> None:
    model = PlackettLuce()
    ada, bo, cy = ([model.rating()] for _driver in range(3))
    bo, ada, cy = model.rate([bo, ada, cy], ranks=[1, 2, 3])
    ada, bo = model.rate([ada, bo], ranks=[1, 2])
    book = chronicle(order(1, 1, 0, 2), order(2, 0), order(3, 0, 1))
    rated = {row["driver"]: row["rating"] for row in drivers(book)}
    assert rated == {driver: pytest.approx(rating.ordinal()) for driver, (rating,) in ((ADA, ada), (BO, bo), (CY, cy))}
    assert len(ratings(book, ADA)) == 2
    assert ratings(book, ADA)[-1] == rated[ADA]


def test_a_driver_of_several_cars_gets_the_average_of_their_changes(chronicle: Chronicle) -> None:
    twins = [car(at, place, kind="automated", name="steady") for at, place in ((1, 1), (2, 3))]
    model = PlackettLuce()
    first, _middle, last = (each for (each,) in model.rate([[model.rating()] for _car in range(3)], ranks=[0, 1, 2]))
    (rating,) = ratings(chronicle(book_race(1, car(0, 2), *twins)), STEADY)
    assert rating == pytest.approx((first.mu + last.mu) / 2 - 3 * (first.sigma + last.sigma) / 2)


def test_records_are_kept_by_track_laps_and_rules(chronicle: Chronicle) -> None:
    fast = book_race(3, car(1, 1, grid=2, rounds=9, top_speed=15), car(0, 2, grid=1, rounds=11, top_speed=20), margin=0)
    same = replace(fast, game="game-4", ended="2027-01-01T00:00:00.000Z", save="4", line="4")
    three = order(5, 0, 1, laps=3)
    rain = order(6, 1, 0, rules="both weather")
    rows = records(chronicle(order(1, 0, 1), fast, same, three, rain)).rows
    plain = [row for row in rows if row["laps"] == 2 and not row["rules"]]
    assert fields(plain, "kind", "value", "holder", "game") == [
        ("rounds", 9, "Bo", fast.game),
        ("top_speed", 20, "Ada", fast.game),
        ("gained", 1, "Bo", fast.game),
        ("margin", 0, "Bo, Ada", fast.game),
    ]
    assert {*fields(rows, "laps", "rules")} == {(2, ""), (3, ""), (2, "all upgrades, weather")}
    assert [row["kind"] for row in plain] == [*RECORDS]


def test_a_redrawn_track_has_new_records(chronicle: Chronicle) -> None:
    old, new = order(1, 0, 1, course="old"), order(2, 1, 0, course="new", margin=9)
    book = chronicle(old, new)
    assert {*fields(records(book).rows, "game", "number")} == {new.key}
    assert broken_lines(book, new) == []


def test_a_record_is_broken_only_by_exceeding_those_of_earlier_races(chronicle: Chronicle) -> None:
    first, second = order(1, 0, 1, 2), order(2, 0, 1, 2)
    third = book_race(3, car(0, 2, grid=3, rounds=9), car(1, 1, rounds=10), car(2, 3), margin=2)
    book = chronicle(first, second, third, book_race(4, car(0, 1, rounds=5), car(1, 2)))
    assert broken_lines(book, first) == broken_lines(book, second) == broken_lines(book, order(9, 0, 1)) == []
    assert broken_lines(book, third) == [
        "A record for USA (2 laps): Ada finishes in 9 rounds. The record was 11, by Ada.",
        "The closest finish on USA (2 laps): Bo beats Ada by 2 spaces. The record was 3, by Ada.",
    ]


def test_seasons_and_titles_are_counted(chronicle: Chronicle) -> None:
    won, tied, running = season(10, (9, 6), (6, 9), races=2), season(20, (9, 6), (9, 6)), season(30, (6, 9), races=3)
    book = chronicle(*won, *tied, *running)
    assert [seasons(book).cells(row)[2:] for row in seasons(book).rows] == [
        ["1", "3", "-"],
        ["2", "2", "Ada"],
        ["2", "2", "Bo"],
    ]
    first = standings(book, "game = ?", won[0].game)
    assert fields(first, "driver", "place", "points", "wins") == [(BO, 1, 15, 1), (ADA, 2, 15, 1)]
    assert fields(titles(book).rows, "driver", "titles", "seasons", "points", "wins") == [
        (ADA, 1, 3, 39, 3),
        (BO, 1, 3, 36, 2),
    ]
    assert drivers(book, ADA)[0]["titles"] == 1
    assert standings(chronicle(won[1])) == [], "a race is missing"
    (alone,) = seasons(
        chronicle(*(replace(race, cars=(replace(race.cars[0], place=1, grid=1),), margin=None) for race in won))
    ).rows
    assert (alone["raced"], alone["won_by"]) == (2, None)


REPORTS = {
    "drivers": lambda book: drivers_report(book),
    "driver": lambda book: driver_report(book, ADA),
    "records": lambda book: records_report(book),
    "h2h": lambda book: duel_report(book, ADA, BO),
    "tracks": lambda book: tracks_report(book),
    "seasons": lambda book: seasons_report(book),
    "races": lambda book: races_report(book, 3),
}


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_available_in_every_format(chronicle: Chronicle, name: str) -> None:
    full = REPORTS[name](
        chronicle(*season(10, (9, 6), (6, 9)), order(1, 0, 1, rules="both weather"), order(2, 1, 0, 2))
    )
    text = as_text(full)
    assert "Ada" in text
    assert all(line == line.rstrip() and len(line) <= 100 for line in text.splitlines())
    rows = [*csv.DictReader(io.StringIO(as_csv(full)))]
    assert len(rows) == len([*full.rows()]) > 0
    assert all(None not in row for row in rows)
    assert json.loads(as_json(full))
    if name == "driver":
        return
    nothing: Report = REPORTS[name](chronicle())
    assert as_text(nothing) == "The book has nothing to show here yet.\n"
    assert as_csv(nothing) == ""
    json.loads(as_json(nothing))


def test_a_report_looks_as_expected(chronicle: Chronicle) -> None:
    text = as_text(races_report(chronicle(order(1, 0, 1, rules="both weather"), order(2, 1, 0, 2))))
    assert text.splitlines() == [
        "Date        Track  Laps  Rules                  Cars  Rounds to win  Winner",
        "2026-05-03  USA       2                            3             11  Bo",
        "2026-05-02  USA       2  all upgrades, weather     2             11  Ada",
    ]
    lines = as_text(drivers_report(chronicle(order(1, 0, 1)))).splitlines()
    assert lines[:3] == [
        "People",
        "Driver  Races  Wins  Podiums  Titles  Average  Beaten  Rounds  Rating",
        "Ada         1     1        1       0      1.0   100 %    -1.0     3.4",
    ]


def table(report: Report, title: str) -> list[list[str]]:
    """Return the cells of the table with that title, row by row; empty if there is none."""
    return next(([each.cells(row) for row in each.rows] for each in report.tables() if each.title == title), [])


def test_the_top_speed_is_a_maximum_and_all_else_an_average(chronicle: Chronicle) -> None:
    speeds = (17, 14, 16, 14)
    races = [book_race(at, car(0, 1, top_speed=speed, spins=at), car(1, 2)) for at, speed in enumerate(speeds)]
    book = chronicle(*races)
    report = driver_report(book, ADA)
    assert table(report, "In a race, on average") == [["Rounds", "11.0"], ["Spin outs", "1.5"]]
    assert table(report, "Highest in a race") == [["Top speed", "17"]]
    assert figures(book)[("person", "Ada")] == {"rounds": 11, "top_speed": 17, "spins": 1.5}


def test_the_uses_of_heat_follow_the_heat_paid_and_unused_ones_are_left_out(chronicle: Chronicle) -> None:
    ada = car(0, 1, heat_shift=2, heat_hand=0, heat_paid=3, heat_corner=1, cluttered=1, flooded_heat=0, discarded=0)
    book = chronicle(book_race(1, ada, car(1, 2, discarded=4)))
    assert [words for words, _value in table(driver_report(book, ADA), "In a race, on average")] == [
        "Rounds",
        "Heat paid",
        "Heat for shifts",
        "Heat for corners over the limit",
        "Cards discarded",
        "Cluttered hands",
    ]


def test_the_rounds_of_a_race_and_of_a_track_are_counted_for_the_winner(chronicle: Chronicle) -> None:
    race = book_race(1, car(0, 1, rounds=9), car(1, 2, rounds=12), rounds=12)
    nobody = book_race(2, car(0, 1, finished=False), car(1, 2, finished=False))
    (row,) = races_report(chronicle(race)).tables()[0].rows
    (track,) = tracks_report(chronicle(race, nobody)).tables()[0].rows
    assert (row["rounds"], track["rounds"]) == (9, 9)
    for report in (races_report(chronicle(race)), tracks_report(chronicle(race))):
        assert "Rounds to win" in report.tables()[0].headings
    assert races_report(chronicle(nobody)).tables()[0].rows[0]["rounds"] is None


def test_legends_have_no_spin_outs(chronicle: Chronicle) -> None:
    race = book_race(1, car(0, 1, spins=1), car(1, 2), replace(car(2, 3), kind="legend", name="red", figures={}))
    book = chronicle(replace(race, cars=(*race.cars[:2], replace(race.cars[2], figures={"rounds": 13}))))
    assert [track["spins"] for track in tracks(book).rows] == [0.5]
    assert [streak["kind"] for streak in streaks(book, RED)] == ["wins", "podiums"]
    assert [streak["kind"] for streak in streaks(book, ADA)] == ["wins", "podiums", "clean"]


@pytest.mark.parametrize(
    ("value", "decimals", "rounded"),
    [
        (1.25, 1, "1.3"),
        (1.75, 1, "1.8"),
        (-0.25, 1, "-0.3"),
        (-0.04, 1, "0.0"),
        (12.0, 1, "12.0"),
        (100 * 0.285, 0, "29"),
        (12.5, 0, "13"),
        (0, 0, "0"),
    ],
)
def test_a_half_is_rounded_up(value: float, decimals: int, rounded: str) -> None:
    assert str(half_up(value, decimals)) == rounded


def test_the_one_line_of_a_driver_is_rounded_alike_everywhere(chronicle: Chronicle) -> None:
    races = [
        book_race(at, car(0, 1 + (at == 0), rounds=12), car(1, 2 - (at == 0), rounds=12 + (at > 0))) for at in range(4)
    ]
    (row, _other) = drivers_report(chronicle(*races)).tables()[0].rows
    assert (row["average_place"], row["beaten"], row["pace"]) == (1.25, 0.75, -0.75)
    assert drivers_report(chronicle(*races)).tables()[0].cells(row)[5:8] == ["1.3", "75 %", "-0.8"]


def test_nobody_is_compared_with_themselves(chronicle: Chronicle) -> None:
    book = chronicle(order(1, 0, 1), Adah="Ada")
    with pytest.raises(Refused, match=r"^Both names belong to Ada; name two drivers\.$"):
        duel(book, ADA, find(book, "Adah"))


def test_the_command_line_offers_the_formats_of_the_reports() -> None:
    assert tuple(FORMATS) == options.TABLE_FORMATS


def test_the_latest_races_come_first(chronicle: Chronicle) -> None:
    book = chronicle(*(order(number, 0, 1) for number in range(5)))
    shown = races_report(book, 3).tables()[0].rows
    assert fields([*shown], "game", "number") == [("game-4", 1), ("game-3", 1), ("game-2", 1)]
    assert [row["game"] for row in races_report(book, 1).rows()] == ["game-4", "game-4"]


def test_rules_are_named_in_the_language_in_use(chronicle: Chronicle) -> None:
    book = chronicle(order(1, 0, 1, rules="weather"), order(2, 1, 0, rules="weather"))
    english = as_text(races_report(book))
    with spoken(PseudoTranslations()):
        assert "weather" not in as_text(races_report(book))
    assert as_text(races_report(book)) == english


@pytest.mark.point("R3")
def test_records_are_peoples_and_automated_drivers_have_their_own_list(chronicle: Chronicle) -> None:
    steady, green = ("automated", "steady"), ("legend", "green")
    mixed = book_race(
        1,
        car(0, 2, rounds=12, top_speed=14),
        car(1, 1, kind=steady[0], name=steady[1], grid=3, rounds=9, top_speed=22),
        car(2, 3, kind=green[0], name=green[1], grid=2, rounds=13, top_speed=25),
        margin=5,
    )
    book = chronicle(mixed)
    assert fields(records(book).rows, "kind", "value", "holder") == [("rounds", 12, "Ada"), ("top_speed", 14, "Ada")]
    assert fields(records(book, automated=True).rows, "kind", "value", "holder") == [
        ("rounds", 9, "@steady"),
        ("top_speed", 25, "Legend Green"),
        ("gained", 2, "@steady"),
        ("margin", 5, "@steady, Ada"),
    ]
    assert as_text(records_report(book)).count("@steady") == 0
    assert as_text(records_report(book, automated=True)).count("@steady") == 3
    assert fields(records(book, "usa", automated=True).rows, "value")[0] == (9,)


@pytest.mark.point("R3")
def test_a_person_breaks_the_record_of_people_and_automated_drivers_break_theirs(chronicle: Chronicle) -> None:
    def driven(number: int, person: int, automated: int) -> BookRace:
        return book_race(
            number,
            car(0, 2, rounds=person),
            car(1, 1, kind="automated", name="steady", rounds=automated),
            margin=None,
        )

    first, better, worse = driven(1, 14, 9), driven(2, 12, 9), driven(3, 13, 8)
    alone = book_race(4, car(0, 1, kind="automated", name="champion", rounds=7), margin=None)
    book = chronicle(first, better, worse, alone)
    assert broken_lines(book, better) == [
        "A record for USA (2 laps): Ada finishes in 12 rounds. The record was 14, by Ada."
    ]
    assert broken_lines(book, worse) == [], "an automated driver's record is no news to a person"
    assert broken_lines(book, alone) == [
        "A record for USA (2 laps): @champion finishes in 7 rounds. The record was 8, by @steady."
    ]


@pytest.mark.point("R3")
def test_most_wins_on_a_track_are_counted_among_people(chronicle: Chronicle) -> None:
    lost = [book_race(number, car(0, 2), car(1, 1, kind="automated", name="steady")) for number in (1, 2)]
    book = chronicle(*lost, order(3, 0, 1))
    assert fields(tracks(book).rows, "best", "wins", "races") == [("Ada", 1, 3)]
    assert fields(tracks(book, automated=True).rows, "best", "wins", "races") == [("@steady", 2, 3)]
    (none,) = tracks(chronicle(*lost)).rows
    assert (none["best"], none["wins"]) == (None, 0)
