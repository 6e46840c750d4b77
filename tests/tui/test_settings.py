"""The settings screen: every change takes effect and is written immediately."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from heat_tui import language
from heat_tui.store.schema import Refused
from heat_tui.store.settings import FILE, SETTINGS, Settings, stored_settings
from heat_tui.tui.command_palette import choose_theme
from heat_tui.tui.dialogs import AskKeyScreen
from heat_tui.tui.keymap import EVERYWHERE, KEYS, MENUS, READING
from heat_tui.tui.lists import MenuList
from heat_tui.tui.menus.challenges import ChallengesScreen
from heat_tui.tui.menus.saved import SavedRacesScreen
from heat_tui.tui.menus.settings import SettingsScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.season import SeasonScreen
from heat_tui.tui.settings_check import binding_words, judge, key_fault
from heat_tui.tui.setup.fields import LineSelect
from tests.tui.menus import LARGE, SMALL, Menus, menus_at


def note(menus: Menus) -> str:
    return str(menus.find("#note", Static).content)


def stored() -> Settings:
    return stored_settings(judge=judge)


@pytest.mark.long
async def test_every_setting_can_be_changed_by_keys(home: Path) -> None:
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        for name in list(SETTINGS)[:-1]:  # the language, which rewrites all lines, has its own test
            assert menus.app.focused is menus.find(f"#{name}", LineSelect)
            before = getattr(menus.app.settings, name)
            await menus.press("right")
            after = getattr(menus.app.settings, name)
            assert after != before
            assert getattr(stored(), name) == after
            assert note(menus) == menus.find(f"#{name}", LineSelect).hint
            await menus.press("down")
        assert stored() == menus.app.settings


@pytest.fixture
def xxish(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Provide one language besides English, into which only a few messages are translated."""
    words = {"the name of this language": "Xxish", "Settings": "Xettings", "Theme": "Xeme", "New race": "Xew race"}
    catalogue = home / "locale" / "xx" / "LC_MESSAGES" / "heat_tui.po"
    catalogue.parent.mkdir(parents=True)
    entries = [f'msgid "{message}"\nmsgstr "{said}"\n' for message, said in words.items()]
    catalogue.write_text("\n".join(entries), encoding="utf-8")
    monkeypatch.setattr(language, "CATALOGUES", home / "locale")
    monkeypatch.setenv("LC_ALL", "C")
    yield
    language.use(language.ENGLISH)


async def test_the_language_is_not_offered_if_there_is_only_one(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "CATALOGUES", home / "none")
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        assert not menus.app.screen.query("#language")


@pytest.mark.long
@pytest.mark.usefixtures("xxish")
async def test_the_language_is_offered_if_there_is_a_choice() -> None:
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        seen = []
        for _value in range(3):
            menus.find("#language", LineSelect).action_aside(1)
            await menus.rest()
            select = menus.find("#language", LineSelect)
            assert menus.app.focused is select
            seen.append((select.words, stored().language))
        assert seen == [("English", "en"), ("Xxish", "xx"), ("the system's", "")]


@pytest.mark.usefixtures("xxish")
async def test_another_language_appears_immediately_on_every_open_screen() -> None:
    async with menus_at(settings=Settings()) as menus:
        assert "New race" in menus.text
        await menus.app.push_screen(SettingsScreen())
        await menus.rest()
        assert "Settings" in menus.text
        menus.find("#language", LineSelect).choose("xx")
        await menus.rest()
        assert "Xettings" in menus.text
        assert "Xeme" in menus.text
        await menus.press("escape")
        assert "Xew race" in menus.text
        assert menus.app.focused is menus.find("#menu", MenuList)


@pytest.mark.long
async def test_the_theme_changes_immediately(home: Path) -> None:
    async with menus_at(screen=SettingsScreen, settings=Settings(), size=LARGE) as menus:
        dark = menus.app.screen.styles.background
        await menus.click("#theme", at=(40, 0))
        assert menus.app.settings.theme == "light"
        assert menus.app.theme == "heat-light"
        assert menus.app.screen.styles.background != dark
        await menus.press("left", "left")
        assert menus.app.theme == "ansi-light"


async def test_a_theme_from_the_command_palette_is_shown_in_its_line(home: Path) -> None:
    async with menus_at(settings=Settings(theme="nord")) as menus:
        menus.app.overrides = {"theme": "HEAT_TUI_THEME"}
        await menus.app.push_screen(SettingsScreen())
        choose_theme(menus.app)
        await menus.rest()
        await menus.press(*"dracula", "enter")
        await menus.rest()
        assert menus.app.settings.theme == "dracula"
        assert menus.value("#theme") == "dracula"
        assert "for now set by" not in menus.text


async def test_settings_that_override_the_file_are_named_and_not_written(home: Path) -> None:
    (home / FILE).write_text(json.dumps({"theme": "nord"}), encoding="utf-8")
    async with menus_at(settings=Settings(theme="dracula", glyphs="ascii", animation="fast")) as menus:
        menus.app.overrides = {"theme": "HEAT_TUI_THEME", "glyphs": "--ascii"}
        await menus.app.push_screen(SettingsScreen())
        await menus.rest()
        assert "for now set by HEAT_TUI_THEME" in menus.text
        assert "for now set by --ascii" in menus.text
        await menus.press("tab", "tab", "right")
        assert stored() == Settings(theme="nord", animation="normal")
        assert menus.app.settings.theme == "dracula"
        menus.find("#theme", LineSelect).choose("gruvbox")
        await menus.rest()
        assert "for now set by HEAT_TUI_THEME" not in menus.text
        assert "for now set by --ascii" in menus.text
        assert menus.app.overrides == {"glyphs": "--ascii"}


async def test_the_widest_setting_and_its_override_fit_beside_the_keys() -> None:
    async with menus_at(settings=Settings(language="en"), size=(120, 40)) as menus:
        menus.app.overrides = {"language": "HEAT_TUI_LANG"}
        await menus.app.push_screen(SettingsScreen())
        await menus.rest()
        assert "for now set by HEAT_TUI_LANG" in menus.text


async def test_settings_that_cannot_be_written_still_take_effect(home: Path) -> None:
    (home / FILE).mkdir()
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        await menus.press("down", "right")
        assert menus.app.settings.cars == "okabe-ito"
        assert menus.find("#cars", LineSelect).value == "okabe-ito"
    for each in home.iterdir():
        each.rmdir() if each.is_dir() else each.unlink()
    home.rmdir()
    home.write_text("", encoding="utf-8")
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        await menus.press("down", "right")
        assert menus.app.settings.cars == "okabe-ito"
        assert "settings.json cannot be written" in note(menus)
        await menus.press("down")
        assert "settings.json cannot be written" in note(menus)


@pytest.mark.usefixtures("xxish")
async def test_a_language_that_cannot_be_stored_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def save(_settings: Settings, *, judge: object) -> None:
        raise Refused("the disk is full")

    monkeypatch.setattr("heat_tui.tui.menus.settings.save_settings", save)
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        menus.find("#language", LineSelect).choose("xx")
        await menus.rest()
        assert "Xettings" in menus.text
        assert note(menus) == "the disk is full"
        assert menus.find("#note", Static).has_class("-wrong")


async def test_a_damaged_file_is_kept(home: Path) -> None:
    (home / FILE).write_text('{"theme": "nord", "bel": true}', encoding="utf-8")
    async with menus_at(screen=SettingsScreen, settings=Settings(theme="nord")) as menus:
        await menus.press("down", "right")
        assert (home / f"{FILE}.damaged").exists()
        assert any("settings.json.damaged" in each.message for each in menus.app._notifications)
        assert stored() == Settings(theme="nord", cars="okabe-ito")


@pytest.mark.parametrize("key", ["R", "ö"])
async def test_a_key_is_changed_used_and_reset(home: Path, key: str) -> None:
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        await menus.press("pagedown")
        keys = menus.find("#keys", MenuList)
        assert menus.app.focused is keys
        keys.highlighted = keys.get_option_index("rename")
        await menus.press("enter")
        assert isinstance(menus.app.screen, AskKeyScreen)
        await menus.press("q")
        assert "q is already the key for quit" in menus.text
        await menus.press("ctrl+m")
        assert isinstance(menus.app.screen, AskKeyScreen)
        await menus.press("escape")
        assert menus.app.settings.keys == {}
        await menus.press("enter", key)
        assert menus.app.settings.keys == {"rename": key}
        assert stored().keys == {"rename": key}
        assert f"{key}  (default r)" in menus.text
        await menus.app.push_screen(SavedRacesScreen())
        await menus.rest()
        assert f"{key} rename" in menus.text
        await menus.press("escape")
        await menus.press("x")
        assert menus.app.settings.keys == {}
        assert stored().keys == {}


@pytest.mark.long
async def test_page_up_leaves_the_keys_from_their_first_row() -> None:
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        await menus.press("pagedown", "pagedown")
        focused = []
        for _time in range(2):
            await menus.press("pageup")
            focused.append(menus.app.focused)
        assert focused == [menus.find("#keys", MenuList), menus.find("#theme", LineSelect)], "the list pages first"


async def test_a_default_key_that_another_action_has_now_is_not_given_twice(home: Path) -> None:
    given = {"rename": "Z", "edit-track": "r"}
    async with menus_at(screen=SettingsScreen, settings=Settings(keys=given)) as menus:
        await menus.press("pagedown")
        keys = menus.find("#keys", MenuList)
        keys.highlighted = keys.get_option_index("rename")
        await menus.press("x")
        (said,) = (each.message for each in menus.app._notifications)
        assert said == "r is already the key for edit; choose another key, or change that one first."
        assert menus.app.settings.keys == given
        keys.highlighted = keys.get_option_index("edit-track")
        await menus.press("enter", "e")
        assert menus.app.settings.keys == {"rename": "Z"}
        assert "(default e)" not in menus.text
        keys.highlighted = keys.get_option_index("rename")
        await menus.press("x")
        assert menus.app.settings.keys == stored().keys == {}


@pytest.mark.parametrize(
    ("screen", "place"),
    [(SavedRacesScreen, MENUS), (ChallengesScreen, MENUS), (ResultsScreen, READING), (SeasonScreen, READING)],
)
def test_no_two_actions_of_a_screen_can_have_the_same_key(screen: type[Screen[None]], place: str) -> None:
    ids = [each.id for each in screen.BINDINGS if isinstance(each, Binding) and each.id in KEYS]
    for borrowed in (id for id in ids if id and KEYS[id].place not in (place, EVERYWHERE)):
        own = next(id for id in ids if id and KEYS[id].place == place)
        words = binding_words(KEYS[own])
        taken = f"f9 is already the key for {words}; choose another key, or change that one first."
        assert key_fault(borrowed, "f9", {own: "f9"}) == taken


async def test_all_keys_are_reset_by_mouse(home: Path) -> None:
    async with menus_at(screen=SettingsScreen, settings=Settings(keys={"undo": "Z", "map": "M"}), size=LARGE) as menus:
        await menus.click("#reset-all")
        assert menus.app.settings.keys == {}
        assert stored().keys == {}


async def test_every_binding_is_in_the_list(home: Path) -> None:
    async with menus_at(screen=SettingsScreen, settings=Settings()) as menus:
        options = {option.id for option in menus.find("#keys", MenuList).options}
        assert options - {None} == set(KEYS)


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_an_ascii_terminal_gets_only_ascii(size: tuple[int, int], home: Path) -> None:
    async with menus_at(screen=SettingsScreen, settings=Settings(glyphs="ascii"), size=size) as menus:
        for _part in range(2):
            assert menus.text.isascii(), sorted({each for each in menus.text if not each.isascii()})
            await menus.press("pagedown")
