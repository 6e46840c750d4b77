"""Recordings as asciicast v2: conformance to the format, and playback in a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pyte
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from heat_tui.tui.replay.recording import Cast

SIZE = Size(6, 2)
RED, BLUE = Style.parse("#ff0000 on #000000"), Style.parse("bold #0000ff on #000000")


def rows(*rows: str, style: Style = RED) -> list[Strip]:
    """Return rows of the recording's size, with a segment for each word and each blank."""
    words = (row.replace(" ", "\n \n").split("\n") for row in rows)
    return [Strip([Segment(word, style) for word in each if word]) for each in words]


def checked(lines: Iterable[str]) -> tuple[dict[str, Any], list[tuple[float, str]]]:
    """Return the header and the events of a recording, checked against asciicast v2."""
    header, *events = map(json.loads, lines)
    assert header["version"] == 2
    assert isinstance(header["width"], int)
    assert isinstance(header["height"], int)
    assert isinstance(header["title"], str)
    assert events
    assert events[0][0] == 0
    for time, code, data in events:
        assert isinstance(time, (int, float))
        assert code == "o"
        assert isinstance(data, str)
    times = [time for time, _code, _data in events]
    assert times == sorted(times)
    return header, [(time, data) for time, _code, data in events]


def played(lines: Iterable[str]) -> pyte.Screen:
    """Return the screen of a terminal of the right size after a recording."""
    header, events = checked(lines)
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    for _time, data in events:
        stream.feed(data)
    return screen


class Tape:
    """A recording and its lines."""

    def __init__(self, title: str = "") -> None:
        self.lines: list[str] = []
        self.cast = Cast(self.lines.append, SIZE, title)

    def __enter__(self) -> Cast:
        return self.cast

    def __exit__(self, *_error: object) -> None:
        self.cast.end()


def test_a_recording_shows_every_frame_at_its_time_and_keeps_the_last() -> None:
    tape = Tape("Race “1”")
    with tape as cast:
        cast.add(rows("ab cde", "fghijk"), 0.5)
        cast.add(rows("ab cde", "fghijk"), 0.25)
        cast.add(rows("ab xyz", "fghijk"), 1.0)
    header, events = checked(tape.lines)
    assert header == {"version": 2, "width": 6, "height": 2, "title": "Race “1”"}
    assert [time for time, _data in events] == [0, 0, 0.75, 1.75]
    assert played(tape.lines).display == ["ab xyz", "fghijk"]


def test_only_the_changed_part_of_a_row_is_written_again() -> None:
    tape = Tape()
    with tape as cast:
        cast.add(rows("a b c ", "a b c "), 1.0)
        cast.add(rows("a x c ", "a b c "), 1.0)
    assert checked(tape.lines)[1][2] == (1.0, "\x1b[1;3H\x1b[0;38;2;255;0;0;48;2;0;0;0mx")


def test_wide_characters_colours_and_shortened_text_keep_their_places() -> None:
    tape = Tape()
    with tape as cast:
        cast.add(rows("日 本 ", "a b c "), 1.0)
        cast.add(rows("日 xy ", "abc   ", style=BLUE), 1.0)
    screen = played(tape.lines)
    assert [row.rstrip() for row in screen.display] == ["日 xy", "abc"]
    assert screen.buffer[0][3].fg == "0000ff"
    assert screen.buffer[0][3].bold


def test_the_cursor_is_hidden_during_playback_and_shown_again_afterwards() -> None:
    tape = Tape()
    with tape as cast:
        cast.add(rows("abcdef", "ghijkl"), 2.0)
    [(start, first), _frame, (end, last)] = checked(tape.lines)[1]
    assert (start, end) == (0, 2.0)
    assert first.startswith("\x1b[?25l")
    assert last.endswith("\x1b[?25h")
