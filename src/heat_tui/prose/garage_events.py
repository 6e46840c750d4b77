"""Sentences for the draft of upgrades."""

from __future__ import annotations

from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _
from heat_tui.modules.garage import MarketDealt, UpgradePicked, UpgradePutAway, UpgradesDealt
from heat_tui.prose.cards import card_list, card_name
from heat_tui.prose.names import car_name
from heat_tui.prose.telling import told


@told.register
def market_dealt(event: MarketDealt, sheet: RaceSheet) -> str:
    """A new market, open to all (G2)."""
    cards = card_list(event.cards)
    if event.round == 1:
        return _("The draft begins; in the market lie {cards}.").format(cards=cards)
    return _("Draft round {round}: in the market lie {cards}.").format(round=event.round, cards=cards)


@told.register
def upgrade_picked(event: UpgradePicked, sheet: RaceSheet) -> str:
    """What a driver takes."""
    return _("{name} takes {card} from the market.").format(name=car_name(sheet, event.car), card=card_name(event.card))


@told.register
def upgrade_put_away(event: UpgradePutAway, sheet: RaceSheet) -> str:
    """What a driver gives up after a snake draft (O3)."""
    return _("{name} puts {card} away and starts with the other three.").format(
        name=car_name(sheet, event.car), card=card_name(event.card)
    )


@told.register
def upgrades_dealt(event: UpgradesDealt, sheet: RaceSheet) -> str:
    """The upgrades of a quick start (G3)."""
    return _("The garage deals {name} {cards}.").format(name=car_name(sheet, event.car), cards=card_list(event.cards))
