"""The panels of a replay: the scrubber with its marks, the hands of all drivers and the coach's verdict."""

from __future__ import annotations

from asyncio import to_thread
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events, work
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from heat_tui.engine.setup import RaceSheet
from heat_tui.game.advice.analysis import Analysis, choice_words, verdict_words
from heat_tui.game.table.history import LogEntry
from heat_tui.game.telling.replay import Hand, MarkKind, Replay
from heat_tui.language import N_, _, translated
from heat_tui.tui.lists import Lines
from heat_tui.tui.look import look_of
from heat_tui.typesetting import held, wrapped
from heat_tui.words.cards import card_name, card_of, ranked
from heat_tui.words.names import car_name

SIGNS: Final[dict[MarkKind, tuple[str, str]]] = {
    "spin": ("×", N_("spin out")),
    "lead": ("►", N_("new leader")),
    "overtake": ("▲", N_("overtake")),
}
"""The sign and the name of each kind of mark; if several share a column, the first in this order is shown."""

_CURSOR, _PLAYED, _TO_COME, _ROUND = "●", "━", "─", "│"
_LEAST_ROUND: Final = 4
"""The minimum number of columns per round for a tick at the start of each round."""


class Scrubber(Widget):
    """Three rows: the place in the race, with the meanings of the signs; the marks; and a time line to click on."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"scrubber--{part}" for part in ("cursor", "played", *SIGNS)}

    @dataclass
    class Sought(Message):
        """A position was clicked."""

        position: int

    def __init__(self, replay: Replay) -> None:
        super().__init__(id="scrubber")
        self._replay = replay
        self._position = 0
        self._where = ""

    def show(self, replay: Replay, position: int, where: str) -> None:
        self._replay, self._position, self._where = replay, position, where
        self.refresh()

    def render(self) -> Text:
        width = self.content_size.width
        return Text("\n", no_wrap=True).join([self._words(width), self._marks(width), self._line(width)])

    def on_click(self, event: events.Click) -> None:
        last, width = self._replay.last, self.content_size.width
        at = event.x - (self.region.width - width) // 2
        self.post_message(self.Sought(min(max(round(at * last / max(width - 1, 1)), 0), last)))

    def _column(self, position: int, width: int) -> int:
        return round(position * (width - 1) / self._replay.last)

    def _words(self, width: int) -> Text:
        """Return the moment shown, in words, followed by the meanings of the signs if they fit."""
        text, signs = Text(self._where, Style(bold=True), no_wrap=True, overflow="ellipsis"), Text()
        for kind, (sign, words) in SIGNS.items():
            signs.append("  ").append(sign, self._style(kind)).append(f" {translated(words)}")
        room = width - text.cell_len - signs.cell_len
        return text if room < 0 else Text.assemble(text, " " * room, signs, no_wrap=True)

    def _marks(self, width: int) -> Text:
        order, row = [*SIGNS], dict[int, tuple[str, Style]]()
        for mark in sorted(self._replay.marks, key=lambda mark: -order.index(mark.kind)):
            row[self._column(mark.position, width)] = SIGNS[mark.kind][0], self._style(mark.kind)
        return Text.assemble(*(row.get(column, " ") for column in range(width)), no_wrap=True)

    def _line(self, width: int) -> Text:
        here, rounds = self._column(self._position, width), self._replay.round_starts
        ticks = {self._column(start, width) for start in rounds} if width >= _LEAST_ROUND * len(rounds) else set[int]()
        text = Text(no_wrap=True)
        for column in range(width):
            if column == here:
                text.append(_CURSOR, self._style("cursor"))
                continue
            played = column < here
            sign = _ROUND if column in ticks else _PLAYED if played else _TO_COME
            text.append(sign, self._style("played") if played else Style(dim=True))
        return text

    def _style(self, part: str) -> Style:
        if look_of(self).colour:
            return self.get_component_rich_style(f"scrubber--{part}", partial=True)
        return Style(bold=part != "played")


_LEAST: Final = 12


class Hands(Lines):
    """A paragraph for each driver: the cards in hand, then, in brackets, the cards played."""

    _sheet: RaceSheet
    _hands: tuple[Hand, ...] = ()
    _seat: int | None = None

    def show(self, sheet: RaceSheet, hands: tuple[Hand, ...], seat: int | None) -> None:
        """Show these hands, with the hand of `seat`, the driver who has to choose or whose turn it is, in bold."""
        self._sheet, self._hands, self._seat = sheet, hands, seat
        self.refresh(layout=True)

    def lines(self, width: int) -> Iterator[Text]:
        yield Text(_("Hands [cards played]"), Style(dim=True))
        for hand in self._hands:
            line = Text.assemble(look_of(self).badge(self._sheet, hand.seat), " ")
            indent = line.cell_len
            first, *rest = wrapped(cards_words(hand), max(width - indent, _LEAST))
            bold = Style(bold=hand.seat == self._seat)
            yield line.append(first, bold)
            yield from (Text(" " * indent + each, bold) for each in rest)


def cards_words(hand: Hand) -> str:
    """Return the cards of a driver in a row: "4 3 3 2 Stress×2 Sponsorship×1 [4 1]", "-" if there are none."""
    parts = _row(hand.cards)
    if hand.sealed:
        parts.append(_("Sponsorship×{count}").format(count=hand.sealed))
    if hand.played:
        parts.append("[" + " ".join(_row(hand.played)) + "]")
    return " ".join(parts) if parts else "-"


def _row(cards: tuple[str, ...]) -> list[str]:
    """Return the names of cards in listing order; several Heat or Stress cards are one entry, with their number."""
    counts = Counter(cards)
    row: list[str] = []
    for card in ranked(counts):
        name = held(card_name(card))
        several = card_of(card).kind in ("stress", "heat") and counts[card] > 1
        row += [f"{name}×{counts[card]}"] if several else [name] * counts[card]
    return row


class Verdict(Static):
    """A choice and the coach's verdict on it, judged in a thread and cached; choices no longer shown are skipped."""

    def __init__(self, analysis: Analysis, *, id: str | None = None) -> None:
        super().__init__(markup=False, id=id)
        self.border_title = _("The coach's verdict")
        self.analysis = analysis
        self.entry: LogEntry | None = None
        self._instead = ""
        self._judging = False

    def show(self, entry: LogEntry | None, instead: str = "") -> None:
        """Show a choice, and its verdict as soon as it is known; without a choice, show `instead`."""
        if (entry, instead) == (self.entry, self._instead):
            return
        self.entry, self._instead = entry, instead
        self._tell()
        if not self._judging and self._unknown is not None:
            self._judging = True
            self._judge()

    async def expect(self, entry: LogEntry | None) -> None:
        """Judge a choice in advance, so that the verdict on it is ready when the choice is shown."""
        if entry is not None and not self.analysis.knows(entry):
            await to_thread(self.analysis.judged, entry)
            self._tell()

    @property
    def _unknown(self) -> LogEntry | None:
        """The choice shown, if it has not been judged, else None."""
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
