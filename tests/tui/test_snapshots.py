"""A few screens as pictures, including colours, compared with the files in `pictures/`.

To update them after an intended change, run `make golden` and look at those that changed.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.tui.painted import LOOKS, WIDE, Size, made, the_same_everywhere
from tests.tui.scenery import Scenery
from tests.tui.scenes import SHOTS

pytestmark = pytest.mark.deep

PICTURES = Path(__file__).parent / "pictures"

TAKEN: dict[str, tuple[str, str, Size]] = {
    "title": ("title-saves", "", (80, 24)),
    "race-dark": ("plan-stress", "", WIDE),
    "race-light": ("plan-stress", "light", WIDE),
    "race-okabe-ito": ("plan-stress", "okabe-ito", WIDE),
    "race-small": ("plan-danger", "", (80, 24)),
    "results": ("results", "", WIDE),
}
"""The pictures by name: shot, look, size."""


@pytest.mark.parametrize("name", TAKEN)
def test_the_picture_is_the_same_as_before(name: str, *, regenerate: bool) -> None:
    path = PICTURES / f"{name}.svg"
    now = taken(*TAKEN[name])
    if regenerate:
        path.write_text(now, encoding="utf-8", newline="\n")
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    before, after = kept.splitlines(), now.splitlines()
    changed = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    assert len(before) == len(after), f"{path.name} has another number of lines; if that is meant, `make golden`"
    assert not changed, f"{path.name} is painted in another way; if that is meant, `make golden`: {changed[:3]}"


def test_every_picture_is_of_a_screen() -> None:
    assert {path.stem for path in PICTURES.glob("*")} == set(TAKEN)


def taken(shot: str, look: str, size: Size) -> str:
    """Return a shot as SVG, with the same names in it every time."""
    picture: list[str] = []

    async def take() -> None:
        app = made(SHOTS[shot], LOOKS[look])
        async with app.run_test(size=size):
            scenery = Scenery(app)
            await scenery.settle()
            await SHOTS[shot].bring(scenery)
            picture.append(app.export_screenshot(title="Heat", simplify=True))

    with the_same_everywhere(painting=True):
        asyncio.run(take())
    return re.sub(r"terminal-\d+", "terminal", picture[0])
