"""The great moments of a race, in one line over the track."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from heat_tui.engine.events import CarFinished, CarMoved, Event, LapCompleted, SpunOut
from heat_tui.engine.view import SeatView
from heat_tui.language import N_

Kind = Literal["spin", "lead", "lap", "win"]

BANNERS: Final[dict[Kind, str]] = {
    "spin": N_("{name} spins out"),
    "lead": N_("{name} takes the lead"),
    "lap": N_("Last lap for {name}"),
    "win": N_("{name} wins"),
}
"""What the whole line says."""

BADGES: Final[dict[Kind, str]] = {
    "spin": N_("SPIN OUT"),
    "lead": N_("NEW LEADER"),
    "lap": N_("LAST LAP"),
    "win": N_("WINNER"),
}
"""The same before the number of the car, once the line has other things to say."""


class Banner(NamedTuple):
    """Such a moment, and whose it is, by index."""

    kind: Kind
    car: int


def banner_of(view: SeatView, event: Event, after: SeatView) -> Banner | None:
    """Return what is great about an event at a table that was as in `view` before; None for most.

    In the first round everybody passes somebody, so the lead does not count yet. Nor does it for a car that has lost
    it again by `after`, when all that happens in one go has happened: it spins out.
    """
    match event:
        case SpunOut(car=car):
            return Banner("spin", car)
        case CarMoved(car=car, end=end, spot=spot) if (
            view.round > 1 and not view.finished and after.cars[car].at >= end
        ):
            leader = view.cars[view.positions[0]]
            return Banner("lead", car) if car != leader.index and end * 2 - spot > leader.at * 2 - leader.spot else None
        case LapCompleted(car=car, lap=lap) if lap == view.sheet.laps - 1:
            others = [each for each in view.cars if each.index != car]
            return Banner("lap", car) if all(view.lap(each) < view.sheet.laps for each in others) else None
        case CarFinished(car=car, place=1):
            return Banner("win", car)
        case _:
            return None
