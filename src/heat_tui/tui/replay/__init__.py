"""A race played again, and recorded."""
