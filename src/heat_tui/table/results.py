"""The end of a race: places and figures."""

from __future__ import annotations

from heat_tui.language import _
from heat_tui.prose import Narrator
from heat_tui.session import CarTally, Match, tally
from heat_tui.table.going_back import taken_back_lines


def result_lines(match: Match) -> list[str]:
    """The places with the figures of every car, what was taken back by agreement, and the seed."""
    sheet, counted, names = match.sheet, tally(match), Narrator(match.sheet)
    lines = [_("Result:")]
    for place, car in enumerate(match.standings, start=1):
        figures = counted.cars[car]
        if car < sheet.drivers:
            lines.append(_driver_line(place, names.name(car), figures))
        else:
            lines.append(
                _("{place}. {name}: rounds {rounds}.").format(place=place, name=names.name(car), rounds=figures.rounds)
            )
    lines += taken_back_lines(match)
    lines.append(seed_line(match))
    return lines


def seed_line(match: Match) -> str:
    """The seed that gives the same race, or the same season, again."""
    if match.season is not None:
        return _("The seed of this season is {seed}.").format(seed=match.season.setup.seed)
    if match.over:
        return _("The seed of this race was {seed}.").format(seed=match.setup.seed)
    return _("The seed of this race is {seed}.").format(seed=match.setup.seed)


def _driver_line(place: int, name: str, figures: CarTally) -> str:
    return _(
        "{place}. {name}: rounds {rounds}, top speed {speed}, Heat paid {heat}, spins {spins}, Boosts {boosts}, "
        "spaces slipstreamed {slipped}, corners over the limit {over}."
    ).format(
        place=place,
        name=name,
        rounds=figures.rounds,
        speed=figures.top_speed,
        heat=figures.heat_paid,
        spins=figures.spins,
        boosts=figures.boosts,
        slipped=figures.slipstream_spaces,
        over=figures.corners_over,
    )
