"""The drivers' book: what it says, in a format; made again, and names merged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from heat_tui.game.book import pages
from heat_tui.game.book.chronicle import find
from heat_tui.game.book.entries import catch_up, merge, merged_line, rebuild, rebuilt_lines, unmerge, unmerged_line
from heat_tui.store.book import Book, Select
from heat_tui.store.paths import book_file
from heat_tui.store.saves import player_saves


def list_drivers(form: str = "text") -> None:
    """Print all drivers. Raises Refused."""
    _print(form, pages.drivers_report)


def show_driver(name: str, form: str) -> None:
    """Print everything about a driver. Raises Refused."""
    _print(form, lambda select: pages.driver_report(select, find(select, name)))


def list_records(form: str) -> None:
    """Print the records of all tracks. Raises Refused."""
    _print(form, pages.records_report)


def show_duel(name: str, other: str, form: str) -> None:
    """Print how two drivers have done against each other. Raises Refused."""
    _print(form, lambda select: pages.duel_report(select, find(select, name), find(select, other)))


def list_tracks(form: str) -> None:
    """Print all tracks. Raises Refused."""
    _print(form, pages.tracks_report)


def list_seasons(form: str) -> None:
    """Print the titles and the standings of all seasons. Raises Refused."""
    _print(form, pages.seasons_report)


def list_races(most: int | None, form: str) -> None:
    """Print the last races. Raises Refused."""
    _print(form, lambda select: pages.races_report(select, most))


def make_again() -> None:
    """Make the book from all saves again, and say what became of it. Raises Refused."""
    for line in rebuilt_lines(rebuild(player_saves())):
        click.echo(line)


def merge_names(name: str, into: str) -> None:
    """Count the races of one name for another person. Raises Refused."""
    click.echo(merged_line(*merge(_caught_up(), name, into)))


def unmerge_name(name: str) -> None:
    """Count the races of a merged name separately again. Raises Refused."""
    click.echo(unmerged_line(name, unmerge(book_file(), name)))


def _print(form: str, report: Callable[[Select], pages.Report]) -> None:
    with Book(_caught_up()).reading() as select:
        text = pages.FORMATS[form](report(select))
    click.echo(text, nl=False)


def _caught_up() -> Path:
    """Return the file of the book, with everything in it that the saves hold. Raises Refused."""
    catch_up(player_saves())
    return book_file()
