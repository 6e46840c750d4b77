"""Saved races in words, for the title and for their list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.files.refusals import BadFile
from heat_tui.language import _, ngettext
from heat_tui.prose.championship import season_title
from heat_tui.prose.names import colour_name, listing

if TYPE_CHECKING:
    from heat_tui.files.saves import SaveInfo, SaveStore, SeasonStand


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
        track=latest.track if latest.season is None else season_title(latest.season.title),
        state=_stand(latest.season, latest.round),
        drivers=listing(latest.seats),
    )
    return latest.name, words


def race_words(info: SaveInfo) -> str:
    """A race in a few words: "Italy, round 4: Ada and Bo"."""
    return _("{track}, {state}: {drivers}").format(
        track=track_words(info), state=state_words(info), drivers=listing(info.setup.seats)
    )


def state_words(info: SaveInfo) -> str:
    """How far a race is, or who has won it."""
    if not info.finished:
        return _stand(info.season, info.round)
    if info.winner is None:
        return _("finished")
    return _("finished, won by {name}").format(name=_winner(info.winner, info))


def track_words(info: SaveInfo) -> str:
    """What is raced: the track, or the season."""
    return info.setup.track.name if info.season is None else season_title(info.season.title)


def _stand(season: SeasonStand | None, number: int) -> str:
    """The round of a race, and in a season which race it is."""
    if season is None:
        return _("round {round}").format(round=number)
    if season.between:
        return _("after race {number} of {races}").format(number=season.number, races=season.races)
    return _("race {number} of {races}, round {round}").format(number=season.number, races=season.races, round=number)


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
