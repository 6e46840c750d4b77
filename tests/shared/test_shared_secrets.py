"""No screen of a shared table shows the hidden cards or sealed plans of other seats, or the seed."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from heat_tui.cli.reports import race_text
from heat_tui.engine.actions import Action, Plan
from heat_tui.engine.decisions import PlanDecision
from heat_tui.engine.module import Module
from heat_tui.engine.race import Race
from heat_tui.game.table import shared
from heat_tui.game.table.match import Match
from heat_tui.game.table.shared import SharedMatch
from heat_tui.game.telling.export import log_text
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.plain.console import Console
from heat_tui.plain.table import PlainTable
from heat_tui.store import save_reading, shared_tables
from heat_tui.store.saved_race import Chosen
from heat_tui.store.settings import Settings
from heat_tui.store.shared_tables import SharedTables
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.words.situation import hand_line, situation
from tests.shared.screens import RACES, url_of
from tests.shared.test_shared_match import SETUPS
from tests.tui.marked import SEED, everywhere, found, known_cards, marked_match, marks, opened

PEOPLE = ("Ada", "Bo", "Cem")
MODULES: tuple[Module, ...] = (Garage(), Legends(2), MulliganRule(), Tournament(), Weather())


def _entry(data: dict[str, Any]) -> Chosen:
    """Return a choice with marked cards, which no record may hold outside these tests."""
    kind: Any = save_reading._KINDS[data.pop("do")]
    seat = data.pop("seat")
    return Chosen(seat, kind(**{key: _tuples(value) for key, value in data.items()}))


def _tuples(value: object) -> object:
    """Return a value of an action from JSON, with tuples in place of lists, such as cards with chosen values."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


@pytest.fixture(autouse=True)
def _marked(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(shared, "PATIENCE", 0.0)
    monkeypatch.setattr(shared_tables, "_ENTRY", SimpleNamespace(validate_python=_entry))
    with known_cards():
        yield


def marked_screens(folder: Path, modules: tuple[Module, ...], seed: int) -> list[SharedMatch]:
    """Return the screens of three people, whose cards name their owners, and of a watcher."""
    name = SharedMatch.begin(SharedTables(url_of(folder)), Match.start(*SETUPS["base game"]))
    matches = []
    for here in ((0,), (1,), (2,), ()):
        tables = SharedTables(url_of(folder))
        match = SharedMatch(tables, *tables.find(name), None)
        race = marked_match(*PEOPLE, laps=1, seed=seed, modules=modules)._race
        match._game = race
        match.opening_events = tuple(Race.start(replace(race.setup, seed=seed)).events)
        match._names = race.setup.seats
        match.poll()
        if here:
            match.take_seats(here)
        matches.append(match)
    return matches


def _open(match: SharedMatch, app: HeatApp) -> None:
    app.games.open(match)


def hidden_from(match: SharedMatch) -> set[str]:
    """Return the texts that a screen must not show before the flag: cards marked for others alone, and the seed."""
    if match.over:
        return set()
    own = set().union(*(marks(seat) for seat in match.here))
    return {str(SEED), *set().union(*(marks(seat) for seat in range(3)))} - own - opened(match)


def written(match: SharedMatch) -> Iterator[tuple[str, str]]:
    """Yield the files that a screen can write during its race, except screenshots, which have the painted text."""
    yield "the exported log", "\n".join(log_text(match))
    yield "a bug report", race_text(match)


def chosen(match: SharedMatch, random: Random) -> Action:
    """Return a choice at random, preferably a plan of marked cards."""
    decision = match.decision
    assert decision is not None
    if isinstance(decision, PlanDecision):
        plans = [each for each in decision.options() if isinstance(each, Plan)]
        own = [each for each in plans if marks(decision.seat) & set(each.cards)]
        return random.choice(own or plans)
    return decision.sample(random.random)


async def watched(matches: list[SharedMatch], random: Random, looks: int) -> None:
    """Race at screens until the flag, or for a number of looks, and search every screen for what it must not show.

    Even a screen that asks nothing and whose frame has not changed is searched at every tenth look, because hidden
    widgets may have changed.
    """
    async with AsyncExitStack() as stack:
        screens, seen, frames = [], set[int](), dict[HeatApp, object]()
        for match, size in zip(matches, ((120, 40), (80, 24), (160, 50), (80, 24)), strict=True):
            stack.callback(match.leave)
            app = HeatApp(Settings(animation="off"), opening=partial(_open, match))
            pilot = await stack.enter_async_context(app.run_test(size=size))
            screens.append((match, app, pilot))
        for look in range(looks):
            for match, app, pilot in screens:
                await pilot.pause(0.01)
                before, frames[app] = frames.get(app), next(everywhere(app))
                if look % 10 and frames[app] == before and not match.waits_for_person:
                    continue
                places = [*everywhere(app), *(() if look % 10 else written(match))]
                faults = found(places, hidden_from(match))
                assert not faults, faults[:5]
                if len(seen) < len(PEOPLE):
                    seen.update(seat for seat in match.here if found(everywhere(app), marks(seat)))
                race = app.screen
                if isinstance(race, RaceScreen) and match.waits_for_person and not race.show.running:
                    race.call_later(race.play, chosen(match, random))
                    await pilot.pause()
            if all(match.over for match in matches):
                break
        assert seen == {0, 1, 2}
        assert all(len(match.log) > 3 for match in matches)
        planned = [each.seat for each in matches[0].log if isinstance(each.action, Plan)]
        assert set(planned) == {0, 1, 2}


@pytest.mark.long
@pytest.mark.usefixtures("no_waiting")
def test_a_screen_shows_its_own_seat_alone(tmp_path: Path) -> None:
    asyncio.run(watched(marked_screens(tmp_path, (Legends(1),), 5), Random(1), 14))


@pytest.mark.long
@pytest.mark.usefixtures("no_waiting")
@pytest.mark.parametrize("seed", range(RACES))
def test_a_screen_shows_its_own_seat_alone_to_the_flag(seed: int, tmp_path: Path) -> None:
    """Races with an even seed have all of `MODULES`; the others have two of them."""
    modules = tuple(Random(seed).sample(MODULES, 2)) if seed % 2 else MODULES
    matches = marked_screens(tmp_path, modules, seed)
    asyncio.run(watched(matches, Random(seed), 10_000))
    assert all(match.over for match in matches)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(3))
def test_the_line_based_game_and_files_show_their_own_seat_alone(seed: int, tmp_path: Path) -> None:
    """All of `MODULES`, over a whole race."""
    matches, random = marked_screens(tmp_path, MODULES, seed), Random(seed)
    bo, out, seen = matches[1], io.StringIO(), False
    table = PlainTable(bo, Console(io.StringIO(), out))
    for look in count():
        if all(match.over for match in matches):
            break
        for match in matches:
            match.poll()
            assert match.trouble is None
            if match.moves_on:
                events = match.play_driver()
                if match is bo:
                    table._tell(events)
            elif match.waits_for_person:
                if match is bo:
                    table.console.say(*situation(match.view(1)), hand_line(match.view(1)))
                match.play(chosen(match, random))
        faults = found([("the lines", out.getvalue()), *(() if look % 20 else written(bo))], hidden_from(bo))
        assert not faults, faults[:5]
        seen |= bool(found([("the lines", out.getvalue())], marks(1) - opened(bo)))
        out.seek(0)
        out.truncate()
    assert len(bo.log) > 100
    assert seen, "the search finds no hidden card"
