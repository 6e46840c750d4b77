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
from heat_tui.prose.names import listing
from heat_tui.prose.places import corner_number, has_crossed, place_words, space_words
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
    if not costs and has_crossed(view):
        return _("Speed {speed}, {engine}, the finish line crossed: what do you use?").format(
            speed=speed, engine=engine
        )
    if not costs:
        return _("Speed {speed}, {engine}, no corner crossed yet: what do you use?").format(speed=speed, engine=engine)
    left = own.engine - owed
    if heat > left:
        costs = _up_to_the_spin(costs, left)
        heat = sum(cost.heat for cost in costs)
    corners = _corners(costs)
    if not heat:
        return _("Speed {speed}, {engine}, {corners} within the limit: what do you use?").format(
            speed=speed, engine=engine, corners=corners
        )
    if heat > left:
        return _(
            "Speed {speed}, {engine}, but {heat} to pay for {corners}, so you would spin out: what do you use?"
        ).format(speed=speed, engine=engine, corners=corners, heat=heat)
    return _("Speed {speed}, {engine}, of which {corners} will take {heat}: what do you use?").format(
        speed=speed, engine=engine, corners=corners, heat=heat
    )


def _up_to_the_spin(costs: tuple[CornerCost, ...], engine: int) -> tuple[CornerCost, ...]:
    """The corners up to the one that so much Heat cannot pay; those after it are not checked (7.3)."""
    for place, cost in enumerate(costs, start=1):
        engine -= cost.heat
        if engine < 0:
            return costs[:place]
    return costs


def _engine(engine: int, owed: int) -> str:
    """The Heat in the engine, and what the cards still demand of it."""
    if owed:
        return _("{engine} Heat ({owed} owed to your cards)").format(engine=engine, owed=owed)
    return _("{engine} Heat").format(engine=engine)


def _ask_slipstream(view: SeatView, decision: SlipstreamDecision) -> str:
    track = view.sheet.track
    if len(decision.distances) == 1:
        end, spot, _blockers = landing(view, decision.distances[0])
        way = _over(view, end, place_words(track, end, spot))
        return _("Do you slipstream to {way}, or stay?").format(way=way)
    ends = [(distance, landing(view, distance)[0]) for distance in decision.distances]
    ways = [
        _("{distance} to {way}").format(distance=distance, way=_over(view, end, space_words(track, end)))
        for distance, end in ends
    ]
    return _("Do you slipstream {ways}; or stay?").format(ways="; ".join(ways))


def _over(view: SeatView, end: int, place: str) -> str:
    """A place with the corners of a Slipstream to it: "space 60, over corner 4 for 3 of your 3 Heat"."""
    own = view.own
    costs = corner_costs(view, own.at, end, view.speed)
    if not costs:
        return place
    corners = _corners(costs)
    due = _up_to_the_spin(corner_costs(view, view.began, end, view.speed), own.engine)
    heat = sum(cost.heat for cost in due)
    if heat > own.engine:
        return _("{place}, over {corners} at speed {speed}, and spin out ({heat} Heat to pay, {engine} there)").format(
            place=place, corners=corners, speed=view.speed, engine=own.engine, heat=heat
        )
    cost = sum(cost.heat for cost in costs)
    if not cost:
        return _("{place}, over {corners} at no Heat").format(place=place, corners=corners)
    return _("{place}, over {corners} for {heat} of your {engine} Heat").format(
        place=place, corners=corners, heat=cost, engine=own.engine
    )


def _corners(costs: tuple[CornerCost, ...]) -> str:
    return listing([corner_number(cost.corner) for cost in costs])
