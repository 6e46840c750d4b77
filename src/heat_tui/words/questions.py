"""What a driver is asked, with what is at stake, and how the answers are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from heat_tui.engine import actions, decisions
from heat_tui.engine.forecast import CornerCost, corner_costs, landing
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NN_
from heat_tui.words import names
from heat_tui.words.cards import card_choice, card_list, card_name, card_row, source_words, values_words
from heat_tui.words.formatter import Sentence, fill
from heat_tui.words.module import all_words, module_decisions
from heat_tui.words.situation import road_ahead
from heat_tui.words.symbols import SYMBOLS
from heat_tui.words.telling import Say


class SayDecision(Say):
    """Say a question to the seat that must answer it."""

    def __init__(self, decision: decisions.Decision, view: SeatView) -> None:
        super().__init__(decision)
        self.view = view


def ask(view: SeatView, decision: decisions.Decision) -> str:
    """Return the question in one sentence, for the seat that must answer it."""
    asked = module_decisions().get(decision.asked)
    return SayDecision(decision, view)(asked.question if asked is not None else QUESTIONS[type(decision)])


def _ask_plan(decision: decisions.PlanDecision, say: SayDecision) -> str:
    if decision.cluttered:
        return say(
            N_(
                "Your hand is cluttered: it fills no gear within reach, so your car will not move; which gear do you "
                "take?"
            )
        )
    if decision.number_first:
        asked = N_("You are in gear {gear} with {engine} Heat, {road}: how many cards do you play, and which?")
    else:
        asked = N_("You are in gear {gear} with {engine} Heat, {road}: which gear and cards do you play?")
    return say(asked, road=road_ahead(say.view))


def _ask_react(_decision: decisions.ReactDecision, say: SayDecision) -> str:
    view, own = say.view, say.view.own
    owed = sum([charge.most for charge in view.charges if charge.symbol == "heat"])
    left = own.engine - owed
    costs = _up_to_the_spin(corner_costs(view, view.began, own.at, view.speed), left)
    heat = sum(cost.heat for cost in costs)
    if not costs and names.has_crossed(view):
        asked = N_("Speed {speed}, {engine}, the finish line crossed: what do you use?")
    elif not costs:
        asked = N_("Speed {speed}, {engine}, no corner crossed yet: what do you use?")
    elif not heat:
        asked = N_("Speed {speed}, {engine}, {corners} within the limit: what do you use?")
    elif heat > left:
        asked = N_("Speed {speed}, {engine}, but {heat} to pay for {corners}, so you would spin out: what do you use?")
    else:
        asked = N_("Speed {speed}, {engine}, of which {corners} will take {heat}: what do you use?")
    engine = fill(
        N_("{engine} Heat ({owed} owed to your cards)") if owed else N_("{engine} Heat"), engine=own.engine, owed=owed
    )
    return say(asked, speed=view.speed, engine=engine, corners=_corners(costs), heat=heat)


def _up_to_the_spin(costs: tuple[CornerCost, ...], engine: int) -> tuple[CornerCost, ...]:
    """Return the corners up to the one that so much Heat cannot pay; those after it are not checked (7.3)."""
    for place, cost in enumerate(costs, start=1):
        engine -= cost.heat
        if engine < 0:
            return costs[:place]
    return costs


def _corners(costs: tuple[CornerCost, ...]) -> str:
    return names.listing([names.corner_number(cost.corner) for cost in costs])


def _ask_slipstream(decision: decisions.SlipstreamDecision, say: SayDecision) -> str:
    view, track = say.view, say.view.sheet.track
    if len(decision.distances) == 1:
        end, spot, _blockers = landing(view, decision.distances[0])
        return say(
            N_("Do you slipstream to {way}, or stay?"), way=_over(view, end, names.place_words(track, end, spot))
        )
    ends = [(distance, landing(view, distance)[0]) for distance in decision.distances]
    ways = [
        say(N_("{distance} to {way}"), distance=distance, way=_over(view, end, names.space_words(track, end)))
        for distance, end in ends
    ]
    return say(N_("Do you slipstream {ways}; or stay?"), ways="; ".join(ways))


def _over(view: SeatView, end: int, place: str) -> str:
    """Return a place with the corners of a actions.Slipstream to it: "space 60, over corner 4 for 3 of your 3 Heat"."""
    own = view.own
    costs = corner_costs(view, own.at, end, view.speed)
    if not costs:
        return place
    heat = sum(cost.heat for cost in costs)
    due = sum(cost.heat for cost in _up_to_the_spin(corner_costs(view, view.began, end, view.speed), own.engine))
    if due > own.engine:
        over = N_("{place}, over {corners} at speed {speed}, and spin out ({due} Heat to pay, {engine} there)")
    elif heat:
        over = N_("{place}, over {corners} for {heat} of your {engine} Heat")
    else:
        over = N_("{place}, over {corners} at no Heat")
    return fill(over, place=place, corners=_corners(costs), speed=view.speed, heat=heat, due=due, engine=own.engine)


def _ask_discard(decision: decisions.DiscardDecision, say: SayDecision) -> str:
    if decision.most == 1 < len(decision.cards):
        return say(N_("Which one of {cards} do you discard before you draw, if any?"))
    if len(decision.cards) == 1:
        return say(N_("Do you discard your {cards} before you draw?"))
    return say(N_("Which of {cards} do you discard before you draw, if any?"))


def _ask_pick(decision: decisions.PickDecision, say: SayDecision) -> str:
    """Return which upgrade is taken; in a championship there is one round before each race (E4)."""
    if decision.rounds == 1:
        if decision.owned:
            return say(N_("You have {owned}: which upgrade do you take from the market?"))
        return say(N_("Which upgrade do you take from the market?"))
    if decision.owned:
        return say(N_("Draft round {round} of {rounds}, and you have {owned}: which upgrade do you take?"))
    return say(N_("Draft round {round} of {rounds}: which upgrade do you take?"))


def _ask_values(decision: decisions.ChooseValuesDecision, say: SayDecision) -> str:
    cards = card_row(card for card, _values in decision.cards)
    if len(decision.cards) == 1:
        values = names.choice([str(value) for value in decision.cards[0][1]])
        return say(N_("Speed {speed} without {cards}: do you take {values} for it?"), cards=cards, values=values)
    return say(N_("Speed {speed} without {cards}: which values do you choose for them?"), cards=cards)


def _ask_refresh(decision: decisions.RefreshDecision, say: SayDecision) -> str:
    if len(decision.cards) == 1:
        return say(N_("Do you put {cards} on top of your draw deck, to draw it again?"))
    return say(N_("Which of {cards} do you put on top of your draw deck, and in which order, if any?"))


QUESTIONS: Mapping[type[decisions.Decision], Sentence] = {
    decisions.PlanDecision: _ask_plan,
    decisions.ReactDecision: _ask_react,
    decisions.SlipstreamDecision: _ask_slipstream,
    decisions.DiscardDecision: _ask_discard,
    decisions.PickDecision: _ask_pick,
    decisions.PutAwayDecision: lambda decision, say: say(
        N_("Which of your upgrades do you put away: {cards}?"), cards=card_choice(decision.cards)
    ),
    decisions.ChooseValuesDecision: _ask_values,
    decisions.ReplaceDecision: lambda decision, say: say(
        N_("Your cards ask for {owed} Heat, and only {payable} can be there: do you give up {cards}?"),
        cards=names.choice([card_list(cards) for cards in decision.choices]),
    ),
    decisions.RefreshDecision: _ask_refresh,
    decisions.ExchangeDecision: lambda decision, say: say(
        N_("You are last on the grid: do you give one of {owned} for {market} of the market?"),
        market=card_choice(decision.market),
    ),
    decisions.KeepDecision: lambda decision, say: say(
        N_("The season of the career is over: which of your upgrades do you keep, {cards}?"),
        cards=card_choice(decision.cards),
    ),
    decisions.NextRaceDecision: N_("The race is over: does the season go on with the next race?"),
}
"""The question of every decision."""


def describe_action(decision: decisions.Decision, action: actions.Action) -> str:
    """Return an action that the decision allows, in a few words: "gear 3 with 4, 2 and 1"."""
    answer = all_answers()[type(action)]
    return answer(decision, action) if callable(answer) else Say(action)(answer)


def _plan(decision: decisions.PlanDecision, plan: actions.Plan) -> str:
    by_number = NN_("{gear} card for gear {gear}: {cards}", "{gear} cards for gear {gear}: {cards}", "gear")
    return Say(plan)(by_number if decision.number_first else N_("gear {gear} with {cards}"))


def _use(decision: decisions.ReactDecision, action: actions.React) -> str:
    if action.symbol is None:
        return fill(N_("be done with this step"))
    heat = next((use.heat for use in decision.uses if (use.symbol, use.source) == (action.symbol, action.source)), 0)
    message = SYMBOLS[action.symbol].use
    if action.symbol == "boost" and not heat:
        message = N_("Boost at no cost")
    if action.symbol == "salvage" and not action.cards:
        message = N_("salvage with {card}")
    return fill(
        message,
        card=card_name(action.source),
        cards=card_list(action.cards),
        source=source_words(action.source),
        heat=heat,
        amount=action.amount,
        count=names.cards_words(action.amount),
        spaces=names.spaces_words(action.amount),
    )


def _slipstream(_decision: decisions.Decision, action: actions.Slipstream) -> str:
    if not action.distance:
        return fill(N_("stay without a Slipstream"))
    return fill(N_("slipstream {spaces}"), spaces=names.spaces_words(action.distance))


def _discard(_decision: decisions.Decision, action: actions.Discard) -> str:
    return Say(action)(N_("discard {cards}") if action.cards else N_("discard nothing"))


def _refresh(_decision: decisions.Decision, action: actions.Refresh) -> str:
    if not action.cards:
        return fill(N_("refresh nothing"))
    in_order = N_("refresh {cards}, to be drawn in this order") if len(action.cards) > 1 else N_("refresh {cards}")
    return fill(in_order, cards=card_row(action.cards))


def _exchange(_decision: decisions.Decision, action: actions.Exchange) -> str:
    return Say(action)(N_("keep all upgrades") if action.give is None else N_("give {give} for {take}"))


ANSWERS: Mapping[type[actions.Action], str | Callable[[Any, Any], str]] = {
    actions.Plan: _plan,
    actions.Retire: N_("retire from the race"),
    actions.React: _use,
    actions.Slipstream: _slipstream,
    actions.Discard: _discard,
    actions.Pick: N_("take {card}"),
    actions.PutAway: N_("put {card} away"),
    actions.ChooseValues: lambda _decision, action: fill(N_("choose {values}"), values=values_words(action.values)),
    actions.Replace: N_("give up {cards}"),
    actions.Refresh: _refresh,
    actions.Exchange: _exchange,
    actions.KeepUpgrade: N_("keep {card}"),
    actions.NextRace: N_("begin the next race"),
}
"""Every answer to the engine's own decisions in a few words."""


@cache
def all_answers() -> dict[type[actions.Action], str | Callable[[Any, Any], str]]:
    """Return every answer in a few words, those of the modules too."""
    return {**ANSWERS, **{kind: each for module in all_words() for kind, each in module.answers.items()}}
