"""What a driver is asked, with what is at stake."""

from __future__ import annotations

from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Exchange,
    KeepUpgrade,
    Mulligan,
    NextRace,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    DiscardDecision,
    ExchangeDecision,
    KeepDecision,
    MulliganDecision,
    NextRaceDecision,
    PickDecision,
    PlanDecision,
    PutAwayDecision,
    ReactDecision,
    RefreshDecision,
    ReplaceDecision,
    SlipstreamDecision,
)
from heat_tui.engine.forecast import CornerCost, corner_costs, landing
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.words.cards import card_list, card_name, values_words
from heat_tui.words.names import (
    cards_words,
    choice,
    corner_number,
    has_crossed,
    listing,
    place_words,
    space_words,
    spaces_words,
)
from heat_tui.words.situation import road_ahead


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


def ask_about_upgrades(decision: Decision) -> str:
    """The question in one sentence."""
    match decision:
        case PickDecision():
            return _ask_pick(decision)
        case PutAwayDecision():
            return _("Which of your upgrades do you put away: {cards}?").format(
                cards=choice([card_name(card) for card in dict.fromkeys(decision.cards)])
            )
        case ChooseValuesDecision():
            return _ask_values(decision)
        case ReplaceDecision():
            return _("Your cards ask for {owed} Heat, and only {payable} can be there: do you give up {cards}?").format(
                owed=decision.owed,
                payable=decision.payable,
                cards=choice([card_list(cards) for cards in decision.choices]),
            )
        case RefreshDecision():
            return _ask_refresh(decision)
        case _:
            return ask_in_season(decision)


def _ask_pick(decision: PickDecision) -> str:
    if decision.rounds == 1:
        return _ask_the_only_pick(decision)
    if not decision.owned:
        return _("Draft round {round} of {rounds}: which upgrade do you take?").format(
            round=decision.round, rounds=decision.rounds
        )
    return _("Draft round {round} of {rounds}, and you have {owned}: which upgrade do you take?").format(
        round=decision.round, rounds=decision.rounds, owned=card_list(decision.owned)
    )


def _ask_the_only_pick(decision: PickDecision) -> str:
    """In a championship there is one round before each race (E4)."""
    if not decision.owned:
        return _("Which upgrade do you take from the market?")
    return _("You have {owned}: which upgrade do you take from the market?").format(owned=card_list(decision.owned))


def _ask_values(decision: ChooseValuesDecision) -> str:
    if len(decision.cards) == 1:
        [(card, values)] = decision.cards
        return _("Speed {speed} without {card}: do you take {values} for it?").format(
            speed=decision.speed, card=card_name(card), values=choice([str(value) for value in values])
        )
    return _("Speed {speed} without {cards}: which values do you choose for them?").format(
        speed=decision.speed, cards=listing([card_name(card) for card, _values in decision.cards])
    )


def _ask_refresh(decision: RefreshDecision) -> str:
    if len(decision.cards) == 1:
        return _("Do you put {card} on top of your draw deck, to draw it again?").format(
            card=card_name(decision.cards[0])
        )
    return _("Which of {cards} do you put on top of your draw deck, and in which order, if any?").format(
        cards=card_list(decision.cards)
    )


def ask_in_season(decision: Decision) -> str:
    """The question in one sentence."""
    match decision:
        case ExchangeDecision():
            return _("You are last on the grid: do you give one of {owned} for {market} of the market?").format(
                owned=card_list(decision.owned), market=choice(_kinds(decision.market))
            )
        case KeepDecision():
            return _("The season of the career is over: which of your upgrades do you keep, {cards}?").format(
                cards=choice(_kinds(decision.cards))
            )
        case NextRaceDecision():
            return _("The race is over: does the season go on with the next race?")
        case _:
            raise AssertionError(f"no question for {type(decision).__name__}")


def explain_season(decision: Decision) -> list[str]:
    """The help text of a decision, a paragraph a line."""
    match decision:
        case ExchangeDecision():
            return [
                _("Exchange: as the last driver of the grid you may give one upgrade for one left in the market."),
                _("Or keep all that you have. What is left then goes back into the deck."),
            ]
        case KeepDecision():
            return [
                _("A career goes on: you keep one upgrade for its next season."),
                _("Your other upgrades and all Sponsorships go back; points stay."),
            ]
        case NextRaceDecision():
            return [
                _("Between two races the table looks at result and standings. Whoever answers begins the next race."),
                _("The season may also stop here: it is saved, and can be continued another day."),
            ]
        case _:
            raise AssertionError(f"no help for {type(decision).__name__}")


def describe_in_season(action: Action) -> str:
    """An answer in a few words."""
    match action:
        case Exchange(give=str(give), take=str(take)):
            return _("give {give} for {take}").format(give=card_name(give), take=card_name(take))
        case Exchange():
            return _("keep all upgrades")
        case KeepUpgrade(card=card):
            return _("keep {card}").format(card=card_name(card))
        case NextRace():
            return _("begin the next race")
        case _:
            raise AssertionError(f"no words for {type(action).__name__}")


def _kinds(cards: tuple[str, ...]) -> list[str]:
    return [card_name(card) for card in dict.fromkeys(cards)]


def describe_action(decision: Decision, action: Action) -> str:
    """An action that the decision allows, in a few words: "gear 3 with 4, 2 and 1"."""
    match action:
        case Plan():
            return _plan(decision, action)
        case Retire():
            return _("retire from the race")
        case Mulligan(take=take):
            return _("take the mulligan for 1 Heat") if take else _("keep the hand")
        case React():
            return _use(decision, action)
        case Slipstream(distance=distance):
            if not distance:
                return _("stay without a Slipstream")
            return _("slipstream {spaces}").format(spaces=spaces_words(distance))
        case Discard(cards=cards):
            return _("discard {cards}").format(cards=card_list(cards)) if cards else _("discard nothing")
        case _:
            return _with_upgrades(action)


def _plan(decision: Decision, plan: Plan) -> str:
    assert isinstance(decision, PlanDecision)
    if decision.number_first:
        return ngettext(
            "{number} card for gear {number}: {cards}", "{number} cards for gear {number}: {cards}", plan.gear
        ).format(number=plan.gear, cards=card_list(plan.cards))
    return _("gear {gear} with {cards}").format(gear=plan.gear, cards=card_list(plan.cards))


def _with_upgrades(action: Action) -> str:
    match action:
        case Pick(card=card):
            return _("take {card}").format(card=card_name(card))
        case PutAway(card=card):
            return _("put {card} away").format(card=card_name(card))
        case ChooseValues(values=values):
            return _("choose {values}").format(values=values_words(values))
        case Replace(cards=cards):
            return _("give up {cards}").format(cards=card_list(cards))
        case Refresh(cards=()):
            return _("refresh nothing")
        case Refresh(cards=(card,)):
            return _("refresh {card}").format(card=card_name(card))
        case Refresh(cards=cards):
            return _("refresh {cards}, to be drawn in this order").format(
                cards=listing([card_name(card) for card in cards])
            )
        case _:
            return describe_in_season(action)


def _use(decision: Decision, action: React) -> str:
    match action.symbol:
        case None:
            return _("be done with this step")
        case "cooldown":
            return _cooldown(action)
        case "adrenaline":
            return _("1 extra speed from Adrenaline")
        case "boost":
            heat = _cost(decision, action)
            return _("Boost for {heat} Heat").format(heat=heat) if heat else _("Boost at no cost")
        case _:
            return _use_of_a_card(action)


def _use_of_a_card(action: React) -> str:
    card, amount = card_name(action.source), action.amount
    match action.symbol:
        case "heat":
            return _("pay {heat} Heat for {card}").format(heat=amount, card=card)
        case "scrap":
            return _("scrap {cards} for {card}").format(cards=cards_words(amount), card=card)
        case "reduce_stress":
            return _("get rid of {amount} Stress with {card}").format(amount=amount, card=card)
        case "salvage" if not action.cards:
            return _("salvage with {card}").format(card=card)
        case "salvage":
            return _("salvage {cards} with {card}").format(cards=card_list(action.cards), card=card)
        case "super_cool":
            return _("super cool {heat} Heat with {card}").format(heat=amount, card=card)
        case "direct_play":
            return _("play {card} directly").format(card=card)
        case "accelerate":
            return _("accelerate by {by} with {card}").format(by=amount, card=card)
        case "draft":
            return _("draft {spaces} with {card}").format(spaces=spaces_words(amount), card=card)
        case _:
            raise AssertionError(f"no words for the symbol {action.symbol}")


def _cooldown(action: React) -> str:
    heat = action.amount
    match action.source:
        case "gear":
            return _("cool {heat} Heat down with the gear").format(heat=heat)
        case "adrenaline":
            return _("cool {heat} Heat down with Adrenaline").format(heat=heat)
        case "sector":
            return _("cool {heat} Heat down with this sector").format(heat=heat)
        case card:
            return _("cool {heat} Heat down with the card {card}").format(heat=heat, card=card_name(card))


def _cost(decision: Decision, action: React) -> int:
    assert isinstance(decision, ReactDecision)
    return next(use.heat for use in decision.uses if use.symbol == action.symbol and use.source == action.source)
