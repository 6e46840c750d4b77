"""The line on top: race, lap, round, step, who, and who comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.widgets import Static

from heat_tui.engine.decisions import Decision
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose import Narrator
from heat_tui.prose.championship import championship_of
from heat_tui.prose.garage import garage_of
from heat_tui.prose.steps import step_words
from heat_tui.prose.tokens import weather_of
from heat_tui.prose.weather import weather_name
from heat_tui.tui.appearance import look_of
from heat_tui.tui.glyphs import plain


class StatusLine(Static):
    """One line; where it is too long the weather goes, then cars that come later, whole."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--track", "status--warning"}
    DEFAULT_CSS = """
    StatusLine { height: 1; width: 1fr; background: $panel; color: $foreground; text-style: bold; text-wrap: nowrap;
        text-overflow: ellipsis; }
    StatusLine .status--track { background: $primary; color: $text; text-style: bold; }
    StatusLine .status--warning { background: $warning; color: $background; text-style: bold; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: tuple[SeatView, Decision | None, tuple[str, ...]] | None = None

    def show(self, view: SeatView, decision: Decision | None, *, unsaved: bool, note: str = "") -> None:
        """Say how the race stands and what is decided; `note` comes before all else."""
        warnings = tuple(each for each in (note, _("NOT SAVED") if unsaved else "") if each)
        self._shown = view, decision, warnings
        self._write()

    def on_resize(self) -> None:
        """Make the line anew."""
        self._write()

    def _write(self) -> None:
        """Say as much as there is room for."""
        if self._shown is None:
            return
        view, decision, warnings = self._shown
        turns, room = _turns(view), self.size.width
        text = self._line(view, decision, warnings, turns, weather=True)
        if room and text.cell_len > room:
            text = self._line(view, decision, warnings, turns, weather=False)
        while room and text.cell_len > room and turns[1:]:
            turns = turns[:-1]
            text = self._line(view, decision, warnings, turns, weather=False)
        self.update(text, layout=False)

    def _line(
        self,
        view: SeatView,
        decision: Decision | None,
        warnings: Sequence[str],
        turns: Sequence[int],
        *,
        weather: bool,
    ) -> Text:
        look = look_of(self)
        text = Text()
        for warning in warnings:
            text.append(f" {warning} ", self.get_component_rich_style("status--warning"))
        text.append(f" {view.sheet.track.name} ", self.get_component_rich_style("status--track"))
        parts = [*_race(view), _lap(view)]
        if view.round:
            parts.append(_("round {round}").format(round=view.round))
        parts.append(step_words(view.step, decision))
        now = weather_of(view) if weather else None
        if now is not None:
            parts.append(weather_name(now.token))
        text.append("  " + plain(" · ", ascii_only=look.ascii).join(parts))
        if turns:
            text.append("   ")
            text.append(Narrator(view.sheet).name(turns[0]))
        if turns[1:]:
            text.append("   " + _("then") + " ")
            for car in turns[1:]:
                text.append(f" {car + 1} ", look.car_style(view.sheet.entries[car].colour))
        return text


def _race(view: SeatView) -> list[str]:
    """Which race of the season it is, in a season."""
    shown = championship_of(view)
    if shown is None:
        return []
    return [_("race {number}/{races}").format(number=shown.number, races=shown.races)]


def _turns(view: SeatView) -> Sequence[int]:
    """Whose turn it is, in the race or in the draft, and whose after that; nobody's while all plan."""
    if view.acting is not None:
        return view.order[view.turns :]
    garage = garage_of(view)
    return garage.waiting if garage is not None else ()


def _lap(view: SeatView) -> str:
    """How far the first car is."""
    laps = view.sheet.laps
    racing = view.positions
    lap = view.lap(view.cars[racing[0]]) if racing else laps
    return _("lap {lap}/{laps}").format(lap=min(max(lap, 1), laps), laps=laps)
