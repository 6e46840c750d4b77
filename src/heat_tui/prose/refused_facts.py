"""The facts of a refusal, as a sentence needs them."""

from __future__ import annotations

from heat_tui.engine.refusal import Refusal
from heat_tui.prose.names import quoted


def number(refused: Refusal, name: str) -> int:
    """A fact that is a number; TypeError if it is not."""
    fact = refused.fact(name)
    if not isinstance(fact, int):
        raise TypeError(f"{refused.code}: {name} is not a number")
    return fact


def shown(refused: Refusal, name: str) -> str:
    """A figure that may come from a person's hand, so that it may be no figure at all."""
    fact = str(refused.fact(name))
    return fact if fact.isdecimal() else quoted(fact)


def text(refused: Refusal, name: str) -> str:
    """A fact as it is written."""
    return str(refused.fact(name))


def texts(refused: Refusal, name: str) -> tuple[str, ...]:
    """A fact that lists several things; TypeError if it does not."""
    fact = refused.fact(name)
    if not isinstance(fact, tuple):
        raise TypeError(f"{refused.code}: {name} is not a list")
    return fact
