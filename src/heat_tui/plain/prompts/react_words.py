"""What the symbols of step 5 are called at the keyboard."""

from __future__ import annotations

from typing import Final

from heat_tui.engine.actions import DONE, React
from heat_tui.engine.decisions import ReactDecision, Use

FINISH: Final = "done"

FROM: Final = ("with", "for", "from")
"""Any of these words may stand before the source of a symbol."""

_WORDS: Final = {
    "cooldown": "cool",
    "heat": "pay",
    "reduce_stress": "calm",
    "super_cool": "supercool",
    "direct_play": "play",
}
"""The word for each symbol that is not called by its own name."""

_WITH_AMOUNT: Final = ("cooldown", "reduce_stress", "super_cool")
"""The symbols of which less may be used than there is."""

OF_CARDS: Final = ("reduce_stress", "super_cool", "accelerate", "draft")
"""The symbols that only cards have, whose word alone does not say which card it comes from."""

_OWN_SOURCES: Final = ("gear", "adrenaline", "sector", "boost")
"""The sources that are no cards."""


def word_of(use: Use) -> str:
    """What is typed for a symbol."""
    return _WORDS.get(use.symbol, use.symbol)


def typed_use(use: Use) -> React:
    """All of a symbol."""
    return React(use.symbol, use.source, use.most)


def listed(decision: ReactDecision) -> tuple[React, ...]:
    """What the list offers: all of every symbol, and being done where that is allowed."""
    return (*map(typed_use, decision.uses), *((DONE,) if decision.may_end else ()))


def with_source(decision: ReactDecision, action: React) -> str:
    """What is typed for an action of the list; it names the card that it comes from where several could be meant."""
    if action.symbol is None:
        return FINISH
    word = _WORDS.get(action.symbol, action.symbol)
    if action.symbol in _WITH_AMOUNT:
        word = f"{word} {action.amount}"
    several = sum(use.symbol == action.symbol for use in decision.uses) > 1
    if action.source in _OWN_SOURCES or not (several or action.symbol == "direct_play"):
        return word
    return f"{word} {action.source}" if action.symbol == "direct_play" else f"{word} {FROM[0]} {action.source}"
