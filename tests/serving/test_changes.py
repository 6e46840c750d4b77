"""The changes that are written to the terminal have the same effect as all that Textual paints, in far fewer bytes."""

from __future__ import annotations

import asyncio
from typing import Any

import pyte
import pytest
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.driver import Driver
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from heat_tui import language
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.textual_internals import Changes

SIZES = (120, 40), (81, 24)


class Compared(HeatApp):
    """An app that feeds one terminal with all that Textual paints, and another with the changes alone."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.terminals = pyte.Screen(*SIZES[0]), pyte.Screen(*SIZES[0])
        self.bytes = [0, 0]

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        console = Console(color_system="truecolor", legacy_windows=False)
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            for at, update in enumerate((renderable, Changes(renderable, self._shown))):
                painted = update.render_segments(console)
                self.bytes[at] += len(painted)
                pyte.Stream(self.terminals[at]).feed(painted)
            whole, changed = self.terminals
            assert whole.buffer == changed.buffer
            assert whole.display == changed.display
        super()._display(screen, renderable)


async def _many_screens(code: str) -> tuple[int, ...]:
    app = Compared(Settings(language=code))
    async with app.run_test(size=SIZES[0]) as pilot:
        for key in ("down", "n", "down", "right", "tab", "escape", "question_mark", "down", "pagedown", "escape", "s"):
            await pilot.press(key)
        await pilot.press("down", "right", "left", "ctrl+p", "escape")
        for terminal in app.terminals:
            terminal.resize(SIZES[1][1], SIZES[1][0])
        await pilot.resize_terminal(*SIZES[1])
        await pilot.press("escape", "down", "up")
        app.notify("日本 é e\N{COMBINING ACUTE ACCENT}x", markup=False)
        await pilot.press("down", "n", "down")
    return tuple(app.bytes)


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "ja"])
def test_the_terminal_shows_what_is_painted_after_every_frame(code: str) -> None:
    try:
        painted, sent = asyncio.run(_many_screens(code))
    finally:
        language.use("en")
    assert sent < painted / 2


async def _painted_again() -> None:
    app = Compared(Settings())
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        for event in (events.AppFocus(), Driver.SignalResume(), None):
            before, (columns, rows) = app.bytes[1], SIZES[0]
            app.post_message(event) if event is not None else app.repaint()
            await pilot.pause()
            await pilot.pause()
            assert app.bytes[1] - before > columns * rows
        app.refresh()
        before = app.bytes[1]
        await pilot.pause()
        assert app.bytes[1] == before


def test_everything_is_painted_again_when_the_terminal_may_have_lost_it() -> None:
    asyncio.run(_painted_again())


def test_only_the_cells_that_change_are_sent() -> None:
    app, console = Compared(Settings()), Console(color_system="truecolor", legacy_windows=False)

    def sent(*texts: tuple[str, str]) -> str:
        strip = Strip([Segment(text, Style.parse(style) if style else None) for text, style in texts])
        return Changes(LayoutUpdate([[strip]], Region(0, 0, 9, 1)), app._shown).render_segments(console)

    assert sent(("abc", "red"), ("日本x", "")) == "\x1b[1;1H\x1b[31mabc\x1b[0m日本x"
    assert sent(("abc", "red"), ("日本x", "")) == ""
    assert sent(("axc", "red"), ("日本x", "")) == "\x1b[1;2H\x1b[31mx\x1b[0m"
    assert sent(("axcd", "red"), ("本x", "")) == "\x1b[1;4H\x1b[31md\x1b[0m本x"
    assert sent(("axcd", "red"), ("本y", "")) == "\x1b[1;5H本y"
    assert sent(("axcd", "green"), ("本y", "")) == "\x1b[1;1H\x1b[32maxcd\x1b[0m"
