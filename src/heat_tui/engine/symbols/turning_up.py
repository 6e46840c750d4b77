"""What a card brings when it is turned up, in step 3 or by Direct play."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


def turn_up(race: Race, car: Car, card: str) -> None:
    """Count a card's printed speed, resolve its + and note its other symbols (3.1, G5)."""
    turn, rules = race.turn, race.rules
    turn.speed += rules.speeds[card]
    if card in rules.at_reveal:
        for symbol, number in rules.at_reveal[card]:
            symbol.at_reveal(race, car, number, card)
    if card in rules.charges:
        turn.charges += rules.charges[card]
    if card in rules.marks:
        turn.marks += rules.marks[card]


def forget(race: Race, card: str) -> None:
    """Take the symbols of a card away that is in play no longer (G8)."""
    turn, rules = race.turn, race.rules
    for charge in rules.charges.get(card, ()):
        turn.charges.remove(charge)
    marks = list(turn.marks)
    for mark in rules.marks.get(card, ()):
        marks.remove(mark)
    turn.marks = tuple(marks)
