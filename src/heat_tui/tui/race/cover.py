"""The seat of the driver who chooses, and the cover over it."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget

from heat_tui.language import _
from heat_tui.tui.grace import Grace
from heat_tui.tui.keymap import bound
from heat_tui.tui.race.consequences import Consequences
from heat_tui.tui.race.panel import CarPanel, Picks
from heat_tui.tui.race.prompts import Prompt

_LONG, _ROOMY, _LONGER = 5, 7, range(8, 13)
"""Rows of a prompt from which on it gets more room where there is little: up to 7 rows, up to 9, or just as many."""

_SHARED: Final = 16
"""Rows that a prompt of more than 7 and the standings share in a terminal of 24."""


class Cover(Widget, can_focus=True):
    """Asks for one person; Enter or a click shows that person's cards."""

    help_topic: ClassVar[str] = "curtain"
    BINDINGS: ClassVar[list[BindingType]] = bound("lift")

    class Lifted(Message):
        """The person is there, and nobody else looks."""

    def __init__(self, name: str, task: str) -> None:
        super().__init__()
        self._driver, self._duty = name, task

    def render(self) -> Text:
        """Say whose cards these are, what for, and how to see them."""
        return Text.assemble(
            (_("{name}: {task}").format(name=self._driver, task=self._duty), "bold"),
            "\n",
            _("Everybody else looks away."),
            "\n",
            _("Enter shows the cards of {name}.").format(name=self._driver),
        )

    def on_click(self) -> None:
        """Let the mouse lift it too."""
        self.action_lift()

    def action_lift(self) -> None:
        """Show the cards."""
        self.post_message(self.Lifted())


class Seat(Vertical):
    """The bottom of the race: what a choice would do, the prompt or its cover, and the board of a car.

    All that only one person may see is below it; `clear` takes that off the screen.
    """

    def __init__(self, *, drafts: bool) -> None:
        """With room for the draft, in a race that has one."""
        super().__init__(id="seat")
        self._drafts = drafts
        self._grace = Grace()

    def compose(self) -> ComposeResult:
        yield Consequences(id="consequences")
        with Horizontal(id="board"):
            yield Container(id="prompt")
            yield CarPanel(id="panel")
            if self._drafts:
                yield Picks(id="picks")

    @property
    def consequences(self) -> Consequences:
        """The line that says what a choice would do."""
        return self.query_one(Consequences)

    def holds(self, prompt: Prompt) -> bool:
        """Return whether this prompt is the one on the screen."""
        return prompt in self.query_one("#prompt").children

    @property
    def is_fresh(self) -> bool:
        """Return whether what it asks has only just appeared, so that nobody can have read it."""
        return not self._grace.over

    async def take(self, widget: Cover | Prompt) -> None:
        """Show a prompt, or a cover in its place."""
        rows = 0
        if isinstance(widget, Prompt):
            rows = min(widget.rows, _SHARED - len(widget.choice.view.cars), _LONGER[-1])
        self.screen.set_class(rows >= _LONG, "-long")
        self.screen.set_class(rows >= _ROOMY, "-roomy")
        for number in _LONGER:
            self.screen.set_class(rows == number, f"-rows-{number}")
        self.screen.set_class(isinstance(widget, Prompt) and widget.has_faces, "-faces")
        self._grace.begin()
        self.call_after_refresh(self._grace.begin)
        await self.query_one("#prompt").mount(widget)
        if self.app.screen is self.screen:
            widget.focus()

    async def clear(self, notice: str) -> None:
        """Take the prompt away, and what it considered; say this instead."""
        self.consequences.say(notice)
        self.screen.set_focus(None)
        await self.query_one("#prompt").remove_children()
