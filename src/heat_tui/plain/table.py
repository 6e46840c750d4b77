"""The table: a race from grid to flag, or a season of races, played in lines."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TypeVar

from heat_tui.engine import decisions
from heat_tui.engine.actions import Action
from heat_tui.engine.events import Event
from heat_tui.game.coach import Coach
from heat_tui.game.interruptions import Interrupted, Interruptions
from heat_tui.game.lessons import Lesson
from heat_tui.game.match import Match
from heat_tui.game.prompts import Choice
from heat_tui.game.seasons import calendar_lines, season_lines
from heat_tui.game.story import Story, result_lines, resuming
from heat_tui.language import _
from heat_tui.modules.championship.words import calendar_card, season_title
from heat_tui.plain.commands import Again, Stopped, carried_out
from heat_tui.plain.console import Console, Curtain, EndOfInput, Unclear
from heat_tui.plain.prompts import ActionPrompt, Confirm, CoveredPrompt, Prompt, YesOrNo
from heat_tui.words.narrator import Narrator
from heat_tui.words.situation import hand_line, situation, standings, track_lines, upgrades_in_hand

T = TypeVar("T")

PROGRAM = "heat-tui"

WITHOUT_A_HAND = (decisions.PickDecision, decisions.PutAwayDecision, decisions.ExchangeDecision, decisions.KeepDecision)
"""The decisions before the hands are dealt, or after the race."""


class Table:
    """A match, the console at which it is played, and what has been shown there."""

    def __init__(
        self,
        match: Match,
        console: Console,
        *,
        interruptions: Interruptions | None = None,
    ) -> None:
        self.match = match
        self.console = console
        self.curtain = Curtain(match, console)
        self.interruptions = interruptions if interruptions is not None else Interruptions()
        self._coach = Coach(match) if match.lessons else None
        self._notice: tuple[str, ...] = ()
        self._unsaved_told = False
        self._meet_the_race()

    def _meet_the_race(self) -> None:
        """Take up the current race, of which nobody has seen anything yet."""
        self.story = Story(self.match)
        self._names = Narrator(self.match.sheet)
        self._seen: dict[int, int] = {}
        self._result_told = False

    def name(self, seat: int) -> str:
        """Return the name of the driver of a seat."""
        return self._names.name(seat)

    def race(self) -> None:
        """Race to the end, or until somebody stops; a race that was saved before goes on.

        Raises Interrupted when a signal ends it; the last choice is saved then too.
        """
        try:
            self._open()
            while not self.match.over:
                if self.match.rests:
                    self._pause()
                else:
                    self._go_on()
            self._tell_result()
            if self._coach is not None:
                self._explain(self._coach.farewell())
        except EndOfInput:
            self.curtain.close()
            self.console.say(_("The input has ended, and the race stops here."), self._farewell())
        except Stopped:
            self.curtain.close()
            self.console.say(self._farewell())
        except Interrupted:
            with suppress(OSError):  # the terminal may be gone
                self.curtain.close()
                self.console.say("", self._farewell())
                self.console.flush()
            raise
        self.console.flush()

    def ask(self, prompt: Prompt[T]) -> T:
        """Ask until the answer is clear; commands are carried out in between. Raises Again, Stopped, EndOfInput."""
        while True:
            words = self.console.ask(prompt.question).replace(",", " ").lower().split()
            try:
                if not carried_out(self, words, prompt):
                    return prompt.answer(words)
            except Unclear as reason:
                self.console.say(str(reason))

    def agrees(self, question: str) -> bool:
        """Ask for yes or no."""
        return self.ask(YesOrNo(question))

    def recall(self) -> None:
        """Tell this round again on a screen that was cleared."""
        if self.curtain.blank:
            self.curtain.blank = False
            self.console.say(*self.story.rounds(1))

    def _open(self) -> None:
        """Tell what has happened so far: the grid, or the last round of a race that goes on."""
        season = self.match.season
        if season is not None:
            self.console.say(_("{season}.").format(season=season_title(season.setup.title)), *calendar_lines(season))
        self.console.say(*track_lines(self.match.view(None)))
        self.console.say(_("At every prompt, help or ? says what you can type."))
        if self._coach is not None:
            self._explain(self._coach.welcome())
        if self.match.note is not None:
            self.console.say(self.match.note)
        self._warn_if_not_saved()
        if self.match.race_over and not self.match.over:
            self._tell_result()
        elif self.match.log:
            self.console.say(*self.story.rounds(2))
        else:
            self._tell(self.match.opening_events)

    def _tell_result(self) -> None:
        """Tell once how the race came out, and how the season stands."""
        if self._result_told:
            return
        self._result_told = True
        self.console.say(*result_lines(self.match))
        if self.match.season is not None:
            self.console.say("", *season_lines(self.match.season))

    def _pause(self) -> None:
        """Announce the next race and wait until the table goes on; without persons nobody is waited for."""
        season, decision = self.match.season, self.match.decision
        assert season is not None
        assert decision is not None
        prompt = ActionPrompt(Choice("", self.match.view(None), decision, self.match.forecast))
        self._show_notice()
        self.console.say("", *calendar_card(season.setup, season.index + 1))
        try:
            if self.match.people:
                self.console.say(*prompt.opening())
                self.console.forget_typed_ahead()
                self.ask(prompt)
        except Again as again:
            self._notice = again.lines
            self._result_told = self.match.race_over
            return
        with self.interruptions.held():
            events = self.match.next_race()
        self._meet_the_race()
        self.console.say("", *track_lines(self.match.view(None)))
        self._tell(events)
        self._warn_if_not_saved()

    def _go_on(self) -> None:
        """Play one choice, of a person or of an automated driver."""
        decision = self.match.decision
        assert decision is not None
        if not self.match.waits_for_person:
            with self.interruptions.held():
                events = self.match.play_driver()
        else:
            try:
                action = self._chosen(decision)
            except Again as again:
                self._notice = again.lines
                self._result_told = self._result_told and self.match.race_over
                self.curtain.close()
                return
            if not isinstance(decision, decisions.ReactDecision):
                self.curtain.close()
            self._seen[decision.seat] = self.story.end
            with self.interruptions.held():
                events = self.match.play(action)
            if not self.curtain.may_stay_open(decision):
                self.curtain.close()
        self._tell(events)
        if self.match.between_races:
            self._tell_result()
        self._warn_if_not_saved()

    def _chosen(self, decision: decisions.Decision) -> Action:
        """Ask a person for an action, and have it confirmed where that is needed."""
        seat = decision.seat
        if self.curtain.hides(seat, decision):
            action = self._draw_curtain(seat, decision)
            if action is not None:
                return action
        prompt = ActionPrompt(Choice(self.name(seat), self.match.view(seat), decision, self.curtain.forecast))
        self._introduce(prompt, decision)
        action = self.ask(prompt)
        while (warning := prompt.warning(action)) is not None:
            self.console.say(*warning)
            answer = self.ask(Confirm(prompt))
            if answer is True:
                break
            action = answer if isinstance(answer, Action) else self.ask(prompt)
        return action

    def _introduce(self, prompt: ActionPrompt[decisions.Decision], decision: decisions.Decision) -> None:
        """Describe the situation to the person who chooses, as far as the table may hear it."""
        self._show_notice()
        if self._coach is not None:
            self._explain(self._coach.before())
        view = self.match.view(decision.seat)
        if isinstance(decision, decisions.PlanDecision):
            self.console.say(*situation(view))
        if self.curtain.is_open_to(decision.seat) and not isinstance(decision, WITHOUT_A_HAND):
            self.console.say(hand_line(view), *upgrades_in_hand(view))
        self.console.say(*prompt.opening())
        if self._coach is not None and (suggestion := self._coach.suggestion()) is not None:
            self.console.say(suggestion)

    def _draw_curtain(self, seat: int, decision: decisions.Decision) -> Action | None:
        """Hand the screen over to a person; an answer that needs no look at the hand is returned."""
        if self.console.typed:
            if self.curtain.blank:
                self.curtain.blank = False
                seen = self._seen.get(seat)
                self.console.say(*(self.story.rounds(2) if seen is None else self.story.lines(seen)))
            if isinstance(decision, decisions.PlanDecision):
                self.console.say(*standings(self.match.view(None)))
            self._show_notice()
            self.console.forget_typed_ahead()
            action = self.ask(CoveredPrompt(self.name(seat), decision))
            if action is not None:
                return action
        self.curtain.open(seat)
        return None

    def _tell(self, events: Iterable[Event]) -> None:
        """Tell what has happened, on a cleared screen the whole round so far."""
        decision = self.match.decision
        if self.curtain.blank:
            if decision is not None and self.match.waits_for_person and self.curtain.hides(decision.seat, decision):
                return
            self.recall()
            events = ()
        if self._coach is None:
            self.console.say(*self.story.tell(events))
            return
        for part, lessons in self._coach.after(events):
            self.console.say(*self.story.tell(part))
            self._explain(lessons)

    def _explain(self, lessons: Iterable[Lesson]) -> None:
        """Say what is worth knowing now."""
        self.console.say(*(_("{title}. {text}").format(title=lesson.title, text=lesson.text) for lesson in lessons))

    def _show_notice(self) -> None:
        self.console.say(*self._notice)
        self._notice = ()

    def _warn_if_not_saved(self) -> None:
        """Say once that the race is not being saved."""
        if self.match.not_saved is not None and not self._unsaved_told:
            self._unsaved_told = True
            self.console.say(
                _("This race is not being saved; it goes on all the same. {reason}").format(reason=self.match.not_saved)
            )

    def _farewell(self) -> str:
        """Say how to go on another time."""
        return resuming(self.match, f"{PROGRAM} plain --resume")
