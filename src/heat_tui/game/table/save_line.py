"""The words for saved games, in a list or as the latest race."""

from __future__ import annotations

from heat_tui.language import C_, _, listing
from heat_tui.modules.championship.words import season_title
from heat_tui.store.reading import BadFile
from heat_tui.store.save_list import Glance, SaveInfo, SeasonStand
from heat_tui.store.saves import SaveStore
from heat_tui.words.names import colour_name, name_of_track


def game_words(info: SaveInfo | Glance) -> str:
    """Return the kind of a saved game if it is a season or a first race, else ""."""
    if info.season is not None:
        return season_title(info.season.title)
    return _("First race") if info.lessons else ""


def state_words(info: SaveInfo) -> str:
    """Return the progress of a game or its winner, and whether the game is a branch of another one (`Match.branch`)."""
    state = _how_far(info)
    return _("{state}, raced on").format(state=state) if info.raced_on else state


def _how_far(info: SaveInfo) -> str:
    if not info.finished:
        return stand_words(info.season, info.round)
    if info.winner is None or info.cars == 1:  # a car on its own is practice, which nobody wins (O4)
        return C_("race", "finished")
    name = info.winner
    if name not in info.seats:  # a Legend, which the save stores by its colour
        name = _("Legend {colour}").format(colour=colour_name(name.lower()))
    return _("won by {name}").format(name=name)


def stand_words(season: SeasonStand | None, number: int) -> str:
    """Return the progress of a game: the race if it is a season, and the round `number`, which is 0 before the start.

    Between two races of a season, the round is left out.
    """
    if season is None:
        return _("round {round}").format(round=number) if number else _("before the start")
    if season.between:
        return _("after race {number}/{races}").format(number=season.number, races=season.races)
    words = _("race {number}/{races}, round {round}") if number else _("race {number}/{races}, before the start")
    return words.format(number=season.number, races=season.races, round=number)


def day_words(info: SaveInfo) -> str:
    """Return the local day and time at which a game was last played."""
    return info.changed.astimezone().strftime("%Y-%m-%d %H:%M")


def latest_race(store: SaveStore | None) -> tuple[str | None, str]:
    """Return the name and description of the latest unfinished game, or None and the reason if none is found.

    The reason fits on one line of the title screen; the list of saves gives the details.
    """
    if store is None:
        return None, _("no race is being saved")
    try:
        latest = store.glance()
    except BadFile:
        return None, _("the folder of saved races cannot be read")
    if latest is None:
        return None, _("no unfinished race")
    words = _("{track}, {state}: {drivers}").format(
        track=game_words(latest) or name_of_track(latest.track_id, latest.track),
        state=stand_words(latest.season, latest.round),
        drivers=listing(latest.seats),
    )
    return latest.name, words
