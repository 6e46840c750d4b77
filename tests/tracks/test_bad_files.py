"""Files that cannot be read as tracks are refused immediately, with a printable sentence on every fault."""

import os
from pathlib import Path

import pytest

from heat_tui.store.reading import BadFile, shown
from heat_tui.store.tracks import read_track_file
from tests.tracks.samples import OVAL, OVAL_TEXT, problems_of


def refusal(path: Path) -> str:
    """Return the refusal of a file, without its name."""
    with pytest.raises(BadFile) as caught:
        read_track_file(path)
    return str(caught.value).removeprefix(f"{path}: ")


def write(folder: Path, content: bytes) -> Path:
    path = folder / "track.toml"
    path.write_bytes(content)
    return path


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    expected = "this file does not exist; check the name and the folder."
    assert refusal(tmp_path / "none.toml") == expected
    assert refusal(write(tmp_path, b"") / "below_a_file.toml") == expected


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "this is a folder; name a file in it."


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, OVAL_TEXT.encode())

    def closed(*_given: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", closed)
    assert refusal(path) == "you do not have permission to read it; change its permissions or name another file."


def test_an_impossible_file_name_is_refused() -> None:
    assert refusal(Path("a" * 5000)).endswith("name another file.")
    with pytest.raises(BadFile, match="it cannot be read"):
        read_track_file("nul\0character.toml")


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert refusal(pipe) == "this is a pipe or a device; name a regular file."


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, b"")
    os.truncate(path, 2**40)  # a sparse file: no disk is filled

    def opened(*_given: object, **_named: object) -> None:
        pytest.fail("the file was opened")

    monkeypatch.setattr(Path, "open", opened)
    assert refusal(path) == "the file is larger than the limit of 1000 kB; make it smaller."


def test_a_file_that_hides_its_size_is_read_only_up_to_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, large = write(tmp_path, b""), tmp_path / "large.toml"
    large.write_bytes(b"#" * 1_000_001)
    status = small.stat()
    monkeypatch.setattr(Path, "stat", lambda _path: status)
    assert refusal(large).startswith("the file is larger than the limit of 1000 kB")


def test_binary_files_are_refused(tmp_path: Path) -> None:
    no_text = "line 2 is not UTF-8 text; save the file as plain text in UTF-8 encoding."
    assert refusal(write(tmp_path, b"laps = 1\n\xff\xfe")) == no_text
    nul = "line 1 has a NUL character, so this is not a text file; choose a plain text file."
    assert refusal(write(tmp_path, b"PK\0\0")) == nul


def test_files_from_windows_are_read(tmp_path: Path) -> None:
    text = OVAL_TEXT.replace("\n", "\r\n").encode("utf-8-sig")
    assert read_track_file(write(tmp_path, text)) == OVAL


def test_faults_of_toml_are_reported_with_line_and_column(tmp_path: Path) -> None:
    assert refusal(write(tmp_path, b'id = "oval"\nlaps 2\n')) == (
        "line 2, column 6: this is not valid TOML (Expected '=' after a key in a key/value pair); correct that line."
    )
    assert refusal(write(tmp_path, b"laps = 2\nid = ")).startswith("line 2, column 6: this is not valid TOML (")
    assert refusal(write(tmp_path, b"laps = 2\nlaps = 3\n")).startswith("line 2, column 9: this is not valid TOML (")


def test_endless_nesting_and_numbers_are_refused(tmp_path: Path) -> None:
    assert "it contains a value too long to read" in refusal(write(tmp_path, b"laps = " + b"[" * 100_000))
    assert "it contains a value too long to read" in refusal(write(tmp_path, b"laps = " + b"9" * 10_000))


def test_an_empty_file_lacks_every_key(tmp_path: Path) -> None:
    found = problems_of(write(tmp_path, b""))
    assert len(found) == 11
    assert found[0].endswith("the file: the key format is missing; add it above the first table.")


def test_refusals_contain_no_terminal_control_characters(tmp_path: Path) -> None:
    text = OVAL_TEXT.replace('"Oval"', '"\\u001b[31mred\\u202e"').replace("laps = 2", '"\\u0007laps" = 2')
    for sentence in problems_of(write(tmp_path, text.encode())):
        assert sentence.isprintable()
    assert shown("") == "''"
    assert shown("x" * 100) == "x" * 37 + "..."
    assert shown("\x1b\udc80") == "\\x1b\\udc80"
