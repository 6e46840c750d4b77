"""A race of a championship: its grid, Sponsorships, press and event (E3-E11)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from heat_tui.engine.car import Car
from heat_tui.engine.cards import Card
from heat_tui.engine.corners import table_limit
from heat_tui.engine.deal import deal_hands
from heat_tui.engine.module import Data, Module, module
from heat_tui.engine.movement import lines_crossed
from heat_tui.engine.program import OVER, TURNS, Step, TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup, refuse
from heat_tui.engine.rng import shuffle, stream
from heat_tui.engine.setup import Entry, RaceSetup
from heat_tui.modules.championship.calendar import press_corners
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.events import OpeningSponsorships, PressPlaced, SponsorshipsUsed
from heat_tui.modules.championship.state import (
    KEYS,
    NAME,
    ChampionshipShown,
    Paddock,
    cards_of,
    paddock_of,
    pool_of,
    restored_paddock,
)

DECK_STREAM = 500
"""The number of the random stream of the Sponsorship deck, beyond those of the cars."""


@module(NAME, rank=32)
class Championship(Module):
    """Makes a race part of a season.

    The race is number `number`, from 1, of the season's `races` and has event number `event`. `order` is the grid, ()
    if it is drawn at random (E3). `sponsorships` are those that every seat brings from earlier races, `scores` the
    points of every car so far, and `sets` the sets whose Sponsorships are in play. The event's own rule is a separate
    module (`RaceEvent.rule`).
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
        before = {"slipstream": BeforeSlipstream(), "replenish": ReturnSponsorships()}
        after = {"check_corners": Publicity()}
        around = [(before.get(step.name), step, after.get(step.name)) for step in steps]
        return tuple([each for three in around for each in three if each is not None])

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
        return Paddock(self._facts(race), cards, held, luck, self.sponsorships)

    def restore(self, race: Race, data: Data) -> Paddock:
        steps = [type(step) for step in race.rules.table]
        dealt = race.stage in (TURNS, OVER) or race.stage >= steps.index(OpeningHands)
        return restored_paddock(race, self._facts(race), data, pool_of(self.sets), () if dealt else self.sponsorships)

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        brought = paddock_of(race).brought
        return (*cards, *brought[seat]) if brought else cards

    def public(self) -> Module:
        return replace(self, sponsorships=())

    def seal(self, race: Race, seat: int) -> None:
        """Put the Sponsorships among other drivers' hidden cards into the Sponsorship deck, leaving placeholders."""
        paddock = paddock_of(race)
        paddock.luck = 0
        for car in _others(race, seat):
            held = [card for card in car.deck if card in KEYS]
            paddock.deck += held
            car.deck = sorted([HELD if card in KEYS else card for card in car.deck]) if held else car.deck
        for each, cards in enumerate(paddock.brought):
            if each != seat:
                paddock.deck += cards
        paddock.brought = tuple(
            [cards if each == seat else (HELD,) * len(cards) for each, cards in enumerate(paddock.brought)]
        )
        paddock.deck.sort()

    def unseal(self, race: Race, seat: int, luck: int) -> None:
        paddock = paddock_of(race)
        deck = paddock.deck
        paddock.luck = shuffle(deck, luck)
        for car in _others(race, seat):
            if paddock.held[car.index]:
                for pile in (car.hand, car.deck, car.discard, car.play):
                    pile[:] = [deck.pop() if card == HELD else card for card in pile]
                car.hand.sort()
        paddock.brought = tuple(
            [tuple([deck.pop() if card == HELD else card for card in cards]) for cards in paddock.brought]
        )

    def _facts(self, race: Race) -> ChampionshipShown:
        event = EVENTS[self.event]
        press = press_corners(race.setup.track, event)
        scores = self.scores or (0,) * len(race.rules.entries)
        wanted = event.rule.speeding
        daring = () if wanted is None else tuple((corner, wanted) for corner in press)
        return ChampionshipShown(self.event, self.number, self.races, press, scores=scores, daring=daring)


HELD = "sponsor"
"""The placeholder for a hidden Sponsorship of another driver."""


def _others(race: Race, seat: int) -> list[Car]:
    return [car for car in race.cars[: len(race.setup.seats)] if car.index != seat]


class Sponsoring(TableStep):
    """Draws the event's Sponsorships into the hands and places the press, before round 1 (E4)."""

    name = "sponsoring"

    def enter(self, race: Race) -> None:
        paddock = paddock_of(race)
        wanted = EVENTS[paddock.facts.event].sponsorships
        for car in race.cars[: len(race.setup.seats)]:
            drawn = sum([paddock.draw(car) for _ in range(wanted)])
            if drawn:
                race.events.append(OpeningSponsorships(car.index, drawn))
        if paddock.facts.press:
            race.events.append(PressPlaced(paddock.facts.press))


class OpeningHands(TableStep):
    """Fills up the hands, counting the Sponsorships already in them, before round 1 (E4, S5)."""

    name = "opening_hands"

    def enter(self, race: Race) -> None:
        deal_hands(race)
        paddock_of(race).brought = ()


class BeforeSlipstream(Step):
    """Records where the car begins step 6: the lines that it crosses from there on are crossed by Slipstream (E9)."""

    name = "before_slipstream"

    def enter(self, race: Race, car: Car) -> None:
        paddock_of(race).stood = car.at


class Publicity(Step):
    """Gives Sponsorships from the press and for the event's goal, at the end of step 7 (E9, E11)."""

    name = "publicity"

    def enter(self, race: Race, car: Car) -> None:
        paddock, turn = paddock_of(race), race.turn
        rule = EVENTS[paddock.facts.event].rule
        stood, paddock.stood = paddock.stood, 0
        if turn.spun:
            return
        for corner, line in lines_crossed(race.rules.sheet, turn.began, car.at):
            if corner in paddock.facts.press:
                reason = rule.impresses(turn.speed, table_limit(race, corner), towed=line >= stood)
                if reason:
                    for _ in range(rule.press_worth):
                        paddock.gain(race, car, reason, corner)
        earned = rule.earns(race, car)
        if earned:
            paddock.gain(race, car, earned)


class ReturnSponsorships(Step):
    """Moves played Sponsorships to the used ones in step 9 (9.1); a cluttered hand discards them instead (2.2)."""

    name = "return_sponsorships"

    def enter(self, race: Race, car: Car) -> None:
        played = tuple(sorted(card for card in car.play if card in KEYS))
        if not played:
            return
        paddock = paddock_of(race)
        for card in played:
            car.play.remove(card)
        paddock.used += played
        paddock.held[car.index] -= len(played)
        race.events.append(SponsorshipsUsed(car.index, played))
