"""Keys, clicks, pastes and signals that arrive before the app has handled the earlier ones."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING

import pytest
from textual.driver import Driver
from textual.events import Key

from heat_tui.store.settings import Settings
from heat_tui.tui import launch
from heat_tui.tui.app import HeatApp
from heat_tui.tui.terminal_driver import MOST_WAITING, HeatDriver
from tests.terminal.terminal import NO_GRACE, Terminal

if TYPE_CHECKING:
    from _typeshed import TraceFunction

RACE = ("race", "--track", "usa", "--drivers", "Ada", "--legends", "1", "--laps", "1", "--seed", "3")
STILL = ("--animation", "off", "--no-confirm")
OUTSIDE = "\x1b[<0;1;20M\x1b[<0;1;20m"
"""A click outside all boxes."""

ESCAPE = "\x1b[27u"
"""Esc, as sent by terminals that distinguish it from the start of another key's sequence."""

TITLE, RACING = "every race is already saved", "which gear and cards do you choose?"
PALETTE = "What would you like to do?"
LEAVING = "Leave the "


@pytest.mark.long
@pytest.mark.point("N3")
@pytest.mark.parametrize(
    ("arguments", "shown"),
    [((), TITLE), ((*RACE, *STILL), RACING)],
    ids=["title", "race"],
)
def test_closing_twice_closes_nothing_else(arguments: tuple[str, ...], shown: str, tmp_path: Path) -> None:
    """The second Esc goes to the screen below, which asks whether to leave; a second click does nothing."""
    bursts = (
        ("ctrl+p", PALETTE, OUTSIDE * 2, ""),
        ("ctrl+p", PALETTE, ESCAPE * 2, LEAVING),
        ("q", "Stay", ESCAPE * 2, LEAVING),
        ("?", "Esc back", ESCAPE * 2, LEAVING),
    )
    with Terminal(*arguments, home=tmp_path) as terminal:
        terminal.wait_for(shown)
        for key, opened, burst, then in bursts:
            terminal.press(key)
            terminal.wait_for(opened)
            terminal.settle(0.3)
            terminal.press(burst)
            if opened != "Stay":  # the next question has this button too
                terminal.wait_without(opened)
            terminal.wait_for(shown, then)
            if then:
                terminal.settle(0.3)
                terminal.wait_for(shown, then)
                terminal.press(ESCAPE)
                terminal.wait_without(then)


@pytest.mark.point("N3")
def test_the_first_of_three_enters_chooses_a_command(tmp_path: Path) -> None:
    """The others go to the help that the command opens, which ignores them."""
    with Terminal(home=tmp_path) as terminal:
        terminal.wait_for(TITLE)
        terminal.press("ctrl+p")
        terminal.wait_for(PALETTE)
        terminal.press(*"all keys")
        terminal.wait_for("all keys of the game")
        terminal.press("down", "enter", "enter", "enter")
        terminal.wait_for("Esc back")
        terminal.press("ctrl+q")
        terminal.wait_for("Leave the game?")


@pytest.mark.point("N3")
def test_enters_in_one_burst_open_one_race(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.wait_for(TITLE)
        terminal.press("enter", "enter", *"lm?", ESCAPE)
        terminal.wait_for("round 1")
        terminal.settle(0.3)
        assert len(list((tmp_path / "saves").glob("*.json"))) == 1
        assert terminal.process.poll() is None


@pytest.mark.long
@pytest.mark.point("N3")
@pytest.mark.parametrize("moment", ["on_mount", "compose"])
def test_a_hangup_while_the_race_is_being_opened_ends_the_app(moment: str, tmp_path: Path) -> None:
    code = f"""
import os, signal
from heat_tui.tui.race.screen import RaceScreen
before = RaceScreen.{moment}
def hung_up(self):
    os.kill(os.getpid(), signal.SIGHUP)
    return before(self)
RaceScreen.{moment} = hung_up
from heat_tui.cli import main
main()
"""
    with Terminal(*RACE, *STILL, home=tmp_path, program=("-c", NO_GRACE + code)) as terminal:
        assert terminal.end() == 128 + signal.SIGHUP
        assert not (tmp_path / "reports").exists()


class _Left(Exception):
    """The program called `os._exit`."""


@pytest.mark.point("N3")
def test_a_second_signal_in_the_middle_of_the_first_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a terminal sends SIGHUP and often SIGTERM too; wherever the second arrives, the program ends."""

    def leave(_code: int) -> None:
        raise _Left

    async def hear_two(moment: int) -> int:
        """Send the second signal at this moment of handling the first, and return the number of moments."""
        moments, before = 0, sys.gettrace()

        def trace(frame: FrameType, _event: str, _argument: object) -> TraceFunction:
            nonlocal moments
            moments += frame.f_globals is vars(launch) or frame.f_globals is vars(threading)
            if moments == moment:
                moments += 1
                signal.raise_signal(signal.SIGHUP)
            return trace

        with launch._ended_by_signals(HeatApp(), None):
            sys.settrace(trace)
            try:
                with suppress(_Left):
                    signal.raise_signal(signal.SIGTERM)
            finally:
                sys.settrace(before)
        return moments

    monkeypatch.setattr(os, "_exit", leave)
    for moment in range(1, asyncio.run(hear_two(0))):
        asyncio.run(hear_two(moment))


@pytest.mark.long
@pytest.mark.point("N16")
@pytest.mark.parametrize(
    ("arguments", "shown", "keys"),
    [
        ((*RACE, *STILL), RACING, ()),
        ((), TITLE, ("ctrl+p",)),
        ((), TITLE, ("?", "/")),
    ],
    ids=["race", "palette", "search"],
)
@pytest.mark.parametrize("bracketed", [True, False])
def test_a_long_paste_leaves_the_app_responsive(
    arguments: tuple[str, ...], shown: str, keys: tuple[str, ...], bracketed: bool, tmp_path: Path
) -> None:
    """It still offers to leave, whatever it has made of the text."""
    with Terminal(*arguments, home=tmp_path) as terminal:
        terminal.wait_for(shown)
        terminal.press(*keys)
        terminal.settle(0.6)
        text = "ab12 " * (20_000 if bracketed else 6_600)
        typing = Thread(target=terminal.press, args=(f"\x1b[200~{text}\x1b[201~" if bracketed else text,), daemon=True)
        typing.start()
        while typing.is_alive():
            terminal.step(0.1)
        until = perf_counter() + terminal.timeout
        while LEAVING not in terminal.text and perf_counter() < until:
            terminal.press(ESCAPE, "ctrl+q")
            terminal.settle(1.0)
        terminal.wait_for(LEAVING)


@pytest.mark.long
@pytest.mark.point("N3")
def test_a_program_that_was_not_stopped_may_receive_sigcont(tmp_path: Path) -> None:
    """The program still ends when asked to."""
    with Terminal(home=tmp_path) as terminal:
        terminal.wait_for(TITLE)
        for _time in range(20):
            terminal.signal(signal.SIGCONT)
            terminal.settle(0.02)
        terminal.signal(signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM


@pytest.mark.long
@pytest.mark.point("N3")
def test_a_signal_ends_an_idle_app_in_whichever_thread_it_arrives(tmp_path: Path) -> None:
    """The signal arrives in a thread that is not the main one."""
    code = """
import signal, threading, time
def end():
    time.sleep(3)
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
threading.Thread(target=end, daemon=True).start()
from heat_tui.cli import main
main()
"""
    with Terminal(home=tmp_path, program=("-c", code)) as terminal:
        terminal.wait_for(TITLE)
        assert terminal.end() == 128 + signal.SIGTERM


@pytest.mark.long
@pytest.mark.point("N3")
@pytest.mark.parametrize("cut", [3, 7])
def test_a_paste_with_a_split_end_marker_ends(cut: int, tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.wait_for(TITLE)
        paste = "\x1b[200~ab12\x1b[201~"
        for part in (paste[:-cut], paste[-cut:], "q"):
            terminal.press(part)
            terminal.settle(0.5)
        terminal.wait_for("Leave the game?")


@pytest.mark.long
@pytest.mark.point("N3")
def test_a_stop_during_painting_waits_until_the_frame_is_complete(tmp_path: Path) -> None:
    code = f"""
import os, signal
from pathlib import Path
from textual.drivers._writer_thread import WriterThread
write, now = WriterThread.write, Path({str(tmp_path / "now")!r})
def stopped(self, text):
    if now.exists():
        now.unlink()
        with self._queue.mutex:
            os.kill(os.getpid(), signal.SIGTSTP)
    write(self, text)
WriterThread.write = stopped
from heat_tui.cli import main
main()
"""
    with Terminal(home=tmp_path, program=("-c", code)) as terminal:
        terminal.wait_for(TITLE)
        (tmp_path / "now").touch()
        terminal.press("?")
        until = perf_counter() + terminal.timeout
        while not terminal.is_stopped:
            assert perf_counter() < until
            terminal.step(0.1)
        terminal.signal(signal.SIGCONT)
        terminal.wait_for("Esc back")


@pytest.mark.point("N3")
def test_a_program_started_in_the_background_waits_for_the_foreground(tmp_path: Path) -> None:
    """The shell's `heat-tui &` stops the program, and `fg` lets it paint."""
    code = """
import os, signal, time
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if child:
    os.waitpid(child, os.WUNTRACED)
    os.tcsetpgrp(0, child)
    os.kill(child, signal.SIGCONT)
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
os.setpgid(0, 0)
signal.signal(signal.SIGTTOU, signal.SIG_DFL)
from heat_tui.cli import main
main()
"""
    with Terminal(home=tmp_path, program=("-c", code)) as terminal:
        terminal.wait_for(TITLE)
        terminal.press("?")
        terminal.wait_for("Esc back")


async def _behind(sizes: list[int], *, ends: bool) -> None:
    """Send a message to an app; check that it waits until the queue is short, or not at all if the app `ends`.

    `sizes` are the lengths that the queue has each time the driver looks.
    """
    driver = HeatDriver(HeatApp(Settings()))
    if ends:
        driver.exit_event.set()
    driver.send_message(Key("x", "x"))
    assert sizes == ([MOST_WAITING] if ends else [])


@pytest.mark.parametrize("ends", [False, True])
def test_keys_wait_in_the_terminal_while_the_app_is_behind_unless_it_ends(
    monkeypatch: pytest.MonkeyPatch, *, ends: bool
) -> None:
    sent: list[object] = []
    sizes = [MOST_WAITING + 1, MOST_WAITING] if ends else [MOST_WAITING + 1, MOST_WAITING + 1, MOST_WAITING]
    monkeypatch.setattr(HeatApp, "message_queue_size", property(lambda _app: sizes.pop(0)))
    monkeypatch.setattr(Driver, "send_message", lambda _driver, message: sent.append(message))
    asyncio.run(_behind(sizes, ends=ends))
    assert len(sent) == 1
