"""The list of saved races, kept fast by loading nothing that shows or plays a race."""

from __future__ import annotations

import click

from heat_tui.game.table.save_line import day_words, game_words, state_words
from heat_tui.language import _, row
from heat_tui.store.save_list import BadSave, SaveInfo
from heat_tui.store.saves import player_saves
from heat_tui.typesetting import aligned
from heat_tui.words.names import name_of_track


def list_all() -> None:
    """Print all saved races, the last played first, then the files that cannot be used. Raises Refused."""
    listed = player_saves().list()
    rows = [[_("Name"), _("Track"), _("Drivers"), _("State"), _("Last played")]]
    rows += [
        [info.name, _what(info), row(info.seats), state_words(info), day_words(info)]
        for info in listed
        if isinstance(info, SaveInfo)
    ]
    if len(rows) > 1:
        for line in aligned(rows):
            click.echo(line)
    elif not listed:
        click.echo(_("No races are saved yet."))
    for bad in listed:
        if isinstance(bad, BadSave):
            click.echo(bad.problem)


def _what(info: SaveInfo) -> str:
    """Return the name of the game: its track, after the season or the words "First race" if it is either."""
    track, game = name_of_track(info.track_id, info.track), game_words(info)
    return _("{game}: {track}").format(game=game, track=track) if game else track
