"""The coach of the first race: explanations, suggestions, and remarks on mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from heat_tui.drivers import Steady
from heat_tui.drivers.evaluation import weigh
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import CarMoved, CornerTaken, Event, HandCluttered, SpunOut
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up
from heat_tui.game.advice.analysis import Analysis, Judged, better_words, choice_words, costly_words, reasons_of
from heat_tui.game.advice.first_race import Lesson, Proposal, Tutor, in_parts, moment_of, script
from heat_tui.game.advice.reasons import Reasons, advice_words, is_last
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.history import LogEntry, RaceRecord
from heat_tui.game.table.match import Match
from heat_tui.game.table.prompts import capitalized
from heat_tui.language import N_, NN_, Message, _
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.names import corner_on_map, corner_with_limit, place_in_race

DEAR = 3
"""The minimum Heat for one corner that is worth a remark if less would have sufficed."""
TOO_SLOW = 0.2
"""The minimum loss, in rounds, at which a plan that was too slow gets a remark, at most once a race."""
LEFT_OVER = 4
"""The minimum Heat left in the engine at the end that is worth a remark, because it could have made the car faster."""

MISTAKE = "mistake"
"""The topic of every remark."""


class Review:
    """The remarks on a driver's mistakes, each made when the mistake has consequences; bad luck is named as such."""

    def __init__(self, seat: int, analysis: Analysis) -> None:
        self._seat = seat
        self._analysis = analysis
        self._told_slow = False

    def after(self, event: Event) -> list[Lesson]:
        """Return the remark on an event that has just happened, in a list; [] if none is due."""
        if getattr(event, "car", None) != self._seat:
            return []
        match event:
            case CarMoved(cause="reveal"):
                title, text = _("You could have been faster"), self._slow()
            case CornerTaken():
                title, text = _("An expensive corner"), self._dear(event)
            case SpunOut():
                title, text = _("Why the car spun out"), self._spin(event)
            case HandCluttered():
                title, text = _("Why the hand was cluttered"), self._clutter()
            case _:
                return []
        return [Lesson(MISTAKE, title, text)] if text else []

    def _choices(self) -> list[LogEntry]:
        """Return the choices that people made in this driver's latest turn, in order; [] if they made none."""
        own = [entry for entry in self._analysis.race.log if entry.seat == self._seat]
        plans = [place for place, entry in enumerate(own) if isinstance(entry.action, Plan)]
        return [entry for entry in own[plans[-1] :] if entry.controller == "person"] if plans else []

    def _costliest(self) -> Judged | None:
        """Return the worst mistake of the latest turn; None if no mistake is big enough to be listed."""
        judged = [found for found in map(self._analysis.judged, self._choices()) if found is not None]
        return max([each for each in judged if each.is_mistake], key=lambda choice: choice.mistake, default=None)

    def _spin(self, spin: SpunOut) -> str:
        owed = N_("Speed {speed} at {corner}: {owed} Heat to pay, and only {paid} in the engine.")
        corner = corner_with_limit(self._analysis.race.sheet.track, spin.corner, spin.limit)
        facts = fill(owed, speed=spin.speed, owed=spin.owed, paid=spin.paid, corner=corner)
        return sentences(facts, self._cause())

    def _cause(self) -> str:
        """Return the cause of the spin out: the worst mistake of the turn or, without a mistake, another cause."""
        worst = self._costliest()
        if worst is not None:
            return sentences(choice_words(worst.entry), better_words(worst))
        chances = [reasons_of(entry).forecast(entry.action).spin_chance for entry in self._choices()]
        if not chances:
            return _("Count the spaces to the line, and stop before it when you cannot pay.")
        if any(0 < chance < 1 for chance in chances):
            return _("Bad luck: the card you turned over was too high.")
        if not chances[0]:
            return _("The cars that would have stopped you short of the line had moved on.")
        return _("There was nothing better in your hand.")

    def _dear(self, corner: CornerTaken) -> str:
        """Return a remark on a corner costing `DEAR` Heat or more, if a better choice would have cost less; else ""."""
        worst = self._costliest() if corner.heat >= DEAR else None
        if worst is None or worst.reasons.expected(worst.best).most_heat >= corner.heat:
            return ""
        view = self._analysis.race.view(self._seat)
        much = N_("{heat} Heat for {corner} is a lot: you will miss it at the next corner.")
        if is_last(view, view.cars[self._seat].at):
            much = N_("{heat} Heat for {corner} is a lot.")
        name = corner_on_map(self._analysis.race.sheet.track, corner.corner, corner.limit)
        return sentences(fill(much, heat=corner.heat, corner=name), choice_words(worst.entry), better_words(worst))

    def _slow(self) -> str:
        """Return the remark that a faster plan would have been better, at most once a race; otherwise ""."""
        plan = None if self._told_slow else next(map(self._analysis.judged, self._choices()), None)
        if plan is None or plan.mistake < TOO_SLOW:
            return ""
        now, better = (plan.reasons.expected(action).outcomes for action in (plan.chosen, plan.best))
        self._told_slow = bool(now and better) and better[0].speed > now[-1].speed
        return better_words(plan) if self._told_slow else ""

    def _clutter(self) -> str:
        left = NN_(
            "{heat} Heat card in your hand left too few cards to play. When Heat gathers there, drive a round in gear "
            "1 or 2 before it fills your hand.",
            "{heat} Heat cards in your hand left too few cards to play. When Heat gathers there, drive a round in gear "
            "1 or 2 before it fills your hand.",
            "heat",
        )
        hand = next((entry.before.view(self._seat).hand for entry in self._choices()), ())
        return fill(left, heat=hand.count(HEAT)) if hand else ""


def debrief(analysis: Analysis, seat: int) -> Lesson:
    """Return a summary of a seat's race; it ends with the costliest mistake or, without one, a remark on unspent Heat.

    The remark is left out if little Heat was unspent, or if the driver took every suggestion.
    """
    race = analysis.race
    account = next(each for each in analysis.accounts() if each.seat == seat)
    figures, choices = tally(race).cars[seat], add_up(each.chosen != each.advised for each in account.choices)
    engine = race.view(None).cars[seat].engine
    place = capitalized(place_in_race(race.standings.index(seat) + 1))
    facts = {**asdict(figures), "place": place, "choices": choices}
    well: dict[Message, object] = {
        NN_(
            "{place} after {rounds} round, with a top speed of {top_speed}.",
            "{place} after {rounds} rounds, with a top speed of {top_speed}.",
            "rounds",
        ): True,
        NN_("You spun out once.", "You spun out {spins} times.", "spins"): figures.spins,
        N_("You took every suggestion."): not choices,
        NN_("You went your own way once.", "You went your own way {choices} times.", "choices"): choices,
        N_("You paid {heat_paid} Heat in all and cooled {cooled}."): True,
        NN_(
            "Slipstreams gave you {slipstream_spaces} space for free.",
            "Slipstreams gave you {slipstream_spaces} spaces for free.",
            "slipstream_spaces",
        ): figures.slipstream_spaces,
    }
    better = [costly_words(choice) for choice in account.costliest(1)]
    if not better and choices and engine >= LEFT_OVER:
        left = N_("{engine} Heat was left in your engine: near the finish, spend it on a faster corner or a Boost.")
        better = [fill(left, engine=engine)]
    told = sentences(*(fill(message, **facts) for message, holds in well.items() if holds))
    return Lesson("well", _("How it went"), sentences(told, *better))


class Coach:
    """The coach beside the driver of a first race; a front end shows what it says.

    Call `before` and `suggestion` whenever a person must choose, pass the events that `Match.play` and
    `Match.play_driver` return to `after`, and show `farewell` at the end. The coach plays nothing and keeps nothing in
    the match: the log shows what has been explained, so a resumed race continues with the remaining lessons.

    The coach suggests the action scripted for exactly this moment, otherwise Steady's choice. If Steady's plan
    may spin out, the coach suggests the best plan that cannot, if any. Suggestions, and remarks on mistakes, are for a
    single person or an open table: among several people with hidden cards, they would reveal a hand.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._tutor = Tutor()
        self._script = script(match.setup)
        self.analysis = Analysis(match, self.advised)
        self._reviews = [Review(seat, self.analysis) for seat, _who in enumerate(match.controllers)]
        self._said: dict[int, tuple[Decision, list[Lesson]]] = {}
        self._thought: tuple[Reasons, Proposal] | None = None
        if match.log:
            self._catch_up()

    def welcome(self) -> list[Lesson]:
        """Return the lessons before the first choice; [] after it, or if they have already been given."""
        return [] if self.match.log else self._tutor.welcome()

    def before(self) -> list[Lesson]:
        """Return the lesson for the decision that a person here has to make, in a list; [] if there is none.

        If an undo leads back to the same decision, its lesson is returned again.
        """
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
        """Return the suggested action, with its keys if known, and the reason; None if nothing is suggested."""
        advice, decision = self.advice, self.match.decision
        return None if advice is None or decision is None else advice_words(decision, *advice, keys)

    def has_explained(self, topic: str) -> bool:
        """Return whether the lesson on a topic has been given."""
        return topic in self._tutor.given

    def after(self, events: Iterable[Event]) -> Iterator[tuple[list[Event], list[Lesson]]]:
        """Return the events of an action in parts, each with the lessons that follow it. Call this once per action."""
        return in_parts(events, self._notes)

    def farewell(self) -> list[Lesson]:
        """Return the debriefing, based on the advice, in a list; [] unless exactly one person is here."""
        people = self.match.here
        return [debrief(self.analysis, people[0])] if len(people) == 1 else []

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
        return len(self.match.here) == 1 or self.match.open_table

    def _think(self, view: SeatView, decision: Decision) -> tuple[Reasons, Proposal]:
        """Return the reasons for a decision and its scripted or else `_careful` choice; cache the last result."""
        if self._thought is None or (self._thought[0].view, self._thought[0].decision) != (view, decision):
            reasons = Reasons(view, decision)
            scripted = self._script.get(moment_of(view, decision))
            self._thought = reasons, scripted or Proposal(_careful(reasons))
        return self._thought

    def _catch_up(self) -> None:
        """Replay the log to the tutor, so that it knows which lessons have been given."""
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
        for seat in self.match.here if self._sees_hands else ():
            lessons += self._reviews[seat].after(event)
        return lessons


def analysis_of(race: Match | RaceRecord) -> Analysis:
    """Return the analysis of a race that is over, based on the coach's advice if it is a match with lessons."""
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
