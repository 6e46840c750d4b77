"""Files that a player asks for: where they go, and why one could not be written."""

from __future__ import annotations

import os
from pathlib import Path

from heat_tui.files.folders import documents_folder
from heat_tui.files.refusals import shown_path
from heat_tui.files.save_writing import write_whole
from heat_tui.language import _
from heat_tui.session import Match


class NotExported(Exception):
    """The file was not written; str() is one sentence that says why and what to do."""


def usual_path(match: Match, suffix: str) -> Path:
    """Where a file goes if nobody says otherwise: the current folder, or the documents if that is not writable."""
    name = (match.name or _plain_name(match)) + suffix
    try:
        here = Path.cwd()
    except FileNotFoundError:  # the folder was deleted under the running program
        return documents_folder() / name
    return (here if os.access(here, os.W_OK) else documents_folder()) / name


def whole_path(path: str | Path, usual: Path) -> Path:
    """The file that a player means: a folder stands for the usual name in it, ~ for his home."""
    target = Path(os.path.expanduser(path))
    try:
        return target / usual.name if target.is_dir() else target
    except (OSError, ValueError):
        return target


def write_new(target: Path, text: str) -> Path:
    """Write a file that is not there yet; returns it. Raises NotExported."""
    try:
        if os.path.lexists(target):
            there = _("{path} is there already and stays as it is; choose another name.")
            raise NotExported(there.format(path=shown_path(target)))
        write_whole(target, text)
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        refused = _("{path} cannot be written ({reason}); choose another place.")
        raise NotExported(refused.format(path=shown_path(target), reason=reason)) from error
    return target


def _plain_name(match: Match) -> str:
    """What the file of a game without a save is called."""
    return match.setup.track.id if match.season is None else f"season-{match.season.setup.title}"
