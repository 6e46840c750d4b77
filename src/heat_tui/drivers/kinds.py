"""The kinds of automated drivers: one table for the command line, forms, saves and simulations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from heat_tui.drivers.style import STEADY, Playouts, Style
from heat_tui.engine.record import record
from heat_tui.language import N_

if TYPE_CHECKING:
    from heat_tui.engine.actions import Action
    from heat_tui.engine.decisions import Decision
    from heat_tui.engine.view import SeatView


class Driver(Protocol):
    """A driver that chooses for a seat."""

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """Return a legal action for `decision`, which the seat of the view has to make."""
        ...


class Steady:
    """A driver that weighs choices by the turns to the flag or, in a style without plans, acts on its first thought.

    It has no memory: a choice follows from the seed, the view and the decision, so it is the same in a race that
    is resumed, or in which choices are taken back.
    """

    __slots__ = ("_choose", "_seed", "_style")

    def __init__(self, seed: int = 0, style: Style = STEADY) -> None:
        from heat_tui.drivers.evaluation import choose  # the title screen needs the kinds but no driving

        self._choose = choose
        self._seed = seed
        self._style = style

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """Return a legal action. Raises TypeError for an unknown kind of decision."""
        return self._choose(view, decision, self._style, self._seed)

    def needs_worlds(self, decision: Decision) -> bool:
        """Return whether a decision needs a view that draws worlds (`with_worlds`)."""
        return self._style.needs_worlds(decision)


class Chance:
    """A driver that chooses legal actions at random, by `Decision.sample`, with random numbers from a seed."""

    __slots__ = ("_random",)

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed).random

    def choose(self, view: SeatView, decision: Decision) -> Action:
        """Return one of the legal actions; the view is not used."""
        return decision.sample(self._random)


@record
class Kind:
    """A kind of automated driver: its name, a line that describes it, and its style (None for Chance)."""

    name: str
    description: str
    style: Style | None

    def make(self, seed: int) -> Driver:
        """Return a driver of this kind, whose random choices are determined by the seed."""
        return Chance(seed) if self.style is None else Steady(seed, self.style)


RACER: Final = Style(draws=24, plans=16, heat=0.045)
"""The basis of most other styles: more draws and plans than Steady's, and a value for Heat left in the engine."""

THOROUGH: Final = Playouts(
    answers=12, least=16, worlds=192, rounds=3, draws=24, plans=16, clear=2.0, doubt=0.3, steady=True
)
"""Playouts that take three to ten seconds for a plan."""

QUICK: Final = Playouts(answers=4, least=4, worlds=36, rounds=2, draws=4, plans=3, clear=1.0, doubt=0.1, steady=False)
"""Quick playouts: with six cars, a plan takes about 57 ms at the median, and over 185 ms one time in twenty."""

CAREFUL: Final = Playouts(
    answers=2, least=48, worlds=48, rounds=3, draws=12, plans=8, clear=3.0, doubt=0.15, steady=False
)
"""Playouts that compare an answer with the best one before it is called a mistake."""

COACH: Final = replace(RACER, worlds=32, playouts=THOROUGH)
"""The style of hints and the coach: it values turns to the flag, never places, so that its values add up."""

GLANCE: Final = replace(COACH, playouts=QUICK)
"""The style of the coach's first answer."""

CHAMPION: Final = replace(GLANCE, place=5.0, tolls=4)
"""The style of the strongest driver. Valuing a win at 5 turns or at 20 makes no difference."""

CLUB: Final = Style(draws=2, plans=4, boost=0.5, over=0.12)
"""The style halfway between Novice and Steady: few samples, hardly any Boosts, and every point over a limit hurts."""

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "steady": Kind(N_("Steady"), N_("A sensible driver who counts the turns to the finish."), STEADY),
        "novice": Kind(N_("Novice"), N_("A beginner who never boosts and never plans ahead."), Style(plans=0)),
        "club": Kind(N_("Club"), N_("An amateur who brakes early and seldom boosts."), CLUB),
        "champion": Kind(N_("Champion"), N_("Tests every plan against the traffic that may come."), CHAMPION),
        "gambler": Kind(N_("Gambler"), N_("Boosts at every chance, and trusts to luck."), replace(RACER, boost=-0.12)),
        "miser": Kind(
            N_("Miser"), N_("Saves Heat, and spends it at the end."), replace(RACER, heat=0.075, boost=0.1, place=5.0)
        ),
        "shadow": Kind(
            N_("Shadow"), N_("Follows other cars for their Slipstreams."), replace(RACER, worlds=8, tow=0.1, place=5.0)
        ),
        "cautious": Kind(N_("Cautious"), N_("Brakes for every corner."), replace(RACER, over=0.025, spin=0.5)),
        "chance": Kind(N_("Chance"), N_("Does anything that the rules allow, at random."), None),
    }
)
"""Every kind, by the name that is typed after the @."""

RUNGS: Final = tuple(
    sorted([*KINDS][: [*KINDS].index("champion") + 1], key=lambda kind: getattr(KINDS[kind].style, "plans", 0))
)
"""The rungs of the ladder, the lowest first: the kinds listed up to Champion, by the number of plans they consider."""

PERSON: Final = "person"

CONTROLLERS: Final = (PERSON, *KINDS)
"""The names of everything that can control a seat."""
