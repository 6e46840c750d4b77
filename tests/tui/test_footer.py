"""Every key in a footer has an effect on some shot, except `IDLE`; `fit.misfits` checks that it has the right one."""

from __future__ import annotations

from typing import Final

import pytest
from textual.screen import Screen

from heat_tui.tui.help import HelpScreen
from heat_tui.tui.lists import KeyFooter
from heat_tui.tui.race.screen import RaceScreen
from tests.tui.fit import keys_shown, misfits
from tests.tui.menus import menus_at
from tests.tui.painted import WIDE, bring, picture
from tests.tui.scenery import Scenery
from tests.tui.scenes import SHOTS

Kind = tuple[type, type, str]
"""A screen, the widget that handles a key, and the key's action."""

IDLE: Final = {
    ("SettingsScreen", "reset"): "no shot has the cursor on a rebound key",
    ("ReplayScreen", "speed(-1)"): "the speed is shown only while the replay plays",
    ("RaceOnScreen", "focus_row(-1)"): "the cursor begins in the first row",
}
"""Keys that do nothing on any shot, by screen and action, each with the reason."""


def kinds_shown(scenery: Scenery) -> dict[Kind, str]:
    """Return the kinds of keys in the footer, each with its key."""
    screen = scenery.app.screen
    active = screen.active_bindings
    return {(type(screen), type(active[key.key].node), key.action): key.key for key in keys_shown(screen)}


async def has_effect(scenery: Scenery, kind: Kind) -> bool:
    """Press a key of this kind, and return whether that changes anything on the screen."""
    before = picture(scenery.app), [*scenery.app.screen_stack]
    await scenery.press(kinds_shown(scenery)[kind])
    return (picture(scenery.app), [*scenery.app.screen_stack]) != before


def is_idle(name: str, kind: Kind) -> bool:
    """Return whether pressing a key of this kind on this shot changes nothing."""
    works: list[bool] = []

    async def press(scenery: Scenery) -> None:
        works.append(await has_effect(scenery, kind))

    bring(name, press, size=WIDE)
    return works == [False]


@pytest.mark.long
def test_every_key_of_every_footer_does_something() -> None:
    """Each key is pressed on one shot after another until it has an effect: at the end of a list, it may have none."""
    shots: dict[Kind, list[str]] = {}
    works: dict[Kind, bool] = {}
    for name in SHOTS:

        async def look(scenery: Scenery, name: str = name) -> None:
            """Note the kinds of keys, and press a key of one new kind, if any."""
            kinds = kinds_shown(scenery)
            new = next((kind for kind in kinds if kind not in works), None)
            for kind in kinds:
                names = shots.setdefault(kind, [])
                if kind != new:
                    names.append(name)
            if new is not None:
                works[new] = await has_effect(scenery, new)

        bring(name, look, size=WIDE)
    idle = [kind for kind in shots if not works.get(kind) and all(is_idle(name, kind) for name in shots[kind])]
    assert sorted({(screen.__name__, action) for screen, _node, action in idle}) == sorted(IDLE)


def test_the_check_would_find_a_key_without_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    async def look(scenery: Scenery) -> None:
        monkeypatch.delattr(RaceScreen, "action_log")
        screen: Screen[object] = scenery.app.screen
        found.extend(misfits(screen))

    bring("curtain", look)
    assert found == ["the footer says 'l' 'log', but RaceScreen has no action log"]


async def test_a_click_presses_a_key_and_the_key_below_the_pointer_is_marked() -> None:
    async with menus_at() as menus:
        footer = menus.find("KeyFooter", KeyFooter)
        key = next(key for key in footer.shown[0] if key.action == "help")
        row = menus.text.splitlines()[-1]
        at = row.index(f"{key.display} {key.description}")
        await menus.pilot.hover(KeyFooter, offset=(at, 0))
        assert footer.hovered == key.key
        await menus.pilot.hover(KeyFooter, offset=(79, 0))
        assert not footer.hovered
        await menus.click("KeyFooter", at=(at, 0))
        assert isinstance(menus.app.screen, HelpScreen)
