"""The code that the front ends and commands share: setup, table, advice, figures, story, book, simulations, tracks."""
