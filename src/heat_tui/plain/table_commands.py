"""What the commands do, at whatever prompt they are typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import Season
from heat_tui.modules.garage import Garage
from heat_tui.modules.weather import Weather
from heat_tui.plain import commands
from heat_tui.plain.commands import Unclear, command_help, match
from heat_tui.plain.handing_over import read_controller, read_seat
from heat_tui.plain.prompts.prompt import Prompt
from heat_tui.plain.prompts.reading import read_card
from heat_tui.plain.reports import map_lines, strip_lines
from heat_tui.prose import card_words, garage_lines, situation, standings, weather_lines
from heat_tui.prose.championship import calendar_card, race_card, sponsorships_line
from heat_tui.prose.garage import card_with_signs
from heat_tui.prose.hands import deck_lines, hand_line, upgrades_in_hand
from heat_tui.prose.names import quoted
from heat_tui.session import UndoStopped
from heat_tui.table.going_back import stop_sentence, take_back_hint, taken_back_lines, undone_sentence
from heat_tui.table.season_results import calendar_lines, season_lines
from heat_tui.table.seats import whole_number

if TYPE_CHECKING:
    from heat_tui.plain.table import Table

T = TypeVar("T")

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

    def carried_out(self, typed: list[str], prompt: Prompt[T]) -> bool:
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
