"""Hidden information: worlds, in which all unknown cards are dealt again."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from heat_tui.engine import Race
from heat_tui.engine.actions import Action, Discard, Plan, React
from heat_tui.engine.car import Car
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import DiscardDecision, PlanDecision
from heat_tui.engine.piles import take_heat
from heat_tui.engine.setup import Entry
from heat_tui.engine.worlds import with_worlds
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.state import Paddock
from heat_tui.modules.garage.market import Market
from heat_tui.modules.legends import LegendDeck
from tests.paddock import CALM
from tests.seasons import short
from tests.tables import Place, Table, driver, least, legend, loop, planning
from tests.upgrades import drive

TRACK = loop(60, (20, 4), (40, 3), heat=6)
ENOUGH = 60
"""A number of worlds high enough for every possibility to occur."""


def own(deck: str = "2 3 4 4", discard: str = "1 4 2 3") -> Place:
    """Return the car of the seat that draws worlds."""
    return driver(30, gear=2, engine=4, hand="1 2 3 4 4 5 heat", deck=deck, discard=discard)


def rival(hand: str = "1 1 2 2 3 3 4", deck: str = "0 5 stress heat") -> Place:
    """Return another car; its discard pile shows a 3."""
    return driver(25, 1, gear=3, engine=2, hand=hand, deck=deck, discard="3 1 2 heat")


def worlds(race: Race, times: int = ENOUGH) -> list[Race]:
    """Return worlds of the seat that chooses, always the same ones."""
    assert race.decision is not None
    view, random = with_worlds(race, race.view(race.decision.seat)), Random(1)
    return [view.world(random.random) for _ in range(times)]


def after_a_round(first: Action, table: Table) -> Table:
    """Play a round until seat 0 plans again: seat 1 discards as in `first`, and nobody does anything else optional."""
    table.play(Plan(1, ("4",)), Plan(2, ("1", "1")))
    while not isinstance(table.race.decision, PlanDecision):
        assert table.race.decision is not None
        rival_discards = isinstance(table.race.decision, DiscardDecision) and table.race.decision.seat == 1
        table.play(first if rival_discards else least(table.race.decision))
    return table


@pytest.mark.rule("K1")
def test_a_world_looks_the_same_and_asks_the_same_decision() -> None:
    race = planning(TRACK, own(), rival(), legend(5)).race
    for world in worlds(race, 5):
        assert world.view(0) == race.view(0)
        assert world.decision == race.decision


@pytest.mark.rule("K2")
def test_hidden_cards_are_dealt_again() -> None:
    race = planning(TRACK, own(), rival(), legend(5)).race
    drawn = worlds(race)
    assert len({tuple(world.cars[1].hand) for world in drawn}) > ENOUGH // 2
    assert len({tuple(world.cars[0].deck) for world in drawn}) == 12, "all orders of four cards with two alike"
    tops = {state.deck[-1] for world in drawn for state in world.states.values() if isinstance(state, LegendDeck)}
    assert tops == {*range(10)}
    assert len({world.luck for world in drawn} | {car.luck for world in drawn for car in world.cars[:2]}) == 3 * ENOUGH


@pytest.mark.rule("K2")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(own(deck="2 3 4 4"), own(deck="4 4 3 2"), id="order of the own deck"),
        pytest.param(own(discard="1 4 2 3"), own(discard="1 3 2 4"), id="order of the own pile"),
    ],
)
def test_what_a_driver_cannot_know_of_their_own_cards_changes_no_world(one: Place, other: Place) -> None:
    assert _same(planning(TRACK, one, rival()).race, planning(TRACK, other, rival()).race)


@pytest.mark.rule("K2")
@pytest.mark.parametrize(
    "other",
    [
        pytest.param(rival(deck="heat stress 0 5"), id="order of the deck"),
        pytest.param(rival("0 1 2 3 3 5 4", "1 2 stress heat"), id="hand and deck"),
    ],
)
def test_a_rivals_secrets_change_no_world(other: Place) -> None:
    assert _same(planning(TRACK, own(), rival()).race, planning(TRACK, own(), other).race)


@pytest.mark.rule("K2")
def test_the_order_of_the_legend_deck_changes_no_world() -> None:
    one, other = (planning(TRACK, own(), rival(), legend(5), legend_cards=order).race for order in ((1, 2), (9, 8)))
    assert _same(one, other)


@pytest.mark.rule("K2")
def test_the_source_of_randomness_changes_no_world() -> None:
    one, other = (planning(TRACK, own(), rival(), seed=seed).race for seed in (1, 2))
    assert one.cars[1].luck != other.cars[1].luck
    assert _same(one, other)


@pytest.mark.rule("K2")
@pytest.mark.parametrize("kind", [Market, Paddock])
def test_the_order_of_a_modules_deck_changes_no_world(kind: type[Market | Paddock]) -> None:
    race = Season.start(short(CALM)).race
    other = race.clone()
    for state in other.states.values():
        if isinstance(state, kind):
            state.deck.reverse()
    assert race.snapshot() != other.snapshot()
    assert _same(race, other)


def _same(one: Race, other: Race) -> bool:
    assert one.decision is not None
    seat = one.decision.seat
    assert with_worlds(one, one.view(seat)).sealed == with_worlds(other, other.view(seat)).sealed
    return [world.snapshot() for world in worlds(one, 3)] == [world.snapshot() for world in worlds(other, 3)]


@pytest.mark.rule("K2")
def test_openly_discarded_cards_stay_on_their_pile() -> None:
    table = planning(TRACK, own(), rival())
    table.car(1).covered = ()
    table = after_a_round(Discard(), table)
    pile = table.car(1).discard
    assert {"1", "2", HEAT} <= {*pile}
    assert {tuple(world.cars[1].discard) for world in worlds(table.race)} == {tuple(pile)}


@pytest.mark.rule("K2", "8.1")
def test_an_unseen_discard_may_be_any_card_that_may_be_discarded() -> None:
    table = planning(TRACK, own(), rival())
    table.car(1).covered = ()
    table = after_a_round(Discard(("3",)), table)
    car = table.car(1)
    assert car.covered is not None
    (place,) = car.covered
    assert car.discard[place] == "3"
    piles = [world.cars[1].discard for world in worlds(table.race)]
    assert {pile[place] for pile in piles} == {"0", "2", "3", "4", "5"}
    assert {(*pile[:place], *pile[place + 1 :]) for pile in piles} == {
        (*car.discard[:place], *car.discard[place + 1 :])
    }


@pytest.mark.rule("K2", "P3")
def test_a_shuffled_pile_is_known_again_from_its_bottom() -> None:
    table = planning(TRACK, own(), rival(deck=""))
    assert table.car(1).covered is None
    table = after_a_round(Discard(("3",)), table)
    assert (table.car(1).covered, table.car(1).discard) == ((), [])


@pytest.mark.rule("K2", "G7")
def test_after_a_salvage_nobody_knows_what_is_below_the_top() -> None:
    table = drive(driver(5, gear=2, play="fuel-2 1", hand="4 4 4", deck="1 2", discard="3 2 heat", engine=1))
    table.car().covered = ()
    table.play(React("salvage", "fuel-2", 1, ("2",)))
    assert table.car().covered is None


@pytest.mark.rule("K2")
def test_an_unseen_discard_is_known_while_it_is_on_top() -> None:
    table = planning(TRACK, own(), rival())
    table.car(1).covered = (3,)
    assert {world.cars[1].discard[-1] for world in worlds(table.race)} == {"3"}


@pytest.mark.rule("K2", "H3")
@pytest.mark.parametrize(
    ("pile", "covered", "left"),
    [
        ("4 heat 1", (0,), (0,)),
        ("heat 4 1", (1,), (0,)),
        ("heat 4 heat 1", (0, 1), (0, 1)),
        ("heat 4 heat 1", (0, 2), (1,)),
        ("heat 4 1", (0,), ()),
    ],
)
def test_heat_taken_from_a_pile_is_a_visible_one_if_possible(
    pile: str, covered: tuple[int, ...], left: tuple[int, ...]
) -> None:
    car = Car(0, Entry("Ada", "red"), 0, discard=pile.split(), covered=covered)
    take_heat(car)
    assert car.discard == [card for place, card in enumerate(pile.split()) if place != pile.split().index(HEAT)]
    assert car.covered == left


@pytest.mark.rule("K2", "2.1")
def test_face_down_cards_include_no_heat_while_others_are_available() -> None:
    table = planning(TRACK, own(), rival(hand="heat heat heat heat 2 3 4", deck="heat heat 1 1"))
    table.play(Plan(1, ("4",)), Plan(3, ("2", "3", "4")))
    played = [world.cars[1].play for world in worlds(table.race)]
    assert Counter(map(len, played)) == {3: ENOUGH}
    assert {card for cards in played for card in cards} == {"1", "2", "3", "4"}


@pytest.mark.rule("T4")
def test_a_plan_made_only_when_the_turn_begins_has_the_same_results() -> None:
    at_once, late = (planning(TRACK, driver(20, gear=3), driver(30, gear=2), legend(50)) for _ in range(2))
    late.race.run_until(0, lambda _, decision: least(decision))
    assert late.race.acting is late.car(0)
    assert late.asked(PlanDecision).seat == 0
    assert (late.car(0).gear, late.car(0).at) == (3, 20), "nothing of its own has happened yet"
    assert late.car(1).at > 30
    for plan in at_once.asked(PlanDecision).options():
        ways = [Table(each.race.clone()).play(plan) for each in (at_once, late)]
        for way in ways:
            way.round().pass_on()
        assert ways[0].race.snapshot() == ways[1].race.snapshot()
        assert ways[0].race.decision == ways[1].race.decision
        assert ways[1].asked(PlanDecision).seat == 0, "in the next round everybody is asked again"
