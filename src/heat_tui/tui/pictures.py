"""Pictures of the screen."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from heat_tui.files.folders import data_folder
from heat_tui.language import _

if TYPE_CHECKING:
    from heat_tui.tui.app import HeatApp


def save_picture(app: HeatApp) -> None:
    """Write the screen as an SVG file beside the saves and say where, or why it could not be written."""
    folder = data_folder() / "screenshots"
    name = f"heat-{datetime.now():%Y-%m-%d-%H%M%S}.svg"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = app.save_screenshot(name, str(folder))
    except OSError as error:
        app.notify(
            _("{folder}: no picture can be written there ({reason}); make room or check its permissions.").format(
                folder=folder, reason=error.strerror or error
            ),
            severity="error",
            markup=False,
        )
        return
    app.notify(_("The screen is saved as {path}").format(path=path), markup=False)
