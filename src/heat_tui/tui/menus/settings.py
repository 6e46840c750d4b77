"""The settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus, Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Footer, OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.setup import COLOURS
from heat_tui.language import _, translated
from heat_tui.store.reading import shown_path
from heat_tui.store.settings import Settings, SettingsNotSaved, save_settings, stored_settings
from heat_tui.tui.dialogs import AskKeyScreen
from heat_tui.tui.keymap import bound, key_names
from heat_tui.tui.lists import MenuList
from heat_tui.tui.look import Look, look_of, to_left
from heat_tui.tui.settings_check import CHOOSABLE, OWN_THEMES, THEME_NAMES, binding_words, judge
from heat_tui.tui.setup.fields import Chooser, Offer, Tabs, switch
from heat_tui.tui.setup.screen import FormScreen

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


SWITCHES: Final = ("confirm", "memory_aid", "bell", "title")
CHOICES: Final = ("theme", "cars", "animation", "glyphs")
LABEL: Final = 20

AnyOffer = Offer[str] | Offer[bool]


class CarColours(Static):
    """All cars in the colours of the palette."""

    DEFAULT_CSS = """
    CarColours { height: 1; width: 1fr; }
    """

    def show(self, look: Look) -> None:
        """Paint them."""
        text = Text(" " * LABEL)
        for number, colour in enumerate(COLOURS, 1):
            text.append(f" {number} ", look.car_style(colour))
            text.append(" ")
        self.update(text)


class SettingsPart(Vertical):
    """A line for each setting, with what is stronger than the file where something is."""

    DEFAULT_CSS = """
    SettingsPart { height: 1fr; width: 1fr; padding: 0 1; overflow-y: auto; }
    SettingsPart Horizontal { height: 1; }
    SettingsPart .source { width: 1fr; color: $text-warning; padding-left: 2; text-wrap: nowrap;
        text-overflow: ellipsis; }
    SettingsPart .gap { height: 1; width: 1fr; }
    """

    class Changed(Message):
        """The player chose another value for a setting."""

        def __init__(self, name: str, settings: Settings, value: str | bool) -> None:  # noqa: FBT001 - a setting's value
            super().__init__()
            self.name = name
            self.settings = settings
            self.value = value

    def __init__(self, settings: Settings, overrides: Mapping[str, str]) -> None:
        super().__init__(id="settings-part")
        self._settings = settings
        self._overrides = overrides

    def compose(self) -> ComposeResult:
        for name in (*CHOICES, *SWITCHES):
            label, hint = setting_words(name)
            with Horizontal():
                yield Chooser(
                    _offers(name), getattr(self._settings, name), label=label, label_width=LABEL, hint=hint, id=name
                )
                yield Static(self._source(name), classes="source", markup=False)
            if name == "cars":
                yield CarColours()

    def on_mount(self) -> None:
        """Paint the cars."""
        self.query_one(CarColours).show(look_of(self))

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """Tell which setting has which value now."""
        event.stop()
        name, value = str(event.chooser.id), event.chooser.value
        assert isinstance(value, (str, bool))
        self._settings = with_setting(self._settings, name, value)
        self.post_message(self.Changed(name, self._settings, value))

    def paint(self, look: Look) -> None:
        """The look has changed."""
        self.query_one(CarColours).show(look)
        for chooser in self.query(Chooser):
            chooser.refresh()

    def _source(self, name: str) -> str:
        stronger = self._overrides.get(name)
        return "" if stronger is None else _("for now set by {source}").format(source=stronger)


def with_setting(settings: Settings, name: str, value: str | bool) -> Settings:  # noqa: FBT001 - a setting's value
    """The settings with another value for one of them, which is of the right type."""
    changed: dict[str, str | bool] = {name: value}
    return replace(settings, **changed)  # type: ignore[arg-type]


def setting_words(name: str) -> tuple[str, str]:
    """What a setting is called, and what it does."""
    return {
        "theme": lambda: (_("Theme"), _("The colours of everything but the cars; it changes at once.")),
        "cars": lambda: (
            _("Car colours"),
            _("The game's own colours, or those of Okabe and Ito, which nearly all eyes can tell apart."),
        ),
        "animation": lambda: (_("Animation"), _("How fast cars drive over the map; any key skips a drive.")),
        "glyphs": lambda: (
            _("Signs"),
            _("All signs that a terminal has, or ASCII alone for those that have no others."),
        ),
        "confirm": lambda: (
            _("Ask again"),
            _("Ask once more before something that costs more Heat or may end in a spin out."),
        ),
        "memory_aid": lambda: (
            _("Memory aid"),
            _("Odds know which cards are left in the own draw deck; it holds for new races."),
        ),
        "bell": lambda: (_("Bell"), _("Ring the terminal's bell when a person's turn comes.")),
        "title": lambda: (_("Terminal title"), _("Write whose turn it is into the title of the terminal's window.")),
    }[name]()


def _offers(name: str) -> Sequence[AnyOffer]:
    if name in SWITCHES:
        return switch()
    if name == "theme":
        own = dict(zip(OWN_THEMES, (_("dark"), _("light")), strict=True))
        return [Offer(theme, own.get(theme, theme)) for theme in THEME_NAMES]
    words = {
        "cars": {"game": _("the game's"), "okabe-ito": _("Okabe and Ito")},
        "animation": {"off": _("off"), "fast": _("fast"), "normal": _("normal")},
        "glyphs": {"unicode": _("all"), "ascii": _("ASCII")},
    }[name]
    return [Offer(value, each) for value, each in words.items()]


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
