"""The effects of an action in words, for the driver who is considering it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from string import ascii_lowercase
from typing import Literal

from heat_tui.engine.forecast import CornerCost, Forecast, Outcome
from heat_tui.engine.record import record
from heat_tui.engine.unseen import CERTAIN
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NN_, clause_row
from heat_tui.typesetting import aligned
from heat_tui.words import names
from heat_tui.words.cards import card_list, card_name
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.module import all_words, every_line, module_decisions
from heat_tui.words.telling import Facts, Say, either

SILENT = ("draft", "refresh", "over")
"""The steps without a forecast; "over" is the pause between two races of a season."""

Outcomes = tuple[Outcome, ...]

FACTS: Facts = {
    "place": lambda outcome, view: names.place_words(view.sheet.track, outcome.end, outcome.spot),
    "space": lambda outcome, view: view.sheet.track.space_of(outcome.stop[0]),
    "stop": lambda outcome, view: names.place_words(view.sheet.track, *outcome.stop),
    "stress": lambda outcome, view: outcome.back.stress,
    "aim": lambda outcome, view: names.space_words(view.sheet.track, outcome.end + outcome.short),
    "blockers": lambda outcome, view: names.car_list(view.sheet, outcome.blockers),
    "corner": lambda cost, view: names.corner_with_limit(view.sheet.track, cost.corner, cost.limit),
    "before": lambda outcome, view: view.own.engine,
}
"""The facts of outcomes and their corners that are not plain fields."""


def _say(view: SeatView, outcome: Outcome | CornerCost) -> Say:
    return Say(outcome, FACTS, view)


def preview(view: SeatView, forecast: Forecast) -> list[str]:
    """Return the consequences of an action, one line each; [] at a step in `SILENT`.

    `view` has to be that of the seat that decides.
    """
    if forecast.discards is not None:
        return [
            fill(NN_("You keep {kept} card.", "You keep {kept} cards.", "kept"), kept=view.own.hand - forecast.discards)
        ]
    if view.step in module_decisions():
        return module_decisions()[view.step].preview(view, forecast)
    if view.step in SILENT:
        return []
    if forecast.cluttered:
        cluttered = N_(
            "Your hand is cluttered: your car does not move, the cards you play are discarded, and you drop to gear 1."
        )
        return [*_shared(forecast), fill(cluttered)]
    if not forecast.outcomes:
        return [fill(N_("You leave the race immediately and are placed behind everybody who finishes."))]
    lines = _shared(forecast)
    if forecast.lost or forecast.flips:
        lines.append(Say(forecast)(UNPAID_SHIFT))
    lines += _moved(view, forecast)
    if forecast.wastes_cooling:
        lines.append(fill(WASTED))
    return [*lines, *guess_lines(view, forecast)]


def guess_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """Return a note that cars ahead in the order are assumed not to move; [] if nothing is assumed or none is ahead."""
    guess = forecast.guess and view.order[:1] != (view.seat,)
    return [fill(N_("This assumes that no other car moves before your turn."))] if guess else []


WASTED = N_("Cooling down first would prevent the spin out.")


def _moved(view: SeatView, forecast: Forecast) -> list[str]:
    """Return the landing, the cost and the Heat left; for several outcomes, their range and the chances."""
    owed = owed_lines(view, forecast)
    if len(forecast.ends) > 1:
        return [*_spread(view, forecast), *owed, *_dangers(view, forecast)]
    landing, *lines = _certain(view, forecast.ends[0])
    before, after = view.own.engine, forecast.ends[0].engine
    if forecast.heat or forecast.cooled or forecast.most_heat or after != before:
        lines.append(engine_change(before, after))
    return [landing, *owed, *lines]


def _shared(forecast: Forecast) -> list[str]:
    """Return lines on what all outcomes share: the Heat paid or cooled now, and what comes later.

    The Cooldown in step 5 is named with its source if there is only one; one that differs is left to the outcomes.
    """
    ends = forecast.ends
    cooled = {end.cooled for end in ends}
    cools = cooled.pop() if len(cooled) == 1 else 0
    safe = len(ends) > 1 and any(end.heat for end in ends) and not any(end.spins for end in ends)
    source = forecast.coolers[0] if len(forecast.coolers) == 1 else ""
    both = cools and safe and not source
    parts = (
        (forecast.heat, N_("The shift costs {heat} Heat.") if forecast.guess else N_("{heat} Heat now.")),
        (forecast.cooled, N_("{cooled} Heat back into the engine.")),
        (forecast.by_values, N_("You choose the values later.")),
        (both, N_("You will cool {cools} Heat and cannot spin out.")),
        (cools and not both, COOLING.get(source, N_("{cooler} cools {cools} Heat."))),
        (safe and not both, N_("You cannot spin out.")),
    )
    say = Say(forecast)
    return [say(part, cools=cools, cooler=card_name(source)) for holds, part in parts if holds]


COOLING = {
    "": N_("You will cool {cools} Heat."),
    "gear": N_("The gear cools {cools} Heat."),
    "adrenaline": N_("Adrenaline cools {cools} Heat."),
    "sector": N_("The sector cools {cools} Heat."),
}
"""Messages for Cooldown by its source, "" for several sources, unless the source is a card."""


def _certain(view: SeatView, outcome: Outcome) -> list[str]:
    lines = [_say(view, outcome)(_landing(view, outcome))]
    paid, free = N_("Over {corner}: {over} over the limit, you pay {heat} Heat."), N_("Over {corner}: no Heat.")
    taken = outcome.corners[:-1] if outcome.spins else outcome.corners
    lines += [_say(view, cost)(paid if cost.heat else free) for cost in taken]
    if outcome.spins:
        lines.append(_spin(view, outcome))
    lines += every_line(lambda words: words.outcome(view, outcome))
    if outcome.finishes and not names.has_crossed(view):
        lines.append(fill(N_("You cross the finish line of the last lap.")))
    if outcome.tows and not outcome.spins:
        lines.append(fill(N_("You can slipstream from there.")))
    return lines


def _landing(view: SeatView, outcome: Outcome) -> str:
    stays = outcome.end == view.own.at
    if not outcome.blockers:
        return N_("Speed {speed}: you stay on {place}.") if stays else N_("Speed {speed}: you land on {place}.")
    if stays:
        return N_("Speed {speed}: {blockers} fill {aim}, so you stay on {place}.")
    return N_("Speed {speed}: {blockers} fill {aim}, so you stop {short} short, on {place}.")


def _spin(view: SeatView, outcome: Outcome) -> str:
    out = N_(
        "Over {corner}: {over} over the limit, {heat} Heat to pay and not enough in the engine. You would spin out, "
        "and the race would be over for you."
    )
    back = N_(
        "Over {corner}: {over} over the limit, {heat} Heat to pay and not enough in the engine. You would spin out, "
        "take {stress} Stress and go back to {place}, in gear 1."
    )
    say, then = _say(view, outcome.corners[-1]), _say(view, outcome)
    return say(out if _eliminates(view) else back, place=then.words("stop"), stress=then.words("stress"))


def _eliminates(view: SeatView) -> bool:
    return any(words.eliminates(view) for words in all_words())


def _spread(view: SeatView, forecast: Forecast) -> list[str]:
    ends, track = forecast.ends, view.sheet.track
    places = [end.end for end in ends]
    mean = sum((outcome.speed * outcome.chance for outcome in forecast.outcomes), Fraction(0))
    tenths = int(10 * mean + Fraction(1, 2))  # round halves up, as people do
    speeds = N_("Speed {low} to {high}, on average {mean}") if not forecast.by_values else N_("Speed {low} to {high}")
    if ends[0].speed == ends[-1].speed:
        speeds = N_("Speed {low}")
    one, several = N_("{speeds}: you land on {first}."), N_("{speeds}: you land between {first} and {last}.")
    line = fill(
        one if min(places) == max(places) else several,
        speeds=fill(speeds, low=ends[0].speed, high=ends[-1].speed, mean=f"{tenths / 10:.1f}"),
        first=names.space_words(track, min(places)),
        last=names.space_words(track, max(places)),
    )
    return [line, *every_line(lambda words: words.odds(view, forecast.outcomes))]


def _dangers(view: SeatView, forecast: Forecast) -> list[str]:
    lines = []
    if forecast.spin_chance:
        lines.append(_spin_odds(view, forecast))
    finish = sum((outcome.chance for outcome in forecast.outcomes if outcome.finishes), Fraction(0))
    if finish and not names.has_crossed(view):
        lines.append(
            fill(N_("Chance of crossing the finish line of the last lap: {odds}."), odds=names.chance_words(finish))
        )
    return lines


def _spin_odds(view: SeatView, forecast: Forecast) -> str:
    corners = {outcome.corners[-1].corner: outcome.corners[-1].limit for outcome in forecast.outcomes if outcome.spins}
    one, several = N_("Chance of a spin out at {corner}: {odds}."), N_("Chance of a spin out: {odds}.")
    corner = names.corner_on_map(view.sheet.track, *next(iter(corners.items())))
    return fill(several if len(corners) > 1 else one, corner=corner, odds=_spin_chance(view, forecast))


def _spin_chance(view: SeatView, forecast: Forecast) -> str:
    """Return the chance of a spin out in words, with its result: gear and Stress, or the end of the driver's race.

    The Stress is the same for all outcomes.
    """
    odds, back = names.chance_words(forecast.spin_chance), next(each.back for each in forecast.outcomes if each.back)
    words = N_("{odds} (out of the race)") if _eliminates(view) else N_("{odds} (gear 1, +{stress} Stress)")
    return fill(words, odds=odds, stress=back.stress)


def engine_change(before: int, after: int) -> str:
    return fill(N_("Engine: {before} Heat now, {after} afterwards."), before=before, after=after)


UNPAID_SHIFT = either(
    "lost",
    NN_(
        "Your engine cannot pay for that shift: you lose {lost} random card, and your gear is 1 lower.",
        "Your engine cannot pay for that shift: you lose {lost} random cards, and your gear is {lost} lower.",
        "lost",
    ),
    NN_(
        "Your engine cannot pay for that shift: {flips} Basic card is added, and your gear is 1 higher.",
        "Your engine cannot pay for that shift: {flips} Basic cards are added, and your gear is {flips} higher.",
        "flips",
    ),
)
"""The consequences of a shift that the engine cannot pay for (M2)."""


def owed_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """Return lines on the Heat that cards ask for before the corners, and on cards replaced for lack of it (G6, G8)."""
    owed, lines = [each.owed for each in forecast.outcomes], []
    high = max(owed)
    if high:
        one = N_("Before the corners, your cards cost {low} Heat.")
        several = N_("Before the corners, your cards cost {low} to {high} Heat.")
        lines.append(fill(one if min(owed) == high else several, low=min(owed), high=high))
    there = view.own.engine - forecast.heat + forecast.cooled
    if high > there:
        lines.append(fill(N_("The engine has {heat} Heat for that, so cool down first."), heat=there))
    chances: dict[tuple[str, ...], Fraction] = {}
    for each in forecast.outcomes:
        if each.replaced:
            chances[each.replaced] = chances.get(each.replaced, Fraction(0)) + each.chance
    return lines + [_replaced(cards, chance) for cards, chance in chances.items()]


def _replaced(cards: tuple[str, ...], chance: Fraction) -> str:
    surely = NN_(
        "You cannot pay the Heat of {cards}, so a Basic card takes its place.",
        "You cannot pay the Heat of {cards}, so Basic cards take their place.",
        "number",
    )
    perhaps = NN_(
        "Chance that you cannot pay the Heat of {cards} and a Basic card takes its place: {odds}.",
        "Chance that you cannot pay the Heat of {cards} and Basic cards take their place: {odds}.",
        "number",
    )
    message = surely if chance == CERTAIN else perhaps
    return fill(message, cards=card_list(cards), odds=names.chance_words(chance), number=len(cards))


Danger = Literal["free", "costs", "spins"]
"""The severity of an outcome: it costs no Heat, it costs Heat, or the car spins out."""


@record
class Row:
    """One landing as a row of a table. `label` is "a", "b", ... as on the map.

    `cells` are its chance ("" if it is certain), speed, place, cost and consequences; `brief` is the cost alone.
    """

    label: str
    cells: tuple[str, str, str, str, str]
    brief: str
    danger: Danger


@record
class Outline:
    """The effects of an action, in short. `heading` has the parts that all rows share, and may be empty."""

    heading: str
    danger: Danger
    rows: tuple[Row, ...]


def outline(view: SeatView, forecast: Forecast, shown: Outcomes = ()) -> Outline:
    """Return the consequences of a move; `view` has to be that of the seat that decides.

    The letters are those on the map, which shows the ends `shown`, by default the ends of `forecast`.
    """
    ends = forecast.ends
    letters = {replace(end, chance=CERTAIN): _label(index) for index, end in enumerate(shown or ends)}
    rows = tuple(
        Row(letters[replace(end, chance=CERTAIN)], _cells(view, end, chance, ends), _brief(end), _danger(end))
        for end, chance in zip(ends, _chances(ends), strict=True)
    )
    costs = forecast.most_heat or any(outcome.owed for outcome in forecast.outcomes)
    danger: Danger = "spins" if forecast.spin_chance else "costs" if costs else "free"
    return Outline(_heading(view, forecast), danger, rows)


def in_short(view: SeatView, forecast: Forecast) -> str:
    """Return speed, landing and cost in a few words, for a list of choices; for several landings, only the speeds."""
    first, last = forecast.ends[0], forecast.ends[-1]
    if first is not last:
        return fill(N_("speed {low} to {high}"), low=first.speed, high=last.speed)
    place, cost = names.space_words(view.sheet.track, last.stop[0]), _brief(last)
    to = N_("speed {speed} to {place}, {cost}") if cost else N_("speed {speed} to {place}")
    return fill(to, speed=last.speed, place=place, cost=cost)


def table_lines(view: SeatView, forecast: Forecast) -> list[str]:
    """Return the table of several landings with ASCII arrows, one line each; [] if there is only one landing."""
    if len(forecast.ends) < 2:
        return []
    rows = outline(view, forecast).rows
    return [f"  {line}" for line in in_ascii(aligned([row.cells for row in rows], right=(0,)))]


def in_ascii(lines: list[str]) -> list[str]:
    """Return the lines of a table with ASCII arrows."""
    return [line.replace("→", "->") for line in lines]


def _label(index: int) -> str:
    """Return the letter of an outcome; beyond the alphabet, two letters."""
    before, last = divmod(index, len(ascii_lowercase))
    return (ascii_lowercase[before - 1] if before else "") + ascii_lowercase[last]


def _danger(outcome: Outcome) -> Danger:
    if outcome.spins:
        return "spins"
    return "costs" if outcome.heat or outcome.owed else "free"


def _heading(view: SeatView, forecast: Forecast) -> str:
    if forecast.cluttered:
        return fill(N_("Cluttered hand: your car does not move and drops to gear 1."))
    spins = forecast.spin_chance
    parts = (
        (forecast.lost, N_("{cards} lost at random.")),
        (forecast.flips, N_("{cards} added.")),
        (spins, N_("Chance of a spin out: {odds}.")),
        (forecast.wastes_cooling, WASTED),
    )
    cards, odds = names.cards_words(forecast.lost or forecast.flips), _spin_chance(view, forecast) if spins else ""
    return sentences(*_shared(forecast), *(fill(part, cards=cards, odds=odds) for holds, part in parts if holds))


def _chances(ends: Outcomes) -> list[str]:
    """Return the chances of all ends in words; "" for each if all are certain.

    They sum to 100 %, and those of spin outs to the chance of a spin out.
    """
    if all(end.chance == CERTAIN for end in ends):
        return [""] * len(ends)
    return names.odds_words([(end.chance, end.spins) for end in ends])


def _cells(view: SeatView, outcome: Outcome, chance: str, ends: Outcomes) -> tuple[str, str, str, str, str]:
    """Return the cells of one of the `ends`, with this `chance`; the heading has the parts that all ends share."""
    say = _say(view, outcome)
    off, spin = outcome.stop[1], N_("SPIN OUT")
    place = N_("→ {space} (off)") if off else N_("→ {space}")
    if outcome.spins and _eliminates(view):
        place, spin = "", N_("SPIN OUT, out of the race")
    elif not outcome.spins and outcome.end == view.own.at:
        place = N_("stays on {space} (off)") if off else N_("stays on {space}")
    paid, free = N_("<{limit}> by {over}: {heat} Heat"), N_("<{limit}> free")
    costs = [say(N_("{owed} Heat for cards"))] if outcome.owed else []
    costs += [_say(view, cost)(paid if cost.heat else free) for cost in outcome.corners if cost.heat or len(ends) == 1]
    follows = (
        (outcome.spins, spin),
        (outcome.blockers and not outcome.spins, N_("{short} short behind {blockers}")),
        (outcome.replaced, N_("without {replaced}")),
        (len({end.cooled for end in ends}) > 1 and outcome.cooled, N_("cools {cooled}")),
        (not outcome.spins and outcome.engine != view.own.engine, N_("engine {before} → {engine}")),
        (outcome.finishes and not names.has_crossed(view), N_("over the finish line")),
        (outcome.tows and not outcome.spins, N_("Slipstream possible")),
    )
    of_modules = every_line(lambda words: words.outcome_parts(view, outcome))
    then = [*(say(part) for holds, part in follows if holds), *of_modules]
    return chance, say(N_("speed {speed}")), say(place) if place else "", clause_row(costs), clause_row(then)


def _brief(outcome: Outcome) -> str:
    """Return the cost of a landing, "2 Heat" or "SPIN OUT"; "" if it costs nothing."""
    heat = outcome.heat + outcome.owed
    return fill(N_("SPIN OUT") if outcome.spins else N_("{heat} Heat"), heat=heat) if heat else ""
