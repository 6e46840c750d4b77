"""Words for places on the track and for gears."""

from __future__ import annotations

from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext


def space_of(track: Track, at: int) -> int:
    """The space, 1..spaces, of an absolute place."""
    return (at - 1) % track.spaces + 1


def lap_of(track: Track, at: int) -> int:
    """The lap of an absolute place, 0 before the line is first crossed (V)."""
    return (at - 1) // track.spaces


def has_crossed(view: SeatView) -> bool:
    """Whether the own car has the finish line of the last lap behind it already."""
    return view.own.at > view.sheet.finish


def place_words(track: Track, at: int, spot: int) -> str:
    """A place with its spot: "space 32, race line" or "space 32, off spot"; `at` is absolute."""
    space = space_of(track, at)
    if spot:
        return _("space {space}, off spot").format(space=space)
    return _("space {space}, race line").format(space=space)


def space_words(track: Track, at: int) -> str:
    """A place without its spot: "space 32"."""
    return _("space {space}").format(space=space_of(track, at))


def corner_name(track: Track, index: int) -> str:
    """A corner with its printed limit: "corner 2, limit 3"."""
    return corner_with_limit(index, track.corners[index].limit)


def corner_with_limit(index: int, limit: int) -> str:
    """A corner with a limit that may differ from the printed one."""
    return _("corner {number}, limit {limit}").format(number=index + 1, limit=limit)


def corner_number(index: int) -> str:
    """A corner alone: "corner 2"."""
    return _("corner {number}").format(number=index + 1)


def corners_by_token(track: Track) -> list[tuple[int, str]]:
    """Every corner that has a token of its own, by index and in words: "corner 2", "corners 9 and 10 (a chicane)"."""
    first_lines = {corner.chicane_with for corner in track.corners}
    return [
        (index, corner_number(index) if corner.chicane_with is None else _chicane(corner.chicane_with, index))
        for index, corner in enumerate(track.corners)
        if index not in first_lines
    ]


def _chicane(first: int, second: int) -> str:
    return _("corners {first} and {second} (a chicane)").format(first=first + 1, second=second + 1)


def gear_words(gear: int) -> str:
    """A gear: "gear 3"."""
    return _("gear {gear}").format(gear=gear)


def spaces_words(count: int) -> str:
    """A way: "1 space", "5 spaces"."""
    return ngettext("{count} space", "{count} spaces", count).format(count=count)


def cards_words(count: int) -> str:
    """A number of cards: "1 card", "3 cards"."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def place_in_race(place: int) -> str:
    """A finishing place, 1-8, in words."""
    names = (
        _("first place"),
        _("second place"),
        _("third place"),
        _("fourth place"),
        _("fifth place"),
        _("sixth place"),
        _("seventh place"),
        _("eighth place"),
    )
    return names[place - 1]
