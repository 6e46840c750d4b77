"""Consequences in a few words: one short line for each way that it can come out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from heat_tui.engine.cards import HEAT
from heat_tui.engine.forecast import CERTAIN, CornerCost, Forecast, Outcome
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose.cards import card_list
from heat_tui.prose.championship import eliminates
from heat_tui.prose.goals import promise_parts
from heat_tui.prose.names import car_list
from heat_tui.prose.odds import odds_in_words
from heat_tui.prose.places import cards_words, has_crossed, space_of

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
    parts = [_landing(view, outcome)]
    if outcome.chance != CERTAIN:
        parts.append(_("{percent} %").format(percent=round(100 * outcome.chance)))
    if outcome.owed:
        parts.append(_("{owed} Heat for cards").format(owed=outcome.owed))
    if outcome.replaced:
        parts.append(_("without {cards}").format(cards=card_list(outcome.replaced)))
    parts += [_corner(cost) for cost in outcome.corners if cost.heat or len(forecast.outcomes) == 1]
    parts += promise_parts(view, outcome)
    if outcome.spins and eliminates(view):
        parts.append(_("SPIN OUT, out of the race"))
    elif outcome.spins:
        parts.append(_("SPIN OUT"))
    elif outcome.engine != view.own.engine:
        parts.append(_("engine {before} → {after}").format(before=view.own.engine, after=outcome.engine))
    if outcome.finishes and not has_crossed(view):
        parts.append(_("over the finish line"))
    return _joined(parts, ", ")


def _landing(view: SeatView, outcome: Outcome) -> str:
    space, speed = space_of(view.sheet.track, outcome.end), outcome.speed
    if outcome.blockers:
        return _("speed {speed}: space {space}, {short} short behind {cars}").format(
            speed=speed, space=space, short=outcome.short, cars=car_list(view.sheet, outcome.blockers)
        )
    if outcome.spot:
        return _("speed {speed}: space {space} (off)").format(speed=speed, space=space)
    return _("speed {speed}: space {space}").format(speed=speed, space=space)


def _corner(cost: CornerCost) -> str:
    if not cost.heat:
        return _("<{limit}> free").format(limit=cost.limit)
    return _("<{limit}> by {over}: {heat} Heat").format(limit=cost.limit, over=cost.over, heat=cost.heat)


def _joined(parts: Iterable[str], mark: str) -> str:
    """Facts side by side; each stands for itself, so their order is no grammar."""
    return mark.join(parts)
