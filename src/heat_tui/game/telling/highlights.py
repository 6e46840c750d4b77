"""The story of a race in a few sentences: its closest, boldest and costliest moments, found in its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from heat_tui.engine import events
from heat_tui.engine.movement import overtakes
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.track import grid_place
from heat_tui.exact import add_up
from heat_tui.game.setup.seats import controller_name
from heat_tui.game.table.history import taken_over
from heat_tui.game.table.match import Raced
from heat_tui.language import N_, NN_, Message, _
from heat_tui.modules.championship.events import Eliminated
from heat_tui.store.saved_race import Controller, race_of
from heat_tui.words.formatter import fill
from heat_tui.words.names import car_list, car_name, chance_words, place_in_race, place_on_grid

MOST: Final = 5
"""The maximum number of sentences for a race."""


class Highlight(NamedTuple):
    """A message about a car in a round; the higher its weight, the more it is worth telling."""

    weight: int
    round: int
    car: int
    message: Message
    facts: Mapping[str, object]


@dataclass(slots=True)
class _Turn:
    """A turn of a car, until another car's turn begins, a car finishes, or the round ends.

    It `began` at an absolute place; the car `leads` if no car was ahead of it then and none had finished. `speed` is
    the highest speed in the turn. `boost` is the value of the card turned over for a Boost, 0 if none was, None
    without a Boost. `heat` is the Heat paid at corners, except for a spin out, `dearest` the corner that cost the
    most, None if none cost any, and `last` says that such a payment emptied the engine. `spin` is the spin out in the
    turn, if any.
    """

    car: int
    round: int
    began: int
    leads: bool
    speed: int = 0
    boost: int | None = None
    heat: int = 0
    dearest: events.CornerTaken | None = None
    last: bool = False
    spin: events.SpunOut | None = None


class _Home(NamedTuple):
    """A car that has finished, with the round and its absolute place."""

    car: int
    round: int
    at: int


@dataclass(slots=True)
class _Race:
    """A race, recorded event by event.

    `places` has the last absolute place and spot of each car, except retired and eliminated ones. `leaders` has the
    first car in the order of each round until a car has finished. `passed` has the turns in which cars were overtaken,
    with those cars. `tolls` lists the crossings of each corner, by number: Heat, spin outs (0 or 1), and the round.
    `slipped` counts the spaces slipstreamed by each car, until its driver gave up. `left` and `risks` are those of
    `highlights`.
    """

    sheet: RaceSheet
    left: Mapping[int, tuple[int, Controller]]
    risks: Mapping[tuple[int, int], Fraction]
    round: int = 0
    grid: tuple[int, ...] = ()
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    leaders: list[int] = field(default_factory=list)
    turns: list[_Turn] = field(default_factory=list)
    passed: list[tuple[_Turn, tuple[int, ...]]] = field(default_factory=list)
    tolls: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    slipped: Counter[int] = field(default_factory=Counter)
    homes: list[_Home] = field(default_factory=list)
    turn: _Turn | None = None

    def hear(self, event: events.Event) -> None:
        """Record one event. Events have to be given in the order in which they happened."""
        match event:
            case events.RaceStarted(grid=grid):
                self.grid = grid
                self.places = {car: grid_place(self.sheet.track, place) for place, car in enumerate(grid, start=1)}
            case events.RoundBegan(number=number, order=order):
                self._end_turn()
                self.round = number
                if not self.homes:
                    self.leaders.append(order[0])
            case events.CarMoved(car=car, end=end, spot=spot):
                turn = self._turn_of(car)
                turn.speed = max(turn.speed, event.speed)
                if event.cause == "slipstream" and not self.is_left(car):
                    self.slipped[car] += end - event.start
                self.places[car] = end, spot
            case events.CardFlipped(car=car, source="boost", card=card):
                self._turn_of(car).boost = int(card or 0)
            case events.CornerTaken(car=car, heat=heat):
                turn = self._turn_of(car)
                turn.heat += heat
                if heat and (turn.dearest is None or heat >= turn.dearest.heat):
                    turn.dearest = event
                turn.last = turn.last or (heat > 0 and not event.engine)
                self._pay(event.corner, heat, 0)
            case events.SpunOut(car=car, end=end, spot=spot):
                self._turn_of(car).spin = event
                self._pay(event.corner, event.paid, 1)
                self.places[car] = end, spot
            case events.CarFinished(car=car):
                self._end_turn()
                self.homes.append(_Home(car, self.round, self.places[car][0]))
            case events.Retired(car=car) | Eliminated(car=car):
                self.places.pop(car, None)
            case events.RaceEnded():
                self._end_turn()

    def _turn_of(self, car: int) -> _Turn:
        """Return the current turn of a car; if it has not begun, end the previous car's turn and begin this one."""
        if self.turn is None or self.turn.car != car:
            self._end_turn()
            leads = not self.homes and all(self._key(other) <= self._key(car) for other in self.places)
            self.turn = _Turn(car, self.round, self.places[car][0], leads)
        return self.turn

    def _end_turn(self) -> None:
        turn, self.turn = self.turn, None
        if turn is None or self.is_left(turn.car):
            return
        self.turns.append(turn)
        end = self.places.get(turn.car)
        gone = {turn.car, *(home.car for home in self.homes)}
        racing = [car for car in self.places if car not in gone]
        behind = [] if end is None else [car for car in racing if overtakes(turn.began, end, self.places[car])]
        if behind:
            self.passed.append((turn, tuple(sorted(behind, key=self._key, reverse=True))))

    def is_left(self, car: int) -> bool:
        """Return whether the driver of a car has given up by the current round."""
        return car in self.left and self.round >= self.left[car][0]

    def driver(self, car: int) -> str:
        """Return the name of a car and, once its driver has given up, of the driver who took over."""
        name = car_name(self.sheet, car)
        if not self.is_left(car):
            return name
        return _("{driver} for {name}").format(driver=controller_name(self.left[car][1]), name=name)

    def _key(self, car: int) -> int:
        """Return a sort key that is larger for a car farther ahead (3.6)."""
        at, spot = self.places[car]
        return 2 * at - spot

    def _pay(self, line: int, heat: int, spins: int) -> None:
        self.tolls.setdefault(self.sheet.track.corner_number(line), []).append((heat, spins, self.round))

    @property
    def boldest(self) -> _Turn | None:
        """The boldest turn with a Boost, by spin out, then Heat, then the card turned over; None without a Boost."""
        boosted = [turn for turn in self.turns if turn.boost is not None]
        return max(boosted, key=lambda turn: (turn.spin is not None, turn.heat, turn.boost), default=None)


def highlights(
    sheet: RaceSheet,
    happened: Iterable[events.Event],
    left: Mapping[int, tuple[int, Controller]] | None = None,
    risks: Mapping[tuple[int, int], Fraction] | None = None,
) -> list[str]:
    """Return the highlights of a race that is over, at most `MOST` sentences in the order of its rounds.

    They are the ones with the highest weights, at most one of each kind; a win is always among them. `left` has the
    seats that drivers gave up, with the first round in which another controller drove, and that controller; their
    cars' turns since then count only for the cost of corners. `risks` are the chances of spin outs that were not
    certain, by car and round.
    """
    race = _Race(sheet, left or {}, risks or {})
    for event in happened:
        race.hear(event)
    found = [max(of_kind, key=lambda each: each.weight) for kind in _KINDS if (of_kind := [*kind(race)])]
    chosen = sorted(found, key=lambda each: -each.weight)[:MOST]
    return [
        fill(each.message, **{"name": car_name(sheet, each.car), "round": each.round, **each.facts})
        for each in sorted(found, key=lambda each: each.round)
        if each in chosen
    ]


def highlight_lines(race: Raced) -> list[str]:
    """Return the highlights of a race that is over; [] for one continued from a snapshot, whose start is unknown."""
    log, happened = race.log, race.events
    if not any(isinstance(event, events.RaceStarted) for event in happened):
        return []
    places = taken_over(log, race.sheet.drivers)
    left = {seat: (log[place].round, log[place].controller) for seat, place in places.items()}
    return highlights(race.sheet, happened, left, _risks(race))


def _risks(race: Raced) -> dict[tuple[int, int], Fraction]:
    """Return the chance of each spin out at the last choice that left it uncertain, if any did, by car and round."""
    spun = {
        (event.car, entry.round) for entry in race.log for event in entry.events if isinstance(event, events.SpunOut)
    }
    risks = {}
    for entry in race.log:
        if (entry.seat, entry.round) in spun:
            chance = race_of(entry.before).forecast(entry.seat, entry.action).spin_chance
            if 0 < chance < 1:
                risks[entry.seat, entry.round] = chance
    return risks


def _win(race: _Race) -> Iterator[Highlight]:
    """Yield the winner, with the margin to the next car if another has finished."""
    for first, other in pairwise(race.homes[:2]):
        yield _margin(race, 100, first, other, _WINS)
    if len(race.homes) == 1:
        message = N_("{name} wins in round {round}; nobody else finishes.")
        if len(race.sheet.entries) == 1:
            message = N_("{name} comes home in round {round}.")
        home = race.homes[0]
        yield Highlight(100, home.round, home.car, message, {"name": race.driver(home.car)})


_WINS: Final = (
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
"""The messages for the winner's margin: in rounds, in spaces, or by the race line alone."""

_PLACES: Final = (
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
"""The same for the margin at another place."""


def _margin(race: _Race, weight: int, one: _Home, other: _Home, messages: tuple[Message, ...]) -> Highlight:
    rounds, spaces = other.round - one.round, one.at - other.at
    in_rounds, in_spaces, by_line = messages
    message = in_rounds if rounds else in_spaces if spaces else by_line
    place = place_in_race(race.homes.index(one) + 1)
    names = {"name": race.driver(one.car), "other": race.driver(other.car)}
    facts = {**names, "place": place, "count": rounds or spaces}
    return Highlight(weight, one.round, one.car, message, facts)


_CLOSE: Final = 2
"""The maximum distance between two cars at the finish that is worth a sentence, in spaces."""


def _closest(race: _Race) -> Iterator[Highlight]:
    """Yield the close finishes between cars behind the winner, unless the driver ahead gave up."""
    for one, other in pairwise(race.homes[1:]):
        if one.round == other.round and not race.is_left(one.car) and one.at - other.at <= _CLOSE:
            yield _margin(race, 45 - 10 * (one.at - other.at), one, other, _PLACES)


def _lead(race: _Race) -> Iterator[Highlight]:
    """Yield how the winner took the lead: from pole, in the round of the win, or earlier, after one or more changes."""
    if not race.homes or len(race.sheet.entries) == 1 or race.is_left(race.homes[0].car):
        return
    winner = race.homes[0].car
    pairs = enumerate(pairwise([*race.leaders, winner]), start=1)
    changes = [number for number, (one, other) in pairs if one != other]
    if not changes:
        message, weight = N_("{name} leads from pole to the finish line."), 35
    elif changes[-1] == len(race.leaders) > 1:
        message, weight = N_("{other} leads into round {round}, but {name} wins."), 70
    elif len(changes) == 1:
        message, weight = N_("{name} takes the lead in round {round} and keeps it."), 30
    else:
        message, weight = N_("The lead changes {count} times; {name} takes it for the last time in round {round}."), 36
    facts = {"count": len(changes), "other": car_name(race.sheet, race.leaders[-1]) if race.leaders else ""}
    yield Highlight(weight, changes[-1] if changes else 0, winner, message, facts)


def _lost_lead(race: _Race) -> Iterator[Highlight]:
    """Yield any finisher who led at the start of at least half the rounds, and of at least `_LED`, but did not win.

    Rounds after the win do not count, and a driver who gave up is left out.
    """
    message = N_("{name} leads at the start of {count} rounds and finishes in {place}.")
    for place, home in enumerate(race.homes[1:], start=2):
        led = race.leaders.count(home.car)
        if led >= _LED and 2 * led >= len(race.leaders) and not race.is_left(home.car):
            facts = {"count": led, "place": place_in_race(place)}
            yield Highlight(40 + 2 * led, home.round, home.car, message, facts)


_LED: Final = 3
"""The minimum number of rounds begun in the lead that is worth a sentence."""


def _overtake(race: _Race) -> Iterator[Highlight]:
    """Yield the turns in which cars were overtaken."""
    message = NN_(
        "In round {round}, {name} overtakes {cars}.",
        "In round {round}, {name} overtakes {count} cars: {cars}.",
        "count",
    )
    for turn, cars in race.passed:
        facts = {"cars": car_list(race.sheet, cars), "count": len(cars)}
        yield Highlight(15 + 15 * len(cars), turn.round, turn.car, message, facts)


def _dear_corner(race: _Race) -> Iterator[Highlight]:
    """Yield the costliest corner (a spin out counts as `_SPIN` Heat), unless another has equal Heat and spin outs."""
    sums = [
        (add_up(heat for heat, _, _ in paid), add_up(spins for _, spins, _ in paid), number)
        for number, paid in race.tolls.items()
    ]
    heat, spins, number = max(sums, key=lambda each: each[0] + _SPIN * each[1], default=(0, 0, 0))
    equal = [each for each in sums if each[:2] == (heat, spins)]
    if len(equal) == 1 and (heat or spins):
        message: Message = N_("Corner {corner} costs the most: {heat} Heat.")
        if spins:
            message = NN_(
                "Corner {corner} costs the most: {heat} Heat and {count} spin out.",
                "Corner {corner} costs the most: {heat} Heat and {count} spin outs.",
                "count",
            )
        _, _, dearest = max(race.tolls[number], key=lambda each: each[0] + each[1])
        facts = {"corner": number, "heat": heat, "count": spins}
        yield Highlight(30 + min(heat + _SPIN * spins, 20), dearest, 0, message, facts)


_SPIN: Final = 4
"""The amount of Heat that a spin out counts as when corners are compared."""


def _boost(race: _Race) -> Iterator[Highlight]:
    """Yield the boldest Boost, unless `_drama` applies to its turn: then `_spin_out` yields the spin out."""
    turn = race.boldest
    if turn is None or _drama(race, turn) is not None:
        return
    corner = turn.spin or turn.dearest
    message, weight = N_("The best Boost: {name} turns over a {card} in round {round}."), 8
    if turn.spin is not None:
        message, weight = N_("The boldest Boost: {name} in round {round}, into a spin out at corner {corner}."), 40
    elif turn.dearest is not None:
        message = N_("The boldest Boost: {name} in round {round}, speed {speed} at corner {corner} for {heat} Heat.")
        weight = 30 + 5 * turn.heat
    number = 0 if corner is None else race.sheet.track.corner_number(corner.corner)
    dear = 0 if turn.dearest is None else turn.dearest.heat
    facts = {"speed": turn.speed, "heat": dear, "card": turn.boost, "corner": number}
    yield Highlight(weight, turn.round, turn.car, message, facts)


def _spin_out(race: _Race) -> Iterator[Highlight]:
    """Yield the spin outs, weighted by drama and spaces lost; that of the boldest Boost only if it is dramatic."""
    plain = NN_(
        "In round {round}, {name} spins out at corner {corner} and loses {count} space.",
        "In round {round}, {name} spins out at corner {corner} and loses {count} spaces.",
        "count",
    )
    boldest = race.boldest
    for turn in race.turns:
        told = _drama(race, turn)
        if turn.spin is not None and (told is not None or turn is not boldest):
            weight, message = (25, plain) if told is None else told
            lost, risk = turn.spin.start - turn.spin.end, race.risks.get((turn.car, turn.round), Fraction(1))
            corner = race.sheet.track.corner_number(turn.spin.corner)
            facts = {"corner": corner, "count": lost, "chance": chance_words(1 - risk)}
            yield Highlight(weight + 2 * lost, turn.round, turn.car, message, facts)


def _drama(race: _Race, turn: _Turn) -> tuple[int, Message] | None:
    """Return the weight and message of a dramatic spin out; None for any other turn.

    It is dramatic if it was unlikely, eliminates the driver, costs the lead, or is at the last corner of the race.
    """
    if turn.spin is None:
        return None
    if race.risks.get((turn.car, turn.round), 1) <= _GAMBLE:
        return 90, N_("In round {round}, {name} is {chance} safe at corner {corner} and still spins out.")
    if not turn.spin.stress:  # only a driver who is eliminated takes none (event 10)
        return 60, N_("In round {round}, {name} spins out at corner {corner} and is out of the race.")
    if turn.round > 1 and turn.leads and len(race.grid) > 1:
        return 60, NN_(
            "In round {round}, {name} spins out of the lead at corner {corner} and loses {count} space.",
            "In round {round}, {name} spins out of the lead at corner {corner} and loses {count} spaces.",
            "count",
        )
    track = race.sheet.track
    if turn.spin.corner == len(track.corners) - 1 and turn.spin.end > race.sheet.finish - track.spaces:
        return 45, NN_(
            "In round {round}, {name} spins out at the last corner and loses {count} space.",
            "In round {round}, {name} spins out at the last corner and loses {count} spaces.",
            "count",
        )
    return None


_GAMBLE: Final = Fraction(1, 4)
"""The highest chance of a spin out at which it is still a surprise."""


def _comeback(race: _Race) -> Iterator[Highlight]:
    """Yield each car that gained two or more places from the grid to the finish, unless its driver gave up."""
    for place, home in enumerate(race.homes):
        start = race.grid.index(home.car)
        message = N_("{name} wins from {grid} on the grid.")
        if place:
            message = N_("{name} starts from {grid} and finishes in {place}.")
        if start - place >= 2 and not race.is_left(home.car):
            facts = {"grid": place_on_grid(start + 1), "place": place_in_race(place + 1)}
            yield Highlight(8 + 8 * (start - place), home.round, home.car, message, facts)


def _gave_up(race: _Race) -> Iterator[Highlight]:
    """Yield the seats that automated drivers took over from people who gave up or were away."""
    for car, (number, controller) in race.left.items():
        message = N_("In round {round}, {driver} takes over from {name}.")
        if not number:
            message = N_("{driver} takes over from {name} before the start.")
        yield Highlight(90, number, car, message, {"driver": controller_name(controller)})


def _last_heat(race: _Race) -> Iterator[Highlight]:
    """Yield the turns in which a corner took the last Heat, except those with a spin out or the boldest Boost."""
    boldest = race.boldest
    for turn in race.turns:
        if turn.last and turn.dearest is not None and turn.spin is None and turn is not boldest:
            message = N_("In round {round}, {name} pays {heat} Heat, the last in the engine, at the corners.")
            if turn.heat == turn.dearest.heat:
                message = N_("In round {round}, {name} pays {heat} Heat, the last in the engine, at corner {corner}.")
            facts = {"heat": turn.heat, "corner": race.sheet.track.corner_number(turn.dearest.corner)}
            yield Highlight(20 + 3 * turn.heat, turn.round, turn.car, message, facts)


def _fastest(race: _Race) -> Iterator[Highlight]:
    """Yield every turn that reached a speed above 0, weighted by that speed."""
    message = N_("The fastest turn: {name}, speed {speed} in round {round}.")
    for turn in race.turns:
        if turn.speed:
            yield Highlight(turn.speed, turn.round, turn.car, message, {"speed": turn.speed})


def _slipstreams(race: _Race) -> Iterator[Highlight]:
    """Yield the drivers who gained spaces by slipstreaming."""
    message = NN_(
        "{name} gains {count} space by slipstreaming.", "{name} gains {count} spaces by slipstreaming.", "count"
    )
    for car, spaces in race.slipped.items():
        yield Highlight(5 + spaces, race.round, car, message, {"count": spaces})


_KINDS: Final = (
    _lead,
    _lost_lead,
    _overtake,
    _boost,
    _dear_corner,
    _spin_out,
    _last_heat,
    _fastest,
    _gave_up,
    _win,
    _closest,
    _comeback,
    _slipstreams,
)
"""The kinds of highlights, in the order in which those of a round are told; if weights are equal, the earlier wins."""
