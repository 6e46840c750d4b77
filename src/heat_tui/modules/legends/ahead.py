"""Forecasts from the Legend card turned over this round (L1, L2): the Legends' numbers, and where they would go."""

from __future__ import annotations

from dataclasses import replace

from heat_tui.engine.movement import FREE, free_spot, stop_of
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView
from heat_tui.modules.legends.deck import LegendCardShown, decide, numbers, pressing


def legends(view: SeatView) -> list[int]:
    """Return the Legends on the track, by index, from the first to the last."""
    return [index for index in view.positions if view.sheet.entries[index].kind == "legend"]


def open_card(view: SeatView) -> LegendCardShown | None:
    """Return the state of the deck with this round's card; None if the card is not turned over yet."""
    shown = view.part(LegendCardShown)
    return shown if shown is not None and shown.card is not None and shown.round == view.round else None


def card_numbers(view: SeatView, legend: int) -> tuple[int, int] | None:
    """Return the diamond and the helmet number of a Legend this round; None if its card is not turned over yet."""
    shown = open_card(view)
    if shown is None or shown.card is None:
        return None
    diamond, helmet = numbers(shown.card, view.sheet.entries[legend].colour)
    return diamond, helmet + shown.pro


def landings(view: SeatView) -> dict[int, tuple[int, int]]:
    """Return where each Legend still to move would land if no other car moved, as absolute places and spots.

    The result is empty if the round's card is not turned over yet.
    """
    shown, there = open_card(view), legends(view)
    found: dict[int, tuple[int, int]] = {}
    if shown is None:
        return found
    spaces, everybody = view.sheet.track.spaces, replace(view, seat=None).spots()
    for index in view.order[view.turns :]:
        car, pair = view.cars[index], card_numbers(view, index)
        if index == view.acting or index not in there or pair is None:
            continue
        lines = 1 + (pressing(view.sheet, car.at) if shown.aggressive else 0)
        target = decide(view.sheet, view.limits.__getitem__, index, car.at, *pair, lines).target
        spots = [*everybody]
        spots[(car.at - 1) % spaces * SPOTS_PER_SPACE + car.spot] = FREE
        at = stop_of(spots, spaces, car.at, target - car.at)
        found[index] = at, car.spot if at == car.at else free_spot(spots, spaces, at)
    return found
