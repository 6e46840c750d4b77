"""What went wrong in a driver's turn, why, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.events import (
    CardFlipped,
    CardsRevealed,
    CarMoved,
    CornerTaken,
    Event,
    HandCluttered,
    SpunOut,
)
from heat_tui.engine.forecast import Forecast, forecast
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.prose import describe_action
from heat_tui.prose.places import corner_number, corner_with_limit
from heat_tui.table.lessons import Lesson
from heat_tui.table.reasons import reason

DEAR = 3
"""So much Heat for one corner is worth a remark, if less would have done."""
WORTHWHILE = 2
"""So much Heat another plan must save."""
SLOW = 5
"""So many spaces given away for nothing are worth one."""

MISTAKE = "mistake"
"""The topic of every remark."""


@dataclass(frozen=True)
class Planned:
    """A plan that was made, what its driver saw then, and where to ask what would have been suggested to him."""

    view: SeatView
    decision: PlanDecision
    plan: Plan
    advice: Callable[[], Action]

    @cached_property
    def suggested(self) -> Action:
        """What was suggested; worked out when it is asked for, since mostly nobody asks."""
        return self.advice()

    @property
    def followed(self) -> bool:
        """Whether the suggestion was taken."""
        return self.suggested == self.plan

    @cached_property
    def told(self) -> Forecast:
        """What the plan came to."""
        return forecast(self.view, self.decision, self.plan)

    @cached_property
    def better(self) -> Forecast:
        """What the suggestion would have come to."""
        return forecast(self.view, self.decision, self.suggested)


class Review:
    """Hears what a driver does and says what was a mistake; what comes of bad luck alone is called that."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._planned: Planned | None = None
        self._boost_advised = False
        self._boost = 0
        self._adrenaline = 0
        self._moves: list[CarMoved] = []
        self._told_slow = False

    def planned(self, planned: Planned) -> None:
        """The driver has made this plan."""
        self._planned = planned
        self._boost_advised = False

    def advised_to_boost(self) -> None:
        """The driver makes a Boost because it was suggested."""
        self._boost_advised = True

    def after(self, event: Event) -> list[Lesson]:
        """What there is to say of an event."""
        self.hear(event)
        if getattr(event, "car", None) != self._seat:
            return []
        match event:
            case CarMoved(cause="reveal"):
                return self._slow()
            case CornerTaken():
                return self._dear(event)
            case SpunOut():
                return self._spin(event)
            case HandCluttered(cards=cards):
                return self._clutter(cards)
            case _:
                return []

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

    def _spin(self, spin: SpunOut) -> list[Lesson]:
        facts = _("Speed {speed} asked for {owed} Heat at {corner}, and there was only {paid}.").format(
            speed=spin.speed, owed=spin.owed, paid=spin.paid, corner=corner_with_limit(spin.corner, spin.limit)
        )
        return [Lesson(MISTAKE, _("Why the car spun out"), " ".join([facts, self._cause_of(spin)]))]

    def _cause_of(self, spin: SpunOut) -> str:
        """What made the car too fast for that corner: the last thing that could have been left, or the plan."""
        crossed = self._crossed_by(spin)
        if crossed == "slipstream":
            return _("It was the Slipstream that led over the line: stay where you are when you are too fast for it.")
        if crossed == "boost":
            return _("It was the Boost that led over the line: boost where none is in reach.")
        if self._boost and spin.owed - self._boost <= spin.paid:
            return _(
                "Without the {added} of the Boost it would have been enough: boost where no line is in reach, or where "
                "you can pay 4 more."
            ).format(added=self._boost)
        if self._adrenaline and (crossed == "adrenaline" or spin.owed - self._adrenaline <= spin.paid):
            return _("It was the extra space of Adrenaline that was too much: you may always leave it.")
        planned = self._planned
        if planned is None:
            return _("Count the spaces to the line, and stop before it when you cannot pay.")
        if not planned.told.spin_chance:
            return _("The cars that would have stopped yours before the line had driven on.")
        if planned.told.spin_chance < 1 and (planned.followed or planned.better.spin_chance):
            return _("That was bad luck with the card turned over.")
        return self._better_way()

    def _crossed_by(self, spin: SpunOut) -> str | None:
        """The cause of the move of this turn that crossed the corner's line."""
        planned = self._planned
        if planned is None:
            return None
        track = planned.view.sheet.track
        line = track.corners[spin.corner].line_after
        for move in self._moves:
            if (line - move.start) % track.spaces < move.end - move.start:
                return move.cause
        return None

    def _dear(self, corner: CornerTaken) -> list[Lesson]:
        planned = self._planned
        if corner.heat < DEAR or planned is None:
            return []
        facts = _("{heat} Heat for {corner} is much: it is missing where the next line comes.").format(
            heat=corner.heat, corner=corner_number(corner.corner)
        )
        if self._boost and not self._boost_advised:
            why = _("{added} of it was for the Boost.").format(added=min(self._boost, corner.heat))
        elif not planned.followed and planned.better.most_heat + WORTHWHILE <= corner.heat:
            why = self._better_way()
        else:
            return []
        return [Lesson(MISTAKE, _("A dear corner"), " ".join([facts, why]))]

    def _slow(self) -> list[Lesson]:
        """Said once: a plan that gives spaces away where faster would have cost no more."""
        planned = self._planned
        if planned is None or planned.followed or self._told_slow:
            return []
        told, better = planned.told, planned.better
        if not (told.outcomes and better.outcomes) or better.spin_chance or better.heat + better.most_heat > told.heat:
            return []
        if planned.decision.heat and planned.plan.gear <= 2:
            return []  # slow gears cool
        if better.outcomes[0].end - told.outcomes[-1].end < SLOW:
            return []
        self._told_slow = True
        return [Lesson(MISTAKE, _("Faster for nothing"), self._better_way())]

    def _clutter(self, cards: tuple[str, ...]) -> list[Lesson]:
        planned = self._planned
        heat = cards.count(HEAT) if planned is None else planned.decision.heat
        return [
            Lesson(
                MISTAKE,
                _("Why the hand was cluttered"),
                ngettext(
                    "{heat} Heat card in your hand left too few to play. When Heat begins to gather, drive a round in "
                    "gear 1 or 2 before your hand is full of it.",
                    "{heat} Heat cards in your hand left too few to play. When Heat begins to gather, drive a round in "
                    "gear 1 or 2 before your hand is full of it.",
                    heat,
                ).format(heat=heat),
            )
        ]

    def _better_way(self) -> str:
        planned = self._planned
        assert planned is not None
        if planned.followed:
            return _("Nothing better was in the hand.")
        return _("Better would have been {action}. {reason}").format(
            action=describe_action(planned.decision, planned.suggested),
            reason=reason(planned.view, planned.decision, planned.suggested),
        )
