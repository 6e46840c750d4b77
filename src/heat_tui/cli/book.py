"""The commands for the drivers' book: its reports, rebuilding it, and merging names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from heat_tui.game.book import pages
from heat_tui.game.book.entries import at_once, catching_up, merge, rebuilding, rebuilt_lines, unmerge
from heat_tui.game.book.report import FORMATS, Report
from heat_tui.store.book import Book
from heat_tui.store.paths import book_file
from heat_tui.store.saves import player_saves


def _printing(report: Callable[..., Report]) -> Callable[..., None]:
    """Return a function that prints a report, on the drivers `name` and `other` if given, or raises Refused."""

    def show(form: str = "text", **given: object) -> None:
        with Book(_caught_up()).reading() as select:
            names = [pages.find(select, str(given.pop(each))) for each in ("name", "other") if each in given]
            text = FORMATS[form](report(select, *names, **given))
        click.echo(text, nl=False)

    return show


list_drivers = _printing(pages.drivers_report)
show_driver = _printing(pages.driver_report)
list_records = _printing(pages.records_report)
show_duel = _printing(pages.duel_report)
list_tracks = _printing(pages.tracks_report)
list_seasons = _printing(pages.seasons_report)
list_races = _printing(pages.races_report)


def rebuild() -> None:
    """Rebuild the book from all saves, and print the outcome. Raises Refused."""
    click.echo("\n".join(rebuilt_lines(at_once(rebuilding(player_saves())))))


def merge_names(name: str, into: str) -> None:
    """Credit the races under one name to the person called `into`. Raises Refused."""
    click.echo(merge(_caught_up(), name, into))


def unmerge_name(name: str) -> None:
    """Count the races of a merged name separately again. Raises Refused."""
    click.echo(unmerge(book_file(), name))


def _caught_up() -> Path:
    """Bring the book up to date with the saves, and return its file. Raises Refused."""
    at_once(catching_up(player_saves()))
    return book_file()
