"""What the player has chosen once for all: flag > HEAT_TUI_<NAME> > file > default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Animation = Literal["off", "fast", "normal"]
Glyphs = Literal["unicode", "ascii"]
CarPalette = Literal["game", "okabe-ito"]


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `theme` is "dark", "light" or one of Textual's themes; `keys` gives bindings, by id, other keys.

    `confirm`: ask again before what can cost Heat or end in a spin out. `memory_aid`: odds know which cards are
    left in the own draw deck (for new races). When a person's turn comes, `bell` rings and `title` puts the name
    into the terminal's title.
    """

    theme: str = "dark"
    cars: CarPalette = "game"
    animation: Animation = "normal"
    glyphs: Glyphs = "unicode"
    confirm: bool = True
    memory_aid: bool = True
    bell: bool = False
    title: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)
