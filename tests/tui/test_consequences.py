"""What a choice would do is a sentence and a table below it, with the letters of the map."""

from __future__ import annotations

import asyncio
import re

import pytest
from rich.cells import cell_len

from heat_tui.engine.actions import Plan
from heat_tui.game.match import Match
from heat_tui.store.saved_race import SavedRace
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.consequences import MOST_ROWS, Consequences
from tests.tables import driver, legend, planning
from tests.tui.moments import ALONE, DAY
from tests.tui.table import STILL, Table

SIZES = ((80, 24), (120, 40))


def before_the_chicane(hand: str) -> Match:
    """One person in gear 2 before a slow corner."""
    ada = driver(10, gear=2, engine=3, hand=hand, deck="1 2 3 4 1 2 3 4 1 2 3 4")
    table = planning(load_track("italy"), ada, driver(7, gear=2), driver(5, 1, gear=3), legend(9), legend(8))
    begun = SavedRace(name="", setup=table.race.setup, controllers=ALONE, open_table=False, created=DAY)
    return Match(table.race, begun, None)


async def lines_of(plan: Plan, hand: str, size: tuple[int, int]) -> list[str]:
    """What is said of a plan while it is considered."""
    match = before_the_chicane(hand)
    app = HeatApp(STILL, opening=lambda app: app.open_match(match))
    async with app.run_test(size=size) as pilot:
        table = Table(pilot)
        await table.rest()
        await table.prepare(plan)
        await table.rest()
        return str(app.screen.query_one(Consequences).content).splitlines()


@pytest.mark.point("F2")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("plan", "hand", "count"),
    [
        (Plan(2, ("2", "4")), "2 4 1 1 1 1 1", 1),
        (Plan(2, ("4", "stress")), "stress 4 1 1 1 1 1", 4),
        (Plan(3, ("stress", "stress", "stress")), "stress stress stress 4 1 1 heat", 10),
    ],
)
def test_every_landing_has_its_place_in_the_table(plan: Plan, hand: str, count: int, size: tuple[int, int]) -> None:
    lines = asyncio.run(lines_of(plan, hand, size))
    assert len(lines) <= MOST_ROWS
    assert all(cell_len(line) <= size[0] - 2 for line in lines)
    rows = [row for line in lines[1:] for row in re.findall(r" ([a-j])  ( *<?\d+ %  |)speed (\d+) +→ (\d+)", line)]
    assert sorted(letter for letter, *_cells in rows) == list("abcdefghij"[:count])
    assert len({line.index("→") for line in lines[1:]}) == 1, "the columns are aligned"
