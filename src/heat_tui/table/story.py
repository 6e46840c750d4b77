"""What has happened, as lines that everybody may read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from heat_tui.engine.events import Event, RoundBegan
from heat_tui.prose import Narrator
from heat_tui.session import Match, PastRace


class ToldLine(NamedTuple):
    """One line of the story: its round, 0 before the first, and the car it is about, None for the race as a whole."""

    round: int
    car: int | None
    text: str


class Story:
    """The told race, in a season the current one. A mark is a number of actions: so much somebody knows already."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._narrator = Narrator(match.sheet)

    @property
    def end(self) -> int:
        """The mark of somebody who knows everything up to now."""
        return len(self._match.log)

    def rounds(self, count: int) -> list[str]:
        """The lines of the last rounds, the running one included; from the start if there are not so many."""
        events = self._match.events
        begun = [place for place, event in enumerate(events) if isinstance(event, RoundBegan)]
        return self.tell(events[begun[-count] if count <= len(begun) else 0 :])

    def lines(self, since: int = 0) -> list[str]:
        """The lines since a mark; from the very start if it is 0."""
        told = self.tell(self._match.opening_events) if since == 0 else []
        for entry in self._match.log[since:]:
            told += self.tell(entry.events)
        return told

    def told(self, since: int = 0) -> list[ToldLine]:
        """The same lines with their round and car, and no empty ones between the rounds."""
        log = self._match.log
        number = log[since].round if 0 < since < len(log) else 0
        parts = [self._match.opening_events] if since == 0 else []
        parts += [entry.events for entry in log[since:]]
        told: list[ToldLine] = []
        for part in parts:
            for events in _by_round(part):
                if events and isinstance(events[0], RoundBegan):
                    number = events[0].number
                told += [ToldLine(number, car, text) for car, text in self._narrator.lines(events)]
        return told

    def tell(self, events: Iterable[Event]) -> list[str]:
        """Events as lines, an empty one before each round."""
        return _told(self._narrator, events)


def past_lines(race: PastRace) -> list[str]:
    """An earlier race of the season, told like the current one."""
    return _told(Narrator(race.sheet), race.events)


def _told(narrator: Narrator, events: Iterable[Event]) -> list[str]:
    before, *rounds = _by_round(events)
    lines = narrator.tell_all(before)
    for each in rounds:
        lines += ["", *narrator.tell_all(each)]
    return lines


def _by_round(events: Iterable[Event]) -> list[list[Event]]:
    """Events cut before each beginning of a round; the first part is what came before, and may be empty."""
    parts: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, RoundBegan):
            parts.append([])
        parts[-1].append(event)
    return parts
