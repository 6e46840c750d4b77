"""The common part of a race and its replay: the layout of the track, the boards and the log, and their content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widget import Widget
from textual.widgets import Static

from heat_tui.engine.setup import RaceSheet
from heat_tui.tui.look import styles
from heat_tui.tui.race.motion import Stage
from heat_tui.tui.race.panel import CarPanel, LogView, Picks, Piles, Places, Standings, Status, StatusLine
from heat_tui.tui.screen import HeatScreen
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.scene import Scene
from heat_tui.tui.track.strips import LapStrip, Strip
from heat_tui.tui.track.widget import SpotClicked

if TYPE_CHECKING:
    from heat_tui.tui.track.screen import Own


class TableScreen(HeatScreen[None]):
    """A screen that shows a race, laid out for the size of the terminal."""

    CSS_PATH = styles("race/race")

    boards: Boards

    def table(self, scene: Scene, sheet: RaceSheet) -> ComposeResult:
        yield StatusLine(id="status")
        yield Static("", id="note", markup=False)
        with Horizontal(id="table"):
            yield TrackMap(scene, id="map")
            with Container(id="side"):
                yield Standings(id="standings")
                yield Piles(id="piles")
                yield from self.beside()
                yield LogView(sheet, id="log")
        yield Strip(scene, id="strip")
        yield LapStrip(scene, id="lap")

    def beside(self) -> Iterator[Widget]:
        """Yield the widgets between the standings and the log."""
        return iter(())

    def on_spot_clicked(self, event: SpotClicked) -> None:
        self.look_at_track(inspecting=True, spot=(event.space, event.spot))

    def action_map(self) -> None:
        self.look_at_track(inspecting=False)

    def action_inspect(self) -> None:
        self.look_at_track(inspecting=True)

    def action_standings(self) -> None:
        from heat_tui.tui.race.piles import StandingsScreen

        self.app.push_screen(StandingsScreen(self.boards.places))

    def action_garage(self) -> None:
        from heat_tui.tui.race.piles import GarageScreen

        self.app.push_screen(GarageScreen(self.boards.stage.table))

    def look_at_track(self, *, inspecting: bool, spot: tuple[int, int] | None = None) -> None:
        """Show the whole track in full screen; `spot` is the initial place of the cursor, if given."""
        from heat_tui.tui.track.screen import TrackViewScreen

        stage = self.boards.stage
        scene = replace(stage.scene(), cursor=spot)
        self.app.push_screen(TrackViewScreen(stage.table, scene, inspecting=inspecting, own=self.own_things()))

    def own_things(self) -> Iterable[Own]:
        """Yield the private things that the person at the keyboard may inspect."""
        return ()


class Boards:
    """The part of a race's screen that shows its stage; `board` is the car whose board is shown, if not a Legend."""

    def __init__(self, screen: TableScreen, stage: Stage) -> None:
        self._screen = screen
        self.stage = stage
        self.board = 0

    @property
    def places(self) -> Places:
        stage = self.stage
        return Places(stage.table, self.board if stage.focus is None else stage.focus, (*stage.stress,))

    def repaint(self) -> None:
        scene = self.stage.scene()
        self._screen.query_one(TrackMap).scene = scene
        self._screen.query_one(Strip).scene = scene
        self._screen.query_one(LapStrip).scene = scene

    def show(self, status: Status) -> None:
        table = self.stage.table
        self._screen.query_one(StatusLine).show(status)
        self._screen.query_one(Standings).show(self.places)
        self._screen.query_one(Piles).show(self.places)
        for picks in self._screen.query(Picks):
            picks.show(table)
        if self.board < table.sheet.drivers:
            self._screen.query_one(CarPanel).show((table, self.board))
