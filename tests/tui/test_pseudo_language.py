"""Every word on every screen went through the translation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from heat_tui import language
from heat_tui.engine.track import Track
from heat_tui.store import list_tracks
from heat_tui.store.texts import rules
from heat_tui.tui.keymap import KEYS
from tests.tui.moments import NAMES, ODD_NAMES
from tests.tui.painted import pictures
from tests.tui.scenery import TYPED
from tests.tui.scenes import SAVED, SHOTS
from tests.words.pseudo import PseudoTranslations, spoken

ROOMY = (160, 50)
"""The made-up letters are twice as wide as others."""

ON_THE_MAP = {"S", "F", "L", *"BCH", *"abcdefgh"}
"""Start and finish, legends lines, road conditions, and the landings: signs, as the corners' limits are."""


@pytest.fixture(autouse=True)
def _pseudo() -> Iterator[None]:
    with spoken(PseudoTranslations()):
        yield


def _names() -> str:
    """What people have named, or typed: drivers, tracks, files."""
    tracks = [each.track.name for each in list_tracks() if isinstance(each.track, Track)]
    return " ".join([*NAMES, *ODD_NAMES, "Cem", "Steady", "season-standings.csv", *tracks, *SAVED, *TYPED])


def _signs() -> set[str]:
    """Single letters: keys as they are labelled, chapters of the rules, signs on the map."""
    keys = {each for key in KEYS.values() for each in key.keys.replace("ctrl+", "").split(",") if len(each) == 1}
    return keys | {rule.key for rule in rules()} | ON_THE_MAP


def untranslated(text: str) -> list[str]:
    """The plain words that are neither names nor signs; a name may be cut."""
    names, signs = _names(), _signs()
    return [
        word for word in re.findall("[A-Za-z]+", text) if word not in signs and (len(word) < 2 or word not in names)
    ]


@pytest.mark.parametrize("name", SHOTS)
def test_every_word_is_translated(name: str) -> None:
    assert untranslated(pictures(name, "pseudo", (ROOMY,))[ROOMY].text) == []


def test_the_check_would_find_an_untranslated_word() -> None:
    assert untranslated("a speed of 5, driven by Ada, k") == ["speed", "of", "driven", "by"]
    assert untranslated(language._("a speed of {speed}, driven by {name}").format(speed=5, name="Ada")) == []
