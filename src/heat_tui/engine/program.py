"""The steps of the whole table and of a car's turn, and the program into which the steps of a turn are compiled."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from heat_tui.engine.actions import Action
    from heat_tui.engine.car import Car
    from heat_tui.engine.decisions import Decision
    from heat_tui.engine.race import Race


TURN_OVER = "turn over"
"""The return value of `Step.enter` that ends the turn immediately."""

TURNS = -1
"""The stage of a race while cars take their turns; during a table step, the stage is its index in `Ruleset.table`.

As an index of that tuple, TURNS gives its last step, planning, which a turn may have to wait for (`Race.run_until`).
"""

OVER = -2
"""The stage of a race that is over."""


class Step:
    """One step of a car's turn. Steps hold no state; all progress is in the race and its `Turn`.

    `enter` is called once a turn, then `offer` until it has nothing more to offer; each answer goes to `resolve`.
    """

    name = ""
    may_skip_to = False
    """True if an earlier step may skip straight to this one."""

    def enter(self, race: Race, car: Car) -> str | None:
        """Carry out the automatic effects; return TURN_OVER, None, or the name of a `may_skip_to` step to skip to."""
        return None

    def offer(self, race: Race, car: Car) -> Decision | None:
        """Return the decision that the driver now has to make, None if the step is over; change nothing."""
        return None

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        """Carry out an action that the offered decision allows."""
        raise AssertionError(f"{self.name} offers nothing")


class TableStep:
    """A step that the whole table takes together, before the race or at the start of a round.

    It works like `Step`, and `leave` is called once after the last answer. For a step that asks
    in seat order, `race.asked` is the lowest seat that has not been asked yet.
    """

    name = ""

    def enter(self, race: Race) -> None:
        """Carry out the automatic effects."""

    def offer(self, race: Race) -> Decision | None:
        """Return the decision of the next seat, None if all have answered; change nothing."""
        return None

    def skip_to(self, race: Race, seat: int) -> None:
        """Pass over the seats before `seat`, in a copy of a race whose seats may all choose at the same time."""
        race.asked = seat

    def resolve(self, race: Race, seat: int, action: Action) -> None:
        """Carry out the answer of the seat that was asked."""
        raise AssertionError(f"{self.name} offers nothing")

    def leave(self, race: Race) -> None:
        """Carry out the effects that follow the last answer."""


class Stop:
    """A point where a compiled turn may have to wait for its driver, with the steps that lead up to it.

    A stop represents one or more steps: `begins` names the first and `name` the last. `enters` are the automatic
    effects of all these steps; `offer` and `resolve` are those of the last step, `offer` None if a turn never waits
    here. `place` is the index of the stop in its turn, and `following` is the next stop, None for the last.
    """

    __slots__ = ("begins", "enters", "following", "name", "offer", "place", "resolve")

    def __init__(self, steps: tuple[Step, ...], place: int) -> None:
        step = steps[-1]
        self.begins = steps[0].name
        self.name = step.name
        self.enters: tuple[Callable[[Race, Car], str | None], ...] = tuple(
            entered.enter for entered in steps if type(entered).enter is not Step.enter
        )
        self.offer = step.offer if _offers(step) else None
        self.resolve = step.resolve
        self.place = place
        self.following: Stop | None = None

    def skip_to(self, name: str) -> Stop:
        """Return the later stop that begins with the step `name`. Raises KeyError if no later stop does."""
        stop = self.following
        while stop is not None and stop.begins != name:
            stop = stop.following
        if stop is None:
            raise KeyError(name)
        return stop


def compiled(steps: tuple[Step, ...]) -> tuple[Stop, ...]:
    """Return a turn's steps as stops, so that methods that a step does not override cost nothing."""
    stops: list[Stop] = []
    gathered: tuple[Step, ...] = ()
    for step, following in zip(steps, (*steps[1:], None), strict=True):
        gathered += (step,)
        if _offers(step) or following is None or following.may_skip_to:
            stops.append(Stop(gathered, len(stops)))
            gathered = ()
    for stop, later in pairwise(stops):
        stop.following = later
    return tuple(stops)


def _offers(step: Step) -> bool:
    return type(step).offer is not Step.offer
