"""The commands for tracks (list, show, check, import, schema), and the paths of the player's files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from heat_tui.drawing.track_sheet import track_sheet
from heat_tui.engine import Track
from heat_tui.game.setup.race_options import read_track
from heat_tui.language import C_, _
from heat_tui.store.paths import book_file, data_folder, saves_folder, settings_folder, tracks_folder
from heat_tui.store.reading import BadFile, shown_path
from heat_tui.store.schema import Refused
from heat_tui.store.track_reading import track_schema
from heat_tui.store.tracks import BUILT_IN, list_tracks, load_track, player_track, read_track_file
from heat_tui.typesetting import aligned
from heat_tui.words.names import track_name


def list_all() -> None:
    """Print all tracks with their figures, then why other files in the tracks folder cannot be used."""
    listed = list_tracks()
    rows = [
        [_("Track"), _("Name"), _("Laps"), _("Spaces"), C_("how many", "Corners"), _("Heat"), _("Stress"), _("From")]
    ]
    rows += [
        [
            each.id,
            track_name(track),
            *map(str, (track.laps, track.spaces, len(track.corners), track.heat, track.stress)),
            _("built-in") if each.source == BUILT_IN else shown_path(each.source),
        ]
        for each in listed
        if isinstance(track := each.track, Track)
    ]
    click.echo("\n".join(aligned(rows, right=range(2, 7))))
    for each in listed:
        if isinstance(each.track, BadFile):
            click.echo(str(each.track))


def show(track: str, width: int, height: int) -> None:
    """Print the sheet of a track. Raises Refused."""
    drawn = load_track(read_track(track))
    click.echo(track_sheet(drawn, width, height, name=track_name(drawn)))


def check(files: Sequence[Path]) -> None:
    """Print a line for each file without errors. Raises Refused with all the errors in the others."""
    wrong: list[str] = []
    for file in files:
        read = player_track if file.parent.resolve() == tracks_folder().resolve() else read_track_file
        try:
            read(file)
        except BadFile as refusal:
            wrong += refusal.problems
        else:
            click.echo(_("{file}: no errors found.").format(file=shown_path(file)))
    if wrong:
        raise Refused("\n".join(wrong))


def import_file(file: Path, track_id: str, *, force: bool) -> None:
    """Import a file's tracks into the tracks folder; print their ids, files and notes on changes. Raises Refused."""
    from heat_tui.game.track_import import import_tracks

    try:
        taken = import_tracks(file, track_id, overwrite=force)
    except BadFile as refusal:
        raise Refused("\n".join(refusal.problems)) from refusal
    for each in taken:
        click.echo(_("Imported {path} as {name}.").format(path=shown_path(file), name=each.track.id))
        for note in each.notes:
            click.echo(note)
        click.echo(_("The track is saved as {path}.").format(path=shown_path(each.file)))


def print_schema() -> None:
    click.echo(track_schema(), nl=False)


def show_paths() -> None:
    """Print the paths of the player's files and folders, whether or not they exist."""
    for line in (
        _("Saved races: {path}").format(path=saves_folder()),
        _("Drivers' book: {path}").format(path=book_file()),
        _("Your own tracks: {path}").format(path=tracks_folder()),
        _("Settings: {path}").format(path=settings_folder()),
        _("Bug reports: {path}").format(path=data_folder() / "reports"),
    ):
        click.echo(line)
