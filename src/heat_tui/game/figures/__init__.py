"""Figures of races: counted event by event, and laid out in tables."""
