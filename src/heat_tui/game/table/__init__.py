"""A match at any table: log, undo, curtain, questions, standings, words for saves, and its end by a signal."""
