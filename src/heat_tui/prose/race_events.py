"""Sentences for what happens to the race as a whole: start, rounds, laps and finish."""

from __future__ import annotations

from heat_tui.engine.events import (
    CarFinished,
    ChoiceForced,
    LapCompleted,
    MulliganAnswered,
    PlanMade,
    RaceEnded,
    RaceStarted,
    Retired,
    RoundBegan,
)
from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _, ngettext
from heat_tui.prose.names import car_list, car_name, row
from heat_tui.prose.places import place_in_race
from heat_tui.prose.telling import told


@told.register
def race_started(event: RaceStarted, sheet: RaceSheet) -> str:
    """The grid from pole."""
    pole, *others = event.grid
    if not others:
        return _("{name} stands on the grid alone, on pole.").format(name=car_name(sheet, pole))
    return _("The cars stand on the grid: {name} on pole, then {others}.").format(
        name=car_name(sheet, pole), others=car_list(sheet, others)
    )


@told.register
def round_began(event: RoundBegan, sheet: RaceSheet) -> str:
    """The round and its order of turns."""
    if len(event.order) == 1:
        return _("Round {number} begins; only {name} is still racing.").format(
            number=event.number, name=car_name(sheet, event.order[0])
        )
    return _("Round {number} begins. The order of turns: {cars}.").format(
        number=event.number, cars=car_list(sheet, event.order)
    )


@told.register
def mulligan_answered(event: MulliganAnswered, sheet: RaceSheet) -> str:
    """Whether the opening hand is swapped."""
    name = car_name(sheet, event.car)
    if event.taken:
        return _("{name} takes the mulligan: 1 Heat for a whole new hand.").format(name=name)
    return _("{name} keeps the opening hand.").format(name=name)


@told.register
def choice_forced(event: ChoiceForced, sheet: RaceSheet) -> str:
    """Why a driver was not asked."""
    return _("The rules leave {name} one choice only, so nobody is asked.").format(name=car_name(sheet, event.car))


@told.register
def plan_made(event: PlanMade, sheet: RaceSheet) -> str:
    """That a plan is made; what, stays secret until the gears are open (K2)."""
    return _("{name} has planned.").format(name=car_name(sheet, event.car))


@told.register
def retired(event: Retired, sheet: RaceSheet) -> str:
    """A driver gives up, which the rules allow once a car has finished."""
    return _("{name} retires now that the race is won, and leaves the track.").format(name=car_name(sheet, event.car))


@told.register
def lap_completed(event: LapCompleted, sheet: RaceSheet) -> str:
    """A lap is done for good: the turn has ended beyond the line."""
    name = car_name(sheet, event.car)
    if event.lap < sheet.laps:
        return _("{name} has done lap {lap} of {laps}.").format(name=name, lap=event.lap, laps=sheet.laps)
    return ngettext(
        "{name} has done the whole race of {laps} lap.",
        "{name} has done all {laps} laps.",
        sheet.laps,
    ).format(name=name, laps=sheet.laps)


@told.register
def car_finished(event: CarFinished, sheet: RaceSheet) -> str:
    """The place that a car takes as it leaves the track."""
    name = car_name(sheet, event.car)
    if event.place == 1:
        return _("{name} wins the race and leaves the track.").format(name=name)
    return _("{name} takes {place} and leaves the track.").format(name=name, place=place_in_race(event.place))


@told.register
def race_ended(event: RaceEnded, sheet: RaceSheet) -> str:
    """The result."""
    places = [
        _("{place}. {name}").format(place=place, name=car_name(sheet, car))
        for place, car in enumerate(event.standings, start=1)
    ]
    return _("The race is over. The result: {places}.").format(places=row(places))
