"""What an action would do, for the driver who considers it."""

from __future__ import annotations

from fractions import Fraction
from string import ascii_lowercase
from typing import Literal

from heat_tui.engine.forecast import CornerCost, Forecast, Outcome
from heat_tui.engine.record import record
from heat_tui.engine.unseen import CERTAIN
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NN_
from heat_tui.words import names
from heat_tui.words.cards import card_list
from heat_tui.words.formatter import fill
from heat_tui.words.module import all_words, every_line, module_decisions
from heat_tui.words.telling import Facts, Say, either

SILENT = ("draft", "refresh", "over")
"""The steps of which nothing can be foretold; "over" is that between two races of a season."""

Ways = tuple[Outcome, ...]

FACTS: Facts = {
    "place": lambda outcome, view: names.place_words(view.sheet.track, outcome.end, outcome.spot),
    "space": lambda outcome, view: names.space_of(view.sheet.track, outcome.end),
    "aim": lambda outcome, view: names.space_words(view.sheet.track, outcome.end + outcome.short),
    "blockers": lambda outcome, view: names.car_list(view.sheet, outcome.blockers),
    "corner": lambda cost, view: names.corner_with_limit(view.sheet.track, cost.corner, cost.limit),
    "before": lambda outcome, view: view.own.engine,
}
"""The facts of outcomes and their corners that are more than a field."""


def _say(view: SeatView, outcome: Outcome | CornerCost) -> Say:
    """Return what says an outcome, or what one of its corners costs."""
    return Say(outcome, FACTS, view)


def preview(view: SeatView, forecast: Forecast) -> list[str]:
    """Return the consequences, a line each; made for the decision at which `view` was taken."""
    if forecast.discards is not None:
        return [_discarded(view, forecast.discards)]
    if view.step in module_decisions():
        return module_decisions()[view.step].preview(view, forecast)
    if view.step in SILENT:
        return []
    if forecast.cluttered:
        cluttered = N_(
            "Your hand is cluttered: the car does not move, the cards played are discarded, and the gear falls to 1 "
            "again."
        )
        return [*_paid_at_once(view, forecast), fill(cluttered)]
    if not forecast.outcomes:
        return [fill(N_("You leave the race at once and rank behind all who finish."))]
    lines = _paid_at_once(view, forecast)
    if forecast.lost or forecast.flips:
        lines.append(Say(forecast)(UNPAID_SHIFT))
    by_values = value_lines(view, forecast)
    if by_values:
        lines += [*owed_lines(view, forecast), *by_values]
    else:
        lines += _moved(view, forecast)
    if forecast.wastes_cooling:
        lines.append(fill(WASTED))
    if forecast.guess and view.order[:1] != (view.seat,):
        lines.append(fill(N_("This holds if no other car moves before your turn.")))
    return lines


WASTED = N_("Cooling down first would prevent that.")


def _moved(view: SeatView, forecast: Forecast) -> list[str]:
    """Return where the car goes, what that costs, and what is left in the engine."""
    certain = len(forecast.outcomes) == 1
    lines = _certain(view, forecast.outcomes[0]) if certain else _spread(view, forecast)
    return [lines[0], *owed_lines(view, forecast), *_cooled_later(forecast), *lines[1:], *_engine(view, forecast)]


def _cooled_later(forecast: Forecast) -> list[str]:
    """Return what step 5 can still bring into the engine, which the forecast counts."""
    cooled = [outcome.cooled for outcome in forecast.outcomes]
    if not max(cooled):
        return []
    if forecast.cooled:
        one, several = N_("You can then cool {low} more Heat."), N_("You can then cool {low} to {high} more Heat.")
    else:
        one, several = N_("You can then cool {low} Heat."), N_("You can then cool {low} to {high} Heat.")
    return [_ranged(min(cooled), max(cooled), one, several)]


def _discarded(view: SeatView, discards: int) -> str:
    if discards:
        message = NN_(
            "You discard {cards} card and keep {kept}.", "You discard {cards} cards and keep {kept}.", "cards"
        )
    else:
        message = NN_("You discard nothing and keep {kept} card.", "You discard nothing and keep {kept} cards.", "kept")
    return fill(message, cards=discards, kept=view.own.hand - discards)


def _paid_at_once(view: SeatView, forecast: Forecast) -> list[str]:
    if forecast.cooled and any(charge.symbol == "super_cool" for charge in view.charges):
        message = N_("The engine gets {cooled} Heat back.")
    elif forecast.cooled:
        message = N_("You put {cooled} Heat from your hand into the engine.")
    elif not forecast.heat:
        return []
    elif forecast.guess:
        message = N_("The shift costs {heat} Heat.")
    elif all(outcome.speed == view.speed for outcome in forecast.outcomes):
        message = N_("You pay {heat} Heat.")
    else:
        message = N_("The Boost costs {heat} Heat.")
    return [Say(forecast)(message)]


def _certain(view: SeatView, outcome: Outcome) -> list[str]:
    lines = [_say(view, outcome)(_landing(view, outcome))]
    lines += [
        _say(view, cost)(
            N_("Over {corner}: {over} too fast, you pay {heat} Heat.") if cost.heat else N_("Over {corner}: no Heat.")
        )
        for cost in (outcome.corners[:-1] if outcome.spins else outcome.corners)
    ]
    lines += every_line(lambda words: words.outcome(view, outcome))
    if outcome.spins:
        lines.append(_spin(view, outcome))
    if outcome.finishes and not names.has_crossed(view):
        lines.append(fill(N_("You cross the finish line of the last lap.")))
    return lines


def _landing(view: SeatView, outcome: Outcome) -> str:
    stays = outcome.end == view.own.at
    if not outcome.blockers:
        return N_("Speed {speed}: you stay on {place}.") if stays else N_("Speed {speed}: you land on {place}.")
    if stays:
        return N_("Speed {speed}: {blockers} fill {aim}, so you stay on {place}.")
    return N_("Speed {speed}: {blockers} fill {aim}, so you stop {short} short on {place}.")


def _spin(view: SeatView, outcome: Outcome) -> str:
    out = N_(
        "Over {corner}: {over} too fast, {heat} Heat to pay and not enough in the engine: that would be a spin "
        "out, and the race over for you."
    )
    back = N_(
        "Over {corner}: {over} too fast, {heat} Heat to pay and not enough in the engine: that would be a spin out, "
        "back before that corner, with Stress and in gear 1."
    )
    return _say(view, outcome.corners[-1])(out if _eliminates(view) else back)


def _eliminates(view: SeatView) -> bool:
    """Return whether a spin out is the end of the race."""
    return any(words.eliminates(view) for words in all_words())


def _spread(view: SeatView, forecast: Forecast) -> list[str]:
    outcomes = forecast.outcomes
    first, last = _ends(view, outcomes)
    between = N_("Speed {low} to {high}, on average {mean}: you land between {first} and {last}.")
    lines = [
        fill(
            between if first != last else N_("Speed {low} to {high}, on average {mean}: you land on {first}."),
            low=outcomes[0].speed,
            high=outcomes[-1].speed,
            mean=_tenths(sum((outcome.speed * outcome.chance for outcome in outcomes), Fraction(0))),
            first=first,
            last=last,
        )
    ]
    blockers = sorted({car for outcome in outcomes for car in outcome.blockers})
    if blockers:
        lines.append(fill(N_("{blockers} can make you stop short."), blockers=names.car_list(view.sheet, blockers)))
    lines += _corners_of(view, outcomes)
    lines += every_line(lambda words: words.odds(view, outcomes))
    return lines + _dangers(view, forecast)


def _ends(view: SeatView, ways: Ways) -> tuple[str, str]:
    """Return the first and the last space that may be reached."""
    ends = [way.end for way in ways]
    return names.space_words(view.sheet.track, min(ends)), names.space_words(view.sheet.track, max(ends))


def _tenths(mean: Fraction) -> str:
    """Return a mean to one decimal, a half rounded up as people do: "13.3" for 13 1/4."""
    return f"{int(10 * mean + Fraction(1, 2)) / 10:.1f}"


def _ranged(low: int, high: int, one: str, several: str, **facts: object) -> str:
    """Return the first message where there is one number, the second where there are several."""
    return fill(one if low == high else several, low=low, high=high, **facts)


def _corners_of(view: SeatView, outcomes: Ways) -> list[str]:
    """Return the corners in the order crossed: a faster outcome has those of a slower one, unless it spins before."""
    lines = []
    for place in range(max(len(outcome.corners) for outcome in outcomes)):
        there = [outcome for outcome in outcomes if len(outcome.corners) > place]
        chance = sum((outcome.chance for outcome in there), Fraction(0))
        lines.append(_corner_spread(view, [outcome.corners[place] for outcome in there], chance))
    return lines


def _corner_spread(view: SeatView, costs: list[CornerCost], chance: Fraction) -> str:
    track, line, limit = view.sheet.track, costs[0].corner, costs[0].limit
    one_limit = all(cost.limit == limit for cost in costs)
    corner = names.corner_with_limit(track, line, limit) if one_limit else names.corner_number(track, line)
    low, high = min(cost.heat for cost in costs), max(cost.heat for cost in costs)
    if chance == CERTAIN:
        one, several = N_("Over {corner}: {low} Heat."), N_("Over {corner}: {low} to {high} Heat.")
    else:
        one, several = N_("Over {corner}, {odds}: {low} Heat."), N_("Over {corner}, {odds}: {low} to {high} Heat.")
    return _ranged(low, high, one, several, corner=corner, odds=names.odds_in_words(chance))


def _dangers(view: SeatView, forecast: Forecast) -> list[str]:
    lines = []
    if forecast.spin_chance:
        lines.append(_spin_odds(view, forecast))
    elif forecast.most_heat:
        lines.append(fill(N_("You can pay that in any case: no spin out.")))
    finish = sum((outcome.chance for outcome in forecast.outcomes if outcome.finishes), Fraction(0))
    if finish and not names.has_crossed(view):
        lines.append(fill(N_("Crossing the finish line of the last lap is {odds}."), odds=names.odds_in_words(finish)))
    return lines


def _spin_odds(view: SeatView, forecast: Forecast) -> str:
    """Return how likely a spin out is."""
    corners = {outcome.corners[-1].corner for outcome in forecast.outcomes if outcome.spins}
    message = N_("A spin out is {odds}.") if len(corners) > 1 else N_("A spin out at {corner} is {odds}.")
    corner = names.corner_number(view.sheet.track, corners.pop())
    return fill(message, corner=corner, odds=names.odds_in_words(forecast.spin_chance))


def _engine(view: SeatView, forecast: Forecast) -> list[str]:
    before, left = view.own.engine, [outcome.engine for outcome in forecast.outcomes]
    low, high = min(left), max(left)
    if low < high:
        after = N_("Engine: {before} Heat now, {low} to {high} after the corners.")
        return [fill(after, before=before, low=low, high=high)]
    touched = forecast.heat or forecast.cooled or forecast.most_heat or low != before
    return [engine_change(before, low)] if touched else []


def engine_change(before: int, after: int) -> str:
    """Return what the Heat in the engine changes to."""
    return fill(N_("Engine: {before} Heat now, {after} then."), before=before, after=after)


UNPAID_SHIFT = either(
    "lost",
    NN_(
        "Your engine cannot pay that shift: chance takes {lost} of your cards, and your gear is 1 lower.",
        "Your engine cannot pay that shift: chance takes {lost} of your cards, and your gear is {lost} lower.",
        "lost",
    ),
    NN_(
        "Your engine cannot pay that shift: {flips} Basic card is added, and your gear is 1 higher.",
        "Your engine cannot pay that shift: {flips} Basic cards are added, and your gear is {flips} higher.",
        "flips",
    ),
)
"""What a shift takes that the engine cannot pay (M2)."""


def owed_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """Return the Heat that cards demand before the corners, and cards that have to go for it (G6, G8)."""
    owed, lines = [each.owed for each in forecast.outcomes], []
    high = max(owed)
    if high:
        one = N_("Before the corners your cards demand {low} Heat.")
        several = N_("Before the corners your cards demand {low} to {high} Heat.")
        lines.append(_ranged(min(owed), high, one, several))
    there = view.own.engine - forecast.heat + forecast.cooled
    if high > there:
        lines.append(fill(N_("The engine has {heat} for that, so cool down first."), heat=there))
    chances: dict[tuple[str, ...], Fraction] = {}
    for each in forecast.outcomes:
        if each.replaced:
            chances[each.replaced] = chances.get(each.replaced, Fraction(0)) + each.chance
    return lines + [_replaced(cards, chance) for cards, chance in chances.items()]


def _replaced(cards: tuple[str, ...], chance: Fraction) -> str:
    if chance == CERTAIN:
        message = NN_(
            "You cannot pay the Heat of {cards}, so a Basic card is turned over for it.",
            "You cannot pay the Heat of {cards}, so Basic cards are turned over for them.",
            "number",
        )
    else:
        message = NN_(
            "That you cannot pay the Heat of {cards}, and a Basic card is turned over for it, is {odds}.",
            "That you cannot pay the Heat of {cards}, and Basic cards are turned over for them, is {odds}.",
            "number",
        )
    return fill(message, cards=card_list(cards), odds=names.odds_in_words(chance), number=len(cards))


def value_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """Return how it comes out for every sum of the values that are still to be chosen; none if there are none."""
    if not forecast.by_values:
        return []
    sums: dict[int, Ways] = {}
    for values, ways in forecast.by_values:
        sums.setdefault(sum(value for _card, value in values), ways)
    cards = [card for card, _value in forecast.by_values[0][0]]
    if len(cards) == 1:
        chosen = N_("The value of {cards} you choose when every + is resolved.")
        case = N_("If you choose {value}: {words}.")
    else:
        chosen = N_("The values of {cards} you choose when every + is resolved.")
        case = N_("If you choose {value} together: {words}.")
    cases = [fill(case, value=value, words=_short(view, ways)) for value, ways in sorted(sums.items())]
    return [fill(chosen, cards=card_list(cards)), *cases]


def _short(view: SeatView, ways: Ways) -> str:
    """Return outcomes in one line: speed, landing, the Heat of the corners, and the danger."""
    words = _speed(view, ways)
    for module in all_words():
        words = module.outcomes(view, words, ways)
    low, high = min(way.heat for way in ways), max(way.heat for way in ways)
    if high:
        one = N_("{outcome}, {low} Heat at the corners")
        words = _ranged(low, high, one, N_("{outcome}, {low} to {high} Heat at the corners"), outcome=words)
    spin = sum((way.chance for way in ways if way.spins), Fraction(0))
    if spin == CERTAIN:
        return fill(N_("{outcome}, and you spin out"), outcome=words)
    if spin:
        return fill(N_("{outcome}, a spin out is {odds}"), outcome=words, odds=names.odds_in_words(spin))
    return words


def _speed(view: SeatView, ways: Ways) -> str:
    low, high = ways[0].speed, ways[-1].speed
    first, last = _ends(view, ways)
    one = N_("speed {low}, {last}")
    several = N_("speed {low} to {high}, {first} to {last}") if first != last else N_("speed {low} to {high}, {last}")
    return _ranged(low, high, one, several, first=first, last=last)


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
    """Return the consequences of a move; made for the decision at which `view` was taken."""
    outcomes = tuple(
        OutlinedOutcome(_label(index), _text(view, outcome, forecast), _danger(outcome))
        for index, outcome in enumerate(forecast.outcomes)
    )
    danger: Danger = "spins" if forecast.spin_chance else "costs" if forecast.most_heat else "free"
    return Outline(_heading(view, forecast), danger, outcomes)


def _label(index: int) -> str:
    """Return the letter of an outcome; beyond the alphabet two of them."""
    before, last = divmod(index, len(ascii_lowercase))
    return (ascii_lowercase[before - 1] if before else "") + ascii_lowercase[last]


def _danger(outcome: Outcome) -> Danger:
    if outcome.spins:
        return "spins"
    return "costs" if outcome.heat else "free"


def _heading(view: SeatView, forecast: Forecast) -> str:
    if forecast.cluttered:
        return fill(N_("Cluttered hand: the car stands still and falls to gear 1."))
    spins = forecast.spin_chance
    parts = (
        (forecast.heat, N_("{heat} Heat at once.")),
        (forecast.cooled, N_("{cooled} Heat back into the engine.")),
        (forecast.lost, N_("{cards} lost by chance.")),
        (forecast.flips, N_("{cards} added.")),
        (forecast.by_values, N_("Values are chosen later; shown are the best.")),
        (spins, N_("Spin out: {odds}.")),
        (forecast.wastes_cooling, WASTED),
        (not spins and len(forecast.outcomes) > 1 and forecast.most_heat, N_("No spin out, whatever comes.")),
    )
    say, cards = Say(forecast), names.cards_words(forecast.lost or forecast.flips)
    return " ".join(say(part, cards=cards, odds=names.odds_in_words(spins)) for holds, part in parts if holds)


def _text(view: SeatView, outcome: Outcome, forecast: Forecast) -> str:
    say = _say(view, outcome)
    before = (
        (True, _outline_landing(outcome)),
        (outcome.chance != CERTAIN, N_("{percent} %")),
        (outcome.owed, N_("{owed} Heat for cards")),
        (outcome.replaced, N_("without {replaced}")),
        (outcome.cooled, N_("cools {cooled}")),
    )
    after = (
        (outcome.spins, N_("SPIN OUT, out of the race") if _eliminates(view) else N_("SPIN OUT")),
        (not outcome.spins and outcome.engine != view.own.engine, N_("engine {before} → {engine}")),
        (outcome.finishes and not names.has_crossed(view), N_("over the finish line")),
    )
    parts = [
        *(say(part, percent=round(100 * outcome.chance)) for holds, part in before if holds),
        *(
            _say(view, cost)(N_("<{limit}> by {over}: {heat} Heat") if cost.heat else N_("<{limit}> free"))
            for cost in outcome.corners
            if cost.heat or len(forecast.outcomes) == 1
        ),
        *every_line(lambda words: words.outcome_parts(view, outcome)),
        *(say(part) for holds, part in after if holds),
    ]
    return ", ".join(parts)


def _outline_landing(outcome: Outcome) -> str:
    if outcome.blockers:
        return N_("speed {speed}: space {space}, {short} short behind {blockers}")
    return N_("speed {speed}: space {space} (off)") if outcome.spot else N_("speed {speed}: space {space}")
