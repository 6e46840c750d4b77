"""The garage: upgrades instead of the starting upgrades, drafted or dealt (G1-G4, O3)."""

from __future__ import annotations

from typing import ClassVar, Literal

from heat_tui.engine.cards import HEAT, STARTING_UPGRADES, Card
from heat_tui.engine.module import Data, Module, module
from heat_tui.engine.program import TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.record import IllegalSetup, refuse
from heat_tui.engine.rng import shuffle
from heat_tui.engine.setup import Entry, RaceSetup
from heat_tui.modules.garage.cards import BASE, COPIES, SETS, UPGRADES, Upgrade, UpgradesDealt
from heat_tui.modules.garage.market import NAME, Draft, DraftKind, Market, SeasonDraft, market_of, restored

LEVELS = ("basic", "advanced", "both")
DRAFTS = ("normal", "snake", "deal")

UPGRADES_A_DRIVER = 3
SNAKE_PICKS = 4
"""The number of upgrades that a driver takes in a snake draft, before putting one away (O3)."""


@module(NAME, rank=35)
class Garage(Module):
    """Three upgrades per driver, or one more before each race of a championship (G1, E4).

    `level` selects the upgrades. `draft` is "normal" (G2), "snake" (O3), or "deal" for the quick start, which deals
    basic upgrades whatever the level (G3). `sets` are the sets whose upgrades are in play (H4, N3). In a championship,
    `owned` are the upgrades that every seat brings from earlier races; `draft` then has no effect.
    """

    own: ClassVar[tuple[str, ...]] = ("upgrades", "pool")

    level: Literal["basic", "advanced", "both"] = "both"
    draft: Literal["normal", "snake", "deal"] = "normal"
    sets: tuple[str, ...] = (BASE,)
    owned: tuple[tuple[str, ...], ...] | None = None

    @property
    def kind(self) -> DraftKind:
        """The kind of draft; "normal" if upgrades are dealt."""
        return "season" if self.owned is not None else "snake" if self.draft == "snake" else "normal"

    def upgrades(self) -> tuple[Upgrade, ...]:
        """Return the kinds of upgrade in play."""
        level = "basic" if self._deals() else self.level
        return tuple(each for each in UPGRADES if level in ("both", each.level) and each.set in self.sets)

    def pool(self) -> tuple[str, ...]:
        """Return the keys of all upgrade cards in play, one for each copy."""
        return tuple(each.card.key for each in self.upgrades() for _ in range(COPIES))

    def cars(self, setup: RaceSetup, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        if self.level not in LEVELS:
            raise IllegalSetup(refuse("no-such-level", level=str(self.level), levels=LEVELS))
        if self.draft not in DRAFTS:
            raise IllegalSetup(refuse("no-such-draft", draft=str(self.draft), drafts=DRAFTS))
        for name in self.sets:
            if name not in SETS:
                raise IllegalSetup(refuse("no-such-set", set=str(name), sets=SETS))
        most = len(self.pool()) // (SNAKE_PICKS if self.draft == "snake" else UPGRADES_A_DRIVER)
        if self.owned is None and len(setup.seats) > most:
            raise IllegalSetup(refuse("too-few-upgrades", drivers=len(setup.seats), most=most))
        return entries

    def before_race(self, steps: tuple[TableStep, ...]) -> tuple[TableStep, ...]:
        if self._deals():
            return steps
        return (Draft() if self.owned is None else SeasonDraft(), *steps)

    def deals_later(self) -> bool:
        return not self._deals()

    def _deals(self) -> bool:
        """Return whether upgrades are dealt rather than drafted (G3)."""
        return self.draft == "deal" and self.owned is None

    def cards(self) -> tuple[Card, ...]:
        return tuple(each.card for each in self.upgrades() if each.card.key != HEAT)

    def state(self, race: Race) -> Market:
        deck = list(self.pool())
        for card in (card for cards in self.owned or () for card in cards):
            deck.remove(card)
        race.luck = shuffle(deck, race.luck)
        market = Market(self.kind, deck, [sorted(cards) for cards in self.owned or ((),) * len(race.setup.seats)])
        if self._deals():
            for seat, owned in enumerate(market.owned):
                owned += sorted(deck.pop() for _ in range(UPGRADES_A_DRIVER))
                race.events.append(UpgradesDealt(seat, tuple(owned)))
        return market

    def restore(self, race: Race, data: Data) -> Market:
        return restored(race, data, self.pool(), self.kind)

    def seal(self, race: Race, seat: int) -> None:
        market = market_of(race)
        market.deck.sort()
        market.away.sort()

    def unseal(self, race: Race, seat: int, luck: int) -> None:
        shuffle(market_of(race).deck, luck)

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        others = list(cards)
        for card in STARTING_UPGRADES:
            others.remove(card)
        return (*others, *market_of(race).owned[seat])
