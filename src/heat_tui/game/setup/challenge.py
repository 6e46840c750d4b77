"""Challenges: a short code for a race to share, perhaps with a result to beat, and the race of the day.

A code is the format, the contents and a two-character checksum in Crockford's Base32: see `docs/challenges.md`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from datetime import date
from typing import Final

from heat_tui.drivers.kinds import CONTROLLERS, PERSON
from heat_tui.engine.record import record
from heat_tui.engine.rng import stream
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.exact import add_up
from heat_tui.game.setup.last_setup import last_names
from heat_tui.game.setup.options import (
    BASE_GAME,
    BASE_SET,
    CODED,
    FIRST_TRACK,
    PRESETS,
    RACE,
    SETS,
    Controller,
    Options,
    Seat,
    completed,
)
from heat_tui.game.setup.race_options import MOST_SEED, check_race, race_setup
from heat_tui.game.setup.seats import seats_for
from heat_tui.language import N_, _, ngettext, row, translated
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.store import saved_race
from heat_tui.store.codes import LETTERS, MISREAD
from heat_tui.store.saved_race import RULES_VERSION, Target
from heat_tui.store.schema import Option, Refused, with_values
from heat_tui.store.track_format import LONGEST_ID, track_data
from heat_tui.store.tracks import BOARDS, list_tracks, load_track
from heat_tui.typesetting import narrow
from heat_tui.words.names import place_in_race, quoted, track_name

FORMAT: Final = 1
"""The version of the codes, raised when the meaning of old codes or the races of the day change."""

GROUP: Final = 4
"""The number of characters between two hyphens of a code."""

MOST_CHARACTERS: Final = 200
MOST_ROUNDS: Final = 1000
LONGEST_RIVAL: Final = 16
"""The maximum number of characters of the target driver's name in a code."""


@record
class Challenge:
    """A race to share, and the result to beat, if any; `name` is the name for its save, "" to make one up.

    `options` have made-up names for the people, which `driven_by` replaces.
    """

    options: Options
    target: Target | None = None
    name: str = field(default="", compare=False)

    @property
    def persons(self) -> int:
        """The number of people who race."""
        return self.options.controllers.count(PERSON)

    @property
    def setup(self) -> RaceSetup:
        """The setup of the race. Raises Refused."""
        return race_setup(self.options)

    @property
    def code(self) -> str:
        """The code of the challenge. Raises Refused."""
        return code_of(self.setup, self.options.controllers, self.target)

    @property
    def proposed(self) -> str:
        """Suggested names for the people, comma-separated: from the last race if it had enough, else from `options`."""
        names = last_names()
        own = [seat.name for seat in self.options.seats if seat.controller == PERSON]
        return ",".join(names[: self.persons] if len(names) >= self.persons else own)

    @property
    def question(self) -> str:
        """The question that asks for the people's names."""
        words = ngettext("Your name", "The names of the {count} drivers, separated by commas", self.persons)
        return words.format(count=self.persons)

    def driven_by(self, seats: Sequence[Seat]) -> Challenge:
        """Return the challenge with the names of these people, in order. Raises Refused."""
        for seat in seats:
            if seat.controller != PERSON:
                own = N_("{name} is an automated driver, and the challenge chooses those; give only people's names.")
                raise Refused(own, name=quoted(seat.name))
        if not self.persons:
            raise Refused(_("No people drive in this race; leave the names out."))
        if len(seats) != self.persons:
            differ = N_("The names ({names}) do not match the people in this race ({persons}); give one for each.")
            raise Refused(differ, names=len(seats), persons=self.persons)
        handicap = [seat.handicap for seat in self.options.seats]
        named = seats_for(self.options.controllers, handicap, [seat.name for seat in seats])
        return replace(self, options=replace(self.options, seats=named))

    def lines(self) -> list[str]:
        """Return a description of the race: track and laps, drivers, rules, and the target if any. Raises BadFile."""
        options, track = self.options, load_track(self.options.track or FIRST_TRACK)
        laps = options.laps if isinstance(options.laps, int) else track.laps
        drivers = [
            _("{name} (handicap {heat})").format(name=seat.name, heat=seat.handicap) if seat.handicap else seat.name
            for seat in options.seats
        ]
        if legends := options.legends:
            drivers.append(ngettext("{count} Legend", "{count} Legends", legends).format(count=legends))
        changed = [RACE[name] for name in _changed(options) if name not in ("laps", "legends")]
        values = [(each.label, each.choices[getattr(options, each.name)]) for each in changed]
        form = _("{option}: {value}")
        rules = [form.format(option=translated(label), value=translated(value)) for label, value in values]
        lines = [
            _("{track}, {laps}").format(
                track=track_name(track), laps=ngettext("{count} lap", "{count} laps", laps).format(count=laps)
            ),
            _("Drivers: {drivers}").format(drivers=row(drivers)),
            _("Rules: {rules}").format(rules=row(rules) or translated(PRESETS[BASE_GAME].name)),
        ]
        if self.target is not None:
            target = _("{name}, {result}").format(name=self.target.name, result=result_words(self.target))
            lines.append(_("Target: {target}").format(target=target))
        return lines


def result_words(result: Target) -> str:
    """Return a result in words: "second place in 14 rounds"."""
    words = ngettext("{place} in {rounds} round", "{place} in {rounds} rounds", result.rounds)
    return words.format(place=place_in_race(result.place), rounds=result.rounds)


def code_of(setup: RaceSetup, controllers: Sequence[Controller], target: Target | None = None) -> str:
    """Return the code of a race that starts with these controllers, with the result to beat, if any."""
    options = options_of(setup, controllers)
    bits = "".join([_number(RULES_VERSION, 4), *_track_bits(setup.track), *_option_bits(options)])
    bits += _number(setup.seed, 10) + "".join(_target_bits(target))
    bits += "0" * (-len(bits) % 5)
    symbols = [FORMAT, *(int(bits[start : start + 5], 2) for start in range(0, len(bits), 5))]
    code = "".join(LETTERS[each] for each in (*symbols, *_checksum(symbols)))
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def read_code(text: str) -> Challenge:
    """Return the challenge in a code; its case, blanks and hyphens do not matter. Raises Refused."""
    symbols = _symbols(text)
    if len(symbols) <= 3 or _checksum(symbols[:-2]) != symbols[-2:]:
        raise _typing_error()
    _refuse_other(symbols[0], FORMAT, _OTHER_FORMAT)
    bits = _Bits("".join(f"{each:05b}" for each in symbols[1:-2]))
    _refuse_other(bits.number(4), RULES_VERSION, _OTHER_RULES)
    track = _track_in(bits)
    options, seed = _options_in(bits), bits.number(10)
    target = _target_in(bits)
    bits.end()
    if seed > MOST_SEED:
        raise _typing_error()
    options = replace(options, track=track, seed=seed)
    check_race(options)
    return Challenge(options, target)


def _refuse_other(found: int, known: int, messages: tuple[str, str]) -> None:
    """Raise Refused for a version other than `known`, with the first message if it is newer, else the second."""
    if found != known:
        raise Refused(messages[found < known], version=found, known=known)


_OTHER_FORMAT: Final = (
    N_("This code has format {version}, and this version of the game reads format {known}; update the game."),
    N_("This code has format {version}, and this version of the game reads format {known}; ask for a new code."),
)
_OTHER_RULES: Final = (
    N_("This code is for version {version} of the rules, and this game plays version {known}; update the game."),
    N_("This code is for version {version} of the rules, and this game plays version {known}; ask for a new code."),
)


def options_of(setup: RaceSetup, controllers: Sequence[Controller]) -> Options:
    """Return the options that make this race, without the people's names and with defaults left unset."""
    rules = {module.name: module for module in setup.modules}
    legends, garage = rules.get(Legends.name), rules.get(Garage.name)
    options = with_values(Options(), {name: _value_in(setup, RACE[name]) for name in CODED})
    seats, laps = seats_for(controllers, setup.handicap), None if setup.laps == setup.track.laps else setup.laps
    options = replace(options, track=setup.track.id, seats=seats, laps=laps, seed=setup.seed)
    if isinstance(legends, Legends):
        options = replace(options, legends=legends.count, pro=legends.pro, aggressive=legends.aggressive)
    if isinstance(garage, Garage):
        own = tuple(name for name in SETS if name in (BASE_SET, setup.track.set))
        sets = None if garage.sets == own else garage.sets
        options = replace(options, garage=garage.level, draft=garage.draft, sets=sets)
    return with_values(options, {name: RACE[name].default for name in CODED if name not in _changed(options)})


def _value_in(setup: RaceSetup, option: Option) -> object:
    """Return an option's value in a race: its module's presence, a field of the module or setup, or the default."""
    rule = next((module for module in setup.modules if module.name == (option.module or option.name)), None)
    if option.is_switch and not hasattr(setup, option.name):
        return rule is not None
    return getattr(rule or setup, option.name, option.default)


def _changed(options: Options) -> list[str]:
    """Return the names of the coded options that differ from their defaults."""
    default, said = completed(Options()), completed(options)
    return [name for name in CODED if getattr(said, name) != getattr(default, name)]


# The races of the day


_DAYS: Final[tuple[tuple[Options, tuple[Controller, ...]], ...]] = (
    (Options(legends=3), ()),
    (Options(legends=2, weather=True), ("steady",)),
    (Options(legends=3, pro=2, garage="basic", draft="deal"), ()),
    (Options(legends=1, tournament=True, mulligan=True), ("champion", "gambler", "shadow")),
    (Options(legends=2, garage="both", weather=True), ("steady", "miser")),
    (Options(legends=2, preset="everything"), ("champion", "cautious")),
    (Options(legends=3, laps=1), ("champion", "gambler", "shadow", "novice")),
)
"""The races from Monday to Sunday: the options, and the kinds of the automated drivers, seated after the person."""

WALKOVERS: Final = ("mexico", "spain")
"""The tracks where Legends alone are no rivals: Champion almost always beats them there."""


def race_of_day(day: date) -> Challenge:
    """Return the race of the day, the same everywhere; on `WALKOVERS`, Champion joins if the rivals are all Legends."""
    track, (options, rivals) = BOARDS[day.toordinal() % len(BOARDS)], _DAYS[day.weekday()]
    controllers = (PERSON, *(rivals or (("champion",) if track in WALKOVERS else ())))
    setup = race_setup(replace(options, track=track, seats=seats_for(controllers), seed=seed_of_day(day)))
    return Challenge(options_of(setup, controllers), name=f"daily-{day}")


def seed_of_day(day: date) -> int:
    """Return the seed of a date's race."""
    return stream(FORMAT, day.toordinal()) % 10**6


def today() -> date:
    """Return the player's local date."""
    return saved_race.now().astimezone().date()


def read_day(text: str) -> date:
    """Return the date in a text such as 2026-11-22. Raises Refused."""
    try:
        return date.fromisoformat(narrow(text))
    except ValueError as error:
        words = N_("{text} is not a date; write year, month and day, such as {example}.")
        raise Refused(words, text=quoted(text), example="2026-11-22") from error


# Bits


class _Bits:
    """The bits of a code, read from the front."""

    def __init__(self, bits: str) -> None:
        self._bits = bits

    def take(self, count: int) -> int:
        """Read the number in the next `count` bits. Raises Refused if they are missing."""
        if count > len(self._bits):
            raise _typing_error()
        taken, self._bits = self._bits[:count], self._bits[count:]
        return int(taken, 2)

    def number(self, size: int) -> int:
        """Read the next number: parts of `size` bits, each after a bit that is 0 for the last part. Raises Refused."""
        value, more = 0, 1
        while more:
            more = self.take(1)
            value = value << size | self.take(size)
        return value

    def text(self, most: int) -> str:
        """Read the next text, of at most `most` characters. Raises Refused."""
        found = ""
        while number := self.number(5):
            code = number ^ (_SMALL if found else _CAPITAL)
            if code > 0x10FFFF or not chr(code).isprintable() or len(found) == most:
                raise _typing_error()
            found += chr(code)
        return found

    def end(self) -> None:
        """Raise Refused unless only the padding bits of the last character are left."""
        if len(self._bits) > 4 or "1" in self._bits:
            raise _typing_error()


CODED_CONTROLLERS: Final = (*[each for each in CONTROLLERS if each != "club"], "club")
"""The controllers by their numbers in codes; a new kind has to go at the end, so that old codes keep their meaning."""


def _number(value: int, size: int) -> str:
    """Return a number in parts of `size` bits, highest first, each after a bit that says whether another follows."""
    parts = [value & ((1 << size) - 1)]
    while value := value >> size:
        parts.insert(0, value & ((1 << size) - 1))
    last = len(parts) - 1
    return "".join(f"{int(place < last)}{part:0{size}b}" for place, part in enumerate(parts))


_SMALL, _CAPITAL = 0x60, 0x40
"""The code points before `a` and `A`, so that letters are written as 1 to 26; 0 ends a text."""


def _text_bits(text: str) -> Iterator[str]:
    """Yield the bits of a text; a capital at the start and lower-case letters after it take the fewest."""
    for place, letter in enumerate(text):
        yield _number(ord(letter) ^ (_SMALL if place else _CAPITAL), 5)
    yield _number(0, 5)


def _option_bits(options: Options) -> Iterator[str]:
    """Yield the bits of the controllers, the handicaps, and the options that differ from their defaults."""
    changed = _changed(options)
    yield f"{len(options.seats) - 1:03b}"
    yield from (_number(CODED_CONTROLLERS.index(each), 3) for each in options.controllers)
    handicaps = [seat.handicap for seat in options.seats]
    yield str(int(any(handicaps)))
    yield from (f"{heat:02b}" for heat in handicaps if any(handicaps))
    yield _number(add_up(1 << CODED.index(name) for name in changed), 4)
    for name in changed:
        option, value = RACE[name], getattr(options, name)
        if not option.is_switch:
            yield _number([*option.choices].index(value) if option.choices else value, 3)


def _options_in(bits: _Bits) -> Options:
    """Return the options of a code, without track and seed. Raises Refused."""
    controllers = []
    for _seat in range(bits.take(3) + 1):
        number = bits.number(3)
        if number >= len(CODED_CONTROLLERS):
            raise _too_new()
        controllers.append(CODED_CONTROLLERS[number])
    handicap = [bits.take(2) for _controller in controllers] if bits.take(1) else []
    mask = bits.number(4)
    if mask >> len(CODED):
        raise _too_new()
    values: dict[str, object] = {}
    for name in (name for place, name in enumerate(CODED) if mask >> place & 1):
        option = RACE[name]
        value: object = True if option.is_switch else bits.number(3)
        if option.choices and isinstance(value, int) and not option.is_switch:
            choices = [*option.choices]
            if value >= len(choices):
                raise _too_new()
            value = choices[value]
        values[name] = value
    return with_values(Options(seats=seats_for(controllers, handicap)), values)


def _target_bits(target: Target | None) -> Iterator[str]:
    yield str(int(target is not None))
    if target is not None:
        yield _number(target.rounds, 4)
        yield f"{target.place - 1:03b}"
        yield from _text_bits(target.name[:LONGEST_RIVAL].replace("`", "'").replace("@", "-"))


def _target_in(bits: _Bits) -> Target | None:
    if not bits.take(1):
        return None
    rounds, place = bits.number(4), bits.take(3) + 1
    name = bits.text(LONGEST_RIVAL)
    if not name or not 1 <= rounds <= MOST_ROUNDS:
        raise _typing_error()
    return Target(name=name, rounds=rounds, place=place)


# The track


def digest(track: Track) -> int:
    """Return the first 24 bits of the SHA-256 of a track's data without its id."""
    text = json.dumps({**track_data(track), "id": ""}, sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:3], "big")


def _track_bits(track: Track) -> Iterator[str]:
    """Yield the bits of a track: the number of a printed board; for any other track, 0, its digest and its id."""
    known = track.id in BOARDS and load_track(track.id) == track
    yield _number(BOARDS.index(track.id) + 1 if known else 0, 3)
    if not known:
        yield f"{digest(track):024b}"
        yield from _text_bits(track.id)


def _track_in(bits: _Bits) -> str:
    """Return the local id of the track that a code names. Raises Refused."""
    number = bits.number(3)
    if number > len(BOARDS):
        raise _too_new()
    if number:
        return BOARDS[number - 1]
    wanted, name = bits.take(24), bits.text(LONGEST_ID)
    tracks = [each.track for each in list_tracks() if isinstance(each.track, Track)]
    for track in tracks:
        if digest(track) == wanted:
            return track.id
    missing = N_(
        "The track {track} of this code is missing; ask for its track file or a save of a race on it, and import that "
        "with {command}."
    )
    differs = N_(
        "Your track {track} is not the one in this code; ask for its track file or a save of a race on it, and import "
        "that with {command}."
    )
    there = any(track.id == name for track in tracks)
    raise Refused(differs if there else missing, track=quoted(name), command="heat-tui tracks import FILE")


# Characters


def _typing_error() -> Refused:
    return Refused(_("This code has a typing error, or a part of it is missing; compare it with the original."))


def _too_new() -> Refused:
    return Refused(_("This code contains something that this version of the game does not know; update the game."))


_HYPHENS: Final = "-\u2010\u2011\u2012\u2013\u2014\u2212\u30fc_"


def _symbols(text: str) -> list[int]:
    """Return the characters of a code as numbers from 0 to 31. Raises Refused."""
    plain = [each for each in narrow(text).upper() if not each.isspace() and each not in _HYPHENS]
    if not plain:
        raise Refused(_("No code was typed; a code is made of letters and digits, in groups of four."))
    if len(plain) > MOST_CHARACTERS:
        raise Refused(N_("This is too long for a code; one has at most {most} characters."), most=MOST_CHARACTERS)
    letters = "".join(plain).translate(MISREAD)
    for place, letter in enumerate(letters):
        if letter not in LETTERS:
            before = place - place % GROUP
            group = quoted("".join(plain[before : before + GROUP]))[1:-1]
            wrong = N_("{character} in group {number} ({group}) cannot be in a code; check that group.")
            raise Refused(wrong, character=quoted(plain[place]), number=before // GROUP + 1, group=group)
    return [LETTERS.index(each) for each in letters]


def _checksum(symbols: Iterable[int]) -> list[int]:
    """Return the two symbols of a Reed-Solomon checksum: the remainder of division by (x - 2)(x - 4).

    It detects any single wrong character, any swap of two adjacent characters and, in a code of at most 31 characters,
    any two wrong characters.
    """
    high = low = 0
    for each in symbols:
        high, low = low ^ _times(each ^ high, 2 ^ 4), _times(each ^ high, 2 * 4)
    return [high, low]


def _times(one: int, other: int) -> int:
    """Return the product of two symbols in the field of 32 elements, modulo x^5 + x^2 + 1."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one <<= 1
        if one & 0b100000:
            one ^= 0b100101
        other >>= 1
    return product
