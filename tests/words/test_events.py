"""Events are described with their reasons, in sentences about moments that are set up by hand."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import Discard, Plan
from heat_tui.engine.decisions import SlipstreamDecision
from heat_tui.engine.events import (
    AdrenalineGained,
    Boosted,
    CardFlipped,
    CardsTurnedOver,
    CarFinished,
    CarMoved,
    CornerTaken,
    DeckShuffled,
    Event,
    GearShifted,
    HandFilled,
    HeatCooled,
    LapCompleted,
    RaceCalledOff,
    RaceStarted,
    RoundBegan,
    SpunOut,
)
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.mulligan.answer import MulliganAnswered
from heat_tui.words.events import event_words, log_lines
from heat_tui.words.names import car_name
from tests.tables import (
    ADRENALINE_MOVE,
    BOOST,
    OFF,
    SLIPSTREAM,
    Table,
    abreast,
    cool,
    driver,
    legend,
    loop,
    planning,
    turn,
)

ROAD = loop(60, (20, 4), (30, 3), laps=2)
SHEET = turn(ROAD, driver(10), driver(8), legend(5, colour="black"), legend(4, colour="blue")).race.rules.sheet


def told(table: Table) -> str:
    """Return all sentences of a table, as one text."""
    return "\n".join([line.text for line in log_lines(table.race.rules.sheet, table.events)])


def test_drivers_and_legends_have_names() -> None:
    assert [car_name(SHEET, car) for car in range(4)] == ["Ada", "Bo", "Legend Black", "Legend Blue"]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (GearShifted(0, 2, 2, 0), "Ada stays in gear 2."),
        (GearShifted(0, 2, 3, 0), "Ada shifts up from gear 2 to gear 3."),
        (GearShifted(0, 2, 1, 0), "Ada shifts down from gear 2 to gear 1."),
        (GearShifted(0, 2, 4, 1), "Ada shifts from gear 2 to gear 4 and pays 1 Heat for two gears at once."),
        (
            CardsTurnedOver(1, "boost", ("heat", "heat")),
            "For the Boost, Bo turns over two Heat cards, which are discarded.",
        ),
        (CardsTurnedOver(1, "stress", ("5",)), "For Stress, Bo turns over 5, which is discarded."),
        (CardFlipped(1, "stress", (), "3"), "For Stress, Bo turns over a 3."),
        (
            CardFlipped(1, "stress", ("heat", "5", "heat"), "3"),
            "For Stress, Bo turns over 5 and two Heat cards, which are discarded, and then a 3.",
        ),
        (CardFlipped(1, "stress", (), None), "Bo has no Basic card left to turn over for Stress, which counts as 0."),
        (CardFlipped(1, "boost", (), None), "Bo has no Basic card left to turn over for the Boost, which counts as 0."),
        (
            CardFlipped(1, "boost", ("0",), "1"),
            "For the Boost, Bo turns over 0, which is discarded, and then a 1.",
        ),
        (
            DeckShuffled(0, 1),
            "The draw deck of Ada is used up, so the 1 card in the discard pile becomes the new deck.",
        ),
        (HeatCooled(0, "gear", 2), "Ada cools 2 Heat with the gear."),
        (HeatCooled(0, "sector", 1), "Ada cools 1 Heat with this sector."),
        (HeatCooled(0, "5", 1), "Ada cools 1 Heat with the card 5."),
        (
            Boosted(0, 0),
            "Ada boosts for free.",
        ),
        (AdrenalineGained(1, 1), "Adrenaline for Bo, last in the order: 1 extra speed and 1 Cooldown this turn."),
        (HandFilled(0, 0, 8), "Ada draws no cards and has 8."),
        (HandFilled(0, 1, 7), "Ada draws 1 card and has 7."),
        (LapCompleted(0, 1), "Ada completes lap 1 of 2."),
        (LapCompleted(0, 2), "Ada completes all 2 laps."),
        (
            RaceCalledOff(100, (1, 0, 2)),
            "After 100 rounds the race is getting nowhere, so it is called off. Retired: Bo, Ada and Legend Black.",
        ),
        (CarFinished(2, 1), "Legend Black wins the race and leaves the track."),
        (CarFinished(0, 3), "Ada takes third place and leaves the track."),
        (RaceStarted((1,)), "Bo is alone on the grid, in pole position."),
        (MulliganAnswered(0, taken=True), "Ada takes the mulligan: 1 Heat for a whole new hand."),
        (MulliganAnswered(0, taken=False), "Ada keeps the opening hand."),
        (RoundBegan(9, (1,)), "Round 9 begins; only Bo is still racing."),
    ],
)
def test_single_events_have_their_sentences(event: Event, sentence: str) -> None:
    assert event_words(SHEET, event) == sentence


def test_a_turn_reads_as_one_text() -> None:
    table = turn(
        ROAD,
        driver(10, gear=3, play="4 2 stress", deck="heat 5 3 1 1 1 1 1 1", hand="heat 1 2 3"),
        driver(18),
    ).play(BOOST)
    table.pass_on()
    lines = told(table).splitlines()
    begun = next(place for place, line in enumerate(lines) if line.startswith("Ada reveals"))
    assert lines[begun : begun + 3] == [
        "Ada reveals 4, 2 and Stress in gear 3. For Stress, Ada turns over 5 and Heat, which are discarded, "
        "and then a 3. At speed 9, Ada drives from space 10 to space 19, race line.",
        "Ada pays 1 Heat for a Boost. For the Boost, Ada turns over a 1. "
        "Ada drives 1 space further, to space 20, race line; the Boost raises the speed to 10.",
        "Ada draws 3 cards and has 7.",
    ]


def test_a_race_of_one_lap_ends_with_that_lap() -> None:
    sprint = turn(ROAD, driver(10), driver(8), laps=1)
    assert event_words(sprint.race.rules.sheet, LapCompleted(1, 1)) == "Bo completes the 1-lap race."


@pytest.mark.rule("3.4")
def test_the_blocking_cars_are_named() -> None:
    one_short = turn(ROAD, driver(4, play="5"), *abreast(9))
    assert "heads from space 4 for space 9. Bo and Cem fill space 9, so Ada stops 1 short, on space 8, race line." in (
        told(one_short)
    )
    two_short = turn(ROAD, driver(4, play="5"), *abreast(9), *abreast(8))
    assert (
        "Bo and Cem fill space 9 and the space behind it is full too, so Ada stops 2 short, on space 7, race line."
    ) in told(two_short)
    stuck = turn(ROAD, driver(4, play="1"), *abreast(5))
    assert "Bo and Cem fill space 5 and no spot in between is free, so Ada stays on space 4, race line." in told(stuck)


@pytest.mark.rule("3.4")
@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        ("boost", "Ada carries on towards space 12; the Boost raises the speed to 7."),
        ("adrenaline", "Ada carries on towards space 12; Adrenaline raises the speed to 7."),
        ("slipstream", "Ada slipstreams towards space 12."),
        ("legend", "Ada heads from space 10 for space 12."),
    ],
)
def test_every_kind_of_move_can_be_blocked(cause: str, sentence: str) -> None:
    moved = CarMoved(0, cause, 2, 10, 11, OFF, 7, (1, 2))
    rest = "Bo and Legend Black fill space 12, so Ada stops 1 short, on space 11, off spot."
    assert event_words(SHEET, moved) == f"{sentence} {rest}"


@pytest.mark.parametrize(
    ("start", "end", "sentence"),
    [
        (58, 63, "The car crosses the start line into lap 1 of 2."),
        (118, 123, "The car crosses the start/finish line into lap 2 of 2."),
        (178, 183, "The car crosses the finish line."),
    ],
)
def test_crossing_the_line_is_reported(start: int, end: int, sentence: str) -> None:
    told_alone = event_words(SHEET, CarMoved(0, "slipstream", 5, start, end, 0, 5, ()))
    assert told_alone == f"Ada slipstreams 5 spaces to space 3, race line. {sentence}"


def test_a_car_that_does_not_move_stays() -> None:
    revealed, legends = CarMoved(0, "reveal", 0, 10, 10, 1, 0, ()), CarMoved(2, "legend", 0, 10, 10, 0, 0, ())
    assert event_words(SHEET, revealed) == "Ada has speed 0 and stays on space 10, off spot."
    assert event_words(SHEET, legends) == "Legend Black stays on space 10, race line."


@pytest.mark.rule("7.1", "7.2")
def test_corners_are_described_with_speed_limit_and_price() -> None:
    table = turn(ROAD, driver(18, gear=4, play="5 4 3 2", engine=6)).pass_on()
    assert "Ada takes corner 1 at speed 14 over limit 4 and owes 10 Heat, but can pay only the 6" in told(table)
    assert event_words(SHEET, CornerTaken(0, 1, 5, 3, 2, 1)) == (
        "Ada takes corner 2 at speed 5 over limit 3 and pays 2 Heat; 1 left in the engine."
    )
    assert event_words(SHEET, CornerTaken(0, 1, 3, 3, 0, 1)) == "Ada takes corner 2 at speed 3, within limit 3."


@pytest.mark.rule("7.3", "7.5")
def test_a_spin_out_is_described_with_its_debt_and_its_consequences() -> None:
    assert event_words(SHEET, SpunOut(0, 1, 7, 3, 4, 2, 2, 3, 95, 90, 0)) == (
        "Ada takes corner 2 at speed 7 over limit 3 and owes 4 Heat, but can pay only the 2 in the engine. "
        "Ada spins out, goes back to space 30, race line, takes 2 Stress for gear 3 and drops to gear 1."
    )
    assert event_words(SHEET, SpunOut(0, 1, 7, 3, 4, 0, 1, 1, 95, 90, 1)) == (
        "Ada takes corner 2 at speed 7 over limit 3 and owes 4 Heat, but the engine is empty. "
        "Ada spins out, goes back to space 30, off spot, takes 1 Stress and stays in gear 1."
    )
    assert event_words(SHEET, SpunOut(0, 1, 7, 3, 4, 2, 2, 3, 95, 89, 0, short=1)).endswith(
        "Ada spins out, goes back to space 29, race line, takes 2 Stress for gear 3 and drops to gear 1. "
        "The spots nearer the corner are taken."
    )


@pytest.mark.rule("7.5")
@pytest.mark.parametrize(
    ("start", "end", "sentence"),
    [
        (61, 55, "Ada is back before the start line and has yet to begin lap 1."),
        (121, 110, "Ada is back before the start/finish line, on lap 1 again."),
        (181, 170, "Ada is back before the finish line and has not finished."),
    ],
)
def test_a_lap_lost_by_a_spin_out_is_reported(start: int, end: int, sentence: str) -> None:
    assert event_words(SHEET, SpunOut(0, 1, 7, 3, 4, 2, 2, 3, start, end, 0)).endswith(sentence)


@pytest.mark.rule("2.2")
def test_a_cluttered_hand_is_explained() -> None:
    table = turn(ROAD, driver(10, gear=2, play="3 heat"), driver(40))
    assert (
        "Ada reveals 3 and Heat: the hand is cluttered and cannot fill the gear, so the car does not "
        "move and drops to gear 1."
    ) in told(table)


@pytest.mark.rule("5.2", "5.4", "6.1", "8.1")
def test_every_choice_of_a_turn_is_described() -> None:
    table = turn(
        ROAD, driver(10, gear=1, play="1", hand="heat heat 4 3", deck="1 " * 9), driver(13), driver(40), last=(0,)
    )
    table.play(ADRENALINE_MOVE, cool(1, "adrenaline"), cool(1))
    table.to(SlipstreamDecision).play(SLIPSTREAM, Discard(("3", "4")))
    lines = told(table).splitlines()
    for line in (
        "Ada drives 1 space further, to space 12, race line; Adrenaline raises the speed to 2.",
        "Ada cools 1 Heat with Adrenaline.",
        "Ada cools 1 Heat with the gear.",
        "Ada slipstreams 2 spaces to space 14, race line.",
        "Ada discards 2 cards from the hand.",
    ):
        assert line in lines


def test_secret_plans_are_not_revealed() -> None:
    table = planning(ROAD, driver(10, hand="4 4 2 1"), driver(8)).play(Plan(2, ("2", "4")))
    assert told(table).splitlines()[-1] == "Ada has planned."


def test_a_round_of_a_car_that_has_always_been_alone_has_only_its_number() -> None:
    sheet = Race.start(RaceSetup(ROAD, ("Ada",), seed=1)).rules.sheet
    assert event_words(sheet, RoundBegan(2, (0,))) == "Round 2 begins."
