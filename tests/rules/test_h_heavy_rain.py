"""Heavy Rain: flooded spaces, chicanes, and the components that it adds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine.actions import Plan
from heat_tui.engine.decisions import SlipstreamDecision
from heat_tui.engine.events import Boosted, CarMoved, CornerTaken, GearShifted, SpunOut
from heat_tui.engine.planning import Planning
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.legends.events import LegendDecided
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.weather import WeatherShown
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from tests.tables import BOOST, FULL, STUCK, Table, driver, legend, loop, planning, turn

FLOODED = replace(loop(60, (50, 9)), flooded=(20, 21, 22))


def reach(at: int, gear: int, engine: int, hand: str = FULL) -> dict[int, int]:
    """Return the legal gears with the Heat for the shift to each."""
    table = planning(FLOODED, driver(at, gear=gear, engine=engine, hand=hand), driver(1), modules=(Spaces(),))
    return dict(Planning().ask(table.race, table.car()).gears)


# H1


@pytest.mark.example(9)
@pytest.mark.rule("H1")
def test_shifting_down_on_a_flooded_space_costs_one_more() -> None:
    assert reach(20, 3, 6) == {1: 2, 2: 1, 3: 0, 4: 0}
    assert reach(20, 2, 6) == {1: 1, 2: 0, 3: 0, 4: 1}
    assert reach(19, 3, 6) == reach(23, 3, 6) == {1: 1, 2: 0, 3: 0, 4: 0}


@pytest.mark.rule("H1")
@pytest.mark.parametrize(("engine", "gears"), [(2, [1, 2, 3, 4]), (1, [2, 3, 4]), (0, [3, 4])])
def test_that_heat_must_be_in_the_engine(engine: int, gears: list[int]) -> None:
    assert list(reach(82, 3, engine)) == gears


@pytest.mark.rule("H1", "2.3")
def test_the_reach_of_gears_includes_the_extra_cost() -> None:
    """On a flooded space in gear 3, with an empty engine and two cards to play, no gear in reach can be filled."""
    hand = "1 2 heat heat heat heat heat"
    assert reach(19, 3, 0, hand) == {2: 0}
    assert reach(20, 3, 0, hand) == {3: 0, 4: 0}
    assert reach(20, 3, 1, hand) == {2: 1}
    assert reach(20, 3, 1, "1 heat heat heat heat heat heat") == {2: 1, 3: 0, 4: 0}
    assert reach(20, 3, 2, "1 heat heat heat heat heat heat") == {1: 2}


@pytest.mark.rule("H1")
def test_it_is_paid_for_the_space_where_the_round_begins() -> None:
    places = (driver(20, gear=3, engine=4, hand=FULL), driver(1, engine=0, hand=STUCK))
    table = planning(FLOODED, *places, modules=(Spaces(),))
    assert table.race.forecast(0, Plan(1, ("4",))).heat == 2
    table.round(seat0=Plan(1, ("4",)))
    assert [(event.gear, event.heat) for event in table.told(GearShifted, 0)] == [(1, 2)]
    assert (table.car().engine, table.car().at) == (2, 24)


@pytest.mark.rule("H1")
def test_falling_to_gear_1_is_not_a_shift() -> None:
    spin = turn(
        replace(loop(60, (22, 1)), flooded=(20, 21, 22)),
        driver(22, gear=3, engine=1, play="4 4 4", hand=FULL, deck=FULL),
        modules=(Spaces(),),
    ).pass_on()
    assert [(event.owed, event.paid, event.gear) for event in spin.told(SpunOut)] == [(11, 1, 3)]
    assert (spin.car().gear, spin.car().at) == (1, 22)
    cluttered = turn(
        FLOODED, driver(20, gear=3, engine=3, play="1 heat heat", deck=FULL), modules=(Spaces(),)
    ).pass_on()
    assert (cluttered.car().gear, cluttered.car().engine) == (1, 3)


@pytest.mark.rule("H1")
def test_the_set_has_two_tracks() -> None:
    assert {name for name in BUILT_IN_IDS if load_track(name).set == "heavy_rain"} == {"japan", "mexico"}


# H2


def chicane(limit: int = 4) -> Track:
    """Return a track with a chicane, with lines after spaces 20 and 24, and another corner line after space 50."""
    track = loop(60, (20, limit, 14), (24, limit, 14), (50, 9))
    first, second, last = track.corners
    return replace(track, corners=(replace(first, press=None), replace(second, chicane_with=0, press=1), last))


def lined(kind: str, token: str = "fog") -> tuple[str, ...]:
    """Return the weather, a road condition for the chicane, and one that does not affect the last corner's sector."""
    return token, kind, kind, "overheat"


@pytest.mark.rule("H2")
def test_a_corner_token_acts_on_both_lines() -> None:
    table = turn(chicane(), driver(19, gear=2, play="4 4"), weather=lined("limit_down")).pass_on()
    assert [(event.corner, event.limit, event.heat) for event in table.told(CornerTaken)] == [(0, 3, 5)]
    both = turn(chicane(), driver(19, gear=2, engine=12, play="4 4"), weather=lined("limit_down")).pass_on()
    assert [(event.corner, event.limit, event.heat) for event in both.told(CornerTaken)] == [(0, 3, 5), (1, 3, 5)]
    hot = turn(chicane(7), driver(19, gear=2, play="4 4"), weather=lined("overheat")).pass_on()
    assert [(event.corner, event.heat) for event in hot.told(CornerTaken)] == [(0, 2), (1, 2)]


@pytest.mark.rule("H2")
@pytest.mark.parametrize(("at", "free"), [(20, False), (21, False), (24, False), (25, True), (50, True), (51, False)])
def test_a_sector_token_acts_only_past_the_second_line(at: int, free: bool) -> None:
    """The car moves one space, to `at`; the sector of the chicane is spaces 25 to 50."""
    table = turn(chicane(99), driver(at - 1, play="1", deck="1 " + FULL), weather=lined("heat_control"))
    assert table.car().at == at
    assert [use.heat for use in table.uses() if use.symbol == "boost"] == [0 if free else 1]
    table.play(BOOST)
    assert [event.heat for event in table.told(Boosted)] == [0 if free else 1]


@pytest.mark.rule("H2")
@pytest.mark.parametrize(("at", "ways"), [(21, (2,)), (24, (2,)), (25, (2, 4))])
def test_between_the_lines_the_weather_does_not_act_either(at: int, ways: tuple[int, ...]) -> None:
    places = (driver(at - 1, play="1", hand=FULL, deck=FULL), driver(at + 1, engine=0, hand=STUCK))
    table = turn(chicane(99), *places, weather=lined("weather", "sun")).to(SlipstreamDecision)
    assert table.asked(SlipstreamDecision).distances == ways
    shown = dict(table.race.view(None).shown)["weather"]
    assert isinstance(shown, WeatherShown)
    assert [effect is not None for effect in shown.sectors] == [False, True, False]


@pytest.mark.rule("H2")
def test_without_road_conditions_its_lines_are_ordinary_corners() -> None:
    table = turn(chicane(), driver(19, gear=2, engine=8, play="4 4")).pass_on()
    assert [(event.corner, event.limit, event.heat) for event in table.told(CornerTaken)] == [(0, 4, 4), (1, 4, 4)]


@pytest.mark.rule("H2", "L3")
def test_each_line_counts_as_a_corner_for_legends() -> None:
    """From space 20, limit 4 and diamond 2 would lead to 26, but the second line stops the move."""
    stand = driver(55, engine=0, hand=STUCK)
    table = turn(chicane(), stand, legend(20, colour="green"), seat=1, legend_cards=(0,))
    assert (table.told(CarMoved, 1)[0].end, table.told(LegendDecided)[0].stopped) == (24, True)
    between = turn(chicane(), stand, legend(22, colour="green"), seat=1, legend_cards=(0,))
    assert (between.told(CarMoved, 1)[0].end, between.told(LegendDecided)[0].rule) == (28, "corner")


# H4


@pytest.mark.rule("H4", "S1")
def test_the_set_adds_a_seventh_colour() -> None:
    race = Race.start(RaceSetup(load_track("japan"), tuple("ABCDEFG")))
    assert race.cars[6].entry.colour == "orange"


@pytest.mark.rule("H4", "G1")
def test_its_air_intakes_join_the_advanced_upgrades() -> None:
    base, rain = (set(Garage(sets=sets).upgrades()) for sets in (("base",), ("base", "heavy_rain")))
    joined = rain - base
    assert base < rain
    assert len(joined) == 6
    assert all(each.card.key.startswith("intake-") and each.level == "advanced" for each in joined)
    basic = Garage("basic", sets=("base", "heavy_rain"))
    assert not any(each.card.key.startswith("intake-") for each in basic.upgrades())


@pytest.mark.rule("H4", "L8")
def test_aggressive_legends_race_its_tracks() -> None:
    for name in ("japan", "mexico"):
        table = race_of_legends(load_track(name))
        assert table.race.over


def race_of_legends(track: Track) -> Table:
    """Play a whole race of three aggressive Legends and a driver who always takes the first option."""
    setup = RaceSetup(track, ("Ada",), laps=1, seed=2, modules=(Legends(3, aggressive=True), Spaces()))
    table = Table(Race.start(setup))
    while table.race.decision is not None:
        table.play(next(iter(table.race.decision.options())))
    return table
