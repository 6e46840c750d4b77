"""How events are told: a table of sentences by kind of event, and what the facts of events are called in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSheet
from heat_tui.language import Message
from heat_tui.words.cards import card_list, card_name, values_words
from heat_tui.words.formatter import Say
from heat_tui.words.names import car_list, car_name, place_words, space_of, spaces_words

FACTS: Mapping[str, Callable[[Any, RaceSheet], object]] = {
    "name": lambda event, sheet: car_name(sheet, event.car),
    "blockers": lambda event, sheet: car_list(sheet, event.blockers),
    "laps": lambda event, sheet: sheet.laps,
    "corner": lambda event, sheet: event.corner + 1,
    "start": lambda event, sheet: space_of(sheet.track, event.start),
    "aim": lambda event, sheet: space_of(sheet.track, event.start + event.distance),
    "place": lambda event, sheet: place_words(sheet.track, event.end, event.spot),
    "short": lambda event, sheet: event.start + event.distance - event.end,
    "way": lambda event, sheet: spaces_words(event.distance),
    "spaces": lambda event, sheet: spaces_words(event.spaces),
    "values": lambda event, sheet: values_words(event.values),
}
"""The facts of events that are more than a field."""


class SayRecord(Say):
    """Say a record by its fields: numbers as they are, keys as cards."""

    def __init__(self, record: object) -> None:
        self.record = record

    def fact(self, name: str) -> object:
        return getattr(self.record, name)

    def words(self, name: str) -> object:
        fact = self.fact(name)
        if isinstance(fact, int):
            return fact
        assert isinstance(fact, str | tuple), name
        return card_name(fact) if isinstance(fact, str) else card_list(fact)


class SayEvent(SayRecord):
    """Say one event of a race."""

    def __init__(self, event: Event, sheet: RaceSheet) -> None:
        super().__init__(event)
        self.sheet = sheet

    def fact(self, name: str) -> object:
        return FACTS[name](self.record, self.sheet) if name in FACTS else super().fact(name)

    def words(self, name: str) -> object:
        return self.fact(name) if name in FACTS else super().words(name)

    def name(self, car: int) -> str:
        """Return what a car is called."""
        return car_name(self.sheet, car)

    def names(self, cars: list[int] | tuple[int, ...]) -> str:
        """Return what several cars are called."""
        return car_list(self.sheet, cars)


Telling = Message | Callable[[Any, SayEvent], str]
"""The sentences of a kind of event: a message, or a function where they depend on the facts."""


def chosen(choose: Callable[[Any], Message]) -> Telling:
    """Return a telling that only chooses one of several messages by the event."""
    return lambda event, say: say(choose(event))


def tell(telling: Telling, event: Event, sheet: RaceSheet) -> str:
    """Return the sentences of an event."""
    say = SayEvent(event, sheet)
    return telling(event, say) if callable(telling) else say(telling)
