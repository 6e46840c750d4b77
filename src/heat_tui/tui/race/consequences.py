"""A preview of the current choice, before it is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from rich.console import Console
from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from heat_tui.tui.look import badge_style, look_of
from heat_tui.tui.screen import MID
from heat_tui.tui.track.map import Sample, key_lines
from heat_tui.typesetting import HELD, aligned, held
from heat_tui.words.forecasts import Outline, Row

_ASCII: Final = {ord("→"): "->", ord("…"): "..."}
"""The ASCII replacements that are longer than the original characters, by code point."""

USUAL_ROWS: Final = 3
MOST_ROWS: Final = 7
GAP: Final = 3
"""The number of blanks between landings that are shown side by side."""
INDENT: Final = 4
"""The number of blanks before the continuation lines of a landing."""


class Consequences(Static):
    """The effect of a choice: a sentence, and below it a table of the landings a, b, c.

    Dangers are named in words as well as coloured. `goal`, the goal of the race's event, is appended to the sentence.
    If the last of the `USUAL_ROWS` is free, it explains signs on the track and in the standings.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"consequences--{part}" for part in ("free", "costs", "spins", "key")}

    goal = ""
    _rows = USUAL_ROWS
    _text = Text()
    _landings: tuple[Row, ...] = ()
    _signs: tuple[Sample, ...] = ()

    def on_resize(self) -> None:
        self._lay_out()

    def say(self, sentence: str) -> None:
        """Show a sentence, such as a question, a hint or a refusal."""
        self._write(Text(self._plain(sentence)))

    def preview(self, outlined: Outline, words: str, *, asking: str = "") -> None:
        """Show the outcomes of a choice; `words` describe it, and `asking` says how to confirm it if that is needed."""
        text = Text()
        if asking:
            text.append(f" {self._plain(asking)} ", badge_style(self, "warning")).append(" ")
        text.append(self._plain(words))
        if outlined.heading:
            text.append("  ").append(self._plain(outlined.heading), self._style(outlined.danger))
        self._write(text, outlined.rows)

    def explain(self, signs: Iterable[Sample]) -> None:
        """Explain the signs that fit, if a row is free for them; `signs` begins with the most important."""
        before, self._signs = self._signs, tuple(signs)
        if self._signs != before:
            self._lay_out()

    def _write(self, text: Text, landings: tuple[Row, ...] = ()) -> None:
        """Show a text, with the goal of the race's event if it has one, and a table."""
        if self.goal:
            goal = held(f" {self._plain(self.goal)} ")
            text = Text.assemble(text, "  " if text else "", (goal, badge_style(self, "secondary")))
        self._text, self._landings = text, landings
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out the text, the table and the signs in `USUAL_ROWS` to `MOST_ROWS` rows, once the width is known."""
        width = self.content_size.width
        if not width:
            return
        lines = wrapped(self._text, width, self.app.console)
        lines += self._table(width, len(lines))
        if len(lines) > MOST_ROWS:
            lines = [*lines[: MOST_ROWS - 1], look_of(self).cut_line(lines[MOST_ROWS - 1], width)]
        if self._signs and len(lines) < USUAL_ROWS:
            lines += [Text()] * (USUAL_ROWS - 1 - len(lines))
            for key in key_lines(self._signs, width, 1):
                key.stylize_before(self._style("key"))
                lines.append(key)
        self.update(Text("\n").join(lines), layout=False)
        rows = max(len(lines), USUAL_ROWS)
        self.screen.set_class(rows > USUAL_ROWS and self.app.size.height < MID, "-wordy")
        if rows != self._rows:
            self._rows = rows
            self.styles.height = rows

    def _table(self, width: int, above: int) -> list[Text]:
        """Return the fullest table that fits: rows side by side, wrapped, or with brief costs, and cut if needed."""
        full = self._blocks([row.cells for row in self._landings])
        brief = self._blocks([(*row.cells[:3], row.brief) for row in self._landings])
        for blocks, most in ((full, USUAL_ROWS), (full, MOST_ROWS), (self._wrapped(full, width), MOST_ROWS)):
            lines = _in_columns(blocks, width, most - above)
            if lines is not None:
                return lines
        few = _in_columns(brief, width, MOST_ROWS - above) or brief
        return [line if line.cell_len <= width else look_of(self).cut_line(line, width) for line in few]

    def _blocks(self, rows: list[tuple[str, ...]]) -> list[Text]:
        """Return every landing as a line: its letter and its cells, aligned."""
        if not rows:
            return []
        lines = aligned([tuple(map(self._plain, cells)) for cells in rows], right=(0,))
        widest, badge = max(len(row.label) for row in self._landings), badge_style(self, "accent")
        return [
            Text.assemble((f" {row.label:{widest}} ", badge), " ", (line, self._style(row.danger)))
            for row, line in zip(self._landings, lines, strict=True)
        ]

    def _wrapped(self, blocks: list[Text], width: int) -> list[Text]:
        """Return the landings, with those that are too long wrapped over several lines."""
        lines: list[Text] = []
        for block in blocks:
            rows = wrapped(block, max(width - INDENT, 1), self.app.console) if block.cell_len > width else [block]
            first, *more = rows
            lines += [first, *(Text(" " * INDENT).append_text(line) for line in more)]
        return lines

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"consequences--{part}", partial=True)

    def _plain(self, text: str) -> str:
        return text.translate(_ASCII) if look_of(self).ascii else text


def _in_columns(blocks: list[Text], width: int, most: int) -> list[Text] | None:
    """Return lines with the blocks in the fewest columns that take at most `most` lines; None if they do not fit."""
    widest = max((block.cell_len for block in blocks), default=0)
    for columns in range(1, (width + GAP) // (widest + GAP) + 1):
        height = -(-len(blocks) // columns)
        if height <= most:
            return [_side_by_side(blocks[row::height], widest + GAP) for row in range(height)]
    return None


def _side_by_side(blocks: list[Text], width: int) -> Text:
    """Return blocks as one line, in columns `width` cells wide."""
    line = Text()
    for block in blocks:
        line.append(" " * (-line.cell_len % width)).append_text(block)
    return line


def wrapped(text: Text, width: int, console: Console) -> list[Text]:
    """Return a text in rows of at most `width` cells; no row begins with a per cent sign."""
    whole = text.copy()
    whole.plain = text.plain.replace(" %", f"{HELD}%")
    lines = [*whole.wrap(console, width)]
    for line in lines:
        line.plain = line.plain.replace(HELD, " ")
    return lines
