"""A pilot that does not wait by the clock: it goes on as soon as no message is on its way any more."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import Final

from textual import events
from textual.keys import _get_unicode_name_from_key
from textual.pilot import Pilot

_CALM: Final = 12
"""So many turns of the event loop nothing may happen before the app counts as at rest."""

_HURRIED: Final = 0.005
"""The seconds between two keys of somebody in a hurry, which is less than the app needs for one."""


class Swift(Pilot[None]):
    """Textual's pilot lets 20 ms pass before and after every key; this one looks at the queues instead.

    What a timer will do is not waited for.
    """

    async def pause(self, delay: float | None = None) -> None:
        """Let the app handle everything that it has to, lay out and paint."""
        if delay is not None:
            await asyncio.sleep(delay)
        await self._quiet()
        self.app.screen._on_timer_update()
        await self._quiet()
        self.app.screen._on_timer_update()

    async def resize_terminal(self, width: int, height: int) -> None:
        """Give the app another terminal; it looks at its size at once, not when a timer says so."""
        await super().resize_terminal(width, height)
        self.app._check_resize()
        await self.pause()

    async def press(self, *keys: str) -> None:
        """Press keys, each when what the one before did is done."""
        for key in keys:
            self.send(key)
            await self.pause()

    async def hurry(self, *keys: str) -> None:
        """Press keys faster than the app can follow: each comes while it still works on the one before."""
        for key in keys:
            self.send(key)
            await asyncio.sleep(_HURRIED)
        await self.pause()

    def send(self, key: str) -> None:
        """Press a key and wait for nothing."""
        driver = self.app._driver
        assert driver is not None
        event = events.Key(key, _character_of(key))
        event.set_sender(self.app)
        driver.send_message(event)

    async def click_at(self, column: int, row: int) -> None:
        """Press and let go the left button somewhere on the screen, as a terminal tells it."""
        driver = self.app._driver
        assert driver is not None
        for kind in (events.MouseDown, events.MouseUp):
            driver.process_message(kind(None, column, row, 0, 0, 1, False, False, False, column, row))
        await self.pause()

    async def _quiet(self) -> None:
        calm = 0
        while calm < _CALM:
            await asyncio.sleep(0)
            pumps = [self.app, *self.app._registry]
            busy = any(pump.message_queue_size or pump._next_callbacks for pump in pumps)
            calm = 0 if busy else calm + 1


def _character_of(key: str) -> str | None:
    """Return what a key types, None for one that types nothing."""
    if len(key) == 1:
        return key
    try:
        return unicodedata.lookup(_get_unicode_name_from_key(key))
    except KeyError:
        return None
