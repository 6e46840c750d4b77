"""The room of a hosted table, where everybody waits for the start, and the host's powers over guests."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Static

from heat_tui.game.setup.challenge import options_of
from heat_tui.game.setup.race_options import summary
from heat_tui.game.table.open_tables import leads
from heat_tui.language import _
from heat_tui.store.codes import LINES_VARIABLE, shown_code
from heat_tui.tui.dialogs import EVERY_WAY, AnswerButton
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, Note
from heat_tui.tui.look import styles
from heat_tui.tui.screen import HeatScreen, WaysOut
from heat_tui.tui.season import headline
from heat_tui.typesetting import to_left
from heat_tui.words.formatter import sentences

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch

LABEL: Final = 20

LINES_SAID: Final = 5
"""The number of lines, such as those that people said last, below the list of people."""

POLLS_EVERY: Final = 0.5
"""The seconds between two polls of the table while people wait for the race to begin."""


class WaitingScreen(HeatScreen[None]):
    """The race and its season in words, and each person at the table with a state such as "ready".

    The race begins once everybody is ready, or when a person who is not a guest starts it. If all at the table are
    guests, as on a server started with `--headless`, any guest with a seat may start it.
    """

    help_topic = "tables"
    BINDINGS = bound("say", "read-on", "read-back") + EVERY_WAY
    CSS_PATH = styles("door")

    def __init__(self, match: SharedMatch) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        yield Heading(_("The table {name}").format(name=self.match.name))
        with VerticalScroll(id="people", can_focus=False):
            yield Static(id="about", markup=False)
            yield Static(id="seats", markup=False)
            yield Static(id="said", markup=False)
        with Horizontal(id="buttons"):
            yield AnswerButton("", id="ready", variant="primary")
            yield AnswerButton(_("Start without the others"), id="start")
        yield Note(id="note")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one("#ready").focus()
        self.set_interval(POLLS_EVERY, self._look)

    @on(events.ScreenResume)
    def _look(self) -> None:
        """Poll the table, and show its people and their messages; begin the race once everybody is ready.

        If the race has begun, show it instead. If the table is closed first, say so and go back.
        """
        match = self.match
        match.poll()
        if not self.is_current:
            return
        if match.info.began:
            self.heat.games.open(match)
            return
        said = match.new_words()
        for words in said:
            self.notify(words, markup=False)
        lost = match.lost_words()  # which the note says only while it is so
        match.said_before += [words for words in said if words != lost]  # also for the log of the race
        newest, shown = "\n".join(match.said_before[-LINES_SAID:]), self.query_one("#said", Static)
        if newest != shown.content:
            shown.update(newest)
            self.call_after_refresh(self.query_one("#people").scroll_end, animate=False)  # once the line has its place
        if match.info.closed:
            self.heat.to_title()
            self.notify(match.trouble or match.waiting_words(), timeout=30, markup=False)
            return
        button = self.query_one("#ready", Button)
        button.display = bool(match.here)
        button.label = _("Not ready") if self._is_ready() else _("Ready")
        self.query_one("#start").display = leads(match)
        code, sent = shown_code(match.info.code), json.loads(os.environ.get(LINES_VARIABLE, "[]"))
        season = [] if match.season is None else [headline(match.season)]
        options = replace(options_of(match.setup, match.controllers), laps=match.sheet.laps)  # with those from events
        race = summary(options, match.setup.track)
        about = [*season, race, *(line.format(code=code) for line in sent)]
        self.query_one("#about", Static).update("\n".join(about))
        self.query_one("#seats", Static).update(self._seats())
        words = _("Everybody comes in with the code {code}. The race begins when all are ready.").format(code=code)
        if match.here or match.sent_away:
            lost = ""
        elif not match.sat:
            lost = _("You are only watching this table; sit down to change anything.")
        elif all(seat in match.away for seat in match.sat):
            lost = _("Your seat is free again; leave the table and come back to take it.")
        self.query_one(Note).say(match.trouble or sentences(lost, words), wrong=match.trouble is not None)
        if all(seat in match.seats and match.seats[seat].ready for seat in match.people):
            self.attempt(match.begin_race)

    def _seats(self) -> Text:
        """Return a line for each person: the name, then "nobody yet", "here", "ready" or "away"; the host is marked."""
        match, lines = self.match, Text()
        for seat, name in match.persons.items():
            came = match.seats.get(seat)
            words = _("nobody yet") if came is None else _("ready") if came.ready else _("here")
            words = _("away") if came is not None and seat in match.away else words
            lines.append(to_left(name, LABEL) + " ", "bold" if seat in match.here else "")
            host = came is not None and not came.guest
            lines.append(_("{words}, the host").format(words=words) if host else words, "dim")
            lines.append("\n")
        return lines

    def on_button_pressed(self, event: Button.Pressed) -> None:
        match = self.match
        if event.button.id == "start":
            self.attempt(match.begin_race)
        else:
            self.attempt(partial(match.be_ready, ready=not self._is_ready()))
        self._look()

    def _is_ready(self) -> bool:
        """Return whether all seats of this screen are ready; True if it has none."""
        return all(self.match.seats[seat].ready for seat in self.match.here)

    def more_commands(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        yield from host_commands(self, self.match)

    def ways_out(self) -> WaysOut:
        return leaving(self, self.match, [(_("To the {place}").format(place=self.heat.way_back), self.heat.to_title)])

    def action_back(self) -> None:
        self.heat.action_leave()


def leaving(screen: HeatScreen[Any], match: SharedMatch, ways: Sequence[tuple[str, Callable[[], object]]]) -> WaysOut:
    """Return the question for leaving a table, with the answers `ways`.

    Players who are not guests can also close the table for everybody, unless it is closed already.
    """
    if not match.here:
        return _("Stop watching this race?"), ways
    if match.info.closed:
        return _("Leave the table {name}? It is closed.").format(name=match.name), ways
    question = _("Leave the table {name}? Your seat stays yours.").format(name=match.name)
    if match.guest:
        return question, ways
    sure = _("Close the table {name} for everybody? It cannot be continued.").format(name=match.name)
    close = partial(screen.ask, sure, _("Keep it open"), _("Close"), match.close)
    return question, [*ways, (_("Close the table for everybody"), partial(screen.call_later, close))]


def host_commands(screen: HeatScreen[Any], match: SharedMatch) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """Yield the host's commands at a hosted table: to show the code, and to send a guest away.

    Yield none for a guest, at a closed table or at a table that is not hosted.
    """
    if match.info.code and not (match.guest or match.info.closed):
        yield _("The code"), _("the code of this table for your friends"), partial(_say_code, screen, match)
        yield _("Send somebody away"), _("free a guest's seat, and change the code"), partial(_send_away, screen, match)


def _say_code(screen: HeatScreen[Any], match: SharedMatch) -> None:
    screen.notify(_("The code is {code}.").format(code=shown_code(match.info.code)), timeout=30, markup=False)


def _send_away(screen: HeatScreen[Any], match: SharedMatch) -> None:
    """Ask which guest to send away; send that guest away, and show the new code."""
    guests = [(match.sheet.entries[seat].name, "", seat) for seat, each in match.seats.items() if each.guest]

    nobody, no_seat = -2, -1

    def chosen(seat: int) -> None:
        if seat != nobody and screen.attempt(partial(match.send_away, seat)):
            _say_code(screen, match)

    rows = [(_("Nobody"), "", nobody), *guests, (_("Only those who watch"), "", no_seat)]
    question = _("Who has to leave? The code changes; those who only watch leave too.")
    screen.heat.choose(question, rows, "tables", chosen)
