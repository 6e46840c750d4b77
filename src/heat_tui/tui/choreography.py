"""What happened, cut into frames: a line told, a car one space further, a car thrown back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heat_tui.engine.events import CarFinished, CarMoved, Event, Retired, RoundBegan, SpunOut
from heat_tui.prose import Narrator
from heat_tui.prose.narrator import GO_ON

if TYPE_CHECKING:
    from heat_tui.table.lessons import Lesson


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log; `car` is whom it is about, None for all."""

    car: int | None
    text: str
    starts_round: bool = False


@dataclass(frozen=True, slots=True)
class Stepped:
    """A car stands at an absolute place; if it came there `driving` forwards, that place belongs to its trail."""

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


Frame = Told | Stepped | Gone | Explained


def frames(events: Iterable[Event], narrator: Narrator) -> list[Frame]:
    """The frames of some events, in order: each line first, then what moves because of it."""
    shown: list[Frame] = []
    for group in _groups(events):
        first = group[0]
        text = narrator.tell_all(group)[0]
        shown.append(Told(getattr(group[-1], "car", None), text, isinstance(first, RoundBegan)))
        for event in group:
            shown += _movement(event)
    return shown


def _groups(events: Iterable[Event]) -> list[list[Event]]:
    """Events that one line tells together."""
    groups: list[list[Event]] = []
    for event in events:
        before = groups[-1][-1] if groups else None
        if isinstance(before, GO_ON) and before.car == getattr(event, "car", None):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


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
