"""The possible flips and scraps of a driver, with exact chances, from what the driver can know (P1, P3, P4, K2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import TypeVar

from heat_tui.engine.cards import BASIC, HEAT
from heat_tui.engine.choices import without
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView

K = TypeVar("K")

CERTAIN = Fraction(1)

_BASICS = tuple(sorted(BASIC))

Basics = tuple[int, ...]
"""The number of Basic cards of each value, from 1 to 4."""


def add(chances: dict[K, Fraction], case: K, chance: Fraction) -> None:
    """Add `chance` to the chance of a case."""
    chances[case] = chances[case] + chance if case in chances else chance


def add_all(chances: dict[K, Fraction], cases: dict[K, Fraction], chance: Fraction) -> None:
    """Add the chances of several cases, each multiplied by `chance`."""
    for case, part in cases.items():
        add(chances, case, chance * part)


@record
class Piles:
    """The driver's own draw deck and discard pile.

    Of the Basic cards in `basics`, `in_deck` are in the deck, all equally likely, and the others on the discard pile.
    The Basic cards in `pile` are not among them: they are known to be on the discard pile. `heat` and `others` count
    the Heat cards and all other cards in the deck, `pile_heat` and `pile_others` those on the discard pile; they are
    complete only if a forecast needs them.
    """

    basics: Basics
    in_deck: int
    pile: Basics
    heat: int = 0
    pile_heat: int = 0
    others: int = 0
    pile_others: int = 0

    def with_pile(self, cards: Iterable[str]) -> Piles:
        """Return the same piles with more cards on the discard pile."""
        listed = list(cards)
        basics = _basics(listed)
        heat = listed.count(HEAT)
        return replace(
            self,
            pile=_sum(self.pile, basics),
            pile_heat=self.pile_heat + heat,
            pile_others=self.pile_others + len(listed) - sum(basics) - heat,
        )

    @property
    def deck(self) -> int:
        """The number of cards in the draw deck, if all cards are counted."""
        return self.in_deck + self.heat + self.others

    def scrapped(self, heat: int = 0, others: int = 0, basics: int = 0) -> Piles:
        """Return the piles after these numbers of cards go from the deck to the discard pile."""
        return replace(
            self,
            in_deck=self.in_deck - basics,
            heat=self.heat - heat,
            pile_heat=self.pile_heat + heat,
            others=self.others - others,
            pile_others=self.pile_others + others,
        )

    @property
    def shuffled(self) -> Piles:
        """The piles after the discard pile becomes the new draw deck; the old one must be empty (P3)."""
        basics = _sum(self.basics, self.pile)
        return Piles(basics, sum(basics), (0,) * len(basics), heat=self.pile_heat, others=self.pile_others)


def _basics(cards: list[str] | tuple[str, ...]) -> Basics:
    return tuple([cards.count(card) for card in _BASICS])


def _sum(these: Basics, those: Basics) -> Basics:
    return tuple([one + other for one, other in zip(these, those, strict=True)])


def piles_of(
    view: SeatView, known: tuple[str, ...] = (), *, heat: bool = False, others: bool = False, apart: bool = False
) -> dict[Piles, Fraction]:
    """Return the possible contents of the driver's piles, with chances.

    `known` is the discard pile if the driver sees it; `heat` and `others` say which cards to count besides Basic cards.
    `apart` says that it matters which pile each Basic card is in, because another is about to be discarded.
    """
    own, unseen, spent = view.own, view.unseen, view.spent
    if known and len(unseen) == own.deck + own.discard:
        unseen, spent = without(unseen, known), known
    if own.discard_top in unseen and not spent and len(unseen) == own.deck + own.discard:
        return _mixed_piles(view, heat=heat, others=others, apart=apart)
    basics = _basics(unseen)
    piles, hot, pile_hot = Piles(basics, sum(basics), _basics(spent)), unseen.count(HEAT), spent.count(HEAT)
    if heat:
        piles = replace(piles, heat=hot, pile_heat=pile_hot)
    if others:
        rest, pile_rest = len(unseen) - sum(basics) - hot, len(spent) - sum(piles.pile) - pile_hot
        piles = replace(piles, others=rest, pile_others=pile_rest)
    return {piles: CERTAIN}


def _mixed_piles(view: SeatView, *, heat: bool, others: bool, apart: bool) -> dict[Piles, Fraction]:
    """Return the possible piles, with chances, of a driver who knows only the top discard.

    Any other card may be in either pile. The cases differ in the numbers of Basic cards and Heat cards in the deck; if
    these make no difference, the only case has all Basic cards in the deck.
    """
    own = view.own
    assert own.discard_top is not None
    top = (own.discard_top,)
    unseen = without(view.unseen, top)
    basics, hot = _basics(unseen), unseen.count(HEAT)
    rest = len(unseen) - sum(basics) - hot
    if not (heat or others or apart) and BASIC.isdisjoint(top):
        return {Piles(basics, sum(basics), _basics(())): CERTAIN}  # which pile a card is in makes no difference
    piles: dict[Piles, Fraction] = {}
    for in_deck in range(min(sum(basics), own.deck) + 1):
        for there in range(min(hot, own.deck - in_deck) + 1):
            left = own.deck - in_deck - there
            ways = comb(sum(basics), in_deck) * comb(hot, there) * comb(rest, left)
            if ways:
                case = Piles(basics, in_deck, _basics(top))
                if heat:
                    case = replace(case, heat=there, pile_heat=hot - there + top.count(HEAT))
                if others:
                    below = rest - left + len(top) - sum(case.pile) - top.count(HEAT)
                    case = replace(case, others=left, pile_others=below)
                add(piles, case, Fraction(ways, comb(len(unseen), own.deck)))
    return piles


Flipped = dict[tuple[int, Piles], Fraction]
"""The chances of the values that + may add, each with the piles left."""


def flip_ways(begun: Flipped, count: int) -> Flipped:
    """Return the values that `begun` and `count` more + symbols may add, with the piles left and chances (P1, P4)."""
    ways = begun
    for _ in range(count):
        after: Flipped = {}
        for (total, left), chance in ways.items():
            for (value, rest), part in _flip(left).items():
                add(after, (total + value, rest), chance * part)
        ways = after
    return ways


def _flip(piles: Piles) -> Flipped:
    """Return the values of one flip, each with the piles after it, and the chances; 0 if no Basic card is left (P4)."""
    if not (any(piles.basics) or any(piles.pile)):
        return {(0, piles): CERTAIN}
    found: Flipped = {}
    turning = {piles: CERTAIN}
    while turning:
        after: dict[Piles, Fraction] = {}
        for each, chance in turning.items():
            # The top card ends the flip if it is a Basic card; otherwise the next one is turned over (P1).
            left = each if each.deck else each.shuffled
            deck, heat, others = left.deck, left.heat, left.others
            if heat:
                add(after, left.scrapped(heat=1), chance * Fraction(heat, deck))
            if others:
                add(after, left.scrapped(others=1), chance * Fraction(others, deck))
            basics, ways = left.basics, deck * sum(left.basics)
            for place, copies in enumerate(basics):
                if copies and left.in_deck:
                    fewer = (*basics[:place], copies - 1, *basics[place + 1 :])
                    rest = Piles(fewer, left.in_deck - 1, left.pile, heat, left.pile_heat, others, left.pile_others)
                    add(found, (int(_BASICS[place]), rest), chance * Fraction(left.in_deck * copies, ways))
        turning = after
    return found


def scrap_ways(piles: Piles, count: int) -> dict[Piles, Fraction]:
    """Return the possible piles after `count` cards of the deck are scrapped, with their chances (G6, P3, P4).

    `piles` has to count all cards.
    """
    heat, others, in_deck, deck = piles.heat, piles.others, piles.in_deck, piles.deck
    if count > deck:
        full = piles.scrapped(heat, others, in_deck).shuffled
        return scrap_ways(full, (count - deck - 1) % full.deck + 1) if full.deck else {full: CERTAIN}
    return {
        piles.scrapped(hot, rest, count - hot - rest): Fraction(
            comb(heat, hot) * comb(others, rest) * comb(in_deck, count - hot - rest), comb(deck, count)
        )
        for hot in range(min(heat, count) + 1)
        for rest in range(min(others, count - hot) + 1)
        if count - hot - rest <= in_deck
    }
