"""Legends."""

from dataclasses import replace

import pytest

from heat_tui.engine.events import CarFinished, CarMoved
from heat_tui.engine.race import Race, points
from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import COLOURS, RaceSetup
from heat_tui.modules.legends import COLUMNS, LEGEND_CARDS, LegendCardShown, Legends, numbers
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided
from heat_tui.modules.legends.words import turned_lines
from heat_tui.words.names import car_name
from tests.rules.legend_turns import BEND, BYSTANDER, FIRST_CARD, decided, end, moves
from tests.tables import OFF, RACE_LINE, STUCK, Place, driver, fresh, legend, loop, planning, turn


@pytest.mark.rule("L1")
def test_there_are_ten_cards_with_a_pair_of_numbers_for_every_colour() -> None:
    assert len(LEGEND_CARDS) == 10
    assert all(len(card) == 6 for card in LEGEND_CARDS)
    for card in range(10):
        for colour in COLOURS:
            diamond, helmet = numbers(card, colour)
            assert 0 <= diamond <= 3
            assert 10 <= helmet <= 19


@pytest.mark.rule("L1")
def test_the_first_card_of_the_table_is_right() -> None:
    assert [numbers(FIRST_CARD, colour) for colour in ("yellow", "red", "gray", "black", "green", "blue")] == [
        (0, 11),
        (1, 13),
        (1, 14),
        (2, 16),
        (2, 15),
        (3, 18),
    ]


@pytest.mark.rule("L1")
def test_expansion_colours_use_their_rows() -> None:
    for card in range(10):
        assert numbers(card, "orange") == numbers(card, "black")
        assert numbers(card, "purple") == numbers(card, "blue")


@pytest.mark.rule("L1")
def test_the_deck_is_shuffled() -> None:
    """Over 60 seeds, each of the ten cards is revealed first at least once."""
    tables = [planning(BEND, BYSTANDER, legend(5), seed=seed).round().pass_on() for seed in range(60)]
    assert {table.told(LegendCardTurned)[0].card for table in tables} == set(range(10))


@pytest.mark.rule("L1")
@pytest.mark.parametrize("count", [1, 2, 5, 7])
def test_any_number_of_legends_may_join_the_drivers(count: int) -> None:
    table = fresh(RaceSetup(BEND, ("Ada",), modules=(Legends(count),)))
    assert [car.entry.kind for car in table.race.cars] == ["driver"] + ["legend"] * count


@pytest.mark.rule("L2")
def test_one_card_a_round_applies_to_all_legends() -> None:
    table = planning(BEND, BYSTANDER, legend(5, colour="yellow"), legend(4, colour="red"), legend_cards=(3, 5))
    table.round().pass_on()
    assert [event.card for event in table.told(LegendCardTurned)] == [3]
    assert [(event.diamond, event.helmet) for event in table.told(LegendDecided)] == [
        numbers(3, "yellow"),
        numbers(3, "red"),
    ]
    table.round().pass_on()
    assert [event.card for event in table.told(LegendCardTurned)] == [3, 5]


@pytest.mark.rule("L2")
def test_it_is_revealed_when_the_first_legend_is_to_move() -> None:
    """A driver ahead of all Legends plans and drives before the card is known."""
    table = planning(BEND, driver(30, hand="1 2 3"), legend(5), legend_cards=(3,))
    table.round()
    assert table.race.acting is table.car(0)
    assert table.told(LegendCardTurned) == []
    assert table.race.view(0).shown == (("legends", LegendCardShown(10, ())),)
    table.pass_on()
    assert [event.card for event in table.told(LegendCardTurned)] == [3]


@pytest.mark.rule("L2")
def test_an_empty_deck_is_reshuffled() -> None:
    track = loop(60, (50, 9), laps=20)
    table = planning(track, driver(1, engine=0, hand=STUCK), legend(5), laps=20)
    for _ in range(20):
        table.round().pass_on()
    cards = [event.card for event in table.told(LegendCardTurned)]
    assert sorted(cards[:10]) == sorted(cards[10:20]) == list(range(10))
    assert cards[:10] != cards[10:]
    shuffled = [number for number, event in enumerate(table.told(LegendCardTurned), start=1) if event.shuffled]
    assert shuffled == [11], "and it is told"


@pytest.mark.rule("L2")
def test_no_card_is_revealed_without_a_legend_on_the_track() -> None:
    table = planning(loop(60, laps=1), BYSTANDER, legend(1, status="finished")).round().pass_on()
    assert table.race.round == 2
    assert table.told(LegendCardTurned) == []


@pytest.mark.rule("L3")
@pytest.mark.parametrize(("colour", "spaces"), [("green", 5), ("red", 4), ("yellow", 3), ("blue", 6)])
@pytest.mark.parametrize("at", [11, 20])
def test_past_the_legends_line_it_moves_limit_plus_diamond(at: int, colour: str, spaces: int) -> None:
    table = moves(legend(at, colour=colour))
    assert (end(table), decided(table).rule) == ((at + spaces, RACE_LINE), "corner")


@pytest.mark.rule("L3", "L4")
def test_the_line_is_before_the_first_space_past_it() -> None:
    assert decided(moves(legend(10, colour="yellow"))).rule == "line"
    assert decided(moves(legend(11, colour="yellow"))).rule == "corner"
    assert decided(moves(legend(20, colour="yellow"))).rule == "corner"
    assert decided(moves(legend(21, colour="yellow"))).corner == 1


@pytest.mark.rule("L3")
def test_it_crosses_at_most_one_corner_line() -> None:
    track = loop(60, (20, 3, 10), (22, 5, 21), (50, 9))
    table = moves(legend(20, colour="green"), track=track)
    assert (end(table), decided(table).stopped) == ((22, RACE_LINE), True)
    full = moves(legend(20, colour="green"), *abreast_legends(22), track=track)
    assert end(full) == (21, RACE_LINE)
    free = moves(legend(19, colour="yellow"), track=track)
    assert (end(free), decided(free).stopped) == ((22, RACE_LINE), False)


def abreast_legends(at: int) -> tuple[Place, Place]:
    """Return two Legends side by side."""
    return legend(at, RACE_LINE), legend(at, OFF)


@pytest.mark.rule("L3")
def test_it_looks_no_further_than_the_second_line_over_the_start_line() -> None:
    track = loop(60, (2, 3, 56), (58, 3, 50))
    table = moves(legend(57, colour="blue"), track=track)
    assert end(table) == (62, RACE_LINE)


@pytest.mark.rule("L4")
@pytest.mark.parametrize(("at", "colour", "to"), [(21, "yellow", 32), (24, "black", 40), (3, "green", 18)])
def test_before_the_legends_line_it_moves_its_helmet_number(at: int, colour: str, to: int) -> None:
    table = moves(legend(at, colour=colour))
    assert (end(table)[0], decided(table).rule) == (to, "helmet")


@pytest.mark.rule("L4")
@pytest.mark.parametrize(("colour", "to"), [("yellow", 20), ("red", 19), ("green", 18), ("blue", 17)])
def test_if_that_crosses_the_line_it_stops_by_the_diamond_before_it(colour: str, to: int) -> None:
    table = moves(legend(10, colour=colour))
    assert (end(table), decided(table).rule) == ((to, RACE_LINE), "line")


@pytest.mark.rule("L4")
def test_a_helmet_that_just_reaches_the_line_does_not_cross_it() -> None:
    assert end(moves(legend(9, colour="yellow")))[0] == 20
    assert decided(moves(legend(9, colour="yellow"))).rule == "helmet"
    assert decided(moves(legend(10, colour="yellow"))).rule == "line"


@pytest.mark.rule("L4")
def test_if_that_space_is_full_it_takes_the_first_free_spot_behind() -> None:
    assert end(moves(legend(10, colour="red"), *abreast_legends(19))) == (18, RACE_LINE)
    assert end(moves(legend(10, colour="red"), *abreast_legends(19), legend(18))) == (18, OFF)


@pytest.mark.rule("L4", "L3")
@pytest.mark.parametrize("spot", [RACE_LINE, OFF])
def test_if_all_spots_up_to_its_own_are_taken_it_stays_there(spot: int) -> None:
    """The target is two spaces ahead, and both spaces up to it are full."""
    track = loop(60, (20, 3, 19), (40, 4, 34))
    line = moves(legend(16, spot, colour="green"), *abreast_legends(18), *abreast_legends(17), track=track)
    assert (decided(line).rule, end(line)) == ("line", (16, spot))
    corner = loop(60, (20, 1, 10), (40, 4, 34))
    slow = moves(legend(18, spot, colour="red"), *abreast_legends(20), *abreast_legends(19), track=corner)
    assert (decided(slow).rule, end(slow)) == ("corner", (18, spot))


@pytest.mark.rule("L4")
def test_it_never_moves_backwards_for_its_diamond() -> None:
    track = loop(60, (20, 3, 19), (40, 4, 34))
    assert end(moves(legend(18, colour="blue"), track=track)) == (18, RACE_LINE)


@pytest.mark.rule("L5")
def test_legends_pay_nothing_never_spin_out_and_skip_steps_4_to_9() -> None:
    table = moves(legend(20, colour="blue"), track=loop(60, (20, 1, 10), (50, 9)))
    car = table.car(1)
    assert (end(table)[0], car.gear, car.engine) == (24, 0, 0)
    assert (car.hand, car.deck, car.discard, car.play) == ([], [], [], [])
    of_the_legend = [type(event) for event in table.events if getattr(event, "car", None) == 1]
    assert of_the_legend == [LegendDecided, CarMoved]


@pytest.mark.rule("L5")
def test_a_legend_never_slipstreams() -> None:
    table = moves(legend(11, colour="yellow"), legend(15))
    assert [(move.cause, move.end) for move in table.told(CarMoved, 1)] == [("legend", 14)]


@pytest.mark.rule("L5")
def test_legends_block_and_are_blocked() -> None:
    blocked = moves(legend(11, colour="green"), *abreast_legends(16))
    assert end(blocked) == (15, RACE_LINE)
    beside = moves(legend(11, colour="green"), legend(16))
    assert end(beside) == (16, OFF)
    blocking = turn(loop(60), driver(5, play="4"), *abreast_legends(9))
    assert blocking.car().at == 8


@pytest.mark.rule("L5")
def test_legends_count_for_positions_and_points() -> None:
    track = loop(60, (50, 9), laps=1)
    table = turn(track, driver(30, engine=0, hand=STUCK), legend(118, colour="yellow"), seat=1).pass_on()
    assert [(event.car, event.place) for event in table.told(CarFinished)] == [(1, 1)]
    assert table.race.standings == (1, 0)
    assert points(table.race) == {1: 9, 0: 6}
    assert planning(BEND, BYSTANDER, legend(56)).race.standings == (1, 0)


@pytest.mark.rule("L6")
def test_on_the_last_lap_corners_past_the_finish_stop_no_legend() -> None:
    track = loop(60, (3, 1, 55), (40, 4, 34), laps=1)
    for at in (101, 117, 120):
        table = moves(legend(at, colour="yellow"), track=track, laps=1)
        assert (end(table)[0], decided(table).rule, decided(table).corner) == (at + 11, "helmet", None)


@pytest.mark.rule("L6")
def test_the_second_line_does_not_stop_it_if_it_is_past_the_finish() -> None:
    track = loop(60, (2, 3, 56), (59, 3, 50), laps=1)
    assert end(moves(legend(117, colour="blue"), track=track, laps=1))[0] == 123
    assert end(moves(legend(117, colour="blue"), track=track, laps=2))[0] == 122


@pytest.mark.rule("L6")
def test_before_the_last_lap_the_first_corner_is_ahead_across_the_line() -> None:
    track = loop(60, (3, 1, 55), (40, 4, 34))
    table = moves(legend(58, colour="yellow"), track=track)
    assert (decided(table).rule, decided(table).corner, end(table)[0]) == ("corner", 0, 59)


@pytest.mark.rule("L6")
def test_from_the_grid_the_next_corner_is_corner_1() -> None:
    table = moves(legend(60, colour="yellow"))
    assert (decided(table).corner, decided(table).rule, end(table)[0]) == (0, "helmet", 71)
    too_far = moves(legend(60, colour="blue"), track=loop(60, (12, 3, 2)))
    assert (decided(too_far).corner, decided(too_far).rule, end(too_far)[0]) == (0, "line", 69)


@pytest.mark.rule("L7")
@pytest.mark.parametrize("pro", [1, 2, 6])
def test_pro_adds_to_every_helmet_number_and_leaves_the_diamond(pro: int) -> None:
    far = moves(legend(21, colour="yellow"), pro=pro)
    assert (end(far)[0], decided(far).helmet) == (32 + pro, 11 + pro)
    no_corner_left = moves(legend(101, colour="yellow"), laps=1, pro=pro)
    assert end(no_corner_left)[0] == 112 + pro
    past_the_line = moves(legend(11, colour="green"), pro=pro)
    assert (end(past_the_line)[0], decided(past_the_line).diamond) == (16, 2)
    crossing = moves(legend(9, colour="yellow"), pro=pro)
    assert (end(crossing)[0], decided(crossing).rule) == (20, "line")


@pytest.mark.rule("L7")
def test_pro_goes_up_to_6() -> None:
    for pro in (-1, 7):
        with pytest.raises(IllegalSetup):
            Race.start(RaceSetup(BEND, ("Ada",), modules=(Legends(1, pro),)))


@pytest.mark.rule("L9")
@pytest.mark.parametrize("colour", COLUMNS)
def test_every_colour_has_each_helmet_number_once(colour: str) -> None:
    assert sorted(numbers(card, colour)[1] for card in range(10)) == list(range(10, 20))


@pytest.mark.rule("L9")
def test_diamonds_follow_from_helmets() -> None:
    diamonds = {10: 0, 11: 0, 12: 1, 13: 1, 14: 1, 15: 2, 16: 2, 17: 2, 18: 3, 19: 3}
    for card in range(10):
        for colour in COLUMNS:
            diamond, helmet = numbers(card, colour)
            assert diamonds[helmet] == diamond


@pytest.mark.point("I4")
def test_the_cards_turned_over_since_the_shuffle_are_open_to_everybody() -> None:
    view = planning(loop(60, (20, 4)), driver(5), legend(6), legend(8)).race.view(None)
    assert turned_lines(view)[1] == f"{car_name(view.sheet, 2)}: -"
    turned = replace(view, shown=(("legends", LegendCardShown(8, (0, 4), pro=1)),))
    head, first, second = turned_lines(turned)
    assert head.endswith("still in the deck: 8.")
    for line, car in ((first, 2), (second, 1)):
        pairs = [numbers(card, view.sheet.entries[car].colour) for card in (0, 4)]
        told = "; ".join(f"{helmet + 1}/{diamond}" for diamond, helmet in pairs)
        assert line == f"{car_name(view.sheet, car)}: {told}"
