"""What the race screen shows of the race: its moves frame by frame, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.widgets import Static

from heat_tui.engine.events import Event
from heat_tui.language import _
from heat_tui.tui.choreography import Explained, Frame, Stepped, Told, frames
from heat_tui.tui.screens.race_keys import RaceKeys
from heat_tui.tui.widgets.consequences import Consequences
from heat_tui.tui.widgets.lap_strip import LapStrip
from heat_tui.tui.widgets.log import LogView
from heat_tui.tui.widgets.panel import CarPanel
from heat_tui.tui.widgets.picks import Picks
from heat_tui.tui.widgets.standings import Standings
from heat_tui.tui.widgets.status import StatusLine
from heat_tui.tui.widgets.strip import Strip
from heat_tui.tui.widgets.track_map import TrackMap

if TYPE_CHECKING:
    from heat_tui.engine.view import SeatView
    from heat_tui.table.coach import Coach
    from heat_tui.table.lessons import Lesson
    from heat_tui.tui.widgets.coach import CoachPane


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
        from heat_tui.tui.widgets.coach import CoachPane

        return self.query_one(CoachPane)
