"""The replay of a race, and its recording."""
