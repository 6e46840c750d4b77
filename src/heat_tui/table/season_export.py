"""The standings of a season as CSV, JSON or Markdown, for other programs and for the notice board."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from heat_tui.language import _
from heat_tui.modules.championship import Season
from heat_tui.prose.championship import event_title, season_title
from heat_tui.session import Match
from heat_tui.table.aligned import aligned
from heat_tui.table.export_file import NotExported, usual_path, whole_path, write_new
from heat_tui.table.season_results import Scored, SeasonRow, calendar_lines, season_rows


def as_csv(season: Season) -> str:
    """A line for every car; the columns are called alike in every language.

    A race has two columns, `race_1_place` and `race_1_points`; the place is empty for a car that has not finished.
    """
    rows, text = season_rows(season), io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    races = [f"race_{number}_{what}" for number in range(1, len(season.results) + 1) for what in ("place", "points")]
    writer.writerow(["place", "name", "kind", "points", "wins", *races])
    for each in rows:
        cells = [cell for race in each.races for cell in (race.place if race.finished else "", race.points)]
        writer.writerow([each.place, each.name, _kind(each), each.points, each.wins, *cells])
    return text.getvalue()


def as_json(season: Season) -> str:
    """The standings with the whole calendar."""
    rows = season_rows(season)
    races = [
        {
            "number": number,
            "track": race.track.id,
            "event": race.event,
            "laps": race.laps,
            "over": number <= len(season.results),
        }
        for number, race in enumerate(season.setup.calendar, start=1)
    ]
    standings = [
        {
            "place": each.place,
            "name": each.name,
            "kind": _kind(each),
            "points": each.points,
            "wins": each.wins,
            "races": [{"place": race.place, "points": race.points, "finished": race.finished} for race in each.races],
        }
        for each in rows
    ]
    data = {
        "season": season.setup.title,
        "seed": season.setup.seed,
        "over": season.over,
        "champion": rows[0].name if season.over else None,
        "races": races,
        "standings": standings,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_markdown(season: Season) -> str:
    """A table under a heading, in the player's language; the races are columns with place and points."""
    header, *rows = [[_escaped(cell) for cell in row] for row in _table(season)]
    right = [":--" if column == 1 else "--:" for column in range(len(header))]
    lines = [_line(header), _line(right), *map(_line, rows)]
    return "\n".join([f"# {_escaped(_heading(season))}", "", *lines]) + "\n"


def as_text(season: Season) -> str:
    """The same table for a terminal, its races by number, and the calendar below."""
    header, *rows = _table(season)
    header[_COLUMNS:] = [str(number) for number in range(1, len(season.results) + 1)]
    right = [column for column in range(len(header)) if column != 1]
    return "\n".join([_heading(season), "", *aligned([header, *rows], right=right), "", *calendar_lines(season)]) + "\n"


_COLUMNS: Final = 4
"""So many columns stand before those of the races."""

FORMATS: Final[Mapping[str, Callable[[Season], str]]] = {
    "text": as_text,
    "csv": as_csv,
    "json": as_json,
    "markdown": as_markdown,
}

ENDINGS: Final[Mapping[str, Callable[[Season], str]]] = {
    ".csv": as_csv,
    ".json": as_json,
    ".md": as_markdown,
    ".txt": as_text,
}
"""The endings of a file's name, and what is written into such a file."""


def standings_path(match: Match) -> Path:
    """Where the standings of a season go if nobody says otherwise."""
    return usual_path(match, "-standings.csv")


def export_standings(match: Match, path: str | Path) -> Path:
    """Write how a season stands to a file, as the ending of its name says; returns the file.

    A folder gets it under the usual name. Nothing is overwritten. Raises NotExported.
    """
    assert match.season is not None
    target = whole_path(path, standings_path(match))
    written = ENDINGS.get(target.suffix.lower())
    if written is None:
        raise NotExported(_("The name has to end in .csv, .json, .md or .txt, which says how it is written."))
    return write_new(target, written(match.season))


def _heading(season: Season) -> str:
    title = season_title(season.setup.title)
    if season.over:
        return _("{season}: the final standings").format(season=title)
    return _("{season}: standings after {number} of {races} races").format(
        season=title, number=len(season.results), races=len(season.setup.calendar)
    )


def _table(season: Season) -> list[list[str]]:
    calendar = season.setup.calendar[: len(season.results)]
    races = [_("{track}: {event}").format(track=race.track.name, event=event_title(race.event)) for race in calendar]
    header = [_("Place"), _("Name"), _("Points"), _("Wins"), *races]
    return [
        header,
        *(
            [str(each.place), each.name, str(each.points), str(each.wins), *map(_cell, each.races)]
            for each in season_rows(season)
        ),
    ]


def _cell(scored: Scored) -> str:
    place = str(scored.place) if scored.finished else _("out")
    return _("{place} ({points})").format(place=place, points=scored.points)


def _kind(each: SeasonRow) -> str:
    return "legend" if each.legend else "driver"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    """A text that Markdown shows as it is."""
    return "".join(f"\\{each}" if each in "\\|*_`<>[]#" else each for each in text)
