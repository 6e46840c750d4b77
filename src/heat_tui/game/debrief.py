"""How a first race went, measured by what the coach advised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from heat_tui.engine.actions import DONE, STAY, Action, React, Slipstream
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import CornerTaken, SpunOut
from heat_tui.engine.forecast import forecast
from heat_tui.engine.view import SeatView
from heat_tui.game.first_race import with_sorted_cards
from heat_tui.game.history import LogEntry
from heat_tui.game.lessons import Lesson
from heat_tui.game.match import Match
from heat_tui.game.statistics import tally
from heat_tui.language import N_, NN_, Message, _
from heat_tui.words.formatter import fill
from heat_tui.words.names import place_in_race

Advice = Callable[[SeatView, Decision], Action]
"""What was advised at a decision."""

LEFT_OVER = 4
"""The Heat in the engine at the end that could have made the car faster."""


@dataclass(slots=True)
class Against:
    """What a driver did against the advice: `choices`, and what came of them.

    `unused` counts free benefits that were left; `corners`, `heat` and `spins` count the corners that were more
    expensive than what was advised.
    """

    choices: int = 0
    unused: int = 0
    corners: int = 0
    heat: int = 0
    spins: int = 0

    @classmethod
    def of(cls, match: Match, seat: int, advice: Advice) -> Against:
        """Compare every choice of a seat with the advice."""
        against, risky = cls(), False
        for entry in match.log:
            decision = entry.before.decision
            if entry.seat == seat and decision is not None:
                risky = against._compare(entry, decision, advice, risky=risky)
            for event in entry.events:
                if getattr(event, "car", None) == seat and risky:
                    against._count(event)
        return against

    def _compare(self, entry: LogEntry, decision: Decision, advice: Advice, *, risky: bool) -> bool:
        """Count a choice; return whether the corners of this turn are now driven against the advice."""
        view, chosen = entry.before.view(entry.seat), with_sorted_cards(entry.action)
        advised = advice(view, decision)
        risky = risky and not isinstance(decision, PlanDecision)
        if chosen == advised:
            return risky
        self.choices += 1
        self.unused += _leaves_something_free(chosen, advised)
        now, better = forecast(view, decision, chosen), forecast(view, decision, advised)
        return risky or (now.spin_chance, now.most_heat) > (better.spin_chance, better.most_heat)

    def _count(self, event: object) -> None:
        match event:
            case CornerTaken(heat=heat) if heat:
                self.corners += 1
                self.heat += heat
            case SpunOut():
                self.spins += 1


def _leaves_something_free(chosen: Action, advised: Action) -> bool:
    match advised:
        case React(symbol=symbol) if symbol not in (None, "boost"):
            return chosen == DONE
        case Slipstream(distance=distance) if distance:
            return chosen == STAY
        case _:
            return False


def debrief(match: Match, seat: int, advice: Advice) -> list[Lesson]:
    """Return how the race went for a seat, and what could go better, the weightiest point first."""
    figures, against = tally(match).cars[seat], Against.of(match, seat, advice)
    engine = match.view(None).cars[seat].engine
    place = place_in_race(match.standings.index(seat) + 1)
    facts = {
        **asdict(figures),
        **asdict(against),
        "place": place[:1].upper() + place[1:],
        "heat_paid": figures.heat_paid,
        "engine": engine,
    }
    well: dict[Message, object] = {
        NN_(
            "{place} after {rounds} round, with a top speed of {top_speed}.",
            "{place} after {rounds} rounds, with a top speed of {top_speed}.",
            "rounds",
        ): True,
        N_("You took every suggestion."): not against.choices,
        NN_(
            "You went your own way {choices} time.", "You went your own way {choices} times.", "choices"
        ): against.choices,
        N_("You paid {heat_paid} Heat in all and cooled {cooled}."): True,
        NN_(
            "Slipstreams gave you {slipstream_spaces} space for free.",
            "Slipstreams gave you {slipstream_spaces} spaces for free.",
            "slipstream_spaces",
        ): figures.slipstream_spaces,
    }
    left = N_("{engine} Heat was left in your engine: near the finish, spend it on a faster corner or a Boost.")
    better: dict[Message, object] = {
        NN_(
            "Going against the advice cost you most: {spins} spin out. Before you play, count the spaces to the "
            "line and your Heat.",
            "Going against the advice cost you most: {spins} spin outs. Before you play, count the spaces to the "
            "line and your Heat.",
            "spins",
        ): against.spins,
        NN_(
            "You took {corners} corner faster than advised, for {heat} Heat.",
            "You took {corners} corners faster than advised, for {heat} Heat.",
            "corners",
        ): against.corners,
        NN_(
            "You left {unused} free option unused: Cooldown, Adrenaline and Slipstream cost nothing.",
            "You left {unused} free options unused: Cooldown, Adrenaline and Slipstream cost nothing.",
            "unused",
        ): against.unused,
        left: against.choices and not against.spins and engine >= LEFT_OVER,
    }
    parts = (("well", _("How it went"), well), ("better", _("What could go better"), better))
    return [
        Lesson(topic, title, " ".join(fill(message, **facts) for message, holds in cases.items() if holds))
        for topic, title, cases in parts
        if any(cases.values())
    ]
