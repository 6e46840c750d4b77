"""Finished races as challenges: the result to beat, the code, and a ghost to race against."""

from __future__ import annotations

from typing import Final

from heat_tui.drivers.kinds import PERSON
from heat_tui.engine import events
from heat_tui.engine.car import RACING
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track, grid_place
from heat_tui.engine.view import SeatView
from heat_tui.game.setup.challenge import Challenge, code_of, read_code, result_words
from heat_tui.game.table.history import taken_over
from heat_tui.game.table.match import Match
from heat_tui.language import N_, NN_, Message, Plural, _, ngettext
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.store.saved_race import Rival, SavedRace, Target
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.words.formatter import fill, fitting
from heat_tui.words.names import car_name, place_words, track_name


def best_car(match: Match) -> int | None:
    """Return the car of the first person (in a race without people, the first driver) to finish; None if none did.

    A car whose driver gave up does not count.
    """
    left = taken_over(match.log, match.sheet.drivers)
    home = [car for car in match.view(None).finished if car < match.sheet.drivers and car not in left]
    without_people = PERSON not in (*match.began_with, *match.controllers)
    return next((car for car in home if without_people or match.controllers[car] == PERSON), None)


def target_of(match: Match) -> Target | None:
    """Return the result of a race's `best_car`, for others to beat.

    None if the race has no such car, or if that car finished in an unknown round, before the snapshot from which the
    race continued.
    """
    car = best_car(match)
    if car is None:
        return None
    from heat_tui.game.figures.statistics import tally

    place, rounds = match.view(None).finished.index(car) + 1, tally(match).cars[car].rounds
    return Target(name=match.setup.seats[car], place=place, rounds=rounds) if rounds else None


def code_of_race(match: Match) -> str:
    """Return the code of a race, with its result to beat. Raises Refused if the race is not over or has no code."""
    saved = match.saved()
    setup = single_race(saved)
    if not match.over:
        raise Refused(N_("{name} is not over yet; finish the race to get its code."), name=saved.name)
    if saved.base is not None:
        no_code = N_("{name} was not raced from the grid under these rules, so no code can start it.")
        raise Refused(no_code, name=saved.name)
    return code_of(setup, saved.controllers, target_of(match))


def challenge_from(store: SaveStore, name: str) -> tuple[Challenge, Rival | None]:
    """Return a finished race of a store as a challenge, and its ghost or None. Raises Refused."""
    match = Match.resume(store.read(name), store=None)
    return read_code(code_of_race(match)), rival_of(match)


def single_race(saved: SavedRace) -> RaceSetup:
    """Return the setup of a single race. Raises Refused for a season."""
    if isinstance(saved.setup, SeasonSetup):
        raise Refused(N_("{name} is a season, and only single races have codes and ghosts."), name=saved.name)
    return saved.setup


def target_lines(match: Match) -> list[str]:
    """Return a sentence on a race's target; [] if it has none, or the race is over."""
    target = match.target
    if target is None or match.race_over:
        return []
    return [_("The target of {rival}: {aim}.").format(rival=target.name, aim=result_words(target))]


def verdict_lines(match: Match) -> list[str]:
    """Return a sentence on whether a finished race's target was beaten, and by how much.

    [] if the race has no target, or its result is unknown.
    """
    target = match.target
    if target is None:
        return []
    aim = {"rival": target.name, "aim": result_words(target)}
    result = target_of(match)
    if result is None and best_car(match) is not None:
        return []
    if result is None:
        message = _("The target of {rival}, {aim}, is not beaten: no person finished.")
        return [message.format(**aim)]
    facts = {**aim, "name": result.name, "result": result_words(result)}
    for by, better, worse in (
        (target.place - result.place, _PLACES_BETTER, _PLACES_WORSE),
        (target.rounds - result.rounds, _ROUNDS_BETTER, _ROUNDS_WORSE),
    ):
        if by:
            return [fill(better if by > 0 else worse, by=abs(by), **facts)]
    return [fill(N_("{name} equals the target of {rival}: {result}."), **facts)]


_PLACES_BETTER: Final[Plural] = NN_(
    "{name} beats the target of {rival} by {by} place: {result}, against {aim}.",
    "{name} beats the target of {rival} by {by} places: {result}, against {aim}.",
    by="by",
)
_PLACES_WORSE: Final[Plural] = NN_(
    "{name} misses the target of {rival} by {by} place: {result}, against {aim}.",
    "{name} misses the target of {rival} by {by} places: {result}, against {aim}.",
    by="by",
)
_ROUNDS_BETTER: Final[Plural] = NN_(
    "{name} beats the target of {rival} by {by} round: {result}, against {aim}.",
    "{name} beats the target of {rival} by {by} rounds: {result}, against {aim}.",
    by="by",
)
_ROUNDS_WORSE: Final[Plural] = NN_(
    "{name} misses the target of {rival} by {by} round: {result}, against {aim}.",
    "{name} misses the target of {rival} by {by} rounds: {result}, against {aim}.",
    by="by",
)


# The ghost


def ghost_from(store: SaveStore, name: str, track: Track, laps: int | None) -> Rival:
    """Return the ghost of the saved race `name`, to race against on a track over `laps` (None: as printed).

    Raises Refused if the save cannot be read or is a season, or if its race was on a different track, had a different
    number of laps, continued from a snapshot, is not over, or has no `best_car`.
    """
    saved = store.read(name)
    past = single_race(saved)
    if past.track != track:
        other = N_("The ghost of {name} drove on {there}, and this race is on {here}; choose a race on the same track.")
        raise Refused(other, name=name, there=track_name(past.track), here=track_name(track))
    there, here = past.laps or track.laps, laps or track.laps
    if there != here:
        different = N_("The ghost of {name} drove a different number of laps ({there}) from this race's ({here}).")
        raise Refused(different, name=name, there=there, here=here)
    if saved.base is not None:
        no_ghost = N_("{name} was not raced from the grid under these rules, so it has no ghost; choose another race.")
        raise Refused(no_ghost, name=name)
    rival = rival_of(Match.resume(saved, store=None))
    if rival is None:
        raise Refused(N_("No person has finished {name}, so it has no ghost; choose another race."), name=name)
    return rival


def rival_of(match: Match) -> Rival | None:
    """Return the ghost of a race: the places of its `best_car`; None if the race has none or is not over."""
    car = best_car(match) if match.race_over else None
    if car is None:
        return None
    here, places = (0, 0), list[tuple[int, int]]()
    for event in match.events:
        match event:
            case events.RaceStarted(grid=grid):
                here = grid_place(match.sheet.track, grid.index(car) + 1)
            case events.RoundBegan():
                places.append(here)
            case events.CarMoved() | events.SpunOut() if event.car == car:
                here = event.end, event.spot
            case events.CarFinished() if event.car == car:
                break
    return Rival(name=match.setup.seats[car], places=(*places, here))


def rival_place(rival: Rival, view: SeatView, car: int) -> tuple[int, int] | None:
    """Return the ghost's absolute place and spot after the number of rounds that a car has driven.

    The car's round counts as driven once its turn is over. None if the ghost has finished by then.
    """
    driven = view.round - 1 + (car in view.order[: view.turns])
    return rival.places[max(driven, 0)] if driven < len(rival.places) - 1 else None


def gap_words(rival: Rival, view: SeatView, car: int, *, short: bool = False) -> str:
    """Return the gap from a car to the ghost, such as "ghost of Ada: 4 spaces ahead"; "" for a car no longer racing."""
    if view.cars[car].status != RACING:
        return ""
    place = rival_place(rival, view, car)
    if place is None:
        return _("ghost finished") if short else _("ghost of {name}: finished").format(name=rival.name)
    gap = place[0] - view.cars[car].at
    if short:
        return _("ghost {gap}").format(gap=f"{gap:+}".replace("-", "−"))
    if not gap:
        return _("ghost of {name}: level").format(name=rival.name)
    words = ngettext("ghost of {name}: {spaces} space behind", "ghost of {name}: {spaces} spaces behind", -gap)
    if gap > 0:
        words = ngettext("ghost of {name}: {spaces} space ahead", "ghost of {name}: {spaces} spaces ahead", gap)
    return words.format(name=rival.name, spaces=abs(gap))


def gap_lines(match: Match, view: SeatView, car: int) -> list[str]:
    """Return a sentence on the place of a match's ghost; [] without a ghost, or for a car no longer racing."""
    rival = match.rival
    if rival is None or view.cars[car].status != RACING:
        return []
    place = rival_place(rival, view, car)
    if place is None:
        return [_("The ghost of {rival} has finished.").format(rival=rival.name)]
    gap = place[0] - view.cars[car].at
    messages: dict[Message, bool] = {_AHEAD: gap > 0, _BEHIND: gap < 0, _LEVEL: True}
    facts = {"rival": rival.name, "name": car_name(match.sheet, car), "spaces": abs(gap)}
    return [fill(fitting(messages), place=place_words(match.sheet.track, *place), **facts)]


_AHEAD: Final = NN_(
    "The ghost of {rival} is on {place}, {spaces} space ahead of {name}.",
    "The ghost of {rival} is on {place}, {spaces} spaces ahead of {name}.",
    by="spaces",
)
_BEHIND: Final = NN_(
    "The ghost of {rival} is on {place}, {spaces} space behind {name}.",
    "The ghost of {rival} is on {place}, {spaces} spaces behind {name}.",
    by="spaces",
)
_LEVEL: Final = N_("The ghost of {rival} is on {place}, level with {name}.")
