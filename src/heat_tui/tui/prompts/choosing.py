"""A prompt with a list: the highlighted line is considered, Enter takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.actions import Action
from heat_tui.prose.hands import hand_line
from heat_tui.tui.appearance import look_of
from heat_tui.tui.glyphs import plain
from heat_tui.tui.keymap import KEYS, bound
from heat_tui.tui.prompts.prompt import Choice, Prompt, begun
from heat_tui.tui.widgets.options import Options


class ChoosingPrompt(Prompt, can_focus=False):
    """A list of actions, the safe one first; digits go to a line, left and right change how much."""

    DEFAULT_CSS = """
    ChoosingPrompt OptionList { height: 1fr; border: none; padding: 0; background: transparent;
        scrollbar-size-vertical: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    ChoosingPrompt OptionList:focus { border: none; background-tint: transparent 0%; }
    ChoosingPrompt Static { height: 1; text-wrap: nowrap; text-overflow: ellipsis; color: $foreground 70%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("confirm", "left", "right"),
        *(Binding(digit, f"line({index})", show=False) for index, digit in enumerate(KEYS["card"].keys.split(","))),
    ]

    hand_below: ClassVar[bool] = True
    """Whether the own hand stands below the list, where it may be seen."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.lines: list[Action] = []

    def actions(self) -> Sequence[Action]:
        """What stands in the list; the first is the safe one."""
        raise NotImplementedError

    def label(self, action: Action) -> str:
        """A line of the list."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        self.lines = list(self.actions())
        yield Options(*(Option(self._line(index)) for index in range(len(self.lines))), markup=False)
        if self.hand_below and self.choice.hand_shown:
            yield Static(hand_line(self.choice.view), markup=False)

    def on_mount(self) -> None:
        """Highlight the safe choice."""
        self.query_one(OptionList).highlighted = 0

    def focus(self, scroll_visible: bool = True) -> ChoosingPrompt:  # noqa: FBT001, FBT002 - Textual's own signature
        """The list takes the keys."""
        self.query_one(OptionList).focus(scroll_visible)
        return self

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Look at a line."""
        event.stop()
        self.consider(self.lines[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a line."""
        event.stop()
        self.choose(self.lines[event.option_index])

    def action_line(self, index: int) -> None:
        """Go to a line by its number."""
        if index < len(self.lines):
            self.query_one(OptionList).highlighted = index

    def action_go(self, step: int) -> None:
        """More or less of the highlighted line, where it has an amount."""
        listed = self.query_one(OptionList)
        index = listed.highlighted
        if index is None:
            return
        changed = self.amount_changed(self.lines[index], step)
        if changed is not None:
            self.lines[index] = changed
            listed.replace_option_prompt_at_index(index, self._line(index))
            self.consider(changed)

    def action_confirm(self) -> None:
        """Take the highlighted line."""
        self.query_one(OptionList).action_select()

    def amount_changed(self, action: Action, step: int) -> Action | None:
        """The same action with more or less of it; None where there is no such thing."""
        return None

    def take_back(self) -> bool:
        """Back to the safe choice; False if it is highlighted already."""
        listed = self.query_one(OptionList)
        if self._asked is not None or listed.highlighted:
            listed.highlighted = 0
            self.consider(self.lines[0])
            return True
        return False

    def _line(self, index: int) -> Text:
        label = plain(begun(self.label(self.lines[index])), ascii_only=look_of(self).ascii) if self.is_attached else ""
        return Text(f"{index + 1} {label}", no_wrap=True, overflow="ellipsis")
