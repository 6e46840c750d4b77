"""Legends: cars that no driver plays, moved by a deck of cards (L1-L8)."""

from __future__ import annotations

from collections.abc import Mapping

from heat_tui.engine.module import Data, Module, module
from heat_tui.engine.program import Step
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup, refuse
from heat_tui.engine.rng import shuffle
from heat_tui.engine.setup import MOST_CARS, Entry, RaceSetup
from heat_tui.modules.legends.deck import NAME, LegendDeck, LegendMove, deck_of, new_deck, restored_deck

MOST_PRO = 6
"""The largest number that the option `pro` adds to every helmet number (L7)."""


@module(NAME, rank=10)
class Legends(Module):
    """`count` Legends, 0-7, after the drivers; `pro` 0-6 is added to helmet numbers (L7), `aggressive` is L8."""

    count: int
    pro: int = 0
    aggressive: bool = False

    def options(self) -> dict[str, Data]:
        options: dict[str, Data] = {"count": self.count, "pro": self.pro}
        if self.aggressive:
            options["aggressive"] = True
        return options

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        if not 0 <= self.count < MOST_CARS:
            raise IllegalSetup(refuse("legends-out-of-range", legends=self.count, most=MOST_CARS - 1))
        if not 0 <= self.pro <= MOST_PRO:
            raise IllegalSetup(refuse("pro-out-of-range", pro=self.pro, most=MOST_PRO))
        return entries + (Entry("", "", "legend"),) * self.count

    def programs(self) -> Mapping[str, tuple[Step, ...]]:
        return {"legend": (LegendMove(),)}

    def state(self, race: Race) -> LegendDeck:
        return new_deck(race, self.pro, aggressive=self.aggressive)

    def restore(self, race: Race, data: Data) -> LegendDeck:
        return restored_deck(data, self.pro, aggressive=self.aggressive)

    def seal(self, race: Race, seat: int) -> None:
        deck = deck_of(race)
        deck.deck.sort()
        deck.luck = 0

    def unseal(self, race: Race, seat: int, luck: int) -> None:
        deck = deck_of(race)
        deck.luck = shuffle(deck.deck, luck)
