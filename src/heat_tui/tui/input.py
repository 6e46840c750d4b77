"""Keys, clicks and pastes, handled in order, and the time during which they are still meant for the previous screen."""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic
from typing import Any, Final

from textual import events
from textual.app import App

from heat_tui.tui.textual_internals import is_busy, nodes_of

MOST_AHEAD: Final = 100
"""The number of waiting events at which further keys count as a flood, such as a paste that arrives as single keys."""

PAUSE: Final = 0.3
"""The seconds without a key after which a flood has ended."""

MOST_PASTED: Final = 1000
"""The maximum number of characters taken from a paste; no field needs more."""

_CALM: Final = 8
"""The number of event-loop iterations without a message after which the app counts as idle."""

_PATIENCE: Final = 1000
"""The maximum number of event-loop iterations for which input waits for an idle app."""

_ORDERED: Final = events.InputEvent | events.Paste | events.AppBlur | events.AppFocus
_UNHURRIED: Final = events.Key | events.MouseDown | events.MouseUp | events.Paste
"""The events that may change the meaning of the next key."""


class InputQueue:
    """A queue of input events, each passed to the app when everything caused by earlier keys, clicks or pastes is done.

    Keys in a burst therefore find the screen that a slow typist would see, not a widget that is not mounted yet or is
    being removed.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[events.Event] = deque()
        self._handed_on: set[events.Event] = set()
        """The events posted to the app that have not reached it yet."""
        self._task: asyncio.Task[None] | None = None
        self._flooded, self._last = False, 0.0

    def holds(self, event: events.Event) -> bool:
        """Hold back input, to post it again in its turn; return False for an event to be handled now.

        A paste is cut to MOST_PASTED characters, and its lines are joined, because fields take only the first. A flood
        of keys is dropped, with all waiting keys.
        """
        if event.is_forwarded or not isinstance(event, _ORDERED):
            return False
        if event in self._handed_on:
            self._handed_on.remove(event)
            return False
        if isinstance(event, events.Paste):
            event.text = " ".join(event.text[:MOST_PASTED].strip().splitlines())
        if isinstance(event, events.Key) and self._floods(event):
            self._waiting = deque(each for each in self._waiting if not isinstance(each, events.Key))
            return True
        self._waiting.append(event)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._hand_on())
        return True

    def _floods(self, key: events.Key) -> bool:
        """Return whether a key belongs to a flood that nobody can have typed ahead."""
        goes_on = self._flooded and key.time - self._last < PAUSE
        self._flooded, self._last = goes_on or len(self._waiting) >= MOST_AHEAD, key.time
        return self._flooded

    async def _hand_on(self) -> None:
        while self._waiting:
            event = self._waiting.popleft()
            self._handed_on.add(event)
            self._app.post_message(event)
            if isinstance(event, _UNHURRIED):
                await self._calm()

    async def _calm(self) -> None:
        """Wait until no message is pending and no widget is being mounted or removed, or until patience runs out."""
        calm = 0
        for _turn in range(_PATIENCE):
            await asyncio.sleep(0)
            calm = 0 if any(map(is_busy, (self._app, *nodes_of(self._app)))) else calm + 1
            if calm == _CALM:
                return


GRACE = 0.35
"""The seconds after a new question, result or explanation in which input may still be meant for what it replaced."""


class Grace:
    """The period of GRACE seconds after something new is shown."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self._since = monotonic()

    @property
    def over(self) -> bool:
        """True once a player has had time to see what is new before pressing a key."""
        return monotonic() - self._since >= GRACE
