"""Saving a stretch of a replay to a file: a recording as asciicast v2 for asciinema, or a picture of one moment."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import Static

from heat_tui.game.telling.export import NOT_WRITTEN, PICTURE, replay_path, replay_target
from heat_tui.game.telling.replay import place_words
from heat_tui.language import C_, N_, NN_, _
from heat_tui.store.reading import refusing, shown_path
from heat_tui.store.schema import Refused
from heat_tui.store.writing import whole_file, write_whole
from heat_tui.tui.dialogs import AnswerButton, AskTextScreen, Dialog
from heat_tui.tui.input import Grace
from heat_tui.tui.keymap import bound
from heat_tui.tui.replay.panel import Verdict
from heat_tui.tui.textual_internals import painted, with_wide_letters
from heat_tui.words.formatter import fill
from heat_tui.words.names import track_name

if TYPE_CHECKING:
    from heat_tui.tui.replay.screen import ReplayScreen


FOOTER: Final = 1
"""The rows at the bottom that are left out of files: the keys."""

LAST: Final = 2.0
"""The seconds that the first and the last frame stay."""

_SAVED = N_("The picture is saved as {path}.")
_RECORDED = NN_(
    "The recording is saved as {path}; it lasts {seconds} second.",
    "The recording is saved as {path}; it lasts {seconds} seconds.",
    "seconds",
)


class Recorder:
    """The recording of a replay up to position `end`, which may still change, or the picture of one moment."""

    def __init__(self, screen: ReplayScreen, target: Path, end: int) -> None:
        self.screen = screen
        self.target = target
        self.end = end
        self._size: Size | None = None

    async def save(self, told: Callable[[], object]) -> str:
        """Write the file and return a sentence on it; `told` is called at each position. Raises Refused."""
        with refusing(NOT_WRITTEN, self.target):
            if self.target.suffix.lower() == PICTURE:
                write_whole(self.target, picture(await self._rows(), self._title))
                return fill(_SAVED, path=shown_path(self.target))
            with whole_file(self.target) as stream:
                seconds = await self._record(stream.write, told)
        return fill(_RECORDED, path=shown_path(self.target), seconds=max(round(seconds), 1))

    async def _record(self, write: Callable[[str], object], told: Callable[[], object]) -> float:
        """Record from the position shown to the end, and return the length of the recording in seconds."""
        size = self.screen.size
        cast = Cast(write, Size(size.width, size.height - FOOTER), self._title)
        async for rows, seconds in self.frames(told):
            cast.add(rows, seconds)
        cast.end()
        return cast.seconds

    async def frames(self, told: Callable[[], object]) -> AsyncIterator[tuple[list[Strip], float]]:
        """Yield the frames from the position shown to the end, each with the seconds to show it. Raises Refused."""
        screen = self.screen
        yield await self._rows(), LAST
        while (position := screen.position) < self.end:
            await self._judge(position + 1)
            pause = screen.advance()
            yield await self._rows(), pause
            if screen.position != position:
                told()
        yield await self._rows(), LAST

    @property
    def _title(self) -> str:
        return _("Heat: {track}").format(track=track_name(self.screen.replay.sheet.track))

    async def _judge(self, position: int) -> None:
        """Have the coach judge the choice of a position."""
        for verdict in self.screen.query(Verdict):
            await verdict.expect(self.screen.replay.entry(position))

    async def _rows(self) -> list[Strip]:
        """Return the rows of the screen once all changes are painted. Raises Refused if its size changes."""
        screen = self.screen
        await self._judge(screen.position)
        await screen.wait_for_refresh()
        while not screen.is_current:
            await screen.wait_for_refresh()
        self._size = self._size or screen.size
        if screen.size != self._size:
            raise Refused(_("The terminal was resized, so nothing is recorded; start again."))
        return painted(screen)[: screen.size.height - FOOTER]


def picture(rows: list[Strip], title: str) -> str:
    """Return rows of the screen as SVG."""
    console = Console(
        width=rows[0].cell_length,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
        safe_box=False,
    )
    console.print(Segments(segment for row in rows for segment in (*row.simplify(), Segment.line())), end="")
    return with_wide_letters(console.export_svg(title=title))


def ask_for_recording(screen: ReplayScreen) -> None:
    """Ask for a file; record from the position shown to the end of the race, or take a picture."""
    chosen: list[Path] = []

    def choose(typed: str) -> str | None:
        try:
            chosen.append(replay_target(screen.match, typed))
        except Refused as reason:
            return str(reason)
        return None

    def begin(done: bool | None) -> None:  # noqa: FBT001 - a screen's answer
        if done:
            screen.app.push_screen(RecordingScreen(Recorder(screen, chosen[-1], screen.replay.last)))

    question = _(
        "Record the race from here on in this file; a name that ends in .svg saves a picture of this moment instead:"
    )
    asking = AskTextScreen(
        question,
        yes=C_("start a recording", "Record"),
        text=str(replay_path(screen.match)),
        answer=choose,
        topic=screen.help_topic,
    )
    screen.app.push_screen(asking, begin)


class RecordingScreen(Dialog[None]):
    """The progress of a recording, over the replay being recorded."""

    help_topic = "replay"
    AUTO_FOCUS = "#stop"
    BINDINGS = bound("back", "aside-left", "aside-right", shown=False)

    def __init__(self, recorder: Recorder) -> None:
        super().__init__()
        self._recorder = recorder
        self._grace = Grace()
        self._over = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="progress", markup=False)
            with Horizontal():
                yield AnswerButton(_("Save up to here"), id="stop", variant="primary")
                yield AnswerButton(_("Discard"), id="discard")

    def on_mount(self) -> None:
        self.app.clear_notifications()  # notifications are not part of the race
        self._tell()
        self.record()

    def on_screen_resume(self) -> None:
        self._close()

    def _close(self) -> None:
        """Close once the recording is over and no question is on top."""
        if self._over and self.is_active:
            self._over = False
            self.dismiss()

    def is_too_early(self, event: events.Key | events.MouseEvent) -> bool:
        """Return whether a key was meant for the previous question."""
        return not self._grace.over

    @work
    async def record(self) -> None:
        try:
            self.notify(await self._recorder.save(self._tell), markup=False)
        except Refused as reason:
            self.notify(str(reason), severity="error", markup=False)
        self._over = True
        self._close()

    def on_button_pressed(self, event: AnswerButton.Pressed) -> None:
        if event.button.id == "stop":
            self._recorder.end = self._recorder.screen.position
        else:
            self.action_back()

    def action_back(self) -> None:
        """Abort, and discard the partial file."""
        self.workers.cancel_node(self)
        self.dismiss()

    def _tell(self) -> None:
        screen = self._recorder.screen
        where = _("Recording. {place}").format(place=place_words(screen.replay, screen.position))
        self.query_one("#progress", Static).update(where)


_CLEAR = "\x1b[?25l\x1b[0m\x1b[2J"
_END = "\x1b[{row};{column}H\x1b[?25h"


class Cast:
    """Frames of one size as lines of an asciicast, after its header; only the changed part of a row is written."""

    def __init__(self, write: Callable[[str], object], size: Size, title: str) -> None:
        self.size = size
        self.seconds = 0.0
        self._write = write
        self._rows: list[list[Segment]] = [[] for _row in range(size.height)]
        self._put({"version": 2, "width": size.width, "height": size.height, "title": title})
        self._paint(_CLEAR)

    def add(self, rows: Iterable[Strip], seconds: float) -> None:
        """Add a frame of rows, shown for a time in seconds."""
        painted = "".join(self._changes(rows))
        if painted:
            self._paint(painted)
        self.seconds = round(self.seconds + seconds, 3)

    def end(self) -> None:
        """Keep the last frame for its time, then show the cursor again."""
        self._paint(_END.format(row=self.size.height, column=self.size.width))

    def _changes(self, rows: Iterable[Strip]) -> Iterator[str]:
        """Yield the terminal output for each row that has changed."""
        for number, row in enumerate(rows):
            before, now = self._rows[number], list(row)
            self._rows[number] = now
            if before == now:
                continue
            start = _alike(before, now)
            end = len(now) - _alike(reversed(before[start:]), reversed(now[start:]))
            column = cell_len("".join(each.text for each in now[:start]))
            yield f"\x1b[{number + 1};{column + 1}H{_ansi(now[start:end])}"

    def _paint(self, painted: str) -> None:
        self._put([self.seconds, "o", painted])

    def _put(self, data: object) -> None:
        self._write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


def _alike(before: Iterable[Segment], now: Iterable[Segment]) -> int:
    """Return the number of equal segments at the start of both rows."""
    return sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))


def _ansi(segments: Iterable[Segment]) -> str:
    """Return the terminal output for segments, each with the codes that differ from the previous one, and a reset."""
    parts, before = [], ("", "", "")
    for text, style, _control in segments:
        now = _codes(style or Style())
        changed = [code for code, was in zip(now, before, strict=True) if code != was]
        if before[0] != now[0]:
            changed = ["0", *filter(None, now)]
        parts += [f"\x1b[{';'.join(changed)}m" if changed else "", text]
        before = now
    return "".join(parts) + "\x1b[0m"


@lru_cache(maxsize=4096)
def _codes(style: Style) -> tuple[str, str, str]:
    """Return the terminal codes of a style's attributes, colour and background."""
    attributes = style.without_color.render("x", color_system=ColorSystem.TRUECOLOR).partition("x")[0]
    ink, ground = style.color or Color.default(), style.bgcolor or Color.default()
    return attributes[2:-1], ";".join(ink.get_ansi_codes()), ";".join(ground.get_ansi_codes(foreground=False))
