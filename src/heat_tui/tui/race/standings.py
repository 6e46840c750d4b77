"""The cars from first to last with public facts: beside the track, and in full in a dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from heat_tui import typesetting
from heat_tui.engine.car import FINISHED, OUT, RACING, RETIRED
from heat_tui.engine.record import record
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import C_, N_, NC_, _, translated
from heat_tui.modules.legends.ahead import card_numbers, landings
from heat_tui.tui.look import Look
from heat_tui.tui.race.hand import short_name
from heat_tui.words.cards import card_name
from heat_tui.words.names import LEGEND, car_name, space_of


class Places(NamedTuple):
    """The content of the standings: the public view, the car to choose or move, and the Stress seen of every car."""

    view: SeatView
    focus: int | None
    stress: Sequence[int]


def standings_table(what: Places, width: int, look: Look, *, headed: bool = True) -> Text:
    """Return a line for each car with figures that fit; a Legend has its card's numbers for gear and Heat."""
    columns = _fitting(width)
    head = "".join(look.to_right(each.heading(), each.width) for each in columns)
    lines = [Text(typesetting.to_right(head, width), style="dim")] if headed else []
    for place, index in enumerate(what.view.standings, start=1):
        lines.append(_line(what, what.view.cars[index], place, width, columns, look))
    return Text("\n").join(lines)


def _line(what: Places, car: CarView, place: int, width: int, columns: Sequence[_Column], look: Look) -> Text:
    view, chosen, races = what.view, car.index == what.focus, car.status == RACING
    mark = "►" if chosen else "✓" if car.planned and races else " "
    line = Text(f"{place} ", no_wrap=True)
    line.append(*look.badge(view.sheet, car.index)).append(mark, Style(bold=True))
    facts = " " + translated(FATES[car.status]) if not races else ""
    for column in columns if races else ():
        fact = column.driver
        if column.legend is not None and view.sheet.entries[car.index].kind == LEGEND:
            fact = column.legend
        facts += " " + look.to_right(fact(what, car), column.width - 1)
    room = max(width - line.cell_len - cell_len(facts), 1)
    line.append(look.to_left(car_name(view.sheet, car.index), room), Style(bold=chosen))
    return line.append(facts, Style(dim=not races))


FATES: Final = {FINISHED: NC_("car", "finished"), RETIRED: N_("retired"), OUT: N_("out of the race")}
"""The words for cars that no longer race."""

DIAMOND, HELMET = "◆", "∩"
"""The signs before the numbers of a Legend in this round."""

FLAG: Final = "⚑"
"""Replaces the lap of a car beyond the finish line."""


def _lap(what: Places, car: CarView) -> str:
    return FLAG if car.at > what.view.sheet.finish else str(what.view.lap(car))


def gained(view: SeatView, car: CarView) -> int:
    """Return the number of places a car has gained since the round began, negative if it has lost some."""
    if car.index not in view.order:
        return 0
    return len(view.finished) + view.order.index(car.index) - view.standings.index(car.index)


def _gained(what: Places, car: CarView) -> str:
    places = gained(what.view, car)
    return f"▲{places}" if places > 0 else f"▼{-places}" if places < 0 else ""


def _gap(what: Places, car: CarView) -> str:
    """Return the spaces to the first car on the track."""
    behind = what.view.cars[what.view.positions[0]].at - car.at
    return f"+{behind}" if behind else ""


_TOP: Final = 7
"""The cells of the column for the top of a discard pile, including the blank before it."""


def _top(_what: Places, car: CarView) -> str:
    top = car.discard_top
    return "-" if top is None else short_name(top, _TOP - 1) or card_name(top)


def _number(place: int, sign: str) -> Fact:
    """Return a number of a Legend in this round, its diamond or its helmet; a dash before the card is turned over."""

    def number(what: Places, car: CarView) -> str:
        pair = card_numbers(what.view, car.index)
        return "–" if pair is None else f"{sign}{pair[place]}"

    return number


def _landing(what: Places, car: CarView) -> str:
    """Return the space to which a Legend would go."""
    landing = landings(what.view).get(car.index)
    return "" if landing is None else f"→{space_of(what.view.sheet.track, landing[0])}"


Fact = Callable[[Places, CarView], str]


@record
class _Column:
    """A fact about cars, for Legends another one if given; at least `least` cells wide with the blank before it."""

    heading: Callable[[], str]
    least: int
    driver: Fact
    legend: Fact | None = None
    wanted: bool = False
    """True for a column that is shown only if the name of every Legend fits beside it."""

    @property
    def width(self) -> int:
        """The cells of the column, more for a heading in wide letters."""
        return typesetting.column_width(self.heading(), self.least)


_COLUMNS: Final = (
    _Column(str, 3, _gained, wanted=True),
    _Column(lambda: _("lap"), 3, _lap),
    _Column(lambda: _("spc"), 4, lambda what, car: str(what.view.space(car))),
    _Column(lambda: _("gap"), 5, _gap, wanted=True),
    _Column(lambda: _("gear"), 5, lambda _what, car: str(car.gear), _number(0, DIAMOND)),
    _Column(lambda: C_("column", "Heat"), 5, lambda _what, car: str(car.engine), _number(1, HELMET)),
    _Column(lambda: _("hand"), 5, lambda _what, car: str(car.hand), _landing, wanted=True),
    _Column(lambda: _("deck"), 5, lambda _what, car: str(car.deck), lambda _what, _car: "", wanted=True),
    _Column(lambda: _("top"), _TOP, _top, lambda _what, _car: "", wanted=True),
    _Column(lambda: _("Stress"), 7, lambda what, car: str(what.stress[car.index]), lambda _what, _car: "", wanted=True),
)
"""From left to right: places gained in the round, lap, space, spaces behind the first car, gear, Heat in the engine,
hand, draw deck, top of the discard pile, and Stress seen since that pile was last shuffled."""


def columns_width() -> int:
    """Return the cells of all columns together."""
    return sum(each.width for each in _COLUMNS)


_BEFORE_NAME: Final = 6
_LONGEST_LEGEND: Final = 13
"""The cells before a name, and the cells of the longest name of a Legend."""


def _fitting(width: int) -> list[_Column]:
    """Return the columns that fit, in order: those always shown, and as many of the `wanted` ones, from the left."""
    room = width - _BEFORE_NAME - _LONGEST_LEGEND - sum(each.width for each in _COLUMNS if not each.wanted)
    columns = []
    for column in _COLUMNS:
        if not column.wanted or column.width <= room:
            columns.append(column)
            room -= column.width if column.wanted else 0
    return columns
