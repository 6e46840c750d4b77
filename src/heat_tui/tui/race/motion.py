"""What happened, cut into frames: a line of the log, a car one space further, a car thrown back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from heat_tui.engine.car import RACING
from heat_tui.engine.events import CarFinished, CarMoved, Event, Retired, RoundBegan, SpunOut
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.view import SeatView
from heat_tui.store.settings import Animation
from heat_tui.tui.track.scene import CarMark, Ghost, Scene, TrailMark, badges_of, press_of
from heat_tui.words.events import Line, Narrator
from heat_tui.words.names import space_of

if TYPE_CHECKING:
    from heat_tui.game.lessons import Lesson


@dataclass(frozen=True, slots=True)
class Stepped:
    """A car is at an absolute place; if it came there `driving` forwards, that place belongs to its trail."""

    car: int
    at: int
    spot: int
    driving: bool = True


@dataclass(frozen=True, slots=True)
class Gone:
    """A car has left the track."""

    car: int


@dataclass(frozen=True, slots=True)
class Explained:
    """Something worth reading before all goes on: it waits for a key."""

    lessons: tuple[Lesson, ...]


Frame = Line | Stepped | Gone | Explained


def frames(events: Iterable[Event], narrator: Narrator) -> list[Frame]:
    """Return the frames of some events, in order: each line first, then what moves because of it."""
    shown: list[Frame] = []
    for line in narrator.lines(events):
        shown.append(line)
        for event in line.events:
            shown += _movement(event)
    return shown


def _movement(event: Event) -> list[Frame]:
    match event:
        case CarMoved(car=car, start=start, end=end, spot=spot):
            return [Stepped(car, at, spot) for at in range(start + 1, end + 1)]
        case SpunOut(car=car, end=end, spot=spot):
            return [Stepped(car, end, spot, driving=False)]
        case CarFinished(car=car) | Retired(car=car):
            return [Gone(car)]
        case _:
            return []


PACES: Final[dict[Animation, tuple[float, float]]] = {
    "off": (0.0, 0.0),
    "fast": (0.02, 0.06),
    "normal": (0.06, 0.3),
}
"""Seconds that a car stays on a space, and that a line is read before what follows from it."""


class Stage:
    """Where every car is shown, the trail of the round, and what the choice at hand would do.

    `focus` is the car, by index, that chooses or moves; `view` is that of the seat whose forecasts are shown.
    """

    def __init__(self, view: SeatView, events: Iterable[Event], *, focus: int | None = None) -> None:
        self.view = view
        self._places: dict[int, tuple[int, int]] = {}
        self._trail: dict[tuple[int, int], TrailMark] = {}
        self._ghosts: tuple[Ghost, ...] = ()
        self._reach: frozenset[int] = frozenset()
        self.focus = focus
        self.agree(view, events)

    def agree(self, view: SeatView, events: Iterable[Event]) -> None:
        """Show the race as it is; `events` are all those that have happened."""
        self.keep_up(view)
        self.begin_round()
        for event in events:
            if isinstance(event, RoundBegan):
                self.begin_round()
            for frame in _movement(event):
                self._mark(frame)

    def keep_up(self, view: SeatView) -> None:
        """Show the race as it is, the trail being right already."""
        self.view = view
        self._places = {car.index: (car.at, car.spot) for car in view.cars if car.status == RACING}

    def begin_round(self) -> None:
        """Wipe out the trails of the round before."""
        self._trail = {}

    def move(self, frame: Stepped | Gone) -> None:
        """Carry out a frame."""
        if isinstance(frame, Gone):
            self._places.pop(frame.car, None)
            return
        self.focus = frame.car
        self._places[frame.car] = frame.at, frame.spot
        self._mark(frame)

    def preview(self, forecast: Forecast | None) -> None:
        """Show where the car could land, or nothing."""
        self._ghosts, self._reach = (), frozenset()
        if forecast is None or not forecast.outcomes:
            return
        track, taken = self.view.sheet.track, set(self._places.values())
        self._ghosts = tuple(
            Ghost(chr(ord("a") + index), space_of(track, outcome.end), outcome.spot, outcome.spins)
            for index, outcome in enumerate(forecast.outcomes)
            if (outcome.end, outcome.spot) not in taken
        )
        start = self.view.own.at if self.view.seat is not None else 0
        furthest = max(outcome.end for outcome in forecast.outcomes)
        self._reach = frozenset(space_of(track, at) for at in range(start + 1, furthest + 1))

    def scene(self) -> Scene:
        """Return what map and strips draw."""
        view = self.view
        track = view.sheet.track
        cars = tuple(
            CarMark(car + 1, view.sheet.entries[car].colour, space_of(track, at), spot)
            for car, (at, spot) in sorted(self._places.items())
        )
        focus, trail = None if self.focus is None else self.focus + 1, tuple(self._trail.values())
        badges, press = badges_of(view), press_of(view)
        return Scene(track, view.limits, cars, focus, trail, self._ghosts, self._reach, badges=badges, press=press)

    def _mark(self, frame: Frame) -> None:
        """Add the place of a car that has driven there to its trail."""
        if isinstance(frame, Stepped) and frame.driving:
            space = space_of(self.view.sheet.track, frame.at)
            colour = self.view.sheet.entries[frame.car].colour
            self._trail[space, frame.spot] = TrailMark(space, frame.spot, colour)
