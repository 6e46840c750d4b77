"""Finishing a turn for its driver: helpful free actions are taken, and decisions with a cost are left to the driver.

The evaluation is imported on first use, so that a race appears on the screen sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from heat_tui.drivers.kinds import GLANCE, QUICK
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Slipstream
from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import NEEDS_HAND, Decision, DiscardDecision, ReactDecision, SlipstreamDecision, Use
from heat_tui.engine.symbols import DIRECT_PLAY, LOOKING
from heat_tui.engine.view import SeatView
from heat_tui.engine.worlds import with_worlds
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.prompts import END_OF_TURN, Choice, capitalized, is_must
from heat_tui.language import _, row
from heat_tui.store.saved_race import race_of
from heat_tui.words.formatter import sentences
from heat_tui.words.names import car_name

if TYPE_CHECKING:
    from heat_tui.game.advice.coach import Coach
    from heat_tui.game.table.match import Match
    from heat_tui.store.saved_race import Game

End = ReactDecision | SlipstreamDecision
"""The decisions after the move that may have free answers."""

Turn = tuple[int, int]
"""A turn of a race: the seat and the round."""

_TIDYING: Final = replace(GLANCE, playouts=replace(QUICK, answers=1, worlds=16))
"""The style for discards, which compares only the one that looks best at first sight with keeping all cards.

In 144 positions it lost no more turns than a comparison of four answers in 36 worlds, and took a fifth of the time.
"""


def choice_for(curtain: Curtain, name: str, coach: Coach | None = None, *, announces: bool = False) -> Choice[Decision]:
    """Return the current decision as a choice for its driver.

    After the move, it also has the answers that the coach or the evaluation wants and suggests, unless the decision is
    about a covered hand. If `announces`, it also has the cards that finishing the turn would discard from an open hand.
    """
    match = curtain.match
    decision = match.decision
    assert decision is not None
    seat = decision.seat
    choice = Choice(name, match.view(seat), decision, curtain.forecast)
    if not choice.ends_turn or (isinstance(decision, NEEDS_HAND) and not curtain.is_open_to(seat)):
        return choice
    view, advice = curtain.open_view(seat), None if coach is None else coach.suggested
    if advice is None:
        choice = _weighed(choice, match.with_worlds(view) if isinstance(decision, DiscardDecision) else view)
    else:
        choice = replace(choice, suggested=advice if isinstance(decision, End) else None, wanted=advice)
    if announces and isinstance(decision, End) and curtain.is_open_to(seat):
        choice = replace(choice, discards=_discards(match.copy(), choice))
    return choice


def _weighed(choice: Choice[Decision], view: SeatView) -> Choice[Decision]:
    """Return a choice with the answers that the evaluation wants and suggests, from a view of its seat.

    A discard is weighed by playouts if the view draws worlds.
    """
    decision = choice.decision
    wanted = worthwhile(view, decision) if isinstance(decision, DiscardDecision) else evaluated(view, decision)
    suggested = sensible(choice, view, wanted) if isinstance(decision, End) else None
    return replace(choice, suggested=suggested, wanted=wanted)


def _discards(game: Game, choice: Choice[Decision]) -> tuple[str, ...]:
    """Return the cards that finishing the turn would discard; () if it stops earlier, or keeps all cards.

    The rest of the turn is played in `game`, which is a copy. The result is () too if a mandatory symbol is used on the
    way, because it may turn over cards, which must not be revealed.
    """
    seat = choice.decision.seat
    while isinstance(choice.decision, End):
        answer = choice.obvious
        if answer is None or is_must(answer):
            return ()
        game.play(answer)
        decision = game.decision
        if decision is None or decision.seat != seat or not isinstance(decision, END_OF_TURN):
            return ()
        view = game.view(seat)
        if isinstance(decision, DiscardDecision):
            view = with_worlds(race_of(game), view)
        choice = _weighed(Choice(choice.name, view, decision, partial(game.forecast, seat)), view)
    return choice.wanted.cards if isinstance(choice.wanted, Discard) else ()


def finishing_answer(choice: Choice[Decision], *, advised: bool) -> Action | None:
    """Return the next answer that finishing the turn gives; None if the driver has to choose.

    If not `advised`, because the coach is off, the answers give no advice on costs: all cards are kept, and a Boost is
    left to the driver whenever it could reach a car or cross another corner.
    """
    if advised:
        return choice.obvious
    if isinstance(choice.decision, DiscardDecision):
        return Discard()
    if not isinstance(choice.decision, End):
        return choice.obvious
    answer = choice.suggested
    stops = answer is None or choice.needs_care(answer) or (answer == DONE and _boost_counts(choice))
    return None if stops else answer


def skipped(choice: Choice[Decision], answer: Action, *, aloud: bool = False) -> str:
    """Return the names of the Slipstream or the uses of symbols that an answer leaves out; "" if none.

    If `aloud`, others read them too, and uses that tell something about the hand or the discard pile are left out.
    """
    if answer == STAY:
        return _("Slipstream")
    uses = choice.decision.uses if answer == DONE and isinstance(choice.decision, ReactDecision) else ()
    told = (use for use in uses if not (aloud and use.symbol in {DIRECT_PLAY, *LOOKING}))
    return row([_("Boost") if use.symbol == "boost" else choice.words(use.in_full()) for use in told])


def finished_words(name: str, skips: Sequence[str], *, kept: bool) -> str:
    """Return words on what finishing a driver's turn skipped and, if `kept`, on keeping all cards; "" if neither.

    Without a name, the driver is addressed.
    """
    skipped_words = _("{name} skipped: {skipped}.") if name else _("You skipped: {skipped}.")
    kept_words = _("{name} keeps all cards.") if name else _("You keep all cards.")
    told = [skipped_words.format(name=name, skipped=row(skips))] if skips else []
    return sentences(*told, *([kept_words.format(name=name)] if kept else []))


def why_asked(choice: Choice[Decision], *, advised: bool, confirm: str = "Enter") -> str:
    """Return why finishing the turn stops at a choice: a discard, a possible spin out, a cost, or just the choice.

    `confirm` names the key that takes the default.
    """
    if isinstance(choice.decision, DiscardDecision):
        return _("A discard is suggested.")
    boost = _boost_of(choice.decision)
    wanted = choice.wanted if advised or boost is None else boost.in_full()
    reason = ""
    if wanted in (DONE, STAY) or (wanted is None and any(choice.forecast(each).spin_chance for each in choice.answers)):
        reason = _("You may spin out.")
    elif wanted is not None:
        skips = choice.proposal in (DONE, STAY)
        reason = _("{action} may be worth it; {confirm} alone skips it.") if skips else _("{action} may be worth it.")
        reason = reason.format(action=capitalized(choice.words(wanted)), confirm=confirm)
    return sentences(reason, _("Your choice."))


class Finishing:
    """The turns to be finished for their drivers, and what finishing the current one has left out so far."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.forget()

    def forget(self) -> None:
        """Forget which turns are to be finished, for example after choices are taken back."""
        self._asked: set[Turn] = set()
        self._turn: Turn | None = None

    def ask(self, turn: Turn) -> None:
        """Note that a turn is to be finished, starting with its next choice, or after that choice if it is the plan."""
        self._asked.add(turn)

    def begin(self, turn: Turn, shown: tuple[str, ...] = ()) -> None:
        """Start finishing a turn; `shown` are the cards whose discard was announced to the driver."""
        self._turn, self._shown = turn, shown
        self._skips: list[str] = []
        self._kept = True

    def stop(self) -> None:
        """Leave the rest of the turn to its driver."""
        self._turn = None

    def _name(self, seat: int) -> str:
        """Return a driver's name, "" for the only person here."""
        return "" if len(self._match.here) == 1 else car_name(self._match.sheet, seat)

    def reach(self, turn: Turn, *, plans: bool) -> str:
        """Now that a choice of `turn` is due, stop finishing any other turn and return its `finished_words`, or "".

        If finishing `turn` was asked for, begin it, unless the choice is its plan (`plans`).
        """
        told = ""
        if self._turn is not None and self._turn != turn:
            told = finished_words(self._name(self._turn[0]), self._skips, kept=self._kept)
            self._turn = None
        if turn in self._asked and not plans:
            self._asked.remove(turn)
            self.begin(turn)
        return told

    def finishes(self, turn: Turn) -> bool:
        return self._turn == turn

    def announced(self, turn: Turn, decision: Decision) -> Discard | None:
        """If the announced discard is due and allowed, note that not all cards are kept, and return it; else None."""
        if not (self.finishes(turn) and self._shown and isinstance(decision, DiscardDecision)):
            return None
        discard = Discard(self._shown)
        if decision.objection(discard) is not None:  # a covered hand may have led to a Slipstream into other weather
            return None
        self._kept = False
        return discard

    def answer(self, choice: Choice[Decision], *, advised: bool) -> Action | None:
        """Return the next answer, as `finishing_answer` does, and note what it leaves out."""
        answer = finishing_answer(choice, advised=advised)
        if answer is not None:
            self.note(choice, answer)
        return answer

    def note(self, choice: Choice[Decision], answer: Action) -> None:
        """Note what an answer leaves out, and whether it discards cards."""
        aloud = len(self._match.here) > 1 and not self._match.open_table
        self._skips += filter(None, [skipped(choice, answer, aloud=aloud)])
        self._kept = self._kept and not (isinstance(answer, Discard) and answer.cards)

    def leave(self, choice: Choice[Decision], *, advised: bool, confirm: str = "Enter") -> str:
        """Leave the rest of the turn to its driver; return words on what was left out, and why the driver is asked."""
        self._turn = None
        why = why_asked(choice, advised=advised, confirm=confirm)
        return sentences(finished_words(self._name(choice.decision.seat), self._skips, kept=False), why)


def _boost_of(decision: Decision) -> Use | None:
    """Return the Boost that a decision offers, None without one."""
    uses = decision.uses if isinstance(decision, ReactDecision) else ()
    return next((use for use in uses if use.symbol == "boost"), None)


def _boost_counts(choice: Choice[Decision]) -> bool:
    """Return whether a Boost could reach or overtake a car, or cross a corner that is out of reach without it."""
    use = _boost_of(choice.decision)
    if use is None:
        return False
    without, boosted = choice.forecast(DONE).outcomes, choice.forecast(use.in_full()).outcomes
    corners, more = ({cost.corner for way in ways for cost in way.corners} for ways in (without, boosted))
    reached, end = (max(way.end for way in ways) for ways in (without, boosted))
    ahead = (car.at for car in choice.view.cars if car.status == RACING and car.index != choice.view.seat)
    return more > corners or any(reached <= at <= end for at in ahead)


def prepare(view: SeatView) -> None:
    """Precompute, in 0.1 to 0.2 seconds, the turns to the flag from the car's place on, for the evaluation."""
    from heat_tui.drivers.outlook import course_for

    course_for(view).reach(view.sheet.finish + 1 - view.own.at)


def sensible(choice: Choice[Decision], view: SeatView, wanted: Action) -> Action:
    """Return an answer that must be given, or a free one that the evaluation prefers; else the end of the step.

    An answer that turns over cards from the deck is not free. `wanted` is the evaluation's choice, free or not. The
    decision must be an `End`, and `view` that of its seat.
    """
    decision = choice.decision
    if choice.asks_nothing(wanted):
        return wanted
    if isinstance(decision, SlipstreamDecision):
        ways = tuple(way for way in decision.distances if choice.is_free(Slipstream(way)))
        return evaluated(view, replace(decision, distances=ways))
    assert isinstance(decision, ReactDecision)
    uses = tuple(use for use in decision.uses if choice.asks_nothing(use.in_full()))
    return evaluated(view, replace(decision, uses=uses))


def evaluated(view: SeatView, decision: Decision) -> Action:
    """Return the evaluation's choice, whatever it costs, weighed as for the coach's first hint."""
    from heat_tui.drivers.evaluation import choose

    return choose(view, decision, GLANCE)


def worthwhile(view: SeatView, decision: DiscardDecision) -> Action:
    """Return the best discard at first sight, or `Discard()` if a hint would call keeping all cards about as good."""
    from heat_tui.drivers.evaluation import weigh
    from heat_tui.game.advice.analysis import WORTH_TELLING

    best, *others = weigh(view, decision, _TIDYING, also=(Discard(),))
    costs = {each.action: each.turns - best.turns for each in others}
    return Discard() if costs.get(Discard(), WORTH_TELLING) < WORTH_TELLING else best.action
