"""The private parts of Textual and Rich that the app needs; `terminal_driver` has those that the driver needs.

`tests/architecture/test_private_parts.py` explains each part, and fails if a release changes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import rich._wrap
from textual import events
from textual.app import App, ScreenStackError
from textual.binding import Binding
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message import Message
from textual.messages import CloseMessages, Prune
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import MountError
from textual.widgets import OptionList
from textual.worker import WorkerFailed

from heat_tui import typesetting

T = TypeVar("T")

rich._wrap.words = typesetting.words
"""Rich and Textual break lines between words; by default these end only at blanks, ours also at wide letters."""

MISSING: Final = NoMatches, MountError, NoScreen, ScreenStackError
"""The errors of Textual for a widget or a screen that is missing."""


class PrivateApp(App[None]):
    """An app that prints nothing when it breaks: `fault` is the exception that broke it, None if there was none."""

    fault: Exception | None = None

    def _handle_exception(self, error: Exception) -> None:
        """Remember the first fault; the caller of the app reports it.

        While an app ends, its widgets are removed and no more are composed, so a missing widget is not a fault then.
        """
        if self._exit and isinstance(error, MISSING):
            return
        if self.fault is None:
            cause = error.error if isinstance(error, WorkerFailed) else error
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
    """A screen that can be removed at any time, and whose style sheets are parsed once."""

    async def _dispatch_message(self, message: Message) -> None:
        """Ignore all messages but the last ones once this screen is being removed: its widgets may never be mounted."""
        if not self._pruning or isinstance(message, Prune | CloseMessages | events.Unmount):
            await super()._dispatch_message(message)

    def _post_register(self, app: App[object]) -> None:
        """Add the screen's style sheets; Textual would parse all others again when it reads them."""
        super()._post_register(app)
        for path in self.css_path:
            if not app.stylesheet.has_source(str(path)):
                app.stylesheet.add_source(Path(path).read_text(encoding="utf-8"), (str(path), ""))


class PrivateList(OptionList):
    """A list that is not paged through before it is laid out."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        if self.scrollable_content_region:
            super()._move_page(direction)


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

    def stretched(found: re.Match[str]) -> str:
        start, length, between, text = found.groups()
        shown = unescape(text).replace("\xa0", " ")
        return f"{start}{float(length) / len(shown) * typesetting.cell_len(shown):g}{between}{text}"

    return re.sub(r'(<text [^>]*textLength=")([\d.]+)("[^>]*>)([^<]+)', stretched, svg)
