"""A pilot that brings the app to the state in which a picture is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList

from heat_tui.engine.actions import Plan
from heat_tui.game.table.match import Match
from heat_tui.tui.app import HeatApp
from heat_tui.tui.menus.title import ENTRIES, TitleScreen
from heat_tui.tui.race.motion import PACES, Stepped
from heat_tui.tui.race.prompts import PlanPrompt
from heat_tui.tui.race.screen import RaceScreen
from tests.places import places_in
from tests.tui.swift import Swift
from tests.tui.table import shown

FOREVER = 3600.0
"""A time longer than any test, in seconds."""

TYPED = ("boost", "bo")
"""The texts typed into search fields."""


class Scenery:
    """The pilot of one app."""

    def __init__(self, app: HeatApp) -> None:
        self.app = app
        self.pilot = Swift(app)

    async def settle(self) -> None:
        """Wait until nothing remains to be laid out, called or painted, even on the screens that show through."""
        quiet = 0
        for _try in range(100):
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()
            screens = [self.app.screen, *(self.app._background_screens if self.app.screen.is_modal else ())]
            for screen in screens[1:]:
                screen._on_timer_update()
            quiet = quiet + 1 if all(map(_is_quiet, screens)) else 0
            if quiet == 2:
                return
        raise AssertionError(f"this screen does not come to rest:\n{shown(self.app)}")

    async def resize(self, size: tuple[int, int]) -> None:
        """Resize the app's terminal."""
        if self.app.size == size:
            return
        await self.pilot.resize_terminal(*size)
        await self.settle()
        assert self.app.screen.size == size

    async def press(self, *keys: str) -> None:
        """Press keys and wait."""
        await self.pilot.press(*keys)
        await self.settle()

    async def open(self, screen: Screen[None]) -> None:
        """Put a screen on top."""
        self.app.push_screen(screen)
        await self.settle()

    async def race(self, match: Match, *, lift: bool = False, paused: bool = False) -> None:
        """Open a race; with `lift`, press Enter to reveal the cards of the driver who has to choose."""
        self.app.games.open_race(match)
        assert isinstance(self.app.screen, RaceScreen)
        self.app.screen.show.paused = paused
        await self.settle()
        if lift:
            await self.press("enter")

    async def plan(self, plan: Plan | None) -> None:
        """Choose a gear and cards with keys, without confirming."""
        assert plan is not None
        prompt = self.app.screen.query_one(PlanPrompt)
        shifts = plan.gear - prompt.gear
        await self.press(*["plus" if shifts > 0 else "minus"] * abs(shifts))
        await self.press(*(str(index + 1) for index in places_in(prompt.cards, plan.cards)))

    async def menu(self, entry: str) -> None:
        """Choose an entry of the title's menu."""
        ENTRIES[entry].open(self._title)
        await self.settle()

    async def help(self, page: str) -> None:
        """Open a page of the help."""
        self.app.show_help(self._title)
        await self.settle()
        pages = self.app.screen.query_one(OptionList)
        pages.highlighted = pages.get_option_index(page)
        await self.settle()

    async def click(self, selector: str) -> None:
        """Click on a widget and wait."""
        await self.pilot.click(selector)
        while self.app.screen.query("Button.-active"):
            await asyncio.sleep(0.05)
        await self.settle()

    async def freeze(self, race: RaceScreen, *, spaces: int) -> None:
        """Let an automated driver choose, and stop when the moving car has advanced by the given number of spaces."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(PACES, "normal", (FOREVER, FOREVER))
            await self.press("full_stop")
            while not isinstance(race.show._waiting[0], Stepped):
                race.show._next()
            for _space in range(spaces):
                assert isinstance(race.show._waiting[0], Stepped)
                race.show._next()
        await self.settle()

    @property
    def _title(self) -> TitleScreen:
        title = self.app.screen_stack[0]
        assert isinstance(title, TitleScreen)
        return title

    async def focus(self, selector: str) -> None:
        """Focus a widget."""
        self.app.screen.query_one(selector, Widget).focus()
        await self.settle()


def typed(text: str) -> Sequence[str]:
    """Return the keys that type a text."""
    return ["space" if each == " " else each for each in text]


def _is_quiet(screen: Screen[object]) -> bool:
    return not (
        screen._layout_required
        or screen._dirty_widgets
        or screen._compositor._dirty_regions
        or screen._callbacks
        or screen._next_callbacks
    )
