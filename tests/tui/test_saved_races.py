"""The list of saved races, by keys and by mouse."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import pytest
from textual.widgets import DataTable, Input, Static

from heat_tui.game.table.match import Match
from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import Settings
from heat_tui.tui.dialogs import AskScreen, AskTextScreen
from heat_tui.tui.help import topic_for
from heat_tui.tui.menus.saved import SavedRacesScreen
from heat_tui.tui.menus.title import TitleScreen
from heat_tui.tui.race.results import ResultsScreen
from tests.tui.menus import LARGE, SMALL, Menus, menus_at, store_in

EXAMPLES = Path(__file__).parents[1] / "saves"
NAMES = ("v1-usa-mid-turn", "v1-mexico-finished", "v1-italy-with-marks")


@pytest.fixture
def store(home: Path) -> SaveStore:
    """Return a store with three valid races and an unusable file."""
    store = store_in(home)
    store.folder.mkdir()
    for name in NAMES:
        shutil.copy(EXAMPLES / f"{name}.json", store.folder)
    (store.folder / "broken.json").write_text("{", encoding="utf-8")
    return store


def note(menus: Menus) -> str:
    return str(menus.find("#note", Static).content)


def rows(menus: Menus) -> int:
    return menus.find("DataTable", DataTable).row_count


def cursor(menus: Menus) -> int:
    return menus.find("DataTable", DataTable).cursor_row


def names(store: SaveStore) -> list[str]:
    return sorted(each.name for each in store.list())


def refusal(menus: Menus) -> str:
    assert isinstance(menus.app.screen, AskTextScreen)
    return str(menus.find("#refusal", Static).content)


async def test_a_branched_race_says_so(store: SaveStore) -> None:
    match = Match.resume(store.read(NAMES[0]), store=None)
    match.branch(match.log[1], match.controllers, store=store).leave()
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        assert "cars; raced on. Press Enter to resume." in note(menus)
        await menus.press("down")
        assert "raced on" not in note(menus)


async def test_the_newest_race_comes_first_and_damaged_files_last(store: SaveStore) -> None:
    async with menus_at(store=store, screen=SavedRacesScreen, size=LARGE) as menus:
        assert rows(menus) == 4
        expected = [each.name for each in store.list()]
        lines = [line for line in menus.text.splitlines() if any(name in line for name in expected)]
        assert [next(name for name in expected if name in line) for line in lines] == expected
        assert "4 cars. Press Enter to resume." in note(menus)
        await menus.press("ctrl+end")
        assert "broken.json: it breaks off in line 1" in note(menus)
        await menus.press("enter")
        assert isinstance(menus.app.screen, SavedRacesScreen)


async def test_names_that_differ_only_at_the_end_can_be_distinguished(store: SaveStore) -> None:
    store.rename(NAMES[0], "italy-2025-05-04-ada")
    store.rename(NAMES[1], "italy-2025-05-04-ada-bo")
    async with menus_at(store=store, screen=SavedRacesScreen, size=SMALL) as menus:
        ends = [line.split()[-1] for line in menus.text.splitlines() if "italy-2025" in line]
        assert sorted(ends) == ["italy-2025-05-04-ada", "italy-2025-05-04-ada-bo"]


async def test_no_column_is_hidden_by_the_scrollbar_of_a_long_list(store: SaveStore) -> None:
    for number in range(20):
        shutil.copy(
            EXAMPLES / "v1-season-second-race.json", store.folder / f"season-1961-2026-11-21-ada-bo-{number}.json"
        )
    async with menus_at(store=store, screen=SavedRacesScreen, size=SMALL) as menus:
        table = menus.find("DataTable", DataTable)
        assert (table.max_scroll_x, table.max_scroll_y > 0) == (0, True)


async def test_the_note_has_what_is_cut_off_in_the_list(store: SaveStore) -> None:
    store.rename(NAMES[1], "the-race-in-mexico-of-which-everybody-will-speak-for-years")
    listed = [each.name for each in store.list()]
    async with menus_at(store=store, screen=SavedRacesScreen, size=SMALL) as menus:
        await menus.press(*["down"] * next(row for row, name in enumerate(listed) if name.startswith("the-race")))
        assert note(menus).splitlines()[0] == (
            "State: won by Legend Yellow. Name: the-race-in-mexico-of-which-everybody-will-speak-for-years."
        )
        assert note(menus).splitlines()[1].endswith("5 cars. Press Enter to show the result.")


async def test_a_season_is_named_in_full_where_the_list_has_room(store: SaveStore) -> None:
    shutil.copy(EXAMPLES / "v1-season-second-race.json", store.folder)
    async with menus_at(store=store, screen=SavedRacesScreen, size=LARGE) as menus:
        assert "The season of 1961 " in menus.text


async def test_the_number_of_a_seasons_race_is_never_cut_off(store: SaveStore) -> None:
    shutil.copy(EXAMPLES / "v1-season-second-race.json", store.folder / "season-1961-2026-11-21-ada-bo.json")
    async with menus_at(store=store, screen=SavedRacesScreen, size=SMALL) as menus:
        assert " race 2/3" in menus.text


async def test_a_race_is_resumed_by_keys_and_by_mouse(store: SaveStore) -> None:
    first = store.list()[0].name
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press("enter")
        await menus.rest()
        assert menus.race.match.name == first
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.click("DataTable", at=(4, 1))
        await menus.rest()
        assert menus.race.match.name == first


@pytest.mark.long
async def test_escape_leads_from_a_result_back_to_the_list_and_enter_to_the_title(store: SaveStore) -> None:
    finished = next(row for row, each in enumerate(store.list()) if each.name == "v1-mexico-finished")
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        listed = menus.app.screen
        await menus.press(*["down"] * finished, "enter")
        await menus.rest()
        await menus.press("l", "escape")
        assert isinstance(menus.app.screen, ResultsScreen)
        await menus.press("escape")
        await menus.rest()
        assert menus.app.screen is listed
        assert cursor(menus) == finished
        await menus.press("enter")
        await menus.rest()
        await menus.press("enter")
        assert isinstance(menus.app.screen, TitleScreen)


async def test_the_first_race_is_marked(store: SaveStore) -> None:
    shutil.copy(EXAMPLES / "v1-usa-first-race.json", store.folder)
    async with menus_at(store=store, screen=SavedRacesScreen, size=LARGE) as menus:
        line = next(line for line in menus.text.splitlines() if "v1-usa-first-race" in line)
        assert line.split("  ")[0].strip() == "First race"
        assert "USA" in next(line for line in menus.text.splitlines() if "v1-usa-mid-turn" in line)


@pytest.mark.parametrize("key", ["r", "e", "o"])
async def test_help_on_a_question_is_about_the_saved_races(store: SaveStore, key: str) -> None:
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press(key)
        assert isinstance(menus.app.screen, AskTextScreen)
        assert topic_for(menus.app.screen) == "saved-races"


async def test_a_race_is_renamed(store: SaveStore) -> None:
    old = store.list()[0].name
    async with menus_at(store=store, screen=SavedRacesScreen, size=LARGE) as menus:
        await menus.press("r")
        await menus.write("")
        await menus.press("enter")
        assert "needs a name" in refusal(menus)
        await menus.write("日本")
        await menus.press("enter")
        assert "no letter from a to z" in refusal(menus)
        await menus.write("Sunday race")
        await menus.press("enter")
        assert isinstance(menus.app.screen, SavedRacesScreen)
        assert "sunday-race" in names(store)
        assert old not in names(store)
        assert "sunday-race" in menus.text
        assert cursor(menus) == [each.name for each in store.list()].index("sunday-race")


async def test_a_file_with_a_name_that_cannot_be_shown_is_renamed(store: SaveStore) -> None:
    (store.folder / "broken.json").rename(store.folder / "a\tb.json")
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press("ctrl+end", "r")
        assert menus.find("Input", Input).value == "a\\tb"
        await menus.press("enter")
        assert "a-tb" in names(store)


async def test_a_race_is_deleted_only_after_confirmation(store: SaveStore) -> None:
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press("down", "delete")
        assert isinstance(menus.app.screen, AskScreen)
        await menus.press("enter")  # keeping is the default answer
        assert len(names(store)) == 4
        gone = store.list()[1].name
        await menus.press("x", "right", "enter")
        assert gone not in names(store)
        assert rows(menus) == 3
        assert cursor(menus) == 1
        await menus.press("ctrl+end", "x")
        await menus.click("#answer-1")
        assert "broken" not in names(store)


async def test_a_race_is_exported_and_imported(store: SaveStore, home: Path) -> None:
    target = home / "copy.json"
    first = store.list()[0].name
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press("e")
        assert menus.find("Input", Input).value.endswith(f"{first}.json")
        await menus.write(str(home / "saves" / "broken.json"))
        await menus.press("enter")
        assert "already exists" in refusal(menus)
        await menus.write(str(target))
        await menus.press("enter")
        assert isinstance(menus.app.screen, SavedRacesScreen)
        assert target.read_text(encoding="utf-8") == store.path(first).read_text(encoding="utf-8")
        await menus.press("o")
        await menus.press("enter")
        assert "Type the name of a file." in refusal(menus)
        await menus.write(str(home / "nowhere.json"))
        await menus.press("enter")
        assert "this file does not exist" in refusal(menus)
        await menus.write(str(target))
        await menus.press("enter")
        assert "copy" in names(store)
        assert rows(menus) == 5


async def test_unavailable_actions_do_nothing(store: SaveStore) -> None:
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press("ctrl+end", "e")
        assert isinstance(menus.app.screen, SavedRacesScreen)
        await menus.press("r")
        assert isinstance(menus.app.screen, AskTextScreen)


async def test_a_folder_that_cannot_be_written_is_reported(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_path: Path, *_target: Path, **_options: bool) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "rename", forbidden)
    monkeypatch.setattr(Path, "unlink", forbidden)
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        await menus.press("r")
        await menus.write("other")
        await menus.press("enter")
        assert "this file cannot be renamed (Permission denied)" in refusal(menus)
        await menus.press("escape", "x", "right", "enter")
        await menus.rest()
        assert "it cannot be deleted (Permission denied)" in menus.said[-1]


async def test_a_race_that_vanished_is_reported(store: SaveStore) -> None:
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        name = store.list()[0].name
        store.path(name).unlink()
        await menus.press("r")
        await menus.write("other")
        await menus.press("enter")
        assert f"No saved race is called {name}" in refusal(menus)
        await menus.press("escape")
        await menus.rest()
        assert rows(menus) == 3
        name = store.list()[0].name
        await menus.press("x")
        store.path(name).unlink()
        await menus.press("right", "enter")
        await menus.rest()
        assert f"No saved race is called {name}" in menus.said[-1]
        assert rows(menus) == 2


async def test_missing_saves_or_a_missing_folder_are_reported(home: Path) -> None:
    async with menus_at(store=store_in(home), screen=SavedRacesScreen) as menus:
        assert "No races are saved yet." in menus.text
        await menus.press("r", "x", "e", "enter")
        assert isinstance(menus.app.screen, SavedRacesScreen)
    async with menus_at(screen=SavedRacesScreen) as menus:
        assert "Races are not being saved now." in menus.text
        await menus.press("o")
        assert isinstance(menus.app.screen, SavedRacesScreen)
    (home / "saves").write_text("", encoding="utf-8")
    async with menus_at(store=store_in(home), screen=SavedRacesScreen, size=(160, 50)) as menus:
        assert "the folder of saved races cannot be read" in menus.text.replace("\n", " ")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_an_ascii_terminal_gets_only_ascii(size: tuple[int, int], store: SaveStore) -> None:
    (store.folder / "v1-mexico-finished.json").unlink()  # a driver's name in this race is not ASCII
    async with menus_at(store=store, screen=SavedRacesScreen, settings=Settings(glyphs="ascii"), size=size) as menus:
        assert menus.text.isascii(), sorted({each for each in menus.text if not each.isascii()})
        await menus.press("r")
        assert menus.text.isascii(), sorted({each for each in menus.text if not each.isascii()})


async def test_leaving_before_the_list_is_painted_causes_no_error(store: SaveStore) -> None:
    async with menus_at(store=store, screen=SavedRacesScreen) as menus:
        screen = menus.app.screen
        assert isinstance(screen, SavedRacesScreen)
        await menus.press("escape")
        assert not isinstance(menus.app.screen, SavedRacesScreen)
        screen.read_folder()
