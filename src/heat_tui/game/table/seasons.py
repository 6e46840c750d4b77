"""The standings of a season, with points, wins and places by race, and its calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.record import record
from heat_tui.game.setup.seats import controller_name
from heat_tui.language import _, ngettext, row
from heat_tui.modules.championship.season import Season, points_order, wins
from heat_tui.modules.championship.words import event_title, season_title
from heat_tui.words.names import car_name, track_name

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match


@record
class Scored:
    """The result of a car in one race; `finished` is False if it retired or was eliminated."""

    place: int
    points: int
    finished: bool


@record
class SeasonRow:
    """One car in the standings of a season, with all its races so far; `kind` is "driver" or "legend"."""

    place: int
    car: int
    name: str
    kind: str
    points: int
    wins: int
    races: tuple[Scored, ...]


def season_rows(season: Season) -> tuple[SeasonRow, ...]:
    """Return the standings from leader to last after the races that are over (E8); before the first, in seat order."""
    sheet, results = season.race.rules.sheet, season.results
    won = wins(results, season.cars)
    return tuple(
        SeasonRow(
            place=place,
            car=car,
            name=car_name(sheet, car),
            kind=sheet.entries[car].kind,
            points=season.points[car],
            wins=won[car],
            races=tuple(
                Scored(result.order.index(car) + 1, result.points[car], car in result.order[: result.finished])
                for result in results
            ),
        )
        for place, car in enumerate(points_order(results, season.cars), start=1)
    )


def season_lines(season: Season) -> list[str]:
    """Return the standings, one line for each car, with a heading, and with the champion if the season is over.

    If no race is over yet, return only a line that says so.
    """
    rows, races = season_rows(season), len(season.setup.calendar)
    if not season.results:
        return [_("{season}: no race has been finished yet.").format(season=season_title(season.setup.title))]
    heading = _("{season}, after race {number} of {races}:").format(
        season=season_title(season.setup.title), number=len(season.results), races=races
    )
    lines = [heading, *(_standing_line(each) for each in rows)]
    if season.over:
        lines.append(_("The champion is {name}.").format(name=rows[0].name))
    return lines


def calendar_lines(season: Season) -> list[str]:
    """Return the races of the calendar, one per line, with the winners of past races, and a note on the current one."""
    return [_race_line(season, index) for index in range(len(season.setup.calendar))]


def stand_in_lines(match: Match) -> list[str]:
    """Return a line for each seat that a person began a season with and an automated driver has in a later race.

    Return [] once the race is under way.
    """
    if match.season is None or not match.season.index or match.log:
        return []
    words = _("{driver} still drives for {name}; seats can change at the start of a round.")
    return [
        words.format(driver=controller_name(match.controllers[seat]), name=car_name(match.sheet, seat))
        for seat in match.handed_over
    ]


def _race_line(season: Season, index: int) -> str:
    """Return a line for a race of the calendar, such as "2. USA, A speed record: won by Ada"."""
    race, form, winner = season.setup.calendar[index], _("{number}. {track}, {event}"), ""
    if index < len(season.results):
        result = season.results[index]
        form = _("{number}. {track}, {event}: nobody finished")
        if result.finished:
            form = _("{number}. {track}, {event}: won by {name}")
            winner = car_name(season.race.rules.sheet, result.order[0])
    elif index == season.index:
        form = _("{number}. {track}, {event}: this race")
    return form.format(number=index + 1, track=track_name(race.track), event=event_title(race.event), name=winner)


def _standing_line(standing: SeasonRow) -> str:
    """Return a line of the standings, such as "1. Ada: 15 points (9, 6), 1 win; places 1, 2"."""
    return _("{place}. {name}: {points} ({by_race}), {wins}; places {places}").format(
        place=standing.place,
        name=standing.name,
        points=ngettext("{count} point", "{count} points", standing.points).format(count=standing.points),
        by_race=row([str(each.points) for each in standing.races]),
        wins=ngettext("{count} win", "{count} wins", standing.wins).format(count=standing.wins),
        places=row([str(each.place) if each.finished else _("out") for each in standing.races]),
    )
