"""Shared tables from the command line: open one, sit down, watch, list and close."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from heat_tui.cli import races
from heat_tui.cli.options import Given
from heat_tui.game.setup.options import CALENDAR
from heat_tui.language import N_, _, listing
from heat_tui.store.schema import Refused
from heat_tui.typesetting import aligned, listed

if TYPE_CHECKING:
    from heat_tui.store.shared_tables import SharedTables


def open_table(name: str, who: str, **given: object) -> None:
    """Open a table with the requested race or season, and sit down as its first person.

    Raises Refused, IllegalSetup, Broke, Interrupted.
    """
    tables = _tables(given)
    name, persons = begin_table(tables, name, given)
    here = listed(who) if who else persons[:1]
    click.echo(_("The table is called {name}.").format(name=name))
    others = [each for each in persons if each not in here]
    for each in others:
        click.echo(_("{name} sits down with: {command}").format(name=each, command=f"heat-tui sit {name} --as {each}"))
    _sit(tables, name, here, given)


def begin_table(tables: SharedTables, name: str, given: Given) -> tuple[str, list[str]]:
    """Open a table with the requested race or season; return its name and its persons. Raises Refused, IllegalSetup."""
    from heat_tui.game.setup import race_options
    from heat_tui.game.setup.season_options import game_setup

    season = given["season"] is not None
    if not season:
        races.refuse_ignored({**dict.fromkeys(CALENDAR), **given}, season=False)
    options = races.asked(given, season=season)
    persons = [seat.name for seat in options.seats if seat.controller == "person"]
    if not persons:
        raise Refused(N_("Name the people at the table, such as {example}."), example="--drivers Ada,Bo")
    if not season:
        race_options.check_race(options)
        options = replace(options, track=options.track or options.default_track)
        options = replace(options, legends=race_options.legends_of(options))
    elif options.legends is None:
        options = replace(options, legends=race_options.DEFAULT_LEGENDS.get(len(options.seats), 0))
    setup = game_setup(options)
    from heat_tui.game.table.shared import SharedMatch

    return SharedMatch.begin(tables, setup, options.controllers, name=name, open_table=options.open_table), persons


def sit(name: str, who: str, **given: object) -> None:
    """Sit down at a table as one or more of its persons. Raises Refused, Broke, Interrupted."""
    tables = _tables(given)
    _sit(tables, name, listed(who) if who else _only_free(tables, name), given)


def watch(name: str, **given: object) -> None:
    """Watch a table without a seat, or a race of automated drivers. Raises Refused, Broke, Interrupted."""
    if name:
        _sit(_tables(given), name, [], given)
    elif given.get("plain"):
        from heat_tui.cli.lines import watch_in_lines

        watch_in_lines(brief=bool(given["brief"]))
    else:
        from heat_tui.cli.playing import watch_race

        watch_race(**given)


def list_tables(close: str, **given: object) -> None:
    """Print all tables that are not closed, with whose turn it is, or close one. Raises Refused."""
    from heat_tui.game.table.shared import open_tables
    from heat_tui.store.saves import player_saves

    tables = _tables(given)
    if close:
        info, _begun = tables.find(close)
        tables.close(info)
        click.echo(_("The table {name} is closed.").format(name=close))
        return
    rows = [list(each) for each in open_tables(tables, player_saves())]
    for line in aligned(rows) if rows else [_("No tables are open.")]:
        click.echo(line)


def _tables(given: Given) -> SharedTables:
    """Return the tables of the requested database. Raises Refused."""
    from heat_tui.store.shared_tables import SharedTables

    return SharedTables(str(given["database"] or ""))


def _only_free(tables: SharedTables, name: str) -> list[str]:
    """Return the only person whose seat nobody has. Raises Refused if there are several, or none."""
    from heat_tui.game.table.shared import SharedMatch

    free = SharedMatch.sit(tables, name, []).free
    if len(free) == 1:
        return free
    if not free:
        raise Refused(N_("All seats at {name} are taken; watch it, or add {option}."), name=name, option="--take-over")
    raise Refused(N_("Say who you are with {option}; free are {names}."), option="--as", names=listing(free))


def _sit(tables: SharedTables, name: str, people: list[str], given: Given) -> None:
    """Play at a table in the app or in lines of text."""
    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.store.saves import player_saves

    def begin() -> SharedMatch:
        return SharedMatch.sit(tables, name, people, saves=player_saves(), take_over=bool(given.get("take_over")))

    if given.get("plain"):
        from heat_tui.cli.lines import play_in_lines

        match = begin()
        match.listen()
        play_in_lines(match, brief=bool(given.get("brief")))
    else:
        from heat_tui.cli.playing import play_match

        play_match(begin, given)
