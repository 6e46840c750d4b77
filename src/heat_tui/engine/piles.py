"""Paying, drawing, flipping and scrapping: moves of cards between the piles of one car, shared by several rules.

The last card of a pile is its top (P3, P4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.engine.cards import BASIC, HEAT
from heat_tui.engine.events import CardFlipped, CardsScrapped, CardsTurnedOver, DeckShuffled
from heat_tui.engine.rng import shuffle

if TYPE_CHECKING:
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


def pay(car: Car, heat: int) -> None:
    """Move `heat` Heat from the engine, which must hold it, to the discard pile."""
    car.engine -= heat
    car.discard += (HEAT,) * heat


def take_from_hand(car: Car, cards: tuple[str, ...]) -> None:
    """Take cards out of the hand; raise ValueError if one is not in it."""
    hand = car.hand
    for card in cards:
        hand.remove(card)


def take_heat(car: Car) -> None:
    """Take the Heat card nearest the bottom out of the discard pile, which must hold one.

    All Heat cards are alike: if any Heat card was discarded face up, the table assumes that a face-up one is taken.
    """
    pile, covered = car.discard, car.covered
    at = pile.index(HEAT)
    del pile[at]
    if covered:
        left = [place - (place > at) for place in covered if place != at]
        if at in covered:
            left += [place for place, card in enumerate(pile) if card == HEAT and place not in left][:1]
        car.covered = tuple(sorted(left))


def shuffle_discard(race: Race, car: Car) -> None:
    """Shuffle the discard pile into a new draw deck; the old one must be empty (P3)."""
    car.luck = shuffle(car.discard, car.luck)
    car.deck, car.discard = car.discard, []
    car.covered = ()
    race.events.append(DeckShuffled(car.index, len(car.deck)))


def draw_up_to(race: Race, car: Car, size: int) -> int:
    """Draw until the hand holds `size` cards or none are left, and return the number drawn (9.2, P3, P4)."""
    hand = car.hand
    before = len(hand)
    missing = size - before
    if missing <= 0:
        return 0
    deck = car.deck
    if len(deck) < missing and car.discard:
        hand += deck
        missing -= len(deck)
        shuffle_discard(race, car)
        deck = car.deck
    start = max(len(deck) - missing, 0)
    hand += deck[start:]
    del deck[start:]
    hand.sort()
    return len(hand) - before


def flip(race: Race, car: Car, source: str) -> int:
    """Turn over cards until a Basic card appears, play it and return its value; 0 if none is left (P1, P4)."""
    turned: list[str] = []
    while True:
        deck = car.deck
        while deck:
            card = deck.pop()
            if card in BASIC:
                car.discard += turned
                car.play.append(card)
                race.events.append(CardFlipped(car.index, source, tuple(turned), card))
                return race.rules.speeds[card]
            turned.append(card)
        if BASIC.isdisjoint(car.discard):
            deck += reversed(turned)
            race.events.append(CardFlipped(car.index, source, (), None))
            return 0
        if turned:
            race.events.append(CardsTurnedOver(car.index, source, tuple(turned)))
            car.discard += turned
            turned.clear()
        shuffle_discard(race, car)


def scrap(race: Race, car: Car, source: str, count: int) -> None:
    """Move the top `count` cards of the draw deck to the discard pile, which refills an empty deck (G6, P3, P4)."""
    scrapped: tuple[str, ...] = ()
    for _ in range(count):
        if not car.deck:
            if not car.discard:
                break
            if scrapped:
                race.events.append(CardsScrapped(car.index, source, scrapped))
                scrapped = ()
            shuffle_discard(race, car)
        card = car.deck.pop()
        car.discard.append(card)
        scrapped += (card,)
    race.events.append(CardsScrapped(car.index, source, scrapped))
