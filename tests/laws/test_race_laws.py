"""The laws over every mix of tracks, cars and options, tested with random choices that can be shrunk.

`HEAT_TUI_LAWS=deep` checks many more races, different ones each time, and shrinks one that breaks a law; the gate's
races are always the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from heat_tui.engine import Race
from heat_tui.engine.actions import Action
from heat_tui.engine.events import Event
from heat_tui.engine.setup import COLOURS, MOST_CARS, MOST_HANDICAP
from heat_tui.modules.garage import DRAFTS, LEVELS
from heat_tui.modules.legends import MOST_PRO
from tests.laws.actions import illegal_actions_are_refused, options_are_the_legal_actions, order_of_cards_means_nothing
from tests.laws.copies import clones_are_independent, restored, restoring_changes_nothing, views_are_fresh
from tests.laws.forecasts import forecast_comes_true, mixed_piles_are_the_mean_of_known_ones
from tests.laws.law import law
from tests.laws.leaks import nothing_reaches_secrets, secrets_change_nothing
from tests.laws.mixes import TRACKS, Mix, drawn_mix
from tests.laws.trial import Trial

ROOT = Path(__file__).parents[2]

settings.register_profile(
    "gate",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=25,
    stateful_step_count=20,
    phases=(Phase.explicit, Phase.generate),
)
settings.register_profile("deep", deadline=None, max_examples=2000, stateful_step_count=60)
PROFILE = settings.get_profile(os.environ.get("HEAT_TUI_LAWS", "gate"))

LUCK = st.integers(0, 2**32 - 1).map(Random)


@st.composite
def mixes(draw: st.DrawFn) -> Mix:
    """Draw any mix: 1 to 8 cars, up to 7 of them Legends, every option."""
    drivers = draw(st.integers(1, MOST_CARS))
    legends = draw(st.integers(0, MOST_CARS - drivers))
    return Mix(
        track=draw(st.sampled_from(TRACKS)),
        drivers=drivers,
        legends=legends,
        seed=draw(st.integers(0, 2**63 - 1)),
        laps=draw(st.integers(1, 3)),
        pro=draw(st.integers(0, MOST_PRO)) if legends else 0,
        colours=tuple(draw(st.permutations(COLOURS)))[: draw(st.integers(0, drivers + legends))],
        handicap=tuple(draw(st.lists(st.integers(0, MOST_HANDICAP), max_size=drivers))),
        mulligan=draw(st.booleans()),
        retire=draw(st.booleans()),
        memory_aid=draw(st.booleans()),
        marked=draw(st.booleans()),
        reckless=draw(st.booleans()),
        aggressive=draw(st.booleans()),
        weather=draw(st.booleans()),
        spaces=draw(st.booleans()),
        tournament=draw(st.booleans()),
        garage=draw(st.sampled_from(("", *LEVELS))),
        draft=draw(st.sampled_from(DRAFTS)),
        expansions=draw(st.booleans()),
    )


class RaceLaws(RuleBasedStateMachine):
    """A race that is played, inspected from every seat, saved, restored, and played to its end."""

    @initialize(mix=mixes())
    def start(self, mix: Mix) -> None:
        self.trial = Trial(mix)
        self.saved: Race | None = None
        self.since: list[tuple[Action, list[Event]]] = []

    def due(self) -> bool:
        return self.trial.race.decision is not None

    def play(self, action: Action) -> None:
        self.trial.play(action)
        self.since.append((action, self.trial.race.events))

    @precondition(due)
    @rule(choice=st.integers(0, 500))
    def one_action(self, choice: int) -> None:
        decision = self.trial.race.decision
        assert decision is not None
        options = list(decision.options())
        self.play(options[choice % len(options)])

    @precondition(due)
    @rule(luck=LUCK, most=st.integers(1, 80))
    def many_actions(self, luck: Random, most: int) -> None:
        for _ in range(most):
            decision = self.trial.race.decision
            if decision is None:
                break
            self.play(decision.sample(luck.random))

    @precondition(due)
    @rule(luck=LUCK)
    def look_at_the_decision(self, luck: Random) -> None:
        options_are_the_legal_actions(self.trial.race, luck)
        order_of_cards_means_nothing(self.trial.race, luck)
        forecast_comes_true(self.trial.race, luck)

    @rule(luck=LUCK)
    def play_against_the_rules(self, luck: Random) -> None:
        illegal_actions_are_refused(self.trial.race, luck)

    @rule(luck=LUCK)
    def copy(self, luck: Random) -> None:
        clones_are_independent(self.trial.race, luck)
        restoring_changes_nothing(self.trial.race, luck)
        views_are_fresh(self.trial.race)

    @rule(luck=LUCK)
    def pry(self, luck: Random) -> None:
        secrets_change_nothing(self.trial.race, luck)
        nothing_reaches_secrets(self.trial.race, luck)

    @rule()
    def save(self) -> None:
        self.saved = restored(self.trial.race)
        self.since.clear()

    @rule()
    def play_again_from_the_save(self) -> None:
        if self.saved is None:
            return
        for action, events in self.since:
            law(self.saved.play(action) == events, "a saved race continues in the same way", action)
        law(self.saved.snapshot() == self.trial.race.snapshot(), "a saved race continues in the same way")
        self.saved = None

    def teardown(self) -> None:
        if hasattr(self, "trial"):
            self.trial.play_on(Random(len(self.trial.actions)), most=100_000)
            self.trial.replays()


TestRaceLaws = RaceLaws.TestCase
TestRaceLaws.settings = settings(PROFILE, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.long
@settings(PROFILE)
@given(mix=mixes(), luck=LUCK)
def test_mixed_piles_are_the_mean_of_known_ones(mix: Mix, luck: Random) -> None:
    race = Race.start(mix.setup())
    for _ in range(200):
        if race.decision is None:
            break
        if luck.random() < 0.2:
            mixed_piles_are_the_mean_of_known_ones(race, luck)
        race.play(race.decision.sample(luck.random))


RACES_AS_ONE_NUMBER = """
from hashlib import sha256
from random import Random
from tests.laws.mixes import drawn_mix
from tests.laws.trial import Trial
told = sha256()
for number in range(6):
    random = Random(number)
    trial = Trial(drawn_mix(random))
    while trial.race.decision is not None:
        told.update(repr(list(trial.race.decision.options())).encode())
        trial.play_on(random, most=1)
    told.update(repr((trial.log, trial.race.snapshot(), trial.race.view(0))).encode())
print(told.hexdigest())
"""


@pytest.mark.long
def test_the_hash_seed_changes_nothing() -> None:
    told = set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join((str(ROOT), *sys.path))}
        run = subprocess.run(
            [sys.executable, "-c", RACES_AS_ONE_NUMBER], env=environment, capture_output=True, text=True, check=True
        )
        told.add(run.stdout)
    assert len(told) == 1
    assert len(told.pop()) == 65


@pytest.mark.long
@pytest.mark.parametrize("every", [2, 1])
@pytest.mark.parametrize("track", TRACKS)
def test_the_laws_hold_on_every_track_with_every_number_of_cars(track: str, every: int) -> None:
    """In the gate, tracks alternate between the odd and the even numbers of cars."""
    for cars in range(1 + TRACKS.index(track) % every, MOST_CARS + 1, every):
        random = Random(f"{track} {cars}")
        trial = Trial(drawn_mix(random, track=track, cars=cars))
        while trial.race.decision is not None:
            trial.look_closely(random)
            trial.play_on(random, most=100)
        trial.look_closely(random)
        trial.replays()
