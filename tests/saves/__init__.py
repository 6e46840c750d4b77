"""Saved races: round trips, damage, the folder, and files from earlier versions, which must always load."""
