"""The commands on one saved race: show, standings, figures, code, export, import, rename, delete."""

from __future__ import annotations

from pathlib import Path

import click

from heat_tui.game.figures.race_tables import FORMATS as FIGURE_FORMATS
from heat_tui.game.figures.race_tables import TABLES
from heat_tui.game.table.match import Match
from heat_tui.game.table.seasons import calendar_lines, season_lines
from heat_tui.game.telling.export import FORMATS
from heat_tui.game.telling.rival import code_of_race
from heat_tui.game.telling.story import Story, ended_lines, past_lines, season_log, state_lines
from heat_tui.language import N_, _
from heat_tui.modules.championship.words import season_title
from heat_tui.store.reading import shown_path
from heat_tui.store.saves import player_saves
from heat_tui.store.schema import Refused
from heat_tui.words.situation import track_lines


def show(name: str, *, log: bool, brief: bool, number: int | None) -> None:
    """Print the state of a saved game or of race `number` in it, after its log if `log` or `brief`. Raises Refused."""
    store = player_saves()
    saved = store.read(name)
    path = store.path(name)
    match = Match.resume(saved, store=None)
    race = match.races[-1] if number is None else match.race(number)
    past = number is not None and number < max(match.numbered)
    season = match.season if number is None else None
    lines = [] if season is None else [season_title(season.setup.title), *calendar_lines(season)]
    lines += [*track_lines(race.view(None)), _("File: {path}").format(path=shown_path(path))]
    if saved.raced_on is not None:
        lines.append(_("Raced on from a choice in another race, so it does not count in the drivers' book."))
    if saved.note is not None:
        lines.append(saved.note)
    if log or brief:
        lines += season_log(match, brief=brief) if number is None else []
        lines += past_lines(race, brief=brief) if past else Story(match, brief=brief).lines()
    lines += ended_lines(race) if past else state_lines(match)
    if season is not None:
        lines += season_lines(season)
    for line in lines:
        click.echo(line)


def print_standings(name: str, form: str) -> None:
    """Print the standings of a saved season in the format `form`. Raises Refused."""
    saved = player_saves().read(name)
    season = Match.resume(saved, store=None).season
    if season is None:
        raise Refused(
            N_("{name} is a single race, and only a season has standings; {command} shows a race."),
            name=name,
            command=f"heat-tui saves show {name}",
        )
    click.echo(FORMATS[form](season), nl=False)


def figures(name: str, form: str, table: str | None, number: int | None) -> None:
    """Print the figures of a saved race, or of the races of a season, in one of the formats. Raises Refused."""
    match = Match.resume(player_saves().read(name), store=None)
    tables = TABLES if table is None else (table,)
    races = match.numbered if number is None else {number: match.race(number)}
    click.echo(FIGURE_FORMATS[form](races, (*tables,)), nl=False)


def print_code(name: str) -> None:
    """Print the code of a finished race. Raises Refused."""
    click.echo(code_of_race(Match.resume(player_saves().read(name), store=None)))


def export(name: str, file: Path) -> None:
    target = player_saves().export(name, file)
    click.echo(_("Exported {name} to {path}.").format(name=name, path=shown_path(target)))


def take(file: Path) -> None:
    saved = player_saves().import_(file)
    click.echo(_("Imported {path} as {name}.").format(path=shown_path(file), name=saved.name))


def rename(name: str, new: str) -> None:
    now = player_saves().rename(name, new)
    click.echo(_("Renamed {name} to {new}.").format(name=name, new=now))


def delete(name: str) -> None:
    player_saves().delete(name)
    click.echo(_("Deleted {name}.").format(name=name))
