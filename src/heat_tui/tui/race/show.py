"""The show: the public part of a race on the screen, and its motion from one choice to the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from rich.style import Style
from textual.timer import Timer
from textual.widgets import Static

from heat_tui.drawing.characters import FINISH_SIGN, LEGENDS_SIGN, START_SIGN
from heat_tui.drawing.road import Kind
from heat_tui.engine.actions import Action, Discard, Plan
from heat_tui.engine.decisions import Decision
from heat_tui.engine.events import Event
from heat_tui.engine.forecast import Forecast
from heat_tui.game.table.match import Match
from heat_tui.language import N_, _
from heat_tui.modules.legends import open_card
from heat_tui.store.settings import Animation
from heat_tui.tui.input import Grace
from heat_tui.tui.look import keys_of, look_of
from heat_tui.tui.race.consequences import Consequences
from heat_tui.tui.race.motion import HINTED, PACES, Explained, Frame, Stage, Stepped, frames, pause_after
from heat_tui.tui.race.panel import ADRENALINE, DIAMOND, HELMET, CarPanel, LogView, with_adrenaline
from heat_tui.tui.race.table import TableScreen
from heat_tui.tui.track.map import Sample, badge_samples, faint_samples, special_samples
from heat_tui.tui.track.strips import LapStrip, RoadRows, Strip
from heat_tui.words.events import Line, log_lines
from heat_tui.words.formatter import fill, sentences

if TYPE_CHECKING:
    from heat_tui.game.advice.coach import Coach
    from heat_tui.game.advice.first_race import Lesson, Part
    from heat_tui.game.advice.hint import Hint
    from heat_tui.tui.race.coach import CoachPane
    from heat_tui.tui.race.prompts import Prompt


class Show:
    """Track, log, standings, the board of a car and the coach, on the widgets of a screen.

    Events are played in frames, and `done` is called when all of them have been shown; the show is `held` while an
    explanation waits to be read. It is `hinted` while a hint is shown; everything except the
    hint and `preview` is public.
    """

    def __init__(self, screen: TableScreen, match: Match, done: Callable[[], object]) -> None:
        self._screen = screen
        self._match = match
        self.paused = False
        """True while automated drivers choose one step at a time; only in a race without people here."""
        self._told = ""
        self._done = done
        self._waiting: deque[Frame] = deque()
        self._lines: list[Line] = []
        self._timer: Timer | None = None
        self._due = 0.0
        self.held = False
        self._hint: Hint | None = None
        self._final = True
        self._grace = Grace()
        racer = next(iter(match.here), 0)
        self.stage = Stage(match.view(None), match.events, focus=match.to_move, rival=match.rival, racer=racer)
        self.coach: Coach | None = None
        if match.lessons:
            from heat_tui.game.advice.coach import Coach

            self.coach = Coach(match)

    @property
    def ready(self) -> bool:
        """True while the screen has its widgets; timers outlive them, and Textual may still find a removed map."""
        drawing = self._screen.query_one_optional("#map")
        return self._screen.is_attached and drawing is not None and drawing.is_attached

    def jump(self) -> None:
        """Show the current state of the race after a jump, such as an undo, or after a change of names."""
        self.stage.jump_to(self._match.view(None), self._match.events)
        self.tell_all()

    @property
    def story(self) -> list[Event]:
        """The events of the race up to the moment shown."""
        happened = self._match.events
        ahead = sum(len(frame.events) for frame in self._waiting if isinstance(frame, Line))
        return happened[: len(happened) - ahead]

    def tell_all(self) -> None:
        """Rewrite the log from all events; it keeps only the latest lines."""
        sheet = self._match.sheet
        self._screen.query_one(LogView).show(log_lines(sheet, self._match.events), sheet)

    def update(self) -> None:
        table = self.stage.table
        self._screen.set_class(table.step == "draft", "-drafting")
        self._screen.board = self._board_of(table.sheet.drivers)
        self._show_boards(self._match.decision)
        self._warn_if_not_saved()
        self.repaint()

    def perform(self, happened: list[Event]) -> None:
        if self._pace != "off":
            self._screen.query_one(Consequences).say(_("Press any key to skip the animation."))
        self.stage.expect(self._match.view(None))
        if self.coach is not None:
            self.coach_pane.fall_silent()
        for part, lessons in [(happened, [])] if self.coach is None else self.coach.after(happened):
            self._waiting.extend(frames(self._match.sheet, part))
            if lessons:
                self._waiting.append(Explained(tuple(lessons)))
        self._play()

    def explain(self, lessons: Iterable[Lesson]) -> None:
        """Show lessons that have to be read before the race continues."""
        self._waiting.append(Explained(tuple(lessons)))
        self._play()

    def key_pressed(self) -> None:
        """Skip the motion, or read on in an explanation that has been shown for a moment, or continue after it."""
        if not self.held:
            self.skip()
        elif self.is_read and not self.coach_pane.read_on():
            self._go_on()

    @property
    def is_read(self) -> bool:
        """True while an explanation is held and has been shown for a moment."""
        return self.held and self._grace.over

    @property
    def running(self) -> bool:
        """True while frames are shown one after another, or an explanation is held."""
        return self._timer is not None or self.held

    def _play(self) -> None:
        if not self.running:
            self._go_on()

    def _go_on(self) -> None:
        """Show the waiting frames, at the chosen pace."""
        self._stop()
        if self._pace == "off":
            self.skip()
        else:
            self._due = monotonic()
            self._next()

    def skip_motion(self) -> None:
        """Skip any motion, but not an explanation."""
        if self.running and not self.held:
            self.skip()

    def skip(self) -> None:
        """Show the waiting frames immediately, up to the next explanation; without one, call `done` at the end."""
        self._stop()
        while self._show_one(at_once=True) and not self.held:
            continue

    def halt(self) -> None:
        """Drop the waiting frames and stop."""
        self._stop()
        self._waiting.clear()

    def _show_one(self, *, at_once: bool = False) -> Frame | None:
        """Show and return the next frame; after the last, call `done` and return None.

        If `at_once`, the log and the boards change only at an explanation and at the end.
        """
        if not self._waiting:
            self._write_lines()
            self._done()
            return None
        frame = self._waiting.popleft()
        self._show_frame(frame)
        self.held = isinstance(frame, Explained)
        if self.ready and (self.held or not at_once):
            self._write_lines()
            acting = self.stage.table.acting
            if acting is not None:
                self._screen.board = acting
            self._show_boards()
            self.repaint()
        self._grace.begin()
        return frame

    def _next(self) -> None:
        """Skip the steps that a busy machine is too late for, show the next frame, and set a timer for its pause."""
        self._timer = None
        late, stepping = monotonic() - self._due, PACES[self._pace][0]
        while late > stepping and self._waiting and isinstance(step := self._waiting[0], Stepped) and step.ends is None:
            self._show_one(at_once=True)
            late -= stepping
        frame = self._show_one()
        if frame is not None and not self.held:
            reads = isinstance(frame, Line) and self._screen.query_one(LogView).grew
            pause = pause_after(PACES[self._pace], reads=reads, beat=self.stage.beat)
            self._due = monotonic() + pause
            self._timer = self._screen.set_timer(pause, self._next)

    def _stop(self) -> None:
        self.held = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    @property
    def _pace(self) -> Animation:
        return self._screen.heat.settings.animation

    @property
    def hinted(self) -> bool:
        return self._hint is not None

    def advise(self, prompt: Prompt) -> None:
        """In a first race, show the coach's advice for this prompt, with the keys to press."""
        if self.coach is not None:
            self.coach_pane.show(*self._advice(prompt))

    def readvise(self, prompt: Prompt) -> None:
        """Update the keys in the advice, if any is shown, for the current cursor and chosen cards."""
        if self._hint is not None or self.coach is not None:
            self.coach_pane.reword(*self._advice(prompt))

    def _advice(self, prompt: Prompt) -> tuple[list[Lesson], str | None]:
        """Return the hint as a lesson, or else the coach's lessons and any suggestion.

        The hint and the suggestion name the keys for their actions.
        """
        from heat_tui.game.advice.first_race import Lesson

        hint, coach = self._hint, self.coach
        if hint is not None:
            lines = hint.lines(self._keys_to(prompt, hint.action))
            if any(hint.landings):
                lettered = N_("{letter}  {line}")
                lines = [fill(lettered, letter=letter, line=line) for letter, line in zip(HINTED, lines, strict=False)]
            title = _("Your coach") if self._final else _("Your coach, still comparing")
            return [Lesson("hint", title, "\n".join(lines))], None
        if coach is None:
            return [], None
        suggested = coach.suggested
        return coach.before(), coach.suggestion("" if suggested is None else self._keys_to(prompt, suggested))

    async def hint(self, prompt: Prompt, hint: Hint, *, final: bool = True) -> None:
        """Show a hint with its keys, and mark its landings on the track; a better hint may follow unless `final`."""
        from heat_tui.tui.race.coach import CoachPane

        again = self.hinted
        self._hint, self._final = hint, final  # first, so that `hush` removes a pane that is still being mounted
        if self.coach is None and not again:
            await self._screen.query_one("#side").mount(CoachPane(), before="#log")
            self._screen.add_class("-coached")
        if not self._screen.query(CoachPane):  # the race was left in the meantime
            return
        say = self.coach_pane.reword if again else self.coach_pane.show
        say(*self._advice(prompt))
        self.stage.hint(hint.landings)
        self.repaint()

    async def hush(self) -> None:
        """Hide the hint, if there is one, and stop weighing it."""
        self._screen.workers.cancel_group(self._screen, "hint")
        if not self.hinted:
            return
        self._hint = None
        self.stage.hint(())
        self.repaint()
        if self.coach is not None:
            self.coach_pane.fall_silent()
        else:
            await self.coach_pane.remove()
            self._screen.remove_class("-coached")

    def _keys_to(self, prompt: Prompt, action: Action) -> str:
        """Return the names of the keys for an action at a prompt; in a first race, they may also finish the turn."""
        from heat_tui.tui.race.coach import keys_to

        names = keys_of(self._screen)
        if self.coach is not None:
            if action == prompt.choice.obvious is not None and not isinstance(action, Discard):
                return names["finish_turn"]
            if isinstance(action, Plan) and self.coach.has_explained("react"):
                names |= {"confirm": names["finish_turn"]}
        return " ".join(names.get(id.replace("-", "_"), id) for id in keys_to(prompt, action))

    def light(self, parts: Sequence[Part]) -> None:
        """Highlight the parts of the table that the coach's page is about, and no others."""
        from heat_tui.tui.race.coach import LIT

        for (selector, name), about in LIT.items():
            self._screen.query_one(selector).set_class(not about.isdisjoint(parts), name)
        self._screen.query_one(CarPanel).light(parts)
        self.stage.lit = frozenset(parts)
        self.repaint()

    def preview(self, forecast: Forecast | None) -> None:
        """Show the effect of the current choice on the track; None removes it."""
        self.stage.preview(() if forecast is None else forecast.ends)
        self.repaint()

    def repaint(self) -> None:
        self._screen.show_scene()
        self.explain_signs()

    def explain_signs(self) -> None:
        self._screen.query_one(Consequences).explain(self._signs())

    def _signs(self) -> Iterator[Sample]:
        """Yield the signs in the standings and on the track as shown, with their meanings."""
        bold = Style(bold=True)
        if open_card(self.stage.table) is not None:
            yield DIAMOND, bold, _("diamond")
            yield HELMET, bold, _("helmet")
        strip, lap = self._screen.query_one(Strip), self._screen.query_one(LapStrip)
        scene, look = strip.scene, look_of(strip)
        drawn = lap.course if lap.display else strip.course if strip.display else RoadRows(strip.marks, 0, ())
        yield from faint_samples(scene, bold, Style())
        if Kind.LEGENDS in drawn.lines:
            yield LEGENDS_SIGN, bold, _("legends line")
        if Kind.START in drawn.lines:
            final = scene.final
            yield FINISH_SIGN if final else START_SIGN, bold, _("finish line") if final else _("start/finish line")
        yield from badge_samples(drawn.badges, look)
        if with_adrenaline(self.stage.table):
            yield ADRENALINE, bold, _("Adrenaline")
        yield from special_samples(scene, look, drawn.spaces)

    @property
    def coach_pane(self) -> CoachPane:
        """The coach's pane, which exists in a first race and while a hint is shown."""
        from heat_tui.tui.race.coach import CoachPane

        return self._screen.query_one(CoachPane)

    def _show_boards(self, decision: Decision | None = None) -> None:
        """Update the top line and boards to match the last event shown; a `decision` is given only after all events."""
        notes = [_("PAUSED")] if self.paused else []
        notes += [] if self._match.not_saved is None else [_("NOT SAVED")]
        waiting = "" if self._match.table is None else self._match.table.waiting_words()
        notes += [waiting] if waiting else []
        if self._screen.board in self._match.here:
            self.stage.racer = self._screen.board
        self._screen.show_boards(decision if self._match.waits_for_person or not waiting else None, notes)

    def _board_of(self, drivers: int) -> int:
        """Return whose board to show: the driver who must choose, else the one in focus, else the first person here.

        While a shared table waits only for others, it is the first person here, if any, else the one in focus.
        Without any of these, it is driver 0.
        """
        match, seat, focus = self._match, self._match.to_move, self.stage.focus
        others = match.table is not None and not match.waits_for_person
        if others and match.here:
            return match.here[0]
        if seat is not None and not others:
            return seat
        if focus is not None and focus < drivers:
            return focus
        return next(iter(self._match.here), 0)

    def _warn_if_not_saved(self) -> None:
        """Show a warning line while the shared table cannot be followed, or the race is not being saved."""
        note, reason = self._screen.query_one("#note", Static), self._match.not_saved
        words = None if self._match.table is None else self._match.table.trouble
        if words is None and reason is not None:
            words = _("This race is not being saved, but you can keep racing. {reason}").format(reason=reason)
        note.display = words is not None
        note.update(words or "", layout=words is not None)

    def _show_frame(self, frame: Frame) -> None:
        if not self.ready:
            return
        if isinstance(frame, Explained):
            self.coach_pane.show(frame.lessons, held=True)
            self._screen.query_one(Consequences).say(sentences(self._told, _("Press any key to continue.")))
        elif isinstance(frame, Line):
            self.stage.hear(frame)
            self._told = frame.text
            self._lines.append(frame)
        else:
            self.stage.move(frame)

    def _write_lines(self) -> None:
        """Add the waiting lines to the log together, because many lines take hardly longer than one."""
        if self._lines and self.ready:
            self._screen.query_one(LogView).add(*self._lines, sheet=self._match.sheet)
        self._lines.clear()
