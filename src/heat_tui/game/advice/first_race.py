"""The first race: one lap of the USA with two Legends, the script of suggested actions, and games to play next.

The seed, found by `python -m tests.game.find_first_race`, fixes the cards. Tests check that the seed and the script
lead to a win in at most nine rounds with Adrenaline, a Stress card, a Slipstream taken and one better not taken,
a shift of two gears, Heat in the hand and its Cooldown, corners within the limit and over it, a blocked car, a
reshuffled deck, and a Boost.
"""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote
from typing import Final

from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.view import SeatView
from heat_tui.game.setup.options import FIRST_TRACK, Seat
from heat_tui.game.setup.race_options import FIRST_RACE_SEED, race_setup, tutorial_options
from heat_tui.game.setup.seats import driver_name
from heat_tui.language import N_, _, translated
from heat_tui.store.texts import passages


@record
class Proposal:
    """A suggested action; `topic` is the key of its reason in the text `first_race.md`, which may lack it."""

    action: Action
    topic: str = ""

    @property
    def why(self) -> str:
        """The written reason for the action; "" if the text has none."""
        reasons = passages("first_race.md") if self.topic else {}
        return reasons[self.topic].paragraphs[0] if self.topic in reasons else ""


_KEEP = Discard()
_SLIP = Slipstream(2)

_ROUNDS: Final[tuple[tuple[Action, ...], ...]] = (
    # towards corner 1
    (Plan(2, ("3", "5")), DONE, _KEEP),
    # through corner 1 with a lucky card, from last place
    (Plan(3, ("1", "3", STRESS)), React("cooldown", "adrenaline", 1), DONE, Discard(("1",))),
    # down the long straight, overtaking both Legends
    (Plan(4, ("2", "3", "4", "4")), React("adrenaline", "adrenaline", 1), DONE, _SLIP, _KEEP),
    # braking late
    (Plan(2, ("1", "2")), React("cooldown", "gear", 1), DONE, _KEEP),
    # behind a Legend again
    (Plan(3, ("4", "4", STRESS)), DONE, _SLIP, _KEEP),
    # corner 3 at its limit
    (Plan(2, ("1", "2")), DONE, _KEEP),
    # up to the corner line, and no further
    (Plan(2, ("3", "4")), DONE, STAY, _KEEP),
    # over the limit, because no corner follows
    (Plan(3, ("0", "1", "3")), DONE, _SLIP, _KEEP),
    # across the finish line
    (Plan(4, ("3", "4", "5", STRESS)), React("boost", "boost", 1)),
)

SUGGESTED_LINE: Final = tuple(
    Proposal(action, f"{number}-{place}")
    for number, actions in enumerate(_ROUNDS, start=1)
    for place, action in enumerate(actions, start=1)
)
"""The suggestions for the driver in the first race, in order."""


def first_race_setup(name: str, seed: int | None = None) -> RaceSetup:
    """Return the setup of a driver's first race; a seed other than the default deals other cards. Raises Refused."""
    return race_setup(tutorial_options((Seat(name),), seed))


def line_for(setup: RaceSetup) -> Sequence[Proposal]:
    """Return the suggestions, in order, for the setup of the first race with its default cards; () for any other."""
    if setup.seed != FIRST_RACE_SEED or len(setup.seats) != 1:
        return ()
    return SUGGESTED_LINE if setup == first_race_setup(setup.seats[0]) else ()


Moment = tuple[object, ...]
"""The situation in which a driver decides, as made by `moment_of`."""


def moment_of(view: SeatView, decision: Decision) -> Moment:
    """Return a decision with its driver's gear, engine, speed and sorted hand, and the places of all cars."""
    own, places = view.own, tuple(car.at for car in view.cars)
    return decision, own.gear, own.engine, view.speed, tuple(sorted(view.hand)), places


def script(setup: RaceSetup) -> dict[Moment, Proposal]:
    """Return the suggestions for a setup by their moments; only the first race with its default cards has any."""
    race, found = Race.start(setup), dict[Moment, Proposal]()
    for proposal in line_for(setup):
        decision = race.decision
        assert decision is not None
        found[moment_of(race.view(decision.seat), decision)] = proposal
        race.play(proposal.action)
    return found


@record
class NextGame:
    """A game to play next; `command` has the arguments that start it in the line-based game."""

    id: str
    words: str
    command: str


NEXT_GAMES: Final = (
    NextGame("legends", N_("race three Legends"), "--track {track} --drivers {name} --legends 3"),
    NextGame("friends", N_("race a friend here"), "--drivers {name},{friend}"),
    NextGame("season", N_("a championship"), "--drivers {name} --season 1961"),
)


def next_lines(program: str, name: str) -> list[str]:
    """Return a heading, then a line for each next game, with the command that starts it for the driver `name`."""
    names = {"name": quote(name), "friend": quote(driver_name("person", (name,))), "track": FIRST_TRACK}
    line = _("{game}: {command}")
    games = [
        line.format(game=translated(each.words), command=f"{program} {each.command.format(**names)}")
        for each in NEXT_GAMES
    ]
    return [_("What next?"), *games]
