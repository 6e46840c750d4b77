"""The coach of the first race: explains, suggests, and says what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from heat_tui.drivers import Steady
from heat_tui.engine.actions import Action, Plan, React
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import Event
from heat_tui.engine.view import SeatView
from heat_tui.files.saved_race import Game, opening
from heat_tui.session import Match
from heat_tui.table.farewell import farewell
from heat_tui.table.first_race import Proposal, line_for, next_proposal, same
from heat_tui.table.lessons import Lesson, Tutor, in_parts
from heat_tui.table.mistakes import Planned, Review
from heat_tui.table.reasons import suggestion


class Coach:
    """Sits beside whoever drives a first race; a front end shows what it says.

    Ask `before` and `suggestion` whenever a person must choose, hand `after` what `Match.play` and
    `Match.play_driver` return, and show `farewell` at the end. It plays nothing and keeps nothing in the match: what
    has been explained follows from the log, so a resumed race goes on with what has not.

    Suggestions, and remarks on what went wrong, are for a driver alone or an open table: where several sit with hidden
    cards, they would tell of a hand.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._tutor = Tutor()
        self._line = line_for(match.setup)
        self._reviews: dict[int, Review] = {}
        self._asked: tuple[SeatView, Decision] | None = None
        self._proposed: tuple[SeatView, Decision, Proposal] | None = None
        if match.log:
            self._catch_up()

    def welcome(self) -> list[Lesson]:
        """What is said before the start; nothing once the race is on."""
        return [] if self.match.log else self._tutor.welcome()

    def before(self) -> list[Lesson]:
        """What is worth knowing at the decision that a person must take now. Each lesson comes once."""
        asked = self._asked_now()
        if asked is None:
            return []
        self._asked = asked
        return self._tutor.before(*asked)

    @property
    def suggested(self) -> Action | None:
        """The action that is suggested to the person who must choose now; None where there is none to make."""
        proposal = self._proposal()
        return None if proposal is None else proposal.action

    def suggestion(self) -> str | None:
        """The suggested action with what speaks for it, in two or three sentences."""
        proposal = self._proposal()
        asked = self._asked_now()
        if proposal is None or asked is None:
            return None
        return suggestion(*asked, proposal.action, "" if proposal.why is None else proposal.why())

    def after(self, events: Iterable[Event]) -> Iterator[tuple[list[Event], list[Lesson]]]:
        """What an action has brought, in parts, each with what there is to say after it; ask once for each action."""
        self._note_choice()
        return in_parts(events, self._notes)

    def farewell(self) -> list[Lesson]:
        """At the end: how the race went, and what to try next."""
        return farewell(self.match)

    def _asked_now(self) -> tuple[SeatView, Decision] | None:
        decision = self.match.decision
        if decision is None or not self.match.waits_for_person:
            return None
        return self.match.view(decision.seat), decision

    @property
    def _sees_hands(self) -> bool:
        return len(self.match.people) == 1 or self.match.open_table

    def _proposal(self) -> Proposal | None:
        asked = self._asked_now()
        if asked is None or not self._sees_hands:
            return None
        if self._proposed is None or self._proposed[:2] != asked:
            chosen = [entry.action for entry in self.match.log if entry.seat == asked[1].seat]
            self._proposed = (*asked, self._advice(*asked, chosen))
        return self._proposed[2]

    def _advice(self, view: SeatView, decision: Decision, chosen: list[Action]) -> Proposal:
        """What the suggested line has next for a driver who has chosen this so far, or else what Steady would do."""
        proposal = next_proposal(self._line, chosen)
        if proposal is not None and decision.objection(proposal.action) is None:
            return proposal
        return Proposal(Steady().choose(view, decision))

    def _note_choice(self) -> None:
        """Remember what was just chosen, with what was known then, to say afterwards what would have been better."""
        asked, self._asked = self._asked, None
        if asked is None or not self.match.log:
            return
        view, decision = asked
        entry = self.match.log[-1]
        if entry.seat == decision.seat:
            chosen = [each.action for each in self.match.log[:-1] if each.seat == entry.seat]
            self._planned(view, decision, entry.action, chosen)
            known = self._proposed
            advised = known is not None and known == (view, decision, known[2]) and known[2].action == entry.action
            if advised and isinstance(entry.action, React) and entry.action.symbol == "boost":
                self._review(entry.seat).advised_to_boost()

    def _planned(self, view: SeatView, decision: Decision, action: Action, chosen: list[Action]) -> None:
        if isinstance(decision, PlanDecision) and isinstance(action, Plan):
            plan = same(action)
            assert isinstance(plan, Plan)
            known = self._proposed
            if known is not None and known[:2] == (view, decision):
                advice = partial(_itself, known[2].action)
            else:
                advice = partial(self._advised, view, decision, chosen)
            self._review(decision.seat).planned(Planned(view, decision, plan, advice))

    def _advised(self, view: SeatView, decision: Decision, chosen: list[Action]) -> Action:
        return self._advice(view, decision, chosen).action

    def _catch_up(self) -> None:
        """Hear again what has happened, so that what was told is known and the plan of a turn that goes on."""
        saved = self.match.saved()
        race = opening(saved.setup, saved.base)
        self._tutor.welcome()
        for event in race.events:
            self._tutor.after(event)
        chosen: dict[int, list[Action]] = {}
        for entry in self.match.log:
            so_far = chosen.setdefault(entry.seat, [])
            if entry.controller == "person":
                self._hear_choice(race, entry.action, list(so_far))
            so_far.append(entry.action)
            for event in race.play(entry.action):
                self._tutor.after(event)
                self._review(entry.seat).hear(event)

    def _hear_choice(self, race: Game, action: Action, chosen: list[Action]) -> None:
        decision = race.decision
        assert decision is not None
        view = race.view(decision.seat)
        self._tutor.before(view, decision)
        self._planned(view, decision, action, chosen)

    def _review(self, seat: int) -> Review:
        return self._reviews.setdefault(seat, Review(seat))

    def _notes(self, event: Event) -> list[Lesson]:
        lessons = self._tutor.after(event)
        for seat in self.match.people if self._sees_hands else ():
            lessons += self._review(seat).after(event)
        return lessons


def _itself(action: Action) -> Action:
    return action
