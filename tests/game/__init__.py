"""Matches: choices, undo, hidden cards, autosave and figures."""
