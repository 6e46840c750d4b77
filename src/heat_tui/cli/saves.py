"""The commands for saved races. Modules that play or show a race are imported only by the commands that need them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from heat_tui.game.table.save_line import day_words, game_words, state_words
from heat_tui.language import N_, _, row
from heat_tui.store.reading import shown_path
from heat_tui.store.save_list import BadSave, SaveInfo
from heat_tui.store.saves import player_saves
from heat_tui.store.schema import Refused
from heat_tui.typesetting import aligned
from heat_tui.words.names import name_of_track

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match


def list_all() -> None:
    """Print all saved races, the most recently played first, then why other files cannot be used. Raises Refused."""
    listed = player_saves().list()
    rows = [[_("Name"), _("Track"), _("Drivers"), _("State"), _("Last played")]]
    for info in listed:
        if isinstance(info, SaveInfo):
            track, game = name_of_track(info.track_id, info.track), game_words(info)
            what = _("{game}: {track}").format(game=game, track=track) if game else track
            rows.append([shown_path(info.name), what, row(info.seats), state_words(info), day_words(info)])
    if len(rows) > 1:
        click.echo("\n".join(aligned(rows)))
    elif not listed:
        click.echo(_("No races are saved yet."))
    for bad in listed:
        if isinstance(bad, BadSave):
            click.echo(bad.problem)


def show(name: str, *, log: bool, brief: bool, number: int | None) -> None:
    """Print the state of a saved game or of race `number` in it, after its log if `log` or `brief`. Raises Refused."""
    from heat_tui.game.table.seasons import calendar_lines, season_lines
    from heat_tui.game.telling.story import Story, ended_lines, past_lines, season_log, state_lines
    from heat_tui.modules.championship.words import season_title
    from heat_tui.words.situation import track_lines

    match, path = _resumed(name), player_saves().path(name)
    race = match.races[-1] if number is None else match.race(number)
    past = number is not None and number < max(match.numbered)
    season = match.season if number is None else None
    lines = [] if season is None else [season_title(season.setup.title), *calendar_lines(season)]
    lines += [*track_lines(race.view(None)), _("File: {path}").format(path=shown_path(path))]
    if match.saved().raced_on is not None:
        lines.append(_("Raced on from a choice in another race, so it does not count in the drivers' book."))
    if match.note is not None:
        lines.append(match.note)
    if log or brief:
        lines += season_log(match, brief=brief) if number is None else []
        lines += past_lines(race, brief=brief) if past else Story(match, brief=brief).lines()
    lines += ended_lines(race) if past else state_lines(match)
    if season is not None:
        lines += season_lines(season)
    click.echo("\n".join(lines))


def print_standings(name: str, form: str) -> None:
    """Print the standings of a saved season in the format `form`. Raises Refused."""
    from heat_tui.game.telling.export import FORMATS

    season = _resumed(name).season
    if season is None:
        raise Refused(
            N_("{name} is a single race, and only a season has standings; {command} shows a race."),
            name=name,
            command=f"heat-tui saves show {name}",
        )
    click.echo(FORMATS[form](season), nl=False)


def figures(name: str, form: str, table: str | None, number: int | None) -> None:
    """Print the figures of all known races of a saved game, or only of race `number`. Raises Refused.

    `table` is the only table to print; None prints all, or the first as CSV.
    """
    from heat_tui.game.figures.race_tables import FORMATS, TABLES

    match, tables = _resumed(name), (*TABLES,) if table is None else (table,)
    races = match.numbered if number is None else {number: match.race(number)}
    click.echo(FORMATS[form](races, tables), nl=False)


def print_code(name: str) -> None:
    """Print the code of a finished race. Raises Refused."""
    from heat_tui.game.telling.rival import code_of_race

    click.echo(code_of_race(_resumed(name)))


def _resumed(name: str) -> Match:
    from heat_tui.game.table.match import Match

    return Match.resume(player_saves().read(name), store=None)


def export(name: str, file: Path) -> None:
    target = player_saves().export(name, file)
    click.echo(_("Exported {name} to {path}.").format(name=shown_path(name), path=shown_path(target)))


def import_file(file: Path) -> None:
    saved = player_saves().import_(file)
    click.echo(_("Imported {path} as {name}.").format(path=shown_path(file), name=saved.name))


def rename(name: str, new: str) -> None:
    now = player_saves().rename(name, new)
    click.echo(_("Renamed {name} to {new}.").format(name=shown_path(name), new=now))


def delete(name: str) -> None:
    player_saves().delete(name)
    click.echo(_("Deleted {name}.").format(name=shown_path(name)))
