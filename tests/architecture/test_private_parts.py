"""Private parts of Textual, Rich and click: which are used, what for, and whether the installed release has them."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple
from weakref import ref

import click
import pytest
import rich._wrap
from click import core, decorators, exceptions, formatting, parser, types
from textual import content
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.driver import Driver
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump
from textual.notifications import Notification
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from heat_tui import typesetting
from heat_tui.cli import click_words
from heat_tui.tui.app import HeatApp
from tests.architecture.private_parts import SOURCE, private_parts


def takes(function: Callable[..., object], *names: str) -> bool:
    """Return whether a function takes exactly these arguments, in this order."""
    return [*inspect.signature(function).parameters] == [*names]


def mentions(kind: type, *words: str) -> bool:
    """Return whether the source of a class contains all of these texts."""
    return all(word in inspect.getsource(kind) for word in words)


class Part(NamedTuple):
    """A private part: what it is for, and whether a library still has it, tested with a running app."""

    purpose: str
    is_there: Callable[[App[Any]], bool]


PARTS = {
    "tui/textual_internals.py": {
        "_wrap": Part(
            "Rich and Textual break lines with rich._wrap.divide_line, which looks up our words there.",
            lambda _app: (
                rich._wrap.divide_line.__globals__["words"] is typesetting.words
                and vars(content)["divide_line"] is rich._wrap.divide_line
            ),
        ),
        "_handle_exception": Part(
            "A fault is kept for the report instead of being printed.",
            lambda _app: takes(App._handle_exception, "self", "error") and mentions(App, "self._fatal_error()"),
        ),
        "_fatal_error": Part(
            "Textual prints a traceback there, in place of which the command says one sentence.",
            lambda _app: takes(App._fatal_error, "self"),
        ),
        "_close_messages_no_wait": Part(
            "The app is closed after a fault as Textual closes it.",
            lambda _app: takes(App._close_messages_no_wait, "self"),
        ),
        "_exit": Part("In an app that ends, missing widgets are no fault.", lambda app: app._exit is False),
        "_driver": Part(
            "The terminal's title is set through the driver, so that it does not end up in the middle of a frame.",
            lambda app: isinstance(app._driver, Driver) and takes(Driver.write, "self", "data"),
        ),
        "_dispatch_message": Part(
            "A screen that is being removed takes no messages: its widgets may never come.",
            lambda _app: takes(MessagePump._dispatch_message, "self", "message"),
        ),
        "_pruning": Part("Whether a screen or widget is being removed.", lambda app: app.screen._pruning is False),
        "_post_register": Part(
            "A screen's styles are added before Textual reads them, which would parse all others again.",
            lambda _app: takes(Widget._post_register, "self", "app"),
        ),
        "_skip": Part(
            "A timer fires even if its time has passed before it begins to wait.",
            lambda app: app.screen.set_timer(1)._skip is False and mentions(Timer, "self._skip and next_timer < now"),
        ),
        "_modal_binding_chain": Part(
            "A key that is switched off says why; the public bindings leave it out.",
            lambda app: any("q" in bindings.key_to_bindings for _node, bindings in app.screen._modal_binding_chain),
        ),
        "_notifications": Part(
            "The same sentence is not shown twice at the same time.",
            lambda app: [(type(each), each.message) for each in app._notifications] == [(Notification, "Hello")],
        ),
        "_registry": Part("All nodes are asked whether they are busy.", lambda app: app.screen in app._registry),
        "_next_callbacks": Part(
            "A node with calls to come is busy.", lambda app: isinstance(app.screen._next_callbacks, list)
        ),
        "_is_mounted": Part("A node that is not mounted yet is busy.", lambda app: app.screen._is_mounted is True),
        "_compositor": Part(
            "A recording has what is painted, row by row, and of an update only the cells that change are written.",
            lambda app: (
                [type(row) for row in app.screen._compositor.render_strips()] == [Strip] * app.size.height
                and {*vars(LayoutUpdate([], app.size.region))} == {"strips", "region"}
                and {*vars(ChopsUpdate([], [], []))} == {"chops", "spans", "chop_ends"}
            ),
        ),
        "_render_chops": Part(
            "Wide letters in front of the edges of other widgets are not blanked out.",
            lambda app: (
                takes(Compositor._render_chops, "compositor", "crop", "is_rendered")
                and mentions(Compositor, "self._render_chops(crop, is_rendered_line)", "in self.cuts]")
                and type(app.screen._compositor._render_chops(app.size.region, bool)[1][0]) is Strip
            ),
        ),
        "_styles_cache": Part(
            "What a widget has painted is forgotten with it; Textual's cache of colours is keyed by widgets too.",
            lambda _app: mentions(StylesCache, "\n\n    @lru_cache(1024)\n    def get_inner_outer(\n        cls, "),
        ),
        "_cuts": Part(
            "The columns where what is painted is cut, until the layout changes.",
            lambda app: mentions(Compositor, "self._cuts = None") and app.screen._compositor._cuts is not None,
        ),
        "_get_renders": Part(
            "The widgets that are painted, from front to back.",
            lambda _app: takes(Compositor._get_renders, "self", "crop"),
        ),
        "_display": Part(
            "What is painted is compared with what the terminal shows.",
            lambda _app: (
                takes(App._display, "self", "screen", "renderable")
                and mentions(App, "renderable.render_segments(console)")
            ),
        ),
        "_context": Part(
            "A screen keeps the node in whose name it was opened, so that a game's screens are opened by the app.",
            lambda app: mentions(App, "_push_result_callback(message_pump") and app._context().__enter__() is None,
        ),
    },
    "tui/terminal_driver.py": {
        "_xterm_parser": Part(
            "The driver makes a parser from a name of its module, where ours takes the place of Textual's.",
            lambda _app: (
                issubclass(vars(linux_driver)["XTermParser"], XTermParser) and mentions(LinuxDriver, "XTermParser(")
            ),
        ),
        "_app": Part("The driver lets the app end.", lambda app: app._driver is not None and app._driver._app is app),
        "_exit": Part("Nothing starts again in an app that ends.", lambda app: app._exit is False),
        "_loop": Part(
            "Threads and signals act between two messages.",
            lambda app: app._driver is not None and app._driver._loop is asyncio.get_running_loop(),
        ),
        "_file": Part(
            "The app is painted on the standard output instead of the standard error.",
            lambda _app: mentions(LinuxDriver, "self._file = sys.__stderr__", "WriterThread(self._file)"),
        ),
        "_auto_restart": Part(
            "A driver that is stopped, not suspended, does not read the terminal again.",
            lambda _app: (
                mentions(LinuxDriver, "if self._auto_restart:") and mentions(Driver, "self._auto_restart = True")
            ),
        ),
        "_must_signal_resume": Part(
            "SIGCONT means something only after a stop.",
            lambda _app: mentions(LinuxDriver, "self._must_signal_resume = True", "self._must_signal_resume = False"),
        ),
        "_sigtstp_application": Part(
            "Ctrl+Z stops the program between two messages.",
            lambda _app: mentions(LinuxDriver, "signal.signal(signal.SIGTSTP, self._sigtstp_application)"),
        ),
        "_sigcont_application": Part(
            "SIGCONT is handled between two messages.",
            lambda _app: mentions(LinuxDriver, "signal.signal(signal.SIGCONT, self._sigcont_application)"),
        ),
    },
}
"""The private parts in use, by the path below `heat_tui` of the file that may use them."""


OF_CLICK = {
    "_": (core, decorators, exceptions, formatting, parser, types),
    "ngettext": (core, exceptions, parser, types),
    "term_len": (formatting,),
    "wrap_text": (formatting,),
}
"""The functions that `cli/click_words.py` replaces in click, each with the modules that look it up by name."""


def test_no_other_file_uses_a_private_part() -> None:
    home = SOURCE / "heat_tui"
    files = [*home.glob("tui/**/*.py"), *home.glob("cli/**/*.py")]  # no others import these libraries
    used = {str(file.relative_to(home)): private_parts(file) for file in files}
    assert {file: parts for file, parts in used.items() if parts} == {file: {*parts} for file, parts in PARTS.items()}


def test_the_installed_release_has_every_private_part() -> None:
    async def lacking() -> list[str]:
        app = HeatApp()
        async with app.run_test() as pilot:
            app.notify("Hello")
            await pilot.pause()
            parts = [(name, part) for of_file in PARTS.values() for name, part in of_file.items()]
            return [f"{name}: {part.purpose}" for name, part in parts if not there(part, app)]

    def there(part: Part, app: HeatApp) -> bool:
        try:
            return part.is_there(app)
        except (AttributeError, KeyError, TypeError):
            return False

    lost = asyncio.run(lacking())
    assert not lost, f"textual {version('textual')} or rich {version('rich')} has changed {lost}"


@pytest.mark.parametrize("name", OF_CLICK)
def test_the_installed_click_looks_its_functions_up_where_ours_are(name: str) -> None:
    click_words.speak()
    lost = [module.__name__ for module in OF_CLICK[name] if getattr(module, name, None) is not click_words._OURS[name]]
    assert not lost, f"click {click.__version__} no longer looks up {name} in {lost}"


def test_what_a_widget_has_painted_goes_with_it() -> None:
    """A screen in use for hours held up to 60 MB of it."""
    painted = StylesCache()
    painted.get_inner_outer(Color(0, 0, 0), Color(255, 255, 255))
    gone = ref(painted)
    del painted
    assert gone() is None
