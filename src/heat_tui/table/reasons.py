"""What speaks for an action, in a sentence or two: what it comes to, and what it costs."""

from __future__ import annotations

from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.forecast import CornerCost, Forecast, Outcome, forecast
from heat_tui.engine.steps.react import GEAR_CHARGES
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.prose import describe_action
from heat_tui.prose.names import listing
from heat_tui.prose.places import corner_number, corner_with_limit

FAR = 8
"""From so many spaces before a corner's line on, fast cards are worth more than slow ones."""


def reason(view: SeatView, decision: Decision, action: Action) -> str:
    """What an action of the decision comes to, for the seat whose view it is; "" where there is nothing to say."""
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
            assert isinstance(decision, DiscardDecision)
            return _of_discard(view, action)
        case _:
            return ""


def _of_plan(view: SeatView, decision: PlanDecision, plan: Plan) -> str:
    told = forecast(view, decision, plan)
    if told.cluttered:
        return _("No gear within reach can be filled, so the car stands still whatever you choose.")
    parts = [way_of(view, told)]
    if told.heat:
        parts.append(_("The shift costs {heat} Heat.").format(heat=told.heat))
    cooled = min(sum(use.most for use in GEAR_CHARGES[plan.gear] if use.symbol == "cooldown"), decision.heat)
    if cooled:
        parts.append(_("Gear {gear} then cools {heat} Heat.").format(gear=plan.gear, heat=cooled))
    if STRESS in plan.cards and not told.most_heat:
        parts.append(_("And a Stress card is gone where it does no harm."))
    return " ".join(parts)


def way_of(view: SeatView, told: Forecast) -> str:
    """How fast a plan or reaction is and how far it leads, with what the corners cost."""
    first, last = told.outcomes[0], told.outcomes[-1]
    if len(told.outcomes) == 1:
        return _certain(view, first)
    if first.finishes:
        return _("Speed {low} to {high}, over the finish line in any case.").format(low=first.speed, high=last.speed)
    if told.spin_chance:
        return _("Speed {low} to {high}, and a spin out is possible.").format(low=first.speed, high=last.speed)
    if told.most_heat:
        return _("Speed {low} to {high}, for {heat} Heat at most.").format(
            low=first.speed, high=last.speed, heat=told.most_heat
        )
    corners = last.corners
    if corners:
        return _("Speed {low} to {high}, over {corners} without Heat in any case.").format(
            low=first.speed, high=last.speed, corners=listing([corner_number(cost.corner) for cost in corners])
        )
    return _("Speed {low} to {high}: {place}.").format(low=first.speed, high=last.speed, place=_before_line(view, last))


def _certain(view: SeatView, outcome: Outcome) -> str:
    """A way without luck."""
    speed = outcome.speed
    if outcome.spins:
        return _("Speed {speed}: a spin out at {corner}.").format(
            speed=speed, corner=corner_number(outcome.corners[-1].corner)
        )
    if outcome.heat:
        if len(outcome.corners) > 1:
            return _("Speed {speed}, over {corners} for {heat} Heat in all.").format(
                speed=speed, corners=_numbers(outcome.corners), heat=outcome.heat
            )
        cost = outcome.corners[0]
        return _("Speed {speed} is {over} too fast for {corner}: {heat} Heat.").format(
            speed=speed, over=cost.over, heat=cost.heat, corner=corner_with_limit(cost.corner, cost.limit)
        )
    if outcome.finishes:
        return _("Speed {speed}, over the finish line.").format(speed=speed)
    if len(outcome.corners) > 1:
        return _("Speed {speed}, over {corners} without Heat.").format(speed=speed, corners=_numbers(outcome.corners))
    if outcome.corners:
        cost = outcome.corners[0]
        return _("Speed {speed} takes {corner}, without Heat.").format(
            speed=speed, corner=corner_with_limit(cost.corner, cost.limit)
        )
    return _("Speed {speed}: {place}.").format(speed=speed, place=_before_line(view, outcome))


def _before_line(view: SeatView, outcome: Outcome) -> str:
    """Where a way ends that crosses no line."""
    track = view.sheet.track
    space = (outcome.end - 1) % track.spaces + 1
    corner = track.next_corner(space)
    left = track.spaces_to_line(space, corner)
    if outcome.end + left >= view.sheet.finish:
        left = view.sheet.finish - outcome.end
        return ngettext("{count} space before the finish line", "{count} spaces before the finish line", left).format(
            count=left
        )
    name = corner_with_limit(corner, view.limits[corner])
    if not left:
        return _("right up to the line of {corner}").format(corner=name)
    return ngettext(
        "{count} space before the line of {corner}", "{count} spaces before the line of {corner}", left
    ).format(count=left, corner=name)


def _of_reaction(view: SeatView, decision: ReactDecision, action: React) -> str:
    match action.symbol:
        case "cooldown":
            return _("That makes room in the hand, and the engine can pay again.")
        case "adrenaline" | "boost":
            return way_of(view, forecast(view, decision, action))
        case _:
            return _not_used(view, decision)


def _not_used(view: SeatView, decision: ReactDecision) -> str:
    """Why the Boost, or the extra space of Adrenaline, is better left."""
    if forecast(view, decision, DONE).spin_chance:
        return _("Nothing here can prevent the spin out.")
    now = forecast(view, decision, DONE)
    for use in decision.uses:
        if use.symbol not in ("boost", "adrenaline"):
            continue
        then = forecast(view, decision, React(use.symbol, use.source, 1))
        if then.spin_chance:
            return _("Going faster now could end in a spin out.")
        if then.most_heat > now.most_heat:
            return _("Going faster now could cost up to {heat} Heat at the corners.").format(heat=then.most_heat)
    if now.outcomes[0].finishes:
        return _("You are over the finish line already.")
    return _("The Heat is worth more later than a few spaces now.")


def _of_slipstream(view: SeatView, decision: Decision, action: Slipstream) -> str:
    now, then = forecast(view, decision, STAY), forecast(view, decision, action)
    if action.distance:
        added = then.most_heat - now.most_heat
        if added:
            return _("The spaces are worth the {heat} Heat at the corner.").format(heat=added)
        crossed = then.outcomes[0].corners[len(now.outcomes[0].corners) :]
        if crossed:
            return _("It takes you over {corner} without Heat.").format(corner=corner_number(crossed[0].corner))
        return _("The spaces cost nothing.")
    farthest = forecast(view, decision, Slipstream(max(getattr(decision, "distances", (0,)))))
    if farthest.spin_chance:
        return _("It would take you over a line too fast, into a spin out.")
    if farthest.most_heat > now.most_heat:
        return _("It would take you over a line too fast: {heat} Heat.").format(heat=farthest.most_heat)
    return _("The place where you are is the better one for your next turn.")


def _of_discard(view: SeatView, action: Discard) -> str:
    if not action.cards:
        return _("These cards will be of use.")
    own, track = view.own, view.sheet.track
    space = view.space(own)
    corner = track.next_corner(space)
    left = track.spaces_to_line(space, corner)
    if own.at + left >= view.sheet.finish:
        return _("On the way to the finish only speed counts.")
    slow = max(action.cards) <= "2"
    name = corner_with_limit(corner, view.limits[corner])
    if slow and left >= FAR:
        return ngettext(
            "It is {count} space to {corner}: fast cards are what you need.",
            "It is {count} spaces to {corner}: fast cards are what you need.",
            left,
        ).format(count=left, corner=name)
    if not slow and left < FAR:
        return _("Slow cards are what you need for {corner}.").format(corner=name)
    return _("Others will serve you better, and new ones come at once.")


def suggestion(view: SeatView, decision: Decision, action: Action, why: str = "") -> str:
    """A proposal with its reason."""
    return _("Suggestion: {action}. {reason}").format(
        action=describe_action(decision, action), reason=why or reason(view, decision, action)
    )


def _numbers(corners: tuple[CornerCost, ...]) -> str:
    return listing([corner_number(cost.corner) for cost in corners])
