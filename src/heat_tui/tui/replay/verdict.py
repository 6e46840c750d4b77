"""The coach's verdict on the current choice of a replay."""

from __future__ import annotations

from asyncio import to_thread

from rich.text import Text
from textual import work
from textual.widgets import Static

from heat_tui.game.advice.analysis import Analysis, choice_words, verdict_words
from heat_tui.game.table.history import LogEntry
from heat_tui.language import _
from heat_tui.words.names import car_name


class Verdict(Static):
    """A choice and the coach's verdict on it, judged in a thread and cached; the newest is judged first."""

    def __init__(self, analysis: Analysis, *, id: str | None = None) -> None:
        super().__init__(markup=False, id=id)
        self.border_title = _("The coach's verdict")
        self.analysis = analysis
        self.entry: LogEntry | None = None
        self._instead = ""
        self._judging = False

    def show(self, entry: LogEntry | None, instead: str = "") -> None:
        """Show a choice, with its verdict as soon as it is known; `instead` is shown if there is no choice."""
        if (entry, instead) == (self.entry, self._instead):
            return
        self.entry, self._instead = entry, instead
        self._tell()
        if not self._judging and self._unknown is not None:
            self._judging = True
            self._judge()

    async def expect(self, entry: LogEntry | None) -> None:
        """Judge a choice in advance, so that its verdict is ready when it is shown."""
        if entry is not None and not self.analysis.knows(entry):
            await to_thread(self.analysis.judged, entry)
            self._tell()

    @property
    def _unknown(self) -> LogEntry | None:
        """The choice shown, if it has not been judged."""
        return None if self.entry is None or self.analysis.knows(self.entry) else self.entry

    @work
    async def _judge(self) -> None:
        while (entry := self._unknown) is not None:
            await to_thread(self.analysis.judged, entry)
        self._judging = False
        self._tell()

    def _tell(self) -> None:
        entry = self.entry
        if entry is None:
            self.update(self._instead)
            return
        unknown = self._unknown is not None
        said = [_("The coach is thinking.")] if unknown else verdict_words(entry, self.analysis.judged(entry))
        words = choice_words(entry, car_name(self.analysis.race.sheet, entry.seat))
        self.update(Text("\n").join([Text(words, "bold"), *map(Text, said)]))
