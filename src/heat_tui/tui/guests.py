"""The app of a guest at hosted tables: the door, its first screen, and the allow-list of what guests may do."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from textual.actions import ActionParseResult
from textual.app import ComposeResult, SystemCommand
from textual.await_complete import AwaitComplete
from textual.containers import Horizontal, Vertical
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input, Static

from heat_tui.game.setup.seats import LONGEST_NAME, check_name
from heat_tui.game.table.open_tables import open_tables, seat_of, seats_left, sit_down
from heat_tui.game.table.shared import SharedMatch
from heat_tui.language import N_, _, languages, listing, name_of, of_locale, translated
from heat_tui.store.codes import GUEST_VARIABLE, shown_code
from heat_tui.store.schema import Refused, with_values
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AnswerButton, AskScreen
from heat_tui.tui.guide import Row, T
from heat_tui.tui.keymap import EVERYWHERE, KEYS, MAP, PLANNING, RACE, bound
from heat_tui.tui.lists import Heading, KeyFooter
from heat_tui.tui.look import styles
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.setup.fields import LineInput, LineSelect, focus_row
from heat_tui.words.formatter import sentences

if TYPE_CHECKING:
    from heat_tui.store.settings import Settings
    from heat_tui.store.shared_tables import SharedTables, TableInfo

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
        """Apply settings; report a new language, for the server's last words and for the page when it reconnects."""
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
            guest.tell("away")
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


LABEL: Final = 20
LONGEST_PASTED: Final = 500
"""The most characters that the field of the code holds, such as a pasted link or line with the code in it."""

PAUSE: Final = 1.0
"""The seconds after a wrong code during which no other code is checked."""

_NO_TABLE: Final = N_("No open table has this code. Look at it again, or ask your host.")

COLOURS: Final = {"truecolor": N_("16 million"), "256": "256", "standard": "16"}
"""The possible numbers of colours of a terminal, by Rich's names for them."""


class Visitor:
    """A guest: the data `known` from the server, and the name, code and seat at a table, -1 for no seat.

    `farewell`, untranslated and with a gap for the code, is shown at the end. `line` is the file descriptor for reports
    to the server, if any.
    """

    def __init__(self, tables: SharedTables, line: int | None = None) -> None:
        self.tables, self._line, self.farewell = tables, line, N_("Come back with the same code and name.")
        self.known: dict[str, Any] = json.loads(os.environ.get(GUEST_VARIABLE, "{}"))
        self.name, self.code, self.seat = "", "", -1
        self._reported: tuple[str, ...] = ()

    def tell(self, *words: str) -> None:
        """Report to the server.

        The first word is "wrong" for a wrong code, "speaks" before a language, "in" from `comes_in`, "away" when the
        host sends the guest away, or "left" before the farewell.
        """
        if self._line is not None:
            with suppress(BrokenPipeError):  # the connection has just ended, and the app soon will too
                os.write(self._line, (json.dumps(words) + "\n").encode())

    def comes_in(self, match: SharedMatch) -> None:
        """Remember a table's code and the guest's name and seat; report them, and its name, if one is new.

        A closed table that none follows has no seats.
        """
        is_left = match.info.closed and not match.info.is_followed
        self.code, self.seat = match.info.code, -1 if is_left else next(iter(match.here), -1)
        self.name = match.persons.get(self.seat, self.name)
        self.farewell = N_("Come back with the code {code} and the same name.")
        report = "in", self.name, shown_code(self.code), match.info.name, str(self.seat)
        if report != self._reported:
            self._reported = report
            self.tell(*report)


class DoorScreen(HeatScreen[None]):
    """The first screen that a guest sees, for the code, name and look; guests who leave a table return here."""

    help_topic = "tables"
    keeps_games = N_("door")
    BINDINGS = bound("focus-down", "focus-up")
    CSS_PATH = styles("setup/fields", "door")

    action_focus_row = focus_row

    def __init__(self, guest: Visitor) -> None:
        super().__init__()
        self._guest, self._opens, self._called = guest, 0.0, ""
        self._comes_back = False
        """True until the connection has brought a returning guest in, or has failed to."""

    def compose(self) -> ComposeResult:
        known, settings = self._guest.known, self.heat.settings
        yield Heading(_("The door"))
        with Vertical(id="form"):
            yield Static(_("Welcome! Your host has sent you a code. Type it here, with your name."), id="welcome")
            for id, words, most in (("code", _("Code:"), LONGEST_PASTED), ("name", _("Your name:"), LONGEST_NAME)):
                with Horizontal(classes="row"):
                    yield Static(words, markup=False)
                    yield LineInput(str(known.get(id, ""))[:most], compact=True, id=id, max_length=most)
            speaking = [(code, name_of(code)) for code in languages()]
            here = settings.language or of_locale(os.environ)
            yield LineSelect(speaking, here, label=_("Language"), label_width=LABEL, id="language")
            themes = {settings.theme: settings.theme, "dark": _("dark"), "light": _("light")}
            yield LineSelect(themes.items(), settings.theme, label=_("Theme"), label_width=LABEL, id="theme")
            colours = [(each, translated(words)) for each, words in COLOURS.items()]
            system = self.app.console.color_system or "standard"
            yield LineSelect(colours, system, label=_("Colours"), label_width=LABEL, id="colours")
            yield AnswerButton(_("Come in"), id="enter", variant="primary")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Focus the first empty field, else the button; let a returning guest in if the connection brought a code."""
        empty = next((each for each in self.query(LineInput) if not each.value), self.query_one("#enter"))
        empty.focus()
        if self._guest.known.get("code") and self._guest.known.get("back"):
            self._comes_back = True
            self.call_after_refresh(self._come_in)

    def on_screen_resume(self) -> None:
        """After a table, fill in its code if the one that was typed, such as the lobby's, is not valid any more."""
        if self._guest.code:
            self.attempt(self._fill_in_code)

    def _fill_in_code(self) -> None:
        field = self.query_one("#code", LineInput)
        if self._guest.tables.admitted(field.value) is None:
            field.value = shown_code(self._guest.code)

    def on_line_select_changed(self, event: LineSelect.Changed) -> None:
        """Change the number of colours, the theme or the language of this screen and all later ones."""
        if event.select.id == "colours":
            system: Any = event.value
            self.app.console = Console(color_system=system, file=self.app.console.file, legacy_windows=False)
            self.heat.repaint()
            return
        self.heat.apply(with_values(self.heat.settings, {str(event.select.id): event.value}))

    async def reword(self) -> None:
        """Rewrite the screen in another language, keeping the typed text, and return the focus to the language."""
        typed = {str(each.id): each.value for each in self.query(LineInput)}
        self._guest.known |= typed
        await super().reword()
        self.query_one("#language").focus()

    def on_input_submitted(self, event: LineInput.Submitted) -> None:
        """After the code, select the name, which ssh may have filled in; after the name, let the guest in."""
        if event.input.id == "code":
            self._select_name()
        else:
            self._come_in()

    def _select_name(self) -> None:
        name = self.query_one("#name", LineInput)
        name.focus()
        name.action_select_all()

    def on_button_pressed(self) -> None:
        self._come_in()

    def action_back(self) -> None:
        self.heat.action_leave()

    def _come_in(self) -> None:
        self.attempt(self._knock)
        self._comes_back = False

    def _knock(self) -> None:
        """Let the guest in, asking which table if the code fits several, and which seat if needed. Raises Refused."""
        field, self._called = self.query_one("#code", LineInput), self.query_one("#name", LineInput).value.strip()
        if monotonic() < self._opens:
            raise Refused(_("Wait a moment before you try another code."))
        tables = self._guest.tables.admitted(field.value)
        if tables is None:
            self._opens = monotonic() + PAUSE
            self._guest.tell("wrong")
            field.focus()
            field.action_select_all()
            raise Refused(translated(_NO_TABLE))
        if not tables:
            raise Refused(_("The code is right, but leads to no open table; ask your host."))
        if not self._called:
            raise Refused(_("Type your name."))
        check_name(self._called)
        if len(tables) == 1:
            self._choose_seat(tables[0])
            return
        listed = open_tables(self._guest.tables, None, partial(seats_left, name=self._called))
        by_name = {each.name: each for each in tables}
        rows = [(name, left, by_name[name]) for name, left in listed if name in by_name]
        self._ask(_("Which table?"), rows, self._choose_seat)

    def _choose_seat(self, info: TableInfo) -> None:
        """Take the seat that has the guest's name, or ask which one. Raises Refused.

        If somebody is sitting there, first ask whether it is this guest. A guest who is reconnected automatically is
        not asked, and one who was only watching watches again.
        """
        match = SharedMatch.watch(self._guest.tables, info.name, guest=True)
        if self._comes_back and self._guest.known.get("watches"):
            self._sit(match, -1, info.code)
            return
        own = seat_of(match, self._called)
        if own is not None:
            sit = partial(self._sit, match, own, info.code)
            if match.is_in_use(own) and not self._comes_back:
                self._select_name()
                question = _("Somebody sits there as {name}. Is that you, on another device?")
                question = question.format(name=match.persons[own])
                self.ask(question, _("Give another name"), _("Take the seat"), sit)
            else:
                sit()
            return
        rows = [(name, _("nobody yet"), seat) for seat, name in match.missing.items()]
        rows.append((_("Watch"), _("without a seat"), -1))
        question = _("Which seat do you take, {name}?") if match.missing else _("All seats are taken, {name}.")
        question = question.format(name=self._called)
        guests = [match.persons[seat] for seat, each in match.seats.items() if each.guest]
        if guests and not match.missing:
            back = _("If one is yours, come in with its name: {names}.").format(names=listing(guests))
            question = sentences(question, back)
        self._ask(question, rows, lambda seat: self._sit(match, seat, info.code))

    def _ask(self, question: str, rows: Sequence[Row[T]], act: Callable[[T], None]) -> None:
        """Ask a question and act on the answer, or tell the guest why it is refused."""

        def chosen(value: T) -> None:
            self.attempt(partial(act, value))

        self.heat.choose(question, rows, "tables", chosen)

    def _sit(self, match: SharedMatch, seat: int, code: str) -> None:
        """Sit down at a seat, or only watch if it is negative, and show the match.

        Raises Refused, including when the table has since been closed or given another code.
        """
        now, _begun = self._guest.tables.find(match.info.name)  # not a poll: sit_down needs the seats that were shown
        if now.closed or now.code != code:
            raise Refused(translated(_NO_TABLE))
        if seat >= 0:
            sit_down(match, seat, self._called)
        self._guest.name = self._called
        self._guest.comes_in(match)
        self.heat.games.open(match)
