"""The tests, and what they share: import helpers as `tests.<place>`."""
