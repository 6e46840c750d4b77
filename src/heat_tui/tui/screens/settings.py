"""The settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import DescendantFocus, Resize
from textual.widget import Widget
from textual.widgets import Footer, Static

from heat_tui.files.refusals import shown_path
from heat_tui.files.settings import Settings, SettingsNotSaved, save_settings, stored_settings
from heat_tui.language import _
from heat_tui.tui.appearance import Look
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.ask_key import AskKeyScreen
from heat_tui.tui.screens.form import FormScreen
from heat_tui.tui.settings_check import judge
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer, Tabs
from heat_tui.tui.widgets.menu_keys import KeysPart
from heat_tui.tui.widgets.menu_settings import SettingsPart, with_setting

PARTS: Final = ("settings", "keys")
ROOMY_WIDTH: Final = 120


class SettingsScreen(FormScreen[None]):
    """Every change holds at once and is written to the file at once; flags and variables are never written."""

    help_topic = "settings"
    BINDINGS: ClassVar[list[BindingType]] = bound("part-next", "part-previous", "reset-key")
    DEFAULT_CSS = """
    SettingsScreen #heading { height: 1; width: 1fr; background: $primary; color: $text; text-style: bold;
        padding: 0 1; }
    SettingsScreen #parts { height: 1fr; margin-top: 1; }
    SettingsScreen.-roomy Tabs { display: none; }
    SettingsScreen .-away { display: none; }
    SettingsScreen.-roomy .-away { display: block; }
    SettingsScreen #note { height: auto; min-height: 2; max-height: 4; width: 1fr; padding: 0 1; background: $panel; }
    SettingsScreen #note.-wrong { color: $text-error; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._stored = stored_settings(judge=judge)
        self._part = PARTS[0]
        self._trouble = ""

    def compose(self) -> ComposeResult:
        app = self.heat
        yield Static(_("Settings"), id="heading", markup=False)
        yield Tabs([Offer(*each) for each in zip(PARTS, part_names(), strict=True)], self._part, id="tabs")
        with Horizontal(id="parts"):
            yield SettingsPart(app.settings, app.overrides)
            yield KeysPart(app.settings.keys)
        yield Static(id="note", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin with the theme."""
        self._show_part()
        self.query_one("#theme").focus()
        self.heat.look_changed.subscribe(self, self._repaint)

    def on_resize(self, event: Resize) -> None:
        """Show both parts at once where they fit."""
        self.set_class(event.size.width >= ROOMY_WIDTH, "-roomy")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Parts are turned over only where one hides the other; a key is reset only in the list of keys."""
        if action == "part":
            return not self.has_class("-roomy")
        if action == "reset":
            return self.focused is not None and self.focused.id == "keys"
        return super().check_action(action, parameters)

    def action_part(self, step: int) -> None:
        """The other part."""
        self._part = PARTS[(PARTS.index(self._part) + step) % len(PARTS)]
        self._show_part()
        self.query_one("#theme" if self._part == "settings" else "#keys", Widget).focus()

    def action_reset(self) -> None:
        """The usual key for the highlighted binding."""
        id = self.query_one(KeysPart).highlighted
        if id is not None:
            self._take_keys({other: keys for other, keys in self.heat.settings.keys.items() if other != id})

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """The tabs."""
        event.stop()
        self._part = str(event.chooser.value)
        self._show_part()

    def on_settings_part_changed(self, event: SettingsPart.Changed) -> None:
        """Let it hold, and write it."""
        event.stop()
        self._stored = with_setting(self._stored, event.name, event.value)
        self._hold(with_setting(self.heat.settings, event.name, event.value))

    def on_keys_part_wanted(self, event: KeysPart.Wanted) -> None:
        """Ask for the key."""
        event.stop()
        chosen = self.heat.settings.keys

        def caught(key: str | None) -> None:
            if key is not None:
                self._take_keys({**chosen, event.id: key})

        self.heat.push_screen(AskKeyScreen(event.id, chosen), caught)

    def on_keys_part_reset_all(self) -> None:
        """The usual keys."""
        self._take_keys({})

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain what has the focus."""
        hint = getattr(event.widget, "hint", "")
        if event.widget.id == "keys":
            hint = _("Enter gives the highlighted line another key.")
        if not self._trouble:
            self._tell(hint)
        self.refresh_bindings()

    def _take_keys(self, keys: Mapping[str, str]) -> None:
        self._stored = replace(self._stored, keys=keys)
        self._hold(replace(self.heat.settings, keys=keys))
        self.query_one(KeysPart).fill(keys)

    def _hold(self, settings: Settings) -> None:
        """Apply the settings to the app, and write those of the file."""
        self.heat.apply(settings)
        try:
            kept = save_settings(self._stored, judge=judge)
        except SettingsNotSaved as reason:
            self._trouble = str(reason)
            self._tell(self._trouble)
            return
        if self._trouble:
            self._trouble = ""
            self._tell("")
        if kept is not None:
            self.heat.notify(
                _("The settings file had faults in it; as it was, it is kept as {file}.").format(file=shown_path(kept)),
                severity="warning",
                timeout=15,
                markup=False,
            )

    def _tell(self, sentence: str) -> None:
        note = self.query_one("#note", Static)
        note.update(Text(sentence))
        note.set_class(bool(self._trouble), "-wrong")

    def _repaint(self, look: Look) -> None:
        self.query_one(SettingsPart).paint(look)
        self.query_one(KeysPart).fill(self.heat.settings.keys)

    def _show_part(self) -> None:
        self.query_one(Tabs).value = self._part
        self.query_one(SettingsPart).set_class(self._part != "settings", "-away")
        self.query_one(KeysPart).set_class(self._part != "keys", "-away")


def part_names() -> tuple[str, str]:
    """The parts in the player's language."""
    return _("Looks and sound"), _("Keys")
