"""Saved races: round trips, damage, the folder, and files of earlier versions that must load permanently."""
