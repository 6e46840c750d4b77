"""The built-in track files are loaded without validation when the game starts, so they are validated here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from heat_tui.store.tracks import BUILT_IN_IDS, load_track, read_track_file

TRACKS = Path(__file__).parents[2] / "tracks"

NEW_RACE = """
import sys
from pathlib import Path
from heat_tui.engine import RaceSetup
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track
from heat_tui.game.table.match import Match
Match.start(RaceSetup(load_track("usa"), ("Ada",), seed=1), ["person"], store=SaveStore(Path(sys.argv[1]))).save_now()
print("pydantic" in sys.modules)
"""


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_they_are_valid_and_load_alike_with_and_without_validation(track_id: str) -> None:
    track = read_track_file(TRACKS / f"{track_id}.toml")
    assert track.id == track_id
    assert track == load_track(track_id)


def test_a_new_race_is_loaded_and_saved_without_pydantic(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", NEW_RACE, str(tmp_path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "False\n"
    assert len(list(tmp_path.glob("*.json"))) == 1
