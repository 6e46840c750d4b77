"""Races of automated drivers for the trials."""

from collections.abc import Callable

from heat_tui.drivers import Steady
from heat_tui.engine import Race
from heat_tui.engine.events import Event
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.store.schema import with_values


def raced(seed: int, **options: object) -> tuple[Race, list[Event]]:
    """Race three drivers for one lap, and return the race with all its events."""
    seats = tuple(Seat(name, controller="steady") for name in ("Ada", "Bo", "Cem"))
    race = Race.start(race_setup(with_values(Options(track="usa", seats=seats, laps=1, seed=seed), options)))
    happened, driver = [*race.events], Steady()
    while (decision := race.decision) is not None:
        happened += race.play(driver.choose(race.view(decision.seat), decision))
    return race, happened


def events_until(wanted: Callable[[Event], bool], **options: object) -> tuple[Race, list[Event]]:
    """Return the first of 200 races with an event that `wanted` accepts, and its events, or raise AssertionError."""
    for seed in range(200):
        race, happened = raced(seed, **options)
        if any(map(wanted, happened)):
            return race, happened
    raise AssertionError("it never happens")
