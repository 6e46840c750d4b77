"""Tracks and charts as cells of a terminal, for every front end."""
