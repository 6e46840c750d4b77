"""The races of the seasons: years, calendars and press corners (E1, E9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heat_tui.engine.record import record
from heat_tui.engine.rng import shuffle, stream
from heat_tui.engine.track import Track
from heat_tui.modules.championship.event_rules import EVENTS, RaceEvent

MOST_RACES = 10
"""The maximum number of races in a season, and the number of races in a career (E12)."""

CUSTOM_RACES = 4
"""The default number of races in a custom season (E1)."""

YEARS: Mapping[str, tuple[int, ...]] = {
    year: tuple(event.number for event in EVENTS.values() if event.year == year)
    for year in dict.fromkeys(event.year for event in EVENTS.values())
}
"""The numbers of the events of every year, in the order of its races."""

CAREER = ("1961", "1962", "1963")
"""The seasons of a career (E12)."""


@record
class SeasonRace:
    """One race of a season: its track, the number of its event, and its laps, None for the printed number (O1)."""

    track: Track
    event: int
    laps: int | None = None


def press_corners(track: Track, event: RaceEvent) -> tuple[int, ...]:
    """Return the press corners of an event, as indices; numbers above the track's highest wrap round (E9, E11)."""
    highest = max((corner.press for corner in track.corners if corner.press is not None), default=0)
    if not highest:
        return ()
    wanted = {(number - 1) % highest + 1 for number in event.press}
    return tuple(index for index, corner in enumerate(track.corners) if corner.press in wanted)


def year_calendar(year: str, tracks: Mapping[str, Track]) -> tuple[SeasonRace, ...]:
    """Return the races of a year. Raises KeyError if the year does not exist or one of its tracks is missing."""
    return tuple(SeasonRace(tracks[EVENTS[number].track], number) for number in YEARS[year])


def career_calendar(tracks: Mapping[str, Track]) -> tuple[SeasonRace, ...]:
    """Return the ten races of a career. Raises KeyError if a track is missing."""
    return tuple(race for year in CAREER for race in year_calendar(year, tracks))


def events_of(sets: Sequence[str]) -> tuple[RaceEvent, ...]:
    return tuple(event for event in EVENTS.values() if event.set in sets)


def custom_calendar(
    tracks: Sequence[Track], events: Sequence[int], races: int, seed: int, chosen: Sequence[Track] = ()
) -> tuple[SeasonRace, ...]:
    """Return `races` races, those on the `chosen` tracks first, each with a different random event (E1).

    The other tracks are drawn at random from `tracks`, each time from those with the fewest races so far. Raises
    ValueError if no tracks are given, or if the races outnumber the events.
    """
    if not tracks or races > len(events):
        raise ValueError("too few tracks or events")
    luck = stream(seed, _CALENDAR)
    pool = list(events)
    luck = shuffle(pool, luck)
    order = list(chosen)
    while len(order) < races:
        fewest = min(map(order.count, tracks))
        again = [track for track in tracks if order.count(track) == fewest]
        luck = shuffle(again, luck)
        order += again
    return tuple(SeasonRace(track, event) for track, event in zip(order, pool[:races], strict=False))


_CALENDAR = 900
"""The number of the random stream that draws a calendar, beyond those of the races' seeds."""
