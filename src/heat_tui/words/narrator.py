"""The narrator tells a race in sentences, for the table and for the log."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from heat_tui.engine.events import Event, RoundBegan
from heat_tui.engine.setup import RaceSheet
from heat_tui.words import events as core
from heat_tui.words.formatter import Sentence, sentences
from heat_tui.words.module import all_words
from heat_tui.words.names import car_name
from heat_tui.words.telling import SayEvent


@cache
def all_sentences() -> dict[type[Event], Sentence]:
    """Return the sentences of every kind of event."""
    return {**core.SENTENCES, **{kind: each for module in all_words() for kind, each in module.events.items()}}


@cache
def _go_on() -> tuple[type[Event], ...]:
    return (*core.GO_ON, *(kind for module in all_words() for kind in module.go_on))


def same_line(before: Event | None, event: Event) -> bool:
    """Return whether the sentence of an event goes on in the line of the event before it."""
    car: int | None = getattr(event, "car", None)
    return isinstance(before, _go_on()) and getattr(before, "car", None) == car


class Line(NamedTuple):
    """A line of the story: the car it is about, None where it is about the race, its text, and the events in it."""

    car: int | None
    text: str
    events: tuple[Event, ...]

    @property
    def starts_round(self) -> bool:
        """True for the first line of a round."""
        return isinstance(self.events[0], RoundBegan)


class Narrator:
    """Tells what happens in one race, with open facts only (K1)."""

    def __init__(self, sheet: RaceSheet) -> None:
        self.sheet = sheet

    def name(self, car: int) -> str:
        """Return what a car is called, by its index."""
        return car_name(self.sheet, car)

    def tell(self, event: Event) -> str:
        """Return what happened in one event and why."""
        return SayEvent(event, self.sheet)(all_sentences()[type(event)])

    def tell_all(self, events: Iterable[Event]) -> list[str]:
        """Return events as lines, those that belong together in one."""
        return [line.text for line in self.lines(events)]

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """Return the same, each line with what it is about."""
        lines: list[Line] = []
        for event in events:
            if lines and same_line(lines[-1].events[-1], event):
                car, text, told = lines[-1]
                lines[-1] = Line(car, sentences(text, self.tell(event)), (*told, event))
            else:
                lines.append(Line(getattr(event, "car", None), self.tell(event), (event,)))
        return lines
