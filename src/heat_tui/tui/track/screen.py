"""The track, full screen, with a cursor that explains the things under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial, reduce
from typing import NamedTuple

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from heat_tui.drawing.road import Spot
from heat_tui.engine.car import RACING
from heat_tui.engine.track import SPOTS_PER_SPACE, runs
from heat_tui.engine.view import SeatView
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import KeyFooter
from heat_tui.tui.look import LookChanged, styles
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.track.map import MapKey, TrackMap
from heat_tui.tui.track.scene import Scene
from heat_tui.tui.track.widget import SpotClicked
from heat_tui.typesetting import joined
from heat_tui.words.situation import inspect_car, inspect_corner, inspect_space, inspect_start

Own = tuple[str, Callable[[], list[str]]]
"""The name of a thing that only one driver may look at, and a function that returns the lines describing it."""


class Thing(NamedTuple):
    """A tab stop, by name: a car, a sign, the first of a run of flooded or tunnel spaces, a card or a gear.

    `spot` is where the cursor goes, None for cards and gears. Without `words`, the spot is described.
    """

    name: str
    spot: Spot | None
    words: Callable[[], list[str]] | None = None


class TrackViewScreen(HeatScreen[None]):
    """The largest possible map; while something is inspected, words describe it.

    The words are about the thing that Tab has moved to, or else the spot under the cursor. `own` has the private
    things that may be shown now: the driver's cards and gears. `view` is the public view.
    """

    help_topic = "map"
    CSS_PATH = styles("track/track")
    BINDINGS = (
        bound("next", "previous", "ahead", "behind", "other-spot", "counts", "help", "read-on", "read-back")
        + bound("inspect", shown=False)
        + bound("map", shown=False, action="back")
        + bound("back")
    )

    def __init__(self, view: SeatView, scene: Scene, *, inspecting: bool = False, own: Iterable[Own] = ()) -> None:
        super().__init__()
        self._view = view
        self._scene = replace(scene, cursor=None)
        self._things = list(_things(view, own))
        self._at: int | None = None
        self.cursor = _first_spot(view, scene)
        self._inspecting = inspecting

    @property
    def thing(self) -> Thing | None:
        """The inspected thing if Tab has moved to it, else None."""
        return None if self._at is None else self._things[self._at]

    def compose(self) -> ComposeResult:
        with Vertical(id="road"):
            yield TrackMap(self._scene, id="map")
            with VerticalScroll(id="words", can_focus=False):
                yield Static("", id="said", markup=False)
        yield MapKey(self._scene, id="key")
        yield KeyFooter(compact=True)

    def on_mount(self) -> None:
        if self._inspecting:
            self._show()

    def action_inspect(self) -> None:
        self._inspecting = not self._inspecting
        self._at = None
        self._show()

    def action_counts(self) -> None:
        road = self.query_one("#map", TrackMap)
        road.counts = not road.counts

    def action_move(self, way: int) -> None:
        """Move the cursor by spaces; while nothing is inspected, only show the cursor."""
        if self._inspecting:
            spaces = self._view.sheet.track.spaces
            self.cursor = (self.cursor[0] - 1 + way) % spaces + 1, self.cursor[1]
        self._go()

    def action_other_spot(self) -> None:
        if self._inspecting:
            self.cursor = self.cursor[0], (self.cursor[1] + 1) % SPOTS_PER_SPACE
        self._go()

    @on(SpotClicked)
    def _clicked(self, event: SpotClicked) -> None:
        self.cursor = event.space, event.spot
        self._go()

    def _go(self, at: int | None = None) -> None:
        self._at = at
        self._inspecting = True
        self._show()

    def action_jump(self, way: int) -> None:
        """Go to the next thing (1) or the previous one (-1)."""
        before = min(-way, 0) if self._at is None else self._at
        at = (before + way) % len(self._things)
        self.cursor = self._things[at].spot or self.cursor
        self._go(at)

    def _show(self) -> None:
        self.set_class(self._inspecting, "-inspecting")
        on_road = self._inspecting and (self.thing is None or self.thing.spot is not None)
        self._scene = replace(self._scene, cursor=self.cursor if on_road else None)
        self.query_one("#map", TrackMap).scene = self._scene
        self._write()

    @on(LookChanged)
    def _write(self) -> None:
        text = Text()
        for paragraph in self._paragraphs() if self._inspecting else []:
            if text:
                text.append("\n")
            told = Text(reduce(joined, paragraph))
            told.stylize("bold", 0, len(paragraph[0]))
            text.append(told)
        self.query_one("#said", Static).update(text)
        self.query_one("#words", VerticalScroll).scroll_home(animate=False)

    def _paragraphs(self) -> list[list[str]]:
        """Return the thing's own words, or else paragraphs on any cars at the cursor and on its space."""
        view, thing = self._view, self.thing
        if thing is not None and thing.words is not None:
            return [thing.words()]
        here = [car for car in view.cars if car.status == RACING and (view.space(car), car.spot) == self.cursor]
        return [*(inspect_car(view, car) for car in here), inspect_space(view, *self.cursor)]


def _first_spot(view: SeatView, scene: Scene) -> Spot:
    """Return the cursor's initial place: the scene's own, else the focus car's, else the leader's, else space 1."""
    if scene.cursor is not None:
        return scene.cursor
    cars = {car.number: (car.space, car.spot) for car in scene.cars}
    if scene.focus in cars:
        return cars[scene.focus]
    return next((cars[car + 1] for car in view.positions if car + 1 in cars), (1, 0))


def _things(view: SeatView, own: Iterable[Own]) -> Iterator[Thing]:
    """Yield all Tab stops: cars from first to last, signs in driving order, special spaces, private things."""
    track = view.sheet.track
    for index in view.positions:
        car = view.cars[index]
        yield Thing(f"car {index}", (view.space(car), car.spot), partial(inspect_car, view, car))
    for index, corner in enumerate(track.corners):
        yield Thing(f"corner {index}", (corner.line_after, 0), partial(inspect_corner, view, index))
    yield Thing("start", (track.spaces, 0), partial(inspect_start, view))
    for space in sorted({first for first, _last in (*runs(track.flooded), *runs(track.tunnel))}):
        yield Thing(f"space {space}", (space, 0))
    for name, words in own:
        yield Thing(name, None, words)
