"""Starting the line-based game. The app loads none of this."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from heat_tui.cli import races
from heat_tui.cli.options import Given
from heat_tui.game.setup.options import Options
from heat_tui.game.setup.race_options import watched
from heat_tui.game.setup.season_options import game_setup
from heat_tui.game.table.interruptions import Interrupted
from heat_tui.game.table.match import Match
from heat_tui.game.telling.rival import ghost_from
from heat_tui.language import _
from heat_tui.plain.asking import ask_about, ask_names, ask_open, ask_open_season
from heat_tui.plain.console import Console, EndOfInput
from heat_tui.plain.table import PlainTable
from heat_tui.store.locks import Held
from heat_tui.store.saves import player_saves
from heat_tui.store.settings import load_settings
from heat_tui.store.tracks import load_track

if TYPE_CHECKING:
    from heat_tui.game.table.shared import SharedMatch


def race_in_lines(**given: object) -> None:
    """Race in this terminal, or through a pipe. Raises Refused, and what `play_in_lines` raises."""
    console = Console()
    try:
        match = _match(given, console)
    except EndOfInput:
        console.say(_("The input ended before the race began, so nothing was saved."))
        return
    except Interrupted:
        with suppress(OSError):  # the terminal may be gone
            console.say("")
        raise
    play_in_lines(match, console, brief=bool(given["brief"]))


def watch_in_lines(*, brief: bool) -> None:
    """Print a race of automated drivers. Raises what `play_in_lines` raises."""
    options = watched(Options())
    match = Match.start(game_setup(options), options.controllers, store=player_saves())
    play_in_lines(match, brief=brief)


def play_in_lines(match: Match, console: Console | None = None, *, brief: bool) -> SharedMatch | None:
    """Play a match in this terminal, or through a pipe; return the one to play next if the people here race again.

    Raises Interrupted; any other error has a note on the race.
    """
    table = PlainTable(
        match,
        console or Console(),
        interruptions=click.get_current_context().obj,
        brief=brief,
        hints=load_settings().settings.coach,
    )
    try:
        table.race()
    except Exception as error:
        from heat_tui.cli.reports import race_text

        error.add_note(race_text(match))
        raise
    finally:
        match.leave()
    return table.next_match


def _match(given: Given, console: Console) -> Match:
    """Return the race or season to play, after asking for open options. Raises Refused, EndOfInput, Interrupted."""
    if given["resume"] is not None:
        races.refuse_beside(given, "--resume", ["resume", "brief"])
        try:
            return races.resumed(str(given["resume"]))
        except Held as held:
            return ask_about(held, player_saves(), console)
    season = given["season"] is not None
    races.refuse_ignored(given, season=season)
    loaded = load_settings()
    console.say(*loaded.problems)
    store, ghost, rival = player_saves(), given["ghost"], None
    challenge = None if season else races.challenged(given, memory_aid=loaded.settings.memory_aid)
    if challenge is not None:
        if ghost is not None:
            rival = ghost_from(store, str(ghost), challenge.setup.track, challenge.setup.laps)
        console.say(*challenge.lines())
        challenge = challenge if given["seats"] is not None else ask_names(challenge, console)
        options = challenge.options
    else:
        options = races.asked(given, season=season, memory_aid=loaded.settings.memory_aid)
        if ghost is not None:
            assert options.track is not None
            assert not isinstance(options.laps, tuple)
            rival = ghost_from(store, str(ghost), load_track(options.track), options.laps)
        options = ask_open_season(options, console) if season else ask_open(options, console)
    setup = game_setup(options)
    return Match.start(
        setup,
        options.controllers,
        store=store,
        name=None if challenge is None else challenge.name,
        open_table=options.open_table,
        lessons=bool(given["tutorial"]),
        target=None if challenge is None else challenge.target,
        rival=rival,
    )
