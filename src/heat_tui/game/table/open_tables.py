"""The open tables: what a list says about each, which seat a guest takes there, and what is left to the host."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from heat_tui.game.setup.seats import check_name
from heat_tui.game.table.shared import SharedMatch
from heat_tui.language import N_, _, listing, row
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import SharedTables, TableInfo, home
from heat_tui.typesetting import folded

_TWICE: Final = N_("A driver at this table is called {name} already; give another name.")


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


def seats_left(match: SharedMatch, name: str) -> str:
    """Return words for a guest with this name: "your seat", the names of the free seats, "no free seat" or "over".

    Raises Refused for a name that cannot be used there, unless the game is over.
    """
    if match.over:
        return _("over")
    if seat_of(match, name) is not None:
        return _("your seat")
    return _("free: {names}").format(names=listing([*match.missing.values()])) if match.missing else _("no free seat")


def seat_of(match: SharedMatch, name: str) -> int | None:
    """Return the seat with this name, as `folded`: a free one, or one that a guest has taken; None if there is none.

    Raises Refused for a name that cannot be used, such as that of the host or of an automated driver.
    """
    check_name(name)
    drivers = match.sheet.entries[: match.sheet.drivers]
    own = next((seat for seat, each in enumerate(drivers) if folded(each.name) == folded(name)), None)
    if own is not None and own not in match.missing:
        if own not in match.seats:
            raise Refused(_TWICE, name=name)
        if not match.seats[own].guest:
            raise Refused(N_("{name} is the host; give another name."), name=name)
    return own


def sit_down(match: SharedMatch, seat: int, name: str) -> None:
    """Let a guest sit down at a seat, or come back to it, and rename its driver if the name is still free.

    A seat that was free when the guest chose it must still be free; any other is taken over from the screen that has
    it. Raises BadFile, and Refused for a name that cannot be used, or a seat that is no longer free.
    """
    was_free = seat in match.missing
    match.poll()
    match.catch_up()
    if seat_of(match, name) not in (None, seat):
        raise Refused(_TWICE, name=name)

    def rename() -> None:
        if seat_of(match, name) is None:  # otherwise, the name is this seat's already, or has just been taken
            with suppress(Refused):  # somebody was faster, or the database refuses; the guest has the seat in any case
                match.rename(seat, name)

    match.take_seats([seat], new=was_free, take_over=True, then=rename)


def leads(match: SharedMatch) -> bool:
    """Return whether a person is not a guest; if all with a seat are guests, return True for each of them."""
    return not match.guest or bool(match.here and all(seat.guest for seat in match.seats.values()))


def may_race_again(match: SharedMatch) -> bool:
    """Return whether a screen can go to the table where the same people race again, or open it once the game is over.

    Only people with a seat who lead (`leads`) open it.
    """
    return match.info.is_followed or (match.over and not match.info.closed and bool(match.here) and leads(match))
