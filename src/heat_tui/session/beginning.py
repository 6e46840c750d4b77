"""What is settled when a game begins at a table: who sits there, and the name of its save."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import get_args

from heat_tui.files.saves import Controller, GameSetup, SaveStore
from heat_tui.modules.championship import SeasonSetup


def check_controllers(controllers: Sequence[Controller], seats: int) -> None:
    """Raise ValueError for controllers that do not fit so many seats."""
    if len(controllers) != seats:
        raise ValueError(f"{len(controllers)} controllers for {seats} seats")
    for controller in controllers:
        if controller not in get_args(Controller):
            raise ValueError(f"no controller {controller!r}")


def save_name(
    store: SaveStore, name: str | None, setup: GameSetup, controllers: Sequence[Controller], created: datetime
) -> str:
    """A free name made of `name`, or of the track or the season, the day and the persons."""
    if name:
        return store.free_name(name)
    people = [seat for seat, who in zip(setup.seats, controllers, strict=True) if who == "person"]
    what = ("season", setup.title) if isinstance(setup, SeasonSetup) else (setup.track.id,)
    return store.free_name(*what, created.astimezone().date().isoformat(), *people)
