"""The differences between automated drivers, expressed as data."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from heat_tui.engine.decisions import (
    ChooseValuesDecision,
    Decision,
    DiscardDecision,
    NewHandDecision,
    PlanDecision,
    ReactDecision,
    SlipstreamDecision,
)
from heat_tui.engine.record import record
from heat_tui.exact import stepped

if TYPE_CHECKING:
    from heat_tui.engine.actions import Action


DRIVEN_ON = (ReactDecision, SlipstreamDecision, DiscardDecision, NewHandDecision, ChooseValuesDecision)
"""The decisions, besides plans, whose best answers are played out."""


@record
class Playouts:
    """The extent of playouts: at most `answers` of the driver's own answers are played out, in at most `worlds` worlds.

    A playout ends with the driver's plan `rounds` rounds later; until then the driver considers `plans` plans and draws
    the cards to come `draws` times. After `least` worlds, an answer is dropped once it seems worse than the best one by
    more than `clear` standard errors. `doubt` is the standard error, in turns, of the evaluated difference between two
    answers. If `steady`, the other drivers choose as Steady does, otherwise quickly (`traffic.quick`).
    """

    answers: int
    least: int
    worlds: int
    rounds: int
    draws: int
    plans: int
    clear: float
    doubt: float
    steady: bool


@record
class Style:
    """The preferences of a driver. All values except the counts, `tolls` and `playouts` are in turns to the flag.

    `draws` is the number of times that the cards to come are drawn, and `plans` the number of plans considered together
    with the cards that they leave: higher numbers make a driver more reliable but slower to decide, and a driver
    without plans does the first thing that comes to mind. `heat` is the value of each Heat left in the engine, in
    addition to the turns that it saves on an empty track. `stress` is the cost of each Stress card kept in the hand: it
    can be planned with, but not relied on. `spin` is the fear of a spin out, in addition to the turns that it costs,
    and `over` that of each point over a limit. `boost` is the cost of a Boost in addition to its Heat, negative for a
    driver who loves Boosts, and `tow` the value of a Slipstream in addition to its spaces. `worlds` is the number of
    worlds in which the cars ahead are driven up to the driver's own turn before a plan is made (`traffic`); if it is 0,
    the road counts as open. `place` is the value of the chance of winning in the last rounds, in addition to the turns
    (`places`); if it is 0, only turns ever count. `tolls` is the factor by which the extra Heat for shifting down on a
    flooded space counts. `playouts` is the extent to which the best answers are played out; if it is None, only the
    evaluation counts.
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
    tolls: int = 1
    playouts: Playouts | None = None

    def needs_worlds(self, decision: Decision | None) -> bool:
        """Return whether a decision needs a view that draws worlds (`with_worlds`), which takes time."""
        if isinstance(decision, PlanDecision):
            return self.worlds > 0
        return self.playouts is not None and isinstance(decision, DRIVEN_ON)


STEADY = Style()
"""The style of a sound, human-like driver."""


Also = Collection["Action"] | None
"""Actions to weigh besides those that a driver considers; None to find only the best one, quickly."""


class Weighed(NamedTuple):
    """An action with the turns to the flag after it: fewer are better.

    `error` is the standard error of the turns by which the action is worse than the best one, 0 if unknown.
    """

    turns: float
    action: Action
    error: float = 0.0


def best_first(weighed: list[Weighed]) -> list[Weighed]:
    """Return the answers with `stepped` turns, the fewest first; in a tie, the one listed first stays ahead."""
    return sorted([Weighed(stepped(one.turns), one.action, one.error) for one in weighed], key=lambda one: one.turns)
