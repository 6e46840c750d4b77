"""Widgets shared by many screens: lists, a heading, notes, the button that confirms, the footer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Final, cast

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static

from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.look import keys_of
from heat_tui.tui.textual_internals import FooterKey, PrivateList


def _is_late(message: OptionList.OptionMessage) -> bool:
    """Return whether the row of a message is gone, because the list was refilled while the message was pending."""
    rows, index = message.option_list.options, message.option_index
    return index >= len(rows) or rows[index] is not message.option


class SafeList(PrivateList):
    """Textual's list, safe at any pace of keys and clicks.

    A message about a row that is gone reaches no handler; a paging key before the list is laid out and a click on a row
    that is gone do nothing. Disabled rows are mostly headings, which app.tcss keeps readable.
    """

    class OptionHighlighted(OptionList.OptionHighlighted, namespace="option_list", no_dispatch=None):
        """A row was highlighted."""

        no_dispatch = cast("bool", property(_is_late))

    class OptionSelected(OptionList.OptionSelected, namespace="option_list", no_dispatch=None):
        """A row was chosen."""

        no_dispatch = cast("bool", property(_is_late))

    def on_click(self, event: events.Click) -> None:
        """Leave the click to Textual unless its row is gone."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class MenuList(SafeList):
    """Textual's list with the game's letter keys for moving, and lines that end in an ellipsis."""

    BINDINGS = bound("menu-down", "menu-up")


class LookingList(MenuList, inherit_bindings=False):
    """A list whose lines are only looked at: Enter, PgUp and PgDn are left to the screen."""

    BINDINGS = bound("menu-down", "menu-up", "list-down", "list-up")


class ShortList(MenuList, inherit_bindings=False):
    """A list that is never longer than the screen, so that PgUp and PgDn are left to the screen."""

    BINDINGS = bound("menu-down", "menu-up", "list-down", "list-up", "list-select")


class Heading(Static):
    """The first line of a screen."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words, markup=False)


class Note(Static):
    """The lines that explain the focused widget, or show an error."""

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        self.update(Text(sentence))
        self.set_class(wrong, "-wrong")


class Lines(Widget):
    """A widget as high as the number of its lines."""

    @abstractmethod
    def lines(self, width: int) -> Iterable[Text]:
        """Return the lines, fitted to a width."""

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(list(self.lines(width)))

    def render(self) -> Text:
        return Text("\n").join(self.lines(self.size.width))


class Done(Static):
    """A button for the mouse that does the same as Enter; it has the class -ready when Enter would be accepted."""

    class Pressed(Message):
        """The button was clicked."""

    def __init__(self) -> None:
        super().__init__(markup=False, classes="done")

    def on_mount(self) -> None:
        self.update(_("{confirm}: done").format(**keys_of(self)))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed())


LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24


class TooSmall(Static):
    """A cover over the screen in a terminal below 80 x 24; the screen below stays as it is."""

    def __init__(self, size: Size) -> None:
        super().__init__("", markup=False)
        self.measure(size)

    def measure(self, size: Size) -> None:
        """Show or hide the cover, depending on the terminal's size."""
        width, height = size
        self.display = is_too_small(width, height)
        if self.display:
            self.update(
                _(
                    "Too small: {width}x{height}. The game needs {least_width}x{least_height} and waits for more room."
                ).format(width=width, height=height, least_width=LEAST_WIDTH, least_height=LEAST_HEIGHT)
            )


def is_too_small(width: int, height: int) -> bool:
    """Return whether a terminal of this width and height, in cells, is too small for the game."""
    return width < LEAST_WIDTH or height < LEAST_HEIGHT


class KeyFooter(Footer):
    """Textual's footer without the palette's key; it is recomposed only when its content has changed.

    It has at most `lines` lines. If not all keys fit, disabled ones are left out first, then the last ones, but never
    the key for the help, which lists all keys, or the key to leave.
    """

    def __init__(self, *, compact: bool = False, lines: int = 1) -> None:
        super().__init__(show_command_palette=False, compact=compact)
        self._said: list[tuple[str, str, str, bool]] = []
        self._wanted = self._room = 0
        self._most_lines = lines

    def compose(self) -> ComposeResult:
        beside = 2 if self.compact else 3
        widths = {
            key: cell_len(key.key_display) + cell_len(key.description) + beside
            for key in super().compose()
            if isinstance(key, FooterKey)
        }
        self._wanted, self._room = sum(widths.values()), self.app.size.width + self.compact
        may_go = [key for key in reversed(widths) if key.action not in ("help", "leave")]
        for key in sorted(may_go, key=lambda key: not key.has_class("-disabled")):
            if len(self._lines(widths)) > self._most_lines:
                del widths[key]
        if self._most_lines == 1:
            yield from widths
        else:
            yield from (HorizontalGroup(*line) for line in self._lines(widths))

    def _lines(self, widths: Mapping[FooterKey, int]) -> list[list[FooterKey]]:
        """Return the keys in lines, each as full as possible."""
        lines: list[list[FooterKey]] = []
        room = 0
        for key, width in widths.items():
            if width > room:
                lines.append([])
                room = self._room
            lines[-1].append(key)
            room -= width
        return lines

    async def on_resize(self) -> None:
        """Choose the keys again if not all of them fit, or if some did not fit before."""
        before, now = self._room, self.app.size.width + self.compact
        if before != now and self._wanted > min(before, now):
            await super().recompose()

    async def recompose(self) -> None:
        """Rewrite the keys only if they have changed, since Textual calls this whenever the focus moves."""
        if not self.is_attached:
            return
        said = [
            (self.app.get_key_display(binding), binding.description, binding.action, enabled)
            for _node, binding, enabled, _tooltip in self.screen.active_bindings.values()
            if binding.show
        ]
        if said != self._said:
            self._said = said
            await super().recompose()
