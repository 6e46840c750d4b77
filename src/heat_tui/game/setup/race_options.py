"""Races from options: their defaults, their errors, and the resulting setup."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle, islice
from typing import Any, Final

from heat_tui.drivers.kinds import KINDS, PERSON, RUNGS
from heat_tui.drivers.legends import AS_STRONG
from heat_tui.engine.module import Module
from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import COLOURS, MOST_HANDICAP, RaceSetup, starting_list, table_rules
from heat_tui.engine.track import Track
from heat_tui.game.setup.options import (
    ADVANCED,
    BASE_SET,
    EXPANSIONS,
    FIRST_RACE,
    FIRST_TRACK,
    MOST_CARS,
    NO_GARAGE,
    PRESETS,
    RACE,
    RACE_FORM,
    SETS,
    Options,
    Seat,
    completed,
    switched_on,
)
from heat_tui.game.setup.seats import check_name, controller_name, driver_name, read_seats, whole_number
from heat_tui.language import N_, _, ngettext, row, translated
from heat_tui.modules import module_kind
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.weather import Weather
from heat_tui.store.reading import BadFile
from heat_tui.store.schema import Refused, named, non_defaults, with_values
from heat_tui.store.tracks import BUILT_IN_IDS, list_tracks, load_track
from heat_tui.typesetting import folded, narrow
from heat_tui.words.names import TRACKS, quoted, track_name
from heat_tui.words.refusals import refusal

MARKED_TRACK: Final = "japan"
"""The default track of a race with aggressive Legends, which not every track supports."""

DEFAULT_LEGENDS: Final = {1: 3, 2: 2, 3: 2}
"""The default number of Legends by the number of drivers (L1)."""

TUTORIAL_LEGENDS: Final = 2
FIRST_RACE_SEED: Final = 1627
"""The seed of the first race; its suggestions are written for the cards that this seed deals."""

MOST_SEED: Final = (1 << 63) - 1
ANYBODY: Final = (Seat("?"),)
"""A placeholder for the drivers when options are tried out before any driver is named."""


@contextmanager
def possible() -> Iterator[None]:
    """Raise Refused, in the player's language, for a setup that the engine refuses in the block."""
    try:
        yield
    except IllegalSetup as error:
        raise Refused(refusal(error.refusal)) from error


def tutorial_options(seats: tuple[Seat, ...], seed: int | None) -> Options:
    """Return the options of the first race (S7): one lap of the USA with two Legends, by default with its own seed."""
    seed = FIRST_RACE_SEED if seed is None else seed
    return Options(preset=FIRST_RACE, track=FIRST_TRACK, seats=seats, legends=TUTORIAL_LEGENDS, laps=1, seed=seed)


def with_defaults(options: Options) -> Options:
    """Return the options with unset rules filled in from the preset, if they name one. Raises Refused.

    The preset of the first race also fills in the track, Legends and laps. Aggressive Legends are not filled in,
    because they depend on the track; a draft and sets are filled in only if the garage has a use for them.
    """
    if options.preset is None:
        return options
    kind = options.kind
    if options.preset == FIRST_RACE:
        options = _as_first_race(options)
    open_rules = [name for name in ADVANCED if name != "aggressive" and getattr(options, name) is None]
    settled = with_values(options, {name: getattr(kind, name) for name in open_rules})
    if settled.garage == NO_GARAGE:
        settled = replace(settled, draft=options.draft)
    return settled if _has_advanced(settled.garage, settled.draft) else replace(settled, sets=options.sets)


def check_race(options: Options) -> None:
    """Build the race as a trial, with suitable values for unset options. Raises Refused."""
    options = with_defaults(with_anybody(options))
    open_legends = options.legends is None and options.cars is None
    trial = replace(
        options,
        track=options.track or (MARKED_TRACK if options.aggressive else FIRST_TRACK),
        legends=1 if open_legends and options.aggressive else options.legends,
    )
    race_setup(trial)


def with_anybody(options: Options) -> Options:
    """Return the options, with placeholders if no drivers are named: enough for the handicaps, and at least one."""
    if options.seats:
        return options
    handicapped = {folded(who): who for who, _heat in options.handicap}.values()
    names = [who for who in handicapped if whole_number(who) is None]
    last = max([1, *(whole_number(who) or 0 for who in handicapped)])
    names += map(str, range(len(names) + 1, min(last, MOST_CARS) + 1))
    return replace(options, seats=tuple(map(Seat, names)))


def race_setup(options: Options) -> RaceSetup:
    """Return the setup for options that name a track and drivers; an unset seed is random. Raises Refused."""
    options = with_defaults(options)
    assert options.track is not None
    assert not isinstance(options.laps, tuple)
    legends, track = legends_of(options), load_track(options.track)
    common = in_common(options)
    modules = (*_modules(options, track, legends), *declared(options))
    setup = RaceSetup(track=track, laps=options.laps, **common, modules=modules)
    with possible():
        starting_list(setup)
    return setup


def declared(options: Options) -> tuple[Module, ...]:
    """Return the module of each option that is on and names one in its attribute `module`."""
    asked = ((each, getattr(options, name)) for name, each in RACE.items() if each.module)
    return tuple(
        module_kind(each.module)(**({} if each.is_switch else {each.name: value})) for each, value in asked if value
    )


def in_common(options: Options) -> dict[str, Any]:
    """Return the fields that setups of races and seasons share; an unset seed is random. Raises Refused."""
    return {
        "seats": tuple(seat.name.strip() for seat in options.seats),
        **({"seed": options.seed, "chosen_seed": True} if options.seed is not None else drawn_seed()),
        "colours": tuple(seat.colour for seat in options.seats if seat.colour),
        "handicap": _handicaps(options),
        **table_rules(completed(options)),
    }


def drawn_seed() -> dict[str, Any]:
    """Return the fields of a setup for a random seed, which has too many bits to be guessed."""
    import secrets

    return {"seed": secrets.randbelow(MOST_SEED + 1), "chosen_seed": False}


def legends_of(options: Options) -> int:
    """Return the number of Legends. Raises Refused for a number out of range, or numbers that disagree (S1)."""
    drivers, legends, cars = len(options.seats), options.legends, options.cars
    if legends is not None and not 0 <= legends < MOST_CARS:
        raise Refused(
            N_("A race cannot have {legends} Legends; choose 0 to {most}."), legends=legends, most=MOST_CARS - 1
        )
    if cars is not None and not 1 <= cars <= MOST_CARS:
        raise Refused(N_("A race cannot have {count} cars; choose 1 to {most}."), count=cars, most=MOST_CARS)
    if cars is None:
        return legends or 0
    if cars < drivers:
        too_many = N_("The drivers ({drivers}) outnumber the cars ({cars}); choose more cars.")
        raise Refused(too_many, drivers=drivers, cars=cars)
    if legends is not None and legends != cars - drivers:
        differ = N_(
            "The drivers ({drivers}) and the Legends ({legends}) do not add up to the cars ({cars}); leave "
            "one of the numbers out."
        )
        raise Refused(differ, drivers=drivers, legends=legends, cars=cars)
    return cars - drivers


def _as_first_race(options: Options) -> Options:
    """Fill unset options with the values of the first race (S7). Raises Refused for advanced rules."""
    if switched_on(options) or options.draft or options.sets:
        raise Refused(_("The first race has no advanced rules; leave them out or choose another preset."))
    legends = options.legends
    if legends is None and options.cars is None:
        legends = min(TUTORIAL_LEGENDS, MOST_CARS - len(options.seats))
    return replace(
        options,
        track=FIRST_TRACK if options.track is None else options.track,
        legends=legends,
        laps=1 if options.laps is None else options.laps,
    )


def _modules(options: Options, track: Track, legends: int) -> Iterator[Module]:
    """Yield the modules besides the `declared` ones. Raises Refused for options that the race cannot have."""
    level, reasons = options.garage or NO_GARAGE, barred_in(replace(options, legends=legends), track)
    _refuse_barred(options, reasons)
    if legends:
        aggressive = options.aggressive is not False and (options.aggressive or options.kind.aggressive)
        yield Legends(legends, options.pro, aggressive=aggressive and "aggressive" not in reasons)
    if track.flooded or track.tunnel:
        yield Spaces()
    if options.weather:
        yield Weather()
    if level != NO_GARAGE:
        sets = tuple(name for name in SETS if name in (BASE_SET, track.set)) if options.sets is None else options.sets
        yield Garage(level, options.draft or "normal", (BASE_SET,) if "sets" in reasons else sets)


def _refuse_barred(options: Options, reasons: Mapping[str, str]) -> None:
    if options.draft == "deal" and options.garage == "advanced":
        raise Refused(_("Only basic upgrades can be dealt; choose a garage of basic upgrades, or a draft."))
    asked = replace(options, sets=tuple(name for name in options.sets or () if name != BASE_SET))
    for name, reason in reasons.items():
        if getattr(asked, name):
            if reason == translated(NEEDS_GARAGE):
                raise Refused(N_("{option} needs the garage."), option=RACE[name].flag)
            raise Refused(reason)


def _handicaps(options: Options) -> tuple[int, ...]:
    """Return the missing Heat of every seat (S6), () if none has a handicap. Raises Refused."""
    handicaps = [seat.handicap for seat in options.seats]
    for who, heat in options.handicap:
        seat = _seat(who, [folded(seat.name.strip()) for seat in options.seats])
        if not 0 <= heat <= MOST_HANDICAP:
            wrong = N_("{who} cannot have a handicap of {heat} Heat; choose 0 to {most}.")
            raise Refused(wrong, who=options.seats[seat].name.strip(), heat=heat, most=MOST_HANDICAP)
        handicaps[seat] = heat
    return tuple(handicaps) if any(handicaps) else ()


def _seat(who: str, names: Sequence[str]) -> int:
    """Return the seat, from 0, of a driver given by name or by number from 1. Raises Refused."""
    if folded(who) in names:
        return names.index(folded(who))
    number = whole_number(who)
    if number is None or not 1 <= number <= len(names):
        unknown = N_("The handicap names {who}, who is not in the race; name a driver, or a seat from 1 to {seats}.")
        raise Refused(unknown, who=quoted(who), seats=len(names))
    return number - 1


def is_marked(track: Track) -> bool:
    """Return whether the track has a space marked for aggressive Legends (L8)."""
    return any(corner.aggressive or corner.double_aggressive for corner in track.corners)


def _has_advanced(garage: str | None, draft: str | None) -> bool:
    """Return whether advanced upgrades are in play; the expansions have no others (H4, N3)."""
    return garage in ("advanced", "both") and draft != "deal"


NO_LEGENDS: Final = N_("Aggressive Legends need Legends in the race; add at least one.")
NEEDS_GARAGE: Final = N_("Needs the garage.")
_NO_GARAGE: Final = (None, NO_GARAGE)
_BARRIERS: Final[tuple[tuple[str, str, Callable[[Options, Track], bool]], ...]] = (
    ("draft", NEEDS_GARAGE, lambda options, _track: options.garage in _NO_GARAGE),
    ("sets", NEEDS_GARAGE, lambda options, _track: options.garage in _NO_GARAGE),
    (
        "sets",
        N_("The expansions have only advanced upgrades; choose a garage with advanced or all upgrades, and a draft."),
        lambda options, _track: not _has_advanced(options.garage, options.draft),
    ),
    (
        "aggressive",
        N_("{track} has no spaces marked for aggressive Legends; choose a track that has some."),
        lambda _options, track: not is_marked(track),
    ),
    ("aggressive", NO_LEGENDS, lambda options, _track: not options.legends),
)
"""The barriers to options: the option, the reason, and a test of whether it applies; the base set is never barred."""


def barred_in(options: Options, track: Track) -> dict[str, str]:
    """Return a sentence for each option that the race cannot have with its track, garage and Legends, by name."""
    reasons: dict[str, str] = {}
    for name, reason, applies in _BARRIERS:
        if name not in reasons and applies(options, track):
            reasons[name] = translated(reason).format(track=track_name(track))
    try:
        Weather().cars(RaceSetup(track, ()), ())
    except IllegalSetup as error:
        reasons["weather"] = refusal(error.refusal)
    return reasons


def watched(options: Options) -> Options:
    """Return the options of a race to watch, with a track and drivers filled in.

    If no drivers are named, drivers of each rung of the ladder in turn take the cars that Legends leave; by default,
    the race has as many cars as the ladder has rungs. Raises Refused for a person, or for too many drivers.
    """
    seats = options.seats
    if not seats:
        drivers = (len(RUNGS) if options.cars is None else options.cars) - (options.legends or 0)
        kinds = islice(cycle(reversed(RUNGS)), max(1, drivers))
        seats = read_seats(",".join(f"@{kind}" for kind in kinds))
    for seat in seats:
        if seat.controller == PERSON:
            person = N_("{name} is a person, and {option} shows only automated drivers; leave the name out.")
            raise Refused(person, name=seat.name, option="--watch")
    legends = 0 if options.cars is None and options.legends is None else options.legends
    return replace(options, track=options.track or options.default_track, seats=seats, legends=legends)


RIVAL_LEGENDS: Final = "legends"
"""The value that stands for Legends as rivals."""


def rivals_of(form: Options) -> str | None:
    """Return the only kind of rival that people have in a form, `RIVAL_LEGENDS` or a rung of the ladder, else None."""
    kinds = {seat.controller for seat in form.seats}
    if PERSON not in kinds or len(kinds) > 2 or (len(kinds) == 2) == bool(form.legends):
        return None
    (rivals,) = kinds - {PERSON} or {RIVAL_LEGENDS}
    return rivals if rivals in (RIVAL_LEGENDS, *RUNGS) else None


def with_rivals(form: Options, rivals: str) -> Options:
    """Return a form with its people, at least one, against `rivals`: Legends, or automated drivers of one kind."""
    seats = [seat for seat in form.seats if seat.controller == PERSON] or [Seat(driver_name(PERSON, ()), COLOURS[0])]
    count = min(DEFAULT_LEGENDS.get(len(seats), 1), MOST_CARS - len(seats))
    if rivals == RIVAL_LEGENDS:
        return replace(form, seats=tuple(seats), legends=count)
    for _number in range(count):
        seats.append(Seat(driver_name(rivals, [seat.name for seat in seats]), free_colour(seats), rivals))
    return replace(form, seats=tuple(seats), legends=0)


def default_race(seats: tuple[Seat, ...] = (), *, track: str = FIRST_TRACK, memory_aid: bool = True) -> Options:
    """Return a race under the standard rules, without handicaps, for these drivers or, if none are given, one person.

    With up to 3 drivers, Legends race too (L1).
    """
    drivers = tuple(replace(seat, handicap=0) for seat in seats) or (Seat(driver_name("person", ()), COLOURS[0]),)
    legends = DEFAULT_LEGENDS.get(len(drivers), 0)
    return completed(Options(track=track, seats=drivers, legends=legends, memory_aid=memory_aid))


def first_race(seats: tuple[Seat, ...], *, memory_aid: bool = True) -> Options:
    """Return the first race (S7) for these drivers: one lap of the USA, up to two Legends, no advanced rules."""
    legends = min(TUTORIAL_LEGENDS, MOST_CARS - len(seats))
    return replace(default_race(seats, memory_aid=memory_aid), legends=legends, laps=1)


def first_form(last: Options | None, asked: Options | None, *, memory_aid: bool) -> Options:
    """Return the initial form: the options asked for; the others from the last race, else from the standard rules.

    For the first race (S7), only the drivers come from the last race. A track asked for comes with its printed laps,
    and drivers with the default Legends, unless others are asked for. `memory_aid` is the player's setting.
    Raises Refused.
    """
    form = replace(last or default_race(), memory_aid=memory_aid)
    if asked is None:
        return form
    if asked.preset == FIRST_RACE:
        form = default_race(form.seats, memory_aid=memory_aid)
    asked = with_defaults(asked)
    if asked.seats:
        form = replace(form, seats=coloured(asked.seats), legends=DEFAULT_LEGENDS.get(len(asked.seats), 0))
    if asked.legends is not None or asked.cars is not None:
        form = replace(form, legends=legends_of(replace(asked, seats=form.seats)))
    chosen = {name: value for name, value in non_defaults(asked).items() if name in RACE_FORM}
    chosen["track"] = asked.track or _track_for(form.track or FIRST_TRACK, asked)
    if asked.track is not None:
        chosen["laps"] = asked.laps
    if asked.preset is not None:
        aggressive = asked.kind.aggressive if asked.aggressive is None else asked.aggressive
        chosen |= {"sets": asked.sets, "aggressive": aggressive}
    form = with_values(form, chosen)
    handicap = _handicaps(replace(form, handicap=asked.handicap))
    seats = zip(form.seats, handicap, strict=False)
    return replace(form, seats=tuple(replace(seat, handicap=heat) for seat, heat in seats)) if handicap else form


def coloured(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with the game's colours, in order."""
    return tuple(replace(seat, colour=colour) for seat, colour in zip(seats, COLOURS, strict=False))


def _track_for(chosen: str, asked: Options) -> str:
    """Return the track of a form if none is asked for: `chosen`, or one that suits the preset asked for."""
    if asked.preset is None:
        return chosen
    try:
        track = load_track(chosen)
    except BadFile:
        return asked.default_track
    return suited_track(chosen, asked.preset, track)


def summary(form: Options, track: Track) -> str:
    """Return a summary of the race: "Italy, 3 laps, 2 people, 2 Legends, weather"."""
    laps = form.laps if isinstance(form.laps, int) else track.laps
    parts = [track_name(track), ngettext("{count} lap", "{count} laps", laps).format(count=laps), *crowd(form)]
    return row([*parts, *map(translated, switched_on(effective(form, track)))])


def crowd(form: Options) -> list[str]:
    """Return the numbers of drivers and Legends, except 0: "2 people", "1 automated driver", "2 Legends"."""
    people = form.controllers.count("person")
    automated, legends = len(form.controllers) - people, form.legends or 0
    counted = (
        (people, ngettext("{count} person", "{count} people", people)),
        (automated, ngettext("{count} automated driver", "{count} automated drivers", automated)),
        (legends, ngettext("{count} Legend", "{count} Legends", legends)),
    )
    return [words.format(count=count) for count, words in counted if count]


def legends_words(form: Options, track: Track) -> str:
    """Return the strength of a form's Legends on a track, in words; "" without Legends, and on a custom track."""
    kinds = AS_STRONG.get((track.id, bool(form.aggressive) and is_marked(track)))
    if not form.legends or kinds is None:
        return ""
    kind = kinds[form.pro]
    if not kind:
        return _("On this track the Legends are stronger than {kind}.").format(kind=controller_name("steady"))
    return _("On this track the Legends are about as strong as {kind}.").format(kind=controller_name(kind))


def is_made_up(name: str) -> bool:
    """Return whether a name is one that the form may have made up, and so may replace if the controller changes."""
    words = name.strip().rpartition(" ")
    persons = {_("Player {number}").format(number=number) for number in range(1, MOST_CARS + 1)}
    kinds = {controller_name(kind) for kind in KINDS}
    return name.strip() in persons | kinds or (words[0] in kinds and words[2].isdigit())


def free_colour(seats: Sequence[Seat]) -> str:
    """Return the first colour that no seat has."""
    return next(colour for colour in COLOURS if colour not in {seat.colour for seat in seats})


def seat_errors(seats: tuple[Seat, ...]) -> dict[int | str, str]:
    """Return the errors in the names of the seats, by the index of the seat; seats without an error are left out."""
    names, found = [seat.name.strip() for seat in seats], dict[int | str, str]()
    for seat, name in enumerate(names):
        try:
            check_name(name, names[:seat])
        except Refused as reason:
            found[seat] = str(reason)
    return found


def seed_errors(seed: str) -> dict[int | str, str]:
    """Return the error of a typed seed, under the key "seed"; {} if it has none."""
    text = narrow(seed.strip())
    if not text or (text.isascii() and text.isdigit() and len(text) <= 19 and int(text) <= MOST_SEED):
        return {}
    words = _("The seed {seed} is not a whole number from 0 to {most}; correct it, or leave it empty for a random one.")
    return {"seed": words.format(seed=quoted(seed), most=MOST_SEED)}


def effective(form: Options, track: Track | None = None) -> Options:
    """Return the form without the options barred in its race; `track` is the form's, loaded if None. Raises Refused."""
    track = load_track(form.track or FIRST_TRACK) if track is None else track
    return with_values(form, dict.fromkeys(barred_in(form, track)))


def with_preset(form: Options, preset: str, track: Track | None) -> Options:
    """Return the form with the rules of a preset instead of its own.

    `track` is the track of the form, None if its file cannot be used; if `suited_track` replaces it, the laps are those
    printed. Other options are kept, but the first race (S7) keeps only the drivers, the memory aid and the open table.
    """
    if preset == FIRST_RACE:
        return replace(first_race(form.seats), memory_aid=form.memory_aid, open_table=form.open_table)
    changed = with_values(form, {name: getattr(PRESETS[preset], name) for name in ADVANCED})
    track_id = suited_track(form.track or FIRST_TRACK, preset, track)
    return changed if track_id == form.track else replace(changed, track=track_id, laps=None)


def suited_track(chosen: str, preset: str, track: Track | None) -> str:
    """Return `chosen`, or the preset's own track if `chosen` does not suit the preset.

    The preset of an expansion needs one of its tracks, and aggressive Legends need marked spaces (L8). `track` is the
    track that `chosen` names; None, for a file that cannot be used, suits only presets without a track of their own.
    """
    kind = PRESETS[preset]
    if kind.track is None or track is None:
        return kind.track or chosen
    suits = track.set == preset if preset in EXPANSIONS else is_marked(track) or not kind.aggressive
    return chosen if suits else kind.track


def preset_of(form: Options, track: Track) -> str | None:
    """Return the preset that the form matches, apart from what its track rules out; None if it matches no preset."""
    now = effective(form, track)
    for preset in PRESETS:
        changed = with_preset(form, preset, track)
        if changed.track == form.track and effective(changed, track) == now:
            return preset
    return None


def read_track(typed: str) -> str:
    """Return the id of the track with a typed name; the text itself unless exactly one track matches."""
    if typed in BUILT_IN_IDS:
        return typed
    tracks = [each.track for each in list_tracks() if isinstance(each.track, Track)]
    return named(typed, {track.id: TRACKS.get(track.id, track.name) for track in tracks}) or typed
