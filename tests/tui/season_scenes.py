"""The screens of a championship, in their important states."""

from __future__ import annotations

import pytest

from heat_tui.game.telling.replay import Replay
from heat_tui.tui.setup.season import NewSeasonScreen
from tests.tui.moments import ODD_NAMES
from tests.tui.scenery import Scenery
from tests.tui.season_moments import (
    discarding_one,
    exchanging,
    keeping,
    over,
    picking,
    planning_in_season,
    reacting_in_season,
    resting,
    season_of,
    season_until,
)
from tests.tui.shots import shot

CUSTOM_SEED = 7


async def _setting_up(scenery: Scenery, *keys: str) -> None:
    """Open the form for a new season, whose random seed is fixed, then press keys."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.randbelow", lambda _most: CUSTOM_SEED)
        await scenery.open(NewSeasonScreen())
        await scenery.press(*keys)


@shot("season-setup", everywhere=True)
async def _(scenery: Scenery) -> None:
    await _setting_up(scenery)


@shot("season-setup-custom", everywhere=True)
async def _(scenery: Scenery) -> None:
    await _setting_up(scenery, "left", "left", "tab", "tab", "tab", "down")


@shot("season-setup-career")
async def _(scenery: Scenery) -> None:
    await _setting_up(scenery, "left", "tab", "down", "down")


@shot("season-setup-rules")
async def _(scenery: Scenery) -> None:
    await _setting_up(scenery, "pagedown", "pagedown", "down")


@shot("season-setup-wrong", seldom=True)
async def _(scenery: Scenery) -> None:
    await _setting_up(scenery)
    screen = scenery.app.screen
    assert isinstance(screen, NewSeasonScreen)
    await scenery.press("pagedown", "ctrl+k", "backspace", *["backspace"] * 10)


@shot("season-pause", everywhere=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open(season_until(resting(2)))
    await scenery.settle()


@shot("season-calendar", everywhere=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open(season_until(resting(1)))
    await scenery.settle()
    await scenery.press("right")


@shot("season-garages")
async def _(scenery: Scenery) -> None:
    scenery.app.games.open(season_until(resting(2)))
    await scenery.settle()
    await scenery.press("right", "right")


@shot("season-result")
async def _(scenery: Scenery) -> None:
    scenery.app.games.open_result(season_until(resting(1)))
    await scenery.settle()


@shot("season-champion", everywhere=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open(season_until(over))
    await scenery.settle()


@shot("season-career-table", seldom=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open(season_until(over, season_of("career", people=3, legends=5)))
    await scenery.settle()
    await scenery.press("right")


@shot("season-names", plain_names=False, seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open(season_until(resting(1), season_of(people=3, names=ODD_NAMES)))
    await scenery.settle()


@shot("season-plan", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(planning_in_season())


@shot("season-react", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(reacting_in_season())


@shot("season-in-race")
async def _(scenery: Scenery) -> None:
    await scenery.race(planning_in_season())
    await scenery.press("y")


@shot("season-garage-in-race", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(planning_in_season())
    await scenery.press("g")


@shot("season-map", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(planning_in_season())
    await scenery.press("m")


@shot("season-press-corner")
async def _(scenery: Scenery) -> None:
    await scenery.race(planning_in_season())
    await scenery.press("i", *["tab"] * 6)


@shot("season-draft")
async def _(scenery: Scenery) -> None:
    await scenery.race(picking())


@shot("season-exchange", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(exchanging())
    await scenery.press("down", "right")


@shot("season-keep", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(keeping())
    await scenery.press("down")


@shot("season-year-over", seldom=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open(keeping())
    await scenery.settle()


@shot("season-export", seldom=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open(season_until(resting(2)))
    await scenery.settle()
    await scenery.press("e")


@shot("season-discard-one", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(discarding_one())


@shot("season-replay", everywhere=True)
async def _(scenery: Scenery) -> None:
    match = season_until(resting(1))
    scenery.app.show_replay(match, Replay.of(match))
    await scenery.settle()
    await scenery.press("right_square_bracket", "right_square_bracket", "down", "down", "right", "c")
