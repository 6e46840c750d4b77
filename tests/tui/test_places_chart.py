"""Charts by round: of the places, and of figures such as Heat and gaps."""

from __future__ import annotations

from itertools import permutations

import pytest

from heat_tui.drawing.charts import LEAST_STEP, Plot, curves_chart, level_chart, places_chart, sampled
from heat_tui.game.figures.statistics import tally
from tests.tui.races import finished


def lines(chart: Plot) -> list[str]:
    """Return the rows of a chart as text."""
    return ["".join(mark.character for mark in row).rstrip() for row in chart.rows]


def test_two_cars_change_places() -> None:
    chart = places_chart([[1, 2, 2], [2, 1, 1]], 9, 3, home=frozenset((0, 1)))
    assert lines(chart) == ["1- -2---2", "  X", "2- -1---1"]


def test_a_car_overtakes_two_at_once() -> None:
    chart = places_chart([[3, 1], [1, 2], [2, 3]], 3, 5)
    assert [row[0].character for row in chart.rows[::2]] == ["2", "3", "1"]
    assert [row[2].character for row in chart.rows[::2]] == ["1", "2", "3"]


def test_a_finished_car_continues_as_dots() -> None:
    assert lines(places_chart([[1, 1], [2, 2, 2]], 5, 3, home=frozenset((0,)))) == ["1-1 .", "", "2-2-2"]
    assert lines(places_chart([[1, 1], [2, 2, 2]], 5, 3)) == ["1-1", "", "2-2-2"]


@pytest.mark.parametrize("step", range(LEAST_STEP, 7))
def test_every_number_is_in_its_place(step: int) -> None:
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


@pytest.mark.parametrize(
    ("last", "drawn"), [(19, (*range(20),)), (20, (*range(0, 21, 2),)), (101, (*range(0, 101, 6), 101))]
)
def test_a_race_too_long_for_the_box_is_thinned_out_to_fit_up_to_the_finish(last: int, drawn: tuple[int, ...]) -> None:
    chart = places_chart([[1] * (last + 1), [2] * last], 40, 2, home=frozenset((1,)))
    assert chart.rounds == drawn
    assert len(chart.rows[0]) == (len(drawn) - 1) * chart.step + 1 <= 40
    assert chart.rows[0][-1].is_number


def test_a_real_race_is_drawn() -> None:
    figures = tally(finished())
    chart = places_chart([car.places for car in figures.cars], 60, 12)
    numbers = [mark.car for row in chart.rows for mark in row if mark.is_number]
    assert len(numbers) == sum(len(car.places) for car in figures.cars)


def test_the_highest_figure_is_at_the_top_or_at_the_bottom() -> None:
    chart = curves_chart([[3, 1, 0]], 5, 4)
    assert chart.labels == {0: 3, 1: 2, 2: 1, 3: 0}
    assert [row[0].character for row in chart.rows] == ["1", " ", " ", " "]
    falling = curves_chart([[3, 1, 0]], 5, 4, falling=True)
    assert falling.labels == {0: 0, 1: 1, 2: 2, 3: 3}
    assert [row[0].character for row in falling.rows] == [" ", " ", " ", "1"]


def test_cars_with_the_same_figure_are_side_by_side() -> None:
    chart = curves_chart([[1, 1], [1, 0], [1, 1]], 17, 2)
    assert lines(chart) == ["123-----13", "    ----2"]


def test_large_figures_share_rows_and_every_label_is_right() -> None:
    chart = curves_chart([[0, 40, 83], [0, 0, 0]], 20, 12, falling=True)
    assert len(chart.rows) == 12
    assert chart.labels == {0: 0, 3: 20, 5: 40, 8: 60, 11: 80}
    assert chart.rows[11][2 * chart.step].car == 0


def test_an_empty_chart_can_be_drawn() -> None:
    assert lines(curves_chart([[0], [0]], 10, 5)) == ["", "", "", "", "12"]
    assert lines(curves_chart([], 10, 5))


def test_a_level_chart_goes_from_the_highest_to_the_lowest_value() -> None:
    assert level_chart([0.0, 4.0, 4.0, 3.0, 0.0, 2.0], 5) == [" /-", " | \\", " |  |/", " |  ||", "-   \\"]
    assert level_chart([7.5], 3) == ["-", "", ""]


def test_some_of_too_many_values_are_left_out_but_not_the_last() -> None:
    assert sampled([1.0, 2.0, 3.0], 5) == [1.0, 2.0, 3.0]
    assert sampled([float(each) for each in range(100)], 4) == [24.0, 49.0, 74.0, 99.0]
