"""The JSON Schema and the README of the track format have every key that the program reads."""

import json
from pathlib import Path
from typing import Any

from heat_tui.store.track_reading import TrackFile, known_keys, track_schema

ROOT = Path(__file__).parents[2]


def test_the_schema_in_the_docs_matches_the_program() -> None:
    text = (ROOT / "docs" / "track.schema.json").read_text(encoding="utf-8")
    assert text == track_schema(), "write it again with `heat-tui tracks schema`"


def test_every_key_of_the_format_has_a_description() -> None:
    schema: dict[str, Any] = json.loads(track_schema())
    tables = [schema, *schema["$defs"].values()]
    assert {name for table in tables for name in table["properties"]} >= {"from", "outline", "press", "flooded"}
    for table in tables:
        assert table["additionalProperties"] is False
        for name, entry in table["properties"].items():
            assert "description" in entry or "$ref" in entry, name


def test_the_readme_of_the_tracks_names_every_key() -> None:
    readme = (ROOT / "tracks" / "README.md").read_text(encoding="utf-8")
    assert [key for key in known_keys(TrackFile) if f"`{key}`" not in readme] == []
