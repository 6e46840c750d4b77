"""The garage: upgrades instead of the starting upgrades, drafted or dealt (G1-G4, O3)."""

from __future__ import annotations

from typing import ClassVar, Literal

from heat_tui.engine.actions import Pick, PutAway
from heat_tui.engine.cards import HEAT, STARTING_UPGRADES, Card
from heat_tui.engine.program import TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.refusal import IllegalSetup, refuse
from heat_tui.engine.rng import shuffle
from heat_tui.engine.ruleset import Data, Module
from heat_tui.engine.setup import Entry, RaceSetup
from heat_tui.engine.upgrade_decisions import PickDecision, PutAwayDecision
from heat_tui.modules.garage.cards import BASE, SETS, UPGRADES, Upgrade
from heat_tui.modules.garage.draft import Draft, market_of
from heat_tui.modules.garage.events import MarketDealt, UpgradePicked, UpgradePutAway, UpgradesDealt
from heat_tui.modules.garage.market import NAME, PUT_AWAY, GarageShown, Market, restored

LEVELS = ("basic", "advanced", "both")
DRAFTS = ("normal", "snake", "deal")

UPGRADES_A_DRIVER = 3
SNAKE_PICKS = 4
"""In a snake draft a driver takes so many and puts one away."""


@record
class Garage(Module):
    """Three upgrades a driver (G1).

    `level` says which there are. `draft` is "normal" (G2), "snake" (O3), or "deal" for the quick start, which
    deals basic upgrades whatever the level (G3). `sets` are those whose upgrades are in play (H4, N3).
    """

    level: Literal["basic", "advanced", "both"] = "both"
    draft: Literal["normal", "snake", "deal"] = "normal"
    sets: tuple[str, ...] = (BASE,)

    name: ClassVar[str] = NAME
    rank: ClassVar[int] = 35

    def options(self) -> dict[str, Data]:
        return {"level": self.level, "draft": self.draft, "sets": [*self.sets]}

    def upgrades(self) -> tuple[Upgrade, ...]:
        """The kinds in play."""
        level = "basic" if self.draft == "deal" else self.level
        return tuple(each for each in UPGRADES if level in ("both", each.level) and each.set in self.sets)

    def pool(self) -> tuple[str, ...]:
        """All upgrade cards in play, by key."""
        return tuple(each.card.key for each in self.upgrades() for _ in range(each.copies))

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        if self.level not in LEVELS:
            raise IllegalSetup(refuse("no-such-level", level=str(self.level), levels=LEVELS))
        if self.draft not in DRAFTS:
            raise IllegalSetup(refuse("no-such-draft", draft=str(self.draft), drafts=DRAFTS))
        for name in self.sets:
            if name not in SETS:
                raise IllegalSetup(refuse("no-such-set", set=str(name), sets=SETS))
        most = len(self.pool()) // (SNAKE_PICKS if self.draft == "snake" else UPGRADES_A_DRIVER)
        if len(setup.seats) > most:
            raise IllegalSetup(refuse("too-few-upgrades", drivers=len(setup.seats), most=most))
        return entries

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        return steps if self.draft == "deal" else (Draft(), *steps)

    def deals_later(self) -> bool:
        return self.draft != "deal"

    def cards(self) -> tuple[Card, ...]:
        return tuple(each.card for each in self.upgrades() if each.card.key != HEAT)

    def state(self, race: Race) -> Market:
        deck = list(self.pool())
        race.luck = shuffle(deck, race.luck)
        market = Market(deck, len(race.setup.seats), snake=self.draft == "snake")
        if self.draft == "deal":
            for seat, owned in enumerate(market.owned):
                owned += sorted(deck.pop() for _ in range(UPGRADES_A_DRIVER))
                race.events.append(UpgradesDealt(seat, tuple(owned)))
        return market

    def restore(self, race: Race, data: Data) -> Market:
        return restored(race, data, self.pool(), snake=self.draft == "snake")

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        others = list(cards)
        for card in STARTING_UPGRADES:
            others.remove(card)
        return (*others, *market_of(race).owned[seat])


__all__ = [
    "DRAFTS",
    "LEVELS",
    "PUT_AWAY",
    "SETS",
    "UPGRADES",
    "Garage",
    "GarageShown",
    "MarketDealt",
    "Pick",
    "PickDecision",
    "PutAway",
    "PutAwayDecision",
    "Upgrade",
    "UpgradePicked",
    "UpgradePutAway",
    "UpgradesDealt",
]
