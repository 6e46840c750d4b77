"""The app at a real terminal, from the first key to the finish, through resizes, signals, kills and crashes."""

from __future__ import annotations

import signal
from pathlib import Path
from time import sleep

import pytest

from heat_tui.drivers import Steady
from heat_tui.engine.decisions import PlanDecision
from heat_tui.game.table.match import Match
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import read_track_file
from tests.terminal.racer import Racer
from tests.terminal.terminal import NO_GRACE, Terminal

RACE = ("race", "--track", "usa", "--drivers", "Ada", "--legends", "1", "--laps", "1", "--seed", "3")
STILL = ("--animation", "off", "--no-confirm")
SIZES = ((120, 40), (20, 5), (79, 24), (80, 23), (160, 50), (80, 24))


@pytest.mark.long
def test_a_lap_survives_resizes_signals_and_a_kill(tmp_path: Path) -> None:
    with Terminal(*RACE, *STILL, home=tmp_path, size=(100, 30)) as terminal:
        racer = Racer(terminal, tmp_path)
        terminal.wait_for("Ada", "Gear", "Legend")
        match = racer.rest()
        for _ in range(4):
            match = racer.choose()
        while not isinstance(match.decision, PlanDecision):
            match = racer.choose()
        _resize_in_the_middle_of_a_plan(terminal)
        racer.prepare(match)
        played = racer.played
        terminal.signal(signal.SIGKILL)
        assert terminal.process.wait(20) == -signal.SIGKILL
    for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
        with Terminal("resume", *STILL, home=tmp_path) as terminal:
            racer = Racer(terminal, tmp_path)
            assert racer.rest().view(None).round == match.view(None).round
            assert racer.played == played
            match = racer.choose()
            played = racer.played
            terminal.signal(number)
            assert terminal.end() == code
            assert terminal.left_behind() == []
            assert terminal.text.startswith(f"The race is saved as {racer.name}. To resume it: heat-tui resume")
            assert b"Traceback" not in terminal.everything
    _race_on(tmp_path)
    _to_the_flag(tmp_path)
    assert not (tmp_path / "reports").exists()


@pytest.mark.long
def test_a_drawing_survives_a_kill_and_is_saved(tmp_path: Path) -> None:
    with Terminal("tracks", "edit", "usa", *STILL, home=tmp_path) as terminal:
        terminal.wait_for("Track editor: Copy of USA", "69 spaces", "clockwise")
        terminal.press("w")
        terminal.wait_for("USA (not saved)", "anticlockwise")
        terminal.signal(signal.SIGKILL)
        assert terminal.process.wait(20) == -signal.SIGKILL
    with Terminal("tracks", "edit", "usa", *STILL, home=tmp_path) as terminal:
        terminal.wait_for("USA (not saved)", "your unsaved drawing")
        terminal.press("\x13")
        terminal.wait_for("Save the track under this name", "Copy of USA")
        terminal.press("\r")
        terminal.wait_for("The track is saved as")
    assert read_track_file(tmp_path / "tracks" / "copy_of_usa.toml").id == "copy_of_usa"
    assert 'direction = "counterclockwise"' in (tmp_path / "tracks" / "copy_of_usa.toml").read_text(encoding="utf-8")


def _resize_in_the_middle_of_a_plan(terminal: Terminal) -> None:
    """Check that choices survive sizes that are too small to show anything."""
    terminal.press("1")
    terminal.wait_for("┏1")
    for size in SIZES:
        terminal.resize(*size)
        if size[0] < 80 or size[1] < 24:
            terminal.wait_for("80", "24")
        else:
            terminal.wait_for("┏1", "Ada", "Engine")
    terminal.press("1")
    terminal.wait_for("╭1")


def _race_on(home: Path) -> None:
    """Continue the only saved race without a terminal until a plan is due with car 0 at most 20 spaces from the end."""
    store = SaveStore(home / "saves")
    (info,) = store.list()
    match = Match.resume(store.read(info.name), store=store)
    while match.view(None).cars[0].at < match.sheet.finish - 20 or not isinstance(match.decision, PlanDecision):
        decision = match.decision
        assert decision is not None
        match.play(Steady(len(match.log)).choose(match.view(decision.seat), decision))
    match.leave()


def _to_the_flag(home: Path) -> None:
    """Finish the lap, look at the result, and leave as a player does."""
    with Terminal("resume", *STILL, home=home) as terminal:
        racer = Racer(terminal, home)
        while not racer.choose().over:
            pass
        terminal.wait_for("Result", "Ada")
        terminal.press("q")
        terminal.wait_for("Leave the game?")
        terminal.press("right", "enter")
        assert terminal.end() == 0
        assert terminal.left_behind() == []
        assert terminal.text.strip() == ""
        (save,) = racer.store.list()
        assert racer.match.over, save


def test_leaving_asks_for_confirmation(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.wait_for("New race", "quit")
        before = terminal.modes_before[:4]
        for key in ("ctrl+c", "ctrl+q", "q"):
            terminal.press(key)
            terminal.wait_for("Leave the game?", "Stay")
            terminal.press("enter")
            terminal.wait_without("Leave the game?")
        terminal.press("q")
        terminal.wait_for("Leave the game?")
        terminal.press("tab", "enter")
        assert terminal.end() == 0
        assert terminal.left_behind() == []
        assert terminal.modes() == before


def test_closing_the_window_saves_and_ends_the_game(tmp_path: Path) -> None:
    with Terminal(*RACE, *STILL, home=tmp_path) as terminal:
        racer = Racer(terminal, tmp_path)
        racer.choose()
        played = racer.played
        terminal.hang_up()
        assert terminal.process.wait(20) == 129
    assert racer.played == played
    assert not (tmp_path / "reports").exists()


@pytest.mark.long
def test_closing_the_window_while_the_game_ends_leaves_nothing_running(tmp_path: Path) -> None:
    with Terminal(*RACE[:5], "--legends", "5", home=tmp_path, size=(120, 40)) as terminal:
        terminal.wait_for("Engine")
        terminal.settle(1.0)
        for keys in (("q",), ("tab", "enter")):  # nobody reads what is painted now
            terminal.press(*keys)
            sleep(1.0)
        assert terminal.process.poll() is None
        terminal.hang_up()
        assert terminal.process.wait(20) in (0, 129)


@pytest.mark.long
@pytest.mark.parametrize("signals", [2, 1])
def test_a_hanging_app_is_still_ended(tmp_path: Path, signals: int) -> None:
    """After the first signal, the app has a few seconds to end; after the second, it has none."""
    with Terminal(*RACE, *STILL, home=tmp_path, program=_changed("action_card", "__import__('time').sleep(60)")) as app:
        app.wait_for("Gear [1]")
        app.press("1")
        app.settle(0.3)
        for _ in range(signals):
            app.signal(signal.SIGTERM)
        assert app.end() == 143
        assert app.left_behind() == []
        assert app.modes() == app.modes_before[:4]


@pytest.mark.long
def test_a_crash_in_the_app_is_reported_and_the_terminal_is_restored(tmp_path: Path) -> None:
    with Terminal(*RACE, *STILL, home=tmp_path, program=_changed("action_card", "1 // 0")) as terminal:
        terminal.wait_for("Gear [1]")
        terminal.press("1")
        assert terminal.end() == 1
        assert terminal.left_behind() == []
        assert terminal.text.startswith("heat-tui: a bug ended the game (ZeroDivisionError); send the report")
        assert b"Traceback" not in terminal.everything


@pytest.mark.long
def test_redirected_errors_contain_the_report_of_a_crash_and_nothing_that_is_painted(tmp_path: Path) -> None:
    file, broken = tmp_path / "errors", _changed("action_card", "1 // 0")
    with (
        file.open("wb") as errors,
        Terminal(*RACE, *STILL, home=tmp_path, program=broken, stderr=errors.fileno()) as terminal,
    ):
        terminal.wait_for("Gear [1]")
        assert file.read_bytes() == b""
        terminal.press("1")
        assert terminal.end() == 1
        assert terminal.left_behind() == []
        assert terminal.text.strip() == ""
    (sentence,) = file.read_text(encoding="utf-8").splitlines()
    assert sentence.startswith("heat-tui: a bug ended the game (ZeroDivisionError); send the report")
    (report,) = (tmp_path / "reports").iterdir()
    assert "action_card" in report.read_text() or "ZeroDivisionError" in report.read_text()
    assert '"kind": "heat-tui race"' in report.read_text()


def _changed(method: str, does: str) -> tuple[str, str]:
    """Return the arguments that run the program with a method of its plan prompt replaced."""
    code = f"import heat_tui.tui.race.prompts as p\np.PlanPrompt.{method} = lambda *_: {does}\n"
    return "-c", NO_GRACE + code + "from heat_tui.cli import main\nmain()"
