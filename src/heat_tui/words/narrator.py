"""The narrator tells a race in sentences, for the table and for the log."""

from __future__ import annotations

from collections.abc import Iterable

from heat_tui.engine.events import (
    Accelerated,
    Boosted,
    CardFlipped,
    CardsReplaced,
    CardsRevealed,
    CardsTurnedOver,
    DeckShuffled,
    Drafted,
    Event,
    MulliganAnswered,
    PlayedDirectly,
    ValuesChosen,
)
from heat_tui.engine.setup import RaceSheet
from heat_tui.modules.legends import LegendDecided, LegendPressed
from heat_tui.modules.tournament import CardLost, NumberShown, ShiftUnpaid
from heat_tui.words import events, module_events
from heat_tui.words.names import car_name
from heat_tui.words.telling import sentences, told

TELLING = (events, module_events)
"""The files that register sentences for events; importing them is what makes `told` complete."""

GO_ON = (
    CardsRevealed,
    CardsTurnedOver,
    CardFlipped,
    DeckShuffled,
    Boosted,
    MulliganAnswered,
    LegendPressed,
    LegendDecided,
    ValuesChosen,
    CardsReplaced,
    PlayedDirectly,
    Accelerated,
    Drafted,
    NumberShown,
    ShiftUnpaid,
    CardLost,
)
"""After these the same car's next event belongs to the same line."""


class Narrator:
    """Tells what happens in one race, with open facts only (K1)."""

    def __init__(self, sheet: RaceSheet) -> None:
        self.sheet = sheet

    def name(self, car: int) -> str:
        """What a car is called, by its index."""
        return car_name(self.sheet, car)

    def tell(self, event: Event) -> str:
        """One event: what happened and why."""
        return told(event, self.sheet)

    def tell_all(self, events: Iterable[Event]) -> list[str]:
        """Events as lines, those that belong together in one."""
        return [line for _car, line in self.lines(events)]

    def lines(self, events: Iterable[Event]) -> list[tuple[int | None, str]]:
        """The same, each line with the car that it is about; None where it is about the race."""
        lines: list[tuple[int | None, str]] = []
        before: Event | None = None
        for event in events:
            car: int | None = getattr(event, "car", None)
            if isinstance(before, GO_ON) and before.car == car:
                lines[-1] = car, sentences(lines[-1][1], self.tell(event))
            else:
                lines.append((car, self.tell(event)))
            before = event
        return lines
