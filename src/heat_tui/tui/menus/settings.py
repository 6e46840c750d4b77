"""The screen of the settings and the player's keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus, Mount
from textual.theme import BUILTIN_THEMES
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.setup import COLOURS
from heat_tui.language import ENGLISH, N_, _, languages, name_of, translated
from heat_tui.store.reading import shown_path
from heat_tui.store.schema import Refused, with_values
from heat_tui.store.settings import SETTINGS, Settings, save_settings, stored_settings
from heat_tui.tui.dialogs import AskKeyScreen
from heat_tui.tui.keymap import KEYS, Key, bound, key_names
from heat_tui.tui.lists import Heading, KeyFooter, MenuList, Note
from heat_tui.tui.look import Look, LookChanged, app_of, look_of, styles
from heat_tui.tui.screen import host_of
from heat_tui.tui.settings_check import binding_words, judge, key_fault
from heat_tui.tui.setup.fields import FormScreen, LineSelect, label_room, line


class SettingsScreen(FormScreen[None]):
    """The settings; a change is applied immediately, and written to the file if the app keeps settings.

    Values from flags or variables are not written.
    """

    help_topic = "settings"
    CSS_PATH = styles("setup/fields", "menus/menus")
    BINDINGS = bound("part-next", "part-previous", "reset-key")
    parts: ClassVar[Mapping[str, tuple[str, str]]] = {
        "settings": (N_("Looks and sound"), "theme"),
        "keys": (N_("Keys"), "keys"),
    }
    roomy = (120, 0)

    def __init__(self) -> None:
        super().__init__()
        self._stored = stored_settings(judge=judge)
        self._trouble = ""

    def compose(self) -> ComposeResult:
        yield Heading(_("Settings"))
        yield self.tabs()
        with Horizontal(id="parts"):
            yield SettingsPart(id="settings-part")
            yield KeysPart(id="keys-part")
        yield Note(id="note")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.turn_to("settings", focus=True)

    async def reword(self) -> None:
        """Rewrite all lines, and return the focus to the language; trouble with the file stays in the note."""
        await super().reword()
        self.query_one(Note).say(self._trouble, wrong=bool(self._trouble))
        self.turn_to("settings")
        self.query_one("#language", LineSelect).focus()

    def on_look_changed(self) -> None:
        """Show the theme, which may come from the command palette. Textual calls the base class's handler too."""
        self.query_one("#theme", LineSelect).value = self.heat.settings.theme
        if "theme" not in self.heat.overrides:
            self.query_one("#theme-source", Static).update("")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "reset":
            return self.focused is not None and self.focused.id == "keys"
        return super().check_action(action, parameters)

    def action_reset(self) -> None:
        row = self.query_one("#keys", MenuList).highlighted_option
        if row is not None:
            self._give(str(row.id), KEYS[str(row.id)].keys)

    def on_line_select_changed(self, event: LineSelect.Changed) -> None:
        changed = {str(event.select.id): event.value}
        self._stored = with_values(self._stored, changed)
        self._apply(with_values(self.heat.settings, changed))
        self.query_one(f"#{event.select.id}-source", Static).update("")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        id = str(event.option_id)

        def chosen(key: str | None) -> None:
            if key is not None:
                self._give(id, key)

        self.app.push_screen(AskKeyScreen(id, self.heat.settings.keys), chosen)

    def on_button_pressed(self) -> None:
        self._take_keys({})

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        hint = getattr(event.widget, "hint", "")
        if event.widget.id == "keys":
            hint = _("Press Enter to give the highlighted action another key.")
        if not self._trouble:
            self.query_one(Note).say(hint)
        self.refresh_bindings()

    def _give(self, id: str, keys: str) -> None:
        """Give a binding these keys, or say why it cannot have them; only keys that are not its default are stored."""
        others = {each: own for each, own in self.heat.settings.keys.items() if each != id}
        fault = key_fault(id, keys, others)
        if fault is not None:
            self.notify(fault, severity="warning", markup=False)
            return
        self._take_keys(others if keys == KEYS[id].keys else {**others, id: keys})

    def _take_keys(self, keys: Mapping[str, str]) -> None:
        """Apply and store the player's keys; the `LookChanged` that follows fills the list again."""
        self._stored = replace(self._stored, keys=keys)
        self._apply(replace(self.heat.settings, keys=keys))

    def _apply(self, settings: Settings) -> None:
        """Apply settings to the app and, if it keeps them, write the stored settings to the file."""
        self.heat.apply(settings)
        if not self.heat.keeps_settings:
            return
        try:
            kept = save_settings(self._stored, judge=judge)
        except Refused as reason:
            self._trouble = str(reason)
            self.query_one(Note).say(self._trouble, wrong=True)
            return
        if self._trouble:
            self._trouble = ""
            self.query_one(Note).say("")
        if kept is not None:
            words = _("The settings file had errors; the old one is kept as {file}.").format(file=shown_path(kept))
            self.heat.notify(words, severity="warning", timeout=15, markup=False)


LABEL: Final = 20


class CarColours(Static):
    """The cars in the colours of the chosen palette."""

    def render(self) -> Text:
        look, text = look_of(self), Text(" " * label_room(SETTINGS.values(), LABEL))
        for number, colour in enumerate(COLOURS, 1):
            text.append(f" {number} ", look.car_style(colour))
            text.append(" ")
        return text


class SettingsPart(Vertical):
    """The settings, each with any flag or variable that overrides the file."""

    def compose(self) -> ComposeResult:
        app, room = host_of(self), label_room(SETTINGS.values(), LABEL)
        for name, row in SETTINGS.items():
            if name == "language" and languages() == (ENGLISH,):
                continue
            with Horizontal():
                choices = {**row.choices, **_more_values(name)}
                yield line(replace(row, choices=choices), getattr(app.settings, name), width=room)
                stronger = app.overrides.get(name)
                source = "" if stronger is None else _("for now set by {source}").format(source=stronger)
                yield Static(source, id=f"{name}-source", classes="source", markup=False)
            if name == "cars":
                yield CarColours()


def _more_values(name: str) -> dict[str, str]:
    """Return a setting's values that are not among its `choices`, with their names: languages, themes, or {}."""
    if name == "language":
        return {code: name_of(code) for code in languages()}
    return {theme: theme for theme in BUILTIN_THEMES} if name == "theme" else {}


_WORDS: Final = 26
"""The minimum width of the words of a key, in cells."""


class KeysList(MenuList):
    """The list of bindings, which leaves PgUp on its first row, below a heading, to the screen."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (action == "page_up" and self.highlighted == 1) and super().check_action(action, parameters)


class KeysPart(Vertical):
    """The bindings, grouped by the place where they apply; Enter asks for another key."""

    def compose(self) -> ComposeResult:
        yield KeysList(id="keys")
        yield Button(_("Reset all keys"), compact=True, id="reset-all")

    @on(Mount)
    @on(LookChanged)
    def fill(self) -> None:
        """List all bindings with the player's keys."""
        chosen = app_of(self).settings.keys
        menu = self.query_one(MenuList)
        highlighted = menu.highlighted
        menu.clear_options()
        room = max(_WORDS, *(cell_len(binding_words(key)) + 1 for key in KEYS.values()))
        place = ""
        for key in KEYS.values():
            if key.place != place:
                place = key.place
                menu.add_option(Option(Text(translated(place), "bold underline"), disabled=True))
            menu.add_option(Option(_line(key, chosen.get(key.id), room, look_of(self)), id=key.id))
        menu.highlighted = 1 if highlighted is None else highlighted
        self.query_one(Button).disabled = not chosen


def _line(key: Key, chosen: str | None, room: int, look: Look) -> Text:
    """Return the line of a binding: its words, `room` cells wide, and its keys, the default ones or those `chosen`."""
    text = Text(" " + look.to_left(binding_words(key), room), no_wrap=True)
    text.append("  ".join(key_names(key.keys if chosen is None else chosen, ascii=look.ascii)), "bold")
    if chosen is not None:
        usual = " ".join(key_names(key.keys, ascii=look.ascii))
        text.append("  " + _("(default {keys})").format(keys=usual), "dim")
    return text
