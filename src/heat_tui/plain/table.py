"""The line-based game: a race from grid to flag, or a season."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from heat_tui.drivers.kinds import PERSON
from heat_tui.engine import decisions
from heat_tui.engine.actions import Action, Discard
from heat_tui.engine.events import Event
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.analysis import is_analysed
from heat_tui.game.advice.finish_turn import Finishing, choice_for
from heat_tui.game.advice.first_race import Lesson, next_lines
from heat_tui.game.table.interruptions import Interrupted
from heat_tui.game.table.match import GIVEN_UP_TO
from heat_tui.game.table.open_tables import may_race_again
from heat_tui.game.table.prompts import Choice
from heat_tui.game.table.seasons import calendar_lines, season_lines, stand_in_lines
from heat_tui.game.telling.rival import gap_lines, target_lines
from heat_tui.game.telling.story import Story, result_lines, resuming
from heat_tui.language import _
from heat_tui.modules.championship.words import calendar_card, season_title
from heat_tui.modules.legends import landings
from heat_tui.modules.legends.words import card_lines
from heat_tui.plain.commands import COMMANDS, HAND_OVER, MISTAKES, QUIT, RACE_AGAIN
from heat_tui.plain.console import EndOfInput
from heat_tui.plain.desk import Again, Desk, Stopped
from heat_tui.plain.prompts import ActionPrompt, TypedPrompt, call_to_curtain, confirm
from heat_tui.store.schema import Refused
from heat_tui.words.formatter import sentences
from heat_tui.words.situation import hand_line, situation, standings, track_lines, upgrades_in_hand

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch

PROGRAM = "heat-tui"

WITHOUT_A_HAND = (decisions.PickDecision, decisions.PutAwayDecision, decisions.ExchangeDecision, decisions.KeepDecision)
"""The kinds of decision made while nobody has a hand: before a race, and after a season."""

HEARS_EVERY: Final = 0.1
"""The seconds between two checks of a shared table."""


class PlainTable(Desk):
    """A match at a console, from its grid to its flag, and what each person there has seen of it."""

    commands = COMMANDS

    def __post_init__(self) -> None:
        super().__post_init__()
        self._seen: dict[int, int] = {}
        self._result_told = False
        self._notice: tuple[str, ...] = ()
        self._unsaved_told = False
        self._finishing = Finishing(self.match)
        self._legends_told: list[str] = []
        self._waits_told = ""

    def race(self) -> None:
        """Play until the match is over, somebody stops or the input ends; say how to resume an unfinished match.

        Raises Interrupted if a signal ends the race, but never while a choice is carried out and saved.
        """
        try:
            self._open()
            while self._advance():
                pass
        except EndOfInput:
            self.curtain.close()
            self.console.say(_("The input has ended, so the race stops here."), self._farewell())
        except Stopped:
            self.curtain.close()
            self.console.say(self._farewell())
        except Interrupted:
            with suppress(OSError):  # the terminal may be gone
                self.curtain.close()
                self.console.say("", *([] if self.match.over else [self._farewell()]))
                self.console.flush()
            raise
        self.console.flush()

    def _advance(self) -> bool:
        """Play or await a choice, or begin the next race; once the match is over, show the result and return False.

        Raises Stopped, EndOfInput.
        """
        self._result_told = self._result_told and self.match.race_over
        try:
            self._warn_if_not_saved()
            if self.match.over:
                self._end()
                return False
            if self.match.table is not None:
                self.hear(self.match.table)
            if self.match.rests:
                self._pause()
            else:
                self._go_on()
        except Again as again:
            self._notice = again.lines
            self._finishing.forget()
            self.curtain.close()
        return True

    def _open(self) -> None:
        """Introduce the race; show the grid, the last two rounds if it is resumed or, between two races, the result."""
        season = self.match.season
        if season is not None:
            self.console.say(_("{season}.").format(season=season_title(season.setup.title)), *calendar_lines(season))
        self.console.say(*track_lines(self.match.view(None)))
        self.console.say(_("At every prompt, type help or ? to see what you can type."))
        if self.coach is not None:
            self._explain(self.coach.welcome())
        if self.match.note is not None:
            self.console.say(self.match.note)
        self.console.say(*target_lines(self.match), *stand_in_lines(self.match))
        if self.match.race_over and not self.match.over:
            self._tell_result()
        elif self.match.log:
            self.console.say(*self.story.rounds(2))
        else:
            self._tell(self.match.opening_events)
        if self.match.table is not None:
            self.console.say(*self.match.table.said_before)

    def _tell_result(self) -> None:
        """Show the result of the race, with the standings in a season, unless it has been shown already."""
        if self._result_told:
            return
        self._result_told = True
        self.console.say(*result_lines(self.match), *self.match.lines_to_share)
        if self.match.season is not None:
            self.console.say("", *season_lines(self.match.season))

    def _end(self) -> None:
        """Show the result and, after a first race, what to do next; then look back at the race."""
        self._tell_result()
        if self.coach is not None:
            self._explain(self.coach.farewell())
            self.console.say(*next_lines(f"{PROGRAM} plain", self.match.setup.seats[0]))
        self._look_back()

    def _look_back(self) -> None:
        """If the race can be analysed, carry out the commands of people at a keyboard until they leave.

        People who have given up look back too, unless the match only shows a save. Everybody at a shared table, even a
        watcher, looks back at any race, hears the others, and may race again (`next_match`).
        """
        match, table = self.match, self.match.table
        drove = match.here or (not match.looking and PERSON in match.began_with)
        if not (self.console.typed and (table is not None or (drove and is_analysed(match)))):
            return
        question = how = _("The race is over. Press Enter to leave, or type figures, log or standings:")
        if is_analysed(match):
            question = _(
                "The race is over. Type {command} to see every driver's mistakes and luck, or press Enter to leave:"
            ).format(command=MISTAKES)
            how = _("Press Enter to leave, or type mistakes, figures, log or standings.")

        def read(typed: list[str]) -> bool:
            if typed:
                raise Refused(how)
            return True

        prompt = TypedPrompt("" if table is not None else question, {QUIT: True}, lambda: [how], read)
        with suppress(EndOfInput, Stopped):
            while True:
                if table is not None:
                    self.console.say(question)
                    self._hear_until_typed(table)
                if self.ask_once(prompt):
                    return

    def _hear_until_typed(self, table: SharedMatch) -> None:
        """Show what the others at a finished table say, and how to race again, until somebody types.

        If that cannot be noticed, look only once.
        """
        while True:
            self.hear(table)
            words = _("Type {command} to race again with the same people.")
            if table.info.is_followed:
                words = _("The others race again; type {command} to join them.")
            words = words.format(command=RACE_AGAIN) if may_race_again(table) else table.waiting_words()
            self._say_once(sentences(table.trouble or "", words))
            if not self.console.notices_typing or self.console.is_typing(HEARS_EVERY):
                return

    def _pause(self) -> None:
        """Announce the next race, and begin it when a person here continues.

        Without a person here, wait for the others at a shared table, or else begin the race immediately. If others have
        taken choices back in the meantime, or are asking to, do not begin it. Raises Again, Stopped, EndOfInput.
        """
        season, decision, table = self.season, self.match.decision, self.match.table
        assert decision is not None
        prompt = ActionPrompt(Choice("", self.match.view(None), decision, self.match.forecast))
        self._show_notice()
        self.console.say("", *calendar_card(season.setup, season.index + 1))
        if self.match.here and not (table is not None and table.info.closed):
            self.console.say(*prompt.opening())
            self.console.forget_typed_ahead()
            self.ask(prompt)
            if table is not None:
                table.poll()
        elif table is not None:
            self._wait(table, lambda: table.behind > 0)
        if not self.match.rests or (table is not None and table.back_asked):
            return
        with self.interruptions.held():
            events = self.match.next_race()
        self._say_trouble()
        if not events:  # the table cannot be reached, or somebody else was first
            return
        self.story = Story(self.match, brief=self.brief)
        self._seen.clear()
        self.console.say("", *track_lines(self.match.view(None)), *stand_in_lines(self.match))
        self._tell(events)

    def _go_on(self) -> None:
        """Play one choice of a person or an automated driver, or wait for another screen of a shared table.

        Raises Again, Stopped, EndOfInput.
        """
        match = self.match
        if match.table is not None and not (match.waits_for_person or match.moves_on):
            self._wait(match.table, lambda: match.waits_for_person or match.moves_on)
            return
        decision = match.decision
        assert decision is not None
        if not self.match.waits_for_person:
            self._show_notice()
            with self.interruptions.held():
                events = self.match.play_driver()
        else:
            self._waits_told = ""
            action = self._chosen(decision)
            if not isinstance(decision, decisions.ReactDecision):
                self.curtain.close()
            self._seen[decision.seat] = self.story.end
            with self.interruptions.held():
                events = self.match.play(action)
            self._say_trouble()
            if not self.curtain.may_stay_open(decision):
                self.curtain.close()
        self._tell(events)
        if self.match.between_races:
            self._tell_result()

    def _wait(self, match: SharedMatch, over: Callable[[], bool]) -> None:
        """Wait until `over` is true or the game has ended, and carry out the commands typed meanwhile.

        Raises Stopped if the table is closed or left, and EndOfInput.
        """
        self._show_notice()

        def not_yet(_typed: list[str]) -> None:
            watching = _("You are only watching this table; sit down to change anything.")
            raise Refused(match.waiting_words() or (_("You choose when your turn comes.") if match.here else watching))

        idle = TypedPrompt("", {}, lambda: [match.waiting_words()], not_yet)
        while not over() and not match.over:
            self.hear(match)
            stand_in = _("Type {command} to let an automated driver drive until they are back.")
            gone = [f"{HAND_OVER} {self.name(seat)} @{GIVEN_UP_TO}" for seat in match.gone[:1] if match.here]
            waits = "" if match.info.closed else match.waiting_words()
            self._say_once(sentences(match.trouble or "", waits, *(stand_in.format(command=each) for each in gone)))
            if match.info.closed:
                raise Stopped
            if self.console.is_typing(HEARS_EVERY):
                try:
                    self.ask_once(idle)
                except Again as again:
                    self.console.say(*again.lines)

    def _say_trouble(self) -> None:
        """Say why a shared table has refused a choice, if it has."""
        self._waits_told = ""
        self._say_once("" if self.match.table is None else self.match.table.trouble or "")

    def _say_once(self, words: str) -> None:
        """Say what the people here wait for or can do now, unless it is "" or has been said last."""
        if words and words != self._waits_told:
            self._waits_told = words
            self.console.say(words)
        self.console.flush()

    def _chosen(self, decision: decisions.Decision) -> Action:
        """Return a person's action; ask for it unless finishing the turn implies it, and for confirmation if needed."""
        seat = decision.seat
        turn = seat, self.match.view(None).round
        left_out = self._finishing.reach(turn, plans=isinstance(decision, decisions.PlanDecision))
        self._notice = (*self._notice, *filter(None, [left_out]))
        if self.curtain.hides(seat, decision):
            if self._finishing.finishes(turn) and isinstance(decision, decisions.DiscardDecision):
                return Discard()  # keeps all cards: the hand stays covered
            self._finishing.stop()
            action = self._call(seat, decision)
            if action is not None:
                return action
        prompt = ActionPrompt(choice_for(self.curtain, self.name(seat), self.coach), advised=self.advises)
        if self._finishing.finishes(turn) and not (self.coach is not None and self.coach.before()):
            obvious = self._finishing.answer(prompt.choice, advised=self.advises)
            if obvious is not None:
                return obvious
            prompt.propose()
            self._notice = (*self._notice, self._finishing.leave(prompt.choice, advised=self.advises))
        self._introduce(prompt, decision)
        action = self.ask(prompt)
        self._finishing.stop()
        while (warning := prompt.warning(action)) is not None:
            self.console.say(*warning)
            answer = self.ask(confirm(prompt))
            if answer is True:
                break
            action = answer if isinstance(answer, Action) else self.ask(prompt)
        if prompt.finishes:
            self._finishing.begin(turn)
            self._finishing.note(prompt.choice, action)
        return action

    def _introduce(self, prompt: ActionPrompt[decisions.Decision], decision: decisions.Decision) -> None:
        """Describe the situation to the person who must choose, without revealing anything that is still hidden."""
        self._show_notice()
        if self.coach is not None:
            self._explain(self.coach.before())
        view = self.match.view(decision.seat)
        if isinstance(decision, decisions.PlanDecision):
            self.console.say(*situation(view), *gap_lines(self.match, view, decision.seat))
        else:
            self._tell_of_legends(view)
        if self.curtain.is_open_to(decision.seat) and not isinstance(decision, WITHOUT_A_HAND):
            self.console.say(hand_line(view), *upgrades_in_hand(view))
        self.console.say(*prompt.opening())
        if not self.curtain.is_open_to(decision.seat) and prompt.choice.has_odds:
            self.console.say(_("These odds leave out what is in your hand."))
        if self.coach is not None and (suggestion := self.coach.suggestion()) is not None:
            self.console.say(suggestion)

    def _tell_of_legends(self, view: SeatView) -> None:
        """While Legends still have to move, describe the open Legend card, and again whenever their landings change."""
        lines = card_lines(view) if landings(view) else []
        if lines != self._legends_told:
            self.console.say(*lines)
        self._legends_told = lines

    def _call(self, seat: int, decision: decisions.Decision) -> Action | None:
        """Open the curtain and return None; if the input is a keyboard, first ask the person at it.

        If the person answers without looking at the hand, return the answer and leave the curtain closed.
        """
        if self.console.typed:
            if self.curtain.blank:
                self.curtain.blank = False
                seen = self._seen.get(seat)
                self.console.say(*(self.story.rounds(2) if seen is None else self.story.lines(seen)))
            if isinstance(decision, decisions.PlanDecision):
                self.console.say(*standings(self.match.view(None)))
            self._show_notice()
            self.console.forget_typed_ahead()
            action = self.ask(call_to_curtain(self.name(seat), decision))
            if action is not None:
                return action
        self.curtain.open(seat)
        return None

    def _tell(self, events: Iterable[Event]) -> None:
        """Show new events; on a cleared screen, the round so far, or nothing until a person opens the curtain."""
        decision = self.match.decision
        if self.curtain.blank:
            if decision is not None and self.match.waits_for_person and self.curtain.hides(decision.seat, decision):
                self.story.catch_up()
                return
            self.recall()
            events = ()
        if self.coach is None:
            growing = decision is not None and not self.match.waits_for_person and not self.match.race_over
            lines = self.story.tell(events, growing=growing)
            self.console.say(*lines)
            self._waits_told = "" if lines else self._waits_told
            return
        for part, lessons in self.coach.after(events):
            self.console.say(*self.story.tell(part))
            self._explain(lessons)

    def _explain(self, lessons: Iterable[Lesson]) -> None:
        lines = _("{title}. {text}"), _("{title}. {text} {typed}")
        for each in lessons:
            self.console.say(lines[bool(each.typed)].format(title=each.title, text=each.text, typed=each.typed))

    def _show_notice(self) -> None:
        self.console.say(*self._notice)
        self._notice = ()

    def _warn_if_not_saved(self) -> None:
        """If the race is not being saved, warn once; offer another name if another program has its save.

        Warn again if a command raised Again before the offer was answered, or if a save under a new name fails later.
        """
        if self.match.not_saved is not None and not self._unsaved_told:
            self._show_notice()
            warning = _("This race is not being saved, but you can keep racing. {reason}")
            self.console.say(warning.format(reason=self.match.not_saved))
            taken = self.match.save_taken and self.agrees(_("Save your race under another name (yes, no)?"))
            self._unsaved_told = True
            if taken:
                self._unsaved_told = not self.match.keep_under_another_name()
                words = warning if self._unsaved_told else _("Your race is now saved as {name}.")
                self.console.say(words.format(name=self.match.name, reason=self.match.not_saved))

    def _farewell(self) -> str:
        return resuming(self.match, f"{PROGRAM} plain --resume", "--plain")
