"""The coach of the first race: explanations, suggestions, and remarks on mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heat_tui.drivers import Steady
from heat_tui.drivers.evaluation import weigh
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import Event
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.analysis import Analysis
from heat_tui.game.advice.first_race import Proposal, Script
from heat_tui.game.advice.lessons import Lesson, Tutor, in_parts
from heat_tui.game.advice.reasons import Reasons, advice_words
from heat_tui.game.advice.review import Review, debrief
from heat_tui.game.table.history import RaceRecord
from heat_tui.game.table.match import Match


class Coach:
    """The coach beside the driver of a first race; a front end shows what it says.

    Ask `before` and `suggestion` whenever a person must choose, pass the events that `Match.play` and
    `Match.play_driver` return to `after`, and show `farewell` at the end. The coach plays nothing and keeps nothing in
    the match: the log shows what has been explained, so a resumed race continues with the rest.

    It suggests the scripted action for this or a similar moment, and otherwise Steady's choice, but never a plan that
    may spin out if another plan cannot. Suggestions, and remarks on mistakes, are for a person alone or an open table:
    among several people with hidden cards, they would reveal a hand.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._tutor = Tutor()
        self._script = Script(match.setup)
        self.analysis = Analysis(match, self.advised)
        self._reviews = [Review(seat, self.analysis) for seat, _who in enumerate(match.controllers)]
        self._said: dict[int, tuple[Decision, list[Lesson]]] = {}
        self._thought: tuple[Reasons, Proposal] | None = None
        if match.log:
            self._catch_up()

    def welcome(self) -> list[Lesson]:
        """Return the lessons before the start; [] once the race is on."""
        return [] if self.match.log else self._tutor.welcome()

    def before(self) -> list[Lesson]:
        """Return the lessons for a person's decision: each once, but again at the same decision, as after an undo."""
        asked = self._asked()
        if asked is None:
            return []
        view, decision = asked
        place = len(self.match.log)
        if place not in self._said or self._said[place][0] != decision:
            self._said[place] = decision, self._tutor.before(view, decision)
        return self._said[place][1]

    @property
    def advice(self) -> tuple[Action, str] | None:
        """The action suggested to the person who must choose now, and the reason; None if nothing is suggested."""
        asked = self._asked()
        if asked is None or not self._sees_hands:
            return None
        reasons, proposal = self._think(*asked)
        return proposal.action, proposal.why or reasons.why(proposal.action)

    @property
    def suggested(self) -> Action | None:
        """The action suggested now; None if nothing is suggested."""
        advice = self.advice
        return None if advice is None else advice[0]

    def suggestion(self, keys: str = "") -> str | None:
        """Return the suggested action, with the keys for it if they are known, and the reason for it."""
        advice, decision = self.advice, self.match.decision
        return None if advice is None or decision is None else advice_words(decision, *advice, keys)

    def after(self, events: Iterable[Event]) -> Iterator[tuple[list[Event], list[Lesson]]]:
        """Return the events of an action in parts, each with the lessons that follow it; call it once per action."""
        return in_parts(events, self._notes)

    def farewell(self) -> list[Lesson]:
        """Return the debriefing of a person alone, measured by the advice; [] for several people."""
        people = self.match.people
        return debrief(self.analysis, people[0]) if len(people) == 1 else []

    def advised(self, view: SeatView, decision: Decision) -> Action:
        """Return the advised action at any decision of this race."""
        return self._think(view, decision)[1].action

    def _asked(self) -> tuple[SeatView, Decision] | None:
        decision = self.match.decision
        if decision is None or not self.match.waits_for_person:
            return None
        return self.match.view(decision.seat), decision

    @property
    def _sees_hands(self) -> bool:
        return len(self.match.people) == 1 or self.match.open_table

    def _think(self, view: SeatView, decision: Decision) -> tuple[Reasons, Proposal]:
        """Return the scripted proposal, or Steady's choice as `_careful` corrects it; the latest answer is cached."""
        if self._thought is None or (self._thought[0].view, self._thought[0].decision) != (view, decision):
            reasons = Reasons(view, decision)
            self._thought = reasons, self._script.proposal(view, decision) or Proposal(_careful(reasons))
        return self._thought

    def _catch_up(self) -> None:
        """Replay the log to the tutor, so that it knows which lessons were given."""
        self._tutor.welcome()
        for event in self.match.opening_events:
            self._tutor.after(event)
        for entry in self.match.log:
            if entry.controller == "person" and entry.before.decision is not None:
                self._tutor.before(entry.before.view(entry.seat), entry.before.decision)
            for event in entry.events:
                self._tutor.after(event)

    def _notes(self, event: Event) -> list[Lesson]:
        lessons = self._tutor.after(event)
        for seat in self.match.people if self._sees_hands else ():
            lessons += self._reviews[seat].after(event)
        return lessons


def analysis_of(race: Match | RaceRecord) -> Analysis:
    """Return the analysis of a race that is over, by the coach's advice if there was a coach."""
    return Coach(race).analysis if isinstance(race, Match) and race.lessons else Analysis(race)


def _careful(reasons: Reasons) -> Action:
    """Return Steady's choice; a plan that may spin out is replaced by the best plan that cannot, if there is one."""
    view, decision = reasons.view, reasons.decision
    action = Steady().choose(view, decision)
    if not isinstance(decision, PlanDecision) or not reasons.forecast(action).spin_chance:
        return action
    plans = [plan for plan in decision.options() if isinstance(plan, Plan)]
    best = (each.action for each in weigh(view, decision, also=plans))
    return next((plan for plan in best if not reasons.forecast(plan).spin_chance), action)
