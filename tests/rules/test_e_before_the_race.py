"""The steps before each race of a championship, in their order (E4)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from heat_tui.engine.actions import KEEP_ALL, Exchange, Pick
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Decision, ExchangeDecision, PickDecision, PlanDecision
from heat_tui.engine.events import HandFilled, RaceStarted, RoundBegan
from heat_tui.engine.movement import position_order
from heat_tui.engine.record import IllegalAction
from heat_tui.modules.championship.events import OpeningSponsorships, PressPlaced, SeasonRaceBegan
from heat_tui.modules.championship.season import Season
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import MarketDealt, UpgradeExchanged, UpgradePicked
from heat_tui.modules.garage.market import EXCHANGE
from heat_tui.modules.mulligan import MulliganDecision, MulliganRule
from heat_tui.modules.weather import ConditionsPlaced, HeatSpread, WeatherDrawn
from tests.paddock import CALM
from tests.seasons import Told, of_year, short, started


def from_the_back(told: Told) -> list[int]:
    """Return the drivers from last to first on the grid."""
    cars = position_order(told.season.race.cars)
    return [car.index for car in reversed(cars) if car.entry.kind == "driver"]


def drafted(told: Told) -> list[tuple[int, int]]:
    """Take the first card at every pick; return the seats that picked, each with the size of the market."""
    picks = []
    while isinstance(decision := told.season.decision, PickDecision):
        picks.append((decision.seat, len(decision.market)))
        told.play(Pick(decision.market[0]))
    return picks


def exchange(told: Told) -> ExchangeDecision:
    """Return the pending exchange decision."""
    decision: Decision | None = told.season.decision
    assert isinstance(decision, ExchangeDecision), decision
    return decision


# The order


@pytest.mark.rule("E4")
def test_draft_sponsorships_press_and_weather_come_before_the_hands() -> None:
    setup = of_year("1961", drivers=2)
    told = started(setup).to(PlanDecision)
    kinds = (
        SeasonRaceBegan,
        RaceStarted,
        MarketDealt,
        UpgradePicked,
        OpeningSponsorships,
        PressPlaced,
        WeatherDrawn,
        ConditionsPlaced,
        HandFilled,
        RoundBegan,
    )
    order = [type(event) for event in told.events if isinstance(event, kinds)]
    assert order == [
        SeasonRaceBegan,
        RaceStarted,
        MarketDealt,
        UpgradePicked,
        UpgradePicked,
        OpeningSponsorships,
        OpeningSponsorships,
        PressPlaced,
        WeatherDrawn,
        ConditionsPlaced,
        HandFilled,
        HandFilled,
        RoundBegan,
    ]
    assert told.told(PressPlaced) == [PressPlaced((0,))]


@pytest.mark.rule("E4", "W2")
def test_the_weather_moves_heat_before_the_hands_are_drawn() -> None:
    for seed in range(40):
        told = started(short(CALM, seed=seed)).to(PlanDecision)
        if told.told(WeatherDrawn)[0].token == "rain":
            break
    kinds = [type(event) for event in told.events]
    assert kinds.index(HeatSpread) < kinds.index(HandFilled)
    car = told.season.race.cars[0]
    owned = told.garage().owned[0].count(HEAT)
    assert (car.engine, (car.deck + car.hand).count(HEAT)) == (3, 3 + owned)


@pytest.mark.rule("E4", "E13")
def test_late_draws_keep_their_order_in_a_restored_race() -> None:
    told = started(short(CALM, legends=1)).to(PlanDecision)
    again = Season.restore(told.season.setup, told.season.snapshot())
    shown = [name for name, _ in told.season.view(None).shown]
    assert shown == [name for name, _ in again.view(None).shown]
    assert set(shown) == {"championship", "garage", "legends", "weather"}


@pytest.mark.rule("E4", "O2")
def test_the_mulligan_comes_after_everything_is_known() -> None:
    told = started(replace(short(CALM), modules=(MulliganRule(),))).to(MulliganDecision)
    assert told.told(WeatherDrawn)
    assert len(told.told(HandFilled)) == 3
    assert not told.told(RoundBegan)


@pytest.mark.rule("E4", "E9")
def test_an_event_without_press_places_none() -> None:
    told = started(short(14)).to(PlanDecision)
    assert told.told(PressPlaced) == []


# (a) the draft


@pytest.mark.rule("E4", "G2")
@pytest.mark.parametrize(("drivers", "legends"), [(1, 0), (1, 5), (3, 0), (4, 2), (6, 0)])
def test_each_driver_takes_one_card_from_the_back_of_the_grid(drivers: int, legends: int) -> None:
    told = started(short(CALM, drivers=drivers, legends=legends))
    assert len(told.told(MarketDealt)) == 1
    decision = told.season.decision
    assert isinstance(decision, PickDecision)
    assert (decision.round, decision.rounds, decision.owned) == (1, 1, ())
    assert drafted(told) == [(seat, drivers + 3 - place) for place, seat in enumerate(from_the_back(told))]
    assert exchange(told).seat == from_the_back(told)[0]
    assert len(exchange(told).market) == 3
    assert [len(cards) for cards in told.garage().owned] == [1] * drivers
    assert (told.garage().round, told.garage().waiting) == (EXCHANGE, (from_the_back(told)[0],))


@pytest.mark.rule("E4")
def test_the_last_driver_may_exchange_any_owned_upgrade() -> None:
    told = started(short(CALM, CALM, drivers=3)).ended(0, 1, 2).next()
    drafted(told)
    decision = exchange(told)
    assert decision.seat == 2, "the last in points is last on the grid"
    assert decision.owned == told.garage().owned[2]
    assert len(decision.owned) == 2
    ways = [(give, take) for give in decision.owned for take in decision.market if give != take]
    options = list(decision.options())
    assert options[0] == KEEP_ALL
    assert {(way.give, way.take) for way in options[1:] if isinstance(way, Exchange)} == set(ways)
    for give, take in ways:
        season = told.season.clone()
        events = season.play(Exchange(give, take))
        assert events[0] == UpgradeExchanged(2, give, take)
        left = Counter(decision.owned) - Counter([give]) + Counter([take])
        garage = Told(season).garage()
        assert Counter(garage.owned[2]) == left
        assert (garage.market, garage.round, garage.waiting) == ((), 0, ())


@pytest.mark.rule("E4")
def test_the_exchange_is_optional() -> None:
    told = started(short(CALM))
    drafted(told)
    owned = told.garage().owned
    told.play(KEEP_ALL)
    assert told.told(UpgradeExchanged) == []
    assert told.garage().owned == owned


@pytest.mark.rule("E4")
def test_impossible_exchanges_are_refused() -> None:
    told = started(short(CALM, level="basic", seed=2))
    drafted(told)
    decision = exchange(told)
    own, other = decision.owned[0], decision.market[0]
    cases = [
        (Exchange("turbo-99", other), "not-owned"),
        (Exchange(own, "turbo-99"), "not-in-market"),
        (Exchange(own), "malformed"),
        (Exchange(None, other), "malformed"),
        (Pick(other), "not-asked"),
    ]
    for action, code in cases:
        with pytest.raises(IllegalAction) as refused:
            told.season.play(action)
        assert refused.value.refusal.code == code
    same = ExchangeDecision(0, ("body-3",), ("body-3", "body-5"))
    refusal = same.objection(Exchange("body-3", "body-3"))
    assert refusal is not None
    assert (refusal.code, refusal.fact("card")) == ("same-upgrade", "body-3")
    assert list(same.options()) == [KEEP_ALL, Exchange("body-3", "body-5")]


@pytest.mark.rule("E4")
@pytest.mark.parametrize("swap", [False, True])
def test_the_rest_of_the_market_is_shuffled_back(*, swap: bool) -> None:
    told = started(short(CALM))
    drafted(told)
    decision = exchange(told)
    before = deck(told.season)
    give = decision.owned[0]
    take = next(card for card in decision.market if card != give)
    rest = Counter(decision.market)
    if swap:
        rest = rest - Counter([take]) + Counter([give])
    told.play(Exchange(give, take) if swap else KEEP_ALL)
    assert Counter(deck(told.season)) == Counter(before) + rest
    assert deck(told.season)[: len(before)] != before


def deck(season: Season) -> list[str]:
    """Return the upgrades left in the deck, the top card last."""
    return list(garage_of(json.loads(json.dumps(season.snapshot())))["deck"])


def garage_of(data: dict[str, dict[str, dict[str, dict[str, list[str]]]]]) -> dict[str, list[str]]:
    """Return the garage in a snapshot."""
    return data["race"]["modules"]["garage"]


def with_deck(told: Told, cards: int) -> Told:
    """Return the season restored with only `cards` upgrades in the deck; seat 0 owns the others."""
    data = json.loads(json.dumps(told.season.snapshot()))
    garage = garage_of(data)
    moved = Counter(garage["deck"])
    garage["deck"] = sorted(moved)[:cards]
    moved.subtract(garage["deck"])
    garage["owned"][0] = [*garage["owned"][0], *moved.elements()]  # type: ignore[call-overload]
    return Told(Season.restore(told.season.setup, data))


@pytest.mark.rule("E4")
@pytest.mark.parametrize(("left", "picks"), [(6, 3), (5, 3), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_a_short_deck_makes_a_smaller_market(left: int, picks: int) -> None:
    told = with_deck(started(short(CALM, CALM)).ended(0, 1, 2), left).next()
    drafted(told)
    assert [len(event.cards) for event in told.told(MarketDealt)] == ([left] if left else [])
    assert [event.car for event in told.told(UpgradePicked)] == [2, 1, 0][:picks], "from the back of the grid"
    exchanging = isinstance(told.season.decision, ExchangeDecision)
    assert exchanging == (left > 3)
    told.to(PlanDecision)
    assert told.garage().waiting == ()


@pytest.mark.rule("E4", "G1")
def test_owned_upgrades_are_not_in_the_market() -> None:
    told = with_deck(started(short(CALM, CALM, level="basic")).ended(0, 1, 2), 4).next()
    (module,) = (each for each in told.season.race.setup.modules if isinstance(each, Garage))
    out = Counter(card for cards in told.garage().owned for card in cards)
    assert Counter(module.pool()) == out + Counter(told.garage().market) + Counter(deck(told.season))


# (b) the Sponsorships


@pytest.mark.rule("E4")
def test_every_driver_draws_and_legends_do_not() -> None:
    told = started(short(1, drivers=2, legends=3)).to(PlanDecision)
    assert told.told(OpeningSponsorships) == [OpeningSponsorships(0, 2), OpeningSponsorships(1, 2)]
    for car in told.season.race.cars[2:]:
        assert not car.hand + car.deck


@pytest.mark.rule("E4", "E10")
def test_different_races_draw_different_sponsorships() -> None:
    hands = set()
    for seed in range(10):
        told = started(short(CALM, CALM, seed=seed)).to(PlanDecision)
        hands.add(tuple(tuple(told.sponsorships(seat)) for seat in range(3)))
        assert len({car.luck for car in told.season.race.cars}) == 3
    assert len(hands) == 10
    first = started(short(CALM, CALM)).to(PlanDecision)
    held = [first.sponsorships(seat) for seat in range(3)]
    second = first.ended(0, 1, 2).next().to(PlanDecision)
    drawn = [Counter(second.sponsorships(seat)) - Counter(held[seat]) for seat in range(3)]
    assert drawn != [Counter(cards) for cards in held]


@pytest.mark.rule("E4", "E9")
def test_the_press_is_at_the_corners_of_the_event() -> None:
    told = started(of_year("1963"))
    places = []
    for _ in range(4):
        told.to(PlanDecision)
        places.append(told.told(PressPlaced)[-1].corners)
        told.ended(2, 0, 1)
        if not told.season.over:
            told.next()
    assert places == [(0,), (1, 3), (3,), (0,)], "on Italy 4 is 1"
