"""The timed workloads: each does a fixed amount of work and returns how much, and how long it took."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import chess
from catanatron import Color, Game, RandomPlayer

from heat_tui.drivers import Chance
from heat_tui.engine import Race, RaceSetup
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import SETS
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.tracks import load_track

CARS = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay")
RACES = 12
GAMES = 6
CHESS_PLIES = 60
CHESS_GAMES = 40
COPIES = 2000
MIDDLE = 120
"""The minimum number of decisions in a race, or of ticks in a game of Catan, before work on it is timed."""


@dataclass
class Timed:
    """The amount of work done (`count` units, in `whole` races or games) in `seconds`."""

    count: int
    whole: int
    seconds: float

    @property
    def rate(self) -> float:
        """The units per second."""
        return self.count / self.seconds

    @property
    def each(self) -> float:
        """The microseconds per unit."""
        return self.seconds / self.count * 1e6


TRACK = load_track("usa")


def start(seed: int) -> Race:
    """Start a race of six cars on the USA track, over its two laps."""
    return Race.start(RaceSetup(TRACK, CARS, seed=seed))


def start_with_modules(seed: int) -> Race:
    """Start the race of `start` with a draft from all upgrades, weather, tournament mode and the mulligan."""
    modules = (Garage(sets=SETS), Weather(), Tournament())
    return Race.start(RaceSetup(TRACK, CARS, seed=seed, modules=(*modules, MulliganRule())))


def ticks(seed: int) -> Timed:
    """Time ticks; a tick is one `Race.play`: an action sampled without listing, events built, no views."""
    return _played_out([start(seed + number) for number in range(RACES)], seed)


def ticks_with_modules(seed: int) -> Timed:
    """Time ticks of races from `start_with_modules`."""
    return _played_out([start_with_modules(seed + number) for number in range(RACES)], seed)


def _played_out(races: list[Race], seed: int) -> Timed:
    draw = random.Random(seed).random
    count = 0
    began = perf_counter()
    for race in races:
        while (decision := race.decision) is not None:
            race.play(decision.sample(draw))
            count += 1
    return Timed(count, len(races), perf_counter() - began)


def ticks_through_views(seed: int) -> Timed:
    """Time ticks through drivers, each of which gets a fresh view for every decision."""
    races = [start(seed + number) for number in range(RACES)]
    drivers = [Chance(seed + number) for number in range(len(CARS))]
    count = 0
    began = perf_counter()
    for race in races:
        while (decision := race.decision) is not None:
            race.play(drivers[decision.seat].choose(race.view(decision.seat), decision))
            count += 1
    return Timed(count, RACES, perf_counter() - began)


def catan_ticks(seed: int) -> Timed:
    """Time catanatron: four random players, one tick a decision."""
    random.seed(seed)
    games = [_catan(seed + number) for number in range(GAMES)]
    count = 0
    began = perf_counter()
    for game in games:
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            count += 1
    return Timed(count, GAMES, perf_counter() - began)


def chess_moves(seed: int) -> Timed:
    """Time python-chess: push random legal moves and pop them all again; a move is a push and a pop."""
    draw = random.Random(seed)
    boards = []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        while len(board.move_stack) < CHESS_PLIES and (moves := list(board.legal_moves)):
            board.push(draw.choice(moves))
        boards.append((chess.Board(), list(board.move_stack)))
    count = 0
    began = perf_counter()
    for board, moves in boards:
        for move in moves:
            board.push(move)
        for _ in moves:
            board.pop()
        count += len(moves)
    return Timed(count, CHESS_GAMES, perf_counter() - began)


def clones(seed: int) -> Timed:
    """Time copies of a race under way."""
    return _repeated(_under_way(seed).clone)


def catan_copies(seed: int) -> Timed:
    """Time copies of a game of Catan under way."""
    random.seed(seed)
    game = _catan(seed)
    for _ in range(MIDDLE):
        game.play_tick()
    return _repeated(game.copy)


def views(seed: int) -> Timed:
    """Time views of a race under way for the seat that must choose, with every car viewed afresh."""
    race = _under_way(seed)
    decision = race.decision
    assert decision is not None
    seat = decision.seat

    def fresh_view() -> object:
        race.seen = [None] * len(race.cars)
        return race.view(seat)

    return _repeated(fresh_view)


def forecasts(seed: int) -> Timed:
    """Time forecasts of random plans."""
    race = _under_way(seed)
    decision = race.decision
    assert decision is not None
    seat, draw = decision.seat, random.Random(seed).random
    actions = [decision.sample(draw) for _ in range(COPIES)]
    began = perf_counter()
    for action in actions:
        race.forecast(seat, action)
    return Timed(COPIES, 1, perf_counter() - began)


def _repeated(work: Callable[[], object]) -> Timed:
    began = perf_counter()
    for _ in range(COPIES):
        work()
    return Timed(COPIES, 1, perf_counter() - began)


def _under_way(seed: int) -> Race:
    """Return a race after a few rounds, at the first plan of a round."""
    race = start(seed)
    draw = random.Random(seed).random
    for _ in range(MIDDLE):
        _play_on(race, draw)
    while race.step_name != "planning" or race.asked != 0:
        _play_on(race, draw)
    return race


def _play_on(race: Race, draw: Callable[[], float]) -> None:
    decision = race.decision
    assert decision is not None
    race.play(decision.sample(draw))


def _catan(seed: int) -> Game:
    return Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
