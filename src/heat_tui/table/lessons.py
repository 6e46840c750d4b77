"""The first race: each thing is explained in a few sentences when it first matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from heat_tui.engine.cards import STRESS
from heat_tui.engine.decisions import (
    Decision,
    DiscardDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
)
from heat_tui.engine.events import (
    AdrenalineGained,
    CardFlipped,
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
from heat_tui.language import _
from heat_tui.modules.legends import LegendCardTurned

TOPICS: Mapping[str, Callable[[], str]] = {
    "planning": lambda: _(
        "Planning: every driver plans in secret, at the same time. Choose a gear, then play exactly as many cards as "
        "the gear says. The sum of the cards is your speed: so many spaces your car moves."
    ),
    "gears": lambda: _(
        "Gears: you may stay or shift one gear up or down for nothing. Shifting two gears costs 1 Heat. In a high "
        "gear you play many cards and are fast; in gears 1 and 2 your engine cools."
    ),
    "cards": lambda: _(
        "Cards: 1 to 4 are Basic cards; 0 and 5 are your starting upgrades. Look at the limit of the next corner and "
        "at the spaces before it: you want to cross its line slowly, but not to waste spaces before it."
    ),
    "stress": lambda: _(
        "Stress: you have a Stress card in your hand. Played, it turns over cards from your draw deck until a Basic "
        "card comes: a speed of 1 to 4 that you cannot choose. Stress cannot be discarded, only played."
    ),
    "heat-in-hand": lambda: _(
        "Heat in the hand: Heat cards come back through your draw deck. They cannot be played or discarded, so they "
        "take room in your hand until a Cooldown puts them back into the engine."
    ),
    "gears-open": lambda: _(
        "Now the gears are open for all to see. The cards stay face down until each car's turn, from the first car to"
        " the last."
    ),
    "reveal": lambda: _(
        "Reveal: the cards are turned up and the car moves as far as their sum. Each space has room for two cars side"
        " by side; a car that finds its space full stops behind it."
    ),
    "legends": lambda: _(
        "Legends are cars without a driver: each round one card says how they move. They know the corners well, and "
        "they never pay Heat."
    ),
    "adrenaline": lambda: _(
        "Adrenaline: the last car of the round (the last two of five or more) may move 1 space more, with 1 more "
        "speed, and may cool 1 Heat. It holds for this turn only."
    ),
    "react": lambda: _(
        "React: now you may use what your turn offers, in any order. Cooldown takes Heat cards from your hand back "
        "into the engine: up to 3 in gear 1, 1 in gear 2. Boost, once a turn in any gear, costs 1 Heat and turns over"
        " a card that makes you faster by 1 to 4."
    ),
    "slipstream": lambda: _(
        "Slipstream: a car that ends right behind another car, or beside it, may move 2 more spaces. It does not "
        "count for the speed, but a corner line crossed by it is checked all the same."
    ),
    "corners": lambda: _(
        "Corners: the speed of the whole turn is compared with the limit of every corner line crossed in it. Within "
        "the limit it costs nothing."
    ),
    "heat-paid": lambda: _(
        "Heat: too fast over a corner line costs 1 Heat for each point over the limit. The Heat goes from the engine "
        "to the discard pile, and from there one day into a hand."
    ),
    "spin-out": lambda: _(
        "Spin out: who cannot pay all the Heat of a corner pays what is there, goes back before the corner, takes "
        "Stress cards and is in gear 1 again."
    ),
    "flip": lambda: _(
        "A + turns over cards from the draw deck until a Basic card comes; it counts for the speed. All others turned"
        " over are discarded."
    ),
    "blocked": lambda: _(
        "Blocked: the space aimed at was full, so the car stopped behind it. The speed counts in full all the same."
    ),
    "clutter": lambda: _(
        "A cluttered hand: with too few playable cards for any gear within reach, the car stands still, and next "
        "round it starts in gear 1, which cools 3 Heat."
    ),
    "discard": lambda: _(
        "Discard: cards you do not want may go to the discard pile now, but no Heat and no Stress. Keep slow cards "
        "for the corners and fast ones for the straights."
    ),
    "replenish": lambda: _(
        "Replenish: the cards played are discarded, and every driver draws up to seven cards again. Then the next "
        "round begins."
    ),
    "shuffle": lambda: _(
        "An empty draw deck is made anew from the discard pile: the Heat that was paid is on its way back into the "
        "hand."
    ),
    "finish": lambda: _(
        "Finish: at the end of a round, every car beyond the finish line leaves the track; who is further beyond it "
        "has the better place. Corners beyond the line of the last lap are not checked."
    ),
}
"""The explanations by topic."""


class Tutor:
    """Gives every explanation once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def welcome(self) -> list[str]:
        """What is said before the start."""
        return [
            _("Welcome to your first race: one lap. Who crosses the finish line first wins."),
            _(
                "Between a corner and you lie spaces to be counted; every corner has a speed limit. Your engine holds "
                "Heat, which pays for taking corners too fast."
            ),
            _("At every prompt, help or ? says what you can type; map shows the track."),
        ]

    def before(self, decision: Decision) -> list[str]:
        """What is worth knowing at a decision."""
        return self._give(_topics_of_decision(decision))

    def among(self, events: Iterable[Event]) -> Iterator[tuple[list[Event], list[str]]]:
        """Events in parts, each with what is worth knowing after it."""
        part: list[Event] = []
        for event in events:
            part.append(event)
            notes = self._give(_topics_of_event(event))
            if notes:
                yield part, notes
                part = []
        if part:
            yield part, []

    def _give(self, topics: Iterable[str]) -> list[str]:
        new = [topic for topic in topics if topic not in self._given]
        self._given.update(new)
        return [TOPICS[topic]() for topic in new]


def _topics_of_decision(decision: Decision) -> list[str]:
    match decision:
        case PlanDecision():
            topics = ["planning", "gears", "cards"]
            if STRESS in decision.playable:
                topics.append("stress")
            if decision.heat:
                topics.append("heat-in-hand")
            return topics
        case ReactDecision():
            return ["react"]
        case SlipstreamDecision():
            return ["slipstream"]
        case DiscardDecision():
            return ["discard"]
        case _:
            return []


def _topics_of_event(event: Event) -> list[str]:
    match event:
        case CarMoved(blockers=blockers) if blockers:
            return ["blocked"]
        case CarMoved(cause="reveal"):
            return ["reveal"]
        case CornerTaken(heat=heat):
            return ["corners", "heat-paid"] if heat else ["corners"]
        case CardFlipped():
            return ["flip"]
        case _:
            topic = _ONE_TOPIC.get(type(event))
            return [] if topic is None else [topic]


_ONE_TOPIC: Mapping[type[Event], str] = {
    AdrenalineGained: "adrenaline",
    CarFinished: "finish",
    GearShifted: "gears-open",
    DeckShuffled: "shuffle",
    HandCluttered: "clutter",
    HandFilled: "replenish",
    LegendCardTurned: "legends",
    SpunOut: "spin-out",
}
