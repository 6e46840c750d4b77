"""Import tracks from circuits made in the official adaptation's editor, from track files and from saved games."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum, isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

from heat_tui.engine.track import Track, grid_place
from heat_tui.game.sketch import Sketch, SketchedCorner
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.store import saved_race
from heat_tui.store.reading import BadFile, parsed_json, read_text, shown, shown_path
from heat_tui.store.track_format import LONGEST_ID, Point, cross, outline_of, track_data
from heat_tui.store.track_reading import MOST_SPACES, track_from
from heat_tui.store.tracks import BUILT_IN_IDS, free_id, read_any_track_file, save_track, target_file


class Imported(NamedTuple):
    """A track that is now in the tracks folder, and a sentence for each part of its source that it lacks or changes."""

    track: Track
    file: Path
    notes: tuple[str, ...]


def import_tracks(path: Path, track_id: str = "", *, overwrite: bool = False, rename: bool = False) -> list[Imported]:
    """Copy the track of a circuit or track file, or all custom tracks of a save, into the tracks folder.

    A single track gets the id `track_id` if one is given. An existing track with the same id is replaced only with
    `overwrite`. The new track gets a free id instead if `rename` is True, or if an earlier track of the same save has
    its id. Raises BadFile, before anything is written unless the writing itself fails.
    """
    found = list(_tracks_in(path, track_id))
    if track_id and len(found) > 1:
        several = N_("{file}: it contains {count} tracks, which cannot all have the id {id}; import them without --as.")
        raise BadFile(several, file=shown_path(path), count=len(found), id=track_id)
    taken: dict[str, tuple[Track, list[str]]] = {}
    for track, notes in found:
        track_id = free_id(track.id, taken) if rename or track.id in taken else track.id
        taken[track_id] = replace(track, id=track_id), notes
        target_file(track_id, replace=overwrite)
    return [Imported(track, save_track(track, replace=overwrite), tuple(notes)) for track, notes in taken.values()]


def _tracks_in(path: Path, track_id: str) -> Iterator[tuple[Track, list[str]]]:
    """Yield the tracks in a file with their notes. Raises BadFile."""
    if path.suffix.lower() == ".toml":
        track = read_any_track_file(path)
        yield replace(track, id=track_id or track.id), []
        return
    file = shown_path(path)
    broken = N_("{file}: line {line}, column {column}: this is not valid JSON; choose a complete .heat or .json file.")
    read = parsed_json(read_text(path, saved_race.MOST_BYTES), file, broken)
    table: dict[str, Any] = read if isinstance(read, dict) else {}
    if table.get("kind") in (saved_race.KIND, saved_race.SEASON_KIND):
        for track in _own_tracks(path, file):
            yield replace(track, id=track_id or track.id), []
        return
    if not isinstance(cells := table.get("cells"), dict) or not cells:
        unknown = N_(
            "{file}: this is neither a circuit of the official adaptation's editor nor a saved race; choose a .heat, "
            ".json or .toml file with a track."
        )
        raise BadFile(unknown, file=file)
    names = [each for each in (table.get("id"), table.get("name"), path.stem) if isinstance(each, str)]
    yield circuit_track(table, track_id or id_from(names[0]), path.stem, file)


def id_from(name: str) -> str:
    """Return an id made from a name, without characters that an id cannot have."""
    return saved_race.name_from([name], "track").replace("-", "_")[:LONGEST_ID].strip("_")


def _own_tracks(path: Path, file: str) -> list[Track]:
    """Return the custom tracks of a saved game. Raises BadFile, including for a game without any."""
    from heat_tui.store.save_reading import read_unplayed

    setup = read_unplayed(path)[0].setup
    tracks = [race.track for race in setup.calendar] if isinstance(setup, SeasonSetup) else [setup.track]
    own = [track for track in dict.fromkeys(tracks) if track.id not in BUILT_IN_IDS]
    if not own:
        built_in = N_("{file}: this saved race uses only tracks that come with the game, so it has none to import.")
        raise BadFile(built_in, file=file)
    return own


_MOST: Final = 1e6
"""The largest absolute value accepted for a number in a circuit, such as a position or a coordinate."""

_FIGURES: Final = {"laps": "nbrLaps", "heat": "heatCards", "stress": "stressCards"}
_CORNER_FIGURES: Final = ("position", "speed", "legend")
_SPECIAL: Final = {"flooded": ("floodedSpaces", "flooded"), "tunnel": ("tunnelsSpaces", "tunnelSpaces", "tunels")}
_TAKEN: Final = frozenset(
    {
        *("cells", "corners", "id", "name", "startingCells", "pressCornersPositions", *_FIGURES.values()),
        *(*_CORNER_FIGURES, "lane", "chicane", "agressiveLegend"),
        *itertools.chain(*_SPECIAL.values()),
    }
)
_LEFT_OUT: Final = {
    N_("The picture of the board is not imported; the game draws the track itself."): ("jpgUrl", "width", "height"),
    N_("The places of the podium, the weather card and the tokens are not imported; the game shows them elsewhere."): (
        *("podium", "weatherCardPos", "tentX", "tentY", "sectorTentX", "sectorTentY"),
    ),
    N_("Only the centres of the cells shape the drawing; their angles, outlines and neighbours are not imported."): (
        *("a", "d", "neighbours"),
    ),
    N_("The values that the circuit editor computed are not imported."): ("computed",),
}
"""The keys that a track has no place for, by the sentence to show for them."""


class Lanes(NamedTuple):
    """The centres and names of a space's two cells, by lane: 0 and 1 here, 1 and 2 in the file."""

    centres: tuple[Point, Point]
    cells: tuple[str, str]


def circuit_track(table: Mapping[str, Any], track_id: str, name: str, file: str) -> tuple[Track, list[str]]:
    """Return the track of a circuit's file, and a sentence for each part that is left out or differs.

    `name` is used for a circuit without one. Raises BadFile, including for errors that `tracks check` would find.
    """
    errors = list(_errors(table))
    if errors:
        raise BadFile(*(_("{file}: {fault}").format(file=file, fault=fault) for fault in errors))
    spaces = _spaces(table["cells"])
    corners = sorted(table["corners"], key=lambda corner: _whole(corner["position"]))
    lefts = _left_lanes(spaces, [_whole(each["position"]) for each in corners])
    if lefts is None:
        flat = N_("{file}: its two lanes are not side by side; correct the cells in the circuit editor.")
        raise BadFile(flat, file=file)
    named, press = table.get("name"), table.get("pressCornersPositions")
    press_lines = [*map(_whole, press)] if isinstance(press, list) else None
    figures: dict[str, Any] = {key: _whole(table[theirs]) for key, theirs in _FIGURES.items()}
    special: dict[str, Any] = {key: _special(table, key, spaces) for key in _SPECIAL}
    sketch = Sketch(
        name=named if isinstance(named, str) and named.strip() else name,
        spaces=len(spaces),
        traced=tuple(outline_of([_middle(each.centres) for each in spaces])),
        corners=tuple(_corner(each, left, press_lines) for each, left in zip(corners, lefts, strict=True)),
        **figures,
        **special,
    )
    track, faults = track_from(track_data(replace(sketch.drawn, id=track_id)))
    if track is None:
        raise BadFile(*(_("{file}: {fault}").format(file=file, fault=fault) for fault in faults))
    return track, list(_notes(table, track, spaces, lefts))


def _number(value: object) -> float | None:
    """Return a JSON number from -`_MOST` to `_MOST`, quoted or not, as a float; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) and abs(number) <= _MOST else None


def _whole(value: object) -> int:
    """Return the whole number that `_number` finds in a value; 0 if it finds none."""
    number = _number(value)
    return int(number) if number is not None and number.is_integer() else 0


def _errors(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the errors that keep the circuit from being read, without the file's name."""
    for key in _FIGURES.values():
        if _whole(table.get(key)) < 1:
            yield _('"{key}" is missing or not a whole number above 0; set it in the circuit editor.').format(key=key)
    yield from _cell_errors(table["cells"])
    yield from _corner_errors(table.get("corners"), len(table["cells"]) // 2)
    known = {str(each) for each in table["cells"]}
    for key in (*itertools.chain(*_SPECIAL.values()), "startingCells"):
        unknown = [each for each in _listed(table, key) if each not in known]
        if unknown:
            words = _('"{key}" names cell {cell}, which the circuit does not have; correct the list.')
            yield words.format(key=key, cell=shown(unknown[0]))


def _cell_errors(cells: Mapping[str, Any]) -> Iterator[str]:
    if len(cells) > 2 * MOST_SPACES:
        words = _("it has {count} cells, but a track has at most {most} spaces of two cells; shorten the circuit.")
        yield words.format(count=len(cells), most=MOST_SPACES)
        return
    places = {name: _place(cell) for name, cell in cells.items()}
    unplaced = [name for name, (position, lane) in places.items() if not position or lane not in (1, 2)]
    if unplaced:
        yield ngettext(
            "{count} cell has no lane and position yet, such as cell {cell}; finish the circuit in its editor.",
            "{count} cells have no lane and position yet, such as cell {cell}; finish the circuit in its editor.",
            len(unplaced),
        ).format(count=len(unplaced), cell=shown(unplaced[0]))
        return
    odd = [name for name, cell in cells.items() if None in (_number(cell.get("x")), _number(cell.get("y")))]
    if odd:
        yield ngettext(
            "{count} cell has no centre yet, such as cell {cell}; finish the circuit in its editor.",
            "{count} cells have no centre yet, such as cell {cell}; finish the circuit in its editor.",
            len(odd),
        ).format(count=len(odd), cell=shown(odd[0]))
    counts = Counter(places.values())
    spaces = (len(cells) + 1) // 2
    for position, lane in sorted({(n, side) for n in range(1, spaces + 1) for side in (1, 2)} | counts.keys()):
        count = counts[position, lane]
        if count != 1:
            yield ngettext(
                "position {position} has {count} cell in lane {lane}, but every position from 1 to {spaces} has one "
                "cell in each lane; correct the positions in the circuit editor.",
                "position {position} has {count} cells in lane {lane}, but every position from 1 to {spaces} has one "
                "cell in each lane; correct the positions in the circuit editor.",
                count,
            ).format(position=position, count=count, lane=lane, spaces=spaces)
            return


def _place(cell: object) -> tuple[int, int]:
    """Return a cell's position and lane, each 0 if missing or not whole; a negative position becomes 0 too."""
    table = cell if isinstance(cell, dict) else {}
    return max(_whole(table.get("position")), 0), _whole(table.get("lane"))


def _corner_errors(corners: object, spaces: int) -> Iterator[str]:
    if not isinstance(corners, list) or not corners:
        yield _("it has no corners; place them in the circuit editor and save the circuit again.")
        return
    for number, corner in enumerate(corners, start=1):
        table = corner if isinstance(corner, dict) else {}
        for key in _CORNER_FIGURES:
            if _whole(table.get(key)) < 1:
                yield _(
                    'corner {number}: "{key}" is missing or not a whole number above 0; set it in the circuit editor.'
                ).format(number=number, key=key)
        if _whole(table.get("position")) > spaces:
            yield _(
                'corner {number}: "position" is {position}, but the circuit has {spaces} spaces; correct the position.'
            ).format(number=number, position=_whole(table["position"]), spaces=spaces)
        if _whole(table.get("lane")) not in (1, 2):
            yield _('corner {number}: "lane" is not 1 or 2; set it in the circuit editor.').format(number=number)


def _listed(table: Mapping[str, Any], key: str) -> list[str]:
    """Return the names of the cells that a circuit lists under a key; [] without such a list."""
    listed = table.get(key)
    names = listed if isinstance(listed, list) else []
    return [str(number) if (number := _whole(each)) else shown(each) for each in names]


def _spaces(cells: Mapping[str, Any]) -> list[Lanes]:
    at = {_place(cell): (name, cell) for name, cell in cells.items()}
    pairs = [(at[position, 1], at[position, 2]) for position in range(1, len(cells) // 2 + 1)]
    return [Lanes((_centre(one), _centre(two)), (str(first), str(second))) for (first, one), (second, two) in pairs]


def _centre(cell: Mapping[str, Any]) -> Point:
    return _number(cell["x"]) or 0.0, _number(cell["y"]) or 0.0


def _middle(points: Sequence[Point]) -> Point:
    return fsum(x for x, _y in points) / len(points), fsum(y for _x, y in points) / len(points)


def _left_lanes(spaces: Sequence[Lanes], lines: Sequence[int]) -> list[int] | None:
    """Return the lane, 1 or 2, on the left after each corner line; None if the lanes are not side by side."""
    lefts: list[int] = []
    for line, end in zip(lines, [*lines[1:], lines[0] + len(spaces)], strict=True):
        across = fsum(_across(spaces, index % len(spaces)) for index in range(line, max(end, line + 1)))
        if across == 0:
            return None
        lefts.append(1 if across > 0 else 2)
    return lefts


def _across(spaces: Sequence[Lanes], index: int) -> float:
    """Return the cross product of the driving direction and the vector from lane 1 to lane 2.

    The product is above 0 if lane 2 is on the right.
    """
    before, after = (_middle(spaces[(index + way) % len(spaces)].centres) for way in (-1, 1))
    one, two = spaces[index].centres
    return cross((after[0] - before[0], after[1] - before[1]), (two[0] - one[0], two[1] - one[1]))


def _corner(corner: Mapping[str, Any], left: int, press_lines: Sequence[int] | None) -> SketchedCorner:
    """Return a corner of the sketch; from its line to the next, `left` is the lane on the left.

    The race line after the corner is in the lane that the file names for it. `press_lines` are the positions of the
    press corners, None if all corners are press corners.
    """
    line = _whole(corner["position"])
    return SketchedCorner(
        line,
        _whole(corner["speed"]),
        _whole(corner["legend"]),
        "left" if _whole(corner["lane"]) == left else "right",
        press=press_lines is None or line in press_lines,
        chicane=corner.get("chicane") not in (None, False, ""),
        aggressive=_whole(corner.get("agressiveLegend")),
    )


def _special(table: Mapping[str, Any], key: str, spaces: Sequence[Lanes]) -> tuple[int, ...]:
    """Return the spaces with a mark, "flooded" or "tunnel", in at least one lane, in ascending order."""
    cells = {cell for theirs in _SPECIAL[key] for cell in _listed(table, theirs)}
    return tuple(number for number, space in enumerate(spaces, start=1) if cells.intersection(space.cells))


def _notes(table: Mapping[str, Any], track: Track, spaces: Sequence[Lanes], lefts: Sequence[int]) -> Iterator[str]:
    """Yield a sentence for each way in which the imported track differs from the circuit."""
    grid = _listed(table, "startingCells")
    if not grid:
        yield _("The circuit has no starting cells; the cars start on the last four spaces.")
    elif grid != [_grid_cell(track, spaces, lefts[-1], place) for place in range(1, len(grid) + 1)]:
        yield _(
            "The circuit has other starting cells; here the cars start on the last four spaces, each pair with "
            "the car ahead on the race line."
        )
    for theirs in _SPECIAL.values():
        cells = {cell for key in theirs for cell in _listed(table, key)}
        if any(len(cells.intersection(space.cells)) == 1 for space in spaces):
            yield _("Some spaces are flooded or in a tunnel in one lane only; here both lanes are.")
            break
    parts = [table, *table["corners"], *table["cells"].values()]
    keys = {str(key) for part in parts for key in part}
    for sentence, left_out in _LEFT_OUT.items():
        if keys.intersection(left_out):
            yield translated(sentence)
    unknown = sorted(keys - _TAKEN - {"x", "y"} - set(itertools.chain(*_LEFT_OUT.values())))
    if unknown:
        words = _("Not imported, because the game does not know what they mean: {keys}.")
        yield words.format(keys=shown(", ".join(unknown)))


def _grid_cell(track: Track, spaces: Sequence[Lanes], left: int, place: int) -> str:
    """Return the name of the cell at a place on the grid, from 1; `left` is the lane on the left there."""
    space, spot = grid_place(track, place)
    race_lane = left if track.race_line_side(space) == "left" else 3 - left
    return spaces[space - 1].cells[race_lane - 1 if spot == 0 else 2 - race_lane]
