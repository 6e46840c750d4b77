"""A beginner's first thought: the first plan that looks fast. In imagined worlds rivals drive by it."""

from __future__ import annotations

from random import Random

from heat_tui.drivers.course import MOST_COOLED, REACH
from heat_tui.drivers.hands import FIELD, shifts_of, ways
from heat_tui.drivers.outlook import Outlook, Road, course_for
from heat_tui.drivers.places import WORLD_LUCK, Places
from heat_tui.drivers.upgrades import AT_ONCE
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.movement import FREE
from heat_tui.engine.race import Race
from heat_tui.engine.track import SPOTS_PER_SPACE
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up


def first_thought(view: SeatView, decision: Decision) -> Action | None:
    """Return a quick action in a tenth of the time of weighing; None for a decision that is not worth the shortcut.

    A plan is the best one in the course of the track that the hand can make. Free symbols are used if the car then
    crosses no line too fast; there is no Boost and no discard.
    """
    match decision:
        case PlanDecision() if not decision.cluttered:
            return _plan(view, decision)
        case ReactDecision():
            uses = {use.symbol: use for use in decision.uses}
            symbol = next((symbol for symbol in AT_ONCE if symbol in uses), None)
            if symbol is None and "adrenaline" in uses and _is_free(view, 1, view.speed + 1):
                symbol = "adrenaline"
            return DONE if symbol is None else React(symbol, uses[symbol].source, uses[symbol].most)
        case SlipstreamDecision(distances=distances):
            return next((Slipstream(way) for way in reversed(distances) if _is_free(view, way, view.speed)), STAY)
        case DiscardDecision():
            return Discard(())
        case _:
            return None


def roads(view: SeatView, outlook: Outlook, seed: int) -> list[Road]:
    """Return the roads that the driver's own turn may meet, from worlds in which the cars ahead drive quickly.

    Worlds that look alike within reach of a turn are one road. The same seed and view give the same roads. A driver
    whose style draws no worlds assumes an open road, because the cars ahead will have moved by then.
    """
    worlds = outlook.style.worlds
    if not worlds:
        empty = [FREE] * (SPOTS_PER_SPACE * view.sheet.track.spaces)
        return [Road(1.0, empty, outlook.places(view.cars, view.order))]
    random = Random((seed << 20) + (view.round << 4) + view.own.index).random

    def drive(race: Race, decision: Decision) -> Action:
        return first_thought(race.view(decision.seat), decision) or decision.sample(random)

    own = view.own
    size = SPOTS_PER_SPACE * view.sheet.track.spaces
    here = (own.at - 1) * SPOTS_PER_SPACE % size
    there = here + SPOTS_PER_SPACE * (REACH + 1)
    seen: dict[tuple[int, ...], tuple[int, list[int], Places | None]] = {}
    for _ in range(worlds):
        race = view.world(random, drive)
        race.run_until(own.index, drive)
        spots = race.spots
        spots[here + own.spot] = FREE
        lap = [*spots, *spots]
        picture = tuple([place for place, car in enumerate(lap[here:there]) if car >= 0])
        if picture in seen:
            count, spots, places = seen[picture]
        else:
            count, places = 0, outlook.places(race.cars, race.order[race.turns :], WORLD_LUCK)
        seen[picture] = count + 1, spots, places
    return [Road(count / worlds, spots, places) for count, spots, places in seen.values()]


def _plan(view: SeatView, decision: PlanDecision) -> Plan:
    own, course = view.own, course_for(view)
    left = view.sheet.finish + 1 - own.at
    left -= course.shift(left)
    shifts = shifts_of(view.sheet.cards)
    made, heat = ways(view.hand, shifts=shifts), min(view.hand.count(HEAT), MOST_COOLED)
    gears = dict(decision.gears)
    for way in course.ways_on(left, own.gear, own.engine, heat):
        gear, speed = divmod(way.bit_length() - 1, FIELD)
        if made & way and gear in gears:
            for cards in decision.sets(gear):
                if add_up([shifts[card] - FIELD for card in cards if card != HEAT]) == speed:
                    return Plan(gear, cards)
    gear = decision.gears[0][0]
    return Plan(gear, min(decision.sets(gear), key=lambda cards: add_up([shifts.get(card, 0) for card in cards])))


def _is_free(view: SeatView, way: int, speed: int) -> bool:
    """Return whether a turn at that speed crosses no line too fast if the car goes `way` spaces further."""
    course, began = course_for(view), view.began
    left = view.sheet.finish + 1 - began
    left -= course.shift(left)
    end = left - (view.own.at + way - began)
    return not any(line > end and speed > limit for line, limit, _ in course.lines[left])
