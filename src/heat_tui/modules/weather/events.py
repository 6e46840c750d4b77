"""The events of the weather."""

from __future__ import annotations

from heat_tui.engine.events import CarEvent, Event
from heat_tui.engine.record import record


@record
class WeatherDrawn(Event):
    """The weather of the race, by the id of its token (W1)."""

    token: str


@record
class ConditionsPlaced(Event):
    """The road-condition tokens were drawn: their ids by corner line; the two lines of a chicane share one (W1)."""

    conditions: tuple[str, ...]


@record
class HeatSpread(CarEvent):
    """Before the race `heat` Heat went from a driver's engine to the pile `to`: "deck" or "discard" (W2)."""

    heat: int
    to: str
