"""Languages with wide letters in the app: line breaking, ASCII terminals, and names from an input method."""

from __future__ import annotations

import gettext
import re
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.color import Color
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from heat_tui import language
from heat_tui.language import _
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.dialogs import ChooseScreen
from heat_tui.tui.look import AsciiOnly
from heat_tui.tui.menus.settings import SettingsScreen
from heat_tui.tui.setup.fields import LineSelect
from heat_tui.tui.setup.race import NewRaceScreen
from heat_tui.tui.textual_internals import painted, with_wide_letters
from heat_tui.words.names import COLOURS, colour_name
from tests.tui.menus import menus_at
from tests.tui.painted import pictures
from tests.tui.scenes import SHOTS
from tests.tui.table import STILL, shown

SENTENCE = "手札を捨てる。コーナーを曲がる。"
LINES = ["手札を", "捨てる。", "コーナーを", "曲がる。"]


class Japanese(gettext.NullTranslations):
    """A translation that has only the name of its language."""

    def gettext(self, message: str) -> str:
        return "日本語" if message == "the name of this language" else message


def test_every_widget_breaks_lines_by_kinsoku() -> None:
    assert HeatApp.TITLE  # importing the app tells Rich and Textual where to break
    assert [line.plain for line in Text(SENTENCE).wrap(Console(), 12)] == LINES
    assert [line.plain for line in Content(SENTENCE).wrap(12)] == LINES


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param(name, code, marks=() if name == shot else pytest.mark.long)
        for code, shot in zip(language.languages()[1:], ("plan", "results"), strict=True)
        for name in SHOTS
    ],
)
def test_every_language_fits(name: str, code: str) -> None:
    try:
        language.use(code)
        legends = [_("Legend {colour}").format(colour=colour_name(colour)) for colour in COLOURS]
        taken = pictures(name, code)
    finally:
        language.use("en")
    assert {size: picture.misfits for size, picture in taken.items() if picture.misfits} == {}
    cut = {f"{legend[:end]}…" for legend in legends for end in range(2, len(legend))}
    assert [each for picture in taken.values() for each in cut if each in picture.text] == []


def ascii_of(text: str) -> str:
    (segment,) = AsciiOnly().apply([Segment(text)], Color(0, 0, 0))
    return segment.text


def test_ascii_keeps_the_letters_of_a_language_but_no_signs() -> None:
    assert ascii_of("太郎 → 13") == "? ?  > 13"
    try:
        language.install(Japanese())
        assert ascii_of("太郎 → 13、") == "太郎 > 13、"
    finally:
        language.install(gettext.NullTranslations())


@pytest.mark.long
async def test_a_name_from_an_input_method_arrives_as_one_input() -> None:
    async with menus_at(screen=NewRaceScreen, settings=Settings()) as menus:
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


async def test_the_values_of_a_form_are_aligned_after_the_longest_label() -> None:
    language.use("ja")

    try:
        async with menus_at(screen=SettingsScreen, settings=Settings(language="ja")) as menus:
            selects = menus.app.screen.query("#settings-part LineSelect").results(LineSelect)
            assert len({cell_len(str(each.render()).partition("◄")[0]) for each in selects}) == 1
    finally:
        language.use("en")


class InFront(App[None]):
    """An app with a sentence in front of widgets of one cell."""

    CSS = """
    Screen { layers: below above; }
    #row { layer: below; height: 1; }
    #row Static { width: 1; }
    #sentence { layer: above; offset: 1 0; width: 33; height: 1; }
    """

    def compose(self) -> ComposeResult:
        with Horizontal(id="row"):
            yield from (Static("x") for _column in range(40))
        yield Static(SENTENCE, id="sentence")


async def test_no_wide_letter_is_blanked_out_in_front_of_the_edges_of_other_widgets() -> None:
    async with InFront().run_test(size=(40, 1)) as pilot:
        row = f"x{SENTENCE}"
        row += " " * (34 - cell_len(row)) + "x" * 6
        (strip,) = painted(pilot.app.screen)
        assert strip.text == row


@pytest.mark.parametrize("words", ["手札", "👨‍👩‍👧手", "❤️手"])
def test_a_wide_letter_takes_two_cells_in_a_picture(words: str) -> None:
    console = Console(record=True, width=20, file=StringIO(), legacy_windows=False)
    console.print(f"{words} 5", end="")
    (width,) = re.findall(rf'textLength="([\d.]+)"[^>]*>{words}', with_wide_letters(console.export_svg()))
    assert float(width) == pytest.approx((cell_len(words) + 1) * 12.2)


async def test_the_remarks_in_a_list_are_below_each_other_beside_names_with_emoji() -> None:
    app = HeatApp(STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        rows = [(name, "remark", name) for name in ("Ada", "👨‍👩‍👧 Bo", "❤️ Cem", "太郎")]
        await app.push_screen(ChooseScreen("Who?", rows, at=0, topic="start"))
        await pilot.pause()
        lines = [line for line in shown(app).splitlines() if "remark" in line]
        assert len(lines) == len(rows)
        assert len({cell_len(line[: line.index("remark")]) for line in lines}) == 1
