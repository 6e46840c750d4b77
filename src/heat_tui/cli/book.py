"""The drivers' book: what it says, in a format; made again, and names merged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from heat_tui.game import book_tables
from heat_tui.game.book import catch_up, merge, rebuild, unmerge
from heat_tui.game.chronicle import Chronicle
from heat_tui.language import _, ngettext
from heat_tui.store.book import Book
from heat_tui.store.paths import book_file
from heat_tui.store.reading import shown_path
from heat_tui.store.saves import player_saves


def list_drivers(form: str = "text") -> None:
    """Print all drivers. Raises Refused."""
    _print(form, book_tables.drivers_report)


def show_driver(name: str, form: str) -> None:
    """Print everything about a driver. Raises Refused."""
    _print(form, lambda book: book_tables.driver_report(book.driver(book.find(name))))


def list_records(form: str) -> None:
    """Print the records of all tracks. Raises Refused."""
    _print(form, book_tables.records_report)


def show_duel(name: str, other: str, form: str) -> None:
    """Print how two drivers have done against each other. Raises Refused."""
    _print(form, lambda book: book_tables.duel_report(book.duel(book.find(name), book.find(other))))


def list_tracks(form: str) -> None:
    """Print all tracks. Raises Refused."""
    _print(form, book_tables.tracks_report)


def list_seasons(form: str) -> None:
    """Print the titles and the standings of all seasons. Raises Refused."""
    _print(form, book_tables.seasons_report)


def list_races(most: int | None, form: str) -> None:
    """Print the last races. Raises Refused."""
    _print(form, lambda book: book_tables.races_report(book, most))


def make_again() -> None:
    """Make the book from all saves again, and say what became of it. Raises Refused."""
    done = rebuild(player_saves())
    races = ngettext(
        "{count} race of your saves is in the book.", "{count} races of your saves are in the book.", done.races
    )
    kept = ngettext(
        "It keeps {count} race whose save is gone.", "It keeps {count} races whose saves are gone.", done.kept
    )
    if done.aside is not None:
        click.echo(_("The damaged book is kept as {path}.").format(path=shown_path(done.aside)))
    click.echo(races.format(count=done.races))
    if done.kept:
        click.echo(kept.format(count=done.kept))
    for name in done.unread:
        click.echo(_("{name} cannot be read; heat-tui saves says why.").format(name=name))


def merge_names(name: str, into: str) -> None:
    """Count the races of one name for another person. Raises Refused."""
    one, other = merge(_caught_up(), name, into)
    click.echo(_("The races of {name} count for {other} from now on.").format(name=one, other=other))


def unmerge_name(name: str) -> None:
    """Count the races of a merged name for itself again. Raises Refused."""
    person = unmerge(book_file(), name)
    click.echo(_("The races of {name} no longer count for {other}.").format(name=name, other=person))


def _print(form: str, report: Callable[[Chronicle], book_tables.Report]) -> None:
    chronicle = Chronicle.of(Book(_caught_up()))
    click.echo(book_tables.FORMATS[form](report(chronicle)), nl=False)


def _caught_up() -> Path:
    """Return the file of the book, with everything in it that the saves hold. Raises Refused."""
    catch_up(player_saves())
    return book_file()
