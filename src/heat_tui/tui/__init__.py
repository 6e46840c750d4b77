"""The terminal app: the only place that knows Textual."""
