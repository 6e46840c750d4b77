"""Input and output lines."""

from __future__ import annotations

import io
import os

import pytest

from heat_tui.plain.console import CLEAR, LONGEST_LINE, Console, EndOfInput
from tests.plain.typist import IDLE, Keyboard, Screen


class Typed(io.StringIO):
    """Input that claims to come from a keyboard."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return IDLE


def test_lines_from_a_pipe_are_echoed_after_their_prompt() -> None:
    screen = Screen()
    assert Console(io.StringIO(" 3\t4 \r\n"), screen).ask("Plan:") == "3 4"
    assert screen.getvalue() == "Plan: 3 4\n"


def test_lines_from_a_keyboard_are_not_echoed_again() -> None:
    screen = Screen(terminal=True)
    assert Console(Typed("3 4\n"), screen).ask("Plan:") == "3 4"
    assert screen.getvalue() == "Plan: "


def test_the_answer_to_a_line_typed_ahead_begins_a_line() -> None:
    """A line that was typed before its question, such as during the coach's thoughts, was shown before it too."""
    master, slave = os.openpty()
    os.write(master, b"hint\nstrip\n")
    screen = Screen(terminal=True)
    with open(slave, encoding="utf-8") as keys:
        console = Console(keys, screen)
        assert [console.ask("Plan:"), console.ask("Plan:")] == ["hint", "strip"]
    os.close(master)
    assert screen.getvalue() == "Plan: \nPlan: \n"


def test_a_blank_of_an_input_method_is_a_blank() -> None:
    screen = Screen()
    assert Console(io.StringIO("\u3000３\u30004\u3000\n"), screen).ask("Plan:") == "３ 4"


def test_the_last_line_needs_no_line_end() -> None:
    console = Console(io.StringIO("yes"), Screen())
    assert console.ask("?") == "yes"
    with pytest.raises(EndOfInput):
        console.ask("?")


def test_ctrl_d_ends_the_line_of_the_question() -> None:
    screen = Screen(terminal=True)
    with pytest.raises(EndOfInput):
        Console(Typed(""), screen).ask("Plan:")
    assert screen.getvalue() == "Plan: \n"


def test_waiting_without_a_question_writes_nothing() -> None:
    screen = Screen(terminal=True)
    assert Console(Typed("status\n"), screen).ask("") == "status"
    assert screen.getvalue() == ""


def test_a_line_of_a_megabyte_gets_one_refusal() -> None:
    screen = Screen()
    assert Console(io.StringIO("x" * 1_000_000 + "\nyes\n"), screen).ask("?") == "yes"
    assert screen.getvalue().count(f"longer than {LONGEST_LINE} characters") == 1
    assert len(screen.getvalue()) < 200


def test_control_characters_are_refused_and_never_written() -> None:
    screen = Screen()
    assert Console(io.StringIO("\x1b[2J3 4\n\x00\nyes\n"), screen).ask("?") == "yes"
    assert screen.getvalue().count("cannot be read") == 2
    assert "\x1b" not in screen.getvalue()


def test_a_terminal_that_is_gone_ends_the_input() -> None:
    class Gone(Keyboard):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            raise OSError(5, "Input/output error")

    with pytest.raises(EndOfInput):
        Console(Gone(Screen()), Screen()).ask("?")


@pytest.mark.parametrize("columns", [50, 30, 20])
def test_long_lines_are_wrapped_at_words_only_on_a_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    sentence = "one two three four five six seven eight nine ten eleven twelve thirteen"
    pipe, terminal = Screen(), Screen(terminal=True)
    Console(io.StringIO(), pipe).say(sentence)
    Console(io.StringIO(), terminal).say(sentence, "", "a drawing stays")
    assert pipe.getvalue() == sentence + "\n"
    lines = terminal.getvalue().splitlines()
    assert all(len(line) <= columns for line in lines)
    assert " ".join(" ".join(lines[:-2]).split()) == sentence
    assert lines[-2:] == ["", "a drawing stays"]


def test_a_long_question_is_wrapped_at_words_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    question = "The race is over. Type mistakes to see the account, or press Enter to leave:"
    pipe, terminal = Screen(), Screen(terminal=True)
    assert [Console(io.StringIO("\n"), screen).ask(question) for screen in (pipe, terminal)] == ["", ""]
    assert pipe.getvalue().splitlines()[0] == question + " "
    assert terminal.getvalue().splitlines() == [
        "The race is over. Type mistakes to see the",
        "  account, or press Enter to leave: ",
    ]


def test_the_screen_is_cleared_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    pipe, terminal = Screen(), Screen(terminal=True)
    Console(io.StringIO(), pipe).clear()
    Console(io.StringIO(), terminal).clear()
    assert pipe.getvalue() == ""
    assert terminal.getvalue() == CLEAR == "\x1b[2J\x1b[3J\x1b[H"
    monkeypatch.setenv("TERM", "dumb")
    dumb = Screen(terminal=True)
    Console(io.StringIO(), dumb).clear()
    assert "\x1b" not in dumb.getvalue()
    assert dumb.getvalue().count("\n") > 50
