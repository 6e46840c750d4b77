"""The part of the game that both front ends share: setup, table, advice, figures, story, book, and track sketches."""
