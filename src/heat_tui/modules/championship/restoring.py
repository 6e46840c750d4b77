"""The parts of a season from its snapshot; each raises ValueError for data that cannot be one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.championship.rules import Championship
from heat_tui.modules.championship.scoring import RaceResult
from heat_tui.modules.championship.setup import Carried
from heat_tui.modules.championship.sponsorships import pool_of
from heat_tui.modules.garage import Garage

T = TypeVar("T")


def race_of(setup: RaceSetup, data: Data) -> Race:
    """A race from its snapshot."""
    try:
        race = Race.restore(setup, data)
    except (LookupError, TypeError) as wrong:
        raise ValueError("race") from wrong
    if (race.step_name == "draft") == ("weather" in race.states):
        raise ValueError("the weather is drawn after the draft")
    return race


def results_of(data: Data) -> tuple[RaceResult, ...]:
    """The results of the races that are over."""
    if not isinstance(data, list):
        raise ValueError("results")
    return tuple(_result(each) for each in data)


def cards_by_seat(data: Data, seats: int | None) -> tuple[tuple[str, ...], ...]:
    """Cards by seat, of so many seats if the number is given."""
    if not isinstance(data, list) or (seats is not None and len(data) != seats):
        raise ValueError("cards by seat")
    return tuple(_all(each, str) for each in data)


def check_carried(race: RaceSetup, carried: Carried) -> None:
    """What comes into a race must be cards that are in play."""
    for module in race.modules:
        if isinstance(module, Garage):
            _check_part(carried.upgrades, module.pool())
        elif isinstance(module, Championship):
            _check_part(carried.sponsorships, pool_of(module.sets))


def check_kept(kept: tuple[tuple[str, ...], ...], owned: Sequence[Sequence[str]]) -> None:
    """Each seat that has chosen keeps one of the cards that it owned, and the next one has a choice (E12)."""
    for cards, choice in zip(kept, owned, strict=False):
        if len(cards) != min(len(choice), 1) or not set(cards) <= set(choice):
            raise ValueError("kept")
    if len(kept) > len(owned) or any(len(set(choice)) < 2 for choice in owned[len(kept) : len(kept) + 1]):
        raise ValueError("kept")


def _check_part(cards: tuple[tuple[str, ...], ...], pool: Sequence[str]) -> None:
    if Counter(card for each in cards for card in each) - Counter(pool):
        raise ValueError("cards that are not in play")


def _result(data: Data) -> RaceResult:
    if not isinstance(data, dict):
        raise ValueError("a result is a table")
    finished = data.get("finished")
    order, points = _all(data.get("order"), int), _all(data.get("points"), int)
    if not isinstance(finished, int) or not 0 <= finished <= len(order) or sorted(order) != list(range(len(points))):
        raise ValueError("result")
    return RaceResult(order, points, finished)


def _all(data: Data, kind: type[T]) -> tuple[T, ...]:
    """A list of nothing but `kind`."""
    found = tuple(each for each in data if isinstance(each, kind)) if isinstance(data, list) else ()
    if not isinstance(data, list) or len(found) != len(data):
        raise ValueError(f"not a list of {kind.__name__}")
    return found
