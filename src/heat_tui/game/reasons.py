"""Why the coach suggests an action: what it comes to, and what its Heat is for."""

from __future__ import annotations

from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.car import RACING
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision
from heat_tui.engine.forecast import Forecast, Outcome, forecast
from heat_tui.engine.react import GEAR_CHARGES
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NN_, Message
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.names import chance_words, corner_list, corner_number, corner_with_limit

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
            return _of_slipstream(view, decision, action)
        case Discard():
            return _of_discard(view, action)
        case _:
            return ""


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
    if then.spin_chance == 1 and _is_doomed(view, decision):
        soft = N_("You will spin out whatever you do; from gear {gear} you take only 1 Stress.")
        return fill(soft if gear <= SOFT else DOOMED, gear=gear)
    if not then.spin_chance:
        return ""
    risk = N_("The chance of a spin out is {odds}, and every plan has one.")
    return fill(risk, odds=chance_words(then.spin_chance))


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
    cools = N_("Gear {gear} then cools {heat} Heat.")
    harmless = N_("It also gets rid of Stress where that does no harm.")
    return sentences(
        way_of(view, told),
        heat_reason(view, decision, plan),
        fill(cools, gear=plan.gear, heat=cooled) if cooled else "",
        fill(harmless) if STRESS in plan.cards and not told.most_heat else "",
    )


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


def _certain(way: Outcome) -> str:
    """Return the message of a way without luck."""
    several = len(way.corners) > 1
    if way.spins:
        return N_("Speed {speed}: a spin out at {corner}.")
    if way.heat:
        over = N_("Speed {speed}, over {corners} for {heat} Heat in all.")
        return over if several else N_("Speed {speed} is {over} over the limit of {corner}: {heat} Heat.")
    if way.finishes:
        return N_("Speed {speed}, over the finish line.")
    if way.corners:
        over = N_("Speed {speed}, over {corners} without Heat.")
        return over if several else N_("Speed {speed} takes {corner} without Heat.")
    return N_("Speed {speed}: {place}.")


def _spread(told: Forecast) -> str:
    """Return the message of several ways, of which a card that is turned over will choose."""
    if told.outcomes[0].finishes:
        return N_("Speed {low} to {high}, over the finish line in any case.")
    if told.outcomes[-1].finishes and not told.most_heat:
        return N_("Speed {low} to {high}: the finish line is within reach.")
    if told.spin_chance:
        return N_("Speed {low} to {high}, and a spin out is possible.")
    if told.most_heat:
        return N_("Speed {low} to {high}, for {heat} Heat at most.")
    if told.outcomes[-1].corners:
        return N_("Speed {low} to {high}, over {corners} without Heat in any case.")
    return N_("Speed {low} to {high}: {place}.")


def _of_shift(view: SeatView, decision: PlanDecision, gear: int, told: Forecast) -> str:
    """Return what a shift that costs Heat is for."""
    corner, left = _ahead(view, view.own.at)
    if gear > decision.gear:
        straight = N_("Two gears up for {heat} Heat: {left} spaces of straight are ahead.")
        message = (
            N_("Two gears up for {heat} Heat: only speed counts now.") if _is_last(view, view.own.at) else straight
        )
    elif decision.heat and left >= FAR:
        message = N_("Two gears down for {heat} Heat: a low gear cools.")
    else:
        message = N_("Two gears down for {heat} Heat: brake for {corner}.")
    return fill(
        message, heat=told.heat, left=left, corner=corner_with_limit(view.sheet.track, corner, view.own_limits[corner])
    )


def _of_corners(view: SeatView, told: Forecast) -> str:
    """Return what the Heat at the corners is for, or what speaks for a risk; "" where nothing is to be paid."""
    if not told.most_heat:
        return ""
    if told.spin_chance == 1:
        return fill(N_("I see no way around it."))
    if told.spin_chance:
        risk = N_("The chance of a spin out is {odds}, and every safer way looks slower to me.")
        return fill(risk, odds=chance_words(told.spin_chance))
    end = told.outcomes[-1].end
    corner, left = _ahead(view, end)
    if _is_last(view, end):
        return fill(N_("No corner comes after it, and Heat left at the finish is worth nothing."))
    if left >= FAR:
        straight = N_("It is worth it: {left} spaces of straight follow before {corner}.")
        return fill(straight, left=left, corner=corner_number(view.sheet.track, corner))
    return fill(N_("Stopping before the line would cost you more time than the Heat."))


def _of_boost(view: SeatView, decision: Decision, then: Forecast) -> str:
    """Return what the Heat of a Boost is for."""
    if _is_over(view, then):
        alone = N_("It is your last turn: Heat left over is worth nothing, and nobody else is racing.")
        place = N_("It is your last turn: Heat left over is worth nothing, and every space may be a place.")
        return fill(alone if _is_alone(view) else place)
    now = forecast(view, decision, DONE)
    corner, left = _ahead(view, view.own.at)
    if then.most_heat == now.most_heat and then.outcomes[-1].end <= view.own.at + left:
        straight = N_("The straight is long: {left} spaces to {corner}, and no line within reach.")
        if left < FAR:
            straight = N_("Even a 4 stops before the line of {corner}, so it costs nothing more.")
        return fill(straight, left=left, corner=corner_number(view.sheet.track, corner))
    return fill(N_("The spaces are worth more to you than the {heat} Heat."), heat=then.heat)


def _of_reaction(view: SeatView, decision: ReactDecision, action: React) -> str:
    if action.symbol is None:
        return _not_used(view, decision)
    then = forecast(view, decision, action)
    if _prevents_a_spin(view, decision, then):
        certain = N_("It is free, and it prevents a spin out.")
        return fill(N_("It is free, and it makes a spin out less likely.") if then.spin_chance else certain)
    if action.symbol == "cooldown" and then.spin_chance:
        doomed = N_("You will spin out whatever you do, but the Cooldown makes room in your hand.")
        room = N_("It is free, and makes room in your hand.")
        return fill(doomed if _is_doomed(view, decision) else room)
    if action.symbol == "cooldown":
        return fill(N_("It is free, makes room in your hand, and your engine can pay again."))
    free = fill(N_("It is free.")) if not then.heat and not then.most_heat else ""
    return sentences(free, way_of(view, then), heat_reason(view, decision, action))


def _not_used(view: SeatView, decision: ReactDecision) -> str:
    """Return why the Boost, or the extra space of Adrenaline, is better left."""
    now = forecast(view, decision, DONE)
    if now.spin_chance:
        return heat_reason(view, decision, DONE)
    for use in decision.uses:
        if use.symbol not in ("boost", "adrenaline"):
            continue
        then = forecast(view, decision, React(use.symbol, use.source, 1))
        if then.spin_chance:
            return fill(N_("Going faster now could end in a spin out."))
        if then.most_heat > now.most_heat:
            return fill(N_("Going faster now could cost up to {heat} Heat at the corners."), heat=then.most_heat)
    if now.outcomes[0].finishes:
        return fill(N_("You are over the finish line already."))
    return fill(N_("The Heat will be worth more to you later."))


def _of_slipstream(view: SeatView, decision: Decision, action: Slipstream) -> str:
    now, then = forecast(view, decision, STAY), forecast(view, decision, action)
    if not action.distance:
        farthest = forecast(view, decision, Slipstream(max(getattr(decision, "distances", (0,)))))
        if farthest.spin_chance:
            return fill(N_("It would take you over a line too fast, into a spin out."))
        if farthest.most_heat > now.most_heat:
            return fill(N_("It would take you over a line too fast: {heat} Heat."), heat=farthest.most_heat)
        return fill(N_("Where you are is better for your next turn."))
    if then.most_heat != now.most_heat:
        worth = fill(N_("It takes you over a line for {heat} Heat."), heat=then.most_heat - now.most_heat)
        return sentences(worth, heat_reason(view, decision, action))
    crossed = then.outcomes[0].corners[len(now.outcomes[0].corners) :]
    if crossed:
        return fill(
            N_("It is free and takes you over {corner} without Heat."),
            corner=corner_number(view.sheet.track, crossed[0].corner),
        )
    return fill(N_("It is free."))


def _of_discard(view: SeatView, action: Discard) -> str:
    if not action.cards:
        return fill(N_("You can use all of these cards."))
    corner, left = _ahead(view, view.own.at)
    if _is_last(view, view.own.at):
        alone = N_("Nobody else is racing: only the finish counts.")
        return fill(alone if _is_alone(view) else N_("On the way to the finish only speed counts."))
    slow = max(action.cards) <= "2"
    message: Message = NN_(
        "Another card will be of more use, and you draw it right away.",
        "Other cards will be of more use, and you draw them right away.",
        "cards",
    )
    if slow and left >= FAR:
        message = NN_(
            "It is {count} space to {corner}: you need fast cards.",
            "It is {count} spaces to {corner}: you need fast cards.",
            "count",
        )
    elif not slow and left < FAR:
        message = N_("You need slow cards for {corner}.")
    where = corner_with_limit(view.sheet.track, corner, view.limits[corner])
    return fill(message, count=left, corner=where, cards=len(action.cards))


def _ahead(view: SeatView, at: int) -> tuple[int, int]:
    """Return the next corner after an absolute place, and the spaces before its line."""
    space = (at - 1) % view.sheet.track.spaces
    return view.sheet.next_corner[space], view.sheet.way_to_line[space]


def _is_last(view: SeatView, at: int) -> bool:
    """Return whether no corner comes before the finish after an absolute place."""
    return at + _ahead(view, at)[1] >= view.sheet.finish


def _is_over(view: SeatView, told: Forecast) -> bool:
    """Return whether the car ends beyond the finish line in any case, so that this turn is its last."""
    return told.outcomes[0].finishes


def _before_line(view: SeatView, outcome: Outcome) -> str:
    """Return where a way ends that crosses no line."""
    corner, left = _ahead(view, outcome.end)
    if _is_last(view, outcome.end):
        finish = NN_("{count} space before the finish line", "{count} spaces before the finish line", "count")
        return fill(finish, count=view.sheet.finish - outcome.end)
    before: Message = NN_(
        "{count} space before the line of {corner}", "{count} spaces before the line of {corner}", "count"
    )
    if not left:
        before = N_("right up to the line of {corner}")
    return fill(before, count=left, corner=corner_with_limit(view.sheet.track, corner, view.limits[corner]))
