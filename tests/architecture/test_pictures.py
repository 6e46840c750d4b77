"""The pictures in the documents are those that `make screenshots` takes; each README opens with an animated one."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.tui.scenes import SHOTS
from tools.film import Film
from tools.screenshots import FOLDER, FRIENDS, PICTURES, Picture, write

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


@pytest.mark.point("F1")
@pytest.mark.parametrize("readme", sorted(ROOT.glob("README*.md")), ids=lambda path: path.stem)
def test_every_readme_opens_with_a_race_that_moves(readme: Path) -> None:
    assert SHOWN.findall(readme.read_text(encoding="utf-8"))[0] == "moving"


@pytest.mark.point("F1")
def test_the_picture_that_moves_is_small_and_has_no_script() -> None:
    film = FOLDER / "moving.svg"
    assert film.stat().st_size < 1_500_000
    tags = {each.tag.rpartition("}")[2] for each in ElementTree.parse(film).iter()}
    assert tags == {"svg", "title", "style", "rect", "g", "animate", "path", "text"}


@pytest.mark.point("F1")
def test_a_film_shows_each_cell_at_its_times() -> None:
    film = Film(3, 1)
    red = Style(color="#ff0000")
    for words, seconds in (("a▀x", 1.0), ("b▀x", 2.0), ("a▀y", 1.0)):
        film.add([Strip([Segment(words, red)])], seconds)
    drawn = ElementTree.fromstring(film.svg("A & B"))
    space = {"": "http://www.w3.org/2000/svg"}
    assert drawn.findtext("title", namespaces=space) == "A & B"
    shown = {}
    for group in drawn.findall("g", space):
        animation = group.find("animate", space)
        assert animation is not None
        assert animation.get("dur") == "4s"
        ends = [float(each) for each in animation.get("keyTimes", "").split(";")]
        times = list(zip(animation.get("values", "").split(";"), ends, strict=True))
        shown["".join(each.text or "" for each in group.findall("text", space))] = times
    assert shown == {
        "a": [("visible", 0), ("hidden", 0.25), ("visible", 0.75)],
        "b": [("hidden", 0), ("visible", 0.25), ("hidden", 0.75)],
        "x": [("visible", 0), ("hidden", 0.75)],
        "y": [("hidden", 0), ("visible", 0.75)],
    }
    assert drawn.findall("path", space)[-1].get("d") == "M6 0h6v6h-6z", "what always stays is not animated"


@pytest.mark.long
@pytest.mark.point("F1")
def test_the_picture_moves_in_a_browser(tmp_path: Path) -> None:
    """The picture itself is opened as the page: the browser's virtual time animates no picture inside another page."""
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("Chromium is not installed; on Debian, run apt-get install chromium")
    picture, frames = (FOLDER / "moving.svg").as_uri(), set()
    for time in (1000, 14000):
        frame = tmp_path / f"{time}.png"
        arguments = ("--headless", "--no-sandbox", "--window-size=1000,640", f"--virtual-time-budget={time}")
        subprocess.run([browser, *arguments, f"--screenshot={frame}", picture], check=True, timeout=120)
        frames.add(frame.read_bytes())
    assert len(frames) == 2
