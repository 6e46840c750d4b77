"""The locations of the player's files. Nothing here creates a folder; writing a file does."""

from __future__ import annotations

import os
from pathlib import Path

APP = "heat-tui"
HOME_VARIABLE = "HEAT_TUI_HOME"


def data_folder() -> Path:
    """Return the folder for saves, tracks and other data: HEAT_TUI_HOME, or the platform's folder for user data."""
    if home := _home():
        return home
    import platformdirs

    return platformdirs.user_data_path(APP, appauthor=False)


def settings_folder() -> Path:
    """Return the folder for the settings: HEAT_TUI_HOME, or the platform's folder for user settings."""
    if home := _home():
        return home
    import platformdirs

    return platformdirs.user_config_path(APP, appauthor=False)


def saves_folder() -> Path:
    return data_folder() / "saves"


def tracks_folder() -> Path:
    """Return the folder of the player's own tracks, each `<id>.toml`."""
    return data_folder() / "tracks"


def book_file() -> Path:
    return data_folder() / "book.sqlite"


def _home() -> Path | None:
    home = os.environ.get(HOME_VARIABLE, "")
    return Path(os.path.expanduser(home)) if home else None


def documents_folder() -> Path:
    """Return the platform's folder for the player's documents; it need not exist."""
    import platformdirs

    return platformdirs.user_documents_path()
