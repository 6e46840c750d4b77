"""The draft: everybody picks upgrades, and then the hands are dealt (G2, O3)."""

from __future__ import annotations

from heat_tui.engine.actions import Action, Exchange, Pick, PutAway
from heat_tui.engine.deal import deal_hands
from heat_tui.engine.decisions import Decision
from heat_tui.engine.program import TableStep
from heat_tui.engine.race import Race
from heat_tui.engine.upgrade_decisions import ExchangeDecision, PickDecision, PutAwayDecision
from heat_tui.modules.garage.events import MarketDealt, UpgradeExchanged, UpgradePicked, UpgradePutAway
from heat_tui.modules.garage.market import EXCHANGE, NAME, OVER, PUT_AWAY, Market


class Draft(TableStep):
    """Round after round each driver takes a card; in a snake draft each then puts one away."""

    name = "draft"

    def enter(self, race: Race) -> None:
        _begin(race, 1)

    def offer(self, race: Race) -> Decision | None:
        market = market_of(race)
        if not market.waiting:
            return None
        seat = market.waiting[0]
        owned = tuple(market.owned[seat])
        if market.round == PUT_AWAY:
            return PutAwayDecision(seat, owned)
        return PickDecision(seat, tuple(market.market), owned, market.round, market.rounds)

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
        """What follows when all have chosen in a round."""
        market.close()
        if 0 < market.round < market.rounds:
            _begin(race, market.round + 1)
        elif market.kind == "snake" and market.round > 0:
            market.round = PUT_AWAY
            market.waiting = list(range(len(market.owned)))
        else:
            market.round = OVER


class SeasonDraft(Draft):
    """Each driver takes one card more; then the last driver of the grid may exchange one (E4). The hands come later."""

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
        """Nothing: Sponsorships and weather come before the hands."""

    def _next(self, race: Race, market: Market) -> None:
        last = market.order(race, 1)[0]
        if market.market and market.owned[last]:
            market.round = EXCHANGE
            market.waiting = [last]
        else:
            market.give_back(race)


def _begin(race: Race, number: int) -> None:
    market = market_of(race)
    market.begin(race, number)
    if market.market:
        race.events.append(MarketDealt(number, tuple(market.market)))


def market_of(race: Race) -> Market:
    """The garage's state in a race."""
    market = race.states[NAME]
    assert isinstance(market, Market)
    return market
