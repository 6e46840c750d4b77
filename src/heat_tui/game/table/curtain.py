"""The curtain: except at an open table, a person's secrets are shown only while that person is at the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from heat_tui.engine.actions import Action
from heat_tui.engine.cards import BASIC_DECK, HEAT
from heat_tui.engine.decisions import NEEDS_HAND, Decision, ReactDecision, ReplaceDecision
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.symbols import DIRECT_PLAY
from heat_tui.engine.view import SeatView
from heat_tui.game.table.match import Match
from heat_tui.modules.garage.market import GarageShown
from heat_tui.store.saved_race import Controller


class Curtain:
    """The curtain at a screen, which says whose cards a front end may show now."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.open_to: int | None = None
        self._drawn = False

    @property
    def hangs(self) -> bool:
        """True if there is a curtain: it has been drawn and not opened, or several people here have hidden cards."""
        return self._drawn or (len(self.match.here) > 1 and not self.match.open_table)

    def is_open_to(self, seat: int) -> bool:
        """Return whether the cards of a seat may be shown now: the match allows it, and no curtain hides them."""
        return self.match.may_look(seat) and (not self.hangs or self.open_to == seat)

    def hides(self, seat: int, decision: Decision) -> bool:
        """Return whether a decision needs the hand (`needs_the_hand`) of a seat whose cards may not be shown now."""
        return self.needs_the_hand(seat, decision) and not self.is_open_to(seat)

    def needs_the_hand(self, seat: int, decision: Decision) -> bool:
        """Return whether a decision shows something that only its driver may see.

        A reaction does if it looks through the discard pile. If the driver owns a card with Direct play, every reaction
        counts, so as not to reveal whether the card is in hand.
        """
        if not isinstance(decision, ReactDecision):
            return isinstance(decision, NEEDS_HAND)
        if decision.pile:
            return True
        garage = self.match.view(None).part(GarageShown)
        owned = () if garage is None else garage.owned[seat]
        return any(self.match.sheet.cards[card].number(DIRECT_PLAY) for card in owned)

    def may_stay_open(self, before: Decision | None) -> bool:
        """Return whether the driver who has answered `before` is still reacting and needs their cards to do so."""
        now = self.match.decision
        if not isinstance(before, ReactDecision) or not isinstance(now, ReactDecision):
            return False
        return now.seat == before.seat and self.needs_the_hand(now.seat, now)

    def open(self, seat: int) -> None:
        """Open the curtain for a seat, and close it for any other."""
        self.open_to = seat
        self._drawn = False

    def draw(self) -> None:
        """Hide every hand until `open` is called, even if only one person is left here: others may see the screen."""
        self._drawn = True
        self.close()

    def hand_over(self, seat: int, controller: Controller) -> None:
        """Hand a seat to another controller; if there was a curtain, hide every hand. Raises as the match does."""
        hung = self.hangs
        self.match.hand_over(seat, controller)
        if hung:
            self.draw()

    def forecast(self, action: Action) -> Forecast:
        """Return the forecast of an action by the seat that must choose, from what everyone at the screen may know.

        If the hand is covered, the forecast ignores it, and the draw deck, whose odds would reveal the hand: all Basic
        cards are equally likely, and the hand holds only the Heat that the decision says can be cooled. Raises
        IllegalAction as the match does.
        """
        return self.match.forecast(action, self._seen)

    def forecasting(self, seat: int) -> Callable[[Action], Forecast]:
        """Return `forecast` for the current decision, which is that of `seat`, as a function that any thread may call.

        The function works on a copy of the game, so the match may continue in the meantime.
        """
        return partial(self.match.copy().forecast, seat, seen=self._seen)

    @property
    def _seen(self) -> Callable[[SeatView], SeatView] | None:
        decision = self.match.decision
        if decision is None or self.is_open_to(decision.seat):
            return None
        return partial(_from_the_table, decision)

    def forecast_view(self, decision: Decision) -> SeatView:
        """Return the view on which `forecast` is based; `decision` is the current one."""
        view = self.match.view(decision.seat)
        return view if self.is_open_to(decision.seat) else _from_the_table(decision, view)

    def open_view(self, seat: int) -> SeatView:
        """Return the view of a seat, limited to what everyone at the screen may know."""
        view, decision = self.match.view(seat), self.match.decision
        return view if self.is_open_to(seat) else covered(view, decision)

    def close(self) -> None:
        """Close the curtain, if there is one."""
        self.open_to = None


def covered(view: SeatView, decision: Decision | None = None) -> SeatView:
    """Return a view with its hand and piles hidden: `unseen` has the Basic cards and the hidden Heat.

    The hand keeps only the Heat that the seat's `decision` says can be cooled.
    """
    hand = _cooled(decision, view)
    heat = (*view.hand, *view.unseen, *view.spent).count(HEAT) - len(hand)
    return replace(view, hand=hand, unseen=(*BASIC_DECK, *(HEAT,) * heat), spent=())


def _from_the_table(decision: Decision, view: SeatView) -> SeatView:
    """Return the view for forecasts while the hand is covered: a hand of coolable Heat, and a Basic draw deck."""
    return replace(view, hand=_cooled(decision, view), unseen=BASIC_DECK, spent=())


def _cooled(decision: Decision | None, view: SeatView) -> tuple[str, ...]:
    """Return the Heat in hand that a decision of the view's seat reveals, because it can be cooled; () for none."""
    match decision:
        case ReactDecision(uses=uses):
            return (HEAT,) * max([use.most for use in uses if use.symbol == "cooldown"], default=0)
        case ReplaceDecision(payable=payable):
            return (HEAT,) * (payable - view.own.engine)
    return ()
