"""The shape of the settings file: every key, its type and its bounds."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from heat_tui.files.settings import Animation, CarPalette, Glyphs

Word = Annotated[str, Field(min_length=1, max_length=60)]
Keys = Annotated[str, Field(min_length=1, max_length=200)]


class SettingsFile(BaseModel):
    """What settings.json may hold; what it leaves out has its default."""

    model_config = ConfigDict(extra="forbid", strict=True)

    theme: Word | None = None
    cars: CarPalette | None = None
    animation: Animation | None = None
    glyphs: Glyphs | None = None
    confirm: bool | None = None
    memory_aid: bool | None = None
    bell: bool | None = None
    title: bool | None = None
    keys: dict[Word, Keys] | None = None
