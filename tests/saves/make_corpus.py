"""Add the named saves to the corpus, or all missing ones: `python -m tests.saves.make_corpus [NAME ...]`.

The files are valuable because an older program wrote them: an existing save is never rewritten. To add one, add a
recipe to `RECIPES`, run this once, read the new file in `corpus/expected`, and commit both files. A recipe documents
how its save was made; later rules may lead it elsewhere. If saves lead elsewhere on purpose, `pytest
tests/saves/test_corpus.py --regenerate` rewrites their expectations; their `cars` must not change.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import Literal, TypedDict, Unpack

from heat_tui.drivers import Steady
from heat_tui.engine.module import Module
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.advice.first_race import SUGGESTED_LINE, first_race_setup
from heat_tui.game.setup.options import DRAFTS, SEASON_LEVELS
from heat_tui.game.table.match import Match
from heat_tui.modules.championship.calendar import YEARS, SeasonRace
from heat_tui.modules.championship.season import SeasonSetup
from heat_tui.modules.garage import Garage
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.spaces import Spaces
from heat_tui.modules.tournament import Tournament
from heat_tui.modules.weather import Weather
from heat_tui.store.saved_race import Controller, GameSetup, fingerprint
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track
from tests.saves.corpus import FOLDER, STORE, expectation_path, facts_of, text_of
from tests.seasons import TRACKS, of_year

MOMENT = datetime(2026, 11, 22, 8, 30, tzinfo=UTC)

ALL_SETS = ("base", "heavy_rain", "tunnel_vision")
VENTURE = 0.25
"""The chance that a person chooses at random rather than as Steady would."""

RECKLESS = 1.0
"""The same chance for a person who always chooses at random."""

MOST_TRIES = 300
MOST_ACTIONS = 900

Way = Callable[[Match, Random], bool]
"""A function that brings a match to the point where it is saved, and returns whether this succeeded."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A setup, its controllers, and how the match gets to its save; `edit` changes the table of the file."""

    setup: GameSetup
    controllers: tuple[Controller, ...]
    way: Way
    open_table: bool = False
    lessons: bool = False
    edit: Callable[[dict[str, object]], None] | None = None


class Options(TypedDict, total=False):
    """The options that a race and a season share, except modules."""

    colours: tuple[str, ...]
    handicap: tuple[int, ...]
    retire: bool
    memory_aid: bool


class SeasonOptions(Options, total=False):
    """The options of a season: those shared with a race, its own, and its modules."""

    sets: tuple[str, ...]
    level: Literal["basic", "advanced", "both"]
    parts: tuple[int, ...]
    modules: tuple[Module, ...]


def race(
    track: str,
    *modules: Module,
    seats: tuple[str, ...] = ("Ada", "Bo"),
    seed: int = 1,
    laps: int = 1,
    **options: Unpack[Options],
) -> RaceSetup:
    """Return the setup of a race, of one lap unless `laps` says otherwise."""
    return RaceSetup(load_track(track), seats, seed, laps, modules=modules, **options)


def season(
    title: str,
    *races: tuple[str, int],
    seats: tuple[str, ...] = ("Ada",),
    seed: int = 1,
    **options: Unpack[SeasonOptions],
) -> SeasonSetup:
    """Return the setup of a season of one-lap races, each a track and its event."""
    calendar = tuple(SeasonRace(load_track(track), event, 1) for track, event in races)
    return SeasonSetup(calendar, seats, seed, title, **options)


def step(match: Match, random: Random, *, venture: float = VENTURE) -> None:
    """Play one action of any seat; between two races, start the next one."""
    decision = match.decision
    assert decision is not None
    if match.rests:
        match.next_race()
    elif not match.waits_for_person:
        match.play_driver()
    elif random.random() < venture:
        match.play(decision.sample(random.random))
    else:
        match.play(Steady(1).choose(match.view(decision.seat), decision))


def until(there: Callable[[Match], bool], *, after: int = 0, venture: float = VENTURE) -> Way:
    """Return a way that plays at least `after` actions, and then on to the first state that `there` accepts."""

    def way(match: Match, random: Random) -> bool:
        done = 0
        while done < after or not there(match):
            if match.over or done > MOST_ACTIONS:
                return False
            step(match, random, venture=venture)
            done += 1
        return True

    return way


def at(kind: str, *, after: int = 0, venture: float = VENTURE) -> Way:
    """Return a way to the point where a person must make a decision of this class."""
    name = f"{kind}Decision"
    return until(
        lambda match: type(match.decision).__name__ == name and match.waits_for_person, after=after, venture=venture
    )


def ended(match: Match) -> bool:
    """Return whether the race or season is over."""
    return match.over


def paused(match: Match) -> bool:
    """Return whether the match is at the pause between two races."""
    return match.rests


def chosen(kind: str, *, venture: float = VENTURE) -> Way:
    """Return a way to the point right after a person's action of this class."""

    def there(match: Match) -> bool:
        last = match.log[-1] if match.log else None
        return last is not None and last.controller == "person" and type(last.action).__name__ == kind

    return until(there, venture=venture)


def told(event: str, *, venture: float = VENTURE) -> Way:
    """Return a way to the point where an event of this class has happened in the current race."""
    return until(lambda match: event in {type(each).__name__ for each in match.events}, venture=venture)


def in_race(number: int, *, after: int) -> Way:
    """Return a way to the season's race of this number, after at least the given number of its actions."""
    return until(lambda match: len(match.past) + 1 == number and len(match.log) >= after)


def then(*ways: Way) -> Way:
    """Return a way that follows these ways one after the other, until one fails."""
    return lambda match, random: all(way(match, random) for way in ways)


def handed(seat: int, controller: Controller) -> Way:
    """Return a way that hands a seat over."""

    def way(match: Match, random: Random) -> bool:
        match.hand_over(seat, controller)
        return True

    return way


def took_back(choices: int) -> Way:
    """Return a way that takes back the last `choices` choices of people by agreement."""

    def way(match: Match, random: Random) -> bool:
        if match.choices < choices:
            return False
        match.take_back(choices)
        return True

    return way


def undid(match: Match, random: Random) -> bool:
    """Undo the last choice if nothing hidden has been shown since; return whether it was undone."""
    if match.undo_stop is not None:
        return False
    match.undo()
    return True


def renamed(seat: int, name: str) -> Way:
    """Return a way that renames a driver."""

    def way(match: Match, random: Random) -> bool:
        match.rename(seat, name)
        return True

    return way


def suggested(count: int) -> Way:
    """Return a way that follows the first `count` suggestions of the first race."""

    def way(match: Match, random: Random) -> bool:
        for proposal in SUGGESTED_LINE[:count]:
            match.play(proposal.action)
        return True

    return way


def under_other_rules(table: dict[str, object]) -> None:
    """Mark the save as made under other rules, and change its snapshot so that its choices lead elsewhere."""
    snapshot = table["snapshot"]
    assert isinstance(snapshot, dict)
    snapshot["cars"][0]["engine"] += 1
    table["rules"] = 2
    table["fingerprint"] = fingerprint(snapshot)


def gone_on(count: int) -> Way:
    """Return a way that plays a number of actions from the match's snapshot, like a save made under other rules."""

    def way(match: Match, random: Random) -> bool:
        saved = match.saved()
        base = replace(saved, base=saved.snapshot, record=(), controllers=saved.controllers_now)
        other = Match.resume(base, store=None)
        for _ in range(count):
            step(other, random)
        vars(match).update(vars(other))
        return True

    return way


TWO: tuple[Controller, ...] = ("person", "steady")
PAIR: tuple[Controller, ...] = ("person", "person")
ONE: tuple[Controller, ...] = ("person",)
THREE: tuple[Controller, ...] = ("person", "steady", "chance")
CREW = ("Ada", "Çem", "O'Neill")

ALL: tuple[Module, ...] = (
    Garage("both", "snake", ALL_SETS),
    Legends(2, 1, aggressive=True),
    Spaces(),
    Tournament(),
    Weather(),
)
DEALT: tuple[Module, ...] = (Garage("both", "deal", ALL_SETS), Legends(1), Spaces(), Weather())
UPGRADED = Garage("advanced", "normal", ALL_SETS)
HEATED = race("great_britain", Garage("both", "snake", ALL_SETS), Legends(1), handicap=(2,))
CUSTOM = (("spain", 17), ("mexico", 13), ("netherlands", 18))
SHORT_CAREER = (("usa", 7), ("italy", 4), ("france", 6))


def _tracks() -> dict[str, Recipe]:
    """Return the recipes of a plain race on every track, saved at four kinds of decision in rotation."""
    rests = ("Plan", "React", "Slipstream", "Discard")
    return {
        f"track-{track.replace('_', '-')}": Recipe(race(track, seed=10 + number), TWO, at(rests[number % 4], after=12))
        for number, track in enumerate(TRACKS)
    }


def _legends() -> dict[str, Recipe]:
    ada = ("Ada",)
    return {
        "legends-one": Recipe(race("usa", Legends(1), seats=ada), ONE, at("React", after=5)),
        "legends-seven": Recipe(race("france", Legends(7), seats=ada), ONE, at("Plan", after=8)),
        "legends-pro": Recipe(race("italy", Legends(3, 6), seats=ada), ONE, at("Slipstream", after=6)),
        "legends-aggressive-japan": Recipe(
            race("japan", Legends(3, aggressive=True), seats=ada), ONE, at("Plan", after=7)
        ),
        "legends-aggressive-mexico": Recipe(race("mexico", Legends(2, 2, aggressive=True)), TWO, at("React", after=16)),
    }


def _weather() -> dict[str, Recipe]:
    """Return the recipes of a race in each of the six kinds of weather."""
    tracks = ("usa", "italy", "france", "great_britain", "mexico", "netherlands")
    return {
        f"weather-{token}": Recipe(race(track, Weather(), seed=seed), TWO, at("React", after=10 + 2 * seed % 9))
        for (token, seed), track in zip(WEATHER_SEEDS.items(), tracks, strict=True)
    }


WEATHER_SEEDS = {"cloud": 11, "fog": 9, "storm": 2, "snow": 1, "rain": 0, "sun": 7}
"""For each kind of weather, a seed that draws it."""


def _garage() -> dict[str, Recipe]:
    ways = {"normal": at("Pick", after=2), "snake": at("PutAway"), "deal": at("Plan", after=9)}
    drafts = {
        f"garage-{level}-{draft}": Recipe(
            race("usa", Garage(level, draft), seed=20 + number),
            PAIR if draft == "normal" else TWO,
            ways[draft] if level != "both" else at("Plan", after=14 + number),
        )
        for number, (level, draft) in enumerate((level, draft) for level in SEASON_LEVELS for draft in DRAFTS)
    }
    return {
        **drafts,
        "garage-all-sets": Recipe(race("netherlands", UPGRADED, seats=CREW), THREE, at("React", after=40)),
        "garage-heavy-rain": Recipe(
            race("mexico", Garage("both", "snake", ("base", "heavy_rain"))), PAIR, at("React", after=35)
        ),
        "garage-tunnel-vision": Recipe(
            race("france", Garage("advanced", "deal", ("base", "tunnel_vision"))), TWO, at("Discard", after=20)
        ),
        "garage-salvage": Recipe(race("italy", UPGRADED), PAIR, told("CardsSalvaged")),
        "garage-accelerated": Recipe(race("usa", UPGRADED), PAIR, told("Accelerated", venture=RECKLESS)),
        "garage-after-replacing": Recipe(
            replace(HEATED, seed=35), TWO, then(at("Replace", after=16, venture=RECKLESS), chosen("Replace"))
        ),
        "garage-after-refreshing": Recipe(race("usa", UPGRADED), PAIR, chosen("Refresh")),
    }


def _options() -> dict[str, Recipe]:
    return {
        "tournament": Recipe(race("italy", Tournament()), TWO, at("Plan", after=15)),
        "tournament-unpaid-shift": Recipe(race("usa", Tournament(), handicap=(2, 2)), PAIR, told("ShiftUnpaid")),
        "spaces-flooded": Recipe(race("japan", Spaces()), TWO, at("Plan", after=14)),
        "spaces-tunnel": Recipe(race("spain", Spaces()), TWO, told("DiscardBarred")),
        "mulligan": Recipe(race("usa", MulliganRule(), seats=CREW), THREE, at("Mulligan")),
        "mulligan-taken": Recipe(race("france", MulliganRule()), PAIR, at("Plan", after=3)),
        "retire": Recipe(race("great_britain", retire=True), TWO, at("Plan", after=13)),
        "retired": Recipe(race("italy", retire=True, seats=CREW), ("person", "person", "steady"), chosen("Retire")),
        "memory-aid-off": Recipe(race("mexico", memory_aid=False), TWO, at("Discard", after=18)),
        "handicap": Recipe(race("usa", handicap=(0, 1, 2), seats=CREW), THREE, at("React", after=15)),
        "colours": Recipe(
            race("italy", Legends(2), colours=("purple", "orange"), seats=("李", "Ōe")), TWO, at("Plan", after=9)
        ),
        "open-table": Recipe(race("france", seed=8), PAIR, at("Plan", after=11), open_table=True),
        "practice": Recipe(race("spain", seats=("Ada",)), ONE, at("React", after=14)),
        "two-laps": Recipe(race("italy", seats=("Ada",), laps=2), ONE, at("Plan", after=45)),
        "drivers-alone": Recipe(race("usa"), ("steady", "chance"), until(lambda match: len(match.log) == 20)),
        "large-seed": Recipe(race("usa", Legends(2), seed=(1 << 63) - 1), TWO, at("Plan")),
        "just-begun": Recipe(race("usa"), PAIR, at("Plan")),
    }


def _mixed() -> dict[str, Recipe]:
    options: Options = {"retire": True, "memory_aid": False, "handicap": (0, 1, 0)}
    rules = (*ALL, MulliganRule())
    return {
        "everything-japan-drafting": Recipe(race("japan", *rules, seats=CREW, **options), THREE, at("Pick", after=3)),
        "everything-japan": Recipe(race("japan", *rules, seats=CREW, **options), THREE, at("React", after=50)),
        "everything-spain": Recipe(race("spain", *ALL, seed=2), PAIR, at("React", after=60)),
        "everything-mexico": Recipe(race("mexico", *ALL, seed=3), TWO, at("Discard", after=45)),
        "everything-dealt": Recipe(race("netherlands", *DEALT, seed=4), PAIR, at("Slipstream", after=30)),
    }


def _rests() -> dict[str, Recipe]:
    """Return the recipes of races with many upgrades, each saved at a different kind of decision."""
    kinds = {"plan": "Plan", "react": "React", "slipstream": "Slipstream", "discard": "Discard"}
    kinds |= {"values": "ChooseValues", "replace": "Replace", "refresh": "Refresh"}
    return {
        f"rest-{word}": Recipe(replace(HEATED, seed=30 + number), TWO, at(kind, after=16, venture=RECKLESS))
        for number, (word, kind) in enumerate(kinds.items())
    }


def _marks() -> dict[str, Recipe]:
    pair = race("usa", Legends(1), seed=6)
    return {
        "handed-over": Recipe(pair, PAIR, then(at("React", after=8), handed(0, "steady"), at("Plan", after=4))),
        "handed-over-and-back": Recipe(
            pair, PAIR, then(at("Plan", after=6), handed(1, "chance"), at("Plan", after=9), handed(1, "person"))
        ),
        "taken-back": Recipe(pair, PAIR, then(at("Plan", after=14), took_back(2), at("React", after=1))),
        "taken-back-twice": Recipe(
            race("italy", seed=4), PAIR, then(at("Plan", after=12), took_back(4), at("React"), took_back(1))
        ),
        "taken-back-after-hand-over": Recipe(
            pair, TWO, then(at("Plan", after=10), handed(1, "chance"), at("Plan", after=5), took_back(1))
        ),
        "undone": Recipe(pair, PAIR, then(at("React", after=9), at("Discard"), undid)),
        "renamed": Recipe(pair, TWO, then(at("Plan", after=7), renamed(1, "Zoë"), at("React"))),
        "other-rules": Recipe(race("usa", seed=9), PAIR, at("Plan", after=16), edit=under_other_rules),
        "gone-on-from-other-rules": Recipe(race("italy", seed=9), TWO, then(at("Plan", after=12), gone_on(6))),
    }


def _ended() -> dict[str, Recipe]:
    end = until(ended)
    return {
        "ended": Recipe(race("usa"), TWO, end),
        "ended-by-retiring": Recipe(race("france", retire=True), PAIR, then(chosen("Retire"), end)),
        "ended-with-everything": Recipe(race("japan", *ALL, seed=7), TWO, end),
        "ended-drivers-alone": Recipe(race("italy", Legends(3)), ("steady", "steady"), end),
        "ended-season": Recipe(season("1961", ("usa", 2), ("italy", 3)), ONE, end),
        "ended-season-with-everything": Recipe(
            season("custom", ("japan", 14), ("spain", 16), sets=ALL_SETS, seats=("Ada", "Bo"), modules=(Legends(2),)),
            TWO,
            end,
        ),
    }


def _first_race() -> dict[str, Recipe]:
    setup = first_race_setup("Ada")
    marks = {"start": 0, "round-two": 5, "slipstream": 10, "late": 29, "ended": len(SUGGESTED_LINE)}
    off = Recipe(setup, ONE, then(suggested(6), at("React", after=3)), lessons=True)
    return {
        "first-race-off-the-line": off,
        **{f"first-race-{word}": Recipe(setup, ONE, suggested(count), lessons=True) for word, count in marks.items()},
    }


def _years() -> dict[str, Recipe]:
    """Return the recipes of every year, saved in its last race and at the pause before it."""
    made: dict[str, Recipe] = {}
    for year in YEARS:
        setup = of_year(year, drivers=1, legends=2, seed=int(year))
        last = len(setup.calendar)
        made[f"season-{year}-racing"] = Recipe(setup, ONE, in_race(last, after=12))
        made[f"season-{year}-resting"] = Recipe(setup, ONE, then(in_race(last - 1, after=1), until(paused)))
    return made


def _seasons() -> dict[str, Recipe]:
    custom = season("custom", *CUSTOM, sets=ALL_SETS, seats=("Ada", "Bo"), seed=5)
    career = season("career", *SHORT_CAREER, parts=(2, 1), seats=("Ada", "Bo"))
    rich = season(
        "custom",
        ("usa", 8),
        ("japan", 5),
        seats=CREW,
        seed=6,
        sets=ALL_SETS,
        level="advanced",
        colours=("purple", "red"),
        handicap=(0, 1),
        retire=True,
        memory_aid=False,
        modules=(Legends(2, 4, aggressive=True), Tournament(), MulliganRule()),
    )
    return {
        "season-custom-racing": Recipe(custom, TWO, in_race(3, after=20)),
        "season-custom-resting": Recipe(custom, TWO, then(in_race(2, after=1), until(paused))),
        "season-custom-drafting": Recipe(custom, PAIR, at("Pick")),
        "season-exchange": Recipe(custom, PAIR, then(until(paused), at("Exchange"))),
        "season-after-exchange": Recipe(custom, PAIR, then(until(paused), chosen("Exchange"))),
        "season-sponsorship": Recipe(custom, TWO, told("SponsorshipGained")),
        "season-rich-first": Recipe(rich, THREE, at("React", after=25)),
        "season-rich-second": Recipe(rich, THREE, then(until(paused), at("Plan", after=25))),
        "season-basic": Recipe(
            season("custom", ("france", 9), ("usa", 10), level="basic", modules=(Legends(1),)),
            ONE,
            at("React", after=15),
        ),
        "season-press": Recipe(
            season("custom", ("great_britain", 15), ("usa", 1), modules=(Legends(4),)), ONE, at("Plan", after=13)
        ),
        "season-eliminated": Recipe(
            season("custom", ("italy", 10), ("usa", 2), seats=CREW),
            ("person", "person", "steady"),
            told("Eliminated", venture=RECKLESS),
        ),
        "season-taken-back": Recipe(
            custom, PAIR, then(in_race(2, after=12), took_back(3), handed(0, "steady"), at("React"))
        ),
        "career-racing": Recipe(career, TWO, at("Plan", after=20)),
        "career-keep": Recipe(career, PAIR, at("Keep")),
        "career-resting": Recipe(career, TWO, then(chosen("KeepUpgrade"), until(paused))),
        "career-second-season": Recipe(career, TWO, in_race(3, after=15)),
        "career-whole": Recipe(of_year("career", drivers=1, legends=0, seed=4), ONE, in_race(10, after=10)),
    }


RECIPES: dict[str, Recipe] = {
    **_tracks(),
    **_legends(),
    **_weather(),
    **_garage(),
    **_options(),
    **_mixed(),
    **_rests(),
    **_marks(),
    **_ended(),
    **_first_race(),
    **_years(),
    **_seasons(),
}
"""The saves of the corpus by name."""


def match_of(recipe: Recipe) -> Match:
    """Return the match at the point of its save, with the first seeds that lead there. Raises SystemExit if none do."""
    for luck in range(MOST_TRIES):
        setup = replace(recipe.setup, seed=recipe.setup.seed + luck)
        match = Match.start(setup, recipe.controllers, open_table=recipe.open_table, lessons=recipe.lessons)
        if recipe.way(match, Random(luck)):
            return match
    raise SystemExit(f"no luck leads there: {recipe}")


def make(name: str) -> None:
    """Write the save of a recipe. Raises FileExistsError if the save or its expected continuation exists."""
    path = FOLDER / f"{name}.json"
    if path.exists() or expectation_path(name).exists():
        raise FileExistsError(path)
    recipe = RECIPES[name]
    saved = replace(match_of(recipe).saved(), name=name, created=MOMENT, changed=MOMENT)
    SaveStore(FOLDER).write(saved)
    if recipe.edit is not None:
        table = json.loads(path.read_text(encoding="utf-8"))
        recipe.edit(table)
        path.write_text(json.dumps(table) + "\n", encoding="utf-8")


def expect(name: str) -> None:
    """Write down the continuation of a save. Raises FileExistsError if it is already written."""
    with expectation_path(name).open("x", encoding="utf-8", newline="\n") as stream:
        stream.write(text_of(facts_of(name)))


def main(names: list[str]) -> None:
    """Make the named saves, or all missing ones, and write down their continuations."""
    missing = names or [name for name in RECIPES if not STORE.path(name).exists()]
    for name in missing:
        make(name)
    for name in missing:
        expect(name)


if __name__ == "__main__":
    main(sys.argv[1:])
