"""Who is near: the cars beside, ahead and behind, counted round the track."""

from __future__ import annotations

from heat_tui.engine.car import RACING
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import _
from heat_tui.prose.names import car_name, row
from heat_tui.prose.places import place_words, spaces_words

NEAR = 10
"""How many spaces away a car still counts as near."""


def neighbours(view: SeatView) -> list[str]:
    """Lines on the cars within ten spaces, the nearest first; a lapped or lapping car is near too."""
    spaces, own = view.sheet.track.spaces, view.own
    others = [car for car in view.cars if car.status == RACING and car.index != own.index]
    ahead = sorted(((car.at - own.at) % spaces, car.spot, car.index) for car in others)
    behind = sorted(((own.at - car.at) % spaces, car.spot, car.index) for car in others)
    lines = [
        _("Beside you: {car}.").format(car=_named(view, view.cars[index]))
        for distance, _spot, index in ahead
        if not distance
    ]
    near_ahead = [_near(view, view.cars[index], distance) for distance, _spot, index in ahead if 0 < distance <= NEAR]
    near_behind = [_near(view, view.cars[index], distance) for distance, _spot, index in behind if 0 < distance <= NEAR]
    if near_ahead:
        lines.append(_("Ahead: {cars}.").format(cars=row(near_ahead)))
    if near_behind:
        lines.append(_("Behind: {cars}.").format(cars=row(near_behind)))
    return lines or [_("No other car is within {near} spaces.").format(near=NEAR)]


def _near(view: SeatView, car: CarView, distance: int) -> str:
    return _("{car} by {spaces} ({place})").format(
        car=_named(view, car), spaces=spaces_words(distance), place=place_words(view.sheet.track, car.at, car.spot)
    )


def _named(view: SeatView, car: CarView) -> str:
    """The name, with the laps between the cars where they drive side by side on different ones."""
    spaces = view.sheet.track.spaces
    name = car_name(view.sheet, car.index)
    laps = round((car.at - view.own.at) / spaces)
    if laps > 0:
        return _("{car}, {laps} lap ahead,").format(car=name, laps=laps)
    if laps < 0:
        return _("{car}, {laps} lap behind,").format(car=name, laps=-laps)
    return name
