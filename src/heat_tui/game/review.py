"""What went wrong in a first race, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from heat_tui.engine.actions import Action, Plan, React
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import PlanDecision, ReactDecision
from heat_tui.engine.events import CardFlipped, CardsRevealed, CarMoved, CornerTaken, Event, HandCluttered, SpunOut
from heat_tui.engine.forecast import Forecast, forecast
from heat_tui.engine.symbols import BOOST_COST
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.game.lessons import Lesson
from heat_tui.game.reasons import reason
from heat_tui.language import N_, NN_, _
from heat_tui.words.formatter import fill
from heat_tui.words.names import corner_number, corner_with_limit, listing
from heat_tui.words.questions import describe_action

DEAR = 3
"""The Heat for one corner that is worth a remark, if less would have done."""
WORTHWHILE = 2
"""The least Heat that another plan must save."""
SLOW = 5
"""The spaces given away for nothing that are worth one."""

MISTAKE = "mistake"
"""The topic of every remark."""


@dataclass(frozen=True)
class Planned:
    """A plan that was made, what its driver saw then, and where to ask what would have been suggested."""

    view: SeatView
    decision: PlanDecision
    plan: Action
    advice: Callable[[], Action]

    @cached_property
    def suggested(self) -> Action:
        """Return what was suggested; worked out when it is asked for, since mostly nobody asks."""
        return self.advice()

    @property
    def followed(self) -> bool:
        """Return whether the suggestion was taken."""
        return self.suggested == self.plan

    @cached_property
    def told(self) -> Forecast:
        """Return the forecast of the plan."""
        return forecast(self.view, self.decision, self.plan)

    @cached_property
    def better(self) -> Forecast:
        """Return the forecast of the suggestion."""
        return forecast(self.view, self.decision, self.suggested)

    @property
    def better_way(self) -> str:
        """Return the sentences on what would have been better."""
        if self.followed:
            return fill(N_("There was nothing better in your hand."))
        return fill(
            N_("Better: {action}. {reason}"),
            action=describe_action(self.decision, self.suggested),
            reason=reason(self.view, self.decision, self.suggested),
        )


class Review:
    """Hears what a driver does and says what was a mistake; what comes of bad luck alone is called that."""

    def __init__(self, seat: int, track: Track) -> None:
        self.boost_advised = False
        self._unused: list[str] = []
        self._unused_heat = 0
        self._seat = seat
        self._track = track
        self._planned: Planned | None = None
        self._boost = 0
        self._adrenaline = 0
        self._moves: list[CarMoved] = []
        self._told_slow = False

    def planned(self, planned: Planned) -> None:
        """Take note of the driver's plan of a turn."""
        self._planned = planned
        self.boost_advised = False
        self._unused, self._unused_heat = [], 0

    def stopped(self, view: SeatView, decision: ReactDecision) -> None:
        """Take note of the Cooldowns that the driver leaves unused at the end of their reactions."""
        left = [use for use in decision.uses if use.symbol == "cooldown"]
        self._unused = [describe_action(decision, React(use.symbol, use.source, use.most)) for use in left]
        self._unused_heat = min(sum(use.most for use in left), view.hand.count(HEAT))

    def after(self, event: Event) -> list[Lesson]:
        """Return what there is to say of an event."""
        self.hear(event)
        if getattr(event, "car", None) != self._seat:
            return []
        match event:
            case CarMoved(cause="reveal"):
                title, sentences = _("You could have been faster"), self._slow()
            case CornerTaken():
                title, sentences = _("An expensive corner"), self._dear(event)
            case SpunOut():
                title, sentences = _("Why the car spun out"), self._spin(event)
            case HandCluttered(cards=cards):
                title, sentences = _("Why the hand was cluttered"), self._clutter(cards)
            case _:
                return []
        return [Lesson(MISTAKE, title, " ".join(sentences))] if sentences else []

    def hear(self, event: Event) -> None:
        """Keep in mind what makes this turn fast."""
        if getattr(event, "car", None) != self._seat:
            return
        match event:
            case CardsRevealed():
                self._boost = self._adrenaline = 0
                self._moves = []
            case CardFlipped(source="boost", card=card):
                self._boost = 0 if card is None else int(card)
            case CarMoved(cause=cause):
                self._adrenaline += cause == "adrenaline"
                self._moves.append(event)

    def _spin(self, spin: SpunOut) -> list[str]:
        owed = N_("Speed {speed} at {corner}: {owed} Heat to pay, and only {paid} in the engine.")
        corner = corner_with_limit(self._track, spin.corner, spin.limit)
        facts = fill(owed, speed=spin.speed, owed=spin.owed, paid=spin.paid, corner=corner)
        return [facts, self._cause_of(spin)]

    def _cause_of(self, spin: SpunOut) -> str:
        """Return what made the car too fast for that corner: the last thing that could have been left, or the plan."""
        crossed, planned = self._crossed_by(spin), self._planned
        payable = spin.paid + self._unused_heat
        if spin.owed <= payable:
            unused = N_(
                "You could have prevented it, for free: {uses}. A Cooldown that you do not use in step 5 is lost."
            )
            return fill(unused, uses=listing(self._unused))
        if crossed == "slipstream":
            return _("The Slipstream took you over the line. You may always stay where you are.")
        if crossed == "boost":
            return _("The Boost took you over the line. Boost where no line is within reach.")
        if self._boost and spin.owed - self._boost <= payable + BOOST_COST:
            return _(
                "Without the {added} extra speed of the Boost, you could have paid. Boost where no line is "
                "within reach, or where you can pay for 4 extra speed."
            ).format(added=self._boost)
        if self._adrenaline and (crossed == "adrenaline" or spin.owed - self._adrenaline <= payable):
            return _("The extra space of Adrenaline was too much. You may always decline it.")
        if planned is None:
            return _("Count the spaces to the line, and stop before it when you cannot pay.")
        if not planned.told.spin_chance:
            return _("The cars that would have stopped you short of the line had moved on.")
        if planned.told.spin_chance < 1 and (planned.followed or planned.better.spin_chance):
            return _("Bad luck: the card you turned over was too high.")
        return planned.better_way

    def _crossed_by(self, spin: SpunOut) -> str | None:
        """Return the cause of the move of this turn that crossed the corner's line."""
        planned = self._planned
        if planned is None:
            return None
        track = planned.view.sheet.track
        line = track.corners[spin.corner].line_after
        for move in self._moves:
            if (line - move.start) % track.spaces < move.end - move.start:
                return move.cause
        return None

    def _dear(self, corner: CornerTaken) -> list[str]:
        planned = self._planned
        if corner.heat < DEAR or planned is None:
            return []
        if self._boost and not self.boost_advised:
            why = fill(N_("Of that Heat, {added} was for the speed of the Boost."), added=min(self._boost, corner.heat))
        elif not planned.followed and planned.better.most_heat + WORTHWHILE <= corner.heat:
            why = planned.better_way
        else:
            return []
        much = N_("{heat} Heat for {corner} is a lot: you will miss it at the next corner.")
        return [fill(much, heat=corner.heat, corner=corner_number(self._track, corner.corner)), why]

    def _slow(self) -> list[str]:
        """Return what is said once: that a plan gives spaces away where faster would have cost no more."""
        planned = self._planned
        if planned is None or planned.followed or self._told_slow:
            return []
        told, better = planned.told, planned.better
        if not (told.outcomes and better.outcomes) or better.spin_chance or better.heat + better.most_heat > told.heat:
            return []
        if planned.decision.heat and isinstance(planned.plan, Plan) and planned.plan.gear <= 2:
            return []  # slow gears cool
        if better.outcomes[0].end - told.outcomes[-1].end < SLOW:
            return []
        self._told_slow = True
        return [planned.better_way]

    def _clutter(self, cards: tuple[str, ...]) -> list[str]:
        left = NN_(
            "{heat} Heat card in your hand left too few cards to play. When Heat gathers there, drive a round in gear "
            "1 or 2 before it fills your hand.",
            "{heat} Heat cards in your hand left too few cards to play. When Heat gathers there, drive a round in gear "
            "1 or 2 before it fills your hand.",
            "heat",
        )
        return [fill(left, heat=cards.count(HEAT) if self._planned is None else self._planned.decision.heat)]
