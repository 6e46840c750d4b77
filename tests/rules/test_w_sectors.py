"""Road conditions and weather in the sectors."""

from __future__ import annotations

import json
from dataclasses import replace as changed

import pytest

from heat_tui.engine.actions import DONE, Slipstream
from heat_tui.engine.cards import Card
from heat_tui.engine.decisions import ReactDecision, SlipstreamDecision
from heat_tui.engine.events import Boosted, HeatCooled
from heat_tui.engine.race import Race
from heat_tui.modules.weather import WEATHER
from tests.laws.probe import Answers, Probe
from tests.rules.bends import BENDS, HOT_HAND, NOTHING, shown
from tests.tables import ADRENALINE_MOVE, BOOST, FULL, OFF, STUCK, Place, Table, cool, driver, loop, turn


def behind(at: int, hand: str = FULL) -> tuple[Place, Place]:
    """Return two cars: one on `at`, whose move of one space will end right behind the other."""
    return driver(at, play="1", hand=hand, deck=FULL), driver(at + 2, engine=0, hand=STUCK)


def sources(table: Table) -> list[str]:
    """Return the sources of Cooldown on offer."""
    return [use.source for use in table.uses() if use.symbol == "cooldown"]


def reaches(table: Table) -> tuple[int, ...]:
    """Play on to the next Slipstream decision; return the distances that it offers seat 0, () if none."""
    decision = table.pass_on(lambda due: isinstance(due, SlipstreamDecision)).race.decision
    return decision.distances if isinstance(decision, SlipstreamDecision) and decision.seat == 0 else ()


@pytest.mark.rule("W4")
def test_slipstream_boost_extends_a_slipstream_that_starts_there_by_one() -> None:
    weather = ("fog", "slipstream_boost", NOTHING)
    assert reaches(turn(BENDS, *behind(25), weather=weather)) == (2, 3)
    assert reaches(turn(BENDS, *behind(45), weather=weather)) == (2,)
    table = turn(BENDS, *behind(25), weather=weather).to(SlipstreamDecision)
    assert table.race.forecast(0, Slipstream(3)).outcomes[0].end == 29
    table.play(Slipstream(3))
    assert (table.car().at, table.race.turn.speed) == (29, 1)


@pytest.mark.rule("W4", "W5")
@pytest.mark.parametrize(("at", "ways"), [(19, (2,)), (20, (2, 3)), (38, (2, 3)), (39, (2, 3)), (40, (2,))])
def test_the_start_decides_and_not_the_end(at: int, ways: tuple[int, ...]) -> None:
    """The car moves one space first; the sector is spaces 21 to 40."""
    table = turn(BENDS, *behind(at), weather=("sun", "slipstream_boost", NOTHING))
    assert table.car().at == at + 1
    assert reaches(table) == ways


@pytest.mark.rule("W4")
def test_heat_control_makes_a_boost_free_even_with_an_empty_engine_and_still_once() -> None:
    weather = ("fog", "heat_control", NOTHING)
    table = turn(BENDS, driver(25, engine=0, play="1", deck="2 " + FULL), weather=weather)
    assert [use.heat for use in table.uses() if use.symbol == "boost"] == [0]
    assert table.race.forecast(0, BOOST).heat == 0
    table.play(BOOST)
    assert [event.heat for event in table.told(Boosted)] == [0]
    assert (table.car().at, table.race.turn.speed, table.car().engine) == (28, 3, 0)
    assert "boost" not in {use.symbol for use in table.uses()}
    outside = turn(BENDS, driver(45, engine=0, play="1", deck=FULL), weather=weather)
    assert "boost" not in {use.symbol for use in outside.uses()}
    paid = turn(BENDS, driver(45, engine=1, play="1", deck=FULL), weather=weather).play(BOOST)
    assert [event.heat for event in paid.told(Boosted)] == [1]


@pytest.mark.rule("W4", "W5")
def test_the_weather_applies_only_to_sectors_with_a_weather_token() -> None:
    for token in WEATHER:
        calm = turn(BENDS, *behind(45, hand=HOT_HAND), weather=(token, "weather", NOTHING))
        assert [use.most for use in calm.uses() if use.symbol == "cooldown"] == [3]
        assert reaches(calm) == (2,)
    here = shown(turn(BENDS, driver(5, play="1"), weather=("fog", "weather", "heat_control")).race).sectors
    assert [effect.kind if effect else None for effect in here] == ["no_slipstream", "free_boost"]


# W5


@pytest.mark.rule("W5")
@pytest.mark.parametrize("token", ["storm", "sun"])
def test_storm_and_sun_boost_a_slipstream_by_two(token: str) -> None:
    assert reaches(turn(BENDS, *behind(25), weather=(token, "weather", NOTHING))) == (2, 4)


@pytest.mark.example(20)
@pytest.mark.rule("W5", "G7")
@pytest.mark.parametrize(("boost", "both", "one"), [(1, (2, 3, 4, 5), (2, 3)), (3, (2, 4, 5, 7), (2, 5))])
def test_a_cards_boost_adds_to_that_of_the_weather(boost: int, both: tuple[int, ...], one: tuple[int, ...]) -> None:
    """The weather's boost is 2 spaces; each of the two is used whole or left unused."""
    tow = Card("tow", "upgrade", 1, (("slipstream_boost", boost),))
    places = (driver(25, play="tow", deck=FULL), driver(27, engine=0, hand=STUCK))
    probe = Probe(Answers(), own_cards=(tow,))
    assert reaches(turn(BENDS, *places, weather=("sun", "weather", NOTHING), modules=(probe,))) == both
    assert reaches(turn(BENDS, *places, weather=("sun", NOTHING, "weather"), modules=(probe,))) == one


@pytest.mark.rule("W5")
def test_no_slipstream_starts_in_fog_but_one_may_end_there() -> None:
    weather = ("fog", "weather", NOTHING)
    assert reaches(turn(BENDS, *behind(25), weather=weather)) == ()
    assert reaches(turn(BENDS, *behind(20), weather=weather)) == ()
    into = turn(BENDS, *behind(18), weather=weather).to(SlipstreamDecision).play(Slipstream(2))
    assert into.car().at == 21


@pytest.mark.rule("W5", "W6")
@pytest.mark.parametrize("token", ["snow", "rain"])
def test_snow_and_rain_cool_one_more_once_a_turn(token: str) -> None:
    table = turn(BENDS, driver(25, gear=3, engine=3, play="1 1 1", hand=HOT_HAND), weather=(token, "weather", NOTHING))
    assert [(use.source, use.most) for use in table.uses() if use.symbol == "cooldown"] == [("sector", 1)]
    table.play(cool(1, "sector"))
    assert table.car().engine == 4
    assert "cooldown" not in {use.symbol for use in table.uses()}


@pytest.mark.rule("W5")
def test_nobody_cools_in_step_5_under_clouds() -> None:
    weather = ("cloud", "weather", NOTHING)
    places = (driver(25, play="1", hand=HOT_HAND), driver(50, hand=FULL))
    table = turn(BENDS, *places, last=(0,), weather=weather)
    assert {use.symbol for use in table.uses()} == {"adrenaline", "boost"}
    outside = turn(BENDS, driver(45, play="1", hand=HOT_HAND), weather=weather)
    assert "cooldown" in {use.symbol for use in outside.uses()}


@pytest.mark.rule("W5", "6.4")
def test_a_boosted_slipstream_may_not_cross_the_finish_either() -> None:
    track = loop(60, (20, 4), (40, 3), laps=1)
    table = turn(track, *behind(115), laps=1, weather=("sun", NOTHING, "weather"))
    assert table.car().at == 116
    assert reaches(table) == (2, 4)
    near = turn(track, *behind(116), laps=1, weather=("sun", NOTHING, "weather"))
    assert reaches(near) == (2,)


@pytest.mark.rule("W4", "6.2")
def test_a_boosted_slipstream_over_a_full_space_is_offered_if_it_moves_the_car() -> None:
    full = (driver(27, engine=0, hand=STUCK), driver(27, OFF, engine=0, hand=STUCK))
    table = turn(BENDS, driver(25, play="1", hand=FULL, deck=FULL), *full, weather=("sun", "slipstream_boost", NOTHING))
    blocked = (driver(28, engine=0, hand=STUCK), driver(28, OFF, engine=0, hand=STUCK))
    assert reaches(table) == (2, 3)
    walled = turn(
        BENDS, driver(25, play="1", hand=FULL, deck=FULL), *full, *blocked, weather=("sun", "slipstream_boost", NOTHING)
    )
    assert reaches(walled) == (3,)


@pytest.mark.rule("W5")
def test_the_cooldown_of_a_sector_is_optional() -> None:
    table = turn(BENDS, driver(25, engine=3, play="1", hand=HOT_HAND), weather=("snow", "weather", NOTHING))
    table.asked(ReactDecision)
    table.play(DONE)
    assert table.car().engine == 3


# W6


@pytest.mark.rule("W6")
def test_a_car_may_cool_before_entering_a_sector_and_boost_after_entering_it() -> None:
    """The car moves into a sector without Cooldown, or into one with heat control."""
    places = (driver(19, play="1", engine=3, hand=HOT_HAND, deck="2 " + FULL), driver(50, hand=FULL))
    table = turn(BENDS, *places, last=(0,), weather=("cloud", "weather", NOTHING))
    assert table.car().at == 20
    assert "cooldown" in {use.symbol for use in table.uses()}
    table.play(ADRENALINE_MOVE)
    assert {use.symbol for use in table.uses()} == {"boost"}
    control = turn(BENDS, *places, last=(0,), weather=("cloud", "heat_control", NOTHING))
    assert [use.heat for use in control.uses() if use.symbol == "boost"] == [1]
    control.play(ADRENALINE_MOVE)
    assert [use.heat for use in control.uses() if use.symbol == "boost"] == [0]


@pytest.mark.rule("W6")
def test_the_cooldown_of_a_sector_is_gained_on_entering_and_lost_on_leaving() -> None:
    weather = ("snow", "weather", NOTHING)
    places = (driver(17, gear=3, play="1 1 1", hand=HOT_HAND, engine=3), driver(50, hand=FULL))
    table = turn(BENDS, *places, last=(0,), weather=weather)
    assert [use.source for use in table.uses() if use.symbol == "cooldown"] == ["adrenaline"]
    table.play(ADRENALINE_MOVE)
    assert [use.source for use in table.uses() if use.symbol == "cooldown"] == ["adrenaline", "sector"]
    out = turn(BENDS, changed(places[0], at=37), places[1], last=(0,), weather=weather)
    assert [use.source for use in out.uses() if use.symbol == "cooldown"] == ["adrenaline", "sector"]
    out.play(ADRENALINE_MOVE)
    assert [use.source for use in out.uses() if use.symbol == "cooldown"] == ["adrenaline"]


@pytest.mark.point("B6")
@pytest.mark.rule("W6")
def test_each_of_two_sectors_gives_its_cooldown_once_a_turn() -> None:
    """The car cools on 20 and on 21, the first space past the corner line, and cannot cool there a second time."""
    places = (driver(17, gear=3, play="1 1 1", hand=HOT_HAND, engine=3, deck="1 " + FULL), driver(50, hand=FULL))
    table = turn(BENDS, *places, last=(0,), weather=("rain", "weather", "weather"))
    assert (table.race.view(0).cooling, table.race.view(0).cooled_in) == ((1, 1), ())
    table.play(cool(1, "sector"))
    assert sources(table) == ["adrenaline"]
    assert (table.race.view(0).cooling, table.race.view(0).cooled_in) == ((1, 1), (1,))
    table.play(ADRENALINE_MOVE)
    assert sources(table) == ["adrenaline", "sector"]
    table.play(cool(1, "sector"), BOOST)
    assert (table.car().at, table.race.view(0).cooled_in) == (22, (1, 0))
    assert sources(table) == ["adrenaline"]
    table.play(DONE)
    assert [(event.source, event.heat) for event in table.told(HeatCooled)] == [("sector", 1), ("sector", 1)]
    assert table.pass_on().race.view(0).cooled_in == (), "the next turn has them all again"


@pytest.mark.point("B6")
@pytest.mark.rule("W6", "5.3")
def test_a_car_that_cooled_in_one_sector_and_boosts_into_the_next_cools_there_too() -> None:
    table = turn(
        BENDS,
        driver(17, gear=3, play="1 1 1", hand=HOT_HAND, engine=1, deck="1 " + FULL),
        weather=("rain", "weather", "weather"),
    )
    assert table.race.forecast(0, DONE).with_cooling is not None
    table.play(cool(1, "sector"))
    assert table.race.forecast(0, DONE).with_cooling is None, "this sector has given its Cooldown"
    table.play(BOOST, cool(1, "sector"))
    assert [event.heat for event in table.told(HeatCooled)] == [1, 1]
    assert (table.car().at, table.car().engine) == (21, 2)


@pytest.mark.point("B6")
@pytest.mark.rule("W6")
def test_a_save_remembers_which_sectors_have_cooled() -> None:
    places = (driver(17, gear=3, play="1 1 1", hand=HOT_HAND, engine=3), driver(50, hand=FULL))
    table = turn(BENDS, *places, last=(0,), weather=("rain", "weather", "weather")).play(cool(1, "sector"))
    again = Race.restore(table.race.setup, json.loads(json.dumps(table.race.snapshot())))
    assert again.decision == table.race.decision
    assert again.view(0) == table.race.view(0)
    assert again.play(ADRENALINE_MOVE) == table.race.play(ADRENALINE_MOVE)
    assert again.decision == table.race.decision


@pytest.mark.point("B6")
@pytest.mark.rule("W6")
def test_a_save_under_the_former_rule_continues_without_another_cooldown() -> None:
    """Under the former rule, sectors gave only one Cooldown a turn, and its sector was not recorded."""
    places = (driver(17, gear=3, play="1 1 1", hand=HOT_HAND, engine=3), driver(50, hand=FULL))
    table = turn(BENDS, *places, last=(0,), weather=("rain", "weather", "weather")).play(cool(1, "sector"))
    data = json.loads(json.dumps(table.race.snapshot()))
    del data["turn"]["cooled_in"]
    data["turn"]["charges"] = [charge for charge in data["turn"]["charges"] if charge[1] != "sector"]
    old = Table(Race.restore(table.race.setup, data)).play(ADRENALINE_MOVE)
    assert sources(old) == ["adrenaline"]
    assert old.pass_on().race.view(0).cooling == (1, 1)


@pytest.mark.rule("W6", "V")
@pytest.mark.parametrize("at", [51, 56, 60, 64, 79])
def test_grid_and_start_straight_belong_to_the_last_corners_sector_in_lap_1_too(at: int) -> None:
    weather = ("snow", "overheat", "weather")
    table = turn(BENDS, driver(at, gear=3, engine=3, play="0 0 1", hand=HOT_HAND), weather=weather)
    assert "sector" in {use.source for use in table.uses()}
    elsewhere = turn(BENDS, driver(80, gear=3, engine=3, play="0 0 1", hand=HOT_HAND), weather=weather)
    assert "sector" not in {use.source for use in elsewhere.uses()}


@pytest.mark.rule("W6")
def test_the_last_corners_sector_continues_across_the_line_in_every_lap() -> None:
    weather = ("snow", "overheat", "weather")
    for lap in (1, 2):
        there = turn(
            BENDS, driver(lap * 60 + 3, gear=3, engine=3, play="0 0 1", hand=HOT_HAND), laps=3, weather=weather
        )
        assert "sector" in {use.source for use in there.uses()}
