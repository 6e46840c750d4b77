"""Measurements of the drivers' book: the processor time for each page of a large one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice, permutations
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

from heat_tui.game.book import pages
from heat_tui.game.book.pages import find
from heat_tui.game.book.report import FORMATS, Report
from heat_tui.game.figures.statistics import EVERY_FIGURE
from heat_tui.store.book import Book, BookRace, BookSave, Select
from tests.books import book_race, car

FIELD: Final = (
    *(("person", name) for name in ("Ada", "Bo", "Cy", "Di")),
    *(("automated", name) for name in ("steady", "chance", "champion")),
    *(("legend", name) for name in ("red", "green")),
)
PAGES: Final[Mapping[str, Callable[[Select], Report]]] = {
    "drivers": pages.drivers_report,
    "a driver": lambda select: pages.driver_report(select, find(select, "Ada")),
    "records": pages.records_report,
    "two drivers": lambda select: pages.duel_report(select, find(select, "Ada"), find(select, "@steady")),
    "tracks": pages.tracks_report,
    "seasons": pages.seasons_report,
    "races": pages.races_report,
    "the last 20 races": lambda select: pages.races_report(select, 20),
}


def page_seconds(races: int) -> tuple[float, dict[str, dict[str, float]]]:
    """Return the processor time, in seconds, to count a book of `races` races for a page, and then to make each page.

    The latter times are the lowest of three, by page and format.
    """
    with tempfile.TemporaryDirectory() as home:
        book = Book(Path(home, "book.sqlite"))
        book.enter([BookSave("", None, races=tuple(_race(number) for number in range(races)))])
        counted = _seconds(book, PAGES["the last 20 races"], "text")
        return counted, {
            name: {form: min(_seconds(book, page, form) for _ in range(3)) for form in FORMATS}
            for name, page in PAGES.items()
        }


def _seconds(book: Book, page: Callable[[Select], Report], form: str) -> float:
    began = process_time()
    with book.reading() as select:
        FORMATS[form](page(select))
    return process_time() - began


def _race(number: int) -> BookRace:
    """Return a race of two to seven cars; every sixth group of four races is a season."""
    random = Random(number // 4 if number // 4 % 6 == 0 else number)
    field = random.sample(FIELD, random.randrange(2, 8))
    order = next(islice(permutations(range(len(field))), number % 2, None))
    cars = []
    for place, index in enumerate(order, start=1):
        kind, name = field[index]
        names = [each for each in EVERY_FIGURE if kind != "legend" or EVERY_FIGURE[each].legends]
        counts = {each: random.randrange(9) for each in names}
        own = car(index, place, kind=kind, name=name)
        cars.append(replace(own, figures={**counts, **own.figures}))
    track = ("usa", "italy", "france", "japan")[number % 4]
    race = book_race(number, *cars, track=track, track_name=track.title(), laps=1 + number % 3)
    if number // 4 % 6:
        return race
    return replace(race, game=f"season-{number // 4}", number=1 + number % 4, season="1961", races=4)
