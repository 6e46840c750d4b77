"""The game with every choice that led to it, so that choices can be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from heat_tui.engine.actions import Action, NextRace
from heat_tui.engine.events import (
    CardsRevealed,
    CardsSalvaged,
    CardsScrapped,
    DeckShuffled,
    Event,
    GearShifted,
    HandCluttered,
    HandFilled,
)
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup, RaceSheet
from heat_tui.modules.championship.season import Season
from heat_tui.store.saved_race import Chosen, Controller, Game, GameSetup, HandOver, Record, TakeBack, race_of


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

    def mark(self, record: HandOver | TakeBack | Chosen) -> None:
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
        self.record.append(TakeBack(actions))
        return dropped

    def actions_for(self, choices: int) -> int:
        """Return how many of the last choices that stand hold `choices` of persons, beginning with one of these.

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
    """Return how many of the choices were made by persons."""
    return sum(each.entry.controller == "person" for each in standing)


UndoStop = str
"""Why taking back goes no further: a word of `going_back`, or of the module that reveals something.

"nothing-yet": no person has chosen anything yet. "race-began": nor in this race of the season, and those before are
settled. "other-rules": what came before was played under other rules (the save went on from its snapshot). "curtain":
the choice before is another person's, behind their curtain. The others name what was shown.
"""


class UndoStopped(Exception):
    """Nothing was taken back, because something hidden was shown since, or nothing is there to take back."""

    def __init__(self, stop: UndoStop) -> None:
        super().__init__(stop)
        self.stop: UndoStop = stop


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back: the number of actions, drivers' ones included; `choices` of them were made by persons.

    `seat` is whose decision it is again. `stopped` tells what kept `undo_turn` from the start of the turn.
    """

    actions: int
    choices: int
    seat: int
    stopped: UndoStop | None = None


def shown_to(seat: int, events: Iterable[Event]) -> UndoStop | None:
    """Return the first thing among the events that the chooser for `seat` could not know before; None if nothing.

    The shuffle that goes before a draw or a flip counts only where neither follows.
    """
    shuffled: UndoStop | None = None
    for event in events:
        match event:
            case GearShifted(car=car) if car != seat:
                return "gears-opened"
            case CardsRevealed(car=car) | HandCluttered(car=car) if car != seat:
                return "cards-revealed"
            case HandFilled(drawn=drawn) if drawn:
                return "cards-drawn"
            case CardsScrapped(cards=cards) if cards:
                return "cards-scrapped"
            case DeckShuffled() | CardsSalvaged():
                shuffled = "deck-shuffled"
            case _ if event.reveals:
                return event.reveals
    return shuffled


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action that stands. The action itself may be secret (a plan, a discard); its events never are.

    `controller` is who chose; `round` and `step` are where the race rested. `behind_curtain` tells that the table
    was choosing in turn and in secret. `stop` is what the action brought to light, so that it cannot be taken back
    without the table's agreement.
    """

    seat: int
    action: Action
    events: tuple[Event, ...]
    controller: Controller
    round: int
    step: str
    behind_curtain: bool
    stop: UndoStop | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A log entry with the race before it, and its place in the record by identity."""

    entry: LogEntry
    chosen: Chosen
    before: Game = field(repr=False)

    def shares_sitting(self, other: Standing) -> bool:
        """Return whether the two were chosen by the same seat in the same sitting: its planning, or its own turn."""
        one, two = self.entry, other.entry
        return (one.seat, one.round, one.behind_curtain) == (two.seat, two.round, two.behind_curtain)


@dataclass(frozen=True, slots=True)
class PastRace:
    """A race of a season that is over and behind the table, with all its events, those of its start included."""

    setup: RaceSetup
    sheet: RaceSheet
    events: tuple[Event, ...]


def stands(before: Game, chosen: Chosen, controller: Controller) -> tuple[Game, Standing]:
    """Return the game after a choice, and the choice for the log; `before` stays as it is.

    Raises IllegalAction when the action is refused or the game is over.
    """
    race = race_of(before)
    after = before.clone()
    events = tuple(after.play(chosen.action))
    entry = LogEntry(
        seat=chosen.seat,
        action=chosen.action,
        events=events,
        controller=controller,
        round=race.round,
        step=race.step_name,
        behind_curtain=is_behind_curtain(before),
        stop=shown_to(chosen.seat, events),
    )
    return after, Standing(entry, chosen, before)


def is_behind_curtain(game: Game) -> bool:
    """Return whether the game rests where each chooses unseen by the others."""
    return game.decision is not None and game.decision.is_secret
