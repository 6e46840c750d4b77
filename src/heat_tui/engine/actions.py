"""The actions that a driver may choose. An action is an intent; events record the result.

Cards are named by key, and equal cards count as one option. The order of cards matters only in `Refresh`.
"""

from __future__ import annotations

from heat_tui.engine.record import record


@record
class Action:
    """Any answer to a decision."""


@record
class OneCard(Action):
    """Any action that names a single upgrade."""

    card: str


@record
class Pick(OneCard):
    """Take the upgrade `card` from the market (G2, O3, E4)."""


@record
class PutAway(OneCard):
    """Put away the upgrade `card`, one of the four taken in a snake draft (O3)."""


@record
class Exchange(Action):
    """Exchange the upgrade `give` for `take` from the market, or nothing if both are None (E4)."""

    give: str | None = None
    take: str | None = None


@record
class KeepUpgrade(OneCard):
    """Keep the upgrade `card` for the next season of a career (E12)."""


@record
class NextRace(Action):
    """Start the next race of the season (E13)."""


@record
class Plan(Action):
    """Steps 1 and 2: shift to `gear`, 1 to 4 (M1: the number of cards), and play `cards` face down."""

    gear: int
    cards: tuple[str, ...]


@record
class Retire(Action):
    """Leave the race instead of planning (F4)."""


@record
class ChooseValues(Action):
    """Step 3: choose the value of every card with a choice, as pairs of card and value (3.1)."""

    values: tuple[tuple[str, int], ...]


@record
class Replace(Action):
    """Step 3: discard `cards`, whose Heat cannot be paid, and flip a card for each (G8)."""

    cards: tuple[str, ...]


@record
class React(Action):
    """Use one symbol in step 5, or end the step if `symbol` is None.

    `source` is as in `Use`, `amount` is from the `least` to the `most` of that use, and `cards` are the cards that a
    Salvage takes from the discard pile.
    """

    symbol: str | None = None
    source: str = ""
    amount: int = 0
    cards: tuple[str, ...] = ()


@record
class Slipstream(Action):
    """Step 6: move `distance` spaces, 0 to stay."""

    distance: int


@record
class Discard(Action):
    """Step 8: put `cards`, possibly none, from the hand on the discard pile."""

    cards: tuple[str, ...] = ()


@record
class Refresh(Action):
    """Step 9: put `cards`, possibly none, from the play area on the draw deck, the first of them on top (G7)."""

    cards: tuple[str, ...] = ()


DONE = React()
"""The action that ends step 5."""

KEEP_ALL = Exchange()
"""The action that exchanges nothing."""

STAY = Slipstream(0)
"""The action that declines a Slipstream."""
