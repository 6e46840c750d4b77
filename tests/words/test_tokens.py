"""Weather, road conditions, water, tunnels, chicanes and upgrades in words, wherever a driver may ask for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import Plan
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.weather import CONDITIONS, WEATHER
from heat_tui.modules.weather.words import condition_words, weather_lines
from heat_tui.store.tracks import load_track
from heat_tui.words.forecasts import outline, preview
from heat_tui.words.questions import ask
from heat_tui.words.situation import inspect_car, inspect_corner, inspect_space, situation, track_lines
from tests.tables import Table, driver, loop, planning

ROAD = loop(60, (20, 4), (30, 3), (45, 5), laps=2)
TOKENS = ("storm", "limit_down", "weather", "overheat")


def seen(*tokens: str, at: int = 75) -> SeatView:
    """Return a driver's view of a race with these tokens."""
    return on(*tokens, at=at).race.view(0)


def on(*tokens: str, at: int = 75) -> Table:
    """Return a round with these tokens, about to be planned."""
    return planning(ROAD, driver(at), driver(40), weather=tokens)


@pytest.mark.rule("W1", "W2", "W3", "W4")
def test_the_weather_and_the_road_are_described_at_every_corner() -> None:
    assert weather_lines(seen(*TOKENS)) == [
        "This race's weather: storm. Nerves are on edge: everybody starts with 1 extra Stress.",
        "Corner 1: Slippery: the limit is 1 lower.",
        "Corner 2: Weather (storm): A Slipstream that starts in this sector may go 2 spaces further.",
        "Corner 3: Overheating: a driver who pays Heat here pays 1 more.",
    ]
    assert weather_lines(planning(ROAD, driver(75), driver(40)).race.view(0)) == [
        "This race has no weather: the limits are those printed on the track."
    ]


@pytest.mark.rule("W3", "W4", "W5")
@pytest.mark.parametrize(
    ("condition", "token", "words"),
    [
        ("limit_up", "fog", "Grippy: the limit is 1 higher."),
        ("slipstream_boost", "fog", "A Slipstream that starts in this sector may go 1 space further."),
        ("heat_control", "fog", "A Boost costs no Heat in this sector."),
        ("weather", "cloud", "Weather (clouds): In this sector you have no Cooldown."),
        ("weather", "fog", "Weather (fog): No Slipstream may start in this sector."),
        ("weather", "snow", "Weather (snow): In this sector you have 1 extra Cooldown."),
        ("weather", "rain", "Weather (rain): In this sector you have 1 extra Cooldown."),
        ("weather", "sun", "Weather (sun): A Slipstream that starts in this sector may go 2 spaces further."),
    ],
)
def test_every_token_is_described(condition: str, token: str, words: str) -> None:
    assert condition_words(condition, token) == words


def test_every_token_has_a_distinct_description() -> None:
    told = {(condition, token): condition_words(condition, token) for condition in CONDITIONS for token in WEATHER}
    assert len({told[condition, "fog"] for condition in CONDITIONS}) == len(CONDITIONS)
    assert len({told["weather", token] for token in WEATHER}) == len(WEATHER)


@pytest.mark.rule("W3", "W6")
def test_the_road_ahead_and_the_drivers_sector_are_described() -> None:
    assert "You are on space 15, race line, 5 spaces before the line of corner 1, limit 3." in situation(seen(*TOKENS))
    lines = situation(seen(*TOKENS, at=92))
    assert "A Slipstream that starts in this sector may go 2 spaces further." in lines
    assert any(
        line.endswith("13 spaces before the line of corner 3, limit 5 (overheating, 1 more Heat if you pay).")
        for line in lines
    )
    grid = seen("fog", "limit_up", "limit_up", "heat_control", at=60)
    assert "A Boost costs no Heat in this sector." in situation(grid), "the grid lies in the last corner's sector"
    decision = on(*TOKENS, at=92).race.decision
    assert decision is not None
    assert "limit 5 (overheating, 1 more Heat if you pay)" in ask(seen(*TOKENS, at=92), decision)


@pytest.mark.rule("W3", "W4")
def test_corners_and_spaces_are_described_with_their_tokens() -> None:
    view = seen(*TOKENS)
    slippery = inspect_corner(view, 0)
    assert slippery[0] == "Corner 1, limit 3 (printed 4): its line is after space 20."
    assert slippery[0] in track_lines(view)
    assert "Its road condition: Slippery: the limit is 1 lower." in slippery
    assert "Its road condition: Overheating: a driver who pays Heat here pays 1 more." in inspect_corner(view, 2)
    assert "A Slipstream that starts in this sector may go 2 spaces further." in inspect_space(view, 31, 0)
    assert "A Slipstream that starts in this sector may go 2 spaces further." not in inspect_space(view, 30, 0)


@pytest.mark.point("B5")
@pytest.mark.rule("H2")
def test_a_chicane_has_one_token_for_both_its_lines() -> None:
    """The first two lines of Mexico belong to one chicane, corner 1, so the third line belongs to corner 2."""
    mexico = load_track("mexico")
    places = (driver(75), driver(40))
    view = planning(
        mexico, *places, weather=("fog", *("heat_control",) * 2, "limit_up", "limit_up", *("overheat",) * 2)
    )
    first, second = (inspect_corner(view.race.view(0), corner) for corner in (0, 1))
    assert "It takes effect only past the second line of the chicane." in first
    assert "It takes effect only past the second line of the chicane." not in second
    assert first[0] == second[0] == "Corner 1, a chicane, limit 7: its lines are after spaces 14 and 19."
    assert not any("Boost" in line for line in inspect_space(view.race.view(0), 15, 0)), "between the lines"
    assert "A Boost costs no Heat in this sector." in inspect_space(view.race.view(0), 20, 0)
    assert track_lines(view.race.view(0))[1:5] == [
        "Corner 1, a chicane, limit 7: its lines are after spaces 14 and 19.",
        "Corner 2, limit 7 (printed 6): its line is after space 38.",
        "Corner 3, limit 5 (printed 4): its line is after space 44.",
        "Corner 4, a chicane, limit 2: its lines are after spaces 50 and 51.",
    ]
    lines = weather_lines(view.race.view(0))
    assert lines[1] == "Corner 1 (a chicane): A Boost costs no Heat in this sector."
    assert lines[2] == "Corner 2: Grippy: the limit is 1 higher."


@pytest.mark.rule("H1", "N1")
def test_water_and_tunnels_are_described_on_the_track_and_at_the_drivers_place() -> None:
    japan, spain = (planning(load_track(name), driver(75), driver(40)).race for name in ("japan", "spain"))
    assert any(
        line.startswith("Flooded (shifting down costs 1 extra Heat): spaces") for line in track_lines(japan.view(0))
    )
    assert any(
        line.startswith("In a tunnel, where nothing from the hand can go to the discard pile: spaces")
        for line in track_lines(spain.view(0))
    )
    wet = planning(load_track("japan"), driver(japan.rules.track.flooded[0]), driver(40)).race.view(0)
    assert "The space is flooded: shifting down here costs 1 extra Heat." in situation(wet)
    dark = planning(load_track("spain"), driver(spain.rules.track.tunnel[0]), driver(40)).race.view(0)
    assert "The space is in a tunnel: nothing from your hand can go to the discard pile here." in situation(dark)


@pytest.mark.rule("L8")
def test_the_spaces_for_aggressive_legends_are_described() -> None:
    track = load_track("japan")
    marked = [corner for corner in track.corners if corner.aggressive]
    race = Race.start(RaceSetup(track, ("Ada",), modules=(Legends(1, aggressive=True),)))
    calm, alone = (Race.start(RaceSetup(track, ("Ada",), modules=modules)) for modules in ((Legends(1),), ()))
    words = "The space is marked: an aggressive Legend that starts here may cross 1 more corner line."
    corner = next(corner for corner in marked if corner.aggressive > corner.double_aggressive)
    space = corner.line_after - corner.aggressive + 1
    assert words in inspect_space(race.view(0), space, 0)
    assert words not in inspect_space(race.view(0), space - 1, 0)
    assert not any(words in inspect_space(unmarked.view(0), space, 0) for unmarked in (calm, alone))


@pytest.mark.rule("K1")
def test_upgrades_are_open_to_all() -> None:
    race = Race.start(RaceSetup(ROAD, ("Ada", "Bo"), modules=(Garage("basic", "deal"),)))
    own, other = race.view(0), race.view(1)
    line = next(line for line in situation(own) if line.startswith("Upgrades: "))
    assert line in inspect_car(other, other.cars[0])
    assert not any("Upgrades" in line for line in situation(planning(ROAD, driver(75), driver(40)).race.view(0)))


@pytest.mark.point("I3")
@pytest.mark.parametrize(
    ("track", "words", "sentence"),
    [
        (replace(ROAD, flooded=(12,)), "flooded", "The space is flooded: shifting down here costs 1 extra Heat."),
        (replace(ROAD, tunnel=(12,)), "in a tunnel", "The space is in a tunnel: nothing from your hand can go"),
    ],
)
def test_a_preview_says_that_its_space_is_flooded_or_in_a_tunnel(track: Track, words: str, sentence: str) -> None:
    """The first plan leads to space 12, the second two spaces further."""
    race = planning(track, driver(10, gear=2, hand="1 1 2 3"), driver(40)).race
    for cards, said in ((("1", "1"), True), (("1", "3"), False)):
        told = race.forecast(0, Plan(2, cards))
        (row,) = outline(race.view(0), told).rows
        assert (words in row.cells[-1]) is said
        assert any(line.startswith(sentence) for line in preview(race.view(0), told)) is said


@pytest.mark.point("I3")
def test_the_space_after_a_spin_out_is_described_after_it() -> None:
    track = replace(loop(60, (12, 2)), flooded=(12,))
    race = planning(track, driver(10, gear=2, engine=0, hand="3 4"), driver(40)).race
    told = preview(race.view(0), race.forecast(0, Plan(2, ("3", "4"))))
    spin, flooded = (next(at for at, line in enumerate(told) if words in line) for words in ("spin out", "is flooded"))
    assert "go back to space 12" in told[spin]
    assert flooded == spin + 1
