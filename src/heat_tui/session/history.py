"""The race with every choice that led to it, so that choices can be taken back."""

from __future__ import annotations

from heat_tui.engine.race import Race
from heat_tui.files.saves import Chosen, Controller, HandedOver, Record, TookBack
from heat_tui.session.log import LogEntry, Standing, stands


class History:
    """A race at rest, the choices that stand, and the record of all that a save keeps.

    The race before every standing choice is kept, so taking back is exact and needs no playing again.
    """

    def __init__(self, race: Race) -> None:
        self.race = race
        self.record: list[Record] = []
        self.standing: list[Standing] = []

    def play(self, chosen: Chosen, controller: Controller) -> LogEntry:
        """Carry out a choice. Raises IllegalAction, with everything unchanged, when it is refused."""
        after, standing = stands(self.race, chosen, controller)
        self.race = after
        self.record.append(chosen)
        self.standing.append(standing)
        return standing.entry

    def mark(self, record: HandedOver | TookBack | Chosen) -> None:
        """Put something into the record that changes nothing in the race: a mark, or a choice taken back later."""
        self.record.append(record)

    def forget(self, actions: int) -> tuple[Standing, ...]:
        """Take back the last `actions` >= 1 choices that stand as if they had never been; returns them."""
        dropped = self._step_back(actions)
        gone = {id(each.chosen) for each in dropped}
        self.record = [each for each in self.record if id(each) not in gone]
        return dropped

    def take_back(self, actions: int) -> tuple[Standing, ...]:
        """Take back the last `actions` >= 1 choices that stand, and leave them and a mark in the record."""
        dropped = self._step_back(actions)
        self.record.append(TookBack(actions))
        return dropped

    def actions_for(self, choices: int) -> int:
        """How many choices that stand lie between now and the last `choices`-th one of a person, that one included.

        Raises ValueError when fewer stand.
        """
        left = choices
        for actions, standing in enumerate(reversed(self.standing), start=1):
            left -= standing.entry.controller == "person"
            if not left:
                return actions
        raise ValueError(f"persons have made fewer than {choices} choices")

    def _step_back(self, actions: int) -> tuple[Standing, ...]:
        dropped = tuple(self.standing[-actions:])
        del self.standing[-actions:]
        self.race = dropped[0].before
        return dropped


def persons(standing: tuple[Standing, ...]) -> int:
    """How many of the choices were made by persons."""
    return sum(each.entry.controller == "person" for each in standing)
