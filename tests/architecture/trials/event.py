"""Run in a copy of the game with one more engine event: it happens and is reported."""

from heat_tui.engine.events import Event
from heat_tui.words.events import event_words
from tests.architecture.trials.races import events_until


def is_it(event: Event) -> bool:
    return type(event).__name__ == "EngineHot"


race, events = events_until(is_it)
(event,) = [event for event in events if is_it(event)][:1]
assert "has no Heat left in the engine." in event_words(race.rules.sheet, event)
