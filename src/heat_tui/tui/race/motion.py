"""Events cut into frames, such as a line of the log or a car one space further, and the stage that they change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from heat_tui.engine.car import RACING
from heat_tui.engine.cards import STRESS
from heat_tui.engine.events import (
    CardFlipped,
    CarEvent,
    CarFinished,
    CarMoved,
    Event,
    LapCompleted,
    Retired,
    RoundBegan,
    SpunOut,
)
from heat_tui.engine.forecast import Outcome
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.view import SeatView
from heat_tui.game.telling.rival import gap_words, rival_place
from heat_tui.game.telling.unfolding import stress_seen, unfolded
from heat_tui.language import N_, Message
from heat_tui.store.saved_race import Rival
from heat_tui.store.settings import Animation
from heat_tui.tui.track.scene import Landing, Scene, TrailMark, scene_of
from heat_tui.words.events import Line, log_lines
from heat_tui.words.formatter import fill
from heat_tui.words.names import car_name, place_in_race

if TYPE_CHECKING:
    from heat_tui.game.advice.first_race import Lesson


Kind = Literal["stress", "spin", "lead", "lap", "flag", "win", "finish"]


class Moment(NamedTuple):
    """The display of a great moment: a `banner` while it is new, and then a `badge`, if it has one.

    `banner` fills the top line, which shows other things beside a `badge`. `colour` is the theme's colour for both.
    `beat` is how long a frame with the moment stays, in multiples of the time of a line of the log.
    """

    banner: Message
    colour: str
    beat: int
    badge: str = ""


MOMENTS: Final[dict[Kind, Moment]] = {
    "stress": Moment(N_("{name}'s Stress card is worth {number}"), "warning", 2),
    "spin": Moment(N_("{name} spins out at corner {number}"), "error", 4, N_("SPIN OUT")),
    "lead": Moment(N_("{name} takes the lead"), "accent", 3, N_("NEW LEADER")),
    "lap": Moment(N_("Last lap for {name}"), "secondary", 3, N_("LAST LAP")),
    "flag": Moment(N_("{name} is first across the line"), "success", 4),
    "win": Moment(N_("{name} wins"), "success", 4, N_("FINISH")),
    "finish": Moment(N_("{name} takes {place}"), "success", 2),
}


class Banner(NamedTuple):
    """A great moment and its car, by index; `number` is a Stress card's value, a corner's number, a place, or 0."""

    kind: Kind
    car: int
    number: int = 0


def banner_words(sheet: RaceSheet, banner: Banner) -> str:
    place = place_in_race(banner.number) if banner.kind == "finish" else ""
    return fill(MOMENTS[banner.kind].banner, name=car_name(sheet, banner.car), number=banner.number, place=place)


def banner_of(view: SeatView, event: Event) -> Banner | None:
    """Return the banner of an event, None if it has none; `view` is the public view before the event."""
    match event:
        case CardFlipped(car=car, source=source, card=card) if source == STRESS:
            return Banner("stress", car, int(card or 0))
        case SpunOut(car=car, corner=corner):
            return Banner("spin", car, view.sheet.track.corner_number(corner))
        case LapCompleted(car=car, lap=lap) if lap >= view.sheet.laps - 1:
            others = [each for each in view.cars if each.index != car]
            kind: Kind = "lap" if lap < view.sheet.laps else "flag"
            return Banner(kind, car) if all(view.lap(each) <= lap for each in others) else None
        case CarFinished(car=car, place=place):
            return Banner("win", car) if place == 1 else Banner("finish", car, place)
        case RoundBegan(number=2, order=(first, *_others)) if first != view.order[0]:
            return Banner("lead", first)
        case _:
            return None


def lead_of(view: SeatView, car: int, after: SeatView) -> Banner | None:
    """Return the banner of a car that has taken the lead in `view`; None if it is not first or its lead does not count.

    In the first round everybody overtakes somebody, so `banner_of` announces a new leader only when the second begins;
    once a car has finished, the race is decided. A car may still spin out, so its lead counts only if its turn is over
    and it is not further back in `after`, the view once everything has been shown.
    """
    if view.round <= 1 or view.finished or view.positions[0] != car:
        return None
    is_over = after.acting != car or after.round > view.round
    return Banner("lead", car) if is_over and after.cars[car].at >= view.cars[car].at else None


@record
class Stepped:
    """A car at an absolute place; `ends` is any event completed there: a move, or a spin out that moved it back."""

    car: int
    at: int
    spot: int
    ends: Event | None = None


@record
class Gone:
    """A car that has left the track; `ends` is the event of its finish or retirement."""

    car: int
    ends: Event


@record
class Explained:
    """Lessons to read; the race waits for a key before it continues."""

    lessons: tuple[Lesson, ...]


Frame = Line | Stepped | Gone | Explained


def frames(sheet: RaceSheet, events: Iterable[Event]) -> list[Frame]:
    """Return the frames of some events, in order: each line followed by the moves of its events."""
    shown: list[Frame] = []
    for line in log_lines(sheet, events):
        shown.append(line)
        for event in line.events:
            shown += _movement(event)
    return shown


def _movement(event: Event) -> list[Frame]:
    match event:
        case CarMoved(car=car, start=start, end=end, spot=spot):
            return [Stepped(car, at, spot, ends=event if at == end else None) for at in range(start + 1, end + 1)]
        case SpunOut(car=car, end=end, spot=spot):
            return [Stepped(car, end, spot, ends=event)]
        case CarFinished(car=car) | Retired(car=car):
            return [Gone(car, event)]
        case _:
            return []


def _leader(view: SeatView) -> int | None:
    return next(iter(view.positions), None)


PACES: Final[dict[Animation, tuple[float, float]]] = {"off": (0.0, 0.0), "fast": (0.02, 0.06), "normal": (0.06, 0.3)}
"""The seconds that a car stays on a space, and that a line of the log is shown before its moves, by animation."""


def pause_after(pace: tuple[float, float], *, reads: bool, beat: int) -> float:
    """Return the seconds to show a frame; `reads` is True if it has added to the log, `beat` is `Stage.beat`."""
    stepping, reading = pace
    return reading * beat if beat else reading if reads else stepping


HINTED: Final = "xyz"
"""The letters of a hint's landings, different from those of the player's preview, which begin with "a"."""


class Stage:
    """The visible state of the race: the table after the last event shown, the round's trail and a choice's preview.

    `table` has the public facts as shown now, `stress` the number of each car's Stress cards seen since its last
    shuffle. `focus` is the car to highlight, by index, usually the one that chooses or moves, or None. `view` is the
    view of the driver who is asked and whose forecasts are shown, else the public one. `banner` is the last great
    moment of the round while `banner_is_new`, then the last one with a badge, or None. `beat` is how long the
    last frame shown stays, as in `Moment`; 0 if it has no great moment. `lit` are the parts of the table that a lesson
    is about. `rival` is the ghost to race against, or None, and `racer` the car that is compared with it.
    """

    def __init__(
        self,
        view: SeatView,
        events: Iterable[Event],
        *,
        focus: int | None = None,
        rival: Rival | None = None,
        racer: int = 0,
    ) -> None:
        self.rival, self.racer = rival, racer
        self._previewed: tuple[Landing, ...] = ()
        self._hinted: tuple[Landing, ...] = ()
        self._reach: frozenset[int] = frozenset()
        self.beat = 0
        self.lit: frozenset[str] = frozenset()
        self.focus = focus
        self.jump_to(view, events)

    def jump_to(self, view: SeatView, events: Iterable[Event]) -> None:
        """Jump to the state of the race in `view`; `events` are all the events that led to it."""
        self.begin_round()
        self.keep_up(view)
        self._led = _leader(view)
        self.stress = [0] * len(view.cars)
        for event in events:
            self._count_stress(event)
            if isinstance(event, RoundBegan):
                self.begin_round()
            for frame in _movement(event):
                self._mark(frame)

    def keep_up(self, view: SeatView) -> None:
        """Jump to the state in `view`; the trail stays, and any new banner ends."""
        self._settle_banner()
        self.view = self.table = self._after = view

    def expect(self, after: SeatView) -> None:
        """Set the public view that will be current once all waiting frames have been shown."""
        self._after = after

    def begin_round(self) -> None:
        self._trail: dict[tuple[int, int], TrailMark] = {}
        self.forget_banner()

    def forget_banner(self) -> None:
        self.banner: Banner | None = None
        self._lasting: Banner | None = None
        self.banner_is_new = False

    def _settle_banner(self) -> None:
        """End any new banner; keep only the badge of the round's last banner that has one."""
        self.banner, self.banner_is_new = self._lasting, False

    def hear(self, line: Line) -> None:
        """Apply a line of the log, except for the moves that it causes."""
        self.beat = 0
        if line.round_begun:
            self.begin_round()
            self._led = _leader(self.table)
        if self.banner is not None and line.car not in (None, self.banner.car):
            self._settle_banner()
        for event in line.events:
            self._announce(banner_of(self.table, event))
            if not _movement(event):
                self._unfold(event)
        if self.table.acting is not None:
            self.focus = self.table.acting
        if any(isinstance(event, CarFinished) for event in line.events):
            across = [car for car in self.table.cars if car.status == RACING and car.at > self.table.sheet.finish]
            self.focus = min(across, key=lambda car: car.at).index  # the strip also shows the cars ahead

    def move(self, frame: Stepped | Gone) -> None:
        self.beat = 0
        if frame.ends is not None:
            self._unfold(frame.ends)
        if isinstance(frame, Gone):
            return
        self.focus = frame.car
        if frame.ends is None:
            car = replace(self.table.cars[frame.car], at=frame.at, spot=frame.spot)
            cars = (*self.table.cars[: frame.car], car, *self.table.cars[frame.car + 1 :])
            self.table = replace(self.table, cars=cars)
        self._mark(frame)

    def _unfold(self, event: Event) -> None:
        self.table = unfolded(self.table, event, self._after)
        self._count_stress(event)
        car, first = getattr(event, "car", None), _leader(self.table)
        if car != first:
            self._led = first
        elif car is not None and car != self._led:
            found = lead_of(self.table, car, self._after)
            self._announce(found)
            self._led = self._led if found is None else car

    def _announce(self, banner: Banner | None) -> None:
        if banner is not None:
            moment = MOMENTS[banner.kind]
            self.banner, self.banner_is_new, self.beat = banner, True, moment.beat
            if moment.badge:
                self._lasting = banner

    def _count_stress(self, event: Event) -> None:
        if isinstance(event, CarEvent):
            self.stress[event.car] = stress_seen(self.stress[event.car], event)

    def preview(self, ends: Sequence[Outcome]) -> None:
        """Mark the landings of a choice as a, b and so on, and the spaces on the way."""
        self._previewed = self._landings(ends, ascii_lowercase)
        start = self.view.own.at if self.view.seat is not None else 0
        furthest = max((outcome.end for outcome in ends), default=start)
        self._reach = frozenset(self.view.sheet.track.space_of(at) for at in range(start + 1, furthest + 1))

    def hint(self, landings: Sequence[Outcome | None]) -> None:
        """Mark the landings of a hint, beside those of the preview; a None takes a letter, but marks nothing."""
        self._hinted = self._landings(landings, HINTED)

    def _landings(self, landings: Sequence[Outcome | None], letters: str) -> tuple[Landing, ...]:
        """Return the landings to mark: a spin out where the car ends up, any other landing only if its spot is free."""
        track, taken = self.view.sheet.track, {(car.at, car.spot) for car in self.table.cars if car.status == RACING}
        return tuple(
            Landing(letter, track.space_of(outcome.stop[0]), outcome.stop[1], outcome.spins)
            for letter, outcome in zip(letters, landings, strict=False)
            if outcome is not None and (outcome.spins or outcome.stop not in taken)
        )

    def _marked(self) -> tuple[Landing, ...]:
        """Return all landings, except an alternative's spin out on a spot where the best or chosen action lands safely.

        A narrow spot shows only one landing, and would show the spin out.
        """
        first = (*self._previewed, *(each for each in self._hinted if each.label == HINTED[0]))
        safe = {(each.space, each.spot) for each in first if not each.spins}
        others = (each for each in self._hinted if each.label != HINTED[0])
        return (*first, *(each for each in others if not each.spins or (each.space, each.spot) not in safe))

    def scene(self) -> Scene:
        scene = scene_of(self.table, focus=self.focus)
        trail = tuple(self._trail.values())
        at = None if self.rival is None else rival_place(self.rival, self.table, self.racer)
        rival = None if at is None else (scene.track.space_of(at[0]), at[1])
        return replace(scene, trail=trail, landings=self._marked(), reach=self._reach, lit=self.lit, rival=rival)

    def gap(self, *, short: bool = False) -> str:
        """Return how far the ghost is from the compared car; "" without a ghost, or if that car is not racing."""
        return "" if self.rival is None else gap_words(self.rival, self.table, self.racer, short=short)

    def _mark(self, frame: Frame) -> None:
        """Extend the trail of a car that drives forwards; leave skid marks where it spins out."""
        if not isinstance(frame, Stepped):
            return
        track, colour = self.table.sheet.track, self.table.sheet.entries[frame.car].colour
        if isinstance(frame.ends, SpunOut):
            lost = {track.space_of(at) for at in range(frame.ends.end + 1, frame.ends.start + 1)}
            for spot, mark in self._trail.items():
                if mark.space in lost and mark.colour == colour:
                    self._trail[spot] = replace(mark, skids=True)
        else:
            space = track.space_of(frame.at)
            self._trail[space, frame.spot] = TrailMark(space, frame.spot, colour)
