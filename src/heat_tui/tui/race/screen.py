"""The race: the track, the table, and the seat of whoever chooses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import Static

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision, ReactDecision
from heat_tui.engine.events import Event
from heat_tui.game.curtain import Curtain
from heat_tui.game.going_back import stop_sentence, undone_sentence
from heat_tui.game.history import UndoStopped
from heat_tui.game.match import Match
from heat_tui.game.prompts import Choice, task_of
from heat_tui.language import _
from heat_tui.modules.championship.words import goal_words
from heat_tui.modules.garage.words import garage_of
from heat_tui.tui.footer import KeyFooter
from heat_tui.tui.keymap import bound
from heat_tui.tui.race.consequences import Consequences
from heat_tui.tui.race.cover import Cover
from heat_tui.tui.race.log import LogView
from heat_tui.tui.race.motion import Explained, Frame, Motion, Stage, Stepped, Told, frames
from heat_tui.tui.race.panel import CarPanel, Picks, Standings, StatusLine
from heat_tui.tui.race.prompts import Prompt, prompt_for
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.strips import LapStrip, Strip
from heat_tui.tui.track.widget import SpotClicked
from heat_tui.words import Narrator, preview
from heat_tui.words.forecasts import outline

if TYPE_CHECKING:
    from heat_tui.engine.view import SeatView
    from heat_tui.game.coach import Coach
    from heat_tui.game.history import Undone
    from heat_tui.game.lessons import Lesson
    from heat_tui.tui.race.coach import CoachPane


class RaceKeys(HeatScreen[None]):
    """The actions of a race's keys; the race itself is below."""

    match: Match
    curtain: Curtain
    narrator: Narrator
    stage: Stage
    motion: Motion
    notice: str
    paused: bool
    hand_wanted: bool
    _shared: bool = False

    @abstractmethod
    async def settle(self) -> None:
        """Bring the screen to where the race rests."""

    @abstractmethod
    def tell_all(self) -> None:
        """Write the log anew."""

    @abstractmethod
    def drive(self) -> None:
        """Let an automated driver choose."""

    def status_note(self) -> str:
        """What the status line says before all else."""
        return _("PAUSED") if self.paused else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Pausing is for races that move by themselves, covering for tables with a curtain, and so on."""
        if action in ("pause", "step"):
            return len(self.match.people) == 0 or self.paused
        if action == "read_lesson":
            return self.match.lessons
        if action == "garage":
            return garage_of(self.match.view(None)) is not None
        if action == "season":
            return self.match.season is not None
        if action == "cover":
            return self.curtain.hangs
        return True

    async def action_undo(self) -> None:
        """Take back the last choice."""
        await self._go_back(whole_turn=False)

    async def action_undo_turn(self) -> None:
        """Take back to the start of the turn."""
        await self._go_back(whole_turn=True)

    def action_back(self) -> None:
        """Put back what is half chosen; with nothing chosen, ask to leave the race."""
        for prompt in self.query(Prompt):
            if prompt.take_back():
                return
        self._ask_to_leave()

    def action_map(self) -> None:
        """The whole track on the whole screen."""
        self.look_at_track(inspecting=False)

    def action_inspect(self) -> None:
        """The cursor that explains everything."""
        self.look_at_track(inspecting=True)

    def action_log(self) -> None:
        """The whole told race."""
        from heat_tui.tui.race.log import LogScreen

        self.app.push_screen(LogScreen(self.match))

    def action_standings(self) -> None:
        """The standings in full."""
        from heat_tui.tui.race.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.match.view(None)))

    def action_garage(self) -> None:
        """Everybody's upgrades."""
        from heat_tui.tui.race.piles import GarageScreen

        self.app.push_screen(GarageScreen(self.match.view(None)))

    def action_season(self) -> None:
        """Standings, calendar and garages of the season."""
        from heat_tui.tui.season.screen import SeasonScreen

        self.app.push_screen(SeasonScreen(self.match, looking=True))

    def action_deck(self) -> None:
        """What is left in the own deck, for the eyes that may see it."""
        from heat_tui.tui.race.piles import DeckScreen

        seat = self._seat_in_sight()
        if seat is None:
            self.notify(_("Your deck is behind the curtain, with your cards."), markup=False)
        else:
            self.app.push_screen(DeckScreen(self.match.view(seat)))

    def action_seats(self) -> None:
        """Who sits where."""
        from heat_tui.tui.race.seats import SeatsScreen

        if self.motion.running or not self.match.is_behind_curtain:
            self.notify(_("Seats change hands between rounds only, while plans are made."), markup=False)
            return
        self._shared = self.curtain.hangs
        self.app.push_screen(SeatsScreen(self.match), self._seats_changed)

    def action_take_back(self) -> None:
        """Go back further than undo does, if everybody agrees."""
        from heat_tui.tui.race.seats import TakeBackScreen

        if self.motion.running or not self.match.choices:
            self.notify(stop_sentence("nothing-yet"), markup=False)
            return
        self.app.push_screen(TakeBackScreen(self.match), self._taken_back)

    def action_read_lesson(self) -> None:
        """The next page of what the coach says."""
        from heat_tui.tui.race.coach import CoachPane

        self.query_one(CoachPane).read_on()

    async def action_cover(self) -> None:
        """Cover the own cards, or ask for them in the open turn."""
        seat = self.match.to_move
        if self.motion.running or seat is None or not self.match.waits_for_person:
            return
        if self.curtain.is_open_to(seat):
            self.curtain.close()
            self.hand_wanted = False
        else:
            self.hand_wanted = not self.hand_wanted
        await self.settle()

    async def action_pause(self) -> None:
        """Stop a race that moves by itself, or let it go on."""
        self.paused = not self.paused
        self.motion.skip()

    async def action_step(self) -> None:
        """One choice of a driver, then wait again."""
        self.paused = True
        self.drive()

    def _seat_in_sight(self) -> int | None:
        """The seat whose cards may be on the screen now, None behind a curtain."""
        people, seat = self.match.people, self.match.to_move
        if self.match.waits_for_person and seat is not None:
            return seat if self.curtain.is_open_to(seat) else None
        return people[0] if len(people) == 1 and self.curtain.is_open_to(people[0]) else None

    def look_at_track(self, *, inspecting: bool, spot: tuple[int, int] | None = None) -> None:
        """The whole track on the whole screen; with a spot, the cursor is there."""
        from heat_tui.tui.track.screen import TrackViewScreen

        seat = self._seat_in_sight()
        cards = () if seat is None else self.match.view(seat).hand
        scene = replace(self.stage.scene(), cursor=spot)
        self.app.push_screen(TrackViewScreen(self.match.view(None), scene, inspecting=inspecting, cards=cards))

    async def _go_back(self, *, whole_turn: bool) -> None:
        if self.motion.running:
            return
        try:
            undone = self.match.undo_turn() if whole_turn else self.match.undo()
        except UndoStopped as stopped:
            self.notify(stop_sentence(stopped.stop), markup=False)
            return
        await self._show_undone(undone)

    async def _show_undone(self, undone: Undone) -> None:
        """Stand where the race stands after something was taken back."""
        lines = [undone_sentence(undone, self.narrator.name(undone.seat))]
        if undone.stopped is not None:
            lines.append(stop_sentence(undone.stopped))
        self.notice = " ".join(lines)
        self.curtain.close()
        self.hand_wanted = False
        self.stage.agree(self.match.view(None), self.match.events)
        self.tell_all()
        await self.settle()

    async def _taken_back(self, undone: Undone | None) -> None:
        if undone is not None:
            await self._show_undone(undone)

    async def _seats_changed(self, changed: bool | None) -> None:  # noqa: FBT001 - a screen's answer
        if changed:
            from heat_tui.words import Narrator

            self.narrator = Narrator(self.match.sheet)
            self.curtain.close()
            if self._shared:
                self.curtain.draw()
            self.tell_all()
            await self.settle()

    def _ask_to_leave(self) -> None:
        from heat_tui.tui.dialogs import AskScreen

        saved = bool(self.match.name) and self.match.not_saved is None
        question = (
            _("Back to the title? The race is saved as {name}.").format(name=self.match.name)
            if saved
            else _("Back to the title? This race is not saved and cannot be resumed.")
        )
        self.app.push_screen(AskScreen(question, yes=_("To the title"), no=_("Race on")), self._left)

    def _left(self, leave: bool | None) -> None:  # noqa: FBT001 - a screen's answer
        if leave:
            self.motion.halt()
            self.heat.to_title()


DRAFT: Final = "draft"
"""The step in which upgrades are picked and put away."""


class RaceShow(RaceKeys):
    """The open side of the table: track, log, standings, board, coach."""

    coach: Coach | None
    _board: int
    _seen: SeatView
    _told: str = ""

    def tell_all(self) -> None:
        """Write the log anew, from the last rounds."""
        told = [frame for frame in frames(self.match.events, self.narrator) if isinstance(frame, Told)]
        self.query_one(LogView).show(told)

    def show_public(self) -> None:
        """Status, standings, board, map: what everybody may see."""
        view, match = self.match.view(None), self.match
        unsaved = match.not_saved is not None
        self.query_one(StatusLine).show(view, match.decision, unsaved=unsaved, note=self.status_note())
        self._seen = view
        self.set_class(view.step == DRAFT, "-drafting")
        for picks in self.query(Picks):
            picks.show(view)
        self._show_board(self._board_of(view.sheet.drivers))
        self._warn_if_not_saved()
        self.repaint()

    def _show_board(self, car: int) -> None:
        """Standings and board with the eye on one car, as of the view that was shown last."""
        self._board = car
        focus = self.stage.focus
        self.query_one(Standings).show(self._seen, focus=car if focus is None else focus)
        if car < self._seen.sheet.drivers:
            self.query_one(CarPanel).show(self._seen, car)

    def _board_of(self, drivers: int) -> int:
        """The driver whose board is shown: who chooses, else who moves, else the first person."""
        seat = self.match.to_move
        if seat is not None:
            return seat
        focus = self.stage.focus
        if focus is not None and focus < drivers:
            return focus
        people = self.match.people
        return people[0] if people else 0

    def perform(self, happened: list[Event]) -> None:
        """Show what has happened, frame by frame."""
        self.motion.pace = self.heat.settings.animation
        if self.motion.pace != "off":
            self.query_one(Consequences).say(_("Any key skips what moves."))
        self.motion.play(self._frames(happened))

    def _frames(self, happened: list[Event]) -> list[Frame]:
        """What has happened in frames, with what a coach says in between."""
        if self.coach is None:
            return frames(happened, self.narrator)
        cut: list[Frame] = []
        for part, lessons in self.coach.after(happened):
            cut += frames(part, self.narrator)
            if lessons:
                cut.append(Explained(tuple(lessons)))
        return cut

    def show_frame(self, frame: Frame) -> None:
        if not self.stands:
            return
        if isinstance(frame, Explained):
            self._explain(frame.lessons)
            return
        if isinstance(frame, Told):
            if frame.starts_round:
                self.stage.begin_round()
            self._told = frame.text
            self.query_one(LogView).add(frame)
            return
        self.stage.move(frame)
        if isinstance(frame, Stepped) and frame.car != self._board:
            self._show_board(frame.car)
        if self.motion.pace != "off":
            self.repaint()

    def _explain(self, lessons: Sequence[Lesson]) -> None:
        """Show lessons; without a suggestion, since nobody is asked."""
        self._coach_pane.show(lessons, None)
        self.query_one(Consequences).say(" ".join(each for each in (self._told, _("Any key goes on.")) if each))

    def read_lessons_on(self) -> None:
        """The next page of what is explained, or on with the race."""
        if not self._coach_pane.read_on():
            self.motion.go_on()

    def advise(self) -> None:
        """What the coach says to whoever must choose now."""
        if self.coach is not None:
            self._coach_pane.show(self.coach.before(), self.coach.suggestion())

    @property
    def stands(self) -> bool:
        """Whether the screen still has its widgets; a timer may come after them."""
        return self.is_attached and bool(self.query("#map"))

    def repaint(self) -> None:
        scene = self.stage.scene()
        self.query_one("#map", TrackMap).scene = scene
        self.query_one("#strip", Strip).scene = scene
        self.query_one("#lap", LapStrip).scene = scene

    def _warn_if_not_saved(self) -> None:
        """A lasting line, for as long as the race is not being saved."""
        note = self.query_one("#note", Static)
        reason = self.match.not_saved
        note.display = reason is not None
        if reason is not None:
            note.update(_("This race is not being saved; it goes on all the same. {reason}").format(reason=reason))

    @property
    def _coach_pane(self) -> CoachPane:
        from heat_tui.tui.race.coach import CoachPane

        return self.query_one(CoachPane)


RACE_CSS: Final = """
RaceScreen { layout: vertical; }
RaceScreen #note { height: 1; background: $error; color: $background; display: none; text-wrap: nowrap;
    text-overflow: ellipsis; padding: 0 1; }
RaceScreen #table { height: 1fr; }
RaceScreen #map { width: 1fr; height: 1fr; }
RaceScreen #side { width: 40; height: 1fr; layout: vertical; background: $surface; }
RaceScreen #log { border-top: solid $panel; }
RaceScreen.-ascii #log { border-top: ascii $panel; }
RaceScreen #strip { height: 4; }
RaceScreen #lap { height: 4; }
RaceScreen #seat { height: auto; }
RaceScreen #board { height: 6; background: $surface; }
RaceScreen #prompt { width: 1fr; height: 1fr; padding: 0 1; }
RaceScreen Hand { height: 5; }
RaceScreen #panel { border-left: solid $panel; }
RaceScreen.-ascii #panel { border-left: ascii $panel; }

RaceScreen.-low #map, RaceScreen.-narrow #map { display: none; }
RaceScreen.-low #side, RaceScreen.-narrow #side { width: 1fr; layout: horizontal; }
RaceScreen.-low #standings, RaceScreen.-narrow #standings { width: 42; height: 1fr; }
RaceScreen.-low #log, RaceScreen.-narrow #log { border: none; border-left: solid $panel; }
RaceScreen.-ascii.-low #log, RaceScreen.-ascii.-narrow #log { border-left: ascii $panel; }
RaceScreen.-low #lap { height: 3; }
RaceScreen.-low #board { height: 4; }
RaceScreen.-narrow #panel { width: 31; }
RaceScreen #picks { display: none; width: 1fr; border-left: solid $panel; }
RaceScreen.-ascii #picks { border-left: ascii $panel; }
RaceScreen.-low Hand { height: 3; }

RaceScreen.-mid.-medium #strip, RaceScreen.-mid.-medium #lap { display: none; }
RaceScreen.-mid.-wide #lap, RaceScreen.-high.-medium #lap, RaceScreen.-high.-wide #lap { display: none; }
RaceScreen.-narrow.-high #map, RaceScreen.-narrow.-tall #map { display: block; height: 20; }
RaceScreen.-narrow.-high #table, RaceScreen.-narrow.-tall #table { layout: vertical; }
RaceScreen.-vast #side { width: 46; }
RaceScreen.-tall #board { height: 7; }
RaceScreen.-tall Hand { height: 6; }
RaceScreen.-drafting #strip, RaceScreen.-drafting #lap, RaceScreen.-drafting #panel { display: none; }
RaceScreen.-drafting #picks { display: block; }
RaceScreen.-drafting #board { height: 12; }
RaceScreen.-drafting.-low #board { height: 10; }
RaceScreen.-roomy #board { height: 9; }
RaceScreen.-low.-roomy #lap { display: none; }
RaceScreen.-low.-roomy #board { height: 7; }
RaceScreen.-low.-faces #lap { display: none; }
RaceScreen.-low.-faces #board { height: 7; }
RaceScreen.-low.-faces Hand { height: 6; }
RaceScreen #coach { height: 14; max-height: 14; }
RaceScreen.-low.-coached #lap, RaceScreen.-low.-coached #log { display: none; }
RaceScreen.-low.-coached #standings { width: 41; }
RaceScreen.-low.-coached #coach { height: 1fr; width: 1fr; }
RaceScreen.-narrow.-coached #log { display: none; }
RaceScreen.-narrow.-coached #coach { height: 1fr; width: 1fr; }
"""


USUAL_ROWS: Final = 6
"""A list of more rows than these gets more room where there is little."""


class RaceScreen(RaceShow):
    """One match at the table.

    A race that ends here leads to its result, whatever has to be chosen after it. Opened over a race that is over, the
    screen asks for that, and leads back to the season.

    Everything that only one person may see lives below `#seat` and in the stage's preview; `cover` takes both away.
    """

    help_topic = "race"
    DEFAULT_CSS = RACE_CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound("undo", "undo-turn", "take-back", "map", "log", "standings", "deck", "garage", "season", "inspect"),
        *bound("lesson", "seats", "cover", "pause", "step", "help"),
        *bound("back", shown=False),
    ]

    def __init__(self, match: Match, *, watch: bool = False) -> None:
        super().__init__()
        self.match = match
        self.curtain = Curtain(match)
        self.narrator = Narrator(match.sheet)
        self.stage = Stage(match.view(None), match.events)
        self.stage.focus = match.to_move
        self.motion = Motion(self, self.show_frame, self._rested)
        self.paused = watch
        self.notice = ""
        self.hand_wanted = False
        self._said_goodbye = False
        self._raced = not match.race_over
        self._board = 0
        self._seen = match.view(None)
        self.coach = _coach(match)
        self._announced: tuple[int, int] | None = None

    def compose(self) -> ComposeResult:
        scene = self.stage.scene()
        yield StatusLine(id="status")
        yield Static("", id="note", markup=False)
        with Horizontal(id="table"):
            yield TrackMap(scene, id="map")
            with Container(id="side"):
                yield Standings(id="standings")
                if self.coach is not None:
                    from heat_tui.tui.race.coach import CoachPane

                    yield CoachPane(id="coach")
                yield LogView(self.match.sheet, id="log")
        yield Strip(scene, id="strip")
        yield LapStrip(scene, id="lap")
        with Vertical(id="seat"):
            yield Consequences(id="consequences")
            with Horizontal(id="board"):
                yield Container(id="prompt")
                yield CarPanel(id="panel")
                if garage_of(self._seen) is not None:
                    yield Picks(id="picks")
        yield KeyFooter(compact=True)

    async def on_mount(self) -> None:
        """Show how things stand and ask whoever is to choose."""
        self.motion.pace = self.heat.settings.animation
        self.heat.look_changed.subscribe(self, lambda _look: self.repaint())
        self.tell_all()
        self.set_class(self.coach is not None, "-coached")
        if self.match.note is not None:
            self.notice = self.match.note
        if self.coach is None or self.match.log:
            await self.settle()
            return
        self.show_public()
        lessons = [*self.coach.welcome()]
        for _part, due in self.coach.after(self.match.opening_events):
            lessons += due
        self.call_after_refresh(self.motion.play, [Explained(tuple(lessons))])

    async def settle(self) -> None:
        """Bring the screen to where the race rests: a curtain, a prompt, a driver's move, the result."""
        if not self.stands:
            return
        match = self.match
        self.stage.keep_up(match.view(None))
        self._preview(None)
        decision = match.decision
        self.query_one(Consequences).goal = goal_words(match.view(None))
        self._raced = self._raced or not match.race_over
        if decision is None or match.rests or (match.race_over and self._raced):
            await self._clear_seat()
            self.show_public()
            self.query_one(Consequences).say(_("The race is over."))
            self.set_timer(0.05, self._finish)
        elif not match.waits_for_person:
            await self._clear_seat()
            self.stage.focus = decision.seat
            self.show_public()
            if not self.paused:
                self.set_timer(0.01, self.drive)
            else:
                self.query_one(Consequences).say(_("Paused: p goes on, . is one step."))
        else:
            self.stage.focus = decision.seat
            await self._ask(decision)

    async def play(self, action: Action) -> None:
        """Carry out what a person has chosen; it is saved before the screen shows anything of it."""
        before = self.match.decision
        happened = self.match.play(action)
        self.notice = ""
        self.hand_wanted = False
        if not self._goes_on(before):
            self.curtain.close()
        self._preview(None)
        await self._clear_seat()
        self.perform(happened)

    def _goes_on(self, before: Decision | None) -> bool:
        """Whether the same person goes on reacting and has to see his own cards for it."""
        now = self.match.decision
        if not isinstance(before, ReactDecision) or not isinstance(now, ReactDecision) or now.seat != before.seat:
            return False
        return self.curtain.needs_the_hand(now.seat, now)

    def drive(self) -> None:
        """Let the automated driver whose turn it is choose."""
        match = self.match
        if not self.stands or match.waits_for_person or match.decision is None or match.rests or self.motion.running:
            return
        self.perform(self.match.play_driver())

    @property
    def hides_something(self) -> bool:
        """Whether cards are open that must be covered when nobody may be looking."""
        return self.curtain.hangs and self.curtain.open_to is not None

    async def cover(self) -> None:
        """Take everything private off the screen, as when the terminal loses the focus."""
        self.hand_wanted = False
        if not self.hides_something:
            return
        self.curtain.close()
        self._preview(None)
        await self._clear_seat()
        await self.settle()

    async def on_prompt_chosen(self, event: Prompt.Chosen) -> None:
        """A person has chosen."""
        event.stop()
        if self._is_asked(event):
            await self.play(event.action)

    def on_prompt_considered(self, event: Prompt.Considered) -> None:
        """A person looks at something."""
        event.stop()
        if self._is_asked(event):
            self._consider(event)

    async def on_cover_lifted(self, event: Cover.Lifted) -> None:
        """The person is there."""
        event.stop()
        seat = self.match.to_move
        if seat is not None and self.match.waits_for_person:
            self.curtain.open(seat)
            await self.settle()

    def on_spot_clicked(self, event: SpotClicked) -> None:
        """The mouse on the track: say what is there."""
        event.stop()
        self.look_at_track(inspecting=True, spot=(event.space, event.spot))

    def on_key(self, event: events.Key) -> None:
        """Any key ends the animation."""
        if self.motion.running:
            event.stop()
            event.prevent_default()
            if self.motion.held:
                self.read_lessons_on()
            else:
                self.motion.skip()

    async def _ask(self, decision: Decision) -> None:
        """Show the prompt of a decision, or the curtain before it."""
        seat = decision.seat
        covered = self.curtain.hides(seat, decision) or (self.hand_wanted and not self.curtain.is_open_to(seat))
        await self._clear_seat()
        self.show_public()
        self._announce(seat)
        if covered:
            await self._seat(Cover(self.narrator.name(seat), task_of(decision)))
            self.query_one(Consequences).say(self.notice)
            return
        view = self.match.view(seat)
        self.stage.look_from(view)
        shown = self.curtain.is_open_to(seat)
        settings = self.heat.settings
        self.advise()
        choice = Choice(self.narrator.name(seat), view, decision, self.curtain.forecast)
        await self._seat(prompt_for(choice, hand_shown=shown, confirm=settings.confirm))

    async def _seat(self, widget: Cover | Prompt) -> None:
        self.set_class(isinstance(widget, Prompt) and widget.rows > USUAL_ROWS, "-roomy")
        self.set_class(isinstance(widget, Prompt) and widget.has_faces, "-faces")
        await self.query_one("#prompt").mount(widget)
        if self.app.screen is self:
            widget.focus()

    async def _clear_seat(self) -> None:
        """Take the prompt away, and what it considered."""
        self.query_one(Consequences).say(self.notice)
        self.set_focus(None)
        await self.query_one("#prompt").remove_children()

    def _is_asked(self, event: Prompt.Chosen | Prompt.Considered) -> bool:
        """Whether a message comes from the prompt that is on the screen."""
        return event.prompt in self.query_one("#prompt").children

    def _consider(self, event: Prompt.Considered) -> None:
        shown = self.query_one(Consequences)
        if event.action is None:
            self._preview(None)
            notice, self.notice = self.notice, ""
            shown.say(" ".join(each for each in (notice, event.sentence) if each))
            return
        forecast = self.curtain.forecast(event.action)
        self._preview(event.action)
        seat = self.match.to_move
        assert seat is not None
        view = self.match.view(seat)
        notice, self.notice = self.notice, ""
        words = " ".join(each for each in (notice, event.prompt.words(event.action)) if each)
        asking = _("Enter once more, or Esc:") if event.asking else ""
        if forecast.outcomes:
            if len(forecast.outcomes) > 1 and not self.curtain.is_open_to(seat):
                words = _("{words} (without a look at your deck; c shows your hand)").format(words=words)
            shown.preview(outline(view, forecast), words, asking=asking)
        else:
            shown.say(" ".join(each for each in (asking, words, *preview(view, forecast)) if each))

    def _preview(self, action: Action | None) -> None:
        self.stage.preview(None if action is None else self.curtain.forecast(action))
        self.repaint()

    def _rested(self) -> None:
        self.call_next(self.settle)

    def _announce(self, seat: int) -> None:
        """Call a person to the table, once for each turn."""
        now = seat, self.match.view(None).round
        if now != self._announced:
            self._announced = now
            self.heat.call_to_table(self.narrator.name(seat))

    def _finish(self) -> None:
        """Say goodbye, once, and show the result, or the season where the result was shown before."""
        if self.app.screen is not self:
            self.set_timer(0.1, self._finish)
            return
        if self.coach is not None and not self._said_goodbye:
            self._said_goodbye = True
            self.motion.play([Explained(tuple(self.coach.farewell()))])
            return
        if self._raced:
            self.heat.show_results(self.match)
        else:
            self.heat.show_season(self.match)


def _coach(match: Match) -> Coach | None:
    """Whoever sits beside the drivers of a first race."""
    if not match.lessons:
        return None
    from heat_tui.game.coach import Coach

    return Coach(match)
