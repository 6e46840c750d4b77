"""A race in lines: from the options, or from a save."""

from __future__ import annotations

from heat_tui.cli.failures import BadInput, Broke, code_of_lost_stream
from heat_tui.cli.race_options import RaceArguments
from heat_tui.engine import IllegalSetup
from heat_tui.files.folders import saves_folder
from heat_tui.files.refusals import BadFile
from heat_tui.files.save_writing import save_text
from heat_tui.files.saves import SaveStore
from heat_tui.language import _
from heat_tui.plain.asking import ask_open
from heat_tui.plain.console import Console, EndOfInput
from heat_tui.plain.table import Table
from heat_tui.prose import refusal
from heat_tui.session import Match
from heat_tui.table.interruptions import Interruptions
from heat_tui.table.lessons import Tutor
from heat_tui.table.seats import BadSeats, read_seats
from heat_tui.table.wishes import BadWishes, Wishes, made, tutorial_wishes

_WITH_TUTORIAL = ("drivers", "seed", "open_table", "tutorial")
"""What may be said beside --tutorial."""


def race_in_lines(arguments: RaceArguments, interruptions: Interruptions) -> None:
    """Race at this terminal, or through this pipe. Raises BadInput, Broke, Interrupted."""
    console = Console()
    try:
        match = _match(arguments, console)
    except EndOfInput:
        console.say(_("The input ended before the race began; there is nothing to save."))
        return
    tutor = Tutor() if arguments["tutorial"] else None
    table = Table(match, console, interruptions=interruptions, tutor=tutor)
    try:
        table.race()
    except Exception as error:
        if isinstance(error, OSError) and code_of_lost_stream(error) is not None:
            raise
        raise Broke(save_text(match.saved())) from error


def _match(arguments: RaceArguments, console: Console) -> Match:
    """The race to be played."""
    if arguments["resume"] is not None:
        _refuse_others(arguments, "--resume", ("resume",))
        return _resumed(arguments["resume"])
    if arguments["tutorial"]:
        _refuse_others(arguments, "--tutorial", _WITH_TUTORIAL)
    try:
        wishes = ask_open(_wishes(arguments), console)
        setup = made(wishes)
        assert wishes.drivers is not None
        controllers = [seat.controller for seat in wishes.drivers]
        store = SaveStore(saves_folder())
        return Match.start(setup, controllers, store=store, open_table=arguments["open_table"])
    except (BadWishes, BadSeats) as reason:
        raise BadInput(str(reason)) from reason
    except IllegalSetup as error:
        raise BadInput(refusal(error.refusal)) from error


def _wishes(arguments: RaceArguments) -> Wishes:
    drivers = None if arguments["drivers"] is None else read_seats(arguments["drivers"])
    if arguments["tutorial"]:
        return tutorial_wishes(drivers, arguments["seed"])
    return Wishes(
        track=arguments["track"],
        drivers=drivers,
        cars=arguments["cars"],
        legends=arguments["legends"],
        laps=arguments["laps"],
        pro=arguments["pro"],
        mulligan=arguments["mulligan"],
        retire=arguments["retire"],
        memory_aid=arguments["memory_aid"],
        handicap=tuple(_handicap(text) for text in arguments["handicap"]),
        seed=arguments["seed"],
    )


def _resumed(name: str) -> Match:
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


def _refuse_others(arguments: RaceArguments, option: str, allowed: tuple[str, ...]) -> None:
    """Refuse what would be ignored beside an option that settles everything."""
    usual = {"pro": 0, "handicap": (), "memory_aid": True}
    usual |= dict.fromkeys(("mulligan", "retire", "open_table", "tutorial"), False)
    given = [
        "--" + name.replace("_", "-")
        for name, value in arguments.items()
        if name not in allowed and value != usual.get(name)
    ]
    if given:
        raise BadInput(
            _("{option} settles how the race is set up; leave out {given}.").format(
                option=option, given=", ".join(given)
            )
        )
