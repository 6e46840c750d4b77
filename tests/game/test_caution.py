"""The choices that need confirmation in a race with upgrades."""

from __future__ import annotations

from functools import partial

import pytest

from heat_tui.engine.actions import Action, ChooseValues, Plan
from heat_tui.game.table.prompts import Choice
from heat_tui.modules.garage import Garage
from tests.tables import ADRENALINE_MOVE, BOOST, DONE, SLIPSTREAM, Table, cool, driver, loop, planning
from tests.upgrades import drive, use

CORNERS = loop(60, (20, 4), (30, 3), laps=2)


def careful(table: Table, action: Action) -> bool:
    """Return whether the driver at the table is asked to confirm the action."""
    race, decision = table.race, table.race.decision
    assert decision is not None
    return Choice("", race.view(decision.seat), decision, partial(race.forecast, decision.seat)).needs_care(action)


@pytest.mark.parametrize(("engine", "three"), [(2, True), (3, False)])
def test_a_value_that_ends_in_a_spin_out_needs_confirmation(engine: int, three: bool) -> None:
    table = drive(driver(15, gear=2, engine=engine, play="brakes-13 4", hand="1 1"), track=CORNERS)
    assert careful(table, ChooseValues((("brakes-13", 3),))) == three
    assert not careful(table, ChooseValues((("brakes-13", 1),)))


def test_a_mandatory_symbol_needs_no_confirmation() -> None:
    table = drive(driver(15, gear=2, engine=3, play="turbo-7 1", hand="heat 1 1 1"), track=CORNERS)
    assert not careful(table, use("heat", "turbo-7", 2))


def test_a_possible_spin_out_counts_while_mandatory_symbols_remain() -> None:
    """The step cannot be ended yet, so the risk has nothing to be compared with."""
    spinning = drive(driver(15, gear=2, engine=3, play="turbo-7 1", hand="heat 1 1 1"), track=CORNERS)
    assert careful(spinning, BOOST)
    assert not careful(spinning, cool(1))
    straight = drive(driver(35, gear=2, engine=6, play="turbo-7 1", hand="heat 1 1 1"), last=(0,), track=CORNERS)
    assert not careful(straight, BOOST)
    assert not careful(straight, ADRENALINE_MOVE)


@pytest.mark.point("B1")
def test_ending_the_step_needs_confirmation_while_cooling_would_prevent_a_spin_out() -> None:
    """The risk is compared with that of ending the step after all cooling, which is free."""
    table = drive(driver(18, gear=2, engine=1, play="5 1", hand="heat 1 1 1", deck="1"), track=CORNERS)
    assert careful(table, DONE)
    assert careful(table, BOOST)
    assert not careful(table, cool(1))
    table.play(cool(1))
    assert not careful(table, DONE)


@pytest.mark.point("P5")
@pytest.mark.parametrize(
    ("cards", "engine", "asked"),
    [
        ("5 1", 6, False),  # certain: 2 Heat, as shown
        ("4 revs-12", 6, False),  # uncertain, and shown as "You cannot spin out."
        ("5 1", 1, True),
        ("2 stress", 0, True),
    ],
)
def test_a_plan_needs_confirmation_only_if_it_may_end_in_a_spin_out(cards: str, engine: int, asked: bool) -> None:
    place = driver(18, gear=2, engine=engine, hand=f"{cards} 1 1 1 1 1", deck="1 2 3 4")
    table = planning(CORNERS, place, modules=(Garage("both"),))
    plan = Plan(2, tuple(sorted(cards.split())))
    assert table.race.forecast(0, plan).most_heat or asked
    assert careful(table, plan) is asked


@pytest.mark.point("P5")
def test_heat_that_a_slipstream_or_a_boost_may_cost_needs_no_confirmation() -> None:
    table = drive(driver(15, gear=2, engine=6, play="2 3", hand="1 1", deck="4"), driver(21), track=CORNERS)
    assert table.race.forecast(0, BOOST).most_heat
    assert not careful(table, BOOST)
    table.play(DONE)
    assert table.race.forecast(0, SLIPSTREAM).most_heat == 1
    assert not careful(table, SLIPSTREAM)
