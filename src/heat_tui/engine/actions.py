"""What a driver may want to do. An action is intent; events say what came of it.

Cards are named by key, and equal cards are one option: their order in an action means nothing.
"""

from __future__ import annotations

from heat_tui.engine.record import record


@record
class Action:
    """Any action."""


@record
class OneCard(Action):
    """Any action that names one upgrade and nothing else."""

    card: str


@record
class Pick(OneCard):
    """Take the upgrade `card` from the market (G2)."""


@record
class PutAway(OneCard):
    """Put the upgrade `card` away, one of the four taken in a snake draft (O3)."""


@record
class Exchange(Action):
    """Give the upgrade `give` for `take` from the market; both None to keep all (E4)."""

    give: str | None = None
    take: str | None = None


@record
class KeepUpgrade(OneCard):
    """Keep the upgrade `card` for the next season of a career (E12)."""


@record
class NextRace(Action):
    """Go on with the next race of the season (E13)."""


@record
class Plan(Action):
    """Steps 1 and 2: shift to `gear` (1-4) and play `cards` face down."""

    gear: int
    cards: tuple[str, ...]


@record
class Retire(Action):
    """Leave the race instead of planning (F4)."""


@record
class ChooseValues(Action):
    """Step 3: the value of every card with a choice, as pairs of card and value (3.1)."""

    values: tuple[tuple[str, int], ...]


@record
class Replace(Action):
    """Step 3: discard `cards`, whose Heat cannot be paid, for a flipped card each (G8)."""

    cards: tuple[str, ...]


@record
class React(Action):
    """Use one symbol in step 5, or end the step when `symbol` is None.

    `source` says whose symbol it is (`Use.source`); `amount` is how much of its number is
    used, 1 for a symbol without one. `cards` are those of the discard pile that a Salvage takes.
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
    """Step 8: put `cards` from the hand on the discard pile; none is a choice too."""

    cards: tuple[str, ...] = ()


@record
class Refresh(Action):
    """Step 9: put `cards` of the play area on the draw deck, the first to be drawn first; none is a choice too (G7)."""

    cards: tuple[str, ...] = ()


DONE = React()
"""The action that ends step 5."""

KEEP_ALL = Exchange()
"""The action that exchanges nothing."""

STAY = Slipstream(0)
"""The action that leaves a Slipstream out."""
