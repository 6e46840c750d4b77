"""A saved race as the program holds it: data only, checked when it was read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from heat_tui.engine.actions import Action
from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.championship import Season, SeasonSetup

RULES_VERSION: Final = 1
"""Raised with every change after which the same setup, seed and actions no longer give the same snapshot."""

Controller = Literal["person", "steady", "chance"]
"""Who chooses for a driver's seat."""

Game = Race | Season
"""What a table plays: one race, or a season of them."""

GameSetup = RaceSetup | SeasonSetup
"""What a game is started from."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat chose an action."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class HandedOver:
    """From here on somebody else chooses for a seat."""

    seat: int
    controller: Controller


@dataclass(frozen=True, slots=True)
class TookBack:
    """The table agreed to take back the last `actions` (at least 1) of the actions that stood."""

    actions: int


Record = Chosen | HandedOver | TookBack


@dataclass(frozen=True, slots=True)
class SavedRace:
    """A race, or a whole season, with all that is needed to go on with it.

    `controllers` are those of the start; the record tells of every change. `record` holds the
    actions since the start, or since the snapshot `base` where the race went on from one; actions taken back by
    agreement stay in it. `snapshot` is the state after the record. `rules` and `program` are the versions that
    wrote it. `note` is a sentence for the player where the race could not be loaded as it was played. `lessons` tells
    that the game is explained while it is raced.
    """

    name: str
    setup: GameSetup
    controllers: tuple[Controller, ...]
    open_table: bool
    record: tuple[Record, ...]
    base: dict[str, Data] | None
    snapshot: dict[str, Data]
    finished: bool
    created: datetime
    changed: datetime
    program: str
    rules: int = RULES_VERSION
    note: str | None = None
    lessons: bool = False

    @property
    def standing(self) -> tuple[Chosen, ...]:
        """The choices that stand, in order."""
        return standing(self.record)

    @property
    def controllers_now(self) -> tuple[Controller, ...]:
        """Who chooses for each seat after the record."""
        chosen = list(self.controllers)
        for each in self.record:
            if isinstance(each, HandedOver):
                chosen[each.seat] = each.controller
        return tuple(chosen)


def standing(record: Iterable[Record]) -> tuple[Chosen, ...]:
    """The choices of a record that stand; those taken back by agreement do not.

    Raises ValueError when more is taken back than stood.
    """
    stood: list[Chosen] = []
    for each in record:
        if isinstance(each, Chosen):
            stood.append(each)
        elif isinstance(each, TookBack):
            if not 1 <= each.actions <= len(stood):
                raise ValueError("more is taken back than was played")
            del stood[-each.actions :]
    return tuple(stood)


def opening(setup: GameSetup, base: dict[str, Data] | None) -> Game:
    """The game before the first action of a record: at its start, or as `base` has it.

    Raises IllegalSetup for a setup that cannot be raced, ValueError for a snapshot that is not of such a game.
    """
    if isinstance(setup, SeasonSetup):
        return Season.start(setup) if base is None else Season.restore(setup, base)
    return Race.start(setup) if base is None else Race.restore(setup, base)


def race_of(game: Game) -> Race:
    """The race itself, of a season the one that is raced now or was raced last."""
    return game.race if isinstance(game, Season) else game


def fingerprint(snapshot: Data) -> str:
    """The SHA-256 of the snapshot as canonical JSON: keys sorted, no blanks, ASCII alone."""
    text = json.dumps(snapshot, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def now() -> datetime:
    """The time of this moment in UTC, to the millisecond that a save keeps."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
