"""The first race: one lap of the USA with two Legends, the suggested actions, the lessons, and games to play next.

The seed, found by `python -m tests.game.find_first_race`, fixes the cards. Tests check that the seed and the script
lead to a win in at most nine rounds with Adrenaline, a Stress card, a Slipstream taken and one better not taken,
a shift of two gears, Heat in the hand and its Cooldown, corners within the limit and over it, a blocked car, a
reshuffled deck, and a Boost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from shlex import quote
from typing import Final, Literal

from heat_tui.engine import events
from heat_tui.engine.actions import DONE, STAY, Action, Discard, Plan, React, Slipstream
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.reasons import is_last
from heat_tui.game.setup.options import FIRST_TRACK, Seat
from heat_tui.game.setup.race_options import FIRST_RACE_SEED, race_setup, tutorial_options
from heat_tui.game.setup.seats import driver_name
from heat_tui.language import N_, _, translated
from heat_tui.modules.legends.events import LegendDecided
from heat_tui.store.texts import passages
from heat_tui.words.events import same_line
from heat_tui.words.formatter import sentences


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


Part = Literal["gears", "cards", "answers", "preview", "engine", "corner", "piles", "cars", "signs"]
"""A part of the table that a lesson is about."""


@record
class Lesson:
    """An explanation of a few sentences.

    `topic` is a key of the text `lessons.md`, or names another subject. `keys` says which keys to press, with their ids
    in braces, and `typed` what to type in the line-based game. `parts` are the parts of the table concerned.
    """

    topic: str
    title: str
    text: str
    keys: str = ""
    typed: str = ""
    parts: tuple[Part, ...] = ()


PARTS: Final[Mapping[str, tuple[Part, ...]]] = {
    "plan": ("gears", "cards"),
    "legends": ("cars", "signs"),
    "speed": ("engine", "corner", "signs"),
    "react": ("answers",),
    "discard": ("cards",),
    "stress": ("cards", "preview"),
    "adrenaline": ("answers",),
    "corners": ("engine", "piles"),
    "slipstream": ("answers", "cars"),
    "cooldown": ("answers", "engine"),
    "spots": ("cars",),
    "last-straight": ("cards", "signs"),
    "spin-out": ("engine", "corner"),
    "clutter": ("cards",),
}
"""The parts of the table that each topic is about; other topics have none."""

_ITEM = "- "


def all_lessons() -> dict[str, Lesson]:
    """Return all lessons, from the text `lessons.md`, by topic."""
    lessons = {}
    for topic, passage in passages("lessons.md").items():
        items = [each.removeprefix(_ITEM) for each in passage.paragraphs if each.startswith(_ITEM)]
        keys, typed = (*items, "", "")[:2]
        text = sentences(*(each for each in passage.paragraphs if not each.startswith(_ITEM)))
        lessons[topic] = Lesson(topic, passage.title, text, keys, typed, PARTS.get(topic, ()))
    lessons.pop("", None)
    return lessons


class Tutor:
    """The lessons during a race, one at a time and each only once; `given` has the topics of the lessons so far.

    A topic of an event is explained immediately if it is in `URGENT_TOPICS`; other topics wait for a decision that has
    nothing more urgent to explain.
    """

    def __init__(self) -> None:
        self.given: set[str] = set()
        self._waiting: list[str] = []

    def welcome(self) -> list[Lesson]:
        """Return the lessons to give before the start; [] if they have been given."""
        return self._give(["welcome"])

    def before(self, view: SeatView, decision: Decision) -> list[Lesson]:
        """Return the most urgent new lesson for a decision, or []; `view` is the view of its seat."""
        return self._give([*_topics_of_decision(view, decision), *self._waiting])

    def after(self, event: events.Event) -> list[Lesson]:
        """Return the lesson that an event needs immediately, or []; its other lessons wait for a decision."""
        topics = _topics_of_event(event)
        self._waiting += [topic for topic in topics if topic not in URGENT_TOPICS]
        return self._give(topic for topic in topics if topic in URGENT_TOPICS)

    def _give(self, topics: Iterable[str]) -> list[Lesson]:
        """Return the lesson on the first of these topics that is new, and mark it as given; [] if none is new."""
        new = [topic for topic in topics if topic not in self.given][:1]
        self.given.update(new)
        if "adrenaline" in new:  # that lesson explains Cooldown too
            self.given.add("cooldown")
        return [all_lessons()[topic] for topic in new]


def in_parts(
    happened: Iterable[events.Event], notes: Callable[[events.Event], list[Lesson]]
) -> Iterator[tuple[list[events.Event], list[Lesson]]]:
    """Yield the events in parts, each with its notes; a part ends after a story line that has notes."""
    part: list[events.Event] = []
    due: list[Lesson] = []
    for event in happened:
        if due and not same_line(part[-1], event):
            yield part, due
            part, due = [], []
        part.append(event)
        due += notes(event)
    if part:
        yield part, due


URGENT_TOPICS: Final = frozenset({"legends", "speed", "corners", "spin-out", "clutter"})
"""The topics whose lessons stop the race until they have been read."""


def _topics_of_decision(view: SeatView, decision: Decision) -> list[str]:
    """Return the topics of a decision, the most urgent first."""
    match decision:
        case PlanDecision():
            topics = {
                "plan": True,
                "last-straight": is_last(view, view.own.at),
                "stress": view.round > 1 and STRESS in decision.playable,
                "cooldown": decision.heat and view.round > 1,
            }
        case ReactDecision(uses=uses):
            symbols = {use.symbol for use in uses}
            topics = {"adrenaline": "adrenaline" in symbols, "react": True, "cooldown": "cooldown" in symbols}
        case _:
            topics = {
                "slipstream": isinstance(decision, SlipstreamDecision),
                "discard": isinstance(decision, DiscardDecision),
            }
    return [topic for topic, holds in topics.items() if holds]


def _topics_of_event(event: events.Event) -> Sequence[str]:
    if isinstance(event, events.CarMoved):
        causes = {"speed": event.cause == "reveal", "spots": event.spot or event.blockers}
        return [topic for topic, holds in causes.items() if holds]
    return _HAPPENED.get(type(event), ())


_HAPPENED: Final[Mapping[type[events.Event], Sequence[str]]] = {
    LegendDecided: ["legends"],
    events.CornerTaken: ["corners"],
    events.SpunOut: ["spin-out"],
    events.HandCluttered: ["clutter"],
}
"""The topics that every event of a type calls for."""


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
