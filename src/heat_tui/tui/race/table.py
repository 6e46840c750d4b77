"""The part that a race and its replay share: the layout of the track, the boards and the log, and their content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widget import Widget
from textual.widgets import Static

from heat_tui.engine.decisions import Decision
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

    stage: Stage
    board = 0
    """The car whose board is shown, if it is not a Legend."""

    def table(self, scene: Scene, sheet: RaceSheet, beside: Iterable[Widget]) -> ComposeResult:
        """Yield the layout, with the widgets `beside` between the piles and the log."""
        yield StatusLine(id="status")
        yield Static("", id="note", markup=False)
        with Horizontal(id="table"):
            yield TrackMap(scene, id="map")
            with Container(id="side"):
                yield Standings(id="standings")
                yield Piles(id="piles")
                yield from beside
                yield LogView(sheet, id="log")
        yield Strip(scene, id="strip")
        yield LapStrip(scene, id="lap")

    def on_spot_clicked(self, event: SpotClicked) -> None:
        self.look_at_track(inspecting=True, spot=(event.space, event.spot))

    def action_map(self) -> None:
        self.look_at_track(inspecting=False)

    def action_inspect(self) -> None:
        self.look_at_track(inspecting=True)

    def action_standings(self) -> None:
        from heat_tui.tui.race.piles import StandingsScreen

        self.app.push_screen(StandingsScreen(self.places))

    def action_garage(self) -> None:
        from heat_tui.tui.race.piles import GarageScreen

        self.app.push_screen(GarageScreen(self.stage.table))

    def look_at_track(self, *, inspecting: bool, spot: tuple[int, int] | None = None) -> None:
        """Show the whole track full screen; `spot`, if given, is the initial place of the cursor."""
        from heat_tui.tui.track.screen import TrackViewScreen

        table, scene = self.stage.table, replace(self.stage.scene(), cursor=spot)
        self.app.push_screen(TrackViewScreen(table, scene, inspecting=inspecting, own=self.own_things()))

    def own_things(self) -> Iterable[Own]:
        """Return the private things that the person at the keyboard may inspect; () by default."""
        return ()

    @property
    def places(self) -> Places:
        stage = self.stage
        return Places(stage.table, self.board if stage.focus is None else stage.focus, (*stage.stress,))

    def show_scene(self) -> None:
        scene = self.stage.scene()
        for drawing in (TrackMap, Strip, LapStrip):
            self.query_one(drawing).scene = scene

    def show_boards(self, decision: Decision | None, warnings: Sequence[str]) -> None:
        """Show the stage in the top line, after the warnings, and on the boards."""
        stage, table = self.stage, self.stage.table
        gaps = stage.gap(), stage.gap(short=True)
        self.query_one(StatusLine).show(Status(table, decision, warnings, stage.banner, stage.banner_is_new, gaps))
        self.query_one(Standings).show(self.places)
        self.query_one(Piles).show(self.places)
        for picks in self.query(Picks):
            picks.show(table)
        if self.board < table.sheet.drivers:
            self.query_one(CarPanel).show((table, self.board))
