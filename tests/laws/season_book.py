"""The open facts of a championship, computed a second time from its events alone and compared with the season."""

from __future__ import annotations

from collections import Counter

from heat_tui.engine.events import (
    AdrenalineGained,
    CardsDiscarded,
    CardsRevealed,
    CarFinished,
    CarMoved,
    CornerTaken,
    Event,
    HandCluttered,
    LapCompleted,
    RaceCalledOff,
    RaceStarted,
    Retired,
    SpunOut,
)
from heat_tui.engine.track import Track
from heat_tui.modules.championship.events import (
    Eliminated,
    HeatLost,
    NoSponsorshipLeft,
    OpeningSponsorships,
    PointsScored,
    PressPlaced,
    SeasonRaceBegan,
    SponsorshipGained,
    SponsorshipsUsed,
    UpgradeKept,
)
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.state import KEYS, pool_of
from heat_tui.modules.garage.cards import MarketDealt, UpgradeExchanged, UpgradePicked
from heat_tui.modules.weather import ConditionsPlaced
from tests.laws.law import law

OPENING = {1: 2, 4: 2, 7: 3, 10: 0, 11: 0, 15: 2, 16: 0, 17: 0}
"""The number of Sponsorships in an opening hand by event; 1 for events that are not listed."""

PRESS = {1: (1,), 2: (2,), 3: (3,), 4: (5,), 5: (3, 5), 6: (3,), 7: (1,), 8: (2, 4), 9: (4,), 10: (4,), 11: (2, 3)}
PRESS |= {12: (2,), 13: (3,), 14: (), 15: (4,), 16: (3,), 17: (1, 3), 18: (2,)}
"""The numbers of the press corners by event."""

POINTS = (9, 6, 4, 3, 2, 1, 0, 0)
LIMITS = {"limit_up": 1, "limit_down": -1}


class OwnTurn:
    """The facts of a car's turn in progress that determine its Sponsorships."""

    def __init__(self, car: int, at: float) -> None:
        self.car = car
        self.began = at
        self.end = at
        self.place = 0
        self.speed = 0
        self.towed: tuple[int, int] | None = None
        self.spun = False
        self.moved = False
        self.gained: list[tuple[str, int | None]] = []


class SeasonBook:
    """The points, Sponsorships, upgrades and results of a season."""

    def __init__(self, season: Season) -> None:
        self.setup = season.setup
        self.drivers = len(season.setup.seats)
        self.cars = season.cars
        self.points = [0] * self.cars
        self.in_season = [0] * self.cars
        self.last_order: tuple[int, ...] = ()
        self.race = -1
        self.owned: list[Counter[str]] = [Counter() for _ in range(self.drivers)]
        self.kept: list[Counter[str]] = []
        self.held = [0] * self.drivers
        self.crossed: list[int] = []
        self.begin_race()

    def begin_race(self) -> None:
        """Reset everything that is recorded about a single race."""
        self.deck = len(pool_of(self.setup.sets)) - sum(self.held)
        self.used = 0
        self.turn: OwnTurn | None = None
        self.at: dict[int, float] = {}
        self.on_track: set[int] = set(range(self.cars))
        self.finished: list[int] = []
        self.retired: list[int] = []
        self.out: list[int] = []
        self.crossed = []
        self.press: tuple[int, ...] = ()
        self.tokens: tuple[str, ...] = ()
        self.market: Counter[str] = Counter()
        self.played = 0
        self.left_in_play: Counter[int] = Counter()
        self.lost_heat = 0

    @property
    def track(self) -> Track:
        """The track of the race."""
        return self.setup.calendar[self.race].track

    @property
    def event(self) -> int:
        """The number of the race's event."""
        return self.setup.calendar[self.race].event

    def write(self, events: list[Event], finish: int) -> None:
        """Record the events of a race; raise BrokenLaw if one is wrong.

        `finish` is the last place before the finish line of the last lap.
        """
        for event in events:
            self._book(event, finish)

    def _book(self, event: Event, finish: int) -> None:
        match event:
            case SeasonRaceBegan(number, track, told):
                self._next_race(number)
                law((track, told) == (self.track.id, self.event), "the races come as in the calendar (E1)", event)
            case RaceStarted(grid):
                self._grid(grid)
            case RaceCalledOff(_, cars):
                self._settle(finish)
                self.retired += reversed(cars)
            case MarketDealt() | UpgradePicked() | UpgradeExchanged() | UpgradeKept():
                self._upgrade(event)
            case OpeningSponsorships(car, cards):
                wanted = min(OPENING.get(self.event, 1), self.deck)
                law(cards == wanted, "each draws as many as the event says (E4)", event, wanted)
                self.deck -= cards
                self.held[car] += cards
            case PressPlaced(corners):
                highest = max((corner.press or 0 for corner in self.track.corners), default=0)
                wanted_numbers = {(number - 1) % highest + 1 for number in PRESS[self.event]}
                numbers = {self.track.corners[corner].press for corner in corners}
                law(numbers == wanted_numbers, "the press stands where the event says (E9)", event)
                self.press = corners
            case ConditionsPlaced(conditions):
                self.tokens = conditions
            case SponsorshipGained() | NoSponsorshipLeft():
                self._gain(event)
            case SponsorshipsUsed(car, cards):
                law(0 < len(cards) == self.played, "what was played of them is used (E10)", event, self.played)
                self.held[car] -= len(cards)
                self.used += len(cards)
            case PointsScored(points):
                self._settle(finish)
                self._score(points)
            case _:
                self._drive(event, finish)

    def _next_race(self, number: int) -> None:
        opens = number - 1 in {sum(self.setup.parts[:count]) for count in range(1, len(self.setup.parts))}
        law(number == self.race + 2, "races are counted", number)
        if opens:
            law(len(self.kept) == self.drivers, "every driver keeps one upgrade (E12)", self.kept)
            self.owned, self.held = self.kept, [0] * self.drivers
            self.last_order, self.in_season = (), [0] * self.cars
        elif number > 1:
            self.held = [held - self.left_in_play[seat] for seat, held in enumerate(self.held)]
        if number > 1:
            self.begin_race()
        self.kept = []
        self.race = number - 1

    def _grid(self, grid: tuple[int, ...]) -> None:
        if self.last_order:
            order = sorted(range(self.cars), key=lambda car: (-self.in_season[car], self.last_order.index(car)))
            law(list(grid) == order, "the grid is the points order of the season (E3, E12)", grid, order)
        spaces = self.track.spaces
        for place, car in enumerate(grid):
            self.at[car] = spaces - place // 2 - (place % 2) / 2

    def _upgrade(self, event: MarketDealt | UpgradePicked | UpgradeExchanged | UpgradeKept) -> None:
        match event:
            case MarketDealt(_, cards):
                law(0 < len(cards) <= self.drivers + 3, "a market has drivers and 3 cards (E4)", event)
                self.market = Counter(cards)
            case UpgradePicked(car, card):
                law(self.market[card] > 0, "a card is taken from the market (E4)", event)
                self.market[card] -= 1
                self.owned[car][card] += 1
            case UpgradeExchanged(car, give, take):
                law(self.market[take] > 0 and self.owned[car][give] > 0, "one owned for one of the market (E4)", event)
                last = min(range(self.drivers), key=lambda seat: self.at[seat])
                law(car == last, "only the last driver of the grid exchanges (E4)", event, self.at)
                self.owned[car][give] -= 1
                self.owned[car][take] += 1
            case UpgradeKept(car, kept):
                law(car == len(self.kept), "drivers keep in seat order (E12)", event)
                law(kept is None or self.owned[car][kept] > 0, "only what is owned is kept (E12)", event)
                self.kept.append(Counter([kept] if kept else []))

    def _gain(self, event: SponsorshipGained | NoSponsorshipLeft) -> None:
        turn = self.turn
        law(turn is not None and turn.car == event.car, "Sponsorships are gained in the own turn (E9)", event)
        assert turn is not None
        turn.gained.append((event.reason, event.corner))
        there = self.deck + self.used
        law(
            (there > 0) == isinstance(event, SponsorshipGained), "one is gained while there are any (E10)", event, there
        )
        if isinstance(event, SponsorshipGained):
            if not self.deck:
                self.deck, self.used = self.used, 0
            self.deck -= 1
            self.held[event.car] += 1

    def _drive(self, event: Event, finish: int) -> None:
        car = getattr(event, "car", None)
        if car is None:
            self._settle(finish)
            return
        if self.turn is not None and self.turn.car != car:
            self._settle(finish)
        match event:
            case CardsRevealed(_, cards):
                self.played = sum(played in KEYS for played in cards)
            case CarMoved():
                self._move(event)
            case HandCluttered():
                self.turn = OwnTurn(event.car, self.at[event.car])
            case SpunOut():
                self._spin(event)
            case CornerTaken():
                law(event.corner < len(self.track.corners), "a corner of the track", event)
            case LapCompleted(_, lap):
                law(event.car not in self.out, "who is out completes no lap (E11)", event)
                if lap == 1 and event.car not in self.crossed:
                    self._settle(finish)
                    self.crossed.append(event.car)
            case Eliminated():
                law(self.event == 10, "a spin out is the end at event 10 only (E11)", event)
                self.out.append(event.car)
                self.left_in_play[event.car] = self.played
                self.on_track.discard(event.car)
            case HeatLost():
                law(self.event == 18 and event.car < self.drivers, "Heat is lost at event 18 only (E11)", event)
                self.lost_heat += 1
            case AdrenalineGained():
                law(self.event != 14, "nobody gets Adrenaline at event 14 (E11)", event)
            case CardsDiscarded(_, cards):
                law(self.event != 15 or cards <= 1, "at most one card at event 15 (E11)", event)
            case CarFinished():
                self.finished.append(event.car)
                self.on_track.discard(event.car)
            case Retired():
                self.retired.append(event.car)
                self.on_track.discard(event.car)

    def _move(self, event: CarMoved) -> None:
        if self.turn is None:
            self.turn = OwnTurn(event.car, self.at[event.car])
        turn = self.turn
        turn.speed = event.speed
        turn.moved = True
        turn.end = event.end - event.spot / 2
        turn.place = event.end
        if event.cause == "slipstream":
            turn.towed = (event.start, event.end)
        self.at[event.car] = turn.end

    def _spin(self, event: SpunOut) -> None:
        assert self.turn is not None
        self.turn.spun = True
        self.at[event.car] = self.turn.end = event.end - event.spot / 2
        self.turn.place = event.end
        law(self.event != 10 or not event.stress, "no Stress for who is out (E11)", event)

    def _settle(self, finish: int) -> None:
        """End the turn in progress, if any, and compare the Sponsorships gained in it with those earned."""
        turn, self.turn = self.turn, None
        if turn is None:
            return
        earned = [] if turn.spun or not turn.moved or turn.car >= self.drivers else self._earned(turn, finish)
        law(turn.gained == earned, "who earned a Sponsorship gains it (E9, E11)", turn.car, turn.gained, earned)

    def _earned(self, turn: OwnTurn, finish: int) -> list[tuple[str, int | None]]:
        began = int(turn.began + 0.5)
        earned: list[tuple[str, int | None]] = []
        for line, corner in self._lines(began, min(turn.place, finish)):
            if corner in self.press:
                reason = self._seen(turn, line, corner)
                earned += [(reason, corner)] * (2 if self.event == 11 else 1) if reason else []
        lap = 2 * self.track.spaces
        if self.event == 1 and began <= lap < turn.place and len(self.crossed) < 3 and turn.car not in self.crossed:
            earned.append(("grandstand", None))
        if self.event == 2 and turn.speed >= 15:
            earned.append(("record", None))
        others = [self.at[car] for car in self.on_track if car != turn.car]
        if self.event == 8 and sum(turn.began < at < turn.end for at in others) >= 3:
            earned.append(("television", None))
        return earned

    def _seen(self, turn: OwnTurn, line: int, corner: int) -> str:
        """Return why the press at a corner gives a Sponsorship, "" if it gives none."""
        limit = max(self.track.corners[corner].limit + LIMITS.get(self.tokens[corner], 0), 0)
        if self.event == 16:
            return "slow" if turn.speed < limit else ""
        if turn.towed is not None and turn.towed[0] <= line < turn.towed[1]:
            return "towed"
        return "fast" if turn.speed >= limit + 2 else ""

    def _lines(self, began: int, end: int) -> list[tuple[int, int]]:
        """Return the corner lines between two places in order, as (last place before the line, corner)."""
        spaces = self.track.spaces
        return sorted(
            (lap * spaces + corner.line_after, index)
            for lap in range(began // spaces - 1, end // spaces + 1)
            for index, corner in enumerate(self.track.corners)
            if began <= lap * spaces + corner.line_after < end
        )

    def _score(self, points: tuple[int, ...]) -> None:
        order = (*self.finished, *reversed(self.retired), *reversed(self.out))
        law(sorted(order) == [*range(self.cars)], "every car has a place", order)
        for place, car in enumerate(order):
            worth = 0 if car in self.out else POINTS[place]
            worth += 2 if self.event == 3 and place == 0 else 0
            worth += 1 if self.event == 6 and place < min(3, len(self.finished)) else 0
            law(points[car] == worth, "points go by place (E6)", car, points, order)
            self.points[car] += worth
            self.in_season[car] += worth
        self.last_order = order
