"""How a move of the own car comes out: what flips bring, where it lands, what the corners cost.

All of it follows from what the seat can know; other cars are taken to stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from heat_tui.engine.car import RACING
from heat_tui.engine.cards import BASIC
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView

CERTAIN = Fraction(1)


@record
class CornerCost:
    """One corner line on the way: its index, the limit, the points over it and the Heat it asks for."""

    corner: int
    limit: int
    over: int
    heat: int


@record
class Outcome:
    """One way that it can come out, with its exact chance.

    `end` and `spot` are the landing, `short` the spaces lost to `blockers`; `corners` are those
    that would be checked, up to and with one that cannot be paid, where `spins` is true; `engine` is what is left then.
    `owed` is the Heat that symbols ask for in step 5, before the corners, cooled as far as the engine falls short;
    `replaced` are the cards that go for flipped ones because their Heat cannot be paid (G8).
    """

    chance: Fraction
    speed: int
    end: int
    spot: int
    short: int
    blockers: tuple[int, ...]
    corners: tuple[CornerCost, ...]
    spins: bool
    engine: int
    finishes: bool
    owed: int = 0
    replaced: tuple[str, ...] = ()

    @property
    def heat(self) -> int:
        """The Heat that the corners ask for."""
        return sum(corner.heat for corner in self.corners)


Basics = tuple[int, ...]
"""How many Basic cards worth 1, 2, 3, 4 there are."""

_BASICS = tuple(sorted(BASIC))


@record
class Piles:
    """The Basic cards that a + may turn over: of the draw deck and, when they are used up, of the discard pile."""

    deck: Basics
    pile: Basics


def piles_of(view: SeatView) -> Piles:
    """The own piles; without the memory aid all the cards count as the draw deck."""
    return Piles(
        tuple([view.unseen.count(card) for card in _BASICS]), tuple([view.spent.count(card) for card in _BASICS])
    )


def flip_ways(piles: Piles, count: int) -> Mapping[tuple[int, Piles], Fraction]:
    """What `count` + may add, with the piles that they leave, and the exact chance of each (P1, P4)."""
    ways = {(0, piles): CERTAIN}
    for _ in range(count):
        after: dict[tuple[int, Piles], Fraction] = {}
        for (total, left), chance in ways.items():
            for value, rest, part in _flip(left):
                after[total + value, rest] = after.get((total + value, rest), Fraction(0)) + chance * part
        ways = after
    return ways


def _flip(piles: Piles) -> Iterator[tuple[int, Piles, Fraction]]:
    deck, pile = piles.deck, piles.pile
    if not any(deck):
        deck, pile = pile, (0,) * len(pile)
    size = sum(deck)
    if not size:
        yield 0, piles, CERTAIN
    for place, copies in enumerate(deck):
        if copies:
            left = (*deck[:place], copies - 1, *deck[place + 1 :])
            yield int(_BASICS[place]), Piles(left, pile), Fraction(copies, size)


def flips(view: SeatView, count: int) -> dict[int, Fraction]:
    """The chances of what `count` + would add, rising by value (P1, P4)."""
    sums: dict[int, Fraction] = {}
    for (value, _), chance in flip_ways(piles_of(view), count).items():
        sums[value] = sums.get(value, Fraction(0)) + chance
    return dict(sorted(sums.items()))


def outcome(
    view: SeatView,
    speed: int,
    distance: int,
    chance: Fraction,
    engine: int,
    *,
    owed: int = 0,
    adjust: int = 0,
    replaced: tuple[str, ...] = (),
) -> Outcome:
    """How a move of `distance` comes out at `speed` with `engine` Heat there and `owed` of it to be paid first.

    `adjust` is by how much the limits are higher than the view says.
    """
    own = view.own
    end, spot, blockers = landing(view, distance)
    began = view.began if view.acting == view.seat else own.at
    engine = max(engine - owed, 0)
    corners = []
    spins = False
    for cost in corner_costs(view, began, end, speed, adjust):
        corners.append(cost)
        if cost.heat > engine:
            spins, engine = True, 0
            break
        engine -= cost.heat
    finishes = end > view.sheet.finish and not spins
    short = own.at + distance - end
    return Outcome(chance, speed, end, spot, short, blockers, tuple(corners), spins, engine, finishes, owed, replaced)


def landing(view: SeatView, distance: int) -> tuple[int, int, tuple[int, ...]]:
    """Where a move of the own car would end: absolute place, spot, and the cars in its way (3.2-3.4)."""
    own, spaces = view.own, view.sheet.track.spaces
    taken = {
        ((car.at - 1) % spaces, car.spot): car.index
        for car in view.cars
        if car.status == RACING and car.index != own.index
    }
    aimed = (own.at + distance - 1) % spaces
    blockers = tuple(taken[aimed, spot] for spot in (0, 1) if (aimed, spot) in taken)
    for at in range(own.at + distance, own.at, -1):
        for spot in (0, 1):
            if ((at - 1) % spaces, spot) not in taken:
                return at, spot, blockers if at < own.at + distance else ()
    return own.at, own.spot, blockers if distance else ()


def corner_costs(view: SeatView, began: int, end: int, speed: int, adjust: int = 0) -> tuple[CornerCost, ...]:
    """The corner lines between two absolute places and what each asks for at `speed` (7.1, 7.2, 7.4).

    `adjust` is by how much the limits are higher than the view says (G9).
    """
    spaces, corners = view.sheet.track.spaces, view.sheet.track.corners
    last = min(end, view.sheet.finish)
    costs = []
    for lap in range((began - 1) // spaces, (last - 1) // spaces + 1):
        for index, corner in enumerate(corners):
            if began <= lap * spaces + corner.line_after < last:
                limit = max(view.own_limits[index] + adjust, 0)
                over = max(speed - limit, 0)
                costs.append(CornerCost(index, limit, over, over + view.surcharges[index] if over else 0))
    return tuple(costs)
