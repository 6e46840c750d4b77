"""Where should the log go?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from heat_tui.files.refusals import shown_path
from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog

if TYPE_CHECKING:
    from heat_tui.session import Match
    from heat_tui.tui.app import HeatApp


class ExportLogScreen(HeatDialog[Path | None]):
    """Asks for a file and writes the told race; what cannot be written is said here, and the question stays."""

    help_topic = "log"
    BINDINGS: ClassVar[list[BindingType]] = bound("back", shown=False)
    DEFAULT_CSS = """
    ExportLogScreen Static { width: 1fr; height: auto; }
    ExportLogScreen Input { margin: 1 0; }
    ExportLogScreen.-ascii Input { border: ascii $accent; }
    ExportLogScreen #refusal { color: $text-error; margin-bottom: 1; display: none; }
    ExportLogScreen #refusal.-said { display: block; }
    ExportLogScreen Horizontal { height: auto; align-horizontal: center; }
    ExportLogScreen Button { margin: 0 2; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        from heat_tui.table.log_export import log_path

        with Vertical():
            yield Static(_("The race as text goes into this file:"), markup=False)
            yield Input(str(log_path(self.match)))
            yield Static(id="refusal", markup=False)
            with Horizontal():
                yield Button(_("Save"), id="save", compact=True, variant="primary")
                yield Button(_("Cancel"), id="cancel", compact=True)

    def on_input_submitted(self) -> None:
        """Write it."""
        self._save()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Write it or not."""
        if event.button.id == "save":
            self._save()
        else:
            self.dismiss(None)

    def action_back(self) -> None:
        """Write nothing."""
        self.dismiss(None)

    def _save(self) -> None:
        from heat_tui.table.log_export import NotExported, export_log

        try:
            written = export_log(self.match, self.query_one(Input).value)
        except NotExported as reason:
            refusal = self.query_one("#refusal", Static)
            refusal.update(str(reason))
            refusal.add_class("-said")
            self.query_one(Input).focus()
            return
        self.dismiss(written)


def ask_for_log(app: HeatApp, match: Match) -> None:
    """Ask where the log goes, write it, and say that it is done."""

    def written(path: Path | None) -> None:
        if path is not None:
            app.notify(_("The race is saved as {path}").format(path=shown_path(path)), markup=False)

    app.push_screen(ExportLogScreen(match), written)
