"""When a second yes is asked for with upgrades in the race."""

from __future__ import annotations

import pytest

from heat_tui.engine.actions import Action, ChooseValues
from heat_tui.engine.forecast import Forecast
from heat_tui.game.table.prompts import needs_care
from tests.tables import ADRENALINE_MOVE, BOOST, DONE, Table, cool, driver, loop
from tests.upgrades import drive, use

CORNERS = loop(60, (20, 4), (30, 3), laps=2)


def careful(table: Table, action: Action) -> bool:
    """Whether the driver at the table is asked once more."""

    def forecast(each: Action) -> Forecast:
        assert table.race.decision is not None
        return table.race.forecast(table.race.decision.seat, each)

    return needs_care(action, forecast)


@pytest.mark.parametrize(("engine", "three"), [(2, True), (3, False)])
def test_a_value_that_ends_in_a_spin(engine: int, three: bool) -> None:
    table = drive(driver(15, gear=2, engine=engine, play="brakes-13 4", hand="1 1"), track=CORNERS)
    assert careful(table, ChooseValues((("brakes-13", 3),))) == three
    assert not careful(table, ChooseValues((("brakes-13", 1),)))


def test_what_must_be_used_needs_no_second_yes() -> None:
    table = drive(driver(15, gear=2, engine=3, play="turbo-7 1", hand="heat 1 1 1"), track=CORNERS)
    assert not careful(table, use("heat", "turbo-7", 2))


def test_before_all_that_must_be_used_is_used_a_possible_spin_counts() -> None:
    """There is no being done to compare with."""
    spinning = drive(driver(15, gear=2, engine=3, play="turbo-7 1", hand="heat 1 1 1"), track=CORNERS)
    assert careful(spinning, BOOST)
    assert not careful(spinning, cool(1))
    straight = drive(driver(35, gear=2, engine=6, play="turbo-7 1", hand="heat 1 1 1"), last=(0,), track=CORNERS)
    assert not careful(straight, BOOST)
    assert not careful(straight, ADRENALINE_MOVE)


@pytest.mark.point("B1")
def test_being_done_is_asked_again_while_cooling_would_prevent_a_spin() -> None:
    """What is risky is compared with being done after all cooling, which costs nothing."""
    table = drive(driver(18, gear=2, engine=1, play="5 1", hand="heat 1 1 1", deck="1"), track=CORNERS)
    assert careful(table, DONE)
    assert careful(table, BOOST)
    assert not careful(table, cool(1))
    table.play(cool(1))
    assert not careful(table, DONE)
