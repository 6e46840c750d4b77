"""The promises that the first race keeps for a player who drives it as suggested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from heat_tui.engine.cards import STRESS
from heat_tui.engine.events import (
    AdrenalineGained,
    Boosted,
    CardFlipped,
    CardsDiscarded,
    CarFinished,
    CarMoved,
    CornerTaken,
    DeckShuffled,
    Event,
    GearShifted,
    HandCluttered,
    HeatCooled,
    RoundBegan,
    SpunOut,
)

DRIVER: Final = 0
"""The index of the only driver's car."""

FEWEST_ROUNDS, MOST_ROUNDS = 6, 9


def _own(event: Event) -> bool:
    return getattr(event, "car", None) == DRIVER


PROMISES: Final[Mapping[str, Callable[[Event], bool]]] = {
    "a shift of two gears": lambda event: isinstance(event, GearShifted) and event.heat == 1,
    "a corner within its limit": lambda event: isinstance(event, CornerTaken) and not event.heat,
    "a corner too fast for 1 Heat": lambda event: isinstance(event, CornerTaken) and event.heat == 1,
    "a corner too fast for 2 Heat": lambda event: isinstance(event, CornerTaken) and event.heat == 2,
    "a Cooldown of the gear": lambda event: isinstance(event, HeatCooled) and event.source == "gear",
    "a Cooldown of Adrenaline": lambda event: isinstance(event, HeatCooled) and event.source == "adrenaline",
    "Adrenaline": lambda event: isinstance(event, AdrenalineGained),
    "the extra space of Adrenaline": lambda event: isinstance(event, CarMoved) and event.cause == "adrenaline",
    "a Boost": lambda event: isinstance(event, Boosted),
    "a Stress card": lambda event: isinstance(event, CardFlipped) and event.source == STRESS,
    "a Slipstream of 2 spaces": (
        lambda event: isinstance(event, CarMoved) and event.cause == "slipstream" and event.end - event.start == 2
    ),
    "a discard": lambda event: isinstance(event, CardsDiscarded) and event.cards > 0,
    "a reshuffle": lambda event: isinstance(event, DeckShuffled),
    "the win": lambda event: isinstance(event, CarFinished) and event.place == 1,
}
"""The promises by name, each a test that must hold for at least one of the driver's events."""


def kept(events: Iterable[Event]) -> set[str]:
    """Return the promises that these events keep, and "a blocked car" if any car, even a Legend, was blocked."""
    found: set[str] = set()
    for event in events:
        if isinstance(event, CarMoved) and event.blockers:
            found.add("a blocked car")
        if _own(event):
            found |= {name for name, happened in PROMISES.items() if happened(event)}
    return found


def goes_wrong(events: Iterable[Event]) -> bool:
    """Return whether the driver spins out or has a cluttered hand."""
    return any(_own(event) and isinstance(event, (SpunOut, HandCluttered)) for event in events)


def rounds(events: Iterable[Event]) -> int:
    """Return the number of rounds that the driver drives in."""
    return sum(isinstance(event, RoundBegan) and DRIVER in event.order for event in events)
