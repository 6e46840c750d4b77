"""The drivers' book: all races and their drivers. The modules that write it are loaded when a race is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match
    from heat_tui.store.saved_race import SavedRace


def keep_book(match: Match) -> None:
    """Enter each race of a match in its book when it ends; a race that is already over is entered immediately."""
    if (book := match.book) is None:
        return

    def heard(match: Match, saved: SavedRace) -> None:
        match.records, match.not_in_book = (), ()
        if match.race_over:
            from heat_tui.game.book.entries import enter

            enter(book, match, saved)

    match.subscribe(heard)
