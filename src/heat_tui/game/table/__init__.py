"""A match at any table: log, undo, curtain, questions, standings, words for saves, and signals that end it."""
