"""Races in the app, as people play them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from heat_tui.drivers import KINDS, Steady
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.table.match import Match
from heat_tui.store.saves import SaveStore
from heat_tui.tui.app import HeatApp
from heat_tui.tui.race.prompts import Prompt
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.setup.fields import LineSelect
from tests.tui.moments import ALONE, race_until, raced_to_the_end, reacting, six_cars
from tests.tui.table import STILL, Table, at_the_table, race_app, seated, shown, until_screen, usa


async def _to_the_flag(table: Table, *, by_mouse: bool = False) -> set[str]:
    """Choose for every seat as Steady would, up to the result; return the kinds of the choices."""
    kinds = set()
    while not table.match.over:
        decision = table.match.decision
        assert decision is not None
        action = Steady(len(table.match.log)).choose(table.match.view(decision.seat), decision)
        kinds.add(type(action).__name__)
        if by_mouse:
            await table.choose_by_mouse(action)
        else:
            await table.choose(action)
    for _try in range(100):
        await table.pilot.pause()
        if isinstance(table.app.screen, ResultsScreen):
            return kinds
    raise AssertionError(shown(table.app))


@pytest.mark.parametrize(
    ("setup", "size", "by_mouse"),
    [
        pytest.param(usa("Ada", "Bo", mulligan=True), (80, 24), False, marks=pytest.mark.long),
        pytest.param(usa("Ada", "Bo", seed=4), (120, 40), True, marks=pytest.mark.long),
        pytest.param(usa("Ada", legends=3, seed=5), (100, 30), False, marks=pytest.mark.long),
    ],
    ids=("two-by-keys", "two-by-mouse", "alone"),
)
async def test_a_whole_race_is_played(setup: RaceSetup, size: tuple[int, int], by_mouse: bool) -> None:
    app = race_app(setup)
    async with seated(app, size=size) as table:
        kinds = await _to_the_flag(table, by_mouse=by_mouse)
        assert {"Plan", "React"} <= kinds
        text = shown(app)
        for name in setup.seats:
            assert name in text


def test_a_race_resumes_where_the_app_has_ended(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)

    async def first() -> int:
        app = race_app(usa("Ada", "Bo"), store=store)
        async with seated(app) as table:
            while table.match.view(None).round < 3:
                decision = table.match.decision
                assert decision is not None
                await table.choose(Steady(1).choose(table.match.view(decision.seat), decision))
            return len(table.match.log)

    async def second(played: int) -> None:
        app = HeatApp(STILL, store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            latest = store.glance()
            assert latest is not None
            app.games.resume(latest.name)
            table = Table(pilot)
            await table.rest()
            assert isinstance(app.screen, RaceScreen)
            assert len(table.match.log) == played
            assert "round 3" in shown(app)

    asyncio.run(second(asyncio.run(first())))


async def test_undo_gives_a_reason_if_nothing_can_be_undone() -> None:
    app = race_app(usa("Ada", legends=0))
    async with seated(app) as table:
        await table.press("u")
        assert [note.message for note in app._notifications] == ["You have nothing to undo yet."]


@pytest.mark.sampled
@pytest.mark.parametrize("by_agreement", [False, True])
async def test_a_choice_can_be_taken_back_from_the_palette_while_cars_move(*, by_agreement: bool) -> None:
    match = race_until(reacting(uses=2), ALONE, setup=six_cars("usa"))
    before = len(match.log)
    async with at_the_table(match, settings=replace(STILL, animation="normal")) as table:
        race = table.race
        await race.play(race.query_one(Prompt).choice.default[1])
        assert race.show.running
        if by_agreement:
            race.action_take_back()
            await table.pilot.pause()
            await table.pilot.press("enter")
        else:
            await race.action_undo("choice")
        await table.rest()
        assert len(match.log) == before
        assert not table.app._notifications


async def test_a_race_whose_end_is_taken_back_continues() -> None:
    """The race ends below the form, as it does when automated drivers finish it while the form is open."""
    match = raced_to_the_end(("person",), setup=usa("Ada", legends=0))
    last_but_one, last = (entry.action for entry in match.log[-2:])
    match.take_back(1)
    async with at_the_table(match) as table:
        race = table.race
        race.action_take_back()
        await table.pilot.pause()
        match.play(last)
        await race.settle()
        await table.pilot.press("enter")
        await table.pilot.pause(0.3)
        assert table.app.screen is race
        assert race.query(Prompt)
        await table.choose(last_but_one)
        await table.choose(last)
        await until_screen(table, ResultsScreen)


@pytest.mark.long
@pytest.mark.point("D3")
async def test_a_race_of_automated_drivers_runs_immediately_stops_and_takes_single_steps() -> None:
    app = race_app(usa("Steady", legends=1, laps=3), ("steady",))
    async with app.run_test(size=(80, 24)) as pilot:
        table = Table(pilot)
        for _try in range(600):
            await pilot.pause(0.01)
            if table.match.log:
                break
        assert table.match.log
        await pilot.press("p")
        await pilot.pause()
        before = len(table.match.log)
        await pilot.press("full_stop")
        await pilot.pause()
        assert len(table.match.log) == before + 1
        await pilot.press("p")
        await until_screen(table, ResultsScreen)


@pytest.mark.long
def test_a_seat_is_handed_over_and_renamed_at_the_start_of_a_round() -> None:
    async def story() -> Match:
        app = race_app(usa("Ada", "Bo"))
        async with seated(app) as table:
            await table.pilot.press("S")
            await table.pilot.pause()
            await table.pilot.press(*["backspace"] * 3, *"Cleo", "tab", "tab", "tab")
            assert "A person at this table." in shown(app)
            for kind in KINDS.values():
                await table.pilot.press("right")
                assert kind.name in shown(app)
                assert kind.description in shown(app)
            await table.pilot.press("left")
            await table.pilot.click("#yes")
            await table.rest()
            assert "Cleo" in shown(app)
            return table.match

    match = asyncio.run(story())
    assert match.setup.seats == ("Cleo", "Bo")
    assert match.controllers == ("person", list(KINDS)[-2])


async def test_left_and_right_at_the_ends_of_a_name_move_to_the_field_beside_it() -> None:
    async with at_the_table(Match.start(usa("Ada", "Bo"), ["person"] * 2)) as table:
        await table.pilot.press("S", "down", "right")
        form = table.app.screen
        name, who = form.query_one("#name-1", Input), form.query_one("#who-1", LineSelect)
        assert name.has_focus, "first to the end of the name"
        await table.pilot.press("right", "right")
        assert who.has_focus
        assert who.value != "person"
        name.focus()
        await table.pilot.press("home", "left")
        assert form.query_one("#who-0").has_focus
