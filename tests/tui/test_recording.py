"""Recordings and pictures of a replay, from its screen and by command."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest
from textual.strip import Strip
from textual.widgets import Input

from heat_tui.game.table.match import Match
from heat_tui.game.telling.replay import Replay, place_words
from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import Animation, Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.help import HelpScreen
from heat_tui.tui.replay.panel import Verdict
from heat_tui.tui.replay.recording import Cast
from heat_tui.tui.replay.screen import Recorder, RecordingScreen, ReplayScreen
from tests.cli.program import COMMAND, environment, heat_tui
from tests.tui.moments import planning, race_until, raced_to_the_end, six_cars
from tests.tui.swift import Swift
from tests.tui.table import STILL, shown, usa
from tests.tui.test_cast import checked, played

Story = Callable[[HeatApp, Swift], Awaitable[None]]

LIVE = replace(STILL, animation="normal")
"""Settings with animations, with which the line of a move takes several frames."""


@functools.cache
def raced() -> Match:
    """Return a finished race; do not change it."""
    return raced_to_the_end()


@asynccontextmanager
async def at_the_replay(match: Match, *, back: int, settings: Settings = LIVE) -> AsyncIterator[tuple[HeatApp, Swift]]:
    """Yield the app at the replay of a match, `back` positions before the end, and the app's pilot."""
    replay = Replay.of(match)

    screen = ReplayScreen(match, replay, position=replay.last - back)
    app = HeatApp(settings, opening=lambda app: app.push_screen(screen))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield app, Swift(app)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Pause every recording in the middle of a line until the returned event is set."""
    released, frames = asyncio.Event(), Recorder.frames

    async def halting(recorder: Recorder, told: Callable[[], object]) -> AsyncIterator[tuple[list[Strip], float]]:
        async for frame in frames(recorder, told):
            yield frame
            if recorder.screen._waiting:
                await released.wait()

    monkeypatch.setattr(Recorder, "frames", halting)
    return released


async def asked(app: HeatApp, pilot: Swift, file: Path) -> None:
    """Ask for a recording to be written to a file."""
    await pilot.press("e")
    app.screen.query_one(Input).value = str(file)
    await pilot.press("enter")


async def done(app: HeatApp, pilot: Swift) -> list[str]:
    """Wait until recording has stopped, and return the notifications, which are then cleared."""
    await app.workers.wait_for_complete()
    await pilot.pause()
    said = [note.message for note in app._notifications]
    app.clear_notifications()
    await pilot.pause()
    return said


async def shows_its_position(app: HeatApp, pilot: Swift) -> bool:
    """Return whether the replay, which has to be on top, shows exactly its position, apart from any verdict."""
    screen = app.screen
    assert isinstance(screen, ReplayScreen)
    above_verdict = screen.query_one(Verdict).region.y
    before = without_keys(app)[:above_verdict]
    screen.go_to(screen.position)
    await pilot.pause()
    return without_keys(app)[:above_verdict] == before


def without_keys(app: HeatApp) -> list[str]:
    """Return the painted text without the footer."""
    return [row.rstrip() for row in shown(app).splitlines()[:-1]]


@pytest.mark.long
@pytest.mark.parametrize("animation", ["normal", "off"])
async def test_a_stretch_is_recorded_as_it_is_played(tmp_path: Path, animation: Animation) -> None:
    file, settings = tmp_path / "race.cast", replace(STILL, animation=animation)

    async with at_the_replay(raced(), back=5, settings=settings) as (app, pilot):
        await asked(app, pilot, file)
        said = await done(app, pilot)
        lines = file.read_text(encoding="utf-8").splitlines()
        header, events = checked(lines)
        assert (header["width"], header["height"], header["title"]) == (80, 23, "Heat: Italy")
        assert said == [f"The recording is saved as {file}; it lasts {round(events[-1][0])} seconds."]
        times = sorted({time for time, _data in events})
        assert min(times[1] - times[0], times[-1] - times[-2]) >= 1, "the first and the last frame can be read"
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.position == app.screen.replay.last
        assert [row.rstrip() for row in played(lines).display] == without_keys(app)
        assert "The race is over." in shown(app)
        assert not any("thinking" in data for _time, data in events)
        assert [*tmp_path.iterdir()] == [file]


async def test_a_recording_can_be_saved_up_to_any_point(tmp_path: Path, held: asyncio.Event) -> None:
    file = tmp_path / "race.cast"

    async with at_the_replay(raced(), back=60) as (app, pilot):
        await asked(app, pilot, file)
        assert isinstance(app.screen, RecordingScreen)
        await pilot.press("enter")
        held.set()
        await done(app, pilot)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.position < screen.replay.last
        recorded = [row.rstrip() for row in played(file.read_text(encoding="utf-8").splitlines()).display]
        above_verdict = app.screen.query_one(Verdict).region.y
        assert recorded[:above_verdict] == without_keys(app)[:above_verdict]
        assert await shows_its_position(app, pilot)


@pytest.mark.usefixtures("held")
async def test_a_discarded_recording_leaves_nothing_behind(tmp_path: Path) -> None:
    async with at_the_replay(raced(), back=60) as (app, pilot):
        await asked(app, pilot, tmp_path / "race.cast")
        assert "Recording. " in shown(app)
        await pilot.press("escape")
        assert await done(app, pilot) == []
        assert await shows_its_position(app, pilot)
        assert [*tmp_path.iterdir()] == []


@pytest.mark.usefixtures("held")
async def test_quitting_the_game_leaves_nothing_of_a_recording(tmp_path: Path) -> None:
    async with at_the_replay(raced(), back=60) as (app, pilot):
        await asked(app, pilot, tmp_path / "race.cast")
        app.exit()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_command_and_leaves_no_file(tmp_path: Path, number: int) -> None:
    raced_to_the_end(store=SaveStore(tmp_path / "saves")).leave()
    command = [*COMMAND, "replay", "--export", "race.cast"]
    with subprocess.Popen(command, env=environment(tmp_path), cwd=tmp_path, stderr=subprocess.PIPE) as run:
        while not [*tmp_path.glob(".race.cast.*")]:
            assert run.poll() is None
        run.send_signal(number)
        _told, complaint = run.communicate(timeout=60)
    assert (run.returncode, complaint) == (128 + number, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["saves"]


@pytest.mark.long
@pytest.mark.usefixtures("held")
async def test_a_key_meant_for_the_question_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_the_replay(raced(), back=150) as (app, pilot):
        await pilot.press("e")
        app.screen.query_one(Input).value = str(tmp_path / "race.cast")
        monkeypatch.setattr("heat_tui.tui.input.GRACE", 3600.0)
        await pilot.press("enter", "enter", "escape")
        assert isinstance(app.screen, RecordingScreen)
        monkeypatch.setattr("heat_tui.tui.input.GRACE", 0.0)
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)


async def test_resizing_the_terminal_ends_the_recording(tmp_path: Path, held: asyncio.Event) -> None:
    async with at_the_replay(raced(), back=60) as (app, pilot):
        await asked(app, pilot, tmp_path / "race.cast")
        await pilot.resize_terminal(100, 30)
        held.set()
        assert await done(app, pilot) == ["The terminal was resized, so nothing is recorded; start again."]
        assert await shows_its_position(app, pilot)
        assert [*tmp_path.iterdir()] == []


@pytest.mark.long
async def test_a_recording_that_ends_below_a_dialog_closes_after_it(tmp_path: Path, held: asyncio.Event) -> None:
    async with at_the_replay(raced(), back=4) as (app, pilot):
        await asked(app, pilot, tmp_path / "race.cast")
        await pilot.press("question_mark")
        held.set()
        await done(app, pilot)
        assert (tmp_path / "race.cast").exists()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)


async def test_a_full_disk_is_reported_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_how: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Cast, "add", full)

    async with at_the_replay(raced(), back=4) as (app, pilot):
        await asked(app, pilot, tmp_path / "race.cast")
        [said] = await done(app, pilot)
        assert "race.cast cannot be written (No space left on device)" in said
        assert [*tmp_path.iterdir()] == []
        assert isinstance(app.screen, ReplayScreen)


async def test_an_unusable_name_is_asked_for_again(tmp_path: Path) -> None:
    async with at_the_replay(raced(), back=4) as (app, pilot):
        await asked(app, pilot, tmp_path / "race.gif")
        assert "A GIF is made from a recording" in shown(app)
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)
        assert [*tmp_path.iterdir()] == []


async def test_a_picture_shows_the_current_moment(tmp_path: Path) -> None:
    file = tmp_path / "race.svg"

    async with at_the_replay(raced(), back=9) as (app, pilot):
        position = app.screen.position  # type: ignore[attr-defined]
        await asked(app, pilot, file)
        assert await done(app, pilot) == [f"The picture is saved as {file}."]
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.position == position
        text = "".join(ElementTree.parse(file).getroot().itertext()).replace("\xa0", " ")
        assert place_words(app.screen.replay, position) in text


@pytest.mark.long
def test_a_command_records_rounds_without_a_terminal(tmp_path: Path) -> None:
    match = Match.start(usa("Ada", "Bo", legends=0), ("steady", "steady"), store=SaveStore(tmp_path / "saves"))
    while not match.over:
        match.play_driver()
    match.leave()
    arguments = ("--from", "2", "--to", "2", "--speed", "fast", "--size", "100x30", "--ascii")
    run = heat_tui("replay", match.name, "--export", "race.cast", *arguments, home=tmp_path, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    lines = (tmp_path / "race.cast").read_text(encoding="utf-8").splitlines()
    header, events = checked(lines)
    assert (header["width"], header["height"]) == (100, 30)
    assert run.stdout == f"The recording is saved as race.cast; it lasts {round(events[-1][0])} seconds.\n"
    assert all(data.isascii() for _time, data in events)
    first, last = played(lines[:3]).display, played(lines).display
    assert any("Round 2 of" in row for row in first)
    assert any("Round 2 of" in row for row in last)
    assert not any("Round 3" in row for row in last)


def test_a_command_takes_a_picture_or_gives_a_reason(tmp_path: Path) -> None:
    match = race_until(planning(in_round=3), store=SaveStore(tmp_path / "saves"))
    match.leave()
    command = ("replay", match.name, "--export")
    run = heat_tui(*command, "race.svg", "--from", "2", home=tmp_path, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (0, "The picture is saved as race.svg.\n")
    for arguments, sentence in (
        (("race.svg",), "race.svg already exists and is left as it is; choose another name."),
        (("race.gif",), 'A GIF is made from a recording: save "race.cast"'),
        (("a.cast", "--from", "9"), "Round 9 cannot be replayed; this race has rounds 1 to 3."),
        (("a.cast", "--size", "9x9"), '"9x9" is not a size from 80x24 to 400x120'),
        (("a.cast", "--race", "2"), "has no race 2; the last one so far is race 1."),
        ((str(tmp_path / "race.svg" / "a.cast"),), "cannot be written"),
    ):
        run = heat_tui(*command, *arguments, home=tmp_path, cwd=tmp_path)
        assert (run.returncode, run.stdout) == (2, "")
        assert sentence in run.stderr
        assert run.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["race.svg", "saves"]


@pytest.mark.long
@pytest.mark.parametrize("over", [True, False])
async def test_recordings_contain_hands_and_verdicts_only_once_the_race_is_over(tmp_path: Path, *, over: bool) -> None:
    match, file = raced() if over else race_until(planning(in_round=3)), tmp_path / "race.cast"

    async with at_the_replay(match, back=12) as (app, pilot):
        await pilot.press("c")
        assert isinstance(app.screen, ReplayScreen) == over, "before the end, the others are asked"
        if not over:
            await pilot.press("escape")
        await asked(app, pilot, file)
        await done(app, pilot)
        rows = rows_of(file)
        for secret in ("Hands [cards played]", "coach"):
            assert any(secret in row for row in rows) == over


def rows_of(file: Path) -> set[str]:
    """Return all rows that the terminal shows at any time while a recording is played."""
    header, *events = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    screen, rows = pyte.Screen(header["width"], header["height"]), set[str]()
    stream = pyte.Stream(screen)
    for _time, _code, data in events:
        stream.feed(data)
        rows.update(screen.display)
    return rows


@pytest.mark.long
def test_a_whole_race_is_recorded_from_its_first_choice_to_the_finish(tmp_path: Path) -> None:
    match = raced_to_the_end(setup=six_cars(laps=1), store=SaveStore(tmp_path / "saves"))
    match.leave()
    run = heat_tui("replay", "--export", "race.cast", home=tmp_path, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    rows, rounds = rows_of(tmp_path / "race.cast"), Replay.of(match).rounds
    assert any("The race is over." in row for row in rows)
    assert all(any(f"Round {number} of {rounds}" in row for row in rows) for number in range(1, rounds + 1))
