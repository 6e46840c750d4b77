"""Circuits in the format of the official adaptation's editor, made up here from the structure of its files."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Literal

Shape = Literal["oval", "bean", "eight"]
Table = dict[str, Any]

LANE_WIDTH = 17


def middle(shape: Shape, part: float) -> tuple[float, float]:
    """Return the point on the loop after `part` of a lap, in pixels of a board."""
    angle = 2 * math.pi * part
    if shape == "oval":
        return 820 + 600 * math.sin(angle), 550 - 380 * math.cos(angle)
    if shape == "bean":
        reach = 1 + 0.35 * math.cos(2 * angle)
        return 820 - 500 * reach * math.sin(angle), 520 - 330 * math.cos(angle) * (1 + 0.2 * math.sin(angle))
    return 820 + 620 * math.sin(angle), 540 - 330 * math.sin(2 * angle)


def small(
    shape: Shape = "oval",
    *,
    spaces: int = 60,
    corners: tuple[tuple[int, int, int, int], ...] = ((10, 5, 58, 2), (24, 3, 18, 2), (40, 4, 33, 1)),
    chicane: bool = False,
    special: bool = False,
    mirrored: bool = False,
    text: bool = False,
) -> Table:
    """Return a circuit in the small format; corners are position, speed, legend and lane.

    Lane 1 is on the left, or on the right if `mirrored`. With a `chicane`, the last two corners are one; `special`
    floods spaces 5 to 7 and puts 20 to 23 into a tunnel; `text` writes numbers as text, in quotation marks.
    """

    def number(value: int) -> int | str:
        return str(value) if text else value

    cells: Table = {}
    ids: dict[tuple[int, int], int] = {}
    for position in range(1, spaces + 1):
        (ax, ay), (bx, by) = (middle(shape, (position + way) / spaces) for way in (-0.5, 0.5))
        x, y = middle(shape, position / spaces)
        dx, dy = bx - ax, by - ay
        size = math.hypot(dx, dy)
        for lane in (1, 2):
            side = LANE_WIDTH * (1 if (lane == 1) != mirrored else -1)
            ids[position, lane] = 200 + 3 * position + 400 * lane
            cells[str(ids[position, lane])] = {
                "lane": number(lane),
                "position": number(position),
                "x": round(x + side * dy / size),
                "y": round(y - side * dx / size),
                "a": round(math.degrees(math.atan2(dy, dx))),
            }
    listed: list[Table] = [
        {
            **{key: number(value) for key, value in zip(("position", "speed", "legend", "lane"), corner, strict=True)},
            **dict.fromkeys(("x", "y", "tentX", "tentY", "sectorTentX", "sectorTentY"), 100),
        }
        for corner in corners
    ]
    if chicane:
        listed[-1]["chicane"] = len(listed) - 2
    lane = corners[-1][3]
    return {
        "id": f"{shape.title()} Park",
        "name": f"{shape.title()} Park",
        "jpgUrl": "https://example.org/board.jpg",
        "nbrLaps": number(2),
        "stressCards": number(3),
        "heatCards": number(6),
        "startingCells": [ids[spaces - place // 2, lane if place % 2 == 0 else 3 - lane] for place in range(8)],
        "podium": {"x": 0, "y": 0, "a": 0},
        "weatherCardPos": {"x": 10, "y": 20},
        "corners": listed,
        "cells": cells,
        **(
            {
                "floodedSpaces": [ids[n, lane] for n in (5, 6, 7) for lane in (1, 2)],
                "tunnelsSpaces": [ids[n, lane] for n in range(20, 24) for lane in (1, 2)],
            }
            if special
            else {}
        ),
    }


def large(table: Table) -> Table:
    """Convert a circuit from the small format to the editor's own; its cells are changed in place."""
    renamed = {"floodedSpaces": "flooded", "tunnelsSpaces": "tunels"}
    table = {renamed.get(key, key): value for key, value in table.items()}
    for cell in table["cells"].values():
        cell |= {"x": cell["x"] + 0.25, "d": "m 0,0 l 10,0 l 0,10 z", "neighbours": [1, 2]}
    return table | {"width": 1650, "height": 1100, "computed": {"centers": True, "lanes": True}}


CHICANE = ((9, 5, 56, 1), (22, 3, 15, 2), (33, 4, 27, 1), (37, 4, 27, 1))
EIGHT = ((14, 6, 3, 2), (31, 2, 24, 1), (47, 4, 38, 2), (60, 3, 54, 1))
"""The corners of a figure of eight; those of `CHICANE` end with a chicane."""


def three() -> dict[str, Table]:
    """Return an oval, a bean with every feature in the editor's format, and a figure of eight with numbers as text."""
    bean = small("bean", spaces=64, corners=CHICANE, chicane=True, special=True, mirrored=True)
    eight = small("eight", spaces=70, corners=EIGHT, text=True)
    return {"oval.json": small(), "bean.heat": large(bean), "eight.heat": eight}


def write(folder: Path, table: object, name: str = "circuit.heat") -> Path:
    """Write a circuit to a file, and return the path."""
    path = folder / name
    path.write_text(json.dumps(table), encoding="utf-8")
    return path
