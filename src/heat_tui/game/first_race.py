"""The first race: one lap of the USA with two Legends, and a way to drive it on which everything happens once.

The cards lie as the seed has them. It was found by `python -m tests.table.find_first_race`, and the tests hold it and
the line below to what they promise: in nine rounds Adrenaline, a Stress card, a Slipstream taken and one better left,
a shift of two gears, Heat in the hand and its Cooldown, corners at the limit and above it, a blocked car, a deck
shuffled anew, a Boost, and the win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import STRESS
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.lessons import Lesson
from heat_tui.game.match import Match
from heat_tui.game.options import Seat
from heat_tui.game.race_options import FIRST_RACE_SEED, race_setup, tutorial_options
from heat_tui.game.statistics import CarTally, tally
from heat_tui.language import N_, _, ngettext
from heat_tui.words.names import place_in_race


@record
class Proposal:
    """An action, and the message of what speaks for it where that is more than its forecast says."""

    action: Action
    why: str = ""


_KEEP = Discard()
_SLIP = Slipstream(2)

SUGGESTED_LINE: Final[tuple[Proposal, ...]] = (
    # Round 1: towards corner 1.
    Proposal(
        Plan(2, ("3", "5")),
        N_("Your two fastest cards bring you up to corner 1, and do not cross its line yet."),
    ),
    Proposal(DONE),
    Proposal(_KEEP, N_("Corner 1 comes next, and slow cards are what a corner needs.")),
    # Round 2: over corner 1 with a card of luck, from the last place.
    Proposal(
        Plan(3, ("1", "3", STRESS)),
        N_("Speed 5 to 8 where 7 is allowed: here Stress costs 1 Heat at most, and you are rid of it."),
    ),
    Proposal(React("cooldown", "adrenaline", 1)),
    Proposal(DONE),
    Proposal(Discard(("1",))),
    # Round 3: down the long straight and past both Legends.
    Proposal(
        Plan(4, ("2", "3", "4", "4")),
        N_("A long straight: gear 4 and the fastest cards. You still stop 4 spaces before corner 2."),
    ),
    Proposal(
        React("adrenaline", "adrenaline", 1),
        N_("It takes you right behind the two Legends, near enough for a Slipstream."),
    ),
    Proposal(DONE, N_("The Slipstream comes in the next step, and it costs no Heat.")),
    Proposal(_SLIP, N_("Past both Legends for nothing, and the line is still ahead of you.")),
    Proposal(_KEEP, N_("Slow cards are what you need for the hairpin ahead.")),
    # Round 4: braking late.
    Proposal(
        Plan(2, ("1", "2")),
        N_("Two gears down cost 1 Heat, and speed 3 is just what corner 2 allows. Gear 2 cools 1 Heat, too."),
    ),
    Proposal(React("cooldown", "gear", 1)),
    Proposal(DONE),
    Proposal(_KEEP, N_("A mixed hand is right: a straight comes first, and after it two slow corners.")),
    # Round 5: behind a Legend again.
    Proposal(
        Plan(3, ("4", "4", STRESS)),
        N_("Speed 10 to 12, and 14 spaces to the line of corner 3: Stress does no harm here."),
    ),
    Proposal(DONE, N_("You are right behind a Legend: the Slipstream comes next, and it costs no Heat.")),
    Proposal(_SLIP, N_("They cost nothing, and the line is still ahead of you.")),
    Proposal(_KEEP, N_("Corner 3 is 2 spaces away, and your slow cards are right for it.")),
    # Round 6: corner 3 at its limit.
    Proposal(Plan(2, ("1", "2"))),
    Proposal(DONE),
    Proposal(_KEEP, N_("4 and 3 are just the 7 spaces to the line of corner 4.")),
    # Round 7: up to the line, and no further.
    Proposal(Plan(2, ("3", "4"))),
    Proposal(DONE),
    Proposal(STAY),
    Proposal(_KEEP, N_("1 and 3 are for corner 4, and 5 is for the way to the finish.")),
    # Round 8: too fast on purpose.
    Proposal(
        Plan(3, ("0", "1", "3")),
        N_("2 too fast for corner 4, on purpose: no other corner follows, so what else is your Heat for?"),
    ),
    Proposal(DONE),
    Proposal(_SLIP, N_("Past the Legend: the corner costs 2 Heat whether you slip along or not.")),
    Proposal(_KEEP, N_("What you hold is fast enough for the way to the finish.")),
    # Round 9: over the line.
    Proposal(Plan(4, ("3", "4", "5", STRESS))),
    Proposal(
        React("boost", "boost", 1),
        N_("It is your last turn: Heat left over is worth nothing, and every space may be a place."),
    ),
)
"""What is suggested to a driver who has followed it so far."""


def first_race_setup(name: str, seed: int | None = None) -> RaceSetup:
    """The first race of a driver; another seed than the usual one deals other cards. Raises BadWishes."""
    return race_setup(tutorial_options((Seat(name),), seed))


def line_for(setup: RaceSetup) -> Sequence[Proposal]:
    """The suggested line if this is the first race with its usual cards; otherwise there is none."""
    if setup.seed != FIRST_RACE_SEED or len(setup.seats) != 1:
        return ()
    return SUGGESTED_LINE if setup == first_race_setup(setup.seats[0]) else ()


def next_proposal(line: Sequence[Proposal], chosen: Sequence[Action]) -> Proposal | None:
    """What the line has after the actions of its driver so far; None if he left it, or it has ended."""
    if len(chosen) >= len(line) or any(one.action != same(other) for one, other in zip(line, chosen, strict=False)):
        return None
    return line[len(chosen)]


def same(action: Action) -> Action:
    """An action with its cards in order, for their order means nothing."""
    match action:
        case Plan(gear=gear, cards=cards):
            return Plan(gear, tuple(sorted(cards)))
        case Discard(cards=cards):
            return Discard(tuple(sorted(cards)))
        case _:
            return action


LEFT_OVER = 4
"""So much Heat in the engine at the end could have made the car faster."""
HEAVY = 3
"""Who has paid so much Heat has some in his hand to cool down."""


def farewell(match: Match) -> list[Lesson]:
    """What is said at the end; a driver alone hears how he did."""
    lessons = []
    if len(match.people) == 1:
        seat = match.people[0]
        figures = tally(match).cars[seat]
        place = match.standings.index(seat) + 1
        lessons.append(Lesson("well", _("How it went"), " ".join(_went(figures, place))))
        hints = _hints(figures, match.view(None).cars[seat].engine)
        if hints:
            lessons.append(Lesson("better", _("What could go better"), " ".join(hints[:3])))
    lessons.append(Lesson("next", _("What to try next"), _next()))
    return lessons


def _went(figures: CarTally, place: int) -> list[str]:
    sentences = [
        ngettext(
            "{place} after {count} round, with a top speed of {speed}.",
            "{place} after {count} rounds, with a top speed of {speed}.",
            figures.rounds,
        ).format(place=_capital(place_in_race(place)), count=figures.rounds, speed=figures.top_speed)
    ]
    if figures.corners and not figures.corners_over:
        sentences.append(_("You took every corner within its limit."))
    elif figures.corners:
        sentences.append(
            ngettext(
                "Of {corners} corners you took {count} too fast.",
                "Of {corners} corners you took {count} too fast.",
                figures.corners_over,
            ).format(corners=figures.corners, count=figures.corners_over)
        )
    sentences.append(
        _("You paid {paid} Heat in all and cooled {cooled} down.").format(paid=figures.heat_paid, cooled=figures.cooled)
    )
    if figures.slipstream_spaces:
        sentences.append(
            ngettext(
                "Slipstreams gave you {count} space for nothing.",
                "Slipstreams gave you {count} spaces for nothing.",
                figures.slipstream_spaces,
            ).format(count=figures.slipstream_spaces)
        )
    return sentences


def _hints(figures: CarTally, engine: int) -> list[str]:
    """What would have helped, the weightiest first."""
    hints = []
    if figures.spins:
        hints.append(
            ngettext(
                "{count} spin out cost you most: before you play, count the spaces to the line and your Heat.",
                "{count} spin outs cost you most: before you play, count the spaces to the line and your Heat.",
                figures.spins,
            ).format(count=figures.spins)
        )
    if figures.heat_paid >= HEAVY and not figures.cooled:
        hints.append(_("You never cooled down: a round in gear 1 or 2 brings Heat from the hand back into the engine."))
    if engine >= LEFT_OVER and not figures.spins:
        hints.append(
            _(
                "{heat} Heat was left in your engine: near the finish a faster corner or a Boost is what it is for."
            ).format(heat=engine)
        )
    if not figures.slipstream_spaces:
        hints.append(_("You took no Slipstream: end beside a car or right behind one, and 2 spaces cost nothing."))
    if not figures.boosts and not figures.spins:
        hints.append(_("You made no Boost: on a straight it turns 1 Heat into 1 to 4 spaces."))
    return hints


def _next() -> str:
    return _(
        "The USA over two laps, or with more Legends; then another track, Italy for one. Friends can sit down at the "
        "same keyboard, and a curtain keeps every hand secret. All the rules are in the help."
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
