"""The screens of the app in their important states, except those of the advanced modules and of seasons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from heat_tui.engine.decisions import Decision
from heat_tui.game.setup.last_setup import save_last_setup
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.table.match import Match
from heat_tui.game.telling.replay import Replay
from heat_tui.modules.mulligan import MulliganDecision
from heat_tui.store.book import BookSave
from heat_tui.store.saved_race import Rival, Target
from heat_tui.store.saves import SaveStore
from heat_tui.tui.help import chapter_page
from heat_tui.tui.race.screen import RaceScreen
from heat_tui.tui.replay.screen import Recorder, RecordingScreen, ReplayScreen
from tests.books import FIELD, book_of, some_races, store_in
from tests.tui.moments import (
    ALONE,
    about_to_move,
    bad_plan,
    cluttered,
    costly_plan,
    discarding,
    driven,
    first_race,
    odd_names,
    planning,
    race_until,
    raced_to_the_end,
    reacting,
    six_cars,
    slipstreaming,
    with_a_bad_plan,
    with_a_costly_plan,
)
from tests.tui.scenery import TYPED, Scenery, typed
from tests.tui.shots import SHOTS, Shot, shot

__all__ = ["SAVED", "SHOTS", "Shot", "shot"]

SAVED: Final = (
    *(name for _kind, name in FIELD),
    "book.sqlite",
    "home",
    "saves",
    "italy-ada-bo",
    "from a friend",
    "half-written",
    ".json",
    "italy.log.txt",
)
"""Names of drivers, files and folders that shots show."""


def some_saves(folder: Path) -> SaveStore:
    """Make an unfinished race, a finished one, and two unusable files."""
    if not _SOME_SAVES:
        store = SaveStore(folder)
        race_until(planning(in_round=3), store=store).leave()
        raced_to_the_end(ALONE, store=store).leave()
        _SOME_SAVES.update({path.name: path.read_bytes() for path in store.files()})
        _SOME_SAVES["from a friend.json"] = b'{"format": "something else"}'
        _SOME_SAVES["half-written.json"] = b'{"format": '
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in _SOME_SAVES.items():
        (folder / name).write_bytes(content)
    return SaveStore(folder)


_SOME_SAVES: dict[str, bytes] = {}
"""The files of `some_saves`, whose races are played only once."""


def empty_book(folder: Path) -> SaveStore:
    """Return a store whose book has no races."""
    return store_in(folder.parent)


def little_book(folder: Path) -> SaveStore:
    """Make a book of 14 races of people, an automated driver and a Legend; four of the races are a season."""
    store = store_in(folder.parent)
    book_of(store).enter([BookSave("", None, races=tuple(some_races()))])
    book_of(store).set_alias("Adah", "Ada")
    return store


def days_raced(folder: Path) -> SaveStore:
    """Make a little book in which Ada tried some races of the day, one of them without a result."""
    store = little_book(folder)
    for day, number in (("2025-04-28", 0), ("2025-05-01", 1), ("2025-05-02", 3), ("2025-05-03", 4)):
        book_of(store).enter_try(f"game-{number}", "", f"line-{number}", day, "Ada")
    book_of(store).enter_try("game-left", "", "left", "2025-04-30", "Ada")
    return store


def damaged_book(folder: Path) -> SaveStore:
    """Write an unreadable file instead of the book."""
    store = store_in(folder.parent)
    folder.parent.mkdir(parents=True, exist_ok=True)
    book_of(store).path.write_text("This is not a book of races, whatever it is called." * 20)
    return store


def unwritable(folder: Path) -> SaveStore:
    """Write a file instead of the folder of saves."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("")
    return SaveStore(folder)


def setup_of_last_time(folder: Path) -> SaveStore:
    """Write a last setup of two people and two automated drivers; two names differ only in case."""
    seats = (
        Seat("Ada", "red"),
        Seat("Bo", "purple", handicap=2),
        Seat("Steady", "gray", "steady"),
        Seat("bo", "black", "chance"),
    )
    save_last_setup(Options(track="italy", seats=seats, legends=3, laps=2, pro=3, mulligan=True))
    return SaveStore(folder)


def ladder_climbed(folder: Path) -> SaveStore:
    """Write the setup of last time, and a little book in which its first driver has climbed some rungs."""
    setup_of_last_time(folder)
    return little_book(folder)


@shot("title", framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.settle()


@shot("title-saves", saves=some_saves)
async def _(scenery: Scenery) -> None:
    await scenery.press("down", "up")


@shot("title-leave", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.press("q")


@shot("setup-track", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("new")
    await scenery.press("down", "down")


@shot("setup-drivers", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("new")
    await scenery.press("pagedown")


@shot("setup-drivers-wrong", saves=setup_of_last_time, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("new")
    await scenery.press("pagedown")


@shot("setup-rules", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("new")
    await scenery.press("pagedown", "pagedown", *["down"] * 13, *typed("12x"))


@shot("setup-presets", saves=setup_of_last_time, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("new")
    await scenery.press("pagedown", "pagedown", *["right"] * 4)


@shot("setup-ladder", saves=ladder_climbed, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("new")


CODE: Final = "1348-14JH-TXWS-2PW8-4810-0B1"
"""The code of a race in Italy against Steady and two Legends, with a target of Ada's."""


@shot("challenges", saves=some_saves)
async def _(scenery: Scenery) -> None:
    await scenery.menu("challenges")


@shot("challenges-days", saves=days_raced)
async def _(scenery: Scenery) -> None:
    await scenery.menu("challenges")


@shot("challenges-code", saves=some_saves)
async def _(scenery: Scenery) -> None:
    await scenery.menu("challenges")
    await scenery.focus("#code")
    await scenery.press(*typed(CODE.lower()))


@shot("challenges-wrong", saves=some_saves, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("challenges")
    await scenery.focus("#code")
    await scenery.press(*typed(CODE.replace("TX", "XX")))


@shot("challenges-own", saves=some_saves, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("challenges")
    await scenery.press("down")


@shot("challenge-names", saves=some_saves)
async def _(scenery: Scenery) -> None:
    await scenery.menu("challenges")
    await scenery.press("enter")


@shot("tracks")
async def _(scenery: Scenery) -> None:
    await scenery.menu("tracks")
    await scenery.press("down", "down", "down")


@shot("editor-course")
async def _(scenery: Scenery) -> None:
    await scenery.menu("tracks")
    await scenery.press("e", "left", "up")


@shot("editor-lines")
async def _(scenery: Scenery) -> None:
    await scenery.menu("tracks")
    await scenery.press("e", "pagedown", "left", "left", "c", "down", "f", "left", "t", "a")


@shot("editor-figures")
async def _(scenery: Scenery) -> None:
    await scenery.menu("tracks")
    await scenery.press("e", "pageup")


@shot("editor-preview", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("tracks")
    await scenery.press("e", "v")


@shot("saves")
async def _(scenery: Scenery) -> None:
    await scenery.menu("saves")


@shot("saves-some", saves=some_saves, seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.menu("saves")


@shot("saves-damaged", saves=some_saves)
async def _(scenery: Scenery) -> None:
    await scenery.menu("saves")
    await scenery.press("down", "down")


@shot("saves-rename", saves=some_saves, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("saves")
    await scenery.press("r")


@shot("book-empty", saves=empty_book, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")


@shot("book", saves=little_book)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")


@shot("book-damaged", saves=damaged_book, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")


@shot("book-records", saves=little_book)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")
    await scenery.press("right", "right")
    await scenery.press(*["down"] * 3)


@shot("book-season", saves=little_book)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")
    await scenery.press("left", "left")
    await scenery.press("enter")


@shot("book-driver", saves=little_book)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")
    await scenery.press("enter")


@shot("book-days", saves=days_raced, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")
    await scenery.press("enter")
    await scenery.press("left")


@shot("book-ladder", saves=little_book, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")
    await scenery.press("enter")
    await scenery.press("left", "left")


@shot("book-duel", saves=little_book, seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("book")
    await scenery.press("v", "down", "enter")


@shot("settings")
async def _(scenery: Scenery) -> None:
    await scenery.menu("settings")


@shot("settings-keys")
async def _(scenery: Scenery) -> None:
    await scenery.menu("settings")
    await scenery.press("pagedown")
    await scenery.focus("#keys")


@shot("settings-key", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.menu("settings")
    await scenery.press("pagedown")
    await scenery.focus("#keys")
    await scenery.press("down", "enter", "m")


@shot("help")
async def _(scenery: Scenery) -> None:
    await scenery.press("question_mark")


@shot("help-keys")
async def _(scenery: Scenery) -> None:
    await scenery.help("keys")


@shot("help-rules")
async def _(scenery: Scenery) -> None:
    await scenery.help(chapter_page("5"))


@shot("help-found")
async def _(scenery: Scenery) -> None:
    await scenery.press("question_mark", "slash", *typed(TYPED[0]))


@shot("curtain")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))


@shot("plan", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)), lift=True)


GHOST: Final = Rival(name="Zoë", places=(*((61 + 5 * rounds, rounds % 2) for rounds in range(20)), (170, 0)))
"""A ghost that drives five spaces in every round but the last."""


@shot("ghost", everywhere=True, plain_names=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4), rival=GHOST), lift=True)


@shot("ghost-map", plain_names=False, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4), rival=GHOST))
    await scenery.press("m")


@shot("hint", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)), lift=True)
    await scenery.press("h")


@shot("plan-half", framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)), lift=True)
    await scenery.press("1")


@shot("plan-stress", everywhere=True)
async def _(scenery: Scenery) -> None:
    match = race_until(with_a_costly_plan)
    await scenery.race(match, lift=True)
    await scenery.plan(costly_plan(match))


@shot("plan-danger")
async def _(scenery: Scenery) -> None:
    match = race_until(with_a_bad_plan)
    await scenery.race(match, lift=True)
    await scenery.plan(bad_plan(match))
    await scenery.press("enter")


@shot("plan-cluttered")
async def _(scenery: Scenery) -> None:
    await scenery.race(cluttered())


@shot("react", everywhere=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(reacting(uses=4)))
    await scenery.press("down")


@shot("react-hand", framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(reacting(uses=2), ALONE))
    await scenery.press("down", "down")


@shot("slipstream")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(slipstreaming))
    await scenery.press("down")


@shot("discard")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(discarding, ALONE))
    await scenery.press("1")


@shot("mulligan")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(_mulligan, setup=six_cars(mulligan=True)), lift=True)


@shot("moving", animation="normal")
async def _(scenery: Scenery) -> None:
    await scenery.race(about_to_move(5), paused=True)
    race = scenery.app.screen
    assert isinstance(race, RaceScreen)
    await scenery.freeze(race, spaces=3)


@shot("watch")
async def _(scenery: Scenery) -> None:
    await scenery.race(driven(20), paused=True)


@shot("not-saved", saves=unwritable)
async def _(scenery: Scenery) -> None:
    store = scenery.app.store
    await scenery.race(race_until(planning(in_round=2), ALONE, store=store))


@shot("first-race")
async def _(scenery: Scenery) -> None:
    await scenery.race(first_race(choices=0))


@shot("first-race-plan", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(first_race(choices=0))
    await scenery.press("space")


@shot("first-race-react")
async def _(scenery: Scenery) -> None:
    await scenery.race(first_race(choices=4))


@shot("palette")
async def _(scenery: Scenery) -> None:
    await scenery.press("ctrl+p")


@shot("names", plain_names=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4), setup=odd_names()), lift=True)


@shot("names-standings", plain_names=False, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4), setup=odd_names()))
    await scenery.press("s")


@shot("names-seats", plain_names=False, seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4), setup=odd_names()))
    await scenery.press("S")


@shot("names-results", plain_names=False, seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open_result(raced_to_the_end(setup=odd_names()))
    await scenery.settle()


@shot("results", everywhere=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open_result(raced_to_the_end())
    await scenery.settle()


@shot("results-target", seldom=True)
async def _(scenery: Scenery) -> None:
    target = Target(name="Ada", place=2, rounds=9)
    scenery.app.games.open_result(Match.resume(replace(raced_to_the_end().saved(), target=target), store=None))
    await scenery.settle()


@shot("results-code")
async def _(scenery: Scenery) -> None:
    scenery.app.games.open_result(raced_to_the_end())
    await scenery.settle()
    await scenery.press("c")


@shot("results-figures", everywhere=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open_result(raced_to_the_end())
    await scenery.settle()
    await scenery.press("right")


@shot("results-chart", everywhere=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open_result(raced_to_the_end())
    await scenery.settle()
    await scenery.press("right", "right")


async def _figures(scenery: Scenery, page: int) -> None:
    """Turn to a page of the figures of a finished race."""
    scenery.app.games.open_result(raced_to_the_end())
    await scenery.settle()
    await scenery.press("f", *["right"] * page)


@shot("figures", everywhere=True)
async def _(scenery: Scenery) -> None:
    await _figures(scenery, 0)


@shot("figures-driving", seldom=True)
async def _(scenery: Scenery) -> None:
    await _figures(scenery, 1)


@shot("figures-corners")
async def _(scenery: Scenery) -> None:
    await _figures(scenery, 3)
    await scenery.press("down")


@shot("figures-engines", seldom=True)
async def _(scenery: Scenery) -> None:
    await _figures(scenery, 4)


@shot("mistakes", everywhere=True, seldom=True)
async def _(scenery: Scenery) -> None:
    scenery.app.games.open_result(raced_to_the_end())
    await scenery.settle()
    await scenery.press("m")
    await scenery.app.workers.wait_for_complete()
    await scenery.settle()


async def replayed(scenery: Scenery, match: Match, *keys: str) -> None:
    """Open the replay of a race and press keys in it."""
    scenery.app.show_replay(match, Replay.of(match))
    await scenery.settle()
    await scenery.press(*keys)


@shot("replay", everywhere=True)
async def _(scenery: Scenery) -> None:
    await replayed(scenery, raced_to_the_end(), "n", "n", "n", "right")


@shot("replay-hands")
async def _(scenery: Scenery) -> None:
    await replayed(scenery, raced_to_the_end(), "right_square_bracket", "right", "c")


@shot("replay-jump", seldom=True)
async def _(scenery: Scenery) -> None:
    await replayed(scenery, raced_to_the_end(), "right_square_bracket", "j")


@shot("replay-unfinished")
async def _(scenery: Scenery) -> None:
    await replayed(scenery, race_until(planning(in_round=4)), "end", "up")


@shot("replay-agree", seldom=True)
async def _(scenery: Scenery) -> None:
    await replayed(scenery, race_until(planning(in_round=4)), "r")


@shot("replay-race-on")
async def _(scenery: Scenery) -> None:
    await replayed(scenery, raced_to_the_end(), "right_square_bracket", "r")


@shot("replay-record", seldom=True)
async def _(scenery: Scenery) -> None:
    await replayed(scenery, raced_to_the_end(), "right_square_bracket", "e")


class Halfway(RecordingScreen):
    """The screen of a recording that makes no progress."""

    def record(self) -> None:  # type: ignore[override]
        pass


@shot("replay-recording")
async def _(scenery: Scenery) -> None:
    await replayed(scenery, raced_to_the_end(), "right_square_bracket", "right_square_bracket")
    screen = scenery.app.screen
    assert isinstance(screen, ReplayScreen)
    scenery.app.push_screen(Halfway(Recorder(screen, Path("italy.cast"), screen.replay.last)))
    await scenery.settle()


@shot("log")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("l")


@shot("log-search")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("l", "slash", *typed(TYPED[1]), "enter", "n")


@shot("log-export")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("l", "e")


@shot("deck")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)), lift=True)
    await scenery.press("d")


@shot("deck-covered", seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("d")


@shot("standings")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("s")


@shot("map")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("m")


@shot("inspect-car")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("i")


@shot("inspect-space", seldom=True)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("i", "right", "right", "right", "up", "n")


@shot("inspect-corner", seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("i", *["tab"] * 7)


@shot("inspect-card")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)), lift=True)
    await scenery.press("i", "shift+tab")


@shot("seats")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("S")


@shot("take-back")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("T")


@shot("undone", seldom=True, framed=False)
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(reacting(uses=2), ALONE))
    await scenery.press("enter", "u")


@shot("leave-race")
async def _(scenery: Scenery) -> None:
    await scenery.race(race_until(planning(in_round=4)))
    await scenery.press("escape")


def _mulligan(_match: Match, decision: Decision) -> bool:
    return isinstance(decision, MulliganDecision)


import tests.tui.module_scenes  # noqa: E402 - its shots follow those of the base game
import tests.tui.season_scenes  # noqa: E402, F401 - and those of the championship theirs
