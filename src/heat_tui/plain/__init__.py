"""The line-based game: for any terminal, for a screen reader and through a pipe."""
