"""The drivers choose legally, reproducibly from their seeds, and only from what their seat may see."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from heat_tui.drivers import KINDS, Chance, Driver, Steady
from heat_tui.engine import Race
from heat_tui.engine.actions import Action, Plan, Retire
from heat_tui.engine.decisions import Decision, DiscardDecision, PlanDecision, ReactDecision, SlipstreamDecision
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.view import SeatView
from heat_tui.modules.mulligan import MulliganDecision, MulliganRule
from heat_tui.store.tracks import track_ids
from tests.drivers.races import drive, setup, winner
from tests.tables import loop

ROOT = Path(__file__).parents[2]

MakeDriver = Callable[[int], Driver]
BOTH: tuple[MakeDriver, ...] = (Chance, Steady)

MIXES = (
    setup("usa", drivers=1, seed=1),
    setup("france", drivers=2, legends=2, seed=2, mulligan=True),
    setup("italy", drivers=4, seed=3, retire=True),
    setup("great_britain", drivers=1, legends=5, seed=4, laps=1),
    setup("japan", drivers=6, seed=5, laps=1, memory_aid=False),
    setup("mexico", drivers=8, seed=6, laps=1, mulligan=True, retire=True),
    setup("spain", drivers=3, legends=5, seed=7, handicap=(0, 1, 2)),
    setup("netherlands", drivers=5, seed=8, laps=4, retire=True),
    RaceSetup(
        loop(18, (6, 2), (11, 1), laps=5, heat=2, stress=5), ("Ada", "Bo", "Cem"), seed=9, modules=(MulliganRule(),)
    ),
    RaceSetup(loop(24, (6, 20), (15, 4), laps=2, heat=20, stress=20), ("Ada", "Bo"), seed=4, modules=(MulliganRule(),)),
    RaceSetup(loop(200, (50, 2), laps=1), ("Ada", "Bo"), seed=4),
    RaceSetup(loop(60, laps=1, heat=0, stress=0), ("Ada", "Bo"), seed=10),
)

PRINT_A_RACE = """
from heat_tui.drivers import Chance, Steady
from heat_tui.engine import Race
from tests.drivers.races import drive, setup
for drivers in ([Chance(3), Chance(4)], [Steady(3), Steady(4)]):
    race = Race.start(setup("usa", seed=11, legends=1, laps=1))
    for _, action in drive(race, drivers):
        print(action)
    print(race.standings)
"""


def mix_name(race_setup: RaceSetup) -> str:
    return f"{race_setup.track.id}-{race_setup.track.spaces}-{len(race_setup.seats)}"


def test_the_mixes_contain_every_printed_track() -> None:
    assert {mix.track.id for mix in MIXES} > set(track_ids())


@pytest.mark.parametrize(
    ("mix", "kind"),
    [
        pytest.param(
            mix,
            kind,
            marks=() if kind == "chance" or (kind == "steady" and number % 2) else pytest.mark.long,
            id=f"{mix_name(mix)}-{kind}",
        )
        for number, mix in enumerate(MIXES)
        for kind in KINDS
    ],
)
def test_every_choice_is_legal_and_the_race_ends(mix: RaceSetup, kind: str) -> None:
    race = Race.start(mix)
    drivers = [KINDS[kind].make(seat) for seat in range(len(mix.seats))]
    chosen = drive(race, drivers)
    assert race.over
    assert len(race.standings) == len(race.cars)
    assert any(isinstance(decision, PlanDecision) for decision, _ in chosen)


@pytest.mark.long
def test_the_mixes_contain_every_decision_of_the_base_game() -> None:
    kinds = set()
    for mix in MIXES[1:6]:
        for decision, _ in drive(Race.start(mix), [Steady(seat) for seat in range(len(mix.seats))]):
            kinds.add(type(decision))
    assert kinds == {MulliganDecision, PlanDecision, ReactDecision, SlipstreamDecision, DiscardDecision}


@pytest.mark.parametrize("make", BOTH)
def test_the_same_seed_makes_the_same_race(make: MakeDriver) -> None:
    def actions(seed: int) -> list[Action]:
        race = Race.start(setup("usa", seed=5, laps=1))
        return [action for _, action in drive(race, [make(seed), make(seed)])]

    assert actions(1) == actions(1)
    assert actions(1) != actions(2)


@pytest.mark.long
def test_nothing_depends_on_the_hash_seed() -> None:
    printed = set()
    for hash_seed in ("0", "1", "77"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", PRINT_A_RACE], capture_output=True, text=True, check=True, env=env, cwd=ROOT
        )
        printed.add(run.stdout)
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) > 20


@pytest.mark.parametrize("make", BOTH)
def test_a_driver_gets_only_a_view_and_a_decision(make: MakeDriver) -> None:
    given = list(inspect.signature(make(0).choose).parameters.values())
    assert [(one.name, one.annotation) for one in given] == [("view", "SeatView"), ("decision", "Decision")]


def test_steady_has_no_memory() -> None:
    """A choice depends only on the seed, view and decision, so a race continues in the same way after an undo."""
    race = Race.start(setup("italy", seed=3, drivers=3, laps=1))
    once = drive(race.clone(), [Steady(seat) for seat in range(3)])
    again = []
    while (decision := race.decision) is not None:
        action = Steady(decision.seat).choose(race.view(decision.seat), decision)
        race.play(action)
        again.append((decision, action))
    assert again == once


def test_hidden_cards_change_no_choice() -> None:
    """With its deck in reverse order and other cards in the rival's hand, Steady makes the same choices."""
    race = Race.start(setup("france", seed=8, legends=2))
    drivers = [Steady(0), Steady(1)]
    compared = 0
    while (decision := race.decision) is not None:
        seat = decision.seat
        chosen = drivers[seat].choose(race.view(seat), decision)
        for car in (veiled := race.clone()).cars:
            if car.index == seat:
                car.deck.reverse()
            elif car.index < 2:
                hand = len(car.hand)
                cards = sorted(car.hand + car.deck, reverse=True)
                car.hand, car.deck = sorted(cards[:hand]), cards[hand:]
        assert drivers[seat].choose(veiled.view(seat), decision) == chosen
        compared += 1
        race.play(chosen)
    assert compared > 100


def test_steady_does_not_guess_at_an_unknown_decision() -> None:
    class Riddle(Decision):
        __slots__ = ()

    view = Race.start(setup("usa")).view(0)
    with pytest.raises(TypeError, match="Riddle"):
        Steady().choose(view, Riddle(0))


def test_steady_never_retires_and_chance_may() -> None:
    def choices_to_retire(make: MakeDriver) -> list[bool]:
        chosen: list[bool] = []
        for seed in range(4):
            race = Race.start(setup("usa", drivers=4, legends=2, seed=seed, retire=True, laps=1))
            asked = drive(race, [make(seat) for seat in range(4)])
            chosen += [
                isinstance(action, Retire)
                for decision, action in asked
                if isinstance(decision, PlanDecision) and decision.may_retire
            ]
        return chosen

    steady, chance = choices_to_retire(Steady), choices_to_retire(Chance)
    assert steady
    assert not any(steady)
    assert any(chance)


def test_chance_ignores_the_view() -> None:
    race = Race.start(setup("usa", seed=4))
    other = Race.start(setup("italy", seed=9))
    decision = race.decision
    assert decision is not None
    views: list[SeatView] = [race.view(0), other.view(0)]
    assert len({repr(Chance(6).choose(view, decision)) for view in views}) == 1


def test_chance_reaches_every_gear_and_set_of_cards() -> None:
    decision = PlanDecision(0, 1, 6, ((1, 0), (2, 0), (3, 1)), ("1", "1", "2", "4"), 0, may_retire=True)
    chance = Chance(1)
    view = Race.start(setup("usa")).view(0)
    assert {chance.choose(view, decision) for _ in range(400)} == set(decision.options())
    gears = [action.gear for _ in range(3000) if isinstance(action := chance.choose(view, decision), Plan)]
    for gear in (1, 2, 3):
        assert 650 < gears.count(gear) < 850


@pytest.mark.long
def test_steady_beats_chance() -> None:
    wins = 0
    for seed in range(10):
        race_setup = setup("usa", seed=seed)
        wins += winner(race_setup, [Steady(seed), Chance(seed)]) == 0
        wins += winner(race_setup, [Chance(seed), Steady(seed)]) == 1
    assert wins >= 17


@pytest.mark.long
@pytest.mark.parametrize("track", ["usa", "italy", "france", "great_britain"])
def test_steady_holds_its_own_against_five_legends(track: str) -> None:
    wins = sum(winner(setup(track, drivers=1, legends=5, seed=seed), [Steady(seed)]) == 0 for seed in range(24))
    assert wins >= 24 / 6
