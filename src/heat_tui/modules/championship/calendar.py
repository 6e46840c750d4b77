"""The races of the seasons: events, years, and where the press stands (E1, E9, E11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from heat_tui.engine.record import record
from heat_tui.engine.rng import shuffle, stream
from heat_tui.engine.track import Track

EventSet = Literal["base", "heavy_rain", "tunnel_vision"]

MOST_RACES = 10
"""A season has at most so many races, and a career exactly so many (E12)."""

CUSTOM_RACES = 4
"""So many races a custom season normally has (E1)."""


@record
class RaceEvent:
    """What is special about one race of a season (E11).

    `track` is the id of the track on which it is held in its year. `sponsorships` go into every opening hand (E4);
    `press` are numbers of corners, which may go beyond a track's highest (`press_corners`). What it changes in the
    rules stands in `event_rules`.
    """

    number: int
    year: str
    track: str
    sponsorships: int
    press: tuple[int, ...]
    set: EventSet = "base"


EVENTS: Mapping[int, RaceEvent] = {
    event.number: event
    for event in (
        RaceEvent(1, "1961", "great_britain", 2, (1,)),
        RaceEvent(2, "1961", "usa", 1, (2,)),
        RaceEvent(3, "1961", "italy", 1, (3,)),
        RaceEvent(4, "1962", "italy", 2, (5,)),
        RaceEvent(5, "1962", "great_britain", 1, (3, 5)),
        RaceEvent(6, "1962", "france", 1, (3,)),
        RaceEvent(7, "1963", "usa", 3, (1,)),
        RaceEvent(8, "1963", "great_britain", 1, (2, 4)),
        RaceEvent(9, "1963", "france", 1, (4,)),
        RaceEvent(10, "1963", "italy", 0, (4,)),
        RaceEvent(11, "1964", "japan", 0, (2, 3), "heavy_rain"),
        RaceEvent(12, "1964", "france", 1, (2,), "heavy_rain"),
        RaceEvent(13, "1964", "mexico", 1, (3,), "heavy_rain"),
        RaceEvent(14, "1964", "japan", 1, (), "heavy_rain"),
        RaceEvent(15, "1965", "great_britain", 2, (4,), "tunnel_vision"),
        RaceEvent(16, "1965", "usa", 0, (3,), "tunnel_vision"),
        RaceEvent(17, "1965", "spain", 0, (1, 3), "tunnel_vision"),
        RaceEvent(18, "1965", "netherlands", 1, (2,), "tunnel_vision"),
    )
}
"""All events by number. Source: the event cards of the base game and of the expansions."""

YEARS: Mapping[str, tuple[int, ...]] = {
    year: tuple(event.number for event in EVENTS.values() if event.year == year)
    for year in dict.fromkeys(event.year for event in EVENTS.values())
}
"""The events of every year, in the order of its races."""

CAREER = ("1961", "1962", "1963")
"""The seasons of a career (E12)."""


@record
class SeasonRace:
    """One race of a season: its track, the number of its event, and its laps, None for those printed (O1)."""

    track: Track
    event: int
    laps: int | None = None


def press_corners(track: Track, event: RaceEvent) -> tuple[int, ...]:
    """The corners, as indices, where the press stands in this event: numbers beyond the highest wrap round (E9)."""
    highest = max((corner.press for corner in track.corners if corner.press is not None), default=0)
    if not highest:
        return ()
    wanted = {(number - 1) % highest + 1 for number in event.press}
    return tuple(index for index, corner in enumerate(track.corners) if corner.press in wanted)


def year_calendar(year: str, tracks: Mapping[str, Track]) -> tuple[SeasonRace, ...]:
    """The races of a year; KeyError where there is no such year or one of its tracks is missing."""
    return tuple(SeasonRace(tracks[EVENTS[number].track], number) for number in YEARS[year])


def career_calendar(tracks: Mapping[str, Track]) -> tuple[SeasonRace, ...]:
    """The ten races of a career; KeyError where a track is missing."""
    return tuple(race for year in CAREER for race in year_calendar(year, tracks))


def events_of(sets: Sequence[str]) -> tuple[RaceEvent, ...]:
    """The events of these sets."""
    return tuple(event for event in EVENTS.values() if event.set in sets)


def custom_calendar(tracks: Sequence[Track], events: Sequence[int], races: int, seed: int) -> tuple[SeasonRace, ...]:
    """`races` of the tracks in random order, each with a random one of the events, none of these twice (E1).

    Tracks come again only where there are fewer tracks than races. Raises ValueError with no track, or with fewer
    events than races.
    """
    if not tracks or races > len(events):
        raise ValueError("too few tracks or events")
    luck = stream(seed, _CALENDAR)
    pool = list(events)
    luck = shuffle(pool, luck)
    order: list[Track] = []
    while len(order) < races:
        again = list(tracks)
        luck = shuffle(again, luck)
        order += again
    return tuple(SeasonRace(track, event) for track, event in zip(order, pool[:races], strict=False))


_CALENDAR = 900
"""The stream of chance that draws a calendar, beyond those of the races' seeds."""
