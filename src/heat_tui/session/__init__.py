"""A race or a season at a table: controllers, log, undo and autosave."""

from __future__ import annotations

from heat_tui.files.saves import Controller
from heat_tui.session.log import LogEntry, PastRace
from heat_tui.session.match import Match
from heat_tui.session.statistics import CarTally, Tally, tally
from heat_tui.session.undoing import UNDO_STOPS, Undone, UndoStop, UndoStopped

__all__ = [
    "UNDO_STOPS",
    "CarTally",
    "Controller",
    "LogEntry",
    "Match",
    "PastRace",
    "Tally",
    "UndoStop",
    "UndoStopped",
    "Undone",
    "tally",
]
