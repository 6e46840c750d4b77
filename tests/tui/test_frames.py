"""Every screen as text, compared with the frames in `frames/` line by line.

A screen that changed on purpose is painted anew with `make golden` and read as a diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.tui.painted import ASCII_IN_THE_GATE, MORE, TOO_SMALL, USUAL, Size, begun_at, pictures
from tests.tui.scenes import SHOTS

FRAMES = Path(__file__).parent / "frames"


def _rows() -> Iterator[tuple[str, str, tuple[Size, ...]]]:
    """Which frames there are: shot, look, sizes."""
    for shot in SHOTS.values():
        yield shot.name, "", (*USUAL, *MORE) if shot.everywhere else USUAL
        if shot.everywhere:
            yield shot.name, "ascii", USUAL
            yield shot.name, "no-colour", USUAL
    yield "plan", "", TOO_SMALL


def file_of(name: str, look: str, size: Size) -> str:
    """The file of a frame."""
    return "-".join([name, *([look] if look else []), f"{size[0]}x{size[1]}"]) + ".txt"


@pytest.mark.parametrize(
    ("name", "look", "sizes"),
    [
        pytest.param(*row, marks=pytest.mark.long) if row[1] == "ascii" and row[0] not in ASCII_IN_THE_GATE else row
        for row in _rows()
    ],
)
def test_the_screen_is_painted_as_it_was(name: str, look: str, sizes: tuple[Size, ...], *, regenerate: bool) -> None:
    painted = begun_at(name, *TOO_SMALL) if sizes == TOO_SMALL else pictures(name, look)
    differences: list[str] = []
    for size in sizes:
        path = FRAMES / file_of(name, look, size)
        now = painted[size].text
        if regenerate:
            path.write_text(now, encoding="utf-8", newline="\n")
        kept = path.read_text(encoding="utf-8") if path.exists() else ""
        differences += unified_diff(kept.splitlines(), now.splitlines(), path.name, "painted now", lineterm="", n=1)
    assert not differences, "\n".join(["painted in another way; if that is meant, `make golden`:", *differences])


def test_every_frame_belongs_to_a_screen() -> None:
    wanted = {file_of(name, look, size) for name, look, sizes in _rows() for size in sizes}
    assert {path.name for path in FRAMES.glob("*")} == wanted
