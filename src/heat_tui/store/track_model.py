"""The shape of a track file: every key, its type, its bounds, and the words of the JSON Schema."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from heat_tui.store.track_format import WORD

MOST_SPACES = 200
LONGEST_NAME = 40
RANGE = "^[0-9]{1,4}( ?- ?[0-9]{1,4})?$"

Coordinate = Annotated[int, Field(ge=0, le=1000)]
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
SpaceNumber = Annotated[int, Field(ge=1, le=MOST_SPACES)]
Ranges = list[Annotated[str, Field(pattern=RANGE)]]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CornerTable(_Table):
    """One corner line. A chicane is two of them. They are numbered from 1 in driving order."""

    model_config = ConfigDict(title="Corner")

    line_after: SpaceNumber = Field(
        description="The corner line lies between this space and the next. At least 1, and before the last four "
        "spaces of the lap, on which the grid stands."
    )
    limit: int = Field(ge=1, le=20, description="The speed limit printed at the line.")
    legends_line_after: SpaceNumber = Field(
        description="This corner's legends line lies between this space and the next. A number larger than "
        "`line_after` lies before the start/finish line, on the lap before."
    )
    press: int | None = Field(
        default=None,
        ge=1,
        le=MOST_SPACES,
        description="The corner's number for the events of a championship: 1, 2, 3, ... in driving order. Left out "
        "where the line has none of its own, as for the first line of a chicane.",
    )
    chicane_with: int | None = Field(
        default=None,
        ge=1,
        le=MOST_SPACES,
        description="On the second line of a chicane: the number, counted from 1, of the corner that is its first "
        "line. It is the corner just before this one and has the same limit.",
    )
    aggressive: int = Field(
        default=0,
        ge=0,
        le=MOST_SPACES,
        description="How many spaces just before the line are marked for aggressive Legends, which may cross one "
        "line more when they start there. 0 for none.",
    )
    double_aggressive: int = Field(
        default=0,
        ge=0,
        le=MOST_SPACES,
        description="How many of those marked spaces, the last ones before the line, are marked twice: two lines more.",
    )


class RaceLineTable(_Table):
    """From a space on, the race line is on this side of the track."""

    model_config = ConfigDict(title="Side of the race line")

    from_: SpaceNumber = Field(
        alias="from",
        description="The first space of the stretch: 1 in the first entry, later the space just after a corner line.",
    )
    side: Literal["left", "right"] = Field(description="The side as seen in driving direction.")


class DrawingTable(_Table):
    """A hint of the shape, for drawing only. No rule depends on it."""

    model_config = ConfigDict(title="Drawing")

    outline: list[Point] = Field(
        description="The centre of every space, as [x, y], from space 1 on, in a box 480 wide; y grows downwards."
    )


class TrackFile(_Table):
    """One track, as the file `<id>.toml` holds it."""

    model_config = ConfigDict(title="A track of heat-tui")

    format: Literal[1] = Field(description="The version of this format.")
    id: str = Field(
        pattern=WORD, description="The name for commands and files: 1 to 32 of a-z, 0-9 and _. Also the file's name."
    )
    name: str = Field(min_length=1, max_length=LONGEST_NAME, description="The name that players read.")
    set: str = Field(
        default="own",
        pattern=WORD,
        description="The box that the board comes from: base, heavy_rain or tunnel_vision; own for a track of yours.",
    )
    direction: Literal["clockwise", "counterclockwise"] = Field(description="The driving direction round the loop.")
    laps: int = Field(ge=1, le=20, description="How many laps a race has.")
    heat: int = Field(ge=0, le=20, description="How many Heat cards every engine starts with.")
    stress: int = Field(ge=0, le=20, description="How many Stress cards every deck starts with.")
    spaces: int = Field(ge=24, le=MOST_SPACES, description="How many spaces one lap has.")
    race_line: list[RaceLineTable] = Field(
        min_length=1,
        description="The side of the race line. It changes at corner lines only, so the last entry, which runs on "
        "over the start/finish line, has the side of the first.",
    )
    flooded: Ranges = Field(
        default_factory=list, description='The flooded spaces, as ranges: ["6-11", "39"]. Both ends belong to a range.'
    )
    tunnel: Ranges = Field(
        default_factory=list, description='The tunnel spaces, as ranges: ["17-24", "38"]. Both ends belong to a range.'
    )
    corners: list[CornerTable] = Field(min_length=1, description="The corner lines in driving order.")
    drawing: DrawingTable = Field(description="The shape of the track on the screen.")


TABLES: dict[str, type[BaseModel]] = {"corners": CornerTable, "race_line": RaceLineTable, "drawing": DrawingTable}


def known_keys(table: type[BaseModel]) -> list[str]:
    """Return the keys of a table as spelt in a file."""
    return [field.alias or name for name, field in table.model_fields.items()]


def track_schema() -> str:
    """Return the JSON Schema of a track file, for editors: sorted keys, two spaces per level, a final newline."""
    schema: dict[str, Any] = TrackFile.model_json_schema(by_alias=True)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    for table in (schema, *schema["$defs"].values()):
        for entry in table["properties"].values():
            entry.pop("title", None)  # derived from the key, so it says nothing new
            if "anyOf" in entry:  # a number or None; TOML has no null, so the key is left out
                entry.update(entry.pop("anyOf")[0])
                del entry["default"]
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
