"""Reading tracks: the schema of a track file, and the conversion of its data to a Track or to all its errors."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from heat_tui.engine.track import GRID_SPACES, Track
from heat_tui.language import C_, N_, _, ngettext, row, translated
from heat_tui.store.reading import shown, suggestion
from heat_tui.store.track_format import TRACK_FORMAT, WORD, range_ends, track_of

MOST_SPACES = 200
LONGEST_NAME = 40
RANGE = "^[0-9]{1,4}( ?- ?[0-9]{1,4})?$"

Coordinate = Annotated[int, Field(ge=0, le=1000)]
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
SpaceNumber = Annotated[int, Field(ge=1, le=MOST_SPACES)]
SpaceCount = Annotated[int, Field(ge=0, le=MOST_SPACES)]
Ranges = list[Annotated[str, Field(pattern=RANGE)]]


class StrictTable(BaseModel):
    """A table in a file: unknown keys are refused, and values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class CornerTable(StrictTable):
    """One corner line, numbered from 1 in driving order. A chicane has two."""

    model_config = ConfigDict(title="Corner")

    line_after: SpaceNumber = Field(
        description="The corner line is between this space and the next. At least 1, and before the last four "
        "spaces of the lap, which are the grid."
    )
    limit: int = Field(ge=1, le=20, description="The speed limit printed at the line.")
    legends_line_after: SpaceNumber = Field(
        description="This corner's legends line is between this space and the next. A number larger than "
        "`line_after` is before the start/finish line, on the previous lap."
    )
    press: SpaceNumber | None = Field(
        default=None,
        description="The corner's number for the events of a championship: 1, 2, 3, ... in driving order. Leave it "
        "out if the line has no number of its own, like the first line of a chicane.",
    )
    chicane_with: SpaceNumber | None = Field(
        default=None,
        description="On the second line of a chicane: the number, counted from 1, of the corner that is its first "
        "line. It is the corner just before this one and has the same limit.",
    )
    aggressive: SpaceCount = Field(
        default=0,
        description="The number of spaces just before the line that are marked for aggressive Legends, which may "
        "cross one more line if they start there. 0 for none.",
    )
    double_aggressive: SpaceCount = Field(
        default=0,
        description="The number of those spaces, the last ones before the line, that are marked twice: two more lines.",
    )


class RaceLineTable(StrictTable):
    """The side of the race line, from a space to that of the next entry."""

    model_config = ConfigDict(title="Side of the race line")

    from_: SpaceNumber = Field(
        alias="from",
        description="The first space of the stretch: 1 in the first entry, later the space just after a corner line.",
    )
    side: Literal["left", "right"] = Field(description="The side as seen in the driving direction.")


class DrawingTable(StrictTable):
    """The shape of the track, for drawing only. No rule depends on it."""

    model_config = ConfigDict(title="Drawing")

    outline: list[Point] = Field(
        description="The centre of every space, as [x, y], from space 1 on, in a box 480 wide; y grows downwards."
    )


class TrackFile(StrictTable):
    """A track as written in its file, `<id>.toml`."""

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
    laps: int = Field(ge=1, le=20, description="The number of laps of a race.")
    heat: int = Field(ge=0, le=20, description="The number of Heat cards in every engine at the start.")
    stress: int = Field(ge=0, le=20, description="The number of Stress cards in every deck at the start.")
    spaces: int = Field(ge=24, le=MOST_SPACES, description="The number of spaces of a lap.")
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


Place = tuple[int | str, ...]


def track_from(data: dict[str, Any]) -> tuple[Track | None, list[str]]:
    """Return the track and [], or None and every error, as "where: what; correction" without the file's name."""
    version = data.get("format")
    if type(version) is int and version > TRACK_FORMAT:  # a newer format may differ in any way
        newer = _(
            "format: this is {version}, but this version of the game reads formats up to {known}; update the game."
        )
        return None, [newer.format(version=shown(version), known=TRACK_FORMAT)]
    details: list[ErrorDetails] = []
    try:
        TrackFile.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
    unsound = {each["loc"][:depth] for each in details for depth in (1, 2)}
    found = [*(_sentence(each, data) for each in details), *_further_errors(data, unsound)]
    return (None if found else track_of(data)), found


def _where(place: Place) -> str:
    """Return the place of an error in words, with the keys of the file: "corner 2, limit"."""
    match place:
        case ("corners", int(index), *inner):
            start = _("corner {number}").format(number=index + 1)
        case ("drawing", "outline", int(index), *inner):
            return _("outline point {number}").format(number=index + 1)
        case (str(key), int(index), *inner):
            start = _("{key} entry {number}").format(key=shown(key), number=index + 1)
        case _ if place:
            return ", ".join(shown(each) for each in place)
        case _:
            return _("the file")
    return ", ".join([start, *(shown(each) for each in inner)])


_MESSAGES: Final[Mapping[str | tuple[str, str], str]] = {
    "int_type": N_("{where}: {value} is not a whole number; write one without quotation marks or a decimal point."),
    "greater_than_equal": N_("{where}: {value} is too small; the minimum is {ge}."),
    "less_than_equal": N_("{where}: {value} is too large; the maximum is {le}."),
    "string_type": N_("{where}: {value} is not text; write it in quotation marks."),
    "string_pattern_mismatch": N_(
        '{where}: "{value}" cannot be an id; use 1 to 32 of the lower-case letters a-z, digits and _.'
    ),
    "string_too_long": N_('{where}: "{value}" is too long; use at most {max_length} characters.'),
    "string_too_short": N_("{where}: it is empty; write a name."),
    "literal_error": N_('{where}: "{value}" is not one of {expected}; write one of these.'),
    "list_type": N_("{where}: {value} is not a list; write a list in square brackets, as tracks/README.md shows."),
    "too_short": N_("{where}: the list is empty; give at least one entry."),
    "model_type": N_("{where}: {value} is not a table of keys and values; write it as tracks/README.md shows."),
    ("format", "literal_error"): N_("{where}: {value} is not a format that this game reads; write format = 1."),
    ("drawing", "too_short"): N_("{where}: {value} is not a pair of numbers; write it as [x, y]."),
    ("drawing", "too_long"): N_("{where}: {value} is not a pair of numbers; write it as [x, y]."),
    ("range", "string_type"): N_(
        '{where}: {value} is not a range; write ranges in quotation marks, like "6-11" or "7".'
    ),
    ("range", "string_pattern_mismatch"): N_(
        '{where}: "{value}" is not a range; write it like "6-11", or "7" for one space.'
    ),
}
"""The messages by pydantic's kind of error, or by part of the file and kind; gaps such as `ge` are a field's bounds.

The part is a key of the file, or "range" for both `flooded` and `tunnel`.
"""

_MISFIT: Final = N_("{where}: {value} does not fit here; write it as tracks/README.md shows.")


def _sentence(error: ErrorDetails, data: dict[str, Any]) -> str:
    place, kind = error["loc"], error["type"]
    if kind == "missing":
        return _missing(place, data)
    if kind == "extra_forbidden":
        return _unknown_key(place)
    part = "range" if place[0] in ("flooded", "tunnel") else str(place[0])
    message = _MESSAGES.get((part, kind)) or _MESSAGES.get(kind, _MISFIT)
    bounds = {**error.get("ctx", {}), "expected": shown(error.get("ctx", {}).get("expected", ""))}
    return translated(message).format(**bounds, where=_where(place), value=shown(error["input"]))


def _missing(place: Place, data: dict[str, Any]) -> str:
    key = shown(place[-1])
    if len(place) == 1:
        if key in ("corners", "drawing"):
            header = "[[corners]]" if key == "corners" else "[drawing]"
            return _("the file: the table {header} is missing; add it.").format(header=header)
        # A key below a table's header belongs to that table, which is the usual reason for a missing key.
        tables = [name for name in ("drawing", "corners") if key in _keys_within(data.get(name))]
        if tables:
            misplaced = _("the file: {key} is inside the table {table}; move it above the first table.")
            return misplaced.format(key=key, table=tables[0])
        return _("the file: the key {key} is missing; add it above the first table.").format(key=key)
    return _("{where}: the key {key} is missing; add it.").format(where=_where(place[:-1]), key=key)


def _keys_within(table: Any) -> set[str]:
    tables = table if isinstance(table, list) else [table]
    return {key for each in tables if isinstance(each, dict) for key in each}


def _unknown_key(place: Place) -> str:
    table = TABLES[str(place[0])] if len(place) > 1 else TrackFile
    known = known_keys(table)
    wrong = str(place[-1])
    return _("{where}: {key} is not a key here{hint}; the keys are {known}.").format(
        where=_where(place[:-1]), key=shown(wrong), hint=suggestion(wrong, known), known=row(known)
    )


def _further_errors(data: dict[str, Any], unsound: set[Place]) -> Iterator[str]:
    """Yield the errors that the schema cannot find, in all parts except `unsound`, in which it has found some."""
    sound = {key: value for key, value in data.items() if (key,) not in unsound}
    name, spaces, race_line = sound.get("name"), sound.get("spaces"), sound.get("race_line")
    listed = enumerate(data["corners"] if isinstance(data.get("corners"), list) else ())
    corners = {
        index + 1: CornerTable.model_validate(each) for index, each in listed if ("corners", index) not in unsound
    }
    if name is not None and not (name.isprintable() and name.strip()):
        yield _("name: {name} contains characters that cannot be shown, or only blanks; use plain letters.").format(
            name=shown(name)
        )
    if spaces is not None:
        yield from _lines_off_the_track(corners, spaces)
        if "drawing" in sound:
            yield from _outline_errors(sound["drawing"]["outline"], spaces)
        for key in ("flooded", "tunnel"):
            yield from _range_errors(key, sound.get(key, []), spaces)
    yield from _order_errors(corners)
    yield from _chicane_errors(corners)
    if ("corners",) not in unsound:
        yield from _press_errors(corners)
        if race_line is not None:
            yield from _race_line_errors([RaceLineTable.model_validate(each) for each in race_line], corners)
        if spaces is not None and not any(_lines_off_the_track(corners, spaces)) and not any(_order_errors(corners)):
            yield from _legends_line_errors(corners, spaces)
            yield from _aggressive_errors(corners, spaces)


def _lines_off_the_track(corners: dict[int, CornerTable], spaces: int) -> Iterator[str]:
    last = spaces - GRID_SPACES - 1
    for number, corner in corners.items():
        line = corner.line_after
        if line > spaces:
            yield _(
                "corner {number}: line_after is {line}, but the track has only {spaces} spaces; put the line "
                "after a space from 1 to {last}."
            ).format(number=number, line=line, spaces=spaces, last=last)
        elif line > last:
            yield _(
                "corner {number}: line_after is {line}, but the grid fills the last four spaces, {first} to "
                "{spaces}; put the line after space {last} or earlier."
            ).format(number=number, line=line, first=last + 2, spaces=spaces, last=last)
        if corner.legends_line_after > spaces:
            yield _(
                "corner {number}: legends_line_after is {line}, but the track has only {spaces} spaces; use a "
                "number from 1 to {spaces}."
            ).format(number=number, line=corner.legends_line_after, spaces=spaces)
        if corner.legends_line_after == line:
            yield _(
                "corner {number}: its legends line and its corner line are both after space {line}; put the "
                "legends line some spaces earlier."
            ).format(number=number, line=line)


def _order_errors(corners: dict[int, CornerTable]) -> Iterator[str]:
    for number, corner in corners.items():
        before = corners.get(number - 1)
        if before is None:
            continue
        if corner.line_after == before.line_after:
            yield _(
                "corner {number}: its line is after space {line}, like that of corner {other}; two lines "
                "cannot share a place, so move or delete one."
            ).format(number=number, line=corner.line_after, other=number - 1)
        elif corner.line_after < before.line_after:
            yield _(
                "corner {number}: its line after space {line} comes before the line of corner {other}, after "
                "space {earlier}; list the corners in driving order."
            ).format(number=number, line=corner.line_after, other=number - 1, earlier=before.line_after)


def _chicane_errors(corners: dict[int, CornerTable]) -> Iterator[str]:
    for number, corner in corners.items():
        partner, first = corner.chicane_with, corners.get(number - 1)
        if partner is None:
            continue
        if number == 1:
            yield _(
                "corner 1: chicane_with is {partner}, but no corner comes before corner 1; delete the key, "
                "or move it to the second line of the chicane."
            ).format(partner=partner)
        elif partner != number - 1:
            yield _(
                "corner {number}: chicane_with is {partner}, but a chicane joins a corner to the one just "
                "before it; write {before} or delete the key."
            ).format(number=number, partner=partner, before=number - 1)
        if first is None or partner != number - 1:
            continue
        if first.limit != corner.limit:
            yield _(
                "corner {number}: its limit is {limit}, but the other line of its chicane, corner {partner}, "
                "has {other}; give both the same limit."
            ).format(number=number, limit=corner.limit, partner=partner, other=first.limit)
        if first.chicane_with is not None:
            yield _(
                "corner {number}: corner {partner} is already the second line of a chicane; a chicane has "
                "two lines, so delete one chicane_with."
            ).format(number=number, partner=partner)
        if first.press is not None:
            yield _(
                "corner {partner}: the first line of a chicane cannot have a press number; move the number to "
                "corner {number}, the second line."
            ).format(number=number, partner=partner)


def _press_errors(corners: dict[int, CornerTable]) -> Iterator[str]:
    expected = 1
    for number, corner in corners.items():
        if corner.press is None:
            continue
        if corner.press != expected:
            yield _(
                "corner {number}: its press number is {press}, but press numbers run 1, 2, 3 and so on in "
                "driving order; write {expected}."
            ).format(number=number, press=corner.press, expected=expected)
        expected += 1
    if expected == 1:
        yield _(
            "corners: none has a press number, which the events of a championship need; write press = 1 "
            "at the first corner, 2 at the next and so on."
        )


def _legends_line_errors(corners: dict[int, CornerTable], spaces: int) -> Iterator[str]:
    for number, corner in corners.items():
        way = (corner.line_after - corner.legends_line_after) % spaces
        between = [
            other
            for other, crossed in corners.items()
            if 0 < (corner.line_after - crossed.line_after) % spaces < way and corner.chicane_with != other
        ]
        if between:
            yield _(
                "corner {number}: the line of corner {other} comes between it and its legends line after "
                "space {line}; put the legends line between the two corner lines."
            ).format(number=number, line=corner.legends_line_after, other=between[-1])


def _aggressive_errors(corners: dict[int, CornerTable], spaces: int) -> Iterator[str]:
    count = len(corners)
    for number, corner in corners.items():
        before = corners[number - 1 or count]
        room = (corner.line_after - before.line_after) % spaces or spaces
        if corner.aggressive > room:
            yield ngettext(
                "corner {number}: {marked} spaces are marked aggressive, but the track has only {room} space between "
                "its line and the previous line; mark no more than that.",
                "corner {number}: {marked} spaces are marked aggressive, but the track has only {room} spaces between "
                "its line and the previous line; mark no more than that.",
                room,
            ).format(number=number, marked=corner.aggressive, room=room)
        if corner.double_aggressive > corner.aggressive:
            yield ngettext(
                "corner {number}: double_aggressive is {double}, but only {single} space is aggressive; "
                "make double_aggressive at most {single}.",
                "corner {number}: double_aggressive is {double}, but only {single} spaces are aggressive; "
                "make double_aggressive at most {single}.",
                corner.aggressive,
            ).format(number=number, double=corner.double_aggressive, single=corner.aggressive)


def _race_line_errors(race_line: list[RaceLineTable], corners: dict[int, CornerTable]) -> Iterator[str]:
    if race_line[0].from_ != 1:
        yield _(
            "race_line entry 1: it starts from space {start}; the first entry starts from space 1, so write from = 1."
        ).format(start=race_line[0].from_)
    after_a_line = {corner.line_after + 1 for corner in corners.values()}
    for number, (before, entry) in enumerate(itertools.pairwise(race_line), start=2):
        if entry.from_ <= before.from_:
            yield _(
                "race_line entry {number}: it starts from space {start}, not after entry {other} (space {earlier}); "
                "list the entries in driving order."
            ).format(number=number, start=entry.from_, other=number - 1, earlier=before.from_)
        elif entry.from_ not in after_a_line:
            nearest = min(sorted(after_a_line), key=lambda space: abs(space - entry.from_))
            yield _(
                "race_line entry {number}: the race line changes sides only at corner lines, and none is "
                "just before space {start}; the nearest line is before space {nearest}."
            ).format(number=number, start=entry.from_, nearest=nearest)
        if entry.side == before.side:
            yield _(
                "race_line entry {number}: the race line is already on the {side}; delete the entry or "
                "correct its side."
            ).format(number=number, side=_side(entry.side))
    if len(race_line) > 1 and race_line[-1].side != race_line[0].side:
        yield _(
            "race_line entry {number}: the race line continues over the start/finish line, where it is "
            "on the {side}; give the last entry the side of the first."
        ).format(number=len(race_line), side=_side(race_line[0].side))


def _side(side: str) -> str:
    return C_("side of the course", "left") if side == "left" else C_("side of the course", "right")


def _range_errors(key: str, ranges: list[str], spaces: int) -> Iterator[str]:
    seen: dict[int, int] = {}
    for number, text in enumerate(ranges, start=1):
        first, last = range_ends(text)
        place = {"key": key, "number": number, "range": text, "first": first, "last": last, "spaces": spaces}
        if first > last:
            yield _('{key} entry {number}: the range "{range}" runs backwards; write "{last}-{first}".').format(**place)
        elif first < 1 or last > spaces:
            yield _(
                '{key} entry {number}: the range "{range}" leaves the track; its spaces are numbered 1 to {spaces}.'
            ).format(**place)
        else:
            other = next((seen[space] for space in range(first, last + 1) if space in seen), None)
            if other is not None:
                yield _(
                    '{key} entry {number}: the range "{range}" overlaps entry {other}; name every space only once.'
                ).format(other=other, **place)
            seen.update(dict.fromkeys(range(first, last + 1), number))


def _outline_errors(outline: list[list[int]], spaces: int) -> Iterator[str]:
    if len(outline) != spaces:
        yield ngettext(
            "outline: it has {count} point, but the track has {spaces} spaces; give one point for each space.",
            "outline: it has {count} points, but the track has {spaces} spaces; give one point for each space.",
            len(outline),
        ).format(count=len(outline), spaces=spaces)
    seen: dict[tuple[int, ...], int] = {}
    for number, point in enumerate(outline, start=1):
        other = seen.setdefault(tuple(point), number)
        if other != number:
            yield _(
                "outline point {number}: it is the same as point {other}; every space needs a place of its own."
            ).format(number=number, other=other)
