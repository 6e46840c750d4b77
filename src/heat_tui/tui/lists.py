"""Widgets shared by many screens: lists, headings, notes, the button that confirms, the footer, a cover."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, NamedTuple, cast

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.look import keys_of


def _is_late(message: OptionList.OptionMessage) -> bool:
    """Return whether the row of a message is gone, because the list was refilled while the message was pending."""
    rows, index = message.option_list.options, message.option_index
    return index >= len(rows) or rows[index] is not message.option


class SafeList(OptionList):
    """Textual's list, safe however fast keys and clicks arrive.

    Messages about rows that are gone reach no handler, and clicks on them do nothing; nor do paging keys before the
    list is laid out. Disabled rows are mostly headings, which app.tcss keeps readable.
    """

    class OptionHighlighted(OptionList.OptionHighlighted, namespace="option_list", no_dispatch=None):
        no_dispatch = cast("bool", property(_is_late))

    class OptionSelected(OptionList.OptionSelected, namespace="option_list", no_dispatch=None):
        no_dispatch = cast("bool", property(_is_late))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("page_up", "page_down") or bool(self.scrollable_content_region)

    def on_click(self, event: events.Click) -> None:
        """Leave the click to Textual unless its row is gone."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class MenuList(SafeList):
    """Textual's list with the game's letter keys for moving; lines that are too long end in an ellipsis."""

    BINDINGS = bound("menu-down", "menu-up")


class LookingList(MenuList, inherit_bindings=False):
    """A list to look at, without choosing: Enter, PgUp and PgDn are left to the screen."""

    BINDINGS = bound("menu-down", "menu-up", "list-down", "list-up")


class ShortList(MenuList, inherit_bindings=False):
    """A list that leaves PgUp and PgDn to the rest of the screen."""

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
    """A widget whose height is the number of its lines."""

    @abstractmethod
    def lines(self, width: int) -> Iterable[Text]:
        """Return the lines, fitted to a width."""

    def wrapped(self, words: str, width: int, style: str = "", indent: str = "") -> Iterator[Text]:
        """Yield words indented and wrapped to a width."""
        for line in Text(words, style).wrap(self.app.console, max(width - len(indent), 1)):
            yield Text(indent) + line

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(list(self.lines(width)))

    def render(self) -> Text:
        return Text("\n").join(self.lines(self.size.width))


class Done(Static):
    """A button to click instead of pressing the key `confirm`; it has the class -ready while the key works."""

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


class TooSmall(Widget):
    """A cover over the screen in a terminal smaller than 80 x 24; the screen under it stays as it is."""

    def render(self) -> Text:
        words = _("Too small: {width}x{height}. The game needs {least_width}x{least_height} and waits for more room.")
        width, height = self.app.size
        return Text(words.format(width=width, height=height, least_width=LEAST_WIDTH, least_height=LEAST_HEIGHT))


def is_too_small(width: int, height: int) -> bool:
    """Return whether a terminal of this width and height, in cells, is too small for the game."""
    return width < LEAST_WIDTH or height < LEAST_HEIGHT


class FooterKey(NamedTuple):
    """A key in the footer, with its effect in a few words; a key that is not `enabled` does nothing now."""

    key: str
    display: str
    description: str
    action: str
    enabled: bool


class KeyFooter(Widget):
    """The keys of a screen in at most `lines` lines; a click on a key presses it.

    If not all keys fit, disabled ones are left out first, then the one whose action is `spare`, then the last ones, but
    never the key for the help, which lists all keys, or the key to leave. `shown` has the keys that fit, line by line.
    Textual's own footer is slower, because it mounts a widget for each key.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"footer--key", "footer--description", "footer--hover"}

    hovered = reactive("")
    """The key under the mouse pointer, or ""."""

    def __init__(self, *, compact: bool = False, lines: int = 1, spare: str = "") -> None:
        super().__init__()
        self.shown: list[list[FooterKey]] = []
        self._keys: list[FooterKey] = []
        self._compact = compact
        self._most_lines = lines
        self._spare = spare

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._read)

    def _read(self, screen: Screen[object]) -> None:
        """Show the current keys if they have changed, unless the terminal has lost the focus."""
        if not self.app.app_focus:
            return
        keys: dict[str, FooterKey] = {}
        for _node, binding, enabled, _tooltip in screen.active_bindings.values():
            if binding.show:
                words = self.app.get_key_display(binding), binding.description
                keys.setdefault(binding.action, FooterKey(binding.key, *words, binding.action, enabled))
        if [*keys.values()] != self._keys:
            self._keys = [*keys.values()]
            self._choose()

    def on_resize(self) -> None:
        self._choose()

    def _choose(self) -> None:
        """Choose the keys for which there is room."""
        keys, rows = self._keys.copy(), len(self.shown)
        may_go = [key for key in reversed(keys) if key.action not in ("help", "leave")]
        for key in sorted(may_go, key=lambda key: (key.enabled, key.action != self._spare)):
            if len(self._in_lines(keys)) > self._most_lines:
                keys.remove(key)
        self.shown = self._in_lines(keys)
        self.refresh(layout=len(self.shown) != rows)

    def _in_lines(self, keys: Iterable[FooterKey]) -> list[list[FooterKey]]:
        """Return the keys in lines, each as full as possible."""
        lines: list[list[FooterKey]] = []
        room = 0
        for key in keys:
            width = sum(map(cell_len, self._parts(key))) + self._compact
            if width > room:
                lines.append([])
                room = self.app.size.width + self._compact
            lines[-1].append(key)
            room -= width
        return lines

    def _parts(self, key: FooterKey) -> tuple[str, str]:
        """Return a key and its words, with a blank between them and, unless the footer is compact, on either side."""
        if self._compact:
            return key.display, f" {key.description}"
        return f" {key.display} ", f"{key.description} "

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self.shown)

    def render(self) -> Text:
        styles = [self.get_component_rich_style(f"footer--{part}") for part in ("key", "description")]
        hovered = self.get_component_rich_style("footer--hover").bgcolor
        between = Text(" " * self._compact)
        rows = []
        for line in self.shown:
            words = []
            for key in line:
                own = Style(
                    dim=None if key.enabled else True,
                    bgcolor=hovered if key.key == self.hovered else None,
                    meta={"footer_key": key.key},
                )
                parts = zip(self._parts(key), (style + own for style in styles), strict=True)
                words.append(Text().append_tokens(parts))
            rows.append(between.join(words))
        return Text("\n").join(rows)

    def watch_hovered(self) -> None:
        self.styles.pointer = "pointer" if self.hovered else "default"

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.hovered = event.style.meta.get("footer_key", "")

    def on_leave(self) -> None:
        self.hovered = ""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        pressed = event.style.meta.get("footer_key", "")
        if any(key.key == pressed and key.enabled for key in self._keys):
            self.app.simulate_key(pressed)
        elif pressed:
            self.app.bell()
