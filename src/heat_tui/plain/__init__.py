"""The race in lines of text: for any terminal, for a screen reader and through a pipe."""
