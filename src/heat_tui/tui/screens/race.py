"""The race: the track, the table, and the seat of whoever chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import Footer, Static

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision, DiscardDecision, MulliganDecision, PlanDecision, ReactDecision
from heat_tui.language import _
from heat_tui.prose import Narrator, foretell
from heat_tui.prose.garage import garage_of
from heat_tui.prose.goals import goal_words
from heat_tui.prose.outline import outline
from heat_tui.session import Match
from heat_tui.table.curtain import Curtain
from heat_tui.tui.choreography import Explained
from heat_tui.tui.keymap import bound
from heat_tui.tui.motion import Motion
from heat_tui.tui.prompts import Choice, Prompt, prompt_for
from heat_tui.tui.screens.race_layout import RACE_CSS
from heat_tui.tui.screens.race_show import RaceShow
from heat_tui.tui.stage import Stage
from heat_tui.tui.widgets.consequences import Consequences
from heat_tui.tui.widgets.cover import Cover
from heat_tui.tui.widgets.lap_strip import LapStrip
from heat_tui.tui.widgets.log import LogView
from heat_tui.tui.widgets.panel import CarPanel
from heat_tui.tui.widgets.picks import Picks
from heat_tui.tui.widgets.standings import Standings
from heat_tui.tui.widgets.status import StatusLine
from heat_tui.tui.widgets.strip import Strip
from heat_tui.tui.widgets.track_map import TrackMap
from heat_tui.tui.widgets.track_widget import SpotClicked

if TYPE_CHECKING:
    from heat_tui.table.coach import Coach


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
                    from heat_tui.tui.widgets.coach import CoachPane

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
        yield Footer(show_command_palette=False, compact=True)

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
            await self._seat(Cover(self.narrator.name(seat), _task(decision)))
            self.query_one(Consequences).say(self.notice)
            return
        view = self.match.view(seat)
        self.stage.look_from(view)
        shown = self.curtain.is_open_to(seat)
        settings = self.heat.settings
        self.advise()
        await self._seat(prompt_for(Choice(view, decision, self.curtain.forecast, shown, settings.confirm)))

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
            shown.foretell(outline(view, forecast), words, asking=asking)
        else:
            shown.say(" ".join(each for each in (asking, words, *foretell(view, forecast)) if each))

    def _preview(self, action: Action | None) -> None:
        self.stage.foretell(None if action is None else self.curtain.forecast(action))
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
    from heat_tui.table.coach import Coach

    return Coach(match)


def _task(decision: Decision) -> str:
    """What a person is called for."""
    match decision:
        case PlanDecision():
            return _("plan your turn")
        case MulliganDecision():
            return _("look at your first hand")
        case DiscardDecision():
            return _("choose what to discard")
        case _:
            return _("look at your hand")
