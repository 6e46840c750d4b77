"""What makes one automated driver drive unlike another: a character is data."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from heat_tui.engine.record import record
from heat_tui.exact import stepped

if TYPE_CHECKING:
    from heat_tui.engine.actions import Action


@record
class Style:
    """What a driver makes of the same race. All values but the counts are turns to the flag.

    `draws` is how many times the cards to come are drawn, and `plans` how many plans are looked at with the cards that
    they leave: with more a driver is surer and slower, with no plans they do what comes to mind first. `heat` is what
    each Heat left in the engine is worth beside the turns that it saves alone on the track. `stress` is what each
    Stress card kept in the hand costs: it can be planned with, but not relied on. `spin` is the fear of a spin out
    beside the turns that it costs, and `over` that of each point over a limit. `boost` is what a Boost costs beside
    its Heat, less than nothing for a driver who loves them, and `tow` what a Slipstream is worth beside its spaces.
    `worlds` is in how many worlds the cars ahead are driven up to the own turn before a plan is made (`traffic`); with
    none the road counts as open. `place` is what the chance of winning is worth in the last rounds, beside the turns
    (`places`); with none only turns count to the last.
    """

    draws: int = 8
    plans: int = 10
    worlds: int = 0
    heat: float = 0.0
    stress: float = 0.04
    spin: float = 0.0
    over: float = 0.0
    boost: float = 0.0
    tow: float = 0.0
    place: float = 0.0


STEADY = Style()
"""A sound, human-like driver."""


Also = Collection["Action"] | None
"""Actions to weigh beside those that a driver looks at; None where only the best is wanted, as fast as may be."""


class Weighed(NamedTuple):
    """An action with the turns to the flag after it, `stepped`: fewer are better."""

    turns: float
    action: Action


def best_first(weighed: list[Weighed]) -> list[Weighed]:
    """Return the same by `stepped` turns; of equals the first stays first, so that what gains nothing is left."""
    return sorted([Weighed(stepped(turns), action) for turns, action in weighed], key=lambda one: one.turns)
