"""Matches: choices, undo, whose eyes may look, autosave and figures."""
