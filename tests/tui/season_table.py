"""A season in the app: racing with keys, and going from screen to screen."""

from __future__ import annotations

from heat_tui.drivers import Steady
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.season import SeasonScreen
from tests.tui.table import Table, until_screen


async def drive(table: Table, *, choices: int | None = None) -> int:
    """Choose with keys as Steady would, to the end of the race or `choices` times; return the number of choices."""
    made = 0
    while made != choices and not table.match.race_over:
        decision = table.match.decision
        assert decision is not None
        await table.choose(Steady(len(table.match.log)).choose(table.match.view(decision.seat), decision))
        made += 1
    return made


async def hand_over(table: Table) -> None:
    """Hand people's seats to automated drivers, and wait for the end of the race; people drive the next one again."""
    for seat in table.match.people:
        table.match.hand_over(seat, "steady")
    await table.race.settle()
    while not table.match.race_over:
        await table.pilot.pause()


async def to_the_pause(table: Table) -> None:
    """Go from the end of a race past its result to the season."""
    await until_screen(table, ResultsScreen)
    await table.pilot.press("enter")
    await until_screen(table, SeasonScreen)
