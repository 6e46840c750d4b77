"""The conversion of a race's state to plain data, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.car import FINISHED, OUT, RACING, RETIRED, Car, Turn
from heat_tui.engine.codec import Kinds, read, table_of
from heat_tui.engine.decisions import Use
from heat_tui.engine.movement import FREE
from heat_tui.engine.planning import TOP_GEAR
from heat_tui.engine.program import OVER, TURNS

if TYPE_CHECKING:
    from heat_tui.engine.module import Data
    from heat_tui.engine.race import Race

CAR: Kinds = {
    **dict.fromkeys(("at", "spot", "gear", "engine", "luck"), int),
    **dict.fromkeys(("hand", "deck", "discard", "play"), list[str]),
    "status": str,
    "plan": tuple[int, tuple[str, ...]] | None,
}
"""The fields of a car that a snapshot keeps; `covered` is lost, and the rest follows from the setup."""

TURN: Kinds = {"began": int, "speed": int, "charges": list[Use], "slipped": int | None, "discarded": bool, "spun": bool}
"""The fields of a turn that a snapshot always keeps."""

RARE_TURN: Kinds = {
    "chosen": tuple[tuple[str, int], ...],
    "marks": tuple[Use, ...],
    "pluses": int,
    "cooled_in": tuple[int, ...],
    "reacted": bool,
    "refreshed": bool,
}
"""The fields of a turn that a snapshot keeps only if they are set, which they seldom are."""

RACE: Kinds = {
    **dict.fromkeys(("round", "stage", "asked", "turns", "luck"), int),
    **dict.fromkeys(("order", "finished", "retired", "out"), list[int]),
}
LAST: Kinds = {"last": tuple[int, ...]}
PARTS: Kinds = {"stop": int | None, "turn": object, "cars": list[object], "modules": object}


def snapshot(race: Race) -> dict[str, Data]:
    """Return, as plain data, the state of a race that waits for a decision or is over."""
    turn = table_of(race.turn, TURN)
    turn.update({name: data for name, data in table_of(race.turn, RARE_TURN).items() if data})
    cars: list[Data] = [table_of(car, CAR) for car in race.cars]
    return {
        **table_of(race, RACE),
        "stop": None if race.stop is None else race.stop.place,
        **table_of(race, LAST),
        "turn": turn,
        "cars": cars,
        "modules": {name: state.snapshot() for name, state in sorted(race.states.items())},
    }


def restore(race: Race, data: Data) -> None:
    """Fill a race, which already has its setup and the fields of `RACE` and `LAST`, with the rest of a snapshot.

    Raises ValueError if a part is missing, has the wrong type or does not fit the race, or two cars share a spot, and
    IndexError if the snapshot has more cars than the setup.
    """
    parts, entries = read(data, PARTS), race.rules.entries
    cars, turn, modules = parts["cars"], parts["turn"], parts["modules"]
    named = {*race.order, *race.finished, *race.retired, *race.out, *race.last}
    if race.stage not in range(OVER, len(race.rules.table)) or not named <= {*range(len(entries))}:
        raise ValueError("the stage or a car does not exist")
    race.turn = Turn(**read(turn, TURN), **read(turn, RARE_TURN, partial=True))
    race.cars = [_restored_car(race, index, car) for index, car in enumerate(cars)]
    if len(cars) != len(entries) or not isinstance(modules, dict):
        raise ValueError("other cars than those of the setup, or no table of modules")
    _fill_spots(race)
    try:
        race.states = {
            module.name: module.restore(race, modules[module.name])
            for module in race.rules.modules
            if modules.get(module.name) is not None
        }
    except (KeyError, TypeError) as wrong:
        raise ValueError("a module cannot read its state") from wrong
    _find_stop(race, parts["stop"])


def _find_stop(race: Race, place: int | None) -> None:
    """Set the stop at which the race waits, if it is in a turn. Raises ValueError if no such turn or stop exists."""
    if race.stage == TURNS and not 0 <= race.turns < len(race.order):
        raise ValueError("turns is out of range")
    if place is not None:
        stops = race.rules.turns[race.order[race.turns]] if race.stage == TURNS else ()
        if not 0 <= place < len(stops):
            raise ValueError("the turn has no such stop")
        race.stop = stops[place]


def _fill_spots(race: Race) -> None:
    race.spots = [FREE] * (2 * race.rules.spaces)
    for car in race.cars:
        if car.status == RACING:
            place = (car.at - 1) % race.rules.spaces * 2 + car.spot
            if race.spots[place] != FREE:
                raise ValueError("two cars on one spot")
            race.spots[place] = car.index


def _restored_car(race: Race, index: int, data: Data) -> Car:
    car = Car(index, race.rules.entries[index], **read(data, CAR), covered=None)
    in_range = car.at >= 1 and car.spot in (0, 1) and 0 <= car.gear <= TOP_GEAR and car.engine >= 0
    if not in_range or car.status not in (RACING, FINISHED, RETIRED, OUT):
        raise ValueError("a car is out of range")
    for pile in (car.hand, car.deck, car.discard, car.play):
        pile[:] = _known(race, pile)
    if car.plan is not None:
        gear, cards = car.plan
        car.plan = (gear, tuple(_known(race, [*cards])))
    return car


def _known(race: Race, cards: list[str]) -> list[str]:
    """Return the cards as the catalogue's own strings. Raises ValueError if a card is unknown."""
    try:
        return [race.rules.cards[card].key for card in cards]
    except KeyError as unknown:
        raise ValueError("a card is unknown") from unknown
