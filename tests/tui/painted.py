"""What the app paints: a screen taken at one size after the other, in one of the looks."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest
from rich.segment import Segment
from textual._compositor import Compositor
from textual._context import visible_screen_stack

from heat_tui.files.folders import saves_folder
from heat_tui.files.saves import SaveStore
from heat_tui.files.settings import Settings
from heat_tui.tui.app import HeatApp
from tests.tui.fit import misfits
from tests.tui.moments import DAY
from tests.tui.scenes import SHOTS, Scenery, Shot
from tests.tui.table import STILL

Size = tuple[int, int]

LEAST: Final = (80, 24)
USUAL: Final[tuple[Size, ...]] = (LEAST, (120, 40))
MORE: Final[tuple[Size, ...]] = ((100, 30), (160, 50))
ODD: Final[tuple[Size, ...]] = ((81, 25), (119, 39), (200, 60))

EVERY_SIZE: Final = (*sorted((*USUAL, *MORE, *ODD)),)

LOOKS: Final = {"": STILL, "ascii": replace(STILL, glyphs="ascii"), "no-colour": STILL}
"""Settings by the name of the look."""


@dataclass(frozen=True)
class Picture:
    """A painted screen: its rows, and what does not fit on it."""

    rows: tuple[tuple[Segment, ...], ...]
    misfits: tuple[str, ...]

    @property
    def text(self) -> str:
        """What is to be read, without the blanks at the ends of lines."""
        return "".join("".join(each.text for each in row).rstrip() + "\n" for row in self.rows)


@lru_cache(maxsize=None)
def pictures(name: str, look: str = "", sizes: tuple[Size, ...] = EVERY_SIZE) -> Mapping[Size, Picture]:
    """A shot at these sizes, one after the other in one run of the app."""
    taken: dict[Size, Picture] = {}
    with the_same_everywhere(no_colour=look == "no-colour"):
        asyncio.run(_take(SHOTS[name], LOOKS[look], sizes, taken))
    return taken


async def _take(shot: Shot, settings: Settings, sizes: Sequence[Size], taken: dict[Size, Picture]) -> None:
    app = made(shot, settings)
    async with app.run_test(size=sizes[0], notifications=True) as pilot:
        scenery = Scenery(pilot)
        await scenery.settle()
        await shot.bring(scenery)
        for size in sizes:
            await scenery.resize(size)
            taken[size] = picture(app)


def made(shot: Shot, settings: Settings) -> HeatApp:
    """The app for a shot; its home is below the current folder."""
    app = HeatApp(replace(settings, **shot.settings), store=shot.saves(saves_folder()))
    app.animation_level = "none"
    return app


def picture(app: HeatApp) -> Picture:
    """What is painted now, with the screens that show through."""
    visible_screen_stack.set(app._background_screens)
    strips = app.screen._compositor.render_strips()
    return Picture(tuple(tuple(strip) for strip in strips), tuple(misfits(app.screen)))


@contextmanager
def the_same_everywhere(*, no_colour: bool = False) -> Iterator[Path]:
    """An empty home in an empty folder, and no other day, version, clock or terminal than these."""
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
        patch.setattr("heat_tui.session.match.now", lambda: DAY)
        patch.setattr("heat_tui.tui.screens.title.__version__", "1.2.3")
        patch.setattr("heat_tui.tui.widgets.cover.GRACE", 0.0)
        patch.setattr("heat_tui.tui.app.HeatApp.NOTIFICATION_TIMEOUT", 3600.0)
        patch.setattr(Compositor, "render_update", _paint_nothing)
        patch.setattr("heat_tui.table.log_export.log_path", lambda match: Path(match.setup.track.id + ".log.txt"))
        yield Path(folder)
    time.tzset()


def _paint_nothing(compositor: Compositor, **_how: object) -> None:
    """No terminal is there to be painted on; only the pictures are, when they are taken."""
    compositor._dirty_regions.clear()
