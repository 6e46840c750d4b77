"""Saved races in words, for the title and for their list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.files.refusals import BadFile
from heat_tui.language import _, ngettext
from heat_tui.prose.names import colour_name, listing

if TYPE_CHECKING:
    from heat_tui.files.saves import SaveInfo, SaveStore


def latest_race(store: SaveStore | None) -> tuple[str | None, str]:
    """The name of the unfinished race that was changed last, and words about it; or None, and why there is none."""
    if store is None:
        return None, _("no race is being saved")
    try:
        latest = store.glance()
    except BadFile as reason:
        return None, str(reason)
    if latest is None:
        return None, _("no unfinished race")
    words = _("{track}, {state}: {drivers}").format(
        track=latest.track,
        state=_("round {round}").format(round=latest.round),
        drivers=listing(latest.seats),
    )
    return latest.name, words


def race_words(info: SaveInfo) -> str:
    """A race in a few words: "Italy, round 4: Ada and Bo"."""
    return _("{track}, {state}: {drivers}").format(
        track=info.setup.track.name, state=state_words(info), drivers=listing(info.setup.seats)
    )


def state_words(info: SaveInfo) -> str:
    """How far a race is, or who has won it."""
    if not info.finished:
        return _("round {round}").format(round=info.round)
    if info.winner is None:
        return _("finished")
    return _("finished, won by {name}").format(name=_winner(info.winner, info))


def cars_words(info: SaveInfo) -> str:
    """How many cars are in it."""
    from heat_tui.engine.setup import starting_list

    cars = len(starting_list(info.setup))
    return ngettext("{count} car", "{count} cars", cars).format(count=cars)


def day_words(info: SaveInfo) -> str:
    """When it was played last, by the clock of this machine."""
    return info.changed.astimezone().strftime("%Y-%m-%d %H:%M")


def _winner(name: str, info: SaveInfo) -> str:
    """A driver's name, or that of a Legend, whom the save knows by his colour."""
    return name if name in info.setup.seats else _("Legend {colour}").format(colour=colour_name(name.lower()))
