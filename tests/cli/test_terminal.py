"""At a real terminal: the curtain, the arrow keys, Ctrl-C, signals, and a terminal that is closed."""

from __future__ import annotations

import os
import pty
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saves import SaveStore
from tests.cli.program import environment

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
ENTER = "\r"
ARROW_UP = "\x1b[A"


class Terminal:
    """The line-based game at a terminal of 80 x 24; `bytes_out` is all of its output that has been read."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home = home
        self.bytes_out = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "heat_tui", "plain", *arguments],
            env=environment(home),
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=20,
        )

    def wait_for(self, text: str) -> None:
        """Read until the text has been written."""
        self.child.expect_exact(text)
        self.bytes_out += self.child.before + text

    def type(self, line: str) -> None:
        self.child.send(line + ENTER)

    def end(self) -> int:
        """Wait for the program to end, and return its exit code."""
        self.child.expect(pexpect.EOF)
        self.bytes_out += self.child.before
        self.child.wait()
        code: int | None = self.child.exitstatus
        assert code is not None
        return code

    def hand(self) -> list[str]:
        """Return the hand of the driver behind the curtain, as words to type."""
        self.child.expect(r"Your hand: ([^.]*)\.")
        self.bytes_out += self.child.before + self.child.after
        words = re.sub(r"\s+|,| and ", " ", self.child.match[1].replace(" and ", " ")).split()
        return [word.lower() for word in words if word not in ("twice", "times")]

    def saved(self) -> int:
        """Return the number of saved actions."""
        store = SaveStore(self.home / "saves")
        (info,) = store.list()
        assert isinstance(info, SaveInfo)
        return len(store.read(info.name).standing)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    started = Terminal(
        tmp_path, "--track", "usa", "--drivers", "Ada,Bo", "--legends", "1", "--laps", "1", "--seed", "3"
    )
    yield started
    started.child.close(force=True)


def plan_first_card(terminal: Terminal, name: str) -> str:
    """Plan gear 1 and the first card in hand for a person behind the curtain, and return the typed line."""
    terminal.wait_for(f"{name}, plan your turn: press Enter.")
    terminal.type("")
    card = terminal.hand()[0]
    terminal.wait_for(f"{name}, plan:")
    terminal.type(f"1 {card}")
    terminal.wait_for("(yes, no, or something else)?")
    terminal.type("yes")
    return f"1 {card}"


def test_the_curtain_clears_screen_and_scrollback_before_and_after(terminal: Terminal) -> None:
    plan_first_card(terminal, "Ada")
    terminal.wait_for("Bo, plan your turn: press Enter.")
    before, private, after = terminal.bytes_out.split(CLEAR)
    assert "Ada, plan your turn" in before
    assert "Your hand" not in before
    assert "Your hand" in private
    assert "Your hand" not in after
    assert "Ada has planned." in after


def test_input_of_one_person_is_not_on_the_screen_of_the_next(terminal: Terminal) -> None:
    typed = plan_first_card(terminal, "Ada")
    terminal.wait_for("Bo, plan your turn: press Enter.")
    terminal.type("")
    terminal.hand()
    terminal.wait_for("Bo, plan:")
    screen = pyte.HistoryScreen(80, 24, history=5000)
    pyte.Stream(screen).feed(terminal.bytes_out.rpartition(CLEAR)[2])
    shown = "\n".join(screen.display)
    assert "Bo, plan:" in shown
    assert "Ada, plan:" not in shown
    assert f"plan: {typed}" not in shown


@pytest.mark.long
def test_the_up_arrow_recalls_nothing(terminal: Terminal) -> None:
    typed = plan_first_card(terminal, "Ada")
    terminal.wait_for("Bo, plan your turn: press Enter.")
    terminal.type("")
    terminal.hand()
    terminal.wait_for("Bo, plan:")
    since = len(terminal.bytes_out)
    for _ in range(3):
        terminal.child.send(ARROW_UP)
    terminal.type("")
    terminal.wait_for("That line contains keys that cannot be read")
    terminal.wait_for("Bo, plan:")
    assert typed not in terminal.bytes_out[since:]
    assert "yes" not in terminal.bytes_out[since:]
    assert terminal.saved() == 1


def test_input_typed_ahead_does_not_open_the_next_curtain(terminal: Terminal) -> None:
    terminal.wait_for("Ada, plan your turn: press Enter.")
    terminal.type("")
    card = terminal.hand()[0]
    terminal.wait_for("Ada, plan:")
    terminal.type(f"1 {card}")
    terminal.wait_for("(yes, no, or something else)?")
    terminal.child.send(f"yes{ENTER}{ENTER}{ENTER}")
    terminal.wait_for("Bo, plan your turn: press Enter.")
    with pytest.raises(pexpect.TIMEOUT):
        terminal.child.expect("Your hand", timeout=1)


@pytest.mark.long
def test_ctrl_c_behind_the_curtain_clears_the_screen_and_exits_with_130(terminal: Terminal) -> None:
    plan_first_card(terminal, "Ada")
    terminal.wait_for("Bo, plan your turn: press Enter.")
    terminal.type("")
    terminal.hand()
    terminal.wait_for("Bo, plan:")
    terminal.child.sendintr()
    assert terminal.end() == 130
    assert "Traceback" not in terminal.bytes_out
    last = terminal.bytes_out.rpartition(CLEAR)[2]
    assert "Your hand" not in last
    assert "To resume it: heat-tui plain --resume" in " ".join(last.split())
    assert terminal.saved() == 1


def test_ctrl_c_during_the_setup_ends_the_line_of_the_question(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for("Rules [base]:")
    terminal.child.sendintr()
    assert terminal.end() == 130
    assert terminal.bytes_out.endswith("\r\n")


@pytest.mark.long
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_save_and_end_the_race(terminal: Terminal, number: int, code: int) -> None:
    plan_first_card(terminal, "Ada")
    terminal.wait_for("Bo, plan your turn: press Enter.")
    terminal.child.kill(number)
    assert terminal.end() == code
    assert "Traceback" not in terminal.bytes_out
    assert terminal.saved() == 1


@pytest.mark.long
def test_ctrl_d_saves_and_says_how_to_resume(terminal: Terminal) -> None:
    plan_first_card(terminal, "Ada")
    terminal.wait_for("Bo, plan your turn: press Enter.")
    terminal.child.sendeof()
    assert terminal.end() == 0
    assert "To resume it: heat-tui plain --resume" in " ".join(terminal.bytes_out.split())
    assert terminal.saved() == 1


@pytest.mark.long
def test_a_terminal_that_is_closed_ends_the_race(tmp_path: Path) -> None:
    """The program sees SIGHUP or the end of the input; whichever comes first, the race is saved."""
    child, terminal = pty.fork()
    if not child:
        os.execve(
            sys.executable,
            [
                sys.executable,
                "-m",
                "heat_tui",
                "plain",
                "--drivers",
                "Ada",
                "--cars",
                "1",
                "--track",
                "usa",
                "--laps",
                "1",
            ],
            environment(tmp_path),
        )
    told = b""
    while b"Ada, plan:" not in told:
        told += os.read(terminal, 10_000)
    os.close(terminal)
    _pid, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 129)
    (save,) = SaveStore(tmp_path / "saves").list()
    assert isinstance(save, SaveInfo)
    assert not (tmp_path / "reports").exists()
