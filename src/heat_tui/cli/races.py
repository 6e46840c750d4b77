"""Races and seasons from the arguments of a command, for both front ends and for simulations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

import click
from click.core import ParameterSource

from heat_tui.cli.options import SETTING, Given
from heat_tui.game.setup.challenge import Challenge, race_of_day, read_code, read_day, today
from heat_tui.game.setup.options import (
    BASE_SET,
    CALENDAR,
    NO_GARAGE,
    PRESETS,
    RACE,
    SEASON,
    SETS,
    TABLE,
    Laps,
    Level,
    Options,
)
from heat_tui.game.setup.race_options import read_track, tutorial_options, with_defaults
from heat_tui.game.setup.season_options import check_sets
from heat_tui.game.setup.seats import read_seats, whole_number
from heat_tui.game.table.match import Match
from heat_tui.game.telling.rival import single_race
from heat_tui.language import N_, _, row
from heat_tui.store.saves import player_saves
from heat_tui.store.schema import Refused, named, with_values
from heat_tui.typesetting import listed
from heat_tui.words.names import quoted

WITH_TUTORIAL: Final = ("seats", "seed", "open_table", "tutorial", "brief")
"""The options allowed with --tutorial."""

WITH_CHALLENGE: Final = ("code", "daily", "date", "ghost", "seats", *TABLE, "brief")
"""The options allowed with --code or --daily."""

OF_RACES: Final = (
    *(name for name, row in SEASON.items() if not row.flag),
    *("tutorial", "resume"),
    *("code", "daily", "date", "ghost"),
)
"""The options that a new season does not take."""


def asked(given: Given, *, season: bool, memory_aid: bool | None = None) -> Options:
    """Return the options of the requested race or season; `memory_aid` is the player's setting. Raises Refused.

    A race against a ghost is on the ghost's track and over its laps unless others are given.
    """
    tutorial = bool(given.get("tutorial"))
    if tutorial:
        refuse_beside(given, "--tutorial", WITH_TUTORIAL)
    values = {name: given[name] for name in RACE if given.get(name) is not None}
    values |= {
        name: read(values[name]) for name, read in (OF_A_SEASON if season else OF_A_RACE).items() if name in values
    }
    options = with_values(Options(memory_aid=memory_aid), values)
    if tutorial:
        return replace(
            tutorial_options(options.seats, options.seed), open_table=options.open_table, memory_aid=memory_aid
        )
    if season:
        return options
    options, ghost = with_defaults(options), given.get("ghost")
    if ghost is not None:
        past = single_race(player_saves().read(str(ghost)))
        laps = options.laps or past.laps or past.track.laps
        options = replace(options, track=options.track or past.track.id, laps=laps)
    return options


def challenged(given: Given, *, memory_aid: bool | None = None) -> Challenge | None:
    """Return the requested challenge, with the names of its people if given; None without one. Raises Refused."""
    code, day = given["code"], given["date"]
    if day is not None and not given["daily"]:
        raise Refused(N_("{option} chooses a race of the day; add {daily}."), option="--date", daily="--daily")
    if code is None and not given["daily"]:
        return None
    refuse_beside(given, "--daily" if code is None else "--code", WITH_CHALLENGE)
    if code is not None and given["daily"]:
        raise Refused(N_("{code} and {daily} name two races; leave one out."), code="--code", daily="--daily")
    found = race_of_day(today() if day is None else read_day(str(day))) if code is None else read_code(str(code))
    helps = {name: given[name] for name in TABLE if given.get(name) is not None}
    found = replace(found, options=with_values(found.options, {"memory_aid": memory_aid, **helps}))
    return found if given["seats"] is None else found.driven_by(read_seats(str(given["seats"])))


def _race_laps(laps: Laps) -> int:
    if isinstance(laps, tuple):
        raise Refused(_("A list of laps is for a season; give one number for a single race."))
    return laps


def _sets(text: str) -> tuple[str, ...]:
    """Return the sets in a comma-separated list, and always the base set, in the game's order. Raises Refused."""
    names = {name: PRESETS[name].name for name in SETS}
    chosen = {named(each, names) or each for each in listed(text)}
    check_sets(sorted(chosen))
    return tuple(name for name in SETS if name in chosen or name == BASE_SET)


def _handicap(text: str) -> tuple[str, int]:
    """Return the driver and the Heat of "SEAT=N". Raises Refused."""
    who, _sign, heat = text.replace("＝", "=").rpartition("=")
    try:
        figure = int(heat)
    except ValueError:
        who, figure = "", 0
    if not who.strip():
        raise Refused(N_("A handicap is written SEAT=N, such as {example}."), example="--handicap Ada=1")
    return who.strip(), figure


def _season_level(level: Level) -> Level:
    if level == NO_GARAGE:
        raise Refused(_("A season is always raced with the garage; choose basic, advanced or both."))
    return level


def _event(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise Refused(
            N_("{text} is not an event; give event numbers separated by commas, such as {example}."),
            text=quoted(text),
            example="--events 2,8,11",
        )
    return number


OF_A_RACE: Final[Mapping[str, Callable[..., object]]] = {
    "track": read_track,
    "seats": read_seats,
    "sets": _sets,
    "laps": _race_laps,
    "handicap": lambda texts: tuple(map(_handicap, texts)),
}
"""The functions that convert or check the values of a race's options, by option, in the order in which they run."""
OF_A_SEASON: Final[Mapping[str, Callable[..., object]]] = {
    "seats": read_seats,
    "garage": _season_level,
    "sets": _sets,
    "tracks": lambda text: tuple(map(read_track, listed(text))),
    "events": lambda text: tuple(map(_event, listed(text))),
    "handicap": OF_A_RACE["handicap"],
}
"""The functions that convert or check the values of a season's options, by option, in the order in which they run."""


def resumed(name: str) -> Match:
    """Open the saved race called `name`, or the latest unfinished one if `name` is empty, and return its match.

    Raises Refused, and Held if another program has it open.
    """
    store = player_saves()
    if not name:
        latest = store.glance()
        if latest is None:
            raise Refused(_("No unfinished race is saved; start a new one."))
        name = latest.name
    return Match.open(store, name)


def named_in(given: Given) -> list[str]:
    """Return the names of the options that were typed."""
    source = click.get_current_context().get_parameter_source
    return [name for name in given if source(name) is ParameterSource.COMMANDLINE]


def refuse_beside(given: Given, option: str, allowed: Collection[str]) -> None:
    """Raise Refused for given options that are neither `allowed` nor settings, because `option` decides everything."""
    ignored = [
        _spelled(name, given[name]) for name in named_in(given) if name not in allowed and not name.startswith(SETTING)
    ]
    if ignored:
        raise Refused(
            N_("{option} decides how the race is set up; leave out {given}."), option=option, given=row(ignored)
        )


def refuse_ignored(given: Given, *, season: bool) -> None:
    """Raise Refused for given options that would be ignored: by a season if `season`, else by a single race."""
    ignored = [_spelled(name, given[name]) for name in named_in(given) if name in (OF_RACES if season else CALENDAR)]
    if ignored and season:
        raise Refused(N_("Leave out {given}, which a season does not take."), given=row(ignored))
    if ignored:
        words = N_("{option} is for a custom season; add {season}.")
        raise Refused(words, option=ignored[0], season="--season custom")


def _spelled(name: str, value: object) -> str:
    """Return the option as it was typed: `--no-weather` for a flag that was switched off."""
    on, _slash, off = (RACE[name].flag if name in RACE else f"--{name}").partition("/")
    return off if off and value is False else on
