"""A match at a table, shared or not: its log, undo, curtain, questions to drivers, saves, and season standings."""
