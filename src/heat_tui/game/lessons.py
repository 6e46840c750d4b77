"""The lessons of the first race: each thing is explained once, in a few sentences, when it first matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from heat_tui.engine import events
from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.view import SeatView
from heat_tui.modules.legends.events import LegendDecided
from heat_tui.store.texts import passages
from heat_tui.words.events import same_line


@dataclass(frozen=True, slots=True)
class Lesson:
    """An explanation of a few sentences.

    `topic` is a key of the text `lessons.md`, or says what else it is about.
    """

    topic: str
    title: str
    text: str


def all_lessons() -> dict[str, Lesson]:
    """Return all explanations by topic. What they say of steps is numbered as in the rules."""
    texts = passages("lessons.md")
    return {topic: Lesson(topic, each.title, " ".join(each.paragraphs)) for topic, each in texts.items() if topic}


class Tutor:
    """Gives every lesson once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def welcome(self) -> list[Lesson]:
        """Return what is said before the start."""
        return self.give(["welcome"])

    def before(self, view: SeatView, decision: Decision) -> list[Lesson]:
        """Return what is worth knowing at a decision, `view` being that of its seat."""
        if isinstance(decision, PlanDecision):
            return self.give(_topics_of_plan(view, decision))
        return self.give(_TOPICS.get(type(decision), ()))

    def after(self, event: events.Event) -> list[Lesson]:
        """Return what is worth knowing when that has happened."""
        return self.give(_topics_of_event(event))

    def give(self, topics: Iterable[str]) -> list[Lesson]:
        """Return the lessons of those topics that have not been given."""
        new = [topic for topic in dict.fromkeys(topics) if topic not in self._given]
        self._given.update(new)
        return [all_lessons()[topic] for topic in new]


def in_parts(
    happened: Iterable[events.Event], notes: Callable[[events.Event], list[Lesson]]
) -> Iterator[tuple[list[events.Event], list[Lesson]]]:
    """Yield events in parts, each with what is noted of them; what is one line of the story stays together."""
    part: list[events.Event] = []
    due: list[Lesson] = []
    for event in happened:
        before = part[-1] if part else None
        together = same_line(before, event)
        if due and not together:
            yield part, due
            part, due = [], []
        part.append(event)
        due += notes(event)
    if part:
        yield part, due


def _topics_of_plan(view: SeatView, decision: PlanDecision) -> list[str]:
    """Return the topics of a plan; the first needs the most words, so what can wait comes with the later ones."""
    topics = ["shift", "play", "road"]
    if STRESS in decision.playable:
        topics.append("stress")
    if decision.heat:
        topics.append("heat-in-hand")
    if view.round > 1:
        topics += ["engine", "undo"]
    if view.round > 2:
        topics.append("long-shift")
    track, own = view.sheet.track, view.own
    space = view.space(own)
    if own.at + track.spaces_to_line(space, track.next_corner(space)) >= view.sheet.finish:
        topics.append("last-straight")
    return topics


def _topics_of_event(event: events.Event) -> Sequence[str]:
    """Return what an event gives cause to explain."""
    match event:
        case events.CarMoved():
            causes = {"blocked": event.blockers, "reveal": event.cause == "reveal", "spots": event.spot}
            return [topic for topic, holds in causes.items() if holds]
        case events.CornerTaken(heat=heat):
            return ["corners", "heat-paid"] if heat else ["corners"]
        case _:
            return _TOPICS.get(type(event), ())


_TOPICS: Mapping[type[Decision | events.Event], Sequence[str]] = {
    ReactDecision: ["react"],
    SlipstreamDecision: ["slipstream"],
    DiscardDecision: ["discard"],
    events.AdrenalineGained: ["adrenaline"],
    events.CardFlipped: ["flip"],
    events.CardsTurnedOver: ["flip"],
    events.CarFinished: ["finish"],
    events.DeckShuffled: ["shuffle"],
    events.GearShifted: ["gears-open"],
    events.HandCluttered: ["clutter"],
    events.HandFilled: ["replenish"],
    events.SpunOut: ["corners", "spin-out"],
    LegendDecided: ["legends"],
}
"""What a decision or an event always gives cause to explain."""
