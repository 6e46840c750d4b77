"""The coach of the first race: explains, suggests, and says what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from heat_tui.drivers import Steady
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision
from heat_tui.engine.events import CardFlipped, CardsRevealed, CarMoved, CornerTaken, Event, HandCluttered, SpunOut
from heat_tui.engine.forecast import CornerCost, Forecast, Outcome, forecast
from heat_tui.engine.react import GEAR_CHARGES
from heat_tui.engine.view import SeatView
from heat_tui.game.first_race import Proposal, farewell, line_for, next_proposal, same
from heat_tui.game.lessons import Lesson, Tutor, in_parts
from heat_tui.game.match import Match
from heat_tui.language import _, ngettext, translated
from heat_tui.store.saved_race import Game, opening
from heat_tui.words.names import corner_number, corner_with_limit, listing
from heat_tui.words.questions import describe_action


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
        return suggestion(*asked, proposal.action, proposal.why and translated(proposal.why))

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
            proposed = known[2] if known is not None and known[:2] == (view, decision) else None
            advice = partial(self._advice, view, decision, chosen)
            self._review(decision.seat).planned(Planned(view, decision, plan, lambda: (proposed or advice()).action))

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
        """Return what was suggested; worked out when it is asked for, since mostly nobody asks."""
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


FAR = 8
"""From so many spaces before a corner's line on, fast cards are worth more than slow ones."""


def reason(view: SeatView, decision: Decision, action: Action) -> str:
    """What an action of the decision comes to, for the seat whose view it is; "" where there is nothing to say."""
    match action:
        case Plan():
            assert isinstance(decision, PlanDecision)
            return _of_plan(view, decision, action)
        case React():
            assert isinstance(decision, ReactDecision)
            return _of_reaction(view, decision, action)
        case Slipstream():
            return _of_slipstream(view, decision, action)
        case Discard():
            assert isinstance(decision, DiscardDecision)
            return _of_discard(view, action)
        case _:
            return ""


def _of_plan(view: SeatView, decision: PlanDecision, plan: Plan) -> str:
    told = forecast(view, decision, plan)
    if told.cluttered:
        return _("No gear within reach can be filled, so the car stands still whatever you choose.")
    parts = [way_of(view, told)]
    if told.heat:
        parts.append(_("The shift costs {heat} Heat.").format(heat=told.heat))
    cooled = min(sum(use.most for use in GEAR_CHARGES[plan.gear] if use.symbol == "cooldown"), decision.heat)
    if cooled:
        parts.append(_("Gear {gear} then cools {heat} Heat.").format(gear=plan.gear, heat=cooled))
    if STRESS in plan.cards and not told.most_heat:
        parts.append(_("And a Stress card is gone where it does no harm."))
    return " ".join(parts)


def way_of(view: SeatView, told: Forecast) -> str:
    """How fast a plan or reaction is and how far it leads, with what the corners cost."""
    first, last = told.outcomes[0], told.outcomes[-1]
    if len(told.outcomes) == 1:
        return _certain(view, first)
    if first.finishes:
        return _("Speed {low} to {high}, over the finish line in any case.").format(low=first.speed, high=last.speed)
    if told.spin_chance:
        return _("Speed {low} to {high}, and a spin out is possible.").format(low=first.speed, high=last.speed)
    if told.most_heat:
        return _("Speed {low} to {high}, for {heat} Heat at most.").format(
            low=first.speed, high=last.speed, heat=told.most_heat
        )
    corners = last.corners
    if corners:
        return _("Speed {low} to {high}, over {corners} without Heat in any case.").format(
            low=first.speed, high=last.speed, corners=listing([corner_number(cost.corner) for cost in corners])
        )
    return _("Speed {low} to {high}: {place}.").format(low=first.speed, high=last.speed, place=_before_line(view, last))


def _certain(view: SeatView, outcome: Outcome) -> str:
    """A way without luck."""
    speed = outcome.speed
    if outcome.spins:
        return _("Speed {speed}: a spin out at {corner}.").format(
            speed=speed, corner=corner_number(outcome.corners[-1].corner)
        )
    if outcome.heat:
        if len(outcome.corners) > 1:
            return _("Speed {speed}, over {corners} for {heat} Heat in all.").format(
                speed=speed, corners=_numbers(outcome.corners), heat=outcome.heat
            )
        cost = outcome.corners[0]
        return _("Speed {speed} is {over} too fast for {corner}: {heat} Heat.").format(
            speed=speed, over=cost.over, heat=cost.heat, corner=corner_with_limit(cost.corner, cost.limit)
        )
    if outcome.finishes:
        return _("Speed {speed}, over the finish line.").format(speed=speed)
    if len(outcome.corners) > 1:
        return _("Speed {speed}, over {corners} without Heat.").format(speed=speed, corners=_numbers(outcome.corners))
    if outcome.corners:
        cost = outcome.corners[0]
        return _("Speed {speed} takes {corner}, without Heat.").format(
            speed=speed, corner=corner_with_limit(cost.corner, cost.limit)
        )
    return _("Speed {speed}: {place}.").format(speed=speed, place=_before_line(view, outcome))


def _before_line(view: SeatView, outcome: Outcome) -> str:
    """Where a way ends that crosses no line."""
    track = view.sheet.track
    space = (outcome.end - 1) % track.spaces + 1
    corner = track.next_corner(space)
    left = track.spaces_to_line(space, corner)
    if outcome.end + left >= view.sheet.finish:
        left = view.sheet.finish - outcome.end
        return ngettext("{count} space before the finish line", "{count} spaces before the finish line", left).format(
            count=left
        )
    name = corner_with_limit(corner, view.limits[corner])
    if not left:
        return _("right up to the line of {corner}").format(corner=name)
    return ngettext(
        "{count} space before the line of {corner}", "{count} spaces before the line of {corner}", left
    ).format(count=left, corner=name)


def _of_reaction(view: SeatView, decision: ReactDecision, action: React) -> str:
    match action.symbol:
        case "cooldown":
            return _("That makes room in the hand, and the engine can pay again.")
        case "adrenaline" | "boost":
            return way_of(view, forecast(view, decision, action))
        case _:
            return _not_used(view, decision)


def _not_used(view: SeatView, decision: ReactDecision) -> str:
    """Why the Boost, or the extra space of Adrenaline, is better left."""
    if forecast(view, decision, DONE).spin_chance:
        return _("Nothing here can prevent the spin out.")
    now = forecast(view, decision, DONE)
    for use in decision.uses:
        if use.symbol not in ("boost", "adrenaline"):
            continue
        then = forecast(view, decision, React(use.symbol, use.source, 1))
        if then.spin_chance:
            return _("Going faster now could end in a spin out.")
        if then.most_heat > now.most_heat:
            return _("Going faster now could cost up to {heat} Heat at the corners.").format(heat=then.most_heat)
    if now.outcomes[0].finishes:
        return _("You are over the finish line already.")
    return _("The Heat is worth more later than a few spaces now.")


def _of_slipstream(view: SeatView, decision: Decision, action: Slipstream) -> str:
    now, then = forecast(view, decision, STAY), forecast(view, decision, action)
    if action.distance:
        added = then.most_heat - now.most_heat
        if added:
            return _("The spaces are worth the {heat} Heat at the corner.").format(heat=added)
        crossed = then.outcomes[0].corners[len(now.outcomes[0].corners) :]
        if crossed:
            return _("It takes you over {corner} without Heat.").format(corner=corner_number(crossed[0].corner))
        return _("The spaces cost nothing.")
    farthest = forecast(view, decision, Slipstream(max(getattr(decision, "distances", (0,)))))
    if farthest.spin_chance:
        return _("It would take you over a line too fast, into a spin out.")
    if farthest.most_heat > now.most_heat:
        return _("It would take you over a line too fast: {heat} Heat.").format(heat=farthest.most_heat)
    return _("The place where you are is the better one for your next turn.")


def _of_discard(view: SeatView, action: Discard) -> str:
    if not action.cards:
        return _("These cards will be of use.")
    own, track = view.own, view.sheet.track
    space = view.space(own)
    corner = track.next_corner(space)
    left = track.spaces_to_line(space, corner)
    if own.at + left >= view.sheet.finish:
        return _("On the way to the finish only speed counts.")
    slow = max(action.cards) <= "2"
    name = corner_with_limit(corner, view.limits[corner])
    if slow and left >= FAR:
        return ngettext(
            "It is {count} space to {corner}: fast cards are what you need.",
            "It is {count} spaces to {corner}: fast cards are what you need.",
            left,
        ).format(count=left, corner=name)
    if not slow and left < FAR:
        return _("Slow cards are what you need for {corner}.").format(corner=name)
    return _("Others will serve you better, and new ones come at once.")


def suggestion(view: SeatView, decision: Decision, action: Action, why: str = "") -> str:
    """A proposal with its reason."""
    return _("Suggestion: {action}. {reason}").format(
        action=describe_action(decision, action), reason=why or reason(view, decision, action)
    )


def _numbers(corners: tuple[CornerCost, ...]) -> str:
    return listing([corner_number(cost.corner) for cost in corners])
