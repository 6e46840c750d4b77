"""Modules in whole races: which facts they receive and when, that their order is fixed, and that the laws hold."""

from __future__ import annotations

import inspect
from itertools import pairwise, permutations
from random import Random

import pytest

from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.events import (
    CardsRevealed,
    CornerTaken,
    Event,
    HandCluttered,
    LapCompleted,
    RaceEnded,
    Retired,
    RoundBegan,
    SpunOut,
)
from heat_tui.engine.module import Hooks, Module
from heat_tui.engine.race import points
from heat_tui.engine.symbols import Symbol
from heat_tui.modules.legends import Legends
from heat_tui.modules.legends.events import LegendDecided
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.store.tracks import load_track
from tests.laws.actions import illegal_actions_are_refused, options_are_the_legal_actions
from tests.laws.checks import at_rest, spots_in_step
from tests.laws.copies import clones_are_independent, restoring_changes_nothing, views_are_fresh
from tests.laws.drawn import worlds_view
from tests.laws.leaks import nothing_reaches_secrets, secrets_change_nothing
from tests.laws.probe import Notes, Probe, notes
from tests.laws.rivals import Adding, AddingLater, Doubling, DoublingLater, Envy

ENOUGH = 400
"""The maximum number of actions checked in a race, which the modules of `rivals` may make endless."""


HOOKS = dict(inspect.getmembers(Hooks, inspect.isfunction))
FACTS = [name for name, function in HOOKS.items() if function.__annotations__["return"] == "None"]
QUESTIONS = [name for name in HOOKS if name not in FACTS]


def setup(*modules: Module, seed: int = 3, drivers: int = 3, mulligan: bool = True, retire: bool = True) -> RaceSetup:
    """Return the setup of a race of two laps on a track with many corners."""
    seats = ("A", "B", "C", "D")[:drivers]
    return RaceSetup(
        load_track("mexico"),
        seats,
        seed=seed,
        laps=2,
        retire=retire,
        modules=(*modules, *((MulliganRule(),) if mulligan else ())),
    )


def played(race: Race, random: Random, *, most: int = ENOUGH) -> list[Event]:
    """Play up to `most` random actions of a new race, and return its events from the start."""
    log = list(race.events)
    for _ in range(most):
        decision = race.decision
        if decision is None:
            break
        log += race.play(decision.sample(random.random))
    return log


def test_the_probe_answers_every_question_and_receives_every_fact() -> None:
    for name, function in inspect.getmembers(Module, inspect.isfunction):
        assert name.startswith("__") or name in vars(Probe), name
        assert name.startswith("__") or function is not vars(Probe)[name]


def test_a_mistyped_hook_fails_with_its_class() -> None:
    assert {"hand_size", "round_began"} <= HOOKS.keys()
    with pytest.raises(TypeError, match="hand_sise"):
        type("Mistyped", (Module,), {"hand_sise": HOOKS["hand_size"]})
    with pytest.raises(TypeError, match="rounds_began"):
        type("Mistyped", (Symbol,), {"rounds_began": HOOKS["round_began"]})


def test_every_question_is_asked() -> None:
    probe = Probe()
    for seed in range(6):
        race = Race.start(setup(probe, Legends(1), seed=seed))
        worlds_view(race).world(Random(seed).random)
        played(race, Random(seed))
        Race.restore(race.setup, race.snapshot())
        points(race)
    never = {name for name, _ in inspect.getmembers(Module, inspect.isfunction)} - set(probe.asked) - set(FACTS)
    assert never == {"options"}, "options are asked by whoever saves a race"


@pytest.mark.parametrize("seed", range(4))
def test_a_module_that_agrees_with_everything_changes_nothing(seed: int) -> None:
    alone = played(Race.start(setup(Legends(2), seed=seed)), Random(seed), most=10_000)
    probed = played(Race.start(setup(Probe(), Legends(2), seed=seed)), Random(seed), most=10_000)
    assert probed == alone


@pytest.mark.parametrize("seed", range(8))
def test_facts_are_passed_on_when_they_occur(seed: int) -> None:
    race = Race.start(setup(Probe(), Legends(2), seed=seed))
    log = played(race, Random(seed), most=10_000)
    assert race.over
    told = notes(race).told
    assert [note for note in told if not note.startswith("turn")] == expected_notes(log)
    turns = [event.car for event in log if isinstance(event, CardsRevealed | HandCluttered | LegendDecided)]
    assert [int(note.split()[2]) for note in told if note.startswith("turn")] == turns
    for before, note in pairwise(told):
        if note.startswith(("corner", "spun")):
            assert not before.startswith("lap"), "a lap is told at the end of the turn"
        if before.startswith("lap"):
            assert note.startswith(f"turn car {before.split()[-1]} ")
    assert all(note.endswith("cards 0") for note in told if note.startswith("turn")), "a turn ends after step 9"


def expected_notes(log: list[Event]) -> list[str]:
    """Return the facts that, according to the public events, the probe must have received, except the ends of turns."""
    expected = []
    for event in log:
        match event:
            case RoundBegan(number, order):
                expected.append(f"round {number} order {list(order)} planned 0")
            case CornerTaken():
                expected.append(f"corner {event.corner} car {event.car} engine {event.engine}")
            case SpunOut():
                expected.append(f"spun {event.corner} car {event.car} at {event.end} gear 1 engine 0")
            case LapCompleted(car, lap):
                expected.append(f"lap {lap} car {car}")
            case RaceEnded(standings):
                expected.append(f"finished {list(standings)}")
    return expected


def test_the_races_of_these_tests_contain_all_facts() -> None:
    kinds: set[type[Event]] = set()
    for seed in range(8):
        kinds |= {type(event) for event in played(Race.start(setup(Legends(2), seed=seed)), Random(seed), most=10_000)}
    assert {CornerTaken, SpunOut, LapCompleted, RaceEnded, Retired} <= kinds


TRIOS: tuple[tuple[Module, ...], ...] = (
    (Doubling(), Adding(), Legends(1)),
    (DoublingLater(), Adding(), AddingLater()),
    (Adding(), Doubling(), DoublingLater(), AddingLater()),
)


@pytest.mark.long
@pytest.mark.parametrize("trio", TRIOS, ids=lambda trio: "-".join(module.name for module in trio))
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_registration_changes_nothing(trio: tuple[Module, ...], seed: int) -> None:
    races = [Race.start(setup(*order, seed=seed)) for order in permutations(trio)]
    logs = [played(race, Random(seed)) for race in races]
    for race, log in zip(races, logs, strict=True):
        assert log == logs[0]
        assert race.snapshot() == races[0].snapshot()
        assert race.view(None).sheet == races[0].view(None).sheet
        assert points(race) == points(races[0])


def test_another_rank_changes_the_race() -> None:
    for name in QUESTIONS:
        doubled_last = Race.start(setup(Adding(), Doubling())).rules
        added_last = Race.start(setup(DoublingLater(), AddingLater())).rules
        assert [type(getattr(answer, "__self__", None)) for answer in getattr(doubled_last, name)] == [Adding, Doubling]
        assert [type(getattr(answer, "__self__", None)) for answer in getattr(added_last, name)] == [
            DoublingLater,
            AddingLater,
        ]
    first = played(Race.start(setup(Adding(), Doubling(), seed=1)), Random(1))
    other = played(Race.start(setup(DoublingLater(), AddingLater(), seed=1)), Random(1))
    assert first != other


@pytest.mark.sampled
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(
    "modules",
    [(Probe(), Legends(2)), (Envy(), Legends(1)), *TRIOS],
    ids=lambda modules: "-".join(module.name for module in modules),
)
def test_the_laws_hold_with_modules(modules: tuple[Module, ...], seed: int) -> None:
    random = Random(seed)
    race = Race.start(setup(*modules, seed=seed))
    for _ in range(ENOUGH):
        decision = race.decision
        if decision is None:
            break
        at_rest(race)
        spots_in_step(race)
        views_are_fresh(race)
        if random.random() < 0.1:
            options_are_the_legal_actions(race, random)
            illegal_actions_are_refused(race, random)
            restoring_changes_nothing(race, random)
            clones_are_independent(race, random)
            secrets_change_nothing(race, random)
            nothing_reaches_secrets(race, random)
        race.play(decision.sample(random.random))


def test_a_clone_has_its_own_copy_of_a_modules_state() -> None:
    race = Race.start(setup(Probe(), seed=2))
    clone = race.clone()
    played(clone, Random(2))
    assert notes(race).told == []
    assert notes(clone).told
    state = race.states[Probe.name]
    assert isinstance(state, Notes)
    assert dict(clone.view(None).shown)[Probe.name] == tuple(notes(clone).told)
