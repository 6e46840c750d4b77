"""The sheet of a track as text: its figures, its corners, its drawing and the key to the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from heat_tui.drawing.ascii_map import draw_track
from heat_tui.engine.track import Corner, Track, runs
from heat_tui.language import _, ngettext, row
from heat_tui.typesetting import aligned, wrapped


def track_sheet(track: Track, width: int = 78, height: int = 22, *, name: str = "") -> str:
    """Return the sheet of a track under `name`, by default the track's own name.

    `width` limits the sentences and the drawing, `height` the drawing alone. Raises ValueError for a box below 40 x 16.
    """
    return "\n".join(
        [
            f"{name or track.name} ({track.id})",
            *_wrapped([_figures(track), _race_line(track), *special_spaces(track)], width),
            "",
            *_corner_table(corner_facts(track)),
            "",
            draw_track(track, width, height),
            "",
            *_wrapped([_key(track)], width),
        ]
    )


def _figures(track: Track) -> str:
    laps = ngettext("{count} lap", "{count} laps", track.laps).format(count=track.laps)
    return _("{set}: {laps} of {spaces} spaces, {direction}; {heat} Heat, {stress} Stress.").format(
        set=_set_name(track.set),
        laps=laps,
        spaces=track.spaces,
        direction=_("clockwise") if track.direction == "clockwise" else _("anticlockwise"),
        heat=track.heat,
        stress=track.stress,
    )


def _set_name(name: str) -> str:
    names = {
        "base": _("Base game"),
        "heavy_rain": _("Heavy Rain"),
        "tunnel_vision": _("Tunnel Vision"),
        "own": _("Your own track"),
    }
    return names.get(name, name)


def _race_line(track: Track) -> str:
    sides = {"left": _("left {spaces}"), "right": _("right {spaces}")}
    starts = [start for start, _side in track.race_line]
    words = [
        sides[side].format(spaces=spaces_words(range(start, behind)))
        for (start, side), behind in zip(track.race_line, [*starts[1:], track.spaces + 1], strict=True)
    ]
    return _("Race line: {sides}").format(sides=row(words))


def special_spaces(track: Track) -> Iterable[str]:
    """Yield the flooded spaces and the spaces in tunnels, if the track has any."""
    if track.flooded:
        yield _("Flooded spaces: {spaces}").format(spaces=spaces_words(track.flooded))
    if track.tunnel:
        yield _("Tunnel spaces: {spaces}").format(spaces=spaces_words(track.tunnel))


def spaces_words(spaces: Iterable[int]) -> str:
    """Return ascending spaces as a list of ranges: "6-8, 39"."""
    return row([str(first) if first == last else f"{first}-{last}" for first, last in runs(spaces)])


def _corner_table(corners: Sequence[CornerFacts]) -> list[str]:
    """Return headings and a row for each corner line, with columns for chicanes and aggressive Legends if needed."""
    columns: list[tuple[str, list[int | str | None]]] = [
        (_("Corner"), [each.number for each in corners]),
        (_("Limit"), [each.corner.limit for each in corners]),
        (_("Line after"), [each.corner.line_after for each in corners]),
        (_("Legends line"), [each.corner.legends_line_after for each in corners]),
        (_("Spaces"), [each.spaces for each in corners]),
        (_("Press"), [each.corner.press for each in corners]),
    ]
    if any(each.line_of_chicane for each in corners):
        lines = {1: _("line 1"), 2: _("line 2"), None: None}
        columns.append((_("Chicane"), [lines[each.line_of_chicane] for each in corners]))
    if any(each.corner.aggressive for each in corners):
        columns.append((_("Aggressive"), [_aggressive(each.corner) for each in corners]))
    texts = [[header, *("-" if each is None else str(each) for each in values)] for header, values in columns]
    return aligned([*zip(*texts, strict=True)], right=range(len(texts)))


def _aggressive(corner: Corner) -> str | None:
    if corner.double_aggressive:
        return _("{count} ({double} doubly)").format(count=corner.aggressive, double=corner.double_aggressive)
    return str(corner.aggressive) if corner.aggressive else None


def _key(track: Track) -> str:
    return _("Key: {parts}").format(parts=row(signs(track)))


def signs(track: Track) -> list[str]:
    """Return the signs in a track's drawing, each with its meaning."""
    return [
        _(". spot"),
        *special_signs(track),
        _("# corner line with its limit <{limit}>").format(limit=track.corners[0].limit),
        _(": legends line"),
        _("= start/finish"),
        _(">> direction of travel"),
    ]


def special_signs(track: Track) -> list[str]:
    """Return the signs of a track's special spots, each with its meaning; [] if it has none."""
    return [*([_("~ flooded spot")] if track.flooded else []), *([_("^ tunnel spot")] if track.tunnel else [])]


def _wrapped(paragraphs: Iterable[str], width: int) -> list[str]:
    return [line for text in paragraphs for line in wrapped(text, width, "  ")]


class CornerFacts(NamedTuple):
    """A corner line, its corner's number, the spaces since the previous line, and 1 or 2 in a chicane (H2) or None."""

    number: int
    corner: Corner
    spaces: int
    line_of_chicane: Literal[1, 2] | None


def corner_facts(track: Track) -> list[CornerFacts]:
    """Return the facts of the corner lines, in driving order."""
    places: dict[int, Literal[1, 2]] = {}
    for index, corner in enumerate(track.corners):
        if corner.chicane_with is not None:
            places[corner.chicane_with], places[index] = 1, 2
    return [
        CornerFacts(
            track.corner_number(index),
            corner,
            (corner.line_after - track.corners[index - 1].line_after - 1) % track.spaces + 1,
            places.get(index),
        )
        for index, corner in enumerate(track.corners)
    ]
