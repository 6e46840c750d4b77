"""The pictures in the documents are those that `make screenshots` takes."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from tests.tui.scenes import SHOTS
from tools.screenshots import FRIENDS, PICTURES, Picture, write

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"\]\((?:docs/)?screenshots/([\w-]+)\.svg\)")


def test_every_picture_in_the_documents_is_taken() -> None:
    documents = chain([ROOT / "README.md"], (ROOT / "docs").glob("*.md"))
    shown = {name for document in documents for name in SHOWN.findall(document.read_text(encoding="utf-8"))}
    assert shown
    assert shown <= {FRIENDS, *(picture.name for picture in PICTURES)}


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_every_picture_shows_an_existing_screen(picture: Picture) -> None:
    assert callable(picture.shot) or picture.shot in SHOTS


def test_a_picture_shows_the_game(tmp_path: Path) -> None:
    (file,) = write([picture for picture in PICTURES if picture.name == "first-race"], tmp_path)
    text = file.read_text(encoding="utf-8").replace("&#160;", " ")
    for words in ("Ada", "Press ", "Legend"):
        assert words in text
