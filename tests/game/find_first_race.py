"""Search for the cards of the first race: `python -m tests.game.find_first_race FIRST LAST [TRIES]`.

Every seed with a suitable opening hand is driven several times by a driver who is careful but curious, and slightly
prefers anything that has not happened yet. The seeds that keep all or nearly all promises are printed, each with the
actions of its race. The suggestions of the first race began as such a list and were then improved by hand.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from random import Random

from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import HEAT, STRESS
from heat_tui.engine.decisions import DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import Event
from heat_tui.engine.forecast import forecast
from heat_tui.engine.race import Race
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.first_race import first_race_setup
from tests.game.promises import MOST_ROUNDS, PROMISES, goes_wrong, kept, rounds

THOUGHT_OF = 60
"""The maximum number of plans that are compared for one choice."""
NOISE = 1.6
"""The standard deviation, in spaces, of the noise added to a plan's value, so that tries differ."""


@dataclass(frozen=True)
class Try:
    """One race that was driven to its end."""

    seed: int
    kept: frozenset[str]
    rounds: int
    line: tuple[Action, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """A sort key that ranks more promises higher, and then fewer rounds."""
        return len(self.kept), -self.rounds


def drive(seed: int, random: Random) -> Try | None:
    """Drive the first race with the cards of a seed; return None if it goes wrong or lasts too long."""
    race = Race.start(first_race_setup("Ada", seed))
    events: list[Event] = list(race.events)
    line: list[Action] = []
    while not race.over:
        action = _choice(race, kept(events), random)
        if action is None:
            return None
        line.append(action)
        events += race.play(action)
        if goes_wrong(events) or rounds(events) > MOST_ROUNDS:
            return None
    return Try(seed, frozenset(kept(events)), rounds(events), tuple(line))


def promising(seed: int) -> bool:
    """Return whether the opening hand suits a beginner: at most one Stress card and no Heat."""
    hand = Race.start(first_race_setup("Ada", seed)).view(0).hand
    return hand.count(STRESS) <= 1 and HEAT not in hand


def _choice(race: Race, done: set[str], random: Random) -> Action | None:
    view, decision = race.view(0), race.decision
    match decision:
        case PlanDecision():
            return _plan(view, decision, done, random)
        case ReactDecision():
            return _reaction(view, decision, done, random)
        case SlipstreamDecision():
            slip = Slipstream(decision.distances[-1])
            dearer = forecast(view, decision, slip).most_heat > forecast(view, decision, STAY).most_heat
            return STAY if dearer else slip
        case DiscardDecision():
            return _discard(view, decision, random)
        case _:
            raise AssertionError(decision)


def _plan(view: SeatView, decision: PlanDecision, done: set[str], random: Random) -> Action | None:
    if decision.cluttered:
        return None
    plans = [action for action in decision.options() if isinstance(action, Plan)]
    if len(plans) > THOUGHT_OF:
        plans = random.sample(plans, THOUGHT_OF)
    weighed = [(_worth(view, decision, plan, done) + random.gauss(0, NOISE), plan) for plan in plans]
    best, plan = max(weighed, key=lambda one: one[0])
    return plan if best > -50 else None


def _worth(view: SeatView, decision: PlanDecision, plan: Plan, done: set[str]) -> float:
    """Return the value of a plan in spaces, with a bonus for anything new; -100 if it costs or risks too much."""
    told = forecast(view, decision, plan)
    if told.spin_chance or told.most_heat > 2 or (told.heat and view.round == 1):
        return -100.0
    end = float(sum(outcome.chance * outcome.end for outcome in told.outcomes))
    worth = end - view.own.at - 2.2 * told.most_heat - 1.5 * told.heat
    if told.heat:
        worth += -3 if "a shift of two gears" in done else 4
    if told.most_heat and f"a corner too fast for {told.most_heat} Heat" not in done:
        worth += 3
    if STRESS in plan.cards and "a Stress card" not in done:
        worth += 2.5
    if decision.heat and plan.gear <= 2:
        worth += 0.7 if "a Cooldown of the gear" in done else 2.5
    return worth - _too_high(view, plan.gear, int(end))


def _too_high(view: SeatView, gear: int, end: int) -> float:
    """Return the cost, in spaces, of a gear too high for a slow corner ahead of place `end`."""
    track = view.sheet.track
    space = (end - 1) % track.spaces + 1
    corner = track.next_corner(space)
    left = track.spaces_to_line(space, corner)
    if end + left >= view.sheet.finish or track.corners[corner].limit > 3:
        return 0.0
    if gear == 4 and left < 10:
        return 4.0
    return 1.5 if gear == 3 and left < 4 else 0.0


def _reaction(view: SeatView, decision: ReactDecision, done: set[str], random: Random) -> Action:
    uses = {use.symbol: use for use in decision.uses}
    if (cooldown := uses.get("cooldown")) is not None:
        return React("cooldown", cooldown.source, cooldown.most)
    for symbol, eagerness in (("adrenaline", 0.6), ("boost", 0.0 if "a Boost" in done else 0.35)):
        use = uses.get(symbol)
        if use is not None and random.random() < eagerness:
            action = React(symbol, use.source, 1)
            told = forecast(view, decision, action)
            if not told.spin_chance and told.most_heat == forecast(view, decision, DONE).most_heat:
                return action
    return DONE


def _discard(view: SeatView, decision: DiscardDecision, random: Random) -> Action:
    """Return a random discard: none, one or two of the cards that do not suit the road ahead."""
    track, space = view.sheet.track, view.space(view.own)
    far = track.spaces_to_line(space, track.next_corner(space)) > 8
    wrong = [card for card in decision.cards if card in (("0", "1") if far else ("4", "5"))]
    return Discard(tuple(wrong[: random.choice((0, 0, 1, 1, 2))]))


def best_try(seed: int, tries: int) -> Try | None:
    """Return the best of `tries` drives with the cards of a seed; None if all go wrong or last too long."""
    driven = [drive(seed, Random(seed * 100_000 + number)) for number in range(tries)]
    return max((each for each in driven if each is not None), key=lambda each: each.rank, default=None)


if __name__ == "__main__":
    first, last, *more = (int(word) for word in sys.argv[1:])
    for tried in range(first, last):
        found = best_try(tried, more[0] if more else 20) if promising(tried) else None
        if found is not None and len(found.kept) >= len(PROMISES) - 1:
            missing = sorted({*PROMISES, "a blocked car"} - found.kept)
            print(f"seed {found.seed}, {found.rounds} rounds, missing: {', '.join(missing) or 'nothing'}")
            for chosen in found.line:
                print(f"    {chosen!r}")
