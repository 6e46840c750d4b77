"""The + symbol, and running out of cards."""

import pytest

from heat_tui.engine.events import CardFlipped, CardsTurnedOver, CarMoved, DeckShuffled, HandFilled
from tests.tables import BOOST, FULL, Table, cool, driver, loop, turn

OPEN_ROAD = loop(60)


def flipped(table: Table) -> list[tuple[tuple[str, ...], str | None]]:
    """Return every + so far: the discarded cards and the card that counts."""
    return [(flip.discarded, flip.card) for flip in table.told(CardFlipped)]


def distance(table: Table) -> int:
    """Return the distance of the move at the reveal."""
    return table.told(CarMoved)[0].distance


@pytest.mark.rule("P1")
def test_cards_are_flipped_until_a_basic_card_appears() -> None:
    table = turn(OPEN_ROAD, driver(5, play="stress", deck="0 heat 5 stress 3 4 1"))
    car = table.car()
    assert flipped(table) == [(("0", "heat", "5", "stress"), "3")]
    assert distance(table) == 3
    assert car.play == ["stress", "3"]
    assert car.discard == ["0", "heat", "5", "stress"]
    assert car.deck == ["1", "4"], "what lies below stays, in its order"


@pytest.mark.rule("P1")
@pytest.mark.parametrize("basic", ["1", "2", "3", "4"])
def test_every_basic_card_ends_the_flip_with_its_value(basic: str) -> None:
    table = turn(OPEN_ROAD, driver(5, play="stress", deck=f"{basic} 4"))
    assert (flipped(table), distance(table)) == ([((), basic)], int(basic))


@pytest.mark.rule("P1")
def test_each_plus_is_resolved_on_its_own() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=3, play="stress stress stress", deck="heat 1 2 5 4 3"))
    assert flipped(table) == [(("heat",), "1"), ((), "2"), (("5",), "4")]
    assert distance(table) == 7
    table.play(BOOST)
    assert flipped(table)[-1] == ((), "3")


@pytest.mark.rule("P1")
def test_the_discarded_cards_add_no_speed_and_no_plus() -> None:
    table = turn(OPEN_ROAD, driver(5, play="stress", deck="stress 5 1 4 4"))
    assert (flipped(table), distance(table)) == ([(("stress", "5"), "1")], 1)


@pytest.mark.rule("P2")
def test_a_stress_card_in_play_is_worth_its_flipped_card() -> None:
    assert distance(turn(OPEN_ROAD, driver(5, gear=2, play="stress 4", deck="3"))) == 7
    assert distance(turn(OPEN_ROAD, driver(5, gear=2, play="stress stress", deck="3 1"))) == 4


@pytest.mark.rule("P3")
def test_a_flip_from_an_empty_deck_shuffles_the_discard_pile_first() -> None:
    table = turn(OPEN_ROAD, driver(5, play="stress", discard="2 2 2"))
    assert [(event.car, event.cards) for event in table.told(DeckShuffled)] == [(0, 3)]
    assert (flipped(table), len(table.car().deck), table.car().discard) == ([((), "2")], 2, [])


@pytest.mark.rule("P3")
def test_a_draw_from_an_empty_deck_shuffles_the_discard_pile_first() -> None:
    car = driver(5, play="1", hand="1 1 1 1", deck="4", discard="3 3 3 3", engine=0)
    table = turn(OPEN_ROAD, car).pass_on()
    hand = table.car().hand
    assert len(hand) == 7
    assert hand.count("4") == 1, "what is left in the deck is drawn before"
    assert (len(table.car().deck), table.car().discard) == (3, [])
    assert [event.cards for event in table.told(DeckShuffled)] == [5], "the card of the play area included"


@pytest.mark.rule("P3")
def test_nothing_is_shuffled_while_the_deck_has_enough_cards() -> None:
    table = turn(OPEN_ROAD, driver(5, play="1", hand="1 1 1 1", deck="4 4 4", discard="3 3"), seed=3).pass_on()
    assert table.told(DeckShuffled) == []
    assert (table.car().deck, sorted(table.car().discard)) == ([], ["1", "3", "3"])


@pytest.mark.rule("P3")
def test_the_shuffle_is_random() -> None:
    """Over 40 seeds, each of the four cards comes first in the new deck at least once."""
    first = {
        flipped(turn(OPEN_ROAD, driver(5, play="stress", discard="1 2 3 4"), seed=seed))[0][1] for seed in range(40)
    }
    assert first == {"1", "2", "3", "4"}


@pytest.mark.rule("P3")
def test_play_area_and_hand_are_not_part_of_a_reshuffle_during_the_turn() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=3, play="stress 4 4", hand=FULL, discard="1"))
    assert [event.cards for event in table.told(DeckShuffled)] == [1]
    assert (flipped(table), table.car().deck) == ([((), "1")], [])
    assert sorted(table.car().play) == ["1", "4", "4", "stress"]
    assert table.car().hand == FULL.split()


@pytest.mark.rule("P3")
def test_the_play_area_has_already_been_discarded_in_step_9() -> None:
    car = driver(5, gear=2, play="4 4", hand="1 1 1 1 1", engine=0)
    table = turn(OPEN_ROAD, car).pass_on()
    assert table.car().hand == ["1"] * 5 + ["4", "4"]


@pytest.mark.rule("P3")
def test_heat_paid_for_the_boost_is_part_of_its_reshuffle() -> None:
    table = turn(OPEN_ROAD, driver(5, play="1", discard="2")).play(BOOST)
    assert [event.cards for event in table.told(DeckShuffled)] == [2]


@pytest.mark.rule("P4")
def test_a_plus_counts_0_if_both_piles_are_empty() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=2, play="stress 2"))
    assert (flipped(table), distance(table)) == ([((), None)], 2)
    assert table.told(DeckShuffled) == []


@pytest.mark.rule("P4")
def test_nothing_is_flipped_without_a_basic_card_in_deck_and_discard_pile() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=2, play="stress 2", deck="5 heat", discard="0 stress"))
    car = table.car()
    assert (flipped(table), distance(table)) == ([((), None)], 2)
    assert (car.deck, car.discard, car.play) == (["heat", "5"], ["stress", "0"], ["stress", "2"])
    assert table.told(DeckShuffled) == []


@pytest.mark.rule("P4")
def test_cards_discarded_earlier_in_the_same_flip_are_reshuffled() -> None:
    table = turn(OPEN_ROAD, driver(5, play="stress", deck="heat 5", discard="2 0"))
    assert [event.cards for event in table.told(DeckShuffled)] == [4]
    assert [event.cards for event in table.told(CardsTurnedOver)] == [("heat", "5")], "told before the shuffle"
    assert [card for _, card in flipped(table)] == ["2"]
    car = table.car()
    assert sorted(car.deck + car.discard) == ["0", "5", "heat"]


@pytest.mark.rule("P4")
def test_a_second_plus_counts_0_if_the_first_took_the_last_basic_card() -> None:
    table = turn(OPEN_ROAD, driver(5, gear=2, play="stress stress", deck="5 3"))
    assert ([card for _, card in flipped(table)], distance(table)) == (["3", None], 3)


@pytest.mark.rule("P4")
def test_missing_cards_are_not_drawn() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", hand="1 1", deck="3", engine=0)).pass_on()
    assert table.car().hand == ["1", "1", "3", "4"]
    assert (table.car().deck, table.car().discard) == ([], [])
    assert [(event.drawn, event.hand) for event in table.told(HandFilled, 0)] == [(2, 4)]


@pytest.mark.rule("P4")
def test_a_boost_without_any_basic_card_left_adds_nothing() -> None:
    table = turn(OPEN_ROAD, driver(5, play="4", hand="heat", engine=1, deck="5")).play(BOOST)
    assert (table.car().at, table.race.view(0).speed, table.car().engine) == (9, 4, 0)
    table.play(cool(1))
    assert table.car().engine == 1
