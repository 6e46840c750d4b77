"""The drivers' book: all races and their drivers. The modules that write it are loaded when a race is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match
    from heat_tui.store.saved_race import SavedRace


def keep_book(match: Match) -> None:
    """Have the races of a match entered in its book as they end; one that is over already is entered at once."""
    match.subscribe(_heard)


def _heard(match: Match, saved: SavedRace) -> None:
    book = match.book
    if book is None:
        return
    match.records, match.not_in_book = (), ()
    if match.race_over:
        from heat_tui.game.book.entries import enter

        enter(book, match, saved)
