"""The coach's verdict beside the choices of a replay."""

from __future__ import annotations

from threading import Event

import pytest
from textual.app import ComposeResult

from heat_tui.game.advice.analysis import Analysis, Judged, choice_words, verdict_words
from heat_tui.game.table.history import LogEntry
from heat_tui.tui.replay.panel import Verdict
from heat_tui.tui.screen import HeatScreen
from tests.tui.races import app_with, finished
from tests.tui.table import shown


class Beside(HeatScreen[None]):
    """A screen with only the verdict."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__()
        self.analysis = analysis

    def compose(self) -> ComposeResult:
        yield Verdict(self.analysis)


def told(analysis: Analysis, entry: LogEntry) -> str:
    """Return a driver's choice in words."""
    return choice_words(entry, analysis.race.sheet.entries[entry.seat].name)


async def test_the_verdict_on_a_choice_appears_and_disappears() -> None:
    analysis = Analysis(finished())
    choice = analysis.choices[0]
    app = app_with(Beside(analysis))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        verdict = app.screen.query_one(Verdict)
        verdict.show(choice)
        await app.workers.wait_for_complete()
        await pilot.pause()
        for words in (told(analysis, choice), *verdict_words(choice, analysis.judged(choice))):
            assert words in " ".join(shown(app).split())
        verdict.show(None)
        await pilot.pause()
        assert shown(app).split() == []


async def test_stepping_does_not_wait_for_verdicts_and_skipped_choices_are_not_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    analysis, judging, released = Analysis(finished()), Analysis.judged, Event()
    asked: list[LogEntry] = []

    def held(self: Analysis, entry: LogEntry) -> Judged | None:
        if not self.knows(entry):
            asked.append(entry)
            released.wait()
        return judging(self, entry)

    monkeypatch.setattr(Analysis, "judged", held)
    first, over, last = analysis.choices[:3]
    app = app_with(Beside(analysis))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        verdict = app.screen.query_one(Verdict)
        for choice in (first, over, last):
            verdict.show(choice)
            await pilot.pause()
            assert told(analysis, choice) in shown(app)
            assert "The coach is thinking." in shown(app)
        released.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert verdict_words(last, analysis.judged(last))[0] in shown(app)
        assert asked == [first, last]
        verdict.show(first)
        await pilot.pause()
        assert verdict_words(first, analysis.judged(first))[0] in shown(app)
        assert asked == [first, last]
