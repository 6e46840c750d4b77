"""Refusals of tracks and the track sheet are in the installed language."""

import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest

from heat_tui import language
from heat_tui.drawing.track_sheet import track_sheet
from heat_tui.store.reading import BadFile
from heat_tui.store.tracks import load_track
from tests.tracks.samples import problems_of, spoiled


class Brackets(gettext.NullTranslations):
    """A language in which everything is in brackets."""

    def gettext(self, message: str) -> str:
        return f"[{message}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"[{msgid1 if n == 1 else msgid2}]"


@pytest.fixture(autouse=True)
def in_brackets() -> Iterator[None]:
    language.install(Brackets())
    yield
    language.install(gettext.NullTranslations())


def test_refusals_are_translated(tmp_path: Path) -> None:
    path = tmp_path / "oval.toml"
    path.write_text(spoiled(("laps = 2", "lapz = 2"), ("limit = 3", "limit = 30")), encoding="utf-8")
    found = problems_of(path)
    assert len(found) == 3
    assert all(sentence.startswith(f"[{path}: [") and sentence.endswith("]]") for sentence in found)
    with pytest.raises(BadFile, match=r"^\[No track is called nowhere; "):
        load_track("nowhere")


def test_the_sheet_is_translated() -> None:
    words = track_sheet(load_track("usa"))
    assert "[[Base game]: [2 laps] of 69 spaces, [clockwise]; 6 Heat, 3 Stress.]" in words
    assert "[Legends line]" in words


def test_english_returns_when_nothing_is_installed() -> None:
    language.install(gettext.NullTranslations())
    assert language._("left") == "left"
    assert language.ngettext("{count} lap", "{count} laps", 2) == "{count} laps"
