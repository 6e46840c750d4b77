"""The door of a hosted table, and the room behind it where everybody waits for the start."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from heat_tui.game.book import keep_book
from heat_tui.game.setup.seats import LONGEST_NAME, check_name
from heat_tui.game.table.hosted import begin_without, places, sit_down
from heat_tui.language import N_, _, languages, name_of, of_locale, translated
from heat_tui.store.hosted_tables import GUEST_VARIABLE, LENGTH, Hosted, HostedTables, shown_code
from heat_tui.store.schema import Refused, with_values
from heat_tui.tui.dialogs import AnswerButton
from heat_tui.tui.lists import Heading, KeyFooter, Note
from heat_tui.tui.look import styles
from heat_tui.tui.screen import HeatScreen, host_of
from heat_tui.tui.setup.fields import LineInput, LineSelect, focus_row
from heat_tui.words.situation import track_lines

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.store.shared_tables import TableInfo

LABEL: Final = 20
PAUSE: Final = 1.0
"""The seconds after a wrong code in which no other is looked at."""

TRIES: Final = 5
"""The wrong codes after which a connection is ended."""

LOOKS_EVERY: Final = 0.5
"""The seconds between two looks at who has come."""

COLOURS: Final = {"truecolor": N_("16 million"), "256": "256", "standard": "16"}
"""The numbers of colours that a terminal can have, as Rich calls them."""


class Visitor:
    """A guest: what is `known` before the door, the name, code and seat behind it, and what is said at the end."""

    def __init__(self, tables: HostedTables) -> None:
        self.tables, self.farewell = tables, _("Come back with the same code and name.")
        self.known: dict[str, Any] = json.loads(os.environ.get(GUEST_VARIABLE, "{}"))
        self.name, self.code, self.seat = "", "", -1

    def tell(self, *words: str) -> None:
        """Report to the server what happens at the door."""
        if "line" in self.known:
            with suppress(BrokenPipeError):  # the connection has just ended, and this screen is about to
                os.write(int(self.known["line"]), (json.dumps(words) + "\n").encode())

    def comes_in(self, table: str, code: str) -> None:
        """Remember the code of the guest's table, and tell the server."""
        self.code = code
        self.tell("in", self.name, code, table)


class DoorScreen(HeatScreen[None]):
    """The first screen of a guest: the code, the name, and how the screen looks. It is also the way back in."""

    help_topic = "tables"
    keeps_games = N_("To the door")
    CSS_PATH = styles("setup/fields", "door")

    def __init__(self, guest: Visitor) -> None:
        super().__init__()
        self._guest, self._wrong, self._opens = guest, 0, 0.0
        self._called = ""

    def compose(self) -> ComposeResult:
        known, settings = self._guest.known, self.heat.settings
        yield Heading(_("The door"))
        with Vertical(id="form"):
            yield Static(_("Welcome! Your host has sent you a code. Type it here, with your name."), id="welcome")
            for id, words, most in (("code", _("Code:"), LENGTH + 6), ("name", _("Your name:"), LONGEST_NAME)):
                with Horizontal(classes="row"):
                    yield Static(words, markup=False)
                    yield LineInput(str(known.get(id, ""))[:most], compact=True, id=id, max_length=most)
            speaking = [(code, name_of(code)) for code in languages()]
            here = settings.language or of_locale(os.environ)
            yield LineSelect(speaking, here, label=_("Language"), label_width=LABEL, id="language")
            themes = [("dark", _("dark")), ("light", _("light"))]
            yield LineSelect(themes, settings.theme, label=_("Theme"), label_width=LABEL, id="theme")
            colours = [(each, translated(words)) for each, words in COLOURS.items()]
            system = self.app.console.color_system or "standard"
            yield LineSelect(colours, system, label=_("Colours"), label_width=LABEL, id="colours")
            yield AnswerButton(_("Come in"), id="enter", variant="primary")
        yield Note(id="note")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Come in at once if the connection brought a code and a name that has a seat."""
        empty = next((each for each in self.query(LineInput) if not each.value), self.query_one("#enter"))
        empty.focus()
        if self._guest.known.get("code") and self._guest.known.get("back"):
            self.call_after_refresh(self._come_in)

    def on_line_select_changed(self, event: LineSelect.Changed) -> None:
        """Change the look or the language of this screen, and of all that follow."""
        if event.select.id == "colours":
            system: Any = event.value
            self.app.console = Console(color_system=system, file=self.app.console.file, legacy_windows=False)
            self.heat.repaint()
            return
        self.heat.apply(with_values(self.heat.settings, {str(event.select.id): event.value}))

    async def reword(self) -> None:
        """Write the screen in another language, with what was typed."""
        typed = {str(each.id): each.value for each in self.query(LineInput)}
        self._guest.known |= typed
        await super().reword()
        self.query_one("#language").focus()

    def on_input_submitted(self, event: LineInput.Submitted) -> None:
        """Go on to the next line, or come in."""
        name = self.query_one("#name", LineInput)
        if event.input.id == "code" and not name.value.strip():
            name.focus()
        else:
            self._come_in()

    def on_button_pressed(self) -> None:
        self._come_in()

    def key_down(self) -> None:
        focus_row(self, 1)

    def key_up(self) -> None:
        focus_row(self, -1)

    def action_back(self) -> None:
        self.heat.action_leave()

    def _come_in(self) -> None:
        """Let the guest in, or say why not."""
        code = self.query_one("#code", LineInput).value
        self._called = self.query_one("#name", LineInput).value.strip()
        try:
            if monotonic() < self._opens:
                raise Refused(N_("Wait a moment before you try another code."))
            tables = self._guest.tables.admitted(code)
            if not tables:
                self._turn_away()
                return
            check_name(self._called)
        except Refused as reason:
            self._say(reason)
            return
        if len(tables) == 1:
            self._choose_seat(tables[0])
            return

        rows = [(each.name, _free_words(self._guest.tables, each), at) for at, each in enumerate(tables)]
        self.heat.choose(_("Which table?"), rows, "tables", lambda number: self._choose_seat(tables[number]))

    def _turn_away(self) -> None:
        """Say that the code is wrong; after too many the connection ends."""
        self._wrong, self._opens = self._wrong + 1, monotonic() + PAUSE
        self._guest.tell("wrong")
        if self._wrong >= TRIES:
            self._guest.farewell = _("That was a wrong code too often. Ask your host for the right one.")
            self.app.exit()
        self._say(_("No open table has this code. Look at it again, or ask your host."))
        field = self.query_one("#code", LineInput)
        field.focus()
        field.action_select_all()

    def _choose_seat(self, info: TableInfo) -> None:
        """Take the seat that has the guest's name, or ask which one."""
        try:
            found = places(self._guest.tables, info, self._called)
        except Refused as reason:
            self._say(reason)
            return
        if found.own is not None:
            self._sit(info, found.own)
            return
        rows = [(found.names[seat], _("nobody yet"), seat) for seat in found.free]
        rows.append((_("Watch"), _("without a seat"), -1))

        question = _("Which seat do you take, {name}?").format(name=self._called)
        self.heat.choose(question, rows, "tables", lambda seat: self._sit(info, None if seat < 0 else seat))

    def _sit(self, info: TableInfo, seat: int | None) -> None:
        """Sit down, and show the race, or the room where everybody waits for it."""
        try:
            guest = self._guest
            match = sit_down(guest.tables, info, seat, self._called)
            guest.name, guest.seat = self._called, -1 if seat is None else seat
            guest.comes_in(info.name, guest.tables.hosted(info).code)
            show(self.app, guest.tables, match)
        except Refused as reason:
            self._say(reason)

    def _say(self, words: Refused | str) -> None:
        self.query_one(Note).say(str(words), wrong=True)


class WaitingScreen(HeatScreen[None]):
    """The seats, and who is ready. The race begins once everybody is, or when the host says so.

    At a table without a host, which a server has that only serves, any guest with a seat may say so.
    """

    help_topic = "tables"
    CSS_PATH = styles("door")

    def __init__(self, match: SharedMatch, tables: HostedTables, lines: Sequence[str]) -> None:
        super().__init__()
        self.match, self._tables, self._lines = match, tables, lines
        self._hosted: Hosted | None = None

    def compose(self) -> ComposeResult:
        yield Heading(_("The table {name}").format(name=self.match.name))
        with Vertical(id="people"):
            yield Static(id="about", markup=False)
            yield Static(id="seats", markup=False)
        with Horizontal(id="buttons"):
            if self.match.here:
                yield AnswerButton(_("Ready"), id="ready", variant="primary")
            yield AnswerButton(_("Start without the others"), id="start")
        yield Note(id="note")
        yield KeyFooter()

    def on_mount(self) -> None:
        for button in self.query(Button)[:1]:
            button.focus()
        about = [*track_lines(self.match.view(None))[:1], *self._lines]
        self.query_one("#about", Static).update("\n".join(about))
        self._look()
        self.set_interval(LOOKS_EVERY, self._look)

    def _look(self) -> None:
        """Show who is there; open the race once it has begun."""
        match = self.match
        match.poll()
        try:
            hosted = self._tables.hosted(match.info)
        except Refused as reason:
            self.query_one(Note).say(str(reason), wrong=True)
            return
        if not self.is_current:
            return
        if hosted.started or match.is_closed:
            self.heat.games.open(match)
            return
        self._hosted = hosted
        alone = bool(match.here) and not any(came.host for came in hosted.arrivals.values())
        self.query_one("#start").display = match.may_close or alone
        lines = Text()
        for seat in match.people:
            came = hosted.arrivals.get(seat)
            words = _("nobody yet") if came is None else _("ready") if came.ready else _("here")
            if came is not None and seat in match.away:
                words = _("away")
            lines.append(f"{match.sheet.entries[seat].name:<{LABEL}} ", "bold" if seat in match.here else "")
            lines.append(_("{words}, the host").format(words=words) if came is not None and came.host else words, "dim")
            lines.append("\n")
        self.query_one("#seats", Static).update(lines)
        code = _("Everybody comes in with the code {code}. The race begins when all are ready.")
        self.query_one(Note).say(code.format(code=shown_code(hosted.code)))
        if all(seat in hosted.arrivals and hosted.arrivals[seat].ready for seat in match.people):
            self._tables.start(match.info)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        try:
            if event.button.id == "start":
                begin_without(self._tables, self.match)
            elif self._hosted is not None:
                ready = not all(self._hosted.arrivals[seat].ready for seat in self.match.here)
                for seat in self.match.here:
                    self._tables.be_ready(self.match.info, seat, ready=ready)
                event.button.label = _("Not ready") if ready else _("Ready")
        except (Refused, KeyError) as reason:
            self.query_one(Note).say(str(reason), wrong=True)
        self._look()

    def action_back(self) -> None:
        self.heat.action_leave()


def show(app: App[Any], tables: HostedTables, match: SharedMatch, lines: Sequence[str] = ()) -> None:
    """Show the race of a hosted table, or the room where everybody waits for it, with lines for the host to send."""
    hosted, games = tables.hosted(match.info), host_of(app).games
    keep_book(match)
    games.match = match
    if hosted.started:
        games.open(match)
    else:
        app.push_screen(WaitingScreen(match, tables, lines))


def _free_words(tables: HostedTables, info: TableInfo) -> str:
    try:
        free = len(places(tables, info, "?").free)
    except Refused as reason:
        return str(reason)
    return _("seats left: {count}").format(count=free)
