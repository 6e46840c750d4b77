"""A pilot that has no fixed waits: it continues as soon as no message is pending and no thread is at work."""

from __future__ import annotations

import asyncio
import unicodedata
from time import monotonic
from typing import Final

from textual import events
from textual.keys import _get_unicode_name_from_key
from textual.pilot import Pilot

_CALM: Final = 12
"""The number of event loop turns without activity after which the app counts as at rest."""

_HURRIED: Final = 0.005
"""The seconds between two keys typed by a person in a hurry: less than the app needs to handle a key."""

_PATIENCE: Final = 60.0
"""The seconds after which an app that is never at rest fails its test."""

_A_MOMENT: Final = 0.002
"""The seconds between two checks of a thread that is working."""


class Swift(Pilot[None]):
    """A pilot that looks at the queues; Textual's own waits 20 ms before and after every key.

    It does not wait for timers.
    """

    async def pause(self, delay: float | None = None) -> None:
        """Wait for the delay, in seconds, if any; then let the app handle everything pending, lay out and paint."""
        if delay is not None:
            await asyncio.sleep(delay)
        await self._quiet()
        self.app.screen._on_timer_update()
        await self._quiet()
        self.app.screen._on_timer_update()

    async def resize_terminal(self, width: int, height: int) -> None:
        """Resize the terminal; the app reacts immediately, not when a timer fires."""
        await super().resize_terminal(width, height)
        self.app._check_resize()
        await self.pause()

    async def press(self, *keys: str) -> None:
        """Press keys, each after the effect of the previous one is complete."""
        for key in keys:
            self.send(key)
            await self.pause()

    async def hurry(self, *keys: str) -> None:
        """Press keys faster than the app can follow: each comes while the app is busy with the previous one."""
        for key in keys:
            self.send(key)
            await asyncio.sleep(_HURRIED)
        await self.pause()

    def send(self, key: str) -> None:
        """Press a key without waiting."""
        driver = self.app._driver
        assert driver is not None
        event = events.Key(key, _character_of(key))
        event.set_sender(self.app)
        driver.send_message(event)

    async def click_at(self, column: int, row: int) -> None:
        """Press and release the left button at a place on the screen, as a terminal reports it."""
        driver = self.app._driver
        assert driver is not None
        for kind in (events.MouseDown, events.MouseUp):
            driver.process_message(kind(None, column, row, 0, 0, 1, False, False, False, column, row))
        await self.pause()

    async def _quiet(self) -> None:
        calm, ready = 0, vars(asyncio.get_running_loop())["_ready"]
        end = monotonic() + _PATIENCE
        busy: list[object] = []
        while calm < _CALM:
            if monotonic() > end:
                raise AssertionError(f"never at rest: {busy}")
            thinks = _thinks()
            await asyncio.sleep(_A_MOMENT if thinks else 0)
            if thinks or ready:  # looking at all queues is slow
                calm = 0
                continue
            busy = [pump for pump in (self.app, *self.app._registry) if pump.message_queue_size or pump._next_callbacks]
            calm = 0 if busy else calm + 1


def _thinks() -> bool:
    """Return whether a thread of the app is at work."""
    threads = vars(asyncio.get_running_loop()).get("_default_executor")
    return threads is not None and threads._idle_semaphore._value < len(threads._threads)


def _character_of(key: str) -> str | None:
    """Return the character that a key types, None if it types nothing."""
    if len(key) == 1:
        return key
    try:
        return unicodedata.lookup(_get_unicode_name_from_key(key))
    except KeyError:
        return None
