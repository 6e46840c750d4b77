"""The ledger's part for upgrades: the draft, and the symbols of the cards in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from heat_tui.engine import Race
from heat_tui.engine.cards import BASIC_DECK, Card
from heat_tui.engine.events import (
    Accelerated,
    CardsRefreshed,
    CardsReplaced,
    CardsSalvaged,
    CardsScrapped,
    Drafted,
    Event,
    HeatPaid,
    LimitsAdjusted,
    PlayedDirectly,
    StressReduced,
    SuperCooled,
    ValuesChosen,
)
from heat_tui.modules.garage.cards import MarketDealt, UpgradePicked, UpgradePutAway
from heat_tui.modules.garage.market import GarageShown
from tests.laws.law import law
from tests.laws.ledger_page import Page, RunningTurn
from tests.laws.marked import CARDS_A_DRIVER, Marked
from tests.laws.road import START_STRESS, Road

UpgradeEvent = (
    Accelerated
    | CardsRefreshed
    | CardsReplaced
    | CardsSalvaged
    | CardsScrapped
    | Drafted
    | HeatPaid
    | LimitsAdjusted
    | PlayedDirectly
    | StressReduced
    | SuperCooled
    | ValuesChosen
)
"""The events of a car's turn that concern upgrades."""

MANDATORY = ("heat", "scrap")


class DraftBook:
    """The market and the cards that every driver has taken."""

    def __init__(self, race: Race) -> None:
        shown = dict(race.view(None).shown).get("garage")
        garage = shown if isinstance(shown, GarageShown) else GarageShown((), (), 0, 0, ())
        self.market = Counter(garage.market)
        self.owned = [Counter(cards) for cards in garage.owned]
        self.round = garage.round

    def book(self, event: MarketDealt | UpgradePicked | UpgradePutAway) -> None:
        """Record a new market, or a card picked or put away; raise BrokenLaw if the event breaks G2 or O3."""
        match event:
            case MarketDealt(number, cards):
                law(number == self.round + 1, "draft rounds are counted (G2)", event)
                law(cards == tuple(sorted(cards)), "a market is sorted", event)
                self.round, self.market = number, Counter(cards)
            case UpgradePicked(car, card):
                law(self.market[card] > 0, "a card is taken from the market (G2)", event, self.market)
                self.market[card] -= 1
                self.owned[car][card] += 1
            case UpgradePutAway(car, card):
                law(self.owned[car][card] > 0 and self.owned[car].total() == 4, "one of four goes (O3)", event)
                self.owned[car][card] -= 1


class SymbolBook:
    """The bookkeeping of a turn's symbols, which come from the cards in play."""

    def __init__(self, cards: Mapping[str, Card], road: Road) -> None:
        self.cards = cards
        self.road = road

    def turn_up(self, turn: RunningTurn, card: str) -> None:
        """Put a card in play: its speed counts, and its symbols can be used."""
        turn.speed += self.cards[card].speed
        for symbol, number in self.cards[card].symbols:
            turn.symbols[symbol, card, number] += 1

    def flipped(self, turn: RunningTurn, source: str, *, found: bool) -> None:
        """Record a flip for a + or for a replaced card; the latter does not count for Accelerate (G8)."""
        if turn.replacing:
            law(source == turn.replacing.pop(0), "a flip for each card replaced (G8)", source)
        else:
            turn.pluses += found

    def replaced_now(self, turn: RunningTurn, page: Page) -> None:
        """Move the next card to be replaced, if any, to the discard pile before the flip."""
        if turn.replacing:
            page.play -= 1
            page.discard += 1

    def book(self, turn: RunningTurn, page: Page, event: UpgradeEvent, shuffled: int | None) -> None:
        """Record the effect of a symbol, or a choice at the reveal."""
        match event:
            case ValuesChosen() | CardsReplaced():
                self._at_the_reveal(turn, event)
            case LimitsAdjusted(_, by):
                law(by == self.adjust(turn), "Adjust symbols add up (G6)", event, turn.symbols)
            case HeatPaid(_, source, heat):
                self._spend(turn, "heat", source, heat)
                page.pay(heat)
            case CardsScrapped(_, source, cards):
                number = page.to_scrap or self._spent(turn, "scrap", source)
                page.scrap(len(cards), number, shuffled)
            case StressReduced(_, source, cards):
                law(0 < cards <= self._spent(turn, "reduce_stress", source), "up to its number (G7)", event)
                law(self.road.space(page.at) not in self.road.tunnel, "nothing is put down in a tunnel (N1)", event)
                page.hand -= cards
                page.discard += cards
            case CardsSalvaged(_, source, cards):
                law(0 < cards <= self._spent(turn, "salvage", source), "up to its number (G7)", event)
                page.discard -= cards
                page.deck += cards
            case SuperCooled(_, source, heat):
                law(0 < heat <= self._spent(turn, "super_cool", source), "up to its number (H3)", event)
                page.discard -= heat
                page.engine += heat
            case CardsRefreshed(_, cards):
                for card in cards:
                    self._spent(turn, "refresh", card)
                page.play -= len(cards)
                page.deck += len(cards)
            case PlayedDirectly() | Accelerated() | Drafted():
                self._before_a_move(turn, page, event)

    def cooled(self, turn: RunningTurn, source: str) -> int:
        """Use up a card's Cooldown and return its number; return 0 if the source is not a card."""
        return self._spent(turn, "cooldown", source) if source in self.cards else 0

    def adjust(self, turn: RunningTurn) -> int:
        """Return the amount by which Adjust raises the limits, negative if it lowers them."""
        return sum(number * count for (name, _, number), count in turn.symbols.items() if name == "adjust")

    def slipstreams(self, turn: RunningTurn) -> set[int]:
        """Return the possible lengths of a Slipstream, in spaces, with the boosts of the cards (G7)."""
        ways = {2}
        for (name, _, number), count in turn.symbols.items():
            for _ in range(count if name == "slipstream_boost" else 0):
                ways |= {way + number for way in ways}
        return ways

    def all_used(self, turn: RunningTurn) -> bool:
        """Return whether no mandatory symbol is left (G10)."""
        return not any(count for (name, _, _), count in turn.symbols.items() if name in MANDATORY)

    def _at_the_reveal(self, turn: RunningTurn, event: ValuesChosen | CardsReplaced) -> None:
        law(not turn.moved, "values and replacements come before the move (G8)", event)
        if isinstance(event, ValuesChosen):
            for card, value in event.values:
                law(value in self.cards[card].choices, "a value that the card has (3.1)", event)
            turn.chosen = sum(value for _, value in event.values)
            turn.speed += turn.chosen
            return
        turn.speed -= turn.chosen
        turn.chosen = 0
        for card in event.cards:
            turn.speed -= self.cards[card].speed
            for symbol, number in self.cards[card].symbols:
                turn.symbols[symbol, card, number] -= 1
        turn.replacing = list(event.cards)

    def _before_a_move(self, turn: RunningTurn, page: Page, event: PlayedDirectly | Accelerated | Drafted) -> None:
        match event:
            case PlayedDirectly(_, card):
                before = turn.speed
                self.turn_up(turn, card)
                self._spent(turn, "direct_play", card)
                turn.aim = turn.speed - before
                page.hand -= 1
                page.play += 1
            case Accelerated(_, source, by):
                law(self._spent(turn, "accelerate", source) == 1, "Accelerate is on the card (G7)", event)
                law(by == turn.pluses > 0, "1 for every + resolved (G7)", event, turn.pluses)
                turn.speed += by
                turn.aim = by
            case Drafted(_, sources, spaces):
                numbers = [self._spent(turn, "draft", source) for source in sources]
                law(0 < spaces <= sum(numbers), "Draft symbols add up (N2)", event, numbers)
                law(sum(numbers) - min(numbers) < spaces, "no Draft symbol in vain (N2)", event, numbers)
                turn.aim = spaces

    def _spend(self, turn: RunningTurn, symbol: str, source: str, number: int) -> None:
        law(turn.symbols[symbol, source, number] > 0, "a symbol is used once (5.1)", symbol, source, turn.symbols)
        turn.symbols[symbol, source, number] -= 1

    def _spent(self, turn: RunningTurn, symbol: str, source: str) -> int:
        """Use up a card's symbol and return its number; raise BrokenLaw if none is left."""
        number = dict(self.cards[source].symbols).get(symbol, 0)
        self._spend(turn, symbol, source, number)
        return number


def is_of_upgrades(event: Event) -> bool:
    """Return whether the symbol book records an event."""
    return isinstance(event, UpgradeEvent)


def dealt_sizes(race: Race) -> dict[int, int]:
    """Return the size of each driver's deck before the hand is drawn; empty unless decks are dealt after a draft."""
    if not race.rules.deals_later:
        return {}
    road = Road(race)
    stress = race.setup.track.stress + START_STRESS.get(road.tokens.token if road.tokens else "", 0)
    marked = any(isinstance(module, Marked) for module in race.setup.modules)
    size = len(BASIC_DECK) + 3 + max(stress, 0) + CARDS_A_DRIVER * marked
    return dict.fromkeys(range(len(race.setup.seats)), size)
