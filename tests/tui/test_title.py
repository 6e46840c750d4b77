"""The title: its entries, and where they lead."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Input

from heat_tui.drivers.kinds import RUNGS
from heat_tui.game.advice.first_race import first_race_setup
from heat_tui.game.setup.last_setup import load_last_setup
from heat_tui.game.setup.options import Seat
from heat_tui.game.setup.race_options import coloured, default_race
from heat_tui.game.table.save_line import latest_race
from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.book.screen import BookScreen
from heat_tui.tui.dialogs import AskTextScreen, ChooseScreen
from heat_tui.tui.help import HelpScreen
from heat_tui.tui.lists import MenuList
from heat_tui.tui.menus.challenges import ChallengesScreen
from heat_tui.tui.menus.saved import SavedRacesScreen
from heat_tui.tui.menus.settings import SettingsScreen
from heat_tui.tui.menus.title import ENTRIES, RESUME, TitleScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.setup.season import NewSeasonScreen
from heat_tui.tui.track.tracks import TracksScreen
from tests.tui.menus import Menus, menus_at, store_in
from tests.tui.table import STILL

EXAMPLES = Path(__file__).parents[1] / "saves"


def with_saves(home: Path, *names: str) -> None:
    (home / "saves").mkdir()
    for name in names:
        shutil.copy(EXAMPLES / f"{name}.json", home / "saves")


async def test_without_saves_there_is_nothing_to_resume(home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        assert "no unfinished race" in menus.text
        menu = menus.find("#menu", MenuList)
        assert menu.get_option(RESUME).disabled
        await menus.press("home", "up", "down", "up")
        assert menu.highlighted != 0


async def test_the_game_can_be_left_while_the_saves_are_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with menus_at(store=store_in(home)) as menus:
        title, read = menus.app.screen, Event()
        assert isinstance(title, TitleScreen)
        monkeypatch.setattr("heat_tui.game.table.save_line.latest_race", lambda _store: (str(read.wait(5)), ""))
        worker = title.read_saves()
        await menus.find("#menu", MenuList).remove()
        read.set()
        await worker.wait()


async def test_the_latest_unfinished_race_is_named_and_resumed(home: Path) -> None:
    with_saves(home, "v1-usa-mid-turn", "v1-mexico-finished")
    async with menus_at(store=store_in(home)) as menus:
        assert "USA, round 3: Ada" in menus.text
        await menus.press("enter")
        await menus.rest()
        assert menus.race.match.name == "v1-usa-mid-turn"


async def test_a_finished_race_is_not_resumed(home: Path) -> None:
    with_saves(home, "v1-mexico-finished")
    async with menus_at(store=store_in(home)) as menus:
        assert "no unfinished race" in menus.text


async def test_an_unreadable_folder_is_reported(home: Path) -> None:
    (home / "saves").write_text("", encoding="utf-8")
    async with menus_at(store=store_in(home), size=(80, 24)) as menus:
        assert menus.find("#menu", MenuList).get_option(RESUME).disabled
        assert "the folder of saved races cannot be read" in menus.text


SCREENS = {
    "new": NewRaceScreen,
    "season": NewSeasonScreen,
    "challenges": ChallengesScreen,
    "tables": ChooseScreen,
    "tracks": TracksScreen,
    "saves": SavedRacesScreen,
    "book": BookScreen,
    "settings": SettingsScreen,
    "help": HelpScreen,
}
"""The screen of each entry; the other entries start a race or leave the game."""


@pytest.mark.sampled
@pytest.mark.parametrize("by_mouse", [False, True])
async def test_every_entry_leads_somewhere_and_escape_returns(by_mouse: bool, home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        lacking = {*ENTRIES} - {RESUME, "first", "watch", "quit"} - {*SCREENS}
        assert not lacking, f"SCREENS of this test lacks {lacking}"
        # "Resume" is disabled, so Home leads to the entry below it.
        for downs, entry in enumerate([*ENTRIES][1:]):
            if entry not in SCREENS:
                continue
            if by_mouse:
                await menus.click("#menu", at=(5, 1 + downs))
            else:
                await menus.press("home", *["j"] * downs, "enter")
            await menus.rest()
            assert isinstance(menus.app.screen, SCREENS[entry]), entry
            await menus.press("escape")
            await menus.rest()
            assert isinstance(menus.app.screen, TitleScreen)


@pytest.mark.point("D3")
async def test_the_cursor_is_on_the_first_race_for_a_player_without_races(home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        menu = menus.find("#menu", MenuList)
        assert menu.highlighted == menu.get_option_index("first")

    with_saves(home, "v1-mexico-finished")
    async with menus_at(store=store_in(home)) as menus:
        menu = menus.find("#menu", MenuList)
        assert menu.highlighted == menu.get_option_index("new")


@pytest.mark.point("N17")
@pytest.mark.parametrize(
    ("saves", "entry", "opened"),
    [
        ((), "first", AskTextScreen),
        (("v1-mexico-finished",), "new", NewRaceScreen),
        (("v1-usa-mid-turn", "v1-mexico-finished"), RESUME, RaceScreen),
    ],
)
def test_the_initial_highlight_stays_and_is_opened(
    saves: tuple[str, ...], entry: str, opened: type, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_saves(home, *saves)
    read = Event()

    def slow(store: SaveStore | None) -> tuple[str | None, str]:
        read.wait(5)
        return latest_race(store)

    monkeypatch.setattr("heat_tui.game.table.save_line.latest_race", slow)

    async def story(*, hurried: bool) -> None:
        read.clear()
        app = HeatApp(STILL, store=store_in(home))
        async with app.run_test(size=(80, 24)) as pilot:
            menus = Menus(pilot)
            menu = menus.find("#menu", MenuList)
            first = menu.highlighted
            if hurried:
                menus.pilot.send("enter")
            read.set()
            await menus.rest()
            assert first == menu.highlighted == menu.get_option_index(entry)
            assert isinstance(app.screen, opened if hurried else TitleScreen)

    asyncio.run(story(hurried=False))
    asyncio.run(story(hurried=True))


async def test_quit_asks_first(home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        await menus.press("end", "enter")
        assert not isinstance(menus.app.screen, TitleScreen)
        assert menus.app.return_code is None
        await menus.press("escape")
        assert isinstance(menus.app.screen, TitleScreen)


async def test_the_cursor_is_on_an_unfinished_race(home: Path) -> None:
    with_saves(home, "v1-usa-mid-turn")
    async with menus_at(store=store_in(home)) as menus:
        menu = menus.find("#menu", MenuList)
        await menus.press("down", "down", "enter", "enter")
        await menus.rest()
        name = menus.race.match.name
        await menus.press("q", "down", "enter")
        await menus.rest()
        assert menu.highlighted == 0
        menu.highlighted = menu.get_option_index("settings")
        await menus.press("enter")
        assert isinstance(menus.app.screen, SettingsScreen)
        await menus.press("escape")
        await menus.rest()
        assert menu.highlighted == menu.get_option_index("settings")
        await menus.press("home", "enter")
        await menus.rest()
        assert menus.race.match.name == name


async def test_an_unfinished_race_is_offered(home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        await menus.press("enter", "enter")
        await menus.rest()
        assert isinstance(menus.app.screen, RaceScreen)
        menus.app.pop_screen()
        await menus.rest()
        assert "First race, round 1: Player 1" in menus.text


@pytest.mark.long
@pytest.mark.point("L3")
@pytest.mark.point("L1")
async def test_the_first_race_asks_for_a_name_and_explains_itself_after_two_keys(home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        await menus.press("enter")
        await menus.rest()
        assert "What is your name?" in menus.text
        await menus.write(" ")
        await menus.press("enter")
        assert "This driver has no name; type one." in menus.text
        assert not isinstance(menus.app.screen, RaceScreen)
        await menus.write("Ada")
        await menus.press("enter")
        await menus.rest()
        assert menus.race.match.setup == first_race_setup("Ada")
        assert menus.race.match.lessons
        assert "Your first race" in menus.text
        menus.app.games.teach()
        await menus.rest()
        assert menus.app.screen.query_one(Input).value == "Ada", "the next race proposes the name"
        assert load_last_setup().setup == default_race(coloured((Seat("Ada"),)))


@pytest.mark.long
async def test_the_first_race_has_one_driver_whatever_the_name(home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        await menus.press("enter")
        await menus.rest()
        await menus.write("@steady, Bo")
        await menus.press("enter")
        await menus.rest()
        match = menus.race.match
        assert (match.setup.seats, match.controllers) == (("@steady, Bo",), ("person",))


@pytest.mark.point("R4")
async def test_a_race_of_a_driver_of_each_rung_can_be_watched(home: Path) -> None:
    async with menus_at(store=store_in(home)) as menus:
        menu = menus.find("#menu", MenuList)
        menu.highlighted = menu.get_option_index("watch")
        await menus.press("enter")
        await menus.rest()
        assert sorted(menus.race.match.controllers) == sorted(RUNGS)
        assert not menus.race.match.here


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50)])
async def test_an_ascii_terminal_gets_only_ascii(size: tuple[int, int], home: Path) -> None:
    async with menus_at(store=store_in(home), settings=Settings(glyphs="ascii"), size=size) as menus:
        assert menus.text.isascii(), sorted({each for each in menus.text if not each.isascii()})
        assert menus.text.count("#") > 60
