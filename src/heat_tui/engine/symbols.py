"""The rules of the symbols from cards, gears, Adrenaline and sectors, and their use in the steps of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from heat_tui.engine import events
from heat_tui.engine.cards import BASIC, HEAT, STRESS, Card
from heat_tui.engine.choices import without
from heat_tui.engine.decisions import SALVAGE, Use, missing
from heat_tui.engine.module import Hooks
from heat_tui.engine.movement import FREE, advance, reach
from heat_tui.engine.payability import Means
from heat_tui.engine.piles import flip, pay, scrap, take_from_hand, take_heat
from heat_tui.engine.record import record
from heat_tui.engine.rng import shuffle

if TYPE_CHECKING:
    from heat_tui.engine.actions import React
    from heat_tui.engine.car import Car
    from heat_tui.engine.race import Race


DIRECT_PLAY, DRAFT, REFRESH = "direct_play", "draft", "refresh"
SECTOR = "sector"

Where = Literal["reveal", "react", "mark", "hand"]


@record
class Effect:
    """The effects that using a symbol is sure to have.

    `speed` is added, the car moves `distance` spaces, and each of the `flips` adds its value to both. `paid` Heat goes
    from the engine to the discard pile; `cooled` from the hand and `recovered` from the discard pile go into the
    engine. `owed` is added to the Heat that symbols ask for, `adjust` to every limit. `scrapped` cards go from the draw
    deck to the discard pile, those in `discarded` from the hand. `card` is played from the hand, "" for none.
    """

    speed: int = 0
    distance: int = 0
    flips: int = 0
    paid: int = 0
    cooled: int = 0
    recovered: int = 0
    owed: int = 0
    adjust: int = 0
    scrapped: int = 0
    discarded: tuple[str, ...] = ()
    card: str = ""


class Symbol(Hooks):
    """The rule of one symbol.

    `where` says when it is resolved: "reveal" with the card, in full and immediately; "react" by the driver in step 5,
    at any time and separately (5.1); "mark" not at all, because it holds for the turn or is used in a later step (G10);
    "hand" by playing its card from the hand in step 5. Step 5 does not end before every `mandatory` symbol is used. A
    symbol that `looks` lets its driver look through their own discard pile (K2). A symbol that is `harmless` makes no
    corner more expensive, so its use needs no confirmation.

    A symbol may override hooks too, which apply if any card bears the symbol.
    """

    name = ""
    where: Where = "react"
    mandatory = False
    looks = False
    harmless = False

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def at_reveal(self, race: Race, car: Car, number: int, source: str) -> None:
        """Resolve the symbol on a card that is revealed or played directly."""
        raise AssertionError(f"{self.name} is not resolved at the reveal")

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        """Return the part of an unused symbol that can be used now, None if no part can; change nothing."""
        raise AssertionError(f"{self.name} is not used in step 5")

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        """Use the symbol as `action` says; its charge has already been removed, unless it comes from a sector."""
        raise AssertionError(f"{self.name} is not used in step 5")

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        """Return the effects that using `amount` of `use` is sure to have; `cards` is the catalogue."""
        return Effect()

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        """Return the possible means of paying Heat after using `amount` of `use`, for every card that may turn up (G8).

        `means` are the means before the use, without the charge that is used.
        """
        rules = race.rules
        effect = self.effect(rules.cards, use, amount)
        engine = means.engine - effect.paid + effect.cooled + effect.recovered
        pile = means.pile + effect.paid - effect.recovered
        charges = means.charges + rules.charges.get(effect.card, ())
        after = Means(means.at, engine, means.hand - effect.cooled, pile, charges)
        if not effect.flips:
            return (replace(after, at=reach(race, car, effect.distance)),)
        return [
            replace(left, at=reach(race, car, effect.distance + value))
            for value, left in _after_flips(race, car, after, effect.flips)
        ]


def _after_flips(race: Race, car: Car, means: Means, count: int) -> Iterator[tuple[int, Means]]:
    """Yield each total that `count` flips may add and the means afterwards, from what the driver can know (P1, P3, P4).

    The Heat of the discard pile counts as gone if a reshuffle may take it into the draw deck.
    """
    deck = sorted(card for card in car.deck if card in BASIC)
    pile = sorted(card for card in car.discard if card in BASIC)
    if not (race.setup.memory_aid or any(charge.symbol in LOOKING for charge in race.turn.charges)):
        # The driver does not know which of the two piles a card is in.
        deck, pile = [], deck + pile
    sure = deck if len(deck) < count else []
    among = pile if sure or not deck else deck
    flipped = {(*sure, *others) for others in combinations(among, min(count - len(sure), len(among)))}
    left = replace(means, pile=0) if among is pile and pile else means
    for value in sorted({sum(race.rules.speeds[card] for card in cards) for cards in flipped}):
        yield value, left


def turn_up(race: Race, car: Car, card: str) -> None:
    """Count a card's printed speed, resolve its + and note its other symbols (3.1, G5)."""
    turn, rules = race.turn, race.rules
    turn.speed += rules.speeds[card]
    if card in rules.at_reveal:
        for symbol, number in rules.at_reveal[card]:
            symbol.at_reveal(race, car, number, card)
    if card in rules.charges:
        turn.charges += rules.charges[card]
    if card in rules.marks:
        turn.marks += rules.marks[card]


def forget(race: Race, card: str) -> None:
    """Remove the charges and marks of a card that is no longer in play (G8)."""
    turn, rules = race.turn, race.rules
    for charge in rules.charges.get(card, ()):
        turn.charges.remove(charge)
    turn.marks = without(turn.marks, rules.marks.get(card, ()))


class Accelerate(Symbol):
    """Moves the car 1 space for each + resolved this turn, all or none; the speed grows even if the car is blocked."""

    name = "accelerate"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        by = race.turn.pluses
        return Use("accelerate", charge.source, by, 0, by) if by else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        by = race.turn.pluses
        race.turn.speed += by
        race.events.append(events.Accelerated(car.index, charge.source, by))
        advance(race, car, by, "accelerate")

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(speed=amount, distance=amount)


class Adjust(Symbol):
    """Changes every limit for its driver this turn, automatically; several symbols add up (G9, G10)."""

    name = "adjust"
    where: Where = "mark"

    def driver_limit(self, race: Race, car: Car, corner: int, limit: int) -> int:
        return limit + adjusted(race.turn.marks) if race.acting is car else limit


def adjusted(marks: Iterable[Use]) -> int:
    """Return the amount that a turn's marks add to all limits for its driver, negative if they lower them (G9)."""
    return sum([mark.most for mark in marks if mark.symbol == "adjust"])


ADRENALINE_CHARGES = (Use("adrenaline", "adrenaline", 1), Use("cooldown", "adrenaline", 1))
"""The symbols that Adrenaline gives for one turn: +1 speed and 1 Cooldown (4.2)."""


class AdrenalineMove(Symbol):
    """Moves the car 1 space; the speed grows by 1 even if the car is blocked."""

    name = "adrenaline"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        return charge

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        race.turn.speed += 1
        advance(race, car, 1, "adrenaline")

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(speed=amount, distance=amount)


BOOST_COST = 1
"""The printed cost of a Boost, in Heat (5.3)."""

BOOST_CHARGE = Use("boost", "boost", 1, BOOST_COST)


class Boost(Symbol):
    """Costs Heat, unless the sector waives it, and flips a card, whose value moves the car and adds to the speed."""

    name = "boost"

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        if race.rules.boost_cost:
            heat = boost_cost(race, car)
            return Use("boost", "boost", 1, heat) if heat <= car.engine else None
        return BOOST_CHARGE if car.engine else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        heat = boost_cost(race, car)
        pay(car, heat)
        race.events.append(events.Boosted(car.index, heat))
        value = flip(race, car, "boost")
        turn = race.turn
        turn.speed += value
        if value:
            if race.rules.counts_pluses:
                turn.pluses += 1
            advance(race, car, value, "boost")

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(flips=1, paid=use.heat)


def boost_cost(race: Race, car: Car) -> int:
    """Return the Heat that a Boost would cost this car now."""
    heat = BOOST_COST
    for answer in race.rules.boost_cost:
        heat = answer(race, car, heat)
    return heat


SECTOR_CHARGE = Use("cooldown", SECTOR, 0)
"""The Cooldown of sectors, usable once a turn in each; its amount depends on where the car is when it is used (W6)."""


class Cooldown(Symbol):
    """Cools up to its number of Heat cards if the place allows it; a sector's number depends on the place (5.2, W6)."""

    name = "cooldown"
    harmless = True

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        heat = car.hand.count(HEAT)
        if not heat or (race.rules.may_cool and not may_cool(race, car)):
            return None
        most = charge.most or sector_cooldown(race, car, race.turn.cooled_in)
        if heat >= most == charge.most > 0:
            return charge
        return Use("cooldown", charge.source, min(most, heat)) if most > 0 else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        amount = action.amount
        start = car.hand.index(HEAT)
        del car.hand[start : start + amount]
        car.engine += amount
        if charge.source == SECTOR:
            race.turn.cooled_in += (sector_of(race, car),)
        race.events.append(events.HeatCooled(car.index, charge.source, amount))

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(cooled=amount)


def may_cool(race: Race, car: Car) -> bool:
    """Return whether a Cooldown may be used at the car's place."""
    allowed = True
    for answer in race.rules.may_cool:
        allowed = answer(race, car, allowed)
    return allowed


def may_discard(race: Race, car: Car, card: str, allowed: bool = True) -> bool:  # noqa: FBT001, FBT002
    """Return whether a card in hand may be discarded at the car's place; `allowed` is the core's answer (8.1, N1)."""
    for answer in race.rules.may_discard:
        allowed = answer(race, car, card, allowed)
    return allowed


def boost_cost_at(race: Race, car: Car, at: int) -> int:
    """Return the Heat that a Boost would cost this car at the absolute place `at` (W4)."""
    here, car.at = car.at, at
    heat = boost_cost(race, car)
    car.at = here
    return heat


def cooldown_at(race: Race, car: Car, at: int, used: tuple[int, ...] = ()) -> int | None:
    """Return the Cooldown that the sector of the absolute place `at` gives a car; None if the sector bars Cooldown.

    The Cooldown is 0 if the sector is one of those `used` this turn, which are numbered as in `sector_of`.
    """
    here, car.at = car.at, at
    cooldown = sector_cooldown(race, car, used) if may_cool(race, car) else None
    car.at = here
    return cooldown


def sector_of(race: Race, car: Car) -> int:
    """Return the index of the corner whose sector the car is in, -1 for the last corner's (W6)."""
    rules = race.rules
    return rules.next_corner[(car.at - 1) % rules.spaces] - 1


def sector_cooldown(race: Race, car: Car, used: tuple[int, ...]) -> int:
    """Return the Cooldown that the car's sector gives (W6): 0 if it is one of the sectors `used` this turn."""
    most = 0
    if used and sector_of(race, car) in used:
        return most
    for answer in race.rules.sector_cooldown:
        most = answer(race, car, most)
    return most


class DirectPlay(Symbol):
    """Plays its card from the hand as if revealed, and moves the car by the speed added; `source` is the card (G7)."""

    name = DIRECT_PLAY
    where: Where = "hand"

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        card, turn = charge.source, race.turn
        take_from_hand(car, (card,))
        car.play.append(card)
        race.events.append(events.PlayedDirectly(car.index, card))
        before, higher = turn.speed, adjusted(turn.marks)
        turn_up(race, car, card)
        if adjusted(turn.marks) != higher:
            race.events.append(events.LimitsAdjusted(car.index, adjusted(turn.marks)))
        if turn.speed > before:
            advance(race, car, turn.speed - before, DIRECT_PLAY)

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        card = cards[use.source]
        return Effect(
            speed=card.speed,
            distance=card.speed,
            flips=card.number("plus"),
            owed=card.number("heat"),
            adjust=card.number("adjust"),
            card=card.key,
        )


class Draft(Symbol):
    """Moves the car directly behind the next car ahead, without adding to the speed (N2).

    Of the Draft symbols, those with the smallest sufficient sum are used. The amount of the use is the distance; its
    source is the card of the first symbol used.
    """

    name = DRAFT

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        distance = gap(race, car)
        taken = _enough(_charges(race), distance)
        if not taken or taken[0].source != charge.source:
            return None
        return Use(DRAFT, charge.source, distance, 0, distance)

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        distance = action.amount
        # The step has already removed the first symbol; the others that the move needs are removed here.
        taken = _enough((charge, *_charges(race)), distance)
        for spent in taken[1:]:
            race.turn.charges.remove(spent)
        race.events.append(events.Drafted(car.index, tuple([spent.source for spent in taken]), distance))
        advance(race, car, distance, DRAFT)

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(distance=amount)


def gap(race: Race, car: Car) -> int:
    """Return the number of empty spaces between a car and the next one ahead, 0 if no other space has a car."""
    spots, spaces = race.spots, race.rules.spaces
    for distance in range(1, spaces):
        place = (car.at - 1 + distance) % spaces * 2
        if spots[place] != FREE or spots[place + 1] != FREE:
            return distance - 1
    return 0


def _charges(race: Race) -> tuple[Use, ...]:
    return tuple([charge for charge in race.turn.charges if charge.symbol == DRAFT])


def _enough(charges: tuple[Use, ...], distance: int) -> tuple[Use, ...]:
    """Return the fewest symbols with the smallest sum of at least `distance`; () if `distance` is 0 or out of reach."""
    if not distance:
        return ()
    sums = [some for size in range(1, len(charges) + 1) for some in combinations(charges, size)]
    reaching = [some for some in sums if sum([charge.most for charge in some]) >= distance]
    return min(reaching, key=lambda some: sum([charge.most for charge in some]), default=())


class PayHeat(Symbol):
    """Pays its number of Heat in full, in one go, before step 5 ends (G6, G10)."""

    name = "heat"
    mandatory = True

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        heat = charge.most
        return Use("heat", charge.source, heat, heat, heat) if heat <= car.engine else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        pay(car, charge.most)
        race.events.append(events.HeatPaid(car.index, charge.source, charge.most))

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(paid=use.heat, owed=-use.heat)


class Plus(Symbol):
    """Adds the value of a flipped card to the speed for every + of a card that is revealed or played directly (P1)."""

    name = "plus"
    where: Where = "reveal"

    def at_reveal(self, race: Race, car: Car, number: int, source: str) -> None:
        turn = race.turn
        for _ in range(number):
            value = flip(race, car, source)
            turn.speed += value
            if value and race.rules.counts_pluses:
                turn.pluses += 1


class ReduceStress(Symbol):
    """Discards up to its number of Stress cards from the hand, except in a tunnel (G7, N1)."""

    name = "reduce_stress"
    harmless = True

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        most = min(charge.most, car.hand.count(STRESS))
        return Use("reduce_stress", charge.source, most) if most and may_discard(race, car, STRESS) else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        gone = (STRESS,) * action.amount
        take_from_hand(car, gone)
        car.discard += gone
        race.events.append(events.StressReduced(car.index, charge.source, action.amount))

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(discarded=(STRESS,) * amount)


class Refresh(Symbol):
    """Lets its card go to the top of the draw deck in step 9, not to the discard pile (G7, G10)."""

    name = REFRESH
    where: Where = "mark"


def refreshable(race: Race, car: Car) -> tuple[str, ...]:
    """Return the cards played with Refresh this turn, sorted; () if any of them has left the play area."""
    cards = tuple(sorted([mark.source for mark in race.turn.marks if mark.symbol == REFRESH]))
    return cards if missing(cards, tuple(car.play), code="not-refreshable") is None else ()


class Salvage(Symbol):
    """Shuffles up to its number of cards from the discard pile into the draw deck.

    Of equal cards, the lowest in the pile are taken.
    """

    name = SALVAGE
    looks = True
    harmless = True

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        most = min(charge.most, len(car.discard))
        return Use(SALVAGE, charge.source, most) if most else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        for card in sorted(action.cards):
            car.discard.remove(card)
            car.deck.append(card)
        car.covered = None
        car.luck = shuffle(car.deck, car.luck)
        race.events.append(events.CardsSalvaged(car.index, charge.source, len(action.cards)))

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        """Return the means in the worst case: the maximum number of cards is taken, and all are Heat (G8)."""
        return (replace(means, pile=max(means.pile - use.most, 0)),)


class Scrap(Symbol):
    """Scraps its number of cards in full, in one go, before step 5 ends; none if both piles are empty (P3, P4)."""

    name = "scrap"
    mandatory = True

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        return Use("scrap", charge.source, charge.most, 0, charge.most)

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        scrap(race, car, charge.source, charge.most)

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(scrapped=amount)

    def leaves(self, race: Race, car: Car, means: Means, use: Use, amount: int) -> Iterable[Means]:
        """Return the means with the least Heat that the discard pile may hold: the deck keeps as much as possible."""
        deck, heat, pile = len(car.deck), car.deck.count(HEAT), means.pile
        if amount > deck:
            total = deck + len(car.discard)
            amount = (amount - deck - 1) % total + 1 if total else 0
            deck, heat, pile = total, heat + pile, 0
        surely = max(amount - (deck - heat), 0)
        return (replace(means, pile=pile + surely),)


class SlipstreamBoost(Symbol):
    """Lets this turn's Slipstream go further, each symbol whole or not at all; several add up (G7)."""

    name = "slipstream_boost"
    where: Where = "mark"

    def slipstream_reach(self, race: Race, car: Car, distances: tuple[int, ...]) -> tuple[int, ...]:
        ways = set(distances)
        for mark in race.turn.marks:
            if mark.symbol == self.name:
                ways |= {way + mark.most for way in ways}
        return tuple(sorted(ways))


class SuperCool(Symbol):
    """Cools up to its number of Heat from the discard pile, bottom first, even in a sector that bars Cooldown (H3)."""

    name = "super_cool"
    looks = True
    harmless = True

    def offer(self, race: Race, car: Car, charge: Use) -> Use | None:
        most = min(charge.most, car.discard.count(HEAT))
        return Use("super_cool", charge.source, most) if most else None

    def use(self, race: Race, car: Car, charge: Use, action: React) -> None:
        pile, top = car.discard, car.discard[-1]
        for _ in range(action.amount):
            take_heat(car)
        car.engine += action.amount
        uncovered = pile[-1] if pile and pile[-1] != top else None
        race.events.append(events.SuperCooled(car.index, charge.source, action.amount, uncovered))

    def effect(self, cards: Mapping[str, Card], use: Use, amount: int) -> Effect:
        return Effect(recovered=amount)


SYMBOLS: tuple[Symbol, ...] = (
    Plus(),
    Cooldown(),
    Boost(),
    AdrenalineMove(),
    PayHeat(),
    Scrap(),
    Adjust(),
    SlipstreamBoost(),
    ReduceStress(),
    Refresh(),
    Salvage(),
    SuperCool(),
    DirectPlay(),
    Accelerate(),
    Draft(),
)
"""The rules of all the game's symbols, including those that no card of a race bears."""

MANDATORY = frozenset(symbol.name for symbol in SYMBOLS if symbol.mandatory)
"""The symbols that must be used before step 5 ends (G10)."""

LOOKING = frozenset(symbol.name for symbol in SYMBOLS if symbol.looks)
"""The symbols that let a driver look through the driver's own discard pile (K2)."""

HARMLESS = frozenset(symbol.name for symbol in SYMBOLS if symbol.harmless)
"""The symbols whose use makes no corner more expensive and so needs no confirmation."""
