"""The line-based front end."""
