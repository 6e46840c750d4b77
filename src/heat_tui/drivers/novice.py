"""A beginner's first thought, and the imagined behaviour of rivals: the first plan that looks fast."""

from __future__ import annotations

from heat_tui.drivers.course import MOST_COOLED
from heat_tui.drivers.hands import FIELD, shifts_of, ways
from heat_tui.drivers.outlook import course_for
from heat_tui.drivers.upgrades import used_at_once
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, Slipstream
from heat_tui.engine.cards import HEAT
from heat_tui.engine.choices import distinct_sets
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up


def first_thought(view: SeatView, decision: Decision) -> Action | None:
    """Return a quick action, without weighing any; None for a decision without a shortcut, or with a cluttered hand.

    A plan is the best of `Course.ways_on` that the hand can play, or the slowest cards in the lowest gear if it can
    play none. The symbols in `IMMEDIATE_SYMBOLS` are always used, Adrenaline and a Slipstream only if the car then
    crosses no line over its limit, other symbols never. Nothing is discarded.
    """
    match decision:
        case PlanDecision() if not decision.cluttered:
            return _plan(view, decision)
        case ReactDecision():
            adrenaline = next((use for use in reversed(decision.uses) if use.symbol == "adrenaline"), None)
            if first := next(used_at_once(decision), None):
                return first
            return adrenaline.in_full() if adrenaline and _is_free(view, 1, view.speed + 1) else DONE
        case SlipstreamDecision(distances=distances):
            return next((Slipstream(way) for way in reversed(distances) if _is_free(view, way, view.speed)), STAY)
        case DiscardDecision():
            return Discard(())
        case _:
            return None


def _plan(view: SeatView, decision: PlanDecision) -> Plan:
    own, course = view.own, course_for(view)
    left = view.sheet.finish + 1 - own.at
    left -= course.shift(left)
    shifts = shifts_of(view.sheet.cards)
    made, heat = ways(view.hand, shifts=shifts), min(view.hand.count(HEAT), MOST_COOLED)
    gears, playable = dict(decision.gears), decision.playable
    speeds = tuple([shifts[card] - FIELD for card in playable])
    for way in course.ways_on(left, own.gear, own.engine, heat):
        gear, speed = divmod(way.bit_length() - 1, FIELD)
        if made & way and gear in gears:
            for pick in distinct_sets(playable, gear):
                if add_up(pick(speeds)) == speed:
                    return Plan(gear, pick(playable))
    gear = decision.gears[0][0]
    return Plan(gear, min(decision.sets(gear), key=lambda cards: add_up([shifts.get(card, 0) for card in cards])))


def _is_free(view: SeatView, way: int, speed: int) -> bool:
    """Return whether the turn, at `speed`, crosses no line over its limit if the car moves `way` more spaces."""
    course, began = course_for(view), view.began
    left = view.sheet.finish + 1 - began
    left -= course.shift(left)
    end = left - (view.own.at + way - began)
    return not any(line > end and speed > limit for line, limit, _ in course.lines[left])
