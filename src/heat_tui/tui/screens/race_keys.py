"""What the keys of the race screen do, beside choosing."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from heat_tui.language import _
from heat_tui.prose.garage import garage_of
from heat_tui.session import UndoStopped
from heat_tui.table.going_back import stop_sentence, undone_sentence
from heat_tui.tui.prompts import Prompt
from heat_tui.tui.screens.screen import HeatScreen

if TYPE_CHECKING:
    from heat_tui.prose import Narrator
    from heat_tui.session import Match
    from heat_tui.session.undoing import Undone
    from heat_tui.table.curtain import Curtain
    from heat_tui.tui.motion import Motion
    from heat_tui.tui.stage import Stage


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
        from heat_tui.tui.screens.log import LogScreen

        self.app.push_screen(LogScreen(self.match))

    def action_standings(self) -> None:
        """The standings in full."""
        from heat_tui.tui.screens.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.match.view(None)))

    def action_garage(self) -> None:
        """Everybody's upgrades."""
        from heat_tui.tui.screens.garage import GarageScreen

        self.app.push_screen(GarageScreen(self.match.view(None)))

    def action_season(self) -> None:
        """Standings, calendar and garages of the season."""
        from heat_tui.tui.screens.season import SeasonScreen

        self.app.push_screen(SeasonScreen(self.match, looking=True))

    def action_deck(self) -> None:
        """What is left in the own deck, for the eyes that may see it."""
        from heat_tui.tui.screens.deck import DeckScreen

        seat = self._seat_in_sight()
        if seat is None:
            self.notify(_("Your deck is behind the curtain, with your cards."), markup=False)
        else:
            self.app.push_screen(DeckScreen(self.match.view(seat)))

    def action_seats(self) -> None:
        """Who sits where."""
        from heat_tui.tui.screens.seats import SeatsScreen

        if self.motion.running or not self.match.is_behind_curtain:
            self.notify(_("Seats change hands between rounds only, while plans are made."), markup=False)
            return
        self._shared = self.curtain.hangs
        self.app.push_screen(SeatsScreen(self.match), self._seats_changed)

    def action_take_back(self) -> None:
        """Go back further than undo does, if everybody agrees."""
        from heat_tui.tui.screens.take_back import TakeBackScreen

        if self.motion.running or not self.match.choices:
            self.notify(stop_sentence("nothing-yet"), markup=False)
            return
        self.app.push_screen(TakeBackScreen(self.match), self._taken_back)

    def action_read_lesson(self) -> None:
        """The next page of what the coach says."""
        from heat_tui.tui.widgets.coach import CoachPane

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
        from heat_tui.tui.screens.track_view import TrackViewScreen

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
            from heat_tui.prose import Narrator

            self.narrator = Narrator(self.match.sheet)
            self.curtain.close()
            if self._shared:
                self.curtain.draw()
            self.tell_all()
            await self.settle()

    def _ask_to_leave(self) -> None:
        from heat_tui.tui.screens.ask import AskScreen

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
