"""Run in a copy of the game with one more symbol: it is explained, shown on its card, used and reported."""

from heat_tui.engine.events import CarMoved, Event
from heat_tui.words.brief import brief_lines
from heat_tui.words.cards import card_of, card_words, face
from heat_tui.words.events import log_lines
from tests.architecture.trials.races import events_until

KEY = "throttle-7"

assert "Surge 2: 2 extra speed." in card_words(KEY)
assert "U2" in "".join(face(card_of(KEY)))


def surges(event: Event) -> bool:
    return isinstance(event, CarMoved) and event.cause == "surge"


race, events = events_until(surges, garage="basic")
place = next(place for place, event in enumerate(events) if surges(event))
assert type(events[place - 1]).__name__ == "Surged"
told = [line.text for line in log_lines(race.rules.sheet, events[place - 1 : place + 1])]
assert "surges with" in told[0], told
assert "the speed is now" in " ".join(told), told
assert "+" in brief_lines(race.rules.sheet, [events[place]])[0].text
