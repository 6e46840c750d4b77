"""Keys, clicks and pastes one after the other, however fast they come."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from textual import events

from heat_tui.tui.private import is_busy, nodes_of

if TYPE_CHECKING:
    from textual.app import App

MOST_AHEAD: Final = 100
"""The keys that may wait. Where more do, a terminal types what was pasted, and nobody means any of it as keys."""

PAUSE: Final = 0.3
"""The seconds without a key after which such a text has come to its end."""

MOST_PASTED: Final = 1000
"""The characters of a paste that are taken: no field has use for more."""

_CALM: Final = 8
"""The turns of the event loop without a message after which all is done."""

_PATIENCE: Final = 1000
"""The turns after which what is typed waits no longer for what never comes to an end."""

_ORDERED: Final = events.InputEvent | events.Paste | events.AppBlur | events.AppFocus
_UNHURRIED: Final = events.Key | events.MouseDown | events.MouseUp | events.Paste
"""The events that may change the meaning of the next key."""


class InputQueue:
    """What was typed and clicked, each handed to the app when all is done that the one before it led to.

    So keys of one burst find the screen that somebody who types slowly would see, and no widget that is not there yet
    or not there any more.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[events.Event] = deque()
        self._next: events.Event | None = None
        self._task: asyncio.Task[None] | None = None
        self._flooded, self._last = False, 0.0

    def holds(self, event: events.Event) -> bool:
        """Return whether an event has to wait; it comes again when it is its turn."""
        if event is self._next or event.is_forwarded or not isinstance(event, _ORDERED):
            return False
        if isinstance(event, events.Paste):
            event.text = event.text[:MOST_PASTED]
        if isinstance(event, events.Key) and self._floods(event):
            self._waiting = deque(each for each in self._waiting if not isinstance(each, events.Key))
            return True
        self._waiting.append(event)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._hand_on())
        return True

    def _floods(self, key: events.Key) -> bool:
        """Return whether a key is one of more than anyone types ahead."""
        goes_on = self._flooded and key.time - self._last < PAUSE
        self._flooded, self._last = goes_on or len(self._waiting) >= MOST_AHEAD, key.time
        return self._flooded

    async def _hand_on(self) -> None:
        while self._waiting:
            self._next = self._waiting.popleft()
            self._app.post_message(self._next)
            if isinstance(self._next, _UNHURRIED):
                await self._calm()

    async def _calm(self) -> None:
        """Wait until no message is on its way any more, and no widget comes or goes."""
        calm = 0
        for _turn in range(_PATIENCE):
            await asyncio.sleep(0)
            calm = 0 if any(map(is_busy, (self._app, *nodes_of(self._app)))) else calm + 1
            if calm == _CALM:
                return
