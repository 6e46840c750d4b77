"""The story of a race in a few sentences: what was closest, boldest and dearest, found in its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from heat_tui.engine import events
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.track import grid_place
from heat_tui.game.match import Match
from heat_tui.language import N_, NN_, Message
from heat_tui.modules.championship.events import Eliminated
from heat_tui.words.formatter import fill
from heat_tui.words.names import car_list, car_name, place_in_race

MOST: Final = 5
"""How many sentences a race gets."""


class Highlight(NamedTuple):
    """A sentence about the race, the round it is about, and how much it says: rarer and closer things weigh more."""

    weight: int
    round: int
    sentence: str


@dataclass(slots=True)
class _Turn:
    """A turn of a car, until another car moves.

    `ahead` are the cars that were ahead when it began; `boost` is the card turned over for a Boost, 0 if it counted
    nothing. `heat` was paid at corners, the most of it at `dearest`; `last` if that emptied the engine. `spin` is how
    the turn ended, if it did so.
    """

    car: int
    round: int
    ahead: frozenset[int]
    speed: int = 0
    boost: int | None = None
    heat: int = 0
    dearest: events.CornerTaken | None = None
    last: bool = False
    spin: events.SpunOut | None = None


@dataclass(slots=True)
class _Toll:
    """What a corner took: Heat and spin outs, and the round of the dearest moment."""

    heat: int = 0
    spins: int = 0
    round: int = 0
    most: int = 0

    def add(self, heat: int, spins: int, number: int) -> None:
        """Count one crossing."""
        self.heat += heat
        self.spins += spins
        if heat + spins > self.most:
            self.most, self.round = heat + spins, number


class _Home(NamedTuple):
    """A car that has finished: in which round, and how far ahead it was (`_key`)."""

    car: int
    round: int
    at: int
    spot: int


@dataclass(slots=True)
class _Race:
    """A race event by event; `places` are the absolute place and the spot of every car on the track."""

    sheet: RaceSheet
    round: int = 0
    grid: tuple[int, ...] = ()
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    leaders: list[int] = field(default_factory=list)
    turns: list[_Turn] = field(default_factory=list)
    passed: list[tuple[_Turn, tuple[int, ...]]] = field(default_factory=list)
    tolls: dict[int, _Toll] = field(default_factory=dict)
    slipped: dict[int, int] = field(default_factory=dict)
    homes: list[_Home] = field(default_factory=list)
    standings: tuple[int, ...] = ()
    turn: _Turn | None = None

    def hear(self, event: events.Event) -> None:
        """Take note of one event; they come in the order in which they happened."""
        match event:
            case events.RaceStarted(grid=grid):
                self.grid = grid
                self.places = {car: grid_place(self.sheet.track, place) for place, car in enumerate(grid, start=1)}
            case events.RoundBegan(number=number, order=order):
                self._end_turn()
                self.round = number
                if not self.homes:
                    self.leaders.append(order[0])
            case events.CarMoved(car=car):
                self._moved(event)
            case events.CardFlipped(car=car, source="boost", card=card):
                self._turn_of(car).boost = int(card or 0)
            case events.CornerTaken(car=car, heat=heat):
                turn = self._turn_of(car)
                turn.heat += heat
                if heat and (turn.dearest is None or heat >= turn.dearest.heat):
                    turn.dearest = event
                turn.last = turn.last or (heat > 0 and not event.engine)
                self._toll(event.corner).add(heat, 0, self.round)
            case events.SpunOut(car=car, end=end, spot=spot):
                self._turn_of(car).spin = event
                self._toll(event.corner).add(event.paid, 1, self.round)
                self.places[car] = end, spot
            case events.CarFinished(car=car):
                self._end_turn()
                self.homes.append(_Home(car, self.round, *self.places[car]))
            case events.Retired(car=car) | Eliminated(car=car):
                self.places.pop(car, None)
            case events.RaceEnded(standings=standings):
                self._end_turn()
                self.standings = standings

    def _moved(self, event: events.CarMoved) -> None:
        turn = self._turn_of(event.car)
        turn.speed = max(turn.speed, event.speed)
        if event.cause == "slipstream":
            self.slipped[event.car] = self.slipped.get(event.car, 0) + event.end - event.start
        self.places[event.car] = event.end, event.spot

    def _turn_of(self, car: int) -> _Turn:
        """Return the turn of a car, which begins where another's ends."""
        if self.turn is None or self.turn.car != car:
            self._end_turn()
            self.turn = _Turn(car, self.round, self._ahead_of(car))
        return self.turn

    def _end_turn(self) -> None:
        turn, self.turn = self.turn, None
        if turn is None:
            return
        self.turns.append(turn)
        if turn.car not in self.places:
            return
        behind = turn.ahead - self._ahead_of(turn.car)
        if behind:
            self.passed.append((turn, tuple(sorted(behind, key=self._key, reverse=True))))

    def _ahead_of(self, car: int) -> frozenset[int]:
        key = self._key(car)
        gone = {home.car for home in self.homes}
        return frozenset(other for other in self.places if other not in gone and self._key(other) > key)

    def _key(self, car: int) -> int:
        """Return what is larger for the car ahead (3.6)."""
        at, spot = self.places[car]
        return 2 * at - spot

    def _toll(self, line: int) -> _Toll:
        return self.tolls.setdefault(self.sheet.track.corner_number(line), _Toll())


def highlights(sheet: RaceSheet, happened: Iterable[events.Event]) -> list[str]:
    """Return the highlights of a race that is over, at most `MOST` sentences in the order of its rounds.

    The win is always among them; of the others those that weigh most, at most one of each kind.
    """
    race = _Race(sheet)
    for event in happened:
        race.hear(event)
    found = [each for kind in _KINDS for each in list(kind(race))[:1]]
    chosen = sorted(found, key=lambda each: -each.weight)[:MOST]
    return [each.sentence for each in sorted(found, key=lambda each: each.round) if each in chosen]


def highlight_lines(match: Match) -> list[str]:
    """Return the highlights of the current race of a match."""
    return highlights(match.sheet, match.events)


def _win(race: _Race) -> Iterator[Highlight]:
    """Return who has won, and by how much."""
    if not race.homes:
        return
    first, *others = race.homes
    if others:
        yield Highlight(100, first.round, _margin(race, first, others[0], _WINS))
    else:
        message = N_("{name} wins in round {round}; nobody else finishes.")
        if len(race.sheet.entries) == 1:
            message = N_("{name} comes home in round {round}.")
        yield Highlight(100, first.round, fill(message, name=car_name(race.sheet, first.car), round=first.round))


class _Margins(NamedTuple):
    """How far ahead of the next car one came home: by rounds, by spaces, or by the race line alone."""

    rounds: Message
    spaces: Message
    spot: Message


_WINS: Final = _Margins(
    NN_(
        "{name} wins in round {round}, {count} round ahead of {other}.",
        "{name} wins in round {round}, {count} rounds ahead of {other}.",
        "count",
    ),
    NN_(
        "{name} wins in round {round}, {count} space ahead of {other}.",
        "{name} wins in round {round}, {count} spaces ahead of {other}.",
        "count",
    ),
    N_("{name} wins in round {round} on the race line, side by side with {other}."),
)
_PLACES: Final = _Margins(
    NN_(
        "{name} takes {place}, {count} round ahead of {other}.",
        "{name} takes {place}, {count} rounds ahead of {other}.",
        "count",
    ),
    NN_(
        "{name} takes {place}, {count} space ahead of {other}.",
        "{name} takes {place}, {count} spaces ahead of {other}.",
        "count",
    ),
    N_("{name} takes {place} on the race line, side by side with {other}."),
)


def _margin(race: _Race, one: _Home, other: _Home, messages: _Margins) -> str:
    rounds, spaces = other.round - one.round, one.at - other.at
    return fill(
        messages.rounds if rounds else messages.spaces if spaces else messages.spot,
        name=car_name(race.sheet, one.car),
        other=car_name(race.sheet, other.car),
        place=place_in_race(race.homes.index(one) + 1),
        round=one.round,
        count=rounds or spaces,
    )


_CLOSE: Final = 2
"""The number of spaces between two cars at the finish that is worth a sentence."""


def _closest(race: _Race) -> Iterator[Highlight]:
    """Return the closest finish behind the winner."""
    pairs = [(one, other) for one, other in pairwise(race.homes[1:]) if one.round == other.round]
    for one, other in sorted(pairs, key=lambda pair: pair[0].at - pair[1].at):
        if one.at - other.at <= _CLOSE:
            yield Highlight(45 - 10 * (one.at - other.at), one.round, _margin(race, one, other, _PLACES))


def _lead(race: _Race) -> Iterator[Highlight]:
    """Return how often the lead changed, and when the winner took it for the last time."""
    if not race.homes or len(race.sheet.entries) == 1:
        return
    leaders = [*race.leaders, race.homes[0].car]
    changes = [number for number, (one, other) in enumerate(pairwise(leaders), start=1) if one != other]
    taken = changes[-1] if changes else 0
    if not changes:
        message, weight = N_("{name} leads from pole to the finish line."), 35
    elif len(changes) == 1:
        message, weight = N_("{name} takes the lead in round {round} and keeps it."), 30
    else:
        message, weight = N_("The lead changes {count} times; {name} takes it for the last time in round {round}."), 36
    name = car_name(race.sheet, race.homes[0].car)
    yield Highlight(weight, taken, fill(message, name=name, round=taken, count=len(changes)))


def _overtake(race: _Race) -> Iterator[Highlight]:
    """Return the turn in which most cars were passed."""
    for turn, cars in sorted(race.passed, key=lambda each: -len(each[1])):
        message = NN_(
            "In round {round}, {name} overtakes {cars}.",
            "In round {round}, {name} overtakes {count} cars: {cars}.",
            "count",
        )
        words = fill(
            message,
            round=turn.round,
            name=car_name(race.sheet, turn.car),
            cars=car_list(race.sheet, cars),
            count=len(cars),
        )
        yield Highlight(15 + 15 * len(cars), turn.round, words)


def _dear_corner(race: _Race) -> Iterator[Highlight]:
    """Return the corner that cost most Heat and cars."""
    for number, toll in sorted(race.tolls.items(), key=lambda each: -(each[1].heat + _SPIN * each[1].spins)):
        if not toll.most:
            return
        message: Message = N_("Corner {corner} costs the most: {heat} Heat.")
        if toll.spins:
            message = NN_(
                "Corner {corner} costs the most: {heat} Heat and {count} spin out.",
                "Corner {corner} costs the most: {heat} Heat and {count} spin outs.",
                "count",
            )
        weight = 30 + min(toll.heat + _SPIN * toll.spins, 20)
        yield Highlight(weight, toll.round, fill(message, corner=number, heat=toll.heat, count=toll.spins))


_SPIN: Final = 4
"""A spin out says as much about a corner as so much Heat."""


def _boldest(turns: Iterable[_Turn]) -> list[_Turn]:
    """Return the turns with a Boost, first those that ended in a spin out, then by the Heat of their corners."""
    boosted = [turn for turn in turns if turn.boost is not None]
    return sorted(boosted, key=lambda turn: (turn.spin is None, -turn.heat, -(turn.boost or 0)))


def _boost(race: _Race) -> Iterator[Highlight]:
    """Return the boldest Boost: one that ended in a spin out, or whose turn cost most Heat at a corner."""
    for turn in _boldest(race.turns):
        name, corner = car_name(race.sheet, turn.car), turn.spin or turn.dearest
        if turn.spin is not None:
            message, weight = N_("The boldest Boost: {name} in round {round}, into a spin out at corner {corner}."), 40
        elif turn.dearest is not None:
            message = N_(
                "The boldest Boost: {name} in round {round}, speed {speed} at corner {corner} for {heat} Heat."
            )
            weight = 30 + 5 * turn.heat
        else:
            message, weight = N_("The best Boost: {name} turns over a {card} in round {round}."), 8
        number = 0 if corner is None else race.sheet.track.corner_number(corner.corner)
        facts = {"speed": turn.speed, "heat": turn.heat, "card": turn.boost, "corner": number}
        yield Highlight(weight, turn.round, fill(message, name=name, round=turn.round, **facts))


def _spin_out(race: _Race) -> Iterator[Highlight]:
    """Return the spin out that threw a car back furthest, unless it is the boldest Boost's."""
    told = _boldest(race.turns)[:1]
    spins = [(turn, turn.spin) for turn in race.turns if turn.spin is not None and turn not in told]
    for turn, spin in sorted(spins, key=lambda each: each[1].end - each[1].start):
        words = fill(
            NN_(
                "In round {round}, {name} spins out at corner {corner} and loses {count} space.",
                "In round {round}, {name} spins out at corner {corner} and loses {count} spaces.",
                "count",
            ),
            round=turn.round,
            name=car_name(race.sheet, turn.car),
            corner=race.sheet.track.corner_number(spin.corner),
            count=spin.start - spin.end,
        )
        yield Highlight(25 + 2 * (spin.start - spin.end), turn.round, words)


def _comeback(race: _Race) -> Iterator[Highlight]:
    """Return who gained most places between the grid and the finish."""
    gains = [(race.grid.index(home.car) - place, home, place) for place, home in enumerate(race.homes)]
    for gain, home, place in sorted(gains, key=lambda each: -each[0]):
        if gain < 2:
            return
        words = fill(
            N_("{name} starts from {grid} and finishes in {place}.")
            if place
            else N_("{name} wins from {grid} on the grid."),
            name=car_name(race.sheet, home.car),
            grid=place_in_race(race.grid.index(home.car) + 1),
            place=place_in_race(place + 1),
        )
        yield Highlight(8 + 8 * gain, home.round, words)


def _last_heat(race: _Race) -> Iterator[Highlight]:
    """Return the most expensive corner that was paid with the last Heat, unless it is the boldest Boost's."""
    told = _boldest(race.turns)[:1]
    turns = [turn for turn in race.turns if turn.last and turn.spin is None and turn not in told]
    for turn in sorted(turns, key=lambda turn: -turn.heat):
        assert turn.dearest is not None
        words = fill(
            N_("In round {round} {name} pays {heat} Heat at corner {corner}, the last in the engine."),
            round=turn.round,
            name=car_name(race.sheet, turn.car),
            heat=turn.heat,
            corner=race.sheet.track.corner_number(turn.dearest.corner),
        )
        yield Highlight(20 + 3 * turn.heat, turn.round, words)


def _fastest(race: _Race) -> Iterator[Highlight]:
    """Return the fastest turn."""
    for turn in sorted(race.turns, key=lambda turn: -turn.speed):
        words = N_("The fastest turn: {name}, speed {speed} in round {round}.")
        name = car_name(race.sheet, turn.car)
        if turn.speed:
            yield Highlight(turn.speed, turn.round, fill(words, name=name, speed=turn.speed, round=turn.round))


def _slipstreams(race: _Race) -> Iterator[Highlight]:
    """Return who gained most spaces by Slipstream."""
    for car, spaces in sorted(race.slipped.items(), key=lambda each: -each[1]):
        gained = NN_(
            "{name} gains {count} space in Slipstreams.", "{name} gains {count} spaces in Slipstreams.", "count"
        )
        yield Highlight(5 + spaces, race.round, fill(gained, name=car_name(race.sheet, car), count=spaces))


_KINDS: Final = (
    _lead,
    _overtake,
    _boost,
    _dear_corner,
    _spin_out,
    _last_heat,
    _fastest,
    _win,
    _closest,
    _comeback,
    _slipstreams,
)
"""All kinds of highlights, in their order within one round; of several that weigh the same, the first."""
