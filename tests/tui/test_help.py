"""The help: topics, keys, rules, search."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.dom import DOMNode
from textual.widgets import Input, OptionList

import heat_tui.tui
from heat_tui import language
from heat_tui.game.advice.first_race import Lesson, all_lessons
from heat_tui.game.table.prompts import FORMS
from heat_tui.store.paths import HOME_VARIABLE
from heat_tui.store.settings import VARIABLES, Settings
from heat_tui.store.texts import chapter_of, parse_rules, rules
from heat_tui.tui.help import (
    START,
    TOPICS,
    HelpContext,
    HelpScreen,
    KeyRow,
    all_keys,
    blocks,
    find,
    page_titles,
    plain_words,
    topic_for,
)
from heat_tui.tui.keymap import KEYS, key_name, key_names, shown_keys
from heat_tui.tui.menus.title import ENTRIES
from heat_tui.tui.race.log import LogScreen
from heat_tui.tui.race.results import ResultsScreen
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.words.module import module_decisions
from tests.tui.races import app_with, finished
from tests.tui.scenery import Scenery
from tests.tui.table import race_app, seated, shown, usa
from tests.words.pseudo import CLOSE, OPEN, PseudoTranslations, spoken

PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"
RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def context(keys: dict[str, str] | None = None, topic: str = "log", here: tuple[KeyRow, ...] = ()) -> HelpContext:
    """Return the context that the pages depend on."""
    chosen = keys or {}
    return HelpContext(shown_keys(chosen, ascii=False), all_keys(chosen, ascii=False), topic, here)


def everything_in_the_app() -> Iterator[type[DOMNode]]:
    """Yield all classes of apps, screens and widgets that the app's modules define or import."""
    source = Path(heat_tui.tui.__file__).parents[1]
    for file in sorted((source / "tui").rglob("*.py")):
        name = ".".join(file.relative_to(source.parent).with_suffix("").parts).removesuffix(".__init__")
        for each in vars(importlib.import_module(name)).values():
            if isinstance(each, type) and issubclass(each, DOMNode):
                yield each


def test_every_named_topic_exists() -> None:
    named = {topic for each in everything_in_the_app() if isinstance(topic := getattr(each, "help_topic", None), str)}
    named |= {form.topic for form in FORMS.values()} | set(module_decisions())
    assert named <= set(TOPICS)
    assert {"plan", "react", "slipstream", "discard", "mulligan", "curtain", "race", "title"} <= named


def test_every_topic_names_existing_keys_and_chapters() -> None:
    chapters = {chapter.key for chapter in rules()}
    for topic, read_on in TOPICS.items():
        text = " ".join(each for block in blocks(topic, context()) for each in block.paragraphs)
        assert len(text) > 100, topic
        assert "{" not in text
        assert set(read_on) <= chapters
        assert text.count("**") % 2 == 0


def test_the_rules_are_read_completely() -> None:
    text = RULES.read_text(encoding="utf-8")
    ids = [rule.id for chapter in rules() for rule in chapter.rules]
    assert ids == re.findall(r"^- \*\*([\w.]+)\*\* ", text, flags=re.MULTILINE)
    assert len(set(ids)) == len(ids) > 100
    body = text[text.index("\n## ") :]
    letters = re.sub(r"[^A-Za-z]", "", re.sub(r"^(## \w+\.|- \*\*[\w.]+\*\*)", "", body, flags=re.MULTILINE))
    read = "".join(chapter.title + "".join(rule.words for rule in chapter.rules) for chapter in rules())
    assert re.sub(r"[^A-Za-z]", "", read) == letters


def test_an_unassigned_line_is_noticed() -> None:
    with pytest.raises(ValueError, match="not a rule: stray"):
        parse_rules("## A. First\n- **A1** A rule.\nstray\n")
    with pytest.raises(ValueError, match="not a rule"):
        parse_rules("## A. First\n  - below nothing\n")


@pytest.mark.long
def test_every_rule_is_found_by_its_id() -> None:
    for chapter in rules():
        for rule in chapter.rules:
            assert find(rule.id, context())[0].block.anchor == rule.id
            assert chapter_of(rule.id) == chapter
    with pytest.raises(KeyError):
        chapter_of("7.99")


def test_a_hit_contains_all_words_of_the_search() -> None:
    found = find("SPIN stress", context())
    assert any(each.block.anchor == "7.3" for each in found)
    for each in found:
        text = f"{each.title} {plain_words(each.block)}".casefold()
        assert "spin" in text
        assert "stress" in text
    assert find("ＳＰＩＮ　stress", context()) == found
    assert find("spin zebra", context()) == []
    assert find("slipstream", context())[0].title == "Slipstream"
    assert find("  ", context()) == []


def test_rebound_keys_are_shown_in_the_help_and_in_its_table() -> None:
    mine = context({"undo": "z", "card-1": "exclamation_mark"})
    race = " ".join(plain_words(block) for block in blocks("race", mine))
    assert "z undoes your last choice" in race
    table = {row.words: row.keys for rows in mine.all_keys.values() for row in rows}
    assert table["undo"] == ("z",)
    assert table["cards"] == ("!", "2-9")
    assert {row.words: row.keys for rows in context().all_keys.values() for row in rows}["cards"] == ("1-9",)


def test_every_key_of_the_game_is_in_the_table() -> None:
    told = {row.words for rows in context().all_keys.values() for row in rows}
    assert told == {key.words for key in KEYS.values()}


def test_the_handbook_lists_every_key_and_every_variable() -> None:
    handbook = PLAYING.read_text(encoding="utf-8")
    table = handbook[handbook.index("## All keys") : handbook.index("## In lines of text")]
    listed = set(re.findall(r"`([^`]+)`", table))
    assert listed == {name for rows in context().all_keys.values() for row in rows for name in row.keys}
    assert set(re.findall(r"`(HEAT_TUI_\w+)`", handbook)) == {*VARIABLES.values(), HOME_VARIABLE}


@pytest.mark.parametrize(
    ("key", "name", "plain"),
    [
        ("question_mark", "?", "?"),
        ("ctrl+p", "^p", "^p"),
        ("shift+tab", "Shift-Tab", "Shift-Tab"),
        ("enter", "Enter", "Enter"),
        ("left", "←", "Left"),
        ("plus", "+", "+"),
        ("U", "U", "U"),
        ("f1", "f1", "f1"),
    ],
)
def test_names_of_keys_are_right(key: str, name: str, plain: str) -> None:
    assert key_name(key) == name
    assert key_name(key, ascii=True) == plain


@pytest.mark.parametrize("code", language.languages())
def test_an_arrow_key_is_not_called_by_the_word_for_its_direction(code: str) -> None:
    language.use(code)
    try:
        words = {language.translated(word) for word in ("up", "down", "left", "right")}
        assert words.isdisjoint(key_name(key, ascii=True) for key in ("up", "down", "left", "right"))
    finally:
        language.use(language.ENGLISH)


@pytest.mark.parametrize(
    ("chosen", "cards"),
    [
        ({}, "1-9"),
        ({"card-1": "0"}, "0, 2-9"),
        ({"card-5": "0"}, "1-4, 0, 6-9"),
        ({"card-2": "0"}, "1, 0, 3-9"),
        ({"card-1": "f9"}, "f9, 2-9"),
        ({"card-1": "1,exclamation_mark", "card-8": "²"}, "1-7, ², 9"),
    ],
)
def test_texts_name_the_keys_of_all_cards(chosen: dict[str, str], cards: str) -> None:
    assert shown_keys(chosen, ascii=True)["card"] == cards


def test_a_text_names_the_first_key_of_an_action() -> None:
    assert shown_keys({"undo": "7,8,9"}, ascii=True)["undo"] == "7"


def test_keys_in_a_row_are_named_together() -> None:
    assert key_names("plus,equals_sign") == ("+", "=")
    assert key_names("ö,section_sign") == ("ö", "§")
    assert key_names("1,2,3") == ("1-3",)
    assert key_names("0,1,9,8,7") == ("0", "1", "9", "8", "7")


@pytest.mark.long
async def test_the_help_for_the_log_opens_at_the_log() -> None:
    app = app_with(LogScreen(finished()))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        text = shown(app)
        assert "Everything that has happened, and nothing secret" in text
        here = text[text.index("Keys here") :]
        assert re.search(r"e +save", here)
        assert "gear up" not in here
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)


async def test_the_prompt_decides_the_topic() -> None:
    app = race_app(usa("Ada", "Bo"))
    async with seated(app) as table:
        assert topic_for(app.screen) == "curtain"
        await table.lift()
        assert topic_for(app.screen) == "plan"
        await table.pilot.press("question_mark")
        await table.pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert "Planning" in shown(app)
        await table.pilot.press("escape")
        await table.pilot.pause()
        assert isinstance(app.screen, RaceScreen)


@pytest.mark.long
async def test_searching_opens_the_rule() -> None:
    app = app_with(HelpScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"7.3")
        await pilot.pause()
        assert "Spin out: if you cannot pay" in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.query_one(Input).value == ""
        assert "Getting around" in shown(app)
        await pilot.press("slash", *"xyzzy")
        await pilot.pause()
        assert "not found" in shown(app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert not isinstance(app.screen, HelpScreen)


async def test_pages_scroll_beside_the_list() -> None:
    app = app_with(HelpScreen("race"))
    async with app.run_test(size=(80, 24)) as pilot:
        page, listed = app.screen.query_one("HelpPage"), app.screen.query_one(OptionList)
        before = listed.highlighted
        await pilot.press("pagedown")
        await pilot.pause()
        assert page.scroll_y > 0
        await pilot.press("pageup")
        await pilot.pause()
        assert page.scroll_y == 0
        assert listed.highlighted == before


@pytest.mark.long
async def test_every_page_can_be_read_to_its_end() -> None:
    screen = HelpScreen(here=(KeyRow(("x",), "nothing"),))
    app = app_with(screen)
    async with app.run_test(size=(80, 24)):
        scenery = Scenery(app)
        await scenery.settle()
        listed = screen.query_one(OptionList)
        for page, title in page_titles().items():
            listed.highlighted = listed.get_option_index(page)
            await scenery.settle()
            body = screen.query_one("HelpPage")
            assert title in shown(app), page
            assert body.virtual_size.width <= body.size.width
            last = body.children[-1]
            body.scroll_end(animate=False)
            await scenery.settle()
            assert last.region.bottom <= body.region.bottom


async def test_the_chapter_of_a_topic_is_one_click_away() -> None:
    app = app_with(HelpScreen("slipstream"))
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        lines = shown(app).splitlines()
        row = next(index for index, line in enumerate(lines) if "7 Check corners" in line[28:])
        await pilot.click(offset=(lines[row].index("7 Check", 28) + 2, row))
        await pilot.pause()
        assert "Several corners are paid one after another" in shown(app)


@pytest.mark.long
async def test_the_help_works_in_ascii() -> None:
    app = app_with(HelpScreen(), Settings(glyphs="ascii", title=False))
    async with app.run_test(size=(100, 40)):
        scenery = Scenery(app)
        for topic in TOPICS:
            await app.switch_screen(HelpScreen(topic))
            await scenery.settle()
            assert isinstance(app.screen, HelpScreen)
            assert shown(app).isascii(), topic


def test_every_word_goes_through_the_translation() -> None:
    with spoken(PseudoTranslations()):
        here = (KeyRow(("x",), language._("nothing")),)
        known = context(topic=START, here=here)
        for page, title in page_titles().items():
            assert title.startswith(OPEN)
            for block in blocks(page, known):
                for text in (*block.paragraphs, block.heading):
                    words = text.removeprefix("- ")
                    assert not words or (words.startswith(OPEN) and words.endswith(CLOSE)), words


def test_parts_missing_in_a_language_are_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "help/log.md": "# Das Protokoll\n\nAlles,\nwas war.\n",
        "lessons.md": "# L\n## U {#undo}\nU.\n",
    }.items():
        (tmp_path / "de" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "de" / name).write_text(text, encoding="utf-8")
    (tmp_path / "en").symlink_to(language.TEXTS / "en")
    titles, lessons = page_titles(), all_lessons()
    monkeypatch.setattr(language, "TEXTS", tmp_path)
    monkeypatch.setattr(language, "_code", "de")
    assert page_titles() == {**titles, "log": "Das Protokoll"}
    assert blocks("log", context(topic="race"))[0].paragraphs == ("Alles, was war.",)
    assert all_lessons() == {**lessons, "undo": Lesson("undo", "U", "U.")}


@pytest.mark.parametrize("code", language.languages())
def test_the_help_of_the_editor_names_the_way_out_of_a_test_race(code: str) -> None:
    language.use(code)
    try:
        way = language._("To the {place}").format(place=language._("editor"))
        assert any(f"**{way}**" in each for block in blocks("track-editor", context()) for each in block.paragraphs)
    finally:
        language.use("en")


@pytest.mark.parametrize("code", language.languages())
def test_the_help_of_the_title_explains_the_menu_in_its_order(code: str) -> None:
    language.use(code)
    try:
        page = " ".join(each for block in blocks("title", context()) for each in block.paragraphs)
        names = [language.translated(entry.name) for id, entry in ENTRIES.items() if id not in ("help", "quit")]
        assert re.findall(r"\*\*(.+?)\*\*", page) == names
    finally:
        language.use("en")


async def test_the_result_has_its_own_help() -> None:
    app = app_with(ResultsScreen(finished()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "The podium, all places" in shown(app)
