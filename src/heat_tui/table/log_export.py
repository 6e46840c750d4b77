"""The told race as a text file."""

from __future__ import annotations

import os
from pathlib import Path

from heat_tui.files.folders import documents_folder
from heat_tui.files.refusals import shown_path
from heat_tui.files.save_writing import write_whole
from heat_tui.language import _
from heat_tui.prose import standings, track_lines
from heat_tui.session import Match
from heat_tui.table.results import result_lines, seed_line
from heat_tui.table.season_results import season_lines
from heat_tui.table.story import Story, past_lines

SUFFIX = ".log.txt"


class NotExported(Exception):
    """The log was not written; str() is one sentence that says why and what to do."""


def log_path(match: Match) -> Path:
    """Where the log goes if nobody says otherwise: the current folder, or the documents if that is not writable."""
    name = (match.name or _plain_name(match)) + SUFFIX
    try:
        here = Path.cwd()
    except FileNotFoundError:  # the folder was deleted under the running program
        return documents_folder() / name
    return (here if os.access(here, os.W_OK) else documents_folder()) / name


def _plain_name(match: Match) -> str:
    """What the file of a game without a save is called."""
    return match.setup.track.id if match.season is None else f"season-{match.season.setup.title}"


def export_log(match: Match, path: str | Path) -> Path:
    """Write the told race to a file, into a folder under its usual name; returns the file.

    Nothing is overwritten. Raises NotExported.
    """
    target = Path(os.path.expanduser(path))
    try:
        if target.is_dir():
            target /= log_path(match).name
        if os.path.lexists(target):
            there = _("{path} is there already and stays as it is; choose another name.")
            raise NotExported(there.format(path=shown_path(target)))
        write_whole(target, "\n".join(log_text(match)) + "\n")
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        refused = _("{path} cannot be written ({reason}); choose another place.")
        raise NotExported(refused.format(path=shown_path(target), reason=reason)) from error
    return target


def log_text(match: Match) -> list[str]:
    """All lines of the file: the track, what happened, and the result or how the race stands.

    In a season the races before come first, and the standings last.
    """
    view = match.view(None)
    lines = [line for race in match.past for line in (*past_lines(race), "")]
    lines += [*track_lines(view), "", *Story(match).lines(), ""]
    if match.race_over:
        lines += result_lines(match)
    else:
        lines += [_("Round {round}.").format(round=view.round), *standings(view), seed_line(match)]
    return lines if match.season is None else [*lines, "", *season_lines(match.season)]
