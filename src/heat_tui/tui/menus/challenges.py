"""Challenges: the race of the day, a typed code, and the player's own races to race again."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from functools import partial
from typing import Final

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import DescendantFocus, Paste
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from heat_tui.engine.record import record
from heat_tui.game.book.days import month_lines, practising, tries
from heat_tui.game.setup.challenge import MOST_CHARACTERS, Challenge, race_of_day, read_code, today
from heat_tui.game.table.save_line import day_words, state_words
from heat_tui.game.telling.rival import challenge_from
from heat_tui.language import _
from heat_tui.store.book import Book
from heat_tui.store.reading import BadFile
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saved_race import Rival
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, MenuList, Note
from heat_tui.tui.look import keys_of, styles
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.setup.fields import LineInput

DAILY: Final = "/"
"""The key of the race of the day among the names of saves; no file, and so no save, has this name."""


@record
class Entry:
    """A challenge with its code and any ghost, or the `problem` with a save or code; empty while no code is typed."""

    challenge: Challenge | None = None
    code: str = ""
    rival: Rival | None = None
    problem: str = ""


class ChallengeList(MenuList):
    """The list of challenges, below the line for codes."""

    def action_cursor_up(self) -> None:
        """Go up a row; from the first one, go to the line for codes."""
        if self.highlighted:
            super().action_cursor_up()
        else:
            self.screen.query_one("#code").focus()


class ChallengesScreen(HeatScreen[None]):
    """A line for a code, the list of challenges, and the details of the typed or the highlighted one."""

    help_topic = "challenges"
    CSS_PATH = styles("menus/menus", "setup/fields")
    AUTO_FOCUS = "#challenges"
    BINDINGS = bound("code") + bound("focus-down", shown=False)

    def __init__(self) -> None:
        super().__init__()
        self._saves: list[SaveInfo] = []
        self._entries: dict[str, Entry] = {}
        self._month: list[str] = []

    def compose(self) -> ComposeResult:
        yield Heading(_("Challenges"))
        with Horizontal(id="typed"):
            yield Static(_("Code:"), markup=False)
            here = _("type or paste a code here")
            yield LineInput(compact=True, placeholder=here, id="code", max_length=MOST_CHARACTERS)
        yield ChallengeList(id="challenges")
        yield Static(id="contents", markup=False)
        yield Note(id="note")
        yield KeyFooter()

    def on_screen_resume(self) -> None:
        """Refresh the list after the next frame: a race may have been finished in the meantime."""
        self.call_after_refresh(self.read_saves)

    def read_saves(self) -> None:
        """List the current challenges, unless the screen was left before it was painted."""
        if not self.query(MenuList):
            return
        store, problem = self.heat.store, ""
        try:
            listed = [] if store is None else store.list()
        except BadFile as reason:
            listed, problem = [], str(reason)
        self._saves = [each for each in listed if isinstance(each, SaveInfo) and each.finished and each.season is None]
        day, name = today(), ""
        if store is not None and store.book is not None:
            try:
                found = Book(store.book).read(tries)
                self._month, name = month_lines(found), practising(found)
            except BadFile as reason:
                problem = problem or str(reason)
        self._entries = {DAILY: _entry(lambda: (race_of_day(day), None))}
        menu = self.query_one(MenuList)
        before = menu.highlighted or 0
        menu.clear_options()
        counts = _("{day}: another try by {name} is practice") if name else _("{day}: your first try counts")
        menu.add_option(Option(_row(_("Race of the day"), counts.format(day=day.isoformat(), name=name)), id=DAILY))
        menu.add_options(
            Option(_row(each.name, _("{state}, {day}").format(state=state_words(each), day=day_words(each))))
            for each in self._saves
        )
        menu.highlighted = min(before, len(self._saves))
        if problem:
            self.notify(problem, severity="error", markup=False)
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "code":
            return True if self._entry is not None and self._entry.code else None
        return super().check_action(action, parameters)

    def action_code(self) -> None:
        """Copy the code and say so; the code is shown too, because some terminals do not allow copying."""
        if self._entry is not None:
            code = self._entry.code
            self.app.copy_to_clipboard(code)
            self.notify(_("Copied, if your terminal allows it: {code}").format(code=code), timeout=15, markup=False)

    def on_paste(self, event: Paste) -> None:
        """Put text pasted elsewhere on the screen into the line for codes."""
        code = self.query_one("#code", Input)
        code.clear()
        code.focus()
        code.post_message(Paste(event.text))

    def action_focus_row(self, _step: int) -> None:
        """Move from the code to the list."""
        self.query_one(MenuList).focus()

    def on_option_list_option_selected(self) -> None:
        """Race the highlighted challenge; a save that has not been read yet is read now."""
        name = self._highlighted
        if name is not None and name not in self._entries and self.heat.store is not None:
            self._entries[name] = _entry(partial(challenge_from, self.heat.store, name))
        self._start(self._entry)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._start(_typed(event.value))

    def _start(self, entry: Entry | None) -> None:
        if entry is None or entry.challenge is None:
            self._show()
            return
        try:
            self.heat.games.start_challenge(entry.challenge, entry.rival)
        except Refused as reason:
            self.query_one(Note).say(str(reason), wrong=True)

    @property
    def _highlighted(self) -> str | None:
        """The name of the highlighted save, or `DAILY` for the race of the day; None if no row is highlighted."""
        index = self.query_one(MenuList).highlighted
        if index is None or index > len(self._saves):
            return None
        return DAILY if index == 0 else self._saves[index - 1].name

    @property
    def _entry(self) -> Entry | None:
        """The highlighted entry; None until it has been read, or if no row is highlighted."""
        return self._entries.get(self._highlighted or "")

    @work(exclusive=True, group="save")
    async def look_at(self, name: str, store: SaveStore) -> None:
        """Read a save, in a thread, because reading it replays its race; then show its challenge."""
        self._entries[name] = await to_thread(_entry, partial(challenge_from, store, name))
        if self.is_attached and self.query(Note):
            self._show()

    @on(OptionList.OptionHighlighted)
    @on(DescendantFocus)
    @on(Input.Changed)
    def _show(self) -> None:
        """Show the challenge of the typed code while its field has the focus, else the highlighted challenge."""
        code = self.query_one("#code", Input)
        keys, note, name = keys_of(self), self.query_one(Note), self._highlighted
        typing = code.has_focus
        entry = _typed(code.value) if typing else self._entry
        self.refresh_bindings()
        if typing and not code.value.strip():
            entry = Entry()
            note.say(_("Type or paste the code of a challenge."))
        elif entry is None:
            note.say(_("Reading the race."))
            if name is not None and self.heat.store is not None:
                self.look_at(name, self.heat.store)
        elif entry.problem:
            note.say(entry.problem, wrong=True)
        elif typing:
            note.say(_("Press Enter to race it."))
        elif entry.rival is not None:
            note.say(_("Press Enter to race it against the ghost, or {code} to copy its code.").format(**keys))
        else:
            note.say(_("Press Enter to race it, or {code} to copy its code.").format(**keys))
        month = self._month if name == DAILY and not typing else []
        self.query_one("#contents", Static).update(Text("\n").join([_contents(entry), *map(Text, month)]))


def _typed(text: str) -> Entry:
    return _entry(lambda: (read_code(text), None))


def _entry(find: Callable[[], tuple[Challenge, Rival | None]]) -> Entry:
    """Return an entry with the challenge and ghost that a function finds, or with the reason if it raises Refused."""
    try:
        challenge, rival = find()
        return Entry(challenge, challenge.code, rival)
    except Refused as reason:
        return Entry(problem=str(reason))


def _row(name: str, words: str) -> Text:
    return Text.assemble(f" {name}  ", (words, "dim"))


def _contents(entry: Entry | None) -> Text:
    """Return the code in bold, and the details of the challenge below it; an empty text without a challenge."""
    if entry is None or entry.challenge is None:
        return Text()
    lines = entry.challenge.lines()
    if entry.rival is not None:
        lines.append(_("Ghost: {name}").format(name=entry.rival.name))
    return Text("\n").join([Text(entry.code, "bold"), *map(Text, lines)])
