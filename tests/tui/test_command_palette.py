"""The command palette: commands, rules, themes."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.command import DiscoveryHit, Hit, Provider
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList, Static

from heat_tui import language
from heat_tui.tui.command_palette import GameProvider, HeatPalette
from heat_tui.tui.dialogs import AskScreen
from heat_tui.tui.help import HelpScreen
from heat_tui.tui.keymap import ABOUT, KEYS
from heat_tui.tui.look import look_of
from heat_tui.tui.race.log import LogScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.settings_check import THEME_NAMES
from tests.tui.races import app_with, finished
from tests.tui.table import race_app, seated, shown, usa


async def hits(provider: Provider, query: str = "") -> list[Hit | DiscoveryHit]:
    """Return a provider's hits, the best first."""
    found = provider.search(query) if query else provider.discover()
    listed = [hit async for hit in found]
    return sorted(listed, key=lambda hit: -hit.score)


async def labels(provider: Provider, query: str = "") -> list[str]:
    """Return the labels of the hits."""
    return [str(hit.text) for hit in await hits(provider, query)]


async def open_and_type(pilot: Pilot[None], words: str) -> None:
    """Open the palette, type, and wait for hits."""
    await pilot.press("ctrl+p")
    await pilot.pause()
    assert isinstance(pilot.app.screen, HeatPalette)
    await pilot.press(*words)
    for _try in range(100):
        await pilot.pause(0.02)
        listed = pilot.app.screen.query_one(OptionList)
        if listed.option_count and listed.highlighted is not None:
            return
    raise AssertionError("nothing is offered")


async def test_rules_are_found_by_number_title_and_words() -> None:
    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=(80, 24)):
        provider = GameProvider(app.screen)
        assert (await labels(provider, "7.3"))[0] == "Rule 7.3, 7 Check corners"
        listed = [each for each in await labels(provider, "discard") if each.startswith("Rule")]
        assert "Rule 8.1, 8 Discard" in listed[:6]
        assert (await labels(provider, "spin out"))[0] == "Rule 7.3, 7 Check corners"
        assert await labels(provider, "xyzzy") == ['Search the help for "xyzzy"']


@pytest.mark.parametrize("width", [80, 120])
async def test_the_beginning_of_a_rule_fills_the_row_and_ends_in_dots(width: int) -> None:
    language.use("ja")
    try:
        app = app_with(ResultsScreen(finished()))
        async with app.run_test(size=(width, 24)):
            helps = [str(hit.help) for hit in await hits(GameProvider(app.screen), "2") if "2" in str(hit.text)]
    finally:
        language.use("en")
    room = width - 10
    cut = [words for words in helps if words.endswith("…")]
    assert {room - 1, room} >= {cell_len(words) for words in cut}
    assert cut
    assert not [words for words in helps if words.endswith("...") or " …" in words]


async def test_choosing_a_rule_opens_its_help() -> None:
    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await open_and_type(pilot, "7.3")
        await pilot.press("enter")
        for _try in range(50):
            await pilot.pause()
            if isinstance(app.screen, HelpScreen):
                break
        await pilot.pause()
        assert "Spin out: if you cannot pay" in shown(app)


@pytest.mark.point("N3")
async def test_no_selection_begins_on_a_removed_row(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = Static("gone")

    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_and_type(pilot, "7.3")
        monkeypatch.setattr(Screen, "get_widget_and_offset_at", lambda *_at: (gone, Offset(0, 0)))
        await pilot.mouse_down(offset=(40, 20))
        await pilot.pause()
        assert isinstance(app.screen, HeatPalette)


async def test_possible_commands_are_offered_with_their_keys_and_carried_out() -> None:
    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        offered = await labels(GameProvider(app.screen))
        assert {"Log (l)", "Race again (a)", "Save (e)", "Help (?)"} <= set(offered)
        assert len(set(offered)) == len(offered)
        assert not any("Commands" in each for each in offered)
        await open_and_type(pilot, "log (l)")
        await pilot.press("enter")
        for _try in range(50):
            await pilot.pause()
            if isinstance(app.screen, LogScreen):
                break
        assert isinstance(app.screen, LogScreen)


async def test_impossible_commands_are_not_offered() -> None:
    app = app_with(LogScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Next hit (n)" not in await labels(GameProvider(app.screen))
        await pilot.press("slash", *"boost", "enter")
        await pilot.pause()
        assert "Next hit (n)" in await labels(GameProvider(app.screen))


async def test_nothing_private_is_offered() -> None:
    app = race_app(usa("Ada", "Bo"))
    async with seated(app) as table:
        behind = await labels(GameProvider(app.screen))
        assert "Show the cards (Enter)" in behind
        assert not any(each.startswith("Cards") for each in behind)
        await table.lift()
        own = await labels(GameProvider(app.screen))
        assert "Gear up (+)" in own
        other = await labels(GameProvider(app.screen), "cards")
        assert [each for each in other if "Cards" in each] == [f"Cards ({digit})" for digit in range(1, 10)]


UNEXPLAINED = frozenset({"palette", "screenshot", "leave", "interrupt", "close"}) | {
    *("menu-down", "menu-up", "list-down", "list-up", "list-select", "focus-down", "focus-up", "value-next"),
    *("aside-left", "aside-right", "pick", "left", "right", "up", "down", "ahead", "behind", "other-spot"),
    *("far-ahead", "far-behind"),
    *("read-on", "read-back", "car-before", "car-after", "page-next", "page-previous"),
    *(f"pen-{far}{way}" for far in ("", "far-") for way in ("up", "down", "left", "right")),
}
"""The keys that `ABOUT` does not explain: they move a cursor or select, or the palette offers them in other words."""


@pytest.mark.point("D3")
def test_every_key_is_explained_or_only_moves_a_cursor() -> None:
    lacking = set(KEYS) - set(ABOUT) - UNEXPLAINED
    assert not lacking, f"ABOUT of tui/keymap.py lacks {lacking}"
    assert set(ABOUT) == set(KEYS) - UNEXPLAINED


@pytest.mark.point("D3")
async def test_the_palette_begins_with_the_question_and_explains_every_entry() -> None:
    app = race_app(usa("Ada"))
    async with seated(app):
        offered = await hits(GameProvider(app.screen))
        assert [str(each.text) for each in offered[:3]] == ["Confirm (Enter)", "Finish turn (f)", "Gear up (+)"]
        assert [each.text for each in offered if not each.help] == []
        found = await labels(GameProvider(app.screen), "reasons")
        assert found[0] == "Log (l)"


@pytest.mark.long
async def test_the_result_offers_theme_keys_screenshot_and_leaving() -> None:
    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        commands = {each.title: each for each in app.get_system_commands(app.screen)}
        assert set(commands) == {"Theme", "Keys", "Screenshot", "Leave"}
        commands["Keys"].callback()
        await pilot.pause()
        assert "All keys" in shown(app)
        commands["Leave"].callback()
        await pilot.pause()
        assert isinstance(app.screen, AskScreen)


async def test_a_screenshot_that_cannot_be_written_says_why(home: Path) -> None:
    (home / "screenshots").touch()
    app = app_with(HelpScreen())
    async with app.run_test() as pilot:
        await pilot.press("ctrl+o")
        await pilot.pause()
        (said,) = app._notifications
        assert said.severity == "error"
        assert "svg cannot be written (File exists); free some disk space" in said.message


@pytest.mark.long
@pytest.mark.parametrize("name", ["[red]Ada", "[/x]"])
async def test_a_name_with_brackets_is_shown_as_typed(name: str) -> None:
    app = race_app(usa(name))
    async with seated(app) as table:
        for typed in "", "give":
            await open_and_type(table.pilot, typed)
            listed = app.screen.query_one(OptionList)
            words = [str(option.prompt) for option in listed.options]
            assert f"Give up\nSteady takes over from {name}" in words
            await table.pilot.press("escape")


async def test_a_chosen_theme_is_announced_to_everything() -> None:
    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        dark: list[bool] = []

        class Told(Static):
            def on_look_changed(self) -> None:
                dark.append(look_of(self).dark)

        await app.screen.mount(Told())
        next(each for each in app.get_system_commands(app.screen) if each.title == "Theme").callback()
        await pilot.pause()
        themes = app.screen.query_one(OptionList)
        for _try in range(100):
            await pilot.pause(0.02)
            if themes.option_count == len(THEME_NAMES):
                break
        assert [str(each.prompt).strip() for each in themes.options] == list(THEME_NAMES)
        themes.highlighted = THEME_NAMES.index("light")
        await pilot.press("enter")
        for _try in range(50):
            await pilot.pause()
            if isinstance(app.screen, ResultsScreen):
                break
        await pilot.pause()
        assert app.settings.theme == "light"
        assert dark[-1] is False
