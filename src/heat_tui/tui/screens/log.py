"""The whole log of a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Footer, Input, Static

from heat_tui.language import _
from heat_tui.table.story import Story
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatScreen
from heat_tui.tui.widgets.log_text import LogText

if TYPE_CHECKING:
    from heat_tui.session import Match


class LogScreen(HeatScreen[None]):
    """All that has happened, with open facts only; it can be searched and saved as text."""

    help_topic = "log"
    ALLOW_SELECT = True
    BINDINGS: ClassVar[list[BindingType]] = bound("search", "next-hit", "previous-hit", "export")
    DEFAULT_CSS = """
    LogScreen #headline { width: 1fr; height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    LogScreen LogText { margin: 1 1 0 2; }
    LogScreen #searching { height: 1; display: none; padding: 0 2; background: $panel; }
    LogScreen #searching.-open { display: block; }
    LogScreen #searching Static { width: auto; margin-right: 1; }
    LogScreen #searching Input { width: 1fr; border: none; height: 1; padding: 0; background: $panel; }
    LogScreen #searching #count { margin: 0; min-width: 10; text-align: right; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        yield Static(id="headline", markup=False)
        yield LogText(Story(self.match).told(), self.match.sheet)
        with Horizontal(id="searching"):
            yield Static(_("Search:"), markup=False)
            yield Input()
            yield Static(id="count", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin at the end of a race that goes on, and at the start of one that is over."""
        log = self.query_one(LogText)
        log.focus()
        self.watch(log, "scroll_y", self._say_round)
        if not self.match.over:
            self.call_after_refresh(log.scroll_end, animate=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while it is typed."""
        self.query_one(LogText).search(event.value)
        self._count()

    def on_input_submitted(self) -> None:
        """Back to the text, where the hits can be walked through."""
        self.query_one(LogText).focus()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hits can be walked through where there are some."""
        return bool(self.query(LogText) and self.query_one(LogText).hits) if action == "hit" else True

    def action_search(self) -> None:
        """Ask for what is searched for."""
        self.query_one("#searching").add_class("-open")
        self.query_one(Input).focus()

    def action_hit(self, step: int) -> None:
        """The next or previous hit."""
        self.query_one(LogText).go_to_hit(step)
        self._count()

    def action_export(self) -> None:
        """Save the log as text."""
        from heat_tui.tui.screens.export_log import ask_for_log

        ask_for_log(self.heat, self.match)

    def action_log(self) -> None:
        """The key that opened it closes it."""
        self.dismiss()

    def action_back(self) -> None:
        """End the search first, then leave."""
        if not self.query_one("#searching").has_class("-open"):
            self.dismiss()
            return
        self.query_one(Input).value = ""
        self.query_one("#searching").remove_class("-open")
        self.query_one(LogText).focus()

    def _say_round(self) -> None:
        number = self.query_one(LogText).round
        track = self.match.sheet.track.name
        self.query_one("#headline", Static).update(
            _("{track}: what has happened; round {round}").format(track=track, round=number)
            if number
            else _("{track}: what has happened").format(track=track)
        )

    def _count(self) -> None:
        log = self.query_one(LogText)
        words = ""
        if log.current is not None:
            words = _("{number} of {hits}").format(number=log.hits.index(log.current) + 1, hits=len(log.hits))
        elif self.query_one(Input).value.strip():
            words = _("not found")
        self.query_one("#count", Static).update(words)
        self.refresh_bindings()
