"""The upgrade cards are those of the shared data."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from heat_tui.engine.cards import HEAT
from heat_tui.modules.garage.cards import COPIES, UPGRADES

SHARED = Path(__file__).parents[3] / "shared" / "data" / "cards.json"


@pytest.mark.rule("G1", "H4", "N3")
@pytest.mark.skipif(not SHARED.exists(), reason="only where the shared data lies beside the checkout")
def test_the_upgrades_equal_the_data() -> None:
    data = json.loads(SHARED.read_text(encoding="utf-8"))["upgrades"]
    wanted = Counter(
        (
            row["level"],
            row["set"],
            row["copies"],
            tuple(row["speed"]) if isinstance(row["speed"], list) else row["speed"],
            frozenset(row["symbols"].items()),
        )
        for row in data
    )
    built: Counter[object] = Counter()
    for each in UPGRADES:
        card = each.card
        speed = None if card.key == HEAT else card.choices or card.speed
        built[each.level, each.set, COPIES, speed, frozenset(card.symbols)] += 1
    assert built == wanted


@pytest.mark.rule("G1")
def test_keys_and_families_identify_each_other() -> None:
    families = {
        "drive": 4,
        "body": 6,
        "brakes": 4,
        "radiator": 4,
        "revs": 6,
        "fuel": 2,
        "throttle": 5,
        "suspension": 4,
        "tyres": 6,
        "turbo": 2,
        "wings": 3,
        "intake": 6,
        "frontwing": 6,
        "heat": 2,
    }
    assert Counter(each.card.key.partition("-")[0] for each in UPGRADES) == families
    keys = [each.card.key for each in UPGRADES if each.card.key != HEAT]
    assert len(set(keys)) == len(keys)
    assert all(each.card.kind == ("heat" if each.card.key == HEAT else "upgrade") for each in UPGRADES)
