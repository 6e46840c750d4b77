"""What a save file is called and how its record is written. Nothing here needs pydantic."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Exchange,
    KeepUpgrade,
    Mulligan,
    NextRace,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.files.saved_race import Chosen, HandedOver, Record, TookBack

FORMAT: Final = 1
KIND: Final = "heat-tui race"
SEASON_KIND: Final = "heat-tui season"
LONGEST_NAME: Final = 100
MOST_BYTES: Final = 5_000_000

_ENTRY_WORDS: Final[dict[type[Action], str]] = {
    Mulligan: "mulligan",
    Plan: "plan",
    Retire: "retire",
    ChooseValues: "choose values",
    Replace: "replace",
    React: "react",
    Slipstream: "slipstream",
    Discard: "discard",
    Refresh: "refresh",
    Pick: "pick",
    PutAway: "put away",
    Exchange: "exchange",
    KeepUpgrade: "keep upgrade",
    NextRace: "next race",
}


def entry_data(record: Record) -> dict[str, Any]:
    """One entry of the record as plain data."""
    match record:
        case Chosen(seat, action):
            return {"do": _ENTRY_WORDS[type(action)], "seat": seat, **_figures(action)}
        case HandedOver(seat, controller):
            return {"do": "hand over", "seat": seat, "to": controller}
        case TookBack(actions):
            return {"do": "take back", "actions": actions}


def _figures(action: Action) -> dict[str, Any]:
    """What an action says; the cards of a reaction only where it names any."""
    figures = {field.name: getattr(action, field.name) for field in dataclasses.fields(action)}
    if isinstance(action, React) and not action.cards:
        del figures["cards"]
    return figures
