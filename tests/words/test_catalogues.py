"""Catalogues are read as Babel reads them, and a locale selects its language."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from heat_tui import language
from heat_tui.language import (
    C_,
    NC_,
    Catalogue,
    clause_listing,
    clause_row,
    languages,
    listing,
    matching,
    ngettext,
    of_locale,
    row,
    translated,
)
from heat_tui.tui.keymap import KEYS
from heat_tui.words.names import place_in_race, place_on_grid

ODD = {
    "plain": "einfach",
    'with "quotes" and \\ and\ttabs': 'mit "Anführung" und \\ und\tTabs',
    "two\nlines": "zwei\nZeilen\n",
    "a message that is much too long for a single line of a catalogue, so that it goes over several " * 3: "lang " * 90,
}
SPACES = ("{count} space", "{count} spaces")
PLURALS = ("{count} Feld", "{count} Felder", "{count} viele Felder")


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """Return a catalogue with quotes, line breaks, plurals, fuzzy and obsolete messages, as written by Babel."""
    catalog = Catalog(locale="pl", fuzzy=True)
    for message, said in ODD.items():
        catalog.add(message, said, locations=[("src/heat_tui/somewhere.py", 3)], user_comments=['say "hi"'])
    catalog.add(SPACES, PLURALS)
    catalog.add("doubtful", "zweifelhaft", flags=["fuzzy"])
    catalog.add("missing")
    catalog.add(("{n} card", "{n} cards"), ("{n} Karte", "", ""))
    catalog.obsolete["gone"] = catalog.add("gone", "weg")
    catalog.delete("gone")
    file = tmp_path / "pl" / "LC_MESSAGES" / "heat_tui.po"
    file.parent.mkdir(parents=True)
    written = BytesIO()
    write_po(written, catalog)
    file.write_bytes(written.getvalue())
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    return Catalogue.of("pl")


@pytest.fixture
def japanese() -> Iterator[None]:
    """Run the game in Japanese."""
    language.use("ja")
    yield
    language.use("en")


def test_the_output_of_babel_can_be_read(odd: Catalogue) -> None:
    assert {message: odd.gettext(message) for message in ODD} == ODD
    assert tuple(odd.ngettext(*SPACES, n) for n in (1, 2, 5)) == PLURALS


def test_untranslated_and_doubtful_messages_stay_english(odd: Catalogue) -> None:
    assert [odd.gettext(message) for message in ("doubtful", "missing", "gone", "")] == [
        "doubtful",
        "missing",
        "gone",
        "",
    ]
    assert [odd.ngettext("{n} card", "{n} cards", n) for n in (1, 2)] == ["{n} card", "{n} cards"]


def test_a_selected_language_is_used(odd: Catalogue) -> None:
    assert languages() == ("en", "pl")
    assert language.name_of("pl") == "pl"
    try:
        language.use("pl")
        assert ngettext("{count} space", "{count} spaces", 5) == "{count} viele Felder"
        language.use("en")
        assert ngettext("{count} space", "{count} spaces", 5) == "{count} spaces"
    finally:
        language.install(gettext.NullTranslations())


def test_a_locale_selects_its_language_or_english(odd: Catalogue) -> None:
    asked = ("pl", "PL", "pl_PL.UTF-8", "pl-PL", "pl@euro", "en_GB", "de", "plx", "", "C", "POSIX")
    assert [matching(each) for each in asked] == ["pl", "pl", "pl", "pl", "pl", "en", None, None, None, None, None]
    assert of_locale({"LC_ALL": "", "LANG": "pl_PL.UTF-8"}) == "pl"
    assert of_locale({"LC_ALL": "C", "LANG": "pl_PL.UTF-8"}) == "en"
    assert of_locale({}) == "en"


def test_the_locales_of_chinese_select_their_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "languages", lambda: ("en", "ja", "zh_Hant"))
    asked = ("ja_JP.UTF-8", "zh_TW.UTF-8", "zh_HK.big5hkscs", "zh-Hant", "zh_Hant_TW", "zh", "zh_CN.UTF-8", "zh_Hans")
    assert [matching(each) for each in asked] == ["ja", *["zh_Hant"] * 5, None, None]


def test_messages_with_different_contexts_are_different_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = Catalog(locale="de")
    catalog.add("normal", "üblich", context="draft")
    catalog.add("normal", "mittel", context="speed")
    catalog.add("fast", "schnell", context="speed", flags=["fuzzy"])
    file = tmp_path / "de" / "LC_MESSAGES" / "heat_tui.po"
    file.parent.mkdir(parents=True)
    written = BytesIO()
    write_po(written, catalog)
    file.write_bytes(written.getvalue())
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    try:
        language.use("de")
        assert [C_("draft", "normal"), C_("speed", "normal"), C_("speed", "fast")] == ["üblich", "mittel", "fast"]
        assert translated(NC_("speed", "normal")) == "mittel"
        assert translated("normal") == "normal"
    finally:
        language.use("en")
    assert translated(NC_("speed", "normal")) == "normal"


def test_clauses_are_joined_differently_from_nouns() -> None:
    language.use("zh_Hant")
    try:
        things = ["one", "two", "three"]
        assert [row(things), listing(things)] == ["one、two、three", "one、two和three"]
        assert [clause_row(things), clause_listing(things)] == ["one，two，three"] * 2
    finally:
        language.use("en")


@pytest.mark.usefixtures("japanese")
def test_words_that_are_the_same_only_in_english_have_two_translations() -> None:
    assert [translated(KEYS[name].short) for name in ("put-line", "line-on")] == ["ライン", "行"]
    assert [place_in_race(3), place_on_grid(3)] == ["3位", "3番グリッド"]
