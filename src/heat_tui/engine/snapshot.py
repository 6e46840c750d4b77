"""The whole state of a race as plain data, and back. The same state always gives the same data."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from heat_tui.engine.car import FINISHED, OUT, RACING, RETIRED, Car, Turn
from heat_tui.engine.decisions import Use
from heat_tui.engine.movement import FREE
from heat_tui.engine.planning import TOP_GEAR
from heat_tui.engine.program import OVER, TURNS

if TYPE_CHECKING:
    from heat_tui.engine.module import Data
    from heat_tui.engine.race import Race

CAR = ("at", "spot", "gear", "engine", "luck", "hand", "deck", "discard", "play", "status", "plan")
"""What is kept of a car; the rest follows from the setup."""

TURN = ("began", "speed", "charges", "slipped", "discarded", "spun")
RARE_TURN = ("chosen", "marks", "pluses", "reacted", "refreshed")
"""What is kept of a turn: always, and where only some cards bring it, only where it is."""

RACE = ("round", "stage", "asked", "turns", "luck", "order", "finished", "retired", "out")


def plain(value: object) -> Data:
    """Return a value as plain data: sequences and uses of symbols as lists, marks as 0 and 1."""
    match value:
        case bool():
            return int(value)
        case None | int() | str():
            return value
        case list() | tuple():
            return [plain(each) for each in value]
        case Use():
            return [value.symbol, value.source, value.most, value.heat]
    raise TypeError(f"a snapshot holds no {type(value).__name__}")


def table_of(state: object, names: tuple[str, ...]) -> dict[str, Data]:
    """Return some attributes of a state as plain data by name."""
    return {name: plain(getattr(state, name)) for name in names}


def snapshot(race: Race) -> dict[str, Data]:
    """Return the state of a race at rest."""
    turn = table_of(race.turn, TURN)
    turn.update({name: data for name, data in table_of(race.turn, RARE_TURN).items() if data})
    cars: list[Data] = [table_of(car, CAR) for car in race.cars]
    return {
        **table_of(race, RACE),
        "stop": None if race.stop is None else race.stop.place,
        "last": [*race.last],
        "turn": turn,
        "cars": cars,
        "modules": {name: state.snapshot() for name, state in sorted(race.states.items())},
    }


class Kept:
    """A table of a snapshot, read back by kind. An entry that is missing or of another kind is a ValueError."""

    def __init__(self, data: Data) -> None:
        if not isinstance(data, dict):
            raise ValueError("not a table")
        self._table = data

    def __contains__(self, name: str) -> bool:
        return self._table.get(name) is not None

    def data(self, name: str) -> Data:
        """Return an entry as it is, None if there is none."""
        return self._table.get(name)

    def table(self, name: str) -> Kept:
        """Return a table in the table."""
        return Kept(self._table.get(name))

    def whole(self, name: str, among: Container[int] | None = None) -> int:
        """Return an integer."""
        return _whole(self._table.get(name), name, among)

    def all(self, name: str, count: int | None = None) -> list[Data]:
        """Return a list, of `count` entries if that is given."""
        return _all(self._table.get(name), name, count)

    def wholes(self, name: str, among: Container[int] | None = None, count: int | None = None) -> list[int]:
        """Return a list of integers."""
        return [_whole(each, name, among) for each in self.all(name, count)]

    def cards(self, name: str, among: Container[str] | None = None) -> list[str]:
        """Return a pile of cards."""
        return _cards(self._table.get(name), name, among)

    def piles(self, name: str, count: int | None = None) -> list[list[str]]:
        """Return a list of piles of cards."""
        return [_cards(each, name, None) for each in self.all(name, count)]


def _whole(value: Data, name: str, among: Container[int] | None) -> int:
    if not isinstance(value, int) or (among is not None and value not in among):
        raise ValueError(name)
    return value


def _all(value: Data, name: str, count: int | None = None) -> list[Data]:
    if not isinstance(value, list) or (count is not None and len(value) != count):
        raise ValueError(name)
    return value


def _cards(value: Data, name: str, among: Container[str] | None) -> list[str]:
    found = []
    for each in _all(value, name):
        if not isinstance(each, str) or (among is not None and each not in among):
            raise ValueError(name)
        found.append(each)
    return found


def restore(race: Race, data: Data) -> None:
    """Fill a fresh race of the same setup with a snapshot.

    Raises ValueError when the data is not a snapshot of such a race: something is missing,
    of the wrong kind, out of range, or two cars share a spot.
    """
    kept = Kept(data)
    cars = range(len(race.rules.entries))
    race.round = kept.whole("round")
    race.stage = kept.whole("stage", range(OVER, len(race.rules.table)))
    race.asked = kept.whole("asked")
    race.turns = kept.whole("turns")
    race.luck = kept.whole("luck")
    race.order = kept.wholes("order", cars)
    race.finished = kept.wholes("finished", cars)
    race.retired = kept.wholes("retired", cars)
    race.out = kept.wholes("out", cars)
    race.last = tuple(kept.wholes("last", cars))
    race.turn = _restored_turn(kept.table("turn"))
    race.cars = [_restored_car(race, index, Kept(car)) for index, car in enumerate(kept.all("cars", len(cars)))]
    _stand(race)
    states = kept.table("modules")
    try:
        race.states = {
            module.name: module.restore(race, states.data(module.name))
            for module in race.rules.modules
            if module.name in states
        }
    except (KeyError, TypeError) as wrong:
        raise ValueError("modules") from wrong
    _find_stop(race, kept)


def _find_stop(race: Race, kept: Kept) -> None:
    """Set where the race rests, None where a turn is still to begin; ValueError if there is no such place."""
    race.stop = None
    if race.stage == TURNS and not 0 <= race.turns < len(race.order):
        raise ValueError("turns")
    if "stop" in kept:
        stops = race.rules.turns[race.order[race.turns]] if race.stage == TURNS else ()
        race.stop = stops[kept.whole("stop", range(len(stops)))]


def _stand(race: Race) -> None:
    race.spots = [FREE] * (2 * race.rules.spaces)
    for car in race.cars:
        if car.status == RACING:
            place = (car.at - 1) % race.rules.spaces * 2 + car.spot
            if race.spots[place] != FREE:
                raise ValueError("two cars on one spot")
            race.spots[place] = car.index


def _restored_car(race: Race, index: int, kept: Kept) -> Car:
    car = Car(index, race.rules.entries[index], kept.whole("luck"))
    car.at = kept.whole("at")
    car.spot = kept.whole("spot", (0, 1))
    car.gear = kept.whole("gear", range(TOP_GEAR + 1))
    car.engine = kept.whole("engine")
    if car.at < 1 or car.engine < 0:
        raise ValueError("car")
    car.hand = _known(race, kept.cards("hand"))
    car.deck = _known(race, kept.cards("deck"))
    car.discard = _known(race, kept.cards("discard"))
    car.play = _known(race, kept.cards("play"))
    status = kept.data("status")
    if status not in (RACING, FINISHED, RETIRED, OUT):
        raise ValueError("status")
    car.status = str(status)
    if "plan" in kept:
        gear, cards = kept.all("plan", 2)
        car.plan = (_whole(gear, "plan", None), tuple(_known(race, _cards(cards, "plan", None))))
    return car


def _known(race: Race, cards: list[str]) -> list[str]:
    """Return the cards by the catalogue's own strings; ValueError at an unknown one."""
    try:
        return [race.rules.cards[card].key for card in cards]
    except KeyError as unknown:
        raise ValueError("card") from unknown


def _restored_turn(kept: Kept) -> Turn:
    turn = Turn(kept.whole("began"))
    turn.speed = kept.whole("speed")
    turn.slipped = kept.whole("slipped") if "slipped" in kept else None
    turn.discarded = bool(kept.whole("discarded"))
    turn.spun = bool(kept.whole("spun"))
    turn.charges = [_use(use) for use in kept.all("charges")]
    if "chosen" in kept:
        turn.chosen = tuple([_pair(pair) for pair in kept.all("chosen")])
    if "marks" in kept:
        turn.marks = tuple([_use(use) for use in kept.all("marks")])
    if "pluses" in kept:
        turn.pluses = kept.whole("pluses")
    turn.reacted = "reacted" in kept
    turn.refreshed = "refreshed" in kept
    return turn


def _use(data: Data) -> Use:
    match data:
        case [str(symbol), str(source), int(most), int(heat)]:
            return Use(symbol, source, most, heat)
    raise ValueError("a use of a symbol")


def _pair(data: Data) -> tuple[str, int]:
    match data:
        case [str(card), int(value)]:
            return card, value
    raise ValueError("chosen")
