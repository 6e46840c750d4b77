"""A person at the menus: the keys and clicks, and the text on the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.setup.fields import LineSelect
from tests.tui.swift import Swift
from tests.tui.table import STILL, shown

S = TypeVar("S", bound=Screen[None])
W = TypeVar("W", bound=Widget)

SMALL, LARGE = (80, 24), (120, 40)


class Menus:
    """The menus of an app, with methods that press, click and read."""

    def __init__(self, pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, HeatApp)
        self.app = pilot.app
        self.pilot = Swift(pilot.app)

    async def rest(self) -> None:
        """Wait until nothing is left to do."""
        await self.pilot.pause()
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def write(self, text: str) -> None:
        """Replace the text of the focused field."""
        await self.press("home", "ctrl+k", *("space" if each == " " else each for each in text))

    async def click(self, selector: str, *, at: tuple[int, int] | None = None) -> None:
        """Click in the middle of a widget, or at an offset from its top left corner."""
        await (self.pilot.click(selector, offset=at) if at is not None else self.pilot.click(selector))
        await self.pilot.pause()

    def find(self, selector: str, kind: type[W]) -> W:
        """Return a widget of the screen."""
        return self.app.screen.query_one(selector, kind)

    def value(self, selector: str) -> object:
        """Return the chosen value of a select."""
        return self.find(selector, LineSelect).value

    @property
    def text(self) -> str:
        """All painted text."""
        return shown(self.app)

    @property
    def said(self) -> list[str]:
        """The notifications."""
        return [note.message for note in self.app._notifications]

    @property
    def race(self) -> RaceScreen:
        """The race screen, which must be on top."""
        assert isinstance(self.app.screen, RaceScreen), self.text
        return self.app.screen


def store_in(home: Path) -> SaveStore:
    """Return the store of saves in a home folder."""
    return SaveStore(home / "saves")


@asynccontextmanager
async def menus_at(
    *,
    store: SaveStore | None = None,
    screen: Callable[[], Screen[None]] | None = None,
    size: tuple[int, int] = SMALL,
    settings: Settings = STILL,
) -> AsyncIterator[Menus]:
    """Yield the menus of an app on its title, or on a screen above it."""
    app = HeatApp(settings, store=store)
    async with app.run_test(size=size) as pilot:
        menus = Menus(pilot)
        await menus.rest()
        if screen is not None:
            await app.push_screen(screen())
            await menus.rest()
        yield menus
