"""The parts of a championship race for tests: events, press corners and Sponsorships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from heat_tui.engine.module import Data, Module
from heat_tui.engine.race import Race
from heat_tui.engine.track import Track
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.state import pool_of
from tests.places import loop

ALL_SETS = ("base", "heavy_rain", "tunnel_vision")

CALM = 7
"""An event without a special rule."""


def event(number: int, sets: tuple[str, ...] = ALL_SETS) -> tuple[Module, ...]:
    """Return the modules of a race with this event."""
    return Championship(number, sets=sets), EVENTS[number].rule


def press_road(*corners: tuple[int, int], laps: int = 2) -> Track:
    """Return a loop of 60 spaces with these corners, each (line after, limit), numbered from 1 for the press."""
    road = loop(60, *corners, laps=laps)
    numbered = tuple(replace(corner, press=number) for number, corner in enumerate(road.corners, start=1))
    return replace(road, corners=numbered)


def lay_sponsorships(race: Race, data: dict[str, Data], top: str, used: str) -> None:
    """Lay out a snapshot's Sponsorships that no driver has: `used` as used ones, and the others as the deck.

    The first Sponsorships to be drawn are those of `top`, in that order. Without a championship, nothing changes.
    """
    championship = next((each for each in race.setup.modules if isinstance(each, Championship)), None)
    if championship is None:
        return
    pool = Counter(pool_of(championship.sets))
    cars, modules = data["cars"], data["modules"]
    assert isinstance(cars, list)
    assert isinstance(modules, dict)
    held: list[Data] = []
    for car in cars[: len(race.setup.seats)]:
        assert isinstance(car, dict)
        cards = _sponsorships(car, pool)
        pool.subtract(cards)
        held.append(len(cards))
    pool.subtract(top.split())
    pool.subtract(used.split())
    assert min(pool.values()) >= 0, "more Sponsorships than there are"
    state = modules["championship"]
    assert isinstance(state, dict)
    state["deck"] = [*sorted(pool.elements()), *reversed(top.split())]
    state["used"] = [*used.split()]
    state["held"] = held


def all_but(*kept: str) -> str:
    """Return all Sponsorships except these, as words: a driver who has them leaves the deck nearly empty."""
    left = Counter(pool_of(ALL_SETS))
    left.subtract(kept)
    return " ".join(sorted(left.elements()))


def _sponsorships(car: dict[str, Data], known: Counter[str]) -> Sequence[str]:
    found: list[str] = []
    for name in ("hand", "deck", "discard", "play"):
        pile = car[name]
        assert isinstance(pile, list)
        found += [card for card in pile if isinstance(card, str) and card in known]
    return found
