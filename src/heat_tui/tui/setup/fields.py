"""One value out of a few, on one line: changed by arrow keys, Enter, Space or the mouse."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import ClassVar, Final, Generic, TypeVar, cast

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.binding import BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from heat_tui.language import translated
from heat_tui.store.schema import Option
from heat_tui.tui.keymap import bound

V = TypeVar("V", bound=Hashable)


class LineSelect(Widget, Generic[V], can_focus=True):
    """`label  ◄ value ►`, the label at least `label_width` columns wide.

    Beyond the last value comes the first one again. One that is barred is greyed, has no arrows and says why.
    """

    BINDINGS: ClassVar[list[BindingType]] = bound("aside-left", "aside-right", "value-next")
    ARROWS: Final = 4

    class Changed(Message):
        """Another value was chosen by the player."""

        def __init__(self, select: LineSelect[Hashable]) -> None:
            super().__init__()
            self.select = select
            self.value = select.value

        @property
        def control(self) -> LineSelect[Hashable]:
            """Return the widget whose value changed."""
            return self.select

    def __init__(
        self,
        options: Iterable[tuple[V, str]],
        value: V,
        *,
        label: str = "",
        label_width: int = 0,
        hint: str = "",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.label = label
        self._hint = hint
        self._barred = ""
        self._instead = value
        self._label_width = max(label_width, cell_len(label) + 1) if label else 0
        self._options = tuple(options)
        self._value = value

    @property
    def value(self) -> V:
        """Return what is chosen; setting it sends no message."""
        return self._value

    @value.setter
    def value(self, value: V) -> None:
        self._value = value
        self.refresh()

    @property
    def hint(self) -> str:
        """Return what the value means, or why it cannot be changed."""
        return self._barred or self._hint

    @hint.setter
    def hint(self, hint: str) -> None:
        self._hint = hint

    def bar(self, reason: str, instead: V) -> None:
        """Show another value and let nothing be chosen, for a reason; the one chosen is kept for later."""
        self._barred, self._instead = reason, instead
        self.refresh()

    def unbar(self) -> None:
        """Let a value be chosen."""
        if self._barred:
            self._barred = ""
            self.refresh()

    def set_options(self, options: Iterable[tuple[V, str]]) -> None:
        """Show other values; the one chosen must be among them."""
        self._options = tuple(options)
        self.refresh(layout=True)

    @property
    def words(self) -> str:
        """Return what the value is called."""
        value = self._instead if self._barred else self._value
        return next((words for each, words in self._options if each == value), "")

    def choose(self, value: V) -> None:
        """Take a value as if the player had."""
        if value != self._value:
            self.value = value
            self.post_message(self.Changed(cast("LineSelect[Hashable]", self)))

    def action_aside(self, step: int) -> None:
        """Take the next value, or the one before."""
        if self._barred:
            return
        values = [value for value, _words in self._options]
        self.choose(values[(values.index(self._value) + step) % len(values)])

    def on_click(self, event: Click) -> None:
        """Change the value."""
        event.stop()
        self.clicked(event.x)

    def clicked(self, column: int) -> None:
        """Go back at the left arrow, else forward."""
        self.action_aside(-1 if self._label_width <= column < self._label_width + self.ARROWS // 2 else 1)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the room for the label and the longest value."""
        return self._label_width + max(cell_len(words) for _value, words in self._options) + self.ARROWS

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one row."""
        return 1

    def render(self) -> Text:
        """Return the line."""
        text = Text(no_wrap=True, overflow="ellipsis")
        if self._label_width:
            text.append(set_cell_size(self.label, self._label_width), "dim" if self._barred else "")
        before_value, behind_value = ("  ", "  ") if self._barred else ("◄ ", " ►")
        text.append(before_value, "" if self.has_focus else "dim")
        widest = max(cell_len(words) for _value, words in self._options)
        value = self.words
        before = (widest - cell_len(value)) // 2
        text.append(" " * before + value + " " * (widest - cell_len(value) - before), self.value_style())
        text.append(behind_value, "" if self.has_focus else "dim")
        return text

    def value_style(self) -> str:
        """Return how the value is marked."""
        if self._barred:
            return "dim reverse" if self.has_focus else "dim"
        return "reverse" if self.has_focus else "bold"


def line(row: Option, value: Hashable, *, width: int) -> LineSelect[Hashable]:
    """Return the line of an option, its label at least `width` columns wide."""
    options = [(choice, translated(words)) for choice, words in row.choices.items()]
    label, hint = translated(row.label), translated(row.hint)
    return LineSelect(options, value, label=label, label_width=width, hint=hint, id=row.name)


class Tabs(LineSelect[V]):
    """All values side by side, the one chosen marked: the parts of a screen that does not fit at once."""

    def clicked(self, column: int) -> None:
        """Choose the value under the pointer."""
        start = 1
        for value, words in self._options:
            end = start + cell_len(words) + 2
            if start <= column < end:
                self.choose(value)
            start = end + 1

    def render(self) -> Text:
        """Return the values in a row."""
        text = Text(" ", no_wrap=True, overflow="ellipsis")
        for value, words in self._options:
            if value != self._value:
                text.append(f" {words} ", "dim")
            else:
                text.append(f"[{words}]", "bold reverse" if self.has_focus else "bold")
            text.append(" ")
        return text


class LineInput(Input, inherit_bindings=False):
    """Textual's input without the keys that scroll: a line does not scroll up or down, and the screen uses them."""

    BINDINGS: ClassVar[list[BindingType]] = [*Input.BINDINGS]
