"""Why something is not allowed, as facts; the words are made elsewhere."""

from __future__ import annotations

from heat_tui.engine.record import record

Fact = int | str | tuple[str, ...]


@record
class Refusal:
    """A reason: a stable `code` and the facts that a sentence about it needs."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()

    def fact(self, name: str) -> Fact:
        """One fact by name; KeyError if this refusal has none of that name."""
        return dict(self.facts)[name]


def refuse(code: str, **facts: Fact) -> Refusal:
    """A refusal from its code and facts."""
    return Refusal(code, tuple(facts.items()))


class IllegalAction(Exception):
    """An action was played that the decision at hand refuses; the race is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class IllegalSetup(ValueError):
    """A race cannot be started from this setup."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
