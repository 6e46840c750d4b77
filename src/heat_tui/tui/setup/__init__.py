"""The forms that set up a race or a season."""
