"""The races of the laws: any track, any cars and any options, and their JSON form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random

from heat_tui.engine import RaceSetup
from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
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
from heat_tui.engine.setup import COLOURS, MOST_CARS, MOST_HANDICAP
from heat_tui.modules.garage import DRAFTS, LEVELS, Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.legends import MOST_PRO, Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from tests.laws.marked import Marked

TRACKS = BUILT_IN_IDS
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")

Json = None | int | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True)
class Mix:
    """One race before its start, in plain values.

    `garage` is the level of the upgrades, "" for none; they come from all sets if `expansions` is set. `marked` deals
    every driver unique cards; `reckless` makes random drivers go fast and seldom cool.
    """

    track: str
    drivers: int
    legends: int
    seed: int
    laps: int = 1
    pro: int = 0
    colours: tuple[str, ...] = ()
    handicap: tuple[int, ...] = ()
    mulligan: bool = False
    retire: bool = False
    memory_aid: bool = True
    marked: bool = False
    reckless: bool = False
    aggressive: bool = False
    weather: bool = False
    spaces: bool = False
    tournament: bool = False
    garage: str = ""
    draft: str = "normal"
    expansions: bool = False

    @property
    def cars(self) -> int:
        return self.drivers + self.legends

    def setup(self) -> RaceSetup:
        """Return the setup that the engine starts from."""
        return RaceSetup(
            track=load_track(self.track),
            seats=NAMES[: self.drivers],
            seed=self.seed,
            laps=self.laps,
            colours=self.colours,
            handicap=self.handicap,
            retire=self.retire,
            memory_aid=self.memory_aid,
            modules=(*tuple(self._modules()), *((MulliganRule(),) if self.mulligan else ())),
        )

    def _modules(self) -> Iterator[Module]:
        if self.legends:
            yield Legends(self.legends, self.pro, self.aggressive)
        if self.weather:
            yield Weather()
        if self.spaces:
            yield Spaces()
        if self.tournament:
            yield Tournament()
        if self.garage:
            sets = SETS if self.expansions else SETS[:1]
            yield Garage(self.garage, self.draft, sets)  # type: ignore[arg-type]
        if self.marked:
            yield Marked(self.drivers)

    def to_json(self) -> dict[str, Json]:
        """Return plain JSON, which `mix_from` reads."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


def mix_from(data: dict[str, Json]) -> Mix:
    """Return a mix from its JSON; raise TypeError if a required field is missing or a field is unknown."""
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Mix(**fields)  # type: ignore[arg-type]


def drawn_mix(random: Random, *, track: str | None = None, cars: int | None = None) -> Mix:
    """Return a random mix, with the given track and number of cars, if any."""
    count = cars or random.randint(1, MOST_CARS)
    drivers = random.randint(1, count)
    colours = random.sample(COLOURS, random.choice((0, count)))
    modules = random.random() < 0.6
    return Mix(
        track=track or random.choice(TRACKS),
        drivers=drivers,
        legends=count - drivers,
        seed=random.getrandbits(63),
        laps=random.choice((1, 1, 1, 2, 3)),
        pro=random.choice((0, 0, random.randint(1, MOST_PRO))),
        colours=tuple(colours),
        handicap=tuple(random.randint(0, MOST_HANDICAP) for _ in range(random.choice((0, random.randint(1, drivers))))),
        mulligan=random.random() < 0.5,
        retire=random.random() < 0.5,
        memory_aid=random.random() < 0.75,
        marked=random.random() < 0.25,
        reckless=random.random() < 0.25,
        aggressive=modules and random.random() < 0.5,
        weather=modules and random.random() < 0.5,
        spaces=modules and random.random() < 0.5,
        tournament=modules and random.random() < 0.5,
        garage=random.choice(("", "", "", *LEVELS)),
        draft=random.choice(DRAFTS),
        expansions=random.random() < 0.5,
    )


def action_to_json(action: Action) -> list[Json]:
    """Return an action as its kind and its fields in order."""
    match action:
        case Mulligan(take):
            return ["mulligan", int(take)]
        case Plan(gear, cards):
            return ["plan", gear, list(cards)]
        case Retire():
            return ["retire"]
        case React(symbol, source, amount, cards):
            return ["react", symbol, source, amount, list(cards)]
        case ChooseValues(values):
            pairs: list[Json] = [[card, value] for card, value in values]
            return ["values", *pairs]
        case Replace(cards):
            return ["replace", list(cards)]
        case Refresh(cards):
            return ["refresh", list(cards)]
        case Pick(card):
            return ["pick", card]
        case PutAway(card):
            return ["put away", card]
        case Slipstream(distance):
            return ["slipstream", distance]
        case Discard(cards):
            return ["discard", list(cards)]
    raise AssertionError(f"no such action: {action!r}")


def action_from(data: Json) -> Action:
    """Return an action from its JSON; raise ValueError if it is not one."""
    match data:
        case ["mulligan", int(take)]:
            return Mulligan(take=bool(take))
        case ["plan", int(gear), list(cards)]:
            return Plan(gear, tuple(str(card) for card in cards))
        case ["retire"]:
            return Retire()
        case ["react", symbol, str(source), int(amount), list(cards)] if symbol is None or isinstance(symbol, str):
            return React(symbol, source, amount, tuple(map(str, cards)))
        case ["values", *pairs]:
            return ChooseValues(tuple(_pair(pair) for pair in pairs))
        case ["replace", list(cards)]:
            return Replace(tuple(map(str, cards)))
        case ["refresh", list(cards)]:
            return Refresh(tuple(map(str, cards)))
        case ["pick", str(card)]:
            return Pick(card)
        case ["put away", str(card)]:
            return PutAway(card)
        case ["slipstream", int(distance)]:
            return Slipstream(distance)
        case ["discard", list(cards)]:
            return Discard(tuple(str(card) for card in cards))
    raise ValueError(f"not an action: {data!r}")


def _pair(data: Json) -> tuple[str, int]:
    match data:
        case [str(card), int(value)]:
            return card, value
    raise ValueError(f"not a card with its value: {data!r}")
