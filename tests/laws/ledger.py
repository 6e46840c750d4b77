"""The open facts of a race, computed a second time from its events alone and compared with the race.

The ledger covers single races: the base game, Legends, upgrades, weather, special spaces and tournament mode.
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
    CardsTurnedOver,
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
    PlanMade,
    RaceCalledOff,
    RaceEnded,
    Retired,
    RoundBegan,
    SpunOut,
)
from heat_tui.engine.race import MOST_STANDSTILL
from heat_tui.modules.garage.cards import MarketDealt, UpgradePicked, UpgradePutAway
from heat_tui.modules.legends.events import LegendCardTurned, LegendDecided, LegendPressed
from heat_tui.modules.mulligan.answer import MulliganAnswered
from heat_tui.modules.spaces import DiscardBarred
from heat_tui.modules.tournament.events import CardLost, NumberShown, ShiftUnpaid
from heat_tui.modules.weather import HeatSpread
from tests.laws.law import law
from tests.laws.ledger_page import HAND_SIZE, Page, RunningTurn, Streets
from tests.laws.ledger_upgrades import DraftBook, SymbolBook, dealt_sizes, is_of_upgrades
from tests.laws.road import Road

BY_CARDS = ("direct_play", "accelerate", "draft")
"""The moves that cards grant, which may occur more than once in a turn."""


class Ledger:
    """One page for each car, and the turn in progress."""

    def __init__(self, race: Race) -> None:
        view = race.view(None)
        self.speeds = race.rules.speeds
        self.pages = [Page(car) for car in view.cars]
        self.streets = Streets(view.sheet, self.pages)
        self.road = Road(race)
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
        self.pressed = 0
        self.stress_gained: list[tuple[int, int]] = []
        self.symbols = SymbolBook(race.rules.sheet.cards, self.road)
        self.draft = DraftBook(race)
        self.undealt = dealt_sizes(race)

    def write(self, events: Iterable[Event]) -> None:
        """Record events; raise BrokenLaw if one cannot follow from the earlier events."""
        for event in events:
            self._book(event)

    def agrees(self, race: Race) -> None:
        """Check that the race agrees with its events."""
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
            case HeatSpread(car, heat, to):
                page = self.pages[car]
                law(
                    self.round == 0 and 0 < heat <= min(page.engine, 3), "the weather moves Heat before the race", event
                )
                page.engine -= heat
                page.deck += heat * (to == "deck")
                page.discard += heat * (to == "discard")
            case MulliganAnswered() | PlanMade() | Retired():
                self._before_the_turns(event)
            case GearShifted():
                self._shift(event)
            case NumberShown() | ShiftUnpaid() | CardLost():
                self._number(event)
            case LegendDecided() | LegendCardTurned() | LegendPressed():
                self._legend(event)
            case CardsRevealed() | HandCluttered():
                self._reveal(event)
            case CardsTurnedOver() | CardFlipped() | DeckShuffled() | HandFilled() | CardsDiscarded():
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
            case RaceCalledOff(rounds, cars):
                self._close()
                law(rounds == self.round >= MOST_STANDSTILL, "a race that gets nowhere is called off (T3)", event)
                for car in cars:
                    self.streets.leave(car, RETIRED)
            case RaceEnded(standings):
                self._close()
                self.ended = standings
            case DiscardBarred(car):
                law(self.road.space(self.pages[car].at) in self.road.tunnel, "a tunnel bars discarding (N1)", event)
            case MarketDealt() | UpgradePicked() | UpgradePutAway():
                self.draft.book(event)
            case _:
                law(is_of_upgrades(event), "the ledger knows every event", event)
                self._upgrades(event)

    def _upgrades(self, event: Event) -> None:
        car = getattr(event, "car")  # noqa: B009 -- every event of upgrades has one
        self.symbols.book(self._turn(car), self.pages[car], event, self.shuffled)  # type: ignore[arg-type]
        self.shuffled = None

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

    def _before_the_turns(self, event: MulliganAnswered | PlanMade | Retired) -> None:
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

    def _shift(self, event: GearShifted) -> None:
        page = self.pages[event.car]
        law(self.planned == self._racing_drivers(), "gears open when all have planned (T4)", event, self.planned)
        law(page.gear == event.before, "a shift is from the gear", event, page.gear)
        law(abs(event.gear - event.before) <= 2, "at most two gears (1.1, 1.2)", event)
        heat = self.road.shift(page.at, event.before, event.gear)
        law(event.heat == heat, "two gears cost 1 Heat, and down in the flood one more (1.2, H1)", event, heat)
        page.pay(event.heat)
        page.gear = event.gear
        if self.road.number_first:
            law(self._turn(event.car).number == event.gear, "the number of cards is the gear (M1, M2)", event)
        else:
            page.lay_down(event.gear)

    def _number(self, event: NumberShown | ShiftUnpaid | CardLost) -> None:
        law(self.road.number_first, "only tournament mode shows numbers (M1)", event)
        page = self.pages[event.car]
        if isinstance(event, NumberShown):
            self._begin(event.car)
            self._turn(event.car).number = event.number
            page.lay_down(event.number)
            return
        turn = self._turn(event.car)
        law(turn.number is not None and not turn.revealed, "a shift is paid before the cards are turned up (M1)", event)
        assert turn.number is not None
        if isinstance(event, ShiftUnpaid):
            law((event.before, event.number) == (page.gear, turn.number), "the shift to the number shown", event, turn)
            heat = self.road.shift(page.at, page.gear, turn.number)
            law(event.heat == heat > page.engine == event.engine, "a penalty is for Heat that lacks (M2)", event, heat)
            return
        law(turn.number > page.gear, "a card is lost after a shift up (M2)", event, page.gear)
        turn.number -= 1
        page.play -= 1
        page.discard += 1

    def _racing_drivers(self) -> set[int]:
        return {seat for seat in self.order if seat < self.drivers}

    def _begin(self, car: int) -> None:
        self._close()
        law(self.waiting and self.waiting.pop(0) == car, "turns go in the round's order (T1)", car, self.order)
        law(self.planned == self._racing_drivers(), "turns begin when all have planned (T4)", car, self.planned)
        self.turn = RunningTurn(car, self.pages[car].at)

    def _legend(self, event: LegendDecided | LegendCardTurned | LegendPressed) -> None:
        if isinstance(event, LegendCardTurned):
            self._close()
            law(self.legend_card_of != self.round, "one Legend card a round (L2)", event)
            self.legend_card_of = self.round
            return
        if isinstance(event, LegendPressed):
            self.pressed = event.more
            return
        self._begin(event.car)
        law(self.legend_card_of == self.round, "a Legend moves by the card of the round (L2)", event)
        turn = self._turn(event.car)
        law(self.pressed == self.road.pressing(turn.began), "an aggressive Legend presses where it may (L8)", event)
        law(event.corner is None or event.limit == self.road.limit(event.corner), "the limit on the table (L3)", event)
        turn.aim = event.target
        turn.most_lines = 99 if event.corner is None else 1 + self.pressed if event.rule == "corner" else 0
        self.pressed = 0

    def _reveal(self, event: CardsRevealed | HandCluttered) -> None:
        page = self.pages[event.car]
        if not self.road.number_first:
            self._begin(event.car)
        turn = self._turn(event.car)
        turn.revealed = True
        law(len(event.cards) == page.play, "all cards played are turned up (3.1)", event, page.play)
        if isinstance(event, HandCluttered):
            law(HEAT in event.cards or page.play < page.gear, "clutter is Heat or too few cards (2.2)", event)
            page.gear = 1
            turn.cluttered = True
            return
        law(HEAT not in event.cards and page.play == page.gear, "as many cards as the gear, no Heat (2.1)", event)
        for card in event.cards:
            self.symbols.turn_up(turn, card)

    def _cards(self, event: CardsTurnedOver | CardFlipped | DeckShuffled | HandFilled | CardsDiscarded) -> None:
        page = self.pages[event.car]
        match event:
            case DeckShuffled(_, cards):
                law(self.shuffled in (None, cards), "no shuffle without a card after it, but in a Scrap (P3)", event)
                self.shuffled = cards
            case CardsTurnedOver(car, _, cards):
                self.symbols.replaced_now(self._turn(car), page)
                page.turn_over(len(cards))
            case CardFlipped(car, source, discarded, card):
                if not page.turned:
                    self.symbols.replaced_now(self._turn(car), page)
                page.flip(len(discarded), card is not None, self.shuffled)
                self.shuffled = None
                self.flipped = self.speeds[card] if card is not None else 0
                turn = self._turn(car)
                if source == "shift":
                    law(turn.number is not None and turn.number < page.gear, "a flip for a shift down (M2)", event)
                    turn.number = (turn.number or 0) + 1
                else:
                    turn.speed += self.flipped
                    turn.aim += self.flipped
                    self.symbols.flipped(turn, source, found=card is not None)
            case CardsDiscarded(_, cards):
                law(self.road.space(page.at) not in self.road.tunnel, "no discarding in a tunnel (N1)", event, page.at)
                law(0 < cards <= page.hand, "what is discarded was in the hand (8.1)", event, page.hand)
                page.hand -= cards
                page.discard += cards
            case HandFilled(car, drawn, hand):
                page.deck += self.undealt.pop(car, 0)
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
                effect = self.road.effect(page.at)
                law(effect != "no cooling", "no Cooldown under clouds (W5)", event, page.at)
                usual = {"gear": {1: 3, 2: 1}.get(page.gear, 0), "adrenaline": int(turn.adrenaline)}
                most = {**usual, "sector": int(effect == "cool 1")}.get(source, 0)
                most = most or self.symbols.cooled(turn, source)
                used = f"sector {self.road.sector(page.at)}" if source == "sector" else source
                law(
                    used not in turn.cooled,
                    "each Cooldown is used once (5.1), that of sectors once in each (W6)",
                    event,
                )
                law(0 < heat <= min(most, page.hand), "up to as many Heat as the symbol says (5.2)", event, most)
                turn.cooled |= {used} - self.speeds.keys()
                page.hand -= heat
                page.engine += heat
            case Boosted(_, heat):
                law(not turn.boosted, "a Boost is made once a turn (5.3)", event)
                law(
                    heat == (self.road.effect(page.at) != "free boost"),
                    "a Boost costs 1 Heat (5.3, W4)",
                    event,
                    page.at,
                )
                turn.boosted = True
                page.pay(heat)

    def _move(self, event: CarMoved) -> None:
        turn = self._turn(event.car)
        aims = {"reveal": turn.speed, "boost": self.flipped, "adrenaline": 1, **dict.fromkeys(BY_CARDS, turn.aim)}
        aims["legend"] = turn.aim - event.start
        turn.speed += event.cause == "adrenaline"
        law(event.cause in BY_CARDS or event.cause not in turn.moved, "each move is made once", event)
        turn.moved.append(event.cause)
        effect = self.road.effect(event.start)
        if event.cause == "slipstream":
            ways = self.symbols.slipstreams(turn)
            ways |= {way + int(effect[-1]) for way in ways if effect.startswith("boost")}
            law(event.distance in ways, "a Slipstream is as long as its boosts allow (6.1, G7)", event, ways)
        else:
            law(event.distance == aims[event.cause], "a move is as long as its cause says", event, aims)
        law(event.cause != "adrenaline" or turn.adrenaline, "only Adrenaline moves 1 (4.2)", event)
        law(event.speed == turn.speed, "a move tells the speed of the turn so far", event, turn.speed)
        if event.cause == "slipstream":
            law(effect != "no slipstream", "no Slipstream starts in fog (W5)", event)
            self.streets.slipstream(event)
        if event.cause == "legend":
            lines = self.streets.lines(event.start, event.end)
            law(len(lines) <= turn.most_lines, "a Legend crosses no line too many (L3, L4, L8)", event, lines)
        self.streets.move(event)

    def _corner(self, event: CornerTaken | SpunOut) -> None:
        page, turn = self.pages[event.car], self._turn(event.car)
        if not turn.corners_taken:
            turn.lines = self.streets.lines(turn.began, page.at)
        law(len(turn.lines) > turn.corners_taken and not turn.spun, "only lines crossed are checked (7.1)", event)
        corner, line = turn.lines[turn.corners_taken]
        turn.corners_taken += 1
        law(event.corner == corner, "lines are checked in order (7.1)", event, turn.lines)
        adjust = self.symbols.adjust(turn)
        law(event.limit == self.road.limit(corner, adjust), "the limit with Adjust counts (7.1, W3, G9)", event, adjust)
        law(event.speed == turn.speed, "the whole speed counts at a corner (7.1)", event, turn.speed)
        owed = self.road.owed(corner, turn.speed, adjust)
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
        """End the turn in progress, if any, and check it against the rules."""
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
        law(self.symbols.all_used(turn), "what is mandatory is used (G10)", turn.car, turn.symbols)
        law(turn.adrenaline == (turn.car in last), "the last gain Adrenaline (4.1)", turn.car, self.order)
        if not turn.spun:
            lines = len(self.streets.lines(turn.began, page.at))
            law(turn.corners_taken == lines, "every line crossed is checked (7.1)", turn.car, turn.lines)
