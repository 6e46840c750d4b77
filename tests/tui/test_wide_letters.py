"""Languages in wide letters in the app: how lines are broken, what ASCII leaves, and names from an input method."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.color import Color
from textual.content import Content
from textual.widgets import Input

from heat_tui import language
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.look import AsciiOnly
from heat_tui.tui.menus.settings import SettingsScreen
from heat_tui.tui.setup.fields import LineSelect
from heat_tui.tui.setup.race import NewRaceScreen
from tests.tui.menus import Menus, at_the_menus

SENTENCE = "手札を捨てる。山札から引く。"
LINES = ["手札を捨て", "る。山札から", "引く。"]


class Japanese(gettext.NullTranslations):
    """Knows what it is called."""

    def gettext(self, message: str) -> str:
        return "日本語" if message == "the name of this language" else message


def test_every_widget_breaks_lines_by_kinsoku() -> None:
    assert HeatApp.TITLE  # the app has told Rich and Textual where to break
    assert [line.plain for line in Text(SENTENCE).wrap(Console(), 12)] == LINES
    assert [line.plain for line in Content(SENTENCE).wrap(12)] == LINES


def ascii_of(text: str) -> str:
    (segment,) = AsciiOnly().apply([Segment(text)], Color(0, 0, 0))
    return segment.text


def test_ascii_leaves_a_language_its_letters_but_no_signs() -> None:
    assert ascii_of("太郎 → 13") == "? ?  > 13"
    try:
        language.install(Japanese())
        assert ascii_of("太郎 → 13、") == "太郎 > 13、"
    finally:
        language.install(gettext.NullTranslations())


def test_a_name_from_an_input_method_arrives_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))

    async def story(menus: Menus) -> None:
        field = menus.find("#name-1", Input)
        field.focus()
        field.value = ""
        await menus.rest()
        menus.app.post_message(events.Paste("小林 花子"))
        await menus.rest()
        assert field.value == "小林 花子"
        await menus.app.run_action("screen.start")
        await menus.rest()
        assert "小林 花子" in menus.text

    at_the_menus(story, screen=NewRaceScreen, settings=Settings())


def test_the_values_of_a_form_line_up_behind_the_longest_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path))
    language.use("ja")

    async def story(menus: Menus) -> None:
        lines = [str(each.render()) for each in menus.app.screen.query("#settings-part LineSelect").results(LineSelect)]
        assert len({cell_len(line.partition("◄")[0]) for line in lines}) == 1

    try:
        at_the_menus(story, screen=SettingsScreen, settings=Settings(language="ja"))
    finally:
        language.use("en")
