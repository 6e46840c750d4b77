"""Files that a player exports: their paths, the text of logs and standings, and the writing of the files."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from heat_tui.game.advice.analysis import analysis_lines, is_analysed
from heat_tui.game.advice.coach import analysis_of
from heat_tui.game.figures.race_tables import csv_text
from heat_tui.game.table.match import Match
from heat_tui.game.table.seasons import Scored, calendar_lines, season_lines, season_rows
from heat_tui.game.telling.story import Story, season_log, state_lines
from heat_tui.language import N_, _
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.words import event_title, season_title
from heat_tui.store.paths import documents_folder
from heat_tui.store.reading import refusing
from heat_tui.store.saved_race import open_seed
from heat_tui.store.schema import Refused
from heat_tui.store.writing import NOT_WRITTEN, refuse_existing, write_new
from heat_tui.typesetting import aligned
from heat_tui.words.names import quoted, track_name
from heat_tui.words.situation import track_lines

LOG, STANDINGS, RECORDING, PICTURE = ".log.txt", "-standings.csv", ".cast", ".svg"
"""The file name endings of the log, a season's standings, and a recording or picture of a replay."""


def default_path(match: Match, suffix: str) -> Path:
    """Return the default path of a file: in the current folder if it is writable, else in the documents folder."""
    plain = match.setup.track.id if match.season is None else f"season-{match.season.setup.title}"
    name = (match.name or plain) + suffix
    try:
        here = Path.cwd()
    except FileNotFoundError:  # the folder was deleted while the program was running
        return documents_folder() / name
    return (here if os.access(here, os.W_OK) else documents_folder()) / name


def whole_path(path: str | Path, default: Path) -> Path:
    """Return the file that a typed path means: for a folder, the file `default.name` in it; ~ is the home folder."""
    target = Path(os.path.expanduser(path))
    return target / default.name if os.path.isdir(target) else target


def log_target(match: Match, path: str | Path) -> Path:
    """Return the file that a typed path means for the log. Raises Refused as `_free` does."""
    return _free(whole_path(path, default_path(match, LOG)))


def replay_target(match: Match, path: str | Path) -> Path:
    """Return the file that a typed path means for a recording or picture of a replay.

    Raises Refused as `_free` does, or if the suffix of the file is neither `RECORDING` nor `PICTURE`.
    """
    target = whole_path(path, default_path(match, RECORDING))
    ending = target.suffix.lower()
    if ending == ".gif":
        made = N_("A GIF is made from a recording: save {recording}, then convert it with {command}.")
        cast = target.with_suffix(RECORDING).name
        raise Refused(made, recording=quoted(cast), command=f"agg {shlex.join([cast, target.name])}")
    if ending not in (RECORDING, PICTURE):
        raise Refused(_("The name must end in .cast for a recording, or .svg for a picture."))
    return _free(target)


def _free(target: Path) -> Path:
    """Return the path if it is free. Raises Refused if the path exists, or if the system refuses it."""
    with refusing(NOT_WRITTEN, target):
        refuse_existing(target)
    return target


def export_log(match: Match, path: str | Path) -> Path:
    """Write the log to a new file and return its path; for a folder, the file has the default name. Raises Refused."""
    return write_new(whole_path(path, default_path(match, LOG)), "\n".join(log_text(match)) + "\n")


def log_text(match: Match) -> list[str]:
    """Return all lines of the log: the track, the story, and the result or the state of the race.

    For an analysed race, its mistakes and luck follow. In a season, earlier races come first, each with its result, and
    the standings last.
    """
    lines = [*season_log(match), *track_lines(match.view(None)), "", *Story(match).lines(), "", *state_lines(match)]
    if is_analysed(match):
        lines += ["", *analysis_lines(analysis_of(match))]
    return lines if match.season is None else [*lines, "", *season_lines(match.season)]


def as_csv(season: Season) -> str:
    """Return the standings as CSV, a line for each car below a header, which is the same in every language.

    Each race that is over has two columns, such as `race_1_place` and `race_1_points`; a car that did not finish it has
    no place.
    """
    races = [f"race_{number}_{what}" for number in range(1, len(season.results) + 1) for what in ("place", "points")]
    rows = []
    for each in season_rows(season):
        cells = [cell for race in each.races for cell in (race.place if race.finished else None, race.points)]
        rows.append([each.place, each.name, each.kind, each.points, each.wins, *cells])
    return csv_text(["place", "name", "kind", "points", "wins", *races], rows)


def as_json(season: Season) -> str:
    """Return the standings and the whole calendar as JSON; a secret seed and an unknown champion are null."""
    rows = season_rows(season)
    raced = len(season.results)
    races = [
        {"number": number, "track": race.track.id, "event": race.event, "laps": race.laps, "over": number <= raced}
        for number, race in enumerate(season.setup.calendar, start=1)
    ]
    standings = [{key: value for key, value in asdict(each).items() if key != "car"} for each in rows]
    data = {
        "season": season.setup.title,
        "seed": open_seed(season),
        "over": season.over,
        "champion": rows[0].name if season.over else None,
        "races": races,
        "standings": standings,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_markdown(season: Season) -> str:
    """Return the standings as Markdown, in the player's language, with a column per finished race."""
    header, *rows = [[_escaped(cell) for cell in row] for row in _table(season)]
    right = [":--" if column == 1 else "--:" for column in range(len(header))]
    lines = [_line(header), _line(right), *map(_line, rows)]
    return "\n".join([f"# {_escaped(_heading(season))}", "", *lines]) + "\n"


def as_text(season: Season) -> str:
    """Return the table of `as_markdown` for a terminal, with the races numbered and the calendar below."""
    header, *rows = _table(season)
    header[_COLUMNS:] = [str(number) for number in range(1, len(season.results) + 1)]
    right = [column for column in range(len(header)) if column != 1]
    return "\n".join([_heading(season), "", *aligned([header, *rows], right=right), "", *calendar_lines(season)]) + "\n"


_COLUMNS: Final = 4
"""The number of columns before the columns of the races."""

FORMATS: Final[Mapping[str, Callable[[Season], str]]] = {
    "text": as_text,
    "csv": as_csv,
    "json": as_json,
    "markdown": as_markdown,
}

ENDINGS: Final[Mapping[str, str]] = {".txt": "text", ".csv": "csv", ".json": "json", ".md": "markdown"}
"""The format of a file, by the suffix of its name."""


def export_standings(match: Match, path: str | Path) -> Path:
    """Write a season's standings to a new file, in the format of its suffix, and return its path.

    For a folder, the file has the default name. Raises Refused, including for a suffix that is not in `ENDINGS`.
    """
    assert match.season is not None
    target = whole_path(path, default_path(match, STANDINGS))
    form = ENDINGS.get(target.suffix.lower())
    if form is None:
        raise Refused(_("The name must end in .csv, .json, .md or .txt, which sets the format."))
    return write_new(target, FORMATS[form](match.season))


def _heading(season: Season) -> str:
    title = season_title(season.setup.title)
    if season.over:
        return _("{season}: the final standings").format(season=title)
    return _("{season}: standings after {number} of {races} races").format(
        season=title, number=len(season.results), races=len(season.setup.calendar)
    )


def _table(season: Season) -> list[list[str]]:
    calendar = season.setup.calendar[: len(season.results)]
    races = [
        _("{track}: {event}").format(track=track_name(race.track), event=event_title(race.event)) for race in calendar
    ]
    header = [_("Place"), _("Name"), _("Points"), _("Wins"), *races]
    rows = [
        [str(each.place), each.name, str(each.points), str(each.wins), *map(_cell, each.races)]
        for each in season_rows(season)
    ]
    return [header, *rows]


def _cell(scored: Scored) -> str:
    place = str(scored.place) if scored.finished else _("out")
    return _("{place} ({points})").format(place=place, points=scored.points)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return "".join(f"\\{each}" if each in "\\|*_`<>[]#" else each for each in text)
