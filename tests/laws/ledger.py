"""The open facts of a race kept from its events alone, worked out a second time and held against the race.

It knows the base game and Legends; a card of a module counts with its printed speed.
"""

from __future__ import annotations

from collections.abc import Iterable

from heat_tui.engine import Race
from heat_tui.engine.car import FINISHED, RACING, RETIRED
from heat_tui.engine.cards import HEAT
from heat_tui.engine.events import (
    AdrenalineGained,
    Boosted,
    CardFlipped,
    CardsDiscarded,
    CardsRevealed,
    CarFinished,
    CarMoved,
    ChoiceForced,
    CornerTaken,
    DeckShuffled,
    Event,
    GearShifted,
    HandCluttered,
    HandFilled,
    HeatCooled,
    LapCompleted,
    MulliganAnswered,
    PlanMade,
    RaceEnded,
    Retired,
    RoundBegan,
    SpunOut,
)
from heat_tui.modules.legends import LegendCardTurned, LegendDecided
from tests.laws.law import law
from tests.laws.ledger_page import HAND_SIZE, Page, RunningTurn, Streets


class Ledger:
    """One page a car, and the turn that is running."""

    def __init__(self, race: Race) -> None:
        view = race.view(None)
        self.speeds = race.rules.speeds
        self.pages = [Page(car) for car in view.cars]
        self.streets = Streets(view.sheet, self.pages)
        self.many = len(view.cars) >= 5
        self.drivers = view.sheet.drivers
        self.round = view.round
        self.order = list(view.order)
        self.waiting = list(view.order)
        self.planned: set[int] = set()
        self.turn: RunningTurn | None = None
        self.flipped = 0
        self.shuffled: int | None = None
        self.finished: list[int] = []
        self.ended: tuple[int, ...] | None = None
        self.legend_card_of = 0
        self.stress_gained: list[tuple[int, int]] = []

    def write(self, events: Iterable[Event]) -> None:
        """Book what happened; BrokenLaw where an event cannot follow from those before it."""
        for event in events:
            self._book(event)

    def agrees(self, race: Race) -> None:
        """The race is where its events have brought it."""
        for page, car in zip(self.pages, race.cars, strict=True):
            kept = (page.at, page.spot, page.gear, page.engine, page.hand, page.deck, page.discard, page.play)
            piles = (len(car.hand), len(car.deck), len(car.discard), len(car.play))
            there = (car.at, car.spot, car.gear, car.engine, *piles)
            law(kept == there, "events tell all that happened to a car", car.index, kept, there)
            law(page.status == car.status, "events tell who is out", car.index, page.status, car.status)
        law(self.round == race.round, "events tell the round", self.round, race.round)
        law(self.finished == race.finished, "events tell who has finished", self.finished, race.finished)
        law((self.ended is not None) == race.over, "events tell the end", self.ended)
        law(self.ended in (None, race.standings), "the end tells the standings", self.ended, race.standings)
        acting = race.acting
        if acting is not None:
            turn = self.turn
            kept_turn = None if turn is None else (turn.car, turn.began, turn.speed)
            law(kept_turn == (acting.index, race.turn.began, race.turn.speed), "events tell the turn", kept_turn)

    def _book(self, event: Event) -> None:
        match event:
            case RoundBegan():
                self._round(event)
            case ChoiceForced(car):
                law(car < self.drivers and self.pages[car].status == RACING, "only drivers who race choose", event)
            case MulliganAnswered() | PlanMade() | Retired() | GearShifted():
                self._before_the_turns(event)
            case CardsRevealed() | HandCluttered() | LegendDecided() | LegendCardTurned():
                self._begin(event)
            case CardFlipped() | DeckShuffled() | HandFilled() | CardsDiscarded():
                self._cards(event)
            case AdrenalineGained() | HeatCooled() | Boosted():
                self._react(event)
            case CarMoved():
                self._move(event)
            case CornerTaken() | SpunOut():
                self._corner(event)
            case LapCompleted(car, lap):
                law(self._turn(car).lap is None, "a turn completes a lap once", event)
                self._turn(car).lap = lap
            case CarFinished(car, place):
                self._close()
                ahead = self.streets.past_the_finish()
                self.finished.append(car)
                law(place == len(self.finished) and car == ahead[0], "places go by who is further (F1)", event, ahead)
                self.streets.leave(car, FINISHED)
            case RaceEnded(standings):
                self._close()
                self.ended = standings
            case _:
                law(False, "the ledger knows every event", event)

    def _round(self, event: RoundBegan) -> None:
        self._close()
        law(not self.waiting, "a round begins when all have had their turn (T1)", self.waiting)
        law(not self.streets.past_the_finish(), "who has finished leaves at the end of the round (F1)")
        self.round += 1
        law(event.number == self.round, "rounds are counted", event)
        law(list(event.order) == self.streets.positions(), "a round goes in position order (T1)", event)
        self.order = list(event.order)
        self.waiting = list(event.order)
        self.planned = set()

    def _before_the_turns(self, event: MulliganAnswered | PlanMade | Retired | GearShifted) -> None:
        page = self.pages[event.car]
        match event:
            case MulliganAnswered(_, taken):
                law(self.round == 0, "a mulligan is before round 1 (O2)", event)
                if taken:
                    page.pay(1)
                    page.deck += page.hand
                    page.hand = 0
            case PlanMade(car):
                law(car not in self.planned and page.status == RACING, "everyone plans once", event)
                self.planned.add(car)
            case Retired(car):
                law(self.finished, "nobody retires before a car has finished (F4)", event)
                self.order.remove(car)
                self.waiting.remove(car)
                self.streets.leave(car, RETIRED)
            case GearShifted(car, before, gear, heat):
                drivers = {seat for seat in self.order if seat < self.drivers}
                law(self.planned == drivers, "gears open when all have planned (T4)", event, self.planned)
                law(page.gear == before and abs(gear - before) <= 2, "at most two gears (1.1, 1.2)", event, page.gear)
                law(heat == (abs(gear - before) == 2), "two gears cost 1 Heat (1.2)", event)
                page.pay(heat)
                page.gear = gear
                page.play = min(gear, page.hand)
                page.hand -= page.play

    def _begin(self, event: CardsRevealed | HandCluttered | LegendDecided | LegendCardTurned) -> None:
        self._close()
        if isinstance(event, LegendCardTurned):
            law(self.legend_card_of != self.round, "one Legend card a round (L2)", event)
            self.legend_card_of = self.round
            return
        page = self.pages[event.car]
        law(self.waiting and self.waiting.pop(0) == event.car, "turns go in the round's order (T1)", event, self.order)
        self.turn = RunningTurn(event.car, page.at)
        if isinstance(event, LegendDecided):
            law(self.legend_card_of == self.round, "a Legend moves by the card of the round (L2)", event)
            self.turn.aim = event.target
            return
        law(len(event.cards) == page.play, "all cards played are turned up (3.1)", event, page.play)
        if isinstance(event, HandCluttered):
            law(HEAT in event.cards or page.play < page.gear, "clutter is Heat or too few cards (2.2)", event)
            page.gear = 1
            self.turn.cluttered = True
            return
        law(HEAT not in event.cards and page.play == page.gear, "as many cards as the gear, no Heat (2.1)", event)
        self.turn.speed = sum(self.speeds[card] for card in event.cards)

    def _cards(self, event: CardFlipped | DeckShuffled | HandFilled | CardsDiscarded) -> None:
        page = self.pages[event.car]
        match event:
            case DeckShuffled(_, cards):
                law(self.shuffled is None, "no shuffle without a card after it (P3)", event)
                self.shuffled = cards
            case CardFlipped(car, _, discarded, card):
                page.flip(len(discarded), card is not None, self.shuffled)
                self.shuffled = None
                self.flipped = self.speeds[card] if card is not None else 0
                self._turn(car).speed += self.flipped
            case CardsDiscarded(_, cards):
                law(0 < cards <= page.hand, "what is discarded was in the hand (8.1)", event, page.hand)
                page.hand -= cards
                page.discard += cards
            case HandFilled(_, drawn, hand):
                page.discard += page.play
                page.play = 0
                wanted = min(max(HAND_SIZE - page.hand, 0), page.deck + page.discard)
                law(drawn == wanted, "a hand is filled up to its size (9.2, P4)", event, page.hand)
                page.draw(drawn, self.shuffled)
                self.shuffled = None
                law(page.hand == hand, "the hand has what was drawn (9.2)", event, page.hand)

    def _react(self, event: AdrenalineGained | HeatCooled | Boosted) -> None:
        page, turn = self.pages[event.car], self._turn(event.car)
        match event:
            case AdrenalineGained(car, last):
                count = min(2 if self.many else 1, len(self.order))
                law(last == count and car in self.order[-count:], "Adrenaline is for the last (4.1)", event, self.order)
                law(not turn.adrenaline, "Adrenaline is gained once (4.1)", event)
                turn.adrenaline = True
            case HeatCooled(_, source, heat):
                most = {"gear": {1: 3, 2: 1}.get(page.gear, 0), "adrenaline": int(turn.adrenaline)}.get(source, 0)
                law(source not in turn.cooled, "each Cooldown is used once (5.1)", event)
                law(0 < heat <= min(most, page.hand), "up to as many Heat as the symbol says (5.2)", event, most)
                turn.cooled.add(source)
                page.hand -= heat
                page.engine += heat
            case Boosted(_, heat):
                law(heat == 1 and not turn.boosted, "a Boost costs 1 Heat, once a turn (5.3)", event)
                turn.boosted = True
                page.pay(heat)

    def _move(self, event: CarMoved) -> None:
        turn = self._turn(event.car)
        aims = {"reveal": turn.speed, "boost": self.flipped, "adrenaline": 1, "slipstream": 2}
        aims["legend"] = turn.aim - event.start
        turn.speed += event.cause == "adrenaline"
        law(event.cause not in turn.moved, "each move is made once", event)
        turn.moved.append(event.cause)
        law(event.distance == aims[event.cause], "a move is as long as its cause says", event, aims)
        law(event.cause != "adrenaline" or turn.adrenaline, "only Adrenaline moves 1 (4.2)", event)
        law(event.speed == turn.speed, "a move tells the speed of the turn so far", event, turn.speed)
        if event.cause == "slipstream":
            self.streets.slipstream(event)
        self.streets.move(event)

    def _corner(self, event: CornerTaken | SpunOut) -> None:
        page, turn = self.pages[event.car], self._turn(event.car)
        if not turn.corners_taken:
            turn.lines = self.streets.lines(turn.began, page.at)
        law(len(turn.lines) > turn.corners_taken and not turn.spun, "only lines crossed are checked (7.1)", event)
        corner, line, limit = turn.lines[turn.corners_taken]
        turn.corners_taken += 1
        law((event.corner, event.limit) == (corner, limit), "lines are checked in order (7.1)", event, turn.lines)
        law(event.speed == turn.speed, "the whole speed counts at a corner (7.1)", event, turn.speed)
        owed = max(turn.speed - limit, 0)
        if isinstance(event, CornerTaken):
            law(event.heat == owed <= page.engine, "a corner costs what is over its limit (7.1)", event, page.engine)
            page.pay(owed)
            law(page.engine == event.engine, "the engine has what is left", event, page.engine)
            return
        law(event.owed == owed > page.engine == event.paid, "who cannot pay spins out (7.3)", event, page.engine)
        law(event.gear == page.gear and event.stress == (2 if page.gear >= 3 else 1), "Stress by gear (7.3)", event)
        page.pay(page.engine)
        page.gear = 1
        page.hand += event.stress
        turn.spun = True
        self.stress_gained.append((event.car, event.stress))
        self.streets.fall_back(event, line)

    def _turn(self, car: int) -> RunningTurn:
        law(self.turn is not None and self.turn.car == car, "only the car whose turn it is does something", car)
        assert self.turn is not None
        return self.turn

    def _close(self) -> None:
        """Hold the turn that has just ended against what must have happened in it."""
        turn, self.turn = self.turn, None
        if turn is None:
            return
        page = self.pages[turn.car]
        if page.at > self.streets.finish:
            page.discard += page.play
            page.play = 0
        law(page.play == 0, "the play area is cleared at the end of a turn (9.1)", turn.car)
        spaces = self.streets.spaces
        before, after = (turn.began - 1) // spaces, (page.at - 1) // spaces
        law(turn.lap == (after - 1 if after > max(before, 1) else None), "laps done are told", turn.car, turn.lap)
        if turn.car >= self.drivers or turn.cluttered:
            law(turn.moved == ([] if turn.cluttered else ["legend"]), "a Legend moves once, clutter not", turn.moved)
            law(not turn.adrenaline and not turn.corners_taken, "neither gains nor pays (L5, 2.2)", turn.car)
            return
        last = self.order[-2 if self.many else -1 :]
        law(turn.adrenaline == (turn.car in last), "the last gain Adrenaline (4.1)", turn.car, self.order)
        if not turn.spun:
            lines = len(self.streets.lines(turn.began, page.at))
            law(turn.corners_taken == lines, "every line crossed is checked (7.1)", turn.car, turn.lines)
