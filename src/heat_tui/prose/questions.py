"""What a driver is asked, with what is at stake."""

from __future__ import annotations

from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    MulliganDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
)
from heat_tui.engine.forecast import CornerCost, corner_costs, landing
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose.cards import card_list
from heat_tui.prose.names import choice, listing
from heat_tui.prose.places import corner_number, place_words
from heat_tui.prose.road import road_ahead
from heat_tui.prose.upgrade_questions import ask_about_upgrades


def ask(view: SeatView, decision: Decision) -> str:
    """The question in one sentence, for the seat that must answer it."""
    match decision:
        case MulliganDecision():
            return _("Do you pay 1 of your {engine} Heat to swap your whole hand for a new one?").format(
                engine=view.own.engine
            )
        case PlanDecision():
            return _ask_plan(view, decision)
        case ReactDecision():
            return _ask_react(view)
        case SlipstreamDecision():
            return _ask_slipstream(view, decision)
        case DiscardDecision():
            return _ask_discard(decision)
        case _:
            return ask_about_upgrades(decision)


def _ask_discard(decision: DiscardDecision) -> str:
    cards = card_list(decision.cards)
    if decision.most == 1 < len(decision.cards):
        return _("Which one of {cards} do you discard before you draw, if any?").format(cards=cards)
    if len(decision.cards) == 1:
        return _("Do you discard your {card} before you draw?").format(card=cards)
    return _("Which of {cards} do you discard before you draw, if any?").format(cards=cards)


def _ask_plan(view: SeatView, decision: PlanDecision) -> str:
    if decision.cluttered:
        return _(
            "Your hand is cluttered: it fills no gear within reach, so your car will not move; which gear do you take?"
        )
    if decision.number_first:
        return _("You are in gear {gear} with {engine} Heat, {road}: how many cards do you play, and which?").format(
            gear=decision.gear, engine=decision.engine, road=road_ahead(view)
        )
    return _("You are in gear {gear} with {engine} Heat, {road}: which gear and cards do you play?").format(
        gear=decision.gear, engine=decision.engine, road=road_ahead(view)
    )


def _ask_react(view: SeatView) -> str:
    own, speed = view.own, view.speed
    owed = sum([charge.most for charge in view.charges if charge.symbol == "heat"])
    costs = corner_costs(view, view.began, own.at, speed)
    heat = sum(cost.heat for cost in costs)
    engine = _engine(own.engine, owed)
    if not costs:
        return _("Speed {speed}, {engine}, no corner crossed yet: what do you use?").format(speed=speed, engine=engine)
    corners = _corners(costs)
    if not heat:
        return _("Speed {speed}, {engine}, {corners} within the limit: what do you use?").format(
            speed=speed, engine=engine, corners=corners
        )
    if heat > own.engine - owed:
        return _(
            "Speed {speed}, {engine}, but {heat} to pay for {corners}, so you would spin out: what do you use?"
        ).format(speed=speed, engine=engine, corners=corners, heat=heat)
    return _("Speed {speed}, {engine}, of which {corners} will take {heat}: what do you use?").format(
        speed=speed, engine=engine, corners=corners, heat=heat
    )


def _engine(engine: int, owed: int) -> str:
    """The Heat in the engine, and what the cards still demand of it."""
    if owed:
        return _("{engine} Heat ({owed} owed to your cards)").format(engine=engine, owed=owed)
    return _("{engine} Heat").format(engine=engine)


def _ask_slipstream(view: SeatView, decision: SlipstreamDecision) -> str:
    own = view.own
    if len(decision.distances) > 1:
        distances = choice([str(distance) for distance in decision.distances])
        return _("Do you slipstream {distances} spaces or stay?").format(distances=distances)
    distance = decision.distances[0]
    end, spot, _blockers = landing(view, distance)
    place = place_words(view.sheet.track, end, spot)
    costs = corner_costs(view, own.at, end, view.speed)
    if not costs:
        return _("Do you slipstream to {place}, or stay?").format(place=place)
    corners = _corners(costs)
    heat = sum(cost.heat for cost in corner_costs(view, view.began, end, view.speed))
    if heat > own.engine:
        return _(
            "Do you slipstream to {place}, over {corners} at speed {speed}, and spin out with {engine} of {heat} Heat, "
            "or stay?"
        ).format(place=place, corners=corners, speed=view.speed, engine=own.engine, heat=heat)
    cost = sum(cost.heat for cost in costs)
    return _("Do you slipstream to {place}, over {corners} for {heat} of your {engine} Heat, or stay?").format(
        place=place, corners=corners, heat=cost, engine=own.engine
    )


def _corners(costs: tuple[CornerCost, ...]) -> str:
    return listing([corner_number(cost.corner) for cost in costs])
