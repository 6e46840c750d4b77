"""The state of the race in words, from one seat or for spectators."""

from __future__ import annotations

import pytest

from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.words.cards import card_list, card_words
from heat_tui.words.names import corner_with_limit, place_words
from heat_tui.words.situation import situation, standings, track_lines
from tests.tables import OFF, Place, Table, driver, least, legend, loop, planning, turn

ROAD = loop(60, (20, 4), (30, 3), laps=2)


def seen(table: Table, seat: int | None = 0) -> list[str]:
    """Return the status lines of a seat."""
    return situation(table.race.view(seat))


@pytest.mark.point("C2")
def test_the_drivers_car_and_its_neighbours_are_described() -> None:
    table = planning(
        ROAD,
        driver(75, gear=3, engine=4, hand="1 2 3 4", deck="1 1", discard="heat 2"),
        driver(77, OFF),
        driver(75, OFF),
        legend(68, colour="black"),
    )
    table.race.last = (3,)
    assert seen(table) == [
        "Round 1, lap 1 of 2; position 2 of 4.",
        "You are on space 15, race line, 5 spaces before the line of corner 1, limit 4.",
        "Gear 3, 4 Heat in the engine.",
        "Beside you: Cem.",
        "Ahead: Bo by 2 spaces (space 17, off spot).",
        "Behind: Legend Black by 7 spaces (space 8, race line).",
        "2 cards in the draw deck, 2 in the discard pile with Heat on top.",
        "Turn order: Bo, Ada, Cem, Legend Black.",
        "Still to plan: Bo and Cem.",
    ]


def test_before_the_first_round_nothing_is_in_round_0() -> None:
    setup = RaceSetup(ROAD, ("Ada", "Bo"), modules=(MulliganRule(),))
    race = Race.start(setup)
    assert situation(race.view(0))[0].startswith("Before the start, on the grid; position ")
    assert situation(race.view(None))[0] == "Before the start."


@pytest.mark.point("C2")
def test_the_last_to_plan_is_told_of_nobody_later_and_a_moving_driver_of_no_plans() -> None:
    table = planning(ROAD, driver(75), driver(100))
    table.play(least(table.asked(PlanDecision)))
    assert seen(table, 1)[-1] == "Turn order: Bo, Ada."
    table = turn(ROAD, driver(10, play="1"), driver(20))
    assert not any(line.startswith(("Turn order:", "Still to plan:")) for line in seen(table))


@pytest.mark.rule("4.1")
def test_adrenaline_is_mentioned_to_the_last_cars() -> None:
    table = turn(ROAD, driver(10, play="1"), driver(20), last=(0,))
    assert "You are last, so you have Adrenaline this turn." in seen(table)
    assert "You are last, so you have Adrenaline this turn." not in seen(table, 1)


def test_cars_on_another_lap_count_as_near_too() -> None:
    lines = seen(planning(ROAD, driver(75), driver(137), driver(13), driver(135, OFF)))
    assert "Ahead: Bo by 2 spaces (space 17, race line; 1 lap ahead)." in lines
    assert "Behind: Cem by 2 spaces (space 13, race line; 1 lap behind)." in lines
    assert "Beside you: Dina (1 lap ahead)." in lines
    table = planning(ROAD, driver(135), driver(15, OFF))
    assert "Beside you: Bo (2 laps behind)." in seen(table)
    assert "Beside you: Ada (2 laps ahead)." in seen(table, 1)


def test_having_nobody_near_is_described() -> None:
    lines = seen(planning(ROAD, driver(75), driver(100)))
    assert "No other car is within 10 spaces." in lines
    assert lines[-3].endswith("the discard pile is empty.")


@pytest.mark.parametrize(
    ("at", "road"),
    [
        (79, "1 space before the line of corner 1, limit 4."),
        (80, "right before the line of corner 1, limit 4."),
        (81, "9 spaces before the line of corner 2, limit 3."),
        (91, "49 spaces before the line of corner 1, limit 4."),
        (160, "20 spaces before the finish line, with no corner between."),
        (179, "1 space before the finish line, with no corner between."),
        (180, "right before the finish line."),
    ],
)
def test_the_road_ahead_is_described(at: int, road: str) -> None:
    assert seen(planning(ROAD, driver(at), driver(42)))[1].endswith(f", {road}")


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (driver(190, status="finished"), "You have finished in first place."),
        (driver(40, status="retired"), "You have retired from the race."),
        (driver(40, status="out"), "You are out of the race."),
    ],
)
def test_a_car_that_left_the_track_is_described(place: Place, line: str) -> None:
    assert seen(planning(ROAD, place, driver(100), driver(90))) == ["Round 1.", line]


def test_a_car_past_the_finish_line_is_described() -> None:
    table = planning(ROAD, driver(100), driver(183))
    assert seen(table, 1)[:2] == [
        "Round 1, past the finish line; position 1 of 2.",
        "You are on space 3, race line.",
    ]


def test_the_standings_are_described() -> None:
    table = planning(
        ROAD,
        driver(130, gear=3, engine=2),
        driver(55, OFF, gear=1, engine=6),
        driver(190, status="finished"),
        driver(70, status="retired"),
        driver(70, status="out"),
        driver(182),
        legend(58, colour="black"),
        legend(131, OFF, colour="blue"),
    )
    assert standings(table.race.view(None)) == [
        "1. Cem, finished",
        "2. Fay, past the finish line, space 2, race line",
        "3. Legend Blue, lap 2, space 11, off spot",
        "4. Ada, lap 2, space 10, race line, gear 3, 2 Heat",
        "5. Legend Black, on the grid, space 58, race line",
        "6. Bo, on the grid, space 55, off spot, gear 1, 6 Heat",
        "7. Dina, retired",
        "8. Eli, out of the race",
    ]
    assert situation(table.race.view(None)) == ["Round 1.", *standings(table.race.view(None))]


def test_the_track_is_described() -> None:
    sprint = planning(ROAD, driver(100), driver(90), laps=1)
    assert track_lines(sprint.race.view(None))[0] == "Loop: 60 spaces a lap, 1 lap."
    table = planning(ROAD, driver(100), driver(90))
    assert track_lines(table.race.view(0)) == [
        "Loop: 60 spaces a lap, 2 laps.",
        "Corner 1, limit 4: its line is after space 20.",
        "Corner 2, limit 3: its line is after space 30.",
    ]
    assert corner_with_limit(ROAD, 1, ROAD.corners[1].limit) == "corner 2, limit 3"
    assert place_words(ROAD, 75, 0) == "space 15, race line"


def test_cards_are_described() -> None:
    assert card_list(("heat", "2", "stress", "4", "2", "heat", "heat", "stress", "0", "5")) == (
        "5, 4, 2, 2, 0, two Stress cards and three Heat cards"
    )
    assert card_list(("4",)) == "4"
    assert card_list(()) == "no cards"
    assert card_list(("banana",)) == '"banana"'
    assert card_words("1") == "A Basic card with speed 1: it moves your car 1 space."
    assert card_words("5").startswith(
        "A starting upgrade with speed 5. It is not a Basic card: when a + turns it over, it is discarded."
    )
