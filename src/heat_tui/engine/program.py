"""The turn as data: what a step is, and how steps follow each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heat_tui.engine.actions import Action
    from heat_tui.engine.car import Car
    from heat_tui.engine.decisions import Decision
    from heat_tui.engine.race import Race


class Step:
    """One step of a car's turn. Steps hold no state; all progress is in the race and its `Turn`.

    `enter` happens once, then `offer` is asked until it has nothing more to offer; each answer goes to `resolve`.
    """

    name = ""

    def enter(self, race: Race, car: Car) -> None:
        """The automatic effects."""

    def offer(self, race: Race, car: Car) -> Decision | None:
        """What the driver must choose now, None when the step is over; changes nothing."""
        return None

    def resolve(self, race: Race, car: Car, action: Action) -> None:
        """Carry out an action that the decision on offer allows."""
        raise AssertionError(f"{self.name} offers nothing")


class TableStep:
    """A step that the whole table takes together, before the race or at the start of a round.

    It works like `Step`; `race.asked` counts the seats that have answered, and `leave`
    happens once after the last.
    """

    name = ""

    def enter(self, race: Race) -> None:
        """The automatic effects."""

    def offer(self, race: Race) -> Decision | None:
        """What the next seat must choose, None when all have answered; changes nothing."""
        raise NotImplementedError

    def resolve(self, race: Race, action: Action) -> None:
        """Carry out the answer of the seat that was asked."""
        raise NotImplementedError

    def leave(self, race: Race) -> None:
        """What happens when all have answered."""
