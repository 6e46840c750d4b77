"""What is to be seen on a track: the cars and whatever is marked, for the map and both strips alike."""

from __future__ import annotations

from dataclasses import dataclass

from heat_tui.engine.car import RACING
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.tui.badges import NO_BADGE, badges_of, press_of


@dataclass(frozen=True, slots=True)
class CarMark:
    """A car on the track: its number at the table (index + 1), its colour, and where it stands."""

    number: int
    colour: str
    space: int
    spot: int


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where the car that plans or moves could land: `label` is "a", "b", ... as in the consequence line.

    `spins` marks a landing from which the car would be thrown back.
    """

    label: str
    space: int
    spot: int
    spins: bool = False


@dataclass(frozen=True, slots=True)
class TrailMark:
    """A spot that a car has passed in this round."""

    space: int
    spot: int
    colour: str


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is drawn on a track.

    `limits` are the corners' limits in force, `badges` what else a road condition does there, by two letters
    (`tui.badges`), () where there are no road conditions. `focus` is the number of the car that it is all about (it is
    made to stand out; the strip begins just behind it). `reach` are the spaces that the choice at hand can lead
    over or to. `cursor` is the inspected (space, spot). `press` are the corners, by index, where the press stands.
    """

    track: Track
    limits: tuple[int, ...]
    cars: tuple[CarMark, ...] = ()
    focus: int | None = None
    trail: tuple[TrailMark, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    reach: frozenset[int] = frozenset()
    cursor: tuple[int, int] | None = None
    badges: tuple[str, ...] = ()
    press: tuple[int, ...] = ()

    @property
    def signs(self) -> tuple[tuple[int, ...], tuple[str, ...], tuple[int, ...]]:
        """All that stands on the signs of the corners: limits, badges, and where the press is."""
        return self.limits, self.badges, self.press

    def badge(self, corner: int) -> str:
        """The badge of a corner's sign, "" for none."""
        return self.badges[corner] if self.badges else NO_BADGE


def scene_of(view: SeatView, *, focus: int | None = None) -> Scene:
    """The track with all cars that race, from a view; `focus` is a car's index."""
    cars = tuple(
        CarMark(car.index + 1, view.sheet.entries[car.index].colour, view.space(car), car.spot)
        for car in view.cars
        if car.status == RACING
    )
    number = None if focus is None else focus + 1
    return Scene(view.sheet.track, view.limits, cars, number, badges=badges_of(view), press=press_of(view))
