"""Why taking back stops, and what was taken back, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from heat_tui.game.history import Undone, UndoStop
from heat_tui.game.match import Match
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.words.module import all_words

_STOPS: Mapping[UndoStop, str] = {
    "nothing-yet": N_("There is nothing to take back yet."),
    "race-began": N_("The races before this one are settled and cannot be taken back."),
    "other-rules": N_("What came before was played with an earlier version of the rules and cannot be taken back."),
    "curtain": N_("The choice before was made by somebody else behind the curtain, so it stands."),
    "chosen-in-secret": N_("Another driver has begun to choose in secret since, so your choice stands."),
    "gears-opened": N_("All plans are made and the gears are open, so the plans stand."),
    "cards-revealed": N_("Another driver has turned up cards since, so your choice stands."),
    "card-flipped": N_("A card was turned over from a draw deck since, so your choice stands."),
    "cards-drawn": N_("Cards were drawn since, so your choice stands."),
    "deck-shuffled": N_("A deck was shuffled since, so your choice stands."),
    "card-uncovered": N_("A card of a discard pile came to light since, so your choice stands."),
    "cards-scrapped": N_("Cards were scrapped from a draw deck since, so your choice stands."),
}


@cache
def undo_stops() -> Mapping[UndoStop, str]:
    """Return the message for everything that stops taking back, those of the modules included."""
    return {**_STOPS, **{stop: message for words in all_words() for stop, message in words.reveals.items()}}


def stop_sentence(stop: UndoStop) -> str:
    """Return why nothing more can be taken back."""
    return translated(undo_stops()[stop])


def undone_sentence(undone: Undone, name: str) -> str:
    """Return what was taken back; `name` is whose choice it is again."""
    return ngettext(
        "{count} choice is taken back; {name} chooses again.",
        "{count} choices are taken back; {name} chooses again.",
        undone.choices,
    ).format(count=undone.choices, name=name)


def taken_back_lines(match: Match) -> list[str]:
    """Return what was taken back by agreement, a line each time."""
    return [
        ngettext(
            "{count} action was taken back by agreement.", "{count} actions were taken back by agreement.", actions
        ).format(count=actions)
        for actions in match.take_backs
    ]


def take_back_hint() -> str:
    """Return how the table can go further back than one driver may."""
    return _("If everybody agrees you can go further: type {command}.").format(command="takeback")
