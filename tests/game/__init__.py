"""Matches, seasons and their setup, undo, saves, coach, replay, figures and the drivers' book."""
