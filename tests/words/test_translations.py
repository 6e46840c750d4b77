"""The bundled languages are complete: every message, without faults, with the terms of the glossary."""

from __future__ import annotations

import re

import pytest

from heat_tui import language
from heat_tui.engine.setup import COLOURS
from heat_tui.language import in_english, languages
from heat_tui.store.tracks import BUILT_IN_IDS, load_track
from heat_tui.words.names import TRACKS
from tools import glossary, strings

CODES = [*languages()[1:]]


@pytest.mark.xdist_group("messages")
@pytest.mark.parametrize("code", CODES)
def test_every_message_is_translated(code: str) -> None:
    catalog = strings.read(code)
    known = {(each.id, each.context) for each in catalog}
    lacking = [each.id for each in strings.collected() if (each.id, each.context) not in known]
    assert not lacking, f"`make strings` adds these messages to locale/{code}, to be translated: {lacking}"
    assert not (left := strings.untranslated(catalog)), f"not translated in locale/{code}: {left}"
    assert not catalog.obsolete, f"`make strings` removes these messages from locale/{code}: {[*catalog.obsolete]}"


@pytest.mark.parametrize("code", CODES)
def test_no_translation_has_a_fault(code: str) -> None:
    assert list(strings.message_faults(strings.read(code), code)) == []


@pytest.mark.parametrize("code", CODES)
def test_every_long_text_is_translated_without_faults(code: str) -> None:
    english = language.TEXTS / language.ENGLISH
    names = {"rules.md", *(str(path.relative_to(english)) for path in english.rglob("*.md"))}
    folder = language.TEXTS / code
    assert names - {str(path.relative_to(folder)) for path in folder.rglob("*.md")} == set()
    assert list(strings.text_faults(folder)) == []


@pytest.mark.parametrize("code", glossary.COLUMNS)
@pytest.mark.parametrize("page", ["README.{}.md", "docs/playing.{}.md"])
def test_no_page_has_characters_that_its_language_never_uses(page: str, code: str) -> None:
    text = (strings.ROOT / page.format(code)).read_text(encoding="utf-8")
    prose = re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", text)
    assert glossary.forbidden_in(code, prose) == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("ja", "ギアを2速上げる"),
        ("ja", "一度に2速"),
        ("ja", "山札から引く"),
        ("ja", "使い方:"),
        ("ja", "{name} を削除"),
        ("zh_Hant", "支付{heat}點熱力升2檔"),
        ("zh_Hant", "報廢 2和壓力"),
        ("zh_Hant", '範圍"{range}"超出賽道'),
        ("zh_Hant", "蛇形輪抽"),
        ("zh_Hant", "為{card}報廢{count}"),
    ],
)
def test_characters_that_a_language_never_uses_are_found(code: str, said: str) -> None:
    assert len(glossary.forbidden_in(code, said)) == 1


@pytest.mark.parametrize(("code", "said"), [("ja", "2速から3速にシフトを上げ"), ("zh_Hant", "3檔降到2檔要1點熱力")])
def test_a_gear_may_be_called_by_its_number(code: str, said: str) -> None:
    assert glossary.forbidden_in(code, said) == []


@pytest.mark.parametrize("code", glossary.COLUMNS)
def test_a_sentence_about_an_action_begins_with_it_and_a_colon(code: str) -> None:
    """A verb phrase that is not set apart would be a statement itself: "You boost for free"."""
    message = strings.read(code).get("{action} may be worth it; {confirm} alone skips it.")
    assert message is not None
    assert str(message.string).startswith("{action}：")


@pytest.mark.parametrize("code", glossary.COLUMNS)
def test_the_glossary_has_every_term_once(code: str) -> None:
    english = [form for term in glossary.terms() for form in term.english]
    assert sorted(english) == sorted(set(english))
    assert all(all(term.said[code]) for term in glossary.terms())
    for name in (*map(str.capitalize, COLOURS), *(track.partition("\x04")[2] for track in TRACKS.values())):
        assert name in english


def test_every_track_of_the_game_has_a_name_that_is_translated() -> None:
    names = {track_id: load_track(track_id).name for track_id in BUILT_IN_IDS}
    assert {track_id: in_english(name) for track_id, name in TRACKS.items()} == names
