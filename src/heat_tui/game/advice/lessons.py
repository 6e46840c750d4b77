"""The lessons of the first race: each topic is explained once, in a few sentences, when it first matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from heat_tui.engine import events
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.reasons import is_last
from heat_tui.modules.legends.events import LegendDecided
from heat_tui.store.texts import passages
from heat_tui.words.events import same_line
from heat_tui.words.formatter import sentences

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
