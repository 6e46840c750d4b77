"""A preview of the choice at hand, before it is made."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from heat_tui.tui.look import look_of
from heat_tui.words.forecasts import Danger, Outline

_ASCII: Final = {ord("→"): "->", ord("…"): "..."}
"""Signs that take more than one character where a terminal knows only ASCII."""

DANGERS: Final[tuple[Danger, ...]] = ("free", "costs", "spins")
USUAL_ROWS: Final = 3
MOST_ROWS: Final = 5
_HELD: Final = "\ue000"
"""Stands for a blank at which no line ends while lines are made; the usual no-break blank does not hold there."""
_BETTER_HELD: Final = "\ue001"
"""Stands for a blank at which a line ends only where there is too little room otherwise."""


class Consequences(Static):
    """Landings a, b, c with what they cost; danger is shown by a word and a sign, not by colour alone.

    `goal` stands behind whatever is shown next.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"consequences--{part}" for part in (*DANGERS, "label", "asking", "goal")}

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._rows = USUAL_ROWS
        self.goal = ""
        self._text = Text()

    def on_resize(self) -> None:
        """Lay the text out for the new width."""
        self._lay_out()

    def say(self, sentence: str) -> None:
        """Show a sentence: a question, a hint, a refusal."""
        self._write(Text(self._plain(sentence)))

    def preview(self, outlined: Outline, words: str, *, asking: str = "") -> None:
        """Show what would happen; `words` describe the choice, `asking` says how to confirm a dangerous one."""
        text = Text()
        if asking:
            text.append(f" {self._plain(asking)} ", self._style("asking")).append(" ")
        text.append(self._plain(words))
        if outlined.heading:
            text.append("  ").append(self._plain(outlined.heading), self._style(outlined.danger))
        between = _BETTER_HELD if len(outlined.outcomes) > 1 else " "
        for outcome in outlined.outcomes:
            text.append("  ").append(_kept_together(f" {outcome.label} "), self._style("label")).append(_HELD)
            text.append(_kept_together(self._plain(outcome.text), between=between), self._style(outcome.danger))
        self._write(text)

    def _write(self, text: Text) -> None:
        """Show a text, behind it the goal of the race's event; what needs more rows than usual gets them, and the place
        is laid out anew only then.
        """
        if self.goal:
            goal = _kept_together(f" {self._plain(self.goal)} ")
            text = Text.assemble(text, "  " if text else "", (goal, self._style("goal")))
        self._text = text
        self._lay_out()

    def _lay_out(self) -> None:
        """Make lines of the text, with its parts kept together as far as there is room for that."""
        width = max(self.content_size.width, 1)
        ways = [_with_blanks(self._text, loose) for loose in ("", _BETTER_HELD, _BETTER_HELD + _HELD)]
        fitting = [way for way in ways if max(map(cell_len, way.plain.split()), default=0) <= width]
        wrapped = [way.wrap(self.app.console, width) for way in fitting or ways[-1:]]
        best = next((each for most in (USUAL_ROWS, MOST_ROWS) for each in wrapped if len(each) <= most), wrapped[-1])
        lines = best[:MOST_ROWS]
        if len(best) > MOST_ROWS:
            lines[-1] = _cut_short(lines[-1], width, self._plain("…"))
        self.update(Text("\n").join(_with_blanks(line, _BETTER_HELD + _HELD) for line in lines), layout=False)
        rows = min(max(len(lines), USUAL_ROWS), MOST_ROWS)
        if rows != self._rows:
            self._rows = rows
            self.styles.height = rows
            self.screen.set_class(rows > USUAL_ROWS, "-wordy")

    def _style(self, part: str) -> Style:
        """Return the style of a part; a danger has the background of the widget."""
        return self.get_component_rich_style(f"consequences--{part}", partial=part in DANGERS)

    def _plain(self, text: str) -> str:
        return text.translate(_ASCII) if look_of(self).ascii else text


def _kept_together(text: str, *, between: str = _HELD) -> str:
    """Return a text that is not broken at the end of a line, with `between` its facts."""
    return text.replace(" ", _HELD).replace("," + _HELD, "," + between)


def _cut_short(line: Text, width: int, ellipsis: str) -> Text:
    """Return a line that says that there is more."""
    short = line.copy()
    short.truncate(max(width - cell_len(ellipsis), 0))
    return short.append(ellipsis)


def _with_blanks(text: Text, held: str) -> Text:
    """Put blanks back in the place of their stand-ins."""
    loose = text.copy()
    loose.plain = text.plain.translate(dict.fromkeys(map(ord, held), " "))
    return loose
