"""The coach of the first race: explains, suggests, and says what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from heat_tui.drivers import Steady
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision
from heat_tui.engine.events import CardFlipped, CardsRevealed, CarMoved, CornerTaken, Event, HandCluttered, SpunOut
from heat_tui.engine.forecast import Forecast, Outcome, forecast
from heat_tui.engine.react import GEAR_CHARGES
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.game.first_race import Proposal, farewell, line_for, next_proposal, with_sorted_cards
from heat_tui.game.history import LogEntry
from heat_tui.game.lessons import Lesson, Tutor, in_parts
from heat_tui.game.match import Match
from heat_tui.language import N_, NN_, Message, _
from heat_tui.words.formatter import fill
from heat_tui.words.names import corner_list, corner_number, corner_with_limit
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
        self._reviews = [Review(seat, match.sheet.track) for seat, _who in enumerate(match.controllers)]
        if match.log:
            self._catch_up()

    def welcome(self) -> list[Lesson]:
        """Return what is said before the start; nothing once the race is on."""
        return [] if self.match.log else self._tutor.welcome()

    def before(self) -> list[Lesson]:
        """Return what is worth knowing at the decision that a person must take now. Each lesson comes once."""
        asked = self._asked()
        return [] if asked is None else self._tutor.before(*asked)

    @property
    def suggested(self) -> Action | None:
        """The action that is suggested to the person who must choose now; None where there is none to make."""
        asked = self._asked()
        return None if asked is None or not self._sees_hands else self._advice(*asked, self.match.log).action

    def suggestion(self) -> str | None:
        """Return the suggested action with what speaks for it, in two or three sentences."""
        asked = self._asked()
        if asked is None or not self._sees_hands:
            return None
        advice = self._advice(*asked, self.match.log)
        return fill(
            N_("Suggestion: {action}. {reason}"),
            action=describe_action(asked[1], advice.action),
            reason=advice.why or reason(*asked, advice.action),
        )

    def after(self, events: Iterable[Event]) -> Iterator[tuple[list[Event], list[Lesson]]]:
        """Return what an action has brought, in parts, each with what there is to say after it; ask once an action."""
        if self.match.log:
            self._note(self.match.log)
        return in_parts(events, self._notes)

    def farewell(self) -> list[Lesson]:
        """Return what is said at the end: how the race went, and what to try next."""
        return farewell(self.match)

    def _asked(self) -> tuple[SeatView, Decision] | None:
        decision = self.match.decision
        if decision is None or not self.match.waits_for_person:
            return None
        return self.match.view(decision.seat), decision

    @property
    def _sees_hands(self) -> bool:
        return len(self.match.people) == 1 or self.match.open_table

    def _advice(self, view: SeatView, decision: Decision, log: Sequence[LogEntry]) -> Proposal:
        """Return what the suggested line has next for a driver after that log, or else what Steady would do."""
        proposal = next_proposal(self._line, [entry.action for entry in log if entry.seat == decision.seat])
        if proposal is not None and decision.objection(proposal.action) is None:
            return proposal
        return Proposal(Steady().choose(view, decision))

    def _note(self, log: Sequence[LogEntry]) -> None:
        """Remember the last choice of a log with what was known then, to say afterwards what would have been better."""
        entry = log[-1]
        decision = entry.before.decision
        if decision is None or entry.controller != "person":
            return
        view, review = entry.before.view(entry.seat), self._reviews[entry.seat]

        def advice() -> Action:
            return self._advice(view, decision, log[:-1]).action

        if isinstance(decision, PlanDecision) and isinstance(entry.action, Plan):
            review.planned(Planned(view, decision, with_sorted_cards(entry.action), advice))
        elif isinstance(entry.action, React) and entry.action.symbol == "boost":
            review.boost_advised = advice() == entry.action

    def _catch_up(self) -> None:
        """Hear again what has happened, so that what was said is known and the plan of a turn that goes on."""
        self._tutor.welcome()
        for event in self.match.opening_events:
            self._tutor.after(event)
        log = self.match.log
        for number, entry in enumerate(log, start=1):
            if entry.controller == "person" and entry.before.decision is not None:
                self._tutor.before(entry.before.view(entry.seat), entry.before.decision)
            self._note(log[:number])
            for event in entry.events:
                self._tutor.after(event)
                self._reviews[entry.seat].hear(event)

    def _notes(self, event: Event) -> list[Lesson]:
        lessons = self._tutor.after(event)
        for seat in self.match.people if self._sees_hands else ():
            lessons += self._reviews[seat].after(event)
        return lessons


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
            return fill(N_("Nothing better was in the hand."))
        return fill(
            N_("Better would have been {action}. {reason}"),
            action=describe_action(self.decision, self.suggested),
            reason=reason(self.view, self.decision, self.suggested),
        )


class Review:
    """Hears what a driver does and says what was a mistake; what comes of bad luck alone is called that."""

    def __init__(self, seat: int, track: Track) -> None:
        self.boost_advised = False
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

    def after(self, event: Event) -> list[Lesson]:
        """Return what there is to say of an event."""
        self.hear(event)
        if getattr(event, "car", None) != self._seat:
            return []
        match event:
            case CarMoved(cause="reveal"):
                title, sentences = _("Faster for nothing"), self._slow()
            case CornerTaken():
                title, sentences = _("A dear corner"), self._dear(event)
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
        owed = N_("Speed {speed} asked for {owed} Heat at {corner}, and there was only {paid}.")
        corner = corner_with_limit(self._track, spin.corner, spin.limit)
        facts = fill(owed, speed=spin.speed, owed=spin.owed, paid=spin.paid, corner=corner)
        return [facts, self._cause_of(spin)]

    def _cause_of(self, spin: SpunOut) -> str:
        """Return what made the car too fast for that corner: the last thing that could have been left, or the plan."""
        crossed, planned = self._crossed_by(spin), self._planned
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
        if planned is None:
            return _("Count the spaces to the line, and stop before it when you cannot pay.")
        if not planned.told.spin_chance:
            return _("The cars that would have stopped yours before the line had driven on.")
        if planned.told.spin_chance < 1 and (planned.followed or planned.better.spin_chance):
            return _("That was bad luck with the card turned over.")
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
            why = fill(N_("{added} of it was for the Boost."), added=min(self._boost, corner.heat))
        elif not planned.followed and planned.better.most_heat + WORTHWHILE <= corner.heat:
            why = planned.better_way
        else:
            return []
        much = N_("{heat} Heat for {corner} is much: it is missing where the next line comes.")
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
            "{heat} Heat card in your hand left too few to play. When Heat begins to gather, drive a round in "
            "gear 1 or 2 before your hand is full of it.",
            "{heat} Heat cards in your hand left too few to play. When Heat begins to gather, drive a round in "
            "gear 1 or 2 before your hand is full of it.",
            "heat",
        )
        return [fill(left, heat=cards.count(HEAT) if self._planned is None else self._planned.decision.heat)]


FAR = 8
"""From this many spaces before a corner's line on, fast cards are worth more than slow ones."""


def reason(view: SeatView, decision: Decision, action: Action) -> str:
    """Return what an action comes to, for the seat whose view it is; "" where there is nothing to say."""
    match action:
        case Plan():
            assert isinstance(decision, PlanDecision)
            return _of_plan(view, decision, action)
        case React(symbol="cooldown"):
            return _("That makes room in the hand, and the engine can pay again.")
        case React(symbol="adrenaline" | "boost"):
            return way_of(view, forecast(view, decision, action))
        case React():
            assert isinstance(decision, ReactDecision)
            return _not_used(view, decision)
        case Slipstream():
            return _of_slipstream(view, decision, action)
        case Discard():
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
    """Return how fast a plan or reaction is and how far it leads, with what the corners cost."""
    first, last = told.outcomes[0], told.outcomes[-1]
    facts: dict[str, object] = {"heat": told.most_heat, "place": _before_line(view, last)}
    if last.corners:
        track, cost = view.sheet.track, last.corners[-1]
        where = corner_number(track, cost.corner) if last.spins else corner_with_limit(track, cost.corner, cost.limit)
        corners = corner_list(track, [each.corner for each in last.corners])
        facts |= {"corner": where, "over": cost.over, "corners": corners}
    message = _certain(last) if len(told.outcomes) == 1 else _spread(told)
    return fill(message, speed=last.speed, low=first.speed, high=last.speed, **facts)


def _certain(way: Outcome) -> str:
    """Return the message of a way without luck."""
    several = len(way.corners) > 1
    if way.spins:
        return N_("Speed {speed}: a spin out at {corner}.")
    if way.heat:
        over = N_("Speed {speed}, over {corners} for {heat} Heat in all.")
        return over if several else N_("Speed {speed} is {over} too fast for {corner}: {heat} Heat.")
    if way.finishes:
        return N_("Speed {speed}, over the finish line.")
    if way.corners:
        over = N_("Speed {speed}, over {corners} without Heat.")
        return over if several else N_("Speed {speed} takes {corner}, without Heat.")
    return N_("Speed {speed}: {place}.")


def _spread(told: Forecast) -> str:
    """Return the message of several ways, of which a card that is turned over will choose."""
    if told.outcomes[0].finishes:
        return N_("Speed {low} to {high}, over the finish line in any case.")
    if told.spin_chance:
        return N_("Speed {low} to {high}, and a spin out is possible.")
    if told.most_heat:
        return N_("Speed {low} to {high}, for {heat} Heat at most.")
    if told.outcomes[-1].corners:
        return N_("Speed {low} to {high}, over {corners} without Heat in any case.")
    return N_("Speed {low} to {high}: {place}.")


def _ahead(view: SeatView, at: int) -> tuple[int, int]:
    """Return the next corner after an absolute place, and the spaces before its line."""
    space = (at - 1) % view.sheet.track.spaces
    return view.sheet.next_corner[space], view.sheet.way_to_line[space]


def _before_line(view: SeatView, outcome: Outcome) -> str:
    """Return where a way ends that crosses no line."""
    corner, left = _ahead(view, outcome.end)
    if outcome.end + left >= view.sheet.finish:
        finish = NN_("{count} space before the finish line", "{count} spaces before the finish line", "count")
        return fill(finish, count=view.sheet.finish - outcome.end)
    before: Message = NN_(
        "{count} space before the line of {corner}", "{count} spaces before the line of {corner}", "count"
    )
    if not left:
        before = N_("right up to the line of {corner}")
    return fill(before, count=left, corner=corner_with_limit(view.sheet.track, corner, view.limits[corner]))


def _not_used(view: SeatView, decision: ReactDecision) -> str:
    """Return why the Boost, or the extra space of Adrenaline, is better left."""
    now = forecast(view, decision, DONE)
    if now.spin_chance:
        return _("Nothing here can prevent the spin out.")
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
    if not action.distance:
        farthest = forecast(view, decision, Slipstream(max(getattr(decision, "distances", (0,)))))
        if farthest.spin_chance:
            return _("It would take you over a line too fast, into a spin out.")
        if farthest.most_heat > now.most_heat:
            return _("It would take you over a line too fast: {heat} Heat.").format(heat=farthest.most_heat)
        return _("The place where you are is the better one for your next turn.")
    if then.most_heat != now.most_heat:
        worth = N_("The spaces are worth the {heat} Heat at the corner.")
        return fill(worth, heat=then.most_heat - now.most_heat)
    crossed = then.outcomes[0].corners[len(now.outcomes[0].corners) :]
    if crossed:
        corner = corner_number(view.sheet.track, crossed[0].corner)
        return _("It takes you over {corner} without Heat.").format(corner=corner)
    return _("The spaces cost nothing.")


def _of_discard(view: SeatView, action: Discard) -> str:
    if not action.cards:
        return _("These cards will be of use.")
    corner, left = _ahead(view, view.own.at)
    if view.own.at + left >= view.sheet.finish:
        return _("On the way to the finish only speed counts.")
    slow = max(action.cards) <= "2"
    message: Message = N_("Others will serve you better, and new ones come at once.")
    if slow and left >= FAR:
        message = NN_(
            "It is {count} space to {corner}: fast cards are what you need.",
            "It is {count} spaces to {corner}: fast cards are what you need.",
            "count",
        )
    elif not slow and left < FAR:
        message = N_("Slow cards are what you need for {corner}.")
    return fill(message, count=left, corner=corner_with_limit(view.sheet.track, corner, view.limits[corner]))
