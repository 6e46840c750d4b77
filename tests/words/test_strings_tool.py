"""`make strings` begins a language, keeps it up to date, and reports faulty translations."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from heat_tui import language
from heat_tui.language import Catalogue, languages
from tests.words.pseudo import RULES, LongTranslations, PseudoTranslations, spoken
from tools import strings
from tools.glossary import terms_in


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder of catalogues."""
    monkeypatch.setattr(strings, "CATALOGUES", tmp_path)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    return tmp_path


@pytest.mark.xdist_group("messages")
def test_a_language_is_begun_translated_and_kept_up_to_date(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["make strings", "pl"])
    assert strings.main() == 0
    assert languages() == ("en", "pl")
    path = strings.catalogue_of("pl")
    text = path.read_text(encoding="utf-8")
    empty = 'msgid "the name of this language"\nmsgstr ""\n'
    assert empty in text
    path.write_text(text.replace(empty, empty.replace('""', '"polski"')), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["make strings"])
    assert strings.main() == 0
    assert Catalogue.of("pl").messages == {"the name of this language": ("polski",)}
    with path.open("rb") as file:
        assert len(read_po(file)) == len(strings.collected()) > 1500


def test_an_unknown_placeholder_is_reported() -> None:
    catalog = Catalog(locale="de")
    catalog.add("at {place}", "bei {place}")
    catalog.add("to {place}", "nach {Ort}")
    catalog.add(("{n} car", "{n} cars"), ("ein Auto", "{m} Autos"))
    assert list(strings.message_faults(catalog, "de")) == [
        "there is no {Ort} in 'to {place}'",
        "there is no {m} in '{n} car'",
    ]


def test_additions_to_a_text_that_the_english_one_lacks_are_reported(tmp_path: Path) -> None:
    (tmp_path / "help").mkdir()
    (tmp_path / "help" / "log.md").write_text("# Log\n\n{search} und {suche}\n", encoding="utf-8")
    (tmp_path / "help" / "none.md").write_text("# Nichts\n", encoding="utf-8")
    (tmp_path / "lessons.md").write_text("# L\n\n## U {#plan}\n\n## V {#planned}\n", encoding="utf-8")
    rules = RULES.read_text(encoding="utf-8").replace("**7.3**", "**7.33**")
    (tmp_path / "rules.md").write_text(rules, encoding="utf-8")
    assert list(strings.text_faults(tmp_path)) == [
        "help/log.md and the English text differ in {suche}",
        "there is no text help/none.md in English",
        "lessons.md and the English text differ in {#planned}",
        "rules.md and the English text differ in 7.3",
        "rules.md and the English text differ in 7.33",
    ]


@pytest.mark.parametrize("kind", [PseudoTranslations, LongTranslations])
def test_the_made_up_languages_have_no_faults(kind: type[PseudoTranslations]) -> None:
    with spoken(kind()):
        (folder,) = language.TEXTS.iterdir()
        assert len(list(folder.rglob("*.md"))) > 30
        assert list(strings.text_faults(folder)) == []


def test_omissions_are_reported_unless_the_translator_declares_them() -> None:
    catalog = Catalog(locale="ja")
    catalog.add("{name} pays {heat} Heat.", "{name}は支払う。")
    catalog.add("Turn the page of {name}.", "ページをめくる。", user_comments=["without: turn, {name}"])
    catalog.add(("{n} car", "{n} cars"), ("{n}台",))
    catalog.add(("one lap", "{n} laps"), ("{n}周", "{n}周"))
    catalog.add("corner lines", "コーナー")
    assert list(strings.message_faults(catalog, "ja")) == [
        "{heat} is lost in '{name} pays {heat} Heat.'",
        "there is no 'Heat' of the glossary in '{name}は支払う。', for '{name} pays {heat} Heat.'",
        "'one lap' has 2 forms",
        "there is no 'corner line' of the glossary in 'コーナー', for 'corner lines'",
    ]


def test_a_changed_message_is_doubtful_and_counted(folder: Path) -> None:
    before, after = Catalog(fuzzy=False), Catalog(fuzzy=False)
    before.add("Press Enter to start.")
    before.add("gone")
    after.add("Press Enter to start!")
    after.add("new")
    strings.update("ja", before)
    begun = strings.read("ja")
    begun["Press Enter to start."].string = "Enterで始める。"
    strings.write(begun, strings.catalogue_of("ja"))
    updated = strings.update("ja", after)
    assert updated["Press Enter to start!"].fuzzy
    assert strings.untranslated(updated) == ["Press Enter to start!", "new"]
    assert strings.update("ja", after).creation_date == begun.creation_date


def test_a_term_is_found_in_its_forms_and_not_in_longer_words() -> None:
    assert [terms_in(text)[0].english[0] for text in ("two cars", "it raced", "It is boosted")] == [
        "car",
        "race",
        "Boost",
    ]
    assert [terms_in(text) for text in ("a card", "braces")] == [[], []]
