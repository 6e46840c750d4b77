"""The words of modules: every module contributes its words, just as it contributes its rules to the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, field
from functools import cache
from typing import Any, Final, TypeVar

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

K = TypeVar("K")
V = TypeVar("V")


def _no_lines(*_asked: object) -> list[str]:
    return []


@record
class DecisionWords:
    """The words for a module's decision, which is answered with yes or no.

    `step` is the name of its step; `preview` describes the effects of an answer. `task` is the driver's task on the
    screen that covers the cards. In the line-based game, `call` asks the driver to come to the keyboard, `prompt` asks
    for a typed answer, and `typing` is the help on answers.
    """

    _: KW_ONLY
    step: str
    question: Sentence
    help: tuple[Message, ...]
    preview: Callable[[SeatView, Forecast], list[str]]
    task: str
    call: str
    prompt: str
    typing: str


@record
class ModuleWords:
    """The words of one module; fields that it does not set add nothing.

    `titles` has the titles of its rules, by their names in the engine; `refusals` has the sentence of every code, and
    `kinds` the wording of the refusals' facts, by name. `events` has the sentence of every kind of event, and `clauses`
    the wording of events in the short log; after the events in `go_on`, the same car's next event continues the line.
    `reveals` has the reasons why nothing before an event can be undone, by the name in `Event.reveals`. `cards` are the
    module's cards; `card_name`, `short_card_name` (for a narrow card) and `card_words` return the names and the
    effects of a card.
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
    """The answers to the module's decisions, in a few words, by the type of action."""
    decisions: Mapping[str, DecisionWords] = field(default_factory=dict)
    """The words of the module's decisions, by the name of the question (`Decision.asked`)."""

    printed: Callable[[Track], list[str]] = _no_lines
    """The features printed on a track."""
    track: Callable[[SeatView], list[str]] = _no_lines
    """The conditions of the track in this race."""
    corner: Callable[[SeatView, int], list[str]] = _no_lines
    """The conditions at a corner, by its index."""
    corner_name: Callable[[SeatView, str, int], str] = lambda _view, words, _corner: words
    """The name of a corner: the name so far, with anything that the module adds."""
    space: Callable[[SeatView, int], list[str]] = _no_lines
    """The special features of a space."""
    inspected: Callable[[SeatView, int], list[str]] = _no_lines
    """Further facts about a space, for a player who inspects it."""
    car: Callable[[SeatView, int], list[str]] = _no_lines
    """The public facts about a car, by its index."""
    status: Callable[[SeatView], list[str]] = _no_lines
    """Further facts about the race, for the driver of the view."""

    outcome: Callable[[SeatView, Outcome], list[str]] = _no_lines
    """The consequences of a move with one possible outcome, one line each."""
    outcome_parts: Callable[[SeatView, Outcome], list[str]] = _no_lines
    """The consequences of one possible outcome of a move, a few words each."""
    odds: Callable[[SeatView, tuple[Outcome, ...]], list[str]] = _no_lines
    """The possible consequences of a move with several outcomes, one line each, with chances."""
    eliminates: Callable[[SeatView], bool] = lambda _view: False
    """True if a spin out ends the race for a driver."""


@cache
def all_words() -> tuple[ModuleWords, ...]:
    return tuple(module.WORDS for module in modules.words())


def with_modules(own: Mapping[K, V], rows: Callable[[ModuleWords], Mapping[K, V]]) -> Callable[[], dict[K, V]]:
    """Return a cached function that returns the rows of a table, together with those that the modules add."""
    return cache(lambda: {**own, **{key: row for words in all_words() for key, row in rows(words).items()}})


module_decisions: Final = with_modules({}, lambda words: words.decisions)
"""A function that returns the words of the modules' decisions, by the name of the question."""


def every_line(ask: Callable[[ModuleWords], Iterable[str]]) -> list[str]:
    return [line for words in all_words() for line in ask(words)]
