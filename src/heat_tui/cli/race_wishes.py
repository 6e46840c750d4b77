"""What the options of a race wish for, whichever front end races."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import cast

from heat_tui.cli.failures import BadInput
from heat_tui.cli.race_options import RaceArguments, RuleArguments
from heat_tui.cli.season_options import Laps
from heat_tui.cli.setting_options import SettingArguments
from heat_tui.engine import IllegalSetup
from heat_tui.files.folders import saves_folder
from heat_tui.files.refusals import BadFile
from heat_tui.files.saves import SaveStore
from heat_tui.language import _
from heat_tui.prose import refusal
from heat_tui.prose.names import listing, quoted
from heat_tui.session import Match
from heat_tui.table.presets import BASE_SET, SETS
from heat_tui.table.seats import BadSeats, read_seats
from heat_tui.table.wishes import BadWishes, Wishes, settled, tutorial_wishes

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
