"""Every word on every screen goes through the translation, and a language 40 % longer than English fits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from heat_tui import language
from heat_tui.engine.track import Track
from heat_tui.store.texts import rules
from heat_tui.store.tracks import list_tracks
from heat_tui.tui.keymap import KEYS
from tests.tui.moments import NAMES, ODD_NAMES
from tests.tui.painted import USUAL, begun_at, pictures
from tests.tui.scenery import TYPED
from tests.tui.scenes import SAVED, SHOTS
from tests.words.pseudo import LongTranslations, WideTranslations, spoken

LANDINGS = "abcdefghxyz"
ON_THE_MAP = {"S", "F", "L", *"BCH", *LANDINGS}
"""The letters on the map: start and finish, legends lines, road conditions, and landings."""


CODES = re.compile(r"\b1[0-9A-Z]{2,3}(?:-[0-9A-Za-z]{0,4})*|\(XXWS\)")
"""Codes of challenges, and the group of a code with a typing error."""


@pytest.fixture(autouse=True)
def _pseudo() -> Iterator[None]:
    with spoken(LongTranslations()):
        yield


def _names() -> str:
    """Return names and typed text: drivers, tracks, files."""
    tracks = [each.track.name for each in list_tracks() if isinstance(each.track, Track)]
    files = ["season-standings.csv", "italy.cast"]
    return " ".join([*NAMES, *ODD_NAMES, "Cem", "Steady", *files, *tracks, *SAVED, *TYPED])


def _signs() -> set[str]:
    """Return single letters: labels of keys, chapters of the rules, signs on the map."""
    keys = {each for key in KEYS.values() for each in key.keys.replace("ctrl+", "").split(",") if len(each) == 1}
    return keys | {rule.key for rule in rules()} | ON_THE_MAP


def untranslated(text: str) -> list[str]:
    """Return the plain words that are neither names nor signs; a name may be cut, and landings may be adjacent."""
    text = CODES.sub("", text)
    names, known = _names(), _signs() | {name[0] for name in NAMES}
    return [
        word
        for word in re.findall("[A-Za-z]+", text)
        if word not in known and word not in LANDINGS and (len(word) < 2 or word not in names)
    ]


@pytest.mark.parametrize(
    "name",
    [shot.name if shot.everywhere else pytest.param(shot.name, marks=pytest.mark.long) for shot in SHOTS.values()],
)
def test_every_word_is_translated_and_fits(name: str) -> None:
    for size, picture in pictures(name, "pseudo").items():
        assert untranslated(picture.text) == [], size
        assert picture.misfits == (), size


@pytest.mark.long
@pytest.mark.parametrize("name", SHOTS)
def test_wide_letters_fit(name: str) -> None:
    with spoken(WideTranslations()):
        found = {size: picture.misfits for size, picture in pictures(name, "letters").items()}
    assert {size: misfits for size, misfits in found.items() if misfits} == {}


def test_a_narrow_footer_drops_its_last_keys_but_neither_help_nor_exit() -> None:
    narrow, wide = (begun_at("map", *USUAL, look="pseudo")[size].text.splitlines()[-1] for size in USUAL)
    keys = [set(re.findall(r"(?:^| )(\S) ", row)) for row in (narrow, wide)]
    assert keys[0] < keys[1]
    assert {"?", "q"} < keys[0]


def test_the_check_would_find_an_untranslated_word() -> None:
    assert untranslated("a speed of 5, driven by Ada, k") == ["speed", "of", "driven", "by"]
    assert untranslated(language._("a speed of {speed}, driven by {name}").format(speed=5, name="Ada")) == []
