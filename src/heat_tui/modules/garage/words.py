"""What the garage says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heat_tui.language import N_, translated
from heat_tui.modules.garage import (
    Garage,
    MarketDealt,
    UpgradeExchanged,
    UpgradePicked,
    UpgradePutAway,
    UpgradesDealt,
)
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import choice, quoted
from heat_tui.words.telling import SayEvent

LEVEL_NAMES = {"basic": N_("basic"), "advanced": N_("advanced"), "both": N_("both")}
DRAFT_NAMES = {"deal": N_("deal"), "normal": N_("normal"), "snake": N_("snake")}
SET_NAMES = {"base": N_("base"), "heavy_rain": N_("Heavy Rain"), "tunnel_vision": N_("Tunnel Vision")}


def named(names: Mapping[str, str], keys: Sequence[str]) -> str:
    """Return options of which one is to be chosen."""
    return choice([translated(names[key]) for key in keys])


def _market_dealt(event: MarketDealt, say: SayEvent) -> str:
    if event.round == 1:
        return say(N_("The draft begins; in the market lie {cards}."))
    return say(N_("Draft round {round}: in the market lie {cards}."))


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
    events={
        MarketDealt: _market_dealt,
        UpgradePicked: N_("{name} takes {card} from the market."),
        UpgradePutAway: N_("{name} puts {card} away and starts with the other three."),
        UpgradesDealt: N_("The garage deals {name} {cards}."),
        UpgradeExchanged: N_("{name}, last on the grid, gives {give} for {take} of the market."),
    },
)
