"""Events in brief: one line of clauses for the whole turn of a car; `words.events` gives the reasons."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from heat_tui.engine import events
from heat_tui.engine.cards import STRESS
from heat_tui.engine.events import CarMoved, Event, GearShifted
from heat_tui.engine.setup import RaceSheet
from heat_tui.language import N_, clause_row, row
from heat_tui.words.cards import card_name, card_of, card_row, ranked
from heat_tui.words.events import Line
from heat_tui.words.formatter import Sentence, fill
from heat_tui.words.module import with_modules
from heat_tui.words.names import place_in_race, short_name
from heat_tui.words.symbols import PLUS, SYMBOLS
from heat_tui.words.telling import FACTS, Facts, SayEvent, either

CLAUSE_FACTS: Facts = {
    **FACTS,
    "name": lambda event, sheet: short_name(sheet, event.car),
    "space": lambda event, sheet: sheet.track.space_of(event.end),
    "over": lambda event, sheet: event.speed - event.limit,
    "cards": lambda event, sheet: event.cards if isinstance(event.cards, int) else card_row(ranked(event.cards)),
}
"""The facts of events as the short log words them."""


class SayClause(SayEvent):
    """A writer of short messages about one event of a line; `before` are the earlier events of the line."""

    def __init__(self, event: Event, sheet: RaceSheet, before: Sequence[Event]) -> None:
        super().__init__(event, sheet, CLAUSE_FACTS)
        self.before = before

    def name(self, car: int) -> str:
        return short_name(self.sheet, car)


def _played(before: Sequence[Event]) -> list[str]:
    """Return the terms of the speed at the reveal, such as "4" or "Stress(2)"; [] if the line has no reveal."""
    played: list[str] = []
    flips: dict[str, list[str]] = defaultdict(list)
    chosen: list[tuple[str, int]] = []
    if not any(isinstance(event, events.CardsRevealed) for event in before):
        return []
    for event in before:
        match event:
            case events.CardsRevealed(cards=cards):
                played = ranked(cards)
                flips.clear()
            case events.CardFlipped(source=source, card=card):
                flips[source].append(card_name(card or "0"))
            case events.ValuesChosen(values=values):
                chosen = list(values)
            case events.CardsReplaced(cards=cards):
                for card in cards:
                    played.remove(card)
    terms = [term for card in played for term in _terms(card, flips[card], chosen)]
    return [*terms, *(flip for left in flips.values() for flip in left)]


def _terms(card: str, flips: list[str], values: list[tuple[str, int]]) -> Iterator[str]:
    """Yield the terms that a card adds to the speed; remove its flips from `flips` and its value from `values`."""
    worth = N_("{card}({value})")
    if card == STRESS:
        yield fill(worth, card=card_name(card), value=flips.pop(0) if flips else 0)
        return
    value = next((each for each in values if each[0] == card), None)
    if value is None:
        yield card_name(card)
    else:
        values.remove(value)
        yield fill(worth, card=card_name(card), value=value[1])
    for _plus in range(card_of(card).number("plus")):
        if flips:
            yield flips.pop(0)


def _moved(event: CarMoved, say: SayClause) -> str:
    """Return a car's move, with a note if it was blocked, and one on a Legend's place relative to the corner line."""
    clauses = [_driven(event, say)]
    if event.blockers:
        short = event.start + event.distance - event.end
        clauses.append(fill(N_("blocked, {count} short"), count=short))
    return clause_row([*clauses, *_at_corner(event, say)])


def _driven(event: CarMoved, say: SayClause) -> str:
    if event.cause != "reveal":
        return say(DRIVEN[event.cause])
    terms = _played(say.before)
    if len(terms) < 2 and terms in ([], [str(event.speed)]):
        return say(N_("speed {speed} → {space}"))
    return say(N_("{cards} = {speed} → {space}"), cards=PLUS.join(terms))


DRIVEN: Final[Mapping[str, str]] = {
    **{name: symbol.drives for name, symbol in SYMBOLS.items()},
    "slipstream": N_("slipstream → {space}"),
    "legend": N_("{start} → {space}"),
}
"""The clauses for moves, by their causes, except for the reveal."""


def _at_corner(event: CarMoved, say: SayClause) -> list[str]:
    """Return the place of a Legend relative to the corner line that decided its move; [] if no line did."""
    decided = say.before[-1] if say.before else None
    corner: int | None = getattr(decided, "corner", None) if event.cause == "legend" else None
    if corner is None or getattr(decided, "rule", "") == "helmet":
        return []
    track = say.sheet.track
    way = event.start + track.spaces_to_line(track.space_of(event.start), corner) - event.end
    message = N_("past <{limit}>") if way < 0 else N_("{count} short of <{limit}>") if way else N_("up to <{limit}>")
    return [fill(message, count=way, limit=getattr(decided, "limit", 0))]


def _limits_adjusted(event: events.LimitsAdjusted, say: SayClause) -> str:
    higher = N_("limits +{by}") if event.by > 0 else N_("limits −{by}")
    return say(higher, by=abs(event.by)) if event.by else ""


CLAUSES: Mapping[type[Event], Sentence] = {
    events.RaceStarted: lambda event, say: say(N_("Grid: {cars}"), cars=row([say.name(car) for car in event.grid])),
    events.RoundBegan: lambda event, say: say(
        N_("Round {number}: {cars}"), cars=row([say.name(car) for car in event.order])
    ),
    events.Retired: N_("retires"),
    events.LapCompleted: either("is_last", N_("over the finish line"), N_("lap {lap}/{laps} done")),
    events.CarFinished: lambda event, say: say(
        N_("wins the race") if event.place == 1 else N_("takes {place}"), place=place_in_race(event.place)
    ),
    events.RaceCalledOff: N_("Called off after {rounds} rounds; retired: {cars}"),
    events.RaceEnded: lambda event, say: say(N_("Result: {places}"), places=say.result(event.standings)),
    events.GearShifted: either("heat", N_("gear {gear} (−{heat} Heat)"), N_("gear {gear}")),
    events.HandCluttered: N_("cluttered hand: no move, gear 1"),
    events.DeckShuffled: N_("reshuffles"),
    events.HeatCooled: N_("cools {heat}"),
    events.Boosted: either("heat", N_("Boost −{heat} Heat"), N_("Boost")),
    events.CarMoved: _moved,
    events.CornerTaken: either(
        "heat",
        either(
            "surcharge",
            N_("<{limit}> by {over}: −{heat} Heat ({surcharge} for the road)"),
            N_("<{limit}> by {over}: −{heat} Heat"),
        ),
        N_("<{limit}> free"),
    ),
    events.SpunOut: either(
        "stress",
        N_("<{limit}> by {over} with {paid} Heat: spins out → {space}, +{stress} Stress"),
        N_("<{limit}> by {over} with {paid} Heat: spins out"),
    ),
    events.CardsReplaced: N_("gives up {cards}"),
    events.LimitsAdjusted: _limits_adjusted,
    events.HeatPaid: N_("{source} −{heat} Heat"),
    events.CardsScrapped: either("cards", N_("scraps {cards}"), ""),
    events.StressReduced: N_("−{cards} Stress"),
    events.CardsSalvaged: N_("salvages {cards}"),
    events.SuperCooled: N_("super cools {heat}"),
    events.PlayedDirectly: N_("plays {card}"),
    events.Accelerated: N_("accelerates"),
    events.CardsRefreshed: N_("refreshes {cards}"),
}
"""The clauses of the engine's events; modules contribute their own. An event without a clause adds no text."""

STARTS: Final = (events.RoundBegan, events.CarFinished, events.RaceCalledOff, events.RaceEnded)
"""The events that always begin a new line."""

all_clauses: Final = with_modules(CLAUSES, lambda words: words.clauses)

ASCII_SIGNS: Final = str.maketrans({"→": "->", "−": "-"})
"""The ASCII replacements for the signs in clauses."""


def brief_lines(sheet: RaceSheet, happened: Iterable[Event], *, ascii_only: bool = False) -> list[Line]:
    """Return events as lines: one for each turn of a car, one for each run of gear shifts, one for any other event."""
    log = BriefLog(sheet)
    log.add(happened)
    return log.lines(ascii_only=ascii_only)


class BriefLog:
    """The lines of a race in progress, only the last `kept` if given; the last line may still grow.

    `sheet` has the names of the drivers for new lines; lines that have begun keep theirs.
    """

    def __init__(self, sheet: RaceSheet, kept: int | None = None) -> None:
        self.sheet = sheet
        self._lines: deque[_Brief] = deque(maxlen=kept)

    def add(self, happened: Iterable[Event]) -> None:
        for event in happened:
            if not (self._lines and self._lines[-1].takes(event)):
                self._lines.append(_Brief(self.sheet))
            self._lines[-1].add(event)

    def say(self, words: str) -> None:
        """Add a line of text that belongs to no event."""
        line = _Brief(self.sheet)
        line.clauses, line.shifts = [words], False
        self._lines.append(line)

    def lines(self, *, ascii_only: bool = False) -> list[Line]:
        """Return the lines that have any text."""
        return [line.line(ascii_only=ascii_only) for line in self._lines if line.clauses]

    def take(self, *, growing: bool, ascii_only: bool = False) -> list[Line]:
        """Remove all lines, except the last if it is `growing` or has no text; return the removed lines with text."""
        last = [self._lines.pop()] if self._lines and (growing or not self._lines[-1].clauses) else []
        lines = self.lines(ascii_only=ascii_only)
        self._lines.clear()
        self._lines.extend(last)
        return lines


class _Brief:
    """A line under construction. `car` is the car whose turn it is, None for gear shifts and events of the race."""

    def __init__(self, sheet: RaceSheet) -> None:
        self.sheet = sheet
        self.events: list[Event] = []
        self.clauses: list[str] = []
        self.car: int | None = None
        self.shifts = True
        """True while the line holds only gear shifts."""

    def takes(self, event: Event) -> bool:
        """Return whether an event continues this line: it belongs to the same turn, or is another gear shift.

        A line without text takes any event but `STARTS`.
        """
        if isinstance(event, STARTS):
            return False
        if not self.clauses:
            return True
        if self.shifts:
            return isinstance(event, GearShifted)
        return self.car is not None and getattr(event, "car", None) == self.car

    def add(self, event: Event) -> None:
        say = SayClause(event, self.sheet, self.events)
        clause = say(all_clauses().get(type(event), ""))
        if clause:
            self.shifts = self.shifts and isinstance(event, GearShifted)
            self.car = None if self.shifts else getattr(event, "car", None)
            self.clauses.append(clause)
        self.events.append(event)

    def line(self, *, ascii_only: bool) -> Line:
        clauses = clause_row(self.clauses)
        if self.shifts:
            shifted = either("heat", N_("{name} in {gear} (−{heat} Heat)"), N_("{name} in {gear}"))
            shifts = [event for event in self.events if isinstance(event, GearShifted)]
            gears = clause_row([SayClause(event, self.sheet, ())(shifted) for event in shifts])
            text = fill(N_("Gears: {gears}"), gears=gears)
        elif self.car is None:
            text = clauses
        else:
            text = fill(N_("{name}: {clauses}"), name=short_name(self.sheet, self.car), clauses=clauses)
        return Line(self.car, text.translate(ASCII_SIGNS) if ascii_only else text, tuple(self.events))
