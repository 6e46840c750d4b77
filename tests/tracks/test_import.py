"""Circuits of the official adaptation's editor, track files and saves, imported as tracks."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from heat_tui.drawing.track_sheet import track_sheet
from heat_tui.drivers import Steady
from heat_tui.engine.race import Race
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Corner
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.season_options import game_setup
from heat_tui.game.table.match import Match
from heat_tui.game.track_import import import_tracks
from heat_tui.store.paths import tracks_folder
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import SaveStore
from heat_tui.store.track_format import track_text
from heat_tui.store.tracks import load_track, read_track_file, save_track
from tests.tracks.circuits import CHICANE, Table, large, small, three, write
from tests.tracks.samples import OVAL


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def refusals(folder: Path, table: object) -> list[str]:
    """Return the refusals of a circuit, without the file's name, and check that nothing is written."""
    path = write(folder, table)
    with pytest.raises(BadFile) as caught:
        import_tracks(path)
    assert not tracks_folder().exists()
    assert all(each.startswith(f"{path}: ") and each.endswith(".") for each in caught.value.problems)
    return [each.removeprefix(f"{path}: ") for each in caught.value.problems]


def test_a_circuit_of_the_small_format_is_imported(tmp_path: Path) -> None:
    taken = import_tracks(write(tmp_path, small()))[0]
    track = taken.track
    assert (track.id, track.name, track.set, track.direction) == ("oval_park", "Oval Park", "own", "clockwise")
    assert (track.laps, track.heat, track.stress, track.spaces) == (2, 6, 3, 60)
    assert track.corners == (
        Corner(line_after=10, limit=5, legends_line_after=58, press=1),
        Corner(line_after=24, limit=3, legends_line_after=18, press=2),
        Corner(line_after=40, limit=4, legends_line_after=33, press=3),
    )
    assert track.race_line == ((1, "left"), (11, "right"), (41, "left"))
    assert track.flooded == track.tunnel == ()
    assert {min(x for x, _y in track.outline), max(x for x, _y in track.outline)} == {0, 480}
    assert load_track("oval_park") == track
    assert read_track_file(taken.file) == track
    assert taken.notes == (
        "The picture of the board is not imported; the game draws the track itself.",
        "The places of the podium, the weather card and the tokens are not imported; the game shows them elsewhere.",
        "Only the centres of the cells shape the drawing; their angles, outlines and neighbours are not imported.",
    )


def test_both_formats_give_the_same_track(tmp_path: Path) -> None:
    every: Callable[[], Table] = partial(small, "bean", corners=CHICANE, chicane=True, special=True)
    one, other = (
        import_tracks(write(tmp_path, table), track_id)[0]
        for table, track_id in ((every(), "one"), (large(every()), "other"))
    )
    assert one.track == replace(other.track, id="one", outline=one.track.outline)
    assert one.track.flooded == (5, 6, 7)
    assert one.track.tunnel == (20, 21, 22, 23)
    assert "The values that the circuit editor computed are not imported." in other.notes


def test_a_chicane_has_its_press_number_on_the_second_line(tmp_path: Path) -> None:
    track = import_tracks(write(tmp_path, small(corners=CHICANE, chicane=True)))[0].track
    assert [(each.press, each.chicane_with) for each in track.corners] == [(1, None), (2, None), (None, None), (3, 2)]
    table = small(corners=CHICANE, chicane=True) | {"pressCornersPositions": [22, 37]}
    table["corners"][1]["agressiveLegend"] = 3
    track = import_tracks(write(tmp_path, table), "listed")[0].track
    assert [each.press for each in track.corners] == [None, 1, None, 2]
    assert [each.aggressive for each in track.corners] == [0, 3, 0, 0]


def test_sides_follow_the_cells_and_not_their_numbers(tmp_path: Path) -> None:
    one, other = (
        import_tracks(write(tmp_path, small(mirrored=mirrored > 0)), f"m{mirrored}")[0].track for mirrored in (0, 1)
    )
    assert one.race_line == ((1, "left"), (11, "right"), (41, "left"))
    assert other.race_line == ((1, "right"), (11, "left"), (41, "right"))


def test_the_other_direction_is_imported(tmp_path: Path) -> None:
    assert import_tracks(write(tmp_path, small("bean")))[0].track.direction == "counterclockwise"


def test_numbers_may_be_digits_in_quotation_marks(tmp_path: Path) -> None:
    one, other = (import_tracks(write(tmp_path, small(text=text)), f"t{text:d}")[0] for text in (False, True))
    assert one.track == replace(other.track, id=one.track.id)


def test_each_kind_of_difference_is_reported_once(tmp_path: Path) -> None:
    table = small(special=True)
    table["startingCells"].reverse()
    table["floodedSpaces"].pop()
    table |= {"sponsor": "none", "colour": 3}
    notes = import_tracks(write(tmp_path, table))[0].notes
    assert notes[0].startswith("The circuit has other starting cells; here the cars start on the last four spaces")
    assert notes[1] == "Some spaces are flooded or in a tunnel in one lane only; here both lanes are."
    assert notes[-1] == "Not imported, because the game does not know what they mean: colour, sponsor."
    assert len(set(notes)) == len(notes) == 6
    del table["startingCells"]
    notes = import_tracks(write(tmp_path, table), "again")[0].notes
    assert notes[0] == "The circuit has no starting cells; the cars start on the last four spaces."


def test_a_track_is_replaced_only_on_request(tmp_path: Path) -> None:
    path = write(tmp_path, small())
    first = import_tracks(path)[0]
    with pytest.raises(
        BadFile,
        match=r"oval_park.toml already exists; give the new track another id with --as, or replace",
    ):
        import_tracks(path)
    assert import_tracks(path, overwrite=True)[0].file == first.file
    assert import_tracks(path, "mine")[0].track.id == "mine"
    assert import_tracks(path, rename=True)[0].track.id == "oval_park_2"
    with pytest.raises(BadFile, match=r'"usa" is the id of a built-in track; choose another id with --as.'):
        import_tracks(path, "usa", overwrite=True)
    with pytest.raises(BadFile, match=r'id: "../x" cannot be an id'):
        import_tracks(path, "../x")
    with pytest.raises(BadFile, match=r'"../x" cannot be an id; use 1 to 32 of the lower-case letters'):
        import_tracks(first.file, "../x")


def _without(*keys: str) -> Callable[[Table], None]:
    def change(table: Table) -> None:
        for key in keys:
            del table[key]

    return change


def _set(key: str, value: object) -> Callable[[Table], None]:
    return lambda table: table.update({key: value})


def _corner(number: int, **values: object) -> Callable[[Table], None]:
    return lambda table: table["corners"][number - 1].update(values)


def _cell(**values: object) -> Callable[[Table], None]:
    return lambda table: next(iter(table["cells"].values())).update(values)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_without("corners"), "it has no corners; place them in the circuit editor and save the circuit again."),
        (_set("corners", []), "it has no corners; place them in the circuit editor and save the circuit again."),
        (
            _set("corners", [7]),
            'corner 1: "position" is missing or not a whole number above 0; set it in the circuit editor.',
        ),
        (
            _corner(2, speed=0),
            'corner 2: "speed" is missing or not a whole number above 0; set it in the circuit editor.',
        ),
        (
            _corner(2, speed="fast"),
            'corner 2: "speed" is missing or not a whole number above 0; set it in the circuit editor.',
        ),
        (_corner(3, lane=3), 'corner 3: "lane" is not 1 or 2; set it in the circuit editor.'),
        (_corner(3, position=59), "corner 3: line_after is 59, but the grid fills the last four spaces, 57 to 60; put"),
        (
            _corner(3, position=999_999),
            'corner 3: "position" is 999999, but the circuit has 60 spaces; correct the position.',
        ),
        (_corner(1, legend=10), "corner 1: its legends line and its corner line are both after space 10; put the"),
        (
            _corner(1, speed=1e400),
            'corner 1: "speed" is missing or not a whole number above 0; set it in the circuit editor.',
        ),
        (_without("nbrLaps"), '"nbrLaps" is missing or not a whole number above 0; set it in the circuit editor.'),
        (
            _set("heatCards", True),
            '"heatCards" is missing or not a whole number above 0; set it in the circuit editor.',
        ),
        (_set("nbrLaps", -2), '"nbrLaps" is missing or not a whole number above 0; set it in the circuit editor.'),
        (_set("name", "x" * 41), 'name: "xxxxx'),
        (_cell(position=None), "1 cell has no lane and position yet, such as cell 603; finish the circuit in its"),
        (_cell(x="left"), "1 cell has no centre yet, such as cell 603; finish the circuit in its editor."),
        (_cell(position=2), "position 1 has 0 cells in lane 1, but every position from 1 to 60 has one cell in each"),
        (
            _set("floodedSpaces", [1]),
            '"floodedSpaces" names cell 1, which the circuit does not have; correct',
        ),
        (_set("startingCells", ["x"]), '"startingCells" names cell x, which the circuit does not have; correct the'),
        (_set("cells", {"1": 7}), "1 cell has no lane and position yet, such as cell 1; finish the circuit in its"),
        (_set("cells", {}), "this is neither a circuit of the official adaptation's editor nor a saved race; choose a"),
    ],
)
def test_an_unfinished_or_invalid_circuit_is_refused(
    tmp_path: Path, change: Callable[[Table], None], sentence: str
) -> None:
    table = small()
    change(table)
    assert refusals(tmp_path, table)[0].startswith(sentence)


def test_ten_thousand_cells_are_refused(tmp_path: Path) -> None:
    said = refusals(tmp_path, small(spaces=5_000, corners=small_corners()))
    assert said == ["it has 10000 cells, but a track has at most 200 spaces of two cells; shorten the circuit."]


def small_corners() -> tuple[tuple[int, int, int, int], ...]:
    """Return three corners whose lines are all within the first 40 spaces."""
    return ((10, 5, 4, 2), (24, 3, 18, 2), (40, 4, 33, 1))


def test_too_few_spaces_and_overlapping_lanes_are_refused(tmp_path: Path) -> None:
    assert refusals(tmp_path, small(spaces=20, corners=((6, 3, 2, 1),)))[0].startswith("spaces: 20 is too small")
    table = small()
    for cell in table["cells"].values():
        cell |= {"x": int(cell["position"]), "y": 0}
    assert refusals(tmp_path, table) == ["its two lanes are not side by side; correct the cells in the circuit editor."]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff", "line 1 is not UTF-8 text; save the file as plain text in UTF-8 encoding."),
        (
            b'{"cells": {"1": ',
            "line 1, column 17: this is not valid JSON; choose a complete .heat or .json file.",
        ),
        (b"", "line 1, column 1: this is not valid JSON; choose a complete .heat"),
        (b"[" * 100_000, "it contains a value too long to read; shorten it or delete the file."),
        (b"9" * 9_999, "it contains a value too long to read; shorten it or delete the file."),
        (b"[1, 2]", "this is neither a circuit of the official adaptation's editor nor a saved race; choose a .heat,"),
        (b'{"cells": [1]}', "this is neither a circuit of the official adaptation's editor nor a saved race; choose"),
        (b'{"kind": "heat-tui race"}', "format is missing, so part of the save is lost"),
    ],
    ids=lambda text: repr(text)[:30],
)
def test_files_that_are_not_circuits_are_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "circuit.heat"
    path.write_bytes(content)
    with pytest.raises(BadFile) as caught:
        import_tracks(path)
    assert str(caught.value).removeprefix(f"{path}: ").startswith(sentence)


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[] if "bean" in each else [pytest.mark.long]) for each in three()]
)
def test_an_imported_circuit_is_drawn_and_raced_to_the_finish(tmp_path: Path, name: str) -> None:
    track = import_tracks(write(tmp_path, three()[name], name))[0].track
    assert track_sheet(track).isascii()
    race = Race.start(RaceSetup(track, ("A", "B"), seed=7, laps=1))
    driver = Steady(7)
    while (decision := race.decision) is not None:
        race.play(driver.choose(race.view(decision.seat), decision))
    assert race.over
    assert all(car.at > track.spaces for car in race.view(None).cars)


def test_a_saved_race_contains_its_track(tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "saves")
    match = Match.start(RaceSetup(OVAL, ("Ada",), seed=1), ("person",), store=store)
    match.leave()
    (path,) = (tmp_path / "saves").glob("*.json")
    assert [each.track for each in import_tracks(path)] == [OVAL]
    assert load_track("oval") == OVAL
    with pytest.raises(BadFile, match=r"oval.toml already exists"):
        import_tracks(path)
    Match.start(RaceSetup(load_track("usa"), ("Bo",), seed=1), ("person",), store=store).leave()
    with pytest.raises(
        BadFile, match=r"this saved race uses only tracks that come with the game, so it has none to import."
    ):
        import_tracks(next(each for each in (tmp_path / "saves").glob("*.json") if "bo" in each.name))


def test_a_track_file_is_imported_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "friend.toml"
    path.write_text(track_text(OVAL), encoding="utf-8")
    assert import_tracks(path)[0].track == OVAL
    assert import_tracks(path, "oval_of_a_friend")[0].track == replace(OVAL, id="oval_of_a_friend")
    path.write_text(json.dumps(small()), encoding="utf-8")
    with pytest.raises(BadFile, match=r"this is not valid TOML"):
        import_tracks(path)


def test_a_track_file_may_have_the_id_of_a_built_in_track_and_an_upper_case_suffix(tmp_path: Path) -> None:
    path = tmp_path / "usa.TOML"
    path.write_text(track_text(replace(OVAL, id="usa")), encoding="utf-8")
    with pytest.raises(BadFile, match=r'"usa" is the id of a built-in track; choose another id with --as.'):
        import_tracks(path, overwrite=True)
    assert import_tracks(path, "usa_of_a_friend")[0].track == replace(OVAL, id="usa_of_a_friend")
    assert import_tracks(path, rename=True)[0].track.id == "usa_2"


def test_a_saved_season_contains_all_of_the_players_own_tracks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("oval", "bean"):
        save_track(replace(OVAL, id=name, name=name))
    options = Options(season="custom", tracks=("oval", "usa", "bean"), events=(2, 8, 11), seats=(Seat("Ada"),), seed=1)
    store = SaveStore(tmp_path / "saves")
    Match.start(game_setup(options), options.controllers, store=store).leave()
    (path,) = (tmp_path / "saves").glob("*.json")
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path / "a friend"))
    with pytest.raises(
        BadFile, match=r"it contains 2 tracks, which cannot all have the id mine; import them without --as."
    ):
        import_tracks(path, "mine")
    assert not tracks_folder().exists()
    assert [each.track.id for each in import_tracks(path)] == ["oval", "bean"]
    with pytest.raises(BadFile, match=r"oval.toml already exists"):
        import_tracks(path)


def test_two_tracks_of_a_season_with_the_same_id_are_both_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = []
    for name in ("oval", "round"):
        files.append(tmp_path / name / "mine.toml")
        files[-1].parent.mkdir()
        files[-1].write_text(track_text(replace(OVAL, id="mine", name=name)), encoding="utf-8")
    tracks = tuple(map(str, files))
    options = Options(season="custom", tracks=tracks, events=(2, 8), seats=(Seat("Ada"),), seed=1)
    store = SaveStore(tmp_path / "saves")
    Match.start(game_setup(options), options.controllers, store=store).leave()
    (path,) = (tmp_path / "saves").glob("*.json")
    monkeypatch.setenv("HEAT_TUI_HOME", str(tmp_path / "a friend"))
    for rename, ids in (False, ["mine", "mine_2"]), (True, ["mine_3", "mine_4"]):
        taken = import_tracks(path, rename=rename)
        assert [(each.track.id, each.track.name) for each in taken] == [*zip(ids, ["oval", "round"], strict=True)]
