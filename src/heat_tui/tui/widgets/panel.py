"""The board of one car: gear, engine, piles, the road ahead. Open facts only."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from heat_tui.engine import car as engine_car
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import _
from heat_tui.prose import Narrator
from heat_tui.prose.championship import championship_of, held_line
from heat_tui.tui.appearance import look_of
from heat_tui.tui.glyphs import plain

_WHOLE: Final = 5
"""So many lines a board has in a season."""


class CarPanel(Static):
    """Four lines about a car, in a season five where there is room; a Legend has none of them."""

    DEFAULT_CSS = """
    CarPanel { width: 33; height: 1fr; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: tuple[SeatView, int] | None = None

    def show(self, view: SeatView, car: int) -> None:
        """Show a driver's car."""
        self._shown = view, car
        self._write()

    def on_resize(self) -> None:
        """Make the lines anew."""
        self._write()

    def _write(self) -> None:
        if self._shown is None:
            return
        view, car = self._shown
        look, shown = look_of(self), view.cars[car]
        name = Text(no_wrap=True, overflow="ellipsis")
        name.append(f" {car + 1} ", look.car_style(view.sheet.entries[car].colour))
        name.append(" " + Narrator(view.sheet).name(car), Style(bold=True))
        if car in view.last and view.acting == car:
            name.append(" " + _("adrenaline"), Style(italic=True))
        lines = [name, *self._board(view, shown)]
        text = Text("\n").join(lines)
        text.no_wrap = True
        text.overflow = "ellipsis"
        self.update(text, layout=False)

    def _board(self, view: SeatView, car: CarView) -> list[Text]:
        ascii_only = look_of(self).ascii
        heat, held = view.sheet.track.heat, held_line(view, car.index)
        bar = "■" * car.engine + "□" * max(heat - car.engine, 0)
        engine = _("Engine {bar} {heat} Heat").format(bar=bar, heat=car.engine)
        if held and 0 < self.size.height < _WHOLE:
            engine, held = _with_held(view, car), []
        road = [_("Gear {gear}").format(gear=car.gear)]
        if view.acting == car.index and view.speed:
            road.append(_("speed {speed}").format(speed=view.speed))
        way = _road(view, car)
        gap = "  " if not self.size.width or cell_len("  ".join([*road, way])) <= self.size.width else " "
        piles = _("Hand {hand} · deck {deck} · discard {discard}").format(
            hand=car.hand, deck=car.deck, discard=car.discard
        )
        line = Text(gap.join([*road, way]), Style(bold=True))
        board = [line, Text(plain(engine, ascii_only=ascii_only)), Text(plain(piles, ascii_only=ascii_only))]
        return [*board, *map(Text, held)]


def _with_held(view: SeatView, car: CarView) -> str:
    """Heat and Sponsorships in one line, without a bar."""
    shown = championship_of(view)
    return _("Engine {heat} · Sponsorships {count}").format(
        heat=car.engine, count=0 if shown is None else shown.held[car.index]
    )


def _road(view: SeatView, car: CarView) -> str:
    """The next corner's limit and how many spaces lie before its line."""
    if car.status != engine_car.RACING:
        return _("off the track")
    if car.at > view.sheet.finish:
        return _("over the line")
    track, space = view.sheet.track, view.space(car)
    corner = track.next_corner(space)
    way = track.spaces_to_line(space, corner)
    if car.at + way >= view.sheet.finish:
        return _("finish in {spaces}").format(spaces=max(view.sheet.finish - car.at, 0))
    return _("<{limit}> in {spaces}").format(limit=view.limits[corner], spaces=way)
