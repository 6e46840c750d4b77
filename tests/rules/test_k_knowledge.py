"""Open and hidden information."""

from __future__ import annotations

from dataclasses import fields

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import PlanDecision, ReactDecision
from heat_tui.engine.record import IllegalAction
from heat_tui.engine.view import CarView, SeatView
from heat_tui.modules.legends import LegendCardShown
from tests.tables import Place, Table, driver, legend, loop, planning, turn

TRACK = loop(60, (20, 4), (40, 3), heat=6)
SECRET_HANDS = ("1 1 2 2 3 3 4", "0 5 stress heat 4 4 4")
SECRET_DECKS = ("1 2 3 4", "heat 5 1 1")


def own(hand: str = "1 2 3 4 4 5 heat", deck: str = "2 3 4", discard: str = "1 4") -> Place:
    """Return the car of the seat whose view is tested."""
    return driver(30, gear=2, engine=4, hand=hand, deck=deck, discard=discard)


def table_with(rival: Place, mine: Place | None = None, legend_cards: tuple[int, ...] = (1, 2, 3)) -> Table:
    """Return a race between the seat whose view is tested, a rival and a Legend."""
    return planning(TRACK, mine or own(), rival, legend(5), legend_cards=legend_cards)


def rival(hand: str = SECRET_HANDS[0], deck: str = SECRET_DECKS[0], discard: str = "3 1 2") -> Place:
    """Return another car, with a 3 on top of its discard pile by default."""
    return driver(25, 1, gear=3, engine=2, hand=hand, deck=deck, discard=discard)


@pytest.mark.rule("K1")
def test_positions_gears_engines_and_the_sizes_of_all_piles_are_open() -> None:
    view = table_with(rival()).race.view(0)
    seen = view.cars[1]
    assert (seen.at, seen.spot, seen.gear, seen.engine) == (25, 1, 3, 2)
    assert (seen.hand, seen.deck, seen.discard) == (7, 4, 3)
    assert (view.cars[0].at, view.cars[0].gear, view.cars[0].engine) == (30, 2, 4)
    assert (view.cars[2].at, view.positions) == (5, (0, 1, 2))


@pytest.mark.rule("K1")
def test_the_top_card_of_each_discard_pile_is_open() -> None:
    assert table_with(rival()).race.view(0).cars[1].discard_top == "3"
    assert table_with(rival(discard="")).race.view(0).cars[1].discard_top is None
    assert table_with(rival()).race.view(None).cars[0].discard_top == "1"


@pytest.mark.rule("K1")
def test_revealed_cards_are_open() -> None:
    table = turn(TRACK, driver(5, gear=2, play="stress 1", deck="heat 4"), rival())
    for seat in (0, 1, None):
        view = table.race.view(seat)
        assert (view.cars[0].play, view.cars[0].face_down) == (("stress", "1", "4"), 0)
        assert (view.acting, view.speed, view.began) == (0, 5, 5)


@pytest.mark.rule("K1")
def test_the_legend_card_and_the_size_of_its_deck_are_open() -> None:
    table = table_with(rival(), legend_cards=(7,))
    assert table.race.view(0).shown == (("legends", LegendCardShown(10, ())),)
    table.round().pass_on()
    assert table.race.view(1).shown == (("legends", LegendCardShown(9, (7,), 1)),)


@pytest.mark.rule("K1")
def test_the_spectator_sees_only_open_information() -> None:
    table = table_with(rival())
    view, mine = table.race.view(None), table.race.view(0)
    assert (view.hand, view.plan, view.unseen, view.spent) == ((), None, (), ())
    assert (view.cars, view.order, view.limits, view.shown) == (mine.cars, mine.order, mine.limits, mine.shown)


@pytest.mark.rule("K1", "K2")
def test_a_driver_sees_their_own_hand_and_plan() -> None:
    table = table_with(rival())
    assert table.race.view(0).hand == ("1", "2", "3", "4", "4", "5", "heat")
    table.play(Plan(1, ("4",)))
    assert table.race.view(0).plan == (1, ("4",))
    assert table.race.view(1).plan is None
    assert table.race.view(1).cars[0].planned


PAIRS = [
    pytest.param(rival(hand=SECRET_HANDS[0]), rival(hand=SECRET_HANDS[1]), id="hand"),
    pytest.param(rival(deck=SECRET_DECKS[0]), rival(deck=SECRET_DECKS[1]), id="deck"),
    pytest.param(rival(deck="1 2 3 4"), rival(deck="4 3 2 1"), id="order of the deck"),
    pytest.param(rival(discard="3 1 2"), rival(discard="3 heat 4"), id="below the top of the discard pile"),
]


@pytest.mark.rule("K2")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_rivals_secrets_change_nothing_for_the_others(one: Place, other: Place) -> None:
    first, second = table_with(one), table_with(other)
    for seat in (0, None):
        assert first.race.view(seat) == second.race.view(seat)
    assert first.race.decision == second.race.decision
    plan = Plan(2, ("1", "2"))
    assert first.race.forecast(0, plan) == second.race.forecast(0, plan)


@pytest.mark.rule("K2")
@pytest.mark.parametrize("played", [("1", "2", "3"), ("2", "3", "4")])
def test_face_down_cards_are_secret_until_their_turn(played: tuple[str, ...]) -> None:
    table = table_with(rival()).play(Plan(1, ("4",)), Plan(3, played))
    assert table.race.acting is table.car(0)
    reference = table_with(rival()).play(Plan(1, ("4",)), Plan(3, ("1", "1", "4")))
    for seat in (0, None):
        assert table.race.view(seat) == reference.race.view(seat)
    assert table.race.view(0).cars[1].face_down == 3
    assert table.race.decision == reference.race.decision
    table.to(ReactDecision, seat=1)
    assert table.race.view(0).cars[1].play == played


@pytest.mark.rule("K2")
def test_the_order_of_the_drivers_own_deck_and_discard_pile_is_secret() -> None:
    one = table_with(rival(), own(deck="2 3 4 heat", discard="1 4 2 5"))
    other = table_with(rival(), own(deck="heat 4 3 2", discard="1 5 2 4"))
    assert one.race.view(0) == other.race.view(0)
    assert one.race.decision == other.race.decision
    plan = Plan(2, ("1", "2"))
    assert one.race.forecast(0, plan) == other.race.forecast(0, plan)


@pytest.mark.rule("K2")
def test_the_order_of_the_legend_deck_is_secret() -> None:
    one, other = (table_with(rival(), legend_cards=order) for order in ((1, 2, 3), (9, 8, 7)))
    for seat in (0, 1, None):
        assert one.race.view(seat) == other.race.view(seat)


@pytest.mark.rule("K2")
def test_a_forecast_knows_the_deck_only_as_a_distribution() -> None:
    """With the deck in either order, a Stress card has the same odds, though the real top cards differ."""
    hands = "1 2 3 4 4 5 stress"
    forecasts = [
        table_with(rival(), own(hand=hands, deck=deck)).race.forecast(0, Plan(1, ("stress",)))
        for deck in ("1 4 4", "4 4 1")
    ]
    assert forecasts[0] == forecasts[1]
    assert [(outcome.speed, str(outcome.chance)) for outcome in forecasts[0].outcomes] == [(1, "1/3"), (4, "2/3")]


@pytest.mark.rule("K2")
def test_only_the_seat_that_must_decide_has_a_forecast() -> None:
    table = table_with(rival())
    assert table.asked(PlanDecision).seat == 0
    with pytest.raises(IllegalAction):
        table.race.forecast(1, Plan(2, ("1", "1")))


@pytest.mark.rule("K2")
def test_a_view_has_no_place_for_another_drivers_cards() -> None:
    """Other drivers' cards appear only as revealed cards and as the top of a pile."""
    of_cards = {field.name for field in fields(CarView) if "str" in str(field.type)}
    assert of_cards == {"status", "discard_top", "play"}
    own_cards = {"hand", "plan", "unseen", "spent"}
    of_the_seat = {field.name for field in fields(SeatView) if "str" in str(field.type)}
    assert of_the_seat == {"step", "shown", *own_cards}
