"""What the garage says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heat_tui.language import N_, translated
from heat_tui.modules.garage import Garage
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import choice, quoted

LEVEL_NAMES = {"basic": N_("basic"), "advanced": N_("advanced"), "both": N_("both")}
DRAFT_NAMES = {"deal": N_("deal"), "normal": N_("normal"), "snake": N_("snake")}
SET_NAMES = {"base": N_("base"), "heavy_rain": N_("Heavy Rain"), "tunnel_vision": N_("Tunnel Vision")}


def named(names: Mapping[str, str], keys: Sequence[str]) -> str:
    """Return options of which one is to be chosen."""
    return choice([translated(names[key]) for key in keys])


WORDS = ModuleWords(
    titles={Garage.name: N_("garage")},
    refusals={
        "no-such-draft": N_("There is no draft {draft}; take {drafts}."),
        "no-such-level": N_("The garage has no level {level}; take {levels}."),
        "no-such-set": N_("There are no upgrades of a set {set}; the sets are {sets}."),
        "too-few-upgrades": N_("There are too few upgrades for {drivers} drivers; this garage can serve {most}."),
    },
    kinds={
        "draft": quoted,
        "drafts": lambda keys: named(DRAFT_NAMES, keys),
        "level": quoted,
        "levels": lambda keys: named(LEVEL_NAMES, keys),
        "set": quoted,
        "sets": lambda keys: named(SET_NAMES, keys),
    },
)
