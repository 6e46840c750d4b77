"""The scene on a track: the cars and all marks, for the map and both strips."""

from __future__ import annotations

from functools import cache
from typing import Final

from heat_tui.engine.car import RACING
from heat_tui.engine.record import record
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.modules.championship.state import ChampionshipShown
from heat_tui.modules.legends import LegendCardShown, landings
from heat_tui.modules.weather import WeatherShown


@record
class CarMark:
    """A car on the track: its number at the table (index + 1), its colour and its place."""

    number: int
    colour: str
    space: int
    spot: int


@record
class Landing:
    """A possible landing, a spin out if it `spins`; `label` is "a", "b", ... in a preview, "x", "y", "z" in a hint."""

    label: str
    space: int
    spot: int
    spins: bool = False


@record
class TrailMark:
    """A spot that a car has driven over this round; `skids` is true for the skid marks of a spin out."""

    space: int
    spot: int
    colour: str
    skids: bool = False


@record
class Scene:
    """The things drawn on a track.

    `limits` are the corners' limits in force. `badges` has two characters for each corner line with another effect of
    road conditions (`SURCHARGE`, `SECTORS`), "" for other lines; it is () without road conditions. `focus` is the
    number of the focus car, which is highlighted; the strip begins just behind it. `reach` are the spaces up to the
    farthest one that the current choice can lead to. `cursor` is the inspected (space, spot). `press` are the corners,
    by index, where the press is. `bound` are the Legends still to move, placed where they would go if nobody else
    moved. `urging` has for every space, from 1, the number of extra corner lines that an aggressive Legend may cross
    from it (L8); it is () if these are not shown. `lit` are the things that a lesson is about: on a track, "corner"
    (the next one), "signs" and "cars". `rival` is the (space, spot) of the ghost of another race, None if none is on
    the track. `final` is true if the focus car, or else the first, is on the last of several laps, or past it.
    `legends` is true if the legends lines are drawn.
    """

    track: Track
    limits: tuple[int, ...]
    cars: tuple[CarMark, ...] = ()
    focus: int | None = None
    trail: tuple[TrailMark, ...] = ()
    landings: tuple[Landing, ...] = ()
    reach: frozenset[int] = frozenset()
    cursor: tuple[int, int] | None = None
    badges: tuple[str, ...] = ()
    press: tuple[int, ...] = ()
    bound: tuple[CarMark, ...] = ()
    urging: tuple[int, ...] = ()
    lit: frozenset[str] = frozenset()
    rival: tuple[int, int] | None = None
    final: bool = False
    legends: bool = True

    @property
    def lit_corner(self) -> int | None:
        """The corner ahead of the focus car, by index; None unless it is highlighted."""
        space = next((car.space for car in self.cars if car.number == self.focus), None)
        return self.track.next_corner(space) if space is not None and "corner" in self.lit else None


def scene_of(view: SeatView, *, focus: int | None = None) -> Scene:
    """Return the scene of a view, with all racing cars; `focus` is a car's index."""
    cars = tuple(
        CarMark(car.index + 1, view.sheet.entries[car.index].colour, view.space(car), car.spot)
        for car in view.cars
        if car.status == RACING
    )
    track, number = view.sheet.track, None if focus is None else focus + 1
    bound = tuple(
        CarMark(index + 1, view.sheet.entries[index].colour, track.space_of(at), spot)
        for index, (at, spot) in landings(view).items()
    )
    first, laps = view.standings[0] if focus is None else focus, view.sheet.laps
    deck, championship = view.part(LegendCardShown), view.part(ChampionshipShown)
    return Scene(
        track,
        view.limits,
        cars,
        number,
        badges=badges_of(view),
        press=() if championship is None else championship.press,
        bound=bound,
        urging=urging_spaces(track) if deck is not None and deck.aggressive else (),
        final=laps > 1 and view.lap(view.cars[first]) >= laps,
        legends=deck is not None,
    )


def printed_scene(track: Track) -> Scene:
    """Return the scene of a track without cars, with its printed limits."""
    return Scene(track, tuple(corner.limit for corner in track.corners))


@cache
def urging_spaces(track: Track) -> tuple[int, ...]:
    """Return the number of extra lines that an aggressive Legend may cross from each space, from space 1 on (L8)."""
    return tuple(map(track.lines_marked, range(1, track.spaces + 1)))


SURCHARGE: Final = "H+"
"""The badge of a corner that costs 1 extra Heat."""

SECTORS: Final = {
    "slipstream_boost": "S{number}",
    "no_slipstream": "S-",
    "cooldown": "C+",
    "no_cooldown": "C-",
    "free_boost": "B0",
}
"""The badge of each effect that applies in the sector beyond the sign; `number` is the extra spaces of a Slipstream."""


def badges_of(view: SeatView) -> tuple[str, ...]:
    """Return the badge of each corner line, "" for none or for a changed limit; () without road conditions."""
    weather = view.part(WeatherShown)
    if weather is None:
        return ()
    return tuple(
        SECTORS[effect.kind].format(number=effect.number) if effect is not None else SURCHARGE if surcharge else ""
        for effect, surcharge in zip(weather.sectors, view.surcharges, strict=True)
    )
