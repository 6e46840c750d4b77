"""Laws of every valid track."""

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from heat_tui.drawing.ascii_map import ascii_map, draw_track
from heat_tui.drawing.track_sheet import track_sheet
from heat_tui.engine.track import Track
from heat_tui.store.track_format import track_text
from heat_tui.store.tracks import BUILT_IN_IDS, load_track, read_track_file
from tests.tracks.samples import valid_tracks

LAWS = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def written_and_read(track: Track) -> Track:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "track.toml"
        path.write_text(track_text(track), encoding="utf-8")
        return read_track_file(path)


@pytest.mark.parametrize("track_id", BUILT_IN_IDS)
def test_a_built_in_track_survives_writing_and_reading(track_id: str) -> None:
    track = replace(load_track(track_id), id="a_copy")
    assert written_and_read(track) == track


@pytest.mark.long
@LAWS
@given(track=valid_tracks())
def test_a_valid_track_survives_writing_and_reading(track: Track) -> None:
    assert written_and_read(track) == track


@settings(LAWS, max_examples=8)
@given(track=valid_tracks())
def test_every_spot_has_a_separate_cell_even_in_the_smallest_box(track: Track) -> None:
    for width, height in ((40, 16), (78, 22)):
        drawn = ascii_map(track, width, height)
        cells = [place.cell for place in drawn.spots.values()] + list(drawn.lines)
        assert len(drawn.spots) == 2 * track.spaces
        assert len(set(cells)) == len(cells)
        assert all(0 <= column < width and 0 <= row < height for column, row in cells)
        assert draw_track(track, width, height).isascii()
        assert track_sheet(track, width, height)
