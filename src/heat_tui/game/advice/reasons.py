"""The reasons why the coach suggests an action: its outcome, and the use of its Heat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Final

from heat_tui.drivers.kinds import COACH, RACER
from heat_tui.drivers.weighing import planned_speed_of
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.car import RACING
from heat_tui.engine.cards import STRESS
from heat_tui.engine.choices import without
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.forecast import Forecast, forecast
from heat_tui.engine.react import GEAR_CHARGES
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up
from heat_tui.game.table.prompts import is_doomed
from heat_tui.language import N_, NN_, Message
from heat_tui.words.cards import values_words
from heat_tui.words.forecasts import guess_lines
from heat_tui.words.formatter import fill, fitting, sentences
from heat_tui.words.names import chance_words, corner_on_map, corner_with_limit, corner_words, corners_on_map
from heat_tui.words.questions import describe_action

FAR = 8
"""The minimum distance to a corner line, in spaces, that counts as a straight, where fast cards and Heat pay off."""

SLOW_CARD = 2
"""The highest speed value of a slow card; cards above it are fast."""

SOFT = 2
"""The highest gear in which a spin out brings 1 Stress; in higher gears it brings 2 (7.3)."""


class Reasons:
    """The reasons for the actions at a decision, from the view of its seat; forecasts are worked out only once."""

    def __init__(self, view: SeatView, decision: Decision) -> None:
        self.view = view
        self.decision = decision
        self.forecast = cache(partial(forecast, view, decision))
        self.expected = cache(self._expected)
        """The forecast of an action; for a plan with values to choose, only with those that the evaluation prefers."""

    def why(self, action: Action) -> str:
        """Return the outcome of an action and the reason for it; "" if there is nothing to say."""
        match action, self.decision:
            case Plan() as plan, PlanDecision() as decision:
                return self._of_plan(decision, plan)
            case React(symbol=None), ReactDecision():
                return self._not_used()
            case React() as reaction, ReactDecision():
                return self._of_reaction(reaction)
            case Slipstream() as slipstream, SlipstreamDecision() as decision:
                return self._of_slipstream(decision, slipstream)
            case Discard(cards=cards), DiscardDecision() as decision:
                return self._of_discard(decision, cards)
            case _:
                return ""

    def instead(self, best: Action, chosen: Action) -> str:
        """Return the reason why the best action is better than the chosen one; "" if there is nothing to say."""
        return (self._too_fast() if _is_faster(chosen) and not _is_faster(best) else "") or self.why(best)

    def _expected(self, action: Action) -> Forecast:
        then = self.forecast(action)
        if not (then.by_values and isinstance(action, Plan) and isinstance(self.decision, PlanDecision)):
            return then
        style = COACH if self.view.sealed is not None else RACER
        speed = planned_speed_of(self.view, self.decision, action, style)
        printed = add_up(self.view.sheet.cards[card].speed for card in action.cards)
        for values, outcomes in then.by_values:
            if printed + add_up(value for _card, value in values) == speed:
                return replace(then, outcomes=outcomes, by_values=((values, outcomes),))
        return replace(then, by_values=())

    def _could(self, holds: Callable[[Forecast], bool]) -> bool:
        """Return whether `holds` is true of a forecast with outcomes, for some option and some choice of values."""
        forecasts = (self.forecast(each) for each in self.decision.options())
        ways = (
            replace(then, outcomes=outcomes)
            for then in forecasts
            for _values, outcomes in then.by_values or (((), then.outcomes),)
        )
        return any(then.outcomes and holds(then) for then in ways)

    @property
    def _done(self) -> Forecast | None:
        """The forecast of ending step 5; None while something must still be used, and at other decisions."""
        return self.forecast(DONE) if self.decision.objection(DONE) is None else None

    def _of_plan(self, decision: PlanDecision, plan: Plan) -> str:
        then = self.expected(plan)
        if then.cluttered:
            return fill(N_("You cannot fill any gear within reach, so your car does not move whatever you choose."))
        cooled = min(add_up(use.most for use in GEAR_CHARGES[plan.gear] if use.symbol == "cooldown"), decision.heat)
        cooled = min(cooled, *(way.cooled for way in then.outcomes))
        stressed = STRESS in plan.cards
        certain = stressed and len(then.outcomes) == 1
        harmless = stressed and not then.most_heat and not then.outcomes[-1].finishes
        return sentences(
            fill(N_("Plan on {values}."), values=values_words(then.by_values[0][0])) if then.by_values else "",
            way_of(self.view, then),
            fill(N_("The cards left to turn over make the value of Stress certain.")) if certain else "",
            self._of_shift(decision, plan.gear, then) if then.heat else "",
            self._of_corners(then, plan.gear),
            fill(N_("Gear {gear} then cools {heat} Heat."), gear=plan.gear, heat=cooled) if cooled else "",
            fill(N_("You also get rid of Stress.")) if harmless else "",
        )

    def _of_shift(self, decision: PlanDecision, gear: int, then: Forecast) -> str:
        """Return the purpose of a plan's shift, which costs Heat."""
        view = self.view
        corner, left = _ahead(view, view.own.at)
        up, one = gear > decision.gear, decision.gear - gear == 1
        straight = NN_(
            "Two gears up for {heat} Heat: {left} space of straight is ahead.",
            "Two gears up for {heat} Heat: {left} spaces of straight are ahead.",
            "left",
        )
        cases: dict[Message, object] = {
            N_("Two gears up for {heat} Heat: only speed counts now."): up and is_last(view, view.own.at),
            straight: up and left >= FAR,
            N_("Two gears up for {heat} Heat: the speed is worth it."): up,
            N_("One gear down for {heat} Heat: a low gear cools."): one and decision.heat and left >= FAR,
            N_("One gear down for {heat} Heat: brake for {corner}."): one,
            N_("Two gears down for {heat} Heat: a low gear cools."): decision.heat and left >= FAR,
            N_("Two gears down for {heat} Heat: brake for {corner}."): True,
        }
        where = corner_with_limit(view.sheet.track, corner, view.own_limits[corner])
        return fill(fitting(cases), heat=then.heat, left=left, corner=where)

    def _of_corners(self, then: Forecast, gear: int = 0) -> str:
        """Return the reason for Heat or risk at the corners, "" without either; `gear` is a plan's gear, else 0."""
        if not (then.most_heat or then.spin_chance):
            return ""
        end = then.outcomes[-1].end
        (corner, left), last = _ahead(self.view, end), is_last(self.view, end)
        doomed = then.spin_chance == 1 and is_doomed(self.decision, self.forecast)
        cases: dict[Message, object] = {
            N_("You will spin out whatever you do; from gear {gear} you take only 1 Stress."): (
                doomed and 0 < gear <= SOFT
            ),
            N_("You will spin out whatever you do."): doomed,
            N_("The chance of a spin out is {odds}, and every safer way looks slower to me."): then.spin_chance,
            N_("No more corners come before the finish, and Heat left there is worth nothing."): last,
            N_("It is worth it: {left} spaces of straight follow before {corner}."): left >= FAR,
            N_("Stopping before the line would cost you more time than the Heat."): lambda: self._could(
                lambda other: len(other.outcomes[-1].corners) < len(then.outcomes[-1].corners)
            ),
            N_("Driving slower would cost you more time than the Heat."): lambda: self._could(
                lambda other: other.most_heat < then.most_heat
            ),
            N_("Nothing you can do costs less Heat here."): True,
        }
        where = corner_on_map(self.view.sheet.track, corner, self.view.own_limits[corner])
        odds = chance_words(then.spin_chance)
        return fill(fitting(cases), odds=odds, left=left, corner=where, gear=gear)

    def _of_boost(self, then: Forecast) -> str:
        view = self.view
        corner, left = _ahead(view, view.own.at)
        over, alone, needed = _is_over(then), _is_alone(view), self._done is not None and not _is_over(self._done)

        def free() -> bool:
            dearer = self._done is None or then.most_heat > self._done.most_heat
            return not dearer and then.outcomes[-1].end <= view.own.at + left

        cases: dict[Message, object] = {
            N_("It takes you over the finish line, and Heat left over is worth nothing."): over and alone and needed,
            N_("Nothing depends on it: nobody else is racing, and Heat left over is worth nothing."): over and alone,
            N_("It is your last turn: Heat left over is worth nothing, and every space may decide your place."): over,
            N_("You cross no line, so it costs nothing more."): lambda: left < FAR and free(),
            N_("The straight is long: {left} spaces to {corner}, and no line within reach."): free,
            N_("The spaces are worth more to you than the {heat} Heat."): True,
        }
        where = corner_on_map(view.sheet.track, corner, view.own_limits[corner])
        return fill(fitting(cases), left=left, corner=where, heat=then.heat)

    def _of_reaction(self, reaction: React) -> str:
        then = self.forecast(reaction)
        prevents = self._done is not None and then.spin_chance < self._done.spin_chance
        if prevents or reaction.symbol == "cooldown":
            cases: dict[Message, object] = {
                N_("It is free, and it makes a spin out less likely."): prevents and then.spin_chance,
                N_("It is free, and it prevents a spin out."): prevents,
                N_("You will spin out whatever you do, but the Cooldown makes room in your hand."): (
                    lambda: then.spin_chance and is_doomed(self.decision, self.forecast)
                ),
                N_("It is free, and makes room in your hand."): then.spin_chance,
                N_("It is free, makes room in your hand, and puts Heat back into your engine."): True,
            }
            return fill(fitting(cases))
        if reaction.symbol == "salvage":
            return fill(N_("It is free, and you will have more good cards to draw."))
        free = fill(N_("It is free.")) if not then.heat and not then.most_heat else ""
        boost = self._of_boost(then) if reaction.symbol == "boost" and then.heat and then.spin_chance < 1 else ""
        corners = "" if boost and _is_over(then) else self._of_corners(then)
        return sentences(free, way_of(self.view, then), boost, corners)

    def _not_used(self) -> str:
        """Return the reason for not using a Boost or Adrenaline's extra space."""
        now = self.forecast(DONE)
        if now.spin_chance:
            return self._of_corners(now)
        costly = any(self.forecast(action).heat for action in self.decision.options() if _is_faster(action))
        cases: dict[Message, object] = {
            N_("You are over the finish line already."): _is_over(now),
            N_("The Heat will be worth more to you later."): costly,
            N_("Where you are is better for your next turn."): True,
        }
        return self._too_fast() or fill(fitting(cases))

    def _too_fast(self) -> str:
        """Return the danger of a Boost or of Adrenaline's extra space; "" if none, or if step 5 cannot end yet."""
        if (now := self._done) is None:
            return ""
        faster = [self.forecast(action) for action in self.decision.options() if _is_faster(action)]
        for then in faster:
            if then.spin_chance > now.spin_chance:
                certain = all(each.spin_chance == 1 for each in faster)
                would, could = N_("Going faster would end in a spin out."), N_("Going faster could end in a spin out.")
                return fill(would if certain else could)
            if then.most_heat > now.most_heat:
                return fill(N_("Going faster could cost up to {heat} Heat at the corners."), heat=then.most_heat)
        return ""

    def _of_slipstream(self, decision: SlipstreamDecision, action: Slipstream) -> str:
        now, then = self.forecast(STAY), self.forecast(action)
        if not action.distance:
            farthest = self.forecast(Slipstream(max(decision.distances)))
            cases = {
                N_("It would take you over a line too fast, into a spin out."): farthest.spin_chance,
                N_("It would take you over a line too fast: {heat} Heat in all."): farthest.most_heat > now.most_heat,
                N_("Where you are is better for your next turn."): True,
            }
            return fill(fitting(cases), heat=farthest.most_heat)
        if then.most_heat != now.most_heat:
            worth = fill(N_("It takes you over a line for {heat} Heat."), heat=then.most_heat - now.most_heat)
            return sentences(worth, self._of_corners(then))
        crossed = then.outcomes[0].corners[len(now.outcomes[0].corners) :]
        if not crossed:
            return fill(N_("It is free."))
        corner = corner_on_map(self.view.sheet.track, crossed[0].corner, crossed[0].limit)
        return fill(N_("It is free and takes you over {corner} without paying."), corner=corner)

    def _of_discard(self, decision: DiscardDecision, cards: tuple[str, ...]) -> str:
        view = self.view
        corner, left = _ahead(view, view.own.at)
        last = is_last(view, view.own.at)
        gone, kept = (
            [view.sheet.cards[card].speed for card in part] for part in (cards, without(decision.cards, cards))
        )
        slow = max(gone, default=0) <= SLOW_CARD and min(kept, default=SLOW_CARD) >= min(gone, default=0)
        fast = min(gone, default=0) > SLOW_CARD and max(kept, default=0) <= max(gone, default=0)
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
            N_("You can use all of these cards."): not cards,
            N_("Nobody else is racing: only the finish counts."): last and _is_alone(view),
            N_("On the way to the finish only speed counts."): last,
            fast_cards: slow and left >= FAR,
            N_("You need slow cards for {corner}."): fast and left < FAR,
            better_cards: True,
        }
        where = corner_with_limit(view.sheet.track, corner, view.limits[corner])
        return fill(fitting(cases), count=left, corner=where, cards=len(cards))


def advice_words(decision: Decision, action: Action, why: str, keys: str = "") -> str:
    """Return a suggested action, with the keys for it if they are known, and the reason for it."""
    message = N_("Press {keys}: {action}. {reason}") if keys else N_("Suggestion: {action}. {reason}")
    return fill(message, keys=keys, action=describe_action(decision, action), reason=why).strip()


_ONE_END: Final[Message] = N_("Speed {speed}: {place}.")
"""The message for a plan or reaction that crosses no line and has one outcome."""

_SEVERAL_ENDS: Final[Message] = N_("Speed {low} to {high}: {place}.")
"""The message for a plan or reaction that crosses no line and has several outcomes."""


def way_of(view: SeatView, told: Forecast) -> str:
    """Return the speed of a plan or reaction and its main consequence, in words.

    The consequence is a spin out, the Heat, or the finish line or corners that the car crosses; if it crosses no line,
    how far before the next line it ends, followed by a note if cars that block it may still move.
    """
    first, last = told.outcomes[0], told.outcomes[-1]
    facts: dict[str, object] = {"heat": told.most_heat, "place": _before_line(view, told)}
    if last.corners:
        track, cost = view.sheet.track, last.corners[-1]
        facts |= {"corner": corner_words(track, cost.corner), "corners": corners_on_map(track, last.corners)}
        facts |= {"limit": cost.limit, "over": cost.over}
    several = len(last.corners) > 1
    certain: dict[Message, object] = {
        N_("Speed {speed}: a spin out at {corner} (limit {limit})."): last.spins,
        N_("Speed {speed}, over {corners} for {heat} Heat in all."): last.heat and several,
        N_("Speed {speed} is {over} over the limit ({limit}) of {corner}: {heat} Heat."): last.heat,
        N_("Speed {speed}, over the finish line."): last.finishes,
        N_("Speed {speed}, over {corners} without paying."): several,
        N_("Speed {speed} passes {corner} (limit {limit}) without paying."): last.corners,
        _ONE_END: True,
    }
    by_chance: dict[Message, object] = {
        N_("Speed {low} to {high}, always over the finish line."): _is_over(told),
        N_("Speed {low} to {high}: the finish line is within reach."): last.finishes and not told.most_heat,
        N_("Speed {low} to {high}: a spin out in any case."): told.spin_chance == 1,
        N_("Speed {low} to {high}, and a spin out is possible."): told.spin_chance,
        N_("Speed {low} to {high}, for {heat} Heat at most."): told.most_heat,
        N_("Speed {low} to {high}, with no Heat to pay for {corners}."): last.corners,
        _SEVERAL_ENDS: True,
    }
    message = fitting(certain if len(told.outcomes) == 1 else by_chance)
    way = fill(message, speed=last.speed, low=first.speed, high=last.speed, **facts)
    blocked = message in (_ONE_END, _SEVERAL_ENDS) and any(outcome.blockers for outcome in told.outcomes)
    return sentences(way, *(guess_lines(view, told) if blocked else []))


def _is_alone(view: SeatView) -> bool:
    """Return whether no other car is left in the race."""
    return all(car.status != RACING or car.index == view.own.index for car in view.cars)


def _ahead(view: SeatView, at: int) -> tuple[int, int]:
    """Return the index of the next corner after an absolute place, and the number of spaces before its line."""
    space = (at - 1) % view.sheet.track.spaces
    return view.sheet.next_corner[space], view.sheet.way_to_line[space]


def is_last(view: SeatView, at: int) -> bool:
    """Return whether no corner line comes between an absolute place and the finish line of the last lap."""
    return at + _ahead(view, at)[1] >= view.sheet.finish


def _is_faster(action: Action) -> bool:
    """Return whether an action is a Boost or the extra space of Adrenaline."""
    return isinstance(action, React) and action.symbol in ("boost", "adrenaline")


def _is_over(told: Forecast) -> bool:
    """Return whether the car is certain to end beyond the finish line, so that this turn is its last."""
    return told.outcomes[0].finishes and not told.spin_chance


def _before_line(view: SeatView, told: Forecast) -> str:
    """Return how far before the next corner line or the finish line a move ends, in words."""
    ends = [way.end for way in told.outcomes]
    first, last = min(ends), max(ends)
    corner, left = _ahead(view, last)
    finishes = is_last(view, last)
    left = view.sheet.finish - last if finishes else left
    cases: dict[Message, object] = {
        N_("no further than the finish line"): finishes and not left and first < last,
        N_("right up to the finish line"): finishes and not left,
        N_("{left} to {most} spaces before the finish line"): finishes and first < last,
        NN_("{left} space before the finish line", "{left} spaces before the finish line", "left"): finishes,
        N_("no further than the line of {corner}"): not left and first < last,
        N_("right up to the line of {corner}"): not left,
        N_("{left} to {most} spaces before the line of {corner}"): first < last,
        NN_("{left} space before the line of {corner}", "{left} spaces before the line of {corner}", "left"): True,
    }
    where = corner_with_limit(view.sheet.track, corner, view.limits[corner])
    return fill(fitting(cases), left=left, most=left + last - first, corner=where)
