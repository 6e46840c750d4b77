"""Whatever is wrong with the drivers' book, races can be finished and the book can be rebuilt."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.store.damage import DAMAGES, kept, made

pytestmark = pytest.mark.point("N4", "N5")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with saves and a book."""
    home = tmp_path_factory.mktemp("whole")
    made(home)
    return home


@pytest.mark.sampled
@pytest.mark.parametrize("kind", [*DAMAGES][::2])
def test_a_race_is_finished_and_the_book_is_rebuilt(kind: str, whole: Path, tmp_path: Path) -> None:
    kept(Path(shutil.copytree(whole, tmp_path / "home")), kind, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
def test_fifty_damaged_books_can_be_rebuilt(seed: int, whole: Path, tmp_path: Path) -> None:
    kept(Path(shutil.copytree(whole, tmp_path / "home")), [*DAMAGES][seed % len(DAMAGES)], seed)
