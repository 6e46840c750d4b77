"""Every key in the footer does something; that it is bound to what the footer says is a part of `fit.misfits`."""

from __future__ import annotations

from typing import Final

import pytest
from textual.screen import Screen

from heat_tui.tui.race.screen import RaceScreen
from tests.tui.fit import keys_shown, misfits
from tests.tui.painted import WIDE, bring, picture
from tests.tui.scenery import Scenery
from tests.tui.scenes import SHOTS

Kind = tuple[type, type, str]
"""A screen, what on it hears a key, and what the key does."""

IDLE: Final[dict[tuple[str, str], str]] = {}
"""The keys that may do nothing, by shot and action."""


def kinds_shown(scenery: Scenery) -> dict[Kind, str]:
    """Return the kinds of keys in the footer, each with the key."""
    screen = scenery.app.screen
    active = screen.active_bindings
    return {(type(screen), type(active[key.key].node), key.action): key.key for key in keys_shown(screen)}


def is_idle(name: str, kind: Kind) -> bool:
    """Return whether pressing such a key changes nothing of what is painted."""
    same: list[bool] = []

    async def press(scenery: Scenery) -> None:
        before = picture(scenery.app), [*scenery.app.screen_stack]
        await scenery.press(kinds_shown(scenery)[kind])
        same.append((picture(scenery.app), [*scenery.app.screen_stack]) == before)

    bring(name, press, size=WIDE)
    return same == [True]


@pytest.mark.long
def test_every_key_of_every_footer_does_something() -> None:
    """Each is pressed on the first shot that shows it."""
    pressed: dict[Kind, str] = {}
    for name in SHOTS:
        found: dict[Kind, str] = {}

        async def look(scenery: Scenery, found: dict[Kind, str] = found) -> None:
            found |= kinds_shown(scenery)

        bring(name, look, size=WIDE)
        pressed = dict.fromkeys(found, name) | pressed
    idle = {(name, kind[2]) for kind, name in pressed.items() if is_idle(name, kind)}
    assert idle == {*IDLE}


def test_the_check_would_find_a_key_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    async def look(scenery: Scenery) -> None:
        monkeypatch.delattr(RaceScreen, "action_log")
        screen: Screen[object] = scenery.app.screen
        found.extend(misfits(screen))

    bring("curtain", look)
    assert found == ["the footer says 'l' 'log', but RaceScreen has no action log"]
