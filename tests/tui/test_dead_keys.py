"""A key that does nothing says why, once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from heat_tui.engine.decisions import Decision, DiscardDecision, ReactDecision
from heat_tui.game.advice.finish_turn import choice_for
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.match import Match
from heat_tui.store.saves import SaveStore
from heat_tui.tui.app import HeatApp
from heat_tui.tui.keymap import KEYS, PLANNING, RACE
from heat_tui.tui.race.hand import Hand
from heat_tui.tui.race.results import ResultsScreen
from tests.tui.moments import ALONE, NOBODY, PEOPLE, race_until, six_cars
from tests.tui.races import app_with, finished
from tests.tui.swift import Swift
from tests.tui.table import STILL, Table, at_the_table, shown, usa
from tests.tui.test_keys import planning_in
from tests.tui.test_plans import said

pytestmark = pytest.mark.point("P3")


def reacting(_match: Match, decision: Decision) -> bool:
    return isinstance(decision, ReactDecision)


def discarding(_match: Match, decision: Decision) -> bool:
    return isinstance(decision, DiscardDecision)


STATES: Final = {
    "planning": lambda: planning_in(2),
    "reaction": lambda: race_until(reacting, ALONE, setup=six_cars("usa")),
    "discard": lambda: race_until(discarding, ALONE, setup=six_cars("usa")),
    "curtain": lambda: race_until(lambda _match, _decision: True, PEOPLE),
    "keeping curtain": lambda: race_until(discarding, PEOPLE),
    "open turn": lambda: race_until(reacting, PEOPLE),
}


IN_THE_GATE = ("reaction",)
"""The state checked in the gate; the others differ in only a few keys, and are left to `make test-all`."""


@pytest.mark.parametrize(
    "state", [each if each in IN_THE_GATE else pytest.param(each, marks=pytest.mark.long) for each in STATES]
)
async def test_every_key_of_a_race_does_something_or_says_why(state: str) -> None:
    """Whatever the race is waiting for, each of its keys except that of a take-back changes the screen."""
    async with at_the_table(STATES[state](), size=(120, 40)) as table:
        for id, key in KEYS.items():
            if key.place not in (RACE, PLANNING) or id == "take-back":
                continue
            table.app.clear_notifications()
            table.race.seat.consequences.say("")
            await table.pilot.pause()
            race, before, log = table.race, everything(table), len(table.match.log)
            await table.pilot.press(key.keys.partition(",")[0])
            assert everything(table) != before, f"{id} did nothing, and said nothing:\n{before}"
            if table.app.screen is not race or len(table.match.log) != log:
                table.app.games.open_race(STATES[state]())
                await table.rest()


def everything(table: Table) -> tuple[object, ...]:
    """Return what a key may change: the text, the cursors, the screen, and the numbers of choices and notifications."""
    cursors = tuple(hand.cursor for hand in table.app.screen.query(Hand))
    return shown(table.app), cursors, table.app.screen, len(table.match.log), len(table.app._notifications)


@pytest.mark.sampled
@pytest.mark.parametrize(("coach", "setting"), [(False, True), (True, False)])
async def test_h_says_that_the_coach_is_off_and_the_palette_switches_it_on_and_off(coach: bool, setting: bool) -> None:
    match = Match.start(replace(usa("Ada", seed=5), coach=coach), ["person"])
    async with at_the_table(match, size=(120, 40), settings=replace(STILL, coach=setting)) as table:
        await table.press("h")
        assert "The coach is off; press ^p to switch it on." in said(table)
        await by_palette(table, "Switch the coach on")
        assert match.setup.coach
        assert "h hint" in shown(table.app)
        await table.press("h")
        assert "Your coach" in shown(table.app)
        await by_palette(table, "Switch the coach off")
        assert not match.setup.coach
        assert "Your coach" not in shown(table.app)


async def by_palette(table: Table, words: str) -> None:
    """Carry out a command of the palette."""
    next(act for name, _about, act in table.race.more_commands() if name == words)()
    await table.rest()


def test_the_saved_race_keeps_the_last_setting_of_the_coach(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    match = Match.start(usa("Ada", seed=5), ["person"], store=store)
    match.switch_coach(on=False)
    assert not Match.look_on(store, match.name).setup.coach
    match.switch_coach(on=True)
    assert Match.look_on(store, match.name).setup.coach


async def test_a_second_f_says_that_it_goes_no_further() -> None:
    def wanted(match: Match, decision: Decision) -> bool:
        return isinstance(decision, ReactDecision) and choice_for(Curtain(match), "Ada").obvious is None

    match = race_until(wanted, ALONE, setup=six_cars("usa"))
    before = len(match.log)
    async with at_the_table(match) as table:
        await table.press("f")
        assert "f goes no further" not in said(table)
        await table.press("f")
        assert len(match.log) == before
        assert "f goes no further; make this choice yourself, with Enter." in said(table)


async def test_undo_that_comes_too_late_gives_the_reason_once() -> None:
    async with at_the_table(planning_in(2)) as table:
        await table.press("u", "u", "u")
        assert [note.message for note in table.app._notifications] == ["You have nothing to undo yet."]


@pytest.mark.parametrize("key", ["h", "u", "d"])
async def test_a_race_that_nobody_drives_says_so_and_lists_no_key_of_a_driver(key: str) -> None:
    app = HeatApp(STILL, opening=lambda app: app.games.open_race(Match.start(six_cars("usa"), NOBODY)))
    async with app.run_test(size=(80, 24)):
        await Swift(app).press("p", key)
        assert [note.message for note in app._notifications] == ["Nobody at the keyboard drives in this race."]
        assert f" {key} " not in shown(app).splitlines()[-1]


async def test_a_result_without_an_account_gives_the_reason() -> None:
    match = finished()
    match = Match.start(replace(match.setup, coach=False), match.controllers)
    while not match.over:
        match.play_driver()
    app = app_with(ResultsScreen(match))
    async with app.run_test(size=(80, 24)):
        swift = Swift(app)
        await swift.pause()
        await swift.press("m", "m")
        messages = [note.message for note in app._notifications]
        assert messages == ["This race has no account of mistakes: it was not raced here with the coach on."]


async def test_a_watcher_is_told_why_no_key_plays(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    name = Match.start(usa("Ada", seed=5), ["person"], store=store).name

    async def story(table: Table) -> None:
        for key in ("1", "plus", "enter", "f", "u", "h", "S", "T", "c", "p"):
            table.race.seat.consequences.say("")
            await table.pilot.press(key)
            assert "You are watching; another program is playing this race." in said(table), key

    app = HeatApp(STILL, opening=lambda app: app.games.open_race(Match.look_on(store, name)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await story(Table(pilot))
