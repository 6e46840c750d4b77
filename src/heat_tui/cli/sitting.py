"""Shared tables from the command line: open one, sit down, watch, list and close."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import click

from heat_tui.cli import races
from heat_tui.cli.options import HOST_FLAGS, Given, refuse_settings
from heat_tui.game.setup.race_options import DEFAULT_LEGENDS
from heat_tui.game.setup.season_options import game_setup
from heat_tui.game.table.match import Match
from heat_tui.game.table.open_tables import open_tables
from heat_tui.game.table.shared import SharedMatch, command_for, seats_of
from heat_tui.language import N_, _
from heat_tui.store.saved_race import NAMELESS, name_from
from heat_tui.store.saves import player_saves
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import SharedTables
from heat_tui.typesetting import aligned, listed
from heat_tui.words.names import quoted


def open_table(name: str, who: str, **given: object) -> None:
    """Open a table and play there as the people in `who`, by default its first person. Raises what `_play` raises."""
    tables = _tables(given)

    def begin() -> SharedMatch:
        opened, here, others = begin_table(tables, name, who, given)
        click.echo(_("The table is called {name}.").format(name=opened))
        for each in others:
            words = _("{name} sits down with: {command}")
            click.echo(words.format(name=each, command=command_for(tables, opened, each)))
        return _seated(tables, opened, here, given)

    _play(begin, given)


def begin_table(
    tables: SharedTables, name: str, who: str, given: Given, *, hosted: bool = False
) -> tuple[str, list[str], list[str]]:
    """Open a table for a race or season; return its name, the people who sit here, and the others.

    Raises Refused, including for an open table's name, and for a name with neither a letter from a to z nor a digit.
    """
    season = given["season"] is not None
    races.refuse_ignored(given, season=season)
    options = races.asked(given, season=season)
    persons = [seat.name for seat in options.seats if seat.controller == "person"]
    if not persons:
        raise Refused(N_("Name the people at the table, such as {example}."), example="--drivers Ada,Bo")
    here = seats_of(dict(enumerate(persons)), listed(who) if who else persons[:1])
    people = [persons[seat] for seat in here]
    if name and not name_from([name], ""):
        raise Refused(NAMELESS, name=quoted(name))
    if name and (taken := name_from([name], "table")) in [each.name for each in tables.list() if not each.closed]:
        command = serving_command(tables, given) if hosted else command_for(tables, taken, *people)
        raise Refused(_OPEN, name=taken, command=command)
    if not season:
        options = replace(options, track=options.track or options.default_track)
    if options.legends is None and options.cars is None:
        options = replace(options, legends=DEFAULT_LEGENDS.get(len(options.seats), 0))
    new = Match.start(game_setup(options), options.controllers, open_table=options.open_table)
    name = SharedMatch.begin(tables, new, name=name, hosted=hosted)
    others = [each for seat, each in enumerate(persons) if seat not in here]
    return name, people, others


def serving_command(tables: SharedTables, given: Given) -> str:
    """Return the command that serves all open tables, with the given network options and database, if any."""
    command = ["heat-tui", "host", "--headless"]
    for flag in HOST_FLAGS:
        value = given[str(flag.name)]
        if flag.name not in ("headless", "open_only") and value not in (None, "", False, flag.default):
            command += [flag.opts[0], *([] if flag.is_flag else [str(value)])]
    return shlex.join([*command, *tables.option])


def sit(name: str, who: str, **given: object) -> None:
    """Play at a table as `who`, by default the only person with a free seat. Raises what `_play` raises."""
    _play(lambda: _seated(_tables(given), name, listed(who) if who else None, given), given)


def watch(name: str, **given: object) -> None:
    """Watch a table or, without a name, a race of automated drivers. Raises what `_play` raises."""
    if name:
        _play(lambda: _seated(_tables(given), name, [], given), given)
    elif given["database"]:
        raise Refused(_ONLY_WITH, option="--database", other="NAME")
    elif _in_lines(given):
        from heat_tui.cli.lines import watch_in_lines

        watch_in_lines(brief=bool(given["brief"]))
    else:
        from heat_tui.cli.playing import watch_race

        watch_race(**given)


def list_tables(close: str, **given: object) -> None:
    """Print the open tables as `open_tables` lists them, or close one. Raises Refused.

    Finished games of tables opened here are saved.
    """
    tables = _tables(given)
    if close:
        _close(tables, close)
        click.echo(_("The table {name} is closed.").format(name=close))
        return
    for line in aligned(open_tables(tables, player_saves())) or [_("No tables are open.")]:
        click.echo(line)


def _close(tables: SharedTables, name: str) -> None:
    """Close a table, even a damaged one; first save a finished game if the table was opened here. Raises Refused."""
    info = next((each for each in tables.list() if each.name == name), None) or tables.find(name)[0]
    match: SharedMatch | None = None
    with suppress(Refused):  # a damaged table has no race that could be saved
        match = SharedMatch.watch(tables, name, saves=player_saves())
    if match is not None:
        match.leave()
        if match.not_saved is not None:
            raise Refused(match.not_saved)
    tables.note(info, "closed")


def _tables(given: Given) -> SharedTables:
    """Return the tables of the requested database. Raises Refused."""
    return SharedTables(str(given["database"] or ""))


def _in_lines(given: Given) -> bool:
    """Return whether to play in lines of text. Raises Refused for options that only the other way of playing takes."""
    if not given.get("plain"):
        if given.get("brief"):
            raise Refused(_ONLY_WITH, option="--brief", other="--plain")
        return False
    context = click.get_current_context()
    for each in (context.find_root().params, given):
        refuse_settings(each, f"{context.command_path} --plain")
    return True


def _seated(tables: SharedTables, name: str, people: list[str] | None, given: Given) -> SharedMatch:
    """Sit down as `people` ([] to watch, None for the only free seat) and return the match. Raises Refused."""
    return SharedMatch.sit(tables, name, people, saves=player_saves(), take_over=bool(given.get("take_over")))


def _play(begin: Callable[[], SharedMatch], given: Given) -> None:
    """Play the match that `begin` returns: in the app or, if the arguments say so, in lines of text (`_in_lines`).

    Raises Refused, Interrupted, Broke in the app, and any error in lines of text.
    """
    if _in_lines(given):
        from heat_tui.cli.lines import play_in_lines

        match: SharedMatch | None = begin()
        while match is not None:
            match.listen()
            if not match.info.began:  # only the app has a screen where people say that they are ready
                match.be_ready(ready=True)
            match = play_in_lines(match, brief=bool(given.get("brief")))
            if match is not None:
                click.echo(_("The table is called {name}.").format(name=match.name))
    else:
        from heat_tui.cli.playing import play_match

        play_match(begin, given)


_ONLY_WITH: Final = N_("{option} applies only with {other}; add {other} or leave out {option}.")
_OPEN: Final = N_("The table {name} is open already; choose another name, or continue there with: {command}")
