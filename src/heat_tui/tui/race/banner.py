"""The great moments of a race, in one line over the track."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from heat_tui.engine.events import CarFinished, CarMoved, Event, LapCompleted, SpunOut
from heat_tui.engine.view import SeatView
from heat_tui.language import N_

Kind = Literal["spin", "lead", "lap", "win"]

BANNERS: Final[dict[Kind, str]] = {
    "spin": N_("{name} SPINS OUT"),
    "lead": N_("{name} TAKES THE LEAD"),
    "lap": N_("LAST LAP for {name}"),
    "win": N_("{name} WINS"),
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


def banner_of(view: SeatView, event: Event) -> Banner | None:
    """Return what is great about an event at a table that was as in `view` before; None for most.

    In the first round everybody passes somebody, so the lead does not count yet.
    """
    match event:
        case SpunOut(car=car):
            return Banner("spin", car)
        case CarMoved(car=car, end=end, spot=spot) if view.round > 1 and not view.finished:
            leader = view.cars[view.positions[0]]
            return Banner("lead", car) if car != leader.index and end * 2 - spot > leader.at * 2 - leader.spot else None
        case LapCompleted(car=car, lap=lap) if lap == view.sheet.laps - 1:
            others = [each for each in view.cars if each.index != car]
            return Banner("lap", car) if all(view.lap(each) < view.sheet.laps for each in others) else None
        case CarFinished(car=car, place=1):
            return Banner("win", car)
        case _:
            return None
