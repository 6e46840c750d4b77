"""The game's files and databases: tracks, saves, settings, the drivers' book. The only package that uses pydantic."""
