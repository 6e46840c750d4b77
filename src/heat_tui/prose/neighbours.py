"""Who is near: the cars beside, ahead and behind, counted round the track."""

from __future__ import annotations

from heat_tui.engine.car import RACING
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import _, ngettext
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
        _("Beside you: {car}.").format(car=_beside(view, view.cars[index])) for way, _spot, index in ahead if not way
    ]
    near_ahead = [_near(view, view.cars[index], way) for way, _spot, index in ahead if 0 < way <= NEAR]
    near_behind = [_near(view, view.cars[index], -way) for way, _spot, index in behind if 0 < way <= NEAR]
    if near_ahead:
        lines.append(_("Ahead: {cars}.").format(cars=row(near_ahead)))
    if near_behind:
        lines.append(_("Behind: {cars}.").format(cars=row(near_behind)))
    if not others:
        return [_("No other car is left on the track.")] if len(view.cars) > 1 else []
    return lines or [_("No other car is within {near} spaces.").format(near=NEAR)]


def _beside(view: SeatView, car: CarView) -> str:
    name, laps = car_name(view.sheet, car.index), _laps_between(view, car, 0)
    return _("{car} ({laps})").format(car=name, laps=_laps_words(laps)) if laps else name


def _near(view: SeatView, car: CarView, way: int) -> str:
    name, laps = car_name(view.sheet, car.index), _laps_between(view, car, way)
    spaces, place = spaces_words(abs(way)), place_words(view.sheet.track, car.at, car.spot)
    if laps:
        return _("{car} by {spaces} ({place}; {laps})").format(
            car=name, spaces=spaces, place=place, laps=_laps_words(laps)
        )
    return _("{car} by {spaces} ({place})").format(car=name, spaces=spaces, place=place)


def _laps_between(view: SeatView, car: CarView, way: int) -> int:
    """How many laps ahead a car is that stands `way` spaces further round the track, negative when behind."""
    return (car.at - view.own.at - way) // view.sheet.track.spaces


def _laps_words(laps: int) -> str:
    if laps > 0:
        return ngettext("{laps} lap ahead", "{laps} laps ahead", laps).format(laps=laps)
    return ngettext("{laps} lap behind", "{laps} laps behind", -laps).format(laps=-laps)
