"""A file that is not a valid save gets one clear sentence and stays unchanged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heat_tui import language
from heat_tui.store.reading import BadFile
from heat_tui.store.save_reading import read_save_file
from heat_tui.store.saved_race import SavedRace, fingerprint, save_text
from tests.saves.races import new_match, step

Table = dict[str, Any]


def save_of(mix: str, actions: int) -> str:
    """Return the text of a save after a number of actions."""
    match = new_match(mix)
    random = Random(5)
    for _ in range(actions):
        step(match, random)
    return save_text(match.saved())


TEXT = save_of("usa, a person and 3 Legends", 12)


def refusal(path: Path) -> str:
    """Return the one sentence about a file, without its path.

    Check that it says how to correct the file, and that the file is unchanged.
    """
    before = path.read_bytes()
    with pytest.raises(BadFile) as caught:
        read_save_file(path)
    assert path.read_bytes() == before
    sentence = str(caught.value)
    assert caught.value.problems == (sentence,)
    assert sentence.startswith(f"{path}: ")
    rest = sentence.removeprefix(f"{path}: ")
    assert re.search(r"(use|choose|update|delete|make|name) ", rest), "it says how to correct it"
    assert rest.endswith(".")
    assert "\n" not in rest
    assert not re.search(r"[.!?] [A-Z]", rest), "one sentence"
    assert rest.isprintable()
    return rest


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "race.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return path


def edited(change: Callable[[Table], object]) -> str:
    table = json.loads(TEXT)
    change(table)
    return json.dumps(table)


def resealed(change: Callable[[Table], object]) -> str:
    """Return an edited save with a matching fingerprint."""
    table = json.loads(TEXT)
    change(table)
    table["fingerprint"] = fingerprint(table["snapshot"])
    return json.dumps(table)


TEXTS: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "the file is empty"),
    "blank": (" \n\n", "the file is empty"),
    "cut off in the record": (TEXT[: TEXT.index('"cards"') + 12], "it breaks off in line"),
    "cut off in a string": (TEXT[: TEXT.index("clockwise") + 3], "it breaks off in line"),
    "cut off before the last bracket": (TEXT.rstrip()[:-1], "it breaks off in line"),
    "two saves in a row": (TEXT + TEXT, "the text is damaged"),
    "a comma lost": (TEXT.replace(",\n", "\n", 1), "line 3, column 1: the text is damaged"),
    "binary": (bytes(range(256)) * 10, "this is not a saved race"),
    "zeros": (bytes(4096), "this is not a text file"),
    "a text": ("Dear diary,", "this is not a saved race"),
    "a track": ('format = 1\nid = "usa"\n', "this is not a saved race"),
    "another program's JSON": ('{"name": "x"}', "this is not a saved race"),
    "a list": ("[1, 2]", "this is not a saved race"),
    "a tournament": (TEXT.replace("heat-tui race", "heat-tui cup"), "this is not a saved race"),
    "a race as a season": (TEXT.replace("heat-tui race", "heat-tui season"), "setup / title is missing"),
    "nested in lists": ("[" * 100_000, "it contains a value too long"),
    "nested in tables": ('{"a":' * 100_000, "it contains a value too long"),
    "a number without end": ('{"kind": ' + "9" * 10_000 + "}", "it contains a value too long"),
    "too large": (TEXT + " " * 40_000_000, "the file is larger than the limit of 40000 kB"),
    "of a newer format": (
        edited(lambda table: table.update(format=2, wings=True)),
        "a newer version of the game saved it in format 2",
    ),
}


@pytest.mark.parametrize("damage", TEXTS)
def test_a_file_that_is_not_a_save_is_refused(damage: str, tmp_path: Path) -> None:
    content, fault = TEXTS[damage]
    assert fault in refusal(written(tmp_path, content))


EDITS: dict[str, tuple[Callable[[Table], object], str]] = {
    "not a format": (lambda table: table.pop("format"), "format is missing"),
    "format as text": (lambda table: table.update(format="1"), "format cannot be 1;"),
    "format true": (lambda table: table.update(format=True), "format cannot be True"),
    "no record": (lambda table: table.pop("record"), "record is missing, so part of the save is lost"),
    "a key too many": (lambda table: table.update(cheat="on"), "cheat is not part of a saved race"),
    "a key too many in an entry": (
        lambda table: table["record"][0].update(exec="rm"),
        "record / 1 / plan / exec is not part of a saved race",
    ),
    "an unknown action": (lambda table: table["record"][0].update(do="fly"), "record / 1 cannot be"),
    "a gear as text": (lambda table: table["record"][0].update(gear="1"), "record / 1 / plan / gear cannot be 1"),
    "a gear as true": (lambda table: table["record"][0].update(gear=True), "record / 1 / plan / gear cannot be True"),
    "a broken number": (lambda table: table["setup"].update(seed=0.5), "setup / seed cannot be 0.5"),
    "not a number": (lambda table: table["setup"].update(seed=float("nan")), "setup / seed cannot be nan"),
    "a seed out of range": (lambda table: table["setup"].update(seed=1 << 63), "setup / seed cannot be 922"),
    "a control character": (
        lambda table: table["setup"].update(seats=["A\x1b[2J"]),
        "it describes a race that cannot happen",
    ),
    "a very long name": (lambda table: table["setup"].update(seats=["A" * 101]), "setup / seats / 1 cannot be AAA"),
    "control characters in a wrong place": (
        lambda table: table.update(finished="\x1b[2J\n"),
        "finished cannot be \\x1b[2J\\n",
    ),
    "a time that is none": (
        lambda table: table.update(created="2026-13-01T00:00:00.000Z"),
        "created cannot be 2026-13-01T00:00:00.000Z",
    ),
    "a time that some time zones do not have": (
        lambda table: table.update(changed="9999-12-31T23:59:59.999Z"),
        "changed cannot be 9999-12-31T23:59:59.999Z",
    ),
    "a controller too many": (
        lambda table: table["controllers"].append("steady"),
        "it describes a race that cannot happen",
    ),
    "an unknown driver": (
        lambda table: table.update(controllers=["wizard"]),
        "controllers / 1 is wizard, which this version of the game does not know; update the game",
    ),
    "a hand-over to an unknown driver": (
        lambda table: table["record"].append({"do": "hand over", "seat": 0, "to": "wizard"}),
        "hand over / to is wizard, which this version of the game does not know; update the game",
    ),
    "a hand-over of a seat that is not there": (
        lambda table: table["record"].append({"do": "hand over", "seat": 5, "to": "steady"}),
        "it describes a race that cannot happen",
    ),
    "an unsound track": (
        lambda table: table["setup"]["track"]["corners"][0].update(line_after=900),
        "its track has an error (corner 1, line_after",
    ),
    "a track that is none": (lambda table: table["setup"].update(track={}), "its track has an error"),
    "an unknown module": (
        lambda table: table["setup"]["modules"].append({"name": "jetpacks", "options": {}}),
        "the race uses jetpacks, which this version of the game does not have",
    ),
    "an option too many": (
        lambda table: table["setup"]["modules"][0]["options"].update(__class__="x"),
        "it describes a race that cannot happen",
    ),
    "an option of the wrong kind": (
        lambda table: table["setup"]["modules"][0]["options"].update(count="3"),
        "it describes a race that cannot happen",
    ),
    "a snapshot nested deeply": (
        lambda table: table["snapshot"].update(turn=[[[[[[[[[[[1]]]]]]]]]]]),
        "it describes a race that cannot happen",
    ),
    "a snapshot with a vast number": (
        lambda table: table["snapshot"]["cars"][0].update(at=10**18),
        "it describes a race that cannot happen",
    ),
    "a snapshot with a broken number": (
        lambda table: table["snapshot"]["cars"][0].update(at=1.5),
        "it describes a race that cannot happen",
    ),
    "a snapshot with a long text": (
        lambda table: table["snapshot"]["cars"][0].update(status="r" * 1000),
        "it describes a race that cannot happen",
    ),
    "a snapshot with a crowd": (
        lambda table: table["snapshot"].update(order=[0] * 30_000),
        "it describes a race that cannot happen",
    ),
    "an unfinished race called finished": (lambda table: table.update(finished=True), "so it was changed or damaged"),
    "Heat added": (lambda table: table["snapshot"]["cars"][0].update(engine=20), "so it was changed or damaged"),
    "a fingerprint exchanged": (lambda table: table.update(fingerprint="0" * 64), "so it was changed or damaged"),
    "another seed": (lambda table: table["setup"].update(seed=99), "so it was changed or damaged"),
    "less Heat in the engines": (lambda table: table["setup"]["track"].update(heat=5), "so it was changed or damaged"),
    "more Legends than there are cars": (
        lambda table: table["setup"]["modules"][0]["options"].update(count=9),
        "so it was changed or damaged",
    ),
    "an action taken out": (lambda table: table["record"].pop(2), "so it was changed or damaged"),
    "an action doubled": (
        lambda table: table["record"].insert(1, table["record"][0]),
        "so it was changed or damaged",
    ),
    "an illegal gear": (lambda table: table["record"][0].update(gear=7), "so it was changed or damaged"),
    "an illegal seat": (lambda table: table["record"].insert(0, {"do": "retire", "seat": 0}), "so it was changed"),
    "more taken back than played": (
        lambda table: table["record"].append({"do": "take back", "actions": 40_000}),
        "so it was changed or damaged",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_save_is_refused(edit: str, tmp_path: Path) -> None:
    change, fault = EDITS[edit]
    assert fault in refusal(written(tmp_path, edited(change)))


def test_a_fault_of_the_track_is_in_brackets_without_a_full_stop_in_japanese_too(tmp_path: Path) -> None:
    path = written(tmp_path, edited(lambda table: table["setup"].update(track={})))
    language.use("ja")
    try:
        with pytest.raises(BadFile, match=r"[^。]）。"):
            read_save_file(path)
    finally:
        language.use("en")


def test_an_invalid_snapshot_with_a_matching_fingerprint_is_still_refused(tmp_path: Path) -> None:
    text = resealed(lambda table: table["snapshot"]["cars"][0].update(engine=20))
    assert "its choices do not lead to the race that it holds" in refusal(written(tmp_path, text))


def test_the_text_that_all_damage_starts_from_is_valid(tmp_path: Path) -> None:
    assert read_save_file(written(tmp_path, TEXT)).name == "race"
    assert read_save_file(written(tmp_path, resealed(lambda table: None))).note is None


def test_a_missing_file_a_folder_and_a_device_are_refused(tmp_path: Path) -> None:
    for path, fault in (
        (tmp_path / "gone.json", "this file does not exist"),
        (tmp_path, "this is a folder"),
        (Path("/dev/null"), "this is a pipe or a device"),
    ):
        with pytest.raises(BadFile, match=fault):
            read_save_file(path)


def places(value: object, place: tuple[int | str, ...] = ()) -> list[tuple[int | str, ...]]:
    """Return every place in nested data, each as the keys and indices that lead to it."""
    inner: list[tuple[int | str, ...]] = [place]
    if isinstance(value, dict):
        for key, each in value.items():
            inner += places(each, (*place, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            inner += places(each, (*place, index))
    return inner


EVERY_MODULE = (save_of("japan, a draft and every module", 3), save_of("japan, a draft and every module", 60))
"""Saves with every module but the mulligan and the championship: in the draft, and during a race."""

PLACES = [
    (text, place)
    for text in (TEXT, *EVERY_MODULE)
    for place in places(json.loads(text))
    if place and place[:3] != ("setup", "track", "drawing")
]


def read_or_refused(path: Path) -> tuple[str, SavedRace | None]:
    """Return the sentence of the refusal and None, or "" and the race; any other exception fails the test."""
    try:
        return "", read_save_file(path)
    except BadFile as refused:
        return str(refused), None


ODD_VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 80)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([[], {}, [[]], "heat", "1", "racing", "finished", 10**30, -(10**30), "\ud800"])
)


def changed_at(text: str, place: tuple[int | str, ...], value: object) -> Table:
    table: Table = json.loads(text)
    target: Any = table
    for key in place[:-1]:
        target = target[key]
    target[place[-1]] = value
    return table


@pytest.mark.long
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PLACES), ODD_VALUES)
def test_any_value_in_any_place_is_read_or_refused(
    tmp_path: Path, at: tuple[str, tuple[int | str, ...]], value: object
) -> None:
    path = written(tmp_path, json.dumps(changed_at(*at, value)))
    sentence, saved = read_or_refused(path)
    assert (saved is None) == sentence.startswith(f"{path}: ")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([at for at in PLACES if at[1][0] == "snapshot"]), ODD_VALUES)
def test_a_snapshot_under_other_rules_is_read_or_refused(
    tmp_path: Path, at: tuple[str, tuple[int | str, ...]], value: object
) -> None:
    table = changed_at(*at, value)
    table["rules"] = 2
    table["fingerprint"] = fingerprint(table["snapshot"])
    path = written(tmp_path, json.dumps(table))
    sentence, saved = read_or_refused(path)
    assert (saved is None) == sentence.startswith(f"{path}: ")
    if saved is not None:
        assert saved.note is not None or saved.snapshot == json.loads(at[0])["snapshot"]
