"""Why the coach suggests an action: what it comes to, and what its Heat is for."""

from __future__ import annotations

from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.car import RACING
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.forecast import Forecast, Outcome, forecast
from heat_tui.engine.react import GEAR_CHARGES
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NN_, Message
from heat_tui.words.formatter import fill, fitting, sentences
from heat_tui.words.names import chance_words, corner_list, corner_number, corner_with_limit
from heat_tui.words.questions import describe_action

FAR = 8
"""From this many spaces before a corner's line on, fast cards are worth more than slow ones."""


def reason(view: SeatView, decision: Decision, action: Action) -> str:
    """Return what an action comes to, for the seat whose view it is; "" where there is nothing to say."""
    match action:
        case Plan():
            assert isinstance(decision, PlanDecision)
            return _of_plan(view, decision, action)
        case React():
            assert isinstance(decision, ReactDecision)
            return _of_reaction(view, decision, action)
        case Slipstream():
            assert isinstance(decision, SlipstreamDecision)
            return _of_slipstream(view, decision, action)
        case Discard():
            return _of_discard(view, action)
        case _:
            return ""


def advice_words(decision: Decision, action: Action, why: str, keys: str = "") -> str:
    """Return a suggested action with the keys for it, if those are known, and what speaks for it."""
    message = N_("Press {keys}: {action}. {reason}") if keys else N_("Suggestion: {action}. {reason}")
    return fill(message, keys=keys, action=describe_action(decision, action), reason=why).strip()


def heat_reason(view: SeatView, decision: Decision, action: Action) -> str:
    """Return what the Heat is for that an action costs, or the risk that it takes; "" where it does neither."""
    then = forecast(view, decision, action)
    match action:
        case Plan(gear=gear):
            assert isinstance(decision, PlanDecision)
            shift = _of_shift(view, decision, gear, then) if then.heat else ""
            return sentences(shift, _of_risk(view, decision, gear, then) or _of_corners(view, then))
        case React(symbol="boost"):
            return sentences(_of_boost(view, decision, then), "" if _is_over(view, then) else _of_corners(view, then))
        case React(symbol=str()) if _prevents_a_spin(view, decision, then):
            return ""
        case React(symbol=None):
            if not then.spin_chance:
                return ""
            return fill(DOOMED) if _is_doomed(view, decision) else _of_corners(view, then)
        case React() | Slipstream():
            return _of_corners(view, then)
        case _:
            return ""


DOOMED = N_("You will spin out whatever you do.")


def _is_doomed(view: SeatView, decision: Decision) -> bool:
    """Return whether every choice surely ends in a spin out."""
    return all(forecast(view, decision, action).spin_chance == 1 for action in decision.options())


def _of_risk(view: SeatView, decision: PlanDecision, gear: int, then: Forecast) -> str:
    """Return what speaks for a plan that may spin out; "" for one that cannot."""
    if not then.spin_chance:
        return ""
    doomed = then.spin_chance == 1 and _is_doomed(view, decision)
    soft = N_("You will spin out whatever you do; from gear {gear} you take only 1 Stress.")
    risk = N_("The chance of a spin out is {odds}, and every safer plan looks slower to me.")
    cases = {soft: doomed and gear <= SOFT, DOOMED: doomed, risk: True}
    return fill(fitting(cases), gear=gear, odds=chance_words(then.spin_chance))


SOFT = 2
"""Up to this gear a spin out brings 1 Stress, above it 2 (7.3)."""


def _is_alone(view: SeatView) -> bool:
    """Return whether no other car is left in the race."""
    return all(car.status != RACING or car.index == view.own.index for car in view.cars)


def _prevents_a_spin(view: SeatView, decision: Decision, then: Forecast) -> bool:
    """Return whether a use of a symbol makes a spin out less likely than being done would."""
    return decision.objection(DONE) is None and then.spin_chance < forecast(view, decision, DONE).spin_chance


def _of_plan(view: SeatView, decision: PlanDecision, plan: Plan) -> str:
    told = forecast(view, decision, plan)
    if told.cluttered:
        return fill(N_("You cannot fill any gear within reach, so your car does not move whatever you choose."))
    cooled = min(sum(use.most for use in GEAR_CHARGES[plan.gear] if use.symbol == "cooldown"), decision.heat)
    return sentences(
        way_of(view, told),
        heat_reason(view, decision, plan),
        fill(N_("Gear {gear} then cools {heat} Heat."), gear=plan.gear, heat=cooled) if cooled else "",
        fill(HARMLESS) if STRESS in plan.cards and not told.most_heat else "",
    )


HARMLESS = N_("It also gets rid of Stress where that does no harm.")


def way_of(view: SeatView, told: Forecast) -> str:
    """Return how fast a plan or reaction is and how far it leads, with what the corners cost."""
    first, last = told.outcomes[0], told.outcomes[-1]
    facts: dict[str, object] = {"heat": told.most_heat, "place": _before_line(view, last)}
    if last.corners:
        track, cost = view.sheet.track, last.corners[-1]
        where = corner_number(track, cost.corner) if last.spins else corner_with_limit(track, cost.corner, cost.limit)
        corners = corner_list(track, [each.corner for each in last.corners])
        facts |= {"corner": where, "over": cost.over, "corners": corners}
    message = _certain(last) if len(told.outcomes) == 1 else _spread(told)
    return fill(message, speed=last.speed, low=first.speed, high=last.speed, **facts)


def _certain(way: Outcome) -> Message:
    """Return the message of a way without luck."""
    several = len(way.corners) > 1
    return fitting(
        {
            N_("Speed {speed}: a spin out at {corner}."): way.spins,
            N_("Speed {speed}, over {corners} for {heat} Heat in all."): way.heat and several,
            N_("Speed {speed} is {over} over the limit of {corner}: {heat} Heat."): way.heat,
            N_("Speed {speed}, over the finish line."): way.finishes,
            N_("Speed {speed}, over {corners} without Heat."): several,
            N_("Speed {speed} takes {corner} without Heat."): way.corners,
            N_("Speed {speed}: {place}."): True,
        }
    )


def _spread(told: Forecast) -> Message:
    """Return the message of several ways, of which a card that is turned over will choose."""
    return fitting(
        {
            N_("Speed {low} to {high}, over the finish line in any case."): told.outcomes[0].finishes,
            N_("Speed {low} to {high}: the finish line is within reach."): (
                told.outcomes[-1].finishes and not told.most_heat
            ),
            N_("Speed {low} to {high}, and a spin out is possible."): told.spin_chance,
            N_("Speed {low} to {high}, for {heat} Heat at most."): told.most_heat,
            N_("Speed {low} to {high}, over {corners} without Heat in any case."): told.outcomes[-1].corners,
            N_("Speed {low} to {high}: {place}."): True,
        }
    )


def _of_shift(view: SeatView, decision: PlanDecision, gear: int, told: Forecast) -> str:
    """Return what a shift that costs Heat is for."""
    corner, left = _ahead(view, view.own.at)
    up = gear > decision.gear
    straight = NN_(
        "Two gears up for {heat} Heat: {left} space of straight is ahead.",
        "Two gears up for {heat} Heat: {left} spaces of straight are ahead.",
        "left",
    )
    cases: dict[Message, object] = {
        N_("Two gears up for {heat} Heat: only speed counts now."): up and is_last(view, view.own.at),
        straight: up,
        N_("Two gears down for {heat} Heat: a low gear cools."): decision.heat and left >= FAR,
        N_("Two gears down for {heat} Heat: brake for {corner}."): True,
    }
    where = corner_with_limit(view.sheet.track, corner, view.own_limits[corner])
    return fill(fitting(cases), heat=told.heat, left=left, corner=where)


def _of_corners(view: SeatView, told: Forecast) -> str:
    """Return what the Heat at the corners is for, or what speaks for a risk; "" where nothing is to be paid."""
    if not told.most_heat:
        return ""
    end = told.outcomes[-1].end
    corner, left = _ahead(view, end)
    cases = {
        N_("I see no way around it."): told.spin_chance == 1,
        N_("The chance of a spin out is {odds}, and every safer way looks slower to me."): told.spin_chance,
        N_("No more corners come before the finish, and Heat left there is worth nothing."): is_last(view, end),
        N_("It is worth it: {left} spaces of straight follow before {corner}."): left >= FAR,
        N_("Stopping before the line would cost you more time than the Heat."): True,
    }
    where, odds = corner_number(view.sheet.track, corner), chance_words(told.spin_chance)
    return fill(fitting(cases), odds=odds, left=left, corner=where)


def _of_boost(view: SeatView, decision: Decision, then: Forecast) -> str:
    """Return what the Heat of a Boost is for."""
    now, over = forecast(view, decision, DONE), _is_over(view, then)
    corner, left = _ahead(view, view.own.at)
    free = then.most_heat == now.most_heat and then.outcomes[-1].end <= view.own.at + left
    alone = N_("It is your last turn: Heat left over is worth nothing, and nobody else is racing.")
    cases = {
        alone: over and _is_alone(view),
        N_("It is your last turn: Heat left over is worth nothing, and every space may be a place."): over,
        N_("Even a 4 stops before the line of {corner}, so it costs nothing more."): free and left < FAR,
        N_("The straight is long: {left} spaces to {corner}, and no line within reach."): free,
        N_("The spaces are worth more to you than the {heat} Heat."): True,
    }
    return fill(fitting(cases), left=left, corner=corner_number(view.sheet.track, corner), heat=then.heat)


def _of_reaction(view: SeatView, decision: ReactDecision, action: React) -> str:
    if action.symbol is None:
        return _not_used(view, decision)
    then = forecast(view, decision, action)
    prevents, cools = _prevents_a_spin(view, decision, then), action.symbol == "cooldown"
    if prevents or cools:
        doomed = N_("You will spin out whatever you do, but the Cooldown makes room in your hand.")
        cases = {
            N_("It is free, and it makes a spin out less likely."): prevents and then.spin_chance,
            N_("It is free, and it prevents a spin out."): prevents,
            doomed: then.spin_chance and _is_doomed(view, decision),
            N_("It is free, and makes room in your hand."): then.spin_chance,
            N_("It is free, makes room in your hand, and lets your engine pay again."): True,
        }
        return fill(fitting(cases))
    free = fill(N_("It is free.")) if not then.heat and not then.most_heat else ""
    return sentences(free, way_of(view, then), heat_reason(view, decision, action))


def _not_used(view: SeatView, decision: ReactDecision) -> str:
    """Return why the Boost, or the extra space of Adrenaline, is better left."""
    now = forecast(view, decision, DONE)
    if now.spin_chance:
        return heat_reason(view, decision, DONE)
    faster = [React(use.symbol, use.source, 1) for use in decision.uses if use.symbol in ("boost", "adrenaline")]
    for action in faster:
        then = forecast(view, decision, action)
        if then.spin_chance:
            return fill(N_("Going faster now could end in a spin out."))
        if then.most_heat > now.most_heat:
            return fill(N_("Going faster now could cost up to {heat} Heat at the corners."), heat=then.most_heat)
    over = N_("You are over the finish line already.")
    return fill(over if _is_over(view, now) else N_("The Heat will be worth more to you later."))


def _of_slipstream(view: SeatView, decision: SlipstreamDecision, action: Slipstream) -> str:
    now, then = forecast(view, decision, STAY), forecast(view, decision, action)
    if not action.distance:
        farthest = forecast(view, decision, Slipstream(max(decision.distances)))
        cases = {
            N_("It would take you over a line too fast, into a spin out."): farthest.spin_chance,
            N_("It would take you over a line too fast: {heat} Heat in all."): farthest.most_heat > now.most_heat,
            N_("Where you are is better for your next turn."): True,
        }
        return fill(fitting(cases), heat=farthest.most_heat)
    if then.most_heat != now.most_heat:
        worth = fill(N_("It takes you over a line for {heat} Heat."), heat=then.most_heat - now.most_heat)
        return sentences(worth, heat_reason(view, decision, action))
    free = N_("It is free and takes you over {corner} without Heat.")
    crossed = [corner_number(view.sheet.track, cost.corner) for cost in then.outcomes[0].corners]
    new = crossed[len(now.outcomes[0].corners) :]
    return fill(free, corner=new[0]) if new else fill(N_("It is free."))


def _of_discard(view: SeatView, action: Discard) -> str:
    corner, left = _ahead(view, view.own.at)
    last, slow = is_last(view, view.own.at), max(action.cards, default="") <= "2"
    fast_cards = NN_(
        "It is {count} space to {corner}: you need fast cards.",
        "It is {count} spaces to {corner}: you need fast cards.",
        "count",
    )
    better_cards = NN_(
        "Another card will be of more use, and you draw it right away.",
        "Other cards will be of more use, and you draw them right away.",
        "cards",
    )
    cases: dict[Message, object] = {
        N_("You can use all of these cards."): not action.cards,
        N_("Nobody else is racing: only the finish counts."): last and _is_alone(view),
        N_("On the way to the finish only speed counts."): last,
        fast_cards: slow and left >= FAR,
        N_("You need slow cards for {corner}."): not slow and left < FAR,
        better_cards: True,
    }
    where = corner_with_limit(view.sheet.track, corner, view.limits[corner])
    return fill(fitting(cases), count=left, corner=where, cards=len(action.cards))


def _ahead(view: SeatView, at: int) -> tuple[int, int]:
    """Return the next corner after an absolute place, and the spaces before its line."""
    space = (at - 1) % view.sheet.track.spaces
    return view.sheet.next_corner[space], view.sheet.way_to_line[space]


def is_last(view: SeatView, at: int) -> bool:
    """Return whether no corner comes before the finish after an absolute place."""
    return at + _ahead(view, at)[1] >= view.sheet.finish


def _is_over(view: SeatView, told: Forecast) -> bool:
    """Return whether the car ends beyond the finish line in any case, so that this turn is its last."""
    return told.outcomes[0].finishes


def _before_line(view: SeatView, outcome: Outcome) -> str:
    """Return where a way ends that crosses no line."""
    corner, left = _ahead(view, outcome.end)
    if is_last(view, outcome.end):
        finish = NN_("{count} space before the finish line", "{count} spaces before the finish line", "count")
        return fill(finish, count=view.sheet.finish - outcome.end)
    before: Message = NN_(
        "{count} space before the line of {corner}", "{count} spaces before the line of {corner}", "count"
    )
    if not left:
        before = N_("right up to the line of {corner}")
    return fill(before, count=left, corner=corner_with_limit(view.sheet.track, corner, view.limits[corner]))
