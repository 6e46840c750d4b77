"""The bytes sent to the terminal contain no card of a driver behind a closed curtain."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Final

import pytest

from tests.cli.program import ROOT
from tests.terminal.terminal import Terminal
from tests.tui.marked import marks

ADA, BO = 0, 1
PATIENCE: Final = 120.0
"""The maximum number of seconds to wait for anything; only a very busy machine needs that many."""

KEYS: Final = ("m", "escape", "i", "tab", "shift+tab", "escape", "d", "u", "U", "l", "/", "escape", "escape", "1", "+")
MORE_KEYS: Final = ("c", "s", "escape", "S", "escape", "T", "escape", "?", "escape", "ctrl+p", "escape", "ctrl+o", "p")


def game(home: Path) -> Terminal:
    """Return a terminal that runs the marked race."""
    program = "-m", "tests.terminal.marked_game"
    return Terminal(program=program, home=home, timeout=PATIENCE, PYTHONPATH=f"{ROOT / 'src'}:{ROOT}")


def sent(terminal: Terminal, seat: int, since: int) -> list[str]:
    """Return the marked cards of a seat among the bytes since a position."""
    told = terminal.everything[since:].decode("utf-8", "replace")
    return sorted(card for card in marks(seat) if card in told)


def lift(terminal: Terminal) -> None:
    """Lift the curtain, which ignores keys at first; one Enter too many does nothing, because no card is chosen."""
    until = perf_counter() + PATIENCE
    while "Gear [1]" not in terminal.text:
        assert perf_counter() < until, terminal.text
        terminal.rest()
        terminal.press("enter")
        terminal.rest()


def resize(terminal: Terminal, size: tuple[int, int]) -> None:
    """Resize the terminal, and wait until the new size is painted."""
    painted = terminal.frames
    terminal.resize(*size)
    terminal.wait_until(lambda: terminal.frames > painted, "waited for a frame")
    terminal.rest()


def stay(terminal: Terminal) -> None:
    """Close the question about leaving, if Esc has opened it; the program waits a moment for more after an Esc."""
    terminal.rest(0.3)
    if "Leave the race?" in terminal.text:
        terminal.press("escape")
        terminal.wait_without("Leave the race?")


def try_everything(terminal: Terminal) -> None:
    """Try keys, clicks beside the curtain and sizes that might bring hidden cards to the screen."""
    for key in (*KEYS, *MORE_KEYS):
        terminal.press(key)
        terminal.rest()
    stay(terminal)
    for row in range(0, 18, 4):
        terminal.click(40, row)
        terminal.rest()
        terminal.press("escape")
        stay(terminal)
    for size in ((160, 50), (20, 5), (120, 40), (80, 24)):
        resize(terminal, size)


@pytest.mark.long
def test_no_byte_of_a_covered_hand_is_sent(tmp_path: Path) -> None:
    with game(tmp_path) as terminal:
        terminal.wait_for("Ada: plan your turn")
        assert not sent(terminal, ADA, 0)
        lift(terminal)
        assert len(sent(terminal, ADA, 0)) == 4, terminal.text
        terminal.press("4")
        terminal.wait_for("Gear 1 with")
        terminal.rest()
        planned = len(terminal.everything)
        terminal.press("enter")
        terminal.wait_for("Bo: plan your turn")
        try_everything(terminal)
        terminal.wait_for("Bo: plan your turn")
        assert not sent(terminal, ADA, planned)
        assert not sent(terminal, BO, 0)
        lift(terminal)
        assert len(sent(terminal, BO, 0)) == 4, terminal.text
        assert not sent(terminal, ADA, planned)


@pytest.mark.long
def test_no_byte_of_a_hand_is_sent_after_the_focus_was_lost(tmp_path: Path) -> None:
    with game(tmp_path) as terminal:
        terminal.wait_for("Ada: plan your turn")
        for opened in ((), ("d",), ("i", "shift+tab"), ("ctrl+p",)):
            lift(terminal)
            terminal.press(*opened)
            terminal.rest()
            terminal.press("focus-lost")
            terminal.wait_for("Ada: plan your turn")
            terminal.rest()
            lost = len(terminal.everything)
            terminal.press("focus-gained")
            terminal.rest(0.3)
            terminal.wait_for("Ada: plan your turn")
            assert not sent(terminal, ADA, lost), opened
        lift(terminal)
        assert len(sent(terminal, ADA, lost)) == 4
