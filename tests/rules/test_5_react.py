"""Step 5: react."""

from itertools import permutations

import pytest

from heat_tui.engine.actions import DONE, Plan, React
from heat_tui.engine.decisions import ReactDecision, Use
from heat_tui.engine.events import Boosted, CardFlipped, CarMoved, HeatCooled
from heat_tui.engine.record import IllegalAction
from tests.tables import ADRENALINE_MOVE, BOOST, FULL, OFF, STUCK, Table, abreast, cool, driver, loop, turn

OPEN_ROAD = loop(60)
HOT = "1 2 3 heat heat heat heat"


def offer(table: Table) -> set[tuple[str, str, int]]:
    """Return the symbols on offer as (symbol, source, most)."""
    return {(use.symbol, use.source, use.most) for use in table.uses()}


@pytest.mark.rule("5.1")
def test_every_symbol_of_gear_and_adrenaline_is_offered() -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand=HOT), last=(0,))
    assert offer(table) == {
        ("cooldown", "gear", 3),
        ("cooldown", "adrenaline", 1),
        ("adrenaline", "adrenaline", 1),
        ("boost", "boost", 1),
    }


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("order", [*permutations((BOOST, ADRENALINE_MOVE, cool(3), cool(1, "adrenaline")))])
def test_symbols_are_used_in_any_order_each_on_its_own(order: tuple[React, ...]) -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand=HOT, deck="3"), last=(0,))
    table.play(*order)
    assert (table.car().at, table.car().engine) == (5 + 2 + 3 + 1, 6 - 1 + 3 + 1)
    assert not isinstance(table.race.decision, ReactDecision), "nothing is left, so nothing is asked"


@pytest.mark.rule("5.1")
def test_optional_symbols_may_be_left_unused() -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand=HOT), last=(0,)).play(DONE)
    assert not isinstance(table.race.decision, ReactDecision)
    assert (table.car().at, table.car().engine, table.car().hand.count("heat")) == (7, 6, 4)


@pytest.mark.rule("5.1", "4.2")
def test_unused_symbols_are_not_kept_for_the_next_turn() -> None:
    other = driver(6, engine=0, hand=STUCK)
    table = turn(OPEN_ROAD, driver(5, play="2", hand=HOT), other, last=(0,)).pass_on()
    table.play(Plan(1, ("1",)), Plan(1, ("heat",)))
    assert offer(table) == {("cooldown", "gear", 3), ("boost", "boost", 1)}


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("amount", [1, 2, 3])
def test_a_symbol_with_a_number_is_used_once_for_up_to_that_number(amount: int) -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand=HOT)).play(cool(amount))
    assert (table.car().engine, table.car().hand.count("heat")) == (6 + amount, 4 - amount)
    assert offer(table) == {("boost", "boost", 1)}
    with pytest.raises(IllegalAction):
        table.play(cool(1))


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("action", [cool(4), cool(0), cool(-1), cool(1, "adrenaline"), React("scrap", "gear", 1)])
def test_symbols_that_are_not_on_offer_are_refused(action: React) -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand=HOT))
    before = table.race.snapshot()
    with pytest.raises(IllegalAction):
        table.play(action)
    assert table.race.snapshot() == before


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(("gear", "most"), [(1, 3), (2, 1), (3, 0), (4, 0)])
def test_the_gear_gives_its_cooldown(gear: int, most: int) -> None:
    table = turn(OPEN_ROAD, driver(5, gear=gear, play=" ".join("1" * gear), hand=HOT))
    assert {use for use in table.uses() if use.symbol == "cooldown"} == (
        {Use("cooldown", "gear", most)} if most else set()
    )


@pytest.mark.rule("5.2")
def test_cooldown_moves_heat_from_the_hand_into_the_engine() -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand="1 1 heat heat stress 5 0", engine=0)).play(cool(2))
    assert (table.car().engine, table.car().hand) == (2, ["0", "1", "1", "5", "stress"])
    assert [(event.source, event.heat) for event in table.told(HeatCooled)] == [("gear", 2)]


@pytest.mark.rule("5.2")
def test_no_more_is_offered_than_there_is_heat_in_the_hand() -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand="1 1 1 1 1 heat heat", engine=0))
    assert offer(table) == {("cooldown", "gear", 2)}
    cold = turn(OPEN_ROAD, driver(5, play="2", hand=FULL, engine=0, discard="heat heat", deck="heat"))
    assert offer(cold) == set()


@pytest.mark.rule("5.2")
def test_the_starting_heat_card_is_then_a_heat_like_any_other() -> None:
    """With all six Heat in the engine, the Heat in the hand is the starting upgrade; it can be paid again."""
    table = turn(OPEN_ROAD, driver(5, play="2", hand="1 1 1 2 2 2 heat", engine=6, deck="1"))
    table.play(cool(1))
    assert table.car().engine == 7
    table.play(BOOST)
    assert (table.car().engine, table.car().discard) == (6, ["heat"])


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("gear", [1, 2, 3, 4])
def test_boost_pays_1_heat_for_a_plus_in_any_gear(gear: int) -> None:
    table = turn(OPEN_ROAD, driver(5, gear=gear, play=" ".join("1" * gear), engine=1, deck="heat 3"))
    table.play(BOOST)
    car = table.car()
    assert (car.at, car.engine) == (5 + gear + 3, 0)
    assert table.told(Boosted)[0].heat == 1
    (flip,) = table.told(CardFlipped)
    assert (flip.discarded, flip.card) == (("heat",), "3")
    assert table.told(CarMoved)[-1].speed == gear + 3


@pytest.mark.rule("5.3")
def test_boost_is_used_once_a_turn() -> None:
    table = turn(OPEN_ROAD, driver(5, play="1", hand=HOT, deck="3 3 3")).play(BOOST)
    assert not [use for use in table.uses() if use.symbol == "boost"]
    with pytest.raises(IllegalAction):
        table.play(BOOST)


@pytest.mark.rule("5.3")
def test_the_boost_moves_immediately_and_can_be_blocked() -> None:
    table = turn(OPEN_ROAD, driver(5, play="1", hand=HOT, deck="3"), *abreast(9)).play(BOOST)
    assert isinstance(table.race.decision, ReactDecision)
    assert (table.car().at, table.race.view(0).speed) == (8, 4)
    beside = turn(OPEN_ROAD, driver(5, play="1", hand=HOT, deck="3"), driver(9)).play(BOOST)
    assert (beside.car().at, beside.car().spot) == (9, OFF)


@pytest.mark.rule("5.3")
def test_an_empty_engine_gives_no_boost_until_it_is_filled() -> None:
    table = turn(OPEN_ROAD, driver(5, play="1", hand=HOT, engine=0, deck="3"))
    assert offer(table) == {("cooldown", "gear", 3)}
    with pytest.raises(IllegalAction):
        table.play(BOOST)
    table.play(cool(2))
    assert offer(table) == {("boost", "boost", 1)}


@pytest.mark.rule("5.3")
def test_the_flipped_card_stays_in_the_play_area_until_step_9() -> None:
    table = turn(OPEN_ROAD, driver(5, play="1", hand=HOT, deck="3")).play(BOOST)
    assert table.car().play == ["1", "3"]


@pytest.mark.rule("5.4")
def test_the_adrenaline_move_adds_one_space_and_one_speed() -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand=HOT), last=(0,)).play(ADRENALINE_MOVE)
    assert (table.car().at, table.race.view(0).speed) == (8, 3)
    assert [(move.cause, move.distance) for move in table.told(CarMoved)] == [("reveal", 2), ("adrenaline", 1)]


@pytest.mark.rule("5.4")
def test_the_adrenaline_speed_counts_whether_moved_or_blocked() -> None:
    table = turn(OPEN_ROAD, driver(5, play="2", hand=HOT), *abreast(8), last=(0,)).play(ADRENALINE_MOVE)
    assert (table.car().at, table.race.view(0).speed) == (7, 3)


@pytest.mark.rule("5.5")
def test_all_this_is_allowed_after_the_finish_line() -> None:
    car = driver(119, play="4", hand=HOT, deck="3")
    table = turn(OPEN_ROAD, car, driver(10), laps=1, last=(0,))
    assert table.car().at == 123
    table.play(ADRENALINE_MOVE, BOOST, cool(1, "adrenaline"), cool(3))
    assert (table.car().at, table.car().engine) == (127, 6 - 1 + 1 + 3)
