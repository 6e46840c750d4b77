"""What an action would do, told to the driver who thinks about it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from heat_tui.engine.cards import HEAT
from heat_tui.engine.forecast import CERTAIN, CornerCost, Forecast, Outcome, Values
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.words.cards import card_list
from heat_tui.words.module import all_words, every_line
from heat_tui.words.names import (
    car_list,
    cards_words,
    corner_number,
    corner_with_limit,
    has_crossed,
    odds_in_words,
    place_words,
    space_of,
    space_words,
)

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
    lines += every_line(lambda words: words.outcome(view, outcome))
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
    if _eliminates(view):
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
    lines += every_line(lambda words: words.odds(view, outcomes))
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


def _eliminates(view: SeatView) -> bool:
    """Return whether a spin out is the end of the race."""
    return any(words.eliminates(view) for words in all_words())


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


Ways = tuple[Outcome, ...]


def unpaid_shift(forecast: Forecast) -> list[str]:
    """What a shift takes that the engine cannot pay (M2)."""
    if forecast.lost:
        return [
            ngettext(
                "Your engine cannot pay that shift: chance takes {cards} of your cards, and your gear is 1 lower.",
                "Your engine cannot pay that shift: chance takes {cards} of your cards, and your gear is {cards} "
                "lower.",
                forecast.lost,
            ).format(cards=forecast.lost)
        ]
    if forecast.flips:
        return [
            ngettext(
                "Your engine cannot pay that shift: {cards} Basic card is added, and your gear is 1 higher.",
                "Your engine cannot pay that shift: {cards} Basic cards are added, and your gear is {cards} higher.",
                forecast.flips,
            ).format(cards=forecast.flips)
        ]
    return []


def owed_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """The Heat that cards demand before the corners, and cards that have to go for it (G6, G8)."""
    outcomes, lines = forecast.outcomes, []
    low, high = min(each.owed for each in outcomes), max(each.owed for each in outcomes)
    if low < high:
        lines.append(_("Before the corners your cards demand {low} to {high} Heat.").format(low=low, high=high))
    elif high:
        lines.append(_("Before the corners your cards demand {heat} Heat.").format(heat=high))
    there = view.own.engine - forecast.heat + forecast.cooled
    if high > there:
        lines.append(_("The engine has {heat} for that, so cool down first.").format(heat=there))
    chances: dict[tuple[str, ...], Fraction] = {}
    for each in outcomes:
        if each.replaced:
            chances[each.replaced] = chances.get(each.replaced, Fraction(0)) + each.chance
    for cards, chance in chances.items():
        lines.append(_replaced(cards, chance))
    return lines


def _replaced(cards: tuple[str, ...], chance: Fraction) -> str:
    if chance == CERTAIN:
        return ngettext(
            "You cannot pay the Heat of {cards}, so a Basic card is turned over for it.",
            "You cannot pay the Heat of {cards}, so Basic cards are turned over for them.",
            len(cards),
        ).format(cards=card_list(cards))
    return ngettext(
        "That you cannot pay the Heat of {cards}, and a Basic card is turned over for it, is {odds}.",
        "That you cannot pay the Heat of {cards}, and Basic cards are turned over for them, is {odds}.",
        len(cards),
    ).format(cards=card_list(cards), odds=odds_in_words(chance))


def value_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """How it comes out for every sum of the values that are still to be chosen; none where nothing is to be chosen."""
    if not forecast.by_values:
        return []
    sums: dict[int, tuple[Values, Ways]] = {}
    for values, ways in forecast.by_values:
        sums.setdefault(sum(value for _card, value in values), (values, ways))
    cards = [card for card, _value in forecast.by_values[0][0]]
    if len(cards) == 1:
        lines = [_("The value of {card} you choose when every + is resolved.").format(card=card_list(cards))]
    else:
        lines = [_("The values of {cards} you choose when every + is resolved.").format(cards=card_list(cards))]
    for total, (_values, ways) in sorted(sums.items()):
        lines.append(
            _("If you choose {value}: {words}.").format(value=total, words=_short(view, ways))
            if len(cards) == 1
            else _("If you choose {value} together: {words}.").format(value=total, words=_short(view, ways))
        )
    return lines


def _short(view: SeatView, ways: Ways) -> str:
    """Outcomes in one line: speed, landing, the Heat of the corners, and the danger."""
    words = _speed(view, ways)
    for module in all_words():
        words = module.outcomes(view, words, ways)
    low, high = min(way.heat for way in ways), max(way.heat for way in ways)
    if low < high:
        words = _("{outcome}, {low} to {high} Heat at the corners").format(outcome=words, low=low, high=high)
    elif high:
        words = _("{outcome}, {heat} Heat at the corners").format(outcome=words, heat=high)
    spin = sum((way.chance for way in ways if way.spins), Fraction(0))
    if spin == CERTAIN:
        return _("{outcome}, and you spin out").format(outcome=words)
    if spin:
        return _("{outcome}, a spin out is {odds}").format(outcome=words, odds=odds_in_words(spin))
    return words


def _speed(view: SeatView, ways: Ways) -> str:
    track, low, high = view.sheet.track, ways[0].speed, ways[-1].speed
    first, last = min(way.end for way in ways), max(way.end for way in ways)
    if low == high:
        return _("speed {speed}, {place}").format(speed=low, place=space_words(track, last))
    if first == last:
        return _("speed {low} to {high}, {place}").format(low=low, high=high, place=space_words(track, last))
    return _("speed {low} to {high}, {first} to {last}").format(
        low=low, high=high, first=space_words(track, first), last=space_words(track, last)
    )


Danger = Literal["free", "costs", "spins"]
"""How bad an outcome is: it costs no Heat, it costs Heat, the car spins out."""


@record
class OutlinedOutcome:
    """One landing in a few words. `label` is "a", "b", ... where several are possible, else "a" alone."""

    label: str
    text: str
    danger: Danger


@record
class Outline:
    """What an action would do, short. `heading` says what holds for all outcomes and may be empty."""

    heading: str
    danger: Danger
    outcomes: tuple[OutlinedOutcome, ...]


def outline(view: SeatView, forecast: Forecast) -> Outline:
    """The consequences of a move; made for the decision at which `view` was taken."""
    outcomes = tuple(
        OutlinedOutcome(_label(index), _text(view, outcome, forecast), _danger(outcome))
        for index, outcome in enumerate(forecast.outcomes)
    )
    danger: Danger = "spins" if forecast.spin_chance else "costs" if forecast.most_heat else "free"
    return Outline(_heading(view, forecast), danger, outcomes)


def _label(index: int) -> str:
    """The letter of an outcome; beyond the alphabet two of them."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return (
        letters[index] if index < len(letters) else letters[index // len(letters) - 1] + letters[index % len(letters)]
    )


def _danger(outcome: Outcome) -> Danger:
    if outcome.spins:
        return "spins"
    return "costs" if outcome.heat else "free"


def _heading(view: SeatView, forecast: Forecast) -> str:
    if forecast.cluttered:
        return _("Cluttered hand: the car stands still and falls to gear 1.")
    parts = []
    if forecast.heat:
        parts.append(_("{heat} Heat at once.").format(heat=forecast.heat))
    if forecast.cooled:
        parts.append(_("{heat} Heat back into the engine.").format(heat=forecast.cooled))
    if forecast.lost:
        parts.append(_("{cards} lost by chance.").format(cards=cards_words(forecast.lost)))
    if forecast.flips:
        parts.append(_("{cards} added.").format(cards=cards_words(forecast.flips)))
    if forecast.by_values:
        parts.append(_("Values are chosen later; shown are the best."))
    if forecast.spin_chance:
        parts.append(_("Spin out: {odds}.").format(odds=odds_in_words(forecast.spin_chance)))
        if forecast.guess and HEAT in view.hand:
            parts.append(_("Cooling is not counted in."))
    elif len(forecast.outcomes) > 1 and forecast.most_heat:
        parts.append(_("No spin out, whatever comes."))
    return _joined(parts, " ")


def _text(view: SeatView, outcome: Outcome, forecast: Forecast) -> str:
    parts = [_outline_landing(view, outcome)]
    if outcome.chance != CERTAIN:
        parts.append(_("{percent} %").format(percent=round(100 * outcome.chance)))
    if outcome.owed:
        parts.append(_("{owed} Heat for cards").format(owed=outcome.owed))
    if outcome.replaced:
        parts.append(_("without {cards}").format(cards=card_list(outcome.replaced)))
    parts += [_outline_corner(cost) for cost in outcome.corners if cost.heat or len(forecast.outcomes) == 1]
    parts += every_line(lambda words: words.outcome_parts(view, outcome))
    if outcome.spins and _eliminates(view):
        parts.append(_("SPIN OUT, out of the race"))
    elif outcome.spins:
        parts.append(_("SPIN OUT"))
    elif outcome.engine != view.own.engine:
        parts.append(_("engine {before} → {after}").format(before=view.own.engine, after=outcome.engine))
    if outcome.finishes and not has_crossed(view):
        parts.append(_("over the finish line"))
    return _joined(parts, ", ")


def _outline_landing(view: SeatView, outcome: Outcome) -> str:
    space, speed = space_of(view.sheet.track, outcome.end), outcome.speed
    if outcome.blockers:
        return _("speed {speed}: space {space}, {short} short behind {cars}").format(
            speed=speed, space=space, short=outcome.short, cars=car_list(view.sheet, outcome.blockers)
        )
    if outcome.spot:
        return _("speed {speed}: space {space} (off)").format(speed=speed, space=space)
    return _("speed {speed}: space {space}").format(speed=speed, space=space)


def _outline_corner(cost: CornerCost) -> str:
    if not cost.heat:
        return _("<{limit}> free").format(limit=cost.limit)
    return _("<{limit}> by {over}: {heat} Heat").format(limit=cost.limit, over=cost.over, heat=cost.heat)


def _joined(parts: Iterable[str], mark: str) -> str:
    """Facts side by side; each stands for itself, so their order is no grammar."""
    return mark.join(parts)
