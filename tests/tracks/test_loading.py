"""Tracks by id and by path, built-in ones and a player's own."""

from pathlib import Path

import pytest

from heat_tui.engine.track import Track
from heat_tui.store import tracks
from heat_tui.store.paths import data_folder, saves_folder, settings_folder, tracks_folder
from heat_tui.store.reading import BadFile
from heat_tui.store.track_format import track_text
from heat_tui.store.tracks import list_tracks, load_track, read_track_file, track_ids
from tests.tracks.samples import OVAL, OVAL_TEXT

ORDER = ("usa", "italy", "france", "great_britain", "japan", "mexico", "spain", "netherlands")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def put(name: str, text: str) -> Path:
    tracks_folder().mkdir(parents=True, exist_ok=True)
    path = tracks_folder() / name
    path.write_text(text, encoding="utf-8")
    return path


def refusal(id_or_path: str) -> str:
    with pytest.raises(BadFile) as caught:
        load_track(id_or_path)
    return str(caught.value)


def test_built_in_tracks_are_in_a_fixed_order() -> None:
    assert track_ids() == ORDER
    assert [(each.id, each.source) for each in list_tracks()] == [(track_id, "built-in") for track_id in ORDER]


def test_another_built_in_track_needs_only_a_file_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("usa.toml", "italy.toml", "austria.toml", "README.md"):
        (tmp_path / name).touch()
    monkeypatch.setattr(tracks, "_built_in_folder", lambda: tmp_path)
    assert tracks.built_in_ids() == ("usa", "italy", "austria")


def test_a_players_own_track_is_found_by_id_and_by_path() -> None:
    path = put("oval.toml", OVAL_TEXT)
    assert load_track("oval") == load_track(str(path)) == read_track_file(path) == OVAL
    assert track_ids() == (*ORDER, "oval")
    assert list_tracks()[-1] == ("oval", OVAL, str(path))


def test_a_faulty_track_is_listed_with_its_refusal_and_the_others_stay() -> None:
    path = put("broken.toml", "laps = ")
    put("oval.toml", OVAL_TEXT)
    broken, oval = list_tracks()[-2:]
    assert broken.id == "broken"
    assert isinstance(broken.track, BadFile)
    assert str(path) in str(broken.track)
    assert isinstance(oval.track, Track)
    assert track_ids() == (*ORDER, "oval")


def test_a_players_own_track_cannot_take_a_built_in_id() -> None:
    text = OVAL_TEXT.replace('id = "oval"', 'id = "italy"')
    path = put("italy.toml", text)
    expected = f'{path}: id: "italy" is the id of a built-in track; choose another id and name the file after it.'
    assert str(list_tracks()[-1].track) == refusal(str(path)) == expected
    assert load_track("italy").name == "Italy"
    assert track_ids() == ORDER


def test_a_file_of_the_tracks_folder_is_named_after_its_id() -> None:
    path = put("my_oval.toml", OVAL_TEXT)
    expected = f'{path}: its id is "oval", but a track file is named after its id; rename the file to oval.toml.'
    assert refusal("my_oval") == expected


def test_an_unknown_id_is_answered_with_the_closest_and_all_known_ones() -> None:
    with pytest.raises(BadFile) as caught:
        load_track("itally")
    assert str(caught.value) == (
        "No track is called itally (did you mean italy?); the tracks are usa, italy, france, "
        "great_britain, japan, mexico, spain, netherlands."
    )
    assert "did you mean" not in refusal("zzzzzz")
    assert "\x1b" not in refusal("\x1b[31mred")
    assert refusal("").startswith("No track is called ''; the tracks are usa,")


def test_an_unreadable_tracks_folder_is_reported_and_the_built_in_tracks_stay(home: Path) -> None:
    home.mkdir()
    tracks_folder().write_text("a file in place of the folder", encoding="utf-8")
    assert track_ids() == ORDER
    assert "the tracks folder cannot be read" in str(list_tracks()[-1].track)


def test_an_unknown_id_is_refused_even_if_the_system_refuses_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAT_TUI_HOME", "a" * 300)
    assert refusal("oval").startswith("No track is called oval; ")


def test_heat_tui_home_contains_everything_and_nothing_is_created(home: Path) -> None:
    assert (data_folder(), settings_folder()) == (home, home)
    assert (saves_folder(), tracks_folder()) == (home / "saves", home / "tracks")
    list_tracks()
    assert not home.exists()


def test_without_heat_tui_home_the_platform_decides_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEAT_TUI_HOME")
    assert data_folder().name == settings_folder().name == "heat-tui"
    assert tracks_folder() == data_folder() / "tracks"


def test_a_copy_of_a_built_in_track_under_another_id_is_accepted() -> None:
    italy = load_track("italy")
    put("monza_at_home.toml", track_text(italy).replace('id = "italy"', 'id = "monza_at_home"'))
    assert load_track("monza_at_home").corners == italy.corners
