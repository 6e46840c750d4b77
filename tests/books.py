"""Races for the drivers' book: made up, or raced and saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from heat_tui.drivers.kinds import PERSON
from heat_tui.engine import RaceSetup
from heat_tui.game.book import keep_book
from heat_tui.game.book.entries import Rebuilt, at_once, catching_up, rebuilding
from heat_tui.game.figures.statistics import EVERY_FIGURE
from heat_tui.game.table.match import Match
from heat_tui.modules.legends import Legends
from heat_tui.store.book import Book, BookCar, BookRace, BookSave
from heat_tui.store.saved_race import Controller, time_text
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track

USA = load_track("usa")
BEGAN = datetime(2026, 5, 1, 12, tzinfo=UTC)


def store_in(home: Path) -> SaveStore:
    """Return the store of a home folder, with its book."""
    return SaveStore(home / "saves", book=home / "book.sqlite")


def book_of(store: SaveStore) -> Book:
    """Return the book of a store."""
    assert store.book is not None
    return Book(store.book)


def race_setup(seed: int, names: Sequence[str] = ("Ada", "Bo"), legends: int = 1) -> RaceSetup:
    """Return the setup of a one-lap race in the USA."""
    return RaceSetup(USA, tuple(names), seed=seed, laps=1, modules=(Legends(legends),) if legends else ())


def kept(match: Match) -> Match:
    """Have the races of a match entered in the book of its store, and return the match."""
    keep_book(match)
    return match


def play_on(match: Match, random: Random) -> Match:
    """Play a match to its end at random, and return it."""
    while (decision := match.decision) is not None:
        match.play(decision.sample(random.random))
    return match


def raced(
    store: SaveStore, seed: int, name: str = "", controllers: Sequence[Controller] = ("person", "chance")
) -> Match:
    """Race to the end, save the race and enter it in the store's book, if any; return the match.

    People and Chance choose at random.
    """
    match, random = Match.start(race_setup(seed), controllers, name=name or f"race-{seed}"), Random(seed)
    while (decision := match.decision) is not None:
        if match.controllers[decision.seat] in (PERSON, "chance"):
            match.play(decision.sample(random.random))
        else:
            match.play_driver()
    ended = Match.resume(match.saved(), store=store)
    kept(ended).save_now()
    ended.leave()
    return ended


def unseen(store: SaveStore, seeds: Iterable[int]) -> None:
    """Save a finished race for each seed, without entering it in the book."""
    for seed in seeds:
        raced(SaveStore(store.folder), seed)


def catch_up(store: SaveStore, *, again: bool = False) -> list[BookSave]:
    """Enter the races of new and changed saves, or of all saves if `again`, and return what was read from them."""
    return at_once(catching_up(store, again=again))


def rebuild(store: SaveStore) -> Rebuilt:
    """Rebuild the book from all saves, and return the outcome."""
    return at_once(rebuilding(store))


def car(
    index: int,
    place: int,
    *,
    kind: str = "person",
    name: str = "",
    grid: int | None = None,
    finished: bool = True,
    points: int = 0,
    **figures: float,
) -> BookCar:
    """Return a car of a made-up race; by default, the drivers are called Ada, Bo, Cy and Di."""
    return BookCar(
        car=index,
        kind=kind,
        name=name or ("Ada", "Bo", "Cy", "Di")[index],
        shared=False,
        grid=grid or place,
        place=place,
        finished=finished,
        points=points,
        figures={"rounds": 10 + place, "top_speed": 10, "spins": 0, **figures},
    )


def book_race(number: int, *cars: BookCar, **changed: object) -> BookRace:
    """Return a made-up race that ended `number` days after `BEGAN`."""
    ended = time_text(BEGAN + timedelta(days=number))
    race = BookRace(
        game=f"game-{number}",
        number=1,
        save=f"race-{number}",
        changed=ended,
        ended=ended,
        season="",
        races=1,
        track="usa",
        track_name="USA",
        course="0",
        laps=2,
        rules="",
        seed=number,
        line=f"line-{number}",
        rounds=12,
        margin=3 if len(cars) > 1 else None,
        cars=tuple(sorted(cars, key=lambda car: car.car)),
    )
    return replace(race, **changed)  # type: ignore[arg-type]


def order(number: int, *indices: int, **changed: object) -> BookRace:
    """Return a made-up race in which the cars finished in this order."""
    return book_race(number, *(car(index, place) for place, index in enumerate(indices, start=1)), **changed)


FIELD = (
    *((PERSON, name) for name in ("Ada", "Bo", "Cy", "Adah", "Christabel Yorkley")),
    ("automated", "steady"),
    ("legend", "green"),
)
"""The cars in `some_races`, as kinds and names."""

LEGEND_FIGURES = [name for name, figure in EVERY_FIGURE.items() if figure.legends]

ORDERS = ("012", "1025", "35", "2016", "10", "0125", "01256", "1052", "0512", "01", "412", "0256", "6512", "20")
"""The cars of each race, as indices into `FIELD`, in the order in which they finished."""


def some_races() -> list[BookRace]:
    """Return a made-up race for each of `ORDERS`, with figures; the sixth to the ninth are a season."""
    races = []
    for number, cars in enumerate(ORDERS):
        starts = [
            car(
                int(index),
                place,
                kind=FIELD[int(index)][0],
                name=FIELD[int(index)][1],
                grid=len(cars) - place + 1,
                points=10 - place,
                **_some_figures(7 * number + place, legend=FIELD[int(index)][0] == "legend"),
            )
            for place, index in enumerate(cars, start=1)
        ]
        track, name = (("usa", "USA"), ("great_britain", "Great Britain"), ("italy", "Italy"))[number % 3]
        race = book_race(
            number,
            *starts,
            track=track,
            track_name=name,
            rules="weather both" if number % 4 == 0 else "",
            margin=number,
        )
        if number in range(5, 9):
            race = replace(race, game="season", number=number - 4, season="1962", races=4, rules="championship")
        races.append(race)
    return races


def _some_figures(number: int, *, legend: bool) -> dict[str, Any]:
    """Return made-up figures of a car that do not change when the game gets more kinds of figures."""
    given = ("place", "rounds", "time", "start_place")
    names = [name for name in EVERY_FIGURE if name not in given and (not legend or name in LEGEND_FIGURES)]
    figures = {name: sum(map(ord, name)) * (number + 2) % 6 for name in names}
    return figures | {"top_speed": 8 + number % 11}
