"""Files that players and other programs write: tracks, saves, settings. The only place that knows pydantic."""
