"""A saved race: in memory, as plain data, and as the text of its file."""

from __future__ import annotations

import functools
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, asdict, field, fields
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from heat_tui.engine.actions import Action, React
from heat_tui.engine.module import Data
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup, TableRules, table_rules
from heat_tui.language import N_
from heat_tui.modules import SWITCHES
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.store.track_format import track_data

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

RULES_VERSION: Final = 3
"""The version of the rules, raised when the same setup, seed and actions no longer give the same snapshot.

The choices of automated drivers are actions, so a change to the drivers does not raise it. No release used version 2;
only a made-up save in the tests has it.
"""

Controller = str
"""The controller of a seat: a person or a kind of automated driver, one of `CONTROLLERS`."""

Game = Race | Season
"""The game at a table: one race, or a season of them."""

GameSetup = RaceSetup | SeasonSetup


@record
class Chosen:
    """A choice: the seat, and the action that it chose."""

    seat: int
    action: Action


@record
class HandOver:
    """A change of controller: from this point in the record, `to` chooses for the seat."""

    seat: int
    to: Controller


@record
class TakeBack:
    """The table's agreement to take back the last `actions` (at least 1) of the choices still in force."""

    actions: int


Record = Chosen | HandOver | TakeBack
"""One entry of a race's record."""


@record
class Undo:
    """An undo of the last `actions` (at least 1) of the choices still in force, as if they had never been made."""

    actions: int


@record
class Rename:
    """A new name for the driver of a seat."""

    seat: int
    name: str


Step = Record | Undo | Rename
"""One entry of the record of a shared table; no save has undos or new names, only their results."""


@record
class Target:
    """The result to beat in a race: the driver, their place, from 1, and the number of rounds."""

    _: KW_ONLY
    name: str
    place: int
    rounds: int


@record
class Rival:
    """A ghost to race against: a car of another race on the same track.

    `places` are its absolute place and spot on the grid and after each of its rounds, the last beyond the finish line.
    """

    _: KW_ONLY
    name: str
    places: tuple[tuple[int, int], ...]


def now() -> datetime:
    """Return the current time in UTC, to the millisecond as in a save."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@record
class SavedRace:
    """A race, or a whole season, with everything needed to resume it.

    `record` has the choices, changes of controllers and take-backs since the start, or since the snapshot `base` if the
    race resumed from one; choices taken back stay in it. `controllers` are the controllers before the record; the
    record of a game that branched off another begins by handing the seats to that game's first controllers. `snapshot`
    is the state after the record. `rules` and `program` are the versions that wrote the save. `note` is a sentence for
    the player if the race could not be loaded as it was played. `lessons` says that the game is explained during
    the race. `target` is the result to beat and `rival` the ghost to race against, if any; both are copies, so that the
    race needs no other save. `raced_on` is the number, from 1, of the first race that does not count for the drivers'
    book, because its cards may have been seen in the game that this one branched off; None if all count.
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
        """Return whether the race with this number, from 1, counts for the drivers' book."""
        return self.raced_on is None or number < self.raced_on

    @property
    def standing(self) -> tuple[Chosen, ...]:
        """The choices still in force, in order."""
        return tuple(chosen for chosen, _by in choosers(self.record))

    @property
    def controllers_now(self) -> tuple[Controller, ...]:
        """The controller of each seat at the end of the record."""
        handed = {each.seat: each.to for each in self.record if isinstance(each, HandOver)}
        return tuple(handed.get(seat, controller) for seat, controller in enumerate(self.controllers))


def choosers(record: Iterable[Record], controllers: Iterable[Controller] = ()) -> list[tuple[Chosen, Controller]]:
    """Return the choices of a record that are still in force, each with its controller, "" if unknown.

    Choices taken back by agreement are not in force. Raises ValueError for a take-back of no choices or of too many.
    """
    now, stood = dict(enumerate(controllers)), list[tuple[Chosen, Controller]]()
    for each in record:
        match each:
            case HandOver(seat=seat, to=to):
                now[seat] = to
            case Chosen(seat=seat):
                stood.append((each, now.get(seat, "")))
            case TakeBack(actions=actions):
                if not 1 <= actions <= len(stood):
                    raise ValueError("more is taken back than was played")
                del stood[-actions:]
    return stood


def opening(setup: GameSetup, base: dict[str, Data] | None) -> Game:
    """Return the game before the first action of a record: at its start, or from the snapshot `base`.

    Raises IllegalSetup for a setup that cannot be raced, and one of `save_reading.BREAKS` for a bad snapshot.
    """
    if isinstance(setup, SeasonSetup):
        return Season.start(setup) if base is None else Season.restore(setup, base)
    return Race.start(setup) if base is None else Race.restore(setup, base)


def race_of(game: Game) -> Race:
    """Return the race itself, or the current or latest race of a season."""
    return game.race if isinstance(game, Season) else game


def open_seed(game: Game) -> int | None:
    """Return the seed that reproduces the game; None while it must stay secret.

    A random seed would give away all hidden cards, and in a season those of future races too, so it is open only
    when the game is over.
    """
    return game.setup.seed if game.setup.chosen_seed or game.over else None


def fingerprint(snapshot: Data) -> str:
    """Return the SHA-256 of the snapshot as canonical JSON: sorted keys, no blanks, ASCII only."""
    text = json.dumps(snapshot, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def short_hash(text: str) -> str:
    """Return the first 16 hexadecimal digits of a text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def game_id(saved: SavedRace) -> str:
    """Return the id of a game, which stays the same even if its save or its drivers are renamed.

    It begins with the time when the game began, so that earlier games sort first.
    """
    setup = saved.setup
    what = setup.title if isinstance(setup, SeasonSetup) else setup.track.id
    return f"{time_text(saved.created)} {short_hash(f'{what} {setup.seed}')}"


def line_of(setup: RaceSetup, choices: Iterable[Chosen]) -> str:
    """Return a key shared by races with the same track, seed and choices, such as a race in two copies of a save."""
    return short_hash("".join([f"{setup.track.id} {setup.seed}", *map(entry_line, choices)]))


MOST_LETTERS = 64

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?")
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def is_name(text: str) -> bool:
    """Return whether a text can name a save: 1 to 64 of the characters a-z, 0-9, _ and -, with no _ or - at either end.

    Names that Windows reserves are excluded.
    """
    return _NAME.fullmatch(text) is not None and text not in _RESERVED


NAMELESS: Final = N_("{name} has no letter from a to z and no digit; choose another name.")


def name_from(parts: Iterable[str], kind: str = "race") -> str:
    """Return a name for a save, made from words such as a track's and the players' names, in allowed characters.

    The name starts with `kind` if nothing is left of the words, or if Windows reserves the name that they make.
    """
    plain = (unicodedata.normalize("NFKD", part).casefold() for part in parts)
    words = (re.sub(r"[^a-z0-9_]+", "-", part.encode("ascii", "ignore").decode("ascii")) for part in plain)
    joined = "-".join(word for word in (each.strip("-_") for each in words) if word)
    name = joined[:MOST_LETTERS].strip("-_")
    return name if is_name(name) else (f"{kind}-{name}").rstrip("-_")[:MOST_LETTERS].rstrip("-_")


def numbered(name: str) -> Iterator[str]:
    """Yield the name, then the name with -2, -3 and so on at its end, within the maximum length."""
    yield name
    for number in count(2):
        end = f"-{number}"
        yield name[: MOST_LETTERS - len(end)].rstrip("-_") + end


FORMAT: Final = 1
KIND: Final = "heat-tui race"
SEASON_KIND: Final = "heat-tui season"
LONGEST_NAME: Final = 100
MOST_BYTES: Final = 40_000_000


def save_text(saved: SavedRace) -> str:
    """Return the save as JSON: one key per line, and one line for every entry of the record."""
    table: dict[str, Any] = {
        "kind": SEASON_KIND if isinstance(saved.setup, SeasonSetup) else KIND,
        "format": FORMAT,
        "rules": saved.rules,
        "program": saved.program,
        "created": time_text(saved.created),
        "changed": time_text(saved.changed),
        "finished": saved.finished,
        "open_table": saved.open_table,
        **({"lessons": True} if saved.lessons else {}),
        **{key: asdict(each) for key in ("target", "rival") if (each := getattr(saved, key)) is not None},
        **({} if saved.raced_on is None else {"raced_on": saved.raced_on}),
        "setup": setup_data(saved.setup),
        "controllers": list(saved.controllers),
        "base": saved.base,
        "record": saved.record,
        "fingerprint": fingerprint(saved.snapshot),
        "snapshot": saved.snapshot,
    }
    entries = "[\n" + ",\n".join(map(entry_line, saved.record)) + "\n]" if saved.record else "[]"
    lines = [f'"{key}": {entries if key == "record" else json.dumps(value)}' for key, value in table.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


@functools.lru_cache(maxsize=16_384)
def entry_line(record: Record) -> str:
    """Return an entry as an indented line of JSON, cached because a season writes thousands after every choice."""
    return f"  {json.dumps(entry_data(record))}"


def entry_data(record: DataclassInstance) -> dict[str, Any]:
    """Return one entry of a record as plain data."""
    if isinstance(record, Chosen):
        return {"do": word_of(type(record.action)), "seat": record.seat, **_figures(record.action)}
    return {"do": word_of(type(record)), **_figures(record)}


def word_of(kind: type) -> str:
    """Return the name of a kind of action or other entry in a save: "put away" for PutAway."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def _figures(entry: DataclassInstance) -> dict[str, Any]:
    left_out = LEFT_OUT.get(type(entry), ())
    figures = {each.name: (getattr(entry, each.name), each.default) for each in fields(entry)}
    return {name: value for name, (value, usual) in figures.items() if name not in left_out or value != usual}


_ALWAYS: Final = ("retire", "memory_aid")
_LATER: Final = (*(each.name for each in fields(TableRules) if each.name not in _ALWAYS), "chosen_seed")

LEFT_OUT: Final[Mapping[type, tuple[str, ...]]] = {React: ("cards",), RaceSetup: _LATER, SeasonSetup: _LATER}
"""The fields that a save omits if they have their defaults: the fields that the first saves did not have."""


def setup_data(setup: GameSetup) -> dict[str, Any]:
    """Return the setup of a game as plain data, which contains each track once, in full."""
    data = _figures(setup)
    modules = {module.name: module.options() for module in data.pop("modules")}
    data |= {name: name in modules for name in SWITCHES}
    data |= {name: data.pop(name) for name in table_rules(setup) if name in data}
    data["modules"] = [{"name": name, "options": options} for name, options in modules.items() if name not in SWITCHES]
    if isinstance(setup, RaceSetup):
        return {**data, "track": track_data(setup.track)}
    tracks = [*dict.fromkeys(race.track for race in setup.calendar)]
    calendar = [{**_figures(race), "track": tracks.index(race.track)} for race in setup.calendar]
    head = {"title": setup.title, "tracks": [*map(track_data, tracks)], "calendar": calendar, "parts": setup.parts}
    return head | {key: value for key, value in data.items() if key not in head}


def time_text(moment: datetime) -> str:
    """Return a time as written in a save: UTC, to the millisecond."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
