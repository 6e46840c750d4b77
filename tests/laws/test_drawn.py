"""Worlds drawn from a view keep the laws of `drawn`, in every mix of tracks, cars and options and in every season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from heat_tui.drivers import Steady
from heat_tui.engine import Race, worlds
from heat_tui.engine.actions import DONE, Action, Plan
from heat_tui.engine.cards import HEAT
from heat_tui.engine.decisions import Decision, PlanDecision, ReactDecision
from heat_tui.engine.module import Module
from heat_tui.engine.record import IllegalAction
from heat_tui.modules import PACKAGES
from heat_tui.modules.championship.race import Championship
from heat_tui.modules.championship.season import Season
from heat_tui.modules.garage import LEVELS, Garage
from heat_tui.modules.legends import Legends
from heat_tui.store.saved_race import Game, race_of
from tests.laws.checks import at_rest, figures_in_range, sampled
from tests.laws.drawn import Remembered, a_turn_may_wait, counted, discardable, worlds_keep_what_is_known, worlds_view
from tests.laws.law import BrokenLaw
from tests.laws.mixes import drawn_mix
from tests.laws.test_season_laws import TITLES, drawn_season

MOST = 4000
"""The maximum number of actions for which a game is followed."""


def games(random: Random, count: int) -> Iterator[Game]:
    """Yield `count` games in rotation: races of any mix, races with upgrades, and seasons."""
    for number in range(count):
        if number % 4 == 3:
            yield Season.start(drawn_season(random.choice(TITLES), random.getrandbits(32)))
        elif number % 2:
            mix = replace(drawn_mix(random), garage=random.choice(LEVELS), expansions=True)
            yield Race.start(replace(mix, memory_aid=random.random() < 0.5).setup())
        else:
            yield Race.start(drawn_mix(random).setup())


def look(random: Random, count: int, *, often: float) -> None:
    """Play random games and check the laws of worlds now and then; assert that every module was used."""
    modules: set[str] = set()
    for game in games(random, count):
        race = race_of(game)
        remembered = Remembered(race)
        for _ in range(MOST):
            if race_of(game) is not race:
                race = race_of(game)
                remembered = Remembered(race)
            modules |= {module.name for module in race.rules.modules}
            remembered.agrees(race)
            if race.decision is not None and random.random() < often:
                worlds_keep_what_is_known(race, random)
                a_turn_may_wait(race, random)
            action = _next(game, random)
            if action is None:
                break
            remembered.write(game.play(action))
    assert modules >= {*PACKAGES}


def _next(game: Game, random: Random) -> Action | None:
    race, decision = race_of(game), game.decision
    if decision is None:
        return None
    return decision.sample(random.random) if race.over else sampled(race, random, reckless=random.random() < 0.1)


def count_cards(random: Random, races: int, times: int) -> None:
    """Check how often cards occur in each place of the worlds, in at most one position of each game."""
    cards = 0
    for game in games(random, races):
        for _ in range(random.randint(10, 250)):
            action = _next(game, random)
            if action is None:
                break
            game.play(action)
        race = race_of(game)
        if race.decision is not None and HEAT not in discardable(race):
            cards += counted(race, worlds_view(race), random, times)
    assert cards > races


def play_on(random: Random, count: int) -> None:
    """Draw worlds from games, and worlds from these worlds, and play the last ones to the finish."""
    for game in games(random, count):
        for _ in range(random.randint(0, 200)):
            action = _next(game, random)
            if action is None:
                break
            game.play(action)
        race = race_of(game)
        for _ in range(3):
            if race.decision is None:
                break
            race = worlds_view(race).world(random.random)
            for _ in range(random.randint(0, 40)):
                if race.decision is not None:
                    race.play(sampled(race, random, reckless=False))
        while race.decision is not None:
            race.play(sampled(race, random, reckless=False))
            at_rest(race)
            figures_in_range(race)
        assert race.over


@pytest.mark.long
def test_worlds_keep_what_is_known_and_nothing_else() -> None:
    look(Random(1), 16, often=0.02)


@pytest.mark.long
def test_every_hidden_card_is_as_likely_as_computed() -> None:
    count_cards(Random(2), 16, 150)


def test_worlds_can_be_played_to_the_finish() -> None:
    play_on(Random(3), 8)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 12))
def test_worlds_keep_what_is_known_in_many_games(seed: int) -> None:
    look(Random(seed), 40, often=0.05)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20, 22))
def test_cards_are_as_likely_as_computed_in_many_worlds(seed: int) -> None:
    count_cards(Random(seed), 40, 2000)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30, 32))
def test_many_worlds_can_be_played_to_the_finish(seed: int) -> None:
    play_on(Random(seed), 40)


@pytest.mark.long
def test_others_plans_are_made_by_the_function_that_the_driver_gives() -> None:
    random, steady, made = Random(6), Steady(), Counter[str]()
    for game in games(random, 4):
        race = race_of(game)
        for _ in range(300):
            decision = race.decision
            if decision is None:
                break
            if random.random() < 0.1:
                plans: dict[int, Action] = {}

                def choose(world: Race, asked: Decision, plans: dict[int, Action] = plans) -> Action:
                    plans[asked.seat] = steady.choose(world.view(asked.seat), asked)
                    return plans[asked.seat]

                world = worlds_view(race).world(random.random, choose)
                assert world.view(decision.seat) == race.view(decision.seat)
                hidden = [car for car in world.cars if car.index != decision.seat and (car.plan or car.play)]
                assert {car.index for car in hidden} == plans.keys()
                for car in hidden:
                    plan = plans[car.index]
                    assert isinstance(plan, Plan)
                    assert car.plan == (plan.gear, tuple(sorted(plan.cards))) or car.play == sorted(plan.cards)
                    made["face down" if car.play else "plan"] += 1
            race.play(sampled(race, random, reckless=False))
    assert min(made["face down"], made["plan"]) > 20


def test_a_plan_that_the_rules_refuse_makes_no_world() -> None:
    race = Race.start(replace(drawn_mix(Random(4), cars=4), drivers=4, legends=0, garage="", mulligan=False).setup())
    race.play(next(race.decision.options()) if race.decision is not None else DONE)
    with pytest.raises(IllegalAction):
        worlds_view(race).world(Random(1).random, lambda world, decision: DONE)


def test_only_a_pending_plan_may_wait() -> None:
    race = Race.start(drawn_mix(Random(4), cars=4).setup())
    decision = race.decision
    assert decision is not None
    with pytest.raises(ValueError, match="no plan of seat"):
        race.run_until(decision.seat + 1, lambda _, due: next(due.options()))
    while isinstance(race.decision, PlanDecision):
        race.play(next(race.decision.options()))
    assert race.decision is not None
    with pytest.raises(ValueError, match="no plan of seat"):
        race.run_until(race.decision.seat, lambda _, due: next(due.options()))


def test_only_the_seat_that_chooses_draws_worlds() -> None:
    race = Race.start(drawn_mix(Random(4), cars=4).setup())
    seat = race.decision.seat if race.decision is not None else 0
    with pytest.raises(ValueError, match="seat that chooses"):
        worlds.with_worlds(race, race.view(None))
    with pytest.raises(ValueError, match="without worlds"):
        race.view(seat).world(Random(1).random)


@pytest.mark.long
@pytest.mark.parametrize("kind", [Championship, Garage, Legends])
def test_a_module_that_hides_nothing_from_worlds_is_noticed(
    kind: type[Module], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, "seal", Module.seal)
    with pytest.raises(BrokenLaw):
        look(Random(1), 16, often=0.1)


def test_options_that_hide_cards_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Championship, "public", Module.public)
    with pytest.raises(BrokenLaw):
        look(Random(1), 16, often=0.1)


@pytest.mark.parametrize(
    ("name", "blind"),
    [
        ("NOT_DISCARDABLE", frozenset[str]()),
        ("HEATS", frozenset[str]()),
        ("_deal_own", lambda car, size, luck: None),
    ],
)
def test_a_world_that_forgets_a_rule_is_noticed(name: str, blind: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, name, blind)
    with pytest.raises(BrokenLaw):
        count_cards(Random(2), 60, 150)


def look_through_piles(random: Random, races: int) -> None:
    """Check that worlds keep what is known whenever a driver without the memory aid looks through the discard pile."""
    looked = 0
    for _ in range(races):
        mix = replace(drawn_mix(random), garage="advanced", expansions=True, memory_aid=False)
        race = Race.start(mix.setup())
        while race.decision is not None:
            if isinstance(race.decision, ReactDecision) and race.decision.pile:
                looked += 1
                worlds_keep_what_is_known(race, random)
            race.play(sampled(race, random, reckless=False))
    assert looked > 2 * races


def test_a_driver_who_looks_through_the_pile_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    look_through_piles(Random(5), 4)
    monkeypatch.setattr(worlds, "LOOKING", frozenset())
    with pytest.raises(BrokenLaw, match="a world asks the same"):
        look_through_piles(Random(5), 4)
