"""What a list tells of the saved races, without playing them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from heat_tui.engine.module import Data
from heat_tui.engine.refusal import IllegalSetup
from heat_tui.engine.setup import RaceSetup, starting_list
from heat_tui.files.reading import read_text
from heat_tui.files.refusals import BadFile, shown
from heat_tui.files.save_format import FORMAT, KIND, MOST_BYTES, SEASON_KIND
from heat_tui.files.saved_race import Controller, SavedRace
from heat_tui.modules.championship import (
    TITLES,
    SeasonSetup,
    nothing_carried,
    points_order,
    race_setup,
    results_of,
)


@dataclass(frozen=True, slots=True)
class SeasonStand:
    """How far a season is: race `number` of so many `races`, from 1; `between` tells that this race is over."""

    title: str
    number: int
    races: int
    between: bool


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """What a list tells of a saved race; whether its choices lead to its end is not tried.

    `controllers` are those of the last moment; `winner` is the name of the first car that has finished. In a season
    `setup` and `round` are those of the current race, and `winner` is the champion when all is over.
    """

    name: str
    path: Path
    setup: RaceSetup
    controllers: tuple[Controller, ...]
    round: int
    finished: bool
    winner: str | None
    created: datetime
    changed: datetime
    season: SeasonStand | None = None


@dataclass(frozen=True, slots=True)
class Glance:
    """What the title tells of a race, unchecked: its track's name, its drivers, how far it is, and its season is."""

    name: str
    changed: str
    track: str
    seats: tuple[str, ...]
    round: int
    season: SeasonStand | None = None


@dataclass(frozen=True, slots=True)
class BadSave:
    """A file among the saves that cannot be used; `problem` is the sentence that says why."""

    name: str
    path: Path
    problem: str


def info_of(path: Path) -> SaveInfo:
    """What a list tells of a file. Raises BadFile."""
    from heat_tui.files.save_reading import read_unplayed

    saved, _mark = read_unplayed(path)
    season = _season_of(saved.setup, saved.snapshot) if isinstance(saved.setup, SeasonSetup) else None
    race: Any = saved.snapshot if season is None else saved.snapshot.get("race")
    return SaveInfo(
        name=saved.name,
        path=path,
        setup=_race_setup(saved, season),
        controllers=saved.controllers_now,
        round=_whole(race.get("round")) if isinstance(race, dict) else 0,
        finished=saved.finished,
        winner=_winner(saved, season),
        created=saved.created,
        changed=saved.changed,
        season=season,
    )


def glance_at(path: Path) -> Glance | None:
    """A look at an unfinished game; None for a finished one and for what is no save."""
    try:
        table = json.loads(read_text(path, MOST_BYTES))
    except (BadFile, ValueError, RecursionError):
        return None
    match table:
        case {
            "kind": str(kind),
            "format": int(version),
            "changed": str(changed),
            "finished": False,
            "setup": {"seats": [*seats]} as setup,
            "snapshot": {} as snapshot,
        } if version == FORMAT and seats and all(isinstance(seat, str) for seat in seats):
            race = _glance_at_season(setup, snapshot) if kind == SEASON_KIND else _glance_at_race(kind, setup, snapshot)
            if race is not None:
                track, number, season = race
                return Glance(path.stem, changed, shown(track), tuple(map(shown, seats)), number, season)
    return None


def _glance_at_race(
    kind: str, setup: dict[str, Any], snapshot: dict[str, Any]
) -> tuple[str, int, SeasonStand | None] | None:
    """The name of the track and the round."""
    match setup, snapshot:
        case {"track": {"name": str(track)}}, {"round": int(number)} if kind == KIND:
            return track, number, None
    return None


def _glance_at_season(setup: dict[str, Any], snapshot: dict[str, Any]) -> tuple[str, int, SeasonStand | None] | None:
    """The name of the current track, the round in the current race, and how far the season is."""
    match setup, snapshot:
        case (
            {"title": str(title), "tracks": [*tracks], "calendar": [*calendar]},
            {"index": int(index), "results": [*results], "race": {"round": int(number)}},
        ) if title in TITLES and 0 <= index < len(calendar):
            match calendar[index]:
                case {"track": int(place)} if 0 <= place < len(tracks):
                    match tracks[place]:
                        case {"name": str(track)}:
                            stand = SeasonStand(title, index + 1, len(calendar), len(results) > index)
                            return track, number, stand
    return None


def _season_of(setup: SeasonSetup, snapshot: dict[str, Data]) -> SeasonStand:
    """How far a season is, as far as its snapshot can be read."""
    index, results = _whole(snapshot.get("index")), snapshot.get("results")
    races = len(setup.calendar)
    between = isinstance(results, list) and len(results) > index
    return SeasonStand(setup.title, min(max(index, 0), races - 1) + 1, races, between)


def _race_setup(saved: SavedRace, season: SeasonStand | None) -> RaceSetup:
    """The setup of the race, of a season of the current one, whose grid and upgrades do not matter here."""
    setup = saved.setup
    if isinstance(setup, RaceSetup) or season is None:
        assert isinstance(setup, RaceSetup)
        return setup
    return race_setup(setup, season.number - 1, nothing_carried(setup))


def _winner(saved: SavedRace, season: SeasonStand | None) -> str | None:
    if season is not None:
        return _champion(saved, season) if saved.finished else None
    finished = saved.snapshot.get("finished")
    if not isinstance(finished, list) or not finished:
        return None
    try:
        return starting_list(_race_setup(saved, None))[_whole(finished[0])].name
    except (IllegalSetup, IndexError):  # reading the race tells what is wrong with it
        return None


def _champion(saved: SavedRace, season: SeasonStand) -> str | None:
    try:
        entries = starting_list(_race_setup(saved, season))
        results = results_of(saved.snapshot.get("results"))
        return entries[points_order(results, len(entries))[0]].name
    except (IllegalSetup, LookupError, ValueError):  # reading the season tells what is wrong with it
        return None


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
