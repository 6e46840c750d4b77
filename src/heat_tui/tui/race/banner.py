"""Banners: the great moments of a race, in one line above the track."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from heat_tui.engine.events import CarFinished, Event, LapCompleted, SpunOut
from heat_tui.engine.view import SeatView
from heat_tui.language import N_

Kind = Literal["spin", "lead", "lap", "win"]

BANNERS: Final[dict[Kind, str]] = {
    "spin": N_("{name} spins out"),
    "lead": N_("{name} takes the lead"),
    "lap": N_("Last lap for {name}"),
    "win": N_("{name} wins"),
}
"""The words of a banner that fills the line."""

BADGES: Final[dict[Kind, str]] = {
    "spin": N_("SPIN OUT"),
    "lead": N_("NEW LEADER"),
    "lap": N_("LAST LAP"),
    "win": N_("WINNER"),
}
"""The words before the car's number, once the line shows other things too."""


class Banner(NamedTuple):
    """A great moment and its car, by index."""

    kind: Kind
    car: int


def banner_of(view: SeatView, event: Event) -> Banner | None:
    """Return the banner of an event, if any; `view` is the public view before the event."""
    match event:
        case SpunOut(car=car):
            return Banner("spin", car)
        case LapCompleted(car=car, lap=lap) if lap == view.sheet.laps - 1:
            others = [each for each in view.cars if each.index != car]
            return Banner("lap", car) if all(view.lap(each) < view.sheet.laps for each in others) else None
        case CarFinished(car=car, place=1):
            return Banner("win", car)
        case _:
            return None


def lead_of(view: SeatView, car: int, after: SeatView) -> Banner | None:
    """Return the banner of a car that has taken the lead in `view`, None if the lead does not count.

    In the first round everybody overtakes somebody, and once a car has finished, the race is decided. A car may still
    spin out until its turn is over; `after` is the view once everything has been shown.
    """
    if view.round <= 1 or view.finished or view.positions[0] != car:
        return None
    is_over = after.acting != car or after.round > view.round
    return Banner("lead", car) if is_over and after.cars[car].at >= view.cars[car].at else None
