"""The title and the lists that it leads to: saved races, challenges, settings."""
