"""What a module says: every module brings its words as the engine's modules bring their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, field
from functools import cache
from typing import Any

from heat_tui import modules
from heat_tui.engine.actions import Action
from heat_tui.engine.cards import Card
from heat_tui.engine.events import Event
from heat_tui.engine.forecast import Forecast, Outcome
from heat_tui.engine.record import record
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.language import Message
from heat_tui.words.formatter import Sentence


def _no_lines(*_asked: object) -> list[str]:
    return []


@record
class DecisionWords:
    """How a decision that a module brings is asked, which is answered by yes or no.

    `step` is the name of the step in which it comes. `not_asked` is said of an answer to another question, `preview`
    says what an answer does. `task` says what its driver is called for where cards are covered, and `call` the same
    where lines are typed; there `prompt` comes before the answer, and `typing` says in the help how to answer.
    """

    _: KW_ONLY
    step: str
    question: Sentence
    help: tuple[Message, ...]
    not_asked: Message
    preview: Callable[[SeatView, Forecast], list[str]]
    task: str
    call: str
    prompt: str
    typing: str


@record
class ModuleWords:
    """The words of one module; what a module does not bring is empty.

    `titles` holds what the module is called, by its name in the engine; `refusals` the sentence of every code, and
    `kinds` how the facts of these are said, by their names. `events` holds the sentences of every kind of event, and
    `clauses` what the short log says of some; after those in `go_on` the same car's next event belongs to the same
    line. `cards` are the module's cards, and `card_name`,
    `short_card_name` (on a narrow card) and `card_words` say what each is called and does.
    """

    _: KW_ONLY
    titles: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, Sentence] = field(default_factory=dict)
    kinds: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    events: Mapping[type[Event], Sentence] = field(default_factory=dict)
    clauses: Mapping[type[Event], Sentence] = field(default_factory=dict)
    go_on: tuple[type[Event], ...] = ()
    reveals: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    card_name: Callable[[str], str] = str
    short_card_name: Callable[[str], str] = str
    card_words: Callable[[str], str] = str
    answers: Mapping[type[Action], Sentence] = field(default_factory=dict)
    """The answers to its decisions in a few words."""
    decisions: Mapping[str, DecisionWords] = field(default_factory=dict)
    """Its decisions, by the name of what is asked (`Decision.asked`)."""

    printed: Callable[[Track], list[str]] = _no_lines
    """What is printed on a track."""
    track: Callable[[SeatView], list[str]] = _no_lines
    """What holds for the track in this race."""
    corner: Callable[[SeatView, int], list[str]] = _no_lines
    """What holds at a corner, by its index."""
    corner_name: Callable[[SeatView, str, int], str] = lambda _view, words, _corner: words
    """A corner ahead, with what it is called so far."""
    space: Callable[[SeatView, int], list[str]] = _no_lines
    """What is special about a space."""
    car: Callable[[SeatView, int], list[str]] = _no_lines
    """What everybody may know of a car, by its index."""
    status: Callable[[SeatView], list[str]] = _no_lines
    """What the driver who looks at the race wants to know besides."""

    outcome: Callable[[SeatView, Outcome], list[str]] = _no_lines
    """What a move that is certain brings, a line each."""
    outcome_parts: Callable[[SeatView, Outcome], list[str]] = _no_lines
    """The same in a few words each."""
    odds: Callable[[SeatView, tuple[Outcome, ...]], list[str]] = _no_lines
    """What a move with several outcomes may bring, and how likely that is."""
    eliminates: Callable[[SeatView], bool] = lambda _view: False
    """True where a spin out is the end of the race for a driver."""


@cache
def all_words() -> tuple[ModuleWords, ...]:
    """Return what every module says."""
    return tuple(module.WORDS for module in modules.words())


@cache
def module_decisions() -> dict[str, DecisionWords]:
    """Return the words of the decisions that modules bring, by the name of what is asked."""
    return {name: asked for words in all_words() for name, asked in words.decisions.items()}


def every_line(ask: Callable[[ModuleWords], Iterable[str]]) -> list[str]:
    """Return what all modules answer, line by line."""
    return [line for words in all_words() for line in ask(words)]
