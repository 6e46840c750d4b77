"""Scenes to draw, and a screen with only the three drawings of the track."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual._compositor import Compositor
from textual.app import ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget

from heat_tui.engine.track import Track
from heat_tui.store.settings import Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.scene import CarMark, Landing, Scene, TrailMark
from heat_tui.tui.track.strips import LapStrip, Strip
from heat_tui.tui.track.widget import SpotClicked, TrackWidget
from tests.tui.painted import PAINT

STILL = Settings(animation="off", title=False)
ASCII = Settings(animation="off", title=False, glyphs="ascii")

COLOURS = ("red", "blue", "green", "yellow", "gray", "black", "orange", "purple")


def limits_of(track: Track) -> tuple[int, ...]:
    """Return the printed limits."""
    return tuple(corner.limit for corner in track.corners)


def a_scene(track_id: str = "usa") -> Scene:
    """Return a scene of eight cars with a trail, two landings, a reach and a changed limit."""
    track = load_track(track_id)
    spots = [(30, 0), (30, 1), (31, 1), (27, 0), (25, 1), (24, 1), (38, 0), (8, 0)]
    printed = limits_of(track)
    return Scene(
        track=track,
        limits=(printed[0], printed[1] - 1, *printed[2:]),
        cars=tuple(CarMark(n + 1, COLOURS[n], *spot) for n, spot in enumerate(spots)),
        focus=4,
        trail=tuple(TrailMark(space, 0, "yellow") for space in range(22, 27)),
        landings=(Landing("a", 32, 0), Landing("b", 34, 0, spins=True)),
        reach=frozenset(range(28, 35)),
    )


class Drawings(HeatScreen[None]):
    """Map, strip and minimap of one scene; `clicked` holds the spots that were clicked."""

    fits_anywhere = True
    DEFAULT_CSS = "Drawings { layout: vertical; }"

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene
        self.clicked: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        yield TrackMap(self._scene)
        yield Strip(self._scene)
        yield LapStrip(self._scene)

    @property
    def map(self) -> TrackMap:
        return self.query_one(TrackMap)

    @property
    def strip(self) -> Strip:
        return self.query_one(Strip)

    @property
    def lap(self) -> LapStrip:
        return self.query_one(LapStrip)

    @property
    def all(self) -> tuple[TrackWidget, ...]:
        return self.map, self.strip, self.lap

    def on_spot_clicked(self, event: SpotClicked) -> None:
        self.clicked.append((event.space, event.spot))


@asynccontextmanager
async def drawings(
    scene: Scene, *, size: tuple[int, int] = (120, 40), colour: bool = True, settings: Settings = STILL
) -> AsyncIterator[tuple[Pilot[None], Drawings]]:
    """Yield a pilot and the drawings of a scene, painted as in a terminal."""
    screen = Drawings(scene)

    def begin(app: HeatApp) -> None:
        app.push_screen(screen)

    app = HeatApp(settings, opening=begin)
    app.no_color = not colour
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_update", PAINT)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield pilot, screen


def text_of(widget: Widget) -> list[str]:
    """Return the rows of a widget as they are on the screen, without colours."""
    return [widget.render_line(row).text.rstrip() for row in range(widget.size.height)]


def refreshed(widget: Widget) -> list[tuple[Region, ...]]:
    """Return a list that grows by the regions of every later request for a repaint, () for the whole widget."""
    calls: list[tuple[Region, ...]] = []
    refresh = widget.refresh

    def listen(*regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Widget:
        calls.append(regions)
        return refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    widget.refresh = listen  # type: ignore[method-assign]
    return calls
