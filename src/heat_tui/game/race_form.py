"""A race as it is filled in: what is wrong with it and where, what it will be, and what can be proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import COLOURS, MOST_CARS, RaceSetup, starting_list
from heat_tui.engine.track import Track
from heat_tui.game.presets import BASE_SET, EXPANSIONS, FIRST_RACE, NO_GARAGE, PRESETS, rule_names, set_name
from heat_tui.game.seats import AUTOMATED, LONGEST_NAME, Seat
from heat_tui.game.wishes import (
    FIRST_TRACK,
    TUTORIAL_LEGENDS,
    USUAL_LEGENDS,
    BadWishes,
    Wishes,
    barred,
    is_marked,
    legends_of,
    loaded,
    made,
    settled,
)
from heat_tui.language import _, ngettext
from heat_tui.store.last_setup import LastSeat, LastSetup
from heat_tui.store.reading import BadFile
from heat_tui.store.saved_race import Controller
from heat_tui.store.tracks import load_track
from heat_tui.words.names import listing, quoted, row
from heat_tui.words.refusals import refusal

MOST_SEED: Final = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class Faults:
    """One sentence for each thing that is wrong: by seat from 0, with the seed, with the track, with the race."""

    seats: Mapping[int, str] = field(default_factory=dict)
    seed: str | None = None
    track: str | None = None
    race: str | None = None

    @property
    def first(self) -> str | None:
        """The fault to be told first; None means that the race can start."""
        seats = [self.seats[seat] for seat in sorted(self.seats)]
        return next((each for each in (self.track, *seats, self.seed, self.race) if each), None)


def usual_setup(seats: tuple[LastSeat, ...] = (), *, track: str = FIRST_TRACK, memory_aid: bool = True) -> LastSetup:
    """A race as the rules propose it, for these drivers or for one person.

    The printed laps, no options, and Legends for few drivers (L1).
    """
    drivers = tuple(replace(seat, handicap=0) for seat in seats) or (LastSeat(person_name(()), COLOURS[0]),)
    legends = USUAL_LEGENDS.get(len(drivers), 0)
    return LastSetup(track=track, seats=drivers, legends=legends, memory_aid=memory_aid)


def first_setup(seats: tuple[LastSeat, ...], *, memory_aid: bool = True) -> LastSetup:
    """The first race of S7 for these drivers: one lap of the USA with two Legends and no options."""
    legends = min(TUTORIAL_LEGENDS, MOST_CARS - len(seats))
    return replace(usual_setup(seats, memory_aid=memory_aid), legends=legends, laps=1)


def proposed(last: LastSetup | None, wishes: Wishes | None, *, memory_aid: bool) -> LastSetup:
    """What the form begins with: what is wished, else as the last time, else as usual; `memory_aid` as in the settings.

    Raises BadWishes, and IllegalSetup for wishes that no race can have.
    """
    form = replace(last or usual_setup(), memory_aid=memory_aid)
    if wishes is not None and wishes.preset == FIRST_RACE:
        form = usual_setup(form.seats, memory_aid=memory_aid)
    if wishes is None:
        return form
    wishes = settled(wishes)
    if wishes.drivers is not None:
        seats = tuple(
            LastSeat(seat.name, colour, seat.controller) for seat, colour in zip(wishes.drivers, COLOURS, strict=False)
        )
        form = replace(form, seats=seats, legends=USUAL_LEGENDS.get(len(seats), 0))
    if wishes.legends is not None or wishes.cars is not None:
        drivers = tuple(Seat(seat.name, seat.controller) for seat in form.seats)
        form = replace(form, legends=legends_of(replace(wishes, drivers=drivers)))
    form = replace(
        form,
        track=wishes.track or _proposed_track(form.track, wishes),
        laps=form.laps if wishes.laps is None and wishes.track is None else wishes.laps,
        pro=wishes.pro or form.pro,
        mulligan=wishes.mulligan or form.mulligan,
        retire=wishes.retire or form.retire,
        memory_aid=wishes.memory_aid and form.memory_aid,
        garage=form.garage if wishes.garage is None else wishes.garage,
        draft=wishes.draft or form.draft,
        sets=form.sets if wishes.sets is None and wishes.preset is None else wishes.sets,
        weather=form.weather if wishes.weather is None else wishes.weather,
        tournament=form.tournament if wishes.tournament is None else wishes.tournament,
        aggressive=_proposed_aggressive(form, wishes),
    )
    if not wishes.handicap:
        return form
    handicap = made(wishes_of(form, None, handicap=wishes.handicap)).handicap
    return replace(
        form, seats=tuple(replace(seat, handicap=heat) for seat, heat in zip(form.seats, handicap, strict=True))
    )


def _proposed_track(chosen: str, wishes: Wishes) -> str:
    """The track of a form for wishes that name none."""
    if wishes.preset is None:
        return chosen
    try:
        track = load_track(chosen)
    except BadFile:
        return wishes.usual_track
    return suited_track(chosen, wishes.preset, track)


def _proposed_aggressive(form: LastSetup, wishes: Wishes) -> bool:
    """Whether the Legends of a form for wishes are aggressive, where they can be."""
    if wishes.aggressive is not None:
        return wishes.aggressive
    return form.aggressive if wishes.preset is None else wishes.kind.aggressive


def wishes_of(form: LastSetup, seed: int | None, *, handicap: tuple[tuple[str, int], ...] | None = None) -> Wishes:
    """The form as wishes, from which the race is made without what it cannot have; a seed of None is drawn by lot.

    Raises BadWishes where the track cannot be used.
    """
    form = effective(form, loaded(form.track))
    if handicap is None:
        handicap = tuple((str(number), seat.handicap) for number, seat in enumerate(form.seats, 1) if seat.handicap)
    return Wishes(
        track=form.track,
        drivers=tuple(Seat(seat.name.strip(), seat.controller) for seat in form.seats),
        legends=form.legends,
        laps=form.laps,
        pro=form.pro,
        mulligan=form.mulligan,
        retire=form.retire,
        memory_aid=form.memory_aid,
        handicap=handicap,
        colours=tuple(seat.colour for seat in form.seats),
        seed=seed,
        garage=form.garage,
        draft=None if form.garage == NO_GARAGE else form.draft,
        sets=form.sets,
        weather=form.weather,
        tournament=form.tournament,
        aggressive=form.aggressive,
    )


def faults(form: LastSetup, seed: str) -> Faults:
    """All that keeps the race from starting; `seed` is as typed."""
    try:
        load_track(form.track)
    except BadFile as reason:
        return Faults(seat_faults(form.seats), seed_fault(seed), str(reason))
    seats, wrong_seed = seat_faults(form.seats), seed_fault(seed)
    try:
        starting_list(made(wishes_of(form, 0)))
    except BadWishes as reason:
        return Faults(seats, wrong_seed, race=str(reason))
    except IllegalSetup as error:
        return Faults(seats, wrong_seed, race=refusal(error.refusal))
    return Faults(seats, wrong_seed)


def setup_of(form: LastSetup, seed: str) -> RaceSetup:
    """The race of a form without faults."""
    return made(wishes_of(form, int(seed) if seed.strip() else None))


def summary(form: LastSetup, track: Track) -> str:
    """What will be raced: "Italy, 3 laps, 2 people, 2 Legends, weather"."""
    laps = form.laps or track.laps
    people = sum(seat.controller == "person" for seat in form.seats)
    automated = len(form.seats) - people
    parts = [track.name, ngettext("{count} lap", "{count} laps", laps).format(count=laps)]
    if people:
        parts.append(ngettext("{count} person", "{count} people", people).format(count=people))
    if automated:
        automated_words = ngettext("{count} automated driver", "{count} automated drivers", automated)
        parts.append(automated_words.format(count=automated))
    if form.legends:
        parts.append(ngettext("{count} Legend", "{count} Legends", form.legends).format(count=form.legends))
    return row([*parts, *rules_in_play(form, track)])


def person_name(taken: Sequence[str]) -> str:
    """A name for one more person: "Player 1", or the first number that nobody has."""
    known = {name.strip().casefold() for name in taken}
    number = 1
    while (name := _("Player {number}").format(number=number)).casefold() in known:
        number += 1
    return name


def driver_name(kind: Controller, taken: Sequence[str]) -> str:
    """A name for one more driver of that kind: "Steady", "Steady 2"."""
    if kind == "person":
        return person_name(taken)
    known = {name.strip().casefold() for name in taken}
    name, number = controller_name(kind), 1
    while name.casefold() in known:
        number += 1
        name = _("{name} {number}").format(name=controller_name(kind), number=number)
    return name


def controller_name(kind: Controller) -> str:
    """Who chooses for a seat, as it is called."""
    return {"person": _("Person"), "steady": _("Steady"), "chance": _("Chance")}[kind]


def is_made_up(name: str) -> bool:
    """Whether a name is one that the form gave, so that it may change with who drives."""
    words = name.strip().rpartition(" ")
    persons = {_("Player {number}").format(number=number) for number in range(1, MOST_CARS + 1)}
    kinds = {controller_name(kind) for kind in AUTOMATED}
    return name.strip() in persons | kinds or (words[0] in kinds and words[2].isdigit())


def free_colour(seats: Sequence[LastSeat]) -> str:
    """The first colour that no seat has."""
    return next(colour for colour in COLOURS if colour not in {seat.colour for seat in seats})


def seat_faults(seats: tuple[LastSeat, ...]) -> dict[int, str]:
    """What is wrong with each seat, by seat from 0."""
    names = [seat.name.strip() for seat in seats]
    found = {}
    for seat, name in enumerate(names):
        fault = _name_fault(name, names[:seat])
        if fault is not None:
            found[seat] = fault
    return found


def _name_fault(name: str, before: Sequence[str]) -> str | None:
    if not name:
        return _("This driver has no name; write one.")
    if not name.isprintable():
        return _("This name has characters in it that cannot be shown; use letters and digits.")
    if len(name) > LONGEST_NAME:
        return _("This name has {count} characters; shorten it to {most}.").format(count=len(name), most=LONGEST_NAME)
    if name.casefold() in (other.casefold() for other in before):
        return _("Another driver is called {name}; change one of the names.").format(name=quoted(name))
    return None


def seed_fault(seed: str) -> str | None:
    """What is wrong with a seed as typed."""
    text = seed.strip()
    if not text or (text.isascii() and text.isdigit() and len(text) <= 19 and int(text) <= MOST_SEED):
        return None
    return _("The seed {seed} is no whole number from 0 to {most}; leave it empty to draw one by lot.").format(
        seed=quoted(seed), most=MOST_SEED
    )


def barred_in(form: LastSetup, track: Track) -> dict[str, str]:
    """A sentence for each option that the race cannot have as the form stands."""
    return barred(track, garage=form.garage, draft=form.draft, legends=form.legends)


def effective(form: LastSetup, track: Track) -> LastSetup:
    """The form without what its race cannot have."""
    reasons = barred_in(form, track)
    return replace(
        form,
        draft="normal" if "draft" in reasons else form.draft,
        sets=None if "sets" in reasons else form.sets,
        weather=form.weather and "weather" not in reasons,
        aggressive=form.aggressive and "aggressive" not in reasons,
    )


def with_preset(form: LastSetup, preset: str, track: Track | None) -> LastSetup:
    """The form with the rules of a preset; drivers, table and other options stay, save in the first race (S7).

    `track` is the form's. An expansion's preset goes to a track of its own if that is not one.
    """
    kind = PRESETS[preset]
    changed = replace(
        form,
        track=FIRST_TRACK if preset == FIRST_RACE else suited_track(form.track, preset, track),
        garage=kind.garage,
        draft=kind.draft,
        sets=kind.sets,
        weather=kind.weather,
        tournament=kind.tournament,
        aggressive=kind.aggressive,
    )
    if changed.track != form.track:
        changed = replace(changed, laps=None)
    if preset != FIRST_RACE:
        return changed
    seats = tuple(replace(seat, handicap=0) for seat in form.seats)
    legends = min(TUTORIAL_LEGENDS, MOST_CARS - len(seats))
    return replace(changed, seats=seats, legends=legends, laps=1, pro=0, mulligan=False, retire=False)


def suited_track(chosen: str, preset: str, track: Track | None) -> str:
    """The form's track, or the one that a preset proposes where it is of an expansion or needs marked spaces (L8).

    `track` is the form's, None for a file that cannot be used.
    """
    kind = PRESETS[preset]
    if kind.track is None or (track is not None and _suits(track, preset)):
        return chosen
    return kind.track


def _suits(track: Track, preset: str) -> bool:
    if preset in EXPANSIONS:
        return track.set == preset
    return is_marked(track) or not PRESETS[preset].aggressive


def preset_of(form: LastSetup, track: Track) -> str | None:
    """The preset that the form is, as far as the track lets it; None where it is one of the player's own."""
    now = effective(form, track)
    for preset in PRESETS:
        changed = with_preset(form, preset, track)
        if changed.track == form.track and effective(changed, track) == now:
            return preset
    return None


def rules_in_play(form: LastSetup, track: Track) -> list[str]:
    """The advanced rules that the race has, each as it is called."""
    now = effective(form, track)
    return rule_names(
        garage=now.garage != NO_GARAGE, weather=now.weather, tournament=now.tournament, aggressive=now.aggressive
    )


def sets_name(sets: Sequence[str] | None) -> str:
    """Where the upgrades come from, as it is called."""
    if sets is None:
        return _("as the track")
    expansions = [set_name(name) for name in sets if name != BASE_SET]
    if len(expansions) == len(EXPANSIONS):
        return _("all sets")
    return _("with {expansions}").format(expansions=listing(expansions)) if expansions else _("base game only")
