"""The tests and their shared helpers, which are imported as `tests.<module>`."""
