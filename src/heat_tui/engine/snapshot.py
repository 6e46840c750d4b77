"""The whole state of a race as plain data, and back. The same state always gives the same data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from heat_tui.engine.car import FINISHED, OUT, RACING, RETIRED, Car, Turn
from heat_tui.engine.decisions import Use
from heat_tui.engine.movement import FREE
from heat_tui.engine.program import OVER, TURNS

if TYPE_CHECKING:
    from heat_tui.engine.module import Data
    from heat_tui.engine.race import Race

_CAR_FIGURES = ("at", "spot", "gear", "engine", "luck")
_PILES = ("hand", "deck", "discard", "play")
_RACE_FIGURES = ("round", "stage", "asked", "turns", "luck")
_RACE_LISTS = ("order", "finished", "retired", "out")


def snapshot(race: Race) -> dict[str, Data]:
    """The state of a race at rest."""
    data: dict[str, Data] = {name: getattr(race, name) for name in _RACE_FIGURES}
    for name in _RACE_LISTS:
        data[name] = list(getattr(race, name))
    data["stop"] = None if race.stop is None else race.stop.place
    data["last"] = list(race.last)
    data["turn"] = _turn(race.turn)
    data["cars"] = [_car(car) for car in race.cars]
    data["modules"] = {name: state.snapshot() for name, state in sorted(race.states.items())}
    return data


def _car(car: Car) -> dict[str, Data]:
    data: dict[str, Data] = {name: getattr(car, name) for name in _CAR_FIGURES}
    for pile in _PILES:
        data[pile] = list(getattr(car, pile))
    data["status"] = car.status
    data["plan"] = None if car.plan is None else [car.plan[0], list(car.plan[1])]
    return data


def _turn(turn: Turn) -> dict[str, Data]:
    data: dict[str, Data] = {
        "began": turn.began,
        "speed": turn.speed,
        "charges": _uses(turn.charges),
        "slipped": turn.slipped,
        "discarded": int(turn.discarded),
        "spun": int(turn.spun),
    }
    # What only some cards bring stands there only where it is.
    if turn.chosen:
        data["chosen"] = [[card, value] for card, value in turn.chosen]
    if turn.marks:
        data["marks"] = _uses(turn.marks)
    if turn.pluses:
        data["pluses"] = turn.pluses
    if turn.reacted:
        data["reacted"] = 1
    if turn.refreshed:
        data["refreshed"] = 1
    return data


def _uses(uses: Iterable[Use]) -> list[Data]:
    return [[use.symbol, use.source, use.most, use.heat] for use in uses]


def restore(race: Race, data: Data) -> None:
    """Fill a fresh race of the same setup with a snapshot.

    Raises ValueError when the data is not a snapshot of such a race: something is missing,
    of the wrong kind, out of range, or two cars share a spot.
    """
    table = _table(data)
    for name in _RACE_FIGURES:
        setattr(race, name, _whole(table, name))
    count = len(race.rules.entries)
    for name in _RACE_LISTS:
        setattr(race, name, list(_cars(table, name, count)))
    race.last = tuple(_cars(table, "last", count))
    race.turn = _restored_turn(_table(table.get("turn")))
    cars = _list(table, "cars")
    if len(cars) != count:
        raise ValueError("cars")
    race.cars = [_restored_car(race, index, _table(car)) for index, car in enumerate(cars)]
    _stand(race)
    states = _table(table.get("modules"))
    try:
        race.states = {
            module.name: module.restore(race, states[module.name])
            for module in race.rules.modules
            if module.name in states
        }
    except (KeyError, TypeError) as wrong:
        raise ValueError("modules") from wrong
    _find_stop(race, table.get("stop"))


def _find_stop(race: Race, place: Data) -> None:
    """Set where the race rests, None where a turn is still to begin; ValueError if there is no such place."""
    if not OVER <= race.stage < len(race.rules.table):
        raise ValueError("stage")
    race.stop = None
    if race.stage == TURNS and not 0 <= race.turns < len(race.order):
        raise ValueError("turns")
    if place is not None:
        stops = race.rules.turns[race.order[race.turns]] if race.stage == TURNS else ()
        if not isinstance(place, int) or not 0 <= place < len(stops):
            raise ValueError("stop")
        race.stop = stops[place]


def _stand(race: Race) -> None:
    race.spots = [FREE] * (2 * race.rules.spaces)
    for car in race.cars:
        if car.status == RACING:
            place = (car.at - 1) % race.rules.spaces * 2 + car.spot
            if race.spots[place] != FREE:
                raise ValueError("two cars on one spot")
            race.spots[place] = car.index


def _restored_car(race: Race, index: int, table: dict[str, Data]) -> Car:
    car = Car(index, race.rules.entries[index], 0)
    for name in _CAR_FIGURES:
        setattr(car, name, _whole(table, name))
    for pile in _PILES:
        setattr(car, pile, _keys(race, _list(table, pile)))
    status = table.get("status")
    if status not in (RACING, FINISHED, RETIRED, OUT):
        raise ValueError("status")
    car.status = str(status)
    if car.at < 1 or car.spot not in (0, 1) or not 0 <= car.gear <= 4 or car.engine < 0:
        raise ValueError("car")
    if table.get("plan") is not None:
        gear, cards = _list(table, "plan")
        if not isinstance(gear, int) or not isinstance(cards, list):
            raise ValueError("plan")
        car.plan = (gear, tuple(_keys(race, cards)))
    return car


def _restored_turn(table: dict[str, Data]) -> Turn:
    turn = Turn(_whole(table, "began"))
    turn.speed = _whole(table, "speed")
    turn.slipped = None if table.get("slipped") is None else _whole(table, "slipped")
    turn.discarded = bool(_whole(table, "discarded"))
    turn.spun = bool(_whole(table, "spun"))
    turn.charges = list(_restored_uses(table, "charges"))
    if "chosen" in table:
        turn.chosen = tuple(_pair(pair) for pair in _list(table, "chosen"))
    if "marks" in table:
        turn.marks = tuple(_restored_uses(table, "marks"))
    if "pluses" in table:
        turn.pluses = _whole(table, "pluses")
    turn.reacted = "reacted" in table
    turn.refreshed = "refreshed" in table
    return turn


def _restored_uses(table: dict[str, Data], name: str) -> Iterable[Use]:
    for use in _list(table, name):
        if not isinstance(use, list) or len(use) != 4:
            raise ValueError(name)
        symbol, source, most, heat = use
        if not (isinstance(symbol, str) and isinstance(source, str)):
            raise ValueError(name)
        if not (isinstance(most, int) and isinstance(heat, int)):
            raise ValueError(name)
        yield Use(symbol, source, most, heat)


def _pair(pair: Data) -> tuple[str, int]:
    if not isinstance(pair, list) or len(pair) != 2:
        raise ValueError("chosen")
    card, value = pair
    if not isinstance(card, str) or not isinstance(value, int):
        raise ValueError("chosen")
    return card, value


def _table(data: Data) -> dict[str, Data]:
    if not isinstance(data, dict):
        raise ValueError("not a table")
    return data


def _whole(table: dict[str, Data], name: str) -> int:
    value = table.get(name)
    if not isinstance(value, int):
        raise ValueError(name)
    return value


def _list(table: dict[str, Data], name: str) -> list[Data]:
    value = table.get(name)
    if not isinstance(value, list):
        raise ValueError(name)
    return value


def _cars(table: dict[str, Data], name: str, count: int) -> Iterable[int]:
    for index in _list(table, name):
        if not isinstance(index, int) or not 0 <= index < count:
            raise ValueError(name)
        yield index


def _keys(race: Race, cards: list[Data]) -> list[str]:
    """The cards by the catalogue's own strings; ValueError at an unknown one."""
    known = []
    for card in cards:
        if not isinstance(card, str) or card not in race.rules.cards:
            raise ValueError("card")
        known.append(race.rules.cards[card].key)
    return known
