"""The worked examples, by number: those of the base game and its Legends."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision, SlipstreamDecision
from heat_tui.engine.events import (
    AdrenalineGained,
    CardFlipped,
    CardsTurnedOver,
    CarFinished,
    CarMoved,
    CornerTaken,
    DeckShuffled,
    HandCluttered,
    SpunOut,
)
from heat_tui.engine.record import IllegalAction
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.store.tracks import load_track
from tests.tables import (
    ADRENALINE_MOVE,
    BOOST,
    FULL,
    OFF,
    RACE_LINE,
    SLIPSTREAM,
    STUCK,
    Place,
    Table,
    abreast,
    driver,
    fresh,
    legend,
    loop,
    planning,
    turn,
)

OPEN_ROAD = loop(60)
USA = load_track("usa")
LAP = USA.spaces


def corner(limit: int) -> Track:
    """Return a track with one corner line of this limit after space 20."""
    return loop(60, (20, limit))


def heat_paid(table: Table) -> list[int]:
    """Return the Heat for each corner that car 0 has taken."""
    return [event.heat for event in table.told(CornerTaken, 0)]


def offers_slipstream(*others: Place, at: int = 10, laps: int = 2) -> bool:
    """Return whether a car that drove to the off spot of `at` and has nothing else to do is offered a Slipstream."""
    table = turn(OPEN_ROAD, driver(at - 4, OFF, play="4", engine=0, hand="stress"), *others, laps=laps)
    return isinstance(table.race.decision, SlipstreamDecision)


@pytest.mark.example(1)
@pytest.mark.rule("S2", "S3", "S5")
def test_a_base_race_on_a_6_3_track_deals_18_cards_and_6_heat() -> None:
    for car in fresh(RaceSetup(loop(60, heat=6, stress=3), ("Ada", "Bo"))).race.cars:
        assert len(car.deck) + len(car.hand) == 18
        assert (len(car.deck), len(car.hand), car.engine, car.gear) == (11, 7, 6, 1)


@pytest.mark.example(5)
@pytest.mark.rule("3.1", "P1", "P2")
def test_a_stress_flips_five_cards() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=3, play="4 1 stress", deck="heat heat stress 5 3 1 1 1"))
    car = table.car()
    assert sorted(car.discard) == ["5", "heat", "heat", "stress"]
    assert (car.at - 5, table.race.view(0).speed, len(car.deck)) == (8, 8, 8 - 5)


@pytest.mark.example(6)
@pytest.mark.rule("P3", "P4")
def test_a_flip_continues_after_the_end_of_the_deck() -> None:
    table = turn(OPEN_ROAD, driver(5, play="stress", deck="heat", discard="2"))
    kinds = CardsTurnedOver | DeckShuffled | CardFlipped
    before, shuffled, flip = (event for event in table.events if isinstance(event, kinds))
    assert (before, shuffled) == (CardsTurnedOver(0, "stress", ("heat",)), DeckShuffled(0, 2)), "not the card in play"
    assert isinstance(flip, CardFlipped)
    assert flip.card == "2"
    assert table.car().at == 7


@pytest.mark.example(7)
@pytest.mark.rule("1.1", "1.2")
def test_the_gears_of_round_1_are_right() -> None:
    table = planning(OPEN_ROAD, driver(10, gear=1, engine=6, hand=FULL), driver(5, hand=FULL))
    assert table.asked(PlanDecision).gears == ((1, 0), (2, 0), (3, 1))
    with pytest.raises(IllegalAction):
        table.play(Plan(4, ("1", "1", "2", "2")))


@pytest.mark.example(8)
@pytest.mark.rule("1.2")
@pytest.mark.parametrize(("gear", "reach"), [(1, [1, 2]), (2, [1, 2, 3]), (3, [2, 3, 4]), (4, [3, 4])])
def test_an_empty_engine_shifts_one_gear_at_most(gear: int, reach: list[int]) -> None:
    table = planning(OPEN_ROAD, driver(10, gear=gear, engine=0, hand=FULL), driver(5, hand=FULL))
    assert [to for to, _ in table.asked(PlanDecision).gears] == reach


@pytest.mark.example(10)
@pytest.mark.rule("5.2", "4.2")
@pytest.mark.parametrize(("gear", "plain", "with_adrenaline"), [(4, 0, 1), (3, 0, 1), (2, 1, 2), (1, 3, 4)])
def test_cooldowns_of_gear_and_adrenaline_are_used_separately(gear: int, plain: int, with_adrenaline: int) -> None:
    car = driver(5, gear=gear, play=" ".join("1" * gear), hand="heat heat heat heat heat heat")
    for last, total in (((), plain), ((0,), with_adrenaline)):
        table = turn(OPEN_ROAD, car, driver(30, hand=FULL), last=last)
        assert sum(use.most for use in table.uses() if use.symbol == "cooldown") == total


@pytest.mark.example(11)
@pytest.mark.rule("7.1")
@pytest.mark.parametrize(("play", "heat"), [("4 4", 1), ("4 3", 0)])
def test_speed_8_over_limit_7_costs_1_heat_and_speed_7_none(play: str, heat: int) -> None:
    assert heat_paid(turn(corner(7), driver(16, gear=2, play=play)).pass_on()) == [heat]


@pytest.mark.example(12)
@pytest.mark.rule("6.3", "7.1", "5.3")
def test_a_slipstream_adds_nothing_and_a_boost_does() -> None:
    slipping = turn(corner(7), driver(13, gear=2, play="4 3"), driver(21)).to(SlipstreamDecision)
    assert heat_paid(slipping.play(SLIPSTREAM).pass_on()) == [0]
    boosting = turn(corner(7), driver(16, play="5", deck="3")).play(BOOST).pass_on()
    assert heat_paid(boosting) == [1]


@pytest.mark.example(13)
@pytest.mark.rule("6.3", "7.1")
def test_the_slipstream_alone_crosses_the_line() -> None:
    table = turn(corner(3), driver(15, play="5"), driver(21))
    assert table.car().at == 20
    assert heat_paid(table.to(SlipstreamDecision).play(SLIPSTREAM).pass_on()) == [2]


@pytest.mark.example(15)
@pytest.mark.rule("7.2", "7.3", "7.5")
def test_two_corners_are_crossed_with_heat_for_one_and_a_half() -> None:
    table = turn(loop(60, (20, 4), (22, 3)), driver(20, play="5", engine=2)).pass_on()
    assert heat_paid(table) == [1]
    (spin,) = table.told(SpunOut)
    assert (spin.owed, spin.paid, spin.end) == (2, 1, 22)
    assert (table.car().at, table.car().engine) == (22, 0)


@pytest.mark.example(16)
@pytest.mark.rule("7.5")
def test_a_spin_out_in_the_usa_goes_back_over_the_finish_line() -> None:
    table = turn(USA, driver(LAP + 56, gear=4, play="5 4 4 1", engine=0), driver(30), laps=1).pass_on()
    assert table.told(CarMoved, 0)[0].end == 2 * LAP + 1
    assert (table.car().at, table.race.finished) == (LAP + 57, [])
    assert table.race.view(0).lap(table.race.view(0).own) == 1


@pytest.mark.example(17)
@pytest.mark.rule("3.4")
def test_a_full_target_costs_a_space_each() -> None:
    assert turn(OPEN_ROAD, driver(5, play="4"), *abreast(9)).car().at == 8
    assert turn(OPEN_ROAD, driver(5, play="4"), *abreast(9), *abreast(8)).car().at == 7


@pytest.mark.example(18)
@pytest.mark.rule("3.5", "5.4")
def test_boost_and_adrenaline_are_both_blocked_by_a_full_space() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", deck="2"), *abreast(11), last=(0,))
    table.play(BOOST)
    assert table.car().at == 10
    table.play(ADRENALINE_MOVE)
    assert (table.car().at, table.race.view(0).speed) == (10, 4 + 3)


@pytest.mark.example(19)
@pytest.mark.rule("6.1")
def test_a_car_beside_or_right_ahead_allows_a_slipstream() -> None:
    assert offers_slipstream(driver(10, RACE_LINE))
    assert offers_slipstream(driver(11, RACE_LINE))
    assert offers_slipstream(driver(11, OFF))
    assert not offers_slipstream(driver(12))


@pytest.mark.example(21)
@pytest.mark.rule("6.2")
def test_a_slipstream_into_full_spaces_falls_short_or_is_not_offered() -> None:
    assert not offers_slipstream(*abreast(11), *abreast(12))
    table = turn(OPEN_ROAD, driver(6, OFF, play="4", engine=0, hand="stress"), driver(10), *abreast(12))
    assert table.play(SLIPSTREAM).car().at == 11


@pytest.mark.example(22)
@pytest.mark.rule("6.4")
def test_the_last_finish_line_allows_no_slipstream() -> None:
    assert not offers_slipstream(driver(120), at=119, laps=1)
    assert offers_slipstream(driver(120), at=119, laps=2)


@pytest.mark.example(23)
@pytest.mark.rule("F1")
def test_three_past_the_line_beats_one_past_it() -> None:
    table = turn(OPEN_ROAD, driver(119, play="4"), driver(121), driver(30), laps=1).pass_on()
    assert [(event.car, event.place) for event in table.told(CarFinished)] == [(0, 1), (1, 2)]


@pytest.mark.example(24)
@pytest.mark.rule("4.1", "4.3")
@pytest.mark.parametrize(("finished", "gain"), [(3, [0, 1]), (2, [1])])
def test_the_number_of_cars_at_the_start_decides_who_gains_adrenaline(finished: int, gain: list[int]) -> None:
    gone = [driver(1, status="finished")] * finished
    table = planning(OPEN_ROAD, driver(40, hand=FULL), driver(30, hand=FULL), *gone).round().pass_on()
    assert [event.car for event in table.told(AdrenalineGained)] == gain


@pytest.mark.example(25)
@pytest.mark.rule("2.3", "2.2")
def test_one_basic_card_in_gear_3_clutters_the_hand() -> None:
    hand = "4 heat heat heat heat heat heat"
    other = driver(5, engine=0, hand=STUCK)
    sound = planning(OPEN_ROAD, driver(10, gear=3, engine=1, hand=hand), other).round().pass_on()
    assert sound.told(HandCluttered, 0) == []
    assert (sound.car().gear, sound.car().engine, sound.car().at) == (1, 0, 14)
    cluttered = planning(OPEN_ROAD, driver(10, gear=3, engine=0, hand=hand), other)
    assert cluttered.asked(PlanDecision).cluttered
    cluttered.round(seat0=Plan(2, ("4", "heat"))).pass_on()
    assert cluttered.told(HandCluttered, 0)
    assert (cluttered.car().gear, cluttered.car().at) == (1, 10)


LIMIT_3 = loop(60, (20, 3, 10), (40, 4, 34))
"""A track whose first corner has limit 3 and its legends line after space 10."""


def legend_ends(at: int, colour: str, *, track: Track = LIMIT_3, card: int = 0) -> int:
    """Return the place where a Legend of this colour ends its move if this card is revealed."""
    watching = driver(55, engine=0, hand=STUCK)
    return turn(track, watching, legend(at, colour=colour), seat=1, legend_cards=(card,)).told(CarMoved, 1)[0].end


@pytest.mark.example(26)
@pytest.mark.rule("L3", "L4")
def test_the_card_of_the_example_moves_the_legends_as_shown() -> None:
    assert legend_ends(14, "green") == 14 + 5, "past the legends line: limit 3 and diamond 2"
    assert legend_ends(11, "red") == 11 + 4, "short of the line at 20"
    assert legend_ends(8, "blue") == 20 - 3, "18 would cross: the third space before the last one"
    assert legend_ends(8, "yellow") == 8 + 11, "11 does not cross"


@pytest.mark.example(27)
@pytest.mark.rule("L4", "L6")
@pytest.mark.parametrize(("card", "colour", "space"), [(1, "green", 12), (0, "red", 11), (0, "blue", 9)])
def test_a_legend_on_the_grid_of_the_usa_moves_by_the_card(card: int, colour: str, space: int) -> None:
    """The helmet numbers are 12, 13 and 18."""
    assert legend_ends(69, colour, track=USA, card=card) == LAP + space


@pytest.mark.example(28)
@pytest.mark.rule("L6", "F1")
def test_a_legend_finishes_on_the_last_lap_of_the_usa() -> None:
    table = turn(
        USA, driver(30, hand=FULL), legend(LAP + 61, colour="yellow"), seat=1, legend_cards=(0,), laps=1
    ).pass_on()
    assert table.told(CarMoved, 1)[0].end == 2 * LAP + 3
    assert [(event.car, event.place) for event in table.told(CarFinished)] == [(1, 1)]


@pytest.mark.example(42)
@pytest.mark.rule("4.1")
def test_of_five_cars_with_the_last_one_cluttered_only_the_fourth_gains_adrenaline() -> None:
    cars = *(driver(space, hand=FULL) for space in (50, 40, 30, 20)), driver(10, gear=3, engine=0, hand=STUCK)
    table = planning(OPEN_ROAD, *cars).round().pass_on()
    assert [event.car for event in table.told(AdrenalineGained)] == [3]
    assert table.told(HandCluttered, 4)


@pytest.mark.example(43)
@pytest.mark.rule("6.1", "6.4")
def test_a_slipstream_may_cross_the_start_line_of_the_usa() -> None:
    """The car is on space 69, not on its last lap, and another is on space 1, a lap ahead."""
    car = driver(LAP + 65, play="4", engine=0, hand="stress")
    table = turn(USA, car, driver(3 * LAP + 1), laps=3)
    assert table.car().at == 2 * LAP
    assert table.asked(SlipstreamDecision).distances == (2,)
    assert table.play(SLIPSTREAM).car().at == 2 * LAP + 2


@pytest.mark.example(44)
@pytest.mark.rule("7.3", "7.4")
def test_the_very_last_heat_pays_on_the_last_lap_of_the_usa() -> None:
    table = turn(USA, driver(LAP + 55, gear=2, play="5 4", engine=7), driver(30), laps=1).pass_on()
    assert (heat_paid(table), table.car().engine, table.told(SpunOut)) == ([7], 0, [])


@pytest.mark.example(45)
@pytest.mark.rule("7.3", "7.4", "7.5")
def test_speed_15_into_the_finish_of_the_usa_needs_13_heat() -> None:
    def drive(engine: int) -> Table:
        return turn(USA, driver(LAP + 55, gear=4, play="5 4 4 2", engine=engine), driver(30), laps=1).pass_on()

    paid = drive(13)
    assert (heat_paid(paid), paid.race.finished, paid.car().at) == ([13], [0], 2 * LAP + 1)
    spun = drive(12)
    assert (spun.car().at, spun.race.finished) == (LAP + 57, [])
