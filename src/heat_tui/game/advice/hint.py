"""The hint during a race: the coach's choice, the reason for it, and the cost of the next best answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from heat_tui.drivers.evaluation import choose, weigh
from heat_tui.drivers.hands import planned_speed
from heat_tui.drivers.outlook import course_for
from heat_tui.drivers.style import Style, Weighed, best_first
from heat_tui.drivers.upgrades import UpgradeChoice, weigh_upgrades
from heat_tui.engine.actions import KEEP_ALL, Action, Exchange, Plan, PutAway
from heat_tui.engine.decisions import ChooseValuesDecision, Decision
from heat_tui.engine.forecast import Forecast, Outcome
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up
from heat_tui.game.advice.analysis import WORTH_TELLING, amount, figure
from heat_tui.game.advice.reasons import Reasons, advice_words
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.prompts import Choice, capitalized, card_of
from heat_tui.language import N_, NN_
from heat_tui.modules.garage.words import purpose
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.questions import describe_action

if TYPE_CHECKING:
    from heat_tui.game.advice.coach import Coach

OTHERS: Final = 2
"""The maximum number of answers that are compared with the best one."""


@record
class Hint:
    """The coach's choice and the next best answers.

    `costs` has the rounds that each of the `others` loses compared with the `action`; for upgrades, the spaces lost
    each time the card is played. `pace` is the average number of spaces per round, 0 without others or for upgrades.
    `landings` has the likeliest landing of the action, then of each of the others; an entry is None if there is none.
    """

    decision: Decision
    action: Action
    why: str
    others: tuple[Action, ...]
    costs: tuple[float, ...]
    pace: float
    landings: tuple[Outcome | None, ...]

    def lines(self, keys: str = "") -> list[str]:
        """Return the advice, with the keys for it if they are known, and a line for each of the other answers."""
        words = advice_words(self.decision, self.action, self.why, keys)
        return [words, *map(self._compared, self.others, self.costs)]

    def _compared(self, action: Action, cost: float) -> str:
        words = capitalized(describe_action(self.decision, action))
        if cost < WORTH_TELLING:
            return fill(N_("{action}: about as good."), action=words)
        if isinstance(self.decision, UpgradeChoice):
            worse = N_("{action}: {spaces} spaces worse each time the card is played.")
            return fill(worse, action=words, spaces=figure(cost))
        slower = NN_(
            "{action}: {rounds} rounds slower, about {spaces} space.",
            "{action}: {rounds} rounds slower, about {spaces} spaces.",
            "spaces",
        )
        return amount(slower, cost, self.pace, action=words)


def hinting(
    curtain: Curtain, coach: Coach | None = None, before_each: Callable[[], object] = bool
) -> Callable[[Style], Hint] | None:
    """Return a function that gives the hint for the person who must choose, weighed in a style passed to it.

    Return None between two races, if no person here is asked, or if the choice is about covered cards. The function
    uses only what everyone who sees the screen may know, and no longer needs the match, so any thread may call it. The
    same view of the seat gives the same hint, even after an undo. An action that the `coach` suggests is the hint,
    except for upgrades. `before_each` may stop the function, as in `weigh`.
    """
    match, decision = curtain.match, curtain.match.decision
    if decision is None or not match.waits_for_person or match.rests or curtain.hides(decision.seat, decision):
        return None
    if isinstance(decision, UpgradeChoice):
        upgrades = _of_upgrades(match.view(decision.seat), decision)
        return lambda _style: upgrades
    seat, advice = decision.seat, None if coach is None else coach.advice
    view, seen = curtain.open_view(seat), curtain.forecast_view(decision)
    if curtain.is_open_to(seat):
        view = seen = match.with_worlds(view)
    reasons, forecast = Reasons(seen, decision), curtain.forecasting(seat)

    def hint(style: Style) -> Hint:
        also = () if advice is None else advice[:1]
        weighed = weigh(view, decision, style, also=also, before_each=before_each)
        found = _to_compare(Choice("", view, decision, forecast), weighed, also)
        action = next(iter(found), None) or choose(view, decision, style)
        action, why = advice or (action, reasons.why(action))
        others = [other for other in found if other != action][:OTHERS]
        return Hint(
            decision,
            action,
            why,
            tuple(others),
            tuple(max(found[other] - found[action], 0.0) for other in others),
            course_for(view).pace if others else 0.0,
            tuple(_landing(forecast(each)) for each in (action, *others)),
        )

    return hint


def _to_compare(choice: Choice[Decision], weighed: list[Weighed], also: tuple[Action, ...]) -> dict[Action, float]:
    """Return the answers to compare, the best first, with the turns to the flag after each.

    Answers in `also` are always kept. Of plans with the same gear, speed and number of +, only the best is compared; of
    choices of values, only those in the list that the person sees (`Choice.answers`).
    """
    values = isinstance(choice.decision, ChooseValuesDecision)
    shown = choice.answers if values else ()
    found: dict[Action, float] = {}
    alike: set[object] = set()
    for turns, action, _error in [*weighed[:1], *best_first(weighed[1:])]:
        kind = _kind(choice.view, action)
        if action in also or (kind not in alike and (not values or action in shown)):
            found.setdefault(action, turns)
        alike.add(kind)
    return found


def _kind(view: SeatView, action: Action) -> object:
    if not isinstance(action, Plan):
        return action
    cards = [view.sheet.cards[card] for card in action.cards]
    speed = add_up([planned_speed(card) for card in cards])
    return action.gear, speed, add_up([card.number("plus") for card in cards])


def _of_upgrades(view: SeatView, decision: UpgradeChoice) -> Hint:
    """Return the hint for a choice of upgrades, based on the worth of the cards."""
    (best, action), *others = weigh_upgrades(view, decision)[: OTHERS + 1]
    why = N_("It is worth about {spaces} spaces each time you play it.")
    if isinstance(action, PutAway):
        why = N_("You will miss it least: about {spaces} spaces each time.")
    elif isinstance(action, Exchange):
        why = N_("You gain about {spaces} spaces each time you play it.")
    if action == KEEP_ALL:
        why = N_("No card in the market is worth more than yours.")
    card = action.take if isinstance(action, Exchange) else card_of(action)
    return Hint(
        decision,
        action,
        sentences(purpose(card or ""), fill(why, spaces=figure(abs(best)))),
        tuple(other for _worth, other in others),
        tuple(best - worth for worth, _other in others),
        0.0,
        (None,) * (len(others) + 1),
    )


def _landing(then: Forecast) -> Outcome | None:
    """Return the likeliest landing, the middle one if several are equally likely; None if there is none."""
    most = max((way.chance for way in then.outcomes), default=None)
    likeliest = [way for way in then.outcomes if way.chance == most]
    return likeliest[len(likeliest) // 2] if likeliest else None
