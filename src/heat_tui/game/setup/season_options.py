"""Seasons from options: their defaults, their errors, and the resulting setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from heat_tui.engine.track import Track
from heat_tui.game.setup import race_options
from heat_tui.game.setup.options import BASE_SET, CAREER, CUSTOM, FIRST_SEASON, SEASON, SETS, Options, completed
from heat_tui.language import N_, _, choice, listing, ngettext, row, translated
from heat_tui.modules.championship import calendar
from heat_tui.modules.championship.calendar import SeasonRace
from heat_tui.modules.championship.event_rules import EVENTS
from heat_tui.modules.championship.season import TITLES, Season, SeasonSetup
from heat_tui.modules.championship.words import season_title
from heat_tui.modules.legends import Legends
from heat_tui.store.reading import BadFile
from heat_tui.store.saved_race import GameSetup
from heat_tui.store.schema import Refused, non_defaults, with_values
from heat_tui.store.tracks import BUILT_IN, BUILT_IN_IDS, list_tracks, load_track
from heat_tui.words.names import quoted, track_name


def game_setup(options: Options) -> GameSetup:
    """Return the setup of a race, or of a season if one is named. Raises Refused."""
    return race_options.race_setup(options) if options.season is None else season_setup(options)


def season_setup(options: Options) -> SeasonSetup:
    """Return the setup of a season, checked by starting it; an unset seed is random. Raises Refused."""
    legends, title = race_options.legends_of(replace(options, cars=None)), options.season or FIRST_SEASON
    common = race_options.in_common(options)
    races = calendar_of(options, common["seed"])
    setup = SeasonSetup(
        calendar=races,
        title=title,
        parts=tuple(len(calendar.YEARS[year]) for year in calendar.CAREER) if title == CAREER else (),
        level="both" if options.garage is None or options.garage == "none" else options.garage,
        sets=sets_in_play(options),
        modules=(*_legends(options, legends, races), *race_options.declared(options)),
        **common,
    )
    with race_options.possible():
        Season.start(setup)
    return setup


def calendar_of(options: Options, seed: int) -> tuple[SeasonRace, ...]:
    """Return the races of a season; `seed` decides the tracks and events that a custom one lacks. Raises Refused."""
    title = options.season or FIRST_SEASON
    if title not in TITLES:
        raise Refused(N_("No season is called {title}; choose {titles}."), title=quoted(title), titles=choice(TITLES))
    races = _custom(options, seed) if title == CUSTOM else _printed(options, title)
    if options.laps is None:
        return races
    laps = (options.laps,) if isinstance(options.laps, int) else options.laps
    if not 1 <= len(laps) <= len(races):
        differ = N_("Lap counts given: {laps}, races: {races}; give one count for all, or at most one for each.")
        raise Refused(differ, laps=len(laps), races=len(races))
    each = (*laps, *(laps[-1],) * (len(races) - len(laps)))
    return tuple(replace(race, laps=number) for race, number in zip(races, each, strict=True))


def sets_in_play(options: Options) -> tuple[str, ...]:
    """Return the sets whose cards are in play, in the game's order.

    They are the base game, the named sets and, for a year, the sets of its events. For any other season without
    named sets, they are the base game and the sets of the chosen tracks and events. Raises Refused for an unknown set,
    and for a chosen track that cannot be used.
    """
    check_sets(options.sets or ())
    named = {BASE_SET, *(options.sets or ())}
    if (options.season or FIRST_SEASON) in calendar.YEARS:
        named |= {EVENTS[number].set for number in calendar.YEARS[options.season or FIRST_SEASON]}
    elif options.sets is None:
        named |= {load_track(track).set for track in options.tracks}
        named |= {EVENTS[number].set for number in options.events if number in EVENTS}
    return tuple(name for name in SETS if name in named)


def check_sets(names: Sequence[str]) -> None:
    """Raise Refused for an unknown set."""
    for name in names:
        if name not in SETS:
            raise Refused(N_("No set is called {set}; the sets are {sets}."), set=quoted(name), sets=listing(SETS))


def _printed(options: Options, title: str) -> tuple[SeasonRace, ...]:
    """Return the races of a year or a career. Raises Refused if `options` set `length`, `tracks` or `events`."""
    if options.length is not None or options.tracks or options.events:
        fixed = N_("The races, tracks and events of {title} are fixed; to choose them, race a {custom} season.")
        raise Refused(fixed, title=quoted(title), custom=CUSTOM)
    years = calendar.CAREER if title == CAREER else (title,)
    named = (EVENTS[number].track for year in years for number in calendar.YEARS[year])
    tracks = {name: load_track(name) for name in dict.fromkeys(named)}
    return calendar.career_calendar(tracks) if title == CAREER else calendar.year_calendar(title, tracks)


def _custom(options: Options, seed: int) -> tuple[SeasonRace, ...]:
    """Return a custom season's races: the chosen tracks and events first, others drawn at random. Raises Refused."""
    chosen, events, sets = tuple(map(load_track, options.tracks)), options.events, sets_in_play(options)
    for number in events:
        if events.count(number) > 1:
            raise Refused(N_("Event {number} is chosen twice; a season can have each event only once."), number=number)
    races = _length(options)
    if not 1 <= races <= calendar.MOST_RACES:
        wrong = N_("A season cannot have {races} races; choose 1 to {most}.")
        raise Refused(wrong, races=races, most=calendar.MOST_RACES)
    if max(len(chosen), len(events)) > races:
        too_few = ngettext(
            "The season has only {races} race, fewer than the tracks or events chosen; leave some out.",
            "The season has only {races} races, fewer than the tracks or events chosen; leave some out.",
            races,
        )
        raise Refused(too_few.format(races=races))
    own = tuple(track for track in map(load_track, BUILT_IN_IDS) if track.set in sets)
    left = tuple(event.number for event in calendar.events_of(sets) if event.number not in events)
    tracks = calendar.custom_calendar(own, tuple(EVENTS), races, seed, chosen)
    more_events = calendar.custom_calendar(own, left, races - len(events), seed)
    numbers = (*events, *(race.event for race in more_events))
    return tuple(SeasonRace(race.track, number) for race, number in zip(tracks, numbers, strict=True))


def _length(options: Options) -> int:
    """Return the number of races asked for, else of tracks or events chosen, whichever is larger, else the default."""
    if options.length is not None:
        return options.length
    return max(len(options.tracks), len(options.events)) or calendar.CUSTOM_RACES


def _legends(options: Options, legends: int, races: tuple[SeasonRace, ...]) -> tuple[Legends, ...]:
    """Return the Legends module, () without Legends. Raises Refused if Legends cannot be aggressive as asked."""
    barred = barred_in_season(replace(options, legends=legends), races)
    if options.aggressive and barred:
        raise Refused(barred["aggressive"])
    return (Legends(legends, options.pro, aggressive=bool(options.aggressive)),) if legends else ()


def first_season_form(last: Options | None, asked: Options | None, *, memory_aid: bool) -> Options:
    """Return the initial form: the options asked for, else the last race's drivers and open table, else the defaults.

    Handicaps and the seed are left out. The form always has tracks and events for a custom season.
    Raises Refused for options that the season cannot have.
    """
    race = last or race_options.default_race()
    seats = tuple(replace(seat, handicap=0) for seat in race.seats)
    legends = race_options.DEFAULT_LEGENDS.get(len(seats), 0)
    form = Options(season=FIRST_SEASON, seats=seats, legends=legends, open_table=race.open_table, memory_aid=memory_aid)
    if asked is not None:
        calendar_of(asked, 0)
        values = {key: value for key, value in non_defaults(asked).items() if key not in ("length", "handicap", "seed")}
        if asked.seats:
            values |= {"seats": race_options.coloured(asked.seats), "legends": asked.legends or 0}
        form = with_values(form, values)
    form = drawn(completed(form, SEASON), races=_length(asked or Options()), keep=True)
    season_preview(form)
    return form


def drawn(form: Options, *, races: int, keep: bool) -> Options:
    """Return the form with tracks and events for `races` races, drawn at random; with `keep`, its own come first.

    Raises Refused, for example if `races` is not from 1 to 10.
    """
    known, events = (form.tracks[:races], form.events[:races]) if keep else ((), ())
    new = Options(season=CUSTOM, seats=race_options.ANYBODY, sets=form.sets, length=races, tracks=known, events=events)
    setup = season_setup(new)
    tracks = tuple(race.track.id for race in setup.calendar)
    return replace(form, tracks=(*known, *tracks[len(known) :]), events=tuple(race.event for race in setup.calendar))


def with_event(form: Options, index: int, event: int) -> Options:
    """Return the form with another event for a race; a race that already has that event gets the old one (E1)."""
    events = list(form.events)
    if event in events:
        events[events.index(event)] = events[index]
    events[index] = event
    return replace(form, events=tuple(events))


def with_track(form: Options, index: int, track: str) -> Options:
    return replace(form, tracks=(*form.tracks[:index], track, *form.tracks[index + 1 :]))


def event_choices(form: Options) -> tuple[int, ...]:
    """Return the events of the sets in play and those already chosen, sorted. Raises Refused as `sets_in_play` does."""
    numbers = {event.number for event in calendar.events_of(sets_in_play(_asked(form)))}
    return tuple(sorted(numbers.union(form.events)))


def track_choices(form: Options) -> Mapping[str, str]:
    """Return the names of the built-in tracks in play, of the player's own tracks, and of those already chosen.

    The keys are ids, and the files of chosen tracks that are given by file. Raises Refused as `load_track` does.
    """
    sets = sets_in_play(_asked(form))
    found = {
        each.id: track_name(each.track)
        for each in list_tracks()
        if isinstance(each.track, Track) and (each.track.set in sets or each.source != BUILT_IN)
    }
    return found | {chosen: track_name(load_track(chosen)) for chosen in form.tracks if chosen not in found}


def setup_of(form: Options, seed: str) -> GameSetup:
    """Return the setup of a form, without options that it cannot have; `seed` is digits or blank. Raises Refused."""
    form = replace(form, seed=int(seed) if seed.strip() else None)
    if form.season is not None:
        barred = barred_in_season(form, season_preview(form).calendar)
        return season_setup(with_values(_asked(form), dict.fromkeys(barred)))
    return race_options.race_setup(race_options.effective(form))


def season_preview(form: Options) -> SeasonSetup:
    """Return the season of a form, with a placeholder driver and no Legends. Raises Refused."""
    return season_setup(replace(_asked(form), seats=race_options.ANYBODY, aggressive=None, legends=0, pro=0, seed=0))


def form_errors(form: Options, seed: str) -> dict[int | str, str]:
    """Return the errors that prevent the start, by seat (from 0), "seed", "track" or "race"; `seed` is as typed."""
    errors = {**race_options.seat_errors(form.seats), **race_options.seed_errors(seed)}
    try:
        setup_of(form, "0")
    except BadFile as reason:
        return {"track": str(reason), **errors}
    except Refused as reason:
        return {**errors, "race": str(reason)}
    return errors


def barred_in_season(form: Options, races: Sequence[SeasonRace]) -> dict[str, str]:
    """Return a sentence for each option that a season of these races cannot have, by name."""
    if not form.legends:
        return {"aggressive": translated(race_options.NO_LEGENDS)}
    if any(race_options.is_marked(race.track) for race in races):
        return {}
    words = _("No track of this season has spaces marked for aggressive Legends; the tracks of Heavy Rain have some.")
    return {"aggressive": words}


def season_summary(form: Options, season: SeasonSetup) -> str:
    """Return a summary: "The season of 1961, 3 races, 2 people"; in a custom season perhaps "6 races on 4 tracks"."""
    races = len(season.calendar)
    tracks = len({race.track.id for race in season.calendar})
    counted = ngettext("{count} race", "{count} races", races).format(count=races)
    if season.title == CUSTOM and tracks < races:
        counted = ngettext("{count} races on {tracks} track", "{count} races on {tracks} tracks", tracks).format(
            count=races, tracks=tracks
        )
    return row([season_title(season.title), counted, *race_options.crowd(form)])


def _asked(form: Options) -> Options:
    """Return a form's options, with tracks and events only for a custom season, and `pro` only if Legends race."""
    tracks, events = (form.tracks, form.events) if form.season == CUSTOM else ((), ())
    return replace(form, pro=form.pro if form.legends else 0, tracks=tracks, events=events)
