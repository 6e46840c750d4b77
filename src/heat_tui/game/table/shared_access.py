"""The way to shared tables, for code that must also run without the extra that they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heat_tui.language import N_
from heat_tui.store.schema import Refused

if TYPE_CHECKING:
    from heat_tui.store.saves import SaveStore
    from heat_tui.store.shared_tables import SharedTables


def shared_tables(url: str = "") -> SharedTables:
    """Return the tables of a database, by default the player's own. Raises Refused."""
    try:
        from heat_tui.store.shared_tables import SharedTables
    except ModuleNotFoundError as error:
        missing = N_("Shared tables need {name}; install it with {command}.")
        raise Refused(missing, name=error.name, command="pip install 'heat-tui[host]'") from error
    return SharedTables(url)


def open_tables(tables: SharedTables, saves: SaveStore | None) -> list[tuple[str, str]]:
    """Return the names of the tables that are not closed, the newest first, each with whose turn it is.

    Finished games that were opened here become saves. Raises BadFile.
    """
    from heat_tui.game.table.shared import SharedMatch, table_words

    found = []
    for info in tables.list():
        if not info.closed:
            try:
                match = SharedMatch.sit(tables, info.name, [], saves=saves)
                found.append((info.name, table_words(match)))
            except Refused as reason:
                found.append((info.name, str(reason)))
            else:
                match.leave()
    return found
