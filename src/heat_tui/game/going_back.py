"""Why taking back stops, and what was taken back, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heat_tui.game.history import Undone, UndoStop
from heat_tui.game.match import Match
from heat_tui.language import _, ngettext

_STOPS: Mapping[UndoStop, Callable[[], str]] = {
    "nothing-yet": lambda: _("There is nothing to take back yet."),
    "race-began": lambda: _("The races before this one are settled and cannot be taken back."),
    "other-rules": lambda: _(
        "What came before was played with an earlier version of the rules and cannot be taken back."
    ),
    "curtain": lambda: _("The choice before was made by somebody else behind the curtain, so it stands."),
    "gears-opened": lambda: _("All plans are made and the gears are open, so the plans stand."),
    "cards-revealed": lambda: _("Another driver has turned up cards since, so your choice stands."),
    "card-flipped": lambda: _("A card was turned over from a draw deck since, so your choice stands."),
    "cards-drawn": lambda: _("Cards were drawn since, so your choice stands."),
    "deck-shuffled": lambda: _("A deck was shuffled since, so your choice stands."),
    "legend-card": lambda: _("The Legend card of the round was turned over since, so your choice stands."),
    "market-dealt": lambda: _("A new market of upgrades was dealt since, so your choice stands."),
    "cards-scrapped": lambda: _("Cards were scrapped from a draw deck since, so your choice stands."),
    "card-lost": lambda: _("Chance took a card for a shift since, so your choice stands."),
}


def stop_sentence(stop: UndoStop) -> str:
    """Why nothing more can be taken back."""
    return _STOPS[stop]()


def undone_sentence(undone: Undone, name: str) -> str:
    """What was taken back; `name` is whose choice it is again."""
    return ngettext(
        "{count} choice is taken back; {name} chooses again.",
        "{count} choices are taken back; {name} chooses again.",
        undone.choices,
    ).format(count=undone.choices, name=name)


def taken_back_lines(match: Match) -> list[str]:
    """What was taken back by agreement, a line each time."""
    return [
        ngettext(
            "{count} action was taken back by agreement.", "{count} actions were taken back by agreement.", actions
        ).format(count=actions)
        for actions in match.take_backs
    ]


def take_back_hint() -> str:
    """How the table can go further back than one driver may."""
    return _("If everybody agrees you can go further: type {command}.").format(command="takeback")
