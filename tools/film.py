"""A recorded race as an animated SVG without scripts, in which cells shown at the same times form a group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME as THEME
from textual.strip import Strip

_WIDE, _HIGH, _BASELINE, _SIZE = 6, 12, 9, 10
"""The width and height of a cell, the baseline within it and the size of the letters, in pixels."""

_GROUND: Final = THEME.background_color.hex

_BLOCKS: Final = {"▀": (0, _HIGH // 2), "▄": (_HIGH // 2, _HIGH // 2), "█": (0, _HIGH)}
"""The characters that are drawn as areas, with the top and the height of each."""

_Times: TypeAlias = tuple[tuple[float, float], ...]


class _Cell(NamedTuple):
    """A cell of the screen: its character, "" in the second half of a wide one, and the colours."""

    text: str
    ink: str
    ground: str
    bold: bool


class Film:
    """Frames of one size, each shown for a time; `seconds` is the length of the film."""

    def __init__(self, columns: int, rows: int) -> None:
        self._size = columns, rows
        self._shown: dict[tuple[int, int], dict[_Cell, list[tuple[float, float]]]] = {}
        self.seconds = 0.0

    def add(self, rows: Iterable[Strip], seconds: float) -> None:
        """Add a frame that is shown for this many seconds."""
        start, end = self.seconds, round(self.seconds + seconds, 3)
        for y, row in enumerate(rows):
            for x, cell in enumerate(_cells(row)):
                times = self._shown.setdefault((y, x), {}).setdefault(cell, [])
                if times and times[-1][1] == start:
                    times[-1] = times[-1][0], end
                else:
                    times.append((start, end))
        self.seconds = end

    def svg(self, title: str) -> str:
        """Return the film as an SVG that repeats endlessly."""
        groups: dict[_Times, dict[tuple[int, int], _Cell]] = {}
        for place, cells in self._shown.items():
            for cell, times in cells.items():
                groups.setdefault(tuple(times), {})[place] = cell
        classes: dict[str, str] = {}
        drawn = "\n".join(self._group(times, cells, classes) for times, cells in groups.items())
        styles = "".join(f".{name}{{{rules}}}" for rules, name in classes.items())
        width, height = self._size[0] * _WIDE, self._size[1] * _HIGH
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n<title>{escape(title)}</title>\n'
            f"<style>text{{font:{_SIZE}px 'Fira Code',Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}}"
            f'{styles}</style>\n<rect width="100%" height="100%" fill="{_GROUND}"/>\n{drawn}\n</svg>\n'
        )

    def _group(self, times: _Times, cells: Mapping[tuple[int, int], _Cell], classes: dict[str, str]) -> str:
        """Return the cells that are shown at the same times, with the animation that shows and hides them, if any."""
        drawn = "".join([*_areas(cells, classes), *_texts(cells, classes)])
        if times == ((0.0, self.seconds),):
            return drawn
        turns = [] if times[0][0] == 0 else [(0.0, "hidden")]
        turns += [turn for start, end in times for turn in ((start, "visible"), (end, "hidden"))]
        turns = [turn for turn in turns if turn[0] < self.seconds]
        values = ";".join(value for _time, value in turns)
        ends = ";".join(f"{time / self.seconds:.5f}".rstrip("0") for time, _value in turns)
        return (
            f'<g visibility="{turns[0][1]}"><animate attributeName="visibility" calcMode="discrete" '
            f'dur="{self.seconds:g}s" repeatCount="indefinite" values="{values}" keyTimes="{ends}"/>{drawn}</g>'
        )


def _cells(row: Strip) -> Iterator[_Cell]:
    for text, style, _control in row:
        look = style or Style()
        ink, ground = (
            THEME.foreground_color.hex if look.color is None else look.color.get_truecolor(THEME).hex,
            _GROUND if look.bgcolor is None else look.bgcolor.get_truecolor(THEME, foreground=False).hex,
        )
        if look.reverse:
            ink, ground = ground, ink
        for character in text:
            yield _Cell(character, "" if character == " " else ink, ground, bool(look.bold))
            if cell_len(character) == 2:
                yield _Cell("", ink, ground, bool(look.bold))


def _areas(cells: Mapping[tuple[int, int], _Cell], classes: dict[str, str]) -> Iterator[str]:
    """Yield a path for each colour of the backgrounds and blocks, the backgrounds first."""
    grounds: dict[str, list[tuple[int, int, int]]] = {}
    blocks: dict[str, list[tuple[int, int, int]]] = {}
    for (y, x), cell in cells.items():
        grounds.setdefault(cell.ground, []).append((y * _HIGH, _HIGH, x))
        if cell.text in _BLOCKS:
            top, high = _BLOCKS[cell.text]
            blocks.setdefault(cell.ink, []).append((y * _HIGH + top, high, x))
    for areas in (grounds, blocks):
        for colour, places in areas.items():
            path = "".join(
                f"M{start * _WIDE} {top}h{length * _WIDE}v{high}h-{length * _WIDE}z"
                for (top, high), row in groupby(sorted(places), key=lambda each: each[:2])
                for start, length in _runs([x for _top, _high, x in row])
            )
            yield f'<path class="{_class(f"fill:{colour}", classes)}" d="{path}"/>'


def _texts(cells: Mapping[tuple[int, int], _Cell], classes: dict[str, str]) -> Iterator[str]:
    """Yield the texts, one for each run of neighbouring cells of the same look."""
    looks: dict[tuple[int, str, bool], list[int]] = {}
    for (y, x), cell in cells.items():
        if cell.text.strip() and cell.text not in _BLOCKS:
            looks.setdefault((y, cell.ink, cell.bold), []).append(x)
    for (y, ink, bold), places in looks.items():
        name = _class(f"fill:{ink}{';font-weight:bold' * bold}", classes)
        for start, length in _runs(sorted(places)):
            words = "".join(cells[y, x].text for x in range(start, start + length))
            wide = f' textLength="{cell_len(words) * _WIDE}"' if length > 1 else ""
            place = f'x="{start * _WIDE}" y="{y * _HIGH + _BASELINE}"'
            yield f'<text class="{name}" {place}{wide}>{escape(words, quote=False)}</text>'


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the start and the length of each run of neighbours in sorted places."""
    for _offset, run in groupby(enumerate(places), key=lambda each: each[1] - each[0]):
        columns = [x for _index, x in run]
        yield columns[0], len(columns)


def _class(rules: str, classes: dict[str, str]) -> str:
    return classes.setdefault(rules, f"s{len(classes)}")
