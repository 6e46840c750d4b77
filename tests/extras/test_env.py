"""The base game as a PettingZoo environment."""

from __future__ import annotations

import pickle
import re
import warnings
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("pettingzoo", reason='the extra "env" is not installed; make extras installs it')

from pettingzoo.test import api_test, seed_test

from heat_tui.drivers import KINDS
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.record import IllegalSetup
from heat_tui.env import ACTIONS, HeatEnv, env
from heat_tui.store.tracks import BUILT_IN_IDS, load_track

pytestmark = pytest.mark.long

DOCS = Path(__file__).parents[2] / "docs"

OF_ANY_DICT = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""Warnings that PettingZoo's test gives for every environment with a mask except its own, which it knows by name."""


def test_pettingzoo_finds_no_fault() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in OF_ANY_DICT:
            warnings.filterwarnings("ignore", message)
        api_test(env(cars=3), num_cycles=3_000)


def test_a_seed_makes_the_same_race() -> None:
    seed_test(lambda: env(cars=2), num_cycles=500)


def test_every_action_occurs_once() -> None:
    assert len(set(ACTIONS)) == len(ACTIONS)


@pytest.mark.parametrize("track", BUILT_IN_IDS)
@pytest.mark.parametrize("kind", ["chance", "steady"])
def test_every_choice_of_the_base_game_has_a_number(track: str, kind: str) -> None:
    heat = HeatEnv(track, cars=6, laps=1)
    for seed in range(4):
        heat.reset(seed=seed)
        driver = KINDS[kind].make(seed)
        while (decision := heat.race.decision) is not None:
            agent = heat.agent_selection
            seen = heat.observe(agent)
            assert heat.observation_space(agent).contains(seen)
            numbers = seen["action_mask"].nonzero()[0]
            assert all(decision.objection(ACTIONS[number]) is None for number in numbers)
            assert len(numbers) == len({*decision.options()})
            for other in heat.agents:
                assert other == agent or not heat.observe(other)["action_mask"].any()
            heat.step(heat.choice_of(driver))
        assert sum(heat.rewards.values()) == pytest.approx(0)
        assert [heat.rewards[f"car_{seat}"] for seat in heat.race.standings] == pytest.approx(
            [1, 0.6, 0.2, -0.2, -0.6, -1]
        )


def test_drivers_race_as_they_do_elsewhere() -> None:
    heat = HeatEnv("great_britain", cars=3)
    heat.reset(seed=11)
    drivers = [KINDS["steady"].make(seat) for seat in range(3)]
    for agent in heat.agent_iter():
        over = heat.terminations[agent]
        heat.step(None if over else heat.choice_of(drivers[heat.possible_agents.index(agent)]))
    race = Race.start(RaceSetup(load_track("great_britain"), ("A", "B", "C"), seed=11))
    while (decision := race.decision) is not None:
        race.play(drivers[decision.seat].choose(race.view(decision.seat), decision))
    assert heat.race.standings == race.standings
    assert heat.race.round == race.round


def test_nothing_hidden_is_observed() -> None:
    """A seat's observation depends neither on the others' hidden cards nor on the order of its own deck."""
    heat = HeatEnv(cars=3)
    heat.reset(seed=3)
    luck = Random(3)
    driver = KINDS["chance"].make(3)
    observed = 0
    while heat.race.decision is not None:
        seat = heat.race.decision.seat
        before = heat.observe(f"car_{seat}")["observation"]
        kept = heat.race.clone()
        for car in heat.race.cars:
            luck.shuffle(car.deck)
            if car.index != seat:
                cards = [*car.hand, *car.deck]
                luck.shuffle(cards)
                car.hand, car.deck = cards[: len(car.hand)], cards[len(car.hand) :]
                if heat.race.acting is not car and car.play:
                    car.play = luck.sample(["1", "2", "3", "4", "5", "0"], len(car.play))
        assert (heat.observe(f"car_{seat}")["observation"] == before).all()
        observed += 1
        heat.race = kept
        heat.step(heat.choice_of(driver))
    assert observed > 100


def test_an_illegal_action_ends_the_race() -> None:
    checked = env(cars=2)
    checked.reset(seed=1)
    agent = checked.agent_selection
    mask = checked.last()[0]["action_mask"]
    checked.step(int((mask == 0).nonzero()[0][0]))
    assert checked.terminations[agent]
    assert checked.unwrapped.rewards[agent] == -1


def test_an_environment_can_be_pickled() -> None:
    copy = pickle.loads(pickle.dumps(HeatEnv("italy", cars=5, laps=1)))
    assert (copy.race.setup.track.id, len(copy.possible_agents), copy.race.setup.laps) == ("italy", 5, 1)


@pytest.mark.parametrize("number", [-1, -len(ACTIONS), len(ACTIONS)])
def test_a_number_that_is_no_action_changes_nothing(number: int) -> None:
    table = HeatEnv()
    table.reset(seed=1)
    before = table.race.snapshot()
    with pytest.raises(IndexError):
        table.step(number)
    assert table.race.snapshot() == before


def test_a_seed_that_no_race_can_have_does_not_count() -> None:
    table = HeatEnv()
    table.reset(seed=5)
    with pytest.raises(IllegalSetup):
        table.reset(seed=-1)
    table.reset()
    assert table.race.setup.seed == 6


def test_one_car_alone_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 cars"):
        HeatEnv(cars=1)


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / "simulating.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(from heat_tui.*?)```", text, re.DOTALL)
    assert len(example.splitlines()) <= 20
    exec(example, {})
    assert "car_1" in capsys.readouterr().out
