"""Races and seasons without spectators, and their totals, which do not depend on the process that runs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from heat_tui.drivers import KINDS, Driver
from heat_tui.engine.actions import NextRace
from heat_tui.engine.decisions import NextRaceDecision
from heat_tui.engine.events import Event
from heat_tui.engine.rng import stream
from heat_tui.game.figures.statistics import Tally
from heat_tui.game.setup.options import Controller
from heat_tui.game.table.match import DRIVER_STREAMS, ask
from heat_tui.modules.championship.season import Season, result_of
from heat_tui.store.saved_race import Game, GameSetup, opening, race_of

Sums = Counter[str]
"""The named totals of one car, as integers, which add up exactly: `starts`, `wins`, `places` and so on."""


class Row(NamedTuple):
    """One car in one race: `seed` is that of the game, `race` the number of the race in the game, from 1.

    `car`, `grid` and `place` count from 1; `finished` is 1 or 0; `points` are championship points (E6).
    """

    seed: int
    race: int
    track: str
    car: int
    grid: int
    place: int
    finished: int
    points: int
    rounds: int
    spins: int
    heat_paid: int


@dataclass(slots=True)
class Totals:
    """The totals of several games: the sums of each car, and the rows if they were asked for."""

    games: int = 0
    sums: list[Sums] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def add(self, rows: Sequence[Row]) -> None:
        """Add one race to `sums`, given its rows in the order of the cars; the attribute `rows` stays as it is."""
        self.sums += [Sums() for _row in rows[len(self.sums) :]]
        for car, row in zip(self.sums, rows, strict=True):
            won = int(row.place == 1 and row.finished)
            car.update(wins=won, points=row.points, rounds=row.rounds, spins=row.spins, heat_paid=row.heat_paid)


def race(setups: Sequence[GameSetup], controllers: Sequence[Controller], *, with_rows: bool = False) -> Totals:
    """Race games to the end and return their totals, with the rows of all races if `with_rows`. Raises IllegalSetup."""
    totals = Totals(len(setups))
    for setup in setups:
        game = opening(setup, None)
        drivers = [KINDS[kind].make(stream(setup.seed, DRIVER_STREAMS + seat)) for seat, kind in enumerate(controllers)]
        for number, events in enumerate(_races(game, drivers), start=1):
            rows = _rows(game, setup.seed, number, events)
            totals.add(rows)
            if with_rows:
                totals.rows += rows
        for place, index in enumerate(game.standings, start=1):
            titles = int(place == 1 and isinstance(game, Season))
            totals.sums[index].update(starts=1, titles=titles, places=place)
    return totals


def _races(game: Game, drivers: Sequence[Driver]) -> Iterator[list[Event]]:
    """Play a game to the end; yield the events of each race when it is over."""
    events = [*game.events]
    while (decision := game.decision) is not None:
        if isinstance(decision, NextRaceDecision):
            yield events
            events = [*game.play(NextRace())]
        else:
            events += game.play(ask(drivers[decision.seat], game, decision))
    yield events


def _rows(game: Game, seed: int, number: int, events: Sequence[Event]) -> list[Row]:
    """Return the rows of the race that has just ended."""
    ended = race_of(game)
    result = result_of(ended)
    places = {index: place for place, index in enumerate(result.order, start=1)}
    return [
        Row(
            seed=seed,
            race=number,
            track=ended.setup.track.id,
            car=index + 1,
            grid=counted.places[0],
            place=places[index],
            finished=int(places[index] <= result.finished),
            points=result.points[index],
            rounds=counted.rounds,
            spins=counted.spins,
            heat_paid=counted.heat_paid,
        )
        for index, counted in enumerate(Tally(ended.rules.sheet, events).cars)
    ]
