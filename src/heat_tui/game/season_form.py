"""A season as it is filled in: what is wrong with it and where, what it will be, and what can be proposed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from heat_tui.engine.record import IllegalSetup
from heat_tui.engine.setup import COLOURS
from heat_tui.engine.track import Track
from heat_tui.game.race_form import Faults, seat_faults, seed_fault, usual_setup
from heat_tui.game.season_wishes import CUSTOM, SeasonLevel, SeasonWishes, season_made, sets_in_play
from heat_tui.game.season_wishes import calendar_of as wished_calendar
from heat_tui.game.seats import Seat
from heat_tui.game.wishes import USUAL_LEGENDS, BadWishes, is_marked
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import CUSTOM_RACES, TITLES, SeasonSetup, events_of
from heat_tui.modules.championship.words import season_title
from heat_tui.store.last_setup import LastSeat, LastSetup
from heat_tui.store.tracks import BUILT_IN, list_tracks
from heat_tui.words.names import row
from heat_tui.words.refusals import refusal

FIRST_TITLE: Final = TITLES[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonForm:
    """What is filled in. `tracks` (ids or files) and `events` are the calendar of a custom season, race by race."""

    seats: tuple[LastSeat, ...]
    title: str = FIRST_TITLE
    legends: int = 0
    pro: int = 0
    aggressive: bool = False
    tournament: bool = False
    level: SeasonLevel = "both"
    sets: tuple[str, ...] | None = None
    laps: int | tuple[int, ...] | None = None
    tracks: tuple[str, ...] = ()
    events: tuple[int, ...] = ()
    mulligan: bool = False
    retire: bool = False
    memory_aid: bool = True
    open_table: bool = False

    @property
    def races(self) -> int:
        """How many races a custom season has."""
        return len(self.events)


def proposed_season(last: LastSetup | None, wishes: SeasonWishes | None, *, memory_aid: bool) -> SeasonForm:
    """What the form begins with: what is wished, with the drivers of the last race where none are named.

    Raises BadWishes for wishes that no season can have.
    """
    setup = last or usual_setup()
    seats = tuple(replace(seat, handicap=0) for seat in setup.seats)
    form = SeasonForm(
        seats=seats, legends=USUAL_LEGENDS.get(len(seats), 0), memory_aid=memory_aid, open_table=setup.open_table
    )
    if wishes is not None:
        wished_calendar(wishes, 0)
        form = _wished(form, wishes)
    return drawn(form, races=max(_wished_races(wishes), 1), keep=True)


def drawn(form: SeasonForm, *, races: int, keep: bool) -> SeasonForm:
    """The form with a calendar of so many races for a custom season, by lot; with `keep`, after the races it has.

    Raises BadWishes where the sets in play have too few events.
    """
    calendar = season_made(
        SeasonWishes(
            title=CUSTOM,
            drivers=(Seat("?"),),
            sets=form.sets,
            races=races,
            tracks=form.tracks[:races] if keep else None,
            events=form.events[:races] if keep else None,
            seed=secrets.randbelow(10**9),
        )
    ).calendar
    tracks = tuple(race.track.id for race in calendar)
    known = form.tracks[:races] if keep else ()
    return replace(form, tracks=(*known, *tracks[len(known) :]), events=tuple(race.event for race in calendar))


def with_event(form: SeasonForm, index: int, event: int) -> SeasonForm:
    """The form with another event for a race; a race that has it already takes the one that is left (E1)."""
    events = list(form.events)
    if event in events:
        events[events.index(event)] = events[index]
    events[index] = event
    return replace(form, events=tuple(events))


def with_track(form: SeasonForm, index: int, track: str) -> SeasonForm:
    """The form with another track for a race."""
    return replace(form, tracks=(*form.tracks[:index], track, *form.tracks[index + 1 :]))


def event_choices(form: SeasonForm) -> tuple[int, ...]:
    """The events of the sets in play, and those that are chosen already."""
    numbers = {event.number for event in events_of(sets_in_play(_asked(form)))}
    return tuple(sorted(numbers | set(form.events)))


def track_choices(form: SeasonForm) -> Mapping[str, str]:
    """The names of the tracks of the sets in play, of those chosen already and of the player's own, by id or file."""
    sets = sets_in_play(_asked(form))
    found: dict[str, str] = {}
    for each in list_tracks():
        if isinstance(each.track, Track):
            key = each.id if each.source == BUILT_IN else each.source
            if each.track.set in sets or each.source != BUILT_IN or key in form.tracks:
                found[key] = each.track.name
    return found


def wishes_of_form(form: SeasonForm, seed: int | None) -> SeasonWishes:
    """The form as wishes; a seed of None is drawn by lot."""
    return replace(
        _asked(form),
        aggressive=form.aggressive and "aggressive" not in barred_in_season(form, calendar_of(form)),
        drivers=tuple(Seat(seat.name.strip(), seat.controller) for seat in form.seats),
        handicap=tuple((str(number), seat.handicap) for number, seat in enumerate(form.seats, 1) if seat.handicap),
        colours=tuple(seat.colour for seat in form.seats),
        seed=seed,
    )


def season_of(form: SeasonForm, seed: str) -> SeasonSetup:
    """The season of a form without faults; raises BadWishes and IllegalSetup for one with faults."""
    return season_made(wishes_of_form(form, int(seed) if seed.strip() else None))


def calendar_of(form: SeasonForm) -> SeasonSetup:
    """The races of a form whatever is filled in elsewhere, with one driver. Raises BadWishes."""
    return season_made(replace(_asked(form), drivers=(Seat("?"),), aggressive=False, legends=0, pro=0, seed=0))


def season_faults(form: SeasonForm, seed: str) -> Faults:
    """All that keeps the season from starting; `seed` is as typed."""
    seats, wrong_seed = seat_faults(form.seats), seed_fault(seed)
    try:
        season_of(replace(form, seats=_proper(form.seats)), "0")
    except BadWishes as reason:
        return Faults(seats, wrong_seed, race=str(reason))
    except IllegalSetup as error:
        return Faults(seats, wrong_seed, race=refusal(error.refusal))
    return Faults(seats, wrong_seed)


def barred_in_season(form: SeasonForm, calendar: SeasonSetup) -> dict[str, str]:
    """A sentence for each option that the season cannot have as the form stands."""
    reasons: dict[str, str] = {}
    if not form.legends:
        reasons["aggressive"] = _("No Legends race that could be aggressive; let some of them race.")
    elif not any(is_marked(race.track) for race in calendar.calendar):
        reasons["aggressive"] = _(
            "No track of this season has spaces that are marked for aggressive Legends; Heavy Rain brings some."
        )
    return reasons


def season_summary(form: SeasonForm, calendar: SeasonSetup) -> str:
    """What will be raced: "The season of 1961, 3 races, 2 people, 2 Legends"."""
    races, people = len(calendar.calendar), sum(seat.controller == "person" for seat in form.seats)
    automated = len(form.seats) - people
    parts = [season_title(form.title), ngettext("{count} race", "{count} races", races).format(count=races)]
    if people:
        parts.append(ngettext("{count} person", "{count} people", people).format(count=people))
    if automated:
        automated_words = ngettext("{count} automated driver", "{count} automated drivers", automated)
        parts.append(automated_words.format(count=automated))
    if form.legends:
        parts.append(ngettext("{count} Legend", "{count} Legends", form.legends).format(count=form.legends))
    return row(parts)


def _asked(form: SeasonForm) -> SeasonWishes:
    """The form as wishes, without drivers."""
    custom = form.title == CUSTOM
    return SeasonWishes(
        title=form.title,
        legends=form.legends,
        pro=form.pro if form.legends else 0,
        aggressive=form.aggressive,
        tournament=form.tournament,
        level=form.level,
        sets=form.sets,
        laps=form.laps,
        tracks=form.tracks if custom else None,
        events=form.events if custom else None,
        mulligan=form.mulligan,
        retire=form.retire,
        memory_aid=form.memory_aid,
    )


def _proper(seats: tuple[LastSeat, ...]) -> tuple[LastSeat, ...]:
    """The seats with names that nobody could object to: what is wrong with the real ones is told seat by seat."""
    return tuple(replace(seat, name=f"?{number}") for number, seat in enumerate(seats))


def _wished(form: SeasonForm, wishes: SeasonWishes) -> SeasonForm:
    seats = form.seats
    if wishes.drivers:
        seats = tuple(
            LastSeat(seat.name, colour, seat.controller) for seat, colour in zip(wishes.drivers, COLOURS, strict=False)
        )
    return replace(
        form,
        title=wishes.title,
        seats=seats,
        legends=wishes.legends if wishes.drivers or wishes.legends else form.legends,
        pro=wishes.pro,
        aggressive=wishes.aggressive,
        tournament=wishes.tournament,
        level=wishes.level,
        sets=wishes.sets,
        laps=wishes.laps,
        tracks=wishes.tracks or (),
        events=wishes.events or (),
        mulligan=wishes.mulligan,
        retire=wishes.retire,
        memory_aid=wishes.memory_aid and form.memory_aid,
    )


def _wished_races(wishes: SeasonWishes | None) -> int:
    if wishes is None:
        return CUSTOM_RACES
    return wishes.races or max(len(wishes.tracks or ()), len(wishes.events or ())) or CUSTOM_RACES
