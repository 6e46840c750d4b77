"""The garage: the cards, the draft, the quick start."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import pytest

from heat_tui.engine.actions import Pick
from heat_tui.engine.cards import BASIC_DECK, HEAT, STRESS
from heat_tui.engine.decisions import PickDecision, PutAwayDecision
from heat_tui.engine.events import CardFlipped
from heat_tui.engine.module import Data
from heat_tui.engine.movement import position_order
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup, record
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS, MarketDealt, UpgradePicked, UpgradePutAway, UpgradesDealt
from heat_tui.modules.garage.market import PUT_AWAY, GarageShown
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from tests.tables import NAMES, Table, driver, fresh, loop, turn

TRACK = loop(60, heat=6, stress=3)


def garage(drivers: int, module: Garage, *, legends: int = 0, seed: int = 1, mulligan: bool = False) -> Table:
    """Return a race with a garage, just started."""
    modules = (module, Legends(legends)) if legends else (module,)
    return fresh(
        RaceSetup(TRACK, NAMES[:drivers], seed=seed, modules=(*modules, *((MulliganRule(),) if mulligan else ())))
    )


def shown(table: Table) -> GarageShown:
    """Return the open information of the garage."""
    state = dict(table.race.view(None).shown)["garage"]
    assert isinstance(state, GarageShown)
    return state


def pick_all(table: Table) -> list[tuple[int, int, int]]:
    """Draft to the end; return every pick as round, seat and size of the market before it."""
    picks = []
    while isinstance(decision := table.race.decision, PickDecision):
        picks.append((decision.round, decision.seat, len(decision.market)))
        table.play(Pick(decision.market[0]))
    return picks


def drivers_from_pole(table: Table) -> list[int]:
    """Return the drivers' seats in the order of the grid."""
    return [car.index for car in position_order(table.race.cars) if car.entry.kind == "driver"]


# G1


@pytest.mark.rule("G1", "H4", "N3")
@pytest.mark.parametrize(
    ("module", "cards"),
    [
        (Garage("basic"), 34),
        (Garage("advanced"), 62),
        (Garage("both"), 96),
        (Garage("advanced", sets=("base", "heavy_rain")), 74),
        (Garage("advanced", sets=("base", "tunnel_vision")), 74),
        (Garage("both", sets=SETS), 120),
        (Garage("basic", sets=SETS), 34),
    ],
)
def test_the_number_of_cards_is_right(module: Garage, cards: int) -> None:
    assert len(module.pool()) == cards
    assert set(Counter(module.pool()).values()) <= {2, 4}


@pytest.mark.rule("G1")
@pytest.mark.parametrize("draft", ["normal", "snake", "deal"])
def test_three_upgrades_replace_the_starting_upgrades(draft: str) -> None:
    table = garage(4, Garage("both", draft))  # type: ignore[arg-type]
    while table.race.round == 0:
        assert table.race.decision is not None
        table.play(next(table.race.decision.options()))
    for car, owned in zip(table.race.cars, shown(table).owned, strict=True):
        cards = sorted(car.hand + car.deck)
        assert len(owned) == 3
        assert cards == sorted((*BASIC_DECK, *owned, *(STRESS,) * 3))
        assert (len(car.hand), car.engine, car.gear) == (7, 6, 1)


@pytest.mark.rule("G1")
def test_unknown_options_are_refused() -> None:
    for module, code in (
        (Garage("expert"), "no-such-level"),  # type: ignore[arg-type]
        (Garage("both", "auction"), "no-such-draft"),  # type: ignore[arg-type]
        (Garage("both", sets=("base", "moon")), "no-such-set"),
    ):
        with pytest.raises(IllegalSetup) as refused:
            garage(2, module)
        assert refused.value.refusal.code == code


@record
class Small(Garage):
    """A garage of 13 cards."""

    name: ClassVar[str] = "garage"

    def pool(self) -> tuple[str, ...]:
        return Garage("basic").pool()[:13]


@pytest.mark.rule("G1", "O3")
@pytest.mark.parametrize(("draft", "most"), [("normal", 4), ("deal", 4), ("snake", 3)])
def test_more_drivers_than_the_cards_can_serve_are_refused(draft: str, most: int) -> None:
    assert garage(most, Small("basic", draft)).race.cars  # type: ignore[arg-type]
    with pytest.raises(IllegalSetup) as refused:
        garage(most + 1, Small("basic", draft))  # type: ignore[arg-type]
    refusal = refused.value.refusal
    assert (refusal.code, refusal.fact("drivers"), refusal.fact("most")) == ("too-few-upgrades", most + 1, most)


# G2


@pytest.mark.rule("G2")
@pytest.mark.parametrize("seed", range(5))
def test_three_rounds_are_drafted_from_back_to_front_and_back_again(seed: int) -> None:
    table = garage(4, Garage(), seed=seed)
    order = drivers_from_pole(table)
    picks = pick_all(table)
    assert [seat for _, seat, _ in picks] == [*reversed(order), *order, *reversed(order)]
    assert [number for number, _, _ in picks] == [1] * 4 + [2] * 4 + [3] * 4
    assert [market for _, _, market in picks] == [7, 6, 5, 4] * 3


@pytest.mark.rule("G2")
def test_each_driver_takes_one_card_which_leaves_the_market() -> None:
    table = garage(2, Garage())
    decision = table.asked(PickDecision)
    card = decision.market[2]
    table.play(Pick(card))
    other = table.asked(PickDecision)
    left = list(decision.market)
    left.remove(card)
    assert list(other.market) == left
    assert shown(table).owned[decision.seat] == (card,)
    assert [(event.car, event.card) for event in table.told(UpgradePicked)] == [(decision.seat, card)]


@pytest.mark.rule("G2")
def test_a_new_market_is_dealt_every_round() -> None:
    table = garage(3, Garage())
    pick_all(table)
    markets = table.told(MarketDealt)
    assert [(event.round, len(event.cards)) for event in markets] == [(1, 6), (2, 6), (3, 6)]
    state = snapshot_of(table)
    taken = [event.card for event in table.told(UpgradePicked)]
    dealt = Counter(card for event in markets for card in event.cards)
    dealt.subtract(taken)
    assert Counter(state["away"]) == +dealt  # type: ignore[arg-type]
    assert state["market"] == []


def snapshot_of(table: Table) -> dict[str, Data]:
    """Return the garage in the snapshot of a race."""
    modules = table.race.snapshot()["modules"]
    assert isinstance(modules, dict)
    state = modules["garage"]
    assert isinstance(state, dict)
    return state


@pytest.mark.rule("G2")
def test_legends_do_not_pick() -> None:
    table = garage(2, Garage(), legends=3)
    assert {seat for _, seat, _ in pick_all(table)} == {0, 1}
    assert [len(event.cards) for event in table.told(MarketDealt)] == [5, 5, 5]


@pytest.mark.rule("G2")
def test_the_draft_comes_before_the_hands_and_the_mulligan() -> None:
    table = garage(2, Garage(), mulligan=True)
    while isinstance(table.race.decision, PickDecision):
        assert [(car.hand, car.deck) for car in table.race.cars] == [([], []), ([], [])]
        table.play(next(table.race.decision.options()))
    assert table.race.step_name == "mulligan"
    assert [len(car.hand) for car in table.race.cars] == [7, 7]


@pytest.mark.rule("G2")
def test_a_short_deck_is_refilled_with_the_cards_put_away() -> None:
    """Of 13 cards, a market of 7 leaves 6 for the next market, so the 3 cards put away are shuffled in."""
    table = garage(4, Small("basic"))
    pick_all(table)
    assert [len(event.cards) for event in table.told(MarketDealt)] == [7, 7, 5]
    assert len(table.told(UpgradePicked)) == 12
    away = snapshot_of(table)["away"]
    assert isinstance(away, list)
    assert len(away) == 1


@pytest.mark.rule("G2")
def test_the_market_depends_on_the_seed() -> None:
    markets = {garage(3, Garage(), seed=seed).told(MarketDealt)[0].cards for seed in range(8)}
    assert len(markets) > 5


@pytest.mark.rule("G2")
def test_a_draft_can_be_restored_at_any_pick() -> None:
    for draft in ("normal", "snake"):
        table = garage(3, Garage("both", draft))
        while table.race.round == 0:
            again = Race.restore(table.race.setup, table.race.snapshot())
            assert again.decision == table.race.decision
            assert again.view(1) == table.race.view(1)
            assert table.race.decision is not None
            table.play(next(table.race.decision.options()))


@pytest.mark.rule("G2")
@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("deck", []),
        ("owned", []),
        ("owned", [["drive-4"], [], []]),
        ("round", 4),
        ("round", 0),
        ("waiting", []),
        ("waiting", [5]),
        ("market", None),
    ],
)
def test_an_invalid_garage_is_refused(part: str, value: Data) -> None:
    table = garage(3, Garage())
    data = table.race.snapshot()
    modules = data["modules"]
    assert isinstance(modules, dict)
    state = modules["garage"]
    assert isinstance(state, dict)
    state[part] = value
    with pytest.raises(ValueError):  # noqa: PT011 -- any of them
        Race.restore(table.race.setup, data)


def test_a_garage_from_before_a_card_was_added_is_restored() -> None:
    table = garage(3, Garage())
    data = table.race.snapshot()
    modules = data["modules"]
    assert isinstance(modules, dict)
    state = modules["garage"]
    assert isinstance(state, dict)
    deck = state["deck"]
    assert isinstance(deck, list)
    newer = next(card for card in deck if deck.count(card) == 2)
    older = [card for card in deck if card != newer]
    state["deck"] = older
    assert Race.restore(table.race.setup, data).snapshot() == data
    state["deck"] = [*older, newer]
    with pytest.raises(ValueError, match="not the upgrades of this garage"):
        Race.restore(table.race.setup, data)


# G3


@pytest.mark.rule("G3")
@pytest.mark.parametrize("level", ["basic", "advanced", "both"])
def test_the_quick_start_deals_three_basic_upgrades(level: str) -> None:
    table = garage(8, Garage(level, "deal", SETS))  # type: ignore[arg-type]
    assert table.race.step_name == "planning"
    dealt = table.told(UpgradesDealt)
    assert [event.car for event in dealt] == list(range(8))
    assert all(len(event.cards) == 3 for event in dealt)
    pool = Counter(Garage("basic").pool())
    pool.subtract(card for event in dealt for card in event.cards)
    assert min(pool.values()) >= 0
    assert tuple(event.cards for event in dealt) == shown(table).owned


# G4


@pytest.mark.rule("G4")
def test_upgrades_start_in_the_draw_deck_including_heat_cards() -> None:
    """With some seeds, drivers are dealt upgrade Heat cards; these are in the hand or deck, not in the engine."""
    found = 0
    for seed in range(12):
        table = garage(6, Garage("basic", "deal"), seed=seed)
        for car, owned in zip(table.race.cars, shown(table).owned, strict=True):
            assert car.engine == 6
            assert sorted(car.hand + car.deck).count(HEAT) == owned.count(HEAT)
            found += owned.count(HEAT)
    assert found > 3


@pytest.mark.rule("G4")
def test_an_upgrade_does_not_end_a_flip() -> None:
    table = turn(loop(60), driver(5, play="stress", deck="body-3 brakes-13 2 4"), modules=(Garage(),))
    assert [(flip.discarded, flip.card) for flip in table.told(CardFlipped)] == [(("body-3", "brakes-13"), "2")]


# O3


@pytest.mark.rule("O3")
@pytest.mark.parametrize("seed", range(4))
def test_the_snake_draft_goes_back_and_forth(seed: int) -> None:
    table = garage(3, Garage("both", "snake"), seed=seed)
    order = drivers_from_pole(table)
    picks = pick_all(table)
    back = [*reversed(order)]
    assert [seat for _, seat, _ in picks] == [*back, *order, *order, *back]
    assert [market for _, _, market in picks] == [9, 8, 7, 6, 5, 4] * 2


@pytest.mark.rule("O3")
def test_afterwards_every_driver_puts_one_of_the_four_away() -> None:
    table = garage(3, Garage("both", "snake"))
    pick_all(table)
    assert shown(table).round == PUT_AWAY
    for seat in range(3):
        decision = table.asked(PutAwayDecision)
        assert (decision.seat, len(decision.cards)) == (seat, 4)
        assert all(car.hand == [] for car in table.race.cars)
        gone = decision.cards[1]
        before = list(decision.cards)
        before.remove(gone)
        table.play(next(action for action in decision.options() if gone in repr(action)))
        assert list(shown(table).owned[seat]) == before
    assert [event.car for event in table.told(UpgradePutAway)] == [0, 1, 2]
    assert (table.race.step_name, shown(table).round) == ("planning", 0)


@pytest.mark.rule("G2", "O3")
def test_a_card_that_is_not_in_the_market_cannot_be_taken() -> None:
    table = garage(2, Garage("basic", "snake"))
    objection = table.asked(PickDecision).objection(Pick("turbo-8"))
    assert objection is not None
    assert objection.code == "not-in-market"


# K1


@pytest.mark.rule("K1", "G2")
def test_everybody_sees_market_and_upgrades() -> None:
    table = garage(3, Garage())
    table.play(Pick(table.asked(PickDecision).market[0]))
    assert table.race.view(0).shown == table.race.view(2).shown == table.race.view(None).shown
    assert shown(table).market == table.asked(PickDecision).market
    assert shown(table).waiting[0] == table.asked(PickDecision).seat
