"""A match at a table, shared or not: log, undo, curtain, questions, standings, words for saves, and ending signals."""
