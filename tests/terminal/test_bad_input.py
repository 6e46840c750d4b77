"""Difficult terminals, names, options, folders, disks and settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal.racer import Racer
from tests.terminal.terminal import ALTERNATE, PROGRAM, Terminal

RACE = ("race", "--track", "usa", "--legends", "1", "--laps", "1", "--seed", "3")
ALONE = (*RACE, "--drivers", "Ada")
STILL = ("--animation", "off", "--no-confirm")
UNSAVED = "This race is not being saved, but you can keep racing."


def refused(home: Path, *arguments: str) -> str:
    """Return the one sentence of a command that is refused with exit code 2 before anything is painted."""
    with Terminal(*arguments, home=home, size=(500, 24)) as terminal:
        code = terminal.end()
        lines = terminal.text.rstrip().split("\n")
        assert code == 2, lines
        assert f"\x1b[?{ALTERNATE}h".encode() not in terminal.everything
    told = " ".join(line.strip() for line in lines)
    assert told.startswith("heat-tui: ")
    assert "Traceback" not in told
    assert told[-1] in ".?"
    return told.removeprefix("heat-tui: ")


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "colours", "never"),
    [
        ("xterm-256color", "truecolor", rb"\x1b\[[\d;]*38;5;"),
        ("xterm-256color", "", rb"\x1b\[[\d;]*[34]8;2;"),
        ("vt100", "", rb"\x1b\[[\d;]*[34]8;[25];"),
        ("xterm-16color", "", rb"\x1b\[[\d;]*[34]8;[25];"),
        ("linux", "", rb"\x1b\[[\d;]*[34]8;[25];"),
    ],
)
def test_any_number_of_colours_is_enough(tmp_path: Path, kind: str, colours: str, never: bytes) -> None:
    with Terminal(*ALONE, *STILL, home=tmp_path, TERM=kind, COLORTERM=colours) as terminal:
        terminal.wait_for("Gear [1]", "Ada", "Legend", "Engine")
        racer = Racer(terminal, tmp_path)
        racer.choose()
        assert re.search(never, terminal.everything) is None
        number = terminal.find("1 ►")
        assert terminal.background(*number) not in (terminal.background(0, 20), "default")


@pytest.mark.long
def test_a_small_terminal_is_reported_and_the_game_can_be_left(tmp_path: Path) -> None:
    with Terminal(home=tmp_path, size=(79, 24)) as terminal:
        terminal.wait_for("Too small: 79x24. The game needs 80x24 and waits for more room.")
        terminal.resize(80, 24)
        terminal.wait_for("New race")
        terminal.resize(20, 5)
        terminal.wait_for("Too small: 20x5. The")
        terminal.press("q")
        terminal.settle(0.3)
        terminal.resize(80, 24)
        answer = terminal.wait_for_any("Leave the game?", "New race")
        if answer == "New race":
            terminal.press("q")
            terminal.wait_for("Leave the game?")
        terminal.press("tab", "enter")
        assert terminal.end() == 0


@pytest.mark.long
def test_odd_names_are_shown_unchanged(tmp_path: Path) -> None:
    names = ("A", "x" * 40, "日本語", "[red]", "[/]", "[b]Bo", "a\\[b")
    with Terminal(*RACE, "--drivers", ",".join(names), *STILL, home=tmp_path, size=(120, 40)) as terminal:
        terminal.wait_for(*(part for name in names for part in re.findall(r"[ -~]{1,6}|[^ -~]", name)[:3]), "Legend")
        racer = Racer(terminal, tmp_path)
        racer.rest()
        assert racer.match.setup.seats == names


def test_bad_options_are_refused_before_anything_is_painted(tmp_path: Path) -> None:
    sentence = refused(tmp_path, "race", "--drivers", "A\x1b[2Jda")
    assert sentence.startswith("A driver's name contains characters that cannot be shown")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_race_that_cannot_be_saved_continues_under_a_permanent_note(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("no folder")
    with Terminal(*ALONE, *STILL, home=home) as terminal:
        for _ in range(2):
            terminal.wait_for("Gear [1]", UNSAVED)
            terminal.press("1", "enter")
            terminal.wait_for("1 End this step", UNSAVED)
            for _ in range(6):
                terminal.settle(0.3)
                if "Gear [" not in terminal.text:
                    terminal.press("enter")
        terminal.signal(15)
        assert terminal.end() == 143
        assert terminal.text.startswith("This race is not saved and cannot be resumed.")
        assert home.read_text() == "no folder"


def test_a_full_disk_is_reported_and_the_race_continues(tmp_path: Path) -> None:
    full = ("-c", f"import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (0, 0))\n{PROGRAM[1]}")
    with Terminal(*ALONE, *STILL, home=tmp_path, program=full) as terminal:
        terminal.wait_for("Gear [1]", UNSAVED)
        terminal.press("1", "enter")
        terminal.wait_for("1 End this step", UNSAVED)


@pytest.mark.long
def test_the_note_disappears_when_saving_works_again(tmp_path: Path) -> None:
    saves, aside = tmp_path / "saves", tmp_path / "aside"
    with Terminal(*ALONE, *STILL, home=tmp_path) as terminal:
        racer = Racer(terminal, tmp_path)
        racer.choose()
        before = len(racer.played)
        saves.rename(aside)
        saves.write_text("a file in the way")
        terminal.press("enter")
        terminal.wait_for(UNSAVED)
        saves.unlink()
        aside.rename(saves)
        terminal.settle(0.3)
        terminal.press(*("1" if "Gear [" in terminal.text else ""), "enter")
        terminal.wait_until(lambda: UNSAVED not in terminal.text, "waited for the note to go")
        assert len(racer.played) > before


def test_a_damaged_settings_file_prevents_nobody_from_playing(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"theme": ')
    with Terminal(home=tmp_path) as terminal:
        terminal.wait_for("New race", "valid JSON")
