"""Matches: choices, undo, private cards, autosave and figures."""
