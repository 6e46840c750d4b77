"""Play a whole race or season with automated drivers, and return it as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from heat_tui.drivers import Driver
from heat_tui.engine import Race, RaceSetup
from heat_tui.engine.actions import NextRace
from heat_tui.engine.decisions import Decision, NextRaceDecision
from heat_tui.engine.events import Event, RoundBegan
from heat_tui.engine.module import Module
from heat_tui.game.table.seasons import season_lines
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.championship.words import calendar_card
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.store.saved_race import race_of
from heat_tui.store.tracks import load_track
from heat_tui.words.events import log_lines
from heat_tui.words.forecasts import preview
from heat_tui.words.names import car_name
from heat_tui.words.questions import ask, describe_action
from heat_tui.words.situation import situation, standings, track_lines


@dataclass(frozen=True)
class Golden:
    """A race to be told: `drivers` pairs each seat's name with the automated driver in it.

    `asked` are the seats whose questions and forecasts are included, as a person would read them.
    """

    title: str
    track: str
    seed: int
    drivers: tuple[tuple[str, Driver], ...]
    laps: int | None = None
    legends: int = 0
    pro: int = 0
    mulligan: bool = False
    retire: bool = False
    handicap: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    aggressive: bool = False
    modules: tuple[Module, ...] = ()

    def setup(self) -> RaceSetup:
        """Return the setup of the race."""
        return RaceSetup(
            track=load_track(self.track),
            seats=tuple(name for name, _driver in self.drivers),
            seed=self.seed,
            laps=self.laps,
            handicap=self.handicap,
            retire=self.retire,
            modules=(
                *self._legends(),
                *self.modules,
                *((MulliganRule(),) if self.mulligan else ()),
            ),
        )

    def _legends(self) -> tuple[Module, ...]:
        return (Legends(self.legends, self.pro, self.aggressive),) if self.legends else ()


@dataclass(frozen=True)
class SeasonGolden:
    """A season to be told; `asked` is as in `Golden`."""

    title: str
    season: SeasonSetup
    drivers: tuple[Driver, ...]
    asked: tuple[int, ...] = ()


def tell_season(golden: SeasonGolden) -> str:
    """Return the text of a season's golden file."""
    return "\n".join(_season(golden)) + "\n"


def _season(golden: SeasonGolden) -> Iterator[str]:
    setup = golden.season
    season = Season.start(setup)
    names = zip(setup.seats, golden.drivers, strict=True)
    yield golden.title
    yield "=" * len(golden.title)
    yield f"Seed {setup.seed}. Drivers: {_driven(names)}."
    yield from _race_begins(season, season.events)
    while (decision := season.decision) is not None:
        if isinstance(decision, NextRaceDecision):
            yield from ("", *season_lines(season))
            yield from _race_begins(season, season.play(NextRace()))
        else:
            yield from _decide(season, decision, golden.drivers, golden.asked)
    yield from ("", *season_lines(season))


def _driven(drivers: Iterable[tuple[str, Driver]]) -> str:
    return ", ".join(f"{name} ({type(driver).__name__.lower()})" for name, driver in drivers)


def _race_begins(season: Season, events: list[Event]) -> Iterator[str]:
    heading = f"Race {season.index + 1}"
    yield from ("", heading, "=" * len(heading))
    yield from calendar_card(season.setup, season.index)
    yield from track_lines(season.view(None))
    yield ""
    yield from _told(season, events)


def tell_race(golden: Golden) -> str:
    """Return the text of a race's golden file."""
    return "\n".join([*_header(golden), *_race(golden)]) + "\n"


def _header(golden: Golden) -> Iterator[str]:
    yield golden.title
    yield "=" * len(golden.title)
    yield f"Seed {golden.seed}. Drivers: {_driven(golden.drivers)}."
    if golden.legends:
        yield f"Legends: {golden.legends}, pro +{golden.pro}."
    options = [
        *(["mulligan"] if golden.mulligan else []),
        *(["retire"] if golden.retire else []),
        *([f"handicap {golden.handicap}"] if golden.handicap else []),
        *(["aggressive"] if golden.aggressive else []),
        *(module.name for module in golden.modules),
    ]
    yield f"Options: {', '.join(options) or 'none'}."


def _race(golden: Golden) -> Iterator[str]:
    race = Race.start(golden.setup())
    yield from track_lines(race.view(None))
    yield ""
    yield from _told(race, race.events)
    while (decision := race.decision) is not None:
        yield from _decide(race, decision, [driver for _, driver in golden.drivers], golden.asked)
    yield ""
    yield "Standings"
    yield "---------"
    yield from standings(race.view(None))


def _decide(game: Race | Season, decision: Decision, drivers: Sequence[Driver], asked: Sequence[int]) -> Iterator[str]:
    seat = decision.seat
    view = game.view(seat)
    action = drivers[seat].choose(view, decision)
    if seat in asked:
        if view.step == "planning":
            yield from (f"  . {line}" for line in situation(view))
        yield f"  ? {ask(view, decision)}"
        yield from (f"  ~ {line}" for line in preview(view, game.forecast(seat, action)))
    yield f"> {car_name(view.sheet, seat)}: {describe_action(decision, action)}"
    yield from _told(game, game.play(action))


def _told(game: Race | Season, events: list[Event]) -> Iterator[str]:
    """Yield the events as lines, each round under its own heading."""
    sheet, part = race_of(game).rules.sheet, list[Event]()
    for event in events:
        if isinstance(event, RoundBegan):
            yield from (line.text for line in log_lines(sheet, part))
            part = []
            heading = f"Round {event.number}"
            yield from ("", heading, "-" * len(heading))
        part.append(event)
    yield from (line.text for line in log_lines(sheet, part))
