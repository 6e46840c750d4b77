"""A race at a table: controllers, log, undo and autosave."""

from __future__ import annotations

from heat_tui.files.saves import Controller
from heat_tui.session.log import LogEntry
from heat_tui.session.match import Match
from heat_tui.session.statistics import CarTally, Tally, tally
from heat_tui.session.undoing import UNDO_STOPS, Undone, UndoStop, UndoStopped

__all__ = [
    "UNDO_STOPS",
    "CarTally",
    "Controller",
    "LogEntry",
    "Match",
    "Tally",
    "UndoStop",
    "UndoStopped",
    "Undone",
    "tally",
]
