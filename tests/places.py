"""The parts of a test's table: small tracks, and cars with their cards.

Cards are written as words, "4 1 stress"; piles are written in the order in which they are drawn, so the first word of
`deck` or `discard` is its top card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heat_tui.engine.actions import Discard, React, Slipstream
from heat_tui.engine.cards import HEAT
from heat_tui.engine.track import Corner, Track

NAMES = ("Ada", "Bo", "Cem", "Dina", "Eli", "Fay", "Gus", "Hana")

RACE_LINE, OFF = 0, 1
"""The two spots of a space."""

STUCK = " ".join([HEAT] * 7)
"""A hand with which a car cannot move: seven Heat, cluttered in any gear."""

FULL = "1 1 2 2 3 3 4"
"""A hand of seven: step 9 draws nothing, so the piles stay as the turn has left them."""

BOOST = React("boost", "boost", 1)
ADRENALINE_MOVE = React("adrenaline", "adrenaline", 1)
NO_SLIPSTREAM = Slipstream(0)
SLIPSTREAM = Slipstream(2)
KEEP_ALL = Discard()


def cool(amount: int, source: str = "gear") -> React:
    """Return the action that cools this much Heat."""
    return React("cooldown", source, amount)


def cards(words: str) -> tuple[str, ...]:
    """Return the cards named by the words of a text."""
    return tuple(words.split())


def places_in(hand: Sequence[str], cards: Sequence[str]) -> Iterator[int]:
    """Yield the positions of the cards in the hand, each once."""
    left = list(cards)
    for place, card in enumerate(hand):
        if card in left:
            left.remove(card)
            yield place


def loop(
    spaces: int = 60,
    *corners: tuple[int, int] | tuple[int, int, int],
    laps: int = 2,
    heat: int = 6,
    stress: int = 3,
) -> Track:
    """Return a track with corners (line after, limit) or (line after, limit, legends line after).

    A legends line that is not given is five spaces before its corner's line. Without corners, the track has one that no
    car has to pay for: limit 99, its line ten spaces before the end.
    """
    wanted = corners or ((spaces - 10, 99),)
    return Track(
        id="loop",
        name="Loop",
        set="test",
        laps=laps,
        heat=heat,
        stress=stress,
        spaces=spaces,
        direction="clockwise",
        corners=tuple(
            Corner(corner[0], corner[1], corner[2] if len(corner) == 3 else (corner[0] - 6) % spaces + 1)
            for corner in wanted
        ),
        race_line=((1, "left"),),
        flooded=(),
        tunnel=(),
        outline=tuple((0, 0) for _ in range(spaces)),
    )


@dataclass(frozen=True, kw_only=True)
class Place:
    """One car as it is put on the track; `at` is absolute: lap * spaces + space."""

    at: int
    spot: int = RACE_LINE
    gear: int = 1
    engine: int = 6
    hand: str = FULL
    deck: str = ""
    discard: str = ""
    play: str = ""
    status: str = "racing"
    colour: str = ""
    legend: bool = False


def driver(
    at: int,
    spot: int = RACE_LINE,
    *,
    gear: int = 1,
    engine: int = 6,
    hand: str = FULL,
    deck: str = "",
    discard: str = "",
    play: str = "",
    status: str = "racing",
) -> Place:
    """Return a driver's car."""
    return Place(
        at=at,
        spot=spot,
        gear=gear,
        engine=engine,
        hand=hand,
        deck=deck,
        discard=discard,
        play=play,
        status=status,
    )


def legend(at: int, spot: int = RACE_LINE, *, colour: str = "", status: str = "racing") -> Place:
    """Return a Legend's car; Legends come after the drivers in the list of places."""
    return Place(at=at, spot=spot, gear=0, engine=0, hand="", colour=colour, status=status, legend=True)


def abreast(at: int) -> tuple[Place, Place]:
    """Return two drivers side by side who will not move: a full space."""
    return driver(at, RACE_LINE, engine=0, hand=STUCK), driver(at, OFF, engine=0, hand=STUCK)
