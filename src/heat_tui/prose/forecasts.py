"""What an action would do, told to the driver who thinks about it."""

from __future__ import annotations

from fractions import Fraction

from heat_tui.engine.cards import HEAT
from heat_tui.engine.forecast import CERTAIN, CornerCost, Forecast, Outcome
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.prose.championship import eliminates
from heat_tui.prose.goals import promise_lines, promise_odds
from heat_tui.prose.names import car_list
from heat_tui.prose.odds import odds_in_words
from heat_tui.prose.places import corner_number, corner_with_limit, has_crossed, place_words, space_words
from heat_tui.prose.upgrade_forecasts import owed_lines, unpaid_shift, value_lines

SILENT = ("draft", "refresh", "over")
"""The steps of which nothing can be foretold; "over" is that between two races of a season."""


def foretell(view: SeatView, forecast: Forecast) -> list[str]:
    """The consequences, a line each; made for the decision at which `view` was taken."""
    if forecast.discards is not None:
        return [_discarded(view, forecast.discards)]
    if view.step == "mulligan":
        return _mulligan(view, forecast)
    if view.step in SILENT:
        return []
    if forecast.cluttered:
        return [*_paid_at_once(view, forecast), _cluttered()]
    if not forecast.outcomes:
        return [_("You leave the race at once and rank behind all who finish.")]
    lines = [*_paid_at_once(view, forecast), *unpaid_shift(forecast)]
    by_values = value_lines(view, forecast)
    if by_values:
        lines += [*owed_lines(view, forecast), *by_values]
    else:
        lines += _moved(view, forecast)
    if forecast.guess:
        lines += _unsure(view, forecast)
    return lines


def _moved(view: SeatView, forecast: Forecast) -> list[str]:
    """Where the car goes, what that costs, and what is left in the engine."""
    certain = len(forecast.outcomes) == 1
    lines = _certain(view, forecast.outcomes[0]) if certain else _spread(view, forecast)
    return [lines[0], *owed_lines(view, forecast), *lines[1:], *_engine(view, forecast)]


def _unsure(view: SeatView, forecast: Forecast) -> list[str]:
    """What may still change before the car stands where the forecast puts it."""
    lines = []
    if forecast.spin_chance and HEAT in view.hand:
        lines.append(_("Heat that you cool down in your turn is not counted in."))
    if view.order[:1] != (view.seat,):
        lines.append(_("This holds if no other car moves before your turn."))
    return lines


def _discarded(view: SeatView, discards: int) -> str:
    kept = view.own.hand - discards
    if not discards:
        return ngettext(
            "You discard nothing and keep {kept} card.", "You discard nothing and keep {kept} cards.", kept
        ).format(kept=kept)
    return ngettext(
        "You discard {cards} card and keep {kept}.", "You discard {cards} cards and keep {kept}.", discards
    ).format(cards=discards, kept=kept)


def _mulligan(view: SeatView, forecast: Forecast) -> list[str]:
    if not forecast.heat:
        return [_("You keep your hand and all {engine} Heat.").format(engine=view.own.engine)]
    return [
        _("You shuffle your whole hand into the draw deck and draw a new one."),
        _engine_change(view.own.engine, view.own.engine - forecast.heat),
    ]


def _cluttered() -> str:
    return _(
        "Your hand is cluttered: the car does not move, the cards played are discarded, and the gear falls to 1 again."
    )


def _paid_at_once(view: SeatView, forecast: Forecast) -> list[str]:
    if forecast.cooled and any(charge.symbol == "super_cool" for charge in view.charges):
        return [_("The engine gets {heat} Heat back.").format(heat=forecast.cooled)]
    if forecast.cooled:
        return [_("You put {heat} Heat from your hand into the engine.").format(heat=forecast.cooled)]
    if not forecast.heat:
        return []
    if forecast.guess:
        return [_("The shift costs {heat} Heat.").format(heat=forecast.heat)]
    if all(outcome.speed == view.speed for outcome in forecast.outcomes):
        return [_("You pay {heat} Heat.").format(heat=forecast.heat)]
    return [_("The Boost costs {heat} Heat.").format(heat=forecast.heat)]


def _certain(view: SeatView, outcome: Outcome) -> list[str]:
    lines = [_landing(view, outcome)]
    lines += [_corner(view, cost) for cost in _paid_corners(outcome)]
    lines += promise_lines(view, outcome)
    if outcome.spins:
        lines.append(_spin(view, outcome))
    if outcome.finishes and not has_crossed(view):
        lines.append(_("You cross the finish line of the last lap."))
    return lines


def _landing(view: SeatView, outcome: Outcome) -> str:
    track = view.sheet.track
    place, speed = place_words(track, outcome.end, outcome.spot), outcome.speed
    if not outcome.blockers:
        if outcome.end == view.own.at:
            return _("Speed {speed}: you stay on {place}.").format(speed=speed, place=place)
        return _("Speed {speed}: you land on {place}.").format(speed=speed, place=place)
    blockers, aim = car_list(view.sheet, outcome.blockers), space_words(track, outcome.end + outcome.short)
    if outcome.end == view.own.at:
        return _("Speed {speed}: {blockers} fill {aim}, so you stay on {place}.").format(
            speed=speed, blockers=blockers, aim=aim, place=place
        )
    return _("Speed {speed}: {blockers} fill {aim}, so you stop {short} short on {place}.").format(
        speed=speed, blockers=blockers, aim=aim, short=outcome.short, place=place
    )


def _paid_corners(outcome: Outcome) -> tuple[CornerCost, ...]:
    return outcome.corners[:-1] if outcome.spins else outcome.corners


def _corner(view: SeatView, cost: CornerCost) -> str:
    corner = corner_with_limit(cost.corner, cost.limit)
    if not cost.heat:
        return _("Over {corner}: no Heat.").format(corner=corner)
    return _("Over {corner}: {over} too fast, you pay {heat} Heat.").format(
        corner=corner, over=cost.over, heat=cost.heat
    )


def _spin(view: SeatView, outcome: Outcome) -> str:
    cost = outcome.corners[-1]
    if eliminates(view):
        return _(
            "Over {corner}: {over} too fast, {heat} Heat to pay and not enough in the engine: that would be a spin "
            "out, and the race over for you."
        ).format(corner=corner_with_limit(cost.corner, cost.limit), over=cost.over, heat=cost.heat)
    return _(
        "Over {corner}: {over} too fast, {heat} Heat to pay and not enough in the engine: that would be a spin out, "
        "back before that corner, with Stress and in gear 1."
    ).format(corner=corner_with_limit(cost.corner, cost.limit), over=cost.over, heat=cost.heat)


def _spread(view: SeatView, forecast: Forecast) -> list[str]:
    outcomes = forecast.outcomes
    mean = sum((outcome.speed * outcome.chance for outcome in outcomes), Fraction(0))
    lines = [
        _("Speed {low} to {high}, on average {mean}: you land between {first} and {last}.").format(
            low=outcomes[0].speed,
            high=outcomes[-1].speed,
            mean=_tenths(mean),
            first=space_words(view.sheet.track, min(outcome.end for outcome in outcomes)),
            last=space_words(view.sheet.track, max(outcome.end for outcome in outcomes)),
        )
    ]
    if len({outcome.end for outcome in outcomes}) == 1:
        lines = [
            _("Speed {low} to {high}, on average {mean}: you land on {place}.").format(
                low=outcomes[0].speed,
                high=outcomes[-1].speed,
                mean=_tenths(mean),
                place=space_words(view.sheet.track, outcomes[0].end),
            )
        ]
    blockers = sorted({car for outcome in outcomes for car in outcome.blockers})
    if blockers:
        lines.append(_("{blockers} can make you stop short.").format(blockers=car_list(view.sheet, blockers)))
    lines += _corners_of(outcomes)
    lines += promise_odds(view, outcomes)
    lines += _dangers(view, forecast)
    return lines


def _tenths(mean: Fraction) -> str:
    """A mean to one decimal, a half rounded up as people do: "13.3" for 13 1/4."""
    return f"{int(10 * mean + Fraction(1, 2)) / 10:.1f}"


def _corners_of(outcomes: tuple[Outcome, ...]) -> list[str]:
    """The corners in the order crossed: a faster outcome has those of a slower one, unless it spins before."""
    lines = []
    for place in range(max(len(outcome.corners) for outcome in outcomes)):
        there = [outcome for outcome in outcomes if len(outcome.corners) > place]
        costs = [outcome.corners[place] for outcome in there]
        chance = sum((outcome.chance for outcome in there), Fraction(0))
        lines.append(_corner_spread(costs, chance))
    return lines


def _corner_spread(costs: list[CornerCost], chance: Fraction) -> str:
    one_limit = len({cost.limit for cost in costs}) == 1
    corner = corner_with_limit(costs[0].corner, costs[0].limit) if one_limit else corner_number(costs[0].corner)
    low, high = min(cost.heat for cost in costs), max(cost.heat for cost in costs)
    if chance == CERTAIN:
        if low == high:
            return _("Over {corner}: {heat} Heat.").format(corner=corner, heat=low)
        return _("Over {corner}: {low} to {high} Heat.").format(corner=corner, low=low, high=high)
    if low == high:
        return _("Over {corner}, {odds}: {heat} Heat.").format(corner=corner, odds=odds_in_words(chance), heat=low)
    return _("Over {corner}, {odds}: {low} to {high} Heat.").format(
        corner=corner, odds=odds_in_words(chance), low=low, high=high
    )


def _dangers(view: SeatView, forecast: Forecast) -> list[str]:
    lines = []
    spin = forecast.spin_chance
    if spin:
        lines.append(_spin_odds(view, forecast, odds_in_words(spin)))
    elif forecast.most_heat:
        lines.append(_("You can pay that in any case: no spin out."))
    finish = sum((outcome.chance for outcome in forecast.outcomes if outcome.finishes), Fraction(0))
    if finish and not has_crossed(view):
        lines.append(_("Crossing the finish line of the last lap is {odds}.").format(odds=odds_in_words(finish)))
    return lines


def _spin_odds(view: SeatView, forecast: Forecast, odds: str) -> str:
    """How likely a spin out is, and whether cooling down may avert it."""
    corners = {outcome.corners[-1].corner for outcome in forecast.outcomes if outcome.spins}
    cooling = _may_be_averted(view, forecast)
    if len(corners) > 1:
        if cooling:
            return _("Unless you cool down, a spin out is {odds}.").format(odds=odds)
        return _("A spin out is {odds}.").format(odds=odds)
    corner = corner_number(corners.pop())
    if cooling:
        return _("Unless you cool down, a spin out at {corner} is {odds}.").format(corner=corner, odds=odds)
    return _("A spin out at {corner} is {odds}.").format(corner=corner, odds=odds)


def _may_be_averted(view: SeatView, forecast: Forecast) -> bool:
    """Whether the Heat that can still be cooled down would pay for one of the spins; in a plan, all that is in hand."""
    heat = view.hand.count(HEAT) - forecast.cooled
    if not forecast.guess:
        allowed = sum([max(charge.most, 1) for charge in view.charges if charge.symbol == "cooldown"])
        heat = min(heat, allowed - forecast.cooled)
    there = view.own.engine - forecast.heat + forecast.cooled
    due = [sum([cost.heat for cost in each.corners]) + each.owed for each in forecast.outcomes if each.spins]
    return heat > 0 and min(due) <= there + heat


def _engine(view: SeatView, forecast: Forecast) -> list[str]:
    before = view.own.engine
    low = min(outcome.engine for outcome in forecast.outcomes)
    high = max(outcome.engine for outcome in forecast.outcomes)
    if low < high:
        return [
            _("Engine: {before} Heat now, {low} to {high} after the corners.").format(before=before, low=low, high=high)
        ]
    touched = forecast.heat or forecast.cooled or forecast.most_heat or low != before
    return [_engine_change(before, low)] if touched else []


def _engine_change(before: int, after: int) -> str:
    return _("Engine: {before} Heat now, {after} then.").format(before=before, after=after)
