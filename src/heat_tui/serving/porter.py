"""The porter: limits on connections, wrong codes by address, and the log of guests who come and go."""

from __future__ import annotations

import logging
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Final

from heat_tui.language import ENGLISH, N_, translated_into

MOST: Final = 100
"""The maximum number of guests' open connections, by ssh and browser combined."""

MOST_EACH: Final = 60
"""The maximum number of open connections from one address, which many friends may share."""

MOST_STRANGERS: Final = 24
"""The maximum number of open connections whose guests have not come through the door yet."""

STRANGERS_EACH: Final = 8
"""The maximum number of open connections from one address whose guests have not come through the door yet."""

WRONG_CODES: Final = 10
"""The number of wrong codes after which the door is shut to an address."""

SHUT_FOR: Final = 60.0
"""The seconds for which the door stays shut to an address after its last wrong code."""

AT_THE_DOOR: Final = 180.0
"""The seconds that a connection has to come through the door."""

FULL_EVERY: Final = 60.0
"""The minimum number of seconds between two lines in the log on refused connections, which may be an attack."""

IDLE: Final = 3 * 3600.0
"""The seconds without a key or a new size after which a connection is ended; the seat is kept for its guest."""

FULL: Final = N_("The server is full; try again in a few minutes.")
SHUT: Final = N_("Too many wrong codes came from your address; try again in a minute.")
LATE: Final = N_("You have been at the door for too long; come back when you have the code.")
ASLEEP: Final = N_("You have pressed no key for a long time; come back with the same code and name.")

log: Final = logging.getLogger("heat_tui.serving")


class Porter:
    """The limits on connections, in all and by address, and on wrong codes by address; `visits` are those open now."""

    def __init__(self) -> None:
        self.visits: set[Visit] = set()
        self._said_full = -FULL_EVERY
        self._wrong: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=WRONG_CODES))

    @property
    def guests(self) -> int:
        """The number of open connections whose guests have come through the door."""
        return sum(visit.is_in for visit in self.visits)

    def objection(self, address: str) -> str:
        """Return an untranslated message on why an address may not connect now, "" if it may."""
        return SHUT if self.is_shut(address) else FULL if self.is_full(address) else ""

    def is_shut(self, address: str) -> bool:
        """Return whether too many wrong codes came from an address, the last less than `SHUT_FOR` seconds ago."""
        wrong: Sequence[float] = self._wrong.get(network_of(address), ())
        return len(wrong) == WRONG_CODES and monotonic() - wrong[-1] < SHUT_FOR

    def is_full(self, address: str) -> bool:
        """Return whether another connection from an address would exceed a limit."""
        place = network_of(address)
        near = [visit for visit in self.visits if visit.place == place]
        strangers = len(self.visits) - self.guests, sum(not visit.is_in for visit in near)
        full = len(self.visits) >= MOST or len(near) >= MOST_EACH
        return full or strangers[0] >= MOST_STRANGERS or strangers[1] >= STRANGERS_EACH

    def log_full(self, address: str) -> None:
        """Log that an address is refused because of a limit, at most once in `FULL_EVERY` seconds."""
        if monotonic() >= self._said_full + FULL_EVERY:
            self._said_full = monotonic()
            log.info("%s is refused: too many connections are open", address)

    def wrong(self, visit: Visit) -> None:
        """Count a wrong code; after too many, end all of the address's connections that are at the door."""
        self._wrong[visit.place].append(monotonic())
        if self.is_shut(visit.address):
            for each in [other for other in self.visits if other.place == visit.place and not other.is_in]:
                each.turn_away(SHUT)

    def end_idle(self) -> None:
        """End the connections that have been at the door, or without input, for too long; forget old wrong codes."""
        now = monotonic()
        for place in [place for place, wrong in self._wrong.items() if now - wrong[-1] > SHUT_FOR]:
            del self._wrong[place]
        for visit in [*self.visits]:
            if now - (visit.heard if visit.is_in else visit.came) > (IDLE if visit.is_in else AT_THE_DOOR):
                visit.turn_away(ASLEEP if visit.is_in else LATE)


class Visit:
    """A connection: `way` is "ssh" or "page", `came` is when it began, `heard` when a key or a new size last came.

    Both times are monotonic. `place` is the `network_of` its address. `is_in` says that the guest has come through the
    door. `language` is the code of the guest's language, which need not be the host's. `end` ends the connection;
    `reason` is why it was turned away, or "".
    """

    def __init__(self, porter: Porter, address: str, way: str, end: Callable[[], object]) -> None:
        self.porter, self.address, self.way, self.end = porter, address, way, end
        self.place = network_of(address)
        self.came = self.heard = monotonic()
        self.is_in, self.reason, self._noted = False, "", ""
        self.language = ENGLISH
        porter.visits.add(self)
        self._note("came")

    def told(self, words: list[str]) -> None:
        """Handle a report from the guest's screen.

        The screen reports a wrong code, another language, or that the guest has come in, to play or to watch, or is
        sent away; any other report is ignored.
        """
        if words[0] == "wrong":
            self._note("gave a wrong code")
            self.porter.wrong(self)
        elif words[0] == "speaks":
            self.language = words[1]
        elif words[0] == "in":
            _in, name, _code, table, seat = words
            self.is_in = True
            where = f"watches {table!r} as {name!r}" if seat == "-1" else f"sat down as {name!r} at {table!r}"
            if where != self._noted:
                self._noted = where
                self._note(where)
        elif words[0] == "away":
            self._note("was sent away")

    def turn_away(self, reason: str) -> None:
        """End the connection for a reason, which is translated for the guest."""
        self.reason = self.translated(reason)
        self.end()

    def translated(self, message: str) -> str:
        return translated_into(self.language, message)

    def leave(self) -> None:
        self.porter.visits.discard(self)
        self._note("left")

    def _note(self, what: str) -> None:
        log.info("%s %s %s", self.address, self.way, what)


def ip_of(text: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address in a text, without brackets, zone or IPv6 mapping; None if the text is not an address."""
    try:
        parsed = ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, the first 64 bits of an IPv6 one, or other text unchanged."""
    parsed = ip_of(address)
    return address if parsed is None else str(ip_network((parsed, min(parsed.max_prefixlen, 64)), strict=False))
