"""Sitting down at a hosted table: which seat belongs to a name, which are free, and what a guest may not do there."""

from __future__ import annotations

from typing import Final

from heat_tui.engine.record import record
from heat_tui.game.setup.seats import check_name
from heat_tui.game.table.match import GIVEN_UP_TO
from heat_tui.game.table.shared import SharedMatch
from heat_tui.language import N_
from heat_tui.store.hosted_tables import HostedTables
from heat_tui.store.saved_race import HandOver
from heat_tui.store.schema import Refused
from heat_tui.store.shared_tables import TableInfo

_HOST: Final = N_("{name} is the host; give another name.")
_TWICE: Final = N_("A driver at this table is called {name} already; give another name.")


class GuestMatch(SharedMatch):
    """A shared match at the screen of a guest, who cannot close the table."""

    may_close = False


@record
class Places:
    """The seats of a table for somebody by name: their `own`, if they have one, and those that are free, by number."""

    own: int | None
    names: dict[int, str]
    free: tuple[int, ...]


def places(tables: HostedTables, info: TableInfo, name: str) -> Places:
    """Return the seats for somebody. Raises Refused if nobody can have this name, or only the host."""
    check_name(name)
    begun, hosted = tables.find(info.name)[1], tables.hosted(info)
    sheet = SharedMatch.sit(tables, info.name, []).sheet
    names = {seat: sheet.entries[seat].name for seat in range(sheet.drivers)}
    own = next((seat for seat, each in names.items() if each.casefold() == name.casefold()), None)
    free = [seat for seat, who in enumerate(begun.controllers) if who == "person" and seat not in hosted.arrivals]
    if own is not None and own not in free:
        if own not in hosted.arrivals:
            raise Refused(_TWICE, name=name)
        if hosted.arrivals[own].host:
            raise Refused(_HOST, name=name)
    return Places(own, names, tuple(free))


def sit_down(tables: HostedTables, info: TableInfo, seat: int | None, name: str) -> SharedMatch:
    """Let a guest sit down, or come back, at a seat and under this name, or watch at no seat. Raises Refused."""
    found = places(tables, info, name)
    if seat is None:
        return GuestMatch.sit(tables, info.name, [])
    if found.own not in (None, seat):
        raise Refused(_TWICE, name=name)
    if seat in found.free:
        tables.arrive(info, seat)
    match = GuestMatch.sit(tables, info.name, [found.names[seat]], take_over=True)
    if found.names[seat].casefold() != name.casefold():
        match.rename(seat, name)
    return match


def begin_without(tables: HostedTables, match: SharedMatch) -> None:
    """Begin the race; automated drivers drive until somebody takes the seats that are free."""
    hosted = tables.hosted(match.info)
    for seat in match.people:
        if seat not in hosted.arrivals:
            tables.let_drive(match.info, HandOver(seat, GIVEN_UP_TO))
    tables.start(match.info)
