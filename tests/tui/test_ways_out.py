"""Leaving: what q and Esc ask, giving up, and dialogs and notifications that are visible and cover nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.command_palette import GameProvider
from heat_tui.tui.dialogs import AnswerButton, AskScreen
from heat_tui.tui.menus.saved import SavedRacesScreen
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.cover import Cover, SeatArea
from heat_tui.tui.race.hand import Hand
from heat_tui.tui.race.panel import Standings
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.settings_check import normal
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.tracks import TracksScreen
from tests.tui.menus import LARGE, SMALL, menus_at
from tests.tui.swift import Swift
from tests.tui.table import STILL, Table, race_app, seated, shown, until_screen, usa

pytestmark = pytest.mark.point("D3")


def asked(app: HeatApp) -> list[str]:
    """Return the question of the open dialog, and its answers."""
    screen = app.screen
    assert isinstance(screen, AskScreen), shown(app)
    return [screen._question, *screen._answers]


def answers(app: HeatApp) -> list[str]:
    """Return the labels of the dialog's buttons."""
    return [str(button.render()) for button in app.screen.query(AnswerButton)]


async def test_a_text_longer_than_the_screen_scrolls_above_the_answers() -> None:
    async with menus_at(screen=TracksScreen, size=SMALL) as menus:
        screen = menus.app.screen
        assert isinstance(screen, TracksScreen)
        screen.tell("\n".join(f"line {number}." for number in range(1, 41)))
        await menus.rest()
        for line in "line 1.", "line 15.", "line 29.":
            assert line in menus.text
            assert "► Close ◄" in menus.text
            await menus.press("pagedown")
        assert "line 40." in menus.text
        await menus.press("pageup", "enter")
        assert menus.app.screen is screen


@pytest.mark.long
@pytest.mark.parametrize("people", [("Ada",), ("Ada", "Bo")])
async def test_q_and_escape_ask_the_same_in_a_race(people: tuple[str, ...], tmp_path: Path) -> None:
    app = race_app(usa(*people), store=SaveStore(tmp_path))
    async with seated(app) as table:
        heard = []
        for key in ("q", "escape", "ctrl+c"):
            await table.pilot.press(key)
            heard.append(asked(app))
            await table.pilot.press("escape")
            assert isinstance(app.screen, RaceScreen)
        assert heard == [heard[0]] * 3
        question, *others = heard[0]
        assert table.match.name in question
        give_up = "Give up: automated driver Steady takes over from Ada"
        assert others == ["Stay", "To the title", give_up, "Quit the game"]
        await table.pilot.press("q", "down", "enter")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.parametrize("name", ["[red]Ada", "[/x]"])
async def test_a_name_with_brackets_is_shown_as_typed_in_an_answer(name: str, tmp_path: Path) -> None:
    app = race_app(usa(name), store=SaveStore(tmp_path))
    async with seated(app) as table:
        await table.pilot.press("q")
        await table.rest()
        text = " ".join(shown(app).replace("│", " ").split())
        assert f"Give up: automated driver Steady takes over from {name}" in text


async def test_q_and_escape_ask_the_same_on_the_title() -> None:
    async with menus_at() as menus:
        for key in ("q", "escape"):
            await menus.press(key)
            assert asked(menus.app) == ["Leave the game?", "Stay", "Quit the game"]
            await menus.press("escape")
            assert isinstance(menus.app.screen, TitleScreen)
        await menus.press("q", "right", "enter")
        assert menus.app.return_code == 0


@pytest.mark.long
async def test_a_driver_takes_over_to_the_finish_after_giving_up_and_the_result_can_be_seen(tmp_path: Path) -> None:
    app = race_app(usa("Ada", legends=1), store=SaveStore(tmp_path))
    async with seated(app) as table:
        await table.pilot.press("1", "q", "down", "down", "enter")
        await until_screen(table, ResultsScreen)
        assert table.match.controllers == ("steady",)
        assert table.match.view(None).cars[0].status == "finished"


async def test_one_person_gives_up_at_a_hot_seat_and_the_others_race_on() -> None:
    app = race_app(usa("Ada", "Bo"))
    async with seated(app) as table:
        await table.lift()
        command = next(each for each in app.get_system_commands(app.screen) if each.title == "Give up")
        assert command.help == "Steady takes over from Ada"
        command.callback()
        await table.pilot.pause()
        assert table.match.controllers == ("person", "person")
        text = " ".join(shown(app).replace("│", " ").split())
        assert "Give up: automated driver Steady takes over from Ada" in text
        await table.pilot.press("down", "down", "enter")
        await table.rest()
        assert table.match.controllers == ("steady", "person")
        assert table.match.to_move == 1
        assert not app.screen.query(Hand)
        assert len(app.screen.query(Cover)) == 1
        (note,) = app._notifications
        assert "press S at the start of a round to give the seat back" in note.message
        offered = [hit.text async for hit in GameProvider(app.screen).discover()]
        assert "Give up" in offered


async def test_giving_up_while_a_card_is_inspected_leaves_no_card_on_the_screen() -> None:
    app = race_app(usa("Ada", "Bo"))
    async with seated(app) as table:
        await table.lift()
        await table.pilot.press("i", "shift+tab")
        assert "Your card" in shown(app)
        await table.pilot.press("q", "down", "down", "enter")
        await table.rest()
        assert table.match.controllers == ("steady", "person")
        assert isinstance(app.screen, RaceScreen)
        assert len(app.screen.query(Cover)) == 1


@pytest.mark.parametrize(
    ("settings", "no_colour", "marked"),
    [(STILL, False, "► Stay ◄"), (Settings(glyphs="ascii", title=False), True, "> Stay <")],
)
async def test_the_focused_answer_has_arrows(
    settings: Settings, no_colour: bool, marked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_colour:
        monkeypatch.setenv("NO_COLOR", "1")

    async with menus_at(settings=settings) as menus:
        await menus.press("q")
        assert marked in menus.text
        await menus.press("right")
        assert marked not in menus.text
        assert marked.replace("Stay", "Quit the game") in menus.text
        await menus.press("left")
        assert marked in menus.text


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE, (160, 24), (160, 50)])
async def test_a_note_covers_neither_cards_nor_panel_nor_standings_nor_map(size: tuple[int, int]) -> None:
    app = race_app(usa("Ada", "Bo", legends=6))
    async with app.run_test(size=size, notifications=True) as pilot:
        table = Table(pilot)
        await table.rest()
        app.notify("A note that is long enough for several lines. " * 4, markup=False)
        await table.pilot.press("u")
        toasts = app.screen.query(Toast)
        assert len(toasts) == 2
        for kind in (SeatArea, Standings, TrackMap):
            place = app.screen.query_one(kind).region
            assert [toast.region for toast in toasts if toast.region.overlaps(place)] == [], kind


@pytest.mark.parametrize(("keys", "named"), [({}, "Enter"), ({"lift": "f5"}, "f5")])
async def test_the_curtain_before_the_deck_names_its_key(keys: dict[str, str], named: str) -> None:
    assert all(normal(key) == key for key in keys.values())

    app = race_app(usa("Ada", "Bo"), settings=Settings(animation="off", title=False, keys=keys))
    async with seated(app) as table:
        await table.pilot.press("d")
        notes = [note.message for note in app._notifications]
        assert notes == [f"Your deck and your cards are behind the curtain; press {named} to show them."]


LONG = ("x" * 40, "日本語" * 13, "[red]" * 8)


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE])
async def test_long_and_wide_names_fit_the_question_and_the_saved_races(size: tuple[int, int], tmp_path: Path) -> None:
    app = race_app(usa(*LONG, legends=0), store=SaveStore(tmp_path))
    async with seated(app, size=size) as table:
        await table.pilot.press("q")
        assert answers(app)[0] == "► Stay ◄"
        for button in app.screen.query(AnswerButton):
            assert app.screen.region.contains_region(button.region)
        assert "日本語" in shown(app) or "xxxx" in shown(app)
        await table.pilot.press("down", "enter")
        await app.push_screen(SavedRacesScreen())
        await table.pilot.pause()
        assert "xxxx" in shown(app)
        assert app.fault is None


async def _resized(pilot: Pilot[None], keys: Swift) -> None:
    for size in ((79, 23), (20, 5), (160, 50), (80, 24)):
        await keys.resize_terminal(*size)
        assert pilot.app.return_code is None


@pytest.mark.sampled
@pytest.mark.parametrize(
    "opened",
    [
        ("q",),
        ("S",),
        ("T",),
        ("ctrl+p",),
        ("question_mark", "slash"),
        ("d",),
        ("s",),
    ],
)
async def test_every_dialog_can_be_resized(opened: tuple[str, ...], tmp_path: Path) -> None:
    app = race_app(usa("Ada"), store=SaveStore(tmp_path))
    async with seated(app) as table:
        await table.pilot.press(*opened)
        screen = app.screen
        await _resized(table.pilot, table.pilot)
        assert app.fault is None
        assert app.screen is screen


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("own", "leaving", "log"),
    [({}, "q", "l"), ({}, "ctrl+c", "l"), ({"leave": "x", "log": "q"}, "x", "q")],
)
async def test_only_the_key_that_leaves_works_in_a_terminal_that_is_too_small(
    own: dict[str, str], leaving: str, log: str
) -> None:
    app = race_app(usa("Ada"), settings=replace(STILL, keys=own))
    async with seated(app, size=(79, 24)) as table:
        await table.pilot.press(log)
        assert isinstance(app.screen, RaceScreen)
        await table.pilot.press(leaving)
        assert isinstance(app.screen, AskScreen)


@pytest.mark.sampled
@pytest.mark.parametrize("key", ["q", "escape"])
async def test_one_key_asks_whether_to_leave_a_constantly_moving_race(key: str) -> None:
    app = race_app(usa("Steady", legends=1), ("steady",), settings=replace(STILL, animation="normal"))
    async with app.run_test(size=SMALL) as pilot:
        table = Table(pilot)
        while not (table.match.log and table.race.show.running):
            await pilot.pause(0.01)
        await pilot.press(key)
        await pilot.pause()
        assert asked(app)[0] == "Leave the race? It is not saved and cannot be resumed."
