"""The podium: the first three with their cars on three steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from heat_tui.tui.appearance import Look, look_of
from heat_tui.tui.car_ink import car_ink
from heat_tui.tui.columns import to_middle

_ORDER: Final = (1, 0, 2)
"""Second, first and third place from left to right."""

_STEP_ROWS: Final = (7, 5, 4)
_STEP_COLOURS: Final = ("#d9b23c", "#b9bec6", "#b9773b")
_CAR_ROWS: Final = 3
_ROWS: Final = 1 + _CAR_ROWS + _STEP_ROWS[0]
_LEAST_STEP, _MOST_STEP = 14, 18

_PIXELS: Final = (
    "......hh......",
    "bb...bbbb.....",
    "bbbbbbbbbbb...",
    ".bbbbbbbbbbbbb",
    ".wwwbbbbbwwwb.",
    ".www.....www..",
)
"""A car from its side, two pixels a cell: b its colour, h the helmet, w the wheels."""

_NUMBER_AT: Final = 6
"""The column of the number, in the second row of cells."""

_ASCII_CAR: Final = ("      _@_     ", " |___/   \\___ ", " (_)-[#]--(_)>")
"""The same for terminals that know ASCII only, # standing for the number."""

_DIGITS: Final = (("▄█ ", " █ ", "▄█▄"), ("▀▀█", "█▀▀", "▀▀▀"), ("▀▀█", " ▀█", "▀▀▀"))
"""The numbers 1 to 3, three rows high."""


@dataclass(frozen=True, slots=True)
class OnPodium:
    """Who stands on a step; `number` is that of the car."""

    name: str
    number: int
    colour: str


class Podium(Widget):
    """Three steps with those who have earned them, from the first place; a step may stay empty."""

    DEFAULT_CSS = f"""
    Podium {{ width: {3 * _LEAST_STEP}; height: {_ROWS}; text-wrap: nowrap; text-overflow: clip; }}
    """

    def __init__(self, best: Sequence[OnPodium], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.best = tuple(best[:3])

    def render(self) -> Text:
        """All rows, one column a step."""
        look = look_of(self)
        width = max(_LEAST_STEP, min(_MOST_STEP, self.size.width // 3))
        columns = [self._column(place, width, look) for place in _ORDER]
        margin = " " * ((self.size.width - 3 * width) // 2)
        rows = (Text.assemble(margin, *(column[row] for column in columns)) for row in range(_ROWS))
        return Text("\n").join(rows)

    def _column(self, place: int, width: int, look: Look) -> list[Text]:
        rows = _STEP_ROWS[place]
        blank = Text(" " * width)
        air = [blank] * (_ROWS - rows - _CAR_ROWS - 1)
        step = _step(place, width, look)
        if place >= len(self.best):
            return [*air, *[blank] * (_CAR_ROWS + 1), *step]
        here = self.best[place]
        name = Text(to_middle(here.name, width, ascii_only=look.ascii), style="bold")
        return [*air, name, *_car(here, width, look), *step]


def _step(place: int, width: int, look: Look) -> list[Text]:
    style = Style(color="#141414", bgcolor=_STEP_COLOURS[place], bold=True) if look.colour else Style(reverse=True)
    digit = (str(place + 1),) if look.ascii else _DIGITS[place]
    rows = _STEP_ROWS[place]
    lines = ["", *digit, *[""] * (rows - 1 - len(digit))]
    return [Text(line.center(width), style=style) for line in lines]


def _car(here: OnPodium, width: int, look: Look) -> list[Text]:
    rows = _ascii_car(here, look) if look.ascii else _drawn_car(here, look)
    left = (width - len(_PIXELS[0])) // 2
    return [Text.assemble(" " * left, row, " " * (width - left - len(_PIXELS[0]))) for row in rows]


def _ascii_car(here: OnPodium, look: Look) -> list[Text]:
    ink = Style(color=car_ink(look, here.colour), bold=True) if look.colour else Style(bold=True)
    rows = [Text(row.replace("#", str(here.number)), style=ink) for row in _ASCII_CAR]
    at = _ASCII_CAR[2].index("#")
    rows[2].stylize(look.car_style(here.colour), at, at + 1)
    return rows


def _drawn_car(here: OnPodium, look: Look) -> list[Text]:
    rows = []
    for top, bottom in zip(_PIXELS[::2], _PIXELS[1::2], strict=True):
        row = Text()
        for upper, lower in zip(top, bottom, strict=True):
            row.append(*_cell(upper, lower, here, look))
        rows.append(row)
    number = Text(str(here.number), style=look.car_style(here.colour))
    rows[1] = Text.assemble(rows[1][:_NUMBER_AT], number, rows[1][_NUMBER_AT + 1 :])
    return rows


def _cell(upper: str, lower: str, here: OnPodium, look: Look) -> tuple[str, Style]:
    """The half block that shows two pixels, one above the other."""
    if upper == lower == ".":
        return " ", Style()
    if not look.colour:
        return {(True, True): "█", (True, False): "▀", (False, True): "▄"}[upper != ".", lower != "."], Style()
    inks = {
        "b": car_ink(look, here.colour),
        "h": "#f4f1e8" if look.dark else "#3a3a3a",
        "w": "#8b8f94" if look.dark else "#55585c",
    }
    if upper == ".":
        return "▄", Style(color=inks[lower])
    return "▀", Style(color=inks[upper], bgcolor=inks.get(lower))
