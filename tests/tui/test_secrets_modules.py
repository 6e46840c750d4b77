"""No hidden card is shown with upgrades or in tournament mode either."""

from __future__ import annotations

import re
from random import Random

import pytest

from heat_tui.engine.actions import React
from heat_tui.engine.decisions import PlanDecision, ReactDecision
from heat_tui.modules.tournament import Tournament
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.piles import PileScreen
from heat_tui.tui.race.screen import RaceScreen
from tests.tui.marked import everywhere, found, marked_match
from tests.tui.module_moments import with_symbols, with_upgrades
from tests.tui.moments import PEOPLE as TWO
from tests.tui.table import Table, at_the_table, shown
from tests.tui.watched import ADA, BO, PEOPLE, any_action, watched

HELD = ("Throttle-2",)
"""The upgrades in Ada's hand in `with_symbols`."""
PILED = ("Tyres-1",)
"""The upgrades in Ada's discard pile below its top."""
PLANNED = ("Wings-6", "Turbo-8", "Intake-1a", "Tyres-0a")
"""Upgrades in Ada's hand in `with_upgrades`."""

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.long
async def test_nobody_sees_cards_or_their_number_in_tournament_mode() -> None:
    random = Random(4)
    match = marked_match(*PEOPLE, modules=(Tournament(),), places=(30, 29, 28))
    async with watched(match) as table:
        await table.tap("s")
        standings = shown(table.app)
        assert len(_figures(standings)) == 2, standings
        await table.back()
        while match.view(None).round < 3:
            decision = match.decision
            assert decision is not None
            table.look(after=f"the call of seat {decision.seat}")
            if isinstance(decision, PlanDecision):
                assert table.race.query(Cover)
                await table.lift()
                table.look(decision.seat, after="lifting")
            await table.choose(any_action(match, random))
            if decision.seat in (ADA, BO) and isinstance(decision, PlanDecision) and match.view(None).round == 1:
                await table.tap("s")
                assert _figures(shown(table.app)) == _figures(standings)
                await table.back()


_NO_MARKS = str.maketrans("✓►", "  ")


def _figures(text: str) -> list[str]:
    """Return the lines of the standings with the drivers' figures, regardless of who has planned or is asked."""
    lines = [line.split("│")[1].translate(_NO_MARKS) for line in text.splitlines() if line.count("│") > 1]
    return [line for line in lines if any(name in line for name in PEOPLE) and re.search(r" \+\d", line)]


@pytest.mark.long
async def test_upgrades_in_a_covered_hand_are_shown_nowhere() -> None:
    async with at_the_table(with_upgrades(TWO), size=(120, 40)) as table:
        assert not found(everywhere(table.app), PLANNED)
        await table.lift()
        seen = " ".join(text for _place, text in everywhere(table.app))
        assert "Wings-6" in seen
        await table.pilot.press("right", "right", "right")
        await table.race.cover()
        await table.rest()
        assert not found(everywhere(table.app), PLANNED)


@pytest.mark.long
async def test_a_hand_and_a_pile_shown_for_a_reaction_are_covered_again() -> None:
    match = with_symbols(TWO)
    async with at_the_table(match, size=(120, 40)) as table:
        assert isinstance(match.decision, ReactDecision)
        race = table.race
        assert race.query(Cover)
        assert not found(everywhere(table.app), (*HELD, *PILED))
        await table.lift()
        assert len({word for word in (*HELD, *PILED) if word in shown(table.app)}) == 2
        await table.choose(React("heat", "wings-3", 1))
        await _open_pile(table)
        await table.app.cover()
        await table.pilot.pause()
        assert isinstance(table.app.screen, RaceScreen)
        await table.rest()
        assert race.query(Cover)
        assert not found(everywhere(table.app), (*HELD, *PILED))


async def _open_pile(table: Table) -> None:
    lines = [line.strip() for line in shown(table.app).splitlines()]
    number = next(line.split()[0] for line in lines if "Salvage up to" in line)
    await table.pilot.press(number, "enter")
    await table.pilot.pause()
    assert isinstance(table.app.screen, PileScreen)
