"""The bytes sent to the terminal contain no card of a driver behind a closed curtain."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.cli.program import ROOT
from tests.terminal.terminal import Terminal
from tests.tui.marked import marks

ADA, BO = 0, 1
KEYS: Final = ("m", "escape", "i", "tab", "shift+tab", "escape", "d", "u", "U", "l", "/", "escape", "escape", "1", "+")
MORE_KEYS: Final = ("c", "s", "escape", "S", "escape", "T", "escape", "?", "escape", "ctrl+p", "escape", "ctrl+o", "p")


def game(home: Path) -> Terminal:
    """Return a terminal that runs the marked race."""
    return Terminal(program=("-m", "tests.terminal.marked_game"), home=home, PYTHONPATH=f"{ROOT / 'src'}:{ROOT}")


def sent(terminal: Terminal, seat: int, since: int) -> list[str]:
    """Return the marked cards of a seat among the bytes since a position."""
    told = terminal.everything[since:].decode("utf-8", "replace")
    return sorted(card for card in marks(seat) if card in told)


def lift(terminal: Terminal) -> None:
    """Lift the curtain, which ignores keys in its first moment; one Enter too many does nothing: no card is chosen."""
    for _try in range(20):
        terminal.settle(0.3)
        terminal.press("enter")
        terminal.settle()
        if "Gear [1]" in terminal.text:
            return
    raise AssertionError(terminal.text)


def resize(terminal: Terminal, size: tuple[int, int]) -> None:
    """Resize the terminal, and wait until the new size is painted."""
    painted = terminal.frames
    terminal.resize(*size)
    terminal.wait_until(lambda: terminal.frames > painted, "waited for a frame")
    terminal.settle(0.3)


def stay(terminal: Terminal) -> None:
    """Close the question about leaving, if Esc has opened it."""
    terminal.settle(0.3)
    if "Leave the race?" in terminal.text:
        terminal.press("escape")
        terminal.settle(0.3)


def try_everything(terminal: Terminal) -> None:
    """Try keys, clicks beside the curtain and sizes that might bring something to the screen."""
    for key in (*KEYS, *MORE_KEYS):
        terminal.press(key)
        terminal.settle(0.06)
    stay(terminal)
    for row in range(0, 18, 4):
        terminal.click(40, row)
        terminal.settle(0.06)
        terminal.press("escape")
        stay(terminal)
    for size in ((160, 50), (20, 5), (120, 40), (80, 24)):
        resize(terminal, size)


def test_no_byte_of_a_covered_hand_is_sent(tmp_path: Path) -> None:
    with game(tmp_path) as terminal:
        terminal.wait_for("Ada: plan your turn")
        assert not sent(terminal, ADA, 0)
        lift(terminal)
        assert len(sent(terminal, ADA, 0)) == 4, terminal.text
        terminal.press("4")
        terminal.wait_for("Gear 1 with")
        terminal.settle()
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
            terminal.settle()
            terminal.press("focus-lost")
            terminal.wait_for("Ada: plan your turn")
            terminal.settle()
            lost = len(terminal.everything)
            terminal.press("focus-gained")
            terminal.settle(0.3)
            terminal.wait_for("Ada: plan your turn")
            assert not sent(terminal, ADA, lost), opened
        lift(terminal)
        assert len(sent(terminal, ADA, lost)) == 4
