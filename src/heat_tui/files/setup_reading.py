"""What a saved game was started from, out of a save whose shape is sound."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from heat_tui.engine.module import Module
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.files.refusals import BadFile, shown
from heat_tui.files.save_model import MODULES, SeasonTable, SetupTable, StartTable, module_from
from heat_tui.files.track_reading import track_from
from heat_tui.language import _
from heat_tui.modules.championship import EVENTS, SeasonRace, SeasonSetup


def setup_from(table: SetupTable, file: str) -> RaceSetup:
    """The setup of a race. Raises BadFile."""
    track = _track(table.track, file)
    modules = _modules(table, file)
    return RaceSetup(
        track=track,
        seats=tuple(table.seats),
        seed=table.seed,
        laps=table.laps,
        colours=tuple(table.colours),
        handicap=tuple(table.handicap),
        mulligan=table.mulligan,
        retire=table.retire,
        memory_aid=table.memory_aid,
        modules=modules,
    )


def season_from(table: SeasonTable, file: str) -> SeasonSetup:
    """The setup of a season. Raises BadFile."""
    tracks = [_track(each, file) for each in table.tracks]
    if any(race.track >= len(tracks) or race.event not in EVENTS for race in table.calendar):
        raise BadFile(damaged(file))
    return SeasonSetup(
        calendar=tuple(SeasonRace(tracks[race.track], race.event, race.laps) for race in table.calendar),
        seats=tuple(table.seats),
        seed=table.seed,
        title=table.title,
        parts=tuple(table.parts),
        level=table.level,
        sets=tuple(table.sets),
        colours=tuple(table.colours),
        handicap=tuple(table.handicap),
        mulligan=table.mulligan,
        retire=table.retire,
        memory_aid=table.memory_aid,
        modules=_modules(table, file),
    )


def damaged(file: str) -> str:
    """The sentence for a save that tells of something that cannot be."""
    return _("{file}: what it tells of the race cannot be; use an untouched copy of the saved race.").format(file=file)


def _track(table: dict[str, Any], file: str) -> Track:
    track, faults = track_from(table)
    if track is None:
        fault = _("{file}: the track in it is unsound ({fault}); use an untouched copy of the saved race.")
        raise BadFile(fault.format(file=file, fault=faults[0].rstrip(".")))
    return track


def _modules(table: StartTable, file: str) -> tuple[Module, ...]:
    for module in table.modules:
        if module.name not in MODULES:
            unknown = _(
                "{file}: it is played with {module}, which this version of the game does not have; update the game."
            )
            raise BadFile(unknown.format(file=file, module=shown(module.name)))
    if not all(seat.isprintable() for seat in table.seats):
        raise BadFile(damaged(file))
    try:
        return tuple(module_from(module) for module in table.modules)
    except ValidationError as error:
        raise BadFile(damaged(file)) from error
