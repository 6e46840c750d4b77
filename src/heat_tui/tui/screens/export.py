"""Into which file should something go?"""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.screens.screen import HeatDialog

if TYPE_CHECKING:
    from heat_tui.session import Match


class ExportScreen(HeatDialog[Path | None]):
    """Asks for a file and writes it; what cannot be written is said here, and the question stays."""

    BINDINGS: ClassVar[list[BindingType]] = bound("back", shown=False)
    DEFAULT_CSS = """
    ExportScreen Static { width: 1fr; height: auto; }
    ExportScreen Input { margin: 1 0; }
    ExportScreen.-ascii Input { border: ascii $accent; }
    ExportScreen #refusal { color: $text-error; margin-bottom: 1; display: none; }
    ExportScreen #refusal.-said { display: block; }
    ExportScreen Horizontal { height: auto; align-horizontal: center; }
    ExportScreen Button { margin: 0 2; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    @abstractmethod
    def question(self) -> str:
        """What goes into the file."""

    @abstractmethod
    def usual(self) -> Path:
        """The file that is suggested."""

    @abstractmethod
    def write(self, path: str) -> Path:
        """Write the file; returns it. Raises NotExported."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.question(), markup=False)
            yield Input(str(self.usual()))
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
        from heat_tui.table.export_file import NotExported

        try:
            written = self.write(self.query_one(Input).value)
        except NotExported as reason:
            refusal = self.query_one("#refusal", Static)
            refusal.update(str(reason))
            refusal.add_class("-said")
            self.query_one(Input).focus()
            return
        self.dismiss(written)
