"""The words of the garage: upgrades, the market, and the upgrades that drivers have."""

from __future__ import annotations

from collections.abc import Sequence

from heat_tui.engine.cards import HEAT
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NC_, _, choice, row, series, translated
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.cards import (
    UPGRADES,
    MarketDealt,
    UpgradeExchanged,
    UpgradePicked,
    UpgradePutAway,
    UpgradesDealt,
)
from heat_tui.modules.garage.market import EXCHANGE, PUT_AWAY, GarageShown
from heat_tui.words import cards
from heat_tui.words.formatter import sentences
from heat_tui.words.module import ModuleWords
from heat_tui.words.names import car_list, car_name, quoted
from heat_tui.words.telling import by

FAMILIES = {
    "drive": (
        N_("Drive"),
        NC_("on a card", "Drive"),
        N_("Four-wheel drive: speed from the deck, never quite predictable."),
    ),
    "body": (N_("Body"), NC_("on a card", "Body"), N_("Bodywork: keeps Stress away.")),
    "brakes": (N_("Brakes"), NC_("on a card", "Brakes"), N_("Brakes: choose your speed last, right up to the limit.")),
    "radiator": (N_("Radiator"), NC_("on a card", "Radiator"), N_("Radiator: the engine cools in any gear.")),
    "revs": (N_("Revs"), NC_("on a card", "Revs"), N_("Revs: for a crowded track, with cars close ahead.")),
    "fuel": (N_("Fuel"), NC_("on a card", "Fuel"), N_("Fuel: your deck gets its best cards back.")),
    "throttle": (
        N_("Throttle"),
        NC_("on a card", "Throttle"),
        N_("Throttle: faster than your gear, just when you need it."),
    ),
    "suspension": (N_("Suspension"), NC_("on a card", "Suspension"), N_("Suspension: comes back turn after turn.")),
    "tyres": (N_("Tyres"), NC_("on a card", "Tyres"), N_("Tyres: change what the corners allow.")),
    "turbo": (N_("Turbo"), NC_("on a card", "Turbo"), N_("Turbo: nothing is faster, and nothing costs more.")),
    "wings": (N_("Wings"), NC_("on a card", "Wings"), N_("Wings: pay Heat once, and every limit is higher.")),
    "intake": (N_("Intake"), NC_("on a card", "Intake"), N_("Air intake: brings back spent Heat.")),
    "frontwing": (N_("Frontwing"), NC_("on a card", "Frontwing"), N_("Front wing: close up on the car ahead.")),
}
"""The families of upgrades: the name, the short name on a narrow card, and the use.

A short name is a whole word, at most 6 columns wide in languages with wide characters.
"""

LETTERS = {"a": N_("a"), "b": N_("b"), "c": N_("c")}
"""The letters that distinguish upgrades of the same family and value."""

CARDS = {each.card.key: each.card for each in UPGRADES if each.card.kind == "upgrade"}
"""The upgrades with a card of their own; an Upgrade Heat card is a Heat card like any other (5.2)."""


def _named(key: str, *, short: bool) -> str:
    """Return the name of an upgrade: its family, its value or values and any letter, such as "Brakes-1234"."""
    family, _dash, value = key.partition("-")
    name, short_name, _use = FAMILIES[family]
    if value[-1].isalpha():
        value = value[:-1] + translated(LETTERS[value[-1]])
    return _("{family}-{value}").format(family=translated(short_name if short else name), value=value)


def upgrade_words(key: str) -> str:
    """Return the effects of an upgrade and its use, one sentence each."""
    card = CARDS[key]
    chosen = N_("Upgrade with speed {values}, chosen when every + is resolved.")
    speed = cards.speed_words(card, N_("Upgrade with speed {speed}."), chosen)
    return sentences(speed, *cards.what_symbols_do(card), purpose(key))


OPTION_NAMES = {
    "basic": N_("basic"),
    "advanced": N_("advanced"),
    "both": N_("both"),
    "deal": N_("deal"),
    "normal": NC_("draft", "normal"),
    "snake": N_("snake"),
    "base": N_("base"),
    "heavy_rain": N_("Heavy Rain"),
    "tunnel_vision": N_("Tunnel Vision"),
}
"""The names of levels, drafts and sets."""


def garage_lines(view: SeatView) -> list[str]:
    """Return lines on the draft, everybody's upgrades and the signs on cards; without a garage, one that says so."""
    garage = view.part(GarageShown)
    if garage is None:
        return [_("This race has no garage: everybody has the starting upgrades.")]
    lines = [
        (_("{name} has {cards}.") if owned else _("{name} has no upgrades yet.")).format(
            name=car_name(view.sheet, seat), cards=_with_signs(owned)
        )
        for seat, owned in enumerate(garage.owned)
    ]
    return [
        *_draft(view, garage),
        *lines,
        *signs_lines((*garage.market, *(card for owned in garage.owned for card in owned))),
    ]


def _draft(view: SeatView, garage: GarageShown) -> list[str]:
    if not garage.waiting:
        return []
    waiting = car_list(view.sheet, garage.waiting)
    if garage.round == PUT_AWAY:
        return [_("Still to put away one of their four upgrades: {names}.").format(names=waiting)]
    if garage.round == EXCHANGE:
        draft = _("Last on the grid, {name} may exchange an upgrade for one from the market.").format(name=waiting)
    elif garage.rounds == 1:
        draft = _("The draft; still to choose, in this order: {names}.").format(names=waiting)
    else:
        draft = _("Draft round {round} of {rounds}; still to choose, in this order: {names}.").format(
            round=garage.round, rounds=garage.rounds, names=waiting
        )
    return [draft, _("In the market: {cards}.").format(cards=_with_signs(garage.market))]


def _with_signs(keys: Sequence[str]) -> str:
    return row([cards.card_with_signs(card) for card in keys])


def owned_line(view: SeatView, seat: int) -> list[str]:
    """Return a line on a driver's upgrades from the garage; [] if there are none."""
    garage = view.part(GarageShown)
    if garage is None or seat >= len(garage.owned) or not garage.owned[seat]:
        return []
    return [_("Upgrades: {cards}.").format(cards=cards.card_list(garage.owned[seat]))]


def signs_lines(keys: tuple[str, ...]) -> list[str]:
    """Return the meaning of the signs on some cards, in one line; [] if they have no signs."""
    legend = cards.legend_of_signs([cards.card_of(key) for key in dict.fromkeys(keys)])
    if not legend:
        return []
    meanings = [_("{sign}: {meaning}").format(sign=sign, meaning=meaning) for sign, meaning in legend]
    return [_("The signs: {meanings}.").format(meanings=series(meanings))]


def market_words(key: str) -> str:
    """Return the effects and use of an upgrade in the market; an Upgrade Heat card is one more Heat for the engine."""
    if key == HEAT:
        return _("Upgrade Heat: it starts the race in your draw deck. Once you cool it, your engine has 1 extra Heat.")
    return cards.card_words(key)


def purpose(key: str) -> str:
    """Return the use of an upgrade, in a sentence; "" for a card without a family."""
    family, _dash, _value = key.partition("-")
    return translated(FAMILIES[family][2]) if family in FAMILIES else ""


WORDS = ModuleWords(
    titles={Garage.name: N_("garage")},
    refusals={
        "no-such-draft": N_("{draft} is not a kind of draft; choose {drafts}."),
        "no-such-level": N_("The garage has no level {level}; choose {levels}."),
        "no-such-set": N_("No set is called {set}; the sets are {sets}."),
        "too-few-upgrades": N_("This garage has too few upgrades for {drivers} drivers; it has enough for {most}."),
    },
    kinds={
        **dict.fromkeys(("draft", "level", "set"), quoted),
        **dict.fromkeys(
            ("drafts", "levels", "sets"), lambda keys: choice([translated(OPTION_NAMES[key]) for key in keys])
        ),
    },
    events={
        MarketDealt: by(
            "round",
            {1: N_("The draft begins; in the market: {cards}.")},
            N_("Draft round {round}; in the market: {cards}."),
        ),
        UpgradePicked: N_("{name} takes {card} from the market."),
        UpgradePutAway: N_("{name} puts {card} away and starts with the other three."),
        UpgradesDealt: N_("The garage deals {name} {cards}."),
        UpgradeExchanged: N_("{name}, last on the grid, exchanges {give} for {take} from the market."),
    },
    clauses={
        MarketDealt: N_("Market: {cards}"),
        UpgradePicked: N_("takes {card}"),
        UpgradePutAway: N_("puts {card} away"),
        UpgradesDealt: N_("gets {cards}"),
        UpgradeExchanged: N_("exchanges {give} for {take}"),
    },
    cards=CARDS,
    card_name=lambda key: _named(key, short=False),
    short_card_name=lambda key: _named(key, short=True),
    card_words=upgrade_words,
    car=owned_line,
    reveals={"market-dealt": N_("A new market of upgrades has been dealt since, so your choice cannot be undone.")},
)
