"""A match at a table: its log, what may be undone, the curtain, the questions to the drivers, and its saves."""
