"""Events, seasons, points and Sponsorship cards are those of the shared data."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from heat_tui.engine.race import POINTS
from heat_tui.modules.championship.calendar import YEARS
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.state import COPIES, KEYS, SPONSORSHIPS, cards_of

SHARED = Path(__file__).parents[3] / "shared" / "data"

beside = pytest.mark.skipif(not SHARED.exists(), reason="only where the shared data lies beside the checkout")


@beside
@pytest.mark.rule("E1", "E4", "E9", "E11")
def test_the_events_equal_the_data() -> None:
    data = json.loads((SHARED / "championship.json").read_text(encoding="utf-8"))
    wanted = [
        (
            row["number"],
            str(row["season"]),
            row["track"],
            row["sponsorships"],
            tuple(row["press_corners"]),
            row["set"],
        )
        for row in data["events"]
    ]
    built = [
        (event.number, event.year, event.track, event.sponsorships, event.press, event.set) for event in EVENTS.values()
    ]
    assert built == wanted
    assert [*EVENTS] == [row["number"] for row in data["events"]]


@beside
@pytest.mark.rule("E1", "E6")
def test_the_seasons_and_the_points_equal_the_data() -> None:
    data = json.loads((SHARED / "championship.json").read_text(encoding="utf-8"))
    assert {year: [*numbers] for year, numbers in YEARS.items()} == data["seasons"]
    assert [*POINTS] == data["points"]


@beside
@pytest.mark.rule("E10", "H4", "N3")
def test_the_sponsorships_equal_the_data() -> None:
    data = json.loads((SHARED / "cards.json").read_text(encoding="utf-8"))["sponsorships"]
    wanted = Counter(
        (
            row["set"],
            row["copies"],
            tuple(row["speed"]) if isinstance(row["speed"], list) else row["speed"],
            frozenset(row["symbols"].items()),
        )
        for row in data
    )
    built: Counter[object] = Counter()
    for name, cards in SPONSORSHIPS.items():
        for card in cards:
            built[name, COPIES, card.choices or card.speed, frozenset(card.symbols)] += 1
    assert built == wanted


@pytest.mark.rule("E10")
def test_keys_and_kinds_match() -> None:
    kinds = cards_of([*SPONSORSHIPS])
    assert len(KEYS) == len(kinds) == 7
    assert all(card.kind == "sponsorship" for card in kinds)
    assert len(cards_of(("base",))) == 5
    assert cards_of(()) == ()
