"""The draft so far: whose turn it is, and what everybody has taken. Open facts only."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.modules.garage import EXCHANGE, PUT_AWAY, GarageShown
from heat_tui.prose.card_faces import legend_of_signs
from heat_tui.prose.cards import card_name
from heat_tui.prose.garage import garage_of
from heat_tui.prose.names import car_name, row
from heat_tui.tui.appearance import look_of
from heat_tui.tui.columns import to_left
from heat_tui.tui.glyphs import plain

_TURNS, _LEAST_NAME, _MOST_NAME, _SIGN = 4, 8, 14, 4


class Picks(Static):
    """A line for each driver: when he chooses in this round, his name, and his upgrades."""

    DEFAULT_CSS = """
    Picks { height: 1fr; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._view: SeatView | None = None

    def show(self, view: SeatView) -> None:
        """Show the draft as it stands."""
        self._view = view
        self._write()

    def on_resize(self) -> None:
        """Cut the names anew."""
        self._write()

    def _write(self) -> None:
        view, width = self._view, self.content_size.width
        garage = None if view is None else garage_of(view)
        if view is None or garage is None or not width:
            return
        lines = [Text(_title(garage), Style(bold=True))]
        drivers = [self._of_driver(view, garage, seat, width) for seat in range(len(garage.owned))]
        if sum(map(len, drivers)) < self.content_size.height:
            lines += [line for driver in drivers for line in driver]
        else:
            lines += [_cut(driver, width, ascii_only=look_of(self).ascii) for driver in drivers]
        room = self.content_size.height - len(lines) - 1
        signs = list(self._signs(view, garage))
        if 0 < len(signs) <= room and all(sign.cell_len <= width for sign in signs):
            lines += [Text(), *signs]
        self.update(Text("\n").join(lines), layout=False)

    def _signs(self, view: SeatView, garage: GarageShown) -> Iterator[Text]:
        """What the signs on the cards of the market mean."""
        for sign, meaning in legend_of_signs(view.sheet.cards[card] for card in garage.market):
            yield Text.assemble((sign.ljust(_SIGN), "bold"), meaning)

    def _of_driver(self, view: SeatView, garage: GarageShown, seat: int, width: int) -> list[Text]:
        """The lines of a driver: the cards go on below where one line is too short."""
        look, now = look_of(self), garage.waiting[:1] == (seat,)
        line = Text(plain(to_left(_turns(garage, seat), _TURNS, ascii_only=look.ascii), ascii_only=look.ascii))
        line.append(f" {seat + 1} ", look.car_style(view.sheet.entries[seat].colour))
        name = _LEAST_NAME if width < 50 else _MOST_NAME
        line.append(" " + to_left(car_name(view.sheet, seat), name, ascii_only=look.ascii) + " ", Style(bold=now))
        indent = line.cell_len
        owned = [card_name(card) for card in garage.owned[seat]]
        cards = row(owned) if owned else "-"
        first, *rest = wrap(cards, max(width - indent, _LEAST_NAME))
        line.append(first, Style(bold=now))
        return [line, *(Text(" " * indent + each, Style(bold=now)) for each in rest)]


def _cut(driver: list[Text], width: int, *, ascii_only: bool) -> Text:
    """The first line of a driver, with dots where more follows."""
    line = driver[0]
    if len(driver) > 1:
        dots = "..." if ascii_only else "…"
        line.truncate(width - len(dots))
        line.append(dots)
    return line


def _title(garage: GarageShown) -> str:
    if garage.round == PUT_AWAY:
        return _("Everybody puts one upgrade away")
    if garage.round == EXCHANGE:
        return _("The last of the grid may exchange")
    if garage.rounds == 1:
        return _("Each driver takes one upgrade")
    return _("Draft round {round} of {rounds}").format(round=garage.round, rounds=garage.rounds)


def _turns(garage: GarageShown, seat: int) -> str:
    """The places of a seat among those still to choose: an arrow for the one whose turn it is."""
    places = [number for number, waiting in enumerate(garage.waiting, start=1) if waiting == seat]
    if not places:
        return "✓"
    return ",".join("►" if place == 1 else str(place) for place in places)
