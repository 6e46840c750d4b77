"""What the choice at hand would do, before it is made."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.text import Text
from textual.widgets import Static

from heat_tui.prose.outline import Danger, Outline
from heat_tui.tui.appearance import look_of
from heat_tui.tui.glyphs import plain

_CLASSES: Final[dict[Danger, str]] = {
    "free": "consequences--free",
    "costs": "consequences--costs",
    "spins": "consequences--spins",
}


USUAL_ROWS: Final = 3
MOST_ROWS: Final = 5


class Consequences(Static):
    """Landings a, b, c with what they cost; danger is told by a word and a sign, not by colour alone."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*_CLASSES.values(), "consequences--label", "consequences--asking"}
    DEFAULT_CSS = """
    Consequences { height: 3; width: 1fr; padding: 0 1; background: $panel; color: $foreground; }
    Consequences .consequences--free { color: $success; }
    Consequences .consequences--costs { color: $warning; }
    Consequences .consequences--spins { color: $error; text-style: bold; }
    Consequences .consequences--label { color: $background; background: $accent; text-style: bold; }
    Consequences .consequences--asking { color: $background; background: $warning; text-style: bold; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._rows = USUAL_ROWS

    def say(self, sentence: str) -> None:
        """Show a sentence: a question, a hint, a refusal."""
        self._write(Text(self._plain(sentence)))

    def foretell(self, outlined: Outline, words: str, *, asking: str = "") -> None:
        """Show what would happen; `words` describe the choice, `asking` says how to confirm a dangerous one."""
        text = Text()
        if asking:
            text.append(f" {self._plain(asking)} ", self.get_component_rich_style("consequences--asking"))
            text.append(" ")
        text.append(self._plain(words))
        if outlined.heading:
            text.append("  ")
            text.append(self._plain(outlined.heading), self._style(outlined.danger))
        several = len(outlined.outcomes) > 1
        for outcome in outlined.outcomes:
            text.append("  ")
            label = _kept_together(f" {outcome.label} ")
            text.append(label, self.get_component_rich_style("consequences--label"))
            fact = self._plain(f" {outcome.text}")
            text.append(_kept_together(fact) if several else _arrows_kept(fact), self._style(outcome.danger))
        self._write(text)

    def _write(self, text: Text) -> None:
        """Show a text; what needs more rows than usual gets them, and the place is laid out anew only then."""
        self.update(text, layout=False)
        needed = len(text.wrap(self.app.console, max(self.content_size.width, 1)))
        rows = min(max(needed, USUAL_ROWS), MOST_ROWS)
        if rows != self._rows:
            self._rows = rows
            self.styles.height = rows

    def _style(self, danger: Danger) -> str:
        style = self.get_component_rich_style(_CLASSES[danger], partial=True)
        return str(style)

    def _plain(self, text: str) -> str:
        return plain(text, ascii_only=look_of(self).ascii)


def _arrows_kept(text: str) -> str:
    """A text in which no change from one number to another is broken at the end of a line."""
    return text.replace(" → ", "\u00a0→\u00a0").replace(" -> ", "\u00a0->\u00a0")


def _kept_together(text: str) -> str:
    """A text that is not broken at the end of a line."""
    return text.replace(" ", "\u00a0")
