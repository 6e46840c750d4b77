"""The game with a race of Ada and Bo, whose cards are marked; run in a process of its own."""

from __future__ import annotations

import heat_tui.tui.input
from heat_tui.store.settings import Settings
from heat_tui.tui.app import HeatApp
from heat_tui.tui.launch import run_app
from tests.tui.marked import known_cards, marked_match

if __name__ == "__main__":
    heat_tui.tui.input.GRACE = 0.0
    with known_cards():
        match = marked_match("Ada", "Bo")
        run_app(HeatApp(Settings(animation="off"), opening=lambda app: app.games.open_race(match)))
