"""Step 9: replenish."""

import pytest

from heat_tui.engine.events import HandFilled
from tests.tables import BOOST, Table, driver, loop, turn

OPEN_ROAD = loop(60)


def filled(table: Table) -> list[tuple[int, int]]:
    """Return the number of cards that car 0 drew each time, with the size of the hand afterwards."""
    return [(event.drawn, event.hand) for event in table.told(HandFilled, 0)]


@pytest.mark.rule("9.1")
def test_all_cards_of_the_play_area_go_to_the_discard_pile() -> None:
    car = driver(5, gear=3, play="stress 5 1", hand="1 1 1 1", deck="heat 2 3 4 4 4 4 4 4", discard="0")
    table = turn(OPEN_ROAD, car).play(BOOST).pass_on()
    assert table.car().play == []
    assert sorted(table.car().discard) == sorted(["0", "heat", "heat", "stress", "5", "1", "2", "3"])


@pytest.mark.rule("9.1")
def test_the_play_area_is_cleared_before_the_draw() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", hand="1 1 1 1 1 1", engine=0)).pass_on()
    assert table.car().hand == ["1"] * 6 + ["4"]


@pytest.mark.rule("9.2")
@pytest.mark.parametrize("size", range(8))
def test_the_hand_is_filled_up_to_seven(size: int) -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", hand=" ".join("1" * size), deck="2 2 2 3 3 3 3 4", engine=0)).pass_on()
    drawn = ["2", "2", "2", "3", "3", "3", "3", "4"][: 7 - size]
    assert table.car().hand == sorted(["1"] * size + drawn)
    assert filled(table) == [(7 - size, 7)]


@pytest.mark.rule("9.2")
@pytest.mark.parametrize("size", [8, 9, 12])
def test_a_hand_above_the_hand_size_stays_as_it_is(size: int) -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", hand=" ".join("1" * size), deck="2 2", engine=0)).pass_on()
    assert (table.car().hand, table.car().deck) == (["1"] * size, ["2", "2"])
    assert filled(table) == [(0, size)]


@pytest.mark.rule("9.2")
def test_cards_are_drawn_from_the_top_of_the_deck() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", hand="1 1 1 1 1", deck="3 2 5 0 4", engine=0)).pass_on()
    assert (table.car().hand, table.car().deck) == (["1"] * 5 + ["2", "3"], ["4", "0", "5"])


@pytest.mark.rule("9.2")
def test_heat_and_stress_in_the_hand_take_up_room() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", hand="heat heat heat stress stress", deck="1 1 1", engine=0)).pass_on()
    assert (len(table.car().hand), table.car().deck) == (7, ["1"])
