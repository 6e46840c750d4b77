"""Tables with random setups: the order in which choices arrive changes nothing, and the laws of races hold."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from heat_tui.engine.decisions import AT_ONCE
from heat_tui.game.table import shared
from heat_tui.game.table.match import Match
from heat_tui.game.table.shared import SharedMatch
from heat_tui.store.saved_race import Chosen, save_text
from heat_tui.store.shared_tables import SharedTables
from tests.laws.mixes import Mix, drawn_mix
from tests.laws.trial import Trial
from tests.shared.screens import RACES, Plans, Screens

SITUATIONS = 10 * RACES
MOST_PEOPLE = 4


@pytest.fixture(autouse=True)
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "PATIENCE", 0.0)


def people_mix(random: Random) -> Mix:
    """Return a random mix in which two to four people race."""
    while True:
        mix = replace(drawn_mix(random, cars=random.randint(2, 6)), marked=False, laps=1)
        if 2 <= mix.drivers <= MOST_PEOPLE:
            return mix


def table_of(mix: Mix, folder: Path) -> Screens:
    """Return a table in a file, with a screen for each person."""
    setup = mix.setup()
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    return Screens(url, setup, ("person",) * mix.drivers, *([name] for name in setup.seats))


def choosing_at_once(table: Screens, random: Random, plans: Plans) -> bool:
    """Race to a random choice that all racing drivers make at the same time; return False if the race ends first."""
    table.race(random, plans, until=random.randrange(60))
    while not all(match.over for match in table.matches):
        table.look()
        match = table.matches[0]
        if isinstance(match._game.decision, AT_ONCE) and not match._sealed_at(match):
            return True
        table.one(random.choice(table.matches), plans)
    return False


def after(url: str, name: str, people: tuple[str, ...], seed: int) -> tuple[object, object]:
    """Return the record and the snapshot after people have sealed their choices in turn, each at a new screen."""
    matches = {who: SharedMatch.sit(SharedTables(url), name, [who], take_over=True) for who in people}
    for match in matches.values():
        match.poll()
        match.catch_up()
        decision = match.decision
        if decision is not None and match.waits_for_person and isinstance(decision, AT_ONCE):
            match.play(Plans(seed)(decision.seat, decision))
    saved = []
    for match in matches.values():
        match.poll()
        match.catch_up()
        saved.append((match.saved().record, match.saved().snapshot))
    assert all(each == saved[0] for each in saved)
    return saved[0]


@pytest.mark.long
def test_all_orders_of_arrival_give_the_same_race(tmp_path: Path) -> None:
    tried = seed = 0
    while tried < SITUATIONS:
        seed += 1
        random, folder = Random(seed), tmp_path / str(seed)
        folder.mkdir()
        table = table_of(people_mix(random), folder)
        if not choosing_at_once(table, random, Plans(seed)):
            continue
        tried += 1
        races = []
        for number, order in enumerate(permutations(table.matches[0].setup.seats)):
            copy = folder / f"{number}.sqlite"
            with sqlite3.connect(folder / "tables.sqlite") as source, sqlite3.connect(copy) as target:
                source.backup(target)
            source.close()
            target.close()
            races.append(after(f"sqlite:///{copy}", table.name, order, seed))
        assert all(race == races[0] for race in races), seed
        shutil.rmtree(folder)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(RACES))
def test_the_laws_hold_at_a_table_whose_save_replays_to_the_same_bytes(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    mix = people_mix(random)
    table = table_of(mix, tmp_path)
    table.race(random, Plans(seed))
    saved = table.matches[0].saved()
    trial = Trial(mix)
    for chosen in saved.record:
        assert isinstance(chosen, Chosen)
        if random.random() < 0.05:
            trial.look_closely(random)
        trial.play(chosen.action)
    trial.replays()
    assert trial.race.snapshot() == saved.snapshot
    again = Match.resume(saved, store=None).saved()
    assert save_text(replace(again, changed=saved.changed)) == save_text(saved)
