"""Screens as text, each at one size and in one look, compared with the frames in `frames/` line by line.

For the other sizes and looks, laws check all shots (`test_layout`, `test_pseudo_language`, `test_wide_letters`). To
update a screen after an intended change, run `make golden` and read the diff.
"""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from tests.tui.painted import LEAST, WIDE, pictures
from tests.tui.scenes import SHOTS

FRAMES = Path(__file__).parent / "frames"
FRAMED = {shot.name: WIDE if shot.everywhere else LEAST for shot in SHOTS.values() if shot.framed}
"""The sizes of the frames: wide for the main states of screens, so that all parts show, else the smallest."""


def frame_of(name: str) -> Path:
    """Return the file of a frame."""
    width, height = FRAMED[name]
    return FRAMES / f"{name}-{width}x{height}.txt"


@pytest.mark.parametrize("name", FRAMED)
def test_the_screen_is_painted_as_before(name: str, *, regenerate: bool) -> None:
    path, now = frame_of(name), pictures(name)[FRAMED[name]].text
    if regenerate:
        path.write_text(now, encoding="utf-8", newline="\n")
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    differences = [*unified_diff(kept.splitlines(), now.splitlines(), path.name, "painted now", lineterm="", n=1)]
    assert not differences, "\n".join(["painted in another way; if that is meant, `make golden`:", *differences])


def test_every_frame_belongs_to_a_screen() -> None:
    assert {*FRAMES.glob("*")} == {*map(frame_of, FRAMED)}
