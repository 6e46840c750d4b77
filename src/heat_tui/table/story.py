"""What has happened, as lines that everybody may read."""

from __future__ import annotations

from collections.abc import Iterable

from heat_tui.engine.events import Event, RoundBegan
from heat_tui.prose import Narrator
from heat_tui.session import Match


class Story:
    """The told race. A mark is a number of actions: so much somebody knows already."""

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

    def tell(self, events: Iterable[Event]) -> list[str]:
        """Events as lines, an empty one before each round."""
        lines: list[str] = []
        part: list[Event] = []
        for event in events:
            if isinstance(event, RoundBegan):
                lines += [*self._narrator.tell_all(part), ""]
                part = []
            part.append(event)
        return lines + self._narrator.tell_all(part)
