"""Where files live."""

from __future__ import annotations

import click

from heat_tui.files.folders import data_folder, saves_folder, settings_folder, tracks_folder
from heat_tui.language import _


def show() -> None:
    """Print the folders, there or not."""
    for line in (
        _("Saved races: {path}").format(path=saves_folder()),
        _("Your own tracks: {path}").format(path=tracks_folder()),
        _("Settings: {path}").format(path=settings_folder()),
        _("Reports of faults: {path}").format(path=data_folder() / "reports"),
    ):
        click.echo(line)
