"""What the options of a race wish for, whichever front end races."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, cast

from heat_tui.cli.failures import BadInput
from heat_tui.cli.race_options import (
    CalendarArguments,
    Laps,
    LineArguments,
    RaceArguments,
    RuleArguments,
    SeasonArguments,
    SeasonRuleArguments,
    SettingArguments,
    SimArguments,
)
from heat_tui.engine import IllegalSetup
from heat_tui.game.match import Match
from heat_tui.game.presets import BASE_SET, NO_GARAGE, SETS
from heat_tui.game.season_wishes import FIRST_SEASON, SeasonLevel, SeasonWishes
from heat_tui.game.seats import BadSeats, read_seats, whole_number
from heat_tui.game.wishes import BadWishes, Wishes, settled, tutorial_wishes
from heat_tui.language import _
from heat_tui.store.paths import saves_folder
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import SaveStore
from heat_tui.words import refusal
from heat_tui.words.names import listing, quoted

_WITH_TUTORIAL = ("drivers", "seed", "open_table", "tutorial")
"""What may be said beside --tutorial."""


def wishes_of(arguments: RaceArguments, *, memory_aid: bool) -> Wishes:
    """The race that is wished for; `memory_aid` counts where the options say nothing of it.

    Raises BadInput, BadSeats and BadWishes.
    """
    if arguments["tutorial"]:
        refuse_beside(arguments, "--tutorial", _WITH_TUTORIAL)
    drivers = None if arguments["drivers"] is None else read_seats(arguments["drivers"])
    if arguments["tutorial"]:
        return tutorial_wishes(drivers, arguments["seed"])
    wishes = replace(
        rule_wishes(arguments, memory_aid=memory_aid),
        track=arguments["track"],
        drivers=drivers,
        cars=arguments["cars"],
        legends=arguments["legends"],
        laps=race_laps(arguments["laps"]),
        handicap=handicaps(arguments["handicap"]),
        seed=arguments["seed"],
    )
    return settled(wishes)


def rule_wishes(arguments: RuleArguments, *, memory_aid: bool) -> Wishes:
    """The rules that are wished for, with all else left open. Raises BadInput."""
    return Wishes(
        preset=arguments["preset"],
        garage=arguments["garage"],
        draft=arguments["draft"],
        sets=None if arguments["sets"] is None else read_sets(arguments["sets"]),
        weather=arguments["weather"],
        tournament=arguments["tournament"],
        aggressive=arguments["aggressive"],
        pro=arguments["pro"],
        mulligan=arguments["mulligan"],
        retire=arguments["retire"],
        memory_aid=memory_aid if arguments["memory_aid"] is None else arguments["memory_aid"],
    )


def race_laps(laps: Laps | None) -> int | None:
    """The laps of a single race. Raises BadInput where they are those of a season."""
    if isinstance(laps, tuple):
        raise BadInput(_("Laps of one race after the other are for a season; a race has one number of them."))
    return laps


def read_sets(text: str) -> tuple[str, ...]:
    """The sets of a list with commas and the base game, in the game's order. Raises BadInput."""
    named = {word.strip() for word in text.split(",")}
    for name in sorted(named - set(SETS)):
        raise BadInput(_("There is no set {name}; the sets are {sets}.").format(name=quoted(name), sets=listing(SETS)))
    return tuple(name for name in SETS if name in named or name == BASE_SET)


def handicaps(texts: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Drivers with the Heat that each is short of. Raises BadInput."""
    return tuple(_handicap(text) for text in texts)


def resumed(name: str) -> Match:
    """The saved race of that name, or the unfinished one that was played last, to go on with. Raises BadInput."""
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


def refuse_beside(arguments: RaceArguments, option: str, allowed: tuple[str, ...]) -> None:
    """Refuse what would be ignored beside an option that settles everything; a setting never is. Raises BadInput."""
    usual: dict[str, object] = {"pro": 0, "handicap": ()}
    usual |= dict.fromkeys(("mulligan", "retire", "open_table", "tutorial", "watch"), False)
    given = [
        "--" + name.replace("_", "-")
        for name, value in cast("Mapping[str, object]", arguments).items()
        if name not in allowed and name not in SettingArguments.__annotations__ and value != usual.get(name)
    ]
    if given:
        raise BadInput(
            _("{option} settles how the race is set up; leave out {given}.").format(
                option=option, given=", ".join(given)
            )
        )


@contextmanager
def refusals_told() -> Iterator[None]:
    """Turn whatever makes a race impossible into one sentence for the command line."""
    try:
        yield
    except (BadWishes, BadSeats) as reason:
        raise BadInput(str(reason)) from reason
    except IllegalSetup as error:
        raise BadInput(refusal(error.refusal)) from error


def _handicap(text: str) -> tuple[str, int]:
    """The driver and the Heat of "SEAT=N"."""
    who, sign, heat = text.rpartition("=")
    try:
        figure = int(heat)
    except ValueError:
        sign = ""
        figure = 0
    if not sign or not who.strip():
        raise BadInput(_("A handicap is written SEAT=N, such as {example}.").format(example="--handicap Ada=1"))
    return who.strip(), figure


OF_RACES: Final = ("track", "preset", "draft", "weather", "cars", "tutorial", "resume")
"""The options that say something of a single race only."""

OF_SIMULATED_RACES: Final = ("track", "preset", "draft", "weather")
"""Those of races that nobody watches, where cars are counted instead of named."""

_USUAL: Final = (None, False)
"""How an option stands that was not given."""


def season_wishes(arguments: SeasonArguments, *, memory_aid: bool) -> SeasonWishes:
    """The season that is wished for, without drivers where none are named; `memory_aid` is the setting.

    Raises BadInput and BadSeats.
    """
    drivers = () if arguments["drivers"] is None else read_seats(arguments["drivers"])
    return replace(season_rules(arguments, memory_aid=memory_aid), drivers=drivers, seed=arguments["seed"])


def season_rules(arguments: SeasonRuleArguments, *, memory_aid: bool) -> SeasonWishes:
    """The season that is wished for, all but its drivers and its seed. Raises BadInput."""
    tracks, events = arguments["tracks"], arguments["events"]
    return SeasonWishes(
        title=arguments["season"] or FIRST_SEASON,
        legends=arguments["legends"] or 0,
        pro=arguments["pro"],
        aggressive=bool(arguments["aggressive"]),
        tournament=bool(arguments["tournament"]),
        level=_level(arguments),
        sets=None if arguments["sets"] is None else read_sets(arguments["sets"]),
        laps=arguments["laps"],
        races=arguments["length"],
        tracks=None if tracks is None else tuple(each.strip() for each in tracks.split(",")),
        events=None if events is None else tuple(_event(each.strip()) for each in events.split(",")),
        mulligan=arguments["mulligan"],
        retire=arguments["retire"],
        memory_aid=memory_aid if arguments["memory_aid"] is None else arguments["memory_aid"],
        handicap=handicaps(arguments["handicap"]),
    )


def refuse_race_options(arguments: LineArguments | SimArguments, names: Collection[str]) -> None:
    """Refuse beside a season what would be ignored. Raises BadInput."""
    given = [f"--{name}" for name, value in arguments.items() if name in names and value not in _USUAL]
    if given:
        raise BadInput(
            _("A season settles its tracks and its rules; leave out {given}.").format(given=", ".join(given))
        )


def refuse_season_options(arguments: CalendarArguments) -> None:
    """Refuse without a season what would be ignored. Raises BadInput."""
    given = {"--length": arguments["length"], "--tracks": arguments["tracks"], "--events": arguments["events"]}
    for option, value in given.items():
        if value is not None:
            raise BadInput(
                _("{option} is for a custom season; ask for it with {season}.").format(
                    option=option, season="--season custom"
                )
            )


def _level(arguments: SeasonRuleArguments) -> SeasonLevel:
    level = arguments["garage"] or "both"
    if level == NO_GARAGE:
        raise BadInput(_("A season is always raced with the garage; take its basic upgrades, the advanced, or both."))
    return level


def _event(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise BadInput(
            _("{text} is no event; give their numbers with commas, such as {example}.").format(
                text=quoted(text), example="--events 2,8,11"
            )
        )
    return number
