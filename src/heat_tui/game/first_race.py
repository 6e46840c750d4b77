"""The first race: one lap of the USA with two Legends, and a way to drive it on which everything happens once.

The cards lie as the seed has them. It was found by `python -m tests.table.find_first_race`, and the tests hold it and
the line below to what they promise: in nine rounds Adrenaline, a Stress card, a Slipstream taken and one better left,
a shift of two gears, Heat in the hand and its Cooldown, corners at the limit and above it, a blocked car, a deck
shuffled anew, a Boost, and the win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
from heat_tui.language import N_, NN_, Message, _
from heat_tui.store.texts import passages
from heat_tui.words.names import place_in_race
from heat_tui.words.telling import Say


@record
class Proposal:
    """An action; `topic` is the key of what speaks for it in the text `first_race.md`, where that has anything."""

    action: Action
    topic: str = ""

    @property
    def why(self) -> str:
        """What speaks for it; "" where the forecast says enough."""
        reasons = passages("first_race.md") if self.topic else {}
        return reasons[self.topic].paragraphs[0] if self.topic in reasons else ""


_KEEP = Discard()
_SLIP = Slipstream(2)

_ROUNDS: Final[tuple[tuple[Action, ...], ...]] = (
    # towards corner 1
    (Plan(2, ("3", "5")), DONE, _KEEP),
    # over corner 1 with a card of luck, from the last place
    (Plan(3, ("1", "3", STRESS)), React("cooldown", "adrenaline", 1), DONE, Discard(("1",))),
    # down the long straight and past both Legends
    (Plan(4, ("2", "3", "4", "4")), React("adrenaline", "adrenaline", 1), DONE, _SLIP, _KEEP),
    # braking late
    (Plan(2, ("1", "2")), React("cooldown", "gear", 1), DONE, _KEEP),
    # behind a Legend again
    (Plan(3, ("4", "4", STRESS)), DONE, _SLIP, _KEEP),
    # corner 3 at its limit
    (Plan(2, ("1", "2")), DONE, _KEEP),
    # up to the line, and no further
    (Plan(2, ("3", "4")), DONE, STAY, _KEEP),
    # too fast on purpose
    (Plan(3, ("0", "1", "3")), DONE, _SLIP, _KEEP),
    # over the line
    (Plan(4, ("3", "4", "5", STRESS)), React("boost", "boost", 1)),
)

SUGGESTED_LINE: Final = tuple(
    Proposal(action, f"{number}-{place}")
    for number, actions in enumerate(_ROUNDS, start=1)
    for place, action in enumerate(actions, start=1)
)
"""What is suggested to a driver who has followed it so far."""


def first_race_setup(name: str, seed: int | None = None) -> RaceSetup:
    """Return the first race of a driver; another seed than the usual one deals other cards. Raises Refused."""
    return race_setup(tutorial_options((Seat(name),), seed))


def line_for(setup: RaceSetup) -> Sequence[Proposal]:
    """Return the suggested line if this is the first race with its usual cards; otherwise there is none."""
    if setup.seed != FIRST_RACE_SEED or len(setup.seats) != 1:
        return ()
    return SUGGESTED_LINE if setup == first_race_setup(setup.seats[0]) else ()


def next_proposal(line: Sequence[Proposal], chosen: Sequence[Action]) -> Proposal | None:
    """Return what the line has after the actions of its driver so far; None if they left it, or it has ended."""
    followed = all(one.action == with_sorted_cards(other) for one, other in zip(line, chosen, strict=False))
    return line[len(chosen)] if followed and len(chosen) < len(line) else None


def with_sorted_cards(action: Action) -> Action:
    """Return an action with its cards in order, for their order means nothing."""
    return replace(action, cards=tuple(sorted(action.cards))) if isinstance(action, (Plan, Discard)) else action


LEFT_OVER = 4
"""The Heat in the engine at the end that could have made the car faster."""
HEAVY = 3
"""The Heat paid of which some is in the hand and can be cooled down."""


def farewell(match: Match) -> list[Lesson]:
    """Return what is said at the end; a driver alone hears how it went."""
    lessons = []
    if len(match.people) == 1:
        seat = match.people[0]
        figures, place = tally(match).cars[seat], place_in_race(match.standings.index(seat) + 1)
        engine = match.view(None).cars[seat].engine
        say, capital = Say(figures), place[:1].upper() + place[1:]
        went, hints = _went(figures), _hints(figures, engine)[:3]
        for topic, title, messages in (("well", _("How it went"), went), ("better", _("What could go better"), hints)):
            if messages:
                text = " ".join(say(message, place=capital, engine=engine) for message in messages)
                lessons.append(Lesson(topic, title, text))
    return [*lessons, Lesson("next", _("What to try next"), _next())]


def _went(figures: CarTally) -> list[Message]:
    """Return the messages on how the race went."""
    return _those_that_hold(
        (
            True,
            NN_(
                "{place} after {rounds} round, with a top speed of {top_speed}.",
                "{place} after {rounds} rounds, with a top speed of {top_speed}.",
                "rounds",
            ),
        ),
        (figures.corners and not figures.corners_over, N_("You took every corner within its limit.")),
        (figures.corners_over, N_("Of {corners} corners you took {corners_over} too fast.")),
        (True, N_("You paid {heat_paid} Heat in all and cooled {cooled} down.")),
        (
            figures.slipstream_spaces,
            NN_(
                "Slipstreams gave you {slipstream_spaces} space for nothing.",
                "Slipstreams gave you {slipstream_spaces} spaces for nothing.",
                "slipstream_spaces",
            ),
        ),
    )


def _hints(figures: CarTally, engine: int) -> list[Message]:
    """Return the messages on what would have helped, the weightiest first."""
    return _those_that_hold(
        (
            figures.spins,
            NN_(
                "{spins} spin out cost you most: before you play, count the spaces to the line and your Heat.",
                "{spins} spin outs cost you most: before you play, count the spaces to the line and your Heat.",
                "spins",
            ),
        ),
        (
            figures.heat_paid >= HEAVY and not figures.cooled,
            N_("You never cooled down: a round in gear 1 or 2 brings Heat from the hand back into the engine."),
        ),
        (
            engine >= LEFT_OVER and not figures.spins,
            N_("{engine} Heat was left in your engine: near the finish a faster corner or a Boost is what it is for."),
        ),
        (
            not figures.slipstream_spaces,
            N_("You took no Slipstream: end beside a car or right behind one, and 2 spaces cost nothing."),
        ),
        (
            not figures.boosts and not figures.spins,
            N_("You made no Boost: on a straight it turns 1 Heat into 1 to 4 spaces."),
        ),
    )


def _those_that_hold(*messages: tuple[object, Message]) -> list[Message]:
    return [message for holds, message in messages if holds]


def _next() -> str:
    return _(
        "The USA over two laps, or with more Legends; then another track, Italy for one. Friends can sit down at the "
        "same keyboard, and a curtain keeps every hand secret. All the rules are in the help."
    )
