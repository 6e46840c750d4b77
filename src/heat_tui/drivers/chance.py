"""A driver who leaves everything to chance."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.view import SeatView


class Chance:
    """Any legal action, as fair as `Decision.sample` is; the same seed makes the same choices."""

    __slots__ = ("_random",)

    name: ClassVar[str] = "chance"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed).random

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """One of the legal actions; the view plays no part."""
        return decision.sample(self._random)
