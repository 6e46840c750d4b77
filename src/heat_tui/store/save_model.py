"""The shape of a save file: every key, its type and its bounds."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated, Any, Final, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Exchange,
    KeepUpgrade,
    Mulligan,
    NextRace,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.module import Module
from heat_tui.engine.setup import MOST_CARS, MOST_HANDICAP, MOST_LAPS, RaceSetup
from heat_tui.engine.track import Track
from heat_tui.language import _
from heat_tui.modules.championship import EVENTS, MOST_RACES, TITLES, SeasonRace, SeasonSetup
from heat_tui.modules.garage import LEVELS, SETS, Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.reading import BadFile, shown
from heat_tui.store.saved_race import FORMAT, LONGEST_NAME, Chosen, Controller, HandedOver, Record, TookBack
from heat_tui.store.track_reading import track_from

MOST_RECORDS: Final = 50_000

MODULES: Final[dict[str, type[Module]]] = {
    module.name: module for module in (Garage, Legends, Spaces, Tournament, Weather)
}
"""The optional rules that a save can name."""

Seat = Annotated[int, Field(ge=0, lt=MOST_CARS)]
Figure = Annotated[int, Field(ge=0, le=1000)]
Word = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_+-]{0,31}$")]
Cards = Annotated[list[Word], Field(max_length=100)]
Value = Annotated[tuple[Word, Figure], Field(strict=False)]
"""A card and the value chosen for it; JSON has a list for the pair, so its shape alone is not strict."""

Time = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Entry(_Table):
    seat: Seat

    def record(self) -> Record:
        return Chosen(self.seat, self.action())

    def action(self) -> Action:
        raise NotImplementedError


class MulliganEntry(_Entry):
    do: Literal["mulligan"]
    take: bool

    def action(self) -> Action:
        return Mulligan(self.take)


class PlanEntry(_Entry):
    do: Literal["plan"]
    gear: Figure
    cards: Cards

    def action(self) -> Action:
        return Plan(self.gear, tuple(self.cards))


class RetireEntry(_Entry):
    do: Literal["retire"]

    def action(self) -> Action:
        return Retire()


class ChooseValuesEntry(_Entry):
    do: Literal["choose values"]
    values: Annotated[list[Value], Field(max_length=100)]

    def action(self) -> Action:
        return ChooseValues(tuple(self.values))


class ReplaceEntry(_Entry):
    do: Literal["replace"]
    cards: Cards

    def action(self) -> Action:
        return Replace(tuple(self.cards))


class ReactEntry(_Entry):
    do: Literal["react"]
    symbol: Word | None
    source: Word | Literal[""]
    amount: Figure
    cards: Cards = Field(default=[])

    def action(self) -> Action:
        return React(self.symbol, self.source, self.amount, tuple(self.cards))


class SlipstreamEntry(_Entry):
    do: Literal["slipstream"]
    distance: Figure

    def action(self) -> Action:
        return Slipstream(self.distance)


class DiscardEntry(_Entry):
    do: Literal["discard"]
    cards: Cards

    def action(self) -> Action:
        return Discard(tuple(self.cards))


class RefreshEntry(_Entry):
    do: Literal["refresh"]
    cards: Cards

    def action(self) -> Action:
        return Refresh(tuple(self.cards))


class PickEntry(_Entry):
    do: Literal["pick"]
    card: Word

    def action(self) -> Action:
        return Pick(self.card)


class PutAwayEntry(_Entry):
    do: Literal["put away"]
    card: Word

    def action(self) -> Action:
        return PutAway(self.card)


class ExchangeEntry(_Entry):
    do: Literal["exchange"]
    give: Word | None
    take: Word | None

    def action(self) -> Action:
        return Exchange(self.give, self.take)


class KeepUpgradeEntry(_Entry):
    do: Literal["keep upgrade"]
    card: Word

    def action(self) -> Action:
        return KeepUpgrade(self.card)


class NextRaceEntry(_Entry):
    do: Literal["next race"]

    def action(self) -> Action:
        return NextRace()


class HandOverEntry(_Entry):
    do: Literal["hand over"]
    to: Controller

    def record(self) -> Record:
        return HandedOver(self.seat, self.to)


class TakeBackEntry(_Table):
    do: Literal["take back"]
    actions: int = Field(ge=1, le=MOST_RECORDS)

    def record(self) -> Record:
        return TookBack(self.actions)


Entry = Annotated[
    MulliganEntry
    | PlanEntry
    | RetireEntry
    | ChooseValuesEntry
    | ReplaceEntry
    | ReactEntry
    | SlipstreamEntry
    | DiscardEntry
    | RefreshEntry
    | PickEntry
    | PutAwayEntry
    | ExchangeEntry
    | KeepUpgradeEntry
    | NextRaceEntry
    | HandOverEntry
    | TakeBackEntry,
    Field(discriminator="do"),
]


class ModuleTable(_Table):
    """One optional rule and its options."""

    name: Word
    options: dict[str, Any]


class StartTable(_Table):
    """What every game is started from."""

    seats: list[Annotated[str, Field(max_length=LONGEST_NAME)]] = Field(min_length=1, max_length=MOST_CARS)
    seed: int = Field(ge=0, lt=1 << 63)
    colours: list[Word] = Field(max_length=MOST_CARS)
    handicap: list[Annotated[int, Field(ge=0, le=MOST_HANDICAP)]] = Field(max_length=MOST_CARS)
    mulligan: bool
    retire: bool
    memory_aid: bool
    modules: list[ModuleTable] = Field(max_length=32)


class SetupTable(StartTable):
    """What a race was started from; `track` is the whole track in the shape of a track file."""

    track: dict[str, Any]
    laps: int | None = Field(ge=1, le=MOST_LAPS)


class CalendarTable(_Table):
    """One race of a season; `track` is the place of its track among those of the season, from 0."""

    track: int = Field(ge=0, lt=MOST_RACES)
    event: Figure
    laps: int | None = Field(ge=1, le=MOST_LAPS)


class SeasonTable(StartTable):
    """What a season was started from; `tracks` are its different tracks, whole."""

    title: Literal[TITLES]  # type: ignore[valid-type]
    tracks: list[dict[str, Any]] = Field(min_length=1, max_length=MOST_RACES)
    calendar: list[CalendarTable] = Field(min_length=1, max_length=MOST_RACES)
    parts: list[Figure] = Field(max_length=MOST_RACES)
    level: Literal[LEVELS]  # type: ignore[valid-type]
    sets: list[Literal[SETS]] = Field(max_length=len(SETS))  # type: ignore[valid-type]


class GameFile(_Table):
    """What every save holds."""

    format: int = Field(ge=FORMAT, le=FORMAT)
    rules: int = Field(ge=1, le=1_000_000)
    program: str = Field(max_length=LONGEST_NAME)
    created: Time
    changed: Time
    finished: bool
    open_table: bool
    controllers: list[Controller] = Field(min_length=1, max_length=MOST_CARS)
    base: dict[str, Any] | None
    record: list[Entry] = Field(max_length=MOST_RECORDS)
    fingerprint: str = Field(pattern="^[0-9a-f]{64}$")
    snapshot: dict[str, Any]


class SaveFile(GameFile):
    """One saved race."""

    kind: Literal["heat-tui race"]
    lessons: bool = False
    setup: SetupTable


class SeasonFile(GameFile):
    """One saved season."""

    kind: Literal["heat-tui season"]
    setup: SeasonTable


def module_from(table: ModuleTable) -> Module:
    """The optional rule that a table names; KeyError for an unknown name, ValidationError for options it has not."""
    module = MODULES[table.name]
    hints = get_type_hints(module)
    fields: Any = {
        field.name: (hints[field.name], ... if field.default is dataclasses.MISSING else field.default)
        for field in dataclasses.fields(module)  # type: ignore[arg-type]
    }
    shape = create_model(table.name, __base__=_Table, **fields)
    options = shape.model_validate_json(json.dumps(table.options))
    return module(**options.model_dump())


def setup_from(table: SetupTable, file: str) -> RaceSetup:
    """The setup of a race. Raises BadFile."""
    track = _track(table.track, file)
    modules = _modules(table, file)
    return RaceSetup(
        track=track,
        seats=tuple(table.seats),
        seed=table.seed,
        laps=table.laps,
        colours=tuple(table.colours),
        handicap=tuple(table.handicap),
        mulligan=table.mulligan,
        retire=table.retire,
        memory_aid=table.memory_aid,
        modules=modules,
    )


def season_from(table: SeasonTable, file: str) -> SeasonSetup:
    """The setup of a season. Raises BadFile."""
    tracks = [_track(each, file) for each in table.tracks]
    if any(race.track >= len(tracks) or race.event not in EVENTS for race in table.calendar):
        raise BadFile(damaged(file))
    return SeasonSetup(
        calendar=tuple(SeasonRace(tracks[race.track], race.event, race.laps) for race in table.calendar),
        seats=tuple(table.seats),
        seed=table.seed,
        title=table.title,
        parts=tuple(table.parts),
        level=table.level,
        sets=tuple(table.sets),
        colours=tuple(table.colours),
        handicap=tuple(table.handicap),
        mulligan=table.mulligan,
        retire=table.retire,
        memory_aid=table.memory_aid,
        modules=_modules(table, file),
    )


def damaged(file: str) -> str:
    """The sentence for a save that tells of something that cannot be."""
    return _("{file}: what it tells of the race cannot be; use an untouched copy of the saved race.").format(file=file)


def _track(table: dict[str, Any], file: str) -> Track:
    track, faults = track_from(table)
    if track is None:
        fault = _("{file}: the track in it is unsound ({fault}); use an untouched copy of the saved race.")
        raise BadFile(fault.format(file=file, fault=faults[0].rstrip(".")))
    return track


def _modules(table: StartTable, file: str) -> tuple[Module, ...]:
    for module in table.modules:
        if module.name not in MODULES:
            unknown = _(
                "{file}: it is played with {module}, which this version of the game does not have; update the game."
            )
            raise BadFile(unknown.format(file=file, module=shown(module.name)))
    if not all(seat.isprintable() for seat in table.seats):
        raise BadFile(damaged(file))
    try:
        return tuple(module_from(module) for module in table.modules)
    except ValidationError as error:
        raise BadFile(damaged(file)) from error
