"""The pages of the drivers' book: SQL queries, and tables of their results for commands and screens.

If a query has one `min` or `max` in a group, SQLite takes the other columns from the row that has it, such as the
rating after the last race with `HAVING max(at)`.

Every function that takes a `select` from `Book.reading` may raise BadFile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from heat_tui.drivers.kinds import KINDS, PERSON, RUNGS
from heat_tui.game.book.days import months, streak, tries
from heat_tui.game.book.report import (
    AUTOMATED,
    LEGEND,
    Driver,
    Duel,
    Month,
    RaceKey,
    Report,
    Row,
    SeasonKey,
    Table,
    TrackKey,
    day_words,
    tick,
)
from heat_tui.game.figures.statistics import EVERY_FIGURE
from heat_tui.game.setup.challenge import today
from heat_tui.game.setup.options import LEVELS, NO_GARAGE
from heat_tui.game.setup.seats import kind_named
from heat_tui.language import N_, NN_, Message, _, ngettext, row, translated
from heat_tui.modules.championship.words import season_title
from heat_tui.store.book import DRIVERS, BookRace, Select, aliases, mean, person_of
from heat_tui.store.reading import suggestion
from heat_tui.store.schema import Refused
from heat_tui.store.tracks import BOARDS
from heat_tui.typesetting import kept_whole
from heat_tui.words.formatter import fill
from heat_tui.words.names import TRACKS, name_of_track, quoted

RULES: Final[Mapping[str, str]] = {
    "championship": N_("championship"),
    **{level: words for level, words in LEVELS.items() if level != NO_GARAGE},
    "weather": N_("weather"),
    "tournament": N_("tournament mode"),
}
"""The words for the rules that affect records, by their names in the book; each combination has its own records.

A championship always has weather, so its weather is not named.
"""


class _Kind(NamedTuple):
    """A kind of record: its heading, and the sentence that announces a new one."""

    heading: str
    broken: Message


RECORDS: Final[Mapping[str, _Kind]] = {
    "rounds": _Kind(
        N_("Fewest rounds"),
        NN_(
            "A record for {course}: {name} finishes in {value} round. The record was {old}, by {holder}.",
            "A record for {course}: {name} finishes in {value} rounds. The record was {old}, by {holder}.",
            "value",
        ),
    ),
    "top_speed": _Kind(
        N_("Top speed"),
        N_("A record for {course}: {name} reaches speed {value}. The record was {old}, by {holder}."),
    ),
    "gained": _Kind(
        N_("Most places gained"),
        NN_(
            "A record for {course}: {name} gains {value} place. The record was {old}, by {holder}.",
            "A record for {course}: {name} gains {value} places. The record was {old}, by {holder}.",
            "value",
        ),
    ),
    "margin": _Kind(
        N_("Closest finish, in spaces"),
        NN_(
            "The closest finish on {course}: {name} beats {other} by {value} space. The record was {old}, by {holder}.",
            "The closest finish on {course}: {name} beats {other} by {value} spaces. The record was {old}, by "
            "{holder}.",
            "value",
        ),
    ),
}
"""The records by kind, in the order in which they are shown."""

STREAKS: Final[Mapping[str, str]] = {
    "wins": N_("Wins in a row"),
    "podiums": N_("Podiums in a row"),
    "clean": N_("Races in a row without a spin out"),
}
"""The headings of the streaks in races, by kind."""

LIKE: Final[tuple[Callable[[str], str], ...]] = (str.__str__, str.casefold)
"""The functions applied to names to compare them: the first is exact, the second ignores case."""

HIGHEST: Final = ("top_speed",)
"""The figures whose highest value is shown instead of the average."""

_RACE: Final = """
    r.ended, r.game, r.number, r.season, r.track, r.track_name, r.laps, r.rules,
    CASE WHEN r.number = r.races THEN r.seed END AS seed, s.cars
"""
"""The columns that describe a race. A season's seed is secret until the end, so only its last race shows it."""

_WHO: Final = "kind || ' ' || name"
"""The SQL expression for a driver's kind and name, as in the `DRIVERS` columns of query results."""
_STARTER: Final = "s.kind || ' ' || s.name"
"""The same as `_WHO`, in a query that joins `starts` as `s`."""

_FROM: Final = "FROM starts s JOIN ends e USING (at) JOIN races r USING (game, number)"
_KINDS: Final = "CASE kind WHEN 'person' THEN 0 WHEN 'automated' THEN 1 ELSE 2 END"
_OF: Final = "kind = ? AND name = ?"
_COUNTED: Final = "SELECT figure AS name FROM counted"
"""The query for the names of the figures that are not 0 for at least one car in the book."""

_STANDINGS: Final = """
    WITH season AS (
        SELECT game, max(number) AS raced FROM races WHERE season != '' GROUP BY game HAVING max(number) = count(*)
    ), drove AS (
        SELECT * FROM season JOIN ends USING (game) JOIN starts USING (at)
    ), sums AS (
        SELECT game, car, sum(points) AS points, sum(won) AS wins FROM drove GROUP BY game, car
    ), who AS (
        SELECT game, car, kind, name, row_number() OVER most AS nth FROM drove GROUP BY game, car, kind, name
        WINDOW most AS (PARTITION BY game, car ORDER BY count(*) DESC, min(number))
    ), standing AS (
        SELECT r.game, r.ended, raced, r.races, r.season, who.kind, who.name,
            row_number() OVER (PARTITION BY r.game ORDER BY sums.points DESC, last.points DESC, last.place) AS place,
            sums.points, sums.wins, raced = r.races AND count(*) OVER (PARTITION BY r.game) > 1 AS decided
        FROM drove last JOIN races r USING (game, number) JOIN sums USING (game, car) JOIN who USING (game, car)
        WHERE r.number = raced AND nth = 1
    )
"""
"""The standings of all seasons without a missing race; a car counts for the driver of most of its races.

A tie goes to the better place in the last race (E8), judged by the points for that race, which a car keeps if
its driver gives up.
A season is `decided` if it is over and had at least two cars: one car alone is practice, which nobody wins.
"""

_FEATS: Final = """
    , feat AS (
        SELECT at, place, 0 AS feat, CAST(rounds AS INTEGER) AS value, -CAST(rounds AS INTEGER) AS worth
        FROM starts WHERE rounds IS NOT NULL
        UNION ALL SELECT at, place, 1, CAST(top_speed AS INTEGER), CAST(top_speed AS INTEGER)
        FROM starts WHERE top_speed != 0
        UNION ALL SELECT at, place, 2, grid - place, grid - place
        FROM starts WHERE grid > place AND rounds IS NOT NULL
        UNION ALL SELECT at, 1, 3, margin, -margin FROM of WHERE margin IS NOT NULL
    ), best AS (
        SELECT *, row_number() OVER (PARTITION BY course, feat ORDER BY worth DESC, at, place) AS nth
        FROM of JOIN feat USING (at) JOIN (SELECT at, place, kind FROM starts) USING (at, place)
        WHERE (kind != 'person') = ?
    )
"""
"""The candidates for records in the races that the query `of` finds: people's (parameter 0) or all others' (1).

The first to set a record keeps it until it is broken; equalling it is not enough.
"""

_RECORD: Final = f"""
    SELECT {_RACE}, b.course AS which, b.feat, b.value, b.worth, {_STARTER} AS driver, o.kind || ' ' || o.name AS other
    FROM best b JOIN starts s USING (at, place) JOIN ends e USING (at) JOIN races r USING (game, number)
    LEFT JOIN starts o ON o.at = b.at AND o.place = 2 AND b.feat = 3
    WHERE nth = 1 ORDER BY r.track, r.course, r.laps, r.rules, b.feat
"""

_MEETINGS: Final = f"""
    WITH mine AS (
        SELECT at, cars, min(place) AS place, won FROM starts WHERE {_OF} GROUP BY at
    ), met AS (
        SELECT at, s.kind, s.name, m.cars, m.place, m.won, min(s.place) AS other_place, s.won AS lost
        FROM mine m JOIN starts s USING (at) GROUP BY at, s.kind, s.name
    )
"""
"""The races of a driver against each of the others; if either has several cars in a race, the best one counts."""


_DRIVER: Final = ("driver", "races", "wins", "podiums", "titles", "average_place", "beaten", "pace", "rating")
_DUEL: Final = ("against", "races", "ahead", "behind", "wins", "losses")
_PLACE: Final = ("ended", "track_name", "laps", "rules", "cars")
_COUNTS: Final = ("figure", "value")


def _about(kind: type[RaceKey | SeasonKey | TrackKey | Month]) -> Callable[[Row], object]:
    """Return a function that makes a `kind` from a row, which has a column for each of the fields."""
    return lambda each: kind._make(each[name] for name in kind._fields)


_driver: Final = itemgetter("driver")
_race, _season, _track, _month = map(_about, (RaceKey, SeasonKey, TrackKey, Month))


def _worded(rows: list[Row]) -> list[Row]:
    """Replace the stored rules, drivers and track names with the words to show, in place, and return the rows."""
    tell: dict[str, Callable[[Any], object]] = {
        "rules": lambda rules: row(_rule_words(rules)),
        **dict.fromkeys(DRIVERS, lambda who: Driver(*who.split(" ", 1)) if who else None),
    }
    for column in tell.keys() & (rows[0] if rows else {}):
        words = cache(tell[column])
        for each in rows:
            each[column] = words(each[column])
    if rows and "track_name" in rows[0]:
        name = cache(name_of_track)
        for each in rows:
            each["track_name"] = name(each["track"], each["track_name"])
    return rows


def _rule_words(rules: str) -> list[str]:
    return [translated(RULES[rule]) for rule in rules.split() if rule in RULES]


def _of(driver: Driver | None) -> tuple[str, tuple[str, ...]]:
    return ("1", ()) if driver is None else (_OF, driver.key)


def find(select: Select, text: str) -> Driver:
    """Return the driver called `text`; a merged name stands for its person. Raises Refused.

    An exact match comes before one that differs in case; among equal matches, people come before other drivers.
    """
    found = _worded(
        select(f"SELECT {_WHO} AS driver FROM starts GROUP BY kind, name ORDER BY {_KINDS}, min(at * 1000 + place)")
    )
    text = f"@{kind}" if text.startswith(("@", "＠")) and (kind := kind_named(text)) else text
    names: list[Driver] = [each["driver"] for each in found]
    merged = aliases(select)
    for like in LIKE:
        person = next((person_of(name, merged) for name in merged if like(name) == like(text)), text)
        for driver in names:
            if like(driver) in (like(text), like(person)):
                return driver
    unknown = N_("No driver in the book is called {name}{hint}; heat-tui book lists them.")
    raise Refused(unknown, name=quoted(text), hint=suggestion(text, names))


def names_of(driver: Driver, merged: Mapping[str, str]) -> list[str]:
    """Return the names merged with a person's name; [] unless the driver is a person."""
    return [name for name in merged if (PERSON, person_of(name, merged)) == driver.key]


def drivers(select: Select, driver: Driver | None = None) -> list[Row]:
    """Return a row for each driver who has raced against others, or only for `driver`; people come first.

    Each kind is sorted by rating, highest first. `races` are starts, practice excluded; automated drivers of a kind may
    have several in one race. `beaten` is the average share of the opponents who were behind in the result, `pace` the
    average number of rounds beyond the average of the others who finished, and `rating` the ordinal of OpenSkill.
    """
    where, values = _of(driver)
    return _worded(
        select(
            f"""{_STANDINGS}, champion AS (
                SELECT kind, name, count(*) AS titles FROM standing WHERE place = 1 AND decided GROUP BY 1, 2
            )
            SELECT kind, {_WHO} AS driver, count(*) AS races, sum(won) AS wins, sum(podium) AS podiums,
                coalesce(titles, 0) AS titles, exact(avg(place)) AS average_place, exact(avg(beaten)) AS beaten,
                exact(avg(pace)) AS pace, rating
            FROM starts LEFT JOIN champion USING (kind, name) WHERE cars > 1 AND {where} GROUP BY kind, name
            HAVING max(at) ORDER BY {_KINDS}, rating DESC, name""",
            *values,
        )
    )


def figures(select: Select, driver: Driver | None = None) -> dict[tuple[str, str], dict[str, float]]:
    """Return the figures of all drivers in races against others, or only of `driver`, by kind and name.

    A figure is the average over the starts that have it, or the highest value if its name is in `HIGHEST`.
    """
    where, values = ("1", ()) if driver is None else ("(s.kind, s.name) = (?, ?)", driver.key)
    starts: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    for each in select(
        f"""SELECT s.kind, s.name, figures {_FROM} JOIN cars c USING (game, number, car)
        WHERE s.cars > 1 AND {where} ORDER BY at, s.place""",
        *values,
    ):
        starts[each["kind"], each["name"]].append(each["figures"])
    return {who: _averages(own) for who, own in starts.items()}


def _averages(figures: Iterable[Mapping[str, float]]) -> dict[str, float]:
    alike, values = defaultdict(list), defaultdict[str, list[float]](list)
    for each in figures:
        alike[tuple(each)].append(each.values())
    for names, rows in alike.items():
        for name, column in zip(names, zip(*rows, strict=True), strict=True):
            values[name] += column
    return {name: max(each) if name in HIGHEST else mean(each) for name, each in values.items()}


def drivers_table(rows: Sequence[Row], title: str = "") -> Table:
    return Table(title, _DRIVER, rows, _driver)


def drivers_report(select: Select) -> Report:
    """Return the report on all drivers, with a table for each kind."""
    titles = {PERSON: _("People"), AUTOMATED: _("Automated drivers"), LEGEND: _("Legends")}
    rows = drivers(select)

    def figured() -> list[Row]:
        every = figures(select)
        return [{**each, **every[each["kind"], each["driver"].name]} for each in rows]

    return Report(
        lambda: [
            drivers_table([each for each in rows if each["kind"] == kind], title) for kind, title in titles.items()
        ],
        figured,
    )


def driver_report(select: Select, driver: Driver) -> Report:
    """Return the report on a driver; its rows for a spreadsheet are the driver's starts, with all figures.

    Raises Refused for a driver who has never raced against others.
    """
    found = drivers(select, driver)
    if not found:
        raise Refused(N_("{name} has only practised so far, in single-car races."), name=driver)
    (own,), (every,) = found, figures(select, driver).values()
    also, counted = names_of(driver, aliases(select)), {each["name"] for each in select(_COUNTED)}
    words = {name: translated(figure.words) for name, figure in EVERY_FIGURE.items() if name in {*every} & counted}
    averages, highest = (
        [{"figure": said, "value": of(every[name])} for name, said in words.items() if (name in HIGHEST) == high]
        for high, of in ((False, float), (True, lambda value: value))
    )
    tried = tries(select, driver.name if driver.kind == PERSON else "")
    days = [{"month": month, "days": marks} for month, marks in months(tried)]
    row_of_days = dict(zip(("now", "longest"), streak(tried, today()), strict=True))
    parts: dict[str, Any] = {
        "driver": {**own, "also": also, "ratings": ratings(select, driver), "figures": every},
        "tracks": tracks_of(select, driver),
        "streaks": [
            *streaks(select, driver),
            *([{"kind": "days", "streak": _("Races of the day in a row"), **row_of_days}] if tried else ()),
        ],
        "head_to_head": duels(select, driver),
        "seasons": standings(select, "kind = ? AND name = ?", *driver.key),
        "ladder": ladder(select, driver),
        "days": [{**each._asdict(), "day": str(each.day)} for each in tried],
    }
    season = ("ended", "season", "raced", "races", "place", "points", "wins")
    track = ("track_name", "races", "wins", "average_place", "beaten")
    tables = (
        Table(_("{name}, also {others}").format(name=driver, others=row(also)) if also else driver, _DRIVER, [own]),
        Table(_("Tracks, best first"), track, parts["tracks"], _track),
        Table(_("Streaks"), ("streak", "now", "longest"), parts["streaks"]),
        Table(_("Head to head"), _DUEL, parts["head_to_head"], lambda each: Duel(driver, each["against"])),
        Table(_("Seasons"), season, parts["seasons"], _season),
        Table(_("In a race, on average"), _COUNTS, averages),
        Table(_("Highest in a race"), _COUNTS, highest),
        Table(_("Races of the day"), ("month", "days"), days, _month),
        Table(_("Ladder"), ("track_name", *RUNGS), parts["ladder"], _track),
    )
    shown = {name: value for name, value in every.items() if name in counted}
    return Report(lambda: tables, lambda: starts_of(select, driver).rows, parts, "races", shown)


def ratings(select: Select, driver: Driver) -> list[float]:
    """Return the rating of a driver after each race against others, from first to last."""
    query = f"SELECT rating FROM starts WHERE {_OF} AND cars > 1 GROUP BY at ORDER BY at"
    return [each["rating"] for each in select(query, *driver.key)]


def places_of(select: Select, driver: Driver, most: int) -> list[str]:
    """Return a driver's places in at most `most` starts against others, latest first: "2/5" is 2nd of 5 cars."""
    query = f"SELECT place, cars FROM starts WHERE {_OF} AND cars > 1 ORDER BY at DESC, place DESC LIMIT ?"
    return [f"{each['place']}/{each['cars']}" for each in select(query, *driver.key, most)]


def tracks_of(select: Select, driver: Driver) -> list[Row]:
    """Return a driver's results by track, practice excluded, sorted by the share of opponents beaten, largest first."""
    rows = select(
        f"""SELECT track, track_name, count(*) AS races, sum(won) AS wins, exact(avg(place)) AS average_place,
            exact(avg(beaten)) AS beaten
        {_FROM} WHERE {_OF} AND cars > 1 GROUP BY track ORDER BY min(at)""",
        *driver.key,
    )
    return sorted(_worded(rows), key=lambda each: (-each["beaten"], -each["races"], each["track_name"]))


def streaks(select: Select, driver: Driver) -> list[Row]:
    """Return a driver's current and longest streaks; [] without races against others. Legends have no "clean" one."""
    kinds = [kind for kind in STREAKS if (driver.kind, kind) != (LEGEND, "clean")]
    rows = select(
        f"""WITH best AS (
            SELECT at, min(place), won, podium, coalesce(spins = 0, 0) AS clean
            FROM starts WHERE {_OF} AND cars > 1 GROUP BY at
        ), held AS (
            SELECT at, 0 AS streak_, won AS holds FROM best
            UNION ALL SELECT at, 1, podium FROM best
            UNION ALL SELECT at, 2, clean FROM best
        ), run AS (
            SELECT streak_, holds, sum(NOT holds) OVER (PARTITION BY streak_ ORDER BY at) AS run FROM held
        ), length AS (
            SELECT streak_, run, sum(holds) AS length FROM run GROUP BY streak_, run
        ), last AS (
            SELECT streak_, length AS now, max(run) FROM length GROUP BY streak_
        )
        SELECT now, max(length) AS longest FROM length JOIN last USING (streak_) GROUP BY streak_""",
        *driver.key,
    )
    return [
        {"kind": kind, "streak": translated(STREAKS[kind]), **each} for kind, each in zip(kinds, rows, strict=False)
    ]


def climbed(select: Select) -> set[tuple[str, str, str]]:
    """Return the rungs that people have climbed, each as a person, a track, and the kind of driver beaten there.

    A merged name has the rungs of its person.
    """
    rows = select(
        f"""SELECT DISTINCT {_STARTER} AS driver, track, o.kind || ' ' || o.name AS other
        {_FROM} JOIN starts o USING (at)
        WHERE s.kind = 'person' AND s.rounds IS NOT NULL AND o.kind = 'automated' AND o.place > s.place"""
    )
    merged = aliases(select)
    found = {(each["driver"].split(" ", 1)[1], each["track"], each["other"].split(" ", 1)[1]) for each in rows}
    return found | {(name, *rest) for name in merged for who, *rest in found if who == person_of(name, merged)}


def ladder(select: Select, driver: Driver) -> list[Row]:
    """Return a row for each track of the ladder, with the rungs that `driver` has climbed; [] unless it is a person."""
    beaten = climbed(select)
    rungs = {track: {kind: (driver.name, track, kind) in beaten for kind in RUNGS} for track in BOARDS}
    names = ((track, translated(TRACKS[track])) for track in BOARDS if driver.kind == PERSON)
    return [{"track": track, "track_name": name, **rungs[track]} for track, name in names]


def rung_words(beaten: set[tuple[str, str, str]], person: str, track: str) -> str:
    """Return a line with a person's rungs on a track; "" for a track that is not on the ladder."""
    words = (kept_whole(f"{translated(KINDS[kind].name)} {tick((person, track, kind) in beaten)}") for kind in RUNGS)
    return _("Ladder: {rungs}").format(rungs="  ".join(words)) if track in BOARDS else ""


def duels(select: Select, one: Driver, other: Driver | None = None) -> list[Row]:
    """Return a driver's results against every other driver met, or only against `other`; people come first."""
    where, values = _of(other)
    return _worded(
        select(
            f"""{_MEETINGS}
            SELECT {_WHO} AS against, count(*) AS races, sum(place < other_place) AS ahead,
                sum(place > other_place) AS behind, sum(won) AS wins, sum(lost) AS losses
            FROM met WHERE NOT ({_OF}) AND {where} GROUP BY kind, name
            ORDER BY {_KINDS}, count(*) DESC,
                (SELECT min(at * 1000 + place) FROM starts s WHERE s.kind = met.kind AND s.name = met.name)""",
            *one.key * 2,
            *values,
        )
    )


def duel(select: Select, one: Driver, other: Driver) -> Row:
    """Return the results of a driver against another, 0 if they never met. Raises Refused if they are the same."""
    if one.key == other.key:
        raise Refused(N_("Both names belong to {name}; name two drivers."), name=one)
    none = dict.fromkeys(("races", "ahead", "behind", "wins", "losses"), 0)
    return {"driver": one, **next(iter(duels(select, one, other)), {"against": other, **none})}


def duel_report(select: Select, one: Driver, other: Driver) -> Report:
    """Return the report on `one` against `other`: the results and the meetings, latest first. Raises Refused."""
    own, met = duel(select, one, other), meetings(select, one, other)
    tables = (Table("", ("driver", *_DUEL), [own]), met) if met.rows else ()
    return Report(lambda: tables, lambda: met.rows, own, "meetings")


def meetings(select: Select, one: Driver, other: Driver) -> Table:
    """Return the races that two drivers were both in, with their places, latest first."""
    rows = select(
        f"""{_MEETINGS} SELECT {_RACE}, s.place, s.other_place
        FROM met s JOIN ends e USING (at) JOIN races r USING (game, number) WHERE {_OF} ORDER BY at DESC""",
        *one.key,
        *other.key,
    )
    return Table("", (*_PLACE, "place", "other_place"), _worded(rows), _race)


def records(select: Select, track: str = "", *, automated: bool = False) -> Table:
    """Return the records on every track, or only on `track`, by track, laps and rules.

    If a track has been changed, only races on the version last raced count. The records are those of people or, if
    `automated`, of all other drivers; the closest finish is its winner's record.
    """
    rows = select(
        f"""WITH of AS (
            SELECT at, margin, min(at) OVER (PARTITION BY track, course, laps, rules) AS course
            FROM ends JOIN races USING (game, number) JOIN (
                SELECT track, course, max(at) FROM ends JOIN races USING (game, number) GROUP BY track
            ) USING (track, course) WHERE ? IN ('', track)
        ) {_FEATS} {_RECORD}""",
        track,
        automated,
    )
    shown = [
        {
            **{name: each[name] for name in tuple(each)[:10]},
            "kind": kind,
            "record": translated(RECORDS[kind].heading),
            "value": each["value"],
            "holder": row([str(each[name]) for name in ("driver", "other") if each[name] is not None]),
        }
        for each in _worded(rows)
        if (kind := [*RECORDS][each["feat"]])
    ]
    return Table("", ("track_name", "laps", "rules", "record", "value", "holder", "ended"), shown, _race)


def broken_lines(select: Select, race: BookRace) -> list[str]:
    """Return a sentence for each record that a race has broken, of people or, in a race without any, of others."""
    rows = select(
        f"""WITH of AS (
            SELECT e.at, r.margin, e.at = mine.at AS course FROM races m JOIN ends mine USING (game, number)
            JOIN races r ON (r.track, r.course, r.laps, r.rules) = (m.track, m.course, m.laps, m.rules)
            JOIN ends e ON e.game = r.game AND e.number = r.number AND e.at <= mine.at
            WHERE (m.game, m.number) = (?, ?)
        ) {_FEATS} {_RECORD}""",
        *race.key,
        all(car.kind != PERSON for car in race.cars),
    )
    old = {each["feat"]: each for each in _worded(rows) if not each["which"]}
    new = {each["feat"]: each for each in rows if each["which"]}
    return [
        _broken_line(race, kind, new[feat], old[feat])
        for feat, kind in enumerate(RECORDS)
        if feat in new and feat in old and new[feat]["worth"] > old[feat]["worth"]
    ]


def _broken_line(race: BookRace, kind: str, new: Row, old: Row) -> str:
    message = RECORDS[kind].broken
    if kind == "margin" and not new["value"]:
        message = N_(
            "The closest finish on {course}: {name} beats {other} side by side. The record was {old}, by {holder}."
        )
    laps = ngettext("{count} lap", "{count} laps", race.laps).format(count=race.laps)
    course = _("{track} ({rules})").format(
        track=name_of_track(race.track, race.track_name), rules=row([laps, *_rule_words(race.rules)])
    )
    facts = {"course": course, "name": new["driver"], "other": new["other"] or "", "holder": old["driver"]}
    return fill(message, value=new["value"], old=old["value"], **facts)


def tracks(select: Select, *, automated: bool = False) -> Table:
    """Return all tracks raced, most often raced first, with the person who has won there most often, if any.

    If `automated`, that is the automated driver or Legend instead. `rounds` is the average for the car in first place;
    `spins` is the average per start, without Legends, which cannot spin out.
    """
    rows = select(
        f"""WITH start AS (SELECT s.*, track, track_name {_FROM}), winner AS (
            SELECT track, kind, name, count(*) AS wins, row_number() OVER most AS nth
            FROM start WHERE won AND (kind != 'person') = ? GROUP BY track, kind, name
            WINDOW most AS (PARTITION BY track ORDER BY count(*) DESC, min(at))
        ), sums AS (
            SELECT track, track_name, count(DISTINCT at) AS races, avg(CASE WHEN place = 1 THEN rounds END) AS rounds,
                coalesce(avg(CASE WHEN kind != 'legend' THEN spins END), 0.0) AS spins
            FROM start GROUP BY track HAVING max(at)
        )
        SELECT track, track_name, races, exact(rounds) AS rounds, exact(spins) AS spins,
            w.kind || ' ' || w.name AS best, coalesce(wins, 0) AS wins
        FROM sums LEFT JOIN winner w USING (track) WHERE coalesce(nth, 1) = 1""",
        automated,
    )
    shown = sorted(_worded(rows), key=lambda each: (-each["races"], each["track_name"]))
    return Table("", ("track_name", "races", "rounds", "spins", "best", "wins"), shown, _track)


def standings(select: Select, where: str = "1", *values: object) -> list[Row]:
    """Return the standings of seasons with no race missing, latest first: a row for each car, by place."""
    return _worded(
        select(
            f"""{_STANDINGS} SELECT game, ended, raced, races, season, {_WHO} AS driver, place, points, wins
            FROM standing WHERE {where} ORDER BY ended DESC, game DESC, place""",
            *values,
        )
    )


def standings_table(season: Sequence[Row]) -> Table:
    """Return the standings of a season; the title has its day, and its champion or else the number of races so far.

    Raises Refused for a season that the book no longer has.
    """
    if not season:
        raise Refused(_("This season is no longer in the book."))
    champion, (first, *_others) = _champion(season), season
    words = N_("{season}, {day}: won by {name}")
    if champion is None:
        words = N_("{season}, {day}: after race {number} of {races}")
    facts = {"season": season_title(first["season"]), "day": day_words(first["ended"]), "name": champion or ""}
    title = fill(words, **facts, number=first["raced"], races=first["races"])
    return Table(title, ("place", "driver", "points", "wins"), season, _driver)


def _champion(season: Sequence[Row]) -> Driver | None:
    """Return the champion of a season; None before its end, or if it had only one car, which is practice."""
    first = season[0]
    return first["driver"] if first["raced"] == first["races"] and len(season) > 1 else None


def _seasons(rows: Sequence[Row]) -> list[list[Row]]:
    return [[*group] for _game, group in groupby(rows, itemgetter("game"))]


def seasons(select: Select) -> Table:
    """Return a table with a row for each season, latest first; a season with a missing race is left out."""
    rows = [{**season[0], "won_by": _champion(season)} for season in _seasons(standings(select))]
    return Table("", ("ended", "season", "raced", "races", "won_by"), rows, _season)


def titles(select: Select) -> Table:
    """Return the drivers of all seasons with no race missing, over or not, by titles and then points, most first."""
    rows = select(
        f"""{_STANDINGS} SELECT {_WHO} AS driver, sum(place = 1 AND decided) AS titles, count(*) AS seasons,
            sum(points) AS points, sum(wins) AS wins
        FROM standing GROUP BY kind, name ORDER BY titles DESC, points DESC, kind, name"""
    )
    return Table(_("Titles"), ("driver", "titles", "seasons", "points", "wins"), _worded(rows), _driver)


def seasons_report(select: Select) -> Report:
    """Return the report on seasons with no race missing: the titles, then the standings, which are its rows."""
    rows, won = standings(select), titles(select)
    return Report(lambda: [won, *map(standings_table, _seasons(rows))], lambda: rows, {"titles": won.rows}, "seasons")


def races(select: Select, where: str = "1", *values: object, order: str = "at DESC", most: int | None = None) -> Table:
    """Return races with the winner and the rounds of the car in first place, by default latest first.

    Nobody wins a race of one car, which is practice, or one that no car finishes; the latter has no rounds either.
    """
    rows = select(
        f"""SELECT {_RACE}, s.rounds, CASE WHEN won THEN {_STARTER} END AS winner {_FROM}
        WHERE s.place = 1 AND {where} ORDER BY {order} LIMIT ?""",
        *values,
        -1 if most is None else most,
    )
    return Table("", (*_PLACE, "rounds", "winner"), _worded(rows), _race)


def races_report(select: Select, most: int | None = None) -> Report:
    """Return the report on the last `most` races, or on all, latest first; its rows are the cars of each race."""
    last = ("1",) if most is None else ("at > (SELECT max(at) FROM ends) - ?", most)
    return Report(lambda: [races(select, most=most)], lambda: starts(select, *last))


def starts(select: Select, where: str, *values: object, order: str = "at DESC, s.place") -> Iterator[Row]:
    """Yield the cars of races with their figures; the car of a person who gave up has none."""
    cars = select(
        f"""SELECT at, s.kind, {_STARTER} AS driver, s.grid, s.place, s.rounds IS NOT NULL AS finished, s.points,
            shared, figures
        FROM starts s JOIN ends USING (at) JOIN cars USING (game, number, car) WHERE {where} ORDER BY {order}""",
        *values,
    )
    ran = select(
        f"SELECT at, {_RACE} {_FROM} WHERE s.place = 1 AND at IN (SELECT at FROM starts s WHERE {where})", *values
    )
    races = {each.pop("at"): each for each in _worded(ran)}
    for each in _worded(cars):
        at, own = each.pop("at"), each.pop("figures")
        yield {**races[at], **each, **own}


def starts_of(select: Select, driver: Driver) -> Table:
    """Return the starts of a driver, latest first, practice included."""
    rows = [*starts(select, "s.kind = ? AND s.name = ?", *driver.key, order="at DESC, s.place DESC")]
    return Table("", (*_PLACE, "grid", "place"), rows, _race)


def _alone(page: Callable[..., Table]) -> Callable[..., Report]:
    """Return a function that takes the arguments of a one-table page and returns that page as a report."""

    def report(select: Select, **given: object) -> Report:
        table = page(select, **given)
        return Report(lambda: [table], lambda: table.rows)

    return report


records_report, tracks_report = map(_alone, (records, tracks))
