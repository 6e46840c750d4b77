"""The chart of the places by round."""

from __future__ import annotations

from itertools import permutations

import pytest

from heat_tui.drawing.charts import LEAST_STEP, PlacesChart, places_chart
from heat_tui.game.statistics import tally
from tests.tui.races import finished


def lines(chart: PlacesChart) -> list[str]:
    """The chart as text."""
    return ["".join(mark.character for mark in row).rstrip() for row in chart.rows]


def test_two_cars_change_places() -> None:
    chart = places_chart([[1, 2, 2], [2, 1, 1]], 9, 3, home=frozenset((0, 1)))
    assert lines(chart) == ["1- -2---2", "  X", "2- -1---1"]


def test_a_car_overtakes_two_at_once() -> None:
    chart = places_chart([[3, 1], [1, 2], [2, 3]], 3, 5)
    assert [row[0].character for row in chart.rows[::2]] == ["2", "3", "1"]
    assert [row[2].character for row in chart.rows[::2]] == ["1", "2", "3"]


def test_whoever_is_home_is_dotted_on() -> None:
    assert lines(places_chart([[1, 1], [2, 2, 2]], 5, 3, home=frozenset((0,)))) == ["1-1 .", "", "2-2-2"]
    assert lines(places_chart([[1, 1], [2, 2, 2]], 5, 3)) == ["1-1", "", "2-2-2"]


@pytest.mark.parametrize("step", range(LEAST_STEP, 7))
def test_every_number_stands_at_its_place(step: int) -> None:
    orders = list(permutations(range(1, 5)))
    places = [[order[car] for order in orders] for car in range(4)]
    chart = places_chart(places, (len(orders) - 1) * step + 1, 7)
    assert chart.step == step
    for number, order in enumerate(orders):
        for car, place in enumerate(order):
            mark = chart.rows[2 * (place - 1)][number * step]
            assert (mark.character, mark.car, mark.is_number) == (str(car + 1), car, True)


def test_eight_cars_and_twenty_five_rounds_fit_beside_their_names() -> None:
    places = [[(car + number) % 8 + 1 for number in range(26)] for car in range(8)]
    chart = places_chart(places, 53, 15)
    assert (len(chart.rows), {len(row) for row in chart.rows}) == (15, {51})


def test_a_long_race_is_drawn_wider_than_there_is_room() -> None:
    assert len(places_chart([[1] * 101], 40, 1).rows[0]) == 201


def test_a_real_race() -> None:
    figures = tally(finished())
    chart = places_chart([car.places for car in figures.cars], 60, 12)
    numbers = [mark.car for row in chart.rows for mark in row if mark.is_number]
    assert len(numbers) == sum(len(car.places) for car in figures.cars)
