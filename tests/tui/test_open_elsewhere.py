"""A race that another program has open: the question to the second program, and the message to the first."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest

from heat_tui.game.table.match import Match
from heat_tui.store.locks import Holder, lock_of
from heat_tui.store.saves import SaveStore
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.hand import Hand
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.season import SeasonScreen
from tests.saves.races import new_match, step
from tests.tui.menus import SMALL
from tests.tui.season_moments import resting, season_of, season_until
from tests.tui.table import STILL, Table, race_app, seated, shown, until_screen, usa

pytestmark = pytest.mark.point("X2")


def lock(store: SaveStore, name: str) -> None:
    """Lock a save as another program would."""
    holder = Holder("token", "elsewhere", 4711, "", time.time())
    lock_of(store.path(name)).write_text(json.dumps(asdict(holder)), encoding="ascii")


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    """Make a store with one race that another program has open."""
    store = SaveStore(tmp_path)
    new_match("usa, a person and 3 Legends", store, name="race").leave()
    lock(store, "race")
    return store


def resuming(store: SaveStore) -> HeatApp:
    """Return the app, opened by resuming the race."""
    return HeatApp(STILL, store=store, opening=lambda app: app.games.resume("race"))


async def test_the_second_program_may_watch_wait_or_take_over(store: SaveStore) -> None:
    app = resuming(store)
    async with seated(app) as table:
        assert isinstance(app.screen, AskScreen)
        text = " ".join(shown(app).replace("│", " ").split())
        assert "race is open elsewhere (elsewhere, process 4711, since 20" in text
        for words in ("► Back ◄", "Watch", "Wait until it is free", "Take it over"):
            assert words in shown(app)
        await table.pilot.press("down", "down", "down", "enter")
        await table.rest()
        assert isinstance(app.screen, RaceScreen)
        assert f'"pid": {os.getpid()}' in lock_of(store.path("race")).read_text(encoding="ascii")
        await table.pilot.press("q", "down", "enter")
        assert isinstance(app.screen, TitleScreen)
        assert not lock_of(store.path("race")).exists()


@pytest.mark.long
@pytest.mark.parametrize("taken", [False, True])
async def test_a_race_that_is_left_and_resumed_is_locked_again(store: SaveStore, *, taken: bool) -> None:
    own = lock_of(store.path("race"))
    own.unlink()
    app = resuming(store)
    async with seated(app) as table:
        if taken:
            lock(store, "race")
        app.to_title()
        await table.pilot.pause()
        assert own.exists() == taken
        app.games.resume("race", take_over=taken)
        await table.rest()
        assert f'"pid": {os.getpid()}' in own.read_text(encoding="ascii")


async def test_going_back_leads_to_the_title(store: SaveStore) -> None:
    app = resuming(store)
    async with seated(app) as table:
        await table.pilot.press("enter")
        assert isinstance(app.screen, TitleScreen)
        assert "4711" in lock_of(store.path("race")).read_text(encoding="ascii")


async def waiting(table: Table) -> None:
    """Choose to wait until the race is free, and wait for a moment."""
    await table.pilot.pause()
    await table.pilot.press("down", "down", "enter")
    await table.pilot.pause(0.2)
    assert "Waiting until race is free." in shown(table.app)
    assert "► Stop waiting ◄" in shown(table.app)


async def test_a_waiting_program_gets_the_race_when_it_is_free(store: SaveStore) -> None:
    app = resuming(store)
    async with seated(app) as table:
        await waiting(table)
        lock_of(store.path("race")).unlink()
        await until_screen(table, RaceScreen)
        assert table.match.people == (0,)


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_a_program_that_stops_waiting_leaves_the_race_to_the_other(store: SaveStore, key: str) -> None:
    app = resuming(store)
    async with seated(app) as table:
        await waiting(table)
        await table.pilot.press(key)
        assert isinstance(app.screen, TitleScreen)
        assert "4711" in lock_of(store.path("race")).read_text(encoding="ascii")
        lock_of(store.path("race")).unlink()
        await table.pilot.pause(0.3)
        assert isinstance(app.screen, TitleScreen)


async def test_a_program_that_waits_for_a_save_that_is_deleted_says_so(store: SaveStore) -> None:
    odd = store.folder / "My Race.json"  # a name that the game would not give
    store.path("race").rename(odd)
    lock(store, "My Race")
    app = HeatApp(STILL, store=store, opening=lambda app: app.games.resume("My Race"))
    async with seated(app) as table:
        await table.pilot.press("down", "down", "enter")
        await table.pilot.pause(0.2)
        assert "Waiting until My Race is free." in shown(app)
        odd.unlink()
        for _try in range(200):
            await table.pilot.pause(0.02)
            if app._notifications:
                break
        assert [each.message.partition(";")[0] for each in app._notifications] == ["No saved race is called My Race"]
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.long
async def test_a_watching_program_shows_open_information_and_follows(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heat_tui.tui.games.LOOKS_EVERY", 0.01)
    lock_of(store.path("race")).unlink()
    other_store = SaveStore(store.folder)
    other = Match.open(other_store, "race")
    before = len(other.log)

    app = resuming(SaveStore(store.folder))
    async with app.run_test(size=SMALL) as pilot:
        table = Table(pilot)
        app.games.resume("race", looking=True)
        await pilot.pause()
        assert table.match.looking
        assert "You are watching; another program is playing this race." in shown(app)
        assert not app.screen.query(Hand)
        await table.pilot.press("u", "T", "S", "p", "full_stop", "c", "d", "enter", "1")
        assert len(table.match.log) == before
        step(other, Random(1))
        for _try in range(200):
            await pilot.pause(0.02)
            if len(table.match.log) > before:
                break
        assert len(table.match.log) == len(other.log) > before
        assert app.fault is None


@pytest.mark.long
async def test_a_watching_program_follows_into_the_next_race_of_a_season(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heat_tui.tui.games.LOOKS_EVERY", 0.01)
    other = season_until(resting(1), season_of(people=1, steady=1, legends=0), store=SaveStore(tmp_path))
    app = HeatApp(STILL, store=SaveStore(tmp_path), opening=lambda app: app.games.resume(other.name, looking=True))
    async with app.run_test(size=SMALL) as pilot:
        table = Table(pilot)
        await until_screen(table, SeasonScreen)
        await table.pilot.press("r")
        other.next_race()
        await until_screen(table, ResultsScreen)
        await table.pilot.press("enter")
        await until_screen(table, RaceScreen)
        assert table.match.season is not None
        assert table.match.season.index == 1
        assert table.match.looking


@pytest.mark.parametrize("name", ["race", "my race"])
async def test_a_watching_program_says_once_that_the_save_is_gone(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("heat_tui.tui.games.LOOKS_EVERY", 0.01)
    save = store.path("race").rename(store.folder / f"{name}.json")
    app = HeatApp(STILL, store=store, opening=lambda app: app.games.resume(name, looking=True))
    async with app.run_test(size=SMALL) as pilot:
        save.unlink()
        await pilot.pause(0.2)
        assert isinstance(app.screen, RaceScreen)
        said = [note.message for note in app._notifications]
        assert len(said) == 1
        assert said[0].startswith(f"No saved race is called {name};")


async def test_the_first_program_is_told_and_saves_its_race_under_another_name(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)

    app = race_app(usa("Ada"), store=store)
    async with seated(app) as table:
        name = table.match.name
        before = store.path(name).read_bytes()
        lock(store, name)
        await table.pilot.press("1", "enter")
        await table.pilot.pause()
        assert isinstance(app.screen, AskScreen), shown(app)
        assert app.screen._question.startswith(f"{name} is open elsewhere (elsewhere, process 4711, since 20")
        assert app.screen._question.endswith(" Save your race under another name?")
        await table.pilot.press("right", "enter")
        await table.pilot.pause()
        assert table.match.name == f"{name}-2"
        assert table.match.not_saved is None
        assert store.path(name).read_bytes() == before
        assert SaveStore(tmp_path).read(f"{name}-2").standing == table.match.saved().standing
