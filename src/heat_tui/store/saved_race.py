"""A saved race as the program holds it: data only, checked when it was read."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, field
from datetime import UTC, datetime
from typing import Final

from heat_tui.engine.actions import Action
from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup
from heat_tui.modules.championship.season import Season, SeasonSetup

RULES_VERSION: Final = 3
"""Raised with every change after which the same setup, seed and actions no longer give the same snapshot.

The choices of automated drivers are actions, so a change to the drivers does not raise it. No program played by
version 2: it is that of a made-up save in the tests.
"""

Controller = str
"""Who chooses for a driver's seat: one of `CONTROLLERS`."""

Game = Race | Season
"""What a table plays: one race, or a season of them."""

GameSetup = RaceSetup | SeasonSetup
"""What a game is started from."""


@record
class Chosen:
    """A seat chose an action."""

    seat: int
    action: Action


@record
class HandOver:
    """From here on somebody else chooses for a seat."""

    seat: int
    to: Controller


@record
class TakeBack:
    """The table agreed to take back the last `actions` (at least 1) of the actions still in force."""

    actions: int


Record = Chosen | HandOver | TakeBack


@record
class Target:
    """The result to beat in a race: who drove it, their place from 1, and the rounds that they took."""

    _: KW_ONLY
    name: str
    place: int
    rounds: int


@record
class Rival:
    """A car of another race on the same track that is raced against as a ghost.

    `places` are its absolute place and its spot on the grid and then after each of its rounds, the last one beyond the
    finish line.
    """

    _: KW_ONLY
    name: str
    places: tuple[tuple[int, int], ...]


def now() -> datetime:
    """Return the time of this moment in UTC, to the millisecond that a save keeps."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@record
class SavedRace:
    """A race, or a whole season, with all that is needed to go on with it.

    `controllers` are those of the start; the record has every change. `record` holds the
    actions since the start, or since the snapshot `base` where the race went on from one; actions taken back by
    agreement stay in it. `snapshot` is the state after the record. `rules` and `program` are the versions that
    wrote it. `note` is a sentence for the player where the race could not be loaded as it was played. `lessons` says
    that the game is explained while it is raced. `target` is the result to beat and `rival` the ghost to race against
    where there are any; both are copies, so that the race needs no other save. `raced_on` is the number of the race,
    from 1, that was raced on from a choice of another game, whose cards may have been seen; None where none was.
    """

    _: KW_ONLY
    name: str
    setup: GameSetup
    controllers: tuple[Controller, ...]
    open_table: bool
    record: tuple[Record, ...] = ()
    base: dict[str, Data] | None = None
    snapshot: dict[str, Data] = field(default_factory=dict)
    finished: bool = False
    created: datetime
    changed: datetime = field(default_factory=now)
    program: str = ""
    rules: int = RULES_VERSION
    note: str | None = None
    lessons: bool = False
    target: Target | None = None
    rival: Rival | None = None
    raced_on: int | None = None

    def counts(self, number: int) -> bool:
        """Return whether the race of that number, from 1, counts for the drivers' book."""
        return self.raced_on is None or number < self.raced_on

    @property
    def standing(self) -> tuple[Chosen, ...]:
        """The choices still in force, in order."""
        return standing(self.record)

    @property
    def controllers_now(self) -> tuple[Controller, ...]:
        """Return who chooses for each seat after the record."""
        chosen = list(self.controllers)
        for each in self.record:
            if isinstance(each, HandOver):
                chosen[each.seat] = each.to
        return tuple(chosen)


def choosers(saved: SavedRace) -> Iterator[tuple[Chosen, Controller]]:
    """Yield the choices of a save that are still in force, with who made them.

    Raises ValueError when more is taken back than was in force.
    """
    stood = {id(chosen) for chosen in saved.standing}
    now = list(saved.controllers)
    for each in saved.record:
        if isinstance(each, HandOver):
            now[each.seat] = each.to
        elif isinstance(each, Chosen) and id(each) in stood:
            yield each, now[each.seat]


def standing(record: Iterable[Record]) -> tuple[Chosen, ...]:
    """Return the choices of a record that are still in force; those taken back by agreement are not.

    Raises ValueError when more is taken back than was in force.
    """
    stood: list[Chosen] = []
    for each in record:
        if isinstance(each, Chosen):
            stood.append(each)
        elif isinstance(each, TakeBack):
            if not 1 <= each.actions <= len(stood):
                raise ValueError("more is taken back than was played")
            del stood[-each.actions :]
    return tuple(stood)


def opening(setup: GameSetup, base: dict[str, Data] | None) -> Game:
    """Return the game before the first action of a record: at its start, or as `base` has it.

    Raises IllegalSetup for a setup that cannot be raced, ValueError for a snapshot that is not of such a game.
    """
    if isinstance(setup, SeasonSetup):
        return Season.start(setup) if base is None else Season.restore(setup, base)
    return Race.start(setup) if base is None else Race.restore(setup, base)


def race_of(game: Game) -> Race:
    """Return the race itself, of a season the one that is raced now or was raced last."""
    return game.race if isinstance(game, Season) else game


def open_seed(game: Game) -> int | None:
    """Return the seed that gives the same game again; None while it has to stay secret.

    A seed that was drawn gives away all hidden cards, in a season those of the races to come too: it is open only when
    all is over.
    """
    return game.setup.seed if game.setup.chosen_seed or game.over else None


def fingerprint(snapshot: Data) -> str:
    """Return the SHA-256 of the snapshot as canonical JSON: keys sorted, no blanks, ASCII alone."""
    text = json.dumps(snapshot, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


MOST_LETTERS = 64

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?")
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def is_name(text: str) -> bool:
    """Return whether a text can name a save: 1 to 64 of a-z, 0-9, _ and -, and none of the words that Windows keeps."""
    return _NAME.fullmatch(text) is not None and text not in _RESERVED


def name_from(parts: Iterable[str], kind: str = "race") -> str:
    """Return a name made of words such as a track and the players, without what cannot be written in a-z and 0-9.

    The kind of thing comes first where nothing is left of the words, or a name that some system reserves.
    """
    plain = (unicodedata.normalize("NFKD", part).casefold() for part in parts)
    words = (re.sub(r"[^a-z0-9_]+", "-", part.encode("ascii", "ignore").decode("ascii")) for part in plain)
    joined = "-".join(word for word in (each.strip("-_") for each in words) if word)
    name = joined[:MOST_LETTERS].strip("-_")
    return name if is_name(name) else (f"{kind}-{name}").rstrip("-_")[:MOST_LETTERS].rstrip("-_")


def numbered(name: str, number: int) -> str:
    """Return the name for the `number`th save of that name, within the length that a name may have."""
    end = f"-{number}"
    return name[: MOST_LETTERS - len(end)].rstrip("-_") + end


FORMAT: Final = 1
KIND: Final = "heat-tui race"
SEASON_KIND: Final = "heat-tui season"
LONGEST_NAME: Final = 100
MOST_BYTES: Final = 5_000_000
