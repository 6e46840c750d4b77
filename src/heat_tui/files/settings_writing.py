"""The settings file, written whole; one that was damaged is kept beside it."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path

from heat_tui.files.json_reading import put_aside
from heat_tui.files.refusals import shown_path
from heat_tui.files.save_writing import write_whole
from heat_tui.files.settings import Judge, Settings, SettingsNotSaved
from heat_tui.files.settings_reading import from_file
from heat_tui.language import _


def settings_text(settings: Settings) -> str:
    """The settings as JSON, a line for each."""
    table = {each.name: getattr(settings, each.name) for each in fields(settings)}
    table["keys"] = dict(settings.keys)
    return json.dumps(table, indent=2) + "\n"


def write_settings(settings: Settings, path: Path, judge: Judge) -> Path | None:
    """Write the file; returns where the one before it is kept if something in it could not be used.

    Raises SettingsNotSaved.
    """
    try:
        kept = put_aside(path) if os.path.lexists(path) and from_file(path, judge)[1] else None
        write_whole(path, settings_text(settings))
    except OSError as error:
        fault = _("{file} cannot be written ({reason}); the settings hold until the game ends.")
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise SettingsNotSaved(fault.format(file=shown_path(path), reason=reason)) from error
    return kept
