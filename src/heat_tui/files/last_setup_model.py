"""The shape of the file in which the last setup is remembered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from heat_tui.engine.setup import COLOURS, MOST_CARS, MOST_HANDICAP, MOST_LAPS
from heat_tui.files.json_reading import read_object
from heat_tui.files.last_setup import LastSeat, LastSetup
from heat_tui.files.refusals import BadFile, shown_path
from heat_tui.files.saved_race import Controller
from heat_tui.language import _
from heat_tui.modules.garage import DRAFTS, LEVELS, SETS
from heat_tui.modules.garage.cards import BASE
from heat_tui.modules.legends import MOST_PRO


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SeatTable(_Table):
    """A driver's place."""

    name: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]+$")]
    colour: Literal[COLOURS]  # type: ignore[valid-type]
    controller: Controller
    handicap: Annotated[int, Field(ge=0, le=MOST_HANDICAP)]


class SetupFile(_Table):
    """The whole file; one that was written before there were advanced rules has none of them."""

    track: Annotated[str, Field(min_length=1, max_length=4000)]
    seats: Annotated[list[SeatTable], Field(min_length=1, max_length=MOST_CARS)]
    legends: Annotated[int, Field(ge=0, lt=MOST_CARS)]
    laps: Annotated[int, Field(ge=1, le=MOST_LAPS)] | None
    pro: Annotated[int, Field(ge=0, le=MOST_PRO)]
    mulligan: bool
    retire: bool
    memory_aid: bool
    open_table: bool
    garage: Literal["none", *LEVELS] = "none"  # type: ignore[valid-type]
    draft: Literal[DRAFTS] = "normal"  # type: ignore[valid-type]
    sets: Annotated[list[Literal[SETS]], Field(max_length=len(SETS))] | None = None  # type: ignore[valid-type]
    weather: bool = False
    tournament: bool = False
    aggressive: bool = False


def setup_from(path: Path) -> LastSetup | None:
    """The setup that the file holds, None where there is no file. Raises BadFile."""
    table = read_object(path)
    if table is None:
        return None
    try:
        shape = SetupFile.model_validate(table)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])
        fault = _("{file}: {place} is not as the game wrote it, so no last setup is proposed; delete the file.")
        raise BadFile(fault.format(file=shown_path(path), place=shown_path(place) or "{}")) from error
    seats = tuple(LastSeat(each.name, each.colour, each.controller, each.handicap) for each in shape.seats)
    return LastSetup(
        track=shape.track,
        seats=seats,
        legends=shape.legends,
        laps=shape.laps,
        pro=shape.pro,
        mulligan=shape.mulligan,
        retire=shape.retire,
        memory_aid=shape.memory_aid,
        open_table=shape.open_table,
        garage=shape.garage,
        draft=shape.draft,
        sets=None if shape.sets is None else tuple(name for name in SETS if name in (BASE, *shape.sets)),
        weather=shape.weather,
        tournament=shape.tournament,
        aggressive=shape.aggressive,
    )
