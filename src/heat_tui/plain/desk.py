"""A match at a console, and how the commands typed between its questions are carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.coach import Coach
from heat_tui.game.book import keep_book
from heat_tui.game.table.history import undone_sentence
from heat_tui.game.table.interruptions import Interruptions
from heat_tui.game.table.match import Match
from heat_tui.game.telling.story import Story
from heat_tui.language import N_, _, translated
from heat_tui.modules.championship.season import Season
from heat_tui.plain.console import Console, PlainCurtain, matching
from heat_tui.plain.prompts import TypedPrompt, yes_or_no
from heat_tui.store.schema import Refused
from heat_tui.typesetting import listed, narrow
from heat_tui.words.formatter import sentences
from heat_tui.words.names import car_name

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch

T = TypeVar("T")


class Again(Exception):
    """A request to ask the question again, because the race or the screen may have changed; `lines` may say why."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


class Stopped(Exception):
    """The end of play at this console: somebody has stopped or left the game, or its shared table is closed."""


@record
class Command:
    """A command: its line of help, and its action `run`; the desk itself carries out the help command.

    `run` takes the words after the command and may raise Refused, Again, Stopped or EndOfInput. A command typed
    `alone` takes no words. The line of help calls the command by its name, or `typed` if that is set, and may give an
    `example`. `known` tests whether a race has the command (None: every race has it), and `afterwards` says that the
    command remains available once the match is over.
    """

    help: str
    run: Callable[[Desk, list[str]], None] = lambda _desk, _words: None
    example: str = ""
    alone: bool = True
    typed: str = ""
    known: Callable[[Match], bool] | None = None
    afterwards: bool = False

    def is_known(self, race: Match) -> bool:
        """Return whether the command can be typed in a race now."""
        return (self.afterwards or not race.over) and (self.known is None or self.known(race))

    def line(self, name: str) -> str:
        return translated(self.help).format(command=self.typed or name, example=self.example, turn=self.example)


HELP: Final = "help"


def command_help(commands: Mapping[str, Command], race: Match) -> list[str]:
    """Return a line for each command that a race has now.

    The order is: the commands of every race, a line on shortening words, the commands of only some races. Once the
    match is over, the line on shortening is left out, because its examples no longer apply.
    """
    short = _("You can shorten words as long as they are clear: {short} is {long}, but {unclear} could be several.")
    known = [(name, command) for name, command in commands.items() if command.is_known(race)]
    everywhere = [command.line(name) for name, command in known if command.known is None]
    here = [command.line(name) for name, command in known if command.known is not None]
    examples = [] if race.over else [short.format(short="han", long="hand", unclear="st")]
    return [*everywhere, *examples, *here]


@dataclass(eq=False)
class Desk:
    """A match, the console where it is played, the curtain between its people, and the story told there.

    `line` is the last line typed, `coach` the coach of a first race, else None. `hints` says whether the settings or a
    command has switched hints on; `brief` asks for the short form of the story. `next_match` is the one to play after
    this one, if the people here race again.
    """

    commands: ClassVar[Mapping[str, Command]]
    """The commands by the word to type."""

    match: Match
    console: Console
    _: KW_ONLY
    interruptions: Interruptions = field(default_factory=Interruptions)
    brief: bool = False
    hints: bool = True
    line: str = field(default="", init=False)
    next_match: SharedMatch | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        keep_book(self.match)
        self.curtain = PlainCurtain(self.match, self.console)
        self.coach = Coach(self.match) if self.match.lessons else None
        self.story = Story(self.match, brief=self.brief)

    @property
    def advises(self) -> bool:
        """True in a first race and while the coach is on; finishing a turn then follows the coach's advice."""
        return self.coach is not None or (self.hints and self.match.coach)

    def name(self, seat: int) -> str:
        return car_name(self.match.sheet, seat)

    @property
    def seat(self) -> int:
        """The seat that must choose; while a shared table waits for others, the first seat at this screen, if any."""
        match = self.match
        seat = match.to_move if match.waits_for_person or match.table is None else next(iter(match.here), match.to_move)
        assert seat is not None
        return seat

    @property
    def view(self) -> SeatView:
        """The view of `seat`; the public view if nobody here has that seat, as for a watcher."""
        return self.match.view(self.seat if self.seat in self.match.here else None)

    @property
    def season(self) -> Season:
        season = self.match.season
        assert season is not None
        return season

    def ask(self, prompt: TypedPrompt[T]) -> T:
        """Return the first clear answer; carry out commands typed before it. Raises Again, Stopped, EndOfInput."""
        while not (answer := self.ask_once(prompt)):
            pass
        return answer[0]

    def ask_once(self, prompt: TypedPrompt[T]) -> list[T]:
        """Read a line; return the answer in a list, or [] after a command, or after saying why the line is refused.

        Raises Again, Stopped, EndOfInput.
        """
        self.line = self.console.ask(prompt.question)
        words = " ".join(listed(narrow(self.line))).lower().split()
        try:
            return [] if self._carries_out(words, prompt) else [prompt.answer(words)]
        except Refused as reason:
            self.console.say(str(reason))
            return []

    def _carries_out(self, typed: list[str], prompt: TypedPrompt[Any]) -> bool:
        """Carry out a typed command; return False for anything else: an answer, unknown words or an empty line.

        Raises Refused, Again, Stopped, EndOfInput.
        """
        known = [name for name, command in self.commands.items() if command.is_known(self.match)]
        name = matching(typed[0], (*prompt.words, *known)) if typed else None
        if name is None or name in prompt.words:
            return False
        command = self.commands[name]
        if command.alone and len(typed) > 1:
            raise Refused(N_("Type {word} on its own."), word=name)
        if name == HELP:
            self.console.say(*prompt.help(), *command_help(self.commands, self.match))
        else:
            command.run(self, typed[1:])
        return True

    def agrees(self, question: str) -> bool:
        return self.ask(yes_or_no(question))

    def recall(self) -> None:
        """Show this round again if the screen was cleared."""
        if self.curtain.blank:
            self.curtain.blank = False
            self.story.catch_up()
            self.console.say(*self.story.rounds(1))

    def hear(self, match: SharedMatch) -> None:
        """Show the news of a shared table, and ask for consent to a requested take-back.

        Raises Again if choices have been taken back, Stopped if the person leaves instead of answering, and EndOfInput.
        """
        match.poll()
        self.console.say(*match.new_words())
        count = 0 if match.turned_back is not None else match.back_asked
        if count:
            try:
                agreed = self.agrees(sentences(match.back_words, _("Do you agree (yes, no)?")))
                if match.back_asked == count:
                    match.take_back(count) if agreed else match.refuse_back()
            except Refused as reason:
                self.console.say(str(reason))
            except Again as again:
                self.console.say(*again.lines)
        undone, match.turned_back = match.turned_back, None
        if undone is not None:
            raise Again(undone_sentence(undone, self.match.sheet))
