"""What season somebody wants to race, and the season that it makes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from heat_tui.engine.module import Module
from heat_tui.engine.track import Track
from heat_tui.game.presets import BASE_SET, SETS
from heat_tui.game.seats import Seat
from heat_tui.game.wishes import BadWishes, Wishes, check_pro, handicaps_of, is_marked, legends_of, loaded
from heat_tui.language import _, ngettext
from heat_tui.modules.championship import (
    CAREER,
    CUSTOM_RACES,
    EVENTS,
    MOST_RACES,
    TITLES,
    YEARS,
    Season,
    SeasonRace,
    SeasonSetup,
    career_calendar,
    custom_calendar,
    events_of,
    year_calendar,
)
from heat_tui.modules.legends import Legends
from heat_tui.modules.tournament import Tournament
from heat_tui.store.tracks import BUILT_IN_IDS
from heat_tui.words.names import choice, listing, quoted

SeasonLevel = Literal["basic", "advanced", "both"]

CUSTOM: Final = "custom"
CAREER_TITLE: Final = "career"
"""Those of the `TITLES` that are no year."""

FIRST_SEASON: Final = TITLES[0]
"""The season that is proposed to begin with."""

SEASON_LEVELS: Final[tuple[SeasonLevel, ...]] = ("basic", "advanced", "both")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonWishes:
    """A season as it is wished for; None leaves to the rules, or to chance, what is not said.

    `title` is one of `TITLES`. `sets` are those whose upgrades and Sponsorships are in play, and whose tracks and
    events a custom season draws from; the base game always is, and None adds the set of the year. `laps` replaces the
    printed number: one for all races, or one a race, of which the last holds on. `races`, `tracks` and `events` are of
    a custom season only: tracks are ids or files, events numbers from 1; what is not chosen is drawn by lot. The rest
    is as in `Wishes`.
    """

    title: str
    drivers: tuple[Seat, ...] = ()
    legends: int = 0
    pro: int = 0
    aggressive: bool = False
    tournament: bool = False
    level: SeasonLevel = "both"
    sets: tuple[str, ...] | None = None
    laps: int | tuple[int, ...] | None = None
    races: int | None = None
    tracks: tuple[str, ...] | None = None
    events: tuple[int, ...] | None = None
    mulligan: bool = False
    retire: bool = False
    memory_aid: bool = True
    handicap: tuple[tuple[str, int], ...] = ()
    colours: tuple[str, ...] = ()
    seed: int | None = None


def season_made(wishes: SeasonWishes) -> SeasonSetup:
    """The setup of a season that can be raced; a seed that was left open is drawn by lot.

    Raises BadWishes, and IllegalSetup for what the engine refuses.
    """
    seed = secrets.randbelow(10**9) if wishes.seed is None else wishes.seed
    legends_of(Wishes(drivers=wishes.drivers, legends=wishes.legends))
    check_pro(wishes.pro)
    calendar, seats = calendar_of(wishes, seed), tuple(seat.name for seat in wishes.drivers)
    setup = SeasonSetup(
        calendar=calendar,
        seats=seats,
        seed=seed,
        title=wishes.title,
        parts=tuple(len(YEARS[year]) for year in CAREER) if wishes.title == CAREER_TITLE else (),
        level=wishes.level,
        sets=sets_in_play(wishes),
        colours=wishes.colours,
        handicap=handicaps_of(wishes.handicap, seats),
        mulligan=wishes.mulligan,
        retire=wishes.retire,
        memory_aid=wishes.memory_aid,
        modules=_modules(wishes, calendar),
    )
    Season.start(setup)
    return setup


def calendar_of(wishes: SeasonWishes, seed: int) -> tuple[SeasonRace, ...]:
    """The races of a season; `seed` draws what a custom season leaves open. Raises BadWishes."""
    if wishes.title not in TITLES:
        raise BadWishes(
            _("There is no season {title}; take {titles}.").format(title=quoted(wishes.title), titles=choice(TITLES))
        )
    races = _custom(wishes, seed) if wishes.title == CUSTOM else _printed(wishes)
    if wishes.laps is None:
        return races
    laps = (wishes.laps,) if isinstance(wishes.laps, int) else wishes.laps
    if not 1 <= len(laps) <= len(races):
        raise BadWishes(
            _("There are {laps} numbers of laps for {races} races; give one for all, or one for each.").format(
                laps=len(laps), races=len(races)
            )
        )
    each = (*laps, *(laps[-1],) * (len(races) - len(laps)))
    return tuple(replace(race, laps=number) for race, number in zip(races, each, strict=True))


def sets_in_play(wishes: SeasonWishes) -> tuple[str, ...]:
    """The sets whose cards are in play, in the game's order. Raises BadWishes for one that there is not.

    Where none is named they are those of the chosen tracks and events, and the base game.
    """
    for name in wishes.sets or ():
        if name not in SETS:
            raise BadWishes(
                _("There is no set {name}; the sets are {sets}.").format(name=quoted(name), sets=listing(SETS))
            )
    named = {BASE_SET, *(wishes.sets or ())}
    if wishes.title in YEARS:
        named |= {EVENTS[number].set for number in YEARS[wishes.title]}
    elif wishes.sets is None:
        named |= {loaded(track).set for track in wishes.tracks or ()}
        named |= {EVENTS[number].set for number in wishes.events or () if number in EVENTS}
    return tuple(name for name in SETS if name in named)


def tracks_of(sets: Sequence[str]) -> tuple[Track, ...]:
    """The game's own tracks of these sets."""
    return tuple(track for track in map(loaded, BUILT_IN_IDS) if track.set in sets)


def _printed(wishes: SeasonWishes) -> tuple[SeasonRace, ...]:
    """The races of a year or of a career. Raises BadWishes where others are chosen."""
    if wishes.races is not None or wishes.tracks is not None or wishes.events is not None:
        raise BadWishes(
            _(
                "Tracks, events and the number of races of {title} are settled; choose them in a {custom} season."
            ).format(title=wishes.title, custom=CUSTOM)
        )
    years = CAREER if wishes.title == CAREER_TITLE else (wishes.title,)
    tracks = {name: loaded(name) for name in {EVENTS[number].track for year in years for number in YEARS[year]}}
    return career_calendar(tracks) if wishes.title == CAREER_TITLE else year_calendar(wishes.title, tracks)


def _custom(wishes: SeasonWishes, seed: int) -> tuple[SeasonRace, ...]:
    """The races of what was chosen and of what chance adds to it. Raises BadWishes."""
    chosen, events, sets = tuple(map(loaded, wishes.tracks or ())), wishes.events or (), sets_in_play(wishes)
    _check_events(events)
    races = (max(len(chosen), len(events)) or CUSTOM_RACES) if wishes.races is None else wishes.races
    if not 1 <= races <= MOST_RACES:
        raise BadWishes(
            _("A season cannot have {races} races; it has 1 to {most}.").format(races=races, most=MOST_RACES)
        )
    if max(len(chosen), len(events)) > races:
        raise BadWishes(
            ngettext(
                "More tracks or events are chosen than the season has races, which is {races}; leave some out.",
                "More tracks or events are chosen than the season has races, which are {races}; leave some out.",
                races,
            ).format(races=races)
        )
    own, left = tracks_of(sets), tuple(event.number for event in events_of(sets) if event.number not in events)
    others = tuple(track for track in own if track not in chosen) or own
    tracks = (*chosen, *_drawn_tracks(others, races - len(chosen), seed))
    numbers = (*events, *(race.event for race in custom_calendar(own, left, races - len(events), seed)))
    return tuple(SeasonRace(track, number) for track, number in zip(tracks, numbers, strict=True))


def _drawn_tracks(tracks: tuple[Track, ...], races: int, seed: int) -> tuple[Track, ...]:
    """Tracks for so many races, none twice while another is left (E1)."""
    return tuple(race.track for race in custom_calendar(tracks, tuple(EVENTS), races, seed))


def _check_events(events: tuple[int, ...]) -> None:
    for number in events:
        if number not in EVENTS:
            raise BadWishes(
                _("There is no event {number}; the events are numbered from 1 to {most}.").format(
                    number=number, most=max(EVENTS)
                )
            )
        if events.count(number) > 1:
            raise BadWishes(
                _("Event {number} is chosen twice; a season has every event once at most.").format(number=number)
            )


def _modules(wishes: SeasonWishes, calendar: tuple[SeasonRace, ...]) -> tuple[Module, ...]:
    """The optional rules beside those of every season. Raises BadWishes for what cannot be had."""
    if wishes.aggressive and not wishes.legends:
        raise BadWishes(_("No Legends race that could be aggressive; let some of them race."))
    if wishes.aggressive and not any(is_marked(race.track) for race in calendar):
        raise BadWishes(
            _("No track of this season has spaces that are marked for aggressive Legends; race another season.")
        )
    legends = (Legends(wishes.legends, wishes.pro, aggressive=wishes.aggressive),) if wishes.legends else ()
    return (*legends, Tournament()) if wishes.tournament else legends
