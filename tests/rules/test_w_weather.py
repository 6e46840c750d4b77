"""Weather and road conditions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.events import CarMoved, CornerTaken, RaceStarted, SpunOut
from heat_tui.engine.module import Module
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.modules.legends.events import LegendDecided
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.weather import CONDITIONS, WEATHER, ConditionsPlaced, HeatSpread, Weather, WeatherDrawn
from heat_tui.store.tracks import load_track
from tests.rules.bends import BENDS, NOTHING, shown
from tests.tables import STUCK, Table, driver, fresh, legend, loop, planning, turn


def started(
    token: str, track: Track = BENDS, *, handicap: tuple[int, ...] = (), others: tuple[Module, ...] = ()
) -> Table:
    """Return a race of one driver with this weather, just started."""
    for seed in range(200):
        table = fresh(RaceSetup(track, ("Ada",), seed=seed, handicap=handicap, modules=(Weather(), *others)))
        if table.told(WeatherDrawn)[0].token == token:
            return table
    raise AssertionError(token)


def counts(table: Table) -> tuple[int, int, int]:
    """Return the first driver's Heat in the engine, Stress cards, and Heat on the discard pile, at the start."""
    car = table.car()
    return car.engine, (car.hand + car.deck).count(STRESS), car.discard.count(HEAT)


def corner_heat(table: Table) -> list[tuple[int, int]]:
    """Return the limit and the Heat of each corner taken."""
    return [(event.limit, event.heat) for event in table.told(CornerTaken)]


# W1


@pytest.mark.rule("W1")
def test_a_race_has_one_weather_and_a_condition_for_every_corner() -> None:
    weather: set[str] = set()
    conditions: set[str] = set()
    for seed in range(80):
        table = fresh(RaceSetup(BENDS, ("Ada",), seed=seed, modules=(Weather(),)))
        tokens = shown(table.race)
        assert table.told(WeatherDrawn) == [WeatherDrawn(tokens.token)]
        assert table.told(ConditionsPlaced) == [ConditionsPlaced(tokens.conditions)]
        assert len(tokens.conditions) == 2
        weather.add(tokens.token)
        conditions.update(tokens.conditions)
    assert weather == set(WEATHER)
    assert len(weather) == 6
    assert conditions == set(CONDITIONS)


@pytest.mark.rule("W1")
def test_there_are_twelve_conditions_two_of_each_kind() -> None:
    track = loop(60, *((4 * corner, 5) for corner in range(1, 13)))
    for seed in range(5):
        race = Race.start(RaceSetup(track, ("Ada",), seed=seed, modules=(Weather(),)))
        assert Counter(shown(race).conditions) == dict.fromkeys(CONDITIONS, 2)
    orders = {
        shown(Race.start(RaceSetup(track, ("Ada",), seed=seed, modules=(Weather(),)))).conditions for seed in range(20)
    }
    assert len(orders) == 20


@pytest.mark.rule("W1")
def test_a_track_with_more_corners_than_tokens_has_no_road_conditions() -> None:
    track = loop(60, *((4 * corner, 5) for corner in range(1, 14)))
    with pytest.raises(IllegalSetup) as refused:
        Race.start(RaceSetup(track, ("Ada",), modules=(Weather(),)))
    assert (refused.value.refusal.code, refused.value.refusal.fact("corners")) == ("too-few-conditions", 13)
    Race.start(RaceSetup(track, ("Ada",)))


@pytest.mark.rule("W1")
def test_they_are_known_once_the_cars_are_on_the_grid_and_stay_to_the_end() -> None:
    table = fresh(
        RaceSetup(
            BENDS,
            ("Ada", "Bo"),
            laps=1,
            seed=3,
            modules=(
                Weather(),
                MulliganRule(),
            ),
        )
    )
    assert [type(event) for event in table.events[:3]] == [RaceStarted, WeatherDrawn, ConditionsPlaced]
    tokens = shown(table.race)
    while table.race.decision is not None:
        assert shown(table.race) == tokens
        table.play(next(iter(table.race.decision.options())))
    assert len(table.told(WeatherDrawn)) == len(table.told(ConditionsPlaced)) == 1


@pytest.mark.rule("W1", "H2")
@pytest.mark.parametrize(("name", "twins"), [("spain", [(2, 3), (8, 9)]), ("mexico", [(0, 1), (4, 5)]), ("usa", [])])
def test_a_chicane_takes_one_token(name: str, twins: list[tuple[int, int]]) -> None:
    track = load_track(name)
    alike = []
    for seed in range(30):
        conditions = shown(Race.start(RaceSetup(track, ("Ada",), seed=seed, modules=(Weather(),)))).conditions
        assert len(conditions) == len(track.corners)
        alike.append({(one, one + 1) for one in range(len(conditions) - 1) if conditions[one] == conditions[one + 1]})
        single = [kind for corner, kind in zip(track.corners, conditions, strict=True) if corner.chicane_with is None]
        assert max(Counter(single).values()) <= 2
    assert set.intersection(*alike) == set(twins)


# W2


@pytest.mark.example(2)
@pytest.mark.rule("W2")
@pytest.mark.parametrize(
    ("token", "engine", "stress", "deck", "discard"),
    [
        ("cloud", 6, 2, 17, 0),
        ("fog", 7, 3, 18, 0),
        ("storm", 6, 4, 19, 0),
        ("snow", 5, 3, 18, 0),
        ("rain", 3, 3, 21, 0),
        ("sun", 3, 3, 18, 3),
    ],
)
def test_weather_changes_the_start(token: str, engine: int, stress: int, deck: int, discard: int) -> None:
    table = started(token)
    assert counts(table) == (engine, stress, discard)
    assert len(table.car().hand + table.car().deck) == deck
    assert len(table.car().hand) == 7


@pytest.mark.rule("W2")
@pytest.mark.parametrize(("token", "to"), [("rain", "deck"), ("sun", "discard")])
def test_the_move_of_heat_is_reported_and_takes_what_is_available(token: str, to: str) -> None:
    assert started(token).told(HeatSpread) == [HeatSpread(0, 3, to)]
    poor = started(token, loop(60, (20, 4), (40, 3), heat=2))
    assert poor.told(HeatSpread) == [HeatSpread(0, 2, to)]
    assert poor.car().engine == 0
    empty = started(token, loop(60, (20, 4), (40, 3), heat=1), handicap=(1,))
    assert (empty.told(HeatSpread), empty.car().engine) == ([], 0)


@pytest.mark.rule("W2")
def test_heat_moved_to_the_deck_is_shuffled_in() -> None:
    """Depending on the seed, opening hands have different numbers of Heat cards, not always the three moved."""
    drawn = set()
    for seed in range(60):
        table = fresh(RaceSetup(BENDS, ("Ada",), seed=seed, modules=(Weather(),)))
        if table.told(WeatherDrawn)[0].token == "rain":
            drawn.add(table.car().hand.count(HEAT))
    assert len(drawn) > 1
    assert min(drawn) < 3


@pytest.mark.rule("W2", "S6")
def test_the_handicap_comes_before_the_weather_and_nothing_falls_below_zero() -> None:
    assert started("rain", handicap=(2,)).car().engine == 1
    assert started("fog", loop(60, (20, 4), (40, 3), heat=1), handicap=(2,)).car().engine == 1
    assert started("snow", loop(60, (20, 4), (40, 3), heat=1), handicap=(1,)).car().engine == 0
    assert counts(started("cloud", loop(60, (20, 4), (40, 3), stress=0)))[1] == 0


@dataclass(frozen=True)
class Occasion(Module):
    """An event that sets the Heat and the Stress cards of a race."""

    engine: int
    tension: int

    name: ClassVar[str] = "occasion"
    rank: ClassVar[int] = 20

    def heat(self, race: Race, seat: int, heat: int) -> int:
        return self.engine

    def stress(self, race: Race, seat: int, stress: int) -> int:
        return self.tension


@pytest.mark.example(3)
@pytest.mark.rule("W2")
def test_weather_comes_after_an_events_changes() -> None:
    assert counts(started("rain", others=(Occasion(4, 2),))) == (1, 2, 0)
    deck = started("rain", others=(Occasion(4, 2),)).car()
    assert (deck.hand + deck.deck).count(HEAT) == 1 + 3
    assert counts(started("fog", others=(Occasion(7, 3),)))[0] == 8


# W3


@pytest.mark.rule("W3")
@pytest.mark.parametrize(
    ("condition", "limit", "heat"), [("limit_up", 5, 0), ("limit_down", 3, 2), ("heat_control", 4, 1)]
)
def test_limit_tokens_change_the_limit(condition: str, limit: int, heat: int) -> None:
    table = turn(BENDS, driver(18, play="5"), weather=("fog", condition, NOTHING))
    assert table.race.view(0).limits == (limit, 3)
    assert table.race.view(0).own_limits == (limit, 3)
    assert corner_heat(table.pass_on()) == [(limit, heat)]


@pytest.mark.rule("W3")
@pytest.mark.parametrize(("condition", "spaces"), [("limit_up", 7), ("limit_down", 5), ("overheat", 6)])
def test_limit_tokens_act_on_legends(condition: str, spaces: int) -> None:
    """Limit 4 and diamond 2."""
    stand = driver(55, engine=0, hand=STUCK)
    table = turn(
        BENDS, stand, legend(20, colour="green"), seat=1, legend_cards=(0,), weather=("fog", condition, NOTHING)
    )
    assert table.told(LegendDecided)[0].limit == spaces - 2
    assert table.told(CarMoved, 1)[0].end == 20 + spaces


@pytest.mark.rule("W3", "G9")
def test_a_limit_is_never_below_zero() -> None:
    track = loop(60, (20, 0), (40, 3))
    table = turn(track, driver(19, play="2"), weather=("fog", "limit_down", NOTHING))
    assert corner_heat(table.pass_on()) == [(0, 2)]


@pytest.mark.example(14)
@pytest.mark.rule("W3")
def test_overheat_costs_any_payer_one_more() -> None:
    track = loop(60, (20, 7), (40, 3))
    weather = ("fog", "overheat", "heat_control")
    over = turn(track, driver(16, gear=2, play="4 4"), weather=weather)
    assert over.race.view(0).surcharges == (1, 0)
    assert corner_heat(over.pass_on()) == [(7, 2)]
    assert [taken.surcharge for taken in over.told(CornerTaken)] == [1]
    assert over.car().engine == 4
    within = turn(track, driver(16, gear=2, play="4 3"), weather=weather).pass_on()
    assert corner_heat(within) == [(7, 0)]
    assert [taken.surcharge for taken in within.told(CornerTaken)] == [0]
    short = turn(track, driver(16, gear=2, engine=1, play="4 4"), weather=weather).pass_on()
    assert [(spin.owed, spin.paid, spin.surcharge) for spin in short.told(SpunOut)] == [(2, 1, 1)]


@pytest.mark.rule("W3")
def test_overheat_is_foreseen() -> None:
    table = planning(BENDS, driver(18, engine=1, hand="5 1 1 2 2 3 3"), weather=("fog", "overheat", NOTHING))
    (outcome,) = table.race.forecast(0, Plan(1, ("5",))).outcomes
    assert ([cost.heat for cost in outcome.corners], outcome.spins) == ([2], True)
