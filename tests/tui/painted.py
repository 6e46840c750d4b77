"""The app as it is painted: a screen taken at one size after another, in one of the looks."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from rich.console import RenderableType
from rich.style import Style
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.screen import ModalScreen, Screen
from textual.widgets._toast import ToastRack

from heat_tui.drivers import evaluation
from heat_tui.game.table.match import Match
from heat_tui.language import languages
from heat_tui.store.paths import saves_folder
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from tests.tui.fit import misfits
from tests.tui.moments import DAY
from tests.tui.scenery import Scenery
from tests.tui.scenes import SHOTS, Shot
from tests.tui.table import STILL

Size = tuple[int, int]

LEAST: Final = (80, 24)
WIDE: Final = (120, 40)
USUAL: Final[tuple[Size, ...]] = (LEAST, WIDE)
ODD: Final[tuple[Size, ...]] = ((81, 25), (119, 39), (200, 60))
EVERY_SIZE: Final[tuple[Size, ...]] = (*USUAL, (100, 30), (160, 50), *ODD)

TOO_SMALL: Final[tuple[Size, ...]] = ((79, 24), (80, 23), (20, 5))

ASCII_IN_THE_GATE: Final = (
    "title-saves",
    "plan",
    "react",
    "map",
    "results",
    "replay",
    "season-pause",
)
"""The only shots that the gate takes in ASCII; `make test-all` takes all that have `plain_names`."""

LOOKS: Final = {
    "": STILL,
    "ascii": replace(STILL, glyphs="ascii"),
    "pseudo": STILL,
    "letters": STILL,
    "light": replace(STILL, theme="light"),
    "okabe-ito": replace(STILL, cars="okabe-ito"),
    "light-okabe-ito": replace(STILL, theme="light", cars="okabe-ito"),
    **{code: replace(STILL, language=code) for code in languages()[1:]},
}
"""The settings of each look by name; a language's look is named by its code.

"letters" is a made-up language in wide letters, painted without colour, which NO_COLOR switches off.
"""


@dataclass(frozen=True)
class Picture:
    """A painted screen: its text, without blanks at the ends of lines, its inks, and its misfits.

    `inks` is the text painted in each style on the top screen, not on the screens that show through; `misfits` are the
    faults of its layout and of its footer.
    """

    text: str
    inks: Mapping[Style, str]
    misfits: tuple[str, ...]


_SIZES: Final[dict[str, tuple[Size, ...]]] = {
    "pseudo": (LEAST,),
    **dict.fromkeys(languages()[2:], (LEAST, ODD[-1])),
}
"""The sizes of the looks that have their own; `pictures` decides for the others, `take_every_size` sets more."""


def take_every_size() -> None:
    """From now on, take the default look at every size, and the long made-up language at `USUAL`."""
    _SIZES.update({"": EVERY_SIZE, "pseudo": USUAL})


def pictures(name: str, look: str = "") -> Mapping[Size, Picture]:
    """Return a shot in a look, at each size in which that look is taken."""
    few = look == "" and not SHOTS[name].everywhere
    return _taken(name, look, _SIZES.get(look, (LEAST,) if few else USUAL))


def begun_at(name: str, *sizes: Size, look: str = "") -> Mapping[Size, Picture]:
    """Return a shot that is begun at the first of these sizes and resized to the others."""
    return _taken(name, look, sizes)


_DEEP: Final = {name: getattr(evaluation, name) for name in ("WORLDS", "_driven_on")}
"""What `quick_thoughts` replaces: frames show the advice that players get."""


@cache
def _taken(name: str, look: str, sizes: tuple[Size, ...]) -> Mapping[Size, Picture]:
    """Take a shot; only in the look of the frames are thoughts deep, whichever test asks first."""
    taken: dict[Size, Picture] = {}

    async def take(scenery: Scenery) -> None:
        for size in sizes:
            await scenery.resize(size)
            taken[size] = await _at_rest(scenery)

    with pytest.MonkeyPatch.context() as patch:
        for part, deep in _DEEP.items() if look == "" and SHOTS[name].framed else ():
            patch.setattr(evaluation, part, deep)
        bring(name, take, look=look, size=sizes[0])
    return taken


def bring(name: str, take: Callable[[Scenery], Awaitable[None]], *, look: str = "", size: Size = LEAST) -> None:
    """Bring the app, in a look and a size, to the state of a shot, and call `take`."""
    shot = SHOTS[name]

    async def story() -> None:
        app = made(shot, LOOKS[look])
        async with app.run_test(size=size, notifications=True):
            scenery = Scenery(app)
            await scenery.settle()
            await shot.bring(scenery)
            await take(scenery)

    with the_same_everywhere(no_colour=look == "letters"):
        asyncio.run(story())


async def _at_rest(scenery: Scenery) -> Picture:
    """Return a picture of the screen once repainting it changes nothing: a list knows its length only once painted."""
    before = None
    for _try in range(10):
        painted = picture(scenery.app)
        asked = len(_ASKED_TO_PAINT)
        if painted == before:
            return painted
        await scenery.settle()
        if len(_ASKED_TO_PAINT) == asked:
            return painted
        before = painted
    raise AssertionError(f"this screen does not come to rest:\n{painted.text}")


def made(shot: Shot, settings: Settings) -> HeatApp:
    """Return the app for a shot; its home is below the current folder."""
    app = HeatApp(replace(settings, **shot.settings), store=shot.saves(saves_folder()))
    app.animation_level = "none"
    return app


def picture(app: HeatApp) -> Picture:
    """Return a picture of the app as it is now, with the screens that show through."""
    screen = app.screen
    visible_screen_stack.set(app._background_screens)
    strips = screen._compositor.render_strips()
    text = "".join(strip.text.rstrip() + "\n" for strip in strips)
    boxes = [each.region for each in screen.children if each.region.area and not isinstance(each, ToastRack)]
    box = boxes[0] if isinstance(screen, ModalScreen) and boxes else screen.region
    inks: dict[Style, str] = {}
    for strip in strips[box.y : box.bottom]:
        for segment in strip.crop(box.x, box.right):
            style = segment.style or Style.null()
            inks[style] = inks.get(style, "") + segment.text
    return Picture(text, inks, tuple(misfits(screen)))


@contextmanager
def the_same_everywhere(*, no_colour: bool = False, painting: bool = False) -> Iterator[Path]:
    """Yield a temporary current folder, with the home in it; time, time zone and version are fixed, variables unset.

    Only with `painting` does the app itself paint.
    """
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for variable in [each for each in os.environ if each.startswith("HEAT_TUI_")]:
            patch.delenv(variable)
        patch.chdir(folder)
        patch.setenv("HEAT_TUI_HOME", "home")
        patch.setenv("XDG_DOCUMENTS_DIR", "documents")
        patch.setenv("TZ", "UTC")
        time.tzset()
        patch.delenv("NO_COLOR", raising=False)
        if no_colour:
            patch.setenv("NO_COLOR", "1")
        patch.setattr("heat_tui.store.saved_race.now", lambda: DAY)
        patch.setattr("heat_tui.tui.menus.title.__version__", "1.2.3")
        patch.setattr("heat_tui.tui.input.GRACE", 0.0)
        patch.setattr("heat_tui.tui.app.HeatApp.NOTIFICATION_TIMEOUT", 3600.0)
        patch.setattr(Compositor, "render_update", PAINT if painting else paint_nothing)
        for module in ("heat_tui.game.telling.export", "heat_tui.tui.replay.screen"):
            patch.setattr(f"{module}.default_path", _short_path)
        yield Path(folder)
    time.tzset()


def _short_path(match: Match, suffix: str) -> Path:
    """Return a default path without the folder or the name of a save."""
    return Path((match.setup.track.id if match.season is None else "season") + suffix)


PAINT: Final = Compositor.render_update
"""The method that paints for a terminal."""

_ASKED_TO_PAINT: Final[list[None]] = []
"""One entry for each time that an app wanted to paint something."""


def paint_nothing(
    compositor: Compositor,
    full: bool = False,
    screen_stack: list[Screen[object]] | None = None,
    simplify: bool = False,
) -> RenderableType | None:
    """Record that the app wants to paint, but paint only a screenshot (`full`), because there is no terminal."""
    if full:
        return PAINT(compositor, full, screen_stack, simplify)
    _ASKED_TO_PAINT.append(None)
    compositor._dirty_regions.clear()
    return None
