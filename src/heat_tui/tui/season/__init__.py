"""A season between its races."""
