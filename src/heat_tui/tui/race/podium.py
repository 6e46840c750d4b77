"""The podium, with the cars of the first three drawn on its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from heat_tui.engine.setup import RaceSheet
from heat_tui.tui.look import Look, car_ink, look_of
from heat_tui.words.names import car_name

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
"""A car from the side, two pixels per cell: b is its colour, h the helmet, w the wheels."""

_NUMBER_AT: Final = 6
"""The column of the number on a car, in its second row of cells."""

_ASCII_CAR: Final = ("      _@_     ", " |___/   \\___ ", " (_)-[#]--(_)>")
"""The car in ASCII; # stands for the number."""

_DIGITS: Final = (("▄█ ", " █ ", "▄█▄"), ("▀▀█", "█▀▀", "▀▀▀"), ("▀▀█", " ▀█", "▀▀▀"))
"""The numbers 1 to 3, three rows high."""


class Podium(Widget):
    """Three steps with the first three of `cars`, which are given from first to last; a step may be empty."""

    def __init__(self, sheet: RaceSheet, cars: Sequence[int]) -> None:
        super().__init__()
        self._sheet = sheet
        self._cars = tuple(cars[:3])

    def render(self) -> Text:
        look = look_of(self)
        width = max(_LEAST_STEP, min(_MOST_STEP, self.size.width // 3))
        columns = [self._column(place, width, look) for place in _ORDER]
        margin = " " * ((self.size.width - 3 * width) // 2)
        return Text("\n").join(Text.assemble(margin, *cells) for cells in zip(*columns, strict=True))

    def _column(self, place: int, width: int, look: Look) -> list[Text]:
        above = [Text(" " * width)] * (_ROWS - _STEP_ROWS[place])
        if place < len(self._cars):
            car = self._cars[place]
            name = look.to_middle(car_name(self._sheet, car), width)
            drawn = _drawn_car(car + 1, self._sheet.entries[car].colour, look)
            left = (width - len(drawn[0])) // 2
            centred = (Text.assemble(" " * left, row, " " * (width - left - len(row))) for row in drawn)
            above[-_CAR_ROWS - 1 :] = [Text(name, style="bold"), *centred]
        return [*above, *_step(place, width, look)]


def _step(place: int, width: int, look: Look) -> list[Text]:
    style = Style(color="#141414", bgcolor=_STEP_COLOURS[place], bold=True) if look.colour else Style(reverse=True)
    digit = (str(place + 1),) if look.ascii else _DIGITS[place]
    lines = ["", *digit, *[""] * (_STEP_ROWS[place] - 1 - len(digit))]
    return [Text(line.center(width), style=style) for line in lines]


def _drawn_car(number: int, colour: str, look: Look) -> list[Text]:
    if look.ascii:
        ink = Style(color=car_ink(look, colour), bold=True) if look.colour else Style(bold=True)
        rows = [Text(row.replace("#", " "), style=ink) for row in _ASCII_CAR]
        line, at = 2, _ASCII_CAR[2].index("#")
    else:
        halves = zip(_PIXELS[::2], _PIXELS[1::2], strict=True)
        rows = [Text.assemble(*(_cell(*pair, colour, look) for pair in zip(*half, strict=True))) for half in halves]
        line, at = 1, _NUMBER_AT
    rows[line] = Text.assemble(rows[line][:at], (str(number), look.car_style(colour)), rows[line][at + 1 :])
    return rows


def _cell(upper: str, lower: str, colour: str, look: Look) -> tuple[str, Style]:
    """Return the character that shows two pixels, one above the other, and its style."""
    helmet, wheel = ("#f4f1e8", "#8b8f94") if look.dark else ("#3a3a3a", "#55585c")
    inks = {"b": car_ink(look, colour), "h": helmet, "w": wheel} if look.colour else {}
    if upper == ".":
        return "▄" if lower != "." else " ", Style(color=inks.get(lower))
    full = lower != "." and not look.colour
    return "█" if full else "▀", Style(color=inks.get(upper), bgcolor=inks.get(lower))
