"""The questions that drivers are asked, with the stakes and the help for each, and the wording of the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from heat_tui.engine import actions, decisions
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.forecast import CornerCost, corner_costs, landing
from heat_tui.engine.symbols import MANDATORY
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NN_, Message, choice, clause_listing, series
from heat_tui.words import names
from heat_tui.words.cards import card_choice, card_list, card_name, card_row, source_words, values_words
from heat_tui.words.formatter import Sentence, fill, sentences
from heat_tui.words.module import module_decisions, with_modules
from heat_tui.words.refusals import refusal
from heat_tui.words.situation import road_ahead
from heat_tui.words.symbols import SYMBOLS
from heat_tui.words.telling import Say, either

Help = tuple[Message, ...] | Callable[[Any, Say], list[str]]


def ask(view: SeatView, decision: decisions.Decision) -> str:
    """Return the question for the seat that has to decide; `view` has to be that seat's."""
    asked = module_decisions().get(decision.asked)
    return Say(decision, around=view)(asked.question if asked is not None else DECISIONS[type(decision)][0])


def explain(decision: decisions.Decision) -> list[str]:
    """Return the help on a decision, as paragraphs: the possible answers and their effects."""
    asked, say = module_decisions().get(decision.asked), Say(decision)
    text = asked.help if asked is not None else DECISIONS[type(decision)][1]
    return text(decision, say) if callable(text) else say.lines(*text)


def _ask_plan(decision: decisions.PlanDecision, say: Say) -> str:
    if decision.cluttered:
        asked = N_(
            "Your hand is cluttered: you cannot fill any gear within reach, so your car will not move. Which "
            "gear do you choose?"
        )
    elif decision.number_first:
        asked = N_("You are in gear {gear} with {engine} Heat, {road}: how many cards do you play, and which?")
    else:
        asked = N_("You are in gear {gear} with {engine} Heat, {road}: which gear and cards do you choose?")
    return say(asked, road=road_ahead(say.around))


def _ask_react(_decision: decisions.ReactDecision, say: Say) -> str:
    view: SeatView = say.around
    own = view.own
    owed = sum([charge.most for charge in view.charges if charge.symbol == "heat"])
    left = own.engine - owed
    costs = _up_to_the_spin(corner_costs(view, view.began, own.at, view.speed), left)
    heat = sum(cost.heat for cost in costs)
    if not costs and names.has_crossed(view):
        asked = N_("Speed {speed}, {engine}, past the finish line: what do you use?")
    elif not costs:
        asked = N_("Speed {speed}, {engine}, no corner crossed yet: what do you use?")
    elif not heat:
        asked = N_("Speed {speed}, {engine}, {corners} within the limit: what do you use?")
    elif heat > left:
        asked = N_("Speed {speed}, {engine}, but {heat} to pay for {corners}, so you would spin out: what do you use?")
    else:
        asked = N_("Speed {speed}, {engine}, of which {heat} will go on {corners}: what do you use?")
    engine = fill(
        N_("{engine} Heat ({owed} owed for your cards)") if owed else N_("{engine} Heat"), engine=own.engine, owed=owed
    )
    return say(asked, speed=view.speed, engine=engine, corners=names.corners_on_map(view.sheet.track, costs), heat=heat)


def _up_to_the_spin(costs: tuple[CornerCost, ...], engine: int) -> tuple[CornerCost, ...]:
    """Return the corners up to and including the first that cannot be paid for; later ones are not checked (7.3)."""
    for place, cost in enumerate(costs, start=1):
        engine -= cost.heat
        if engine < 0:
            return costs[:place]
    return costs


def _ask_slipstream(decision: decisions.SlipstreamDecision, say: Say) -> str:
    view: SeatView = say.around
    track = view.sheet.track
    if len(decision.distances) == 1:
        end, spot, _blockers = landing(view, decision.distances[0])
        return say(N_("Slipstream to {way}, or stay?"), way=_over(view, end, names.place_words(track, end, spot)))
    ends = [(distance, landing(view, distance)[0]) for distance in decision.distances]
    ways = [
        say(N_("{distance} to {way}"), distance=distance, way=_over(view, end, names.space_words(track, end)))
        for distance, end in ends
    ]
    return say(N_("Slipstream {ways}; or stay?"), ways=series(ways))


def _over(view: SeatView, end: int, place: str) -> str:
    """Return a place with the corners on the way: "space 60, over corner 4 for 3 of your 3 Heat"."""
    own = view.own
    costs = corner_costs(view, own.at, end, view.speed)
    if not costs:
        return place
    heat = sum(cost.heat for cost in costs)
    due = sum(cost.heat for cost in _up_to_the_spin(corner_costs(view, view.began, end, view.speed), own.engine))
    if due > own.engine:
        over = N_("{place}, over {corners} at speed {speed}, and spin out ({due} Heat to pay, {engine} in the engine)")
    elif heat:
        over = N_("{place}, over {corners} for {heat} of your {engine} Heat")
    else:
        over = N_("{place}, over {corners} for no Heat")
    corners = names.corners_on_map(view.sheet.track, costs)
    return fill(over, place=place, corners=corners, speed=view.speed, heat=heat, due=due, engine=own.engine)


def _ask_discard(decision: decisions.DiscardDecision, say: Say) -> str:
    if decision.most == 1 < len(decision.cards):
        return say(N_("Which one of {cards} do you discard before you draw, if any?"))
    if len(decision.cards) == 1:
        return say(N_("Discard your {cards} before you draw?"))
    return say(N_("Which of {cards} do you discard before you draw, if any?"))


def _ask_pick(decision: decisions.PickDecision, say: Say) -> str:
    """Return the question for a pick; in a championship, the draft before each race has one round (E4)."""
    if decision.rounds == 1:
        if decision.owned:
            return say(N_("You have {owned}: which upgrade do you take from the market?"))
        return say(N_("Which upgrade do you take from the market?"))
    if decision.owned:
        return say(N_("Draft round {round} of {rounds}, and you have {owned}: which upgrade do you take?"))
    return say(N_("Draft round {round} of {rounds}: which upgrade do you take?"))


def _ask_values(decision: decisions.ChooseValuesDecision, say: Say) -> str:
    cards = card_row(card for card, _values in decision.cards)
    if len(decision.cards) == 1:
        values = choice([str(value) for value in decision.cards[0][1]])
        return say(
            N_("Speed {speed} without {cards}: which value do you choose for it, {values}?"), cards=cards, values=values
        )
    return say(N_("Speed {speed} without {cards}: which values do you choose for them?"), cards=cards)


def _explain_plan(decision: decisions.PlanDecision, say: Say) -> list[str]:
    if decision.number_first:
        return _explain_number(decision, say)
    free = [names.gear_words(gear) for gear, heat in decision.gears if not heat]
    paid = [
        say(N_("{gear} ({heat} Heat)"), gear=names.gear_words(gear), heat=heat) for gear, heat in decision.gears if heat
    ]
    lines = [say(N_("Choose a gear and play exactly that many cards; their sum is your speed."))]
    if free:
        lines.append(say(N_("You can use {gears} for free."), gears=choice(free)))
    if paid:
        lines.append(say(N_("You can pay to shift to {gears}."), gears=choice(paid)))
    if decision.cluttered:
        playable = N_(
            "Your hand is cluttered: you have too few cards to play. You play all of them and make up "
            "the number with Heat. Your car does not move, the cards are discarded, and your gear falls to 1."
        )
    else:
        stays = N_("You can play {playable}. Heat cards stay in your hand.")
        playable = stays if decision.heat else N_("You can play {playable}.")
    return [*lines, say(playable), *_what_plans_come_to(decision, say)]


def _explain_number(decision: decisions.PlanDecision, say: Say) -> list[str]:
    """Return the help for a plan in tournament mode (M1, M2)."""
    dear = [names.gear_words(gear) for gear, heat in decision.gears if heat > decision.engine]
    how = N_("Tournament mode: play 1 to 4 cards, at most two more or fewer than your gear. Their number is your gear.")
    lines = [say(how), say(N_("Nobody sees the number before your turn, when you pay for the shift."))]
    if dear:
        unpaid = N_(
            "Your engine cannot pay for the shift to {gears}: if you shift up, you lose cards at random; if "
            "you shift down, Basic cards are added, until you can pay."
        )
        lines.append(say(unpaid, gears=choice(dear)))
    playable = N_("You can play {playable}.")
    cluttered = N_(
        "Your hand is cluttered: it has too few playable cards for any gear that you can pay for, so "
        "your car will not move."
    )
    return [*lines, say(cluttered if decision.cluttered else playable), *_what_plans_come_to(decision, say)]


def _what_plans_come_to(decision: decisions.PlanDecision, say: Say) -> list[str]:
    lines = []
    if STRESS in decision.playable:
        lines.append(say(N_("A Stress card is worth as much as the first Basic card from your draw deck: 1 to 4.")))
    lines.append(say(N_("Crossing a corner line faster than its limit costs 1 Heat for each point of speed over it.")))
    if decision.may_retire:
        lines.append(say(N_("A car has finished, so you may also retire from the race.")))
    return lines


def _explain_react(decision: decisions.ReactDecision, say: Say) -> list[str]:
    free = N_("Use any of these once each, in any order, or end the step.")
    bound = N_(
        "Use any of these once each, in any order. You can end the step when you have used all that is mandatory."
    )
    must = say(N_("Mandatory."))
    uses = [sentences(explain_use(use), must if use.symbol in MANDATORY else "") for use in decision.uses]
    last = N_("Next come the Slipstream, if a car is beside you or right ahead, and the corners to pay for.")
    return [say(free if decision.may_end else bound), *uses, say(last)]


def inspect_gear(decision: decisions.PlanDecision, gear: int) -> list[str]:
    """Return a gear, then the cost of the shift, the reason for its refusal, or a note that the car is in that gear."""
    heat = dict(decision.gears).get(gear)
    objection = decision.objection(actions.Plan(gear, ()))
    title = fill(N_("Number {gear}.") if decision.number_first else N_("Gear {gear}."), gear=gear)
    if heat is None and objection is not None:
        return [title, refusal(objection)]
    if gear == decision.gear:
        return [title, fill(N_("You are in this gear now."))]
    return [title, fill(N_("The shift costs {heat} Heat.") if heat else N_("The shift is free."), heat=heat)]


def explain_use(use: decisions.Use) -> str:
    """Return the present effect of using a symbol, in words."""
    effect = SYMBOLS[use.symbol].help
    if use.symbol == "boost" and not use.heat:
        effect = N_("Boost for free: turn over cards until a Basic card appears, then move forward by its speed.")
    return fill(effect, heat=use.heat, most=use.most, **_facts_of_use(use.source, use.most))


def _facts_of_use(source: str, amount: int) -> dict[str, str]:
    return {"card": card_name(source), "source": source_words(source), "spaces": names.spaces_words(amount)}


def _explain_slipstream(decision: decisions.SlipstreamDecision, say: Say) -> list[str]:
    distances = choice([str(distance) for distance in decision.distances])
    near = N_("Slipstream: another car is beside you or right ahead, so you may move {distances} spaces.")
    checked = N_("Your speed stays the same, but every corner line that you cross is checked.")
    return [say(near, distances=distances), say(checked)]


def _explain_discard(decision: decisions.DiscardDecision, say: Say) -> list[str]:
    freely = N_("Discard: you may put any of these on your discard pile: {cards}.")
    limited = NN_(
        "Discard: in this race you may put only {most} of these on your discard pile: {cards}.",
        "Discard: in this race you may put only {most} of these on your discard pile: {cards}.",
        "most",
    )
    freed = N_("Then you draw up to a full hand. This race's event lets you discard the Heat or Stress named here.")
    stays = N_("Then you draw up to a full hand. Heat and Stress not named here stay in your hand.")
    named = HEAT in decision.cards or STRESS in decision.cards
    return say.lines(freely if decision.most is None else limited, freed if named else stays)


def _explain_pick(decision: decisions.PickDecision, say: Say) -> list[str]:
    if decision.rounds == 1:
        return [
            say(N_("The draft: before each race of the season every driver takes one upgrade from an open market.")),
            say(N_("It joins the upgrades you have; all of them start the race in your draw deck.")),
        ]
    return [
        say(N_("The draft: in each round every driver takes upgrades from an open market.")),
        say(N_("They replace the starting upgrades and start the race in your draw deck.")),
    ]


def _explain_values(decision: decisions.ChooseValuesDecision, say: Say) -> list[str]:
    values = [
        say(N_("{values} for {card}"), card=card_name(card), values=choice([str(value) for value in values]))
        for card, values in decision.cards
    ]
    worth = N_("Every + is resolved now, so choose what your cards are worth: {values}.")
    others = N_("All your other cards make speed {speed}; the values are added to it.")
    return [say(worth, values=clause_listing(values)), say(others)]


def _explain_replace(decision: decisions.ReplaceDecision, say: Say) -> list[str]:
    unpaid = N_(
        "You cannot pay the Heat for your cards: they cost {owed}, and even after cooling all you can "
        "where you land, you would have only {payable}."
    )
    given_up = NN_(
        "So you give up {count} card: it is discarded unused, and a Basic card takes its place.",
        "So you give up {count} cards: they are discarded unused, and Basic cards take their place.",
        "count",
    )
    return [say(unpaid), say(given_up, count=len(decision.choices[0]))]


DECISIONS: Mapping[type[decisions.Decision], tuple[Sentence, Help]] = {
    decisions.PlanDecision: (_ask_plan, _explain_plan),
    decisions.ReactDecision: (_ask_react, _explain_react),
    decisions.SlipstreamDecision: (_ask_slipstream, _explain_slipstream),
    decisions.DiscardDecision: (_ask_discard, _explain_discard),
    decisions.PickDecision: (_ask_pick, _explain_pick),
    decisions.PutAwayDecision: (
        lambda decision, say: say(N_("Which upgrade do you put away: {cards}?"), cards=card_choice(decision.cards)),
        (N_("Three of your four upgrades go into your draw deck; one is put away."),),
    ),
    decisions.ChooseValuesDecision: (_ask_values, _explain_values),
    decisions.ReplaceDecision: (
        lambda decision, say: say(
            N_("Your cards ask for {owed} Heat, and you can pay only {payable}: which do you give up, {cards}?"),
            cards=choice([card_list(cards) for cards in decision.choices]),
        ),
        _explain_replace,
    ),
    decisions.RefreshDecision: (
        lambda decision, say: say(
            N_("Put {cards} on top of your draw deck, to draw it first?")
            if len(decision.cards) == 1
            else N_("Which of {cards}, if any, do you put on top of your draw deck, and in what order?")
        ),
        (
            NN_(
                "Refresh: {cards} may go on top of your draw deck, so that you draw it first.",
                "Refresh: any of {cards} may go on top of your draw deck, so that you draw them first.",
                "cards",
            ),
            N_("What you leave out goes to the discard pile with the rest of your played cards."),
        ),
    ),
    decisions.ExchangeDecision: (
        lambda decision, say: say(
            NN_(
                "You are last on the grid: do you exchange your {owned} for {market} from the market?",
                "You are last on the grid: do you exchange one of {owned} for {market} from the market?",
                "owned",
            ),
            market=card_choice(decision.market),
        ),
        (
            N_("Exchange: as the last driver on the grid you may exchange one upgrade for one left in the market."),
            N_("You can also keep all your upgrades. The rest of the market goes back into the deck."),
        ),
    ),
    decisions.KeepDecision: (
        lambda decision, say: say(
            N_("This season of your career is over: which upgrade do you keep, {cards}?"),
            cards=card_choice(decision.cards),
        ),
        (
            N_("The career continues: you keep one upgrade for the next season."),
            N_("You give back your other upgrades and all Sponsorships; you keep your points."),
        ),
    ),
    decisions.NextRaceDecision: (
        N_("The race is over: start the next race of the season?"),
        (
            N_("Take your time over the result and the standings."),
            N_("You can also stop here: the season is saved, and you can resume it another day."),
        ),
    ),
}
"""The question and the help text of each of the engine's own decisions."""


def describe_action(decision: decisions.Decision, action: actions.Action) -> str:
    """Return an action that the decision allows, in a few words: "gear 3 with 4, 2 and 1"."""
    return Say(action, around=decision)(all_answers()[type(action)])


def _plan(_action: actions.Plan, say: Say) -> str:
    by_number = NN_("{gear} card for gear {gear}: {cards}", "{gear} cards for gear {gear}: {cards}", "gear")
    return say(by_number if say.around.number_first else N_("gear {gear} with {cards}"))


def _use(action: actions.React, say: Say) -> str:
    if action.symbol is None:
        return say(N_("end this step"))
    heat = next((use.heat for use in say.around.uses if (use.symbol, use.source) == (action.symbol, action.source)), 0)
    message = SYMBOLS[action.symbol].use
    if action.symbol == "boost" and not heat:
        message = N_("Boost for free")
    if action.symbol == "salvage" and not action.cards:
        message = N_("salvage with {card}")
    cards, count = card_list(action.cards), names.cards_words(action.amount)
    facts = _facts_of_use(action.source, action.amount)
    return fill(message, cards=cards, count=count, heat=heat, amount=action.amount, **facts)


ANSWERS: Mapping[type[actions.Action], Sentence] = {
    actions.Plan: _plan,
    actions.Retire: N_("retire from the race"),
    actions.React: _use,
    actions.Slipstream: either(
        "distance",
        lambda action, _say: fill(N_("slipstream {spaces}"), spaces=names.spaces_words(action.distance)),
        N_("stay here, no Slipstream"),
    ),
    actions.Discard: either("cards", N_("discard {cards}"), N_("discard nothing")),
    actions.Pick: N_("take {card}"),
    actions.PutAway: N_("put {card} away"),
    actions.ChooseValues: lambda action, say: say(N_("choose {values}"), values=values_words(action.values)),
    actions.Replace: N_("give up {cards}"),
    actions.Refresh: either(
        "cards",
        lambda action, say: say(
            N_("refresh {cards}, to be drawn in this order") if len(action.cards) > 1 else N_("refresh {cards}"),
            cards=card_row(action.cards),
        ),
        N_("refresh nothing"),
    ),
    actions.Exchange: either("give", N_("exchange {give} for {take}"), N_("keep all upgrades")),
    actions.KeepUpgrade: N_("keep {card}"),
    actions.NextRace: N_("start the next race"),
}
"""Every answer to the engine's own decisions, in a few words."""

all_answers: Final = with_modules(ANSWERS, lambda words: words.answers)
