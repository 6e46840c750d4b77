"""What a championship adds to the race: Sponsorships before it, in step 7 and in step 9 (E4, E9, E10)."""

from __future__ import annotations

from heat_tui.engine.car import Car
from heat_tui.engine.deal import deal_hands
from heat_tui.engine.decisions import Decision
from heat_tui.engine.movement import lines_crossed
from heat_tui.engine.program import Step, TableStep
from heat_tui.engine.race import Race
from heat_tui.modules.championship.calendar import EVENTS
from heat_tui.modules.championship.event_rules import EventRule
from heat_tui.modules.championship.events import OpeningSponsorships, PressPlaced, SponsorshipsUsed
from heat_tui.modules.championship.sponsorships import KEYS
from heat_tui.modules.championship.state import paddock_of


class Sponsoring(TableStep):
    """Before round 1: the event's Sponsorships go into the hands, and the press takes its places (E4)."""

    name = "sponsoring"

    def enter(self, race: Race) -> None:
        paddock = paddock_of(race)
        wanted = EVENTS[paddock.facts.event].sponsorships
        for seat in range(len(race.setup.seats)):
            car = race.cars[seat]
            drawn = sum([paddock.draw(car) for _ in range(wanted)])
            if drawn:
                race.events.append(OpeningSponsorships(seat, drawn))
        if paddock.facts.press:
            race.events.append(PressPlaced(paddock.facts.press))

    def offer(self, race: Race) -> Decision | None:
        return None


OPENING_HANDS = "opening_hands"


class OpeningHands(TableStep):
    """Before round 1: the hands are filled up, the Sponsorships counted (E4, S5)."""

    name = OPENING_HANDS

    def enter(self, race: Race) -> None:
        deal_hands(race)

    def offer(self, race: Race) -> Decision | None:
        return None


class BeforeSlipstream(Step):
    """Remembers where the car stood before step 6: beyond, it was moved by the Slipstream (E9)."""

    name = "before_slipstream"

    def enter(self, race: Race, car: Car) -> None:
        paddock_of(race).stood = car.at


class Publicity(Step):
    """The end of step 7: Sponsorships of the press and for the event's goal (E9, E11)."""

    name = "publicity"

    def __init__(self, rule: EventRule) -> None:
        self.rule = rule

    def enter(self, race: Race, car: Car) -> None:
        paddock, turn, rule = paddock_of(race), race.turn, self.rule
        stood, paddock.stood = paddock.stood, 0
        if turn.spun:
            return
        for corner, line in lines_crossed(race, turn.began, car.at):
            if corner in paddock.facts.press:
                reason = rule.impresses(turn.speed, race.table_limit(corner), towed=line >= stood)
                if reason:
                    for _ in range(rule.press_worth()):
                        paddock.gain(race, car, reason, corner)
        earned = rule.earns(race, car)
        if earned:
            paddock.gain(race, car, earned)


class ReturnSponsorships(Step):
    """Step 9: played Sponsorships leave the race (9.1); those of a cluttered hand were not used and stay (2.2)."""

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
