"""Where should the log go?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from heat_tui.language import _
from heat_tui.tui.screens.export import ExportScreen

if TYPE_CHECKING:
    from heat_tui.session import Match
    from heat_tui.tui.app import HeatApp


class ExportLogScreen(ExportScreen):
    """Asks for a file and writes the told race."""

    help_topic = "log"

    def question(self) -> str:
        """What goes into the file."""
        return _("The race as text goes into this file:")

    def usual(self) -> Path:
        """The file that is suggested."""
        from heat_tui.table.log_export import log_path

        return log_path(self.match)

    def write(self, path: str) -> Path:
        """Write the told race. Raises NotExported."""
        from heat_tui.table.log_export import export_log

        return export_log(self.match, path)

    def done(self, path: str) -> str:
        """That it is written, and where."""
        return _("The race is saved as {path}").format(path=path)


def ask_for_log(app: HeatApp, match: Match) -> None:
    """Ask where the log goes, and write it."""
    app.push_screen(ExportLogScreen(match))
