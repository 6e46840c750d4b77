"""Read the drivers' book: drivers, records, tracks, seasons, duels. Every front end reads it through here."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final, NamedTuple

from heat_tui.drivers.kinds import PERSON
from heat_tui.exact import add_up
from heat_tui.game.setup.options import LEVELS, NO_GARAGE
from heat_tui.game.setup.seats import kind_named
from heat_tui.language import N_, NN_, Message, _, ngettext, row, translated
from heat_tui.store.book import Book, BookCar, BookRace
from heat_tui.store.reading import suggestion
from heat_tui.store.schema import Refused
from heat_tui.words.formatter import fill
from heat_tui.words.names import colour_name, name_of_track, quoted

AUTOMATED: Final = "automated"
LEGEND: Final = "legend"
KINDS: Final = (PERSON, AUTOMATED, LEGEND)
"""The kinds of drivers, in the order in which they are shown."""

PODIUM: Final = 3

DECIMALS: Final = 8
"""The decimals of averages and ratings. Ratings use `exp`, whose last bits differ between C libraries."""

RULES: Final[Mapping[str, str]] = {
    "championship": N_("championship"),
    **{level: words for level, words in LEVELS.items() if level != NO_GARAGE},
    "weather": N_("weather"),
    "tournament": N_("tournament mode"),
}
"""The rules that decide what a car can do, by their words in the book: records are kept for each set of them.

A championship always has weather, which is therefore not named.
"""


class Driver(NamedTuple):
    """A person by name, all automated drivers of a kind, or the Legend of a colour."""

    kind: str
    name: str

    @property
    def words(self) -> str:
        """Return the driver's name: "Ada", "@steady", "Legend Red"."""
        if self.kind == LEGEND:
            return _("Legend {colour}").format(colour=colour_name(self.name))
        return f"@{self.name}" if self.kind == AUTOMATED else self.name


@dataclass(frozen=True, slots=True)
class Start:
    """A car in a race, and who drove it."""

    driver: Driver
    car: BookCar
    race: BookRace

    @property
    def won(self) -> bool:
        """Return whether the car came home first; a race of one car is practice, which nobody wins."""
        return self.car.finished and self.car.place == 1 and len(self.race.cars) > 1

    @property
    def rounds_home(self) -> int | None:
        """Return the rounds that the car took to come home; None if it did not."""
        return int(self.car.figures["rounds"]) if self.car.finished else None

    @property
    def on_podium(self) -> bool:
        """Return whether the car came home among the first three, but not last."""
        return self.car.finished and self.car.place <= PODIUM and self.car.place < len(self.race.cars)

    @property
    def beaten(self) -> float:
        """Return the share of the other cars that came behind this one."""
        return (len(self.race.cars) - self.car.place) / (len(self.race.cars) - 1)

    @property
    def pace(self) -> float | None:
        """Return how many rounds more than the others the car took on average; None if it, or all else, is not home."""
        others = [car.figures["rounds"] for car in self.race.cars if car.finished and car is not self.car]
        if not others or not self.car.finished:
            return None
        return self.car.figures["rounds"] - fsum(others) / len(others)


@dataclass(frozen=True, slots=True)
class DriverRow:
    """A driver in one line.

    `races` are starts, practice excluded; automated drivers of a kind may have several in one race. `beaten` is the
    average share of the field that came behind, `pace` the average of the rounds more than the others took. `rating` is
    the ordinal of OpenSkill. `figures` are averages of a start, or the highest for those of `HIGHEST`.
    """

    driver: Driver
    races: int
    wins: int
    podiums: int
    average_place: float
    beaten: float
    pace: float | None
    titles: int
    rating: float
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class DriverTrack:
    """A driver's results on a track, by its id; the figures are those of `DriverRow`."""

    track: str
    name: str
    races: int
    wins: int
    average_place: float
    beaten: float


@dataclass(frozen=True, slots=True)
class TrackRow:
    """A track in one line: the average rounds of the first car home and spin outs of a start, and who wins there.

    Legends, which cannot spin out, are no starts in this.
    """

    track: str
    name: str
    races: int
    rounds: float | None
    spins: float
    best: Driver | None
    wins: int


@dataclass(frozen=True, slots=True)
class Streak:
    """Races in a row: `kind` is "wins", "podiums" or "clean" (without a spin out); `now` is the running one.

    Legends cannot spin out, so they have no streak of that kind.
    """

    kind: str
    now: int
    longest: int


@dataclass(frozen=True, slots=True)
class Duel:
    """Two drivers in the races that both were in; `meetings` are these races with the places of both.

    Of several cars of a driver the best counts.
    """

    one: Driver
    other: Driver
    meetings: tuple[tuple[BookRace, int, int], ...]
    ahead: int
    behind: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Record:
    """A record for a track, a number of laps and a set of rules.

    `kind` is one of `RECORDS`; `other` is the second car of the closest finish. Who sets a record first keeps it until
    it is broken.
    """

    kind: str
    value: int
    driver: Driver
    other: Driver | None
    race: BookRace


@dataclass(frozen=True, slots=True)
class Standing:
    """A driver in a season: the points, the wins and the place so far."""

    driver: Driver
    place: int
    points: int
    wins: int


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A season with its standings: `raced` of its `races` are over."""

    game: str
    title: str
    raced: int
    races: int
    ended: str
    standings: tuple[Standing, ...]

    @property
    def champion(self) -> Driver | None:
        """Return who has won it; None before its end, and for a driver on their own, who practises."""
        return self.standings[0].driver if self.raced == self.races and len(self.standings) > 1 else None


@dataclass(frozen=True, slots=True)
class TitleRow:
    """A driver's results in all seasons, unfinished ones included."""

    driver: Driver
    titles: int
    seasons: int
    points: int
    wins: int


@dataclass(frozen=True, slots=True)
class DriverPage:
    """Everything about a driver.

    `tracks` go from the best to the worst, `races` are the starts from the last to the first, practice included,
    `ratings` those after each race, in order. `also` are the names merged into this one. `figures` are those of the row
    without what is 0 for all cars in the book.
    """

    row: DriverRow
    tracks: tuple[DriverTrack, ...]
    streaks: tuple[Streak, ...]
    duels: tuple[Duel, ...]
    seasons: tuple[SeasonTable, ...]
    races: tuple[Start, ...]
    ratings: tuple[float, ...]
    also: tuple[str, ...]
    figures: Mapping[str, float]


class _Kind(NamedTuple):
    """A kind of record: how much better a value is than another, by its sign, and the sentence when it is broken."""

    sign: int
    heading: str
    broken: Message


RECORDS: Final[Mapping[str, _Kind]] = {
    "rounds": _Kind(
        -1,
        N_("Fewest rounds"),
        NN_(
            "A record for {course}: {name} finishes in {value} round. The record was {old}, by {holder}.",
            "A record for {course}: {name} finishes in {value} rounds. The record was {old}, by {holder}.",
            "value",
        ),
    ),
    "top_speed": _Kind(
        1,
        N_("Top speed"),
        N_("A record for {course}: {name} reaches speed {value}. The record was {old}, by {holder}."),
    ),
    "gained": _Kind(
        1,
        N_("Most places gained"),
        NN_(
            "A record for {course}: {name} gains {value} place. The record was {old}, by {holder}.",
            "A record for {course}: {name} gains {value} places. The record was {old}, by {holder}.",
            "value",
        ),
    ),
    "margin": _Kind(
        -1,
        N_("Closest finish, in spaces"),
        NN_(
            "The closest finish on {course}: {name} beats {other} by {value} space. The record was {old}, by {holder}.",
            "The closest finish on {course}: {name} beats {other} by {value} spaces. The record was {old}, by "
            "{holder}.",
            "value",
        ),
    ),
}
"""The records by kind, in the order in which they are shown."""

STREAKS: Final[Mapping[str, tuple[str, Callable[[Start], bool]]]] = {
    "wins": (N_("Wins in a row"), lambda start: start.won),
    "podiums": (N_("Podiums in a row"), lambda start: start.on_podium),
    "clean": (N_("Races in a row without a spin out"), lambda start: start.car.figures.get("spins") == 0),
}
"""The streaks by kind, with what each race of one has to be."""


HIGHEST: Final = ("top_speed",)
"""The figures of which the highest is shown instead of the average."""


def course_words(race: BookRace) -> str:
    """Return what a record is kept for: "USA (2 laps, weather)"."""
    laps = ngettext("{count} lap", "{count} laps", race.laps).format(count=race.laps)
    return _("{track} ({rules})").format(
        track=name_of_track(race.track, race.track_name), rules=row([laps, *rule_words(race)])
    )


def rule_words(race: BookRace) -> list[str]:
    """Return the rules that decide what a car could do in a race."""
    return [translated(RULES[rule]) for rule in race.rules.split() if rule in RULES]


class Chronicle:
    """All that a book says; made from what was read of it, and it never changes."""

    def __init__(self, races: Sequence[BookRace], aliases: Mapping[str, str]) -> None:
        self.races = tuple(races)
        self.aliases = aliases
        self._starts = [
            [Start(self._driver(car), car, race) for car in sorted(race.cars, key=lambda car: car.place)]
            for race in races
        ]
        self._at = {race.key: index for index, race in enumerate(races)}

    @classmethod
    def of(cls, book: Book, track: str = "") -> Chronicle:
        """Return what a book says, of one track or of all. Raises BadFile."""
        return cls(book.races(track), book.aliases())

    def starts(self, race: BookRace) -> list[Start]:
        """Return the cars of a race from first to last."""
        return self._starts[self._at[race.key]]

    def recent(self, most: int | None = None) -> list[BookRace]:
        """Return the last races, the very last one first."""
        return [*reversed(self.races)][:most]

    def find(self, text: str) -> Driver:
        """Return the driver of that name, a person before others; upper and lower case count alike. Raises Refused."""
        drivers = sorted(self._of_drivers, key=lambda driver: KINDS.index(driver.kind))
        text = f"@{kind}" if text.startswith(("@", "＠")) and (kind := kind_named(text)) else text
        merged = self.person(text)
        for like in (str, str.casefold):
            for driver in drivers:
                if like(driver.words) in (like(text), like(merged)):
                    return driver
        raise Refused(
            N_("No driver in the book is called {name}{hint}; heat-tui book lists them."),
            name=quoted(text),
            hint=suggestion(text, [driver.words for driver in drivers]),
        )

    def person(self, name: str) -> str:
        """Return whom the races of a name count for."""
        while name in self.aliases:
            name = self.aliases[name]
        return name

    def drivers(self) -> list[DriverRow]:
        """Return all drivers who were in a race against others: people first, each kind by rating."""
        rows = [self._row(driver) for driver, starts in self._of_drivers.items() if any(map(_is_race, starts))]
        return sorted(rows, key=lambda row: (KINDS.index(row.driver.kind), -row.rating, row.driver.name))

    def driver(self, driver: Driver) -> DriverPage:
        """Return everything about a driver who was in a race against others. Raises Refused for another."""
        starts = self._of_drivers[driver]
        if not any(map(_is_race, starts)):
            raise Refused(N_("{name} has only practised so far, in single-car races."), name=driver.words)
        others = [other for other in self._of_drivers if other != driver]
        duels = [duel for other in others if (duel := self.duel(driver, other)).meetings]
        own = self._row(driver)
        return DriverPage(
            row=own,
            tracks=tuple(self._tracks_of(starts)),
            streaks=tuple(self._streak(kind, driver) for kind in STREAKS if (driver.kind, kind) != (LEGEND, "clean")),
            duels=tuple(sorted(duels, key=lambda duel: (KINDS.index(duel.other.kind), -len(duel.meetings)))),
            seasons=tuple(table for table in self.seasons() if any(s.driver == driver for s in table.standings)),
            races=tuple(reversed(starts)),
            ratings=tuple(self._ratings[driver]),
            also=tuple(name for name in self.aliases if driver == (PERSON, self.person(name))),
            figures={name: value for name, value in own.figures.items() if name in self._counted},
        )

    def duel(self, one: Driver, other: Driver) -> Duel:
        """Return how two drivers have done against each other. Raises Refused for one and the same."""
        if one == other:
            raise Refused(N_("Both names belong to {name}; name two drivers."), name=one.words)
        meetings = []
        for starts in self._starts:
            first, second = (_best(starts, driver) for driver in (one, other))
            if first is not None and second is not None:
                meetings.append((first, second))
        return Duel(
            one=one,
            other=other,
            meetings=tuple((a.race, a.car.place, b.car.place) for a, b in meetings),
            ahead=add_up(a.car.place < b.car.place for a, b in meetings),
            behind=add_up(a.car.place > b.car.place for a, b in meetings),
            wins=add_up(a.won for a, _b in meetings),
            losses=add_up(b.won for _a, b in meetings),
        )

    def records(self) -> list[Record]:
        """Return the records of every track as it was raced last, by track, laps and rules."""
        courses = {race.track: race.course for race in self.races}
        groups: dict[tuple[object, ...], list[list[Start]]] = defaultdict(list)
        for race, starts in zip(self.races, self._starts, strict=True):
            if courses[race.track] == race.course:
                groups[_group(race)].append(starts)
        return [record for _key, group in sorted(groups.items()) for record in _records(group).values()]

    def broken(self, race: BookRace) -> list[tuple[Record, Record]]:
        """Return the records that a race has broken, each with the one before."""
        mine = next((each for each in self.races if each.key == race.key), race)
        before = [
            starts
            for each, starts in zip(self.races, self._starts, strict=True)
            if _group(each) == _group(mine) and each.key != mine.key and each.when < mine.when
        ]
        new, old = _records([self.starts(mine)] if mine in self.races else []), _records(before)
        return [
            (new[kind], old[kind]) for kind in RECORDS if kind in new and kind in old and _beats(new[kind], old[kind])
        ]

    def tracks(self) -> list[TrackRow]:
        """Return all tracks, those raced most often first."""
        groups: dict[str, list[list[Start]]] = defaultdict(list)
        for race, starts in zip(self.races, self._starts, strict=True):
            groups[race.track].append(starts)
        rows = []
        for track, group in groups.items():
            winners = Counter(start.driver for starts in group for start in starts if start.won)
            rounds = [home for starts in group if (home := starts[0].rounds_home) is not None]
            cars = [start.car.figures for starts in group for start in starts if start.driver.kind != LEGEND]
            spins = [figures["spins"] for figures in cars if "spins" in figures]
            best, wins = max(winners.items(), key=lambda each: each[1], default=(None, 0))
            name = name_of_track(track, group[-1][0].race.track_name)
            rows.append(TrackRow(track, name, len(group), _mean(rounds), _mean(spins) or 0.0, best, wins))
        return sorted(rows, key=lambda row: (-row.races, row.name))

    def seasons(self) -> list[SeasonTable]:
        """Return all seasons with their standings, the one raced last first; those that lack a race are left out."""
        games: dict[str, list[list[Start]]] = defaultdict(list)
        for race, starts in zip(self.races, self._starts, strict=True):
            if race.season:
                games[race.game].append(starts)
        tables = [
            _season(group) for group in games.values() if max(each[0].race.number for each in group) == len(group)
        ]
        return sorted(tables, key=lambda table: (table.ended, table.game), reverse=True)

    def titles(self) -> list[TitleRow]:
        """Return the drivers of all seasons, by titles and then by points."""
        of: dict[Driver, list[Standing]] = defaultdict(list)
        for table in self.seasons():
            for standing in table.standings:
                of[standing.driver].append(standing)
        rows = [
            TitleRow(
                driver,
                self._titles[driver],
                len(each),
                add_up(standing.points for standing in each),
                add_up(standing.wins for standing in each),
            )
            for driver, each in of.items()
        ]
        return sorted(rows, key=lambda row: (-row.titles, -row.points, row.driver))

    def _driver(self, car: BookCar) -> Driver:
        return Driver(car.kind, self.person(car.name) if car.kind == PERSON else car.name)

    @functools.cached_property
    def _of_drivers(self) -> dict[Driver, list[Start]]:
        """The starts of every driver, in order, practice included."""
        found: dict[Driver, list[Start]] = defaultdict(list)
        for starts in self._starts:
            for start in starts:
                found[start.driver].append(start)
        return found

    @functools.cached_property
    def _counted(self) -> frozenset[str]:
        """The figures that are more than 0 for some car."""
        cars = (car.figures for race in self.races for car in race.cars)
        return frozenset(name for figures in cars for name, value in figures.items() if value)

    @functools.cached_property
    def _titles(self) -> Counter[Driver]:
        return Counter(table.champion for table in self.seasons() if table.champion is not None)

    @functools.cached_property
    def _ratings(self) -> dict[Driver, list[float]]:
        """The ratings of every driver after each of their races.

        The model is Plackett and Luce's, by place, and every car counts as a driver of its own with the rating of its
        driver; one who drove several gets the average of what they changed.
        """
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        now: dict[Driver, tuple[float, float]] = {}
        after: dict[Driver, list[float]] = defaultdict(list)
        for starts in filter(lambda starts: len(starts) > 1, self._starts):
            usual = model.mu, model.sigma
            teams = [[model.create_rating([*now.get(start.driver, usual)])] for start in starts]
            changed: dict[Driver, list[tuple[float, float]]] = defaultdict(list)
            for start, (rating,) in zip(starts, model.rate(teams, ranks=[*range(len(teams))]), strict=True):
                changed[start.driver].append((rating.mu, rating.sigma))
            for driver, each in changed.items():
                mu, sigma = (_average(values) for values in zip(*each, strict=True))
                now[driver] = mu, sigma
                after[driver].append(round(mu - 3 * sigma, DECIMALS))
        return after

    def _row(self, driver: Driver) -> DriverRow:
        starts = [start for start in self._of_drivers[driver] if _is_race(start)]
        return DriverRow(
            driver=driver,
            races=len(starts),
            wins=add_up(start.won for start in starts),
            podiums=add_up(start.on_podium for start in starts),
            average_place=_mean([start.car.place for start in starts]) or 0.0,
            beaten=_mean([start.beaten for start in starts]) or 0.0,
            pace=_mean([pace for start in starts if (pace := start.pace) is not None]),
            titles=self._titles[driver],
            rating=self._ratings[driver][-1],
            figures=_averages(starts),
        )

    def _tracks_of(self, starts: Iterable[Start]) -> list[DriverTrack]:
        groups: dict[str, list[Start]] = defaultdict(list)
        for start in filter(_is_race, starts):
            groups[start.race.track].append(start)
        rows = [
            DriverTrack(
                track=track,
                name=name_of_track(track, group[-1].race.track_name),
                races=len(group),
                wins=add_up(start.won for start in group),
                average_place=_mean([start.car.place for start in group]) or 0.0,
                beaten=_mean([start.beaten for start in group]) or 0.0,
            )
            for track, group in groups.items()
        ]
        return sorted(rows, key=lambda row: (-row.beaten, -row.races, row.name))

    def _streak(self, kind: str, driver: Driver) -> Streak:
        _heading, holds = STREAKS[kind]
        now = longest = 0
        for starts in self._starts:
            best = _best(starts, driver)
            if best is not None and len(starts) > 1:
                now = now + 1 if holds(best) else 0
                longest = max(longest, now)
        return Streak(kind, now, longest)


def broken_lines(book: Book, race: BookRace) -> list[str]:
    """Return a sentence for each record that a race has broken. Raises BadFile."""
    return [_broken_line(*pair) for pair in Chronicle.of(book, race.track).broken(race)]


def _broken_line(new: Record, old: Record) -> str:
    message = RECORDS[new.kind].broken
    if new.kind == "margin" and not new.value:
        message = N_(
            "The closest finish on {course}: {name} beats {other} side by side. The record was {old}, by {holder}."
        )
    return fill(
        message,
        course=course_words(new.race),
        name=new.driver.words,
        other=new.other.words if new.other is not None else "",
        value=new.value,
        old=old.value,
        holder=old.driver.words,
    )


def _is_race(start: Start) -> bool:
    return len(start.race.cars) > 1


def _best(starts: Sequence[Start], driver: Driver) -> Start | None:
    """Return the best car of a driver in a race."""
    return next((start for start in starts if start.driver == driver), None)


def _mean(values: Sequence[float]) -> float | None:
    return _average(values) if values else None


def _average(values: Sequence[float]) -> float:
    return round(fsum(values) / len(values), DECIMALS)


def _averages(starts: Sequence[Start]) -> dict[str, float]:
    """Return the averages of the figures, of the races that have them, or the highest."""
    values: dict[str, list[float]] = defaultdict(list)
    for start in starts:
        for name, value in start.car.figures.items():
            values[name].append(value)
    return {name: max(each) if name in HIGHEST else _average(each) for name, each in values.items()}


def _group(race: BookRace) -> tuple[str, str, int, str]:
    """Return what a record is kept for."""
    return race.track, race.course, race.laps, race.rules


def _records(group: Iterable[Sequence[Start]]) -> dict[str, Record]:
    """Return the records of some races on one course, in the order in which they ended."""
    held: dict[str, Record] = {}
    for starts in group:
        for record in _feats(starts):
            if record.kind not in held or _beats(record, held[record.kind]):
                held[record.kind] = record
    return {kind: held[kind] for kind in RECORDS if kind in held}


def _beats(new: Record, old: Record) -> bool:
    return (new.value - old.value) * RECORDS[new.kind].sign > 0


def _feats(starts: Sequence[Start]) -> Iterator[Record]:
    """Yield what may be a record in one race."""
    for start in starts:
        figures = start.car.figures
        if start.car.finished:
            yield Record("rounds", int(figures["rounds"]), start.driver, None, start.race)
            if start.car.grid > start.car.place:
                yield Record("gained", start.car.grid - start.car.place, start.driver, None, start.race)
        if figures.get("top_speed"):
            yield Record("top_speed", int(figures["top_speed"]), start.driver, None, start.race)
    margin = starts[0].race.margin
    if margin is not None:
        yield Record("margin", margin, starts[0].driver, starts[1].driver, starts[0].race)


def _season(group: Sequence[Sequence[Start]]) -> SeasonTable:
    """Return the table of a season; a car counts for the driver of most of its races."""
    group = sorted(group, key=lambda starts: starts[0].race.number)
    last = {start.car.car: start for start in group[-1]}
    points, wins, drivers = Counter[int](), Counter[int](), defaultdict[int, Counter[Driver]](Counter)
    for starts in group:
        for start in starts:
            points[start.car.car] += start.car.points
            wins[start.car.car] += start.won
            drivers[start.car.car][start.driver] += 1
    order = sorted(last, key=lambda car: (-points[car], last[car].car.place))
    race = group[-1][0].race
    standings = tuple(
        Standing(drivers[car].most_common(1)[0][0], place, points[car], wins[car])
        for place, car in enumerate(order, start=1)
    )
    return SeasonTable(race.game, race.season, len(group), race.races, race.ended, standings)
