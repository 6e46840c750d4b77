"""Races by name: which advanced rules each switches on. Nothing here needs the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from heat_tui.language import _

Level = Literal["none", "basic", "advanced", "both"]
DraftKind = Literal["normal", "snake", "deal"]

NO_GARAGE: Final = "none"
LEVELS: Final[tuple[Level, ...]] = (NO_GARAGE, "basic", "advanced", "both")
"""Which upgrades the garage has; without it the starting upgrades are raced with (G1)."""

DRAFTS: Final[tuple[DraftKind, ...]] = ("normal", "snake", "deal")
"""How the drivers come by their upgrades (G2, O3, G3)."""

BASE_SET: Final = "base"
EXPANSIONS: Final = ("heavy_rain", "tunnel_vision")
SETS: Final = (BASE_SET, *EXPANSIONS)
"""The sets that cards come from; the base game is always in."""

FIRST_RACE: Final = "first_race"
BASE_GAME: Final = "base"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """The advanced rules of a kind of race; `sets` None are the base game and the set of the track.

    `track` is proposed where none is chosen. `aggressive` holds where there are Legends and marked spaces (L8).
    """

    garage: Level = NO_GARAGE
    draft: DraftKind = "normal"
    sets: tuple[str, ...] | None = None
    weather: bool = False
    tournament: bool = False
    aggressive: bool = False
    track: str | None = None


PRESETS: Final[Mapping[str, Preset]] = {
    FIRST_RACE: Preset(track="usa"),
    BASE_GAME: Preset(),
    "modules": Preset(garage="both", weather=True, tournament=True),
    "heavy_rain": Preset(garage="both", sets=(BASE_SET, "heavy_rain"), weather=True, aggressive=True, track="japan"),
    "tunnel_vision": Preset(garage="both", sets=(BASE_SET, "tunnel_vision"), weather=True, track="spain"),
    "everything": Preset(
        garage="both", draft="snake", sets=SETS, weather=True, tournament=True, aggressive=True, track="japan"
    ),
}
"""By name. The first race is one lap with two Legends and no options, besides (S7)."""


def preset_name(preset: str) -> str:
    """What a preset is called."""
    return {
        FIRST_RACE: _("first race"),
        BASE_GAME: _("base game"),
        "modules": _("all modules"),
        "heavy_rain": _("Heavy Rain"),
        "tunnel_vision": _("Tunnel Vision"),
        "everything": _("everything"),
    }[preset]


def preset_words(preset: str) -> str:
    """What a preset brings, in one sentence."""
    return {
        FIRST_RACE: _("One lap of the USA with two Legends and no options."),
        BASE_GAME: _("The game without any advanced rules, on any track."),
        "modules": _("A draft of upgrades, weather with road conditions, and tournament mode."),
        "heavy_rain": _(
            "A draft with the air intakes of Heavy Rain, weather, and aggressive Legends; Japan or Mexico."
        ),
        "tunnel_vision": _("A draft with the front wings of Tunnel Vision, and weather; Spain or the Netherlands."),
        "everything": _("A snake draft with the upgrades of all sets, weather, tournament mode, aggressive Legends."),
    }[preset]


def level_name(level: Level) -> str:
    """Which upgrades the garage has, as it is called."""
    return {
        NO_GARAGE: _("none"),
        "basic": _("basic upgrades"),
        "advanced": _("advanced upgrades"),
        "both": _("all upgrades"),
    }[level]


def draft_name(draft: DraftKind) -> str:
    """How upgrades are come by, as it is called."""
    return {"normal": _("draft"), "snake": _("snake draft"), "deal": _("dealt by lot")}[draft]


def set_name(name: str) -> str:
    """A set of the game as it is called."""
    return {BASE_SET: _("base game"), "heavy_rain": _("Heavy Rain"), "tunnel_vision": _("Tunnel Vision")}[name]


def rule_names(*, garage: bool, weather: bool, tournament: bool, aggressive: bool) -> list[str]:
    """The advanced rules that are on, each as it is called."""
    names = {
        _("garage"): garage,
        _("weather"): weather,
        _("tournament mode"): tournament,
        _("aggressive Legends"): aggressive,
    }
    return [name for name, is_on in names.items() if is_on]
