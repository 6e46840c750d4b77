"""The contents of the drivers' book, counted by hand on made-up races."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise

import pytest
from openskill.models import PlackettLuce

from heat_tui.cli import options
from heat_tui.game.book.chronicle import Chronicle, Driver, Streak
from heat_tui.game.book.pages import (
    FORMATS,
    Report,
    as_csv,
    as_json,
    as_text,
    driver_report,
    drivers_report,
    duel_report,
    half_up,
    races_report,
    records_report,
    seasons_report,
    tracks_report,
)
from heat_tui.store.book import BookRace
from heat_tui.store.schema import Refused
from tests.books import book_race, car, order

ADA, BO, CY = (Driver("person", name) for name in ("Ada", "Bo", "Cy"))
STEADY, RED = Driver("automated", "steady"), Driver("legend", "red")


def chronicle(*races: BookRace, **aliases: str) -> Chronicle:
    return Chronicle(sorted(races, key=lambda race: race.when), aliases)


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


def test_a_driver_is_summed_up_in_one_line() -> None:
    rows = chronicle(order(1, 0, 1, 2, 3), order(2, 1, 0), order(3, 2, 1, 0)).drivers()
    assert {row.driver.name for row in rows} == {"Ada", "Bo", "Cy", "Di"}
    assert all(one.rating >= other.rating for one, other in pairwise(rows))
    ada = next(row for row in rows if row.driver == ADA)
    assert (ada.races, ada.wins, ada.podiums, ada.titles) == (3, 1, 1, 0)
    assert ada.average_place == 2
    assert ada.beaten == pytest.approx((1 + 0 + 0) / 3)
    assert ada.pace == pytest.approx(((11 - 13) + (12 - 11) + (13 - 11.5)) / 3)
    assert ada.figures == {"rounds": 12, "spins": 0, "top_speed": 10}


def test_the_last_car_gets_no_podium_and_an_unfinished_car_no_win() -> None:
    race = book_race(1, car(0, 1, finished=False), car(1, 2, finished=False))
    rows = chronicle(race).drivers()
    assert [(row.wins, row.podiums, row.pace) for row in rows] == [(0, 0, None)] * 2


def test_practice_counts_only_for_records() -> None:
    book = chronicle(order(1, 0), order(2, 1, 2))
    assert {row.driver for row in book.drivers()} == {BO, CY}
    with pytest.raises(Refused, match="Ada has only practised so far, in single-car races"):
        book.driver(ADA)
    assert [(record.kind, record.value, record.driver) for record in book.records()] == [
        ("rounds", 11, ADA),
        ("top_speed", 10, ADA),
        ("margin", 3, BO),
    ]


def test_people_come_before_automated_drivers_and_legends() -> None:
    race = book_race(1, car(0, 3), car(1, 1, kind="legend", name="red"), car(2, 2, kind="automated", name="steady"))
    book = chronicle(race)
    assert [row.driver for row in book.drivers()] == [ADA, STEADY, RED]
    assert [driver.words for driver in (ADA, STEADY, RED)] == ["Ada", "@steady", "Legend Red"]
    assert [book.find(text) for text in ("ada", "@Steady", "legend red")] == [ADA, STEADY, RED]
    with pytest.raises(Refused, match=r'No driver in the book is called "Adda" \(did you mean Ada\?\); heat-tui book'):
        book.find("Adda")


def test_cars_of_one_kind_are_starts_of_one_driver() -> None:
    race = book_race(1, car(0, 2), *(car(at, place, kind="automated", name="steady") for at, place in ((1, 1), (2, 3))))
    book = chronicle(race)
    steady = book.driver(STEADY)
    assert (steady.row.races, steady.row.wins, steady.row.average_place) == (2, 1, 2)
    assert book.duel(ADA, STEADY).meetings == ((race, 2, 1),)
    assert steady.streaks[0] == Streak("wins", 1, 1)


def test_a_merged_name_counts_for_the_person() -> None:
    races = order(1, 0, 1), book_race(2, car(0, 1, name="Adah"), car(1, 2))
    book = chronicle(*races, Adah="Addie", Addie="Ada")
    assert book.find("Adah") == ADA
    assert book.driver(ADA).row.wins == 2
    assert book.driver(ADA).also == ("Adah", "Addie")


def test_streaks_are_counted() -> None:
    winners = (0, 0, 1, 0, 0, 0, 1)
    races = [order(number, winner, 1 - winner) for number, winner in enumerate(winners)]
    spun = replace(races[3], cars=(replace(races[3].cars[0], figures={"rounds": 9, "spins": 1}), races[3].cars[1]))
    page = chronicle(*races[:3], spun, *races[4:]).driver(ADA)
    assert page.streaks == (Streak("wins", 0, 3), Streak("podiums", 0, 3), Streak("clean", 3, 3))
    assert [start.race for start in page.races] == [*reversed(races[4:]), spun, *reversed(races[:3])]


def test_the_tracks_of_a_driver_go_from_best_to_worst() -> None:
    italy = {"track": "italy", "track_name": "Italy"}
    page = chronicle(order(1, 1, 0), order(2, 0, 1, **italy), order(3, 1, 0, **italy)).driver(ADA)
    assert [(row.name, row.races, row.wins, row.average_place, row.beaten) for row in page.tracks] == [
        ("Italy", 2, 1, 1.5, 0.5),
        ("USA", 1, 0, 2.0, 0.0),
    ]


def test_head_to_head_results_are_counted() -> None:
    races = order(1, 0, 1, 2), order(2, 2, 1, 0), order(3, 1, 0), order(4, 0, 2)
    duel = chronicle(*races).duel(ADA, BO)
    assert [(place, other) for _race, place, other in duel.meetings] == [(1, 2), (3, 2), (2, 1)]
    assert (duel.ahead, duel.behind, duel.wins, duel.losses) == (1, 2, 1, 1)
    assert chronicle(*races).duel(BO, ADA).ahead == 2


def test_the_rating_equals_that_of_the_library() -> None:
    model = PlackettLuce()
    ada, bo, cy = ([model.rating()] for _driver in range(3))
    bo, ada, cy = model.rate([bo, ada, cy], ranks=[1, 2, 3])
    ada, bo = model.rate([ada, bo], ranks=[1, 2])
    book = chronicle(order(1, 1, 0, 2), order(2, 0), order(3, 0, 1))
    ratings = {row.driver: row.rating for row in book.drivers()}
    assert ratings == {
        driver: pytest.approx(rating.ordinal()) for driver, (rating,) in ((ADA, ada), (BO, bo), (CY, cy))
    }
    assert len(book.driver(ADA).ratings) == 2
    assert book.driver(ADA).ratings[-1] == ratings[ADA]


def test_a_driver_of_several_cars_gets_the_average_of_their_changes() -> None:
    twins = [car(at, place, kind="automated", name="steady") for at, place in ((1, 1), (2, 3))]
    model = PlackettLuce()
    first, _middle, last = (each for (each,) in model.rate([[model.rating()] for _car in range(3)], ranks=[0, 1, 2]))
    (rating,) = chronicle(book_race(1, car(0, 2), *twins)).driver(STEADY).ratings
    assert rating == pytest.approx((first.mu + last.mu) / 2 - 3 * (first.sigma + last.sigma) / 2)


def test_records_are_kept_by_track_laps_and_rules() -> None:
    fast = book_race(3, car(1, 1, grid=2, rounds=9, top_speed=15), car(0, 2, grid=1, rounds=11, top_speed=20), margin=0)
    same = replace(fast, game="game-4", ended="2027", save="4", line="4")
    three = order(5, 0, 1, laps=3)
    rain = order(6, 1, 0, rules="both weather")
    records = chronicle(order(1, 0, 1), fast, same, three, rain).records()
    assert [
        (r.kind, r.value, r.driver, r.other, r.race.key) for r in records if r.race.laps == 2 and not r.race.rules
    ] == [
        ("rounds", 9, BO, None, fast.key),
        ("top_speed", 20, ADA, None, fast.key),
        ("gained", 1, BO, None, fast.key),
        ("margin", 0, BO, ADA, fast.key),
    ]
    assert {(record.race.laps, record.race.rules) for record in records} == {(2, ""), (3, ""), (2, "both weather")}


def test_a_redrawn_track_has_new_records() -> None:
    old, new = order(1, 0, 1, course="old"), order(2, 1, 0, course="new", margin=9)
    assert {record.race.key for record in chronicle(old, new).records()} == {new.key}
    assert chronicle(old, new).broken(new) == []


def test_a_record_is_broken_only_by_exceeding_those_of_earlier_races() -> None:
    first, second = order(1, 0, 1, 2), order(2, 0, 1, 2)
    third = book_race(3, car(0, 2, grid=3, rounds=9), car(1, 1, rounds=10), car(2, 3), margin=2)
    book = chronicle(first, second, third, book_race(4, car(0, 1, rounds=5), car(1, 2)))
    assert book.broken(first) == book.broken(second) == []
    assert [(new.kind, new.value, old.value, old.race.key) for new, old in book.broken(third)] == [
        ("rounds", 9, 11, first.key),
        ("margin", 2, 3, first.key),
    ]


def test_seasons_and_titles_are_counted() -> None:
    won, tied, running = season(10, (9, 6), (6, 9), races=2), season(20, (9, 6), (9, 6)), season(30, (6, 9), races=3)
    book = chronicle(*won, *tied, *running)
    tables = book.seasons()
    assert [(table.raced, table.races, table.champion) for table in tables] == [(1, 3, None), (2, 2, ADA), (2, 2, BO)]
    assert [(s.driver, s.place, s.points, s.wins) for s in tables[2].standings] == [(BO, 1, 15, 1), (ADA, 2, 15, 1)]
    assert [(row.driver, row.titles, row.seasons, row.points, row.wins) for row in book.titles()] == [
        (ADA, 1, 3, 39, 3),
        (BO, 1, 3, 36, 2),
    ]
    assert book.driver(ADA).row.titles == 1
    assert chronicle(won[1]).seasons() == [], "a race is missing"
    (alone,) = chronicle(*(replace(race, cars=race.cars[:1]) for race in won)).seasons()
    assert (alone.raced, alone.champion) == (2, None)


REPORTS = {
    "drivers": lambda book: drivers_report(book),
    "driver": lambda book: driver_report(book.driver(ADA)),
    "records": lambda book: records_report(book),
    "h2h": lambda book: duel_report(book.duel(ADA, BO)),
    "tracks": lambda book: tracks_report(book),
    "seasons": lambda book: seasons_report(book),
    "races": lambda book: races_report(book, 3),
}


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_available_in_every_format(name: str) -> None:
    full = REPORTS[name](
        chronicle(*season(10, (9, 6), (6, 9)), order(1, 0, 1, rules="both weather"), order(2, 1, 0, 2))
    )
    text = as_text(full)
    assert "Ada" in text
    assert all(line == line.rstrip() and len(line) <= 100 for line in text.splitlines())
    rows = [*csv.DictReader(io.StringIO(as_csv(full)))]
    assert len(rows) == len(full.rows) > 0
    assert all(None not in row for row in rows)
    assert json.loads(as_json(full))
    if name == "driver":
        return
    nothing: Report = REPORTS[name](chronicle())
    assert as_text(nothing) == "The book has nothing to show here yet.\n"
    assert [*csv.DictReader(io.StringIO(as_csv(nothing)))] == []
    json.loads(as_json(nothing))


def test_a_report_looks_as_expected() -> None:
    text = as_text(races_report(chronicle(order(1, 0, 1, rules="both weather"), order(2, 1, 0, 2))))
    assert text.splitlines() == [
        "Date        Track  Laps  Rules                  Cars  Rounds to win  Winner",
        "2026-05-03  USA       2                            3             11  Bo",
        "2026-05-02  USA       2  all upgrades, weather     2             11  Ada",
    ]
    lines = as_text(drivers_report(chronicle(order(1, 0, 1)))).splitlines()
    assert lines[:3] == [
        "People",
        "Driver  Races  Wins  Podiums  Titles  Place  Beaten  Rounds  Rating",
        "Ada         1     1        1       0    1.0   100 %    -1.0     3.4",
    ]


def table(report: Report, title: str) -> list[list[str]]:
    """Return the cells of the table with that title."""
    return next(([each.cells(row) for row in each.rows] for each in report.tables if each.title == title), [])


def test_the_top_speed_is_a_maximum_and_all_else_an_average() -> None:
    speeds = (17, 14, 16, 14)
    races = [book_race(at, car(0, 1, top_speed=speed, spins=at), car(1, 2)) for at, speed in enumerate(speeds)]
    page = chronicle(*races).driver(ADA)
    report = driver_report(page)
    assert table(report, "In a race, on average") == [["Rounds", "11.0"], ["Spin outs", "1.5"]]
    assert table(report, "Highest in a race") == [["Top speed", "17"]]
    assert page.row.figures == {"rounds": 11, "top_speed": 17, "spins": 1.5}


def test_the_uses_of_heat_follow_the_heat_paid_and_unused_ones_are_left_out() -> None:
    ada = car(0, 1, heat_shift=2, heat_hand=0, heat_paid=3, heat_corner=1, cluttered=1, flooded_heat=0, discarded=0)
    book = chronicle(book_race(1, ada, car(1, 2, discarded=4)))
    assert [words for words, _value in table(driver_report(book.driver(ADA)), "In a race, on average")] == [
        "Rounds",
        "Heat paid",
        "Heat for shifts",
        "Heat for corners over the limit",
        "Cards discarded",
        "Cluttered hands",
    ]


def test_the_rounds_of_a_race_and_of_a_track_are_counted_for_the_winner() -> None:
    race = book_race(1, car(0, 1, rounds=9), car(1, 2, rounds=12), rounds=12)
    nobody = book_race(2, car(0, 1, finished=False), car(1, 2, finished=False))
    (row,) = races_report(chronicle(race)).tables[0].rows
    (track,) = tracks_report(chronicle(race, nobody)).tables[0].rows
    assert (row["rounds"], track["rounds"]) == (9, 9)
    for report in (races_report(chronicle(race)), tracks_report(chronicle(race))):
        assert "Rounds to win" in report.tables[0].headings
    assert races_report(chronicle(nobody)).tables[0].rows[0]["rounds"] is None


def test_legends_have_no_spin_outs() -> None:
    race = book_race(1, car(0, 1, spins=1), car(1, 2), replace(car(2, 3), kind="legend", name="red", figures={}))
    book = chronicle(replace(race, cars=(*race.cars[:2], replace(race.cars[2], figures={"rounds": 13}))))
    assert [track.spins for track in book.tracks()] == [0.5]
    assert [streak.kind for streak in book.driver(RED).streaks] == ["wins", "podiums"]
    assert [streak.kind for streak in book.driver(ADA).streaks] == ["wins", "podiums", "clean"]


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


def test_the_one_line_of_a_driver_is_rounded_alike_everywhere() -> None:
    races = [
        book_race(at, car(0, 1 + (at == 0), rounds=12), car(1, 2 - (at == 0), rounds=12 + (at > 0))) for at in range(4)
    ]
    (row, _other) = drivers_report(chronicle(*races)).tables[0].rows
    assert (row["average_place"], row["beaten"], row["pace"]) == (1.25, 0.75, -0.75)
    assert drivers_report(chronicle(*races)).tables[0].cells(row)[5:8] == ["1.3", "75 %", "-0.8"]


def test_nobody_is_compared_with_themselves() -> None:
    book = chronicle(order(1, 0, 1), Adah="Ada")
    with pytest.raises(Refused, match=r"^Both names belong to Ada; name two drivers\.$"):
        book.duel(ADA, book.find("Adah"))


def test_the_command_line_offers_the_formats_of_the_reports() -> None:
    assert tuple(FORMATS) == options.TABLE_FORMATS


def test_the_latest_races_come_first() -> None:
    races = chronicle(*(order(number, 0, 1) for number in range(5))).recent(3)
    assert all(later.when > earlier.when for later, earlier in pairwise(races))
    assert [race.key for race in races] == [("game-4", 1), ("game-3", 1), ("game-2", 1)]
