"""The replay of a race as everybody saw it, plus hands and choices once it is over or all agree, and its recording."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Static

from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.events import RoundBegan
from heat_tui.game.advice.analysis import choice_words, is_analysed
from heat_tui.game.advice.coach import analysis_of
from heat_tui.game.table.history import consent_words
from heat_tui.game.table.match import Match
from heat_tui.game.telling.export import PICTURE, RECORDING, default_path, replay_target
from heat_tui.game.telling.replay import JumpKind, Replay, StepKind, jump_goals, place_words
from heat_tui.language import C_, N_, NN_, _, translated
from heat_tui.modules.garage.market import GarageShown
from heat_tui.store.reading import refusing, shown_path
from heat_tui.store.saved_race import Controller
from heat_tui.store.schema import Refused
from heat_tui.store.writing import NOT_WRITTEN, whole_file
from heat_tui.tui.dialogs import SIDEWAYS, AnswerButton, Dialog
from heat_tui.tui.input import Grace
from heat_tui.tui.keymap import TURNS_OF, bound
from heat_tui.tui.lists import KeyFooter
from heat_tui.tui.look import LookChanged, keys_of, styles
from heat_tui.tui.race.motion import PACES, Frame, Gone, Stage, Stepped, frames, pause_after
from heat_tui.tui.race.panel import CarPanel, LogView
from heat_tui.tui.race.table import TableScreen
from heat_tui.tui.replay.panel import Hands, Scrubber, Verdict
from heat_tui.tui.replay.recording import Cast, picture
from heat_tui.tui.textual_internals import painted
from heat_tui.words.events import Line, log_lines
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.names import car_name, track_name

SPEEDS: Final = (
    (N_("Playing slowly."), (0.12, 1.2)),
    (N_("Playing."), PACES["normal"]),
    (N_("Playing fast."), PACES["fast"]),
)
"""The speeds of a replay: the words for each, and the seconds that a car stays on a space and that a line is shown."""

_ROUNDS: Final = 5
"""The number of rounds in the log beside the track, enough to fill the log."""


class ReplayScreen(TableScreen):
    """A race at one position of its replay; playing moves from each position to the next."""

    help_topic = "replay"
    CSS_PATH = styles("race/race", "replay/replay")
    BINDINGS = (
        bound("back", "play", "line-on", "turn-on", "round-on", "jump", "hands", "lay-open", "race-on", "mark-on")
        + bound("speed-down", "speed-up", "map", "log", "export-replay", "help")
        + bound("standings", "inspect", "garage", "read-on", "read-back", shown=False)
        + bound("line-back", "turn-back", "round-back", "mark-back", "to-start", "to-end", *TURNS_OF)
    )

    def __init__(self, match: Match, replay: Replay, *, position: int = 0, speed: int = 1) -> None:
        """Show a race of a match at a position; `speed` is an index into SPEEDS."""
        super().__init__()
        self.match = match
        self.replay = replay
        self.position = position
        self.speed = speed
        self.stage = Stage(self.replay.at(0).view, self.replay.events(0))
        self.hands_open = False
        self._waiting: deque[Frame] = deque()
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield from self.table(self.stage.scene(), self.replay.sheet, [Hands(id="hands")])
        yield Scrubber(self.replay)
        with Horizontal(id="board"):
            with VerticalScroll(id="choice", can_focus=False):
                if is_analysed(self.replay.record):
                    raced = self.match if self.match.season is None else self.replay.record
                    yield Verdict(analysis_of(raced), id="verdict")
                else:
                    yield Static(id="verdict", markup=False)
            yield CarPanel(id="panel")
        yield KeyFooter(compact=True, spare="jump")

    def on_mount(self) -> None:
        self._say_what_is_missing()
        self.show()

    @property
    def playing(self) -> bool:
        return self._timer is not None

    def go_to(self, position: int) -> None:
        """Show a position; if the replay is playing, it continues from there."""
        self._waiting.clear()
        self.position = position
        self.show()

    @on(LookChanged)
    def show(self) -> None:
        """Show everything about the position, with a banner if its last line is a great moment of the race."""
        replay, stage = self.replay, self.stage
        moment, before = replay.at(self.position), max(self.position - 1, 0)
        stage.jump_to(replay.at(before).view, replay.events(before))
        stage.expect(replay.after(before))
        for frame in self._frames(before, self.position):
            self._carry_out(frame)
        stage.view = stage.table = moment.view
        due = moment.decision
        stage.focus = due.seat if isinstance(due, PlanDecision) else moment.turn.car
        chooser = due.seat if isinstance(due, PlanDecision) else self._chooser
        self.board = self._last_driver() if chooser is None else chooser
        events = replay.events(self.position)
        begun = [place for place, event in enumerate(events) if isinstance(event, RoundBegan)]
        latest = events[begun[-_ROUNDS] if len(begun) >= _ROUNDS else 0 :]
        self.query_one(LogView).show(log_lines(replay.sheet, latest), replay.sheet)
        self._show_boards()
        self._show_choice()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "garage":
                return self.stage.table.part(GarageShown) is not None
            case "lay_open":
                return not self.replay.whole or self.replay.sealed
        return super().check_action(action, parameters)

    def words_of(self, binding: Binding) -> str:
        return _("pause") if self.playing and binding.action == "play" else super().words_of(binding)

    def action_play(self) -> None:
        """Pause, or play from this position; at the end, play from the start."""
        if self.playing:
            self.pause()
            return
        if self.position == self.replay.last:
            self.go_to(0)
        self._timer = self.set_timer(0.01, self._tick)
        self._show_boards()
        self.refresh_bindings()

    def pause(self) -> None:
        """Stop playing or being recorded, after completing the current line."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
        self.go_to(self.position + bool(self._waiting))

    def action_speed(self, step: int) -> None:
        self.speed = min(max(self.speed + step, 0), len(SPEEDS) - 1)
        self._show_boards()

    def action_step(self, by: StepKind, count: int) -> None:
        """Go `count` steps forward, or back if negative; repeat steps by event until something visible changes."""
        before, position = self._seen(), None
        while position != self.position:
            position = self.position
            self.go_to(self.replay.step(position, by, count))
            if by != "event" or self._seen() != before:
                break

    def _seen(self) -> tuple[object, ...]:
        """Return everything visible at the position, except the scrubber's progress and open hands."""
        moment, stage = self.replay.at(self.position), self.stage
        due = None if moment.decision is None else (type(moment.decision), moment.decision.seat)
        log, where = self.query_one(LogView), place_words(self.replay, self.position)
        shown = where, self.board, self._chooser, self.replay.entry(self.position)
        return log.written, moment.view.cars, moment.view.order, due, stage.banner, *shown

    def action_end(self, way: int) -> None:
        self.go_to(self.replay.last if way > 0 else 0)

    def action_mark(self, way: int) -> None:
        self._jump("mark", way, _("No spin out, overtake or new leader in that direction."))

    def action_turn_of(self, car: int) -> None:
        if car < len(self.replay.sheet.entries):
            name = car_name(self.replay.sheet, car)
            self._jump("turn", 1, _("{name} has no later turn.").format(name=name), car)

    def action_jump(self) -> None:
        self.heat.choose(_("Jump to:"), jump_goals(self.replay, self.position), "replay", self.go_to)

    def action_hands(self) -> None:
        """Show all hands or cover them; unless the replay is `whole`, ask everybody first."""
        if self.replay.whole:
            self.hands_open = not self.hands_open
            self._show_choice()
        else:
            self._ask_everybody(self.action_hands)

    def action_lay_open(self) -> None:
        """Reveal what is still hidden, if everybody at the table agrees."""
        self._ask_everybody(partial(self.notify, _("All cards and choices are shown now."), markup=False))

    def action_race_on(self) -> None:
        """Ask for the drivers, and race on from the choice shown; while anything is hidden, ask everybody first."""
        from heat_tui.tui.race.seats import RaceOnScreen

        replay = self.replay
        if not replay.whole or replay.sealed:
            self._ask_everybody(self.action_race_on, _("You can race on once everything is shown."))
            return
        entry = replay.entry(self.position)
        if entry is None:
            self.notify(_("Nothing is left to choose here; go back to a choice to race on from it."), markup=False)
            return
        if self.playing:
            self.pause()

        def begin(controllers: tuple[Controller, ...] | None) -> None:
            if controllers is not None:
                self.heat.games.open(self.match.branch(entry, controllers, store=self.heat.store))

        self.app.push_screen(RaceOnScreen(self.match, entry, place_words(replay, self.position)), begin)

    def action_log(self) -> None:
        self.heat.show_log(self.match, self.replay.events(self.position), self.replay.sheet)

    def action_export(self) -> None:
        """Ask for a file, and record the race from here to its end, or save a picture of this moment."""

        def begin(target: Path) -> None:
            self.app.push_screen(RecordingScreen(Recorder(self, target, self.replay.last)))

        question = _(
            "Record the race from here on in this file; a name that ends in .svg saves a picture of this moment "
            "instead:"
        )
        yes, default = C_("start a recording", "Record"), str(default_path(self.match, RECORDING))
        self.heat.ask_for_text(question, yes, default, partial(replay_target, self.match), self.help_topic, begin)

    def on_scrubber_sought(self, event: Scrubber.Sought) -> None:
        self.go_to(event.position)

    def _last_driver(self) -> int:
        """Return the driver whose turn it is or was last, 0 before the first; skip Legends, which have no board."""
        drivers, turns = range(self.replay.sheet.drivers), reversed(self.replay.turns)
        return next((turn.car for turn in turns if turn.start <= self.position and turn.car in drivers), 0) or 0

    def _jump(self, kind: JumpKind, way: int, nothing: str, car: int | None = None) -> None:
        found = self.replay.jump(self.position, kind, way, car)
        if found is None:
            self.notify(nothing, markup=False)
        else:
            self.go_to(found)

    def _ask_everybody(self, then: Callable[[], None], purpose: str = "") -> None:
        """Show `purpose` and ask everybody at the table; if they agree, reveal what is hidden and call `then`.

        While the game continues in another program or at a shared table, only say why asking is impossible.
        """
        store = self.heat.store
        held = self.match.looking and store is not None and store.holder(self.match.name) is not None
        if held or (self.match.table is not None and not self.match.over):
            words = _("{name} is being raced in another program, so its cards stay hidden.")
            self.notify(words.format(name=self.match.name), markup=False)
            return

        def agreed() -> None:
            self.replay = Replay.of(self.match, self.replay.number, agreed=True)
            self.show()
            then()

        question = _("The race is not over. Show everybody's cards and choices?")
        if self.replay.over:
            question = _("The season is not over. Show everybody's Sponsorships too, which they may still hold?")
        question = sentences(purpose, question, consent_words(self.match.here))
        self.ask(question, _("Keep hidden"), _("Show"), agreed)

    def on_screen_suspend(self) -> None:
        if self.playing:
            self.pause()

    def _tick(self) -> None:
        """Play on until the end, unless the replay was paused while this call was waiting in the queue."""
        if self.position == self.replay.last:
            self.pause()
        elif self.playing:
            self._timer = self.set_timer(self.advance(), self._tick)

    def advance(self) -> float:
        """Show the next frame and, after the last, the next position, which must exist; return the seconds to wait."""
        replay, stage, log = self.replay, self.stage, self.query_one(LogView)
        if not self._waiting:
            stage.expect(replay.after(self.position))
            self._waiting.extend(self._frames(self.position, self.position + 1))
        pace, beat, reads = SPEEDS[self.speed][1], 0, False
        if self._waiting:
            frame = self._waiting.popleft()
            self._carry_out(frame)
            beat = stage.beat
            if isinstance(frame, Line):
                log.add(frame)
                reads = log.grew
        if self.heat.settings.animation == "off":
            self._waiting.clear()
        if self._waiting:
            self._show_boards()
        else:
            self.position += 1
            self.show()
        return pause_after(pace, reads=reads, beat=beat)

    def _frames(self, start: int, end: int) -> list[Frame]:
        return frames(self.replay.sheet, self.replay.between(start, end))

    def _carry_out(self, frame: Frame) -> None:
        if isinstance(frame, Line):
            self.stage.hear(frame)
        elif isinstance(frame, Stepped | Gone):
            self.stage.move(frame)

    def _show_boards(self) -> None:
        """Show the track and the boards, the place in the race in words, and whether the replay is playing."""
        decision = None if self._waiting else self.replay.at(self.position).decision
        self.show_boards(decision, [_("REPLAY")])
        playing = translated(SPEEDS[self.speed][0]) if self.playing else ""
        where = sentences(place_words(self.replay, self.position), playing)
        self.query_one(Scrubber).show(self.replay, self.position, where)
        self.show_scene()

    def _show_choice(self) -> None:
        """Show the position's choice with the coach's verdict, if any, or why it is hidden, and the hands if open."""
        replay, hands = self.replay, self.query_one(Hands)
        moment, instead = replay.at(self.position), self._sealed_words()
        entry = None if self._chooser is None else replay.entry(self.position)
        self.query_one("#choice", VerticalScroll).scroll_home(animate=False)
        verdict = self.query_one("#verdict", Static)
        if isinstance(verdict, Verdict):
            verdict.show(entry, instead)
        else:
            name = "" if entry is None else car_name(replay.sheet, entry.seat)
            verdict.update(instead if entry is None else choice_words(entry, name))
        self.set_class(self.hands_open, "-hands")
        if self.hands_open:
            due = moment.decision
            hands.show(replay.sheet, replay.hands(self.position), moment.turn.car if due is None else due.seat)

    @property
    def _chooser(self) -> int | None:
        """The driver of the choice due at the position or leading to it, even if a Sponsorship keeps it secret.

        None in another car's turn, at the end, and before the replay is `whole`.
        """
        entry, seat = self.replay.entry(self.position), self.replay.sealed_choice(self.position)
        seat = seat if entry is None else entry.seat
        return seat if self.replay.turn(self.position).car in (None, seat) else None

    def _sealed_words(self) -> str:
        """Return the note that a Sponsorship keeps the choice at this position hidden; "" if it does not."""
        seat = self._chooser
        if seat is None or self.replay.entry(self.position) is not None:
            return ""
        words = _(
            "This choice stays hidden because {name} may still hold a Sponsorship; press {key} to ask everybody "
            "to show it."
        )
        return words.format(name=car_name(self.replay.sheet, seat), key=keys_of(self)["lay_open"])

    def _say_what_is_missing(self) -> None:
        """Show a note if the beginning of the race is missing, or if the race is not over."""
        replay, note = self.replay, self.query_one("#note", Static)
        parts = []
        if replay.from_snapshot:
            words = _("The save continued from a snapshot in round {round}: what came before it cannot be replayed.")
            parts.append(words.format(round=replay.turns[0].round))
        if not replay.over:
            parts.append(_("The race is not over: this is what everybody has seen."))
        note.update(sentences(*parts))
        note.display = bool(parts)


FOOTER: Final = 1
"""The number of rows at the bottom of the screen that are left out of files, because they show the keys."""

LAST: Final = 2.0
"""The number of seconds for which the first and the last frame are shown."""

_SAVED = N_("The picture is saved as {path}.")
_RECORDED = NN_(
    "The recording is saved as {path}; it lasts {seconds} second.",
    "The recording is saved as {path}; it lasts {seconds} seconds.",
    "seconds",
)


class Recorder:
    """The recording of a replay up to position `end`, which may still change, or a picture of one moment."""

    def __init__(self, screen: ReplayScreen, target: Path, end: int) -> None:
        self.screen = screen
        self.target = target
        self.end = end
        self._size: Size | None = None

    async def save(self, told: Callable[[], object]) -> str:
        """Write the file and return a sentence about it; `told` is called at each new position. Raises Refused."""
        title = _("Heat: {track}").format(track=track_name(self.screen.replay.sheet.track))
        with refusing(NOT_WRITTEN, self.target), whole_file(self.target) as stream:
            if self.target.suffix.lower() == PICTURE:
                stream.write(picture(await self._rows(), title))
                return fill(_SAVED, path=shown_path(self.target))
            size = self.screen.size
            cast = Cast(stream.write, Size(size.width, size.height - FOOTER), title)
            async for rows, seconds in self.frames(told):
                cast.add(rows, seconds)
            cast.end()
        return fill(_RECORDED, path=shown_path(self.target), seconds=max(round(cast.seconds), 1))

    async def frames(self, told: Callable[[], object]) -> AsyncIterator[tuple[list[Strip], float]]:
        """Yield the frames from the position shown to the end, each with the seconds to show it. Raises Refused."""
        screen = self.screen
        yield await self._rows(), LAST
        while (position := screen.position) < self.end:
            await self._judge(position + 1)
            while screen.position == position:
                pause = screen.advance()
                yield await self._rows(), pause
            told()
        yield await self._rows(), LAST

    async def _judge(self, position: int) -> None:
        for verdict in self.screen.query(Verdict):
            await verdict.expect(self.screen.replay.entry(position))

    async def _rows(self) -> list[Strip]:
        """Return the rows above the footer once all changes are painted. Raises Refused if the screen was resized."""
        screen = self.screen
        await self._judge(screen.position)
        await screen.wait_for_refresh()
        while not screen.is_current:
            await screen.wait_for_refresh()
        self._size = self._size or screen.size
        if screen.size != self._size:
            raise Refused(_("The terminal was resized, so nothing is recorded; start again."))
        return painted(screen)[: screen.size.height - FOOTER]


class RecordingScreen(Dialog[None]):
    """The progress of a recording, over the replay being recorded."""

    help_topic = "replay"
    BINDINGS = bound("back", shown=False) + SIDEWAYS

    def __init__(self, recorder: Recorder) -> None:
        super().__init__()
        self._recorder = recorder
        self._grace = Grace()
        self._over = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="progress", markup=False)
            with Horizontal():
                yield AnswerButton(_("Save up to here"), id="stop", variant="primary")
                yield AnswerButton(_("Discard"), id="discard")

    def on_mount(self) -> None:
        self.app.clear_notifications()  # notifications are not part of the race
        self._tell()
        self.record()

    def on_screen_resume(self) -> None:
        self._close()

    def _close(self) -> None:
        """Close once the recording is over and no question is on top."""
        if self._over:
            self.dismiss()

    @work
    async def record(self) -> None:
        try:
            self.notify(await self._recorder.save(self._tell), markup=False)
        except Refused as reason:
            self._recorder.screen.pause()
            self.notify(str(reason), severity="error", markup=False)
        self._over = True
        self._close()

    def on_button_pressed(self, event: AnswerButton.Pressed) -> None:
        if event.button.id == "stop":
            self._recorder.end = self._recorder.screen.position
        else:
            self.action_back()

    def action_back(self) -> None:
        """Abort, and discard the partial file."""
        self.workers.cancel_node(self)
        self._recorder.screen.pause()
        self.dismiss()

    def _tell(self) -> None:
        screen = self._recorder.screen
        where = _("Recording. {place}").format(place=place_words(screen.replay, screen.position))
        self.query_one("#progress", Static).update(where)
