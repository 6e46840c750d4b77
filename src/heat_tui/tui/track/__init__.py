"""Tracks: the map, the strips, the list and the editor."""
