"""The race in lines of text: what it is played with, and what becomes of it. The app loads none of it."""

from __future__ import annotations

from heat_tui.cli.failures import Broke, code_of_lost_stream
from heat_tui.cli.race_options import LineArguments
from heat_tui.cli.race_wishes import (
    OF_RACES,
    refusals_told,
    refuse_beside,
    refuse_race_options,
    refuse_season_options,
    resumed,
    season_wishes,
    wishes_of,
)
from heat_tui.game.interruptions import Interruptions
from heat_tui.game.match import Match
from heat_tui.game.season_wishes import season_made
from heat_tui.game.wishes import made
from heat_tui.language import _
from heat_tui.plain.asking import ask_open, ask_open_season
from heat_tui.plain.console import Console, EndOfInput
from heat_tui.plain.table import Table
from heat_tui.store.paths import saves_folder
from heat_tui.store.save_writing import save_text
from heat_tui.store.saves import SaveStore
from heat_tui.store.settings import load_settings


def race_in_lines(arguments: LineArguments, interruptions: Interruptions) -> None:
    """Race at this terminal, or through this pipe. Raises BadInput, Broke, Interrupted."""
    console = Console()
    try:
        match = _match(arguments, console)
    except EndOfInput:
        console.say(_("The input ended before the race began; there is nothing to save."))
        return
    table = Table(match, console, interruptions=interruptions)
    try:
        table.race()
    except Exception as error:
        if isinstance(error, OSError) and code_of_lost_stream(error) is not None:
            raise
        raise Broke(save_text(match.saved())) from error


def _match(arguments: LineArguments, console: Console) -> Match:
    """The race to be played."""
    if arguments["resume"] is not None:
        refuse_beside(arguments, "--resume", ("resume",))
        return resumed(arguments["resume"])
    if arguments["season"] is not None:
        return _season(arguments, console)
    refuse_season_options(arguments)
    loaded = load_settings()
    console.say(*loaded.problems)
    with refusals_told():
        wishes = ask_open(wishes_of(arguments, memory_aid=loaded.settings.memory_aid), console)
        setup = made(wishes)
        assert wishes.drivers is not None
        controllers = [seat.controller for seat in wishes.drivers]
        return Match.start(
            setup,
            controllers,
            store=SaveStore(saves_folder()),
            open_table=arguments["open_table"],
            lessons=arguments["tutorial"],
        )


def _season(arguments: LineArguments, console: Console) -> Match:
    """The season to be played."""
    refuse_race_options(arguments, OF_RACES)
    loaded = load_settings()
    console.say(*loaded.problems)
    with refusals_told():
        wishes = season_wishes(arguments, memory_aid=loaded.settings.memory_aid)
        wishes = ask_open_season(wishes, console, legends=arguments["legends"] is None)
        return Match.start(
            season_made(wishes),
            [seat.controller for seat in wishes.drivers],
            store=SaveStore(saves_folder()),
            open_table=arguments["open_table"],
        )
