"""The lessons of the first race: each thing is explained once, in a few sentences, when it first matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.events import (
    AdrenalineGained,
    CardFlipped,
    CardsTurnedOver,
    CarFinished,
    CarMoved,
    CornerTaken,
    DeckShuffled,
    Event,
    GearShifted,
    HandCluttered,
    HandFilled,
    SpunOut,
)
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.modules.legends import LegendDecided
from heat_tui.words.narrator import same_line


@dataclass(frozen=True, slots=True)
class Lesson:
    """An explanation; `topic` is a key of `LESSONS`, or says what else it is about. `text` is a few sentences."""

    topic: str
    title: str
    text: str


LESSONS: Final[Mapping[str, Callable[[], tuple[str, str]]]] = {
    "welcome": lambda: (
        _("Your first race"),
        _(
            "One lap of the USA against two Legends, cars without a driver. You decide everything. Each thing is "
            "explained when it first matters, with a suggestion that you may follow or not."
        ),
    ),
    "shift": lambda: (
        _("Step 1: Shift gears"),
        _(
            "The gear says how many cards you play: gear 1 one card, gear 4 four. Each round you may stay, or shift "
            "one gear up or down for nothing. High gears are fast, low gears cool the engine."
        ),
    ),
    "play": lambda: (
        _("Step 2: Play cards"),
        _(
            "Play exactly as many cards as your gear. Their sum is your speed: so many spaces you will move. All "
            "drivers choose in secret, and nothing is shown before all have planned."
        ),
    ),
    "road": lambda: (
        _("The corner ahead"),
        _(
            "A corner is a line across the track with a speed limit. Count the spaces to it: stop before the line, or "
            "cross it no faster than its limit. Stopping far short of it wastes spaces."
        ),
    ),
    "engine": lambda: (
        _("Your engine"),
        _(
            "The Heat in your engine is what you pay with: for shifting two gears, for a Boost, for a corner too "
            "fast. Heat that you paid goes to your discard pile, and from there one day into your hand."
        ),
    ),
    "long-shift": lambda: (
        _("Two gears at once"),
        _(
            "For 1 Heat you may shift two gears at once, from 4 down to 2 say. So you can be fast up to a corner and "
            "still be slow in it. It is paid as soon as the gears are open."
        ),
    ),
    "stress": lambda: (
        _("Stress"),
        _(
            "Stress is played blind: for it you turn over cards of your deck until a Basic card comes, a 1 to 4. It "
            "cannot be discarded, only played. Play it where one space more or less does no harm."
        ),
    ),
    "heat-in-hand": lambda: (
        _("Heat in your hand"),
        _(
            "Heat can be neither played nor discarded. It takes up room in your hand until a Cooldown puts it back "
            "into the engine: gear 1 cools up to 3, gear 2 cools 1."
        ),
    ),
    "undo": lambda: (
        _("Taking back"),
        _(
            "With undo you take your last choice back, as long as nothing hidden has come to light since: no card "
            "turned over, no gears opened. While you plan, change your mind as often as you like."
        ),
    ),
    "gears-open": lambda: (
        _("The gears are open"),
        _(
            "All have planned, so all gears are open now, and a shift of two gears is paid. The cards stay face down. "
            "Car after car now takes its whole turn, steps 3 to 9, beginning with the leader."
        ),
    ),
    "reveal": lambda: (
        _("Step 3: Reveal and move"),
        _(
            "Your cards are turned up, and the car moves as many spaces as they add up to. Other cars never stop you "
            "from driving past; only the space where you want to stop may be full."
        ),
    ),
    "spots": lambda: (
        _("Two spots a space"),
        _(
            "Every space has room for two cars. Who comes first takes the spot on the race line, the next one the spot "
            "beside it. Of two cars side by side the one on the race line is ahead."
        ),
    ),
    "blocked": lambda: (
        _("Blocked"),
        _(
            "Both spots of the space aimed at were taken, so the car stops on the nearest free space behind it. Its "
            "speed counts in full all the same, in a corner too."
        ),
    ),
    "legends": lambda: (
        _("Legends"),
        _(
            "One card a round moves all Legends. It has two numbers for each: how far it drives on a straight, and how "
            "close it comes to a corner or how fast it takes one. Legends pay no Heat."
        ),
    ),
    "flip": lambda: (
        _("Cards turned over"),
        _(
            "Stress and Boost turn over the top of your deck until a Basic card comes, a 1 to 4. That one counts for "
            "your speed. What came before it, a 0, a 5, Heat or Stress, is discarded."
        ),
    ),
    "adrenaline": lambda: (
        _("Step 4: Adrenaline"),
        _(
            "The last car of the round gets help (of five or more cars the last two): 1 space more, which makes it 1 "
            "faster, and 1 Cooldown. It is used in the next step or lost."
        ),
    ),
    "react": lambda: (
        _("Step 5: React"),
        _(
            "Use what your turn offers, in any order. Cooldown puts Heat from the hand into the engine. Boost, once a "
            "turn, costs 1 Heat: a card is turned over, and you are faster by it and drive it at once."
        ),
    ),
    "slipstream": lambda: (
        _("Step 6: Slipstream"),
        _(
            "You have ended beside a car or right behind one, so you may move 2 spaces more. They make you no faster, "
            "but a corner line that you cross with them is checked like any other."
        ),
    ),
    "corners": lambda: (
        _("Step 7: Check corners"),
        _(
            "For every line crossed in this turn, the speed of the whole turn is held against the limit. Up to the "
            "limit a corner costs nothing; each point above costs 1 Heat."
        ),
    ),
    "heat-paid": lambda: (
        _("Too fast, and paid"),
        _(
            "That Heat has gone from your engine to your discard pile. A Heat or two for a better place before the "
            "next corner is often well spent, as long as the engine does not run dry."
        ),
    ),
    "spin-out": lambda: (
        _("Spin out"),
        _(
            "Who cannot pay a corner in full spins out: the Heat that is there is gone, the car goes back before the "
            "line, the gear falls to 1, and Stress comes into the hand (two cards in gear 3 or 4)."
        ),
    ),
    "clutter": lambda: (
        _("A cluttered hand"),
        _(
            "There were too few cards to play for any gear within reach, so the car stands still and falls to gear 1. "
            "Stay there for a round: gear 1 cools up to 3 Heat, and that is the way out."
        ),
    ),
    "discard": lambda: (
        _("Step 8: Discard"),
        _(
            "Cards that are of no use where you are going may be discarded now, but neither Heat nor Stress. Keep slow "
            "cards for corners and fast ones for straights; new ones come in the next step."
        ),
    ),
    "replenish": lambda: (
        _("Step 9: Replenish"),
        _(
            "The cards played go to your discard pile, and you draw until you hold seven again. Then the next car has "
            "its turn; after the last car the next round begins."
        ),
    ),
    "shuffle": lambda: (
        _("The deck is used up"),
        _(
            "So the discard pile was shuffled and is the new draw deck. With it the Heat that was paid is on its way "
            "back into the hand, where a low gear can cool it down."
        ),
    ),
    "last-straight": lambda: (
        _("The last straight"),
        _(
            "No corner is left before the finish line, so speed costs nothing any more. Play your fastest cards, and "
            "let a Boost use up the Heat that you still have."
        ),
    ),
    "finish": lambda: (
        _("The finish"),
        _(
            "At the end of the round every car beyond the line leaves the track; who is further beyond has the better "
            "place. Corners beyond the last finish line are not checked."
        ),
    ),
}
"""The title and the text of every lesson, by topic. What they say of steps is numbered as in the rules."""


class Tutor:
    """Gives every lesson once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def welcome(self) -> list[Lesson]:
        """What is said before the start."""
        return self.give(["welcome"])

    def before(self, view: SeatView, decision: Decision) -> list[Lesson]:
        """What is worth knowing at a decision, `view` being that of its seat."""
        return self.give(_topics_of_decision(view, decision))

    def after(self, event: Event) -> list[Lesson]:
        """What is worth knowing when that has happened."""
        return self.give(_topics_of_event(event))

    def give(self, topics: Iterable[str]) -> list[Lesson]:
        """The lessons of those topics that have not been given."""
        new = [topic for topic in dict.fromkeys(topics) if topic not in self._given]
        self._given.update(new)
        return [Lesson(topic, *LESSONS[topic]()) for topic in new]


def in_parts(
    events: Iterable[Event], notes: Callable[[Event], list[Lesson]]
) -> Iterator[tuple[list[Event], list[Lesson]]]:
    """Events in parts, each with what is noted of them; what is told as one line stays together."""
    part: list[Event] = []
    due: list[Lesson] = []
    for event in events:
        before = part[-1] if part else None
        together = same_line(before, event)
        if due and not together:
            yield part, due
            part, due = [], []
        part.append(event)
        due += notes(event)
    if part:
        yield part, due


def _topics_of_decision(view: SeatView, decision: Decision) -> list[str]:
    match decision:
        case PlanDecision():
            return _topics_of_plan(view, decision)
        case ReactDecision():
            return ["react"]
        case SlipstreamDecision():
            return ["slipstream"]
        case DiscardDecision():
            return ["discard"]
        case _:
            return []


def _topics_of_plan(view: SeatView, decision: PlanDecision) -> list[str]:
    """The first plan needs the most words, so what can wait is told before the later ones."""
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


def _topics_of_event(event: Event) -> list[str]:
    """What an event gives cause to explain."""
    match event:
        case CarMoved():
            topics = ["blocked"] if event.blockers else []
            topics += ["reveal"] if event.cause == "reveal" else []
            return topics + (["spots"] if event.spot else [])
        case CornerTaken(heat=heat):
            return ["corners", "heat-paid"] if heat else ["corners"]
        case SpunOut():
            return ["corners", "spin-out"]
        case _:
            topic = _ONE_TOPIC.get(type(event))
            return [] if topic is None else [topic]


_ONE_TOPIC: Mapping[type[Event], str] = {
    AdrenalineGained: "adrenaline",
    CardFlipped: "flip",
    CardsTurnedOver: "flip",
    CarFinished: "finish",
    DeckShuffled: "shuffle",
    GearShifted: "gears-open",
    HandCluttered: "clutter",
    HandFilled: "replenish",
    LegendDecided: "legends",
}
