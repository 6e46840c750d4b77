"""Which options a race cannot have, and why."""

from __future__ import annotations

from heat_tui.engine.refusal import IllegalSetup
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.language import _
from heat_tui.modules.weather import Weather
from heat_tui.prose.refusals import refusal
from heat_tui.table.presets import BASE_SET, NO_GARAGE


def barred(track: Track, *, garage: str, draft: str, legends: int) -> dict[str, str]:
    """A sentence for each option that cannot be had on this track, with this garage and so many Legends.

    The options are "draft", "sets" (other than the base game), "weather" and "aggressive".
    """
    reasons = {
        "draft": _no_draft(garage),
        "sets": no_expansions(garage, draft),
        "weather": _no_weather(track),
        "aggressive": _not_aggressive(track, legends),
    }
    return {option: reason for option, reason in reasons.items() if reason is not None}


def is_marked(track: Track) -> bool:
    """Whether aggressive Legends find a marked space on the track (L8)."""
    return any(corner.aggressive or corner.double_aggressive for corner in track.corners)


def sets_of(track: Track, known: tuple[str, ...]) -> tuple[str, ...]:
    """The sets in use where nothing is said of them: the base game, and the set of the track if it is one."""
    return tuple(name for name in known if name in (BASE_SET, track.set))


def no_expansions(garage: str, draft: str | None) -> str | None:
    """Why the expansions have no upgrades to give to such a garage; None where they have (H4, N3)."""
    if garage == NO_GARAGE:
        return _("Only the garage has cards of the expansions; switch the garage on, too.")
    if garage == "basic" or draft == "deal":
        return _("The expansions have advanced upgrades only, and none of those is in play; draft from them, too.")
    return None


def _no_draft(garage: str) -> str | None:
    if garage != NO_GARAGE:
        return None
    return _("Without the garage there are no upgrades to draft or deal; switch the garage on, too.")


def _no_weather(track: Track) -> str | None:
    try:
        Weather().cars(RaceSetup(track, ()), ())
    except IllegalSetup as error:
        return refusal(error.refusal)
    return None


def _not_aggressive(track: Track, legends: int) -> str | None:
    if not is_marked(track):
        return _("{track} has no spaces that are marked for aggressive Legends; race on a track that has some.").format(
            track=track.name
        )
    if not legends:
        return _("No Legends race that could be aggressive; let some of them race.")
    return None
