"""The drivers' book: finished races and their drivers. The modules that write it are loaded when needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heat_tui.game.setup.challenge import seed_of_day, today
from heat_tui.store.reading import BadFile

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match
    from heat_tui.store.saved_race import SavedRace


def keep_book(match: Match) -> None:
    """Enter the races of a match in its book as they end, and each choice made in a try at the race of the day.

    If the match is saved already, its current state is entered immediately.
    """
    book = match.book
    follow: Callable[[], None] | None = None
    if book is not None and _may_be_a_try(match):
        from heat_tui.game.book.days import follow_try

        follow = follow_try(book, match)

    entered = False

    def heard(match: Match, saved: SavedRace) -> None:
        nonlocal entered
        book = match.book  # a shared table has none until its race is saved
        if book is None:
            return
        match.records, match.not_in_book, match.lines_to_share = (), (), ()
        try:
            if follow is not None:
                follow()
        except BadFile as reason:
            match.not_in_book = (str(reason),)
        if match.race_over:
            from heat_tui.game.book.entries import enter

            enter(book, match, saved)
        elif entered and match.not_saved is None:  # the save may be renamed or deleted before the book reads it
            from heat_tui.game.book.entries import take_out

            take_out(book, match, saved)
        entered = match.race_over

    match.subscribe(heard)


def _may_be_a_try(match: Match) -> bool:
    """Return whether a game may be a try at the race of the day: a race with a chosen seed.

    Before its first choice, or after all choices were undone, the seed must be that of today or of the day on which the
    game was created.
    """
    if match.season is not None or not match.setup.chosen_seed:
        return False
    opened = match.saved().created.astimezone().date()
    return bool(match.log) or match.setup.seed in map(seed_of_day, (today(), opened))
