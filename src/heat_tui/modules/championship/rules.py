"""A race of a championship: its grid, Sponsorships, press and event (E3-E11)."""

from __future__ import annotations

from collections import Counter

from heat_tui.engine.cards import Card
from heat_tui.engine.module import Data, Module, module
from heat_tui.engine.program import Step, TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.refusal import IllegalSetup, refuse
from heat_tui.engine.rng import shuffle, stream
from heat_tui.engine.setup import Entry, RaceSetup
from heat_tui.modules.championship.calendar import EVENTS, press_corners
from heat_tui.modules.championship.event_rules import EVENT_RULES
from heat_tui.modules.championship.sponsorships import cards_of, pool_of
from heat_tui.modules.championship.state import NAME, Paddock, RaceFacts, restored_paddock
from heat_tui.modules.championship.steps import (
    OPENING_HANDS,
    BeforeSlipstream,
    OpeningHands,
    Publicity,
    ReturnSponsorships,
    Sponsoring,
)

DECK_STREAM = 500
"""The Sponsorship deck's stream of chance, beyond those of the cars."""


@module(NAME, rank=32)
class Championship(Module):
    """Makes a race one of a season.

    `event` is the number of its event, `number` which of the `races` of the season it is, from 1. `order` is the grid,
    empty where chance draws it (E3). `sponsorships` are those that every seat brings along, `scores` the points of
    every car so far, `sets` those whose Sponsorships are in play. The event's own rule is a module of its own
    (`EVENT_RULES`).
    """

    event: int
    number: int = 1
    races: int = 1
    order: tuple[int, ...] = ()
    sponsorships: tuple[tuple[str, ...], ...] = ()
    scores: tuple[int, ...] = ()
    sets: tuple[str, ...] = ("base",)

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        if self.event not in EVENTS:
            raise IllegalSetup(refuse("no-such-event", event=self.event, most=max(EVENTS)))
        return entries

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        weather = [step for step in steps if step.name == "weather"]
        later = [step for step in steps if step.name != "weather"]
        return (Sponsoring(), *weather, OpeningHands(), *later)

    def deals_later(self) -> bool:
        return True

    def turn(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        added: list[Step] = []
        for step in steps:
            if step.name == "slipstream":
                added.append(BeforeSlipstream())
            if step.name == "replenish":
                added.append(ReturnSponsorships())
            added.append(step)
            if step.name == "check_corners":
                added.append(Publicity(EVENT_RULES[self.event]))
        return tuple(added)

    def cards(self) -> tuple[Card, ...]:
        return cards_of(self.sets)

    def grid(self, grid: tuple[int, ...]) -> tuple[int, ...]:
        return self.order or grid

    def state(self, race: Race) -> Paddock:
        deck = Counter(pool_of(self.sets))
        deck.subtract(card for cards in self.sponsorships for card in cards)
        cards = sorted(deck.elements())
        luck = shuffle(cards, stream(race.setup.seed, DECK_STREAM))
        held = [len(cards) for cards in self.sponsorships] or [0] * len(race.setup.seats)
        return Paddock(self._facts(race), cards, held, luck)

    def restore(self, race: Race, data: Data) -> Paddock:
        dealt = [step.name for step in race.rules.table].index(OPENING_HANDS) <= race.stage or race.stage < 0
        waiting = [] if dealt else [card for cards in self.sponsorships for card in cards]
        return restored_paddock(race, self._facts(race), data, pool_of(self.sets), waiting)

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        return (*cards, *self.sponsorships[seat]) if self.sponsorships else cards

    def _facts(self, race: Race) -> RaceFacts:
        press = press_corners(race.setup.track, EVENTS[self.event])
        scores = self.scores or (0,) * len(race.rules.entries)
        return RaceFacts(self.event, self.number, self.races, press, scores)
