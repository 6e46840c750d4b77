"""Finished races, and the app with one screen on it."""

from __future__ import annotations

import functools

from heat_tui.engine.setup import RaceSetup
from heat_tui.game.table.match import Match
from heat_tui.modules.legends import Legends
from heat_tui.store.saved_race import Controller
from heat_tui.store.settings import Settings
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.screen import HeatScreen
from tests.tui.table import STILL


@functools.cache
def finished(names: tuple[str, ...] = ("Ada", "[red]Bo"), *, legends: int = 2) -> Match:
    """Return a race that automated drivers have finished; do not change it."""
    return raced(names, legends=legends)


def raced(names: tuple[str, ...], *, legends: int = 2, laps: int = 1, seed: int = 3) -> Match:
    """Return a new race that automated drivers have finished."""
    modules = (Legends(legends),) if legends else ()
    setup = RaceSetup(load_track("usa"), names, seed=seed, laps=laps, modules=modules)
    drivers: list[Controller] = ["steady"] * len(names)
    match = Match.start(setup, drivers, store=None)
    while not match.over:
        match.play_driver()
    return match


def app_with(screen: HeatScreen[None], settings: Settings = STILL) -> HeatApp:
    """Return the app with a screen on top of the title."""
    return HeatApp(settings, opening=lambda app: app.push_screen(screen))
