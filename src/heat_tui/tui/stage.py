"""The cars as they stand on the screen, which during a move is behind the race itself."""

from __future__ import annotations

from collections.abc import Iterable

from heat_tui.engine.car import RACING
from heat_tui.engine.events import CarMoved, Event, RoundBegan
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.view import SeatView
from heat_tui.prose.places import space_of
from heat_tui.tui.badges import badges_of, press_of
from heat_tui.tui.choreography import Gone, Stepped
from heat_tui.tui.scene import CarMark, Ghost, Scene, TrailMark


class Stage:
    """Where every car stands, the trail of the round, and what the choice at hand would do."""

    def __init__(self, view: SeatView, events: Iterable[Event]) -> None:
        self._view = view
        self._places: dict[int, tuple[int, int]] = {}
        self._trail: dict[tuple[int, int], TrailMark] = {}
        self._ghosts: tuple[Ghost, ...] = ()
        self._reach: frozenset[int] = frozenset()
        self.focus: int | None = None
        self.agree(view, events)

    def agree(self, view: SeatView, events: Iterable[Event]) -> None:
        """Stand as the race stands; `events` are all those that have happened."""
        self.keep_up(view)
        self._trail = {}
        for event in events:
            match event:
                case RoundBegan():
                    self._trail = {}
                case CarMoved(car=car, start=start, end=end, spot=spot):
                    for at in range(start + 1, end + 1):
                        self._mark(car, at, spot)

    def keep_up(self, view: SeatView) -> None:
        """Stand as the race stands, the trail being right already."""
        self._view = view
        self._places = {car.index: (car.at, car.spot) for car in view.cars if car.status == RACING}

    def begin_round(self) -> None:
        """The trails of the round before go."""
        self._trail = {}

    def move(self, frame: Stepped | Gone) -> None:
        """Carry out a frame."""
        if isinstance(frame, Gone):
            self._places.pop(frame.car, None)
            return
        self.focus = frame.car
        self._places[frame.car] = frame.at, frame.spot
        if frame.driving:
            self._mark(frame.car, frame.at, frame.spot)

    def foretell(self, forecast: Forecast | None) -> None:
        """Show where the car could land, or nothing."""
        if forecast is None or not forecast.outcomes:
            self._ghosts, self._reach = (), frozenset()
            return
        track = self._view.sheet.track
        standing = set(self._places.values())
        self._ghosts = tuple(
            Ghost(chr(ord("a") + index), space_of(track, outcome.end), outcome.spot, outcome.spins)
            for index, outcome in enumerate(forecast.outcomes)
            if (outcome.end, outcome.spot) not in standing
        )
        start = self._view.own.at if self._view.seat is not None else 0
        furthest = max(outcome.end for outcome in forecast.outcomes)
        self._reach = frozenset(space_of(track, at) for at in range(start + 1, furthest + 1))

    def look_from(self, view: SeatView) -> None:
        """Take forecasts as of this seat from here on."""
        self._view = view

    def scene(self) -> Scene:
        """What map and strips draw."""
        view = self._view
        track = view.sheet.track
        cars = tuple(
            CarMark(car + 1, view.sheet.entries[car].colour, space_of(track, at), spot)
            for car, (at, spot) in sorted(self._places.items())
        )
        focus = None if self.focus is None else self.focus + 1
        trail, badges = tuple(self._trail.values()), badges_of(view)
        return Scene(
            track, view.limits, cars, focus, trail, self._ghosts, self._reach, badges=badges, press=press_of(view)
        )

    def _mark(self, car: int, at: int, spot: int) -> None:
        space = space_of(self._view.sheet.track, at)
        colour = self._view.sheet.entries[car].colour
        self._trail[space, spot] = TrailMark(space, spot, colour)
