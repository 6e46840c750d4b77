"""The app of a guest at a hosted table, with the allow-list of what guests may do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from textual.actions import ActionParseResult
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input

from heat_tui.language import N_, _, of_locale
from heat_tui.store.codes import shown_code
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.door import DoorScreen, Visitor
from heat_tui.tui.keymap import EVERYWHERE, KEYS, MAP, PLANNING, RACE

if TYPE_CHECKING:
    from heat_tui.store.settings import Settings
    from heat_tui.store.shared_tables import SharedTables

_TEXTUAL: Final = """
    command_list copy copy_text cursor_down cursor_left cursor_left_word cursor_right cursor_right_word cursor_up cut
    delete_left delete_left_all delete_left_word delete_right delete_right_all delete_right_word end escape first
    focus_next focus_previous home last next_tab open_chapter page_down page_left page_right page_up paste press
    previous_tab scroll_bottom scroll_down scroll_end scroll_home scroll_left scroll_right scroll_top scroll_up select
    select_all select_cursor submit
"""
_KEYS: Final = """
    menu-down menu-up value-next focus-down focus-up reset-key part-next part-previous list-down list-up list-select
    aside-left aside-right fields-done search next-hit previous-hit next-round previous-round reasons car-before
    car-after page-next page-previous mistakes replay figures race-before race-after next-race keep-upgrade race-result
    on-to-season title again close play speed-down speed-up line-on line-back turn-on turn-back round-on round-back
    mark-on mark-back jump to-start to-end turn-of-1 hands
"""
_WHOLE_PLACES: Final = (EVERYWHERE, RACE, PLANNING, MAP)
_IDS: Final = {id for id, key in KEYS.items() if key.place in _WHOLE_PLACES} - {"screenshot"} | {*_KEYS.split()}
"""The ids of a guest's keys, without `screenshot`, because the file would be saved on the host's machine."""

_AT_PROMPTS: Final = {"line", "finish_plan", "take", "answer"}
"""The actions that prompts, piles of cards and questions bind to keys in place of those in the table of keys."""

ACTIONS: Final = frozenset({*_TEXTUAL.split()} | {KEYS[id].action.partition("(")[0] for id in _IDS} | _AT_PROMPTS)
"""All actions that a guest's keys, clicks and commands can run; no others are allowed."""

_SCREENS: Final = """
    AskKeyScreen AskScreen AskTextScreen ChooseScreen DeckScreen DoorScreen FiguresScreen GarageScreen HeatPalette
    HelpScreen LogScreen MistakesScreen PileScreen RaceScreen ReplayScreen ResultsScreen SeasonScreen SeatsScreen
    SettingsScreen StandingsScreen TrackViewScreen WaitingScreen
"""
SCREENS: Final = frozenset(_SCREENS.split())
"""The class names of all screens that a guest can open."""

_REWRITTEN: Final = frozenset({"RaceScreen", "ResultsScreen", "SeasonScreen", "WaitingScreen"})
"""The screens above which guests may open their settings, because they can be rewritten in another language."""

LOOKS_AROUND_EVERY: Final = 2.0
"""The seconds between two checks of the guest's seat and the table's code."""


class GuestApp(HeatApp):
    """The app of a guest, who is connected by ssh or with a browser.

    `tables` are the shared tables of the host; the host's saves, book and settings are neither read nor written.
    """

    keeps_settings = False

    def __init__(self, settings: Settings, tables: SharedTables, line: int | None = None) -> None:
        super().__init__(settings)
        self.visitor = Visitor(tables, line)

    def apply(self, settings: Settings) -> None:
        """Apply settings, and report a new language to the server, for its last words to the guest."""
        before = self.settings.language
        super().apply(settings)
        if settings.language != before:
            self.visitor.tell("speaks", settings.language or of_locale(os.environ))

    def get_default_screen(self) -> Screen[Any]:
        return DoorScreen(self.visitor)

    def on_mount(self) -> None:
        self.set_interval(LOOKS_AROUND_EVERY, self._look_around)

    def _look_around(self) -> None:
        """End the app if the host has sent this guest away; tell the guest if the table has a new code.

        Report a new table, code, name or seat to the server, and fill in a new code or name at the door: the guest
        needs both to come back.
        """
        match, guest = None if self.match is None else self.match.table, self.visitor
        if match is None or (match.info.closed and guest.seat < 0):
            return
        if match.sent_away:
            guest.farewell = N_("The host has sent you away from the table.")
            if guest.seat < 0:
                guest.farewell = N_("The table has another code now; to watch again, ask your host for it.")
            self.exit()
            return
        code, name, door = guest.code, guest.name, self.screen_stack[0]
        guest.comes_in(match)
        if name != guest.name:
            door.query_one("#name", Input).value = guest.name
        if code != guest.code:
            door.query_one("#code", Input).value = shown_code(guest.code)
            words = _("The code of this table is {code} from now on; you need it to come back.")
            self.notify(words.format(code=shown_code(guest.code)), timeout=30, markup=False)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the screen's own commands, the general ones that guests may use, and on some screens the settings."""
        allowed = {_("Theme"), _("Keys"), _("Leave")}
        more = {words for words, _about, _act in getattr(screen, "more_commands", tuple)()}
        for command in super().get_system_commands(screen):
            if command.title in allowed | more:
                yield command
        if type(screen).__name__ in _REWRITTEN:
            yield SystemCommand(_("Settings"), _("looks, sound, confirmations and keys"), self.open_settings)

    def open_settings(self) -> None:
        """Show the guest's settings, which last as long as the connection."""
        from heat_tui.tui.menus.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def allows(self, action: str) -> bool:
        return action.partition("(")[0].rpartition(".")[2] in ACTIONS

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action if it is on the allow-list; return whether it was found and run."""
        allowed = self.allows(action if isinstance(action, str) else action[1])
        return allowed and await super().run_action(action, default_namespace, namespaces)

    def get_screen(self, screen: Screen[Any] | str) -> Screen[Any]:  # type: ignore[override]
        """Return a screen if it is on the allow-list, otherwise a notice that it is only for the host."""
        return super().get_screen(screen) if type(screen).__name__ in SCREENS else OnlyHost()


class OnlyHost(AskScreen):
    """A notice in place of a screen that is only for the host; its result is None, as if Esc had closed that screen."""

    def __init__(self) -> None:
        super().__init__(_("Only the host can do this."), _("Close"))

    def dismiss(self, result: int | None = None) -> AwaitComplete:
        return super().dismiss(None)
