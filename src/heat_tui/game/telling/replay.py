"""A race from its first choice to its last: the public view at any position, and moves between positions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, Literal

from heat_tui.engine.car import RACING
from heat_tui.engine.decisions import Decision, PlanDecision
from heat_tui.engine.events import CarFinished, CarMoved, CornerTaken, Event, LapCompleted, RoundBegan, SpunOut
from heat_tui.engine.movement import overtakes
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView
from heat_tui.game.table.history import LogEntry, RaceRecord
from heat_tui.game.table.match import Match
from heat_tui.game.telling.unfolding import IN_TURN, unfolded
from heat_tui.language import N_, _, translated
from heat_tui.modules.championship.state import KEYS as SPONSORSHIPS
from heat_tui.store.reading import shown
from heat_tui.store.save_list import SaveInfo
from heat_tui.store.saved_race import Game, race_of
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.words.events import same_line
from heat_tui.words.formatter import fill
from heat_tui.words.names import car_name, track_name

MarkKind = Literal["spin", "overtake", "lead"]
"""The kinds of marks on the scrubber."""

JumpKind = Literal["mark", "spin", "overtake", "lead", "lap", "corner", "turn"]
"""The targets of a jump: any mark or one kind of mark, the first completion of each lap, a corner line, a turn."""

StepKind = Literal["event", "turn", "round"]
"""The units by which a replay steps."""

_NOTHING: Final = N_("{name} cannot be replayed: its save contains no choices.")


@record
class Mark:
    """An event worth seeing, which has just happened at `position`; `car` is the index of its car."""

    position: int
    kind: MarkKind
    car: int


@record
class Turn:
    """A turn of a car, or a part of the race that the table plays together (`car` is None).

    It covers the positions from `start`, when its first line has been told (position 0 for the first turn), to `end`,
    when its last line has been told. `round` is 0 before the first round.
    """

    start: int
    end: int
    round: int
    car: int | None


@record
class Moment:
    """A position in a race, with the public view and the decision due.

    The `decision` is None between the events of a choice, and once the race is over. A decision has only what
    everybody knows: its seat and, if it is a plan, the gear and the engine.
    """

    position: int
    view: SeatView
    turn: Turn
    decision: Decision | None


@record
class Hand:
    """A driver's hand and play area; `sealed` is the number of cards kept secret."""

    seat: int
    cards: tuple[str, ...]
    played: tuple[str, ...]
    sealed: int


class Replay:
    """A race at its positions, from 0, where the first choice is due, to `last`.

    It is race `number` of its match, from 1. A position is a pause in the story: after a line, or when somebody has to
    choose. The game before each choice is a checkpoint, from which events lead to a position, so going back is as fast
    as going forward. Only a `whole` replay reveals what was hidden at the time: log entries and hands. If it is
    `sealed`, Sponsorships in hands stay secret, because they may still be held in the races to come.
    """

    def __init__(self, record: RaceRecord, number: int, *, whole: bool, sealed: bool = False) -> None:
        self.record = record
        self.number = number
        self.sheet = record.sheet
        self.whole = whole
        self.sealed = sealed
        self._log = record.log
        self._moments = [*_moments(self._log)]
        self.turns = tuple(self._find_turns())
        self._turn_ends = [turn.end for turn in self.turns]
        self._folded = lru_cache(maxsize=1)(self._fold)

    @classmethod
    def of(cls, match: Match, number: int | None = None, *, agreed: bool = False) -> Replay:
        """Return the replay of race `number`, from 1; without a number, the last finished race, else the current one.

        `agreed` says that everybody at the table allows the whole race to be seen; otherwise a race in progress is not
        whole, and a race of a season in progress is sealed. Raises Refused if the race is unknown or has no known
        choices.
        """
        if number is None:
            numbered = match.numbered
            over = (each for each, race in numbered.items() if race.race_over and race.log)
            number = max(over, default=max(numbered))
        race = match.race(number)
        if not race.log:
            raise Refused(_NOTHING, name=shown(match.name or match.sheet.track.name))
        sealed = match.season is not None and not (match.over or agreed)
        return cls(race, number, whole=race.race_over or agreed, sealed=sealed)

    @property
    def last(self) -> int:
        return len(self._moments) - 1

    @property
    def rounds(self) -> int:
        """The number of rounds begun."""
        return self.turns[-1].round

    @property
    def from_snapshot(self) -> bool:
        """True if the beginning of the race is unknown, because the race resumed from a snapshot."""
        return not self.record.opening

    @property
    def over(self) -> bool:
        """True if the race is over (F3)."""
        return self.record.race_over

    def at(self, position: int) -> Moment:
        """Return the moment at a position."""
        index, known = self._moments[position]
        view, due = self._folded(index)[known], None if known else self._game(index).decision
        return Moment(position, view, self.turn(position), None if due is None else _open_side(due, view))

    def after(self, position: int) -> SeatView:
        """Return what everybody could see after all events of the choice at a position."""
        return self._folded(self._moments[position][0])[-1]

    def events(self, position: int) -> list[Event]:
        """Return the events up to a position, including those of the start."""
        index, known = self._moments[position]
        before = (event for entry in self._log[:index] for event in entry.events)
        now = self._log[index].events[:known] if known else ()
        return [*self.record.opening, *before, *now]

    def between(self, start: int, end: int) -> list[Event]:
        """Return the events from one position to a later one."""
        return self.events(end)[len(self.events(start)) :]

    def choice(self, position: int) -> int:
        """Return the index in the log of the choice due at a position or leading to it; the log's length at the end."""
        return self._moments[position][0]

    def entry(self, position: int) -> LogEntry | None:
        """Return the choice due at a position or leading to it; None at the end, or if the choice is hidden.

        In a `sealed` replay, the choices of a driver who holds a Sponsorship are hidden too.
        """
        index = self.choice(position)
        hidden = not self.whole or index == len(self._log) or self.sealed_choice(position) is not None
        return None if hidden else self._log[index]

    def sealed_choice(self, position: int) -> int | None:
        """Return the driver whose choice at a position is secret because of a Sponsorship in their hand, or None."""
        index = self.choice(position)
        if not (self.whole and self.sealed) or index == len(self._log):
            return None
        entry = self._log[index]
        return None if SPONSORSHIPS.isdisjoint(race_of(entry.before).cars[entry.seat].hand) else entry.seat

    def turn(self, position: int) -> Turn:
        return self.turns[bisect_left(self._turn_ends, position)]

    def step(self, position: int, by: StepKind, count: int = 1) -> int:
        """Return the position `count` steps forward, or back if `count` is negative; never beyond the ends.

        Steps by turn lead to the ends of turns, and steps by round to the beginnings of rounds; both ends of the race
        are stops too.
        """
        if by == "event":
            return min(max(position + count, 0), self.last)
        stops = sorted({0, self.last, *(self._turn_ends if by == "turn" else self.round_starts)})
        at = bisect_right(stops, position) - 1 if count > 0 else bisect_left(stops, position)
        return stops[min(max(at + count, 0), len(stops) - 1)]

    def stretch(self, first: int | None, last: int | None) -> tuple[int, int]:
        """Return the positions of the start of round `first` and of the end of round `last`.

        None stands for the start and the end of the race. Raises Refused for rounds that cannot be replayed or are in
        the wrong order.
        """
        starts = {turn.round: turn.start for turn in reversed(self.turns) if turn.round}
        for number in (first, last):
            if number is not None and number not in starts:
                words = N_("Round {round} cannot be replayed; this race has rounds {first} to {last}.")
                if not starts:
                    words = N_("Round {round} cannot be replayed: the race has not reached its first round.")
                raise Refused(words, round=number, first=min(starts, default=0), last=self.rounds)
        if first is not None and last is not None and last < first:
            swapped = N_("Round {last} is before round {first}; name the earlier one first.")
            raise Refused(swapped, first=first, last=last)
        end = self.last if last is None or last == self.rounds else starts[last + 1] - 1
        return 0 if first is None else starts[first], end

    def jump(self, position: int, kind: JumpKind, way: int, car: int | None = None) -> int | None:
        """Return the next position of a kind, or the previous one if `way` is negative; None if there is none.

        With a car, by index, only its own events count.
        """
        found = self._jumps(kind, car)
        if way > 0:
            return next((each for each in found if each > position), None)
        return next((each for each in reversed(found) if each < position), None)

    @cached_property
    def round_starts(self) -> list[int]:
        """The positions at which rounds begin, in order; the part before round 1 counts as a round."""
        return [turn.start for turn in self.turns if turn.car is None]

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """The spin outs, overtakes and changes of the lead, sorted by position, then in this order.

        A car overtakes the racing cars that its turn takes it past (`overtakes`), even in the turn that ends its race.
        The lead changes if another car is first after a turn, from round 2 until a car has finished. After the last
        turn of a round, the places are taken before the cars that have finished leave the track.
        """
        return tuple(sorted(self._find_marks(), key=lambda mark: mark.position))

    def hands(self, position: int) -> tuple[Hand, ...]:
        """Return the hands of all drivers at a position.

        Within the events of a choice, a hand changes with the last event about its car. Raises ValueError if the hands
        are hidden.
        """
        if not self.whole:
            raise ValueError("the hands of this race are hidden")
        index, known = self._moments[position]
        before, after = self._game(index), self._game(index + 1) if known else None
        to_come = {getattr(event, "car", None) for event in self._log[index].events[known:]} if known else set()
        games = [before if after is None or seat in to_come else after for seat in range(self.sheet.drivers)]
        return tuple(self._hand(game, seat) for seat, game in enumerate(games))

    def _hand(self, game: Game, seat: int) -> Hand:
        car = race_of(game).cars[seat]
        hidden = SPONSORSHIPS if self.sealed else frozenset[str]()
        cards = tuple(card for card in car.hand if card not in hidden)
        return Hand(seat, cards, tuple(car.play), len(car.hand) - len(cards))

    def _game(self, index: int) -> Game:
        """Return the game before a choice, or after the last one if the index is the length of the log."""
        return self._log[index].before if index < len(self._log) else self.record.end

    def _fold(self, index: int) -> list[SeatView]:
        """Return the public views before a choice and after each of its events; the last one is the game's own view."""
        views = [self._game(index).view(None)]
        if index < len(self._log):
            after = self._game(index + 1).view(None)
            for event in self._log[index].events:
                views.append(unfolded(views[-1], event, after))
            views = [*views[:-1], after] if len(views) > 1 else views
        return views

    def _position(self, index: int, known: int) -> int:
        """Return the first position at which at least the first `known` events of a choice are known."""
        if known and known == len(self._log[index].events):
            index, known = index + 1, 0
        return bisect_left(self._moments, (index, known))

    def _happened(self) -> Iterator[tuple[int, int, Event]]:
        """Yield every event of the choices with the positions before and after it."""
        for index, entry in enumerate(self._log):
            for known, event in enumerate(entry.events):
                after = self._position(index, known + 1)
                yield min(self._position(index, known), after), after, event

    def _find_turns(self) -> Iterator[Turn]:
        first = race_of(self._log[0].before)
        start, number, car = 0, first.round, first.view(None).acting
        for before, _after, event in self._happened():
            begins = isinstance(event, IN_TURN) and event.car != car
            if begins or isinstance(event, RoundBegan):
                yield Turn(start, before, number, car)
                start, car = before + 1, event.car if isinstance(event, IN_TURN) else None
                number = event.number if isinstance(event, RoundBegan) else number
        yield Turn(start, self.last, number, car)

    def _find_marks(self) -> Iterator[Mark]:
        moves, finishes = list[int](), list[int]()
        for before, after, event in self._happened():
            if isinstance(event, CarFinished):
                finishes.append(before)
            if isinstance(event, CarMoved | SpunOut):
                moves.append(after)
            if isinstance(event, SpunOut):
                yield Mark(after, "spin", event.car)
        for turn in self.turns:
            if turn.car is None:
                continue
            done = min([turn.end, *(each for each in finishes if each >= turn.start)])
            began, ended = self.at(max(turn.start - 1, 0)).view, self.at(done).view
            at = max((move for move in moves if move <= turn.end), default=turn.end)
            start, end = began.cars[turn.car], ended.cars[turn.car]
            others = [(each.at, each.spot) for each in ended.cars if each.status == RACING and each is not end]
            if any(overtakes(start.at, (end.at, end.spot), other) for other in others):
                yield Mark(at, "overtake", turn.car)
            was, leads = began.positions[:1], ended.positions[:1]
            if turn.round > 1 and not ended.finished and was != leads and leads:
                yield Mark(at, "lead", leads[0])

    def _jumps(self, kind: JumpKind, car: int | None) -> list[int]:
        """Return the positions to jump to for a kind, in order, without repeats."""
        match kind:
            case "mark" | "spin" | "overtake" | "lead":
                kinds = ("spin", "overtake", "lead") if kind == "mark" else (kind,)
                found = [mark.position for mark in self.marks if mark.kind in kinds and car in (None, mark.car)]
            case "turn":
                found = [turn.start for turn in self.turns if turn.car is not None and car in (None, turn.car)]
            case "lap":
                laps: dict[int, int] = {}
                for _before, after, event in self._happened():
                    if isinstance(event, LapCompleted) and car in (None, event.car):
                        laps.setdefault(event.lap, after)
                found = [*laps.values()]
            case "corner":
                found = [
                    after
                    for _before, after, event in self._happened()
                    if isinstance(event, CornerTaken | SpunOut) and car in (None, event.car)
                ]
        return sorted(set(found))


def _moments(log: Sequence[LogEntry]) -> Iterator[tuple[int, int]]:
    """Yield the pauses of the story: the index of a choice and the number of its events told, 0 while it is due."""
    for index, entry in enumerate(log):
        yield index, 0
        for known, (before, event) in enumerate(pairwise(entry.events), start=1):
            if not same_line(before, event):
                yield index, known
    yield len(log), 0


def _open_side(decision: Decision, view: SeatView) -> Decision:
    if not isinstance(decision, PlanDecision):
        return Decision(decision.seat)
    car = view.cars[decision.seat]
    return PlanDecision(car.index, car.gear, car.engine, gears=(), playable=(), heat=0, may_retire=False)


def race_words(match: Match) -> list[tuple[str, str, int]]:
    """Return the races of a match that can be replayed, each as name, note (if it is not over, else "") and number."""
    words, running = N_("Race {number}: {track}"), fill(N_("It is not over."))
    return [
        (fill(words, number=number, track=track_name(race.sheet.track)), "" if race.race_over else running, number)
        for number, race in match.numbered.items()
        if race.log
    ]


def place_words(replay: Replay, position: int) -> str:
    """Return words for a position: before the start, a round and whose turn it is or who plans, or the end."""
    moment = replay.at(position)
    turn, decision = moment.turn, moment.decision
    if position == replay.last:
        message = N_("The race is over.") if replay.over else N_("This is as far as the race has got.")
        return fill(message)
    if not turn.round:
        return fill(N_("Before the start."))
    if turn.car is not None:
        message = N_("Round {round} of {rounds}, {name}'s turn.")
        return fill(message, round=turn.round, rounds=replay.rounds, name=car_name(replay.sheet, turn.car))
    if isinstance(decision, PlanDecision):
        message = N_("Round {round} of {rounds}, {name} plans.")
        return fill(message, round=turn.round, rounds=replay.rounds, name=car_name(replay.sheet, decision.seat))
    return fill(N_("Round {round} of {rounds}."), round=turn.round, rounds=replay.rounds)


_WAYS: Final[tuple[tuple[JumpKind, int, str], ...]] = (
    ("lap", 1, N_("Next lap")),
    ("lap", -1, N_("Previous lap")),
    ("spin", 1, N_("Next spin out")),
    ("spin", -1, N_("Previous spin out")),
    ("overtake", 1, N_("Next overtake")),
    ("overtake", -1, N_("Previous overtake")),
    ("lead", 1, N_("Next new leader")),
    ("lead", -1, N_("Previous new leader")),
    ("corner", 1, N_("Next corner")),
    ("corner", -1, N_("Previous corner")),
)
"""The targets of a jump, besides the next turn of each car: kind, direction and name."""


def jump_goals(replay: Replay, position: int) -> list[tuple[str, str, int]]:
    """Return the possible targets of a jump from a position, each as its name, its place in words, and its position."""
    goals = [(translated(words), replay.jump(position, kind, way)) for kind, way, words in _WAYS]
    for car in range(len(replay.sheet.entries)):
        words = _("Next turn of {name}").format(name=car_name(replay.sheet, car))
        goals.append((words, replay.jump(position, "turn", 1, car)))
    return [(words, place_words(replay, goal), goal) for words, goal in goals if goal is not None]


def open_replay(store: SaveStore, name: str, number: int | None = None) -> tuple[Match, Replay]:
    """Return a saved game, read-only, and the replay of one of its races, chosen by `Replay.of`.

    Without a name, the game is the most recently played one that has a finished race. Raises Refused.
    """
    match = Match.look_on(store, name or _last_raced(store))
    return match, Replay.of(match, number)


def _last_raced(store: SaveStore) -> str:
    """Return the name of the most recently played game that has a finished race. Raises Refused if there is none."""
    for info in store.list():
        if isinstance(info, SaveInfo) and (info.finished or (info.season is not None and info.season.raced)):
            return info.name
    raise Refused(_("No finished race is saved; name the race to replay."))
