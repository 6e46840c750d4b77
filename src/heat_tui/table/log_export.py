"""The told race as a text file."""

from __future__ import annotations

from pathlib import Path

from heat_tui.language import _
from heat_tui.prose import standings, track_lines
from heat_tui.session import Match
from heat_tui.table.export_file import usual_path, whole_path, write_new
from heat_tui.table.results import result_lines, seed_line
from heat_tui.table.season_results import season_lines
from heat_tui.table.story import Story, past_lines

SUFFIX = ".log.txt"


def log_path(match: Match) -> Path:
    """Where the log goes if nobody says otherwise: the current folder, or the documents if that is not writable."""
    return usual_path(match, SUFFIX)


def export_log(match: Match, path: str | Path) -> Path:
    """Write the told race to a file, into a folder under its usual name; returns the file.

    Nothing is overwritten. Raises NotExported.
    """
    return write_new(whole_path(path, log_path(match)), "\n".join(log_text(match)) + "\n")


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
