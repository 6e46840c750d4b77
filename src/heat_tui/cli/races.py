"""Races and seasons as the arguments of a command ask for them, whichever front end races."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from typing import Final

from heat_tui.cli.failures import BadInput
from heat_tui.cli.options import SETTING, Given
from heat_tui.game.match import Match
from heat_tui.game.options import BASE_SET, CALENDAR, NO_GARAGE, RACE, SETS, Laps, Level, Options
from heat_tui.game.race_options import REFUSED, sentence_of, tutorial_options, with_defaults
from heat_tui.game.season_options import check_sets
from heat_tui.game.seats import read_seats, whole_number
from heat_tui.language import _
from heat_tui.store.paths import saves_folder
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import with_values
from heat_tui.words.names import quoted

WITH_TUTORIAL: Final = ("seats", "seed", "open_table", "tutorial")
"""The options that may be given beside --tutorial."""

OF_RACES: Final = ("track", "preset", "draft", "weather", "cars", "tutorial", "resume")
"""The options that say something of a single race only."""

NOT_GIVEN: Final = {each.name: each.default for each in fields(Options)} | {"tutorial": False, "watch": False}
"""The value of an option that was not given, None for those that are not here."""


def race_options(given: Given) -> Options:
    """Return the race that is asked for. Raises BadInput, BadSeats and BadOptions."""
    if not given["tutorial"]:
        return with_defaults(options_of(given, OF_A_RACE))
    refuse_beside(given, "--tutorial", WITH_TUTORIAL)
    options = options_of({name: given[name] for name in WITH_TUTORIAL}, OF_A_RACE)
    return with_values(tutorial_options(options.seats, options.seed), {"open_table": options.open_table})


def season_options(given: Given) -> Options:
    """Return the season that is asked for. Raises BadInput, BadSeats and BadOptions."""
    return options_of(given, OF_A_SEASON)


def options_of(given: Given, readers: Mapping[str, Callable[..., object]]) -> Options:
    """Return what is given as options, read in the order of the readers. Raises BadInput, BadSeats, BadOptions."""
    values = {name: given[name] for name in RACE if given.get(name) is not None}
    values |= {name: read(values[name]) for name, read in readers.items() if name in values}
    return with_values(Options(), values)


def race_laps(laps: Laps) -> int:
    """Return the laps of a single race. Raises BadInput where they are those of a season."""
    if isinstance(laps, tuple):
        raise BadInput(_("Laps of one race after the other are for a season; a race has one number of them."))
    return laps


def read_sets(text: str) -> tuple[str, ...]:
    """Return the sets of a list with commas and the base game, in the game's order. Raises BadOptions."""
    named = {word.strip() for word in text.split(",")}
    check_sets(sorted(named))
    return tuple(name for name in SETS if name in named or name == BASE_SET)


def handicaps(texts: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Return drivers with the Heat that each is short of. Raises BadInput."""
    return tuple(map(_handicap, texts))


def _handicap(text: str) -> tuple[str, int]:
    """Return the driver and the Heat of "SEAT=N"."""
    who, sign, heat = text.rpartition("=")
    try:
        figure = int(heat)
    except ValueError:
        sign = ""
        figure = 0
    if not sign or not who.strip():
        raise BadInput(_("A handicap is written SEAT=N, such as {example}.").format(example="--handicap Ada=1"))
    return who.strip(), figure


def _season_level(level: Level) -> Level:
    if level == NO_GARAGE:
        raise BadInput(_("A season is always raced with the garage; take its basic upgrades, the advanced, or both."))
    return level


def _tracks(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(","))


def _events(text: str) -> tuple[int, ...]:
    return tuple(_event(each.strip()) for each in text.split(","))


def _event(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise BadInput(
            _("{text} is no event; give their numbers with commas, such as {example}.").format(
                text=quoted(text), example="--events 2,8,11"
            )
        )
    return number


OF_A_RACE: Final[Mapping[str, Callable[..., object]]] = {
    "seats": read_seats,
    "sets": read_sets,
    "laps": race_laps,
    "handicap": handicaps,
}
OF_A_SEASON: Final[Mapping[str, Callable[..., object]]] = {
    "seats": read_seats,
    "garage": _season_level,
    "sets": read_sets,
    "tracks": _tracks,
    "events": _events,
    "handicap": handicaps,
}


def resumed(name: str) -> Match:
    """Return the saved race of that name, or the unfinished one that was played last. Raises BadInput."""
    store = SaveStore(saves_folder())
    try:
        if not name:
            latest = store.latest()
            if latest is None:
                raise BadInput(_("There is no unfinished race to go on with."))
            name = latest.name
        return Match.resume(store.read(name), store=store)
    except BadFile as refused:
        raise BadInput(str(refused)) from refused


def refuse_beside(given: Given, option: str, allowed: Collection[str]) -> None:
    """Refuse what would be ignored beside an option that settles everything; a setting never is. Raises BadInput."""
    ignored = [
        spelled(name)
        for name, value in given.items()
        if name not in allowed and not name.startswith(SETTING) and value not in (None, NOT_GIVEN.get(name))
    ]
    if ignored:
        raise BadInput(
            _("{option} settles how the race is set up; leave out {given}.").format(
                option=option, given=", ".join(ignored)
            )
        )


def refuse_race_options(given: Given, names: Collection[str]) -> None:
    """Refuse beside a season what would be ignored. Raises BadInput."""
    ignored = [spelled(name) for name, value in given.items() if name in names and value not in (None, False)]
    if ignored:
        raise BadInput(
            _("A season settles its tracks and its rules; leave out {given}.").format(given=", ".join(ignored))
        )


def refuse_season_options(given: Given) -> None:
    """Refuse without a season what would be ignored. Raises BadInput."""
    for name in CALENDAR:
        if given[name] is not None:
            raise BadInput(
                _("{option} is for a custom season; ask for it with {season}.").format(
                    option=spelled(name), season="--season custom"
                )
            )


def spelled(name: str) -> str:
    """Return an option as it is typed."""
    return RACE[name].flag.partition("/")[0] if name in RACE else f"--{name}"


@contextmanager
def refusals_told() -> Iterator[None]:
    """Turn whatever makes a race impossible into one sentence for the command line."""
    try:
        yield
    except REFUSED as reason:
        raise BadInput(sentence_of(reason)) from reason


def with_memory_aid(options: Options, *, on: bool) -> Options:
    """Return the options with the setting where they say nothing of the memory aid."""
    return options if options.memory_aid is not None else with_values(options, {"memory_aid": on})
