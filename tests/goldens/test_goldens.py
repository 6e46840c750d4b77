"""Races and seasons told in prose, compared with the texts in this folder line by line.

To update a text after an intended change, run `make golden` and read the diff.
"""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from heat_tui.drivers import Chance, Steady
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.season_options import season_setup
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import BASE, HEAVY_RAIN, SETS, TUNNEL_VISION
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from tests.goldens.telling import Golden, SeasonGolden, tell_race, tell_season

pytestmark = pytest.mark.deep

HERE = Path(__file__).parent

GOLDENS = {
    "italy_person_and_legends": Golden(
        "Italy, 2 laps: one person and three Legends",
        "italy",
        seed=7,
        laps=2,
        drivers=(("Ada", Steady(seed=0)),),
        legends=3,
        asked=(0,),
    ),
    "france_four_drivers": Golden(
        "France, 2 laps: four drivers with mulligan, handicap and retiring",
        "france",
        seed=259,
        drivers=(
            ("Ada", Steady(seed=1)),
            ("Bo", Chance(seed=259)),
            ("Cem", Steady(seed=3)),
            ("Dina", Chance(seed=759)),
        ),
        mulligan=True,
        retire=True,
        handicap=(2, 0, 1),
    ),
    "usa_eight_cars": Golden(
        "USA, 2 laps: five drivers and three Legends, pro +2",
        "usa",
        seed=3,
        drivers=(
            ("Ada", Steady(seed=1)),
            ("Bo", Steady(seed=2)),
            ("Cem", Steady(seed=3)),
            ("Dina", Steady(seed=4)),
            ("Eli", Steady(seed=5)),
        ),
        legends=3,
        pro=2,
    ),
    "france_garage": Golden(
        "France, 2 laps: a drafted garage",
        "france",
        seed=13,
        drivers=(("Ada", Steady(seed=1)), ("Bo", Steady(seed=2)), ("Cem", Chance(seed=3))),
        asked=(0,),
        retire=True,
        modules=(Garage("both"),),
    ),
    "italy_snake_draft": Golden(
        "Italy, 1 lap: a snake draft",
        "italy",
        seed=5,
        laps=1,
        drivers=(("Ada", Steady(seed=1)), ("Bo", Steady(seed=2))),
        modules=(Garage("advanced", "snake", (BASE, HEAVY_RAIN, TUNNEL_VISION)),),
    ),
    "usa_weather": Golden(
        "USA, 2 laps: weather and road conditions",
        "usa",
        seed=109,
        drivers=(("Ada", Steady(seed=1)), ("Bo", Steady(seed=2)), ("Cem", Chance(seed=3))),
        legends=2,
        asked=(0,),
        modules=(Weather(),),
    ),
    "great_britain_tournament": Golden(
        "Great Britain, 2 laps: tournament mode",
        "great_britain",
        seed=248,
        drivers=(("Ada", Chance(seed=1)), ("Bo", Steady(seed=2)), ("Cem", Chance(seed=3))),
        legends=1,
        asked=(0,),
        retire=True,
        modules=(Tournament(),),
    ),
    "japan_heavy_rain": Golden(
        "Japan, 2 laps: floods, a garage with air intakes, weather, aggressive Legends",
        "japan",
        seed=77,
        drivers=(("Ada", Steady(seed=1)), ("Bo", Chance(seed=2)), ("Cem", Steady(seed=3)), ("Dina", Steady(seed=4))),
        legends=3,
        aggressive=True,
        retire=True,
        modules=(Spaces(), Weather(), Garage("both", sets=(BASE, HEAVY_RAIN))),
    ),
    "spain_tunnel_vision": Golden(
        "Spain, 1 lap: tunnels, and a garage with front wings",
        "spain",
        seed=221,
        retire=True,
        drivers=(("Ada", Steady(seed=1)), ("Bo", Chance(seed=2)), ("Cem", Steady(seed=3)), ("Dina", Steady(seed=4))),
        legends=2,
        modules=(Spaces(), Garage("advanced", sets=(BASE, TUNNEL_VISION))),
    ),
}

DRIVERS = (Seat("Ada"), Seat("Bo"), Seat("Cem"), Seat("Dina"))

SEASONS = {
    "season_1961": SeasonGolden(
        "The season of 1961: four drivers and two Legends",
        season_setup(Options(season="1961", seats=DRIVERS, legends=2, seed=1961, laps=(2, 1, 2))),
        (Steady(seed=1), Chance(seed=2), Steady(seed=3), Steady(seed=4)),
        asked=(0,),
    ),
    "season_custom": SeasonGolden(
        "A custom season: all sets, one lap, elimination and the pressure cooker",
        season_setup(
            Options(
                season="custom",
                seats=DRIVERS[:3],
                legends=1,
                aggressive=True,
                tournament=True,
                sets=SETS,
                laps=1,
                tracks=("mexico", "italy", "netherlands", "japan"),
                events=(16, 10, 18, 15),
                mulligan=True,
                retire=True,
                seed=5,
            )
        ),
        (Steady(seed=1), Chance(seed=3), Steady(seed=3)),
    ),
}

SHOWN = {
    "season_1961": (
        "exchanges Suspension-4 for Brakes-1234",
        "Sponsorship for Cem: among the first three",
        "This race's goal: grandstand: 3 places left.",
        "where the press is",
        "at least speed 15",
        "uses up",
        "The champion is Cem.",
    ),
    "season_custom": (
        "takes the mulligan",
        "by Slipstream over corner",
        "super cools with",
        "Bo is out of the race and scores nothing.",
        "from the engine leaves the game",
        "retires",
        "The champion is Cem.",
    ),
    "italy_person_and_legends": ("slipstreams", "helmet", "diamond", "This assumes that no other car moves"),
    "france_four_drivers": ("spins out", "takes the mulligan", "retires", "two Stress cards", "cluttered", "new one"),
    "usa_eight_cars": ("one of the last two", "short, on", "pays", "Boost", "two gears at once"),
    "france_garage": (
        "Draft round 3",
        "scraps the top",
        "refreshes",
        "accelerates with",
        "calms down",
        "into the draw deck",
        "cannot pay the Heat",
        "every limit is",
    ),
    "italy_snake_draft": ("Draft round 2", "away and starts with the other three", "every limit is 1 higher"),
    "usa_weather": ("because the road overheats", "in this sector", "slipstreams 3 spaces", "grippy"),
    "great_britain_tournament": (
        "face down for gear",
        "Ada has none, so one of the cards is lost at random",
        "Ada has none, so a Basic card is added",
        "the hand is cluttered",
    ),
    "japan_heavy_rain": (
        "because the space is flooded",
        "starts on an aggressive space",
        "The weather for this race",
        "boosts for free",
        "super cools with",
        "directly from their hand",
        "cannot pay the Heat",
        "slipstreams 3 spaces",
    ),
    "spain_tunnel_vision": (
        "is in a tunnel, so nothing is discarded from the hand",
        "with Frontwing",
        "to just behind the next car",
        "directly from their hand",
        "calms down",
        "into the draw deck",
        "slipstreams 3 spaces",
    ),
}
"""The words that the text of each race or season has to contain."""


@pytest.mark.parametrize("name", [*GOLDENS, *SEASONS])
def test_the_race_is_told_as_before(name: str, *, regenerate: bool) -> None:
    path = HERE / f"{name}.txt"
    told = tell_race(GOLDENS[name]) if name in GOLDENS else tell_season(SEASONS[name])
    if regenerate:
        path.write_text(told, encoding="utf-8", newline="\n")
    kept = path.read_text(encoding="utf-8")
    difference = list(unified_diff(kept.splitlines(), told.splitlines(), path.name, "told now", lineterm="", n=2))
    assert not difference, "\n".join(difference)


@pytest.mark.parametrize("name", [*GOLDENS, *SEASONS])
def test_the_race_shows_what_it_is_meant_to_show(name: str) -> None:
    kept = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert [words for words in SHOWN[name] if words not in kept] == []
    assert "The race is over." in kept


def test_every_text_belongs_to_a_race() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {*GOLDENS, *SEASONS}
