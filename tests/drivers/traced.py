"""Races of every kind of driver but Club with the preset `everything`, recorded to the last bit, to compare machines.

`python -m tests.drivers.traced` records two of them and a season, for `make matrix`.
"""

from __future__ import annotations

from collections.abc import Iterator

from heat_tui.drivers import KINDS
from heat_tui.drivers.evaluation import weigh
from heat_tui.drivers.kinds import COACH
from heat_tui.drivers.outlook import course_for
from heat_tui.game.advice.analysis import Analysis, analysis_lines
from heat_tui.game.setup.options import Options, Seat
from heat_tui.game.setup.race_options import race_setup
from heat_tui.game.table.match import Match
from heat_tui.store.saved_race import GameSetup
from tests.seasons import of_year

TRACKS = ("usa", "japan")
RACING = tuple(kind for kind in KINDS if kind != "club")
HINTS = 8
"""The interval, in choices, at which a choice is also evaluated as for a hint."""

FEW_HINTS = 40
"""The same interval if hints are played out in all worlds, which takes seconds for each hint."""


def with_everything(track: str, seed: int) -> Match:
    """Return a race of one lap with the preset `everything` and eight drivers, of every kind but Club."""
    seats = tuple(Seat(kind.capitalize(), controller=kind) for kind in RACING)
    return started(race_setup(Options(track=track, preset="everything", laps=1, seats=seats, seed=seed)))


def started(setup: GameSetup) -> Match:
    """Start a race or a season with one driver of every kind but Club."""
    return Match.start(setup, [*RACING])


def choices(match: Match, hints: int = HINTS) -> Iterator[str]:
    """Race to the end; yield the events of each choice, and before every `hints`-th the evaluations made for a hint."""
    number = 0
    while not match.over:
        if match.between_races:
            match.next_race()
            continue
        number += 1
        decision = match.decision
        assert decision is not None
        if number % hints == 0:
            view = match.with_worlds(match.view(decision.seat))
            yield repr(weigh(view, decision, COACH, also=()))
            yield repr(course_for(view).pace)
        seat, kind = decision.seat, type(decision).__name__
        events = match.play_driver()
        yield f"{seat} {kind}: {events}"


def accounts(match: Match) -> Iterator[str]:
    """Yield the account of every driver, and the words of the analysis, for each finished race."""
    for race in match.races:
        analysis = Analysis(race)
        for each in analysis.accounts():
            yield repr((each.seat, each.mistakes, each.luck, each.pace, each.by_turn()))
        yield from analysis_lines(analysis)


if __name__ == "__main__":
    season = of_year("custom", drivers=len(RACING), legends=0, races=2)
    for game in (*(with_everything(track, seed) for seed, track in enumerate(TRACKS)), started(season)):
        print(*choices(game, FEW_HINTS), *accounts(game), sep="\n")
