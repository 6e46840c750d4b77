"""The apps of a hosted table: the host's own, and those of guests, with the allow-list of what guests may do."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from textual.actions import ActionParseResult
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.screen import Screen

from heat_tui import language
from heat_tui.language import _
from heat_tui.store.hosted_tables import GUEST_VARIABLE, HostedTables, shown_code
from heat_tui.store.schema import Refused
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.door import DoorScreen, Visitor
from heat_tui.tui.keymap import EVERYWHERE, KEYS, MAP, PLANNING, RACE

if TYPE_CHECKING:
    from heat_tui.store.settings import Settings

_TEXTUAL: Final = """
    command_list copy_text cursor_down cursor_left cursor_left_word cursor_right cursor_right_word cursor_up cut
    delete_left delete_left_all delete_left_word delete_right delete_right_all delete_right_word end escape first
    focus_next focus_previous home last next_tab open_chapter page_down page_left page_right page_up paste press
    previous_tab
    scroll_bottom scroll_down scroll_end scroll_home scroll_left scroll_right scroll_top scroll_up select select_all
    select_cursor submit
"""
_KEYS: Final = """
    menu-down menu-up value-next focus-down focus-up reset-key part-next part-previous list-down list-up list-select
    aside-left aside-right fields-done search next-hit previous-hit next-round previous-round reasons car-before
    car-after page-next page-previous mistakes replay figures race-before race-after next-race keep-upgrade race-result
    on-to-season title close play speed-down speed-up line-on line-back turn-on turn-back round-on round-back mark-on
    mark-back jump to-start to-end turn-of-1 hands
"""
_WHOLE_PLACES: Final = (EVERYWHERE, RACE, PLANNING, MAP)
_IDS: Final = {id for id, key in KEYS.items() if key.place in _WHOLE_PLACES} - {"screenshot"} | {*_KEYS.split()}
"""The keys of a guest. A screenshot is not among them: it would be a file on the host's machine."""

ACTIONS: Final = frozenset({*_TEXTUAL.split()} | {KEYS[id].action.partition("(")[0] for id in _IDS})
"""All actions that a guest's keys, clicks and commands can have; nothing else runs."""

_SCREENS: Final = """
    AskKeyScreen AskScreen AskTextScreen ChooseScreen DeckScreen DoorScreen FiguresScreen GarageScreen HeatPalette
    HelpScreen LogScreen MistakesScreen PileScreen RaceScreen ReplayScreen ResultsScreen SeasonScreen SeatsScreen
    SettingsScreen StandingsScreen TakeBackScreen TrackViewScreen WaitingScreen
"""
SCREENS: Final = frozenset(_SCREENS.split())
"""All screens that a guest can see, by the names of their classes."""

LOOKS_EVERY: Final = 2.0
"""The seconds between two looks at whether the guest still has the seat."""


def wait_for_guest() -> None:
    """Wait, if this screen was started before its guest came, for the guest's environment; end with the server."""
    line = json.loads(os.environ.get(GUEST_VARIABLE, "{}")).get("line")
    if line is None:
        return
    with open(line, closefd=False, encoding="utf-8") as lines:
        said = lines.readline()
    if not said:
        sys.exit()
    os.environ.update(json.loads(said))
    language.use(language.of_locale(os.environ))


class GuestApp(HeatApp):
    """The app at the screen of somebody who came by ssh or with a browser. It reads and writes no files of the host.

    `tables` are those of the host.
    """

    keeps_settings = False

    def __init__(self, settings: Settings, tables: HostedTables) -> None:
        super().__init__(settings)
        self.visitor = Visitor(tables)

    def get_default_screen(self) -> Screen[Any]:
        return DoorScreen(self.visitor)

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(LOOKS_EVERY, self._look_around)

    def _look_around(self) -> None:
        """Notice that the host has sent this guest away, or given the table another code."""
        match, guest = self.match, self.visitor
        if not guest.code or match is None or match.table is None or match.table.is_closed:
            return
        try:
            hosted = guest.tables.hosted(guest.tables.find(match.name)[0])
        except Refused:
            return
        if hosted.code == guest.code:
            return
        if guest.seat >= 0 and guest.seat not in hosted.arrivals:
            guest.farewell = _("The host has sent you away from the table.")
            self.exit()
            return
        guest.comes_in(match.name, hosted.code)
        words = _("The code of this table is {code} from now on; you need it to come back.")
        self.notify(words.format(code=shown_code(hosted.code)), timeout=30, markup=False)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the commands of the screen, the guest's own look, and the way out."""
        allowed = {_("Theme"), _("Keys"), _("Leave")}
        more = {words for words, _about, _act in getattr(screen, "more_commands", tuple)()}
        for command in super().get_system_commands(screen):
            if command.title in allowed | more:
                yield command
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
        """Run an action of the allow-list."""
        allowed = self.allows(action if isinstance(action, str) else action[1])
        return allowed and await super().run_action(action, default_namespace, namespaces)

    def get_screen(self, screen: Screen[Any] | str) -> Screen[Any]:  # type: ignore[override]
        """Return a screen of the allow-list; in place of any other, one that says why not."""
        return super().get_screen(screen) if type(screen).__name__ in SCREENS else OnlyHost()


class OnlyHost(AskScreen):
    """The answer to a guest who asks for a screen that is only for the host, as if Esc had been pressed there."""

    def __init__(self) -> None:
        super().__init__(_("Only the host can do this."), _("Close"))

    def dismiss(self, result: int | None = None) -> AwaitComplete:
        return super().dismiss(None)


class HostApp(HeatApp):
    """The app at the host's own screen of a hosted table; `tables` are those that it serves."""

    tables: HostedTables

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the host's powers over guests, besides the usual commands."""
        yield from super().get_system_commands(screen)
        yield SystemCommand(_("The code"), _("the code of this table for your friends"), self.say_code)
        yield SystemCommand(_("Send somebody away"), _("free a guest's seat, and change the code"), self.ask_whom)

    def say_code(self) -> None:
        """Show the table's code."""
        if self.match is not None:
            code = shown_code(self.tables.hosted(self.tables.find(self.match.name)[0]).code)
            self.notify(_("The code is {code}.").format(code=code), timeout=30, markup=False)

    def ask_whom(self) -> None:
        """Ask which guest to send away."""
        match = self.match
        if match is None:
            return
        info = self.tables.find(match.name)[0]
        guests = [seat for seat, came in self.tables.hosted(info).arrivals.items() if not came.host]
        rows = [(_("Nobody"), "", -1), *((match.sheet.entries[seat].name, "", seat) for seat in guests)]

        def chosen(seat: int) -> None:
            if seat >= 0:
                self.tables.send_away(info, seat)
                self.say_code()

        self.choose(_("Who has to leave? The table gets another code."), rows, "tables", chosen)
