"""The game with every choice that led to it, so that choices can be taken back."""

from __future__ import annotations

from dataclasses import replace

from heat_tui.engine.actions import NextRace
from heat_tui.engine.events import Event
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.files.saves import Chosen, Controller, Game, GameSetup, HandedOver, Record, TookBack, race_of
from heat_tui.modules.championship import Season
from heat_tui.session.log import LogEntry, PastRace, Standing, stands


class History:
    """The game at rest, the choices of the current race that stand, and the record of all that a save keeps.

    The game before every standing choice is kept, so taking back is exact and needs no playing again. When a season
    goes on to its next race, what led there is settled: it moves to `past`, and `opening` are the new race's first
    events.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = game.setup.seats
        self.opening: tuple[Event, ...] = tuple(game.events)
        self.past: tuple[PastRace, ...] = ()
        self.record: list[Record] = []
        self.standing: list[Standing] = []

    @property
    def race(self) -> Race:
        """The current race."""
        return race_of(self.game)

    @property
    def setup(self) -> RaceSetup:
        """What the current race was started from, the drivers called as they are now."""
        setup = self.race.setup
        return setup if setup.seats == self.names else replace(setup, seats=self.names)

    @property
    def game_setup(self) -> GameSetup:
        """What the game was started from, the drivers called as they are now."""
        return replace(self.game.setup, seats=self.names)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened in the current race and stands."""
        return [*self.opening, *(event for each in self.standing for event in each.entry.events)]

    def play(self, chosen: Chosen, controller: Controller) -> LogEntry:
        """Carry out a choice. Raises IllegalAction, with everything unchanged, when it is refused."""
        after, standing = stands(self.game, chosen, controller)
        if isinstance(chosen.action, NextRace):
            self.past += (PastRace(self.setup, self.race.rules.sheet, tuple(self.events)),)
            self.opening = standing.entry.events
            self.standing = []
        else:
            self.standing.append(standing)
        self.game = after
        self.record.append(chosen)
        return standing.entry

    def rename(self, seat: int, name: str) -> None:
        """Call a driver something else from now on, and whatever is taken back later."""
        self.names = (*self.names[:seat], name, *self.names[seat + 1 :])
        game = self.game
        if not isinstance(game, Season):
            game.rules.rename(seat, name)
            return
        game.rename(seat, name)
        for each in self.standing:
            if isinstance(each.before, Season):
                each.before.setup = game.setup

    def mark(self, record: HandedOver | TookBack | Chosen) -> None:
        """Put something into the record that changes nothing in the game: a mark, or a choice taken back later."""
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
        self.game = dropped[0].before
        return dropped


def persons(standing: tuple[Standing, ...]) -> int:
    """How many of the choices were made by persons."""
    return sum(each.entry.controller == "person" for each in standing)
