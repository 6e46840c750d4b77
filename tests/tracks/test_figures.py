"""The built-in data compared with the figures of record, value by value.

The figures are kept outside the repository; these tests are skipped if they are not beside the checkout.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from heat_tui.engine.cards import BASIC_DECK, CATALOGUE, HEAT, STARTING_UPGRADES, STRESS
from heat_tui.engine.race import POINTS
from heat_tui.modules.legends import COLUMNS, LEGEND_CARDS, numbers
from heat_tui.modules.weather import ALL_CONDITIONS, CONDITIONS, WEATHER
from heat_tui.store.tracks import BUILT_IN_IDS, load_track

FIGURES = Path(__file__).parents[3] / "shared" / "data"

pytestmark = pytest.mark.skipif(not FIGURES.is_dir(), reason="the figures of record are not beside this checkout")


def figures(name: str) -> dict[str, Any]:
    """Return the contents of one file of the figures."""
    table: dict[str, Any] = json.loads((FIGURES / name).read_text(encoding="utf-8"))
    return table


def corner_of_record(corner: dict[str, Any]) -> dict[str, Any]:
    """Return a corner of the figures in the engine's terms, with corners numbered from 0; reject unknown keys."""
    left = dict(corner)
    partner = left.pop("chicane_with", None)
    expected = {
        "line_after": left.pop("line_after_space"),
        "limit": left.pop("limit"),
        "legends_line_after": left.pop("legends_line_after_space"),
        "press": left.pop("press"),
        "chicane_with": None if partner is None else partner - 1,
        "aggressive": left.pop("aggressive", 0),
        "double_aggressive": left.pop("double_aggressive", 0),
    }
    assert not left
    return expected


def test_the_built_in_tracks_match_the_record() -> None:
    assert sorted(BUILT_IN_IDS) == sorted(track["id"] for track in figures("tracks.json")["tracks"])


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_every_figure_of_a_track_matches_the_record(track_id: str) -> None:
    (record,) = (track for track in figures("tracks.json")["tracks"] if track["id"] == track_id)
    record["corners"] = tuple(corner_of_record(corner) for corner in record["corners"])
    record["race_line"] = tuple((entry["from"], entry["side"]) for entry in record["race_line"])
    record["outline"] = tuple((x, y) for x, y in record["outline"])
    record["flooded"], record["tunnel"] = tuple(record["flooded"]), tuple(record["tunnel"])
    assert asdict(load_track(track_id)) == record


def test_the_basic_deck_matches_the_record() -> None:
    speeds = figures("cards.json")["basic_deck"]["speeds"]
    assert list(BASIC_DECK) == [speed for speed, copies in speeds.items() for _ in range(copies)]
    assert all(CATALOGUE[key].speed == int(key) and CATALOGUE[key].kind == "basic" for key in speeds)


def test_the_starting_upgrades_match_the_record() -> None:
    record = figures("cards.json")["starting_upgrades"]
    assert [HEAT if card["speed"] is None else str(card["speed"]) for card in record] == list(STARTING_UPGRADES)
    assert all(card["symbols"] == {} for card in record)
    assert all(CATALOGUE[key].speed == int(key) for key in STARTING_UPGRADES if key != HEAT)


def test_the_symbols_of_stress_match_the_record() -> None:
    assert dict(CATALOGUE[STRESS].symbols) == figures("cards.json")["stress"]["symbols"]
    assert CATALOGUE[STRESS].speed == CATALOGUE[HEAT].speed == 0


def test_the_legend_cards_match_the_record() -> None:
    record = figures("legends.json")["cards"]
    assert len(record) == len(LEGEND_CARDS)
    for place, card in enumerate(record):
        assert sorted(card) == sorted(COLUMNS)
        for colour, expected in card.items():
            assert numbers(place, colour) == (expected["diamond"], expected["helmet"])
        assert numbers(place, "orange") == numbers(place, "black")
        assert numbers(place, "purple") == numbers(place, "blue")


def test_the_points_match_the_record() -> None:
    assert list(POINTS) == figures("championship.json")["points"]


SECTOR_WORDS = {"cooldown_bonus": "cooldown"}
"""The effects that the figures and the game name differently: the game's names, by the figures' names."""

CONDITION_WORDS: dict[str, dict[str, Any]] = {
    "the limit is 1 higher": {"limit": 1},
    "the limit is 1 lower": {"limit": -1},
    "over the limit: one more Heat to pay in all": {"surcharge": 1},
    "a Slipstream that starts in the sector may go 1 further": {"sector": ("slipstream_boost", 1)},
    "a Boost made in the sector costs no Heat": {"sector": ("free_boost", 0)},
    "the weather token's sector effect holds here": {},
}
"""The effects that the figures describe in words, as numbers."""


def token_of_record(record: dict[str, Any]) -> dict[str, Any]:
    """Return a weather token of the figures in the game's terms; an unknown key is an error."""
    left, prep = dict(record), dict(record["prep"])
    effect = left.pop("sector")
    expected = {
        "id": left.pop("id"),
        "sector": {"kind": SECTOR_WORDS.get(effect, effect), "number": left.pop("value", 0)},
        "stress": prep.pop("stress", 0),
        "heat": prep.pop("heat", 0),
        "to_deck": prep.pop("engine_heat_to_draw_deck", 0),
        "to_discard": prep.pop("engine_heat_to_discard", 0),
    }
    assert not prep
    assert left.pop("mandatory") == effect.startswith("no_")
    assert list(left) == ["prep"]
    return expected


def condition_of_record(record: dict[str, Any]) -> dict[str, Any]:
    """Return a road condition of the figures in the game's terms; an unknown key is an error."""
    left = dict(record)
    effect = CONDITION_WORDS[left.pop("effect")]
    sector = effect.get("sector")
    expected = {
        "id": left.pop("id"),
        "limit": effect.get("limit", 0),
        "surcharge": effect.get("surcharge", 0),
        "sector": None if sector is None else {"kind": sector[0], "number": sector[1]},
    }
    assert left.pop("scope") == ("corner" if expected["limit"] or expected["surcharge"] else "sector")
    assert list(left) == ["copies", "mandatory"]
    return expected


def test_the_weather_tokens_match_the_record() -> None:
    record = figures("weather.json")["weather"]
    assert [asdict(token) for token in WEATHER.values()] == [token_of_record(each) for each in record]
    assert all(token.id == name for name, token in WEATHER.items())


def test_the_road_conditions_match_the_record() -> None:
    record = figures("weather.json")["road_conditions"]
    assert [asdict(kind) for kind in CONDITIONS.values()] == [condition_of_record(each) for each in record]
    assert all(kind.id == name for name, kind in CONDITIONS.items())
    assert list(ALL_CONDITIONS) == [each["id"] for each in record for _ in range(each["copies"])]
