"""The race screen: the track, the table, and the seat of the driver who must choose."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from dataclasses import replace
from functools import partial
from threading import Event as Flag
from typing import TYPE_CHECKING, Final, Literal

from textual import events, on, work
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widget import Widget

from heat_tui.drivers.kinds import COACH, GLANCE
from heat_tui.drivers.style import Style
from heat_tui.engine.actions import DONE, Action, Discard
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.planning import TOP_GEAR
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.finish_turn import Finishing, Turn, choice_for, prepare
from heat_tui.game.setup.seats import controller_name
from heat_tui.game.table.curtain import Curtain, covered
from heat_tui.game.table.history import (
    Undone,
    UndoStopped,
    back_to_sentence,
    consent_words,
    stop_sentence,
    undone_sentence,
)
from heat_tui.game.table.match import GIVEN_UP_TO, Match
from heat_tui.game.table.prompts import Choice, form_of
from heat_tui.game.table.seasons import stand_in_lines
from heat_tui.game.telling.rival import target_lines
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.modules.championship.words import goal_words
from heat_tui.modules.garage.market import GarageShown
from heat_tui.modules.legends import LegendCardShown
from heat_tui.store.schema import Refused
from heat_tui.tui.keymap import CARDS, KEYS, PLANNING, bound
from heat_tui.tui.lists import KeyFooter
from heat_tui.tui.look import keys_of
from heat_tui.tui.race.cover import Cover, KeepingCover, SeatArea
from heat_tui.tui.race.panel import LogView
from heat_tui.tui.race.prompts import PROMPTS, ChoosingPrompt, DiscardPrompt, Prompt
from heat_tui.tui.race.show import Show
from heat_tui.tui.race.table import TableScreen
from heat_tui.tui.screen import WaysOut
from heat_tui.tui.track.widget import Refitted
from heat_tui.words.events import Line
from heat_tui.words.forecasts import outline, preview
from heat_tui.words.formatter import sentences
from heat_tui.words.names import car_name
from heat_tui.words.questions import inspect_gear
from heat_tui.words.situation import hand_line, inspect_card

if TYPE_CHECKING:
    from heat_tui.game.advice.hint import Hint
    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.tui.race.coach import CoachPane
    from heat_tui.tui.race.seats import SeatsScreen
    from heat_tui.tui.track.screen import Own


_NO_COACH: Final = N_("This table was opened without a coach.")
WATCHING: Final = N_("You are watching; another program is playing this race.")
NOBODY: Final = N_("Nobody at the keyboard drives in this race.")
ONLY_WATCHING: Final = N_("You are only watching this table; sit down to change anything.")

FOR_DRIVERS: Final = ("undo", "undo-turn", "take-back", "hint", "deck")
"""The keys for people who drive; without people here, the screen answers them with `NOBODY` or `ONLY_WATCHING`."""

AT_A_PROMPT: Final = (
    *(*CARDS, "confirm", "pick", "left", "right", "up", "down"),
    *("gear-down", "gear-up", "finish-turn", "retire"),
)
"""The keys that answer a question; if no prompt takes them, the race screen says why."""

FAR_BEHIND: Final = 60
"""The number of entries by which a screen may be behind a table's record; beyond that, it skips most of them."""

FOLLOWS_EVERY: Final = 0.05
"""The seconds between two checks for news at a shared table."""

THINKING: Final = 1.0
"""The seconds from the first question until preparing the evaluation begins in the background."""


class RaceScreen(TableScreen):
    """One match at the table.

    A race that ends here leads to its result, even if the season has a choice to make after the race. A screen opened
    with a race that is over asks for such a choice, and then leads back to the season.

    Everything on the screen that only one person may see is in the seat area and in the preview and the hint of
    `show`; if there is a curtain, `cover` removes all of it.
    """

    help_topic = "race"
    BINDINGS = (
        bound(
            "undo", "undo-turn", "take-back", "hint", "map", "log", "inspect", "standings", "deck", "garage", "season"
        )
        + bound("legend-cards", "lesson", "seats", "cover", "say", "pause", "step", "help")
        + bound("back", *AT_A_PROMPT, shown=False)
    )

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.curtain = Curtain(match)
        """The curtain over the hands: a hand is on the screen only while the curtain `is_open_to` its seat."""
        self.show = Show(self, match, lambda: self.call_next(self.settle))
        """The public part of the screen, which plays events and then calls `settle`."""
        self.stage = self.show.stage
        self.notice = sentences(match.note or "", *target_lines(match), *stand_in_lines(match))
        """Sentences on what has just happened, shown once, before the next question."""
        self.hand_wanted = False
        """True if a person has asked to see the hand at a question that can be answered without it."""
        self._said_goodbye = False
        self._raced = not match.race_over
        """True once the race has run on this screen; its end then leads to the result, otherwise to the season."""
        self._announced: Turn | None = None
        """The turn whose driver was last called to the table; None before the first question."""
        self._ends: Timer | None = None
        """The timer that leads on once the race is over."""
        self._asked_to_keep = False
        self._seats: SeatsScreen | None = None
        """The last form for changing seats to be opened; None before the first."""
        self._finishing = Finishing(match)
        self._left: Prompt | None = None
        """The prompt at which finishing a turn last stopped, so that the key for finishing goes no further there."""
        self._goes_back = False
        """True from an undo or take-back to the next choice, while even questions that the settings skip are asked."""

    def compose(self) -> ComposeResult:
        beside: list[Widget] = []
        if self.show.coach is not None:
            from heat_tui.tui.race.coach import CoachPane

            beside.append(CoachPane())
        yield from self.table(self.show.stage.scene(), self.match.sheet, beside)
        yield SeatArea(drafts=self.match.view(None).part(GarageShown) is not None)
        yield KeyFooter(compact=True)

    async def on_mount(self) -> None:
        """Show the current state of the race and call `settle`, or begin a first race with the coach's lessons."""
        if self.match.table is not None:
            said, self.match.table.said_before = self.match.table.said_before, []
            self._show_words(said)
            # Not in the timer's own task, so that a choice is shown, and its question removed, before any news.
            self.set_interval(FOLLOWS_EVERY, partial(self.call_next, self._follow, self.match.table))
        self.show.tell_all()
        if self.match.looking:
            self.heat.games.follow(self, self.match)
        coach = self.show.coach
        self.set_class(coach is not None, "-coached", "-taught")
        if coach is None or self.match.log:
            await self.settle()
            return
        self.show.update()
        lessons = [*coach.welcome(), *(each for _part, due in coach.after(self.match.opening_events) for each in due)]
        self.call_after_refresh(self.show.explain, lessons)

    async def reword(self) -> None:
        """Rewrite the table in a newly chosen language; drop any hint and any half-made choice."""
        await self.show.hush()
        await super().reword()
        await self._start_over()

    def on_look_changed(self) -> None:
        self.show.repaint()

    @on(Refitted)
    def _fit_key(self) -> None:
        if self.show.ready:
            self.show.explain_signs()

    @property
    def seat(self) -> SeatArea:
        return self.query_one(SeatArea)

    @property
    def _due(self) -> Decision | None:
        """The decision that this screen waits for; None if the race is over and leads to its result or the season."""
        match = self.match
        return None if match.rests or (match.race_over and self._raced) else match.decision

    async def settle(self) -> None:
        """Bring the screen to the point where the race waits: for a person, for other drivers, or at its end."""
        if not self.show.ready:
            return
        match, show = self.match, self.show
        await show.hush()
        show.stage.keep_up(match.view(None))
        show.preview(None)
        self._ask_whether_to_keep()
        seat = self.seat
        seat.consequences.goal = goal_words(match.view(None))
        self._raced = self._raced or not match.race_over
        due = self._due
        if due is not None:
            others = () if match.table is None else match.table.waited_for()
            show.stage.focus = next(iter(others), due.seat)
        await seat.clear(self.notice)
        show.update()
        if due is None:
            seat.consequences.say(_("The race is over."))
            self._finish_in(0.05)
        elif match.looking:
            seat.consequences.say(translated(WATCHING))
        elif match.waits_for_person:
            await self._ask(due)
        elif match.table is not None and not match.moves_on:
            own, table = self._seat_in_sight(), match.table
            known = None if own is None else self._known_to(own)
            hand = hand_line(known) if known and known.hand else ""
            words = _("Press {seats} to let an automated driver drive until they are back.")
            stand_in = words if table.gone and table.here else ""
            waits = table.waiting_words(), stand_in.format(**keys_of(self))
            seat.consequences.say(sentences(self.notice, *waits, hand, table.missing_words()))
        elif self.show.paused:
            words = _("Paused: press {pause} to continue, or {step} for a single step.")
            seat.consequences.say(words.format(**keys_of(self)))
        else:
            self.set_timer(0.01, self.drive)

    async def _follow(self, match: SharedMatch) -> None:
        """Show what has happened at a shared table since the last look."""
        show = self.show
        if not show.ready:
            return
        asked = match.decision if match.waits_for_person else None
        changed = match.poll()
        self._hear(match)
        if match.behind > FAR_BEHIND and not match.rests:
            match.catch_up(FAR_BEHIND // 10)
            await self._start_over()
        elif match.turned_back is not None:
            await self._taken_back(match.turned_back)
        elif show.running:
            return
        elif changed and asked is not None and match.waits_for_person and match.decision == asked:
            show.stage.table = match.view(None)  # others have planned; the question stays, with its preview
            show.update()
        elif changed:
            await self.settle()

    def _hear(self, match: SharedMatch) -> None:
        """Show the table's new messages, and ask whether the people here agree to a take-back, if anyone wants one."""
        from heat_tui.tui.race.seats import ask_for_consent

        said = match.new_words()
        if said:
            self._show_words(said)
            self.notify("\n".join(said), markup=False)
        ask_for_consent(self, match, self.seat.grace.begin)

    def _show_words(self, said: Iterable[str]) -> None:
        """Add people's messages to the log."""
        self.query_one(LogView).add(*(Line(None, words, ()) for words in said))

    async def play(self, action: Action) -> None:
        """Carry out a person's choice, and then show its effect."""
        before = self.match.decision
        happened = self.match.play(action)
        self.show.stage.forget_banner()
        self.notice = ""
        self._goes_back = False
        self.hand_wanted = False
        if not self.curtain.may_stay_open(before):
            self.curtain.close()
        await self.show.hush()
        self.show.preview(None)
        await self.seat.clear(self.notice)
        self.show.perform(happened)

    def drive(self) -> None:
        """Carry out and show the next choice that no person here makes, if one is due."""
        match = self.match
        if self._may_drive:
            if match.table is not None and (self._goes_back or not {*match.here} & {*match.people}):
                self.notice, self._goes_back = "", False  # the table has moved on, or nobody here is asked
            if match.takes_thought:
                self.run_worker(self._think(match.thought()))
            else:
                self.show.perform(match.play_driver())

    async def _think(self, thought: Callable[[], Action]) -> None:
        """Choose in a thread, so that the screen stays responsive, and play the choice if it is still due."""
        match, decision, drivers, paused = self.match, self.match.decision, self.match.controllers, self.show.paused
        action = await to_thread(thought)
        due = match.decision is decision and match.controllers == drivers and self.show.paused == paused
        if due and self._may_drive:
            self.show.perform(match.play(action))

    @property
    def _may_drive(self) -> bool:
        """True if a choice is due that no person here makes, and it may be made now.

        No choice may be made in a watched race, while events are shown or seats are being changed, or before the screen
        has shown what was taken back.
        """
        waits = not self.show.ready or self.show.running or self.match.looking or self._seats in self.app.screen_stack
        went_back = self.match.table is not None and self.match.table.turned_back is not None
        return self.match.moves_on and not (waits or went_back)

    @property
    def hides_something(self) -> bool:
        """True while a curtain is open to a seat, whose cards must be covered when the driver may be away."""
        return self.curtain.hangs and self.curtain.open_to is not None

    async def cover(self) -> None:
        """Close an open curtain over everything private, for example when the terminal loses the focus."""
        self.hand_wanted = False
        if not self.hides_something:
            return
        self.curtain.close()
        await self.seat.clear(self.notice)  # first, because a prompt may preview a choice until it is removed
        await self.settle()

    async def on_prompt_chosen(self, event: Prompt.Chosen) -> None:
        """Carry out a choice, and remember to finish the turn if the prompt `finishes` it."""
        if self.seat.holds(event.prompt):
            if event.prompt.finishes:
                self._finishing.ask(self._turn_of(event.prompt.decision))
            await self.play(event.action)

    def on_coach_pane_turned(self, event: CoachPane.Turned) -> None:
        if self.show.ready:
            self.show.light(event.parts)

    async def on_prompt_finishing(self, event: Prompt.Finishing) -> None:
        """Begin to make the obvious choices of the turn, or leave a real choice to the driver."""
        prompt, choice = event.prompt, event.prompt.choice
        if not self.seat.holds(prompt):
            return
        if prompt is self._left:
            words = _("{finish_turn} goes no further; make this choice yourself, with {confirm}.")
            prompt.explain(words.format(**keys_of(self)))
            return
        self._finishing.begin(self._turn_of(choice.decision), prompt.announced)
        answer = self._finishing.answer(choice, advised=self._advised)
        if answer is not None:
            await self.play(answer)
        else:
            self._leave_to_driver(prompt)
            prompt.begin()

    @property
    def _advised(self) -> bool:
        """True if a coach is on: finishing a turn then follows the coach's advice."""
        return self.show.coach is not None or _has_hints(self)

    async def action_keep_all(self) -> None:
        if isinstance(self.match.decision, DiscardDecision) and self.match.waits_for_person:
            await self.play(Discard())

    async def action_lift(self) -> None:
        seat = self.match.to_move
        if seat is not None and self.match.waits_for_person:
            self.curtain.open(seat)
            await self.settle()

    def is_too_early(self, event: events.Key | events.MouseEvent) -> bool:
        """Return whether a key or click is for a prompt that has only just appeared; other input works immediately."""
        seat = self.query_one_optional(SeatArea)
        if seat is None or seat.grace.over:
            return False
        prompt = self.query_one("#prompt")
        if isinstance(event, events.Key):
            active = self.active_bindings.get(event.key)
            return active is not None and prompt in active.node.ancestors
        return prompt.region.contains(int(event.x), int(event.y))

    def on_key(self, event: events.Key) -> None:
        """Skip the animation on any key, and read on in an explanation on any key that is not in the footer.

        In a race without people here, which is always moving, a key with a binding also does what it is bound to and,
        in an explanation, only that.
        """
        active, moving = self.active_bindings.get(event.key), not self.match.here
        acts = active is not None and active.enabled and (active.binding.show or moving)
        if self.show.running and not (acts and self.show.is_read):
            if not (acts and moving):
                event.stop()
                event.prevent_default()
            self.show.key_pressed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return _POSSIBLE[action](self) if action in _POSSIBLE else super().check_action(action, parameters)

    def why_not(self, id: str) -> str:
        """Return the reason why a binding's key does nothing in this race now, untranslated; "" if none is known."""
        if self.match.looking:
            return WATCHING
        if not self.match.here and id in FOR_DRIVERS:
            return NOBODY if self.match.table is None else ONLY_WATCHING
        if id == "hint":
            return N_("The coach is off; press {palette} to switch it on.") if self._may_have_coach else _NO_COACH
        if KEYS[id].place != PLANNING or self.query(Prompt):
            return super().why_not(id)
        if self.query(KeepingCover):
            return N_("Your cards are behind the curtain; press {choose_cards} to show them.")
        if self.query(Cover):
            return N_("Your cards are behind the curtain; press {lift} to show them.")
        if self.match.table is not None and self.match.table.info.closed:
            return N_("This table is closed.")
        return N_("You choose when your turn comes.") if self.match.here else NOBODY

    def say_why(self, sentence: str) -> None:
        """Show a sentence in the place where choices are explained, without changing the choice.

        A notification shows the sentence in a race that runs here without people, because that place changes all the
        time, and at a shared table while nothing is asked, because the hand is there.
        """
        asking = next(iter(self.query(Prompt)), None)
        if asking is not None:
            asking.explain(sentence)
        elif self.match.table is None and (self.match.here or self.match.looking):
            if self.show.ready:
                self.seat.consequences.say(sentence)
        else:
            super().say_why(sentence)

    async def action_undo(self, extent: Literal["choice", "turn"]) -> None:
        """Undo the last choice or the turn, or say why that is not possible."""
        self.show.skip_motion()
        try:
            undone = self.match.undo(whole_turn=extent == "turn")
        except UndoStopped as stopped:
            further = _("If everybody agrees, you can go further back: press {take_back}.").format(**keys_of(self))
            super().say_why(sentences(stop_sentence(stopped.stop), further if self.match.choices else ""))
        except Refused as reason:
            super().say_why(str(reason))
        else:
            await self._taken_back(undone)

    def action_back(self) -> None:
        """Take back a partial choice; without one, ask how to leave the race."""
        if not any(prompt.take_back() for prompt in self.query(Prompt)):
            self.heat.action_leave()

    def action_log(self) -> None:
        self.heat.show_log(self.match, self.show.story)

    def action_season(self) -> None:
        self.heat.show_season(self.match, looking=True)

    def action_deck(self) -> None:
        """Show the cards in the player's draw deck and discard pile, or say why they cannot be seen."""
        from heat_tui.tui.race.piles import DeckScreen

        seat = self._seat_in_sight()
        if seat is None:
            self._point_to_curtain()
        else:
            self.app.push_screen(DeckScreen(self._known_to(seat)))

    def _point_to_curtain(self) -> None:
        words = _("Your deck and your cards are behind the curtain; press {key} to show them.")
        if not self.match.waits_for_person:
            words = _("No cards are needed now.")
        lift = "choose_cards" if self.query(KeepingCover) else "lift"
        key = keys_of(self)[lift if self.query(Cover) else "cover"]
        super().say_why(words.format(key=key))

    def action_legend_cards(self) -> None:
        from heat_tui.tui.race.piles import LegendCardsScreen

        self.app.push_screen(LegendCardsScreen(self.show.stage.table))

    def action_seats(self) -> None:
        """Show the form for seats at the start of a round, and at any time while somebody at a shared table is gone."""
        from heat_tui.tui.race.seats import SeatsScreen

        gone = () if self.match.table is None else self.match.table.gone
        if not gone and (self.show.running or not self.match.is_behind_curtain):
            super().say_why(_("You can change seats only at the start of a round, while drivers plan."))
        else:
            self._seats = SeatsScreen(self.match)
            self.app.push_screen(self._seats, partial(self._seats_left, self._seats, hung=self.curtain.hangs))

    def action_take_back(self) -> None:
        """Ask how many choices to take back by agreement, possibly more than undo would, or say why none can be."""
        self.show.skip_motion()
        most, log, sheet = self.match.choices, self.match.log, self.match.sheet
        try:
            self.match.check_back(1)
        except Refused as reason:
            super().say_why(str(reason))
            return
        lines = ((count, back_to_sentence(count, log, sheet)) for count in range(1, most + 1))
        rows = [(str(count), words, (most - count, words)) for count, words in lines]
        title = ngettext(
            "By agreement, {count} choice can be taken back. The result will mention it.",
            "By agreement, {count} choices can be taken back. The result will mention it.",
            most,
        )
        own = self.match.own_choices_back - 1
        self.heat.choose(title.format(count=most), rows, "take-back", self._ask_to_take_back, own)

    def _ask_to_take_back(self, asked: tuple[int, str]) -> None:
        """Take choices back once everybody here agrees; `asked` has how many remain, and who then chooses again."""
        (kept, words), consent = asked, consent_words(self.match.here)

        def take() -> None:
            self.call_next(self._taken_back, self.match.take_back(self.match.choices - kept))

        if consent:
            self.ask(sentences(words, consent), _("Do not agree"), _("Agree"), take)
        else:
            self.attempt(take)

    def action_read_lesson(self) -> None:
        pane = self.show.coach_pane
        if not pane.read_on() and pane.pages < 2:
            self.say_why(_("The coach has nothing more to say here."))

    async def action_hint(self) -> None:
        """Show or hide the coach's hint, or say why there is none.

        While events are shown, skip them instead; during an explanation, read on.
        """
        if self.show.running:
            self.show.key_pressed()
            return
        if self.show.hinted:
            await self._hush()
            return
        from heat_tui.game.advice.hint import hinting

        hushed, prompt = Flag(), next(iter(self.query(Prompt)), None)

        def go_on() -> None:
            if hushed.is_set():
                raise CancelledError

        hint = hinting(self.curtain, self.show.coach, go_on)
        if hint is not None and prompt is not None:
            self._weigh(prompt, hint, hushed)
        elif self.query(Cover):
            self._point_to_curtain()
        elif self.match.table is not None and self.match.table.info.closed:
            super().say_why(_("This table is closed."))
        else:
            super().say_why(_("You can ask for a hint when it is your turn."))

    @work(exclusive=True, group="hint")
    async def _weigh(self, prompt: Prompt, hint: Callable[[Style], Hint], hushed: Flag) -> None:
        """Show the coach's hint at first sight, then the final one; in the end, or once hushed, set `hushed`.

        A thread that still weighs then would slow everything down for seconds, and keep the program from ending.
        """
        try:
            for style in (GLANCE, COACH):
                found = await to_thread(hint, style)
                if prompt.is_attached:
                    await self.show.hint(prompt, found, final=style is COACH)
        finally:
            hushed.set()

    async def action_cover(self) -> None:
        """Cover the cards of the driver who must choose, or call that driver to see them, or cancel the call."""
        seat = self.match.to_move
        if self.show.running or seat is None or not self.match.waits_for_person:
            self.say_why(_("No cards are needed now."))
            return
        if self.query(Cover) and not self.hand_wanted:
            self._point_to_curtain()
            return
        if self.curtain.is_open_to(seat):
            await self.cover()
        else:
            self.hand_wanted = not self.hand_wanted
            await self.settle()

    def action_pause(self) -> None:
        self.show.paused = not self.show.paused
        self.show.skip()

    def action_step(self) -> None:
        """Let one driver choose, then pause."""
        self.show.paused = True
        self.drive()

    async def _ask(self, decision: Decision) -> None:
        """Show the prompt of a decision or its cover, or make a choice that need not be asked for."""
        seat, name, turn = decision.seat, car_name(self.match.sheet, decision.seat), self._turn_of(decision)
        if self._announced is None:
            view = covered(self.match.view(seat))
            self.set_timer(THINKING, lambda: self.run_worker(to_thread(prepare, view)))
        if self._announced != turn:
            self._announced = turn
            self.heat.call_to_table(name)
        left_out = self._finishing.reach(turn, plans=isinstance(decision, PlanDecision))
        self.notice = sentences(self.notice, left_out)
        announced = self._finishing.announced(turn, decision)
        if announced is not None:
            await self.play(announced)
            return
        shown, finishing = self.curtain.is_open_to(seat), self._finishing.finishes(turn)
        if self.curtain.hides(seat, decision) or (self.hand_wanted and not shown):
            discards = isinstance(decision, DiscardDecision)
            if finishing and discards:
                await self.play(Discard())  # keeps all cards, because the hand is covered
                return
            self._finishing.stop()
            await self.seat.take(KeepingCover(name) if discards else Cover(name, translated(form_of(decision).task)))
            self.seat.consequences.say(self.notice)
            return
        announces = self.show.coach is None and _has_hints(self)
        choice = choice_for(self.curtain, name, self.show.coach, announces=announces)
        if finishing and self.show.coach is not None and self.show.coach.before():
            self._finishing.stop()
            finishing = False
        answer = self._without_boost(choice)
        if finishing:
            answer = self._finishing.answer(choice, advised=self._advised)
        if answer is not None:
            await self.play(answer)
            return
        self.show.stage.view = choice.view
        kind = PROMPTS.get(type(decision), ChoosingPrompt)
        prompt = kind(choice, hand_shown=shown, settings=self.heat.settings)
        if finishing:
            self._leave_to_driver(prompt)
        self.show.advise(prompt)
        await self.seat.take(prompt)

    def _leave_to_driver(self, prompt: Prompt) -> None:
        """Stop finishing the turn: prepare the prompt's proposal, and leave the choice to the driver."""
        self._left = prompt
        prompt.propose()
        confirm = keys_of(self)["confirm"]
        self.notice = self._finishing.leave(prompt.choice, advised=self._advised, confirm=confirm)
        if isinstance(prompt, DiscardPrompt) and prompt.chosen:
            self.notice = _("A discard is suggested; {confirm} carries it out.").format(**keys_of(self))

    def _turn_of(self, decision: Decision) -> Turn:
        return decision.seat, self.match.view(None).round

    def _without_boost(self, choice: Choice[Decision]) -> Action | None:
        """Return the answer that ends the react step if at most a Boost is left and the settings skip it; None to ask.

        The driver is asked anyway if that answer needs care, in a race with lessons, and after an undo.
        """
        decision, wanted = choice.decision, self.heat.settings.skip_boost
        if not wanted or self._goes_back or self.show.coach is not None or not isinstance(decision, ReactDecision):
            return None
        only = all(use.symbol == "boost" for use in decision.uses)
        return DONE if only and not choice.needs_care(DONE) else None

    def on_prompt_considered(self, event: Prompt.Considered) -> None:
        """Show on the track and below it what a choice would do; if no action is considered, show only a sentence."""
        if not self.seat.holds(event.prompt):
            return
        self.show.readvise(event.prompt)
        notice, self.notice = self.notice, ""
        said, view = self.seat.consequences, event.prompt.choice.view
        if event.action is None:
            self.show.preview(None)
            said.say(sentences(notice, event.sentence))
            return
        forecast = self.curtain.forecast(event.action)
        on_the_map = event.prompt.choice.on_the_map(event.action)
        self.show.preview(on_the_map)
        words = sentences(notice, event.sentence, event.prompt.choice.lead(event.action))
        asking = ""
        if event.asking:
            asking = _("{confirm} to confirm, {back} to go back.").format(**keys_of(self))
            words = sentences(event.prompt.choice.forgone(event.action), words)
        if not forecast.outcomes:
            said.say(sentences(asking, words, *preview(view, forecast)))
            return
        if len(forecast.outcomes) > 1 and not event.prompt.hand_shown:
            covered_hand = _("These odds leave out what is in your hand; press {cover} to see it.")
            words = sentences(covered_hand.format(**keys_of(self)), words)
        said.preview(outline(view, forecast, on_the_map.ends), words, asking=asking)

    def _seat_in_sight(self) -> int | None:
        """Return the seat whose cards may be on the screen now, or None.

        That is the seat of the person who is asked, or else of the only person here, if the curtain `is_open_to` it.
        """
        people, seat = self.match.here, self.match.to_move
        if not self.match.waits_for_person or seat is None:
            seat = people[0] if len(people) == 1 else None
        return seat if seat is not None and self.curtain.is_open_to(seat) else None

    def own_things(self) -> Iterator[Own]:
        """Yield the gears while a gear is to be chosen, and the cards in hand, if they may be seen."""
        seat = self._seat_in_sight()
        if seat is None:
            return
        decision = None if self.show.running else self.match.decision
        if isinstance(decision, PlanDecision) and decision.seat == seat:
            yield from ((f"gear {gear}", partial(inspect_gear, decision, gear)) for gear in range(1, TOP_GEAR + 1))
        cards = self._known_to(seat).hand
        yield from ((f"card {index}", partial(inspect_card, card)) for index, card in enumerate(cards))

    def _known_to(self, seat: int) -> SeatView:
        """Return a seat's view; until the show has caught up with its car, the view before the last choice."""
        match, table = self.match, self.show.stage.table
        if match.log and table.cars[seat] != match.view(None).cars[seat]:
            return match.log[-1].before.view(seat)
        return match.view(seat)

    async def _taken_back(self, undone: Undone) -> None:
        """Show the current state of the race after choices were taken back, or say that the others are being asked."""
        if not undone.actions:
            self.notify(_("The others at the table are being asked."), markup=False)
            return
        if self.match.table is not None:
            self.match.table.turned_back = None
        stopped = "" if undone.stopped is None else stop_sentence(undone.stopped)
        self.notice = sentences(undone_sentence(undone, self.match.sheet), stopped)
        self._goes_back = True
        self._finishing.forget()
        self.curtain.close()
        self.hand_wanted = False
        await self._start_over()

    async def _start_over(self) -> None:
        """Show the current state of the race immediately, without the events that led to it, and `settle`."""
        self.show.halt()
        self.show.jump()
        await self.settle()

    async def _seats_left(self, seats: SeatsScreen, _nothing: None, *, hung: bool) -> None:
        """Continue after the form for seats; if it changed any seat and a curtain was `hung`, cover every hand."""
        if seats.changed:
            self.curtain.close()
            if hung:
                self.curtain.draw()
            await self._start_over()
        elif not self.show.paused:
            self.drive()

    def ways_out(self) -> WaysOut:
        match = self.match
        back = _("To the {place}").format(place=self.heat.way_back)
        ways: list[tuple[str, Callable[[], object]]] = [(back, self._to_title)]
        if match.looking:
            return _("Stop watching this race?"), ways
        question = _("Leave the race? It is not saved and cannot be resumed.")
        if match.is_saved:
            question = _("Leave the race? It is saved as {name}.").format(name=match.name)
        elif match.can_be_resumed:
            question = _("Leave the race? Your last choices are not saved.")
        if match.save_taken:
            ways.append((_("Save under another name"), self._keep))
        seat = match.may_give_up
        if seat is not None:
            words = self._giving_up(N_("Give up: automated driver {driver} takes over from {name}"), seat)
            ways.append((words, partial(self.call_later, self.give_up)))
        if match.table is not None:
            from heat_tui.tui.room import leaving

            return leaving(self, match.table, ways)
        return question, ways

    def more_commands(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """Yield the commands that apply: switching the coach on or off, giving up, and the host's commands."""
        if _is_played_here(self) and self._may_have_coach:
            words = _("Switch the coach off") if _has_hints(self) else _("Switch the coach on")
            about = _("hints in this race, for everybody who asks")
            about = about if self.match.table is None else _("hints at this screen")
            yield words, about, partial(self.call_later, self._switch_coach)
        seat = self.match.may_give_up
        if seat is not None:
            about = self._giving_up(N_("{driver} takes over from {name}"), seat)
            yield _("Give up"), about, self.heat.action_leave
        if self.match.table is not None:
            from heat_tui.tui.room import host_commands

            yield from host_commands(self, self.match.table)

    @property
    def _may_have_coach(self) -> bool:
        """False at a shared table that was opened without a coach, because no screen may switch one on there."""
        return self.match.table is None or self.match.setup.coach

    async def _switch_coach(self) -> None:
        """Switch the coach of this race on or off; switching it on also turns on the setting until the game quits.

        At a shared table, only the setting changes, because everybody there shares the race's coach.
        """
        on, shared = not _has_hints(self), self.match.table is not None
        if on or shared:
            self.heat.apply(replace(self.heat.settings, coach=on))
        if not shared:
            self.match.switch_coach(on=on)
        await self._hush()
        self.refresh_bindings()
        words = _("The coach is on; {hint} asks for a hint.") if on else _("The coach is off.")
        self.notify(words.format(**keys_of(self)), markup=False)

    async def _hush(self) -> None:
        """Hide the hint, and show the advice of a first race's coach again."""
        hinted = self.show.hinted
        await self.show.hush()
        for advised in self.query(Prompt) if hinted else ():
            self.show.advise(advised)

    def give_up(self) -> None:
        """Let an automated driver take over from the driver who gives up, or say why that is refused.

        Close the screens above if the race hides anything, because they may show the driver's cards.
        """
        seat, hides = self.match.may_give_up, self.hides_something
        if seat is None or not self.attempt(partial(self.curtain.hand_over, seat, GIVEN_UP_TO)):
            return
        while hides and self.app.screen is not self:
            self.app.pop_screen()
        self.hand_wanted = False
        self.curtain.close()
        message = N_("{driver} takes over from {name}; press {key} at the start of a round to give the seat back.")
        self.notice = ""
        self.notify(self._giving_up(message, seat), markup=False)
        self.show.skip()

    def _giving_up(self, message: str, seat: int) -> str:
        """Return a message about the driver of a seat who gives up, with its gaps filled in."""
        return translated(message).format(
            driver=controller_name(GIVEN_UP_TO), name=car_name(self.match.sheet, seat), key=keys_of(self)["seats"]
        )

    def _ask_whether_to_keep(self) -> None:
        """Ask once, if another program has taken over the save, whether to save this race under another name."""
        if not self.match.save_taken or self._asked_to_keep:
            return
        self._asked_to_keep = True
        question = _("{reason} Save your race under another name?").format(reason=self.match.not_saved)
        self.ask(question, _("Do not save"), _("Save"), self._keep, automatic=True)

    def _keep(self) -> None:
        if self.match.keep_under_another_name():
            self._asked_to_keep = False
            self.notify(_("Your race is now saved as {name}.").format(name=self.match.name), markup=False)
        self.show.update()

    def _to_title(self) -> None:
        self.show.halt()
        self.heat.to_title()

    def _finish_in(self, seconds: float) -> None:
        """Call `_finish` after a time, and not at the time set before, however often a shared table has news."""
        if self._ends is not None:
            self._ends.stop()
        self._ends = self.set_timer(seconds, self._finish)

    def _finish(self) -> None:
        """Show the coach's farewell, once, then the result, or the season if this screen began with the race over.

        Wait while another screen is on top, and do nothing if the last choice has been taken back.
        """
        if self._due is not None:
            return
        if self.app.screen is not self:
            self._finish_in(0.1)
        elif self.show.coach is not None and not self._said_goodbye:
            self._said_goodbye = True
            self.show.explain(self.show.coach.farewell())
        elif self._raced:
            self.heat.games.open_result(self.match)
        else:
            self.heat.games.open_season(self.match)


def _is_played_here(race: RaceScreen) -> bool:
    return not race.match.looking and (race.match.table is None or bool(race.match.here))


def _has_hints(race: RaceScreen) -> bool:
    return not race.match.looking and bool(race.match.here) and race.match.setup.coach and race.heat.settings.coach


_POSSIBLE: Final[Mapping[str, Callable[[RaceScreen], bool]]] = {
    **dict.fromkeys(
        ("undo", "take_back"),
        lambda race: _is_played_here(race) and bool(race.match.here or race.match.choices),
    ),
    "seats": _is_played_here,
    "deck": lambda race: bool(race.match.here),
    **dict.fromkeys(("pause", "step"), lambda race: race.show.paused or not (race.match.here or race.match.looking)),
    "read_lesson": lambda race: race.match.lessons or race.show.hinted,
    "hint": _has_hints,
    "garage": lambda race: race.match.view(None).part(GarageShown) is not None,
    "legend_cards": lambda race: race.match.view(None).part(LegendCardShown) is not None,
    "season": lambda race: race.match.season is not None,
    "cover": lambda race: race.curtain.hangs,
    **{KEYS[id].action.partition("(")[0]: lambda _race: False for id in AT_A_PROMPT},
}
"""The actions that are not always possible, with their conditions."""
