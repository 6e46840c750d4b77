"""From the plain data of a track file to the engine's Track, or to a sentence for everything that is wrong with it."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from heat_tui.engine.track import Track
from heat_tui.files.refusals import shown, suggestion
from heat_tui.files.track_checks import Parts, faults
from heat_tui.files.track_format import FORMAT, track_of
from heat_tui.files.track_model import TABLES, CornerTable, RaceLineTable, TrackFile, known_keys
from heat_tui.language import _

Place = tuple[int | str, ...]


def track_from(data: dict[str, Any]) -> tuple[Track | None, list[str]]:
    """The track, or None and every fault as "where: what; cure" without the file's name."""
    version = data.get("format")
    if type(version) is int and version > FORMAT:  # a newer format may differ in anything, so nothing else is checked
        newer = _("format: it is {version}, but this game reads only up to {known}; update the game.")
        return None, [newer.format(version=shown(version), known=FORMAT)]
    try:
        file = TrackFile.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
        found = [_sentence(each, data) for each in details]
        return None, [*found, *faults(_sound_parts(data, details))]
    found = list(faults(_parts(file)))
    return (None if found else track_of(data)), found


def _parts(file: TrackFile) -> Parts:
    return Parts(
        name=file.name,
        spaces=file.spaces,
        corners=dict(enumerate(file.corners, start=1)),
        every_corner=True,
        race_line=file.race_line,
        flooded=file.flooded,
        tunnel=file.tunnel,
        outline=file.drawing.outline,
    )


def _sound_parts(data: dict[str, Any], details: list[ErrorDetails]) -> Parts:
    """What of a misshapen file can still be checked, so that a reader hears of all faults at once."""
    unsound = {each["loc"][:depth] for each in details for depth in (1, 2)}

    def sound(key: str, default: Any = None) -> Any:
        return data.get(key, default) if (key,) not in unsound else None

    corners: dict[int, CornerTable] = {}
    listed = data.get("corners")
    if isinstance(listed, list):
        for index, each in enumerate(listed):
            if ("corners", index) not in unsound:
                corners[index + 1] = CornerTable.model_validate(each)
    race_line = sound("race_line")
    drawing = sound("drawing")
    return Parts(
        name=sound("name"),
        spaces=sound("spaces"),
        corners=corners,
        every_corner=("corners",) not in unsound,
        race_line=None if race_line is None else [RaceLineTable.model_validate(each) for each in race_line],
        flooded=sound("flooded"),
        tunnel=sound("tunnel"),
        outline=None if drawing is None else drawing["outline"],
    )


def _where(place: Place) -> str:
    """The place of a fault in the words of the file: "corner 2, limit"."""
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


def _sentence(error: ErrorDetails, data: dict[str, Any]) -> str:
    place, bounds = error["loc"], error.get("ctx", {})
    where, value = _where(place), shown(error["input"])
    match error["type"]:
        case "missing":
            return _missing(place, data)
        case "extra_forbidden":
            return _unknown_key(place)
        case "int_type":
            fault = _("{where}: {value} is not a whole number; write one without quotation marks and decimal point.")
        case "greater_than_equal":
            fault = _("{where}: {value} is too small; the least is {least}.")
        case "less_than_equal":
            fault = _("{where}: {value} is too large; the most is {most}.")
        case "string_type" if place[0] in ("flooded", "tunnel"):
            fault = _('{where}: {value} is not a range; write ranges in quotation marks, like "6-11" or "7".')
        case "string_type":
            fault = _("{where}: {value} is not text; write it in quotation marks.")
        case "string_pattern_mismatch" if place[0] in ("flooded", "tunnel"):
            fault = _('{where}: "{value}" is not a range; write it like "6-11", or "7" for one space.')
        case "string_pattern_mismatch":
            fault = _('{where}: "{value}" is not 1 to 32 small letters a-z, digits and _; write it with those alone.')
        case "string_too_long":
            fault = _('{where}: "{value}" is too long; use at most {longest} characters.')
        case "string_too_short":
            fault = _("{where}: it is empty; write a name.")
        case "literal_error" if place == ("format",):
            fault = _("{where}: {value} is no format that this game knows; write format = 1.")
        case "literal_error":
            fault = _('{where}: "{value}" is not one of the words {words}; write one of these.')
        case "list_type":
            fault = _("{where}: {value} is not a list; write a list in square brackets, as tracks/README.md shows.")
        case "too_short" | "too_long" if place[:2] == ("drawing", "outline"):
            fault = _("{where}: {value} is not a pair of numbers; write it as [x, y].")
        case "too_short":
            fault = _("{where}: the list is empty; give at least one entry.")
        case "model_type":
            fault = _("{where}: {value} is not a table of keys and values; write it as tracks/README.md shows.")
        case _:
            fault = _("{where}: {value} does not fit here; write it as tracks/README.md shows.")
    return fault.format(
        where=where,
        value=value,
        least=bounds.get("ge"),
        most=bounds.get("le"),
        longest=bounds.get("max_length"),
        words=shown(bounds.get("expected", "")),
    )


def _missing(place: Place, data: dict[str, Any]) -> str:
    key = shown(place[-1])
    if len(place) == 1:
        if key in ("corners", "drawing"):
            header = "[[corners]]" if key == "corners" else "[drawing]"
            return _("the file: the table {header} is missing; add it.").format(header=header)
        # A key written below a table's header belongs to that table, which is the usual way to lose one.
        tables = [name for name in ("drawing", "corners") if key in _keys_within(data.get(name))]
        if tables:
            misplaced = _("the file: {key} stands inside the table {table}; move it above the first table.")
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
    return _("{where}: there is no key {key}{hint}; the keys are {known}.").format(
        where=_where(place[:-1]), key=shown(wrong), hint=suggestion(wrong, known), known=", ".join(known)
    )
