"""The keys, to be given other ones."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Button, OptionList
from textual.widgets.option_list import Option

from heat_tui.language import _, translated
from heat_tui.tui.appearance import look_of
from heat_tui.tui.columns import to_left
from heat_tui.tui.key_names import key_names
from heat_tui.tui.settings_check import CHOOSABLE, binding_words
from heat_tui.tui.widgets.menu_list import MenuList

_WORDS = 26


class KeysPart(Vertical):
    """All bindings by the place where they are in force; Enter asks for another key."""

    DEFAULT_CSS = """
    KeysPart { height: 1fr; width: 1fr; padding: 0 1; }
    KeysPart MenuList { height: 1fr; }
    KeysPart Button { min-width: 20; margin-top: 1; }
    """

    class Wanted(Message):
        """A binding is to have another key."""

        def __init__(self, id: str) -> None:
            super().__init__()
            self.id = id

    class ResetAll(Message):
        """All bindings are to have their usual keys."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        super().__init__(id="keys-part")
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        yield MenuList(id="keys")
        yield Button(_("Usual keys for all"), compact=True, id="reset-all")

    def on_mount(self) -> None:
        """List them."""
        self.fill(self._chosen)

    def fill(self, chosen: Mapping[str, str]) -> None:
        """Show these keys."""
        self._chosen = chosen
        menu = self.query_one(MenuList)
        highlighted = menu.highlighted
        menu.clear_options()
        place = ""
        for key in CHOOSABLE.values():
            if key.place != place:
                place = key.place
                menu.add_option(Option(Text(translated(place), "bold underline"), disabled=True))
            menu.add_option(Option(self._line(key.id), id=key.id))
        menu.highlighted = 1 if highlighted is None else highlighted
        self.query_one(Button).disabled = not chosen

    @property
    def highlighted(self) -> str | None:
        """The binding under the cursor."""
        menu = self.query_one(MenuList)
        return None if menu.highlighted is None else menu.get_option_at_index(menu.highlighted).id

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for a key."""
        event.stop()
        if event.option_id is not None:
            self.post_message(self.Wanted(event.option_id))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The usual keys."""
        event.stop()
        self.post_message(self.ResetAll())

    def _line(self, id: str) -> Text:
        key, ascii_only = CHOOSABLE[id], look_of(self).ascii
        text = Text(" " + to_left(binding_words(key), _WORDS, ascii_only=ascii_only), no_wrap=True)
        text.append("  ".join(key_names(self._chosen.get(id, key.keys), ascii=ascii_only)), "bold")
        if id in self._chosen:
            usual = " ".join(key_names(key.keys, ascii=ascii_only))
            text.append("  " + _("(usually {keys})").format(keys=usual), "dim")
        return text
