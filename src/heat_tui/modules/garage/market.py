"""The upgrades of a race: the deck, the market, every driver's own, and the drafts that share them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from heat_tui.engine.actions import Action, Exchange, Pick, PutAway
from heat_tui.engine.codec import Kinds, read, table_of
from heat_tui.engine.deal import deal_hands
from heat_tui.engine.decisions import Decision, ExchangeDecision, PickDecision, PutAwayDecision
from heat_tui.engine.module import Data
from heat_tui.engine.movement import position_order
from heat_tui.engine.program import TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.record import copied, record
from heat_tui.engine.rng import shuffle
from heat_tui.modules.garage.cards import MarketDealt, UpgradeExchanged, UpgradePicked, UpgradePutAway

NAME = "garage"

MARKET_SPARE = 3
"""The number of cards in a market beyond one for each pick (G2, O3)."""

PUT_AWAY = -1
"""The `round` in which every driver puts a card away (O3)."""

EXCHANGE = -2
"""The `round` in which the last driver on the grid may exchange an upgrade (E4)."""

OVER = 0
"""The `round` once the draft is over, or if upgrades are dealt."""

DraftKind = Literal["normal", "snake", "season"]
"""The kinds of draft: G2, O3, or one round before each race of a championship (E4)."""

ROUNDS: Mapping[DraftKind, int] = {"normal": 3, "snake": 2, "season": 1}
SETTLING: Mapping[DraftKind, int] = {"normal": OVER, "snake": PUT_AWAY, "season": EXCHANGE}
"""The `round` that follows the last draft round; EXCHANGE is skipped if nothing can be exchanged."""


@record
class GarageShown:
    """The public state of the garage (K1).

    `market` and each seat's `owned` cards are sorted; `round` is the draft round, from 1 to `rounds`, -1 while cards
    are put away, -2 while the last driver on the grid may exchange an upgrade, and 0 otherwise; `waiting` are the seats
    that still have to choose in this round, in order.
    """

    market: tuple[str, ...]
    owned: tuple[tuple[str, ...], ...]
    round: int
    rounds: int
    waiting: tuple[int, ...]


KEPT: Kinds = {
    **dict.fromkeys(("deck", "away", "market"), list[str]),
    "owned": list[list[str]],
    "round": int,
    "waiting": list[int],
}


@dataclass(eq=False, slots=True)
class Market:
    """The state of the draft and, once it is over, its results.

    `deck` has its top last; `away` are the cards put away by drivers or left in earlier markets. The other fields,
    except `kind`, are as in `GarageShown`.
    """

    kind: DraftKind
    deck: list[str]
    owned: list[list[str]]
    away: list[str] = field(default_factory=list)
    market: list[str] = field(default_factory=list)
    round: int = OVER
    waiting: list[int] = field(default_factory=list)

    def clone(self) -> Market:
        new = copied(self)
        new.owned = [cards[:] for cards in self.owned]
        return new

    def snapshot(self) -> Data:
        return table_of(self, KEPT)

    def shown(self) -> GarageShown:
        owned = tuple([tuple(cards) for cards in self.owned])
        return GarageShown(tuple(self.market), owned, self.round, ROUNDS[self.kind], tuple(self.waiting))

    def begin(self, race: Race, number: int) -> None:
        """Begin draft round `number`: set the order of picks, deal a market and report it (G2, O3, E4).

        Cards put away are shuffled into a short deck. A deck that is still short makes a smaller market, whose size
        limits the picks; an empty market is not reported.
        """
        self.round = number
        self.waiting = self.order(race, number)
        size = len(self.waiting) + MARKET_SPARE
        if len(self.deck) < size:
            self.deck += self.away
            self.away = []
            race.luck = shuffle(self.deck, race.luck)
        size = min(size, len(self.deck))
        self.market = sorted(self.deck[len(self.deck) - size :])
        del self.deck[len(self.deck) - size :]
        del self.waiting[size:]
        if self.market:
            race.events.append(MarketDealt(number, tuple(self.market)))

    def order(self, race: Race, number: int) -> list[int]:
        """Return the seats in the order of picks: odd rounds begin at the back of the grid, even ones at the front.

        In a snake draft, the order then runs back in the opposite direction (G2, O3).
        """
        drivers = len(self.owned)
        front_to_back = [car.index for car in position_order(race.cars) if car.index < drivers]
        ways = (front_to_back[::-1], front_to_back)
        first = (number - 1) % 2
        return [*ways[first], *ways[1 - first]] if self.kind == "snake" else ways[first]

    def give_back(self, race: Race) -> None:
        """Shuffle the rest of the market into the deck, and end the draft (E4)."""
        self.deck += self.market
        self.market = []
        race.luck = shuffle(self.deck, race.luck)
        self.round = OVER


def restored(race: Race, data: Data, pool: tuple[str, ...], kind: DraftKind) -> Market:
    """Return a state from its snapshot. Raises ValueError if the data is not a state with the cards of `pool`.

    A snapshot older than a kind of card may lack that kind.
    """
    market, seats = Market(kind, **read(data, KEPT)), range(len(race.setup.seats))
    rounds = (*range(OVER, ROUNDS[kind] + 1), SETTLING[kind])
    if len(market.owned) != len(seats) or market.round not in rounds or not {*market.waiting} <= {*seats}:
        raise ValueError("the seats of another draft")
    drafting = market.round > OVER
    if bool(market.waiting) != bool(market.round) or (drafting and len(market.market) < len(market.waiting)):
        raise ValueError("waiting seats without a draft round or enough cards")
    cards = [*market.deck, *market.away, *market.market, *(card for own in market.owned for card in own)]
    if sorted(cards) != sorted([card for card in pool if card in cards]):
        raise ValueError("not the upgrades of this garage")
    return market


class Draft(TableStep):
    """Lets the drivers pick from a market each round, and put a card away at the end of a snake draft (G2, O3)."""

    name = "draft"

    def enter(self, race: Race) -> None:
        market_of(race).begin(race, 1)

    def offer(self, race: Race) -> Decision | None:
        market = market_of(race)
        if not market.waiting:
            return None
        seat = market.waiting[0]
        owned = tuple(market.owned[seat])
        if market.round == PUT_AWAY:
            return PutAwayDecision(seat, owned)
        return PickDecision(seat, tuple(market.market), owned, market.round, ROUNDS[market.kind])

    def skip_to(self, race: Race, seat: int) -> None:
        """Pass over the seats before `seat`: drivers may put cards away at the same time, but they pick in turn."""
        waiting = market_of(race).waiting
        del waiting[: waiting.index(seat) if seat in waiting else len(waiting)]

    def resolve(self, race: Race, seat: int, action: Action) -> None:
        market = market_of(race)
        owned = market.owned[seat]
        del market.waiting[0]
        if isinstance(action, Pick):
            market.market.remove(action.card)
            owned.append(action.card)
            owned.sort()
            race.events.append(UpgradePicked(seat, action.card))
        else:
            assert isinstance(action, PutAway)
            owned.remove(action.card)
            market.away.append(action.card)
            race.events.append(UpgradePutAway(seat, action.card))
        if not market.waiting:
            self._next(race, market)

    def leave(self, race: Race) -> None:
        deal_hands(race)

    def _next(self, race: Race, market: Market) -> None:
        """Close a finished round; begin the next one, have every driver put a card away, or end the draft (G2, O3)."""
        market.away += market.market
        market.market = []
        if 0 < market.round < ROUNDS[market.kind]:
            market.begin(race, market.round + 1)
        elif market.kind == "snake" and market.round > 0:
            market.round = PUT_AWAY
            market.waiting = list(range(len(market.owned)))
        else:
            market.round = OVER


class SeasonDraft(Draft):
    """Lets each driver take one more upgrade, and then the last driver on the grid exchange one (E4)."""

    def enter(self, race: Race) -> None:
        super().enter(race)
        if not market_of(race).waiting:
            market_of(race).give_back(race)

    def offer(self, race: Race) -> Decision | None:
        market = market_of(race)
        if market.waiting and market.round == EXCHANGE:
            seat = market.waiting[0]
            return ExchangeDecision(seat, tuple(market.owned[seat]), tuple(market.market))
        return super().offer(race)

    def resolve(self, race: Race, seat: int, action: Action) -> None:
        if not isinstance(action, Exchange):
            super().resolve(race, seat, action)
            return
        market = market_of(race)
        market.waiting.clear()
        if action.give is not None and action.take is not None:
            owned = market.owned[seat]
            owned.remove(action.give)
            market.market.remove(action.take)
            owned.append(action.take)
            owned.sort()
            market.market.append(action.give)
            race.events.append(UpgradeExchanged(seat, action.give, action.take))
        market.give_back(race)

    def leave(self, race: Race) -> None:
        """Leave dealing the hands to a later step, because Sponsorships and weather come first (E4)."""

    def _next(self, race: Race, market: Market) -> None:
        last = market.order(race, 1)[0]
        if market.market and market.owned[last]:
            market.round = EXCHANGE
            market.waiting = [last]
        else:
            market.give_back(race)


def market_of(race: Race) -> Market:
    market = race.states[NAME]
    assert isinstance(market, Market)
    return market
