"""Signals end the game immediately, or after a section that is protected from them."""

from __future__ import annotations

import os
import signal

import pytest

from heat_tui.game.table.interruptions import ENDING, Interrupted, Interruptions


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_interrupts_immediately(number: int) -> None:
    before = signal.getsignal(number)
    with pytest.raises(Interrupted) as interrupted, Interruptions().heard():
        os.kill(os.getpid(), number)
    assert interrupted.value.signal == number
    assert signal.getsignal(number) is before


def test_a_signal_waits_for_a_protected_section() -> None:
    done: list[str] = []
    interruptions = Interruptions()

    def hold() -> None:
        with interruptions.heard(), interruptions.held():
            with interruptions.held():
                os.kill(os.getpid(), signal.SIGTERM)
                done.append("inner")
            done.append("outer")

    with pytest.raises(Interrupted):
        hold()
    assert done == ["inner", "outer"]


def test_an_error_in_a_protected_section_keeps_no_signal_back() -> None:
    """The caller may carry on after a refusal, such as that of an undo, and then the signal would be lost."""
    interruptions = Interruptions()

    def fail() -> None:
        with interruptions.heard(), interruptions.held():
            os.kill(os.getpid(), signal.SIGTERM)
            raise ValueError("wrong")

    with pytest.raises(Interrupted) as interrupted:
        fail()
    assert str(interrupted.value.__context__) == "wrong"
