"""Where should the standings of a season go, and in which form?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from heat_tui.language import _
from heat_tui.tui.screens.export import ExportScreen

if TYPE_CHECKING:
    from heat_tui.session import Match
    from heat_tui.tui.app import HeatApp


class ExportSeasonScreen(ExportScreen):
    """Asks for a file and writes the standings in the form that its ending names."""

    help_topic = "season"

    def question(self) -> str:
        """What goes into the file, and what its name says."""
        return _("The standings go into this file; .csv, .json, .md (Markdown) or .txt at its end says in which form:")

    def usual(self) -> Path:
        """The file that is suggested."""
        from heat_tui.table.season_export import standings_path

        return standings_path(self.match)

    def write(self, path: str) -> Path:
        """Write the standings. Raises NotExported."""
        from heat_tui.table.season_export import export_standings

        return export_standings(self.match, path)

    def done(self, path: str) -> str:
        """That it is written, and where."""
        return _("The standings are saved as {path}").format(path=path)


def ask_for_standings(app: HeatApp, match: Match) -> None:
    """Ask where the standings go, and write them."""
    app.push_screen(ExportSeasonScreen(match))
