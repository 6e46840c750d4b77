"""The open tables, with a few words about each; finished games of closed tables become saves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from heat_tui.game.table.shared import SharedMatch
from heat_tui.language import _, listing, row
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import SharedTables, TableInfo, home


def state_of(match: SharedMatch) -> str:
    """Return the progress of a table's race and the names of its drivers, in words."""
    names, round = match.setup.seats, match.view(None).round
    state = _("round {round}, waiting for {names}") if round else _("waiting for {names}")
    waited = listing([names[seat] for seat in match.waited_for()]) or _("nobody")
    state = state.format(round=round, names=waited) if match.info.began else _("not begun")
    state = _("between two races") if match.rests else state
    state = _("over") if match.over else state
    return _("{state}; drivers: {drivers}").format(state=state, drivers=row(names))


def open_tables(
    tables: SharedTables, saves: SaveStore | None, words_of: Callable[[SharedMatch], str] = state_of
) -> list[tuple[str, str]]:
    """Return the open tables, newest first, those whose game is over at the end.

    Each has its name, and its `words_of` or the reason for a refusal. Finished games of tables opened from this home go
    into `saves`, even if the tables are closed. Raises BadFile.
    """
    unfinished, finished = list[tuple[str, str]](), list[tuple[str, str]]()
    for info in tables.list():
        if info.closed:
            if saves is not None and info.home == home() and not info.kept:
                _keep_closed(tables, info, saves)
            continue
        found = unfinished
        try:
            match = SharedMatch.watch(tables, info.name, saves=saves)
            words, found = words_of(match), finished if match.over else unfinished
            match.leave()
        except Refused as reason:
            words = str(reason)
        found.append((info.name, words))
    return unfinished + finished


def _keep_closed(tables: SharedTables, info: TableInfo, saves: SaveStore) -> None:
    """Save the game of a closed table if it is finished, and note that this table has nothing more to save.

    If the database or the disk refuses, the next call of `open_tables` tries again.
    """
    with suppress(Refused):
        match = SharedMatch.watch(tables, info.name, saves=saves, even_closed=True)
        match.leave()
        if match.not_saved is None:
            tables.note(info, "home", "")
