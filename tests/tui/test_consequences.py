"""The consequences of a choice: a sentence, a table with the letters of the map, and an explanation of signs."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from heat_tui.engine.actions import Plan
from heat_tui.game.table.match import Match
from heat_tui.modules.legends import landings
from heat_tui.store.settings import Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.consequences import MOST_ROWS, USUAL_ROWS, Consequences, wrapped
from tests.tables import driver, legend, loop, planning
from tests.tui.moments import ALONE, of_table, race_until
from tests.tui.moments import planning as planning_of
from tests.tui.table import STILL, Table, seated

SIZES = ((80, 24), (120, 40))


def before_the_chicane(hand: str) -> Match:
    """Return the moment when a person in gear 2 plans before a slow corner."""
    ada = driver(10, gear=2, engine=3, hand=hand, deck="1 2 3 4 1 2 3 4 1 2 3 4")
    table = planning(load_track("italy"), ada, driver(7, gear=2), driver(5, 1, gear=3), legend(9), legend(8))
    return of_table(table)


async def lines_of(plan: Plan, hand: str, size: tuple[int, int]) -> list[str]:
    """Return the description of a plan while it is considered."""
    match = before_the_chicane(hand)
    app = HeatApp(STILL, opening=lambda app: app.games.open(match))
    async with seated(app, size=size) as table:
        await table.prepare(plan)
        await table.rest()
        return str(app.screen.query_one(Consequences).content).splitlines()


@pytest.mark.long
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
    table = [line for line in lines[1:] if "speed" in line]
    assert len({line.index("→") for line in table}) == 1, "the columns are aligned"


def key_of(match: Match, *sizes: tuple[int, int], settings: Settings = STILL) -> list[str]:
    """Return the last row of the description of a decision at each of these sizes."""

    async def story() -> list[str]:
        app = HeatApp(settings, opening=lambda app: app.games.open(match))
        rows = []
        async with app.run_test(size=sizes[0]) as pilot:
            table = Table(pilot)
            for size in sizes:
                await table.pilot.resize_terminal(*size)
                await table.rest()
                said = app.screen.query_one(Consequences)
                rows.append(said.render_line(said.size.height - 1).text.strip())
        return rows

    return asyncio.run(story())


def test_a_free_row_explains_the_signs_on_the_screen() -> None:
    """The start/finish line is too far ahead for the strip; 100x30 has no strip, and 80x24 shows the whole lap."""
    assert key_of(race_until(planning_of(in_round=3), ALONE), (120, 40), (100, 30), (80, 24)) == [
        "L legends line  A+ Adrenaline",
        "A+ Adrenaline",
        "L legends line  S/F start/finish line  A+ Adrenaline",
    ]


def test_the_signs_of_the_legend_card_are_explained_once_it_is_open() -> None:
    match = race_until(lambda match, _decision: bool(landings(match.view(None))), ALONE)
    bound = min(landings(match.view(None))) + 1
    numbers, where = "◆ diamond  ∩ helmet", f"»{bound} where this Legend would go"
    wide, narrow = key_of(match, (120, 40), (80, 24))
    for line in (wide, narrow):
        assert line.startswith(f"{numbers}  {where}  ")
    assert cell_len(narrow) <= 78


@pytest.mark.point("I3")
def test_the_badges_of_visible_road_conditions_are_explained() -> None:
    """The strip ends before the third corner and its badge; the lap strip shows the badges of all corners."""
    ada = driver(10, gear=2, engine=3, hand="2 4 1 1 1 1 1")
    weather = ("rain", "overheat", "limit_down", "slipstream_boost")
    table = planning(loop(60, (20, 4), (30, 5), (55, 3)), ada, driver(7, gear=2), weather=weather)
    assert key_of(of_table(table), (120, 40), (100, 30), (80, 24)) == [
        "H+ 1 extra Heat  A+ Adrenaline",
        "A+ Adrenaline",
        "S/F start/finish line  S1 Slipstream boost 1  H+ 1 extra Heat  A+ Adrenaline",
    ]


@pytest.mark.point("I3")
def test_the_signs_of_visible_special_spots_are_explained() -> None:
    """The strip ends before the tunnel, which the lap strip shows; 100x30 has no strip."""
    ada = driver(10, gear=2, engine=3, hand="2 4 1 1 1 1 1")
    table = planning(replace(loop(60, (20, 4), (55, 3)), flooded=(12,), tunnel=(53,)), ada, driver(7, gear=2))
    assert key_of(of_table(table), (120, 40), (100, 30), (80, 24)) == [
        "A+ Adrenaline  ~ flooded",
        "A+ Adrenaline",
        "S/F start/finish line  A+ Adrenaline  ~ flooded  ^ tunnel",
    ]


def test_a_table_takes_the_row_before_the_key() -> None:
    lines = asyncio.run(lines_of(Plan(2, ("4", "stress")), "stress 4 1 1 1 1 1", (80, 24)))
    assert not any("legends line" in line for line in lines)


@pytest.mark.parametrize("width", range(8, 40))
def test_no_row_begins_with_a_per_cent_sign(width: int) -> None:
    words = "Chance of a spin out: 100 %. The letters say 25 %, 13 % and 62 %."
    rows = [row.plain for row in wrapped(Text(words), width, Console())]
    assert all(cell_len(row) <= width for row in rows)
    assert not any(row.startswith("%") for row in rows)
    assert " ".join(" ".join(rows).split()) == words


async def test_words_before_the_first_layout_take_no_more_rows_than_later() -> None:
    heights: list[int] = []
    lay_out = Consequences._lay_out

    def watched(each: Consequences) -> None:
        lay_out(each)
        heights.append(each._rows)

    match = race_until(planning_of(in_round=3), ALONE)
    match.note = "A note."
    app = HeatApp(STILL, opening=lambda app: app.games.open(match))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Consequences, "_lay_out", watched)
        async with app.run_test(size=(120, 40)) as pilot:
            await Table(pilot).rest()
    assert heights
    assert set(heights) == {USUAL_ROWS}
