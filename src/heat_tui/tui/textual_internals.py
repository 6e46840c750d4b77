"""The internals of Textual and Rich that the app needs; `terminal_driver` has those that the terminal driver needs.

`tests/architecture/test_private_parts.py` explains each part, and fails if a release changes one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, repeat
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import rich._wrap
from rich.cells import cell_len, get_character_cell_size
from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual import events, on
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate, ReflowResult
from textual._styles_cache import StylesCache
from textual.app import App, ScreenStackError
from textual.binding import Binding
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.driver import Driver
from textual.geometry import Region, Size
from textual.message import Message
from textual.messages import CloseMessages, Prune
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer, TimerCallback
from textual.widget import MountError, Widget
from textual.worker import WorkerFailed

from heat_tui import typesetting
from heat_tui.store.schema import Refused

T = TypeVar("T")

rich._wrap.words = typesetting.words
"""Rich and Textual break lines between words. Their own words end only at blanks, ours also at wide letters."""


def _cuts_in_front(compositor: Compositor) -> list[list[int]]:
    """Return the columns where the picture of each row is cut: both ends, and wherever the widget in front changes.

    Textual cuts at the edges of hidden widgets too, and paints blanks for a wide letter that is cut.
    """
    if compositor._cuts is None:
        width, height = compositor.size
        rows = [[-1] * width for _row in range(height)]
        for front, (region, clip) in enumerate(reversed(compositor.visible_widgets.values())):
            shown = region.intersection(clip)
            for row in rows[shown.y : shown.bottom]:
                row[shown.x : shown.right] = [front] * shown.width
        compositor._cuts = [
            [0, *(x for x, (before, front) in enumerate(pairwise(row), start=1) if before != front), width]
            for row in rows
        ]
    return compositor._cuts


def _chops_in_front(
    compositor: Compositor, crop: Region, is_rendered: Callable[[int], bool]
) -> Sequence[Mapping[int, Strip | None]]:
    """Return the strips of each row between neighbouring cuts, by first column; None where nothing is painted."""
    chops: list[dict[int, Strip | None]] = [dict.fromkeys(cuts[:-1]) for cuts in compositor.cuts]
    for region, clip, strips in compositor._get_renders(crop):
        shown = region.intersection(clip)
        for y, strip in zip(shown.line_range, strips, strict=False):
            if is_rendered(y):
                row = chops[y]
                for start, end in pairwise(compositor.cuts[y]):
                    if shown.x <= start and end <= shown.right and row[start] is None:
                        row[start] = strip.crop(start - shown.x, end - shown.x)
    return chops


_reflow: Final = Compositor.reflow


def _lay_out(compositor: Compositor, parent: Widget, size: Size) -> ReflowResult:
    """Lay out all widgets, and report every widget that was not visible before as shown.

    Textual leaves out a widget whose region was looked up after it was displayed but before it was laid out. It would
    never be told its size, and a table would stay blank.
    """
    before = compositor.widgets
    result = _reflow(compositor, parent, size)
    return result._replace(shown=result.shown | (compositor.widgets - before))


Compositor.reflow = _lay_out  # type: ignore[assignment,method-assign]
Compositor.cuts = property(_cuts_in_front)  # type: ignore[assignment,method-assign]
Compositor._render_chops = _chops_in_front  # type: ignore[assignment,method-assign]

StylesCache.get_inner_outer = classmethod(StylesCache.get_inner_outer)  # type: ignore[arg-type,assignment,method-assign]
"""Cached for all widgets together; Textual's cache keeps what 1,024 widgets have painted (Textualize/textual#6665)."""

MISSING: Final = NoMatches, MountError, NoScreen, ScreenStackError
"""Textual's errors for a missing widget or screen."""

Cell = tuple[object, ...] | None
"""The content of a terminal cell, with its style; None if unknown."""

Shown = defaultdict[int, list[Cell]]
"""The cells of a terminal by row, from the left."""


def changed(rows: Iterable[tuple[int, int, Strip]], shown: Shown) -> Iterator[Segment]:
    """Yield the segments that make a terminal show strips, each at a row and a first column; remember them as shown.

    A segment is cut to the part from its first to its last differing cell, unless it has characters that are not one
    cell wide. Moves of the cursor have no style. Each style is a copy, because a rendered style caches its codes for
    the colours of that terminal.
    """
    for y, x, strip in rows:
        row, reached = shown[y], -1
        for text, styled, _control in strip:
            style = Style.null() if styled is None else styled.clear_meta_and_links()
            sizes = () if text.isascii() else (*map(get_character_cell_size, text),)
            width = sum(sizes) if sizes else len(text)
            whole = width != len(text) or 2 in sizes
            cells: list[Cell] = [(style, text, at) for at in range(width)] if whole else [*zip(repeat(style), text)]
            row += [None] * (x + width - len(row))
            known = row[x : x + width]
            if known != cells:
                row[x : x + width] = cells
                differing = [at for at in range(width) if known[at] != cells[at]]
                start, end = (0, width) if whole else (differing[0], differing[-1] + 1)
                if reached != x + start:
                    yield Segment(Control.move_to(x + start, y).segment.text)
                yield Segment(text if whole else text[start:end], style.copy())
                reached = x + end
            x += width


class Changes(CompositorUpdate):
    """The part of an update of the screen that differs from what the terminal shows."""

    def __init__(self, update: LayoutUpdate | ChopsUpdate, shown: Shown) -> None:
        self._update, self._shown = update, shown

    def render_segments(self, console: Console) -> str:
        """Return the text to write to the terminal, and remember its cells as shown."""
        return Strip(changed(self._strips(), self._shown)).render(console)

    def _strips(self) -> Iterator[tuple[int, int, Strip]]:
        """Yield the row, the first column and the content of each rendered strip."""
        if isinstance(self._update, LayoutUpdate):
            for y, strips in enumerate(self._update.strips):
                yield y, 0, Strip.join(strips)
            return
        for y, first, after in self._update.spans:
            for end, (x, strip) in zip(self._update.chop_ends[y], self._update.chops[y].items(), strict=True):
                if strip is not None and x < after and end > first:
                    yield y, x, strip


class PrivateApp(App[None]):
    """An app that prints nothing when it breaks; `fault` is the exception that broke it, None if there was none.

    Only changes to the picture are written to the terminal, because its connection may be slow.
    """

    fault: Exception | None = None

    def __init__(self) -> None:
        super().__init__()
        self._shown: Shown = defaultdict(list)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            renderable = cast("LayoutUpdate", Changes(renderable, self._shown))
        super()._display(screen, renderable)

    def push_in_app_context(self, screen: Screen[Any]) -> None:
        """Open a screen in the app's own context, so that it does not keep the current screen in memory."""
        with self._context():
            self.push_screen(screen)

    def on_resize(self) -> None:
        """Forget what the terminal shows, because some terminals move their text when they are resized."""
        self._shown.clear()

    @on(events.AppFocus)
    @on(Driver.SignalResume)
    def repaint(self) -> None:
        """Write the whole screen to the terminal."""
        self._shown.clear()
        self.refresh()

    def _handle_exception(self, error: Exception) -> None:
        """Notify the player if a worker raised Refused; otherwise remember the first fault, which the caller reports.

        While an app ends, its widgets are removed and no more are composed, so a missing widget is not a fault then.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if (self._exit or not self.is_running) and isinstance(cause, MISSING):
            return
        if cause is not error and isinstance(cause, Refused):
            self.notify(str(cause), severity="error", markup=False)
            return
        if self.fault is None:
            self.fault = cause if isinstance(cause, Exception) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Close without printing: the caller of the app writes the report and says so in one sentence."""
        self._close_messages_no_wait()

    def write_to_terminal(self, sequence: str) -> None:
        """Write a control sequence to the terminal, if there is one."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)


class PrivateScreen(Screen[T]):
    """A screen that can be removed at any time; its style sheets are parsed once, and none of its timers is lost."""

    async def _dispatch_message(self, message: Message) -> None:
        """Ignore all but the final messages while this screen is being removed: its widgets may never be mounted."""
        if not self._pruning or isinstance(message, Prune | CloseMessages | events.Unmount):
            await super()._dispatch_message(message)

    def _post_register(self, app: App[object]) -> None:
        """Add the screen's style sheets; if Textual read these itself, it would parse all the others again."""
        super()._post_register(app)
        for path in self.css_path:
            if not app.stylesheet.has_source(str(path)):
                app.stylesheet.add_source(Path(path).read_text(encoding="utf-8"), (str(path), ""))

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        """Call a function once, after a delay in seconds, even if it has passed before the timer begins to wait.

        Textual would drop the timer in that case, which occurs on a busy machine.
        """
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer


def bindings_of(screen: Screen[Any], key: str) -> Iterator[Binding]:
    """Yield all bindings of a key, from the focus up to the first modal screen, including disabled ones."""
    for _node, bindings in screen._modal_binding_chain:
        yield from bindings.key_to_bindings.get(key, ())


def is_said(app: App[Any], sentence: str) -> bool:
    return any(each.message == sentence for each in app._notifications)


def nodes_of(app: App[Any]) -> Iterable[DOMNode]:
    return app._registry


def is_busy(node: DOMNode) -> bool:
    """Return whether a node has pending messages or calls, or is being mounted or removed."""
    return bool(node.message_queue_size or node._next_callbacks or node._pruning or not node._is_mounted)


def painted(screen: Screen[Any]) -> list[Strip]:
    return screen._compositor.render_strips()


def with_wide_letters(svg: str) -> str:
    """Return an SVG with the width of each text set by its cells; Rich counts letters, which squeezes wide ones."""
    from html import unescape

    def stretched(found: re.Match[str]) -> str:
        start, length, between, text = found.groups()
        shown = unescape(text).replace("\xa0", " ")
        return f"{start}{float(length) / len(shown) * cell_len(shown):g}{between}{text}"

    return re.sub(r'(<text [^>]*textLength=")([\d.]+)("[^>]*>)([^<\n]+)', stretched, svg)
