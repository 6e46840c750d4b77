"""Questions before a race or a season: its open options, the names for a challenge, and saves open elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

from heat_tui.drivers.kinds import KINDS, PERSON
from heat_tui.game.book.pages import climbed, rung_words
from heat_tui.game.setup import race_options
from heat_tui.game.setup.challenge import Challenge
from heat_tui.game.setup.options import ADVANCED, BASE_GAME, MOST_CARS, MOST_LAPS, PRESETS, RACE, Options, Seat
from heat_tui.game.setup.race_options import read_track
from heat_tui.game.setup.season_options import season_setup
from heat_tui.game.setup.seats import read_seats, whole_number
from heat_tui.game.table.match import Match
from heat_tui.game.telling.story import Story, state_lines
from heat_tui.language import N_, _, choice, listing, row, translated
from heat_tui.plain.console import Console, EndOfInput, matching
from heat_tui.store.book import Book
from heat_tui.store.locks import Held
from heat_tui.store.reading import BadFile
from heat_tui.store.saves import SaveStore, player_saves
from heat_tui.store.schema import Refused, named
from heat_tui.store.tracks import load_track, track_ids
from heat_tui.typesetting import folded, narrow
from heat_tui.words.names import quoted

T = TypeVar("T")

CHECKS_EVERY: Final = 1.0
"""The seconds between two checks on whether another program still has a save open."""


def ask_open(options: Options, console: Console) -> Options:
    """Ask for the preset, track, drivers, Legends and laps of a race, if they are open, and return the race's options.

    The preset is asked for only if another option is open and no advanced rule is set. An empty answer takes the
    default. Raises EndOfInput, and Refused before the first question for errors that no answer could correct.
    """
    race_options.check_race(options)
    grid = options.legends if options.cars is None else options.cars
    if options.seats and None not in (options.track, options.laps, grid):
        return options
    console.say(_("Set up the race. Press Enter to take the default in brackets; type ? for help."))
    if options.preset is None and all(getattr(options, name) is None for name in ADVANCED):
        options = race_options.with_defaults(replace(options, preset=_ask_preset(console, options)))
    track = options.track if options.track is not None else _ask_track(console, options)
    options = replace(options, track=track)
    seats = options.seats or _ask_drivers(console, lambda seats: race_options.check_race(replace(options, seats=seats)))
    console.say(*_ladder(seats, track))
    legends = options.legends
    if legends is None and options.cars is None:
        legends = _ask_legends(console, len(seats), least=int(bool(options.aggressive)))
    laps = options.laps
    if laps is None:
        laps = _ask_number(console, "laps", load_track(track).laps, 1, MOST_LAPS)
    return replace(options, seats=seats, legends=legends, laps=laps)


def ask_names(challenge: Challenge, console: Console) -> Challenge:
    """Ask for the names of a challenge's people, if any, and return the challenge with them. Raises EndOfInput."""
    if not challenge.persons:
        return challenge
    question = _("{question} [{default}]:").format(question=challenge.question, default=challenge.proposed)
    how = _("Type the names separated by commas, one for each person in the race.")
    return _ask(console, question, how, challenge.proposed, lambda text: challenge.driven_by(read_seats(text)))


def ask_open_season(options: Options, console: Console) -> Options:
    """Ask for the drivers of a season and the number of its Legends, unless they are given, and return the options.

    Raises EndOfInput, and Refused before the first question for errors that no answer could correct.
    """
    open_legends, least = options.legends is None, int(bool(options.aggressive))
    trial = replace(options, legends=least) if open_legends else options
    season_setup(race_options.with_anybody(trial))
    if options.seats and not open_legends:
        return options
    console.say(_("Set up the season. Press Enter to take the default in brackets; type ? for help."))
    seats = options.seats or _ask_drivers(console, lambda seats: season_setup(replace(trial, seats=seats)))
    options = replace(options, seats=seats)
    if open_legends:
        options = replace(options, legends=_ask_legends(console, len(options.seats), least=least))
    return options


def _ask_for(console: Console, name: str, default: object, read: Callable[[str], T], *more: str, **facts: object) -> T:
    """Ask for the value of an option; `facts` fill the gaps in its help, and `more` are further lines of help."""
    how = [translated(RACE[name].answers).format(default=default, **facts), *more]
    return _ask(console, translated(RACE[name].question).format(default=default), "\n".join(how), str(default), read)


def _ask(console: Console, question: str, how: str, default: str, read: Callable[[str], T]) -> T:
    """Ask until `read` accepts the answer (`default` if empty), and return its result; "?" or "help" shows `how`."""
    while True:
        answer = console.ask(question)
        if folded(answer) in ("?", "help"):
            console.say(how)
            continue
        try:
            return read(answer or default)
        except Refused as reason:
            console.say(str(reason))


def _ask_preset(console: Console, options: Options) -> str:
    allowed = []
    for preset in PRESETS:
        with suppress(Refused):
            race_options.check_race(replace(options, preset=preset))
            allowed.append(preset)
    words = [
        _("{preset}: {words}").format(preset=preset, words=translated(PRESETS[preset].words)) for preset in allowed
    ]

    def read(text: str) -> str:
        preset = named(text, {name: PRESETS[name].name for name in allowed})
        if preset is None:
            reason = N_("{text} is not one of the presets; type {allowed}.")
            raise Refused(reason, text=quoted(text), allowed=choice(allowed))
        return preset

    return _ask_for(console, "preset", BASE_GAME, read, *words)


def _ask_track(console: Console, options: Options) -> str:
    def read(text: str) -> str:
        track = read_track(text)
        race_options.check_race(replace(options, track=track))
        return track

    default = race_options.MARKED_TRACK if options.aggressive else options.default_track
    return _ask_for(console, "track", default, read, tracks=row(track_ids()))


def _ask_drivers(console: Console, check: Callable[[tuple[Seat, ...]], object]) -> tuple[Seat, ...]:
    """Ask for the drivers; `check` raises Refused for drivers who do not fit the options so far."""

    def read(text: str) -> tuple[Seat, ...]:
        seats = read_seats(text)
        check(seats)
        return seats

    automated = listing([f"@{kind}" for kind in KINDS])
    return _ask_for(console, "seats", _("Player 1"), read, automated=automated)


def _ladder(seats: tuple[Seat, ...], track: str) -> list[str]:
    """Return a line with the ladder's rungs on a track, or the reason why the book cannot be read.

    A tick marks a rung that the first person has climbed. The list is empty without a person, a book or rungs.
    """
    person, book = next((seat.name for seat in seats if seat.controller == PERSON), None), player_saves().book
    if person is None or book is None:
        return []
    try:
        with Book(book).reading() as select:
            words = rung_words(climbed(select), person, track)
    except BadFile as reason:
        return [str(reason)]
    return [words] if words else []


def _ask_legends(console: Console, drivers: int, *, least: int) -> int:
    most = MOST_CARS - drivers
    default = min(max(race_options.DEFAULT_LEGENDS.get(drivers, 0), least), most)
    return _ask_number(console, "legends", default, least, most)


def _ask_number(console: Console, name: str, default: int, least: int, most: int) -> int:
    def read(text: str) -> int:
        number = whole_number(text)
        if number is None or not least <= number <= most:
            reason = N_("{text} is not a number from {least} to {most}.")
            raise Refused(reason, text=quoted(text), least=least, most=most)
        return number

    return _ask_for(console, name, default, read, least=least, most=most)


WATCH, WAIT, TAKE, QUIT = "watch", "wait", "take", "quit"


def ask_about(held: Held, store: SaveStore, console: Console) -> Match:
    """Ask what to do about a race that another program has open, and return its match once it may be played here.

    If the player only watches, show the latest round and ask again. Raises BadFile, and Held if the player quits, the
    input ends, or another program opens the race first.
    """
    console.say(str(held))
    words = {"watch": WATCH, "wait": WAIT, "take": TAKE, "quit": QUIT}
    how = _(
        "{watch} shows the latest round, {wait} resumes the race once the other program has left it, {take} takes it "
        "over now, {quit} stops."
    )
    while True:
        question = _("Type {watch}, {wait}, {take} over or {quit}:")
        try:
            typed = narrow(console.ask(question.format(**words))).split()
        except EndOfInput as end:
            raise held from end
        word = None
        with suppress(Refused):
            word = matching(typed[0], words.values()) if typed else None
        if word == QUIT:
            raise held
        if word == WATCH:
            looked_at = Match.look_on(store, held.name)
            console.say(*Story(looked_at).rounds(1), *state_lines(looked_at))
        elif word is None:
            console.say(how.format(**words))
        else:
            while word == WAIT and store.holder(held.name) is not None:
                time.sleep(CHECKS_EVERY)
            return Match.open(store, held.name, take_over=word == TAKE)
