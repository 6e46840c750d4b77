"""The tries at the races of the day: when they begin, which count, the months and streaks, and the lines to share.

Every function that takes a `select` from `Book.reading` may raise BadFile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from heat_tui.drivers.kinds import PERSON
from heat_tui.game.figures.statistics import tally
from heat_tui.game.setup.challenge import code_of, race_of_day, result_words, today
from heat_tui.language import _, ngettext
from heat_tui.store import saved_race
from heat_tui.store.book import Book, Select, aliases, person_of
from heat_tui.store.reading import BadFile
from heat_tui.store.saved_race import Target, game_id, line_of
from heat_tui.words.names import track_name

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match

RULER: Final = "1   5    10   15   20   25   30"
"""The days of a month, above the marks of `months`."""

BLOCKS: Final = "▁▂▃▄▅▆▇█"


class Try(NamedTuple):
    """A person's try at the race of a day. Only their `first` on that day counts; the others are practice.

    `place` is None unless the person finished with exactly the choices that were entered; `heat` is the Heat paid.
    """

    day: date
    person: str
    game: str
    track: str
    first: bool
    place: int | None
    rounds: int | None
    spins: int | None
    heat: int | None


def follow_try(path: Path, match: Match) -> Callable[[], None] | None:
    """Return a function that enters the choices made so far in a try at the race of the day; None for any other race.

    Today's race is a new try until a person makes a choice in it; the try begins with that choice if it is made today.
    Any other try must be in the book and continue from the choices entered there, so an edited save, or one continued
    elsewhere, never counts. A take-back by agreement ends the try. The function may raise BadFile.
    """
    saved, book, race = match.saved(), Book(path), race_of_day(today())
    setup, game, day, name = match.setup, game_id(saved), today(), match.setup.seats[0]

    def line() -> str:
        return line_of(setup, [each.chosen for each in match.log])

    def is_begun() -> bool:
        return any(each.controller == PERSON for each in match.log)

    before, is_new = line(), True
    with suppress(BadFile):  # reported when the race is over
        is_new = not book.is_try(game)
    fresh = not is_begun() and saved.counts(1) and setup.seed == race.setup.seed
    if is_new and not (fresh and code_of(setup, match.controllers) == race.code):
        return None

    def follow() -> None:
        nonlocal before, is_new
        now = line()
        if now == before or match.take_backs or (is_new and not (is_begun() and today() == day)):
            return
        book.enter_try(game, before, now, saved_race.now().astimezone().isoformat() if is_new else "", name)
        before, is_new = now, False

    return follow


def tries(select: Select, person: str | None = None) -> list[Try]:
    """Return all tries, or those of a person, by day and, within a day, by the time of the first choice."""
    merged = aliases(select)
    rows = select(
        """SELECT d.game, day, d.name, CASE WHEN s.rounds IS NOT NULL THEN s.place END AS try_place, s.rounds, s.spins,
            json_extract(figures, '$.heat_paid') AS heat
        FROM days d LEFT JOIN races r USING (game, line) LEFT JOIN ends e USING (game, number)
        LEFT JOIN starts s ON s.at = e.at AND s.car = 0 AND s.kind = 'person'
        LEFT JOIN cars c ON c.game = d.game AND c.number = r.number AND c.car = 0
        ORDER BY substr(day, 1, 10), julianday(day), d.game"""
    )
    found: list[Try] = []
    seen = set[tuple[date, str]]()
    for each in rows:
        day, who = datetime.fromisoformat(each["day"]).date(), person_of(each["name"], merged)
        if person in (None, who):
            track = race_of_day(day).options.track or ""
            counts = each["try_place"], each["rounds"], each["spins"], each["heat"]
            found.append(Try(day, who, each["game"], track, (day, who) not in seen, *counts))
            seen.add((day, who))
    return found


def streak(found: Iterable[Try], now: date) -> tuple[int, int]:
    """Return a person's current and longest streaks: days in a row whose first try has a result.

    `found` are the person's tries, earliest first. The current streak is 0 unless its last day is yesterday or later. A
    day may be tomorrow, because days begin earlier in other time zones.
    """
    length, longest, last = 0, 0, date.min
    for day in (each.day for each in found if each.first and each.place):
        length = length + 1 if day - timedelta(1) == last else 1
        longest, last = max(longest, length), day
    return length if now - timedelta(1) <= last else 0, longest


def months(found: Iterable[Try]) -> list[tuple[str, str]]:
    """Return a person's months with tries, such as "2026-11", latest first, each with its marks, to go under `RULER`.

    A day's mark is the place of its first try, "-" if that has no result, "." for a day without a try. The marks end at
    the last day with a try.
    """
    firsts = sorted((each for each in found if each.first), reverse=True)
    lines = []
    for month, group in groupby(firsts, lambda each: f"{each.day:%Y-%m}"):
        marks = {each.day.day: str(each.place or "-") for each in group}
        lines.append((month, "".join(marks.get(day, ".") for day in range(1, 32)).rstrip(".")))
    return lines


def month_lines(found: Sequence[Try]) -> list[str]:
    """Return the streak and this month's marks of the person who last tried a race of the day; [] before any try."""
    if not found:
        return []
    who = found[-1].person
    own = [each for each in found if each.person == who]
    now, longest = streak(own, today())
    month = f"{today():%Y-%m}"
    words = _("{name}: {now} in a row, longest {longest}").format(name=who, now=now, longest=longest)
    return [words, f"{'':8}{RULER}", f"{month} {dict(months(own)).get(month, '')}"]


def practising(found: Sequence[Try]) -> str:
    """Return the name of the person who last tried today's race, whose next try is practice; "" if nobody has."""
    return next((each.person for each in reversed(found) if each.day == today()), "")


def day_lines(select: Select, tried: Try) -> list[str]:
    """Return a sentence on whether a finished try counts, with the streak if it does."""
    if not tried.first:
        return [_("This was practice: only your first try at the race of the day counts.")]
    if tried.place is None:
        return [_("This try at the race of the day has no result that counts.")]
    now, _longest = streak(tries(select, tried.person), today())
    return [_("Your first try at the race of the day counts. Days in a row: {count}.").format(count=now)]


def share_lines(match: Match, tried: Try) -> list[str]:
    """Return the lines to share about a finished try: its day, the result, and blocks for the place in each round.

    They say nothing about the cards. The first block is for the grid.
    """
    what = _("Heat TUI, race of the day {day}, first try")
    if not tried.first or tried.place is None:
        what = _("Heat TUI, race of the day {day}, practice")
    figures, cars = tally(match).cars[0], len(match.sheet.entries)
    place = match.standings.index(0) + 1
    spins = ngettext("{count} spin out", "{count} spin outs", figures.spins).format(count=figures.spins)
    track, result = track_name(match.sheet.track), result_words(Target(name="", place=place, rounds=figures.rounds))
    line = _("{track}: {result}, {spins}, {heat} Heat paid")
    steps = len(BLOCKS) - 1
    blocks = "".join(BLOCKS[(cars - each) * steps // (cars - 1)] for each in figures.places)
    told = line.format(track=track, result=result, spins=spins, heat=figures.heat_paid)
    return [what.format(day=tried.day), told, _("Places by round, the best on top:"), blocks]
