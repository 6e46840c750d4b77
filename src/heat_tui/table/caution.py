"""When to ask again: where the cost rises, or a spin out becomes possible."""

from __future__ import annotations

from collections.abc import Callable

from heat_tui.engine.actions import DONE, STAY, Action, ChooseValues, Plan, React, Retire, Slipstream
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.refusal import IllegalAction
from heat_tui.engine.symbols import MANDATORY

HARMLESS = ("cooldown", "super_cool", "reduce_stress", "salvage")
"""The symbols that make no corner dearer."""


def needs_care(action: Action, forecast: Callable[[Action], Forecast]) -> bool:
    """Whether an action that is allowed should be confirmed once more; `forecast` is the match's.

    A plan: if a corner may cost Heat, or the hand is cluttered. A reaction or a Slipstream: if the corners may
    cost more than they would without it, or a spin out is likelier. Ending the reactions, and choosing values: if it
    may end in a spin out. What must be used needs no second yes.
    """
    match action:
        case Retire():
            return True
        case Plan():
            then = forecast(action)
            return bool(then.most_heat or then.spin_chance or then.cluttered)
        case React(symbol=None):
            return bool(forecast(action).spin_chance)
        case ChooseValues():
            return bool(forecast(action).spin_chance)
        case React(symbol=symbol) if symbol in MANDATORY or symbol in HARMLESS:
            return False
        case React():
            return _riskier_than_done(action, forecast)
        case Slipstream():
            return _dearer(forecast(action), forecast(STAY))
        case _:
            return False


def _riskier_than_done(action: React, forecast: Callable[[Action], Forecast]) -> bool:
    then = forecast(action)
    try:
        now = forecast(DONE)
    except IllegalAction:  # while something must still be used there is no being done to compare with
        return bool(then.spin_chance)
    return _dearer(then, now)


def _dearer(then: Forecast, now: Forecast) -> bool:
    return then.most_heat > now.most_heat or then.spin_chance > now.spin_chance
