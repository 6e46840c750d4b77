"""The story of a race in a few sentences."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import Plan
from heat_tui.engine.events import (
    Boosted,
    CardFlipped,
    CarFinished,
    CarMoved,
    CornerTaken,
    Event,
    RaceEnded,
    RaceStarted,
    Retired,
    RoundBegan,
    SpunOut,
)
from heat_tui.game.telling.export import log_text
from heat_tui.game.telling.highlights import MOST, _risks, highlight_lines, highlights
from heat_tui.game.telling.story import result_lines
from heat_tui.modules.championship.events import Eliminated
from tests.tables import driver, legend, loop, planning, turn
from tests.tui.races import finished, raced
from tests.tui.test_boards import match_of

ROAD = loop(60, (14, 5), (30, 3), laps=1)
SHEET = turn(ROAD, driver(10), driver(8), legend(5, colour="green")).race.rules.sheet
ALONE = Race.start(RaceSetup(ROAD, ("Ada",))).rules.sheet

pytestmark = pytest.mark.point("G2")


def moves(
    car: int, start: int, end: int, *, cause: str = "reveal", speed: int | None = None, spot: int = 0
) -> CarMoved:
    """Return the event of a car's move."""
    way = end - start
    return CarMoved(car, cause, way, start, end, spot, way if speed is None else speed, ())


GRID = RaceStarted((0, 1, 2))
"""A start with Ada and Bo side by side on space 60, and Legend Green on space 59."""


def told(*happened: Event) -> list[str]:
    """Return the story of a race that began on the grid."""
    return highlights(SHEET, (GRID, *happened))


def home(*cars: int) -> tuple[Event, ...]:
    """Return the events of these cars finishing, in this order, at the end of a round, and of the end of the race."""
    return (*(CarFinished(car, place) for place, car in enumerate(cars, start=1)), RaceEnded((0, 1, 2)))


def test_a_race_won_from_pole_position_is_told() -> None:
    assert told(
        RoundBegan(1, (0, 1, 2)),
        moves(0, 60, 125),
        moves(1, 60, 122),
        moves(2, 59, 122, spot=1),
        *home(0, 1, 2),
    ) == [
        "Ada leads from pole to the finish line.",
        "The fastest turn: Ada, speed 65 in round 1.",
        "Ada wins in round 1, 3 spaces ahead of Bo.",
        "Bo takes second place on the race line, side by side with Legend Green.",
    ]


def test_the_lead_and_the_cars_overtaken_for_it_are_told() -> None:
    lines = told(
        RoundBegan(1, (0, 1, 2)),
        moves(0, 60, 62),
        moves(1, 60, 61),
        moves(2, 59, 60),
        RoundBegan(2, (0, 1, 2)),
        moves(0, 62, 63),
        moves(1, 61, 62),
        moves(2, 60, 61),
        moves(2, 61, 70, speed=10),
        RoundBegan(3, (2, 0, 1)),
        moves(2, 70, 121),
        *home(2),
    )
    assert "In round 2, Legend Green overtakes 2 cars: Ada and Bo." in lines
    assert "Legend Green takes the lead in round 2 and keeps it." in lines
    assert lines[-2:] == [
        "Legend Green wins in round 3; nobody else finishes.",
        "Legend Green wins from third place on the grid.",
    ]


def test_a_car_that_has_left_the_track_was_not_overtaken() -> None:
    for gone in (Retired(1), Eliminated(1)):
        lines = told(RoundBegan(1, (0, 1, 2)), moves(1, 60, 62), gone, moves(2, 59, 70), RaceEnded((0, 2, 1)))
        assert "In round 1, Legend Green overtakes Ada." in lines


def test_the_costliest_corner_and_the_boldest_boost_are_told() -> None:
    lines = told(
        RoundBegan(1, (0, 1, 2)),
        moves(0, 60, 72),
        Boosted(0, 1),
        CardFlipped(0, "boost", (), "4"),
        moves(0, 72, 76, cause="boost", speed=16),
        CornerTaken(0, 0, 16, 5, 4, 0),
        moves(1, 60, 75),
        CornerTaken(1, 0, 7, 5, 2, 0),
        RoundBegan(2, (0, 1, 2)),
        moves(1, 75, 95),
        SpunOut(1, 1, 20, 3, 17, 2, 2, 4, 95, 90, 0),
        RaceEnded((0, 1, 2)),
    )
    assert lines == [
        "The boldest Boost: Ada in round 1, speed 16 at corner 1 for 4 Heat.",
        "Corner 1 costs the most: 6 Heat.",
        "In round 1, Bo pays 2 Heat, the last in the engine, at corner 1.",
        "In round 2, Bo overtakes Ada.",
        "In round 2, Bo spins out at the last corner and loses 5 spaces.",
    ]
    again = told(
        RoundBegan(1, (0, 1, 2)),
        moves(0, 60, 72),
        CardFlipped(0, "boost", (), None),
        SpunOut(0, 0, 12, 5, 7, 2, 2, 4, 76, 74, 0),
        RaceEnded((0, 1, 2)),
    )
    assert "The boldest Boost: Ada in round 1, into a spin out at corner 1." in again
    assert "Corner 1 costs the most: 2 Heat and 1 spin out." in again
    assert not any("loses" in line for line in again), "the spin out is told with its Boost"


def test_of_two_corners_that_cost_the_same_neither_costs_the_most() -> None:
    happened = [RoundBegan(1, (0, 1, 2)), CornerTaken(0, 0, 7, 5, 2, 2), CornerTaken(0, 1, 5, 3, 2, 0)]
    assert not any("costs the most" in line for line in told(*happened, RaceEnded((0, 1, 2))))
    again = told(*happened, CornerTaken(1, 1, 4, 3, 1, 0), RaceEnded((0, 1, 2)))
    assert "Corner 2 costs the most: 3 Heat." in again


@pytest.mark.point("D2")
def test_lost_leads_are_told() -> None:
    lines = told(
        *(event for number in (1, 2, 3) for event in (RoundBegan(number, (0, 1, 2)), moves(0, 60, 62))),
        moves(1, 60, 123),
        moves(0, 62, 122),
        *home(1, 0),
    )
    assert "Ada leads into round 3, but Bo wins." in lines
    assert "Ada leads at the start of 3 rounds and finishes in second place." in lines


SPUN = SpunOut(0, 0, 12, 5, 7, 2, 2, 4, 76, 74, 0)


@pytest.mark.point("D2")
def test_a_spin_out_of_the_lead_is_told() -> None:
    lines = told(RoundBegan(2, (0, 1, 2)), moves(0, 70, 76), SPUN, RaceEnded((0, 1, 2)))
    assert "In round 2, Ada spins out of the lead at corner 1 and loses 2 spaces." in lines
    flat = told(RoundBegan(2, (1, 0, 2)), moves(1, 60, 80), moves(0, 60, 76), SPUN, RaceEnded((0, 1, 2)))
    assert "In round 2, Ada spins out at corner 1 and loses 2 spaces." in flat
    won = moves(1, 60, 123), CarFinished(1, 1)
    late = told(RoundBegan(2, (1, 0, 2)), *won, RoundBegan(3, (0, 2)), moves(0, 60, 76), SPUN, RaceEnded((1, 0, 2)))
    assert not any("out of the lead" in line for line in late), "the race is won"


@pytest.mark.point("D2")
@pytest.mark.parametrize("place", [70, 92])
def test_a_spin_out_that_eliminates_its_driver_loses_no_spaces(place: int) -> None:
    """The leader is eliminated at a corner, or at the last one (event 10)."""
    spun = SpunOut(0, 0, 12, 5, 7, 2, 0, 4, place + 6, place + 4, 0)
    out = spun if place == 70 else replace(spun, corner=1)
    lines = told(RoundBegan(2, (0, 1, 2)), moves(0, place, place + 6), out, Eliminated(0), RaceEnded((1, 2, 0)))
    assert f"In round 2, Ada spins out at corner {out.corner + 1} and is out of the race." in lines
    assert not any("loses" in line or "the last corner" in line for line in lines)


@pytest.mark.point("D2")
def test_the_last_corner_is_that_of_the_last_lap() -> None:
    """The car spins out at the last corner before the last lap, from a space in the last lap."""
    sheet = turn(loop(60, (14, 5), (50, 3), laps=2), driver(10), driver(8)).race.rules.sheet
    for end, where in ((110, "corner 2"), (170, "the last corner")):
        start = end + 13
        spun = SpunOut(0, 1, 13, 3, 10, 2, 1, 4, start, end - 2, 0)
        happened = (
            RaceStarted((0, 1)),
            RoundBegan(2, (1, 0)),
            moves(1, 60, 175),
            moves(0, end, start),
            spun,
            RaceEnded((1, 0)),
        )
        assert f"In round 2, Ada spins out at {where} and loses 15 spaces." in highlights(sheet, happened)


@pytest.mark.point("D2")
@pytest.mark.parametrize(("risk", "is_told"), [(Fraction(7, 50), True), (Fraction(11, 25), False)])
def test_a_gamble_that_should_have_gone_well_is_the_headline(risk: Fraction, *, is_told: bool) -> None:
    happened = (GRID, RoundBegan(2, (0, 1, 2)), moves(0, 70, 76), SPUN, RaceEnded((0, 1, 2)))
    lines = highlights(SHEET, happened, None, {(0, 2): risk})
    assert ("In round 2, Ada is 86 % safe at corner 1 and still spins out." in lines) == is_told


@pytest.mark.point("D2")
def test_the_risk_of_a_spin_out_is_that_of_the_choice_before_it() -> None:
    ada = driver(10, gear=2, hand="stress 4 1", deck="4 1 1 1 1 1 1", engine=1)
    match = match_of(planning(ROAD, ada, driver(2)))
    match.play(Plan(2, ("4", "stress")))
    while not any(isinstance(event, SpunOut) for event in match.events):
        assert match.decision is not None
        if match.waits_for_person:
            match.play(next(iter(match.decision.options())))
        else:
            match.play_driver()
    assert _risks(match) == {(0, match.log[0].round): Fraction(1, 7)}


def test_a_finish_in_another_round_is_told_in_rounds() -> None:
    lines = told(
        RoundBegan(4, (0, 1, 2)),
        moves(0, 60, 122),
        CarFinished(0, 1),
        RoundBegan(5, (1, 2)),
        moves(1, 60, 123),
        *home(1),
    )
    assert "Ada wins in round 4, 1 round ahead of Bo." in lines


def test_a_race_alone_on_the_track_is_told() -> None:
    lines = highlights(
        ALONE, (RaceStarted((0,)), RoundBegan(1, (0,)), moves(0, 60, 125), CarFinished(0, 1), RaceEnded((0,)))
    )
    assert lines == ["The fastest turn: Ada, speed 65 in round 1.", "Ada comes home in round 1."]


@pytest.mark.point("N15")
def test_events_of_a_car_after_its_driver_gave_up_are_left_out() -> None:
    happened = (
        GRID,
        RoundBegan(1, (0, 1, 2)),
        moves(0, 60, 70, speed=9),
        RoundBegan(2, (0, 1, 2)),
        moves(0, 70, 100, cause="slipstream"),
        CornerTaken(0, 0, 30, 5, 6, 0),
        RoundBegan(3, (0, 1, 2)),
        moves(1, 60, 110),
        moves(0, 100, 125),
        moves(1, 110, 124),
        *home(0, 1),
    )
    assert highlights(SHEET, happened, {0: (2, "champion")}) == [
        "Corner 1 costs the most: 6 Heat.",
        "In round 2, Champion takes over from Ada.",
        "In round 3, Bo overtakes Ada.",
        "The fastest turn: Bo, speed 50 in round 3.",
        "Champion for Ada wins in round 3, 1 space ahead of Bo.",
    ]
    assert "Champion takes over from Ada before the start." in highlights(SHEET, happened, {0: (0, "champion")})


@pytest.mark.parametrize("seed", range(4))
def test_real_races_get_five_sentences_including_the_win(seed: int) -> None:
    match = raced(("Ada", "Bo", "Cem"), laps=2, seed=seed)
    lines = highlight_lines(match)
    assert len(lines) == len(set(lines)) == MOST
    assert sum(" wins in round " in line for line in lines) == 1


def test_plain_and_the_exported_log_show_the_story_too() -> None:
    match = finished()
    lines = highlight_lines(match)
    for text in (result_lines(match), log_text(match)):
        at = text.index("How it went:")
        assert text[at + 1 : at + 1 + len(lines)] == lines
