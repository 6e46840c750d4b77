"""Turning records into sentences: events, decisions, forecasts and refusals supply the facts for their messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSheet
from heat_tui.language import N_, row, translated
from heat_tui.words.cards import card_list, card_name, source_name, values_words
from heat_tui.words.formatter import Sentence, count
from heat_tui.words.names import car_list, car_name, place_words, spaces_words

Facts = Mapping[str, Callable[[Any, Any], object]]
"""The functions for facts that are not plain fields, by name; each takes a record and its surroundings."""


class Say:
    """A writer of messages about a record: `say(message)` fills every placeholder with the fact of that name.

    Numbers are shown as they are, cards by name. `facts` are computed from the record and its surroundings, `around`.
    """

    def __init__(self, record: object, facts: Facts | None = None, around: object = None) -> None:
        self.record, self.facts = record, facts or {}
        self.around: Any = around

    def __call__(self, sentence: Sentence, /, **more: object) -> str:
        """Return a sentence in the installed language; `more` has further facts for a message, shown as they are."""
        if callable(sentence):
            return sentence(self.record, self)
        if isinstance(sentence, str):
            form = translated(sentence)
        else:
            form = sentence.form(count(more[sentence.by] if sentence.by in more else self.fact(sentence.by)))
        named = {name for _text, name, *_rest in Formatter().parse(form) if name}
        return form.format(**{name: more[name] if name in more else self.words(name) for name in named})

    def lines(self, *sentences: Sentence) -> list[str]:
        """Return sentences, one line each."""
        return [self(sentence) for sentence in sentences]

    def fact(self, name: str) -> object:
        """Return a fact about the record. Raises AttributeError if there is no fact of that name."""
        return self.facts[name](self.record, self.around) if name in self.facts else getattr(self.record, name)

    def words(self, name: str) -> object:
        """Return a fact for a message: numbers and computed facts as they are, keys of cards as names of cards."""
        fact = self.fact(name)
        if isinstance(fact, int) or name in self.facts:
            return fact
        assert isinstance(fact, str | tuple), name
        return card_name(fact) if isinstance(fact, str) else card_list(fact)


def either(fact: str, then: Sentence, otherwise: Sentence) -> Sentence:
    """Return a sentence that is one of two, depending on whether a fact is truthy."""
    return lambda _record, say: say(then if say.fact(fact) else otherwise)


def by(fact: str, sentences: Mapping[Any, Sentence], otherwise: Sentence = "") -> Sentence:
    """Return a sentence that is one of several, chosen by the value of a fact; `otherwise` is for any other value."""
    return lambda _record, say: say(sentences.get(say.fact(fact), otherwise))


FACTS: Facts = {
    "name": lambda event, sheet: car_name(sheet, event.car),
    "blockers": lambda event, sheet: car_list(sheet, event.blockers),
    "cars": lambda event, sheet: car_list(sheet, event.cars),
    "laps": lambda event, sheet: sheet.laps,
    "is_last": lambda event, sheet: event.lap >= sheet.laps,
    "corner": lambda event, sheet: sheet.track.corner_number(event.corner),
    "start": lambda event, sheet: sheet.track.space_of(event.start),
    "aim": lambda event, sheet: sheet.track.space_of(event.start + event.distance),
    "place": lambda event, sheet: place_words(sheet.track, event.end, event.spot),
    "short": lambda event, sheet: event.start + event.distance - event.end,
    "way": lambda event, sheet: spaces_words(event.distance),
    "spaces": lambda event, sheet: spaces_words(event.spaces),
    "values": lambda event, sheet: values_words(event.values),
    "source": lambda event, sheet: source_name(event.source),
    "by_shift": lambda event, sheet: event.source == "shift",
}
"""The facts of events that are not plain fields."""


class SayEvent(Say):
    """A writer of messages about one event of a race."""

    def __init__(self, event: Event, sheet: RaceSheet, facts: Facts = FACTS) -> None:
        super().__init__(event, facts, sheet)
        self.sheet = sheet

    def name(self, car: int) -> str:
        return car_name(self.sheet, car)

    def names(self, cars: list[int] | tuple[int, ...]) -> str:
        return car_list(self.sheet, cars)

    def result(self, cars: tuple[int, ...]) -> str:
        """Return cars with their places, from the first: "1. Ada, 2. Bo"."""
        message = N_("{place}. {name}")
        return row([self(message, place=place, name=self.name(car)) for place, car in enumerate(cars, start=1)])
