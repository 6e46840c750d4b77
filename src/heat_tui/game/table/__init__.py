"""A match at a table: its log, undo, the curtain, the questions to the drivers, and its saves."""
