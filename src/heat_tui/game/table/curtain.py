"""The curtain: what one person may see is on the screen only while they sit there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from heat_tui.engine.actions import Action
from heat_tui.engine.cards import BASIC_DECK, HEAT
from heat_tui.engine.decisions import NEEDS_HAND, Decision, ReactDecision
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.view import SeatView
from heat_tui.game.table.match import Match
from heat_tui.modules.garage.market import GarageShown
from heat_tui.store.saved_race import Controller

DIRECT_PLAY = "direct_play"


class Curtain:
    """Whose cards may be on the screen; a front end draws what this says and takes away what this closes."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.open_to: int | None = None
        self._drawn = False

    @property
    def hangs(self) -> bool:
        """True if there is a curtain between the persons: there are several and no open table, or it was drawn."""
        return self._drawn or (len(self.match.people) > 1 and not self.match.open_table)

    def is_open_to(self, seat: int) -> bool:
        """Return whether the cards of a seat may be shown now: the match allows it, and the curtain is drawn back."""
        return self.match.may_look(seat) and (not self.hangs or self.open_to == seat)

    def hides(self, seat: int, decision: Decision) -> bool:
        """Return whether it has to be drawn for a decision of that seat."""
        return self.needs_the_hand(seat, decision) and not self.is_open_to(seat)

    def needs_the_hand(self, seat: int, decision: Decision) -> bool:
        """Return whether a decision shows what only its driver may see.

        A reaction does where it looks through the discard pile, or may play a card from the hand.

        For a driver who owns a card with Direct play it always does, so that nothing shows whether they hold it.
        """
        if not isinstance(decision, ReactDecision):
            return isinstance(decision, NEEDS_HAND)
        if decision.pile:
            return True
        view = self.match.view(None)
        garage = view.part(GarageShown)
        owned = () if garage is None else garage.owned[seat]
        return any(DIRECT_PLAY in dict(view.sheet.cards[card].symbols) for card in owned)

    def may_stay_open(self, before: Decision | None) -> bool:
        """Return whether the driver who chose `before` goes on reacting and needs to see the own cards for it."""
        now = self.match.decision
        if not isinstance(before, ReactDecision) or not isinstance(now, ReactDecision):
            return False
        return now.seat == before.seat and self.needs_the_hand(now.seat, now)

    def open(self, seat: int) -> None:
        """Show the cards of a seat from here on."""
        self.open_to = seat
        self._drawn = False

    def draw(self) -> None:
        """Hide every hand until its person opens it, even if they are alone by now: others sat here just before."""
        self._drawn = True
        self.open_to = None

    def hand_over(self, seat: int, controller: Controller) -> None:
        """Hand a seat to another driver; where there was a curtain, every hand is hidden."""
        hung = self.hangs
        self.match.hand_over(seat, controller)
        if hung:
            self.draw()

    def forecast(self, action: Action) -> Forecast:
        """Return what an action of the seat that must choose would do, as far as those may know who see the screen.

        With a covered hand nothing is taken from it, nor from the own deck, whose odds would reveal it: each Basic
        card is then as likely, and the hand holds the Heat that the decision says can be cooled. Raises IllegalAction
        as the match does.
        """
        seat, decision = self.match.to_move, self.match.decision
        if seat is None or decision is None or self.is_open_to(seat):
            return self.match.forecast(action)
        return self.match.forecast(action, partial(_from_the_table, decision))

    def forecast_view(self, decision: Decision) -> SeatView:
        """Return the view from which `forecast` works, at the decision of the seat that must choose."""
        view = self.match.view(decision.seat)
        return view if self.is_open_to(decision.seat) else _from_the_table(decision, view)

    def open_view(self, seat: int) -> SeatView:
        """Return what a seat sees, as far as those may know who see the screen."""
        view, decision = self.match.view(seat), self.match.decision
        return view if self.is_open_to(seat) else covered(view, decision)

    def close(self) -> None:
        """Leave nothing of what was shown; without an open curtain this does nothing."""
        self.open_to = None


def covered(view: SeatView, decision: Decision | None = None) -> SeatView:
    """Return a view in which the own hand is any hand: each Basic card, and all Heat that is not open, may be drawn.

    The Heat that the seat's `decision` says can be cooled is in the hand.
    """
    hand = _cooled(decision)
    heat = (*view.hand, *view.unseen, *view.spent).count(HEAT) - len(hand)
    return replace(view, hand=hand, unseen=(*BASIC_DECK, *(HEAT,) * heat), spent=())


def _from_the_table(decision: Decision, view: SeatView) -> SeatView:
    """Return a seat's view without what its covered hand and deck would reveal, for the forecasts of a decision."""
    return replace(view, hand=_cooled(decision), unseen=BASIC_DECK, spent=())


def _cooled(decision: Decision | None) -> tuple[str, ...]:
    """Return the Heat that a decision says is in the hand."""
    uses = decision.uses if isinstance(decision, ReactDecision) else ()
    return (HEAT,) * max([use.most for use in uses if use.symbol == "cooldown"], default=0)
