"""Laws of the figures of every race, in every mix of tracks, cars and options and in every season."""

from __future__ import annotations

from random import Random

import pytest

from heat_tui.engine.car import OUT, RETIRED
from heat_tui.engine.events import ChoiceForced, PlanMade, RoundBegan
from heat_tui.game.figures.statistics import CarTally, Tally, tally
from heat_tui.game.table.match import Match, Raced
from heat_tui.modules import PACKAGES
from tests.laws.mixes import drawn_mix
from tests.laws.test_season_laws import TITLES, drawn_season

MOST = 1500
"""The maximum number of actions that are played in a game."""


class Watched:
    """The cars' places (0 if retired or out) and engine Heat at the start of each round, by round number minus 1.

    A round in which nobody has a choice of plans is not recorded.
    """

    def __init__(self) -> None:
        self.at: dict[int, tuple[int, ...]] = {}
        self.heat: dict[int, tuple[int, ...]] = {}

    def look(self, match: Match) -> None:
        """Record the race if a round has just begun."""
        events = list(match.events)
        while events and isinstance(events[-1], PlanMade | ChoiceForced):
            events.pop()
        if events and isinstance(began := events[-1], RoundBegan):
            cars = match.view(None).cars
            self.at[began.number - 1] = tuple(0 if car.status in (RETIRED, OUT) else car.at for car in cars)
            self.heat[began.number - 1] = tuple(car.engine for car in cars)


def counted_as_seen(race: Raced, seen: Watched) -> Tally:
    """Tally a race, compare the figures with the records of each round, and return the tally."""
    counted = tally(race)
    view, running = race.view(None), 0 if race.race_over else 1
    for index, car in enumerate(counted.cars):
        assert car.heat_left == view.cars[index].engine
        engines, gaps = counted.engines(index), counted.gaps(index)
        rounds = len(car.turns) - (running if car.turns and car.turns[-1].round == counted.rounds else 0)
        assert car.rounds_first == car.places[: len(car.turns)].count(1)
        if car.turns:
            assert len(engines) == 1 + rounds
            assert engines[0] == car.heat_start - car.heat_hand
        for number, heat in enumerate(engines[:-1]):
            assert number not in seen.heat or heat == seen.heat[number][index]
        for number, gap in enumerate(gaps[:-1]):
            assert number not in seen.at or gap == max(seen.at[number]) - seen.at[number][index] >= 0
        sums_agree(car, running=bool(car.turns) and car.turns[-1].gear == 0, legend=index >= race.sheet.drivers)
    crossings = counted.crossings
    for index, car in enumerate(counted.cars):
        own = [crossing for crossing in crossings if crossing.car == index]
        assert (car.corners, car.corners_over) == (len(own), sum(crossing.over > 0 for crossing in own))
        assert car.heat_spin + car.heat_corner == sum(crossing.heat for crossing in own)
        assert car.spins == sum(crossing.spun for crossing in own)
        crossed = [(crossing.lap, crossing.line) for crossing in own if not crossing.spun]
        if car.time is not None and index < race.sheet.drivers:
            lines, laps = range(len(race.sheet.track.corners)), range(1, race.sheet.laps + 1)
            assert {*crossed} == {(lap, line) for lap in laps for line in lines}
    assert [each.round for each in crossings] == sorted(each.round for each in crossings)
    if race.race_over:
        assert [car.place for car in counted.cars] == [race.standings.index(car) + 1 for car in range(len(view.cars))]
    return counted


def sums_agree(car: CarTally, *, running: bool, legend: bool) -> None:
    """Check that the figures of one car agree with each other and with its rounds."""
    gears = (car.gear_1, car.gear_2, car.gear_3, car.gear_4)
    assert car.rounds == len(car.turns)
    if legend:
        assert (*gears, car.heat_paid, car.top_speed, car.corners, car.stress_played) == (0,) * 8
    else:
        assert sum(gears) == car.rounds - running
    assert car.heat_shift == car.shift_up_heat + car.shift_down_heat + car.flooded_heat
    assert car.heat_start + car.cooled == car.heat_paid + car.heat_lost + car.heat_left
    assert car.slipstream_spaces == sum(turn.slipstream for turn in car.turns)
    assert car.top_speed == max((turn.speed for turn in car.turns), default=0)
    assert (car.spins, car.cluttered) == (
        sum(turn.spun for turn in car.turns),
        sum(turn.cluttered for turn in car.turns),
    )
    assert car.boosts >= sum(turn.boosted for turn in car.turns)
    assert car.adrenaline_rounds == sum(turn.adrenaline for turn in car.turns) <= car.rounds
    assert 0 <= car.adrenaline_spaces <= car.adrenaline_rounds
    assert car.time is None or car.rounds - 1 <= car.time < car.rounds


def play(match: Match, random: Random, most: int) -> list[Tally]:
    """Play a random game of up to `most` actions, and return the counts of its races.

    The race in progress is also counted at every 97th action.
    """
    watched = [Watched()]
    watched[0].look(match)
    for number in range(most):
        decision = match.decision
        if decision is None:
            break
        match.play(decision.sample(random.random))
        if len(match.races) > len(watched):
            watched.append(Watched())
        watched[-1].look(match)
        if number % 97 == 0:
            counted_as_seen(match, watched[-1])
    rounds = sum(race.end.round for race in match.races)
    assert sum(len(seen.heat) for seen in watched) >= 0.5 * rounds
    return [counted_as_seen(race, seen) for race, seen in zip(match.races, watched, strict=True)]


def count(random: Random, games: int) -> None:
    """Count games; assert that every module was used, and that each figure but Heat lost was above 0 for some car."""
    modules, cars = set[str](), list[CarTally]()
    for number in range(games):
        if number % 5 == 4:
            match = Match.start(
                season := drawn_season(random.choice(TITLES), random.getrandbits(32)), ["person"] * len(season.seats)
            )
        else:
            mix = drawn_mix(random)
            match = Match.start(mix.setup(), ["person"] * mix.drivers)
        for counted in play(match, random, MOST):
            cars += counted.cars
        modules |= {module.name for race in match.races for module in race.end.rules.modules}
    assert modules >= {*PACKAGES}
    names = {name for name in CarTally.__slots__ if any(getattr(car, name) for car in cars)}
    assert {*CarTally.__slots__} - names <= {"heat_lost"}


@pytest.mark.long
def test_the_figures_agree_with_the_race() -> None:
    count(Random(1), 15)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 14))
def test_the_figures_agree_with_many_races(seed: int) -> None:
    count(Random(seed), 60)
