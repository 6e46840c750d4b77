"""The queries of the drivers' book: drivers, records, tracks, seasons and duels, as rows that SQLite counts.

Every function takes what `Book.reading` gives, and may raise BadFile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from heat_tui.drivers.kinds import PERSON
from heat_tui.game.setup.options import LEVELS, NO_GARAGE
from heat_tui.game.setup.seats import kind_named
from heat_tui.language import N_, NN_, Message, _, ngettext, row, translated
from heat_tui.store.book import DRIVERS, BookRace, Select, mean, person_of
from heat_tui.store.reading import suggestion
from heat_tui.store.schema import Refused
from heat_tui.words.formatter import fill
from heat_tui.words.names import colour_name, name_of_track, quoted

Row = dict[str, Any]

AUTOMATED: Final = "automated"
LEGEND: Final = "legend"

RULES: Final[Mapping[str, str]] = {
    "championship": N_("championship"),
    **{level: words for level, words in LEVELS.items() if level != NO_GARAGE},
    "weather": N_("weather"),
    "tournament": N_("tournament mode"),
}
"""The rules that decide what a car can do, by their words in the book: records are kept for each set of them.

A championship always has weather, which is therefore not named.
"""


class Driver(str):
    """A person by name, all automated drivers of a kind, or the Legend of a colour: "Ada", "@steady", "Legend Red"."""

    kind: str
    name: str
    key: tuple[str, str]

    def __new__(cls, kind: str, name: str) -> Driver:
        words = f"@{name}" if kind == AUTOMATED else name
        if kind == LEGEND:
            words = _("Legend {colour}").format(colour=colour_name(name))
        driver = super().__new__(cls, words)
        driver.kind, driver.name = driver.key = kind, name
        return driver


class Race(NamedTuple):
    """A race, by what identifies it."""

    game: str
    number: int


class Duel(NamedTuple):
    """Two drivers against each other."""

    one: Driver
    other: Driver


class Season(NamedTuple):
    """A season, by its game."""

    game: str


class Track(NamedTuple):
    """A track, by its id, and its name."""

    track: str
    track_name: str


class _Kind(NamedTuple):
    """A kind of record: its heading, and the sentence when it is broken."""

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
"""The streaks by kind."""

HIGHEST: Final = ("top_speed",)
"""The figures of which the highest is shown instead of the average."""

_RACE: Final = """
    r.ended, r.game, r.number, r.season, r.track, r.track_name, r.laps, r.rules,
    CASE WHEN r.number = r.races THEN r.seed END AS seed, s.cars
"""
"""The columns about a race in all tables. A season's seed stays secret until its last race, so only that has it."""

_WHO: Final = "kind || ' ' || name"
_STARTER: Final = "s.kind || ' ' || s.name"
"""A driver, as `told` expects it."""

_FROM: Final = "FROM starts s JOIN ends e USING (at) JOIN races r USING (game, number)"
_KINDS: Final = "CASE kind WHEN 'person' THEN 0 WHEN 'automated' THEN 1 ELSE 2 END"
_OF: Final = "kind = ? AND name = ?"

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
            row_number() OVER (PARTITION BY r.game ORDER BY sums.points DESC, last.place) AS place,
            sums.points, sums.wins, raced = r.races AND count(*) OVER (PARTITION BY r.game) > 1 AS decided
        FROM drove last JOIN races r USING (game, number) JOIN sums USING (game, car) JOIN who USING (game, car)
        WHERE r.number = raced AND nth = 1
    )
"""
"""The standings of all seasons but those that lack a race; a car counts for the driver of most of its races.

Nobody has won a season before its end, or as a driver on their own, who practises: it is not `decided`.
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
        FROM of JOIN feat USING (at)
    )
"""
"""The possible records of the races `of` some courses; whoever sets a record first keeps it until it is broken."""

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
"""The races of a driver with each of the others; of several cars of a driver the best counts."""


def told(rows: list[Row], *without: str) -> list[Row]:
    """Put the words that are shown into rows, in place of what the file has for them; some columns are left out."""
    columns = [column for column in DRIVERS if rows and column in rows[0]]
    for each in rows:
        if "rules" in each:
            each["rules"] = _rules(each["rules"])
        if "track_name" in each:
            each["track_name"] = name_of_track(each["track"], each["track_name"])
        for column in columns:
            each[column] = Driver(*each[column].split(" ", 1)) if each[column] else None
        for name in without:
            del each[name]
    return rows


def drivers(select: Select, driver: Driver | None = None) -> list[Row]:
    """Return all drivers who were in a race against others, or one: people first, each kind by rating.

    `races` are starts, practice excluded; automated drivers of a kind may have several in one race. `beaten` is the
    average share of the field that came behind, `pace` the average of the rounds more than the others took, and
    `rating` the ordinal of OpenSkill.
    """
    where, values = _of(driver)
    rows = select(
        f"""{_STANDINGS}, champion AS (
            SELECT kind, name, count(*) AS titles FROM standing WHERE place = 1 AND decided GROUP BY 1, 2
        )
        SELECT kind, {_WHO} AS driver, count(*) AS races, sum(won) AS wins, sum(podium) AS podiums,
            coalesce(titles, 0) AS titles, mean(place) AS average_place, mean(beaten) AS beaten, mean(pace) AS pace,
            rating, max(at) AS at
        FROM starts LEFT JOIN champion USING (kind, name) WHERE cars > 1 AND {where} GROUP BY kind, name
        ORDER BY {_KINDS}, rating DESC, name""",
        *values,
    )
    return told(rows, "at")


def figures(select: Select, driver: Driver | None = None) -> dict[tuple[str, str], dict[str, float]]:
    """Return the figures of all drivers in races against others, or of one, by kind and name.

    They are averages of the starts that have them, or the highest for those of `HIGHEST`.
    """
    where, values = _of(driver)
    starts: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    for each in select(
        f"""SELECT s.kind, s.name, figures {_FROM} JOIN cars c USING (game, number, car)
        WHERE s.cars > 1 AND {where.replace("kind", "s.kind").replace("name", "s.name")} ORDER BY at, s.place""",
        *values,
    ):
        starts[each["kind"], each["name"]].append(each["figures"])
    return {driver: _averages(own) for driver, own in starts.items()}


def _of(driver: Driver | None) -> tuple[str, tuple[str, ...]]:
    return ("1", ()) if driver is None else (_OF, driver.key)


def find(select: Select, text: str) -> Driver:
    """Return the driver of that name, a person before others; upper and lower case count alike. Raises Refused."""
    found = told(
        select(f"SELECT {_WHO} AS driver FROM starts GROUP BY kind, name ORDER BY {_KINDS}, min(at * 1000 + place)")
    )
    text = f"@{kind}" if text.startswith(("@", "＠")) and (kind := kind_named(text)) else text
    merged = person_of(text, aliases(select))
    names: list[Driver] = [each["driver"] for each in found]
    for like in (str.__str__, str.casefold):
        for driver in names:
            if like(driver) in (like(text), like(merged)):
                return driver
    raise Refused(
        N_("No driver in the book is called {name}{hint}; heat-tui book lists them."),
        name=quoted(text),
        hint=suggestion(text, names),
    )


def aliases(select: Select, driver: Driver | None = None) -> dict[str, str]:
    """Return the names whose races are credited to another person, or to this one."""
    every = {each["name"]: each["person"] for each in select("SELECT name, person FROM aliases ORDER BY name")}
    if driver is None:
        return every
    return {name: person for name, person in every.items() if (PERSON, person_of(name, every)) == driver.key}


def starts(
    select: Select, where: str = "", *values: object, order: str = "at DESC, s.place", most: int | None = None
) -> list[Row]:
    """Return cars in races with their `figures`, by default those of the last race first."""
    races = f"SELECT at FROM ends ORDER BY at DESC LIMIT {-1 if most is None else most}"
    rows = select(
        f"""SELECT {_RACE}, s.kind, {_STARTER} AS driver, s.grid, s.place, s.rounds IS NOT NULL AS finished, s.points,
            shared, figures
        {_FROM} JOIN cars c USING (game, number, car) WHERE at IN ({races}) {where} ORDER BY {order}""",
        *values,
    )
    return told(rows)


def starts_of(select: Select, driver: Driver) -> list[Row]:
    """Return the starts of a driver, the last one first, practice included."""
    return starts(select, "AND s.kind = ? AND s.name = ?", *driver.key, order="at DESC, s.place DESC")


def races(
    select: Select, where: str = "1", *values: object, order: str = "at DESC", most: int | None = None
) -> list[Row]:
    """Return races with the winner and the rounds of the first car home, by default the last one first.

    A race of one car is practice, which nobody wins.
    """
    rows = select(
        f"""SELECT {_RACE}, s.rounds, CASE WHEN won THEN {_STARTER} END AS winner {_FROM}
        WHERE s.place = 1 AND {where} ORDER BY {order} LIMIT ?""",
        *values,
        -1 if most is None else most,
    )
    return told(rows)


def ratings(select: Select, driver: Driver) -> list[float]:
    """Return the rating of a driver after each race."""
    query = f"SELECT rating FROM starts WHERE {_OF} AND cars > 1 GROUP BY at ORDER BY at"
    return [each["rating"] for each in select(query, *driver.key)]


def places_of(select: Select, driver: Driver, most: int) -> list[str]:
    """Return place and number of cars in the latest starts of a driver against others, as "2/5", the last one first."""
    query = f"SELECT place, cars FROM starts WHERE {_OF} AND cars > 1 ORDER BY at DESC, place DESC LIMIT ?"
    return [f"{each['place']}/{each['cars']}" for each in select(query, *driver.key, most)]


def tracks_of(select: Select, driver: Driver) -> list[Row]:
    """Return a driver's results on every track, from the best to the worst."""
    rows = select(
        f"""SELECT track, track_name, count(*) AS races, sum(won) AS wins, mean(place) AS average_place,
            mean(beaten) AS beaten, max(at) AS at
        {_FROM} WHERE {_OF} AND cars > 1 GROUP BY track ORDER BY min(at)""",
        *driver.key,
    )
    return sorted(told(rows, "at"), key=lambda each: (-each["beaten"], -each["races"], each["track_name"]))


def streaks(select: Select, driver: Driver) -> list[Row]:
    """Return races in a row: `now` is the running streak. Legends cannot spin out, so they have none without it."""
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
        SELECT streak_, now, max(length) AS longest FROM length JOIN last USING (streak_) GROUP BY streak_""",
        *driver.key,
    )
    return [
        {"kind": kind, "streak": translated(STREAKS[kind]), "now": each["now"], "longest": each["longest"]}
        for kind, each in zip(kinds, rows, strict=False)
    ]


def duels(select: Select, one: Driver, other: Driver | None = None) -> list[Row]:
    """Return how a driver has done in the races against each of the others, or against one."""
    where, values = _of(other)
    rows = select(
        f"""{_MEETINGS}
        SELECT {_WHO} AS against, count(*) AS races, sum(place < other_place) AS ahead,
            sum(place > other_place) AS behind, sum(won) AS wins, sum(lost) AS losses
        FROM met WHERE NOT ({_OF}) AND {where} GROUP BY kind, name
        ORDER BY {_KINDS}, count(*) DESC,
            (SELECT min(at * 1000 + place) FROM starts s WHERE s.kind = met.kind AND s.name = met.name)""",
        *one.key * 2,
        *values,
    )
    return told(rows)


def duel(select: Select, one: Driver, other: Driver) -> Row:
    """Return how two drivers have done against each other. Raises Refused for one and the same."""
    if one.key == other.key:
        raise Refused(N_("Both names belong to {name}; name two drivers."), name=one)
    none = dict.fromkeys(("races", "ahead", "behind", "wins", "losses"), 0)
    return {"driver": one, **next(iter(duels(select, one, other)), {"against": other, **none})}


def meetings(select: Select, one: Driver, other: Driver) -> list[Row]:
    """Return the races that two drivers were in with the places of both, the last one first."""
    return told(
        select(
            f"""{_MEETINGS} SELECT {_RACE}, s.place, s.other_place
            FROM met s JOIN ends e USING (at) JOIN races r USING (game, number) WHERE {_OF} ORDER BY at DESC""",
            *one.key,
            *other.key,
        )
    )


def records(select: Select, track: str = "") -> list[Row]:
    """Return the records of every track as it was raced last, or of one, by track, laps and rules."""
    rows = select(
        f"""WITH of AS (
            SELECT at, margin, min(at) OVER (PARTITION BY track, course, laps, rules) AS course
            FROM ends JOIN races USING (game, number) JOIN (
                SELECT track, course, max(at) FROM ends JOIN races USING (game, number) GROUP BY track
            ) USING (track, course) WHERE ? IN ('', track)
        ) {_FEATS} {_RECORD}""",
        track,
    )
    return [
        {
            **{name: each[name] for name in tuple(each)[:10]},
            "kind": kind,
            "record": translated(RECORDS[kind].heading),
            "value": each["value"],
            "holder": row([str(each[name]) for name in ("driver", "other") if each[name] is not None]),
        }
        for each in told(rows)
        if (kind := [*RECORDS][each["feat"]])
    ]


def broken_lines(select: Select, race: BookRace) -> list[str]:
    """Return a sentence for each record that a race has broken."""
    rows = select(
        f"""WITH of AS (
            SELECT e.at, r.margin, e.at = mine.at AS course FROM races m JOIN ends mine USING (game, number)
            JOIN races r ON (r.track, r.course, r.laps, r.rules) = (m.track, m.course, m.laps, m.rules)
            JOIN ends e ON e.game = r.game AND e.number = r.number AND e.at <= mine.at
            WHERE (m.game, m.number) = (?, ?)
        ) {_FEATS} {_RECORD}""",
        *race.key,
    )
    old = {each["feat"]: each for each in told(rows) if not each["which"]}
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


def tracks(select: Select) -> list[Row]:
    """Return all tracks, those raced most often first, with the driver who wins there most often.

    `rounds` is the average of the first car home, `spins` that of a start; Legends, which cannot spin out, do not
    count in it.
    """
    rows = select(
        f"""WITH start AS (SELECT s.*, track, track_name {_FROM}), winner AS (
            SELECT track, kind, name, count(*) AS wins, row_number() OVER most AS nth
            FROM start WHERE won GROUP BY track, kind, name
            WINDOW most AS (PARTITION BY track ORDER BY count(*) DESC, min(at))
        ), sums AS (
            SELECT track, track_name, count(DISTINCT at) AS races, mean(CASE WHEN place = 1 THEN rounds END) AS rounds,
                coalesce(mean(CASE WHEN kind != 'legend' THEN spins END), 0.0) AS spins, max(at) AS at
            FROM start GROUP BY track
        )
        SELECT track, track_name, races, rounds, spins, w.kind || ' ' || w.name AS best, coalesce(wins, 0) AS wins
        FROM sums LEFT JOIN winner w USING (track) WHERE coalesce(nth, 1) = 1""",
    )
    return sorted(told(rows), key=lambda each: (-each["races"], each["track_name"]))


def standings(select: Select, where: str = "1", *values: object) -> list[Row]:
    """Return the standings of seasons line by line, the season raced last first."""
    rows = select(
        f"""{_STANDINGS} SELECT game, ended, raced, races, season, {_WHO} AS driver, place, points, wins
        FROM standing WHERE {where} ORDER BY ended DESC, game DESC, place""",
        *values,
    )
    return told(rows)


def titles(select: Select) -> list[Row]:
    """Return the drivers of all seasons, unfinished ones included, by titles and then by points."""
    rows = select(
        f"""{_STANDINGS} SELECT {_WHO} AS driver, sum(place = 1 AND decided) AS titles, count(*) AS seasons,
            sum(points) AS points, sum(wins) AS wins
        FROM standing GROUP BY kind, name ORDER BY titles DESC, points DESC, kind, name"""
    )
    return told(rows)


def counted(select: Select) -> set[str]:
    """Return the figures that are more than 0 for some car in the book."""
    return {each["name"] for each in select("SELECT figure AS name FROM counted")}


def _rules(rules: str) -> str:
    return row(_rule_words(rules))


def _rule_words(rules: str) -> list[str]:
    return [translated(RULES[rule]) for rule in rules.split() if rule in RULES]


def _averages(figures: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the averages of the figures, of the starts that have them, or the highest."""
    names = dict.fromkeys(name for every in dict.fromkeys(map(tuple, figures)) for name in every)
    values = {name: [each[name] for each in figures if name in each] for name in names}
    return {name: max(each) if name in HIGHEST else mean(each) for name, each in values.items()}
