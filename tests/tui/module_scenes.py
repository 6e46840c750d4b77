"""The screens of races with the advanced modules, in their important states."""

from __future__ import annotations

from tests.tui.module_moments import (
    all_modules,
    before_a_tournament_shift,
    before_refreshing,
    choosing_values,
    drafting,
    on,
    putting_away,
    unpayable,
    with_symbols,
    with_upgrades,
)
from tests.tui.moments import ALONE, PEOPLE, planning, race_until
from tests.tui.scenery import Scenery
from tests.tui.shots import shot


@shot("draft", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(drafting(2, PEOPLE))
    await scenery.press("down", "down")


@shot("draft-away", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(putting_away())
    await scenery.press("down")


@shot("upgrades-plan", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(with_upgrades())
    await scenery.press("1", "2")


@shot("upgrades-card")
async def _(scenery: Scenery) -> None:
    await scenery.race(with_upgrades())
    await scenery.press("right")


@shot("upgrades-values", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(choosing_values())
    await scenery.press("down")


@shot("upgrades-replace")
async def _(scenery: Scenery) -> None:
    await scenery.race(unpayable())


@shot("upgrades-react", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(with_symbols())


@shot("upgrades-not-done", seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(with_symbols())
    await scenery.press("end", "enter")


@shot("upgrades-salvage", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(with_symbols())
    await scenery.press("5", "enter", "down", "right")


@shot("upgrades-refresh", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(before_refreshing())
    await scenery.press("down")


@shot("upgrades-deck", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(with_upgrades())
    await scenery.press("d")


@shot("garage")
async def _(scenery: Scenery) -> None:
    await scenery.race(with_upgrades())
    await scenery.press("g")


@shot("tournament-plan", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(before_a_tournament_shift())
    await scenery.press("1", "2", "3", "4")


@shot("all-modules", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=2), ALONE, setup=all_modules()))


@shot("map-flooded", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(on("japan", 1))
    await scenery.press("m")


@shot("map-tunnel", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(on("spain", 2))
    await scenery.press("m")


@shot("inspect-flooded", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(on("japan", 1))
    await scenery.press("i", *["shift+tab"] * 9)


@shot("inspect-token", seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(on("japan", 1))
    await scenery.press("i", *["tab"] * 11)
