"""The building blocks of forms: lines with one of several values, tabs, a text field, and a screen in parts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual import on
from textual.events import Click, DescendantFocus, Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from heat_tui.language import translated
from heat_tui.store.schema import Option
from heat_tui.tui.keymap import bound
from heat_tui.tui.screen import HeatScreen, T


def typed_ahead(event: Key, names: Sequence[tuple[Hashable, str]], at: int) -> int | None:
    """Return the index of the next entry after `at` whose value or words begin with a typed letter or digit.

    Of the values, only strings and numbers count. The search wraps around. If no other entry matches, return None;
    otherwise stop the key, so that no binding sees it.
    """
    letter = (event.character or "").casefold()
    if not event.is_printable or not letter.isalnum():
        return None
    for place in chain(range(at + 1, len(names)), range(at)):
        if any(str(name).casefold().startswith(letter) for name in names[place] if type(name) in (str, int)):
            event.stop()
            event.prevent_default()
            return place
    return None


class LineSelect(Widget, can_focus=True):
    """A line `label  ◄ value ►`, the label at least `label_width` columns wide; the first value follows the last.

    Left, Right, Enter, Space, the mouse and the first letter of a value choose another value. A barred line is greyed
    out, has no arrows, and gives the reason as its hint.
    """

    BINDINGS = bound("aside-left", "aside-right", "value-next")
    value: reactive[Hashable] = reactive(None)
    """The chosen value; setting it posts no message."""

    @dataclass
    class Changed(Message):
        """The player has chosen another value."""

        select: LineSelect
        value: Hashable

    def __init__(
        self,
        options: Iterable[tuple[Hashable, str]],
        value: Hashable,
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
        self.set_reactive(LineSelect.value, value)

    @property
    def hint(self) -> str:
        """An explanation of the line, or the reason why its value cannot be changed."""
        return self._barred or self._hint

    @hint.setter
    def hint(self, hint: str) -> None:
        self._hint = hint

    def bar(self, reason: str, instead: Hashable) -> None:
        """Bar the line, with a reason, and show `instead` as its value; the reason "" unbars it. The choice is kept."""
        self._barred, self._instead = reason, instead
        self.refresh()

    def offer(self, options: Iterable[tuple[Hashable, str]], value: Hashable) -> None:
        """Replace the values, and choose one of them without posting a message."""
        before, self._options = self._options, tuple(options)
        if self._options != before:
            self.refresh(layout=True)
        self.value = value

    @property
    def words(self) -> str:
        value = self._instead if self._barred else self.value
        return next((words for each, words in self._options if each == value), "")

    def choose(self, value: Hashable) -> None:
        """Choose a value as if the player had."""
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self, value))

    def action_aside(self, step: int) -> None:
        if self._barred:
            return
        self.choose(self._options[(self._place + step) % len(self._options)][0])

    def on_click(self, event: Click) -> None:
        event.stop()
        self.clicked(event.style.meta)

    def on_key(self, event: Key) -> None:
        """Choose the next value that begins with a typed letter."""
        place = None if self._barred else typed_ahead(event, self._options, self._place)
        if place is not None:
            self.choose(self._options[place][0])

    @property
    def _place(self) -> int:
        return [value for value, _words in self._options].index(self.value)

    def clicked(self, meta: Mapping[str, Any]) -> None:
        """Choose the previous value if the left arrow was clicked, else the next one."""
        self.action_aside(meta.get("step", 1))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._label_width + max((cell_len(words) for _value, words in self._options), default=0) + len("◄  ►")

    def render(self) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        if self._label_width:
            text.append(set_cell_size(self.label, self._label_width), "dim" if self._barred else "")
        before_value, behind_value = ("  ", "  ") if self._barred else ("◄ ", " ►")
        text.append(before_value, Style(dim=None if self.has_focus else True, meta={"step": -1}))
        widest = max((cell_len(words) for _value, words in self._options), default=0)
        value = self.words
        before = (widest - cell_len(value)) // 2
        focused, usual = ("dim reverse", "dim") if self._barred else ("reverse", "bold")
        style = focused if self.has_focus else usual
        text.append(" " * before + value + " " * (widest - cell_len(value) - before), style)
        text.append(behind_value, "" if self.has_focus else "dim")
        return text


def focus_row(screen: Screen[Any], step: int) -> None:
    """Move the focus to the nearest widget below (step 1) or above (-1), or to the first if none has the focus."""
    here = screen.focused
    if here is None:
        screen.focus_next()
        return
    column, row = here.region.x, here.region.y
    beyond = [each for each in screen.focus_chain if (each.region.y - row) * step > 0]
    if beyond:
        nearest = min(abs(each.region.y - row) for each in beyond)
        side_by_side = [each for each in beyond if abs(each.region.y - row) == nearest]
        min(side_by_side, key=lambda each: max(each.region.x - column, column - each.region.right + 1, 0)).focus()


def label_room(rows: Iterable[Option], least: int) -> int:
    """Return the common width of the labels of a form, at least `least` cells."""
    return max(least, *(cell_len(translated(row.label)) + 1 for row in rows))


def line(row: Option, value: Hashable, *, width: int = 0) -> LineSelect:
    """Return the line of an option, with a label at least `width` columns wide."""
    options = [(choice, translated(words)) for choice, words in row.choices.items()]
    label, hint = translated(row.label), translated(row.hint or row.help)
    return LineSelect(options, value, label=label, label_width=width, hint=hint, id=row.name)


class PartTabs(LineSelect):
    """The values side by side, with the chosen one marked: tabs for a screen whose parts do not all fit."""

    class Changed(LineSelect.Changed):
        """The player has turned to another tab."""

    def clicked(self, meta: Mapping[str, Any]) -> None:
        """Choose the value under the pointer."""
        self.choose(meta.get("value", self.value))

    def render(self) -> Text:
        text = Text(" ", no_wrap=True, overflow="ellipsis")
        for value, words in self._options:
            shown, style = f" {words} ", Style(dim=True)
            if value == self.value:
                shown, style = f"[{words}]", Style(bold=True, reverse=self.has_focus or None)
            text.append(shown, style + Style(meta={"value": value})).append(" ")
        return text


class LineInput(Input, inherit_bindings=False):
    """Textual's input without its scrolling keys, which a single line does not need but the screen does.

    `hint` explains it on a form while it has the focus, "" if nothing has to be explained.
    """

    BINDINGS = Input.BINDINGS
    hint = ""


class FormScreen(HeatScreen[T]):
    """Parts side by side if there is room, otherwise in tabs.

    Tab goes through everything in order; up and down go to the nearest field on another line. `parts` has the parts in
    order, each with its name and the id of its first field; `roomy` is the minimum size, in columns and rows, for
    parts side by side.
    """

    BINDINGS = bound("focus-down", "focus-up")
    parts: ClassVar[Mapping[str, tuple[str, str]]] = {}
    roomy: ClassVar[tuple[int, int]] = (120, 36)

    def tabs(self) -> PartTabs:
        """Return the tabs for the parts, with the first one chosen."""
        names = [(part, translated(words)) for part, (words, _field) in self.parts.items()]
        return PartTabs(names, names[0][0], id="tabs")

    def turn_to(self, part: str, *, focus: bool = False) -> None:
        """Show a part, and with `focus` move the focus to its first field."""
        self.query_one(PartTabs).value = part
        for name in self.parts:
            self.query_one(f"#{name}-part").set_class(name != part, "-away")
        if focus:
            self.query_one(f"#{self.parts[part][1]}").focus()

    @on(DescendantFocus)
    def _follow_focus(self, event: DescendantFocus) -> None:
        """Turn to the part with the focus, which stays in view if the parts no longer fit side by side."""
        around = {each.id for each in event.widget.ancestors}
        part = next((part for part in self.parts if f"{part}-part" in around), None)
        if part not in (None, self.query_one(PartTabs).value):
            self.turn_to(str(part))

    def on_part_tabs_changed(self, event: PartTabs.Changed) -> None:
        self.turn_to(str(event.value))

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= self.roomy[0] and event.size.height >= self.roomy[1], "-roomy")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not self.has_class("-roomy") if action == "part" else super().check_action(action, parameters)

    def action_part(self, step: int) -> None:
        parts = list(self.parts)
        here = parts.index(str(self.query_one(PartTabs).value))
        self.turn_to(parts[(here + step) % len(parts)], focus=True)

    action_focus_row = focus_row
