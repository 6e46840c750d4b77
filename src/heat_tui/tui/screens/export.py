"""Where should what is told of a match go?"""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

from heat_tui.files.refusals import shown_path
from heat_tui.language import _
from heat_tui.tui.screens.ask_text import AskTextScreen

if TYPE_CHECKING:
    from heat_tui.session import Match


class ExportScreen(AskTextScreen):
    """Asks for a file, writes it, and says that it is done."""

    def __init__(self, match: Match) -> None:
        self.match = match
        super().__init__(self.question(), yes=_("Save"), text=str(self.usual()), answer=self._export)

    @abstractmethod
    def question(self) -> str:
        """What goes into the file."""

    @abstractmethod
    def usual(self) -> Path:
        """The file that is suggested."""

    @abstractmethod
    def write(self, path: str) -> Path:
        """Write the file; returns it. Raises NotExported."""

    @abstractmethod
    def done(self, path: str) -> str:
        """That it is written, and where."""

    def _export(self, typed: str) -> str | None:
        from heat_tui.table.export_file import NotExported

        try:
            written = self.write(typed)
        except NotExported as reason:
            return str(reason)
        self.app.notify(self.done(shown_path(written)), markup=False)
        return None
