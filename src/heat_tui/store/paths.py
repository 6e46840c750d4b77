"""The locations of the player's files. Nothing here creates a folder; writing a file does."""

from __future__ import annotations

import os
from pathlib import Path

APP = "heat-tui"
HOME_VARIABLE = "HEAT_TUI_HOME"


def data_folder() -> Path:
    """Return the folder for saves, tracks and other data: HEAT_TUI_HOME, or the platform's folder for user data."""
    return _folder("user_data_path")


def settings_folder() -> Path:
    """Return the folder for the settings: HEAT_TUI_HOME, or the platform's folder for user settings."""
    return _folder("user_config_path")


def saves_folder() -> Path:
    return data_folder() / "saves"


def tracks_folder() -> Path:
    """Return the folder of the player's own tracks, each `<id>.toml`."""
    return data_folder() / "tracks"


def book_file() -> Path:
    return data_folder() / "book.sqlite"


def _folder(name: str) -> Path:
    """Return HEAT_TUI_HOME, or the folder that a function of platformdirs gives."""
    home = os.environ.get(HOME_VARIABLE, "")
    if home:
        return Path(os.path.expanduser(home))
    import platformdirs

    folder: Path = getattr(platformdirs, name)(APP, appauthor=False)
    return folder


def documents_folder() -> Path:
    """Return the platform's folder for the player's documents; it need not exist."""
    import platformdirs

    return platformdirs.user_documents_path()
