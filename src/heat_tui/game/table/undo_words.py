"""The words of undo: the choices taken back, and the reason why it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from heat_tui.game.table.history import Undone, UndoStop
from heat_tui.game.table.match import Match
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.words.module import all_words

_STOPS: Mapping[UndoStop, str] = {
    "nothing-yet": N_("You have nothing to undo yet."),
    "race-began": N_("Earlier races are finished and cannot be undone."),
    "other-rules": N_("Earlier choices were made under another version of the rules and cannot be undone."),
    "curtain": N_("Somebody else made the previous choice behind the curtain, so it cannot be undone."),
    "chosen-since": N_("Somebody else has chosen since, so your choice cannot be undone."),
    "unreachable": N_("The table cannot be reached now, so nothing can be undone."),
    "chosen-in-secret": N_("Another driver has since started choosing in secret, so your choice cannot be undone."),
    "gears-opened": N_("All plans are made and the gears have been revealed, so your plan cannot be undone."),
    "cards-revealed": N_("Another driver has revealed cards since, so your choice cannot be undone."),
    "card-flipped": N_("A card from a draw deck has been turned over since, so your choice cannot be undone."),
    "cards-drawn": N_("Cards have been drawn since, so your choice cannot be undone."),
    "deck-shuffled": N_("A deck has been shuffled since, so your choice cannot be undone."),
    "card-uncovered": N_("A card in a discard pile has been revealed since, so your choice cannot be undone."),
    "cards-scrapped": N_("Cards from a draw deck have been scrapped since, so your choice cannot be undone."),
}


@cache
def undo_stops() -> Mapping[UndoStop, str]:
    """Return the message for each reason to stop taking back, including the modules' own reasons."""
    return {**_STOPS, **{stop: message for words in all_words() for stop, message in words.reveals.items()}}


def stop_sentence(stop: UndoStop) -> str:
    """Return the reason why nothing more can be taken back."""
    return translated(undo_stops()[stop])


def undone_sentence(undone: Undone, name: str) -> str:
    """Return a sentence on the choices taken back; `name` is the person who chooses again."""
    return ngettext(
        "{count} choice taken back; {name} chooses again.",
        "{count} choices taken back; {name} chooses again.",
        undone.choices,
    ).format(count=undone.choices, name=name)


def taken_back_lines(match: Match) -> list[str]:
    """Return a line for each take-back by agreement."""
    return [
        ngettext(
            "{count} action was taken back by agreement.", "{count} actions were taken back by agreement.", actions
        ).format(count=actions)
        for actions in match.take_backs
    ]


def take_back_hint() -> str:
    """Return a hint on how the table can take back more than a single driver may."""
    return _("If everybody agrees, you can go further back: type {command}.").format(command="takeback")
