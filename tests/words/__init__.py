"""Tests of the game's words: sentences, languages and catalogues."""
