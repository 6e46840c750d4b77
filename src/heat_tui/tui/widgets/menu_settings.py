"""The settings but the keys, a line for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from heat_tui.engine.setup import COLOURS
from heat_tui.files.settings import Settings
from heat_tui.language import _
from heat_tui.tui.appearance import Look, look_of
from heat_tui.tui.settings_check import OWN_THEMES, THEME_NAMES
from heat_tui.tui.widgets.menu_chooser import Chooser, Offer, switch

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
