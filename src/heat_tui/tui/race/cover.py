"""The seat area of the driver who must choose, and the cover over the prompt."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget

from heat_tui.language import _
from heat_tui.tui.input import Grace
from heat_tui.tui.keymap import bound
from heat_tui.tui.look import keys_of, look_of
from heat_tui.tui.race.consequences import Consequences
from heat_tui.tui.race.panel import CarPanel, Picks
from heat_tui.tui.race.prompts import Prompt
from heat_tui.tui.screen import MID

_LONG, _ROOMY, _MOST = 5, 7, 13
"""The number of rows from which a prompt gets more, in a short terminal and in others, and the maximum that it gets."""

_ROOM, _LOW_ROOM = 9, 7
"""The rows of a prompt on a screen with the class -roomy, and with -long; if it needs more, the screen is -crammed."""

_SHARED: Final = 16
"""The rows that a long prompt and the standings share in a short terminal: all that 24 rows leave for them."""


class Cover(Widget, can_focus=True):
    """A call for a driver to come to the keyboard; the key `lift` or a click shows that driver's cards."""

    help_topic: ClassVar[str] = "curtain"
    BINDINGS = bound("lift", action="screen.lift")

    def __init__(self, name: str, task: str = "") -> None:
        super().__init__()
        self._driver, self._duty = name, task

    def render(self) -> Text:
        title = partial(_("{name}: {task}").format, task=self._duty)
        name = self.name_in(title)
        press = _("Press {lift} to show {name}'s cards.").format(name=name, lift=keys_of(self)["lift"])
        return Text.assemble((title(name=name), "bold"), "\n", _("Everybody else, look away."), "\n", press)

    def name_in(self, title: Callable[..., str]) -> str:
        """Return the driver's name, cut to keep the title on one row, since few rows are available."""
        room = self.size.width - cell_len(title(name=""))
        return look_of(self).cut(self._driver, room) if self.size.width else self._driver

    async def on_click(self) -> None:
        await self.run_action("screen.lift")


class KeepingCover(Cover, inherit_bindings=False):
    """The cover before a discard: a driver can keep all cards without lifting it, so nobody has to look away."""

    help_topic: ClassVar[str] = "discard"
    BINDINGS = bound("keep-all", action="screen.keep_all") + bound("choose-cards", action="screen.lift")

    def render(self) -> Text:
        keys, title = keys_of(self), _("{name}: discard?").format
        keep = _("Press {key} to keep all your cards.").format(key=keys["keep_all"])
        choose = _("Press {key} to choose, while the others look away.").format(key=keys["choose_cards"])
        return Text.assemble((title(name=self.name_in(title)), "bold"), "\n", keep, "\n", choose)


class SeatArea(Vertical):
    """The effect of a choice, the prompt or its cover, and the boards; `clear` removes everything private from it."""

    def __init__(self, *, drafts: bool) -> None:
        super().__init__(id="seat")
        self._drafts = drafts
        self.grace = Grace()
        self._mounting = Lock()
        """Held while a prompt is mounted or removed, because a partial prompt has no list to focus."""

    def compose(self) -> ComposeResult:
        yield Consequences(id="consequences")
        with Horizontal(id="board"):
            yield Container(id="prompt")
            yield CarPanel(id="panel")
            if self._drafts:
                yield Picks(id="picks")

    @property
    def consequences(self) -> Consequences:
        return self.query_one(Consequences)

    def holds(self, prompt: Prompt) -> bool:
        return prompt in self.query_one("#prompt").children

    async def take(self, widget: Cover | Prompt) -> None:
        """Show a prompt or its cover, focus it if this screen is on top, and begin the `grace`."""
        self._make_room(widget)
        self.screen.set_class(isinstance(widget, Prompt) and widget.has_faces, "-faces")
        self.grace.begin()
        self.call_after_refresh(self.grace.begin)
        async with self._mounting:
            await self.query_one("#prompt").mount(widget)
            if self.app.screen is self.screen:
                widget.focus()

    def on_resize(self) -> None:
        """Make room again, because the prompt's share depends on the size of the terminal."""
        for prompt in self.query(Prompt):
            self._make_room(prompt)

    def _make_room(self, widget: Cover | Prompt) -> None:
        """Give a long prompt more rows, up to `_MOST`; in a short terminal, the standings keep a row for every car."""
        low = self.app.size.height < MID
        width = self.query_one("#prompt").content_size.width
        rows = widget.rows_at(width) if isinstance(widget, Prompt) else 0
        if low and isinstance(widget, Prompt):
            rows = min(rows, _SHARED - len(widget.choice.view.cars))
        crammed = rows > (_LOW_ROOM if low else _ROOM)
        self.screen.set_class(low and rows >= _LONG, "-long")
        self.screen.set_class(not low and rows >= _ROOMY, "-roomy")
        self.screen.set_class(crammed, "-crammed")
        self.query_one("#board").styles.height = min(rows, _MOST) if crammed or (low and rows >= _LONG) else None

    async def clear(self, notice: str) -> None:
        """Remove the focus and the prompt or its cover, and show `notice` in place of the preview."""
        self.consequences.say(notice)
        self.screen.set_focus(None)
        async with self._mounting:
            await self.query_one("#prompt").remove_children()
