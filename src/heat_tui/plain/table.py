"""The table: a race from grid to flag, or a season of them, asked and told in lines."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

from heat_tui.drawing.ascii_map import draw_track
from heat_tui.drawing.strip import COLUMNS_PER_SPACE, strip
from heat_tui.engine.actions import Action
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import (
    Decision,
    ExchangeDecision,
    KeepDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
)
from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.view import SeatView
from heat_tui.game.coach import Coach
from heat_tui.game.going_back import stop_sentence, take_back_hint, taken_back_lines, undone_sentence
from heat_tui.game.history import UndoStopped
from heat_tui.game.interruptions import Interrupted, Interruptions
from heat_tui.game.lessons import Lesson
from heat_tui.game.match import Match
from heat_tui.game.prompts import Choice
from heat_tui.game.seasons import calendar_lines, season_lines
from heat_tui.game.seats import BadSeats, read_kind, whole_number
from heat_tui.game.story import Story, result_lines
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import Season
from heat_tui.modules.championship.words import calendar_card, race_card, season_title, sponsorships_line
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.words import garage_lines
from heat_tui.modules.weather import Weather
from heat_tui.modules.weather.words import weather_lines
from heat_tui.plain import console as commands
from heat_tui.plain.console import Console, Curtain, EndOfInput, Unclear, command_help, match
from heat_tui.plain.prompts import ActionPrompt, Confirm, CoveredPrompt, Prompt, YesOrNo, read_card
from heat_tui.store.saved_race import Controller
from heat_tui.words import Narrator, card_words, situation, standings, track_lines
from heat_tui.words.cards import card_with_signs
from heat_tui.words.formatter import sentences
from heat_tui.words.names import choice, corner_number, listing, quoted, row
from heat_tui.words.situation import deck_lines, hand_line, upgrades_in_hand

T = TypeVar("T")

PROGRAM = "heat-tui"

WITHOUT_A_HAND = (PickDecision, PutAwayDecision, ExchangeDecision, KeepDecision)
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
        self._commands = TableCommands(self)
        self._notice: tuple[str, ...] = ()
        self._unsaved_told = False
        self._meet_the_race()

    def _meet_the_race(self) -> None:
        """Know the current race, of which nobody has seen anything yet."""
        self.story = Story(self.match)
        self._names = Narrator(self.match.sheet)
        self._seen: dict[int, int] = {}
        self._result_told = False

    def name(self, seat: int) -> str:
        """What the driver of a seat is called."""
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
                if not self._commands.carried_out(words, prompt):
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
        """Between two races: what comes next, and the table's word to go on; without persons nobody is waited for."""
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
        """One choice of whoever must choose."""
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
            if not isinstance(decision, ReactDecision):
                self.curtain.close()
            self._seen[decision.seat] = self.story.end
            with self.interruptions.held():
                events = self.match.play(action)
            if not self._goes_on(decision.seat):
                self.curtain.close()
        self._tell(events)
        if self.match.between_races:
            self._tell_result()
        self._warn_if_not_saved()

    def _goes_on(self, seat: int) -> bool:
        """Whether the next choice is another reaction behind the same curtain, so that it may stay open."""
        decision = self.match.decision
        if not isinstance(decision, ReactDecision) or decision.seat != seat or not self.match.waits_for_person:
            return False
        return self.curtain.needs_the_hand(seat, decision)

    def _chosen(self, decision: Decision) -> Action:
        """What the person wants to do, looked at and confirmed."""
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

    def _introduce(self, prompt: ActionPrompt[Decision], decision: Decision) -> None:
        """Say how things stand for whoever chooses, as far as the table may hear it."""
        self._show_notice()
        if self._coach is not None:
            self._explain(self._coach.before())
        view = self.match.view(decision.seat)
        if isinstance(decision, PlanDecision):
            self.console.say(*situation(view))
        if self.curtain.is_open_to(decision.seat) and not isinstance(decision, WITHOUT_A_HAND):
            self.console.say(hand_line(view), *upgrades_in_hand(view))
        self.console.say(*prompt.opening())
        if self._coach is not None and (suggestion := self._coach.suggestion()) is not None:
            self.console.say(suggestion)

    def _draw_curtain(self, seat: int, decision: Decision) -> Action | None:
        """Hand the screen over to a person; an answer that needs no look at the hand is returned."""
        if self.console.typed:
            if self.curtain.blank:
                self.curtain.blank = False
                seen = self._seen.get(seat)
                self.console.say(*(self.story.rounds(2) if seen is None else self.story.lines(seen)))
            if isinstance(decision, PlanDecision):
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
        """How to go on another time."""
        if not self.match.name or self.match.not_saved is not None:
            return _("This race is not saved and cannot be resumed.")
        saved = _("The race is saved as {name}. To go on: {command}")
        if self.match.season is not None:
            saved = _("The season is saved as {name}. To go on: {command}")
        return saved.format(name=self.match.name, command=f"{PROGRAM} plain --resume {self.match.name}")


Answer = TypeVar("Answer")

USUAL_LOG_LINES = 20
TURN = "turn"


class Again(Exception):
    """The race is no longer where it was asked for; whoever must choose now is to be asked. `lines` say why."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


class Stopped(Exception):
    """Somebody stops the race here."""


class TableCommands:
    """The commands of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._match = table.match
        self._say = table.console.say
        self._alone: dict[str, Callable[[], None]] = {
            commands.STATUS: self._status,
            commands.HAND: lambda: self._private(lambda view: [hand_line(view), *upgrades_in_hand(view)]),
            commands.DECK: lambda: self._private(deck_lines),
            commands.MAP: self._map,
            commands.STRIP: self._strip,
            commands.STANDINGS: lambda: self._say(*standings(self._match.view(None))),
            commands.GARAGE: self._garage,
            commands.SEASON: lambda: self._say(*season_lines(self._season())),
            commands.CALENDAR: self._calendar,
            commands.WEATHER: lambda: self._say(*weather_lines(self._match.view(None))),
            commands.QUIT: self._quit,
        }
        self._with_more: dict[str, Callable[[list[str]], None]] = {
            commands.LOG: self._log,
            commands.CARD: self._card,
            commands.UNDO: self._undo,
            commands.TAKE_BACK: self._take_back,
            commands.HAND_OVER: self._hand_over,
        }

    def carried_out(self, typed: list[str], prompt: Prompt[Answer]) -> bool:
        """Whether the typed words are a command, which was carried out; otherwise they are an answer to the prompt.

        Raises Unclear, Again, Stopped.
        """
        of_modules = self._of_modules
        name = match(typed[0], (*prompt.words, *commands.COMMANDS, *of_modules)) if typed else None
        if name is None or name in prompt.words:
            return False
        if name == commands.HELP:
            self._say(*prompt.help(), *command_help(of_modules))
        elif name in self._alone:
            if len(typed) > 1:
                raise Unclear(_("{command} stands alone.").format(command=name))
            self._alone[name]()
        else:
            self._with_more[name](typed[1:])
        return True

    @property
    def _of_modules(self) -> tuple[str, ...]:
        """The commands that only some races have: what they show is there."""
        shown = dict(self._match.view(None).shown)
        return (
            *((commands.GARAGE, commands.CARD) if Garage.name in shown else ()),
            *((commands.WEATHER,) if Weather.name in shown else ()),
            *((commands.SEASON, commands.CALENDAR) if self._match.season is not None else ()),
        )

    def _garage(self) -> None:
        view = self._match.view(None)
        self._say(*garage_lines(view), *sponsorships_line(view))

    def _season(self) -> Season:
        season = self._match.season
        assert season is not None
        return season

    def _calendar(self) -> None:
        season = self._season()
        card = calendar_card(season.setup, season.index + 1) if self._match.rests else race_card(self._match.view(None))
        self._say(*calendar_lines(season), *card)

    def _card(self, typed: list[str]) -> None:
        """Tell what a card does."""
        known = self._match.sheet.cards
        if len(typed) != 1:
            raise Unclear(
                _("Type {command} and the name of one card, such as {example}.").format(
                    command=commands.CARD, example=f"{commands.CARD} stress"
                )
            )
        key = read_card(typed[0], (), known)
        self._say(_("{card}: {words}").format(card=card_with_signs(key), words=card_words(key)))

    def _seat(self) -> int:
        seat = self._match.to_move
        assert seat is not None
        return seat

    def _view(self) -> SeatView:
        return self._match.view(self._seat())

    def _status(self) -> None:
        if self._match.between_races:
            self._say(*standings(self._match.view(None)), *season_lines(self._season()))
            return
        self._say(*situation(self._view()), *standings(self._match.view(None)))

    def _private(self, lines: Callable[[SeatView], list[str]]) -> None:
        """Show what only one person may see; where the curtain hangs, it is drawn for that."""
        table, seat = self._table, self._seat()
        decision = self._match.decision
        assert decision is not None
        if self._match.between_races:
            raise Unclear(_("Between two races nobody has cards in the hand."))
        if table.curtain.is_open_to(seat):
            self._say(*lines(self._view()))
            return
        if table.curtain.hides(seat, decision):
            raise Unclear(_("Your cards are behind the curtain; press Enter first."))
        table.curtain.open(seat)
        self._say(*lines(self._view()))
        if table.console.typed:
            table.console.ask(_("Press Enter to cover your cards."))
        table.curtain.close()
        if table.curtain.blank:
            table.recall()
            raise Again

    def _map(self) -> None:
        drawing, key = map_lines(self._view(), terminal=self._table.console.terminal)
        self._table.console.draw(drawing)
        self._say(key)

    def _strip(self) -> None:
        drawing, key = strip_lines(self._view(), terminal=self._table.console.terminal)
        self._table.console.draw(drawing)
        self._say(key)

    def _log(self, typed: list[str]) -> None:
        count = _count(typed, USUAL_LOG_LINES, commands.LOG)
        self._say(*self._table.story.lines()[-count:], *taken_back_lines(self._match))

    def _undo(self, typed: list[str]) -> None:
        whole_turn = bool(typed) and match(typed[0], (TURN,)) == TURN
        if len(typed) > 1 or (typed and not whole_turn):
            raise Unclear(_("Type {undo}, or {turn} for your whole turn.").format(undo="undo", turn="undo turn"))
        try:
            with self._table.interruptions.held():
                undone = self._match.undo_turn() if whole_turn else self._match.undo()
        except UndoStopped as stopped:
            hint = [take_back_hint()] if self._match.choices else []
            self._say(" ".join([stop_sentence(stopped.stop), *hint]))
            return
        lines = [undone_sentence(undone, self._table.name(undone.seat))]
        if undone.stopped is not None:
            lines.append(stop_sentence(undone.stopped))
        raise Again(*lines)

    def _take_back(self, typed: list[str]) -> None:
        """Go back further than undo does, if every other person agrees."""
        count = _count(typed, 1, commands.TAKE_BACK)
        if not self._match.choices:
            raise Unclear(stop_sentence("race-began" if self._match.past else "nothing-yet"))
        if count > self._match.choices:
            raise Unclear(
                ngettext(
                    "Only {count} choice of a person can be taken back.",
                    "Only {count} choices of persons can be taken back.",
                    self._match.choices,
                ).format(count=self._match.choices)
            )
        asking = self._match.people[0] if self._match.rests else self._seat()
        for seat in self._match.people:
            if seat != asking and not self._table.agrees(
                _("{other}, may {name} take back so many choices: {count} (yes, no)?").format(
                    other=self._table.name(seat), name=self._table.name(asking), count=count
                )
            ):
                self._say(_("{name} does not agree, so everything stands.").format(name=self._table.name(seat)))
                return
        with self._table.interruptions.held():
            undone = self._match.take_back(count)
        raise Again(_("Agreed; the result will tell of it."), undone_sentence(undone, self._table.name(undone.seat)))

    def _hand_over(self, typed: list[str]) -> None:
        if not (self._match.is_behind_curtain or self._match.rests):
            raise Unclear(_("A seat can be handed over between rounds only, while plans are made."))
        if len(typed) < 2:
            seats = ", ".join(self._table.name(seat) for seat in range(self._match.sheet.drivers))
            raise Unclear(
                _("Type {command} and a driver ({seats}) and {kinds}.").format(
                    command=commands.HAND_OVER, seats=seats, kinds="@steady, @chance, person"
                )
            )
        seat = read_seat(" ".join(typed[:-1]), self._match.sheet)
        controller = read_controller(typed[-1])
        shared = self._table.curtain.hangs
        with self._table.interruptions.held():
            self._match.hand_over(seat, controller)
        if shared:
            self._table.curtain.draw()
        if controller == "person":
            raise Again(_("A person drives for {name} from now on.").format(name=self._table.name(seat)))
        raise Again(
            _("The automated driver {kind} drives for {name} from now on.").format(
                kind=f"@{controller}", name=self._table.name(seat)
            )
        )

    def _quit(self) -> None:
        question = _("Stop the season here (yes, no)?") if self._match.rests else _("Stop the race here (yes, no)?")
        if self._table.agrees(question):
            raise Stopped


def _count(typed: list[str], usual: int, command: str) -> int:
    """The number after a command, at least 1. Raises Unclear."""
    if not typed:
        return usual
    number = whole_number(typed[0])
    if len(typed) > 1 or not number:
        raise Unclear(
            _("{text} is not what can follow {command}: type a number, or nothing.").format(
                text=quoted(" ".join(typed)), command=command
            )
        )
    return number


PERSON = "person"


def read_seat(text: str, sheet: RaceSheet) -> int:
    """A driver's seat by name or by number from 1. Raises Unclear."""
    names = [entry.name for entry in sheet.entries[: sheet.drivers]]
    wanted = " ".join(text.split()).casefold()
    for seat, name in enumerate(names):
        if " ".join(name.replace(",", " ").split()).casefold() == wanted:
            return seat
    number = whole_number(text)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    raise Unclear(_("There is no driver {name}; there is {known}.").format(name=quoted(text), known=choice(names)))


def read_controller(word: str) -> Controller:
    """Who is to choose from now on: "person", "@steady" or "@chance". Raises Unclear."""
    if word == PERSON:
        return "person"
    try:
        return read_kind(word)
    except BadSeats as reason:
        raise Unclear(str(reason)) from reason


USUAL_SIZE = (78, 22)
SMALLEST_SIZE = (40, 16)
LARGEST_SIZE = (110, 34)
BEHIND = 3
"""The strip begins so many spaces behind the own car."""


def map_lines(view: SeatView, *, terminal: bool) -> tuple[str, str]:
    """The drawing of the track with the cars as digits, and whose digits they are."""
    width, height = USUAL_SIZE
    if terminal:
        size = shutil.get_terminal_size(USUAL_SIZE)
        width = min(max(size.columns - 1, SMALLEST_SIZE[0]), LARGEST_SIZE[0])
        height = min(max(size.lines - 3, SMALLEST_SIZE[1]), LARGEST_SIZE[1])
    return draw_track(view.sheet.track, width, height, marks=_marks(view)), sentences(_limits(view), _key(view))


def strip_lines(view: SeatView, *, terminal: bool) -> tuple[str, str]:
    """The spaces around the own car (for a spectator, around the first) in a row, and the key to it."""
    track = view.sheet.track
    columns = shutil.get_terminal_size(USUAL_SIZE).columns - 1 if terminal else USUAL_SIZE[0]
    length = min(max(columns, SMALLEST_SIZE[0]) // COLUMNS_PER_SPACE, track.spaces)
    car = view.cars[view.seat if view.seat is not None else view.standings[0]]
    start = (view.space(car) - 1 - BEHIND) % track.spaces + 1
    key = _(
        "From space {start}, driving to the right; above the race-line spots, below the others; # corner line with "
        "its <limit>, : or L legends line, = and S/F start and finish; the numbers count the spaces to the next corner."
    ).format(start=start)
    return strip(track, start, length, _marks(view)), sentences(key, _limits(view), _key(view))


def _marks(view: SeatView) -> dict[tuple[int, int], str]:
    return {(view.space(car), car.spot): str(car.index + 1) for car in view.cars if car.status == RACING}


def _limits(view: SeatView) -> str:
    """The limits that differ from those printed, which the drawings show."""
    changed = [
        _("{limit} at {corner}").format(limit=limit, corner=corner_number(index))
        for index, limit in enumerate(view.limits)
        if limit != view.sheet.track.corners[index].limit
    ]
    if not changed:
        return ""
    return _("The limits drawn are those printed; on this road it is {limits}.").format(limits=listing(changed))


def _key(view: SeatView) -> str:
    narrator = Narrator(view.sheet)
    cars = [
        _("{digit} {name}").format(digit=car.index + 1, name=narrator.name(car.index))
        for car in view.cars
        if car.status == RACING
    ]
    return _("The cars: {cars}.").format(cars=row(cars)) if cars else _("No car is on the track.")
