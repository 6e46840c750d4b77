"""Step 8: discard."""

import pytest

from heat_tui.engine.actions import Discard
from heat_tui.engine.decisions import DiscardDecision, PlanDecision
from heat_tui.engine.events import CardsDiscarded
from heat_tui.engine.record import IllegalAction
from tests.tables import Table, driver, loop, turn

OPEN_ROAD = loop(60)
HAND = "0 1 1 3 5 heat stress"


def at_step_8(hand: str, deck: str = "") -> Table:
    """Return a race with a driver who has nothing to do before step 8."""
    return turn(OPEN_ROAD, driver(5, gear=3, play="2 2 2", hand=hand, engine=0, deck=deck))


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("chosen", [(), ("1",), ("1", "1"), ("0", "5"), ("0", "1", "1", "3", "5")])
def test_any_number_of_cards_may_be_discarded(chosen: tuple[str, ...]) -> None:
    table = at_step_8(HAND, deck="4 4 4 4 4 4 4").play(Discard(chosen))
    left = HAND.split()
    for card in chosen:
        left.remove(card)
    car = table.car()
    assert sorted(car.hand) == sorted(left + ["4"] * len(chosen)), "and as many are drawn in step 9"
    assert sorted(car.discard) == sorted(("2", "2", "2", *chosen))
    assert [event.cards for event in table.told(CardsDiscarded)] == ([len(chosen)] if chosen else [])


@pytest.mark.rule("8.1")
def test_heat_and_stress_may_not_be_discarded() -> None:
    table = at_step_8(HAND)
    assert table.asked(DiscardDecision).cards == ("0", "1", "1", "3", "5")
    assert not any({"heat", "stress"} & set(action.cards) for action in options(table))
    for cards in (("heat",), ("stress",), ("1", "heat"), ("1", "stress")):
        with pytest.raises(IllegalAction):
            table.play(Discard(cards))
    assert sorted(table.car().hand) == sorted(HAND.split())


def options(table: Table) -> list[Discard]:
    """Return all choices of step 8."""
    return [action for action in table.asked(DiscardDecision).options() if isinstance(action, Discard)]


@pytest.mark.rule("8.1")
def test_every_choice_is_offered_once() -> None:
    chosen = [tuple(sorted(action.cards)) for action in options(at_step_8(HAND))]
    assert len(chosen) == len(set(chosen)) == 2 * 3 * 2 * 2


@pytest.mark.rule("8.1")
def test_the_heat_card_of_the_starting_upgrades_counts_as_heat() -> None:
    """With all the Heat of the track in the engine, the Heat in the hand is the starting upgrade: it stays."""
    table = turn(OPEN_ROAD, driver(5, gear=3, play="2 2 2", hand="heat", engine=6))
    assert not isinstance(
        table.pass_on(lambda asked: isinstance(asked, DiscardDecision)).race.decision, DiscardDecision
    )
    assert table.car().hand.count("heat") == 1


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("hand", ["heat stress", "heat heat", "stress", ""])
def test_nothing_is_asked_when_there_is_nothing_to_discard(hand: str) -> None:
    assert isinstance(at_step_8(hand).race.decision, PlanDecision)


@pytest.mark.rule("8.1")
def test_only_cards_of_the_hand_may_be_discarded() -> None:
    table = at_step_8(HAND)
    for cards in (("4",), ("1", "1", "1"), ("2",)):
        with pytest.raises(IllegalAction):
            table.play(Discard(cards))


@pytest.mark.rule("8.1")
def test_it_is_asked_once_a_turn() -> None:
    table = at_step_8(HAND, deck="4 4 4").play(Discard(("1",)))
    assert isinstance(table.race.decision, PlanDecision)
