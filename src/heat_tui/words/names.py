"""The names of cars, colours, tracks, places, corners, gears and steps, and chances in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from heat_tui.engine.decisions import Decision, ReplaceDecision
from heat_tui.engine.forecast import CornerCost
from heat_tui.engine.setup import RaceSheet
from heat_tui.engine.track import Track
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, NC_, _, in_english, listing, ngettext, translated
from heat_tui.typesetting import cell_len, kept_whole
from heat_tui.words.module import module_decisions

LEGEND = "legend"
"""The kind of a Legend's entry."""

LONGEST_SHOWN = 40
"""The maximum number of characters of typed text that a sentence repeats."""


def car_name(sheet: RaceSheet, car: int) -> str:
    """Return the driver's name, or the Legend's: "Legend Black"."""
    entry = sheet.entries[car]
    if entry.kind == LEGEND:
        return kept_whole(_("Legend {colour}").format(colour=colour_name(entry.colour)))
    return kept_whole(entry.name)


def short_name(sheet: RaceSheet, car: int) -> str:
    """Return the driver's name, or the Legend's colour."""
    entry = sheet.entries[car]
    return colour_name(entry.colour) if entry.kind == LEGEND else car_name(sheet, car)


def car_name_within(sheet: RaceSheet, car: int, room: int) -> str:
    """Return the name of a car, the short one if its name exceeds `room` cells."""
    name = car_name(sheet, car)
    return name if cell_len(name) <= room else short_name(sheet, car)


def car_list(sheet: RaceSheet, cars: Iterable[int]) -> str:
    """Return the names of several cars: "Ada, Bo and Legend Black"."""
    return listing([car_name(sheet, car) for car in cars])


COLOURS = {
    "red": N_("Red"),
    "blue": N_("Blue"),
    "green": N_("Green"),
    "yellow": N_("Yellow"),
    "black": N_("Black"),
    "gray": N_("Gray"),
    "orange": N_("Orange"),
    "purple": N_("Purple"),
}


def colour_name(colour: str) -> str:
    """Return the name of a car colour; a colour that the game does not have is quoted."""
    return kept_whole(translated(COLOURS[colour])) if colour in COLOURS else quoted(colour)


TRACKS = {
    "usa": NC_("track", "USA"),
    "great_britain": NC_("track", "Great Britain"),
    "france": NC_("track", "France"),
    "italy": NC_("track", "Italy"),
    "japan": NC_("track", "Japan"),
    "mexico": NC_("track", "Mexico"),
    "spain": NC_("track", "Spain"),
    "netherlands": NC_("track", "Netherlands"),
}


def track_name(track: Track) -> str:
    """Return the name of a track in the player's language, or as its author wrote it if it is not built in."""
    return name_of_track(track.id, track.name)


def name_of_track(track_id: str, name: str) -> str:
    """Return the name of a track as `track_name` does, given its id and the `name` in its file or save."""
    known = TRACKS.get(track_id, "")
    return kept_whole(translated(known) if in_english(known) == name else name)


def quoted(text: str) -> str:
    """Return typed text as a quotation, shortened if necessary and without characters that affect a terminal."""
    shown = "".join(each if each.isprintable() else "?" for each in text[: LONGEST_SHOWN + 1])
    return _('"{text}"').format(text=shown if len(shown) <= LONGEST_SHOWN else shown[: LONGEST_SHOWN - 3] + "...")


def has_crossed(view: SeatView) -> bool:
    """Return whether the seat's own car is beyond the finish line of the last lap."""
    return view.own.at > view.sheet.finish


def place_words(track: Track, at: int, spot: int) -> str:
    """Return a place with its spot: "space 32, race line" or "space 32, off spot"; `at` is absolute."""
    words = _("space {space}, off spot") if spot else _("space {space}, race line")
    return words.format(space=track.space_of(at))


def space_words(track: Track, at: int) -> str:
    """Return a place without its spot: "space 32"."""
    return _("space {space}").format(space=track.space_of(at))


def corner_with_limit(track: Track, line: int, limit: int) -> str:
    """Return a corner with a limit, which may differ from the printed one: "corner 2, limit 3"."""
    return _("corner {number}, limit {limit}").format(number=track.corner_number(line), limit=limit)


def corner_on_map(track: Track, line: int, limit: int) -> str:
    """Return a corner with a limit as the map shows it: "corner 2 <3>"."""
    return _("corner {number} <{limit}>").format(number=track.corner_number(line), limit=limit)


def corners_on_map(track: Track, costs: Iterable[CornerCost]) -> str:
    """Return the corners that a move crosses: "corner 2 <3> and corner 3 <5>"; each chicane once."""
    return listing([*dict.fromkeys(corner_on_map(track, cost.corner, cost.limit) for cost in costs)])


def corner_words(track: Track, line: int) -> str:
    """Return the corner of a corner line in words: "corner 2"."""
    return _("corner {number}").format(number=track.corner_number(line))


def corner_list(track: Track, lines: Iterable[int]) -> str:
    """Return the corners of several corner lines: "corner 2 and corner 3"; each chicane once."""
    return listing([*dict.fromkeys(corner_words(track, line) for line in lines)])


def corners_by_token(track: Track) -> list[tuple[int, str]]:
    """Return every corner, a chicane once: the index of its last or only line, and its name, "corner 5 (a chicane)"."""
    found, first_lines = [], track.first_lines
    for line, corner in enumerate(track.corners):
        if line not in first_lines:
            words = _("corner {number}") if corner.chicane_with is None else _("corner {number} (a chicane)")
            found.append((line, words.format(number=track.corner_number(line))))
    return found


def gear_words(gear: int) -> str:
    """Return a gear in words: "gear 3"."""
    return _("gear {gear}").format(gear=gear)


def spaces_words(count: int) -> str:
    """Return a distance in words: "1 space", "5 spaces"."""
    return ngettext("{count} space", "{count} spaces", count).format(count=count)


def cards_words(count: int) -> str:
    """Return a number of cards in words: "1 card", "3 cards"."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


PLACES = (
    N_("first place"),
    N_("second place"),
    N_("third place"),
    N_("fourth place"),
    N_("fifth place"),
    N_("sixth place"),
    N_("seventh place"),
    N_("eighth place"),
)


def place_in_race(place: int) -> str:
    """Return a finishing place, 1 to 8, in words."""
    return translated(PLACES[place - 1])


GRID_PLACES = (
    NC_("grid", "first place"),
    NC_("grid", "second place"),
    NC_("grid", "third place"),
    NC_("grid", "fourth place"),
    NC_("grid", "fifth place"),
    NC_("grid", "sixth place"),
    NC_("grid", "seventh place"),
    NC_("grid", "eighth place"),
)


def place_on_grid(place: int) -> str:
    """Return a place on the grid, 1 to 8, in words."""
    return translated(GRID_PLACES[place - 1])


STEPS = {
    "draft": N_("Before the start: the garage"),
    "planning": N_("Steps 1-2: shift gears, play cards"),
    "reveal": N_("Step 3: reveal and move"),
    "number": N_("Steps 1-2: show the number, shift gears"),
    "values": N_("Step 3: choose values"),
    "move": N_("Step 3: reveal and move"),
    "adrenaline": N_("Step 4: Adrenaline"),
    "react": N_("Step 5: react"),
    "slipstream": N_("Step 6: slipstream"),
    "check_corners": N_("Step 7: check corners"),
    "discard": N_("Step 8: discard"),
    "refresh": N_("Step 9: refresh"),
    "replenish": N_("Step 9: replenish the hand"),
    "legend": N_("A Legend moves"),
    "over": N_("The race is over"),
}


def step_words(step: str, decision: Decision | None = None) -> str:
    """Return the name of a step, with its number in the rules if it has one; `decision` is the one due in that step."""
    if isinstance(decision, ReplaceDecision):
        return _("Step 3: unpayable Heat")
    return translated(module_decisions()[step].step if step in module_decisions() else STEPS[step])


def chance_words(chance: Fraction) -> str:
    """Return a chance in whole per cent: "17 %", or "under 1 %" and "over 99 %" at the ends."""
    return _chance_words(chance, per_cent([chance])[0], _("under 1 %"), _("over 99 %"))


def odds_words(odds: Sequence[tuple[Fraction, bool]]) -> list[str]:
    """Return chances for a table, in whole per cent that sum to 100 %: "17 %", "<1 %" and ">99 %" at the ends.

    The chances marked True sum to their total, rounded to whole per cent.
    """
    marked, rest = [[chance for chance, mark in odds if mark is wanted] for wanted in (True, False)]
    (total,) = per_cent([sum(marked, Fraction(0))])
    shares = {True: iter(per_cent(marked, total)), False: iter(per_cent(rest, 100 - total))}
    return [_chance_words(chance, next(shares[mark]), _("<1 %"), _(">99 %")) for chance, mark in odds]


def _chance_words(chance: Fraction, percent: int, low: str, high: str) -> str:
    if percent == 0 < chance:
        return low
    return high if percent == 100 and chance < 1 else _("{percent} %").format(percent=percent)


def per_cent(chances: Sequence[Fraction], total: int | None = None) -> list[int]:
    """Return chances in whole per cent (largest remainder) that sum to `total`, by default to their rounded sum."""
    exact = [100 * chance for chance in chances]
    whole = [int(each) for each in exact]
    missing = (int(sum(exact) + Fraction(1, 2)) if total is None else total) - sum(whole)
    for place in sorted(range(len(exact)), key=lambda place: whole[place] - exact[place])[:missing]:
        whole[place] += 1
    return whole
